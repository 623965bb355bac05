//! Statistics of one battle, its combatants, and its actions and other sources of damage, collected while it is played.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::prompts::PromptTotals;
use crate::battle::{CombatantId, LinkKind};
use crate::content::{Label, Name, RollPolicies, Rule, Term};
use crate::control::Answer;
use crate::mechanics::checks::{Chances, roller};
use crate::mechanics::damage::AppliedDamage;
use crate::odds::{ChanceCache, would_succeed};
use crate::resolution::event::Rolled;
use crate::resolution::{Asks, BattleEvent, BattleState, Choice, Prompt, Setup};
use crate::rules::Ruleset;

/// Probabilities are summed in millionths, so that sums are integers.
const MILLION: u64 = 1_000_000;

/// Statistics of one combatant in one battle.
#[derive(Clone, Debug, Default)]
pub struct CombatantStats {
    /// Number of actions declared.
    pub actions: u64,
    /// Damage dealt to others: hit points and fatigue.
    pub dealt: i64,
    /// Damage dealt from the declaration of each of its actions to the declaration of the next.
    pub by_action: Vec<i64>,
    /// Damage taken: hit points and fatigue.
    pub taken: i64,
    /// Weapon rolls against a target.
    pub attacks: u64,
    /// Weapon rolls that hit.
    pub hits: u64,
    /// Expected hits, in millionths.
    pub expected: u64,
    /// Whether it fell unconscious, died or was carried away.
    pub fell: bool,
    /// Whether it was the first in the battle to fall.
    pub fell_first: bool,
}

/// How often a modifier was part of a roll, and how often it decided the result.
#[derive(Copy, Clone, Debug)]
pub struct TermUse {
    /// The modifier.
    pub label: Label,
    /// The rule it comes from.
    pub rule: Rule,
    /// Rolls that it was part of.
    pub times: u64,
    /// Rolls whose result it decided.
    pub decided: u64,
    /// Bit mask of the sides whose rolls it was part of.
    pub sides: u32,
}

/// Statistics of one battle, collected from its facts.
#[derive(Clone, Debug, Default)]
pub struct BattleObserver {
    /// Statistics of combatants, by id.
    pub combatants: Vec<CombatantStats>,
    /// Roll modifiers.
    pub terms: Vec<TermUse>,
    /// Actions and other sources of damage.
    pub actions: ActionStats,
    /// How often each condition was gained.
    pub conditions: BTreeMap<&'static str, u64>,
    /// How often each kind of hold was gained.
    pub holds: BTreeMap<&'static str, u64>,
    /// Reactions by name: number of times offered and taken.
    pub reactions: BTreeMap<&'static str, [u64; 2]>,
    /// The questions other than turns, by side.
    pub prompts: Vec<PromptTotals>,
    any_fell: bool,
    chances_cache: ChanceCache,
}

impl BattleObserver {
    /// An observer of a new battle.
    pub fn new(setup: &Setup) -> BattleObserver {
        let count = setup.combatants.len();
        BattleObserver {
            combatants: vec![CombatantStats::default(); count],
            actions: ActionStats::new(count),
            prompts: vec![PromptTotals::default(); setup.sides.len()],
            ..BattleObserver::default()
        }
    }

    /// Exchanges its cache of roll probabilities for that of other battles under the same rules.
    pub fn share(&mut self, chances: &mut ChanceCache) {
        std::mem::swap(&mut self.chances_cache, chances);
    }

    /// Adds all facts since the last call and clears the log.
    pub fn observe(&mut self, battle: &mut BattleState) {
        battle.log().events().iter().for_each(|event| self.note(event, battle.setup()));
        battle.log_mut().clear();
    }

    /// Counts a question, its answer, and the reactions that are offered and taken.
    pub fn record(&mut self, prompt: &Prompt, answer: &Answer, setup: &Setup) {
        if let Asks::React { options, .. } = &prompt.asks {
            for option in options {
                self.reactions.entry(option.as_str()).or_default()[0] += 1;
            }
        }
        if let Choice::React(name) = &answer.choice {
            self.reactions.entry(name.as_str()).or_default()[1] += 1;
        }
        let side = setup.combatants.get(prompt.who.index()).map_or(0, |combatant| combatant.side.0);
        if let Some(prompts) = self.prompts.get_mut(usize::from(side)) {
            prompts.count(&prompt.asks, answer.ordered);
        }
    }

    fn note(&mut self, event: &BattleEvent, setup: &Setup) {
        match event {
            BattleEvent::ActionDeclared { who, act } => {
                self.actions.declared(act.action);
                self.update(*who, |stats| {
                    stats.actions += 1;
                    stats.by_action.push(0);
                });
            }
            BattleEvent::CheckRolled(rolled) => self.rolled(rolled, setup),
            BattleEvent::DamageTaken(hurt) => self.hurt(hurt),
            BattleEvent::ConditionGained { affliction, .. } | BattleEvent::ConditionJoined { affliction, .. } => {
                *self.conditions.entry(affliction.condition.as_str()).or_default() += 1;
            }
            BattleEvent::LinkMade { link, .. } => {
                let word = match link.kind {
                    LinkKind::Grab => "grab",
                    LinkKind::Clinch => "clinch",
                    LinkKind::Tied => "tied",
                    LinkKind::Ride => "ride",
                };
                *self.holds.entry(word).or_default() += 1;
            }
            BattleEvent::FellUnconscious { who, .. }
            | BattleEvent::Died { who, .. }
            | BattleEvent::CarriedOff { who, .. } => self.fell(*who),
            _ => {}
        }
    }

