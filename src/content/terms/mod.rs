//! Numbers and rolls that keep their labelled terms.

pub mod advantage;
pub mod breakdown;
