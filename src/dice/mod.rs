//! Dice: the notation `"2d6+3"`, one reproducible stream of rolls, and exact distributions of what could be rolled.
//!
//! This module is pure: it knows no battle and no rule system.
//!
//! - [`DiceFormula`] is what authored content writes: `"2d6+3"`, `"d20"`, `"5"`.
//! - [`Dice`] rolls. It is seeded, so the same battle rolls the same dice again, or *loaded*, so a tester forces faces.
//! - [`Distribution`] says, without rolling, how often every total comes up. Weights are whole numbers, never floats.

mod distribution;
mod formula;
mod stream;

pub use distribution::Distribution;
pub use formula::{DiceFormula, FormulaError};
pub use stream::{Dice, DiceFault, Rolled};
