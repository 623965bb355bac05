//! Totals over many battles; sums do not depend on the order, the number of workers or machines.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::observer::find_or_add;
use super::prompts::PromptTotals;
use super::{ActionTally, BattleObserver, BattleResult, CombatantStats, SummaryStats, TermUse};
use crate::resolution::{BattleOutcome, Setup};

/// Totals over all battles of one setup.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Number of battles.
    pub battles: u64,
    /// Battles that ended in a draw.
    pub draws: u64,
    /// Battles that reached the time limit of the scenario, or the maximum number of answers.
    pub unfinished: u64,
    /// Wins of the computer opponent that plays the first side unless exchanged, and of the other one.
    pub wins_by_ai: [u64; 2],
    /// Turns taken.
    pub activations: u64,
    /// Length in counts (or rounds).
    pub length: SummaryStats,
    /// Totals by side.
    pub sides: Vec<SideTally>,
    /// By side and unit, in the order of first appearance.
    pub units: Vec<UnitTally>,
    /// Actions and other sources of damage, by id.
    pub acts: BTreeMap<String, ActionTally>,
    /// Roll modifiers, by name and rule.
    pub terms: BTreeMap<String, TermTally>,
    /// How often each condition was gained.
    pub conditions: BTreeMap<String, u64>,
    /// How often each kind of hold was gained.
    pub holds: BTreeMap<String, u64>,
    /// How often each reaction was offered and taken.
    pub reactions: BTreeMap<String, [u64; 2]>,
    /// Sum of the checksums of all battles.
    pub checksum: u64,
}

/// Totals of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideTally {
    /// Name of the side.
    pub name: String,
    /// Battles won.
    pub wins: u64,
    /// Survivors at the end of a battle.
    pub survivors: SummaryStats,
    /// Hit points left at the end of a battle, in percent of the side's maximum.
    pub health: SummaryStats,
    /// Questions to its combatants other than those for their turns.
    pub prompts: PromptTotals,
}

/// Totals of all units of one kind on one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitTally {
    /// Index of the side.
    pub side: u8,
    /// Id of the unit.
    pub unit: String,
    /// Number of these units in all battles together.
    pub fielded: u64,
    /// Actions declared.
    pub actions: u64,
    /// Damage dealt to others: hit points and fatigue.
    pub dealt: i64,
    /// Damage taken: hit points and fatigue.
    pub taken: i64,
    /// Damage dealt by one unit in one battle.
    pub dealt_in_battle: SummaryStats,
    /// Damage dealt by one action.
    pub dealt_by_action: SummaryStats,
    /// Weapon rolls against a target.
    pub attacks: u64,
    /// Weapon rolls that hit.
    pub hits: u64,
    /// Expected hits, in millionths.
    pub expected: u64,
    /// How many fell unconscious, died or were carried away.
    pub fell: u64,
    /// How often one of them was the first to fall.
    pub fell_first: u64,
}

/// Totals of a roll modifier.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TermTally {
    /// Name of the modifier.
    pub words: String,
    /// The rule it comes from.
    pub rule: String,
    /// Rolls that it was part of.
    pub times: u64,
    /// Rolls whose result it decided.
    #[serde(rename = "turned")]
    pub decided: u64,
    /// For each side: battles in which it was part of the side's rolls, and how many of these the side won.
    pub with: Vec<[u64; 2]>,
}

impl Tally {
    /// Empty totals for battles of this setup.
    pub fn new(setup: &Setup) -> Tally {
        let mut tally = Tally::default();
        for (at, side) in setup.sides.iter().enumerate() {
            let name = side.name.to_string();
            // Duplicates are numbered.
            let again = tally.sides.iter().any(|earlier| earlier.name == name);
            let name = if again { format!("{name} ({})", at + 1) } else { name };
            tally.sides.push(SideTally { name, ..SideTally::default() });
        }
        for combatant in &setup.combatants {
            tally.unit(combatant.side.0, &combatant.sheet.unit);
        }
        tally
    }

    /// Whether all values are small enough to be summed.
    pub fn is_sound(&self) -> bool {
        let of_sides = self.sides.iter().flat_map(|side| [&side.survivors, &side.health]);
        let of_units = self.units.iter().flat_map(|unit| [&unit.dealt_in_battle, &unit.dealt_by_action]);
        std::iter::once(&self.length).chain(of_sides).chain(of_units).all(SummaryStats::is_sound)
    }

    /// Adds one battle.
    pub fn add(&mut self, setup: &Setup, result: &BattleResult, observer: &BattleObserver) {
        self.battles += 1;
        self.activations += result.activations;
        self.length.add(i64::from(result.count));
        self.checksum = self.checksum.wrapping_add(part(result));
        self.outcome(result);
        for (at, side) in self.sides.iter_mut().enumerate() {
            side.survivors.add(result.survivors.get(at).copied().map_or(0, i64::from));
            side.health.add(result.health.get(at).copied().map_or(0, i64::from));
            observer.prompts.get(at).into_iter().for_each(|prompts| side.prompts.merge(prompts));
        }
        for (combatant, stats) in setup.combatants.iter().zip(&observer.combatants) {
            self.unit(combatant.side.0, &combatant.sheet.unit).add(stats);
        }
        for used in &observer.terms {
            self.term(used, result);
        }
        for (id, sums) in observer.actions.iter() {
            self.acts.entry(id.to_string()).or_insert_with(|| ActionTally::of(&setup.rules, id)).sums.merge(sums);
        }
        count(&mut self.conditions, &observer.conditions);
        count(&mut self.holds, &observer.holds);
        count_reactions(&mut self.reactions, &observer.reactions);
    }

