//! The card of the unit that is looked at.

pub mod card;
pub mod equipment;
pub mod situation;
