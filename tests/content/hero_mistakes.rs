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
fn mistakes_in_jumps_and_climbs_are_located() {
    located(
        RULES,
        &[
            ("run_up: 5", "run_up: 0", "0", "0 is out of range: expected 1 to 100"),
            ("standing: 2", "standing: 11", "11", "11 is out of range: expected 1 to 10"),
            ("long: 3,", "long: 0,", "0", "0 is out of range: expected 1 to 100"),
            ("rough: 3,", "rough: 51,", "51", "51 is out of range: expected -50 to 50"),
            (r#"ground: "mud", difficulty: 6"#, r#"ground: "", difficulty: 6"#, r#""""#, "must not be blank"),
            ("Cells(times: 4", "Cells(times: 21", "21", "21 is out of range: expected 1 to 20"),
            (r#"clinging: "clinging""#, r#"clinging: "clingin""#, r#""clingin""#, "unknown condition `clingin`"),
        ],
    );
}

#[test]
fn mistakes_in_deep_water_are_located() {
    located(
        RULES,
        &[
            ("Walked(under: 10", "Walked(under: 0", "0", "0 is out of range: expected 1 to 100"),
            ("sinks: 1,", "sinks: 0,", "0", "0 is out of range: expected 1 to 1000"),
            ("deepest: 1,", "deepest: 0,", "0", "0 is out of range: expected 1 to 1000"),
            (
                r#"breathless: "breathless""#,
                r#"breathless: "breathles""#,
                r#""breathles""#,
                "unknown condition `breathles`",
            ),
            ("wound: -5", "wound: -51", "-51", "-51 is out of range: expected -50 to 0"),
        ],
    );
}
