//! One question asked of many battles: a scenario under one or several rule sets, on the same seeds.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Fought, Job, Matchup, Pairs, Tally, Unfought};
use crate::replay::Hex;
use crate::resolution::Setup;

/// A scenario under rule sets that all play the same seeds.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The seed of all battles.
    pub seed: u64,
    /// How many streams of it are played.
    pub seeds: u64,
    pub matchup: Matchup,
    /// The scenario under each rule set.
    pub arms: Vec<Arc<Setup>>,
    /// Whether the first rule set is what all others are compared with.
    pub compared: bool,
    /// What is different from one of the last rule sets to the next.
    pub sweep: Option<Sweep>,
}

/// One value that takes several, each in a rule set of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    /// The path of the value.
    pub path: String,
    pub values: Vec<String>,
}

/// What two results must have in common before they can be added up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    pub scenario: String,
    pub seed: u64,
    pub seeds: u64,
    pub opponents: [String; 2],
    pub swap: bool,
    pub rulesets: Vec<String>,
    /// What each scenario and rule set says, as a number.
    pub contents: Vec<Hex>,
    pub compared: bool,
    pub sweep: Option<Sweep>,
}

/// What was found so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// One for each rule set.
    pub tallies: Vec<Tally>,
    /// One for each rule set after the first, where they are compared.
    pub pairs: Vec<Pairs>,
}

impl Experiment {
    /// What is asked, for reports and to tell results of another question apart.
    pub fn asked(&self) -> Asked {
        Asked {
            scenario: self.arms.first().map(|setup| setup.name.to_string()).unwrap_or_default(),
            seed: self.seed,
            seeds: self.seeds,
            opponents: [self.matchup.a.to_string(), self.matchup.b.to_string()],
            swap: self.matchup.swap,
            rulesets: self.arms.iter().map(|setup| setup.rules.id.clone()).collect(),
            contents: self.arms.iter().map(|setup| Hex(setup.content_hash)).collect(),
            compared: self.compared,
            sweep: self.sweep.clone(),
        }
    }

    /// Nothing found yet.
    pub fn nothing(&self) -> Found {
        let tallies = self.arms.iter().map(|setup| Tally::new(setup)).collect();
        let compared = self.arms.iter().skip(1).filter(|_| self.compared);
        Found { tallies, pairs: compared.map(|setup| Pairs::new(setup.parties.len())).collect() }
    }

    /// Plays one stream of the seed under all rule sets and notes what came of it.
    ///
    /// # Errors
    /// If a battle cannot be played.
    pub fn play(&self, stream: u64, found: &mut Found) -> Result<(), Unfought> {
        let mut baseline: Vec<Fought> = Vec::new();
        for (arm, setup) in self.arms.iter().enumerate() {
            let job = Job { setup: Arc::clone(setup), seed: self.seed, matchup: self.matchup };
            let mut battles = Vec::new();
            for (fought, seen) in job.fight(stream)? {
                found.tallies[arm].add(setup, &fought, &seen);
                battles.push(fought);
            }
            match arm.checked_sub(1).and_then(|at| found.pairs.get_mut(at)) {
                Some(pairs) => pairs.add(&battles, &baseline),
                None => baseline = battles,
            }
        }
        Ok(())
    }
}

impl Found {
    /// Adds everything that was found on other seeds.
    pub fn merge(&mut self, other: &Found) {
        self.tallies.iter_mut().zip(&other.tallies).for_each(|(tally, more)| tally.merge(more));
        self.pairs.iter_mut().zip(&other.pairs).for_each(|(pairs, more)| pairs.merge(more));
    }
}
