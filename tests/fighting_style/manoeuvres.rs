//! Manoeuvres: which of them the winner of a critical win may take, what size does to them, and what they do.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::{GearPiece, WeaponLocation, WeaponSlot};
use warboard::content::{Size, Unit};
use warboard::resolution::{Act, Asks, Choice, Pick};

/// `a` has won a strike at B, which had no points to defend itself. The dice follow those of the attack.
fn won(map: &str, a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    let faces: Vec<u16> = [10].iter().chain(dice).copied().collect();
    let mut battle = duel(map, a, b, &faces);
    battle.spend('B', "actions");
    battle.events();
    battle.strike('a', 'B');
    battle
}

fn offered(map: &str, a: Unit, b: Unit) -> String {
    let battle = won(map, a, b, &[]);
    assert_eq!(options(&battle).0, 'a');
    options(&battle).1.join(" ")
}

/// Picks the only item that B holds, where there is a choice.
fn take(battle: &mut Skirmish, piece: GearPiece) {
    let whose = battle.id('B');
    if matches!(battle.asked(), ('a', Asks::Pick { .. })) {
        battle.choose('a', Choice::Pick(Pick::Item(whose, piece)));
    }
}

#[test] // FS-079, FS-086, FS-088, FS-G28
fn a_bash_needs_a_shield_or_a_heavy_weapon() {
    let all = "precision bash trip disarm push feint brace -";
    let without = "precision trip disarm push feint brace -";
    assert_eq!(offered("a B", fighter(), fighter()), without);
    assert_eq!(offered("a B", fighter().shield("bone_shield"), fighter()), all);
    assert_eq!(offered("a B", fighter().weapon("mace"), fighter()), all);
    assert_eq!(offered("a B", fighter().weapon("greatclub"), fighter()), all);
    assert_eq!(offered("a B", fighter().weapon("twinblade"), fighter()), without, "two hands are not heavy");
}

#[test] // FS-086, FS-090, FS-095, FS-G28, FS-G31
fn what_cannot_be_done_to_the_loser_is_not_offered() {
    let claws = || fighter().weapon("claws");
    assert_eq!(offered("a B", fighter(), claws()), "precision trip push feint brace -", "claws are not held");
    let mut battle = duel("a B", fighter(), fighter(), &[17, 10]);
    battle.strike('a', 'B').choose('B', named("parry"));
    assert_eq!(options(&battle), ('B', ["trip", "disarm", "push", "feint", "brace", "-"].map(String::from).to_vec()));
    battle.choose('B', named("brace"));
    assert_eq!(battle.asked(), ('a', Asks::Act), "one manoeuvre for one win");
    battle.all_rolled();
    let mut battle = won("a B", fighter(), fighter(), &[4, 4]);
    battle.choose('a', named("trip"));
    assert_eq!(battle.asked(), ('a', Asks::Act));
    battle.all_rolled();
}

#[test] // FS-095, FS-G28, FS-056
fn a_spell_has_no_precision_and_only_a_touch_trips_or_pushes() {
    let cast = |spell: &str| {
        let mut battle = duel("a B", mage(&["fire_bolt", "frost_touch", "dread"]), fighter(), &[10]);
        battle.spend('B', "actions").spend('B', "attacks");
        battle.cast('a', spell, 'B');
        options(&battle).1.join(" ")
    };
    assert_eq!(cast("fire_bolt"), "feint brace -");
    assert_eq!(cast("dread"), "feint brace -");
    assert_eq!(cast("frost_touch"), "trip push feint brace -");
}

