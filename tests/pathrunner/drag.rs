//! Drags.

use std::collections::BTreeSet;

use crate::fighters::*;
use crate::manoeuvres::talented;
use crate::skirmish::*;
use warboard::content::Trait;
use warboard::grid::Cell;
use warboard::odds;
use warboard::resolution::{Act, Asks, Choice};

/// The cells offered for the target of a forced movement.
pub fn landings(battle: &Skirmish) -> BTreeSet<(i16, i16)> {
    match battle.asked().1 {
        Asks::Cell { cells, .. } => cells.iter().map(|cell| (cell.x, cell.y)).collect(),
        _ => BTreeSet::new(),
    }
}

fn to(x: i16, y: i16) -> Choice {
    Choice::Cell(Cell::new(x, y))
}

#[test] // PR-A10, PR-316, PR-318, PR-319, PR-320, PR-C18
fn acceptance_battle_10_both_go_straight_back_5_feet_and_10_more_for_each_5_of_the_margin() {
    for (face, most) in [(9, 0), (10, 1), (14, 1), (15, 3), (17, 3)] {
        let mut battle = battle(". . . . d T", &[('d', fighter(), 20), ('T', fighter(), 1)], &[face]);
        battle.act_on('d', "drag", 'T');
        let offered: BTreeSet<(i16, i16)> = (0..most).map(|cells| (4 - cells, 0)).collect();
        assert_eq!(landings(&battle), offered, "{face}");
        if most > 0 {
            battle.choose('d', to(5 - most, 0));
            assert_eq!((battle.cell('d'), battle.cell('T')), ((4 - most, 0), (5 - most, 0)));
        }
        assert_eq!(battle.reacting(), None);
    }
}

/// The cells in which an act may leave its target, with chances in thousandths.
pub fn foreseen(battle: &Skirmish, by: char, action: &str, target: char) -> Vec<((i16, i16), u32)> {
    let (view, rules) = (battle.snapshot().view(), &battle.battle().setup().rules);
    let act = Act::at(action, battle.id(target), None);
    let found = odds::forced_landings(view, rules, battle.id(by), &act);
    found.iter().map(|(cell, chance)| ((cell.x, cell.y), chance.per_ten_thousand() / 10)).collect()
}

#[test] // PR-318, PR-319, PR-320, PR-323
fn the_cells_of_a_drag_are_foreseen_with_their_chances() {
    // +5 against 15: from a 10, and 15 feet from a 15; a natural 20 counts as 25, for 25 feet.
    let map = battle(". . . . d T", &[('d', fighter(), 20), ('T', fighter(), 1)], &[]);
    assert_eq!(foreseen(&map, 'd', "drag", 'T'), [((4, 0), 550), ((2, 0), 300), ((3, 0), 300), ((1, 0), 50)]);
    assert_eq!(foreseen(&map, 'd', "bull_rush", 'T'), [], "a push goes straight away");
    let walled = duel("# . a B", fighter(), fighter(), &[]);
    assert_eq!(foreseen(&walled, 'a', "drag", 'B'), [((2, 0), 550)]);
    let unit = || talented(Trait::PowerfulManeuvers);
    let mut tired = battle(". . . d . T", &[('d', unit(), 20), ('T', fighter(), 1)], &[]);
    tired.walk('d', &[(4, 0)]);
    assert_eq!(foreseen(&tired, 'd', "drag", 'T'), [], "no half action is left to walk with");
}

#[test] // PR-322, PR-323
fn creatures_and_walls_end_a_drag() {
    let fighters = |friend| [('d', fighter(), 20), ('T', fighter(), 1), (friend, fighter(), 10)];
    let mut battle = battle(". . e . d T", &fighters('e'), &[17]);
    battle.act_on('d', "drag", 'T');
    assert_eq!(landings(&battle), BTreeSet::from([(4, 0)]));
    battle.choose('d', to(4, 0));
    assert_eq!((battle.cell('d'), battle.cell('T')), ((3, 0), (4, 0)), "next to the friend");
    let mut walled = duel("# . a B", fighter(), fighter(), &[17]);
    walled.act_on('a', "drag", 'B');
    assert_eq!(landings(&walled), BTreeSet::from([(2, 0)]));
}

