//! The report: which changes the tests noticed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The result of a changed value.
pub enum Outcome {
    /// The rule system loads with no other value.
    Guarded,
    /// A test that cites the rule failed.
    NoticedByCitation(String),
    /// No test that cites the rule failed, but another one did.
    NoticedElsewhere(String),
    /// No test failed.
    Unnoticed,
}

/// A changed value and its result.
pub struct Finding {
    /// The path of the value.
    pub path: String,
    /// The ids of the rules it belongs to.
    pub rules: Vec<String>,
    /// The value as it is shipped.
    pub before: String,
    /// The value it was changed to; `None` if the rule system loads with none.
    pub after: Option<String>,
    /// The result of the tests.
    pub outcome: Outcome,
}

impl Finding {
    fn is_unnoticed(&self) -> bool {
        matches!(self.outcome, Outcome::Unnoticed)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.before)?;
        if let Some(after) = &self.after {
            write!(f, " -> {after}")?;
        }
        write!(f, "   {}   ", self.rules.join(", "))?;
        match &self.outcome {
            Outcome::Guarded => f.write_str("no other value is accepted"),
            Outcome::NoticedByCitation(test) => write!(f, "noticed by {test}"),
            Outcome::NoticedElsewhere(test) => write!(f, "noticed by {test}, which does not cite the rule"),
            Outcome::Unnoticed => f.write_str("NOT NOTICED"),
        }
    }
}

/// All findings about one rule system.
pub struct Report {
    /// The id of the rule system.
    pub ruleset: String,
    /// In the order of the files.
    pub findings: Vec<Finding>,
}

impl Report {
    fn count(&self, is: impl Fn(&Outcome) -> bool) -> usize {
        self.findings.iter().filter(|finding| is(&finding.outcome)).count()
    }

    /// The rules of which values were changed, and none of the changes was noticed.
    fn unproven(&self) -> BTreeSet<&str> {
        let mut noticed: BTreeMap<&str, bool> = BTreeMap::new();
        for finding in &self.findings {
            for rule in &finding.rules {
                *noticed.entry(rule).or_default() |= !finding.is_unnoticed();
            }
        }
        noticed.into_iter().filter(|(_, noticed)| !noticed).map(|(rule, _)| rule).collect()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# Values of {} that no test notices", self.ruleset)?;
        for finding in self.findings.iter().filter(|finding| finding.is_unnoticed()) {
            writeln!(f, "{finding}")?;
        }
        let unproven: Vec<&str> = self.unproven().into_iter().collect();
        writeln!(f, "# Rules of which no changed value was noticed: {}", unproven.len())?;
        writeln!(f, "{}", unproven.join(", "))?;
        let cited = self.count(|outcome| matches!(outcome, Outcome::NoticedByCitation(_)));
        let elsewhere = self.count(|outcome| matches!(outcome, Outcome::NoticedElsewhere(_)));
        let guarded = self.count(|outcome| matches!(outcome, Outcome::Guarded));
        let unnoticed = self.count(|outcome| matches!(outcome, Outcome::Unnoticed));
        writeln!(f, "# Total: {} values with a rule", self.findings.len())?;
        writeln!(f, "{cited} noticed by a test that cites the rule")?;
        writeln!(f, "{elsewhere} noticed by another test alone")?;
        writeln!(f, "{guarded} that can have no other value")?;
        writeln!(f, "{unnoticed} not noticed")
    }
}
