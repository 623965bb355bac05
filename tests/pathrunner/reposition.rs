//! Repositions.

use crate::drag::{foreseen, landings};
use crate::drawn::plan;
use crate::fighters::*;
use crate::manoeuvres::talented;
use crate::skirmish::*;
use warboard::content::{Trait, Unit};
use warboard::grid::{Board, Cell, Shape};
use warboard::resolution::Choice;

const OPEN: &str = "
    . . . . . .
    . . . . . .
    . . a B . .
    . . . , . .
    . . . . . .";

fn moved(unit: Unit, map: &str, dice: &[u16]) -> Skirmish {
    let mut battle = duel(map, unit, fighter(), dice);
    battle.act_on('a', "reposition", 'B');
    battle
}

#[test] // PR-360, PR-G14, PR-G60
fn a_target_is_moved_5_feet_and_10_more_for_each_5_of_the_margin() {
    let near = landings(&moved(fighter(), OPEN, &[10]));
    assert!(near.contains(&(3, 1)) && near.contains(&(4, 1)), "{near:?}");
    assert!(near.iter().all(|(x, y)| (x - 3).abs().max((y - 2).abs()) == 1), "{near:?}");
    let far = landings(&moved(fighter(), OPEN, &[15]));
    assert!(far.contains(&(1, 2)) && !far.contains(&(0, 2)), "15 feet, not 20: {far:?}");
    assert!(landings(&moved(fighter(), OPEN, &[9])).is_empty());
}

#[test] // PR-359, PR-360, PR-361
fn the_cells_of_a_reposition_are_foreseen_with_their_chances() {
    // +5 against 15: 5 feet from a 10, 15 feet from a 15.
    let seen = foreseen(&duel(OPEN, fighter(), fighter(), &[]), 'a', "reposition", 'B');
    let chance = |x, y| seen.iter().find(|(cell, _)| *cell == (x, y)).map(|(_, chance)| *chance);
    assert_eq!((chance(3, 1), chance(2, 0), chance(5, 2)), (Some(550), Some(300), None), "{seen:?}");
    let near = landings(&moved(fighter(), OPEN, &[10]));
    let likely = seen.iter().filter(|(_, chance)| *chance == 550).map(|(cell, _)| *cell);
    assert_eq!(likely.collect::<std::collections::BTreeSet<_>>(), near);
}

#[test] // PR-361, PR-A10
fn acceptance_battle_10_only_the_last_5_feet_may_leave_the_reach() {
    let battle = moved(fighter(), OPEN, &[15]);
    let far = landings(&battle);
    assert!(far.contains(&(2, 0)), "(3, 1), (2, 1), (2, 0): {far:?}");
    assert!(!far.contains(&(5, 2)), "two steps out of reach: {far:?}");
}

#[test] // PR-357, PR-363
fn the_target_lands_where_the_attacker_wants_it() {
    let mut battle = moved(fighter(), OPEN, &[15]);
    battle.choose('a', Choice::Cell(Cell::new(2, 0)));
    assert_eq!((battle.cell('B'), battle.cell('a')), ((2, 0), (2, 2)));
    let walled = "
        . # # .
        . a B .
        . # # .";
    assert!(landings(&moved(fighter(), walled, &[15])).iter().all(|(_, y)| *y == 1));
}

#[test] // PR-359, PR-C19
fn danger_needs_the_greater_talent() {
    // Rubble burns here.
    let map = "
        . . . .
        . a B .
        . . , .";
    let into = |unit: Unit| {
        let mut plan = plan(Shape::Square, map);
        plan.palette[2].hazard = true;
        let board = Board::new(plan).expect("a board");
        let planned = skirmish(&pathrunner(), map).on(board);
        let mut battle = battle_of(planned, &[('a', unit, 20), ('B', fighter(), 1)], &[15]);
        battle.act_on('a', "reposition", 'B');
        landings(&battle).contains(&(2, 2))
    };
    assert_eq!([into(fighter()), into(talented(Trait::GreaterReposition))], [false, true]);
}

#[test] // PR-362, PR-036
fn only_with_the_greater_talent_the_target_provokes() {
    let map = "
        . . . . .
        . a B g .
        . . . . .";
    for (talent, by) in [(None, None), (Some(Trait::GreaterReposition), Some('g'))] {
        let mut unit = fighter();
        unit.traits.extend(talent);
        let fighters = [('a', unit, 20), ('g', fighter(), 15), ('B', fighter().unarmed(), 1)];
        let mut battle = battle(map, &fighters, &[10]);
        battle.act_on('a', "reposition", 'B').choose('a', Choice::Cell(Cell::new(2, 0)));
        // Both allies threaten the square that it leaves.
        if by.is_some() {
            assert_eq!(battle.reacting(), Some('a'));
            battle.pass('a');
        }
        assert_eq!(battle.reacting(), by, "{talent:?}");
        if by.is_some() {
            battle.pass('g');
        }
        assert_eq!(battle.cell('B'), (2, 0));
    }
}

#[test] // PR-361, PR-G14, PR-G27
fn the_reach_of_a_reposition_is_that_of_the_attacker() {
    // One step out of a reach of 10 feet, or of 5.
    for (weapon, far) in [("longspear", (5, 2)), ("dagger", (4, 2))] {
        let found = landings(&moved(fighter().weapon(weapon), OPEN, &[15]));
        assert!(found.contains(&far) && !found.contains(&(far.0 + 1, 2)), "{weapon}: {found:?}");
    }
    let plan = skirmish(&pathrunner(), OPEN).hexes();
    let mut hexes = battle_of(plan, &[('a', fighter(), 20), ('B', fighter(), 1)], &[15]);
    hexes.act_on('a', "reposition", 'B');
    let far = landings(&hexes);
    assert!(far.contains(&(4, 2)) && !far.contains(&(5, 2)), "{far:?}");
    assert!(far.contains(&(1, 2)), "around the attacker: {far:?}");
}
