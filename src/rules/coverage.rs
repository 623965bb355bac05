//! Which rules of a codex are implemented, and which tests prove them.
//!
//! `coverage.ron` beside the codex says where each rule is cited. A test writes it from the sources and the content, and
//! fails when it is out of date, so that it never claims a test that is not there. `later.ron` lists rules that are
//! cited, because the data has their place, but that nothing follows yet.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::content::authored::{Diagnostic, Source, parse};
use crate::content::codex::{Codex, Scope};

/// Where one rule is cited.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cited {
    /// The id of the rule.
    pub id: String,
    /// Files of the rule system, and of the program, that cite it.
    pub files: Vec<String>,
    /// Tests that cite it, as `file::function`.
    pub tests: Vec<String>,
}

/// Rules that are cited although nothing follows them yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Later {
    /// What they wait for.
    pub why: String,
    /// Their ids.
    pub ids: Vec<String>,
}

/// Whether a rule is followed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleStatus {
    Implemented,
    Missing,
}

/// One rule of a codex with what is known of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CoverageRow {
    pub id: String,
    pub scope: Scope,
    pub status: RuleStatus,
    /// Tests that cite it; only those of implemented rules count.
    pub tests: Vec<String>,
    pub rule: String,
}

/// How many rules of a scope are implemented, and how many of those are tested.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ScopeCoverage {
    pub total: usize,
    pub implemented: usize,
    pub tested: usize,
}

/// What is implemented and tested of a rule system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Coverage {
    pub ruleset: String,
    /// By scope, in lower case.
    pub scopes: BTreeMap<&'static str, ScopeCoverage>,
    pub rows: Vec<CoverageRow>,
}

impl Coverage {
    /// Reads what is known of a rule system in an assets folder.
    ///
    /// # Errors
    /// Gives what is wrong with its list of citations, or with its list of rules that come later.
    pub fn read(assets: &Path, ruleset: &str, codex: &Codex) -> Result<Coverage, Diagnostic> {
        let folder = assets.join("rulesets").join(ruleset);
        let cited: Vec<Cited> = parse(&Source::read(folder.join("coverage.ron"))?)?;
        let later = folder.join("later.ron");
        let later: Vec<Later> = if later.is_file() { parse(&Source::read(later)?)? } else { Vec::new() };
        Ok(Coverage::of(ruleset, codex, &cited, &later))
    }

    /// Sums up citations.
    pub fn of(ruleset: &str, codex: &Codex, cited: &[Cited], later: &[Later]) -> Coverage {
        let waiting: Vec<&str> = later.iter().flat_map(|later| later.ids.iter().map(String::as_str)).collect();
        let row = |rule: &crate::content::codex::CodexRule| {
            let found = cited.iter().find(|cited| cited.id == rule.id);
            let followed = found.filter(|cited| !cited.files.is_empty() && !waiting.contains(&cited.id.as_str()));
            CoverageRow {
                id: rule.id.clone(),
                scope: rule.scope,
                status: if followed.is_some() { RuleStatus::Implemented } else { RuleStatus::Missing },
                tests: followed.map(|cited| cited.tests.clone()).unwrap_or_default(),
                rule: rule.rule.clone(),
            }
        };
        let rows: Vec<CoverageRow> = codex.rules.iter().map(row).collect();
        let all = [Scope::Grid, Scope::Combat, Scope::Campaign, Scope::Undefined];
        let scopes = all.map(|scope| (scope_word(scope), sum(&rows, scope)));
        Coverage { ruleset: ruleset.to_owned(), scopes: scopes.into_iter().collect(), rows }
    }
}

/// The word for a scope in reports.
pub fn scope_word(scope: Scope) -> &'static str {
    match scope {
        Scope::Grid => "grid",
        Scope::Combat => "combat",
        Scope::Campaign => "campaign",
        Scope::Undefined => "undefined",
    }
}

fn sum(rows: &[CoverageRow], scope: Scope) -> ScopeCoverage {
    let mut sum = ScopeCoverage::default();
    for row in rows.iter().filter(|row| row.scope == scope) {
        sum.total += 1;
        sum.implemented += usize::from(row.status == RuleStatus::Implemented);
        sum.tested += usize::from(!row.tests.is_empty());
    }
    sum
}
