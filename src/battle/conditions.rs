//! Conditions of a combatant, facts between two combatants, and holds.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::battle::{CombatantId, HandSet};
use crate::content::{AdvantageKind, Hold, Name, Rule};

/// When a condition or other temporary effect ends by itself.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Until {
    /// Never; it lasts until something ends it.
    Ended,
    /// At the start of its bearer's next turn.
    BearerActs,
    /// At the start of this combatant's next turn.
    Acts(CombatantId),
    /// At the start of this combatant's first turn in this round or later.
    Round(CombatantId, i32),
    /// At the end of its bearer's n-th turn, see [`TurnState::turns`](super::TurnState::turns).
    AfterTurn(u16),
    /// At this count.
    Count(i32),
    /// At the end of this combatant's n-th turn.
    TurnOf(CombatantId, u16),
    /// At an attack on its bearer (each level withstands one more attack), or at the start of its bearer's next turn.
    Attacked,
    /// When its bearer's current movement is over.
    Halted,
    /// At the end of this round.
    RoundEnd(i32),
    /// With its bearer's next action that costs anything: after it if that is an attack with a weapon on the other combatant,
    /// before it otherwise (FS-093, FS-G29).
    NextAction,
}

/// One condition on a combatant.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Afflicted {
    /// Id of the condition.
    pub condition: Name,
    /// The combatant that caused it.
    pub by: Option<CombatantId>,
    /// When it ends by itself.
    pub until: Until,
    /// Level or penalty, for conditions with a magnitude; 0 otherwise.
    pub level: i16,
    /// The checks against it, where it is an affliction.
    #[serde(default, skip_serializing_if = "AfflictionState::is_unused")]
    pub state: AfflictionState,
}

impl Afflicted {
    /// A condition without checks against it.
    pub fn new(condition: Name, by: Option<CombatantId>, until: Until, level: i16) -> Afflicted {
        Afflicted { condition, by, until, level, state: AfflictionState::default() }
    }

    /// A condition that no combatant caused and that lasts until something ends it.
    pub fn lasting(condition: Name, level: i16) -> Afflicted {
        Afflicted::new(condition, None, Until::Ended, level)
    }
}

/// The checks against an affliction (HD-340, HD-G25).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AfflictionState {
    /// The number that checks against it must reach.
    pub against: i16,
    /// Successes of its bearer since it last became lighter.
    pub successes: u8,
    /// Rounds since the last check of its bearer.
    pub waited: u8,
}

impl AfflictionState {
    /// Whether there is nothing to remember.
    pub fn is_unused(&self) -> bool {
        *self == AfflictionState::default()
    }
}

/// Conditions of a combatant, oldest first. Conditions that follow from a hold are derived, not stored.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(opaque, Component, Debug, PartialEq, Serialize, Deserialize)]
pub struct Conditions(pub SmallVec<[Afflicted; 4]>);

impl Conditions {
    /// Whether this condition is present.
    pub fn has(&self, condition: Name) -> bool {
        self.0.iter().any(|held| held.condition == condition)
    }

    /// Sum of the levels of all instances of this condition; 0 if absent.
    pub fn level(&self, condition: Name) -> i16 {
        let held = self.0.iter().filter(|held| held.condition == condition);
        held.fold(0i16, |sum, held| sum.saturating_add(held.level))
    }

    /// Replaces one instance by another, or removes it.
    pub fn change(&mut self, was: &Afflicted, now: Option<Afflicted>) {
        let at = self.0.iter().position(|held| held == was);
        match (at, now) {
            (Some(at), Some(now)) => self.0[at] = now,
            (Some(at), None) => drop(self.0.remove(at)),
            (None, _) => {}
        }
    }
}

