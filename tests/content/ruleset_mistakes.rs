//! Mistakes in the content of a rule system: line, column and suggestion.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::fs;

use crate::assets::assets;
use warboard::content::{Does, Terrains, ZoneKind};
use warboard::rules::Library;

const ID: &str = "time_count";

pub(crate) fn library() -> Library {
    Library::open(&assets()).unwrap_or_else(|refused| panic!("{}", refused[0].render()))
}

/// Asserts that a passage may be replaced by another, and that each change of it is refused where it stands: the text replaced, the
/// new one, where the mistake starts, and the message.
pub(crate) fn each_is_refused(file: &str, from: &str, good: &str, rows: &[(&str, &str, &str, &str)]) {
    let ruleset = file.split('/').nth(1).unwrap();
    let copy = changed(file, from, good);
    Library::open(copy.path()).unwrap().ruleset(ruleset).unwrap_or_else(|refused| panic!("{}", refused[0].brief()));
    let start = place(file, from);
    let (line, column) = start.trim_end_matches(": ").rsplit_once(':').unwrap();
    for (old, new, at, message) in rows {
        assert_eq!(good.matches(old).count(), 1, "{old} is not there once");
        let text = good.replacen(old, new, 1);
        let found = found_after(file, from, &text);
        let expected = format!("{line}:{}: {message}", column.parse::<usize>().unwrap() + text.find(at).unwrap());
        assert!(found.iter().any(|brief| brief.starts_with(&expected)), "{expected}\n{found:?}");
    }
}

/// A copy of the content in which one text is replaced by another.
pub(crate) fn changed(file: &str, from: &str, to: &str) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    let id = ruleset_of(file);
    for folder in ["rulesets/ID", "rulesets/ID/actions", "units/ID", "units/ID/items"].map(|at| at.replace("ID", id)) {
        fs::create_dir_all(copy.path().join(&folder)).unwrap();
        for entry in fs::read_dir(assets().join(&folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                fs::copy(&path, copy.path().join(&folder).join(path.file_name().unwrap())).unwrap();
            }
        }
    }
    let path = copy.path().join(file);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{file} does not contain {from:?}");
    fs::write(&path, text.replacen(from, to, 1)).unwrap();
    copy
}

/// The rule system of an authored file: the second folder of its path.
fn ruleset_of(file: &str) -> &str {
    file.split('/').nth(1).unwrap()
}

/// The diagnostics of a modified copy.
pub(crate) fn found_after(file: &str, from: &str, to: &str) -> Vec<String> {
    let copy = changed(file, from, to);
    let refused = Library::open(copy.path()).unwrap().ruleset(ruleset_of(file)).unwrap_err();
    let root = format!("{}/", copy.path().display());
    refused.iter().map(|diagnostic| diagnostic.brief().replace(&root, "")).collect()
}

/// The line and column of the first occurrence of a text in an authored file.
pub(crate) fn place(file: &str, text: &str) -> String {
    let whole = fs::read_to_string(assets().join(file)).unwrap();
    let at = whole.find(text).unwrap_or_else(|| panic!("{file} does not contain {text:?}"));
    let line_start = whole[..at].rfind('\n').map_or(0, |newline| newline + 1);
    format!("{file}:{}:{}: ", 1 + whole[..at].matches('\n').count(), 1 + whole[line_start..at].chars().count())
}

