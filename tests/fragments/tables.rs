//! Numbers that the rules or their rulings print as lists: costs of actions, sizes, weapons, damage dice of falls.

use crate::stated::Stated;

fn stated() -> Stated {
    Stated::of("fragments")
}

/// Costs of these actions, in actions of a turn.
fn costs(actions: &[&str], cost: &str) {
    let rows: Vec<String> = actions.iter().map(|action| format!("actions.{action}.speed")).collect();
    let stated = stated();
    for row in &rows {
        let value = if cost == "Nothing" { stated.value(row) } else { stated.value(&format!("{row}.0")) };
        assert_eq!(value, cost, "{row}");
    }
}

#[test] // TA-032, TA-247, TA-G20, TA-G31
fn a_mundane_interaction_costs_one_action() {
    costs(&["draw", "sheathe", "pick_up", "open_door", "close_door", "wake_up", "put_out", "sneak", "search"], "1");
}

#[test] // TA-033, TA-080, TA-089, TA-092, TA-099, TA-102, TA-112, TA-238
fn attacks_and_manoeuvres_cost_one_action() {
    costs(&["attack", "dodge", "break_thing", "push", "feint", "disarm", "grapple", "choke"], "1");
}

#[test] // TA-054, TA-149, TA-150, TA-157, TA-171
fn every_kind_of_movement_costs_one_action() {
    let ways = ["move", "climb", "swim", "fly", "fly_up", "land", "push_off", "push_up", "push_down", "burrow", "jump"];
    costs(&ways, "1");
}

#[test] // TA-064
fn casting_costs_one_action() {
    let stated = stated();
    for spell in stated.names("spells") {
        assert_eq!(stated.value(&format!("spells.{spell}.speed.0")), "1", "{spell}");
    }
}

#[test] // TA-016, TA-027, TA-240
fn delaying_dropping_and_releasing_are_free() {
    costs(&["drop_item", "go_prone", "release"], "Nothing");
    costs(&["delay"], "0");
}

#[test] // TA-G13
fn sizes_fill_one_to_four_cells_on_a_side_and_reach_five_to_fifteen_feet() {
    stated().expect_table(
        &["extent", "reach_tall", "reach_long"],
        &[
            ("sizes.Tiny", &["1", "5", "5"]),
            ("sizes.Small", &["1", "5", "5"]),
            ("sizes.Medium", &["1", "5", "5"]),
            ("sizes.Large", &["2", "5", "5"]),
            ("sizes.Huge", &["3", "10", "10"]),
            ("sizes.Gargantuan", &["4", "15", "15"]),
        ],
    );
    assert!(
        crate::skirmish::fragments().policies.sizes.iter().all(|row| row.modifiers.is_empty()),
        "size modifies nothing"
    );
}

#[test] // TA-G12
fn ordinary_units_move_thirty_feet() {
    let people = ["archer", "berserker", "brawler", "captain", "crossbowman", "guard", "mage", "spearman", "swordsman"];
    let stated = stated();
    for unit in people {
        assert_eq!(stated.value(&format!("units.{unit}.rate")), "30", "{unit}");
    }
}

#[test] // TA-G11
fn the_class_of_a_weapon_decides_its_die_and_its_hands() {
    let stated = stated();
    for weapon in stated.names("weapons") {
        let value = |field: &str| stated.value(&format!("weapons.{weapon}.{field}")).trim_matches('"');
        let (die, hands): (&str, &[&str]) = match value("category") {
            "Light" => ("1d6", &["Light"]),
            // Bows and crossbows need both hands, whatever their class.
            "Medium" if value("melee") == "None" => ("1d8", &["Two"]),
            "Medium" => ("1d8", &["One"]),
            "Heavy" => ("1d12", &["Two"]),
            _ => continue,
        };
        // Teeth and claws are no weapons of these classes.
        if value("hands") == "None" {
            continue;
        }
        assert_eq!((value("damage"), hands.contains(&value("hands"))), (die, true), "{weapon}");
    }
}

