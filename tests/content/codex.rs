//! The codex: complete, with unique ids that content cites, and other readings that house rules can choose.

use crate::ruleset_mistakes::library;
use warboard::content::{Codex, Diagnostic, OtherReading, Scope, Source};
use warboard::rules::{HouseRules, Library};

#[test]
fn every_rule_system_says_in_a_few_lines_what_it_is_like() {
    for ruleset in ["time_count", "fragments", "fighting_style", "heroes_of_destiny", "pathrunner"] {
        let path = format!("{}/assets/rulesets/{ruleset}/codex.ron", env!("CARGO_MANIFEST_DIR"));
        let codex = Codex::read(&Source::read(path).unwrap()).unwrap_or_else(|wrong| panic!("{}", wrong[0].render()));
        assert_eq!(codex.about.len(), 3, "{ruleset}");
        assert!(codex.about.iter().all(|line| line.ends_with('.') && line.len() <= 130), "{:?}", codex.about);
    }
}

#[test]
fn the_codex_of_the_first_rule_system_is_complete() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/rulesets/time_count/codex.ron");
    let source = Source::read(path).unwrap_or_else(|refused| panic!("{}", refused.brief()));
    let codex = Codex::read(&source).unwrap_or_else(|refused| panic!("{}", refused[0].render()));
    let count = |scope| codex.rules.iter().filter(|rule| rule.scope == scope).count();
    assert_eq!((codex.rules.len(), codex.rulings.len()), (524, 99));
    assert_eq!([Scope::Grid, Scope::Combat, Scope::Campaign, Scope::Undefined].map(count), [193, 279, 14, 38]);
    for (number, rule) in (1..).zip(&codex.rules) {
        assert_eq!(rule.id, format!("TC-{number:03}"));
        assert!(rule.rule.ends_with(['.', '!', '?']) && !rule.rule.contains('`'), "{}: {}", rule.id, rule.rule);
    }
    let higher_ground = codex.rule("TC-021").unwrap();
    assert_eq!(higher_ground.section, "Common attack roll modifiers");
    assert_eq!(codex.ruling(higher_ground.ruling.as_deref().unwrap()).unwrap().topic, "Higher ground");
}

#[test]
fn a_codex_refuses_duplicate_ids_and_unknown_rulings() {
    let text = r#"(
    rules: [
        (id: "R-1", section: "s", rule: "r", kind: Gm, scope: Grid, ruling: "G-2"),
        (id: "R-1", section: "s", rule: "r", kind: Gm, scope: Grid),
        (id: " ", section: "s", rule: "r", kind: Gm, scope: Grid),
    ],
    rulings: [(id: "G-1", topic: "t", ruling: "r", reason: "w")],
)"#;
    let refused = Codex::read(&Source::new("codex.ron", text)).unwrap_err();
    let briefs: Vec<String> = refused.iter().map(Diagnostic::brief).collect();
    let expected = [
        "codex.ron:3:77: unknown ruling `G-2` (did you mean `G-1`?)",
        "codex.ron:4:14: the id `R-1` is given twice",
        "codex.ron:5:14: an id must not be blank",
    ];
    assert_eq!(briefs, expected);
}

#[test]
fn another_reading_has_words_and_values() {
    let text = r#"(
    rules: [],
    rulings: [
        (id: "G-1", topic: "t", ruling: "r", reason: "w", others: [(about: " ", set: { "a": "1" }), (about: "b", set: {})]),
    ],
)"#;
    let refused = Codex::read(&Source::new("codex.ron", text)).unwrap_err();
    let briefs: Vec<String> = refused.iter().map(Diagnostic::brief).collect();
    let expected = [
        "codex.ron:4:76: another reading needs its words",
        "codex.ron:4:119: name at least one value that house rules may set",
    ];
    assert_eq!(briefs, expected);
}

#[test]
fn house_rules_can_choose_every_other_reading() {
    let mut readings = 0;
    for id in ["time_count", "fragments", "fighting_style", "heroes_of_destiny", "pathrunner"] {
        for ruling in &library().ruleset(id).expect("the rules load").codex.rulings {
            for other in &ruling.others {
                assert!(!other.is_used, "{other:?}");
                let text = format!("(base: \"{id}\", set: {{ {} }})", set_of(other));
                let house = HouseRules::read(&Source::new("other.ron", text)).expect("house rules");
                let mut library =
                    Library::open(concat!(env!("CARGO_MANIFEST_DIR"), "/assets").as_ref()).expect("a library");
                let changed = library.add_house_rules(&house).unwrap_or_else(|wrong| panic!("{}", wrong[0].brief()));
                assert_eq!(changed.len(), other.set.len(), "{other:?}");
                let rules = library.ruleset(&house.id).expect("the house rules load");
                let used = rules.codex.rulings.iter().flat_map(|ruling| &ruling.others).filter(|other| other.is_used);
                assert!(used.map(|used| &used.about).eq([&other.about]), "{other:?}");
                readings += 1;
            }
        }
    }
    assert_eq!(readings, 43);
}

/// The values of another reading as house rules write them.
fn set_of(other: &OtherReading) -> String {
    let values: Vec<String> = other.set.iter().map(|(path, value)| format!("\"{path}\": {value}")).collect();
    values.join(", ")
}
