//! The computer opponent steps carefully beside enemies, and goes around fire.

use crate::chooser::{act, chosen};
use crate::drawn;
use crate::fighters::*;
use crate::hits::read;
use crate::skirmish::*;
use warboard::content::{Resistance, Size, Unit};
use warboard::grid::{Board, Cell, Footprint, Shape};
use warboard::resolution::{Act, Target};

const SHOOTER: &str = "
    . . . . . .
    . . a B . .
    . . . . . .";

fn archer() -> Unit {
    fighter().weapon("longbow").has("Dexterity", 16)
}

/// The path of an act, and the places along it.
fn path(act: &Act) -> &[Cell] {
    match &act.target {
        Target::Path(path) | Target::Charge { path, .. } => path,
        _ => &[],
    }
}

/// The distance of `a` from `B` after the act, in cells.
fn apart(battle: &Skirmish, act: &Act) -> u16 {
    let (view, ends) = (battle.snapshot().view(), path(act).last().copied());
    let (own, theirs) = (view.footprint(battle.id('a')), view.footprint(battle.id('B')));
    let there = Footprint { anchor: ends.unwrap_or(own.anchor), ..own };
    warboard::grid::distance(view.shape(), warboard::grid::Distance::DiagonalsCostOne, there, theirs)
}

#[test] // PR-165, PR-168, PR-G31
fn it_takes_a_5_foot_step_away_from_an_enemy_before_it_shoots() {
    for hexes in [false, true] {
        let plan = skirmish(&pathrunner(), SHOOTER);
        let plan = if hexes { plan.hexes() } else { plan };
        let mut battle = battle_of(plan, &[('a', archer(), 20), ('B', fighter(), 1)], &[2]);
        battle.spare_dice("the shot need not hit");
        let step = act(&battle);
        assert_eq!((step.action.as_str(), apart(&battle, &step)), ("five_foot_step", 2), "hexes: {hexes}");
        battle.act('a', step);
        assert_eq!(battle.asked().0, 'a', "the step provokes nothing");
        let shot = act(&battle);
        assert_eq!((shot.action.as_str(), shot.aimed_at()), ("attack", Some(battle.id('B'))), "hexes: {hexes}");
    }
}

#[test] // PR-165, PR-168
fn it_takes_no_step_that_leaves_it_in_reach_or_gains_nothing() {
    let corner = "
        # # # #
        # a B .
        # # # #";
    assert_ne!(chosen(&duel(corner, archer(), fighter(), &[])), "five_foot_step", "there is no room");
    let giant = fighter().size(Size::Large).weapon("longspear");
    let map = "
        . . . . . .
        . . a B . .
        . . . . . .
        . . . . . .";
    let battle = duel(map, archer(), giant, &[]);
    let chosen_act = act(&battle);
    assert!(chosen_act.action.as_str() != "five_foot_step" || apart(&battle, &chosen_act) > 2, "{chosen_act:?}");
    assert_ne!(chosen(&duel(SHOOTER, fighter(), fighter(), &[])), "five_foot_step", "a swordsman strikes");
    let far = "a . . . . . . . . . . . . . . . . . . B";
    assert_ne!(chosen(&duel(far, archer(), fighter(), &[])), "five_foot_step", "it is nowhere near");
}

/// A board of squares whose rough ground burns and is no slower than other ground.
fn fire(map: &str) -> Board {
    let mut plan = drawn::plan(Shape::Square, map);
    (plan.palette[2].hazard, plan.palette[2].cost) = (true, Some(1));
    Board::new(plan).expect("a board")
}

fn beside_fire(map: &str, a: Unit, b: Unit) -> Skirmish {
    battle_of(skirmish(&pathrunner(), map).on(fire(map)), &[('a', a, 20), ('B', b, 1)], &[])
}

fn burns(battle: &Skirmish, act: &Act) -> bool {
    path(act).iter().any(|cell| battle.snapshot().view().board().terrain(*cell).hazard)
}

/// A unit that fire does not harm.
fn fireproof() -> Unit {
    let resistances: Vec<Resistance> = read(r#"[(to: "fire", resists: Points(20), rule: "PR-198")]"#);
    Unit { resistances, ..fighter() }
}

const FIRE: &str = "
    . . . . . . . . . . . . . . . . . .
    . a . , . . B . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . .";
const FAR_FIRE: &str = "
    . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
    . a . , , . . . . . . . . . . . . . . . . . . . . . . . . B
    . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .";

#[test] // PR-G61
fn it_goes_around_fire_that_lies_in_its_way() {
    for map in [FIRE, FAR_FIRE] {
        let battle = beside_fire(map, fighter(), archer());
        let way = act(&battle);
        assert!(!path(&way).is_empty() && !burns(&battle, &way), "{way:?}");
        let battle = beside_fire(map, fireproof(), archer());
        let way = act(&battle);
        assert!(burns(&battle, &way), "what does not burn it is no reason for a detour: {way:?}");
    }
}

#[test] // PR-G61
fn it_walks_through_fire_where_there_is_no_other_way_and_an_enemy_behind_it() {
    let map = "
        # # # # # # #
        # a , . B . #
        # # # # # # #";
    let burns = |a: Unit, b: Unit| {
        let battle = beside_fire(map, a, b);
        burns(&battle, &act(&battle))
    };
    assert!(burns(fighter(), archer()), "otherwise it would be shot");
    assert!(!burns(archer(), fighter()), "it can shoot from here");
    assert!(!burns(fighter(), fighter()), "the enemy may come through the fire");
}

#[test] // PR-G61, PR-168
fn it_steps_out_of_fire_in_which_it_would_begin_its_next_turn() {
    let map = "
        . . . . . . . . . . . . .
        . , . . . . . . . . . . B
        . . . . . . . . . . . . .";
    let place = map.replacen(',', "a", 1);
    let fighters = [('a', archer(), 20), ('B', fighter(), 1)];
    let battle = battle_of(skirmish(&pathrunner(), &place).on(fire(map)), &fighters, &[8]);
    let way = act(&battle);
    assert!(!path(&way).is_empty() && !burns(&battle, &way), "{way:?}");
}
