//! Conditions expanded with all conditions they imply, as bit flags, computed once when a rule system is read.

use std::ops::BitOr;

use smallvec::SmallVec;

use crate::content::{CitedStatus, Condition, Forbidden, Name, Status};

/// Kinds of [`Status`] that are often queried.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum StatusKind {
    /// Half rate.
    HalfRate,
    /// Half rate while dragging.
    HalfRateDragging,
    /// A reduced rate.
    CutsRate,
    /// A changed rate.
    Rate,
    /// Running or sprinting at once.
    SkipsBuildUp,
    /// Helplessness.
    Helpless,
    /// Fewer points in a pool, higher costs, or forbidden ones.
    Economy,
    /// Longer speed factors, by classes or by counts.
    Slower,
    /// Damage in each turn or period.
    Burns,
    /// The bearer cannot breathe.
    Stifles,
    /// A modifier to attack rolls.
    Attack,
    /// A modifier to attack rolls against the bearer.
    AttackAgainst,
    /// A modifier to a defence, another defence in its place, or a parry.
    Defence,
    /// A modifier to damage rolls.
    Damage,
    /// Advantage or disadvantage, of the bearer or against it.
    Advantage,
    /// Blindness.
    Blind,
    /// A change of initiative.
    Initiative,
    /// Invisibility.
    Unseen,
}

/// The number of kinds. The bits after them are the forbidden things.
const KINDS: u32 = StatusKind::Unseen as u32 + 1;

/// A set of conditions and of their effects, one bit each. Combine sets with `|`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct StatusFlags {
    does: u32,
    conditions: u128,
}

impl StatusFlags {
    /// Whether there are no effects and no conditions.
    pub fn is_nothing(self) -> bool {
        self.does == 0 && self.conditions == 0
    }

    /// Whether there is an effect of this kind.
    pub fn does(self, kind: StatusKind) -> bool {
        self.does & (1 << kind as u32) != 0
    }

    /// Whether one of the conditions forbids this.
    pub fn forbids(self, what: Forbidden) -> bool {
        self.does & (1 << (KINDS + what as u32)) != 0
    }

    /// The effects without the conditions.
    pub fn without_names(self) -> StatusFlags {
        StatusFlags { conditions: 0, ..self }
    }

    pub(in crate::content) fn has(self, place: u32) -> bool {
        self.conditions & (1 << place) != 0
    }

    fn of(all: &[CitedStatus]) -> StatusFlags {
        let does = all.iter().map(|cited| bits(&cited.does)).fold(0, BitOr::bitor);
        StatusFlags { does, conditions: 0 }
    }
}

impl BitOr for StatusFlags {
    type Output = StatusFlags;

    fn bitor(self, other: StatusFlags) -> StatusFlags {
        StatusFlags { does: self.does | other.does, conditions: self.conditions | other.conditions }
    }
}

fn bits(status: &Status) -> u32 {
    let kind = match status {
        Status::HalfRate => StatusKind::HalfRate,
        Status::HalfRateDragging => StatusKind::HalfRateDragging,
        Status::CutsRate { .. } => StatusKind::CutsRate,
        Status::Rate { .. } => StatusKind::Rate,
        Status::SkipsBuildUp => StatusKind::SkipsBuildUp,
        Status::Helpless => StatusKind::Helpless,
        Status::Loses { .. }
        | Status::HalvesIncome { .. }
        | Status::Costs { .. }
        | Status::AttackCosts { .. }
        | Status::ForbidsCosts { .. } => StatusKind::Economy,
        Status::SlowerClass(_) | Status::SlowerCounts { .. } => StatusKind::Slower,
        Status::Burns { .. } | Status::Festers { .. } => StatusKind::Burns,
        Status::Stifles => StatusKind::Stifles,
        Status::Attack { .. } | Status::Rolls(_) => StatusKind::Attack,
        Status::AttackAgainst { .. } => StatusKind::AttackAgainst,
        Status::Defence { .. } | Status::Replace { .. } | Status::Parry { .. } | Status::BestDefence { .. } => {
            StatusKind::Defence
        }
        Status::Damage(_) | Status::HalvesWeapons { .. } => StatusKind::Damage,
        Status::OwnEdge { .. } | Status::EdgeAgainst { .. } | Status::OwnEdgeWith { .. } | Status::EdgeOn { .. } => {
            StatusKind::Advantage
        }
        Status::Initiative(_) => StatusKind::Initiative,
        Status::Blind => StatusKind::Blind,
        Status::Unseen => StatusKind::Unseen,
        Status::Forbid(things) => return things.iter().fold(0, |bits, what| bits | 1 << (KINDS + *what as u32)),
        _ => return 0,
    };
    1 << kind as u32
}

/// A condition with all conditions that it implies ([`Status::Also`]).
#[derive(Clone, Debug, Default)]
pub struct ExpandedCondition {
    /// Its flags and those of all conditions that it implies.
    pub sum: StatusFlags,
    /// The flags of its benefits, if it is a stance.
    pub benefits: StatusFlags,
    /// Whether it builds up to another condition.
    pub builds: bool,
    /// The conditions that it implies, directly or indirectly, each once.
    pub implied: SmallVec<[Name; 2]>,
}

impl ExpandedCondition {
    pub(in crate::content) fn of_all(conditions: &[Condition]) -> Vec<ExpandedCondition> {
        conditions.iter().map(|condition| ExpandedCondition::of(condition, conditions)).collect()
    }

    fn of(condition: &Condition, all: &[Condition]) -> ExpandedCondition {
        let mut implied = SmallVec::new();
        also(condition, all, &mut implied);
        let sum = implied.iter().map(|name| alone(*name, all)).fold(alone(condition.id, all), BitOr::bitor);
        let benefits =
            condition.stance.as_ref().map_or(StatusFlags::default(), |stance| StatusFlags::of(&stance.benefits));
        let builds = condition.does.iter().any(|cited| matches!(cited.does, Status::Builds { .. }));
        ExpandedCondition { sum, benefits, builds, implied }
    }
}

/// The flags of a condition without those it implies. Of two conditions with the same name the later counts.
fn alone(name: Name, all: &[Condition]) -> StatusFlags {
    let Some(place) = all.iter().rposition(|condition| condition.id == name) else { return StatusFlags::default() };
    let conditions = 1u128.checked_shl(place as u32).unwrap_or(0);
    StatusFlags { conditions, ..StatusFlags::of(&all[place].does) }
}

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
