//! Mistakes in results of rolls, initiative as a price, riders, critical hits that kill, checks to wake, and magic objects: line,
//! column and reason.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use crate::ruleset_mistakes::{each_is_refused, found_after, place};

const COUNTED: &str = "rulesets/time_count/ruleset.ron";
const ROUNDS: &str = "rulesets/fragments/ruleset.ron";

const REACTION: &str = r#"reactions: [(id: "riposte", name: "Riposte", on: ActionResolved, who: Enemies, filter: (rolled: [FailsBy(3), NaturalUpTo(4)]), does: Act("attack"), costs: [(pool: "initiative", points: 2)], then: [], applies: OnMargin(1), rule: "TA-022")],"#;

#[test]
fn reactions_limited_to_results_and_paid_with_initiative() {
    let rows = [
        ("FailsBy(3)", "FailsBy(101)", "101", "101 is out of range: expected 0 to 100"),
        ("FailsBy(3)", "FailBy(3)", "FailBy", "unknown choice `FailBy`"),
        ("ActionResolved", "BeforeStep", "[FailsBy", "nothing has been rolled yet at BeforeStep"),
        ("OnMargin(1)", "OnMargin(-1)", "-1", "-1 is out of range: expected 0 to 100"),
        ("\"initiative\"", "\"initative\"", "\"initative\"", "unknown pool `initative`"),
        ("points: 2", "points: 0", "0)]", "0 is out of range: expected 1 to 200"),
    ];
    each_is_refused(ROUNDS, "reactions: [],", REACTION, &rows);
    let counted = REACTION.replace("\"attack\"", "\"strike\"").replace("TA-022", "TC-001");
    let found = found_after(COUNTED, "reactions: [],", &counted);
    let message = "there is no initiative where turns are counted";
    assert!(found.iter().any(|brief| brief.ends_with(message)), "{found:?}");
}

const ANYTIME: &str = r#"reactions: [(id: "handle", name: "Handle", on: Anytime, who: Anyone, filter: (moments: [ActionDeclared]), does: OneOf(["attack", "move"]), asks_for: ["attack"], costs: [], then: [], rule: "TA-022")],"#;

#[test]
fn reactions_without_a_trigger_have_moments_and_ask_for_some_of_their_acts() {
    let rows = [
        (
            "[ActionDeclared]",
            "[StandsUp]",
            "StandsUp",
            "no combatant is asked at StandsUp: name the moment at which it is noticed",
        ),
        (
            "Anytime",
            "BeforeStep",
            "ActionDeclared",
            "the moment is its trigger, BeforeStep: only `Anytime` has a choice",
        ),
        ("[\"attack\"]", "[\"atack\"]", "\"atack\"", "unknown choice of the reaction `atack` (did you mean `attack`?"),
        ("OneOf([\"attack\", \"move\"])", "AnyAct", "\"attack\"", "only `OneOf` is asked for the sake of some acts"),
        (
            "does: OneOf([\"attack\", \"move\"]), asks_for: [\"attack\"]",
            "does: Act(\"attack\"), at_any: true",
            "true",
            "only `OneOf` has a choice of targets",
        ),
        (
            "asks_for",
            "enters: true, asks_for",
            "true",
            "only a reaction to `BeforeStep` can add the step into reach, not Anytime",
        ),
    ];
    each_is_refused(ROUNDS, "reactions: [],", ANYTIME, &rows);
}

#[test]
fn initiative_is_no_pool_and_is_paid_at_once() {
    let pool = r#"others: [(id: "initiative", name: "point", initial: (base: 2, stats: [], traits: []), incomes: [], unspent: Replaced, debt: 0, rule: "TA-014")],"#;
    let found = found_after(ROUNDS, "others: [],", pool);
    assert!(
        found.iter().any(|brief| brief.contains("prices in `initiative` lower the initiative itself")),
        "{found:?}"
    );
    let costs = "speed: Actions(0), costs: [[(pool: \"initiative\", points: 1)]], paid: Turns,";
    let found = found_after("rulesets/fragments/actions/time.ron", "speed: Actions(0),", costs);
    assert!(found.len() == 1 && found[0].ends_with("initiative cannot be paid over several turns"), "{found:?}");
}

#[test]
fn the_lowest_initiative_is_in_range() {
    let good = r#"lowest: (number: 0, rule: "TA-014"), ties: Random("#;
    let rows = [("number: 0", "number: -5000", "-5000", "-5000 is out of range: expected -1000 to 1000")];
    each_is_refused(ROUNDS, "ties: Random(", good, &rows);
}