#[test] // PR-A10, PR-317, PR-320, PR-C18
fn with_the_talent_a_drag_takes_the_other_half_action_for_the_movement() {
    let unit = || talented(Trait::PowerfulManeuvers);
    let mut battle = battle(". . . . d T", &[('d', unit(), 20), ('T', fighter(), 1)], &[17]);
    battle.act_on('d', "drag", 'T').choose('d', to(3, 0));
    assert_eq!((battle.cell('d'), battle.left('d', "half")), ((2, 0), 0));
    let fighters = [('d', unit(), 20), ('T', fighter(), 1)];
    let mut tired = crate::fighters::battle(". . . d . T", &fighters, &[17]);
    tired.walk('d', &[(4, 0)]);
    tired.act_on('d', "drag", 'T');
    assert_eq!((landings(&tired).len(), tired.cell('T')), (0, (5, 0)), "without movement there is no drag");
}

#[test] // PR-036, PR-321
fn the_dragger_provokes_and_the_target_only_with_the_greater_talent() {
    let map = "
        . . . d T
        . . . X g";
    for (talent, by) in [(None, None), (Some(Trait::GreaterDrag), Some('g'))] {
        let mut unit = fighter();
        unit.traits.extend(talent);
        let fighters = [('d', unit, 20), ('g', fighter(), 15), ('X', fighter(), 10), ('T', fighter(), 1)];
        let mut battle = battle(map, &fighters, &[10]);
        battle.act_on('d', "drag", 'T').choose('d', to(3, 0));
        assert_eq!((battle.reacting(), battle.cell('d')), (Some('X'), (3, 0)), "its own step");
        battle.pass('X');
        if by.is_some() {
            assert_eq!(battle.reacting(), Some('d'));
            battle.pass('d');
        }
        assert_eq!(battle.reacting(), by, "{talent:?}");
        if by.is_some() {
            battle.pass('g');
        }
        assert_eq!((battle.cell('d'), battle.cell('T')), ((2, 0), (3, 0)));
    }
}

#[test] // PR-320, PR-G01, PR-G02
fn a_drag_goes_no_further_than_the_attacker_can_walk() {
    let dragged = |condition: &str| {
        let map = format!("{}d T", ". ".repeat(12));
        let plan = skirmish(&pathrunner(), &map).unit('d', fighter().has("BaseAttack", 20)).unit('T', fighter());
        let mut battle = plan.with_condition('d', condition).rolls(&[20, 1, 19]);
        battle.act_on('d', "drag", 'T');
        landings(&battle).len()
    };
    // By 25 over the defence: 5 feet and 50 more, and a speed of 30 feet.
    assert_eq!((dragged("winded"), dragged("hindered"), dragged("immobilized")), (6, 3, 0));
}

#[test] // PR-318, PR-320, PR-322, PR-323
fn large_bodies_and_hexes_are_dragged_straight_back_as_well() {
    let map = "
        . . . . d . T .
        . . . . . . . .";
    let large = || fighter().size(warboard::content::Size::Large);
    let mut battle = battle(map, &[('d', large(), 20), ('T', large(), 1)], &[15]);
    battle.act_on('d', "drag", 'T');
    assert_eq!(landings(&battle), BTreeSet::from([(5, 0)]));
    battle.choose('d', to(5, 0));
    assert_eq!((battle.cell('d'), battle.cell('T')), ((3, 0), (5, 0)));
    let plan = skirmish(&pathrunner(), ". . . . d T").hexes();
    let mut hexes = battle_of(plan, &[('d', fighter(), 20), ('T', fighter(), 1)], &[15]);
    hexes.act_on('d', "drag", 'T');
    assert_eq!(landings(&hexes), BTreeSet::from([(4, 0), (3, 0), (2, 0)]));
    // A wall beside the dragger bars the target although the dragger itself could pass.
    let narrow = "
        . . . d T .
        . # . . . .";
    let mut wide = crate::fighters::battle(narrow, &[('d', fighter(), 20), ('T', large(), 1)], &[19]);
    wide.act_on('d', "drag", 'T');
    let far = landings(&wide);
    assert!(far.contains(&(2, 0)) && !far.contains(&(1, 0)), "{far:?}");
}
