//! Scheduled events of a battle, in the order in which they happen.

use serde::{Deserialize, Serialize};

use crate::battle::{Act, CombatantId, Count, SpellId};
use crate::content::{Name, Rule};

/// Number of a scheduled event, unique within its battle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DueId(pub u32);

/// Order of events within one count or round.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Phase {
    /// Effects that last until now end.
    Endings,
    /// Actions that take time are completed.
    Completions,
    /// Sleeping combatants roll to wake.
    Wakings,
    /// Combatants take their turns.
    Turns,
}

/// Kind of a scheduled event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DueKind {
    /// The turn of a combatant.
    Turn(CombatantId),
    /// The time of the turn that a removed combatant would have had; effects lasting until then end.
    Passing(CombatantId),
    /// An action takes effect at the end of its duration.
    Completion {
        /// The acting combatant.
        who: CombatantId,
        /// The act.
        act: Box<Act>,
    },
    /// A check to wake.
    Waking(CombatantId),
    /// A condition ends.
    ConditionEnds {
        /// The bearer.
        who: CombatantId,
        /// Id of the condition.
        condition: Name,
        /// The rule cited.
        rule: Rule,
    },
    /// A condition damages its bearer.
    Harms {
        /// The bearer.
        who: CombatantId,
        /// Id of the condition.
        condition: Name,
        /// The rule cited.
        rule: Rule,
    },
    /// A prepared spell is lost.
    SpellFades(CombatantId),
    /// A lasting spell ends.
    SpellEnds {
        /// The caster.
        caster: CombatantId,
        /// Number of the spell.
        id: SpellId,
    },
    /// A dose of venom acts, and again for each remaining repetition.
    Dose {
        /// The poisoned combatant.
        who: CombatantId,
        /// The combatant that poisoned it.
        by: CombatantId,
        /// Id of the venom.
        venom: Name,
        /// Index of the dose within the venom.
        dose: u8,
        /// Number of times it acts, this time included.
        left: u16,
    },
    /// The accumulated effect of a dose of venom wears off.
    WearsOff {
        /// The poisoned combatant.
        who: CombatantId,
        /// Id of the venom.
        venom: Name,
        /// Index of the dose within the venom.
        dose: u8,
        /// Points or levels that are left.
        left: i16,
    },
    /// Temporary points above the maximum are lost.
    BonusEnds {
        /// The combatant with the bonus points.
        who: CombatantId,
        /// The rule cited.
        rule: Rule,
    },
}

impl DueKind {
    /// Whether it is the turn of a combatant, or the time of the turn that a removed combatant would have had.
    pub fn is_of_turn(&self) -> bool {
        matches!(self, DueKind::Turn(_) | DueKind::Passing(_))
    }
}

/// An event scheduled for a known time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Due {
    /// Number of the event.
    pub id: DueId,
    /// When it happens: a count or a round.
    pub at: Count,
    /// Phase within that time.
    pub phase: Phase,
    /// Sort key within a phase, lowest first. Events with equal keys are simultaneous.
    pub tie: i32,
    /// Effect of the event.
    pub what: DueKind,
}

impl Due {
    fn key(&self) -> (Count, Phase, i32, DueId) {
        (self.at, self.phase, self.tie, self.id)
    }
}

/// All scheduled events of a battle, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timeline {
    dues: Vec<Due>,
    issued: u32,
}

impl Timeline {
    /// The number for the next event. It stays the same until an event with it is added by [`set`](Timeline::set).
    pub fn next_id(&self) -> DueId {
        DueId(self.issued)
    }

    /// Adds an event at its place in the order.
    pub fn set(&mut self, due: Due) {
        self.issued = self.issued.max(due.id.0 + 1);
        let at = self.dues.partition_point(|other| other.key() < due.key());
        self.dues.insert(at, due);
    }

    /// Removes an event.
    pub fn remove(&mut self, id: DueId) {
        self.dues.retain(|due| due.id != id);
    }

    /// The simultaneous events that come first: same time, phase and tie.
    pub fn first(&self) -> &[Due] {
        let Some(first) = self.dues.first() else { return &[] };
        let same = |due: &&Due| (due.at, due.phase, due.tie) == (first.at, first.phase, first.tie);
        let together = self.dues.iter().take_while(same).count();
        &self.dues[..together]
    }

    /// All events in order.
    pub fn iter(&self) -> impl Iterator<Item = &Due> + '_ {
        self.dues.iter()
    }

    /// The next scheduled turn of a combatant.
    pub fn turn_of(&self, who: CombatantId) -> Option<&Due> {
        self.dues.iter().find(|due| due.what == DueKind::Turn(who))
    }
}
