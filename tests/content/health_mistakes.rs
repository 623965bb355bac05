//! Mistakes in health models and in what hits and heals them: line, column and reason.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::fs;

use crate::assets::assets;
use crate::hero_mistakes::located;
use crate::ruleset_mistakes::{changed, found_after, place};
use warboard::rules::Library;

const RULES: &str = "rulesets/time_count/ruleset.ron";
const MANOEUVRES: &str = "rulesets/time_count/actions/manoeuvres.ron";
/// The effect of a shove.
const EFFECT: &str = "Displace(Push(distance: 5))";

const SLOTS: &str = r#"collapse: Slots((overflow_rule: "TC-118", levels: [
    (id: "light", least: 1, least_rule: "TC-118", slots: Stat(Power, 2), slots_rule: "TC-118", condition: None,
        fate: Stands, fate_rule: "TC-118"),
    (id: "severe", least: 6, least_rule: "TC-118", slots: Table(Power, [(0, 1), (3, 2)]), slots_rule: "TC-118",
        condition: "clumsy", fate: Down, fate_rule: "TC-118"),
    (id: "fatal", least: 12, least_rule: "TC-118", slots: Fixed(1), slots_rule: "TC-118", condition: None,
        fate: Dies, fate_rule: "TC-118"),
])),"#;

const PARTS: &str = r#"collapse: Parts((usual: "body", usual_rule: "TC-118", parts: [
    (id: "body", points: (stat: Constitution, times: 2), points_rule: "TC-118", aimed: None, thresholds: [
        (at: AtMost(0), first: None, condition: None, fate: Dies, rule: "TC-118"),
    ]),
    (id: "leg", points: (stat: Constitution, times: 1), points_rule: "TC-118", aimed: (amount: -4, rule: "TC-118"), thresholds: [
        (at: Below(50), first: (condition: "clumsy", rounds: 2), condition: "unsteady", fate: Stands, rule: "TC-118"),
    ]),
])),"#;

const ZERO: &str = r#"collapse: AtZero((dies_at_zero: Without(PlayerCharacter), dies_rule: "TC-118")),"#;

/// The passage of the rule system from the stat of hit points to the health model.
fn passage() -> String {
    let text = fs::read_to_string(assets().join(RULES)).unwrap();
    let start = text.find("hit_points: Some(").unwrap();
    let end = start + text[start..].find("stable_lasts").unwrap();
    let end = end + text[end..].find(")),").unwrap() + 3;
    text[start..end].to_owned()
}

/// The same passage with another health model, whose pool is the last that damage reduces.
fn with_model(pool: &str, model: &str) -> String {
    let passage = passage();
    let head = &passage[..passage.find("collapse:").unwrap()];
    let head = head.replacen("HitPoints]", &format!("{pool}]"), 1);
    let slots = model.starts_with("collapse: Slots");
    (if slots { head.replacen("hit_points: Some(HitPoints)", "hit_points: None", 1) } else { head }) + model
}

/// The diagnostics of a rule system with this health model.
fn found_in(pool: &str, model: &str) -> Vec<String> {
    found_after(RULES, &passage(), &with_model(pool, model))
}

/// The line and column of a text in a rule system with this health model.
fn place_in(pool: &str, model: &str, text: &str) -> String {
    let whole = fs::read_to_string(assets().join(RULES)).unwrap();
    let whole = whole.replacen(&passage(), &with_model(pool, model), 1);
    let from = whole.find(model).unwrap();
    let at = from + whole[from..].find(text).unwrap();
    let line = whole[..at].rfind('\n').map_or(0, |newline| newline + 1);
    format!("{RULES}:{}:{}: ", 1 + whole[..at].matches('\n').count(), 1 + whole[line..at].chars().count())
}

/// Asserts that each of these changes of a health model, whose new text is unique, is refused where it stands.
fn each_is_refused(pool: &str, model: &str, rows: &[(&str, &str, &str, &str)]) {
    let copy = changed(RULES, &passage(), &with_model(pool, model));
    Library::open(copy.path())
        .unwrap()
        .ruleset("time_count")
        .unwrap_or_else(|refused| panic!("{}", refused[0].brief()));
    for (from, to, at, message) in rows {
        assert!(model.contains(from), "{from}");
        let model = model.replacen(from, to, 1);
        let (found, place) = (found_in(pool, &model), place_in(pool, &model, at));
        assert!(
            found.iter().any(|brief| brief.starts_with(&format!("{place}{message}"))),
            "{place}{message}\n{found:?}"
        );
    }
}

