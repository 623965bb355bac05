use serde::{Deserialize, Serialize};

use crate::battle::{Act, CombatantId, Count, SpellId};
use crate::content::{Name, Rule};

/// A due's number in its battle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DueId(pub u32);

/// The parts of one count, in order.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Phase {
    /// Things that last until this count end.
    Endings,
    /// Work that takes time is done.
    Completions,
    /// Sleepers try to wake.
    Wakings,
    /// Turns.
    Turns,
}

/// What is due.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DueKind {
    Turn(CombatantId),
    /// The turn that one who is gone would have had: what lasts until then ends.
    Passing(CombatantId),
    /// An action that takes effect at the end of its time.
    Completion {
        who: CombatantId,
        act: Box<Act>,
    },
    /// A check to wake.
    Waking(CombatantId),
    /// A condition ends.
    ConditionEnds {
        who: CombatantId,
        condition: Name,
        rule: Rule,
    },
    /// A condition harms its bearer.
    Harms {
        who: CombatantId,
        condition: Name,
        rule: Rule,
    },
    /// A spell that was prepared can be held no longer.
    SpellFades(CombatantId),
    /// A spell that lasts is over.
    SpellEnds {
        caster: CombatantId,
        id: SpellId,
    },
    /// A dose of a venom works, and does so as often as is left.
    Dose {
        who: CombatantId,
        by: CombatantId,
        venom: Name,
        dose: u8,
        left: u16,
    },
    /// What a dose of a venom has done wears off, so much of it in all.
    WearsOff {
        who: CombatantId,
        venom: Name,
        dose: u8,
        left: i16,
    },
    /// Points beyond the most there can be are gone.
    BonusEnds {
        who: CombatantId,
        rule: Rule,
    },
}

/// Something that will happen at a known time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Due {
    pub id: DueId,
    /// The count or round.
    pub at: Count,
    pub phase: Phase,
    /// Smaller comes first within a phase; those that are equal come up together.
    pub tie: i32,
    pub what: DueKind,
}

impl Due {
    fn key(&self) -> (Count, Phase, i32, DueId) {
        (self.at, self.phase, self.tie, self.id)
    }
}

/// All dues in the order in which they come up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timeline {
    dues: Vec<Due>,
    issued: u32,
}

impl Timeline {
    /// The number for the next due. Applying the due's event makes it used.
    pub fn next_id(&self) -> DueId {
        DueId(self.issued)
    }

    /// Puts a due in its place.
    pub fn set(&mut self, due: Due) {
        self.issued = self.issued.max(due.id.0 + 1);
        let at = self.dues.partition_point(|other| other.key() < due.key());
        self.dues.insert(at, due);
    }

    /// Removes a due.
    pub fn remove(&mut self, id: DueId) {
        self.dues.retain(|due| due.id != id);
    }

    /// All dues that come up first and together: same count, phase and tie.
    pub fn first(&self) -> &[Due] {
        let Some(first) = self.dues.first() else { return &[] };
        let same = |due: &&Due| (due.at, due.phase, due.tie) == (first.at, first.phase, first.tie);
        let together = self.dues.iter().take_while(same).count();
        &self.dues[..together]
    }

    /// All dues in order.
    pub fn iter(&self) -> impl Iterator<Item = &Due> + '_ {
        self.dues.iter()
    }

    /// The next turn of a combatant.
    pub fn turn_of(&self, who: CombatantId) -> Option<&Due> {
        self.dues.iter().find(|due| due.what == DueKind::Turn(who))
    }
}
