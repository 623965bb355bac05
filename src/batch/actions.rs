//! Statistics of actions and other sources of damage.

use serde::{Deserialize, Serialize};

use super::observer::MILLION;
use crate::content::Name;
use crate::mechanics::attack::Chances;
use crate::rules::Ruleset;

/// Totals of one action.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActionTotals {
    /// Number of times it was declared.
    pub times: u64,
    /// Rolls made for it against a target.
    pub rolls: u64,
    /// Rolls that succeeded.
    pub successes: u64,
    /// Expected successes, in millionths.
    pub expected: u64,
    /// Damage dealt: hit points and fatigue.
    pub dealt: i64,
    /// Combatants that fell and were last damaged by it.
    pub felled: u64,
}

/// Totals of an action, or of another source of damage (fire, poison, a fall), over all battles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActionTally {
    /// Display name.
    pub words: String,
    /// Totals over all battles.
    pub sums: ActionTotals,
}

impl ActionTotals {
    fn merge(&mut self, other: &ActionTotals) {
        self.times += other.times;
        self.rolls += other.rolls;
        self.successes += other.successes;
        self.expected += other.expected;
        self.dealt += other.dealt;
        self.felled += other.felled;
    }

    /// Actual and expected success rate in percent; `None` without rolls.
    pub fn rates(&self) -> Option<[f64; 2]> {
        let rolls = (self.rolls > 0).then_some(self.rolls as f64)?;
        Some([self.successes as f64, self.expected as f64 / MILLION as f64].map(|successes| 100.0 * successes / rolls))
    }
}

/// Totals of all actions in one battle.
#[derive(Clone, Debug, Default)]
pub struct ActionStats {
    all: Vec<(Name, ActionTotals)>,
    /// The last source of damage to each combatant.
    last: Vec<Option<Name>>,
}

impl ActionStats {
    /// Empty totals for a number of combatants.
    pub fn new(combatants: usize) -> ActionStats {
        ActionStats { all: Vec::new(), last: vec![None; combatants] }
    }

    /// Counts a declared action.
    pub fn declared(&mut self, id: Name) {
        self.of(id).times += 1;
    }

    /// Counts a roll against a target, with the probabilities of its result.
    pub fn rolled(&mut self, id: Name, succeeds: bool, chances: Chances) {
        let sums = self.of(id);
        sums.rolls += 1;
        sums.successes += u64::from(succeeds);
        sums.expected += expected(chances);
    }

    /// Counts damage to a combatant by an action or another source.
    pub fn harmed(&mut self, id: Name, whom: usize, lost: i64) {
        self.of(id).dealt += lost;
        self.last.get_mut(whom).into_iter().for_each(|last| *last = Some(id));
    }

    /// Counts a fallen combatant.
    pub fn fell(&mut self, who: usize) {
        if let Some(id) = self.last.get(who).copied().flatten() {
            self.of(id).felled += 1;
        }
    }

    fn of(&mut self, id: Name) -> &mut ActionTotals {
        let known = self.all.iter().position(|(known, _)| *known == id);
        let at = known.unwrap_or_else(|| {
            self.all.push((id, ActionTotals::default()));
            self.all.len() - 1
        });
        &mut self.all[at].1
    }

    /// All actions and other sources of damage, by id.
    pub fn iter(&self) -> impl Iterator<Item = (Name, &ActionTotals)> {
        self.all.iter().map(|(id, sums)| (*id, sums))
    }
}

impl ActionTally {
    /// An empty tally of an action, or of another source of damage.
    pub fn of(rules: &Ruleset, id: Name) -> ActionTally {
        let named = rules.actions.get(id).map(|action| action.name.to_lowercase());
        ActionTally { words: named.unwrap_or_else(|| id.as_str().replace('_', " ")), sums: ActionTotals::default() }
    }

    /// Adds the totals of a battle.
    pub fn add(&mut self, sums: &ActionTotals) {
        self.sums.merge(sums);
    }

    /// Adds the totals of other battles.
    pub fn merge(&mut self, other: &ActionTally) {
        self.sums.merge(&other.sums);
    }
}

/// Expected hits of one roll, in millionths.
pub fn expected(chances: Chances) -> u64 {
    u64::from(chances.hits) * MILLION / u64::from(chances.faces.max(1))
}
