//! What many battles come to: sums that can be added up in any order and over any number of workers or machines.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::acts::ActTally;
use super::seen::{Applied, Deeds, Seen};
use super::{Fought, Spread};
use crate::resolution::{Outcome, Setup};

/// Everything that was counted over battles of one setup.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    pub battles: u64,
    pub draws: u64,
    /// Battles ended at their limit.
    pub unfinished: u64,
    /// By the opponent that plays the first side, and the one that plays the others.
    pub wins_by_ai: [u64; 2],
    pub activations: u64,
    /// Counts (or rounds).
    pub length: Spread,
    pub sides: Vec<SideTally>,
    /// By side and unit, in the order they were first listed.
    pub units: Vec<UnitTally>,
    /// What was done and what else harmed, by its id.
    pub acts: BTreeMap<String, ActTally>,
    /// What was added to rolls, by its words and its rule.
    pub terms: BTreeMap<String, TermTally>,
    /// How often each condition was gained.
    pub conditions: BTreeMap<String, u64>,
    /// How often each kind of hold was taken.
    pub holds: BTreeMap<String, u64>,
    /// How often each reaction was offered, and how often it was taken.
    pub reactions: BTreeMap<String, [u64; 2]>,
    /// A sum over what each battle came to.
    pub checksum: u64,
}

/// One side over all battles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideTally {
    pub name: String,
    pub wins: u64,
    /// The living at the end.
    pub survivors: Spread,
    /// Hit points left at the end, in hundredths of all the side had.
    pub health: Spread,
}

/// All units of one kind on one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitTally {
    pub side: u8,
    pub unit: String,
    /// How many there were, over all battles.
    pub fielded: u64,
    pub actions: u64,
    /// Hit points and fatigue taken from others.
    pub dealt: i64,
    pub taken: i64,
    /// What one of them dealt in one battle.
    pub dealt_in_battle: Spread,
    /// What one action dealt.
    pub dealt_by_action: Spread,
    pub attacks: u64,
    pub hits: u64,
    /// Hits to be expected, in millionths.
    pub expected: u64,
    pub fell: u64,
    /// How often one of them was the first to fall.
    pub fell_first: u64,
}

/// Something that is added to rolls, over all battles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TermTally {
    pub words: String,
    pub rule: String,
    /// Rolls it was in.
    pub times: u64,
    /// Rolls that would have come out otherwise without it.
    pub turned: u64,
    /// For each side: battles in which it was in one of its rolls, and how many of those it won.
    pub with: Vec<[u64; 2]>,
}

impl Tally {
    /// Nothing yet for battles of this setup.
    pub fn new(setup: &Setup) -> Tally {
        let names = side_names(setup).into_iter();
        let sides = names.map(|name| SideTally { name, ..SideTally::default() }).collect();
        let mut tally = Tally { sides, ..Tally::default() };
        for recruit in &setup.recruits {
            tally.unit(recruit.side.0, &recruit.sheet.unit);
        }
        tally
    }

    /// Whether its numbers can be reckoned with.
    pub fn is_sound(&self) -> bool {
        let of_sides = self.sides.iter().flat_map(|side| [&side.survivors, &side.health]);
        let of_units = self.units.iter().flat_map(|unit| [&unit.dealt_in_battle, &unit.dealt_by_action]);
        std::iter::once(&self.length).chain(of_sides).chain(of_units).all(Spread::is_sound)
    }

    /// Notes one battle.
    pub fn add(&mut self, setup: &Setup, fought: &Fought, seen: &Seen) {
        self.battles += 1;
        self.activations += fought.activations;
        self.length.add(i64::from(fought.count));
        self.checksum = self.checksum.wrapping_add(part(fought));
        self.outcome(fought);
        for (at, side) in self.sides.iter_mut().enumerate() {
            side.survivors.add(fought.survivors.get(at).copied().map_or(0, i64::from));
            side.health.add(fought.health.get(at).copied().map_or(0, i64::from));
        }
        for (recruit, deeds) in setup.recruits.iter().zip(&seen.deeds) {
            self.unit(recruit.side.0, &recruit.sheet.unit).add(deeds);
        }
        for applied in &seen.applied {
            self.term(applied, fought);
        }
        for (id, sums) in seen.acts.iter() {
            self.acts.entry(id.to_string()).or_insert_with(|| ActTally::of(&setup.rules, id)).add(sums);
        }
        count(&mut self.conditions, &seen.conditions);
        count(&mut self.holds, &seen.holds);
        for (name, [offered, taken]) in &seen.reactions {
            let known = self.reactions.entry((*name).to_owned()).or_default();
            *known = [known[0] + offered, known[1] + taken];
        }
    }

