//! Objects that are used: torches, flint and steel, and a warning bell.

use crate::drawn::plan;
use crate::fighters::*;
use crate::items::with;
use crate::skirmish::*;
use warboard::battle::{Light, LightFrom, WeaponLocation};
use warboard::content::{Belonging, Kept, Unit};
use warboard::grid::{Board, Cell, Shape, Terrain};
use warboard::resolution::{Act, Asks, legal};

/// A unit with these things in its hands and nothing else.
fn holding(things: &[&str]) -> Unit {
    let held = |thing: &&str| Belonging { item: (*thing).into(), kept: Kept::AtHand, in_hand: true };
    Unit { things: things.iter().map(held).collect(), ..fighter().unarmed() }
}

/// A drawn field on which `~` is ground of this name.
fn ground(map: &str, name: &str) -> Board {
    let mut plan = plan(Shape::Square, map);
    plan.palette[3] = Terrain { name: name.into(), ..plan.palette[3].clone() };
    Board::new(plan).expect("a board")
}

/// Why `a`, with a torch, cannot light it on this field; the last row of the map is ground of this name.
fn lights(map: &str, name: &str) -> Result<(), String> {
    let all = [('a', holding(&["torch"]), 9), ('B', fighter(), 5)];
    let battle = battle_of(skirmish(&heroes(), map).on(ground(map, name)), &all, &[]);
    let act = with("light_torch", 0);
    legal::check(battle.snapshot().view(), &heroes(), battle.id('a'), &act).map_err(|why| why.to_string())
}

#[test] // HD-357, HD-355
fn a_torch_is_lit_from_a_flame_within_reach_for_two_points() {
    assert_eq!(lights("a . B\n~ . .", "campfire"), Ok(()));
    assert!(lights("a . B\n. ~ .", "campfire").is_ok(), "across a diagonal");
    assert!(lights("a . B\n. . ~", "campfire").is_err_and(|why| why.contains("needs a campfire beside it")), "too far");
    assert!(lights("a . B\n~ . .", "water").is_err_and(|why| why.contains("HD-357")), "no flame");
    let map = "a b . B\n~ . . .";
    let all = [('a', holding(&["torch"]), 9), ('b', holding(&["torch"]), 7), ('B', fighter(), 5)];
    let mut battle = battle_of(skirmish(&heroes(), map).on(ground(map, "campfire")), &all, &[]);
    battle.act('a', with("light_torch", 0)).no_interrupts();
    assert_eq!((battle.points('a'), battle.has('a', "torch_lit")), (4, true));
    let lit = Light { from: LightFrom::Bearer(battle.id('a')), radius: 10 };
    assert_eq!(battle.snapshot().field.lights, [lit]);
    assert_eq!(battle.row('a').arms.place(warboard::battle::WeaponSlot(0)), WeaponLocation::InHand);
    let again = battle.refused(warboard::resolution::Choice::Act(with("light_torch", 0))).to_string();
    assert!(again.contains("bearing a lit torch"), "{again}");
    battle.end_turn('a').act('b', with("light_torch", 0)).no_interrupts();
    assert!(battle.has('b', "torch_lit"), "from the torch of a");
}

#[test] // HD-360, HD-141, HD-142, HD-357
fn a_fire_is_struck_over_two_turns_and_lights_a_torch() {
    let all = [('a', holding(&["flint_and_steel", "torch"]), 9), ('B', fighter(), 5)];
    let mut battle = battle("a . . . B", &all, &[]);
    assert!(battle.refused(warboard::resolution::Choice::Act(with("light_torch", 1))).to_string().contains("HD-357"));
    battle.act('a', with("start_fire", 0)).no_interrupts();
    assert_eq!((battle.points('a'), battle.snapshot().field.lights.len()), (0, 0), "6 of 8 points");
    battle.end_turn('a').end_turn('B');
    battle.act('a', with("start_fire", 0)).no_interrupts();
    assert_eq!(battle.points('a'), 10, "2 more of 12");
    let fire = Light { from: LightFrom::Cell(Cell::new(0, 0)), radius: 10 };
    assert_eq!(battle.snapshot().field.lights, [fire]);
    battle.act('a', with("light_torch", 1)).no_interrupts();
    assert_eq!((battle.points('a'), battle.has('a', "torch_lit")), (8, true));
}

#[test] // HD-359, HD-355, HD-141
fn a_warning_bell_is_rung_for_six_points() {
    let rings = |map: &str, unit: Unit| {
        let all = [('a', unit, 9), ('B', fighter(), 5)];
        let mut battle = battle_of(skirmish(&heroes(), map).on(ground(map, "warning bell")), &all, &[]);
        battle.no_interrupts();
        battle
    };
    let mut battle = rings("a ~ . . B", fighter());
    battle.perform('a', "ring_bell").no_interrupts();
    assert_eq!((battle.points('a'), battle.has('a', "alarm_raised")), (0, true));
    assert_eq!(battle.asked(), ('a', Asks::Act));
    let mut slow = rings("a ~ . . B", fighter().has("Speed", -2));
    slow.perform('a', "ring_bell").no_interrupts();
    assert!(slow.points('a') == 0 && !slow.has('a', "alarm_raised"), "5 of 6 points");
    slow.end_turn('a').end_turn('B').perform('a', "ring_bell").no_interrupts();
    assert_eq!((slow.points('a'), slow.has('a', "alarm_raised")), (4 + 5 - 1, true), "and one more in round 2");
    let far = rings("a . ~ . B", fighter());
    let why =
        legal::check(far.snapshot().view(), &heroes(), far.id('a'), &Act::own("ring_bell")).expect_err("far away");
    assert!(why.to_string().contains("needs a warning bell beside it"), "{why}");
}
