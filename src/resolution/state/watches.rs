//! Which combatants could react at which points of the resolution, worked out once per battle.

use crate::battle::{CombatantId, Row};
use crate::content::{Reaction, Requirement, TriggerSet};
use crate::rules::Ruleset;

/// For each combatant, the points at which the rules have a reaction that it could ever take. It leaves out reactions that need a
/// quality which the combatant has not learned; everything else about a reaction may change during a battle.
#[derive(Clone, Debug, Default)]
pub struct Watches {
    by_combatant: Vec<TriggerSet>,
    all: TriggerSet,
    readied: TriggerSet,
}

impl Watches {
    /// The watches of these combatants.
    pub fn new(rules: &Ruleset, rows: &[Row]) -> Watches {
        let of = |row: &Row| {
            let known = rules.policies.reactions.iter().filter(|reaction| has_learned(row, reaction));
            known.map(Reaction::points).fold(TriggerSet::default(), TriggerSet::with)
        };
        let by_combatant: Vec<TriggerSet> = rows.iter().map(of).collect();
        let all = by_combatant.iter().copied().fold(TriggerSet::default(), TriggerSet::with);
        let watches = rules.policies.ready.iter().flat_map(|policy| &policy.watches);
        let points = watches.map(|watch| TriggerSet::of(watch.on.trigger()));
        let readied = points.fold(TriggerSet::default(), TriggerSet::with);
        Watches { by_combatant, all, readied }
    }

    /// The points at which any combatant could react.
    pub fn all(&self) -> TriggerSet {
        self.all
    }

    /// The points at which a readied action could be set off.
    pub fn readied(&self) -> TriggerSet {
        self.readied
    }

    /// The points at which a combatant could react.
    pub fn of(&self, who: CombatantId) -> TriggerSet {
        self.by_combatant.get(who.index()).copied().unwrap_or_default()
    }
}

fn has_learned(row: &Row, reaction: &Reaction) -> bool {
    reaction.requires.iter().all(|cited| match cited.needs {
        Requirement::Quality(quality) => row.sheet.has(quality),
        _ => true,
    })
}
