//! Free actions after a tackle or a shunt come at the end of the count: dead and unconscious combatants neither take nor
//! suffer them.

use crate::facts::*;
use crate::skirmish::*;
use warboard::content::{Stat, Unit};
use warboard::resolution::event::BattleOutcome;
use warboard::resolution::{Asks, BattleEvent, PickPurpose};

fn frail() -> Unit {
    idle().stat(Stat::HitPoints, 4).stat(Stat::Endurance, 0)
}

/// A unit that a single point of fatigue puts to sleep, with this roll to stay awake or a lower one: 10 fatigue against 10.
fn spent() -> Unit {
    base_unit().stat(Stat::Strength, 5).stat(Stat::Constitution, -3)
}

/// A unit that acts on count 25, before any sleeper of these tests wakes.
fn late() -> Unit {
    base_unit().stat(Stat::Initiative, -20)
}

/// The names of the checks rolled.
fn rolled(battle: &mut Skirmish) -> Vec<String> {
    checks(&battle.events()).iter().map(|rolled| rolled.action.as_str().to_owned()).collect()
}

#[test] // TC-107, TC-386
fn a_target_killed_by_the_tackle_is_not_grabbed() {
    let battle = skirmish(&time_count(), "a . B\n. . C").unit('a', base_unit().stat(Stat::Strength, 5));
    let mut battle = battle.unit('B', frail()).unit('C', idle()).rolls(&[1, 1, 1, 8]);
    battle.walk('a', &[(1, 0)]).act_on('a', "tackle", 'B');
    assert!(battle.row('B').gone);
    assert_eq!(battle.asked(), ('a', Asks::Act), "nothing is offered");
    assert_eq!(rolled(&mut battle), ["tackle"]);
    assert!(!battle.has('a', "unsteady"));
    battle.all_rolled();
}

#[test] // TC-386, TC-119, TC-123
fn an_attacker_that_faints_from_the_tackle_does_not_grab() {
    let battle = skirmish(&time_count(), "a . B\nc . .").unit('a', spent()).unit('B', idle()).unit('c', late());
    let mut battle = battle.with_losses('a', 0, 10).rolls(&[1, 1, 1, 8, 2]);
    battle.walk('a', &[(1, 0)]).act_on('a', "tackle", 'B');
    assert!(battle.has('a', "unconscious") && battle.has('B', "prone") && !battle.has('B', "grabbed"));
    assert_eq!(rolled(&mut battle), ["tackle", "stay_awake"]);
    battle.all_rolled();
}

#[test] // TC-386, TC-119, TC-122
fn an_attacker_that_stays_awake_is_asked_afterwards() {
    let battle = skirmish(&time_count(), "a . B\nc . .").unit('a', spent()).unit('B', idle()).unit('c', idle());
    let mut battle = battle.with_losses('a', 0, 10).rolls(&[1, 1, 1, 8, 4, 12]);
    battle.walk('a', &[(1, 0)]).act_on('a', "tackle", 'B');
    assert_eq!(purpose(&battle), PickPurpose::FollowUp("grab".into()));
    assert_eq!(rolled(&mut battle), ["tackle", "stay_awake"]);
    battle.choose('a', yes());
    assert!(battle.has('B', "grabbed"));
    battle.all_rolled();
}

#[test] // TC-212, TC-119, TC-107, G-64
fn the_battle_does_not_end_before_the_tackler_has_rolled_to_stay_awake() {
    let begin = |roll: u16| {
        let battle = skirmish(&time_count(), "a . B").unit('a', spent()).unit('B', frail());
        let mut battle = battle.with_losses('a', 0, 10).rolls(&[1, 1, 8, roll]);
        battle.walk('a', &[(1, 0)]).act_on('a', "tackle", 'B');
        assert_eq!(rolled(&mut battle), ["tackle", "stay_awake"]);
        battle.all_rolled();
        battle.battle().outcome().cloned().expect("it is over")
    };
    assert!(matches!(begin(4), BattleOutcome::Won { .. }), "awake");
    assert!(matches!(begin(2), BattleOutcome::Draw { .. }), "no combatant is left standing");
}

#[test] // TC-316, TC-317, TC-119
fn an_attacker_that_faints_from_the_shunt_does_not_trip() {
    for (roll, trips) in [(4, true), (2, false)] {
        let battle = skirmish(&time_count(), ". . . .\n. a B .\nc . . .").unit('a', spent()).unit('B', idle());
        let battle = battle.unit('c', late()).with_losses('a', 0, 10);
        let faces: Vec<u16> = [1, 1, 1, 14, 8, roll].into_iter().chain(trips.then_some(12)).collect();
        let mut battle = battle.rolls(&faces);
        battle.act_on('a', "grab", 'B').act_on('a', "shunt", 'B').choose('a', at(3, 1)).choose('a', no());
        assert_eq!((battle.has('B', "prone"), battle.has('B', "grabbed")), (trips, false));
        battle.all_rolled();
    }
}

#[test] // TC-107, TC-212, TC-317
fn a_target_killed_on_the_count_of_a_shunt_is_not_tripped() {
    let battle = skirmish(&time_count(), ". . . . . D\n. a B . . .\n. . c . . .").unit('a', base_unit());
    let battle = battle.unit('B', frail()).unit('c', base_unit().weapon("long_spear").stat(Stat::Initiative, -9));
    let mut battle = battle.unit('D', idle()).rolls(&[1, 1, 1, 1, 14, 12, 15, 8]);
    battle.act_on('a', "grab", 'B');
    assert_eq!(battle.count(), 14, "both act now");
    battle.act_on('a', "shunt", 'B').strike('c', 'B').choose('a', at(3, 1));
    if matches!(battle.asked().1, Asks::Pick { purpose: PickPurpose::KeepHold, .. }) {
        battle.choose('a', no());
    }
    assert!(battle.row('B').gone);
    let trips = battle
        .events()
        .iter()
        .filter(|event| matches!(event, BattleEvent::ActionDeclared { act, .. } if act.action.as_str() == "shunt_trip"))
        .count();
    assert_eq!(trips, 0);
    battle.all_rolled();
}