#[test] // FS-G28
fn a_shot_disarms_and_pushes_but_its_target_only_feints_and_braces() {
    let archer = || fighter().weapon("longbow");
    assert_eq!(offered("a . . B", archer(), fighter()), "precision disarm push feint brace -");
    assert_eq!(offered("a . . B", fighter().weapon("spear"), fighter()), "precision disarm push feint brace -");
    let mut battle = won("a . . B .", archer(), fighter(), &[1, 13]);
    battle.choose('a', named("push"));
    assert_eq!(battle.cell('B'), (4, 0), "away from the archer");
    battle.all_rolled();
    let mut battle = duel("a . . B", archer(), fighter().weapon("longbow"), &[17, 10]);
    battle.strike('a', 'B').choose('B', named("dodge"));
    assert_eq!(options(&battle).1.join(" "), "feint brace -", "its own bow did not shoot");
}

/// Whether a manoeuvre works on a target of this size. The dice are those of the target's test.
fn works(manoeuvre: &str, size: Size, dice: &[u16]) -> bool {
    let map = "a . . . . . \n . B . . . . \n . . . . . . \n . . . . . . \n . . . . . . \n . . . . . .";
    let faces: Vec<u16> = [1].iter().chain(dice).copied().collect();
    let mut battle = won(map, fighter().weapon("mace"), fighter().size(size), &faces);
    battle.choose('a', named(manoeuvre));
    take(&mut battle, GearPiece::Weapon(WeaponSlot(0)));
    battle.all_rolled();
    match manoeuvre {
        "bash" => battle.has('B', "dazed"),
        "trip" => battle.has('B', "prone"),
        "push" => battle.cell('B') != (1, 1),
        _ => battle.row('B').arms.place(WeaponSlot(0)) != WeaponLocation::InHand,
    }
}

#[test] // FS-087, FS-090, FS-096, FS-097, FS-101, FS-102, FS-103, FS-104, FS-105, FS-G32
fn size_decides_or_changes_the_test_against_every_manoeuvre_on_the_body() {
    for (manoeuvre, number) in [("bash", 12), ("push", 12), ("trip", 14), ("disarm", 12)] {
        let works = |size, dice: &[u16]| works(manoeuvre, size, dice);
        assert!(works(Size::Medium, &[number + 1]), "{manoeuvre} fails above {number}");
        assert!(!works(Size::Medium, &[number]), "{manoeuvre} passes at {number}");
        assert!(!works(Size::Large, &[17, 6]), "{manoeuvre}: one size larger has a boon");
        assert!(works(Size::Large, &[17, 18]), "{manoeuvre}: a boon may fail");
        assert!(!works(Size::Huge, &[]), "{manoeuvre}: two sizes larger pass");
        assert!(!works(Size::Gargantuan, &[]), "{manoeuvre}: three sizes larger pass");
        assert!(works(Size::Small, &[17, 6]), "{manoeuvre}: one size smaller has a bane");
        assert!(!works(Size::Small, &[7, 6]), "{manoeuvre}: a bane may pass");
        assert!(works(Size::Tiny, &[]), "{manoeuvre}: two sizes smaller fail");
        assert!(works(Size::Diminutive, &[]), "{manoeuvre}: three sizes smaller fail");
    }
}

#[test] // FS-101
fn size_does_not_matter_to_the_other_manoeuvres() {
    let mut battle = won("a . . . \n . B . . \n . . . . \n . . . .", fighter(), fighter().size(Size::Huge), &[3, 7]);
    battle.choose('a', named("feint"));
    battle.all_rolled();
}

#[test] // FS-096, FS-G30
fn a_push_is_one_metre_straight_away_and_ends_at_walls_and_bodies() {
    let pushed = |map: &str, others: &[char]| {
        let plan = skirmish(&fighting_style(), map).unit('a', fighter()).unit('B', fighter());
        let plan = others.iter().fold(plan, |plan, mark| plan.unit(*mark, fighter()));
        let first: Vec<u16> = [6, 1].into_iter().chain(others.iter().map(|_| 2)).chain([10, 4, 13]).collect();
        let mut battle = plan.rolls(&first);
        battle.spend('B', "actions");
        battle.events();
        battle.strike('a', 'B').choose('a', named("push"));
        assert_eq!(damage(&battle.events()), [9], "that of the strike alone");
        battle.all_rolled();
        battle.cell('B')
    };
    assert_eq!(pushed("a B . .", &[]), (2, 0));
    assert_eq!(pushed("a . . \n . B . \n . . .", &[]), (2, 2));
    assert_eq!(pushed("a B # .", &[]), (1, 0), "a wall");
    assert_eq!(pushed("a B C .", &['C']), (1, 0), "a body");
    assert_eq!(pushed("a B", &[]), (1, 0), "the edge of the map");
}

