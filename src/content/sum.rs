//! What conditions come to, with all that they imply: worked out once, when a rule system is read.

use std::ops::BitOr;

use smallvec::SmallVec;

use super::Name;
use super::condition::{CitedStatus, Condition, Forbidden, Status};

/// Kinds of things that a status does and that are often asked for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    HalfRate,
    CutsRate,
    SkipsBuildUp,
    Helpless,
    LosesActions,
    /// By classes or by counts.
    Slower,
    Burns,
    Stifles,
    Attack,
    /// A number, another in its place, or a parry.
    Defence,
    Damage,
    /// Of the bearer or against it, with a weapon or without.
    Advantage,
    Blind,
    Unseen,
}

/// How many kinds there are; what is forbidden has its bits behind them.
const KINDS: u32 = Kind::Unseen as u32 + 1;

/// What some conditions do and which they are, a bit each.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    does: u32,
    conditions: u128,
}

impl Sum {
    /// Whether there is nothing in it.
    #[inline]
    pub fn is_nothing(self) -> bool {
        self.does == 0 && self.conditions == 0
    }

    /// Whether something of a kind is among what they do.
    pub fn does(self, kind: Kind) -> bool {
        self.does & (1 << kind as u32) != 0
    }

    /// Whether they forbid something.
    pub fn forbids(self, what: Forbidden) -> bool {
        self.does & (1 << (KINDS + what as u32)) != 0
    }

    /// What they do, whichever they are.
    pub fn without_names(self) -> Sum {
        Sum { conditions: 0, ..self }
    }

    /// Whether the condition at a place of the table is among them.
    pub(super) fn has(self, place: u32) -> bool {
        self.conditions & (1 << place) != 0
    }

    fn of(all: &[CitedStatus]) -> Sum {
        let does = all.iter().map(|cited| bits(&cited.does)).fold(0, BitOr::bitor);
        Sum { does, conditions: 0 }
    }
}

impl BitOr for Sum {
    type Output = Sum;

    fn bitor(self, other: Sum) -> Sum {
        Sum { does: self.does | other.does, conditions: self.conditions | other.conditions }
    }
}

fn bits(status: &Status) -> u32 {
    let kind = match status {
        Status::HalfRate => Kind::HalfRate,
        Status::CutsRate { .. } => Kind::CutsRate,
        Status::SkipsBuildUp => Kind::SkipsBuildUp,
        Status::Helpless => Kind::Helpless,
        Status::LosesActions { .. } => Kind::LosesActions,
        Status::SlowerClass(_) | Status::SlowerCounts { .. } => Kind::Slower,
        Status::Burns { .. } | Status::Festers { .. } => Kind::Burns,
        Status::Stifles => Kind::Stifles,
        Status::Attack { .. } => Kind::Attack,
        Status::Defence { .. } | Status::Replace { .. } | Status::Parry { .. } => Kind::Defence,
        Status::Damage(_) => Kind::Damage,
        Status::OwnEdge { .. } | Status::EdgeAgainst { .. } | Status::OwnEdgeWith { .. } => Kind::Advantage,
        Status::Blind => Kind::Blind,
        Status::Unseen => Kind::Unseen,
        Status::Forbid(things) => return things.iter().fold(0, |bits, what| bits | 1 << (KINDS + *what as u32)),
        _ => return 0,
    };
    1 << kind as u32
}

/// What one condition comes to.
#[derive(Clone, Debug, Default)]
pub struct Whole {
    /// It and all that it implies.
    pub sum: Sum,
    /// What it gives besides as a stance that has been taken up.
    pub benefits: Sum,
    /// Whether it itself brings another as it gathers.
    pub builds: bool,
    /// What it implies, and what that implies in turn, each once.
    pub implied: SmallVec<[Name; 2]>,
}

impl Whole {
    /// What each condition of a table comes to.
    pub(super) fn of_all(conditions: &[Condition]) -> Vec<Whole> {
        conditions.iter().map(|condition| Whole::of(condition, conditions)).collect()
    }

    fn of(condition: &Condition, all: &[Condition]) -> Whole {
        let mut implied = SmallVec::new();
        also(condition, all, &mut implied);
        let sum = implied.iter().map(|name| alone(*name, all)).fold(alone(condition.id, all), BitOr::bitor);
        let benefits = condition.stance.as_ref().map_or(Sum::default(), |stance| Sum::of(&stance.benefits));
        let builds = condition.does.iter().any(|cited| matches!(cited.does, Status::Builds { .. }));
        Whole { sum, benefits, builds, implied }
    }
}

/// A condition of this name without what it implies; of two with one name the later counts.
fn alone(name: Name, all: &[Condition]) -> Sum {
    let Some(place) = all.iter().rposition(|condition| condition.id == name) else { return Sum::default() };
    let conditions = 1u128.checked_shl(place as u32).unwrap_or(0);
    Sum { conditions, ..Sum::of(&all[place].does) }
}

/// Adds what a condition implies, and what that implies in turn.
fn also(condition: &Condition, all: &[Condition], found: &mut SmallVec<[Name; 2]>) {
    for status in &condition.does {
        if let Status::Also(other) = status.does
            && !found.contains(&other)
        {
            found.push(other);
            if let Some(next) = all.iter().rfind(|condition| condition.id == other) {
                also(next, all, found);
            }
        }
    }
}
