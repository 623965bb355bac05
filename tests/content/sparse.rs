//! Defaults of content: fields may be left out without any other effect.

#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps")]

use std::fs;

use crate::assets::assets;
use crate::ruleset_mistakes::{found_after, library, place};
use warboard::content::authored::parse;
use warboard::content::{
    Action, BodyPart, Check, Condition, CoverPolicy, Does, Flanking, HudLayout, Name, Near, PartLimit, Reaction,
    SizeEffect, SlotCount, Source, Unit, WoundLevel,
};
use warboard::rules::{HouseRules, ValueChange};

const SPARSE: &str = r#"[
    (
        id: "kick", name: "Kick",
        about: "A kick.",
        speed: Nothing,
        aim: Enemy, reach: Melee,
        requires: [(needs: RoomToFight)],
        does: Check((
            roll: Weapon,
            against: Normal,
            ladder: [(when: Wins, effects: [(does: Harm(to: Target, amount: HalfWeapon)), (does: Grab, rule: "R-2")])],
        )),
        rule: "R-1",
    ),
    (
        id: "spark", name: "Spark", about: "A spark.", speed: Nothing, aim: Own,
        does: Cast((least: (effect: 1), most: (effect: 2), effects: [(does: Dispel)])), rule: "R-3",
    ),
]"#;

const COMPLETE: &str = r#"[
    (
        id: "kick", name: "Kick", about: "A kick.", speed: Nothing, fatigue: 0, aim: Enemy, reach: Melee,
        requires: [(needs: RoomToFight, rule: "R-1")],
        does: Check((
            roll: Weapon, or_with: None, terms: [], size_counts: None, against: Normal, sure_unless_engaged: None,
            ladder: [(when: Wins, against: None, effects: [
                (does: Harm(to: Target, amount: HalfWeapon, harm: None), rule: "R-1"),
                (does: Grab, rule: "R-2"),
            ])],
        )),
        rule: "R-1",
    ),
    (
        id: "spark", name: "Spark", about: "A spark.", speed: Nothing, fatigue: 0, aim: Own, reach: Any, requires: [],
        does: Cast((
            least: (effect: 1, range: 0, area: 0, duration: 0),
            most: (effect: 2, range: 0, area: 0, duration: 0),
            attack: None, effects: [(does: Dispel, rule: "R-3")], control: None, incantation: None,
        )),
        rule: "R-3",
    ),
]"#;

fn actions(text: &str) -> Vec<Action> {
    parse(&Source::new("kick.ron", text)).unwrap_or_else(|refused| panic!("{}", refused.render()))
}

#[test]
fn an_action_without_its_defaults_equals_the_complete_one() {
    let (sparse, complete) = (actions(SPARSE), actions(COMPLETE));
    assert_eq!(sparse, complete);
    let Does::Check(check) = &sparse[0].does else { panic!("a check") };
    let rules: Vec<&str> = check.ladder[0].effects.iter().map(|effect| effect.rule.as_str()).collect();
    assert_eq!(rules, ["R-1", "R-2"], "an effect without a rule has that of its action");
}

#[test]
fn a_sparse_action_is_still_parsed_strictly() {
    let refused = |from: &str, to: &str| {
        assert!(SPARSE.contains(from), "{from}");
        parse::<Vec<Action>>(&Source::new("kick.ron", SPARSE.replacen(from, to, 1))).unwrap_err().brief()
    };
    let unknown = refused("speed: Nothing,\n        aim", "sped: Nothing,\n        aim");
    assert!(unknown.starts_with("kick.ron:5:9: unknown field `sped`"), "{unknown}");
    assert!(unknown.contains("did you mean `speed`?"), "{unknown}");
    let unknown = refused("(does: Grab, rule", "(does: Grab, rul");
    assert!(unknown.contains("unknown field `rul`") && unknown.contains("did you mean `rule`?"), "{unknown}");
    for (field, from) in
        [("rule", "        rule: \"R-1\",\n"), ("aim", "aim: Enemy, "), ("against", "against: Normal,\n")]
    {
        let missing = refused(from, "");
        assert!(missing.contains(&format!("the field `{field}` is missing")), "{missing}");
    }
}

