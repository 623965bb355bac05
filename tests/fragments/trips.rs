//! Trips in the air: of single fliers, of pairs, of climbers, and of bleeding combatants.

use crate::elevation::board;
use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::Readied;
use warboard::content::{Name, Stat, Trait, Unit};
use warboard::grid::Cell;
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Target};

fn agile() -> Unit {
    plain().stat(Stat::Strength, 20).with_trait(Trait::ImprovedFlight)
}

fn rises(feet: i16) -> Act {
    Act::flying("fly", Vec::new(), feet)
}

fn altitude(battle: &Skirmish, mark: char) -> i16 {
    battle.row(mark).position.altitude
}

fn hit_points_lost(battle: &Skirmish, mark: char) -> i16 {
    let vitals = battle.row(mark).vitals;
    vitals.maximum - vitals.hit_points
}

/// The bleed penalty of a combatant.
fn penalty(battle: &Skirmish, mark: char) -> Option<i16> {
    let mut held = battle.row(mark).conditions.0.iter();
    held.find(|held| held.condition.as_str() == "bleeding").map(|held| held.level)
}

/// `a`, on a pillar, trips `B`, which hovers beside it at that height; neither catches hold.
fn tripped(feet: i16, bleeds: bool, dice: &[u16]) -> Skirmish {
    let faces: Vec<u16> = [1, 20].iter().chain(dice).copied().collect();
    let plan = skirmish(&fragments(), "a B . .").on(board("a B . .", &[feet, 0, 0, 0]));
    let mut battle = plan.unit('a', plain().stat(Stat::Strength, 20)).unit('B', agile()).rolls(&faces);
    let mut left = feet;
    while left > 0 {
        battle.act('B', rises(left.min(60)));
        left -= 60;
    }
    if bleeds {
        battle.afflict('B', "bleeding");
    }
    battle.perform('B', "wait").act_on('a', "trip", 'B');
    if let ('B', Asks::Pick { .. }) = battle.asked() {
        battle.choose('B', no());
    }
    battle
}

#[test] // TA-109, TA-110, TA-111, TA-G35
fn a_critical_trip_high_up_deals_damage_and_leaves_no_one_prone_in_the_air() {
    for feet in [60, 80, 120] {
        let mut battle = tripped(feet, false, &[20, 5, 4]);
        assert_eq!((altitude(&battle, 'B'), hit_points_lost(&battle, 'B')), (feet - 50, 4), "from {feet} feet");
        assert_eq!((battle.has('B', "flying"), battle.has('B', "prone")), (true, false));
        battle.all_rolled();
    }
}

#[test] // TA-109, TA-110, TA-111, TA-138
fn a_critical_trip_to_the_ground_adds_a_die_to_the_fall() {
    for (feet, dice) in [(50, 5), (55, 0), (20, 2)] {
        let faces: Vec<u16> = [20, 5].into_iter().chain(std::iter::repeat_n(1, dice)).chain([6]).collect();
        let mut battle = tripped(feet, false, &faces);
        let landed = feet <= 50;
        assert_eq!((altitude(&battle, 'B'), hit_points_lost(&battle, 'B')), ((feet - 50).max(0), dice as i16 + 6));
        assert_eq!(battle.has('B', "prone"), landed);
        battle.all_rolled();
    }
}

#[test] // TA-210, TA-111, TA-G18
fn each_damage_of_a_critical_trip_raises_the_bleed_penalty() {
    assert_eq!(penalty(&tripped(20, true, &[20, 5, 1, 1, 6]), 'B'), Some(2), "the fall and the additional die");
    assert_eq!(penalty(&tripped(20, true, &[15, 5, 1, 1]), 'B'), Some(1), "the fall alone");
    assert_eq!(penalty(&tripped(60, true, &[20, 5, 6]), 'B'), Some(1), "the die alone");
    assert_eq!(penalty(&tripped(60, true, &[15, 5]), 'B'), Some(0), "neither");
}

fn flies(cells: &[(i16, i16)]) -> Act {
    Act::flying("fly", cells.iter().map(|(x, y)| Cell::new(*x, *y)).collect(), 0)
}

