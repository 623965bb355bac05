//! Dice: notation (`"2d6+3"`), reproducible rolls, and exact probability distributions.
//!
//! This module is pure: it knows neither battles nor rule systems.
//!
//! - [`DiceFormula`]: the notation used in content files, such as `"2d6+3"`, `"d20"` or `"5"`.
//! - [`Dice`]: rolls. *Seeded* dice are reproducible; *loaded* dice show scripted faces, for tests.
//! - [`Distribution`]: the exact probability of every total, with integer weights instead of floats.

mod distribution;
mod formula;
mod stream;

pub use distribution::Distribution;
pub use formula::{DiceFormula, FormulaError};
pub use stream::{Dice, DiceFault, DiceRoll};