#[test]
fn the_examples_of_the_documentation_are_read() {
    let page = fs::read_to_string(assets().join("../docs/ruleset_format.md")).unwrap();
    let examples: Vec<&str> =
        page.split("```ron\n").skip(1).map(|rest| rest.split("```").next().unwrap().trim()).collect();
    let example = |start: &str| {
        let found = examples.iter().find(|text| text.starts_with(start));
        Source::new("example.ron", *found.unwrap_or_else(|| panic!("no example begins with {start}")))
    };
    // Fields of `ruleset.ron`, with a comma after them.
    let value = |field: &str| {
        let text = example(field).text.strip_prefix(field).unwrap().to_owned();
        Source::new("field.ron", text.trim_end_matches(','))
    };
    assert_eq!(actions(&example("[\n    (\n        id: \"shove\"").text)[0].id.as_str(), "shove");
    let check: Check = parse(&example("(\n    roll: Stat(Athletics), by: Target")).unwrap();
    assert_eq!(check.size_steps[1].gives, SizeEffect::Succeeds);
    let condition: Condition = parse(&example("(\n    id: \"braced\"")).unwrap();
    assert!(condition.once);
    let reaction: Reaction = parse(&example("(\n    id: \"opportunity\"")).unwrap();
    assert_eq!(reaction.filter.near, Some(Near::MeleeReach));
    let cover: CoverPolicy = parse(&value("cover: ")).unwrap();
    assert!(matches!(&cover, CoverPolicy::Sampled(sampled) if sampled.levels == (35, 75)), "{cover:?}");
    let flanking: Flanking = parse(&value("flanking: ")).unwrap();
    assert!(matches!(&flanking, Flanking::Line(line) if line.bonus.amount == 2), "{flanking:?}");
    let level: WoundLevel = parse(&example("(id: \"severe\"")).unwrap();
    assert_eq!((level.least, level.slots), (6, SlotCount::Fixed(2)));
    let part: BodyPart = parse(&example("(id: \"leg\"")).unwrap();
    assert_eq!(part.thresholds[0].at, PartLimit::Below(50));
    let layout: HudLayout = parse(&example("[\n    (group: Attack")).unwrap();
    assert_eq!(layout.icon(Name::new("strike")), "attack");
}

#[test]
fn a_minimal_unit_is_valid() {
    let text = r#"(name: "Imp", about: "Small.", figure: "bat", size: Tiny, body: Tall, rate: 20, stats: {})"#;
    let unit: Unit = parse(&Source::new("imp.ron", text)).unwrap();
    assert!(unit.spells.is_empty() && unit.weapons.is_empty() && unit.things.is_empty() && unit.traits.is_empty());
    assert_eq!((unit.armor, unit.shield, unit.speed), (None, None, None));
}

#[test]
fn an_attack_must_state_its_reach() {
    let file = "rulesets/time_count/actions/attacks.ron";
    let found = found_after(file, "aim: Enemy, reach: Weapon,", "aim: Enemy,");
    assert!(found.len() == 1 && found[0].contains("an attack with a weapon needs a `reach`"), "{found:?}");
}

#[test]
fn an_id_in_two_files_of_actions_is_refused_with_both_locations() {
    let (first, second) = ("rulesets/time_count/actions/attacks.ron", "rulesets/time_count/actions/grapples.ron");
    let found = found_after(second, "\"grab\"", "\"strike\"");
    let (at, other) = (place(second, "\"grab\""), place(first, "\"strike\""));
    let told = found.iter().find(|brief| brief.starts_with(&at)).unwrap_or_else(|| panic!("{found:?}"));
    assert_eq!(*told, format!("{at}the id `strike` is already used at {}", other.trim_end_matches(": ")));
}

#[test]
fn the_order_of_topics_names_each_file_once() {
    let file = "rulesets/time_count/actions/order.ron";
    let found = found_after(file, "\"attacks\"", "\"atacks\"");
    assert!(
        found[0].starts_with(&format!("{}unknown topic `atacks` (did you mean `attacks`?", place(file, "\"attacks\"")))
    );
    let found = found_after(file, "\"magic\"", "\"items\"");
    assert_eq!(found, [format!("{}the topic `items` is listed twice", place(file, "\"magic\""))]);
    for ruleset in library().ruleset_ids() {
        let folder = assets().join("rulesets").join(ruleset).join("actions");
        let listed: Vec<String> = parse(&Source::read(folder.join("order.ron")).unwrap()).unwrap();
        let files = fs::read_dir(&folder).unwrap().count() - 1;
        assert_eq!(listed.len(), files, "{}: every topic has its place", folder.display());
    }
}