    fn update(&mut self, who: CombatantId, note: impl FnOnce(&mut CombatantStats)) {
        if let Some(stats) = self.combatants.get_mut(who.index()) {
            note(stats);
        }
    }

    fn hurt(&mut self, hurt: &AppliedDamage) {
        let lost = i64::from(hurt.wounds.max(0)) + i64::from(hurt.fatigue.max(0));
        self.actions.harmed(hurt.action, hurt.target.index(), lost);
        self.update(hurt.target, |stats| stats.taken += lost);
        if hurt.by != hurt.target {
            self.update(hurt.by, |stats| {
                stats.dealt += lost;
                stats.by_action.last_mut().into_iter().for_each(|dealt| *dealt += lost);
            });
        }
    }

    fn fell(&mut self, who: CombatantId) {
        let first = !std::mem::replace(&mut self.any_fell, true);
        self.actions.fell(who.index());
        self.update(who, |stats| {
            stats.fell = true;
            stats.fell_first |= first;
        });
    }

    fn rolled(&mut self, rolled: &Rolled, setup: &Setup) {
        let rolls = &setup.rules.policies.rolls;
        if rolled.target.is_none() {
            return;
        }
        let (hit, chances) = (rolled.degree.is_hit(), self.chances_cache.of(rolls, rolled));
        self.actions.rolled(rolled.action, hit, chances);
        if rolled.weapon.is_some() {
            self.update(rolled.who, |stats| {
                stats.attacks += 1;
                stats.hits += u64::from(hit);
                stats.expected += expected(chances);
            });
        }
        let side = setup.combatants.get(rolled.who.index()).map_or(0, |combatant| combatant.side.0);
        self.count_terms(rolls, rolled, 1u32.checked_shl(side.into()).unwrap_or(0));
    }

    fn count_terms(&mut self, rolls: &RollPolicies, rolled: &Rolled, side: u32) {
        let hit = rolled.degree.is_hit();
        let without = |bonus: i16, difficulty: i16| would_succeed(rolls, rolled, rolled.natural, (bonus, difficulty));
        // Base values and stats are part of every roll.
        let is_situational = |term: &&Term| {
            let label = term.label;
            !matches!(
                label,
                Label::Base | Label::NaturalRoll | Label::NaturalShift | Label::Stat(_) | Label::Attribute(_)
            )
        };
        for term in rolled.bonus.terms().iter().filter(is_situational) {
            self.apply(term.label, term.rule, side, hit != without(term.amount, 0));
        }
        for term in rolled.difficulty.terms().iter().filter(is_situational) {
            self.apply(term.label, term.rule, side, hit != without(0, term.amount));
        }
        let first =
            roller::first_shown(rolls.of(rolled.roll), &rolled.dice).map_or(rolled.natural, |first| first.total);
        let even = would_succeed(rolls, rolled, first, (0, 0));
        for (at, term) in rolled.edge.terms().iter().enumerate() {
            let decides = rolled.edge.net() == Some(term.gives) && rolled.edge.net_without(at).is_none();
            self.apply(term.label, term.rule, side, decides && hit != even);
        }
    }

    fn apply(&mut self, label: Label, rule: Rule, side: u32, decided: bool) {
        let is_it = |applied: &TermUse| applied.label == label && applied.rule == rule;
        let new = || TermUse { label, rule, times: 0, decided: 0, sides: 0 };
        let applied = find_or_add(&mut self.terms, is_it, new);
        applied.times += 1;
        applied.decided += u64::from(decided);
        applied.sides |= side;
    }
}

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
    /// How often a combatant last damaged by it fell unconscious, died or was carried away.
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
    /// Adds other totals.
    pub fn merge(&mut self, other: &ActionTotals) {
        add!(other to self: times, rolls, successes, expected, dealt, felled);
    }

    /// Actual and expected success rate in percent; `None` without rolls.
    pub fn rates(&self) -> Option<[f64; 2]> {
        success_rates(self.rolls, self.successes, self.expected)
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

    /// Counts that a combatant fell unconscious, died or was carried away.
    pub fn fell(&mut self, who: usize) {
        if let Some(id) = self.last.get(who).copied().flatten() {
            self.of(id).felled += 1;
        }
    }

    fn of(&mut self, id: Name) -> &mut ActionTotals {
        &mut find_or_add(&mut self.all, |(known, _)| *known == id, || (id, ActionTotals::default())).1
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
}

/// The actual success rate of some rolls, and the expected one given its sum in millionths, in percent; `None` without rolls.
pub(super) fn success_rates(rolls: u64, successes: u64, expected: u64) -> Option<[f64; 2]> {
    let expected = expected as f64 / MILLION as f64;
    (rolls > 0).then(|| [successes as f64, expected].map(|successes| 100.0 * successes / rolls as f64))
}

pub(super) fn find_or_add<T>(all: &mut Vec<T>, fits: impl Fn(&T) -> bool, new: impl FnOnce() -> T) -> &mut T {
    let known = all.iter().position(fits);
    let at = known.unwrap_or_else(|| {
        all.push(new());
        all.len() - 1
    });
    &mut all[at]
}

/// Expected hits of one roll, in millionths.
fn expected(chances: Chances) -> u64 {
    u64::from(chances.hits) * MILLION / u64::from(chances.faces.max(1))
}
