//! Dice notation used in content files.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

/// Identical dice plus a bonus: `"2d6+3"`, `"d20"`, or a constant such as `"5"`. A constant has no dice: `count` and
/// `sides` are 0. In RON a formula is a string.
/// ```
/// use warboard::dice::DiceFormula;
/// let damage: DiceFormula = "2d6+3".parse().unwrap();
/// assert_eq!((damage.min(), damage.max()), (5, 15));
/// assert_eq!(damage.mean_times_two(), 20);
/// assert_eq!(damage.to_string(), "2d6+3");
/// assert!("0d6".parse::<DiceFormula>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DiceFormula {
    /// Number of dice; 0 for a constant.
    pub count: u8,
    /// Sides of each die; 0 for a constant.
    pub sides: u16,
    /// Added to the sum of the dice.
    pub bonus: i16,
}

impl DiceFormula {
    /// Largest number of dice.
    pub const MOST_DICE: u8 = 100;
    /// Largest number of sides.
    pub const MOST_SIDES: u16 = 1000;
    /// Largest absolute bonus.
    pub const MOST_BONUS: i16 = 10_000;

    /// A formula without dice.
    pub const fn constant(bonus: i16) -> Self {
        Self { count: 0, sides: 0, bonus }
    }

    /// Dice without a bonus.
    pub const fn dice(count: u8, sides: u16) -> Self {
        Self { count, sides, bonus: 0 }
    }

    /// Whether it has no dice.
    pub const fn is_constant(self) -> bool {
        self.count == 0 || self.sides == 0
    }

    /// The formula multiplied: `times` as many dice and `times` the bonus, up to the limits of a formula.
    pub fn times(self, times: u8) -> Self {
        let count = self.count.saturating_mul(times).min(Self::MOST_DICE);
        let bonus = self.bonus.saturating_mul(i16::from(times)).clamp(-Self::MOST_BONUS, Self::MOST_BONUS);
        Self { count, bonus, ..self }
    }

    /// Lowest possible total.
    pub fn min(self) -> i32 {
        let dice = if self.is_constant() { 0 } else { i32::from(self.count) };
        dice + i32::from(self.bonus)
    }

    /// Highest possible total.
    pub fn max(self) -> i32 {
        i32::from(self.count) * i32::from(self.sides) + i32::from(self.bonus)
    }

    /// Twice the average total, always an integer.
    pub fn mean_times_two(self) -> i32 {
        self.min() + self.max()
    }
}

/// Why a text is not a dice formula. Every message states what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormulaError {
    /// The text does not look like a formula.
    #[error("`{0}` is not a dice formula; write `2d6+3`, `d20` or a whole number such as `5`")]
    Shape(String),
    /// Number of dice is 0 or too large.
    #[error("`{0}` dice cannot be rolled; a formula rolls 1 to 100 dice, or is a whole number such as `5`")]
    Count(String),
    /// Number of sides is 0 or too large.
    #[error("a die cannot have `{0}` sides; dice have 1 to 1000 sides")]
    Sides(String),
    /// Bonus out of range.
    #[error("the bonus `{0}` is out of range; it may be -10000 to +10000")]
    Bonus(String),
}

impl FromStr for DiceFormula {
    type Err = FormulaError;

    fn from_str(text: &str) -> Result<Self, FormulaError> {
        let shape = || FormulaError::Shape(shortened(text));
        let trimmed = text.trim();
        let Some((count, rest)) = trimmed.split_once(['d', 'D']) else {
            return bonus(trimmed, false).ok_or_else(shape)?.map(Self::constant);
        };
        let (sides, added) = rest.split_at(rest.find(['+', '-']).unwrap_or(rest.len()));
        let (count, sides, added) = (count.trim(), sides.trim(), added.trim());
        if !(count.is_empty() || is_digits(count)) || !is_digits(sides) {
            return Err(shape());
        }
        Ok(Self {
            count: up_to(Self::MOST_DICE, if count.is_empty() { "1" } else { count })
                .ok_or_else(|| FormulaError::Count(shortened(count)))?,
            sides: up_to(Self::MOST_SIDES, sides).ok_or_else(|| FormulaError::Sides(shortened(sides)))?,
            bonus: if added.is_empty() { 0 } else { bonus(added, true).ok_or_else(shape)?? },
        })
    }
}

/// The first 40 characters of the input, for error messages.
fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn up_to<N: FromStr + PartialOrd + From<u8>>(most: N, digits: &str) -> Option<N> {
    digits.parse().ok().filter(|number| (N::from(1)..=most).contains(number))
}

/// Parses an integer with at most one leading sign; `None` if the text is not one.
fn bonus(text: &str, signed: bool) -> Option<Result<i16, FormulaError>> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits.trim_start()),
        None if signed => (false, text.strip_prefix('+')?.trim_start()),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if !is_digits(digits) {
        return None;
    }
    Some(match digits.parse::<i16>() {
        Ok(size) if size <= DiceFormula::MOST_BONUS => Ok(if negative { -size } else { size }),
        _ => Err(FormulaError::Bonus(shortened(text))),
    })
}

impl fmt::Display for DiceFormula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_constant() {
            return write!(f, "{}", self.bonus);
        }
        if self.count > 1 {
            write!(f, "{}", self.count)?;
        }
        write!(f, "d{}", self.sides)?;
        if self.bonus == 0 { Ok(()) } else { write!(f, "{:+}", self.bonus) }
    }
}

impl Serialize for DiceFormula {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for DiceFormula {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Formula;
        impl Visitor<'_> for Formula {
            type Value = DiceFormula;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a dice formula in quotes, such as \"2d6+3\"")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<DiceFormula, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Formula)
    }
}
