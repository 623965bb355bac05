//! Mistakes in what Heroes of Destiny needs of the policies: line, column and reason.

use crate::ruleset_mistakes::{found_after, place};

const RULES: &str = "rulesets/heroes_of_destiny/ruleset.ron";
const WEAPONS: &str = "units/heroes_of_destiny/items/weapons.ron";
const CONDITIONS: &str = "rulesets/heroes_of_destiny/conditions.ron";

/// Every mistake is found where the changed text stands.
pub fn located(file: &str, rows: &[(&str, &str, &str, &str)]) {
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
            (
                "passing_price: Some((points: 1",
                "passing_price: Some((points: 0",
                "0",
                "0 is out of range: expected 1 to 20",
            ),
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
    let found = found_after(RULES, "round_end: [Afflictions, Dying, ", "round_end: [Afflictions, ");
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
fn mistakes_in_fighting_under_water_are_located() {
    located(
        RULES,
        &[
            (r#"condition: "underwater""#, r#"condition: "under""#, r#""under""#, "unknown condition `under`"),
            ("within: 1, less: 0", "within: 0, less: 0", "0,", "0 is out of range: expected 1 to 1000"),
            (
                r#"(types: ["lightning"], less: 3"#,
                r#"(types: ["lightening"], less: 3"#,
                r#"["lightening"]"#,
                "unknown damage type `lightening`",
            ),
            (
                r#"["lightning"], less: 3"#,
                r#"["lightning"], less: 0"#,
                "0",
                "without `within` the damage must become less with the distance",
            ),
        ],
    );
    located(
        CONDITIONS,
        &[
            (r#"AttackCosts(pool: "points""#, r#"AttackCosts(pool: "point""#, r#""point""#, "unknown pool `point`"),
            ("Forbid([RangedAttacks])", "Forbid([RangedAtacks])", "RangedAtacks", "unknown choice `RangedAtacks`"),
            ("HalvesWeapons(except: Aquatic)", "HalvesWeapons(except: Dry)", "Dry", "unknown choice `Dry`"),
        ],
    );
}

#[test]
fn mistakes_in_jumps_and_climbs_are_located() {
    located(
        RULES,
        &[
            ("run_up: 5", "run_up: 0", "0", "0 is out of range: expected 1 to 100"),
            ("standing: 2", "standing: 11", "11", "11 is out of range: expected 1 to 10"),
            ("long: 3,", "long: 0,", "0", "0 is out of range: expected 1 to 100"),
            ("parts: 36,", "parts: 0,", "0", "0 is out of range: expected 1 to 100"),
            ("(per: 2,", "(per: 0,", "0", "0 is out of range: expected 1 to 100"),
            ("tucked: 2,", "tucked: 0,", "0", "0 is out of range: expected 1 to 100"),
            ("grip: Poor, times: 10", "grip: Poor, times: 0", "0", "0 is out of range: expected 1 to 100"),
            ("rough: 3,", "rough: 51,", "51", "51 is out of range: expected -50 to 50"),
            (r#"ground: "mud", difficulty: 6"#, r#"ground: "", difficulty: 6"#, r#""""#, "must not be blank"),
            ("Cells(times: 4", "Cells(times: 21", "21", "21 is out of range: expected 1 to 20"),
            (r#"clinging: "clinging""#, r#"clinging: "clingin""#, r#""clingin""#, "unknown condition `clingin`"),
        ],
    );
}

#[test]
fn damage_without_a_minimum_and_without_dice_that_improve_is_asked_for_neither() {
    let attacks = "rulesets/heroes_of_destiny/actions/attacks.ron";
    let steps = "no dice improve by steps: list them in `die_steps` of the policy `damage`";
    located(attacks, &[("Weapon(steps: 0)", "Weapon(steps: 1)", "1", steps)]);
    let minimum = "a hit has no minimum damage: define it in `least`";
    let least = "(does: Least, rule: \"HD-010\"), (does: Margin";
    located(
        RULES,
        &[
            ("(does: Margin", least, "Least", minimum),
            (
                "least: None,",
                "least: Some((amount: 21, rule: \"HD-010\")),",
                "21",
                "21 is out of range: expected 0 to 20",
            ),
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
            ("sinks: 1,", "sinks: 2,", "2", "no one sinks deeper than 1 (`deepest`)"),
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

#[test]
fn mistakes_in_cover_shared_spaces_and_readiness_are_located() {
    located(
        RULES,
        &[
            (
                "friends_difficult: false",
                "friends_difficult: true",
                "true",
                "no space is difficult to leave where the ground",
            ),
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

#[test]
fn mistakes_in_afflictions_are_located() {
    let bleeding = "every: 1, fails: Wound, eased_by: Some(2)";
    located(
        CONDITIONS,
        &[
            (bleeding, "every: 0, fails: Wound, eased_by: Some(2)", "0", "0 is out of range: expected 1 to 100"),
            (bleeding, "every: 1, fails: Wound, eased_by: Some(0)", "Some(0)", "0 is out of range: expected 1 to 20"),
            (bleeding, "every: 1, fails: Fatigue(0), eased_by: None", "0)", "0 is out of range: expected 1 to 20"),
            (bleeding, "every: 1, fails: Wounds, eased_by: None", "Wounds", "unknown choice `Wounds`"),
        ],
    );
    located(
        WEAPONS,
        &[
            (r#""bleeding", level: 1"#, r#""bleedin", level: 1"#, r#""bleedin""#, "unknown condition `bleedin`"),
            (r#""bleeding", level: 1"#, r#""prone", level: 1"#, r#""prone""#, "`prone` has no `affliction`"),
            (r#""bleeding", level: 1"#, r#""bleeding", level: 0"#, "0", "0 is out of range: expected 1 to 6"),
            (r#"level: 1, against: 2"#, r#"level: 1, against: 61"#, "61", "61 is out of range: expected -60 to 60"),
        ],
    );
    let found = found_after(RULES, "round_end: [Afflictions, ", "round_end: [");
    assert!(found.iter().any(|brief| brief.contains("add `Afflictions` to `round_end`")), "{found:?}");
    let found = found_after(CONDITIONS, "again: KeptApart,\n        affliction", "again: Adds,\n        affliction");
    assert!(found.iter().any(|brief| brief.contains("`again` is `Replaces` or `KeptApart`")), "{found:?}");
    let found = found_after(
        "rulesets/time_count/actions/items.ron",
        "does: Effects([(does: Draw)])",
        "does: Effects([(does: Treat(steps: 1))])",
    );
    assert!(
        found.iter().any(|brief| brief.contains("no condition of this rule system has an `affliction`")),
        "{found:?}"
    );
}

#[test]
fn mistakes_in_mana_and_spells_are_located() {
    located(
        RULES,
        &[
            ("numbers: [0, 2, 5, 10]", "numbers: [0, 2, 5, 61]", "61", "61 is out of range: expected -60 to 60"),
            (
                "numbers: [0, 2, 5, 10]",
                "numbers: [0, 2, 5, 10, 15, 20]",
                "[0",
                "there are 5 levels of wounds, but 6 numbers",
            ),
            ("lacking_rule: Some", "lacking: Some", "lacking", "unknown field `lacking`"),
            ("lasting: RoundEnd(rule:", "lasting: RoundsEnd(rule:", "RoundsEnd", "unknown choice `RoundsEnd`"),
        ],
    );
    let spells = "rulesets/heroes_of_destiny/spells.ron";
    let shield = "(does: Lasts, rule: \"HD-415\"),";
    let found = found_after(spells, shield, "");
    assert!(found.iter().any(|brief| brief.contains("only the energy of a spell that lasts is invested")), "{found:?}");
    let free = "rulesets/fighting_style/spells.ron";
    let found = found_after(
        free,
        "effects: [(does: Heal(DicePlus(\"1d6\", WillpowerBonus)), rule: \"FS-G37\")])],\n            ),",
        "effects: [(does: Heal(DicePlus(\"1d6\", WillpowerBonus)), rule: \"FS-G37\")])],\n            ), invested: Some(\"FS-041\"),",
    );
    assert!(found.iter().any(|brief| brief.contains("spells cost no energy in this rule system")), "{found:?}");
}

#[test]
fn forms_of_magical_items_are_weapons() {
    let found = found_after(WEAPONS, "form: Some(\"ember_blade\")", "form: Some(\"ember_blad\")");
    assert!(found.iter().any(|brief| brief.contains("unknown weapon `ember_blad`")), "{found:?}");
}

#[test]
fn attacks_spells_and_cheap_actions_are_never_done_in_a_hurry() {
    let hurried = "rulesets/heroes_of_destiny/actions/hurried.ron";
    let hurry = "hurry: Some((stat: AthleticsCheck, dice: Skill, against: 2, rule: \"HD-365\", per: 3, per_rule: \"HD-367\", costs: [], \
                 costs_rule: \"HD-366\", fails_rule: \"HD-368\")),";
    let never = "an attack or a spell is never done in a hurry";
    for (file, from) in [
        ("rulesets/heroes_of_destiny/actions/attacks.ron", "aim: Enemy, reach: Weapon,"),
        ("rulesets/heroes_of_destiny/spells.ron", "speed: Actions(4), paid: Turns,"),
        ("rulesets/heroes_of_destiny/actions/hinder.ron", "speed: Actions(4), aim: Enemy, reach: Melee,"),
    ] {
        let found = found_after(file, from, &format!("{from} {hurry}"));
        assert!(found.iter().any(|brief| brief.contains(never)), "{file}: {found:?}");
    }
    let found = found_after(hurried, "speed: Actions(6)", "speed: Actions(1)");
    assert!(found.iter().any(|brief| brief.contains("costs at least 2 points")), "{found:?}");
    let backpack = "speed: Actions(6), aim: CarriedWeapon,";
    let found = found_after(hurried, backpack, &format!("{backpack} paid: Turns,"));
    assert!(found.iter().any(|brief| brief.contains("costs at least 2 points")), "{found:?}");
    located(
        hurried,
        &[
            ("against: 2", "against: 101", "101", "101 is out of range: expected -100 to 100"),
            ("per: 3", "per: 0", "0", "0 is out of range: expected 1 to 40"),
            (r#"(pool: "stamina""#, r#"(pool: "stamin""#, r#""stamin""#, "unknown pool `stamin`"),
        ],
    );
}

#[test]
fn mistakes_in_actions_of_whole_rounds_are_located() {
    let spells = "rulesets/heroes_of_destiny/spells.ron";
    located(spells, &[("minutes: 1,", "minutes: 0,", "0", "0 is out of range: expected 1 to 10")]);
    let found = found_after(spells, "speed: Actions(1), paid: Minutes", "speed: Actions(2), paid: Minutes");
    assert!(found.iter().any(|brief| brief.contains("takes whole rounds has `speed: Actions(1)`")), "{found:?}");
}
