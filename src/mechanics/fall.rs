//! How hard a fall is.

use crate::content::policy::FallPolicy;
use crate::content::size::Size;
use crate::dice::DiceFormula;

/// The dice of damage that a body of a size takes from a fall of so many feet: one for every whole so many, up to a
/// longest fall (TA-138, TA-139, TA-G17).
pub fn damage(policy: &FallPolicy, size: Size, feet: u16) -> DiceFormula {
    let count = feet.min(policy.most) / policy.per.max(1);
    let sides = policy.dice.iter().find(|row| row.size == size).map_or(0, |row| row.sides);
    DiceFormula::dice(u8::try_from(count).unwrap_or(DiceFormula::MOST_DICE), sides)
}
