//! The opponent in water, in zero gravity and in the air, and its use of fog.

use crate::elevation::board;
use crate::skirmish::*;
use crate::spells::mage;
use warboard::battle::{Field, Side};
use warboard::content::{Stat, Trait, Unit};
use warboard::control::Controller;
use warboard::control::ai::{Strength, Tactician};
use warboard::resolution::{Act, Choice};

/// The choice of a tactician at the open prompt; asserts that it is legal.
fn chosen(battle: &mut Skirmish) -> Act {
    let setup = battle.battle().setup().clone();
    let prompt = battle.battle().prompt().cloned().expect("an open prompt");
    let side = battle.snapshot().rows[prompt.who.index()].side;
    let mut tactician = Tactician::new(side, 1, Strength::Hard);
    let answer = tactician.answer(battle.snapshot().view(), &setup.rules, &setup, &prompt);
    let Choice::Act(act) = answer.choice else { panic!("no act: {:?}", answer.choice) };
    battle.state.submit(Choice::Act(act.clone())).unwrap_or_else(|why| panic!("{act:?}: {why}"));
    battle.status();
    act
}

#[test] // TA-131
fn a_combatant_in_the_water_swims_out_of_it() {
    let rules = fragments();
    let swimmer = plain().stat(Stat::Strength, 12);
    let plan = skirmish(&rules, "B ~ ~ ~ . . . a").unit('a', plain()).unit('B', swimmer);
    let mut battle = plan.rolls(&[1, 20, 15, 15]);
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
    let mut battle = skirmish(&rules, map).field(no_weight).unit('a', plain()).unit('B', plain()).rolls(&[1, 20]);
    assert_eq!(chosen(&mut battle).action.as_str(), "push_off");
    assert_eq!(battle.cell('B').0, 6);
    let second = chosen(&mut battle);
    assert_eq!((second.action.as_str(), battle.cell('B').0), ("push_off", 7));
}

#[test] // TA-150
fn a_flier_crosses_ground_that_it_cannot_walk() {
    let rules = fragments();
    let map = "B . x x x . a";
    let plan = skirmish(&rules, map).on(board(map, &[0, 0, -50, -50, -50, 0, 0]));
    let mut battle = plan.unit('a', plain()).unit('B', plain().with_trait(Trait::Flight)).rolls(&[1, 20]);
    assert_eq!(chosen(&mut battle).action.as_str(), "land");
    assert_eq!((battle.cell('B'), battle.row('B').position.altitude), ((5, 0), 0));
    assert_eq!(battle.snapshot().rows[1].side, Side(1));
}

/// The first choice of a caster that knows only fog, with friends and enemies.
fn with_fog(friend: Unit, enemy: Unit, dice: &[u16]) -> String {
    let map = "
        a . . . . ~ . . . . . D
        b . . . . ~ . . . . . B
        c . . . . ~ . . . . . E
    ";
    let wizard = Unit { spells: vec!["fog".into()], ..mage() };
    let plan = skirmish(&fragments(), map).unit('B', wizard).unit('D', friend.clone()).unit('E', friend);
    let plan = plan.unit('a', enemy.clone()).unit('b', enemy.clone()).unit('c', enemy);
    let mut battle = plan.rolls(&[&[20, 5, 4, 3, 2, 1], dice].concat());
    while battle.asked().0 != 'B' {
        let mark = battle.asked().0;
        battle.perform(mark, "wait");
    }
    chosen(&mut battle).action.as_str().to_owned()
}

#[test] // TA-166, TA-165
fn fog_is_cast_against_archers_and_only_where_its_protection_exceeds_its_cost() {
    let (archer, sword) = (plain().weapon("longbow").stat(Stat::Dexterity, 4), plain());
    // A die decides between equal initiatives.
    assert_eq!(with_fog(sword.clone(), archer.clone(), &[1]), "fog");
    assert_ne!(with_fog(sword.clone(), sword.clone(), &[]), "fog", "no enemy shoots");
    assert_ne!(with_fog(archer.clone().stat(Stat::Dexterity, 30), archer, &[]), "fog", "its own side shoots better");
}

#[test] // TA-093, TA-138
fn it_pushes_an_enemy_over_an_edge_but_not_on_level_ground() {
    let rules = fragments();
    let map = "B a x x .";
    let at_the_edge = |depth: i16, dice: &[u16]| {
        let plan = skirmish(&rules, map).on(board(map, &[0, 0, depth, depth, 0]));
        let mut battle = plan.unit('a', plain()).unit('B', plain()).rolls(&[&[1, 20], dice].concat());
        chosen(&mut battle).action.as_str().to_owned()
    };
    // It pushes with a 20 against a 1, and ten dice of the fall follow.
    assert_eq!(at_the_edge(-100, &[&[20, 1][..], &[3; 10]].concat()), "push");
    assert_ne!(at_the_edge(-5, &[20, 1, 1]), "push");
}

#[test] // TA-157
fn without_weight_it_fights_reachable_enemies_although_others_would_be_easier() {
    let rules = fragments();
    let no_weight = |field: &mut Field| field.weightless = true;
    let map = "
        B a . . . . . . .
        . . . . . c . . .
    ";
    let (hard, easy) = (plain().stat(Stat::Dexterity, 9), plain().stat(Stat::Dexterity, -4));
    let plan = skirmish(&rules, map).field(no_weight).unit('a', hard).unit('B', plain()).unit('c', easy);
    assert_eq!(chosen(&mut plan.rolls(&[1, 20, 2, 10, 10])).aimed_at(), Some(warboard::battle::CombatantId(0)));
}
