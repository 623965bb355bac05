//! Numbers that the rules print in the headings of manoeuvres: what is rolled against which defence, reach and room.

use crate::stated::Stated;

#[test] // TC-306, TC-350, TC-357, TC-362, TC-382, TC-389
fn attacks_of_manoeuvres_with_weapons_and_bare_hands_meet_the_printed_defences() {
    Stated::of("time_count").expect_table(
        &["does.roll", "does.against.0"],
        &[
            ("actions.grapple", &["Weapon", "Vigor"]),
            ("actions.disarm", &["Weapon", "Celerity"]),
            ("actions.distract", &["Weapon", "Spirit"]),
            ("actions.feint", &["Weapon", "Spirit"]),
            ("actions.tackle", &["Unarmed", "Vigor"]),
            ("actions.trip", &["Unarmed", "Vigor"]),
        ],
    );
}

#[test] // TC-282, TC-289, TC-312, TC-319, TC-328, TC-333
fn attacks_of_manoeuvres_with_attributes_meet_the_printed_defences() {
    let stated = Stated::of("time_count");
    stated.expect_table(
        &["does.roll.0", "does.against.0"],
        &[
            ("actions.drag", &["Strength", "Vigor"]),
            ("actions.shunt", &["Strength", "Vigor"]),
            ("actions.throw", &["Strength", "Vigor"]),
            ("actions.bull_rush", &["Strength", "Vigor"]),
        ],
    );
    let acrobatics: &[&str] = &["Acrobatics", "Dexterity"];
    stated.expect_table(
        &["0", "1"],
        &[("actions.escape_grab.does.roll", acrobatics), ("actions.approach.does.roll", acrobatics)],
    );
    assert_eq!(stated.value("actions.escape_grab.does.against.0"), "Celerity");
    // Both defences, or the target's choice of one.
    let either = ["throw", "approach", "bull_rush"].map(|action| format!("actions.{action}.does.against"));
    let both: &[&str] = &["Vigor", "Celerity"];
    either.iter().for_each(|path| stated.expect_table(&["0", "1"], &[(path, both)]));
}

#[test] // TC-274
fn all_wrestling_needs_ample_freedom_of_movement() {
    let stated = Stated::of("time_count");
    for action in ["grab", "break_grab", "escape_grab", "drag", "grapple", "shunt", "throw"] {
        let required = stated.names(&format!("actions.{action}.requires"));
        assert!(required.contains(&"RoomToWrestle"), "{action}: {required:?}");
        assert_eq!(stated.value(&format!("actions.{action}.requires.RoomToWrestle.needs")), "RoomToWrestle");
    }
}

#[test] // TC-250, TC-357, TC-362
fn feints_and_distractions_are_melee_and_doors_take_a_swift_action() {
    let stated = Stated::of("time_count");
    stated.expect_table(&["reach"], &[("actions.feint", &["Melee"]), ("actions.distract", &["Melee"])]);
    stated.expect_table(&["speed.0"], &[("actions.open_door", &["Swift"]), ("actions.close_door", &["Swift"])]);
}