#[test]
fn mistakes_in_wound_slots_are_located() {
    let rows = [
        ("least: 6", "least: 01", "01", "order the levels from the lightest wound to the worst"),
        ("least: 12", "least: 1200", "1200", "1200 is out of range: expected -1000 to 1000"),
        ("\"clumsy\"", "\"clumsi\"", "\"clumsi\"", "unknown condition `clumsi` (did you mean `clumsy`?"),
        ("\"fatal\"", "\"light\"", "\"light\", least: 12", "duplicate id `light`"),
        ("fate: Dies", "fate: Stands", "Stands, fate_rule: \"TC-118\"),\n]", "the lighter wound `severe` already has"),
        ("Fixed(1)", "Fixed(101)", "101", "101 is out of range: expected 0 to 100"),
        ("(Power, 2)", "(Power, 200)", "200", "200 is out of range: expected -100 to 100"),
        ("[(0, 1), (3, 2)]", "[]", "[]", "the table is empty"),
        ("(3, 2)", "(0, 2)", "(0, 2)", "order the rows from the lowest value of the stat"),
        ("(3, 2)", "(3, 200)", "200", "200 is out of range: expected 0 to 100"),
    ];
    each_is_refused("Slot", SLOTS, &rows);
    let none = found_in("Slot", "collapse: Slots((overflow_rule: \"TC-118\", levels: [])),");
    assert!(none.iter().any(|brief| brief.contains("there must be one to six levels of severity")), "{none:?}");
}

#[test]
fn mistakes_in_parts_of_the_body_are_located() {
    let rows = [
        ("usual: \"body\"", "usual: \"bodi\"", "\"bodi\"", "unknown part of the body `bodi` (did you mean `body`?"),
        ("\"leg\"", "\"body\"", "\"body\", points: (stat: Constitution, times: 1)", "duplicate id `body`"),
        ("times: 2", "times: 0", "0), points_rule", "0 is out of range: expected 1 to 100"),
        ("amount: -4", "amount: -64", "-64", "-64 is out of range: expected -60 to 60"),
        ("Below(50)", "Below(150)", "150", "150 is out of range: expected -1000 to 100"),
        ("fate: Dies", "fate: Stands", "(at: AtMost(0)", "this threshold changes nothing"),
        ("\"clumsy\"", "\"clumsi\"", "\"clumsi\"", "unknown condition `clumsi`"),
        ("\"unsteady\"", "\"unsteddy\"", "\"unsteddy\"", "unknown condition `unsteddy`"),
        ("rounds: 2", "rounds: 0", "0), condition: \"unsteady\"", "0 is out of range: expected 1 to 1000"),
    ];
    each_is_refused("Part", PARTS, &rows);
}

#[test] // PR-230, PR-235
fn mistakes_in_saved_parts_are_located() {
    let saves = r#"collapse: Parts((saves: (moment: AtLoss, moment_rule: "TC-118", only: None, parts: ["leg"], left: -1, left_rule: "TC-118",
        injured: "slow", injured_rule: "TC-118", rule: "TC-118", spends: (stat: Power, condition: "dazed", rule: "TC-118"),
        injuries: [(parts: ["body"], dice: "1d4+1", rule: "TC-118", entries: [
            (condition: "prone", again: Dies, rule: "TC-118", again_rule: "TC-118"),
            (condition: "stunned", again: Gains("unconscious"), rule: "TC-118", again_rule: "TC-118"),
        ])]), "#;
    let known = Library::open(&assets()).unwrap().ruleset("time_count").unwrap();
    let names: Vec<String> = known.conditions.iter().map(|condition| condition.id.to_string()).collect();
    let named = ["slow", "dazed", "stunned"];
    let model = named
        .iter()
        .zip(&names)
        .fold(saves.to_owned(), |text, (old, new)| text.replace(&format!("\"{old}\""), &format!("\"{new}\"")));
    let model = PARTS.replacen("collapse: Parts((", &model, 1);
    let rows = [
        ("parts: [\"leg\"]", "parts: [\"lag\"]", "\"lag\"", "unknown part of the body `lag` (did you mean `leg`?"),
        ("left: -1", "left: -1001", "-1001", "-1001 is out of range: expected -1000 to 1000"),
        ("1d4+1", "1d4+2", "[\n            (condition", "no result of the dice has an entry"),
        ("Gains(\"unconscious\")", "Gains(\"unconsious\")", "\"unconsious\"", "unknown condition `unconsious`"),
    ];
    each_is_refused("Part", &model, &rows);
}

#[test] // HD-333
fn a_check_to_wake_has_a_difficulty_that_the_health_model_knows() {
    let with = |model: &str, against: &str| {
        format!(
            "{model} stable: (dying: \"clumsy\", stable: \"stable\", wakes: (stat: Fortitude, against: {against}, \
             rule: \"TC-118\"), rule: \"TC-118\"),"
        )
    };
    each_is_refused(
        "Slot",
        &with(SLOTS, "Wounds"),
        &[
            ("against: Wounds", "against: Number(300)", "300", "300 is out of range: expected -100 to 200"),
            ("\"stable\", wakes", "\"stabel\", wakes", "\"stabel\"", "unknown condition `stabel`"),
        ],
    );
    let found = found_in("Part", &with(PARTS, "Wounds"));
    assert!(
        found.iter().any(|brief| brief.ends_with("only wounds by severity are counted: use `Number`")),
        "{found:?}"
    );
}