#[test]
fn a_misspelt_name_is_located_and_the_right_one_suggested() {
    let rows = [
        (
            "units/time_count/swordsman.ron",
            "\"long_sword\"",
            "\"long_swrod\"",
            "unknown weapon `long_swrod` (did you mean `long_sword`?",
        ),
        ("units/time_count/knight.ron", "\"plate\"", "\"plat\"", "unknown armour `plat` (did you mean `plate`?"),
        (
            "units/time_count/knight.ron",
            "\"large_shield\"",
            "\"large_sheild\"",
            "unknown shield `large_sheild` (did you mean `large_shield`?",
        ),
        (
            "rulesets/time_count/ruleset.ron",
            "\"unsteady\"",
            "\"unsteddy\"",
            "unknown condition `unsteddy` (did you mean `unsteady`?",
        ),
        (
            "rulesets/time_count/ruleset.ron",
            "\"TC-021\"",
            "\"TC-O21\"",
            "unknown rule `TC-O21` (did you mean `TC-021`?",
        ),
        (
            "rulesets/time_count/ruleset.ron",
            "\"wounded\"",
            "\"wonded\"",
            "unknown condition `wonded` (did you mean `wounded`?",
        ),
        (
            "rulesets/time_count/actions/manoeuvres.ron",
            "\"grab\"), rule: \"TC-386\"",
            "\"grap\"), rule: \"TC-386\"",
            "unknown action `grap` (did you mean `grab`?",
        ),
        (
            "rulesets/time_count/actions/manoeuvres.ron",
            "\"TC-340\"",
            "\"TC-34O\"",
            "unknown rule `TC-34O` (did you mean `TC-340`?",
        ),
        (
            "rulesets/time_count/actions/other.ron",
            "\"dying\"",
            "\"diing\"",
            "unknown condition `diing` (did you mean `dying`?",
        ),
        (
            "rulesets/time_count/conditions.ron",
            "\"TC-096\"",
            "\"TX-096\"",
            "unknown rule `TX-096` (did you mean `TC-096`?",
        ),
        (
            "rulesets/time_count/ruleset.ron",
            "\"attack\", rule: \"TC-018\"",
            "\"attak\", rule: \"TC-018\"",
            "unknown column of the size table `attak` (did you mean `attack`?",
        ),
        (
            "rulesets/time_count/actions/manoeuvres.ron",
            "\"attack\", rule",
            "\"atack\", rule",
            "unknown column of the size table `atack` (did you mean `attack`?",
        ),
        (
            "rulesets/time_count/ruleset.ron",
            "\"attack\"), rule",
            "\"attacks\"), rule",
            "unknown column of the size table `attacks` (did you mean `attack`?",
        ),
        ("units/time_count/items/weapons.ron", "\"G-29\"", "\"G29\"", "unknown rule `G29` (did you mean `G-29`?"),
    ];
    for (file, from, to, message) in rows {
        let found = found_after(file, from, to);
        assert!(found[0].starts_with(&format!("{}{message}", place(file, from))), "{found:?}");
        assert_eq!(found.len(), 1, "{found:?}");
    }
}

#[test]
fn an_unknown_field_is_refused_with_the_nearest_one() {
    let file = "units/time_count/wolf.ron";
    let found = found_after(file, "rate: 35", "rat: 35");
    assert!(found[0].starts_with(&place(file, "rate: 35")) && found[0].contains("did you mean `rate`?"), "{found:?}");
    let file = "rulesets/time_count/ruleset.ron";
    let found = found_after(file, "higher_ground:", "higher_grond:");
    assert!(
        found[0].starts_with(&place(file, "higher_ground:")) && found[0].contains("did you mean `higher_ground`?"),
        "{found:?}"
    );
}

