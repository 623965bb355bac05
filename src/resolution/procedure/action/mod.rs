//! One action: from declaration through its check to a plan.

pub mod acting;
pub mod check;
pub mod choices;
pub mod defend;
pub mod doing;
pub mod ready;
pub mod strokes;
pub mod window;