    fn outcome(&mut self, result: &BattleResult) {
        match &result.outcome {
            BattleOutcome::Won { side, .. } => {
                if let Some(won) = self.sides.get_mut(usize::from(side.0)) {
                    won.wins += 1;
                }
                let first = (side.0 == 0) != result.swapped;
                self.wins_by_ai[usize::from(!first)] += 1;
            }
            BattleOutcome::Draw { .. } => self.draws += 1,
            BattleOutcome::Unfinished => self.unfinished += 1,
        }
    }

    fn term(&mut self, used: &TermUse, result: &BattleResult) {
        let (words, rule) = (used.label.words(), used.rule.to_string());
        let sides = self.sides.len();
        let fresh =
            || TermTally { words: words.clone(), rule: rule.clone(), with: vec![[0; 2]; sides], ..Default::default() };
        let term = self.terms.entry(format!("{words} [{rule}]")).or_insert_with(fresh);
        term.times += used.times;
        term.decided += used.decided;
        for (side, [battles, wins]) in term.with.iter_mut().enumerate() {
            let applies = used.sides & (1 << side) != 0;
            *battles += u64::from(applies);
            *wins += u64::from(applies && result.won_by(side));
        }
    }

    fn unit(&mut self, side: u8, unit: &str) -> &mut UnitTally {
        let new = || UnitTally { side, unit: unit.to_owned(), ..UnitTally::default() };
        find_or_add(&mut self.units, |known| known.side == side && known.unit == unit, new)
    }

    /// Adds the totals of other battles of the same setup.
    pub fn merge(&mut self, other: &Tally) {
        add!(other to self: battles, draws, unfinished, activations);
        self.wins_by_ai = [0, 1].map(|ai| self.wins_by_ai[ai] + other.wins_by_ai[ai]);
        self.length.merge(&other.length);
        self.checksum = self.checksum.wrapping_add(other.checksum);
        for (side, more) in self.sides.iter_mut().zip(&other.sides) {
            side.wins += more.wins;
            side.survivors.merge(&more.survivors);
            side.health.merge(&more.health);
            side.prompts.merge(&more.prompts);
        }
        for more in &other.units {
            self.unit(more.side, &more.unit).merge(more);
        }
        for (key, more) in &other.terms {
            self.terms.entry(key.clone()).and_modify(|term| term.merge(more)).or_insert_with(|| more.clone());
        }
        for (key, more) in &other.acts {
            self.acts.entry(key.clone()).and_modify(|act| act.sums.merge(&more.sums)).or_insert_with(|| more.clone());
        }
        count(&mut self.conditions, &other.conditions);
        count(&mut self.holds, &other.holds);
        count_reactions(&mut self.reactions, &other.reactions);
    }
}

impl UnitTally {
    fn add(&mut self, stats: &CombatantStats) {
        self.fielded += 1;
        add!(stats to self: actions, dealt, taken, attacks, hits, expected);
        self.dealt_in_battle.add(stats.dealt);
        stats.by_action.iter().for_each(|dealt| self.dealt_by_action.add(*dealt));
        self.fell += u64::from(stats.fell);
        self.fell_first += u64::from(stats.fell_first);
    }

    fn merge(&mut self, other: &UnitTally) {
        add!(other to self: fielded, actions, dealt, taken, attacks, hits, expected, fell, fell_first);
        self.dealt_in_battle.merge(&other.dealt_in_battle);
        self.dealt_by_action.merge(&other.dealt_by_action);
    }
}

impl TermTally {
    fn merge(&mut self, other: &TermTally) {
        add!(other to self: times, decided);
        for ([battles, wins], [more, won]) in self.with.iter_mut().zip(&other.with) {
            *battles += more;
            *wins += won;
        }
    }
}

fn count<K: AsRef<str>>(sums: &mut BTreeMap<String, u64>, more: &BTreeMap<K, u64>) {
    for (name, times) in more {
        *sums.entry(name.as_ref().to_owned()).or_default() += times;
    }
}

fn count_reactions<K: AsRef<str>>(sums: &mut BTreeMap<String, [u64; 2]>, more: &BTreeMap<K, [u64; 2]>) {
    for (name, [offered, taken]) in more {
        let known = sums.entry(name.as_ref().to_owned()).or_default();
        *known = [known[0] + offered, known[1] + taken];
    }
}

fn part(result: &BattleResult) -> u64 {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&result.number.to_le_bytes());
    bytes[8..].copy_from_slice(&result.checksum.to_le_bytes());
    xxh3_64(&bytes)
}