#[test]
fn mistakes_in_collapse_at_zero_are_located() {
    let rows = [
        ("Without(PlayerCharacter)", "Everybody", "Everybody", "unknown choice `Everybody`"),
        ("PlayerCharacter", "PlayerCharakter", "PlayerCharakter", "unknown choice `PlayerCharakter`"),
    ];
    each_is_refused("HitPointsBelowZero", ZERO, &rows);
}

#[test]
fn damage_reaches_the_health_model() {
    for (model, pool) in [(SLOTS, "Slot"), (PARTS, "Part"), (ZERO, "HitPointsBelowZero")] {
        let found = found_in("HitPoints", model);
        let message = format!("no damage reaches the health model: add `{pool}` to a step `Lose`");
        assert!(found.iter().any(|brief| brief.ends_with(&message)), "{found:?}");
    }
    let found = found_after(RULES, "[Bonus, Invigoration, HitPoints]", "[Bonus, Invigoration]");
    assert!(found[0].ends_with("no damage reaches the health model: add `HitPoints` to a step `Lose`"), "{found:?}");
}

/// The diagnostics of the shove with another effect.
fn told(effect: &str) -> String {
    let found = found_after(MANOEUVRES, EFFECT, effect);
    let line = place(MANOEUVRES, EFFECT);
    let (line, _) = line.trim_end_matches(": ").rsplit_once(':').unwrap();
    assert!(found.len() == 1 && found[0].starts_with(line), "{line} {found:?}");
    found[0].clone()
}

#[test]
fn effects_heal_and_hit_only_what_the_health_model_has() {
    let rows = [
        ("HealWound(steps: 1)", "the health model in `consciousness.collapse` has no wound slots"),
        ("MoreSteps(1)", "the health model in `consciousness.collapse` has no wound slots"),
        ("HealPart(amount: Dice(\"1d4\"), part: None)", "the health model in `consciousness.collapse` has no parts"),
        ("Harm(to: Target, amount: Dice(\"1d4\"), harm: None, hit: (part: \"leg\"))", "has no parts"),
        ("Harm(to: Target, amount: Dice(\"1d4\"), harm: None, hit: (severity: 1))", "has no wound slots"),
        ("Harm(to: Target, amount: Dice(\"1d4\"), harm: None, hit: (bypasses: [\"armour\"]))", "unknown protection"),
    ];
    for (effect, message) in rows {
        let found = told(effect);
        assert!(found.contains(message), "{found}");
    }
}

#[test]
fn an_attack_is_aimed_at_parts_only_where_bodies_have_such_parts() {
    let attacks = "rulesets/time_count/actions/attacks.ron";
    let found = found_after(attacks, "aim: Enemy,", "aim: Enemy, at_parts: true,");
    let message = "no part of the body has an `aimed` modifier in `consciousness.collapse`";
    assert!(found.iter().any(|brief| brief.contains(message) && brief.starts_with(attacks)), "{found:?}");
}

#[test]
fn a_difficulty_from_stats_names_one_and_a_base_in_range() {
    let against = "against: One(Vigor)";
    let rows = [
        ("DifficultyFrom(base: 10, stats: [], rule: \"TC-340\")", "name at least one stat, or use `Difficulty`"),
        ("DifficultyFrom(base: 1000, stats: [Power], rule: \"TC-340\")", "1000 is out of range: expected -100 to 100"),
    ];
    for (difficulty, message) in rows {
        let found = found_after(MANOEUVRES, against, &format!("against: {difficulty}"));
        assert!(found.iter().any(|brief| brief.contains(message)), "{found:?}");
    }
}

#[test] // G-78
fn a_venom_attacks_a_defence_or_is_resisted_with_any_stat() {
    let file = "rulesets/time_count/venoms.ron";
    let found = found_after(file, "against: Vigor,", "against: Power,");
    assert!(found[0].starts_with(&place(file, "Vigor")) && found[0].ends_with("power is not a defence"), "{found:?}");
    let resisted = changed(file, "against: Vigor,", "by: Target, against: Power,");
    Library::open(resisted.path()).unwrap().ruleset("time_count").unwrap();
    let found = found_after(file, "against: Vigor,", "by: Taget, against: Vigor,");
    assert!(found[0].contains("did you mean `Target`?"), "{found:?}");
}

#[test]
fn hit_points_where_wounds_fill_slots_and_reactors_that_cannot_be_are_located() {
    located(
        "rulesets/heroes_of_destiny/ruleset.ron",
        &[
            (
                "hit_points: None,",
                "hit_points: Some(Toughness),",
                "Some",
                "wounds fill slots, and there are no hit points: `None`",
            ),
            (
                "on: LeavesReach, who: Enemies,",
                "on: LeavesReach, who: Everyone,",
                "Everyone",
                "`Everyone` is for reactions to `NewlyFlanked` alone: use `Anyone`",
            ),
        ],
    );
    let needed = "this health model needs the stat that is the maximum of hit points";
    located(RULES, &[("hit_points: Some(HitPoints),", "hit_points: None,", "None", needed)]);
}
