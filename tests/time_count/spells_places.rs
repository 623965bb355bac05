//! Spells that create walls and brambles, and their end.

use crate::facts::*;
use crate::incanting::*;
use crate::skirmish::*;
use warboard::battle::Target;
use warboard::grid::{Board, BoardPlan, Cell, CoverGrade, Shape, Terrain};
use warboard::mechanics::{Game, cover};
use warboard::resolution::{Act, BattleEvent, Choice};

const FIELD: &str = ". . . . .\na . . . B\n. . . . .\n. . . . .";

/// `a` has cast a spell at the middle of the field.
fn raised(spell: &str, dice: &[u16]) -> Skirmish {
    let mut battle = alone(FIELD, wizard(), dice);
    prepared(&mut battle, 'a', spell);
    battle.act('a', at_cell(spell, 2, 1));
    battle
}

fn ground(battle: &Skirmish, x: i16, y: i16) -> &str {
    &battle.snapshot().view().board().terrain(Cell::new(x, y)).name
}

fn row(battle: &Skirmish, x: i16) -> Vec<&str> {
    (0..4).map(|y| ground(battle, x, y)).collect()
}

#[test] // TC-453, G-48, TC-010
fn a_wall_blocks_sight_shots_and_steps() {
    let mut battle = raised("stone_wall", &[]);
    assert_eq!(row(&battle, 2), ["wall"; 4], "10 feet to both sides");
    let (rules, view) = (time_count(), battle.snapshot().view());
    assert!(!cover::cover(Game::new(view, rules.book()), battle.id('a'), battle.id('B')).seen);
    assert!(battle.log_lines().iter().any(|line| line == "a's Wall of stone covers 4 cells around (2, 1) [G-48]"));
    battle.walk('a', &[(1, 1)]);
    battle.refused_walk('a', &[(2, 1)]);
    assert_eq!(battle.cell('a'), (1, 1));
}

#[test] // TC-241, TC-248, TC-264
fn a_wall_falls_when_its_caster_stops_concentrating() {
    let mut battle = raised("stone_wall", &[]);
    let spell = battle.snapshot().spells[0].id;
    let revision = battle.snapshot().field.revision;
    battle.act('a', Act { target: Target::Spell(spell), ..Act::own("dismiss") });
    assert_eq!(row(&battle, 2), ["floor"; 4], "the ground is as it was");
    assert!(battle.snapshot().spells.is_empty() && battle.snapshot().field.revision > revision);
}

#[test] // G-48
fn a_dispelled_wall_is_removed() {
    let mut battle = raised("stone_wall", &[]);
    prepared(&mut battle, 'a', "unmake");
    battle.events();
    battle.act('a', at_cell("unmake", 2, 3));
    let events = battle.events();
    let ended = |event: &BattleEvent| match event {
        BattleEvent::SpellEnded { rule, .. } => Some(rule.as_str()),
        _ => None,
    };
    assert_eq!(events.iter().filter_map(ended).collect::<Vec<_>>(), ["G-48"]);
    assert!(events.iter().any(|event| matches!(event, BattleEvent::DueCancelled { .. })), "nothing of it is due");
    assert_eq!(row(&battle, 2), ["floor"; 4]);
}

#[test] // G-48
fn walls_rise_only_on_plain_unoccupied_ground() {
    let map = ". . # . .\na . . . .\n. . C . B";
    let mut battle =
        skirmish(&time_count(), map).unit('a', wizard()).unit('B', idle()).unit('C', idle()).rolls(&[1, 1, 1]);
    prepared(&mut battle, 'a', "stone_wall");
    battle.act('a', at_cell("stone_wall", 2, 1));
    let [(_, zone)] = battle.snapshot().view().zones().collect::<Vec<_>>()[..] else { panic!("one zone") };
    assert_eq!(zone.cells, [Cell::new(2, 1)]);
}

/// The field with a kind of ground that can be thick with brambles.
fn overgrown() -> Board {
    let mut plan = BoardPlan::open(Shape::Square, 5, 4);
    let thicket = Terrain { name: "thicket".into(), cost: Some(2), cover: CoverGrade::Quarter, ..Terrain::floor() };
    plan.palette.push(thicket);
    Board::new(plan).expect("a board")
}

#[test] // G-48
fn brambles_slow_and_give_cover_until_they_end() {
    let mut bare = alone(FIELD, wizard(), &[]);
    prepared(&mut bare, 'a', "brambles");
    let refused = bare.refused(Choice::Act(at_cell("brambles", 3, 1)));
    assert_eq!(refused.rule.as_str(), "TC-453", "on this map there is no such ground");
    let plan = skirmish(&time_count(), FIELD).on(overgrown()).unit('a', wizard()).unit('B', idle());
    let mut battle = plan.rolls(&[1, 1]);
    prepared(&mut battle, 'a', "brambles");
    battle.act('a', at_cell("brambles", 3, 1));
    assert_eq!(row(&battle, 4), ["thicket", "thicket", "thicket", "floor"], "under those who stand there as well");
    let grade = |battle: &Skirmish| {
        cover::cover(Game::new(battle.snapshot().view(), time_count().book()), battle.id('a'), battle.id('B')).grade
    };
    assert_eq!(grade(&battle), CoverGrade::Quarter);
    let ends = battle.count() + 119;
    while battle.count() < ends {
        assert_eq!(row(&battle, 3)[1], "thicket", "at {}", battle.count());
        battle.wait('a');
    }
    battle.wait('a');
    assert_eq!((row(&battle, 3)[1], grade(&battle)), ("floor", CoverGrade::None), "120 counts");
}
