//! One action: from declaration through its check to a plan.

pub mod acting;
pub(super) mod amendment;
pub mod check;
pub mod choices;
mod clinging;
pub mod defend;
pub mod doing;
pub(super) mod flanked;
mod reactors;
pub mod ready;
mod sparing;
pub mod strokes;
pub mod window;
