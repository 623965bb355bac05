//! Items: carried equipment and scrolls.

pub mod equipment;
pub mod scroll;
