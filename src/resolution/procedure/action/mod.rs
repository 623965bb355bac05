//! One action: from declaration through its check to a plan.

pub mod acting;
pub mod channeling;
pub mod check;
pub mod check_roll;
pub mod damage_roll;
pub mod degrees;
pub mod doing;
pub mod effect_choice;
pub mod enter_check;
pub mod follow_up;
pub mod item_choice;
pub mod outcome;
pub mod ready;
pub mod terms;
pub mod window;
