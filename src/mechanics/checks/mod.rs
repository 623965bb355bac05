//! Checks: degrees of success, advantage and disadvantage, and skill bonuses.

pub mod advantage;
pub mod degree;
pub mod skill;
