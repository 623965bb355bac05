//! Conditions and stances, and flags that sum up several of them.

pub mod condition;
pub mod flags;
