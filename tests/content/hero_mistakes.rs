//! Mistakes in what Heroes of Destiny needs of the policies: line, column and reason.

use crate::ruleset_mistakes::{found_after, place};

const RULES: &str = "rulesets/heroes_of_destiny/ruleset.ron";
const CONDITIONS: &str = "rulesets/heroes_of_destiny/conditions.ron";

/// Every mistake is found where the changed text stands.
fn located(file: &str, rows: &[(&str, &str, &str, &str)]) {
    for (from, to, at, message) in rows {
        let found = found_after(file, from, to);
        let (line, column) = place(file, from).trim_end_matches(": ").rsplit_once(':').map_or_else(
            || panic!("no place"),
            |(line, column)| (line.to_owned(), column.parse::<usize>().expect("a column")),
        );
        let column = column + to.find(at).unwrap_or_else(|| panic!("{to} has {at}"));
        let expected = format!("{line}:{column}: {message}");
        assert!(found.iter().any(|brief| brief.contains(&expected)), "{expected}\n{found:#?}");
    }
}

#[test]
fn mistakes_in_bought_movement_and_tiring_pools_are_located() {
    located(
        RULES,
        &[
            (r#"bought: Some((pool: "points""#, r#"bought: Some((pool: "point""#, r#""point""#, "unknown pool `point`"),
            ("points: 1, quarters: 1", "points: 1, quarters: 0", "0", "0 is out of range: expected 1 to 40"),
            ("points: 1, quarters: 1", "points: 21, quarters: 1", "21", "21 is out of range: expected 1 to 20"),
            ("percent: 50", "percent: 0", "0", "0 is out of range: expected 1 to 200"),
            (r#"condition: "exhausted""#, r#"condition: "exausted""#, r#""exausted""#, "unknown condition `exausted`"),
        ],
    );
}

#[test]
fn mistakes_in_wounds_and_dying_are_located() {
    located(
        RULES,
        &[
            ("failures: 3", "failures: 0", "0", "0 is out of range: expected 1 to 20"),
            ("(-4, 1), (-3, 2), (-2, 2)", "(-3, 1), (-4, 2), (-2, 2)", "(-4", "order the rows from the lowest value"),
            ("fate: Dies, rule: \"HD-025\"", "fate: Dead, rule: \"HD-025\"", "Dead", "unknown choice `Dead`"),
        ],
    );
    let found = found_after(RULES, "round_end: [Dying, ", "round_end: [");
    assert!(found.iter().any(|brief| brief.contains("add `Dying` to `round_end`")), "{found:?}");
    let found = found_after(CONDITIONS, "again: Adds, rule: \"HD-G19\"", "rule: \"HD-G19\"");
    assert!(found.iter().any(|brief| brief.contains("it needs `again: Adds`")), "{found:?}");
}

#[test]
fn mistakes_in_flanking_ground_and_surprise_are_located() {
    located(
        RULES,
        &[
            (
                r#"condition: "ignored", rear"#,
                r#"condition: "ignord", rear"#,
                r#""ignord""#,
                "unknown condition `ignord`",
            ),
            (r#"ground: "mud", cost: 2"#, r#"ground: "mud", cost: 17"#, "17", "17 is out of range: expected 1 to 16"),
            ("slower: Some((base: 5", "slower: Some((base: 61", "61", "61 is out of range: expected -20 to 60"),
            ("moves_free: Some(\"HD-186\")", "moves_fre: Some(\"HD-186\")", "moves_fre", "unknown field `moves_fre`"),
        ],
    );
}

#[test]
fn prices_by_weapon_need_a_pool_of_actions() {
    let attacks = "rulesets/time_count/actions/attacks.ron";
    let found = found_after(attacks, "speed: Weapon(0)", "speed: WeaponPoints(0)");
    assert!(found.iter().any(|brief| brief.contains("this rule system has no pool of actions")), "{found:?}");
}

#[test]
fn mistakes_in_cover_shared_spaces_and_readiness_are_located() {
    located(
        RULES,
        &[
            (r#"(stance: "prone", grades: 2)"#, r#"(stance: "pron", grades: 2)"#, r#""pron""#, "unknown stance `pron`"),
            (
                r#"(stance: "prone", grades: 2)"#,
                r#"(stance: "prone", grades: 0)"#,
                "0",
                "0 is out of range: expected 1 to 3",
            ),
            (
                "attack: (amount: -2, rule: \"HD-268\")",
                "attack: (amount: -61, rule: \"HD-268\")",
                "-61",
                "-61 is out of range",
            ),
            ("follow: 5", "follow: 0", "0", "0 is out of range: expected 1 to 100"),
        ],
    );
    let found = found_after(RULES, r#"action: "ready","#, r#"action: "redy","#);
    assert!(found.iter().any(|brief| brief.contains("unknown action `redy`")), "{found:?}");
}

#[test]
fn mistakes_in_sparing_and_clinging_are_located() {
    let attacks = "rulesets/heroes_of_destiny/actions/attacks.ron";
    located(
        attacks,
        &[(r#"helpless: "helpless""#, r#"helpless: "helples""#, r#""helples""#, "unknown condition `helples`")],
    );
    let weapons = "units/heroes_of_destiny/items/weapons.ron";
    let found = found_after(
        weapons,
        r#"name: "Fangs", category: Natural, damage: "2""#,
        r#"name: "Fangs", category: Natural, damage: "1d2""#,
    );
    assert!(found.iter().any(|brief| brief.contains("the damage of a penetrating weapon is a number")), "{found:?}");
    let found = found_after(
        RULES,
        "then: [Redirect]",
        "then: [Cling((follow: 5, follow_rule: \"HD-284\", hold: 10, hold_rule: \"HD-285\"))]",
    );
    assert!(found.iter().any(|brief| brief.contains("there is no mover to cling to")), "{found:?}");
    let strikes = "rulesets/fragments/actions/attacks.ron";
    let spared = r#"to: TargetSpared(asleep_rule: "TA-001", helpless: "prone", helpless_rule: "TA-001")"#;
    let found = found_after(strikes, "to: Target,", &format!("{spared},"));
    assert!(found.iter().any(|brief| brief.contains("only wounds by severity can be lighter")), "{found:?}");
}

#[test] // HD-387, HD-393, HD-397, HD-400, HD-401, HD-402
fn mistakes_in_riding_are_located() {
    located(
        RULES,
        &[
            ("larger: 0, larger_rule", "larger: 21, larger_rule", "21", "21 is out of range: expected -20 to 20"),
            ("farther: 1, farther_rule", "farther: 21, farther_rule", "21", "21 is out of range: expected 0 to 20"),
            (
                "defence: (amount: 1, rule: \"HD-390\")",
                "defence: (amount: 21, rule: \"HD-390\")",
                "21",
                "21 is out of range",
            ),
            (
                "attack: (amount: 1, rule: \"HD-391\")",
                "attack: (amount: 21, rule: \"HD-391\")",
                "21",
                "21 is out of range",
            ),
            (
                "difficulty: 5, difficulty_rule",
                "difficulty: 101, difficulty_rule",
                "101",
                "101 is out of range: expected -100 to 100",
            ),
            (r#"lost: "bolting""#, r#"lost: "boltin""#, r#""boltin""#, "unknown condition `boltin`"),
            (r#"calming: "calming""#, r#"calming: "calm""#, r#""calm""#, "unknown condition `calm`"),
        ],
    );
    located(
        "rulesets/heroes_of_destiny/actions/mounts.ron",
        &[
            ("EnemiesWithin(10)", "EnemiesWithin(0)", "EnemiesWithin", "0 is out of range: expected 1 to 1000"),
            (r#"Levels("calming", 5)"#, r#"Levels("calm", 5)"#, r#""calm""#, "unknown condition `calm`"),
            (r#"Levels("calming", 5)"#, r#"Levels("calming", 0)"#, "0", "0 is out of range: expected 1 to 100"),
        ],
    );
    let found = found_after("rulesets/fighting_style/ruleset.ron", "after_steps: [", "after_steps: [Control, ");
    assert!(found.iter().any(|brief| brief.contains("`mounts` has no `control`")), "{found:?}");
    let found =
        found_after("rulesets/fragments/actions/time.ron", "does: HandOver", "does: Effects([(does: Dismount)])");
    assert!(found.iter().any(|brief| brief.contains("riding needs the policy `mounts`")), "{found:?}");
}
