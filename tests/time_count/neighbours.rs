//! Bodies beside two neighbours never give cover between them.

use crate::facts::*;
use crate::incanting::{on, prepared, wizard};
use crate::skirmish::*;
use warboard::content::{Size, Stat, Unit};

const CROWDED: &str = "a f\nF B";

/// The cover terms of the check that `a` makes (and fails) for an action at `B`; `f` and `F` stand beside the two.
fn cover_of(action: &str, map: &str, a: Unit, b: Unit) -> Vec<(String, i16, &'static str)> {
    let rules = time_count();
    let battle = skirmish(&rules, map).unit('a', a).unit('B', as_idle(b)).unit('f', idle()).unit('F', idle());
    let mut battle = battle.rolls(&[1, 1, 1, 1, 2]);
    if action == "strike" {
        battle.strike('a', 'B')
    } else {
        battle.act_on('a', action, 'B')
    };
    let rolled = checks(&battle.events()).remove(0);
    terms(&rolled.bonus).into_iter().filter(|(_, _, rule)| *rule == "TC-028").collect()
}

fn as_idle(unit: Unit) -> Unit {
    unit.stat(Stat::Initiative, -500)
}

#[test] // TC-028, G-31
fn two_bodies_beside_a_diagonal_give_no_cover_to_a_neighbour() {
    for action in ["strike", "grab", "trip", "disarm", "feint", "bull_rush"] {
        assert_eq!(cover_of(action, CROWDED, base_unit(), base_unit()), [], "{action}");
    }
}

#[test] // TC-028, G-31
fn big_neighbours_are_not_covered_either() {
    let large_attacker = "
        a a . .
        a a f .
        . F B .
    ";
    assert_eq!(cover_of("strike", large_attacker, base_unit().size(Size::Large), base_unit()), []);
    let large_target = "
        a f . .
        F B B .
        . B B .
    ";
    assert_eq!(cover_of("grab", large_target, base_unit(), base_unit().size(Size::Large)), []);
}

#[test] // TC-028, G-31, TC-320
fn a_throw_across_a_diagonal_is_not_hindered() {
    let rules = time_count();
    let battle = skirmish(&rules, CROWDED).unit('a', base_unit()).unit('B', idle()).unit('f', idle()).unit('F', idle());
    let mut battle = battle.rolls(&[1, 1, 1, 1, 14, 9]);
    battle.act_on('a', "grab", 'B').events();
    battle.act_on('a', "throw", 'B');
    for rolled in checks(&battle.events()) {
        assert!(terms(&rolled.bonus).iter().all(|(_, _, rule)| *rule != "TC-028"), "{}", rolled.bonus);
    }
    battle.all_rolled();
}

#[test] // TC-028, TC-462, G-31
fn neither_a_shot_nor_a_spell_is_hindered_across_a_diagonal() {
    assert_eq!(cover_of("strike", CROWDED, base_unit().weapon("shortbow"), base_unit()), []);
    let rules = time_count();
    let battle = skirmish(&rules, CROWDED).unit('a', wizard()).unit('B', idle()).unit('f', idle()).unit('F', idle());
    let mut battle = battle.rolls(&[1, 1, 1, 1, 2]);
    prepared(&mut battle, 'a', "fire_bolt");
    let act = on("fire_bolt", battle.id('B'));
    battle.act('a', act);
    let rolled = checks(&battle.events()).pop().expect("its attack");
    assert_eq!(rolled.defence, Some(Stat::Primary));
    assert_eq!(terms(&rolled.bonus), [("intelligence".to_owned(), 4, "TC-017")]);
    battle.all_rolled();
}

#[test] // TC-028, TC-021, G-31
fn higher_ground_helps_a_diagonal_neighbour_without_hindrance() {
    let board = crate::drawn::square("^ .\n. .");
    let rules = time_count();
    let battle = skirmish(&rules, CROWDED).on(board).unit('a', base_unit()).unit('B', idle());
    let mut battle = battle.unit('f', idle()).unit('F', idle()).rolls(&[1, 1, 1, 1, 2]);
    battle.strike('a', 'B');
    let rolled = checks(&battle.events()).remove(0);
    assert_eq!(terms(&rolled.bonus), [("higher ground".to_owned(), 1, "TC-021")]);
}

#[test] // TC-028, G-31
fn a_body_between_distant_combatants_still_gives_cover() {
    let three_in_line = "a f B . . . F";
    let expected = [("a creature in the way".to_owned(), -4, "TC-028")];
    assert_eq!(cover_of("strike", three_in_line, base_unit().weapon("long_spear"), base_unit()), expected);
}