#[test]
fn numbers_out_of_range_and_missing_or_duplicate_rows_are_found() {
    let ruleset = "rulesets/time_count/ruleset.ron";
    let rows = [
        ("units/time_count/wolf.ron", "35", "350", "350 is out of range: expected 0 to 200"),
        ("units/time_count/ogre.ron", "32,", "3200,", "3200 is out of range: expected 1 to 500"),
        ("units/time_count/ogre.ron", "5, Dex", "500, Dex", "500 is out of range: expected -20 to 60"),
        (
            "units/time_count/items/weapons.ron",
            "10, durability",
            "100, durability",
            "100 is out of range: expected 0 to 60",
        ),
        ("rulesets/time_count/conditions.ron", "\"immobile\"", "\"unsteady\"", "duplicate id `unsteady`"),
        (ruleset, "2, reach_tall: 10", "7, reach_tall: 10", "7 is out of range: expected 1 to 6"),
        (ruleset, "Huge, ", "Large,", "duplicate row for large"),
        (
            ruleset,
            "\"1d4\", \"1d6\"",
            "\"1d3\", \"1d6\"",
            "d3 is not better than d3: order dice from weakest to strongest",
        ),
        (ruleset, "(3, 3, 3, 2)", "(3, 3, 3, 3)", "12 cells in four counts do not make 55 feet"),
        (ruleset, "{\"attack\": 2}", "{}", "the column `attack` is missing"),
        (ruleset, "2}, ", "41}, ", "41 is out of range: expected -40 to 40"),
        (
            ruleset,
            "1),\n        cell",
            "3),\n        cell",
            "lengths are counted in whole units, halves or quarters: 1, 2 or 4, not 3",
        ),
        (ruleset, "\"ft\"", "\" \"", "must not be blank"),
        (ruleset, "Sedentary,", "Lethargic,", "duplicate row for lethargic"),
        ("rulesets/time_count/hud.ron", "'q'", "'a'", "the key 'a' is already that of `strike`"),
        (
            "rulesets/time_count/actions/grapples.ron",
            "Celerity, effects: [\n",
            "Spirit, effects: [\n",
            "the check is not made against spirit",
        ),
        (ruleset, "120,", "180.5,", "180.5 degrees is out of range: 0.1 to 180"),
    ];
    for (file, from, to, message) in rows {
        let found = found_after(file, from, to);
        let expected = format!("{}{message}", place(file, from));
        assert!(found.iter().any(|brief| brief.starts_with(&expected)), "{expected}\n{found:?}");
    }
}

#[test]
fn stats_are_those_that_the_rule_system_declares() {
    let (wolf, stats) = ("units/time_count/wolf.ron", "rulesets/time_count/stats.ron");
    library().ruleset(ID).unwrap();
    let rows = [
        (wolf, "Strength", "Strenght", "did you mean `Strength`?"),
        // Other rule systems have this one.
        (wolf, "Strength", "Essence", "unknown choice `Essence`"),
        (stats, "(id: \"Power\"", "(id: \"power\"", "unknown choice `Power`"),
        (stats, "name: \"power\"", "name: \"might\"", "another rule system has this stat with other words"),
        (stats, "]", "(id: \"Arcana\", name: \"arcana\")]", "duplicate id `Arcana`"),
        ("rulesets/time_count/ruleset.ron", "unarmed: Strength", "unarmed: Sterngth", "did you mean `Strength`?"),
    ];
    for (file, from, to, message) in rows {
        let found = found_after(file, from, to);
        assert!(found.iter().any(|brief| brief.contains(message)), "{message}\n{found:?}");
    }
}

#[test]
fn contradictory_values_are_refused() {
    let missing = found_after("rulesets/time_count/ruleset.ron", "Huge, ", "Large,");
    assert!(missing.iter().any(|brief| brief.ends_with("missing rows: huge")), "{missing:?}");
    let hands = found_after("units/time_count/captain.ron", "Affinity)", "Affinity, in_hand: true)");
    assert!(hands[0].ends_with("weapons in hand and the shield need 4 hands, but there are 2"), "{hands:?}");
    let derived = found_after("units/time_count/captain.ron", "HitPoints: 20", "HitPoints: 20, Primary: 3");
    assert!(derived[0].ends_with("primary defence is derived and cannot be set"), "{derived:?}");
}

#[test]
fn unknown_ids_are_refused_with_the_nearest_one() {
    let library = library();
    assert!(library.ruleset("time_cuont").unwrap_err()[0].brief().contains("did you mean `time_count`?"));
    assert!(library.unit(ID, "knigt").unwrap_err().brief().contains("did you mean `knight`?"));
    assert!(library.ruleset_ids().contains(&ID.to_owned()));
    assert!(Library::open(&assets().join("no_such_folder")).is_err());
}

