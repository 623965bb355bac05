//! The dice of checks: throws, the result that counts, and every possible result with its number of ways.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::judge::margin;
use crate::content::{AdvantageKind, FaceDice, RollDice, RollMark, RollPolicy, RollUnder};
use crate::dice::{Dice, DiceFormula, Distribution};

/// The natural result of a roll: its dice before any modifier.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct NaturalRoll {
    /// The sum of the dice.
    pub total: i16,
    /// Whether enough dice show their highest or their lowest face, where the roll has such marks.
    pub mark: Option<RollMark>,
}

impl NaturalRoll {
    /// A natural result without a mark.
    pub fn plain(total: i16) -> NaturalRoll {
        NaturalRoll { total, mark: None }
    }
}

/// The dice of a roll in the order thrown: one throw, or several with advantage or disadvantage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiceThrows {
    results: SmallVec<[NaturalRoll; 2]>,
    /// The numbers shown for all throws, equally many for each: the sum of its dice, or the face of each die.
    shown: SmallVec<[u16; 2]>,
}

impl DiceThrows {
    /// Throws the dice of a roll.
    pub fn roll(policy: &RollPolicy, net: Option<AdvantageKind>, dice: &mut Dice) -> DiceThrows {
        let mut throws = DiceThrows::default();
        for _ in 0..times(policy, net) {
            throws.add(&policy.dice, dice);
        }
        throws
    }

    fn add(&mut self, kind: &RollDice, dice: &mut Dice) {
        let result = match kind {
            RollDice::RollOver(formula) | RollDice::RollUnder(RollUnder { dice: formula, .. }) => {
                let total = dice.roll(formula).total;
                self.shown.push(total.max(0) as u16);
                NaturalRoll::plain(total as i16)
            }
            RollDice::FaceDice(kind) => {
                let faces = (0..kind.count).map(|_| dice.die(kind.faces.len() as u16));
                let first = self.shown.len();
                self.shown.extend(faces);
                of_faces(kind, &self.shown[first..])
            }
        };
        self.results.push(result);
    }

    /// The result that counts, and the numbers shown for it. Without net advantage it is the first; with it, the best or the
    /// worst for a bonus that exceeds the difficulty by `lead`.
    pub fn counted(&self, policy: &RollPolicy, net: Option<AdvantageKind>, lead: i16) -> (NaturalRoll, &[u16]) {
        let first = self.results.first().copied().unwrap_or_default();
        let Some(kind) = net else {
            let each = self.shown.len() / self.results.len().max(1);
            return (first, &self.shown[..each]);
        };
        let rank = |natural: NaturalRoll| margin(policy, natural.total, lead, 0);
        let beats = |other, best| rank(other).cmp(&rank(best)) == wanted(kind);
        let best = self.results.iter().fold(first, |best, other| if beats(*other, best) { *other } else { best });
        (best, &self.shown)
    }
}

/// The first throw among the numbers shown for all throws of a roll.
pub fn first_shown(policy: &RollPolicy, shown: &[u16]) -> Option<NaturalRoll> {
    match &policy.dice {
        RollDice::FaceDice(kind) => shown.get(..usize::from(kind.count)).map(|faces| of_faces(kind, faces)),
        _ => shown.first().map(|total| NaturalRoll::plain(*total as i16)),
    }
}

/// The natural result if every die shows its lowest face.
pub fn lowest(policy: &RollPolicy) -> NaturalRoll {
    let mark = match &policy.dice {
        RollDice::FaceDice(dice) => dice.doubled.map(|_| RollMark::Low),
        _ => None,
    };
    NaturalRoll { total: policy.dice.range().0 as i16, mark }
}

/// Natural results, each with the number of ways to throw it, lowest total first.
pub type Outcomes = SmallVec<[(u32, NaturalRoll); 20]>;

/// All natural results that can count, for a bonus that exceeds the difficulty by `lead`.
pub fn outcomes(policy: &RollPolicy, net: Option<AdvantageKind>, lead: i16) -> Outcomes {
    let once = match &policy.dice {
        RollDice::RollOver(formula) | RollDice::RollUnder(RollUnder { dice: formula, .. }) => of_formula(formula),
        RollDice::FaceDice(dice) => of_face_dice(dice),
    };
    match net {
        Some(kind) => kept(once, times(policy, net), |natural| wanted_rank(policy, natural, lead, kind)),
        None => once,
    }
}