#[test] // TA-109, TA-119, TA-G35, TA-G43
fn a_flier_tripped_in_mid_flight_flies_on_from_its_new_height() {
    let map = ". . . . B\n. . a . .";
    let plan = skirmish(&fragments(), map).on(board(map, &[0, 0, 0, 0, 0, 0, 0, 80, 0, 0]));
    let mut battle = plan.unit('a', plain().stat(Stat::Strength, 20)).unit('B', agile()).rolls(&[1, 20, 15, 5]);
    battle.act('B', rises(60)).act('B', rises(20)).perform('B', "wait");
    let act = Act { target: Target::Whoever, ..Act::own("trip") };
    let readied = Box::new(Readied { watch: Name::new("steps_into_reach"), act });
    battle.act('a', Act { target: Target::Ready(readied), ..Act::own("ready") }).perform('a', "wait");
    battle.events();
    battle.act('B', flies(&[(3, 0), (2, 0), (1, 0), (0, 0)]));
    battle.choose('a', Choice::React(Name::new("ready"))).choose('B', no());
    assert_eq!((battle.cell('B'), altitude(&battle, 'B'), battle.has('B', "flying")), ((3, 0), 30, true));
    let stops = |event: &BattleEvent| match event {
        BattleEvent::MoveStopped { why, rule, .. } => Some((why.clone(), rule.as_str())),
        _ => None,
    };
    let stopped = battle.events().iter().find_map(stops);
    assert_eq!(stopped, Some(("is off its flight path".to_owned(), "TA-147")));
    battle.act('B', flies(&[(2, 0), (1, 0)]));
    assert_eq!((battle.cell('B'), altitude(&battle, 'B')), ((1, 0), 30), "by another action");
    battle.all_rolled();
}

/// `a` trips `B`, which hangs on a wall at an altitude.
fn climber_tripped(map: &str, heights: &[i16], feet: i16, dice: &[u16]) -> Skirmish {
    let faces: Vec<u16> = [1, 20].iter().chain(dice).copied().collect();
    let strong = || plain().stat(Stat::Strength, 20);
    let plan = skirmish(&fragments(), map).on(board(map, heights)).unit('a', strong()).unit('B', strong());
    let mut battle = plan.rolls(&faces);
    lift(&mut battle, 'B', feet);
    battle.afflict('B', "clinging").perform('B', "wait");
    assert_eq!(altitude(&battle, 'B'), feet);
    battle.act_on('a', "trip", 'B');
    battle
}

#[test] // TA-108, TA-138, TA-142
fn a_tripped_climber_falls_and_is_prone_below() {
    let mut battle = climber_tripped("B a .", &[0, 30, 30], 30, &[15, 5, 1, 2, 3]);
    battle.choose('B', no());
    assert_eq!((altitude(&battle, 'B'), hit_points_lost(&battle, 'B')), (0, 6));
    assert_eq!((battle.has('B', "prone"), battle.has('B', "clinging")), (true, false));
    battle.all_rolled();
    // A fall of five feet deals no damage, but the target is prone.
    let mut low = climber_tripped("# B a .", &[0; 4], 5, &[15, 5]);
    low.choose('B', no());
    assert_eq!((altitude(&low, 'B'), hit_points_lost(&low, 'B'), low.has('B', "prone")), (0, 0, true));
    low.all_rolled();
}

#[test] // TA-136, TA-137, TA-108
fn a_tripped_climber_that_catches_hold_is_not_prone() {
    let mut battle = climber_tripped("B a .", &[0, 30, 30], 30, &[15, 5, 15]);
    battle.choose('B', yes());
    assert_eq!((altitude(&battle, 'B'), battle.has('B', "clinging"), battle.has('B', "prone")), (30, true, false));
    assert_eq!(battle.row('B').turn_state.reactions(), 0);
    battle.all_rolled();
}

#[test] // TA-108, TA-144
fn a_trip_does_not_affect_a_combatant_already_falling() {
    let plan = skirmish(&fragments(), "a B .").on(board("a B .", &[200, 0, 0]));
    let mut battle = plan.unit('a', plain().stat(Stat::Strength, 20)).unit('B', plain()).rolls(&[1, 20, 15, 5]);
    battle.perform('B', "wait");
    lift(&mut battle, 'B', 200);
    battle.afflict('B', "falling").act_on('a', "trip", 'B');
    assert_eq!((altitude(&battle, 'B'), battle.has('B', "falling"), battle.has('B', "prone")), (200, true, false));
    assert_eq!(battle.asked(), ('a', Asks::Act));
    battle.all_rolled();
}

