//! Mistakes in the order of turns, surprise, hiding and derived stats: line, column and reason.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use crate::ruleset_mistakes::{each_is_refused, found_after, place};

const RULES: &str = "rulesets/fragments/ruleset.ron";
const TIME: &str = "rulesets/fragments/actions/time.ron";
const TIES: &str = r#"ties: By(keys: [Highest(Dexterity), With(Flight)], then: Random, rule: "TA-005"),"#;
const SHARE: &str = r#"(add: Share((of: [Strength, Level], times: 5, divided_by: 2, rounded: Up, then_times: 2)), with: Flight, rule: "TA-G14"),"#;
const AMBUSH: &str = r#"round_end: [Durations], ambush: (stealth: [Dexterity], observation: [Mind], lost_to: Every, rule: "TA-008"), unaware: (condition: "unaware", misses: true, ends: FirstRound, rule: "TA-008"),"#;
const SIGHT: &str = r#"sight: (attacks: Modifiers(dark: (amount: -5, rule: "TA-162"), fog: (amount: -2, rule: "TA-166"), unseen: (amount: -6, rule: "TA-191")),"#;
const SNEAK: &str = "Sneak(stealth: [Dexterity], observation: [Mind])";
const UNAWARE: &str = "round_end: [],\n        unaware: (condition: \"unaware\", misses: true, rule: \"TA-008\"),";

#[test]
fn mistakes_in_ties_are_located() {
    let rows = [
        ("[Highest(Dexterity), With(Flight)]", "[]", "[]", "name at least one key, or use `Listed` or `Random`"),
        ("With(Flight)", "Highest(Dexterity)", "Highest(Dexterity)], then", "dexterity already decides before"),
        ("Highest(Dexterity)", "With(Flight)", "With(Flight)], then", "Flight already decides before"),
        ("With(Flight)", "With(Fligt)", "Fligt", "unknown choice `Fligt`"),
        ("then: Random", "then: Rando", "Rando", "unknown choice `Rando`"),
    ];
    let replaced = r#"ties: Random(rule: "TA-005"),"#;
    each_is_refused(RULES, replaced, TIES, &rows);
}

#[test]
fn mistakes_in_shares_of_stats_are_located() {
    let rows = [
        ("[Strength, Level]", "[]", "[]", "name at least one stat"),
        ("Level", "Energy", "Energy", "energy is derived later: add it after its own terms are known"),
        ("divided_by: 2", "divided_by: 0", "0, rounded", "0 is out of range: expected 1 to 100"),
        (" times: 5", " times: 500", "500", "500 is out of range: expected -100 to 100"),
        ("then_times: 2", "then_times: -200", "-200", "-200 is out of range: expected -100 to 100"),
        ("rounded: Up", "rounded: Off", "Off", "unknown choice `Off`"),
    ];
    let replaced = r#"(add: Stat(Essence), rule: "TA-G14"),"#;
    each_is_refused(RULES, replaced, SHARE, &rows);
}

#[test]
fn mistakes_in_ambushes_are_located() {
    let rows = [
        ("stealth: [Dexterity]", "stealth: []", "[], observation", "name at least one stat"),
        ("observation: [Mind]", "observation: []", "[], lost_to", "name at least one stat"),
        ("lost_to: Every", "lost_to: Most", "Most", "unknown choice `Most`"),
        ("ends: FirstRound", "ends: LastRound", "LastRound", "unknown choice `LastRound`"),
        ("round_end: [Durations]", "round_end: []", "FirstRound", "this never ends: add `Durations` to `round_end`"),
        (
            r#"unaware: (condition: "unaware", misses: true, ends: FirstRound, rule: "TA-008"),"#,
            "unaware: None,",
            "(stealth",
            "surprise has no effect: give it a condition in `unaware`",
        ),
    ];
    each_is_refused(RULES, UNAWARE, AMBUSH, &rows);
}

#[test]
fn a_delayed_turn_has_a_target_only_where_it_is_named_at_once() {
    let found = found_after(RULES, "delay: Some((lasts: true,", "delay: Some((lasts: false, chosen: Named,");
    let aim = place(TIME, "aim: Own,\n        requires: [(needs: FreshTurn)]").replace(": ", "");
    let (line, column) = aim.rsplit_once(':').unwrap();
    let column = column.parse::<usize>().unwrap() + "aim: ".len();
    let expected = format!("{line}:{column}: a delayed turn names the combatant that it follows: use `aim: Other`");
    assert_eq!(found, [expected]);
    let delay = "aim: Own,\n        requires: [(needs: FreshTurn)]";
    let found = found_after(TIME, delay, &delay.replace("Own", "Other"));
    assert!(
        found.len() == 1 && found[0].contains("the place of a delayed turn is chosen later: use `aim: Own`"),
        "{found:?}"
    );
    let found = found_after(RULES, "delay: Some((lasts: true, rule: \"TA-016\"))", "delay: None");
    assert!(found.len() == 1 && found[0].contains("define `delay` of the policy `turn`"), "{found:?}");
}

#[test]
fn mistakes_in_sneaking_and_searching_are_located() {
    let rows = [
        ("stealth: [Dexterity]", "stealth: []", "[], observation", "name at least one stat"),
        ("observation: [Mind]", "observation: []", "[])", "name at least one stat"),
    ];
    each_is_refused(TIME, "Hide(attribute: Dexterity, against: MentalDefence)", SNEAK, &rows);
    let search = "Seek(attribute: Mind, base: 10, against: [Level, Dexterity])";
    let rows = [("[Mind]", "[]", "[]", "name at least one stat")];
    each_is_refused(TIME, search, "Search(observation: [Mind])", &rows);
    let manoeuvres = "rulesets/time_count/actions/manoeuvres.ron";
    let found = found_after(manoeuvres, "Displace(Push(distance: 5))", &SNEAK.replace("Mind", "Wisdom"));
    assert!(found.len() == 1 && found[0].ends_with("hiding needs the policy `sight`"), "{found:?}");
}

#[test]
fn mistakes_in_the_modifiers_of_concealment_are_located() {
    let rows = [
        ("amount: -5", "amount: 5", "5, rule: \"TA-162\"", "5 is out of range: expected -100 to 0"),
        ("amount: -2", "amount: -200", "-200", "-200 is out of range: expected -100 to 0"),
        ("amount: -6", "amount: 6", "6, rule: \"TA-191\"", "6 is out of range: expected -100 to 0"),
    ];
    each_is_refused(RULES, "sight: (", SIGHT, &rows);
}
