//! Rule coverage: which rules of a codex are implemented and tested.
//!
//! `coverage.ron` beside the codex lists where each rule is cited. A test generates it from sources and content and fails
//! if it is out of date. `later.ron` lists rules that are cited but not implemented yet.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::content::authored::parse;
use crate::content::{Codex, CodexRule, Diagnostic, Scope, Source};

/// The citations of one rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleCitations {
    /// Id of the rule.
    pub id: String,
    /// Content files and source files that cite it.
    pub files: Vec<String>,
    /// Tests that cite it, as `file::function`.
    pub tests: Vec<String>,
}

/// Rules that are cited but not implemented yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PendingRules {
    /// Why they are not implemented yet.
    pub why: String,
    /// Their ids.
    pub ids: Vec<String>,
}

/// Whether a rule is implemented.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleStatus {
    /// Content or code cites it, and `later.ron` does not list it.
    Implemented,
    /// Nothing cites it, or it is listed in `later.ron`.
    Missing,
}

/// The coverage of one rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CoverageRow {
    /// Id of the rule.
    pub id: String,
    /// Where the rule matters.
    pub scope: Scope,
    /// Whether it is implemented.
    pub status: RuleStatus,
    /// Tests that cite it; empty for rules that are not implemented.
    pub tests: Vec<String>,
    /// Text of the rule.
    pub rule: String,
}

/// The number of rules of a scope that are implemented and tested.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ScopeCoverage {
    /// All rules of the scope.
    pub total: usize,
    /// Rules that are implemented.
    pub implemented: usize,
    /// Implemented rules cited by a test.
    pub tested: usize,
}

/// The coverage of a rule system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// Id of the rule system.
    pub ruleset: String,
    /// Totals by scope, in lower case.
    pub scopes: BTreeMap<&'static str, ScopeCoverage>,
    /// Every rule, in the order of the codex.
    pub rows: Vec<CoverageRow>,
}

impl Coverage {
    /// Reads the coverage of a rule system; fails if `coverage.ron` or `later.ron` cannot be read.
    pub fn read(assets: &Path, ruleset: &str, codex: &Codex) -> Result<Coverage, Diagnostic> {
        let folder = assets.join("rulesets").join(ruleset);
        let cited: Vec<RuleCitations> = parse(&Source::read(folder.join("coverage.ron"))?)?;
        let later = folder.join("later.ron");
        let later: Vec<PendingRules> = if later.is_file() { parse(&Source::read(later)?)? } else { Vec::new() };
        Ok(Coverage::of(ruleset, codex, &cited, &later))
    }

    /// Computes the coverage from citations.
    pub fn of(ruleset: &str, codex: &Codex, cited: &[RuleCitations], later: &[PendingRules]) -> Coverage {
        let waiting: Vec<&str> = later.iter().flat_map(|later| later.ids.iter().map(String::as_str)).collect();
        let row = |rule: &CodexRule| {
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
        let scopes = Scope::ALL.map(|scope| (scope.word(), sum(&rows, scope)));
        Coverage { ruleset: ruleset.to_owned(), scopes: scopes.into_iter().collect(), rows }
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