#[test] // FS-090, FS-091, FS-092, FS-G31, FS-044
fn a_disarmed_weapon_lies_where_it_fell_and_is_picked_up_for_a_point() {
    let mut battle = won("a B .", fighter(), fighter(), &[4, 13]);
    battle.choose('a', named("disarm"));
    take(&mut battle, GearPiece::Weapon(WeaponSlot(0)));
    assert_eq!(battle.row('B').arms.place(WeaponSlot(0)), WeaponLocation::Gone);
    let lies = battle.snapshot().view().field().items[0].cell;
    assert_eq!((lies.x, lies.y), (1, 0));
    battle.wait('a').wait('B').wait('a');
    assert_eq!((battle.asked().0, battle.left('B')), ('B', (3, 2)));
    battle.perform_with_weapon('B', "pick_up");
    assert_eq!(battle.row('B').arms.place(WeaponSlot(0)), WeaponLocation::InHand);
    assert_eq!(battle.left('B'), (2, 2));
    battle.all_rolled();
}

#[test] // FS-090, FS-092
fn a_shield_or_a_weapon_in_two_hands_is_held_with_a_boon_and_the_better_of_two_tests_counts() {
    let lost = |unit: Unit, piece: GearPiece, dice: &[u16]| {
        let faces: Vec<u16> = [4].iter().chain(dice).copied().collect();
        let mut battle = won("a B", fighter(), unit, &faces);
        battle.choose('a', named("disarm"));
        take(&mut battle, piece);
        battle.all_rolled();
        let arms = &battle.row('B').arms;
        if piece == GearPiece::Shield { !arms.shield } else { arms.place(WeaponSlot(0)) == WeaponLocation::Gone }
    };
    let sword = GearPiece::Weapon(WeaponSlot(0));
    assert!(!lost(fighter().weapon("twinblade"), sword, &[17, 12]), "a boon: the 12 passes");
    assert!(lost(fighter().weapon("twinblade"), sword, &[17, 13]));
    assert!(!lost(fighter().shield("bone_shield"), GearPiece::Shield, &[17, 12]));
    assert!(lost(fighter().shield("bone_shield"), sword, &[13]), "the sword beside the shield has none");
    assert!(!lost(fighter().has("SleightOfHand", 3), sword, &[16]), "sleight of hand, 16, is better than athletics");
    assert!(lost(fighter().has("SleightOfHand", 3), sword, &[17]));
}

#[test] // FS-087, FS-099, FS-G16
fn a_daze_costs_a_point_at_once_or_from_the_next_round_and_never_two() {
    let armed = || fighter().weapon("mace").has("Strength", 2);
    let mut battle = duel("a B", armed(), fighter().has("Endurance", 30), &[8, 4, 13, 8, 4, 13]);
    battle.strike('a', 'B').choose('B', NONE).choose('a', named("bash"));
    assert_eq!((battle.has('B', "dazed"), battle.left('B')), (true, (2, 2)), "one of three at once");
    battle.strike('a', 'B').choose('B', NONE).choose('a', named("bash"));
    assert_eq!(battle.left('B'), (2, 2), "not cumulative");
    battle.wait('a');
    assert!(battle.has('B', "dazed"), "until the end of its next turn");
    battle.wait('B');
    assert_eq!((battle.has('B', "dazed"), battle.left('B')), (false, (3, 2)), "nothing is owed");
    battle.all_rolled();
}

