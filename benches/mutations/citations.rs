//! The tests that cite a rule, from the list beside the codex, `coverage.ron`.

use std::collections::BTreeMap;
use std::path::Path;

use warboard::content::Source;
use warboard::content::authored::parse;
use warboard::rules::coverage::RuleCitations;

/// A test: the program it is in, and its name there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Test {
    /// The name of the test program, such as `kernel`.
    pub program: String,
    /// The name of the test in it, such as `grid::a_line_is_straight`.
    pub name: String,
}

impl Test {
    /// The test of a citation `tests/PROGRAM/MODULE.rs::FUNCTION`; `None` for a test inside the library.
    fn of(citation: &str) -> Option<Test> {
        let (program, rest) = citation.strip_prefix("tests/")?.split_once('/')?;
        let (module, function) = rest.split_once(".rs::")?;
        Some(Test { program: program.to_owned(), name: format!("{}::{function}", module.replace('/', "::")) })
    }
}

/// The tests that cite each rule of a rule system.
pub struct Citations(BTreeMap<String, Vec<Test>>);

impl Citations {
    /// Reads the list of citations of a rule system.
    pub fn read(assets: &Path, ruleset: &str) -> Citations {
        let file = assets.join("rulesets").join(ruleset).join("coverage.ron");
        let read = Source::read(file).and_then(|source| parse::<Vec<RuleCitations>>(&source));
        let cited = read.unwrap_or_else(|wrong| panic!("{}", wrong.brief()));
        let tests = |cited: &RuleCitations| cited.tests.iter().filter_map(|test| Test::of(test)).collect();
        Citations(cited.iter().map(|cited| (cited.id.clone(), tests(cited))).collect())
    }

    /// The tests that cite a rule; none for a rule that the codex does not list, such as a ruling.
    pub fn tests(&self, rule: &str) -> impl Iterator<Item = &Test> {
        self.0.get(rule).into_iter().flatten()
    }
}
