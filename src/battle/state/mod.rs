//! The state of a battle as rules read it.

mod checksum;
mod digest;
mod row;
mod snapshot;
mod view;

pub(crate) use digest::Digest;
pub use row::{Row, RowPart};
pub use snapshot::{Changed, Snapshot};
pub use view::View;
