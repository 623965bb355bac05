//! Predicted attacks between two combatants from imagined positions equal the attacks from there.

use crate::skirmish::*;
use warboard::battle::View;
use warboard::content::Gait;
use warboard::control::orders::next_leg;
use warboard::grid::{Cell, CoverGrade, Footprint};
use warboard::mechanics::Game;
use warboard::odds::{Exchange, exchanges};
use warboard::resolution::Act;

fn at(x: i16, y: i16) -> Footprint {
    Cell::new(x, y).into()
}

fn with(view: View<'_>, battle: &Skirmish, mark: char) -> Exchange {
    let mut all = exchanges(view, &time_count(), battle.id('a'));
    let place = all.iter().position(|exchange| exchange.other == battle.id(mark)).expect("an enemy");
    all.swap_remove(place)
}

#[test]
fn predictions_for_the_end_of_a_walk_match_the_state_there() {
    let mut battle =
        skirmish(&time_count(), "a . . B\n. . . .").unit('a', base_unit()).unit('B', base_unit()).rolls(&[1, 1]);
    let here = with(battle.snapshot().view(), &battle, 'B');
    assert!(here.ours.is_err() && here.theirs.is_err(), "out of reach at three cells");
    let view = battle.snapshot().view().with(battle.id('a'), at(1, 0));
    assert!(with(view, &battle, 'B').ours.is_err(), "one step is not enough");
    let view = battle.snapshot().view().with(battle.id('a'), at(2, 0));
    let foretold = with(view, &battle, 'B');
    let (ours, theirs) = (foretold.ours.expect("in reach"), foretold.theirs.expect("in reach as well"));
    while battle.cell('a') != (2, 0) {
        let (mark, view) = (battle.asked().0, battle.snapshot().view());
        let leg =
            next_leg(Game::new(view, time_count().book()), battle.id('a'), Gait::Walk, Cell::new(2, 0)).expect("a way");
        battle.act(mark, if mark == 'a' { Act::along("move", leg) } else { Act::own("wait") });
    }
    let now = with(battle.snapshot().view(), &battle, 'B');
    let now = (now.ours.expect("in reach"), now.theirs.expect("in reach as well"));
    assert_eq!((ours.act, ours.forecast.bonus), (now.0.act.clone(), now.0.forecast.bonus.clone()));
    assert_eq!((ours.forecast.drops, theirs.forecast.drops), (now.0.forecast.drops, now.1.forecast.drops));
    assert_eq!((theirs.act, theirs.forecast.bonus), (now.1.act.clone(), now.1.forecast.bonus.clone()));
}

#[test]
fn the_weapon_with_the_highest_expected_damage_is_used_or_a_refusal_gives_the_reason() {
    let archer = base_unit().weapon("longbow");
    let battle = skirmish(&time_count(), "a . # . . B").unit('a', archer).unit('B', base_unit()).rolls(&[1, 1]);
    let view = battle.snapshot().view();
    let hidden = with(view, &battle, 'B');
    assert!(!hidden.covered.seen);
    assert_eq!(hidden.covered.words(view), "not seen: wall at (2, 0)");
    let why = hidden.ours.expect_err("nothing of it is seen").why;
    assert_eq!(why, "the target cannot be seen");
    let view = view.with(battle.id('a'), at(3, 0));
    let seen = with(view, &battle, 'B');
    assert!(seen.covered.seen);
    assert!(seen.ours.expect("a shot").hits().per_ten_thousand() > 0);
    assert_eq!(seen.theirs.expect_err("two cells away").why, "out of reach");
}

#[test]
fn cover_and_the_bodies_between_are_named() {
    let archer = base_unit().weapon("longbow");
    let map = "a . o B\n. . C .\n. . . D";
    let battle = skirmish(&time_count(), map)
        .unit('a', archer)
        .unit('B', base_unit())
        .unit('C', base_unit())
        .unit('D', base_unit())
        .rolls(&[1, 1, 1, 1]);
    let view = battle.snapshot().view();
    let all = exchanges(view, &time_count(), battle.id('a'));
    assert_eq!(all.len(), 3, "every enemy and no other combatant");
    let covered = with(view, &battle, 'B').covered;
    assert_eq!(covered.grade, CoverGrade::Half);
    assert_eq!(covered.words(view), "half cover: low wall at (2, 0)");
    let diagonal = view.with(battle.id('a'), at(1, 0));
    let screened = with(diagonal, &battle, 'D').covered;
    assert_eq!(screened.creature, Some(battle.id('C')));
    assert_eq!(screened.words(diagonal), "C in the way");
}