#[test]
fn conditions_change_initiative_in_rounds_only_and_not_as_stances() {
    let file = "rulesets/fragments/conditions.ron";
    let status = r#"(does: OwnEdge(kind: Melee, gives: Disadvantage), rule: "TA-252"),"#;
    let found = found_after(file, status, r#"(does: Initiative(-101), rule: "TA-252"),"#);
    assert!(found.iter().any(|brief| brief.contains("-101 is out of range: expected -100 to 100")), "{found:?}");
    let counted = "rulesets/time_count/conditions.ron";
    let status = r#"(does: Stat(stat: Fortitude, amount: -1, least: None), rule: "TC-075"),"#;
    let found = found_after(counted, status, r#"(does: Initiative(-1), rule: "TC-075"),"#);
    assert!(found.iter().any(|brief| brief.ends_with("there is no initiative where turns are counted")), "{found:?}");
    let stance = "stance: (";
    let whole = std::fs::read_to_string(crate::assets::assets().join(file)).unwrap();
    let before = whole.find(stance).unwrap();
    let does = whole[..before].rfind("does: [").unwrap();
    let head = &whole[does..before + stance.len()];
    let changed = head.replacen("does: [", "does: [(does: Initiative(1), rule: \"TA-252\"), ", 1);
    let found = found_after(file, head, &changed);
    assert!(found.iter().any(|brief| brief.ends_with("a stance cannot change initiative")), "{found:?}");
}

const STAGES: &str = r#"reactions: [], stages: (confirmation: (range: 20, range_rule: "TC-051", limit: 15, limit_rule: "TC-051", times: 2, times_rule: "TC-051", rule: "TC-051", options: [(id: "double", name: "Double", rule: "TC-051")], kills: (natural: 19, only: KillsAtOnce, rule: "TC-051")), riders: [(least: 5, effects: [(does: GainLevels(who: Target, condition: "battered", level: Dealt(per: 7)))], rule: "TC-051")]),"#;

#[test]
fn critical_hits_that_kill_and_levels_from_damage() {
    let rows = [
        ("natural: 19", "natural: 21", "21", "21 is out of range: expected 1 to 20"),
        ("KillsAtOnce", "KillsAtOnse", "KillsAtOnse", "unknown choice `KillsAtOnse`"),
        ("per: 7", "per: 0", "0)))]", "0 is out of range: expected 1 to 1000"),
        ("\"battered\"", "\"batered\"", "\"batered\"", "unknown condition `batered` (did you mean `battered`"),
    ];
    each_is_refused(COUNTED, "reactions: [],", STAGES, &rows);
}

#[test]
fn levels_are_counted_from_damage_only_in_riders() {
    let file = "rulesets/time_count/actions/manoeuvres.ron";
    let effect = "GainLevels(who: Target, condition: \"battered\", level: Dealt(per: 5))";
    let found = found_after(file, "Displace(Push(distance: 5))", effect);
    assert!(found.len() == 1 && found[0].contains("only effects that ride on damage count it"), "{found:?}");
    let (line, _) = place(file, "Displace(Push(distance: 5))")
        .trim_end_matches(": ")
        .rsplit_once(':')
        .map(|(line, column)| (line.to_owned(), column.to_owned()))
        .unwrap();
    assert!(found[0].starts_with(&line), "{found:?}");
}

const THINGS: &str = r#"things: (hit_points: 10, hardness: 3, rule: "TC-061", destroyed_rule: "TC-061", enhancement: (hardness: 2, hardness_rule: "TC-061", hit_points: 10, hit_points_rule: "TC-061"), objects: (defence: 9, defence_rule: "TC-061", size: None, lying: Tiny, no_criticals: None, no_nonlethal: None, broken: 50, broken_rule: "TC-061", broken_force: -2, broken_force_rule: "TC-061", saves: (base: 4, base_rule: "TC-061", levels: 3, fails_rule: "TC-061"), kinds: [(id: "door", name: "Door", size: Medium, hardness: 5, hit_points: 15, force: 16, magic: (enhancement: 1, level: 6), rule: "TC-061")])),"#;

#[test]
fn magic_objects_and_their_saving_throws() {
    let rows = [
        ("enhancement: 1,", "enhancement: 21,", "21", "21 is out of range: expected 0 to 20"),
        ("level: 6", "level: 101", "101", "101 is out of range: expected 0 to 100"),
        ("base: 4", "base: 101", "101", "101 is out of range: expected -100 to 100"),
        ("levels: 3", "levels: 0", "0, fails_rule", "0 is out of range: expected 1 to 100"),
        ("(hardness: 2", "(hardness: 101", "101", "101 is out of range: expected 0 to 100"),
    ];
    each_is_refused(COUNTED, "things: None,", THINGS, &rows);
}

#[test]
fn gear_has_magic_in_range() {
    let file = "units/time_count/items/weapons.ron";
    let found = found_after(file, "durability:", "magic: (enhancement: 30), durability:");
    assert!(found.len() == 1 && found[0].contains("30 is out of range: expected 0 to 20"), "{found:?}");
}

#[test]
fn saving_throws_of_objects_need_their_policy() {
    let file = "rulesets/time_count/actions/attacks.ron";
    let whole = std::fs::read_to_string(crate::assets::assets().join(file)).unwrap();
    let action = r#"    (id: "melt", name: "Melt", about: "Melts an object.", speed: Class(Standard), aim: Thing, does: Check((roll: Stat(Fortitude), by: Target, against: Difficulty(number: 10, rule: "TC-061"), ladder: [(when: Fails, effects: [(does: Break)])])), rule: "TC-061"),"#;
    let last = whole.trim_end().trim_end_matches(']').trim_end().len();
    let tail = &whole[last - 160..last];
    assert_eq!(whole.matches(tail).count(), 1, "{tail}");
    let found = found_after(file, tail, &format!("{tail}\n{action}"));
    let message = "objects make no saving throws here: add `saves` to `things.objects`";
    assert!(found.iter().any(|brief| brief.ends_with(message)), "{found:?}");
}