/// `a`, on a pillar, trips the flier `C`, which `b` holds at that height.
fn pair_at(feet: i16, dice: &[u16]) -> Skirmish {
    // As it takes hold, `b` flanks `C` together with `a` and throws two dice.
    let faces: Vec<u16> = [1, 19, 20, 15, 15, 5].iter().chain(dice).copied().collect();
    let plan = skirmish(&fragments(), "a C b .").on(board("a C b .", &[feet, 0, 0, 0]));
    let holder = Unit { weapons: Vec::new(), ..agile() };
    let plan = plan.unit('a', plain().stat(Stat::Strength, 20)).unit('b', holder).unit('C', agile());
    let mut battle = plan.rolls(&faces);
    battle.act('C', rises(feet)).perform('C', "wait");
    battle.act('b', rises(feet)).act_on('b', "grapple", 'C').perform('b', "wait");
    assert_eq!((battle.cell('b'), battle.snapshot().links.len()), ((1, 0), 1));
    battle.act_on('a', "trip", 'C');
    battle
}

/// [`pair_at`] where neither catches hold.
fn pair_tripped(feet: i16, dice: &[u16]) -> Skirmish {
    let mut battle = pair_at(feet, dice);
    battle.choose('C', no()).choose('b', no());
    battle
}

#[test] // TA-136, TA-229, TA-G17, TA-G35
fn each_of_a_falling_pair_may_catch_hold_for_both() {
    let mut battle = pair_at(60, &[15, 5, 15]);
    battle.choose('C', no()).choose('b', yes());
    assert_eq!((altitude(&battle, 'C'), altitude(&battle, 'b'), battle.snapshot().links.len()), (60, 60, 1));
    assert_eq!((battle.has('b', "clinging"), battle.has('C', "clinging")), (true, false));
    assert_eq!((battle.row('b').turn_state.reactions(), battle.row('C').turn_state.reactions()), (0, 1));
    battle.all_rolled();
}

#[test] // TA-109, TA-229, TA-230
fn a_held_flier_that_is_tripped_takes_its_holder_along() {
    let mut battle = pair_tripped(60, &[15, 5]);
    assert_eq!((altitude(&battle, 'C'), altitude(&battle, 'b')), (10, 10));
    assert_eq!((battle.snapshot().links.len(), battle.has('b', "prone")), (1, false));
    battle.all_rolled();
}

#[test] // TA-109, TA-138, TA-229, TA-230
fn a_held_flier_and_its_holder_are_both_hurt_where_they_land() {
    let mut battle = pair_tripped(20, &[15, 5, 1, 2, 3, 4]);
    assert_eq!((hit_points_lost(&battle, 'C'), hit_points_lost(&battle, 'b')), (3, 7), "two dice each");
    assert!(battle.has('C', "prone") && battle.has('b', "prone") && battle.snapshot().links.len() == 1);
    assert_eq!((altitude(&battle, 'b'), battle.cell('b')), (0, battle.cell('C')));
    battle.all_rolled();
}

#[test] // TA-142, TA-G27
fn a_captive_torn_from_its_carrier_in_the_air_falls_at_once() {
    // `c` has flown up with its captive `B`; `a` on a pillar thrusts `B` away.
    let map = "a . B c . .";
    let heights = [30, 0, 0, 0, 0, 0];
    let bearer = Unit { weapons: Vec::new(), ..agile() };
    let spear = plain().stat(Stat::Strength, 20).weapon("long_spear");
    let plan = skirmish(&fragments(), map).on(board(map, &heights));
    let plan = plan.unit('c', bearer).unit('a', spear).unit('B', plain().stat(Stat::Strength, 10));
    let mut battle = plan.rolls(&[20, 19, 1, 15, 5, 15, 5, 1, 2, 3]);
    battle.act_on('c', "grapple", 'B').act('c', rises(30)).perform('c', "wait");
    assert_eq!(altitude(&battle, 'B'), 30);
    battle.act_on('a', "push", 'B');
    assert_eq!((altitude(&battle, 'B'), hit_points_lost(&battle, 'B')), (0, 6), "before any other action");
    assert!(battle.has('B', "prone") && battle.snapshot().links.is_empty());
    assert_eq!(altitude(&battle, 'c'), 30);
    battle.all_rolled();
}
