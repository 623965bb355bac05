//! Turn state of a combatant, its readied action and the spell that it prepares.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::{Act, CombatantId, WeaponSlot};
use crate::content::{Name, PoolId};

/// A point in time: a half-second count or a round, by the [`TurnOrder`](crate::content::TurnOrder) of the rule system.
pub type Count = i32;

/// Stage of a combatant's turn.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
pub enum TurnStage {
    /// Between turns.
    #[default]
    Over,
    /// Begun; nothing done yet.
    Fresh,
    /// Begun; something has been done.
    Used,
    /// Begun and delayed: it may be taken after another combatant's turn.
    Delayed,
}

/// Turn order and turn budget of a combatant.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
pub struct TurnState {
    /// Time of its next turn; `None` if it has none.
    pub next: Option<Count>,
    /// Initiative, in round-based systems.
    pub initiative: i16,
    /// The part of its initiative that conditions give.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub of_conditions: i16,
    /// Sort key within a round, lowest first.
    pub place: i32,
    /// Stage of its turn.
    pub stage: TurnStage,
    /// The combatant that its delayed turn follows, where that is named at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follows: Option<CombatantId>,
    /// The commander in whose turn it acts: of several, the last to command it. `None` if it acts by itself.
    pub commander: Option<CombatantId>,
    /// Round in which it was last commanded; 0 if never.
    pub commanded: Count,
    /// Count or round in which its last turn began.
    pub started: Count,
    /// Earliest count at which it can wake, if it has fallen asleep.
    pub rests_until: Count,
    /// Whether it only rolls to wake after long rests, because it was dying in this sleep and has been stabilized.
    pub long_rests: bool,
    /// Id of its last action.
    pub last: Option<Name>,
    /// Target of its last action, or the combatant it moved towards.
    pub last_target: Option<CombatantId>,
    /// Weapon of its last attack.
    pub last_weapon: Option<WeaponSlot>,
    /// Number of turns it has begun.
    pub turns: u16,
    /// Points left in each pool.
    pub pools: ResourcePoints,
    /// Movement gained and spent, in rule systems with a pool of movement.
    #[serde(default, skip_serializing_if = "MovementPool::is_untouched")]
    pub movement: MovementPool,
}

fn is_zero(number: &i16) -> bool {
    *number == 0
}

/// Points left in the pools of the [`ActionEconomy`](crate::content::ActionEconomy); negative while a pool is in debt.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
pub struct ResourcePoints([i16; PoolId::MOST]);

impl ResourcePoints {
    /// Points left in a pool.
    ///
    /// # Panics
    /// If the place is not below [`PoolId::MOST`]; rule systems with more pools are refused.
    pub fn left(&self, pool: PoolId) -> i16 {
        self.0[usize::from(pool.0)]
    }

    /// Sets the points left in a pool.
    ///
    /// # Panics
    /// Like [`left`](ResourcePoints::left).
    pub fn set(&mut self, pool: PoolId, left: i16) {
        self.0[usize::from(pool.0)] = left;
    }
}

/// Movement gained and spent since the pool of movement was last renewed. What is left of it also depends on the current rate.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
pub struct MovementPool {
    /// The turn of the combatant, by number, or the round to which the amounts belong; later they no longer count.
    pub period: Count,
    /// Quarters of a cell gained by actions.
    pub gained: u16,
    /// Quarters of a cell spent.
    pub spent: u16,
    /// Whether the next diagonal step is a costly one, where diagonal steps are counted over all movements.
    pub is_diagonal_due: bool,
}

impl MovementPool {
    /// Whether nothing has been gained or spent in the whole battle.
    pub fn is_untouched(&self) -> bool {
        *self == MovementPool::default()
    }
}

impl TurnState {
    /// Points left in the pool of actions; 0 in debt.
    pub fn actions(&self) -> u8 {
        self.left(PoolId::ACTIONS)
    }

    /// Points left in the pool of reactions; 0 in debt.
    pub fn reactions(&self) -> u8 {
        self.left(PoolId::REACTIONS)
    }

    fn left(&self, pool: PoolId) -> u8 {
        self.pools.left(pool).clamp(0, u8::MAX.into()) as u8
    }

    /// Whether its turn is delayed.
    pub fn is_delaying(&self) -> bool {
        self.stage == TurnStage::Delayed
    }

    /// Whether it has yet to act in a round: its turn is to come, or delayed.
    pub fn is_to_act(&self, round: Count) -> bool {
        self.is_delaying() || self.next == Some(round)
    }

    /// Whether its turn has begun and not ended, including delayed turns.
    pub fn is_open(&self) -> bool {
        self.stage != TurnStage::Over
    }
}

/// A readied action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Readied {
    /// Trigger, by its id in the ruleset.
    pub watch: Name,
    /// Action performed when triggered.
    pub act: Act,
}

/// The readied action of a combatant, if any.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(opaque, Component, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ready(pub Option<Readied>);

/// An action that is paid for over several turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Channel {
    /// The act that is carried out once all is paid.
    pub act: Act,
    /// Points of each pool paid so far.
    pub paid: ResourcePoints,
    /// The rounds in which it was paid for, where it takes whole ones.
    #[serde(default, skip_serializing_if = "is_none_yet")]
    pub rounds: u8,
    /// The last of them.
    #[serde(default, skip_serializing_if = "is_never")]
    pub last: Count,
}

fn is_none_yet(rounds: &u8) -> bool {
    *rounds == 0
}

fn is_never(round: &Count) -> bool {
    *round == 0
}

/// The action that a combatant pays for over several turns, if any.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(opaque, Component, Debug, PartialEq, Serialize, Deserialize)]
pub struct Channelling(pub Option<Box<Channel>>);

/// Spell preparation of a combatant, in systems where spells are prepared before casting.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(opaque, Component, Debug, PartialEq, Serialize, Deserialize)]
pub struct Incanting {
    /// Attempts at each spell today.
    pub tried: Vec<(Name, u8)>,
    /// The spell in preparation or ready to cast.
    pub spell: Option<Prepared>,
}

/// A spell in preparation or ready to cast.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prepared {
    /// Id of the action that casts it.
    pub spell: Name,
    /// Points of damage and fatigue taken during preparation.
    pub hurt: i16,
    /// Number of turns with movement during preparation.
    pub moved: i16,
    /// Charges put into it.
    pub charges: i16,
    /// Until when it can be held; `None` while still in preparation.
    pub until: Option<Count>,
}

impl Incanting {
    /// Attempts at a spell today.
    pub fn tried(&self, spell: Name) -> u8 {
        self.tried.iter().find(|(known, _)| *known == spell).map_or(0, |(_, times)| *times)
    }

    /// The spell in preparation.
    pub fn under_way(&self) -> Option<&Prepared> {
        self.spell.as_ref().filter(|spell| spell.until.is_none())
    }

    /// The spell ready to cast.
    pub fn ready(&self) -> Option<&Prepared> {
        self.spell.as_ref().filter(|spell| spell.until.is_some())
    }

    /// A copy without the spell.
    pub fn without_spell(&self) -> Incanting {
        Incanting { spell: None, ..self.clone() }
    }

    /// A copy after an attempt at a spell: one more attempt counted, and no spell.
    pub fn after_trying(&self, spell: Name) -> Incanting {
        let mut after = self.without_spell();
        match after.tried.iter_mut().find(|(known, _)| *known == spell) {
            Some((_, times)) => *times = times.saturating_add(1),
            None => after.tried.push((spell, 1)),
        }
        after
    }
}
