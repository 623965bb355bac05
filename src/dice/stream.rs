//! A reproducible stream of dice rolls, seeded or scripted.

use std::sync::Arc;

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

use super::DiceFormula;

/// The faces of one roll and their total.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiceRoll {
    /// Every die in the order rolled.
    pub faces: SmallVec<[u16; 4]>,
    /// Sum of the faces plus the bonus.
    pub total: i32,
}

/// A mismatch between scripted faces and the dice actually rolled. [`Dice`] keeps only the first one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum DiceFault {
    /// The script contained a face that the die does not have; the nearest face was used.
    #[error("loaded die {roll}: a d{sides} cannot show {face}")]
    ImpossibleFace {
        /// Face in the script.
        face: u16,
        /// Sides of the die.
        sides: u32,
        /// Number of the roll in this stream, counted from 1.
        roll: u64,
    },
    /// The script was exhausted; the die showed 1.
    #[error("loaded die {roll}: the script ran out before this d{sides}")]
    RanOut {
        /// Sides of the die.
        sides: u32,
        /// Number of the roll in this stream, counted from 1.
        roll: u64,
    },
}

/// The dice of one battle: a seeded stream, optionally preceded by scripted faces ("loaded dice"). Rolling never panics
/// or fails; a mismatch with the script is recorded as a [`DiceFault`]. The sequence for a given seed is stable across
/// versions, because replays and saved games depend on it.
/// ```
/// use warboard::dice::Dice;
/// let mut dice = Dice::scripted(vec![20, 3]);
/// assert_eq!(dice.die(20), 20);
/// assert_eq!(dice.roll(&"1d6+2".parse().unwrap()).total, 5);
/// assert!(dice.unused().is_empty() && dice.fault().is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dice {
    script: Arc<[u16]>,
    used: usize,
    /// `None` if only scripted faces may be used.
    stream: Option<Box<Stream>>,
    fault: Option<DiceFault>,
    rolls: u64,
}

/// The random generator, boxed so that dice are cheap to move. Cloned through its saved state, as the library type is not `Clone`.
#[derive(Debug, PartialEq, Eq)]
struct Stream(ChaCha8Rng);

impl Clone for Stream {
    fn clone(&self) -> Self {
        Self(ChaCha8Rng::deserialize_state(&self.0.serialize_state()))
    }
}

impl Serialize for Stream {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize_state().as_slice().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Stream {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Stream, D::Error> {
        let bytes = Vec::<u8>::deserialize(deserializer)?;
        let state = bytes.try_into().map_err(|_| D::Error::custom("the state of the dice has another length"))?;
        Ok(Stream(ChaCha8Rng::deserialize_state(&state)))
    }
}

impl Dice {
    /// Dice for a seed. Different streams of the same seed are independent.
    pub fn seeded(seed: u64, stream: u64) -> Self {
        Self::loaded(Vec::new(), seed, stream)
    }

    /// Dice that show exactly these faces. Rolling more dice, or a face that a die lacks, is a fault.
    pub fn scripted(faces: Vec<u16>) -> Self {
        Self { script: faces.into(), used: 0, stream: None, fault: None, rolls: 0 }
    }

    /// Dice that show these faces first and then continue with the seeded stream.
    pub fn loaded(faces: Vec<u16>, seed: u64, stream: u64) -> Self {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(stream);
        Self { stream: Some(Box::new(Stream(generator))), ..Self::scripted(faces) }
    }

    /// Rolls one die: a face from 1 to `sides`. A die without sides returns 0 and does not count as a roll.
    pub fn die(&mut self, sides: u16) -> u16 {
        u16::try_from(self.face(u32::from(sides))).unwrap_or(sides)
    }

    /// Rolls all dice of a formula. A constant rolls none.
    pub fn roll(&mut self, formula: &DiceFormula) -> DiceRoll {
        let count = if formula.is_constant() { 0 } else { formula.count };
        let faces: SmallVec<[u16; 4]> = (0..count).map(|_| self.die(formula.sides)).collect();
        let total = faces.iter().map(|&face| i32::from(face)).sum::<i32>() + i32::from(formula.bonus);
        DiceRoll { faces, total }
    }

    /// Picks one of `n` alternatives with equal probability and returns its index. Scripted dice choose by the face
    /// `index + 1`. Nothing is rolled if `n` is 0 or 1.
    pub fn pick(&mut self, n: usize) -> usize {
        if n <= 1 {
            return 0;
        }
        let face = self.face(u32::try_from(n).unwrap_or(u32::MAX));
        usize::try_from(face.saturating_sub(1)).unwrap_or(0)
    }

    /// The first recorded fault of loaded dice, if any.
    pub fn fault(&self) -> Option<&DiceFault> {
        self.fault.as_ref()
    }

    /// The faces of the script that were not rolled yet, in order. Empty for dice without a script.
    pub fn unused(&self) -> &[u16] {
        &self.script[self.used..]
    }

    /// Number of dice rolled so far, including scripted ones.
    pub fn rolls_made(&self) -> u64 {
        self.rolls
    }

    fn face(&mut self, sides: u32) -> u32 {
        if sides == 0 {
            return 0;
        }
        self.rolls += 1;
        if let Some(&face) = self.script.get(self.used) {
            self.used += 1;
            return self.forced(face, sides);
        }
        let below = self.below(sides);
        if below.is_none() {
            self.fault.get_or_insert(DiceFault::RanOut { sides, roll: self.rolls });
        }
        below.unwrap_or(0) + 1
    }

    fn forced(&mut self, face: u16, sides: u32) -> u32 {
        let shown = u32::from(face).clamp(1, sides);
        if shown != u32::from(face) {
            self.fault.get_or_insert(DiceFault::ImpossibleFace { face, sides, roll: self.rolls });
        }
        shown
    }

    /// A number below `bound` by rejection sampling, done here so that no library version changes the faces of a seed.
    fn below(&mut self, bound: u32) -> Option<u32> {
        let stream = self.stream.as_mut()?;
        loop {
            let drawn = stream.0.next_u32();
            let below = drawn % bound;
            if (drawn - below).checked_add(bound - 1).is_some() {
                return Some(below);
            }
        }
    }
}