#[test] // TA-G11
fn weapons_have_their_classes_damage_types_and_reach() {
    stated().expect_table(
        &["category", "harm", "melee"],
        &[
            ("weapons.dagger", &["Light", "piercing", "5"]),
            ("weapons.short_sword", &["Light", "piercing", "5"]),
            ("weapons.javelin", &["Light", "piercing", "None"]),
            ("weapons.sling", &["Light", "bludgeoning", "None"]),
            ("weapons.long_sword", &["Medium", "slashing", "5"]),
            ("weapons.battleaxe", &["Medium", "slashing", "5"]),
            ("weapons.heavy_mace", &["Medium", "bludgeoning", "5"]),
            ("weapons.warhammer", &["Medium", "bludgeoning", "5"]),
            ("weapons.quarterstaff", &["Medium", "bludgeoning", "5"]),
            ("weapons.great_sword", &["Heavy", "slashing", "5"]),
            ("weapons.greataxe", &["Heavy", "slashing", "5"]),
            ("weapons.greatclub", &["Heavy", "bludgeoning", "5"]),
            ("weapons.long_spear", &["Heavy", "piercing", "10"]),
            ("weapons.pitchfork", &["Heavy", "piercing", "10"]),
            ("weapons.shortbow", &["Medium", "piercing", "None"]),
            ("weapons.longbow", &["Medium", "piercing", "None"]),
        ],
    );
}

#[test] // TA-G11, TA-045, TA-047
fn thrown_weapons_and_bows_have_their_range_increments() {
    stated().expect_table(
        &["range.kind", "range.increment"],
        &[
            ("weapons.dagger", &["Thrown", "20"]),
            ("weapons.javelin", &["Thrown", "20"]),
            ("weapons.shortbow", &["Missile", "60"]),
            ("weapons.longbow", &["Missile", "100"]),
        ],
    );
    let limits = [("missile_increments", "10"), ("thrown_increments", "10"), ("close.within", "5")];
    for (field, limit) in limits {
        assert_eq!(stated().value(&format!("attack.range.{field}")), limit, "{field}");
    }
}

#[test] // TA-G11
fn armour_adds_one_two_or_three_and_a_shield_one() {
    stated().expect_table(&["bonus"], &[("armor.leather", &["1"]), ("armor.plate", &["3"])]);
}

#[test] // TA-138, TA-G17
fn the_die_of_a_fall_grows_with_the_size_of_the_body() {
    let sizes = [
        ("Tiny", "1d2"),
        ("Small", "1d4"),
        ("Medium", "1d6"),
        ("Large", "1d8"),
        ("Huge", "1d10"),
        ("Gargantuan", "1d12"),
    ];
    let stated = stated();
    for (size, die) in sizes {
        let path = format!("height.fall.dice.{size}");
        stated.expect_table(&["size", "die"], &[(path.as_str(), &[size, die])]);
    }
}

#[test] // TA-146, TA-G15
fn climbing_rolls_level_and_strength_against_ten_twenty_or_thirty() {
    stated().expect_table(&["skill.stats.0", "skill.stats.1"], &[("height.climb", &["Level", "Strength"])]);
    stated().expect_table(
        &["difficulty"],
        &[
            ("height.climb.difficulties.Good", &["10"]),
            ("height.climb.difficulties.Rough", &["20"]),
            ("height.climb.difficulties.Poor", &["30"]),
        ],
    );
}

#[test] // TA-215
fn the_bleed_table_has_five_bands() {
    stated().expect_table(
        &["at_most", "result"],
        &[
            ("consciousness.collapse.table.0", &["0", "Death"]),
            ("consciousness.collapse.table.5", &["5", "Unconscious"]),
            ("consciousness.collapse.table.10", &["10", "Deteriorate"]),
            ("consciousness.collapse.table.15", &["15", "Nothing"]),
            ("consciousness.collapse.table.20", &["20", "Stabilise"]),
        ],
    );
}

#[test] // TA-041, TA-G11
fn light_medium_and_natural_weapons_take_the_better_of_strength_and_dexterity() {
    for class in ["Light", "Medium", "Natural"] {
        let path = format!("attack.attributes.{class}.best_of");
        stated().expect_table(&["0", "1"], &[(path.as_str(), &["Strength", "Dexterity"])]);
    }
}

#[test] // TA-003, TA-G02
fn initiative_is_one_d20() {
    assert_eq!(stated().value("turn.initiative"), "\"1d20\"");
}