fn times(policy: &RollPolicy, net: Option<AdvantageKind>) -> u32 {
    match (net, &policy.advantage) {
        (Some(_), Some(advantage)) => u32::from(advantage.dice.max(1)),
        _ => 1,
    }
}

/// The order of a result that counts to one that does not.
fn wanted(kind: AdvantageKind) -> Ordering {
    match kind {
        AdvantageKind::Advantage => Ordering::Greater,
        AdvantageKind::Disadvantage => Ordering::Less,
    }
}

fn wanted_rank(policy: &RollPolicy, natural: NaturalRoll, lead: i16, kind: AdvantageKind) -> i32 {
    let rank = i32::from(margin(policy, natural.total, lead, 0));
    if kind == AdvantageKind::Advantage { rank } else { -rank }
}

/// The results of several throws of which the one with the highest rank counts; of equal ones, the first.
fn kept(once: Outcomes, times: u32, rank: impl Fn(NaturalRoll) -> i32) -> Outcomes {
    let ranks: SmallVec<[i32; 20]> = once.iter().map(|(_, natural)| rank(*natural)).collect();
    let counts = |own: i32| {
        let (mut below, mut within) = (0, 0);
        for ((ways, _), other) in once.iter().zip(&ranks) {
            below += if *other < own { *ways } else { 0 };
            within += if *other <= own { *ways } else { 0 };
        }
        // Earlier throws are lower, later ones at most equal.
        (0..times).map(|before| below.pow(before) * within.pow(times - 1 - before)).sum::<u32>()
    };
    once.iter().zip(&ranks).map(|((ways, natural), own)| (ways * counts(*own), *natural)).collect()
}

fn of_formula(formula: &DiceFormula) -> Outcomes {
    let result = |total: i32| NaturalRoll::plain(total as i16);
    if formula.count == 1 {
        return (formula.min()..=formula.max()).map(|total| (1, result(total))).collect();
    }
    Distribution::of(formula).iter().map(|(total, ways)| (ways as u32, result(total))).collect()
}

/// The sum of dice that show these faces, counted from 1, and their mark.
fn of_faces(dice: &FaceDice, faces: &[u16]) -> NaturalRoll {
    let number = |face: &u16| dice.faces.get(usize::from(*face).saturating_sub(1)).copied().unwrap_or(0);
    let sum = faces.iter().map(number).fold(FaceSum::default(), |sum, number| sum.and(dice, number));
    sum.result(dice)
}

/// The sum of some dice, and how many of them show their highest and their lowest face.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct FaceSum {
    total: i16,
    highest: u8,
    lowest: u8,
}

impl FaceSum {
    fn and(self, dice: &FaceDice, number: i8) -> FaceSum {
        let is = |extreme: Option<&i8>| u8::from(extreme == Some(&number));
        FaceSum {
            total: self.total + i16::from(number),
            highest: self.highest + is(dice.faces.iter().max()),
            lowest: self.lowest + is(dice.faces.iter().min()),
        }
    }

    fn result(self, dice: &FaceDice) -> NaturalRoll {
        let mark = match dice.doubled {
            Some(doubled) if self.highest >= doubled => Some(RollMark::High),
            Some(doubled) if self.lowest >= doubled => Some(RollMark::Low),
            _ => None,
        };
        NaturalRoll { total: self.total, mark }
    }
}

fn of_face_dice(dice: &FaceDice) -> Outcomes {
    let mut sums = BTreeMap::from([(FaceSum::default(), 1_u32)]);
    for _ in 0..dice.count {
        let mut next = BTreeMap::new();
        for (sum, ways) in &sums {
            for number in &dice.faces {
                *next.entry(sum.and(dice, *number)).or_default() += ways;
            }
        }
        sums = next;
    }
    let mut results: BTreeMap<(i16, Option<RollMark>), u32> = BTreeMap::new();
    for (sum, ways) in sums {
        let NaturalRoll { total, mark } = sum.result(dice);
        *results.entry((total, mark)).or_default() += ways;
    }
    results.into_iter().map(|((total, mark), ways)| (ways, NaturalRoll { total, mark })).collect()
}
