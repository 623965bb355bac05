//! House rules: changes of single values, and diagnostics at the change.

#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps")]

use warboard::content::authored::outline;
use warboard::content::{Flanking, Source};
use warboard::rules::{HouseRules, Library, ValueChange};

fn library() -> Library {
    Library::open(&crate::assets::assets()).unwrap()
}

fn set(settings: &[&str]) -> HouseRules {
    HouseRules::of_settings("time_count", &settings.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>()).unwrap()
}

fn refused(settings: &[&str]) -> String {
    library().add_house_rules(&set(settings)).unwrap_err()[0].brief()
}

#[test]
fn the_number_of_a_term_is_changed_by_the_path_of_the_term() {
    let mut library = library();
    let house = set(&["flanking.bonus=4", "units.ogre.rate=45"]);
    library.add_house_rules(&house).unwrap();
    let id = house.id;
    assert_eq!(id, "time_count with flanking.bonus=4, units.ogre.rate=45");
    let rules = library.ruleset(&id).unwrap();
    let Flanking::Separation { bonus, .. } = &rules.policies.flanking else { panic!("by angles") };
    assert_eq!((bonus.amount, bonus.rule.to_string().as_str()), (4, "TC-431"));
    assert_eq!(library.unit(&id, "ogre").unwrap().rate, 45);
    assert_eq!(library.unit("time_count", "ogre").unwrap().rate, 20);
    assert_ne!(rules.content_hash, library.ruleset("time_count").unwrap().content_hash);
}

#[test]
fn parts_of_a_path_may_be_left_out_where_it_is_unambiguous() {
    let changed = library().add_house_rules(&set(&["ogre.rate=45", "Large.modifiers.attack=-3"])).unwrap();
    let change = |path: &str, before: &str, after: &str| ValueChange {
        path: path.to_owned(),
        before: before.to_owned(),
        after: after.to_owned(),
    };
    assert_eq!(changed, [change("units.ogre.rate", "20", "45"), change("sizes.Large.modifiers.attack", "-1", "-3")]);
    assert!(
        refused(&["bonus=3"]).starts_with("--set:1:1: the path `bonus` is ambiguous: it matches "),
        "{}",
        refused(&["bonus=3"])
    );
}

#[test]
fn a_wrong_path_is_answered_with_a_suggestion() {
    let told = refused(&["flankin.bonus=4"]);
    assert_eq!(told, "--set:1:1: no value matches the path `flankin.bonus` (did you mean `flanking.bonus`?)");
    let told = HouseRules::of_settings("time_count", &["flanking.bonus".to_owned()]).unwrap_err().brief();
    assert_eq!(told, "--set:1:1: expected PATH=VALUE (for example flanking.bonus=4)");
}

#[test]
fn a_wrong_value_is_reported_at_the_change_and_not_in_the_changed_file() {
    assert!(refused(&["flanking.bonus=many"]).starts_with("--set:1:16: "));
    assert!(
        refused(&["units.ogre.rate=20", "units.ogre.weapons=[(weapon: \"clup\", skill: Proficient, in_hand: true)]"])
            .starts_with("--set:1:20: unknown weapon `clup`")
    );
    let source = Source::new("house.ron", "(\n    base: \"time_count\",\n    set: { \"units.ogre.size\": Lage },\n)");
    let told = library().add_house_rules(&HouseRules::read(&source).unwrap()).unwrap_err()[0].brief();
    assert!(told.starts_with("house.ron:3:31: unknown choice `Lage`") && told.contains("`Large`"), "{told}");
}

#[test]
fn a_file_of_house_rules_names_what_it_changes() {
    let source = Source::new("house.ron", "(base: \"time_count\", sett: {})");
    assert!(HouseRules::read(&source).unwrap_err().brief().contains("did you mean `set`?"));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/house_rules/fierce_flanking.ron");
    let house = HouseRules::read(&Source::read(path).unwrap()).unwrap();
    let changed = library().add_house_rules(&house).unwrap();
    let paths: Vec<&str> = changed.iter().map(|change| change.path.as_str()).collect();
    assert_eq!(paths, ["flanking.bonus.amount", "flanking.facing.rear.amount", "units.wolf.rate"]);
}

#[test] // TC-074, TC-213
fn the_optional_rules_are_off_until_house_rules_turn_them_on() {
    use warboard::content::policy::Policies;
    let used = |policies: &Policies| {
        let impairments = policies.damage.threshold.as_ref().map(|threshold| threshold.impairments.used);
        (impairments.expect("a threshold of pain"), policies.turn.simultaneous().is_some())
    };
    let mut library = library();
    assert_eq!(used(&library.ruleset("time_count").unwrap().policies), (false, false));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/house_rules/lasting_wounds.ron");
    library.add_if_house_rules(path).unwrap();
    assert_eq!(used(&library.ruleset(path).unwrap().policies), (true, true));
}

#[test] // G-94, G-24, TA-G15, TA-072
fn every_file_of_house_rules_changes_all_that_it_names() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/house_rules");
    for file in std::fs::read_dir(folder).unwrap() {
        let source = Source::read(file.unwrap().path()).unwrap();
        let of_set = |names: &[String]| names.len() == 2 && names[0] == "set";
        let named = outline(&source.text).iter().filter(|value| of_set(&value.names)).count();
        let changed = library().add_house_rules(&HouseRules::read(&source).unwrap());
        let changed = changed.unwrap_or_else(|wrong| panic!("{}", wrong[0].brief()));
        assert!(named > 0 && changed.len() == named, "{}: {named} are named, {changed:?}", source.name);
        assert!(changed.iter().all(|change| change.before != change.after), "{}: {changed:?}", source.name);
    }
}
