//! Generic caches with interior mutability: each maps keys to values and computes a missing value on demand.
//!
//! A value is computed while no borrow is held, so computing it may use the same cache.

mod last;
mod ordered;
mod small;
mod versioned;

pub use last::LastValueCache;
pub use ordered::OrderedCache;
pub use small::SmallCache;
pub use versioned::VersionedCache;
