//! One action: from declaration through its check to a plan.

pub mod acting;
pub mod channeling;
pub mod check;
pub mod doing;
pub mod effect_choice;
pub mod follow_up;
pub mod item_choice;
pub mod outcome;
pub mod ready;
pub mod window;
