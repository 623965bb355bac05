//! Experiments: one scenario under one or several rule sets, on the same seeds.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{BattleError, BattleResult, Job, Matchup, PairedTally, Tally};
use crate::replay::Hex;
use crate::resolution::Setup;

/// A scenario to be played under one or several rule sets with the same seeds.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The seed of all battles.
    pub seed: u64,
    /// Number of streams of the seed.
    pub seeds: u64,
    /// The opponents.
    pub matchup: Matchup,
    /// The scenario under each rule set.
    pub arms: Vec<Arc<Setup>>,
    /// Whether the first rule set is the baseline that the others are compared with.
    pub compared: bool,
    /// The value varied over the last rule sets, if any.
    pub sweep: Option<Sweep>,
}

/// A value varied over several rule sets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    /// Path of the value.
    pub path: String,
    /// Values in RON, one for each rule set.
    pub values: Vec<String>,
}

/// The identity of an experiment: results can be merged only if theirs are equal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExperimentSpec {
    /// Display name of the scenario.
    pub scenario: String,
    /// The seed of all battles.
    pub seed: u64,
    /// Number of streams of the seed.
    pub seeds: u64,
    /// The opponent of the first side, and that of the others.
    pub opponents: [String; 2],
    /// Whether each stream is played twice, the second time with the opponents exchanged.
    pub swap: bool,
    /// Ids of the rule sets.
    pub rulesets: Vec<String>,
    /// Content hash of the scenario under each rule set.
    pub contents: Vec<Hex>,
    /// Whether the first rule set is the baseline that the others are compared with.
    pub compared: bool,
    /// The value varied over the last rule sets, if any.
    pub sweep: Option<Sweep>,
}

/// The results of an experiment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExperimentResults {
    /// One for each rule set.
    pub tallies: Vec<Tally>,
    /// One for each rule set after the baseline, if they are compared.
    pub pairs: Vec<PairedTally>,
}

impl Experiment {
    /// The identity of the experiment.
    pub fn spec(&self) -> ExperimentSpec {
        ExperimentSpec {
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

    /// Empty results.
    pub fn empty_results(&self) -> ExperimentResults {
        let tallies = self.arms.iter().map(|setup| Tally::new(setup)).collect();
        let compared = self.arms.iter().skip(1).filter(|_| self.compared);
        ExperimentResults { tallies, pairs: compared.map(|setup| PairedTally::new(setup.sides.len())).collect() }
    }

    /// Plays one stream of the seed under all rule sets and adds up the results.
    ///
    /// # Errors
    /// If a battle cannot be played.
    pub fn play(&self, stream: u64, results: &mut ExperimentResults) -> Result<(), BattleError> {
        let mut baseline: Vec<BattleResult> = Vec::new();
        for (arm, setup) in self.arms.iter().enumerate() {
            let job = Job { setup: Arc::clone(setup), seed: self.seed, matchup: self.matchup };
            let mut battles = Vec::new();
            for (fought, seen) in job.fight(stream)? {
                results.tallies[arm].add(setup, &fought, &seen);
                battles.push(fought);
            }
            match arm.checked_sub(1).and_then(|at| results.pairs.get_mut(at)) {
                Some(pairs) => pairs.add(&battles, &baseline),
                None => baseline = battles,
            }
        }
        Ok(())
    }
}

impl ExperimentResults {
    /// Adds the results of other seeds.
    pub fn merge(&mut self, other: &ExperimentResults) {
        self.tallies.iter_mut().zip(&other.tallies).for_each(|(tally, more)| tally.merge(more));
        self.pairs.iter_mut().zip(&other.pairs).for_each(|(pairs, more)| pairs.merge(more));
    }
}