    fn outcome(&mut self, fought: &Fought) {
        match &fought.outcome {
            Outcome::Won { side, .. } => {
                if let Some(won) = self.sides.get_mut(usize::from(side.0)) {
                    won.wins += 1;
                }
                let first = (side.0 == 0) != fought.swapped;
                self.wins_by_ai[usize::from(!first)] += 1;
            }
            Outcome::Draw { .. } => self.draws += 1,
            Outcome::Unfinished => self.unfinished += 1,
        }
    }

    fn term(&mut self, applied: &Applied, fought: &Fought) {
        let (words, rule) = (applied.label.words(), applied.rule.to_string());
        let sides = self.sides.len();
        let fresh =
            || TermTally { words: words.clone(), rule: rule.clone(), with: vec![[0; 2]; sides], ..Default::default() };
        let term = self.terms.entry(format!("{words} [{rule}]")).or_insert_with(fresh);
        term.times += applied.times;
        term.turned += applied.turned;
        for (side, [battles, wins]) in term.with.iter_mut().enumerate() {
            let applies = applied.sides & (1 << side) != 0;
            *battles += u64::from(applies);
            *wins += u64::from(applies && fought.won_by(side));
        }
    }

    fn unit(&mut self, side: u8, unit: &str) -> &mut UnitTally {
        let known = self.units.iter().position(|known| known.side == side && known.unit == unit);
        let at = known.unwrap_or_else(|| {
            self.units.push(UnitTally { side, unit: unit.to_owned(), ..UnitTally::default() });
            self.units.len() - 1
        });
        &mut self.units[at]
    }

    /// Adds all battles of another tally of the same setup.
    pub fn merge(&mut self, other: &Tally) {
        self.battles += other.battles;
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        self.wins_by_ai = [0, 1].map(|ai| self.wins_by_ai[ai] + other.wins_by_ai[ai]);
        self.activations += other.activations;
        self.length.merge(&other.length);
        self.checksum = self.checksum.wrapping_add(other.checksum);
        for (side, more) in self.sides.iter_mut().zip(&other.sides) {
            side.wins += more.wins;
            side.survivors.merge(&more.survivors);
            side.health.merge(&more.health);
        }
        for more in &other.units {
            self.unit(more.side, &more.unit).merge(more);
        }
        for (key, more) in &other.terms {
            self.terms.entry(key.clone()).and_modify(|term| term.merge(more)).or_insert_with(|| more.clone());
        }
        for (key, more) in &other.acts {
            self.acts.entry(key.clone()).and_modify(|act| act.merge(more)).or_insert_with(|| more.clone());
        }
        count(&mut self.conditions, &other.conditions);
        count(&mut self.holds, &other.holds);
        for (name, [offered, taken]) in &other.reactions {
            let known = self.reactions.entry(name.clone()).or_default();
            *known = [known[0] + offered, known[1] + taken];
        }
    }
}

impl UnitTally {
    fn add(&mut self, deeds: &Deeds) {
        self.fielded += 1;
        self.actions += deeds.actions;
        self.dealt += deeds.dealt;
        self.taken += deeds.taken;
        self.dealt_in_battle.add(deeds.dealt);
        deeds.by_action.iter().for_each(|dealt| self.dealt_by_action.add(*dealt));
        self.attacks += deeds.attacks;
        self.hits += deeds.hits;
        self.expected += deeds.expected;
        self.fell += u64::from(deeds.fell);
        self.fell_first += u64::from(deeds.fell_first);
    }

    fn merge(&mut self, other: &UnitTally) {
        self.fielded += other.fielded;
        self.actions += other.actions;
        self.dealt += other.dealt;
        self.taken += other.taken;
        self.dealt_in_battle.merge(&other.dealt_in_battle);
        self.dealt_by_action.merge(&other.dealt_by_action);
        self.attacks += other.attacks;
        self.hits += other.hits;
        self.expected += other.expected;
        self.fell += other.fell;
        self.fell_first += other.fell_first;
    }
}

impl TermTally {
    fn merge(&mut self, other: &TermTally) {
        self.times += other.times;
        self.turned += other.turned;
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

/// What one battle adds to the checksum of all.
fn part(fought: &Fought) -> u64 {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&fought.number.to_le_bytes());
    bytes[8..].copy_from_slice(&fought.checksum.to_le_bytes());
    xxh3_64(&bytes)
}

/// The names of the sides; a name given twice gets its number.
fn side_names(setup: &Setup) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (at, party) in setup.parties.iter().enumerate() {
        let name = party.name.to_string();
        names.push(if names.contains(&name) { format!("{name} ({})", at + 1) } else { name });
    }
    names
}