#[test]
fn the_table_of_actions_keeps_the_order_of_the_topics() {
    let rules = library().ruleset("fragments").unwrap();
    let ids: Vec<&str> = rules.actions.iter().map(|action| action.id.as_str()).collect();
    let at = |id: &str| ids.iter().position(|known| *known == id).unwrap();
    let firsts = ["move", "attack", "feint", "draw", "focus", "sneak", "fire_bolt"].map(at);
    assert!(firsts[0] == 0 && firsts.is_sorted(), "{firsts:?}");
    assert_eq!(
        &ids[firsts[2]..firsts[3]],
        &[
            "feint",
            "trip",
            "disarm",
            "break_thing",
            "push",
            "grapple",
            "choke",
            "squeeze",
            "burrow",
            "break_ice",
            "release"
        ]
    );
}

#[test] // TC-430, TC-440
fn angles_are_written_in_degrees() {
    let rules = library().ruleset("time_count").unwrap();
    let Flanking::Separation { square, hex, facing, .. } = &rules.policies.flanking else { panic!("by angles") };
    let facing = facing.as_ref().unwrap();
    assert_eq!((*square, *hex, facing.front_square, facing.side_square), (1125, 1200, 675, 1125), "tenths of a degree");
    let found = found_after("rulesets/time_count/ruleset.ron", "square: 112.5,", "square: 112.55,");
    assert!(found[0].contains("a number of degrees with at most one decimal"), "{found:?}");
}

fn house(settings: &[&str]) -> HouseRules {
    HouseRules::of_settings("time_count", &settings.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>()).unwrap()
}

#[test]
fn house_rules_change_omitted_values() {
    let (mut library, house) =
        (library(), house(&["strike.fatigue=2", "units.wolf.shield=None", "actions.strike.about=\"Hit.\""]));
    let changed = library.add_house_rules(&house).unwrap_or_else(|wrong| panic!("{}", wrong[0].brief()));
    let omitted = |path: &str, before: &str, after: &str| ValueChange {
        path: path.to_owned(),
        before: before.to_owned(),
        after: after.to_owned(),
    };
    assert_eq!(
        changed[..2],
        [omitted("actions.strike.fatigue", "0", "2"), omitted("units.wolf.shield", "None", "None")]
    );
    let strike = library.ruleset(&house.id).unwrap().actions.get(Name::new("strike")).cloned().unwrap();
    assert_eq!((strike.fatigue, strike.about.as_str()), (2, "Hit."));
}

#[test]
fn a_wrong_value_for_an_omitted_field_is_reported_at_the_change() {
    let told = |setting: &str| library().add_house_rules(&house(&[setting])).unwrap_err()[0].brief();
    assert!(told("actions.strike.fatigue=lots").starts_with("--set:1:24: "), "{}", told("actions.strike.fatigue=lots"));
    assert!(told("actions.strike.fatigue=99").starts_with("--set:1:24: 99 is out of range: expected 0 to 50"));
    assert!(told("actions.strike.fatige=2").contains("did you mean `actions.strike.fatigue`?"));
}

#[test]
fn the_list_of_values_includes_omitted_defaults() {
    let values = library().values("time_count").unwrap();
    let at = |path: &str| values.iter().position(|value| value.path == path).unwrap_or_else(|| panic!("no {path}"));
    for (path, value) in [
        ("actions.strike.fatigue", "0"),
        ("actions.draw.does.Draw.rule", "\"TC-243\""),
        ("actions.strike.does.ladder.Wins.against", "None"),
        ("units.wolf.armor", "None"),
        ("weapons.dagger.properties", "[]"),
        ("shields.small_shield.tower", "false"),
    ] {
        assert_eq!(values[at(path)].value, value, "{path}");
    }
    assert!(at("actions.strike.name") < at("actions.strike.fatigue"), "with the rest of its action");
    assert!(at("actions.strike.fatigue") < at("actions.quick_strike.name"), "with the rest of its action");
}

#[test]
fn no_shipped_file_writes_a_default_out() {
    let folders = ["rulesets/time_count/actions", "rulesets/fragments/actions", "units/time_count", "units/fragments"];
    let files = folders.iter().flat_map(|folder| fs::read_dir(assets().join(folder)).unwrap().flatten());
    for path in files.map(|entry| entry.path()).filter(|path| path.is_file()) {
        let text = fs::read_to_string(&path).unwrap();
        let shown = path.display();
        for default in
            ["fatigue: 0,", "reach: Any", "terms: []", "requires: []", ": None", "traits: []", "in_hand: false"]
        {
            assert!(!text.contains(default), "{shown} writes `{default}`");
        }
    }
}
