//! The state of a battle as rules read it.

mod digest;
mod snapshot;
mod view;

pub(crate) use digest::Digest;
pub use snapshot::{Changed, Row, RowPart, Snapshot};
pub use view::View;
