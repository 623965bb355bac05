//! Mistakes in manoeuvres, their conditions, training and gear: line, column and reason.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use crate::ruleset_mistakes::{found_after, place};

const CONDITIONS: &str = "rulesets/time_count/conditions.ron";
const MANOEUVRES: &str = "rulesets/time_count/actions/manoeuvres.ron";
const RULES: &str = "rulesets/time_count/ruleset.ron";

/// A file, the text that is replaced, its replacement, the part of it that is marked, and the message.
type Row<'a> = (&'a str, &'a str, &'a str, &'a str, &'a str);

fn check(rows: &[Row<'_>]) {
    for (file, from, to, at, message) in rows {
        let found = found_after(file, from, to);
        let start = place(file, from);
        let (line, column) = start.trim_end_matches(": ").rsplit_once(':').unwrap();
        let before = to.find(at).unwrap_or_else(|| panic!("{to} does not contain {at}"));
        let column = column.parse::<usize>().unwrap() + to[..before].chars().count();
        let expected = format!("{line}:{column}: {message}");
        assert!(found.iter().any(|brief| brief.starts_with(&expected)), "{expected}\n{found:#?}");
    }
}

#[test]
fn conditions_of_one_roll_and_of_other_rolls_have_an_effect() {
    let pinned = "(does: Forbid([Attack]), rule: \"TC-301\")";
    check(&[
        (
            CONDITIONS,
            pinned,
            "(does: EdgeOn(defences: [\"dodge\"], gives: Advantage), rule: \"TC-301\")",
            "\"dodge\"",
            "unknown defence `dodge`",
        ),
        (
            CONDITIONS,
            pinned,
            "(does: EdgeOn(gives: Advantage), rule: \"TC-301\")",
            "EdgeOn",
            "name at least one of the `defences` or `stats`",
        ),
        (
            CONDITIONS,
            "rule: \"TC-301\")],\n",
            "rule: \"TC-301\")], once: true,\n",
            "true",
            "this condition has no effect on rolls",
        ),
    ]);
}

#[test]
fn differences_in_size_are_named_once_and_only_for_rolls_of_the_target() {
    let row = |steps: &str| format!("size_steps: [{steps}], against: One(Spirit)");
    let from = "against: One(Spirit)";
    let none = row("(larger: 0, gives: Fails, rule: \"TC-001\")");
    let twice = row("(larger: 1, gives: Fails, rule: \"TC-001\"), (larger: 1, gives: Succeeds, rule: \"TC-001\")");
    let far = row("(larger: 9, gives: Fails, rule: \"TC-001\")");
    check(&[
        (MANOEUVRES, from, &none, "0, gives", "0 is no difference in size"),
        (MANOEUVRES, from, &none, "(larger", "sizes decide only rolls of the target: set `by: Target`"),
        (MANOEUVRES, from, &twice, "1, gives: Succeeds", "duplicate entry for 1"),
        (MANOEUVRES, from, &far, "9, gives", "9 is out of range: expected -8 to 8"),
    ]);
}

#[test]
fn lost_points_name_a_pool_and_a_condition() {
    let lost = |inside: &str| format!("LosePoints(who: Target, {inside})");
    let from = "NextAttack(to_hit: 2, damage: 0)";
    let pool = lost("pool: \"luck\", points: 1");
    let unless = lost("pool: \"luck\", points: 1, unless: Some(\"wonded\")");
    let points = lost("pool: \"luck\", points: 0");
    check(&[
        (MANOEUVRES, from, &pool, "\"luck\"", "unknown pool `luck`"),
        (MANOEUVRES, from, &unless, "Some(\"wonded\")", "unknown condition `wonded` (did you mean `wounded`?"),
        (MANOEUVRES, from, &points, "0)", "0 is out of range: expected 1 to 20"),
    ]);
}

#[test]
fn requirements_name_conditions_and_equipment() {
    let from = "(needs: MeleeWeapon)";
    check(&[
        (MANOEUVRES, from, "(needs: Wielding([]))", "Wielding", "name at least one kind of equipment"),
        (MANOEUVRES, from, "(needs: ActorLacks(\"prown\"))", "\"prown\"", "unknown condition `prown`"),
        (MANOEUVRES, from, "(needs: BesideGround([]))", "BesideGround", "name at least one kind of ground"),
        (MANOEUVRES, from, "(needs: BesideFlame([\" \"]))", "\" \"", "must not be blank"),
        (MANOEUVRES, from, "(needs: BesideFlame([\"fire\", \" \"]))", "\" \"", "must not be blank"),
        (MANOEUVRES, from, "(needs: NotInStances([\"prone\", \"prown\"]))", "\"prown\"", "unknown stance `prown`"),
    ]);
}

#[test]
fn reactions_name_tags_that_actions_have() {
    let reaction = |on: &str| {
        format!(
            "reactions: [(id: \"lash\", name: \"Lash\", on: {on}, who: Enemies, filter: (unless_tags: [\"touch\"]), \
             does: Act(\"strike\"), costs: [], then: [], rule: \"TC-001\")],"
        )
    };
    check(&[
        (RULES, "reactions: [],", &reaction("Casts"), "\"touch\"", "unknown tag `touch`"),
        (
            RULES,
            "reactions: [],",
            &reaction("BeforeStep"),
            "\"touch\"",
            "steps and turns are no actions and have no tags",
        ),
    ]);
}

#[test]
fn training_concerns_gear_that_the_unit_has_and_rules_that_exist() {
    let (knight, spider) = ("units/time_count/knight.ron", "units/time_count/great_spider.ron");
    let body = "body: Tall,";
    let row = |list: &str| format!("body: Tall, untrained: [{list}],");
    let (armor, twice) = (row("Armor"), row("Shield, Shield"));
    check(&[
        (knight, body, &armor, "Armor", "the rule system has no rule for an untrained armour"),
        (knight, body, &twice, "Shield]", "duplicate entry for the shield"),
        (spider, "body: Long,", "body: Long, untrained: [Armor],", "Armor", "the unit has no armour"),
        (
            RULES,
            "armor: None,",
            "armor: Some((condition: \"encumbered\", rule: \"TC-025\")),",
            "\"encumbered\"",
            "unknown condition `encumbered`",
        ),
    ]);
}

#[test]
fn gear_adds_to_stats_that_are_not_derived() {
    let file = "units/time_count/items/armor.ron";
    let row = |adds: &str| format!("bonus: 5, adds: {{{adds}}},");
    let (derived, most) = (row("Primary: 1"), row("Wisdom: 61"));
    check(&[
        (
            file,
            "bonus: 5,",
            &derived,
            "Primary",
            "primary defence is derived: add to the stats that it is derived from",
        ),
        (file, "bonus: 5,", &most, "61", "61 is out of range: expected -60 to 60"),
    ]);
}
