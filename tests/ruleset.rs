//! The first rule system as authored: its files load, its tables equal the printed ones, its mistakes are found.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use warboard::battle::Sheet;
use warboard::content::Name;
use warboard::content::action::Action;
use warboard::content::authored::Diagnostic;
use warboard::content::condition::{AttackKind, Condition, Forbidden, Status};
use warboard::content::effect::Modifier;
use warboard::content::policy::{CountTurns, Flanking, Pace, TurnOrder, WoundPolicy};
use warboard::content::size::Size;
use warboard::content::speed::{ActionSpeed, SpeedClass, SpeedMode};
use warboard::content::stat::Stat;
use warboard::rules::{Library, Ruleset, make_sheet};

const ID: &str = "time_count";

fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")
}

fn library() -> Library {
    Library::open(&assets()).unwrap_or_else(|refused| panic!("{}", refused[0].render()))
}

fn rules() -> Arc<Ruleset> {
    library().ruleset(ID).unwrap_or_else(|refused| {
        let all: Vec<String> = refused.iter().map(Diagnostic::render).collect();
        panic!("{}", all.join("\n"))
    })
}

fn action(rules: &Ruleset, id: &str) -> Arc<Action> {
    Arc::clone(rules.actions.get(Name::new(id)).unwrap_or_else(|| panic!("no action {id}")))
}

fn condition(rules: &Ruleset, id: &str) -> Arc<Condition> {
    Arc::clone(rules.conditions.get(Name::new(id)).unwrap_or_else(|| panic!("no condition {id}")))
}

fn sheet(rules: &Ruleset, unit: &str) -> Sheet {
    let prototype = library().unit(ID, unit).unwrap_or_else(|refused| panic!("{}", refused.brief()));
    make_sheet(rules, unit, &prototype, SpeedMode::Fixed).unwrap_or_else(|refused| panic!("{refused}"))
}

#[test]
fn the_authored_files_load_and_nothing_is_wrong_with_them() {
    let library = library();
    assert!(library.check().is_empty(), "{:?}", library.check());
    rules();
}
