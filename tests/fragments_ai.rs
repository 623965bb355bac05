//! The opponent where nobody walks: in water, without weight, on wings.

#[path = "common/depths.rs"]
mod depths;
#[path = "common/skirmish.rs"]
mod skirmish;

use depths::board;
use skirmish::*;
use warboard::battle::{Field, Side};
use warboard::content::stat::Stat;
use warboard::content::unit::Trait;
use warboard::control::Controller;
use warboard::control::ai::{Strength, Tactician};
use warboard::resolution::{Act, Choice, submit};

/// What a tactician does for the one who is asked; the rules allow it.
fn chosen(battle: &mut Skirmish) -> Act {
    let setup = battle.battle().setup.clone();
    let prompt = battle.battle().prompt().cloned().expect("somebody is asked");
    let side = battle.snapshot().rows[prompt.who.index()].side;
    let mut tactician = Tactician::new(side, 1, Strength::Hard);
    let answer = tactician.answer(battle.snapshot().view(), &setup.rules, &setup, &prompt);
    let Choice::Act(act) = answer.choice else { panic!("no act: {:?}", answer.choice) };
    submit(&mut battle.world, Choice::Act(act.clone())).unwrap_or_else(|why| panic!("{act:?}: {why}"));
    battle.status();
    act
}

#[test] // TA-131
fn one_who_is_in_the_water_swims_out_of_it() {
    let rules = fragments();
    let swimmer = plain().stat(Stat::Strength, 12);
    let plan = skirmish(&rules, "B ~ ~ ~ . . . a").unit('a', plain()).unit('B', swimmer);
    let mut battle = plan.rolls(&[1, 20, 15, 15, 15]);
    battle.act('B', Act::along("swim", vec![warboard::grid::Cell::new(1, 0)]));
    assert_eq!(chosen(&mut battle).action.as_str(), "swim");
    assert_eq!(battle.cell('B'), (4, 0));
}

#[test] // TA-157
fn without_weight_it_pushes_off_towards_its_enemy() {
    let rules = fragments();
    let no_weight = |field: &mut Field| field.weightless = true;
    let map = "
        B . . . . . . . a
        . . . . . . . . .
    ";
    let mut battle = skirmish(&rules, map).field(no_weight).unit('a', plain()).unit('B', plain()).rolls(&[1, 20, 9, 3]);
    assert_eq!(chosen(&mut battle).action.as_str(), "push_off");
    assert_eq!(battle.cell('B').0, 6);
    let second = chosen(&mut battle);
    assert_eq!((second.action.as_str(), battle.cell('B').0), ("push_off", 7));
}

#[test] // TA-150
fn one_with_wings_flies_over_what_it_cannot_walk_across() {
    let rules = fragments();
    let map = "B . x x x . a";
    let plan = skirmish(&rules, map).on(board(map, &[0, 0, -50, -50, -50, 0, 0]));
    let mut battle = plan.unit('a', plain()).unit('B', plain().quality(Trait::Flight)).rolls(&[1, 20]);
    assert_eq!(chosen(&mut battle).action.as_str(), "land");
    assert_eq!((battle.cell('B'), battle.row('B').position.altitude), ((5, 0), 0));
    assert_eq!(battle.snapshot().rows[1].side, Side(1));
}
