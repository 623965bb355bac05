//! Support in the air: when a fall begins and when it ends.

use crate::elevation::board;
use crate::facts::*;
use crate::skirmish::*;
use smallvec::smallvec;
use warboard::battle::{Link, LinkId, LinkKind};
use warboard::content::{Stat, Trait, Unit};
use warboard::grid::Cell;
use warboard::resolution::event::{Cause, Shift};
use warboard::resolution::{Act, Asks, BattleEvent, PickPurpose};

fn flies(cells: &[(i16, i16)], rises: i16) -> Act {
    Act::flying("fly", cells.iter().map(|(x, y)| Cell::new(*x, *y)).collect(), rises)
}

fn altitude(battle: &Skirmish, mark: char) -> i16 {
    battle.row(mark).position.altitude
}

fn fell(battle: &mut Skirmish) -> Vec<i16> {
    let events = battle.events();
    let fell = events.iter().filter_map(|event| match event {
        BattleEvent::Fell { height, .. } => Some(height.total()),
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
    let winged = plain().with_trait(Trait::Flight).stat(Stat::Strength, 40);
    let mut battle = skirmish(&fragments(), FIELD).unit('a', plain()).unit('B', winged).rolls(&faces);
    lift(&mut battle, 'B', 350);
    battle.afflict('B', "flying").perform('B', "wait");
    assert_eq!((altitude(&battle, 'B'), battle.has('B', "falling")), (250, true));
    battle.perform('a', "wait");
    assert_eq!((altitude(&battle, 'B'), battle.has('B', "falling")), (150, true), "on and on (TA-144)");
    battle.events();
    battle
}

#[test] // TA-142, TA-144, TA-152
fn a_falling_flier_that_flies_again_has_stopped_falling() {
    let mut battle = falling(&[]);
    battle.act('B', flies(&[(1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)], 0));
    assert_eq!((battle.has('B', "falling"), battle.has('B', "flying")), (false, true));
    battle.perform('B', "wait").perform('a', "wait");
    assert_eq!((altitude(&battle, 'B'), fell(&mut battle)), (150, vec![]));
    battle.all_rolled();
}

#[test] // TA-138, TA-144
fn a_fall_ended_by_flight_does_not_count_in_the_next_fall() {
    let mut battle = falling(&[1, 1, 1]);
    battle.act('B', flies(&[], -120)).perform('B', "wait").perform('a', "wait");
    assert_eq!(altitude(&battle, 'B'), 30);
    battle.perform('B', "wait");
    assert_eq!((altitude(&battle, 'B'), fell(&mut battle)), (0, vec![30]));
    battle.all_rolled();
}

#[test] // TA-144
fn a_falling_flier_that_lands_has_stopped_falling() {
    let mut battle = falling(&[]);
    battle.act('B', flies(&[], -120)).act('B', flies(&[], -30));
    assert_eq!((altitude(&battle, 'B'), battle.has('B', "falling")), (0, false));
    battle.perform('B', "wait").perform('a', "wait");
    assert_eq!(fell(&mut battle), Vec::<i16>::new());
    battle.all_rolled();
}

/// `B` flies at an altitude and holds `c`, which has no wings, in its space.
fn carries(battle: &mut Skirmish, feet: i16) {
    let (holder, held, to) = (battle.id('B'), battle.id('c'), battle.row('B').position.cell());
    let link = Link::new(LinkId(1), LinkKind::Clinch, holder, held);
    let rule = "test".into();
    battle.state.impose(&BattleEvent::LinkMade { link, rule });
    let from = battle.row('c').position.cell();
    let bodies = smallvec![Shift { who: held, from, to, extent: 1, altitudes: (0, 0) }];
    battle.state.impose(&BattleEvent::Displaced { bodies, cause: Cause::Step, rule });
    lift(battle, 'B', feet);
    lift(battle, 'c', feet);
    battle.afflict('B', "flying");
}

/// The altitudes of both, and the number of holds.
fn pair(battle: &Skirmish) -> (i16, i16, usize) {
    (altitude(battle, 'B'), altitude(battle, 'c'), battle.snapshot().links.len())
}

#[test] // TA-109, TA-229, TA-236, TA-G35
fn a_captive_whose_holder_is_tripped_falls_with_it_and_stays_held() {
    let plan = skirmish(&fragments(), "a B c . D").on(board("a B c . D", &[80, 0, 0, 0, 0]));
    let (agile, strong): (Unit, Unit) = (plain().with_trait(Trait::ImprovedFlight), plain().stat(Stat::Strength, 20));
    let plan = plan.unit('a', strong.clone()).unit('B', agile).unit('c', strong).unit('D', plain());
    let mut battle = plan.rolls(&[15, 20, 10, 1, 15, 2]);
    carries(&mut battle, 80);
    battle.perform('B', "wait");
    assert_eq!(pair(&battle), (80, 80, 1));
    battle.act_on('a', "trip", 'B');
    while let (who, Asks::Pick { purpose: PickPurpose::CatchHold, .. }) = battle.asked() {
        battle.choose(who, no());
    }
    assert_eq!((pair(&battle), battle.has('B', "flying")), ((30, 30, 1), true));
    assert_eq!((fell(&mut battle), battle.asked()), (vec![], ('a', Asks::Act)));
    battle.all_rolled();
}

#[test] // TA-142, TA-144, TA-229, TA-236, TA-G17
fn a_pair_in_a_long_fall_keeps_falling_together_once_in_a_round() {
    let field = FIELD.replacen("B .", "B c", 1);
    let winged = plain().with_trait(Trait::Flight).stat(Stat::Strength, 40);
    let plan = skirmish(&fragments(), &field).unit('a', plain()).unit('B', winged);
    let faces: Vec<u16> = [1, 20, 10].into_iter().chain([1; 20]).collect();
    let mut battle = plan.unit('c', plain().stat(Stat::Strength, 40)).rolls(&faces);
    carries(&mut battle, 350);
    // It has not flown: its wings no longer hold it up as its turn ends.
    battle.perform('B', "wait");
    for feet in [250, 150, 50] {
        assert_eq!((battle.asked().0, pair(&battle)), ('c', (feet, feet, 1)), "not again as the turn of c starts");
        battle.perform('c', "wait").perform('a', "wait");
        if feet > 50 {
            battle.perform('B', "wait");
        }
    }
    assert_eq!((pair(&battle), battle.cell('B') == battle.cell('c')), ((0, 0, 1), true));
    assert!(battle.has('B', "prone") && battle.has('c', "prone"));
    let events = battle.events();
    let lies = |mark: char| {
        let who = battle.id(mark);
        events.iter().filter(|event| matches!(event, BattleEvent::StanceTaken { who: one, .. } if *one == who)).count()
    };
    assert_eq!([lies('B'), lies('c')], [1, 1], "told once of each");
    battle.all_rolled();
}

#[test] // TA-109, TA-155, TA-G36
fn a_flier_tripped_in_zero_gravity_does_not_fall() {
    let agile = plain().with_trait(Trait::ImprovedFlight);
    let plan = skirmish(&fragments(), "a B .").on(board("a B .", &[80, 0, 0])).field(|field| field.weightless = true);
    let mut battle = plan.unit('a', plain().stat(Stat::Strength, 20)).unit('B', agile).rolls(&[1, 20, 15, 2]);
    lift(&mut battle, 'B', 80);
    battle.afflict('B', "flying").perform('B', "wait");
    battle.act_on('a', "trip", 'B');
    assert_eq!((altitude(&battle, 'B'), battle.has('B', "flying"), battle.has('B', "prone")), (80, true, false));
    assert_eq!(fell(&mut battle), Vec::<i16>::new());
    battle.all_rolled();
    // Neither does a floating combatant without wings.
    let plan = skirmish(&fragments(), "a B .").on(board("a B .", &[80, 0, 0])).field(|field| field.weightless = true);
    let mut battle = plan.unit('a', plain().stat(Stat::Strength, 20)).unit('B', plain()).rolls(&[1, 20, 15, 2]);
    lift(&mut battle, 'B', 80);
    battle.perform('B', "wait").act_on('a', "trip", 'B');
    assert_eq!((altitude(&battle, 'B'), battle.has('B', "prone")), (80, false));
    battle.all_rolled();
}
