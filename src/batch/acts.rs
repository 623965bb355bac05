//! What was done, action by action, and what came of it.

use serde::{Deserialize, Serialize};

use super::seen::PARTS;
use crate::content::Name;
use crate::mechanics::degree::Chances;
use crate::rules::Ruleset;

/// How often something was done, and what came of it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActSums {
    /// How often it was declared.
    pub times: u64,
    /// Rolls for it against somebody.
    pub rolls: u64,
    pub successes: u64,
    /// Successes to be expected, in millionths.
    pub expected: u64,
    /// Hit points and fatigue that it took.
    pub dealt: i64,
    /// Those who fell and whom it had harmed last.
    pub felled: u64,
}

/// An action, or what else harms (fire, poison, a fall), over all battles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActTally {
    /// What it is called.
    pub words: String,
    pub sums: ActSums,
}

impl ActSums {
    fn merge(&mut self, other: &ActSums) {
        self.times += other.times;
        self.rolls += other.rolls;
        self.successes += other.successes;
        self.expected += other.expected;
        self.dealt += other.dealt;
        self.felled += other.felled;
    }

    /// Successes of a hundred rolls, and those to be expected; `None` where nothing was rolled.
    pub fn rates(&self) -> Option<[f64; 2]> {
        let rolls = (self.rolls > 0).then_some(self.rolls as f64)?;
        Some([self.successes as f64, self.expected as f64 / PARTS as f64].map(|successes| 100.0 * successes / rolls))
    }
}

/// Everything done in one battle.
#[derive(Clone, Debug, Default)]
pub struct Acts {
    all: Vec<(Name, ActSums)>,
    /// What harmed each combatant last.
    last: Vec<Option<Name>>,
}

impl Acts {
    /// Nothing yet, of so many combatants.
    pub fn new(combatants: usize) -> Acts {
        Acts { all: Vec::new(), last: vec![None; combatants] }
    }

    /// Somebody declares an action.
    pub fn declared(&mut self, id: Name) {
        self.of(id).times += 1;
    }

    /// Somebody rolled for an action against somebody, with such chances.
    pub fn rolled(&mut self, id: Name, succeeds: bool, chances: Chances) {
        let sums = self.of(id);
        sums.rolls += 1;
        sums.successes += u64::from(succeeds);
        sums.expected += expected(chances);
    }

    /// An action, or what else harms, took so much from somebody.
    pub fn harmed(&mut self, id: Name, whom: usize, lost: i64) {
        self.of(id).dealt += lost;
        self.last.get_mut(whom).into_iter().for_each(|last| *last = Some(id));
    }

    /// Somebody fell.
    pub fn fell(&mut self, who: usize) {
        if let Some(id) = self.last.get(who).copied().flatten() {
            self.of(id).felled += 1;
        }
    }

    fn of(&mut self, id: Name) -> &mut ActSums {
        let known = self.all.iter().position(|(known, _)| *known == id);
        let at = known.unwrap_or_else(|| {
            self.all.push((id, ActSums::default()));
            self.all.len() - 1
        });
        &mut self.all[at].1
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = (Name, &ActSums)> {
        self.all.iter().map(|(id, sums)| (*id, sums))
    }
}

impl ActTally {
    /// Nothing yet of an action of these rules, or of what else harms.
    pub fn of(rules: &Ruleset, id: Name) -> ActTally {
        let named = rules.actions.get(id).map(|action| action.name.to_lowercase());
        ActTally { words: named.unwrap_or_else(|| id.as_str().replace('_', " ")), sums: ActSums::default() }
    }

    /// Adds what was done in a battle.
    pub fn add(&mut self, sums: &ActSums) {
        self.sums.merge(sums);
    }

    /// Adds that of other battles.
    pub fn merge(&mut self, other: &ActTally) {
        self.sums.merge(&other.sums);
    }
}

/// Hits to be expected of one roll, in millionths.
pub fn expected(chances: Chances) -> u64 {
    u64::from(chances.hits) * PARTS / u64::from(chances.faces.max(1))
}
