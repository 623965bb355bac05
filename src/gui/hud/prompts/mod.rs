//! Questions other than which action to take: reactions, facings, cells, yes or no.

pub mod compass;
pub mod explanation;
pub mod facing_offer;
pub mod prompt_panel;
pub mod replies;
