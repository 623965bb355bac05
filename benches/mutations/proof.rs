//! Whether the tests that cite a rule prove it: they fail if one of its values changes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use super::programs::{Programs, Verdict};
use super::values::Value;
use super::{Job, in_parallel};

/// What the changes of a rule's values showed.
pub enum Proof {
    /// A change made a test that cites the rule fail: the path of the value, and the test.
    Proven(String, String),
    /// The paths of the changed values, none of which a test that cites the rule noticed.
    Unproven(Vec<String>),
    /// Each value is the only one that the rule system accepts.
    Guarded,
}

/// A proof for each rule that values belong to.
pub struct Proofs {
    /// The id of the rule system.
    pub ruleset: String,
    /// By the id of the rule.
    pub by_rule: BTreeMap<String, Proof>,
}

impl Job {
    /// Changes the values of each rule in turn until a test that cites the rule fails, this many rules at a time.
    pub fn prove(&self, programs: &Programs, values: &[&Value], jobs: usize) -> Proofs {
        let rules: BTreeSet<&str> = values.iter().flat_map(|value| &value.rules).map(String::as_str).collect();
        let rules: Vec<&str> = rules.into_iter().filter(|rule| self.citations.tests(rule).next().is_some()).collect();
        let proofs = in_parallel(&rules, jobs, |copy, rule| {
            let of_rule = values.iter().filter(|value| value.rules.iter().any(|named| named == rule));
            let proof = self.prove_rule(programs, copy, rule, of_rule.copied());
            eprintln!("{rule} {proof}");
            proof
        });
        let by_rule = rules.iter().map(|rule| (*rule).to_owned()).zip(proofs).collect();
        Proofs { ruleset: self.ruleset.clone(), by_rule }
    }

    /// Changes the values of one rule in turn until a test that cites the rule fails.
    fn prove_rule<'v>(
        &self,
        programs: &Programs,
        copy: &Path,
        rule: &str,
        values: impl Iterator<Item = &'v Value>,
    ) -> Proof {
        let mut unnoticed = Vec::new();
        for value in values {
            if self.write(copy, value).is_none() {
                continue;
            }
            let verdict = programs.run_cited(copy, self.citations.tests(rule));
            self.restore(copy, value);
            match verdict {
                Verdict::Failed(test) => return Proof::Proven(value.path.clone(), test),
                Verdict::Passed => unnoticed.push(value.path.clone()),
            }
        }
        if unnoticed.is_empty() { Proof::Guarded } else { Proof::Unproven(unnoticed) }
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proof::Proven(path, test) => write!(f, "is proven: {path} changed, {test} failed"),
            Proof::Unproven(paths) => write!(f, "is NOT PROVEN by changes of {}", paths.join(", ")),
            Proof::Guarded => f.write_str("has no other values that are accepted"),
        }
    }
}

impl fmt::Display for Proofs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# Rules of {} that no changed value proves", self.ruleset)?;
        let unproven = |proof: &&Proof| matches!(proof, Proof::Unproven(_));
        for (rule, proof) in self.by_rule.iter().filter(|(_, proof)| unproven(proof)) {
            writeln!(f, "{rule} {proof}")?;
        }
        let count = |is: fn(&&Proof) -> bool| self.by_rule.values().filter(is).count();
        writeln!(f, "# Rules: {} with tests and values", self.by_rule.len())?;
        writeln!(f, "{} proven by a test that cites the rule", count(|proof| matches!(proof, Proof::Proven(..))))?;
        writeln!(f, "{} with values that can have no other", count(|proof| matches!(proof, Proof::Guarded)))?;
        writeln!(f, "{} not proven", count(|proof| matches!(proof, Proof::Unproven(_))))
    }
}
