//! Mistakes in placing riders: line, column and reason.

use std::sync::LazyLock;

use warboard::content::{Diagnostic, Source, Terrains};
use warboard::resolution::Setup;
use warboard::rules::Library;
use warboard::scenario::Scenario;

static TERRAINS: LazyLock<Terrains> =
    LazyLock::new(|| Terrains::open(&crate::assets::assets()).expect("the terrain is whole"));
static LIBRARY: LazyLock<Library> =
    LazyLock::new(|| Library::open(&crate::assets::assets()).expect("there are rule systems"));

const GOOD: &str = r#"(
    name: "Meadow",
    about: "A rider meets a footman.",
    shape: Square,
    map: ["........", "........", "........", "........"],
    legend: { ".": "grass" },
    sides: [
        (name: "Riders", control: Ai, units: [
            (unit: "war_horse", name: "Thunder", at: Cell(0, 0)),
            (unit: "horseman", name: "Aldric", at: On("Thunder")),
            (unit: "swordsman", name: "Bert", at: Cell(0, 3)),
        ]),
        (name: "Foot", control: Ai, units: [(unit: "spearman", name: "Grim", at: Cell(7, 3))]),
    ],
)
"#;

fn prepared(text: &str) -> Result<Setup, Vec<String>> {
    let read = Scenario::read(&Source::new("meadow.ron", text), &TERRAINS);
    let setup = read.and_then(|scenario| scenario.prepare(&LIBRARY, "heroes_of_destiny"));
    setup.map_err(|wrong| wrong.iter().map(Diagnostic::brief).collect())
}

fn refused(old: &str, new: &str, expected: &str) {
    assert_eq!(GOOD.matches(old).count(), 1, "`{old}` is there once");
    let wrong = prepared(&GOOD.replace(old, new)).expect_err(new);
    assert_eq!(wrong, [format!("meadow.ron:{expected}")], "{new}");
}

#[test] // HD-G59
fn a_rider_is_placed_on_its_mount() {
    let setup = prepared(GOOD).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let of = |name: &str| setup.combatants.iter().position(|recruit| &*recruit.name == name).expect(name);
    let rides: Vec<(usize, usize)> = setup.rides.iter().map(|(rider, mount)| (rider.index(), mount.index())).collect();
    assert_eq!(rides, [(of("Aldric"), of("Thunder"))]);
    assert_eq!(setup.combatants[of("Aldric")].footprint, setup.combatants[of("Thunder")].footprint);
}

#[test]
fn a_mount_may_be_listed_after_its_rider() {
    let (horse, rider) = (
        "            (unit: \"war_horse\", name: \"Thunder\", at: Cell(0, 0)),\n",
        "            (unit: \"horseman\", name: \"Aldric\", at: On(\"Thunder\")),\n",
    );
    let setup = prepared(&GOOD.replace(horse, "").replace(rider, &format!("{rider}{horse}")));
    assert_eq!(setup.map(|setup| setup.rides.len()), Ok(1));
}

#[test]
fn riders_name_a_friend_that_is_not_ridden() {
    let rider = "at: On(\"Thunder\")";
    refused(
        rider,
        "at: On(\"Thundr\")",
        "10:52: unknown name `Thundr` (did you mean `Thunder`? known: `Thunder`, `Aldric`, `Bert`, `Grim`)",
    );
    refused(rider, "at: On(\"Grim\")", "10:52: `Grim` is an enemy and does not carry this unit");
    refused(rider, "at: On(\"Aldric\")", "10:52: `Aldric` cannot ride on itself");
    let second = "(unit: \"swordsman\", name: \"Bert\", at: Cell(0, 3))";
    let on = |name: &str| format!("(unit: \"swordsman\", name: \"Bert\", at: On(\"{name}\"))");
    refused(second, &on("Thunder"), "11:51: `Thunder` has a rider already");
    refused(second, &on("Aldric"), "11:51: `Aldric` rides on another combatant itself");
}

#[test] // HD-387
fn mounts_carry_riders_of_their_size_at_most() {
    let horse = "unit: \"war_horse\"";
    refused(horse, "unit: \"wolf\"", "10:52: `wolf` cannot be ridden (mounts are units with the trait `Mount`)");
    let ogre = GOOD.replace("unit: \"horseman\"", "unit: \"ogre\"").replace(horse, "unit: \"pony\"");
    let wrong = prepared(&ogre).expect_err("an ogre on a pony");
    let expected =
        "meadow.ron:10:48: `pony` is too small to carry `ogre`: its size is 4, that of the rider 5 (see HD-387)";
    assert_eq!(wrong, [expected]);
}

#[test]
fn other_rule_systems_have_no_riders() {
    let text = GOOD.replace("war_horse", "wolf").replace("horseman", "swordsman").replace("spearman", "archer");
    let scenario = Scenario::read(&Source::new("meadow.ron", &*text), &TERRAINS).expect("valid apart from units");
    let wrong = scenario.prepare(&LIBRARY, "time_count").expect_err("no mounts");
    let briefs: Vec<String> = wrong.iter().map(Diagnostic::brief).collect();
    assert_eq!(briefs, ["meadow.ron:1:1: Time Count has no rules for riding (choose another rule system)"]);
}