#[test] // FS-G16
fn a_dazed_fighter_without_points_begins_the_next_round_with_two() {
    let mut battle = won("a B", fighter().weapon("mace"), fighter(), &[4, 13]);
    battle.choose('a', named("bash"));
    battle.wait('a').wait('B');
    assert_eq!((battle.asked().0, battle.left('B')), ('a', (2, 2)));
    battle.all_rolled();
}

#[test] // FS-093, FS-G29
fn a_feint_needs_a_passed_test_and_the_next_action_on_the_same_target() {
    // Deception 8. The rolls of the next strike: two if it has the boon.
    let next = |test: u16, between: fn(&mut Skirmish)| {
        let mut battle = won("a B . .", fighter(), fighter(), &[4, test, 17, 16, 4]);
        battle.choose('a', named("feint"));
        between(&mut battle);
        battle.events();
        battle.strike('a', 'B');
        battle.spare_dice("the outcome does not matter");
        battle.roll().dice.len()
    };
    assert_eq!(next(8, |_| {}), 2);
    assert_eq!(next(9, |_| {}), 1, "the test fails");
    assert_eq!(next(8, |battle| _ = battle.perform('a', "dash")), 1, "another action first");
    let plan = skirmish(&fighting_style(), "C a B").unit('a', fighter()).unit('B', fighter()).unit('C', fighter());
    let mut battle = plan.rolls(&[6, 1, 2, 10, 4, 8, 17]);
    battle.spend('B', "actions").spend('C', "actions");
    battle.strike('a', 'B').choose('a', named("feint"));
    battle.events();
    battle.strike('a', 'C');
    assert_eq!(battle.roll().dice.len(), 1, "another target");
}

#[test] // FS-089, FS-G29
fn a_brace_ends_with_the_next_turn_of_its_bearer_if_it_is_not_used() {
    let mut battle = won("a B", fighter(), fighter(), &[4]);
    battle.choose('a', named("brace"));
    battle.wait('a').wait('B');
    assert!(battle.has('a', "braced"), "in its next turn still");
    battle.wait('a');
    assert!(!battle.has('a', "braced"));
    battle.all_rolled();
}

#[test] // FS-094, FS-077
fn precision_maximises_the_die_of_the_weapon_and_other_hits_roll_it() {
    let hit = |weapon: &str, precise: bool, dice: &[u16]| {
        let mut battle = won("a B", fighter().weapon(weapon), fighter().has("Endurance", 20), dice);
        battle.choose('a', if precise { named("precision") } else { NONE });
        battle.all_rolled();
        damage(&battle.events())[0]
    };
    assert_eq!(hit("mace", true, &[]), 8 + 5);
    assert_eq!(hit("glaive", true, &[]), 10 + 5);
    assert_eq!(hit("glaive", false, &[3]), 3 + 5);
    assert_eq!(hit("dagger", true, &[]), 4 + 5);
}

#[test] // FS-A10: FS-G14, FS-G28
fn a_winner_with_a_spear_trips_from_two_metres_and_its_loser_may_be_out_of_reach() {
    let spear = || fighter().weapon("spear");
    let mut battle = duel("a . B", spear(), fighter(), &[17, 10]);
    battle.strike('a', 'B').choose('B', named("parry"));
    assert_eq!(options(&battle).1.join(" "), "feint brace -", "a sword does not reach the spearman");
    battle.choose('B', NONE);
    battle.all_rolled();
    let mut battle = duel("a . B", spear(), spear(), &[17, 10, 15]);
    let at = battle.id('B');
    battle.act('a', Act::at("strike", at, Some(WeaponSlot(0)))).choose('B', named("parry")).choose('B', named("trip"));
    assert!(battle.has('a', "prone"));
    battle.all_rolled();
}