/// How one combatant is affected in relation to one other.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PairRelation {
    /// Bonuses on its next attack on the other.
    NextAttack {
        /// Bonus on the attack roll.
        to_hit: i16,
        /// Bonus on the damage.
        damage: i16,
        /// Advantage or disadvantage on the attack roll.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edge: Option<AdvantageKind>,
    },
    /// Modifier on its attacks on the other.
    Attack(i16),
    /// Modifier on its attack on the other when both attack each other simultaneously.
    Mutual(i16),
    /// Modifier on its defences against the other.
    Defence(i16),
    /// This condition, only in relation to the other.
    Has(Name),
    /// Has forced its way through the other's space.
    Passes {
        /// Whether the space counts as difficult terrain.
        difficult: bool,
    },
    /// Modifier on its check to push the other along with bodies that it pushes already.
    PushedAlong(i16),
    /// The roll of Stealth by which it hides from the other.
    Sneaks {
        /// The natural result.
        natural: i16,
        /// The bonus, or the target number of a roll under one.
        bonus: i16,
    },
    /// The total of a roll that may count in place of its defence against some attacks of the other (HD-262).
    Guard(i16),
    /// May enter the other's space, and stay in it (HD-266).
    Enters,
    /// Moves the other along as it moves, for movement that costs at most this many points more (HD-290).
    Drags(u8),
}

/// A temporary fact between two combatants.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairFact {
    /// The other combatant.
    pub towards: CombatantId,
    /// The effect.
    pub slant: PairRelation,
    /// When it ends by itself.
    pub until: Until,
    /// Rule id.
    pub rule: Rule,
}

/// All pair facts of one combatant.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(opaque, Component, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairFacts(pub SmallVec<[PairFact; 2]>);

impl PairFacts {
    /// The facts in relation to one other combatant.
    pub fn towards(&self, other: CombatantId) -> impl Iterator<Item = &PairFact> + '_ {
        self.0.iter().filter(move |fact| fact.towards == other)
    }
}

/// Number of a hold, unique within its battle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LinkId(pub u32);

impl LinkId {
    /// The number of the second of two holds that begin together.
    pub fn other(self) -> LinkId {
        LinkId(self.0 | 1 << 31)
    }
}

/// Kind of hold.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LinkKind {
    /// The holder grabs the target from its own space.
    Grab,
    /// Both share one space.
    Clinch,
    /// Both move together, each keeping its place beside the other.
    Tied,
    /// The holder rides on the other and shares its space. It is no hold: rules about holds do not concern it.
    Ride,
}

/// A hold of one combatant on another, or a rider on its mount. A combatant can take part in several.
#[derive(Component, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(opaque, Component, Debug, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// Number of the hold.
    pub id: LinkId,
    /// Kind of hold.
    pub kind: LinkKind,
    /// The holding combatant.
    pub holder: CombatantId,
    /// The held combatant.
    pub held: CombatantId,
    /// Further qualities of the hold.
    pub qualities: SmallVec<[Hold; 2]>,
    /// The hands of the holder that keep the hold, where holds take particular ones.
    #[serde(default, skip_serializing_if = "HandSet::is_empty")]
    pub hands: HandSet,
    /// How many times the holder has tightened its grip, where that counts ([`Hold::Stacks`]).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stacks: u16,
    /// Whether an outside force was the last to move one of the two, where that can end the hold.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forced: bool,
}

fn is_zero(stacks: &u16) -> bool {
    *stacks == 0
}

impl Link {
    /// A new hold without further qualities.
    pub fn new(id: LinkId, kind: LinkKind, holder: CombatantId, held: CombatantId) -> Link {
        let (qualities, hands) = (SmallVec::new(), HandSet::default());
        Link { id, kind, holder, held, qualities, hands, stacks: 0, forced: false }
    }

    /// Whether it concerns a combatant, as holder or held.
    pub fn concerns(&self, who: CombatantId) -> bool {
        self.holder == who || self.held == who
    }

    /// Whether the held combatant is pinned.
    pub fn is_pin(&self) -> bool {
        self.qualities.contains(&Hold::Pinned)
    }

    /// Penalty on escaping: 0 or negative.
    pub fn firmness(&self) -> i16 {
        let penalties = self.qualities.iter().map(|quality| match quality {
            Hold::HardToBreak(amount) => *amount,
            Hold::Pinned | Hold::Stacks(_) => 0,
        });
        penalties.min().unwrap_or(0).min(0)
    }
}
