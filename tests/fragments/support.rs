//! What holds up those in the air: who begins to fall, at once, and who has stopped falling.

use crate::depths::board;
use crate::facts::*;
use crate::skirmish::*;
use smallvec::smallvec;
use warboard::battle::{Link, LinkId, LinkKind};
use warboard::content::stat::Stat;
use warboard::content::unit::{Trait, Unit};
use warboard::grid::Cell;
use warboard::resolution::apply::apply;
use warboard::resolution::event::{Cause, Shift};
use warboard::resolution::{Act, Asks, BattleEvent, PickPurpose};

fn flies(cells: &[(i16, i16)], rises: i16) -> Act {
    Act::flying("fly", cells.iter().map(|(x, y)| Cell::new(*x, *y)).collect(), rises)
}

fn altitude(battle: &Skirmish, mark: char) -> i16 {
    battle.row(mark).position.altitude
}

/// Lifts somebody into the air, as if it had flown there.
fn lift(battle: &mut Skirmish, mark: char, feet: i16) {
    let (who, at) = (battle.id(mark), battle.row(mark).position);
    let shift = Shift { who, from: at.cell(), to: at.cell(), extent: at.extent, altitudes: (at.altitude, feet) };
    let rule = "test".into();
    apply(&mut battle.world, &BattleEvent::Displaced { bodies: smallvec![shift], cause: Cause::Step, rule });
}

fn fell(battle: &mut Skirmish) -> Vec<i16> {
    let events = battle.events();
    let fell = events.iter().filter_map(|event| match event {
        BattleEvent::Fell { feet, .. } => Some(feet.total()),
        _ => None,
    });
    fell.collect()
}

const FIELD: &str = "
    B . . . . . . . . . . . . . . a
    . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . .
";

/// `B` has wings and did not fly in its turn: it has fallen from 350 feet to 150 as its next turn begins.
fn falling(dice: &[u16]) -> Skirmish {
    let faces: Vec<u16> = [1, 20].iter().chain(dice).copied().collect();
    let winged = plain().quality(Trait::Flight).stat(Stat::Strength, 40);
    let mut battle = skirmish(&fragments(), FIELD).unit('a', plain()).unit('B', winged).rolls(&faces);
    lift(&mut battle, 'B', 350);
    battle.afflict('B', "flying").own('B', "wait");
    assert_eq!((altitude(&battle, 'B'), battle.has('B', "falling")), (250, true));
    battle.own('a', "wait");
    assert_eq!((altitude(&battle, 'B'), battle.has('B', "falling")), (150, true), "on and on (TA-144)");
    battle.events();
    battle
}

#[test] // TA-142, TA-144, TA-152
fn a_falling_flier_that_flies_again_has_stopped_falling() {
    let mut battle = falling(&[]);
    battle.act('B', flies(&[(1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)], 0));
    assert_eq!((battle.has('B', "falling"), battle.has('B', "flying")), (false, true));
    battle.own('B', "wait").own('a', "wait");
    assert_eq!((altitude(&battle, 'B'), fell(&mut battle)), (150, vec![]));
    battle.all_rolled();
}

#[test] // TA-138, TA-144
fn what_a_flier_fell_before_it_flew_does_not_count_in_its_next_fall() {
    let mut battle = falling(&[1, 1, 1]);
    battle.act('B', flies(&[], -120)).own('B', "wait").own('a', "wait");
    assert_eq!(altitude(&battle, 'B'), 30);
    battle.own('B', "wait");
    assert_eq!((altitude(&battle, 'B'), fell(&mut battle)), (0, vec![30]));
    battle.all_rolled();
}

#[test] // TA-144
fn a_falling_flier_that_lands_has_stopped_falling() {
    let mut battle = falling(&[]);
    battle.act('B', flies(&[], -120)).act('B', flies(&[], -30));
    assert_eq!((altitude(&battle, 'B'), battle.has('B', "falling")), (0, false));
    battle.own('B', "wait").own('a', "wait");
    assert_eq!(fell(&mut battle), Vec::<i16>::new());
    battle.all_rolled();
}

/// `B` hovers 80 feet up and holds `c`, who has no wings; `a` stands on a ledge as high as they are and trips `B`.
fn tripped_with_a_captive(dice: &[u16]) -> Skirmish {
    let plan = skirmish(&fragments(), "a B c . D").on(board("a B c . D", &[80, 0, 0, 0, 0]));
    let (agile, strong): (Unit, Unit) = (plain().quality(Trait::ImprovedFlight), plain().stat(Stat::Strength, 20));
    let plan = plan.unit('a', strong).unit('B', agile).unit('c', plain().stat(Stat::Strength, 20)).unit('D', plain());
    let faces: Vec<u16> = [15, 20, 10, 1].iter().chain(dice).copied().collect();
    let mut battle = plan.rolls(&faces);
    let (holder, held, to) = (battle.id('B'), battle.id('c'), battle.row('B').position.cell());
    let link = Link { id: LinkId(1), kind: LinkKind::Clinch, holder, held, qualities: smallvec![] };
    let rule = "test".into();
    apply(&mut battle.world, &BattleEvent::LinkMade { link, rule });
    let from = battle.row('c').position.cell();
    let bodies = smallvec![Shift { who: held, from, to, extent: 1, altitudes: (0, 0) }];
    apply(&mut battle.world, &BattleEvent::Displaced { bodies, cause: Cause::Step, rule });
    lift(&mut battle, 'B', 80);
    lift(&mut battle, 'c', 80);
    battle.afflict('B', "flying").own('B', "wait");
    assert_eq!((altitude(&battle, 'c'), battle.snapshot().links.len()), (80, 1));
    battle.does('a', "trip", 'B');
    battle
}

#[test] // TA-142
fn one_whose_holder_is_tripped_from_above_it_falls_before_anybody_else_acts() {
    let mut battle = tripped_with_a_captive(&[15, 2, 1, 1, 1, 1, 1, 1, 1, 1]);
    while let (who, Asks::Pick { purpose: PickPurpose::CatchHold, .. }) = battle.asked() {
        battle.choose(who, no());
    }
    assert_eq!((altitude(&battle, 'B'), altitude(&battle, 'c')), (30, 0));
    assert_eq!((fell(&mut battle), battle.asked()), (vec![80], ('a', Asks::Act)));
    battle.all_rolled();
}

#[test] // TA-109, TA-155, TA-G36
fn a_flier_that_is_tripped_where_nothing_has_weight_falls_nowhere() {
    let agile = plain().quality(Trait::ImprovedFlight);
    let plan = skirmish(&fragments(), "a B .").on(board("a B .", &[80, 0, 0])).field(|field| field.weightless = true);
    let mut battle = plan.unit('a', plain().stat(Stat::Strength, 20)).unit('B', agile).rolls(&[1, 20, 15, 2]);
    lift(&mut battle, 'B', 80);
    battle.afflict('B', "flying").own('B', "wait");
    battle.does('a', "trip", 'B');
    assert_eq!((altitude(&battle, 'B'), battle.has('B', "flying"), battle.has('B', "prone")), (80, true, false));
    assert_eq!(fell(&mut battle), Vec::<i16>::new());
    battle.all_rolled();
}