#[test]
fn the_hash_of_a_rule_system_is_that_of_its_values() {
    let hash = |file: &str, from: &str, to: &str| {
        Library::open(changed(file, from, to).path()).unwrap().ruleset(ID).unwrap().content_hash
    };
    let (own, policies) = (library().ruleset(ID).unwrap().content_hash, "rulesets/time_count/ruleset.ron");
    assert_ne!(hash(policies, "(amount: -1, rule: \"TC-032\")", "(amount: -2, rule: \"TC-032\")"), own);
    assert_eq!(hash(policies, "// TC-133: every space", "// Every space"), own, "a comment is no value");
    assert_eq!(hash("units/time_count/wolf.ron", "rate: 35", "rate: 30"), own, "a unit counts where it fights");
    assert_eq!(hash("rulesets/time_count/hud.ron", "key: 'a'", "key: 'Z'"), own, "a key changes no battle");
}

#[test]
fn the_order_of_rule_systems_names_only_existing_ones() {
    let copy = changed("rulesets/time_count/ruleset.ron", "name:", "name:");
    fs::write(copy.path().join("rulesets/order.ron"), "[\"time_count\", \"time_cuont\"]").unwrap();
    let refused = Library::open(copy.path()).unwrap_err();
    assert!(refused[0].brief().contains("order.ron:1:16: unknown rule system `time_cuont`"), "{}", refused[0].brief());
}

#[test] // G-48
fn spells_that_lay_zones_target_an_area_last_and_need_their_policy() {
    let file = "rulesets/time_count/spells.ron";
    let wall = r#"Lay(what: Ground("wall"), form: Across)"#;
    let told = |from: &str, to: &str| found_after(file, from, to).join("\n");
    assert!(told(wall, "Lay(what: Fog, form: Around)").contains("fog needs the policy `sight`"));
    assert!(told(wall, "Lay(what: Illusion, form: Across)").contains("an illusion needs rules for illusionary cover"));
    let least = "least: (effect: 1, range: 1, area: 2, duration: 3)";
    assert!(told(least, "least: (effect: 1, range: 1, area: 2, duration: 0)").contains("must last at least 1"));
    let lasting = "(does: Bolster(amount: Dice(\"1d8\"), lasts: Duration), rule: \"TC-115\")";
    let laid = told(lasting, &format!("(does: {wall}, rule: \"G-48\")"));
    assert!(laid.contains("aimed at a `Point`"), "{laid}");
}

#[test]
fn terrain_laid_by_shipped_spells_exists_on_maps() {
    let terrains = Terrains::open(&assets()).unwrap_or_else(|refused| panic!("{}", refused[0].render()));
    let mut laid = 0;
    for id in library().ruleset_ids() {
        let rules = library().ruleset(&id).unwrap();
        for action in rules.actions.iter() {
            let Does::Cast(spell) = &action.does else { continue };
            let Some((ZoneKind::Ground(name), _)) = spell.lays() else { continue };
            let ground = terrains.named(name.as_str());
            assert!(ground.is_some_and(|ground| !ground.soft), "{id}: {} lays {name}", action.id);
            laid += 1;
        }
    }
    assert!(laid >= 2);
}

#[test]
fn mistakes_in_recovery() {
    let file = "rulesets/time_count/ruleset.ron";
    let rows = [
        (
            "(condition: \"clumsy\", goes: Daily",
            "(condition: \"weakened\", goes: Daily",
            "duplicate entry for `weakened`",
        ),
        (
            "\"fatigued\", goes: Overnight",
            "\"fatigued\", goes: Daily",
            "the levels of `fatigued` do not add up: only `Overnight` is possible",
        ),
        ("levels: 20, minutes: 1,", "levels: 20, minutes: 0,", "0 is out of range: expected 1 to 1440"),
        ("\"frail\", goes", "\"frial\", goes", "unknown condition `frial` (did you mean `frail`?"),
        ("(points: 1, minutes: 10,", "(points: -1, minutes: 10,", "-1 is out of range: expected 0 to 1000"),
    ];
    for (from, to, message) in rows {
        let found = found_after(file, from, to);
        assert!(found.len() == 1 && found[0].contains(message), "{found:?}");
    }
}
