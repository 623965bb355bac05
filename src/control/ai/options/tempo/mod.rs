//! Acting faster for a price, or later: hurried actions and readied ones.

pub mod haste;
pub mod standby;
