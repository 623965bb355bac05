//! Free actions: done before the action of a turn, and together with those of all others who act on the same count.

use crate::facts::checks;
use crate::skirmish::*;
use warboard::resolution::{Act, Asks, BattleEvent};

/// `a` has hold of `B`, and both act on count 14; the one named first is asked first.
fn holding(order: [char; 2]) -> Skirmish {
    let plan = order.iter().fold(skirmish(&time_count(), "a B"), |plan, mark| plan.unit(*mark, dull()));
    let mut battle = plan.rolls(&[1, 1, 12]);
    for mark in order {
        if mark == 'a' {
            battle.does('a', "grab", 'B')
        } else {
            battle.wait('B')
        };
    }
    while battle.count() < 14 {
        battle.wait('B');
    }
    assert!(battle.has('B', "grabbed"));
    battle.events();
    battle
}

#[test] // TC-212, TC-272, TC-303, G-95
fn a_release_takes_effect_after_all_of_the_count_have_declared() {
    let mut battle = holding(['a', 'B']);
    battle.own('a', "release");
    assert_eq!(battle.asked(), ('B', Asks::Act));
    assert!(battle.has('B', "grabbed"), "nobody sees what another does on the same count");
    battle.wait('B');
    assert!(!battle.has('B', "grabbed"), "all have declared");
    battle.wait('a');
    assert_eq!(battle.count(), 15);
    battle.all_rolled();
}

#[test] // TC-212, G-95
fn an_escape_from_a_hold_released_on_the_same_count_is_taken_back_at_no_cost() {
    for order in [['a', 'B'], ['B', 'a']] {
        let mut battle = holding(order);
        for mark in order {
            if mark == 'a' {
                battle.own('a', "release")
            } else {
                battle.does('B', "break_grab", 'a')
            };
        }
        for mark in order {
            assert_eq!(battle.asked(), (mark, Asks::Act), "{order:?}");
            battle.wait(mark);
        }
        let events = battle.events();
        assert!(checks(&events).is_empty(), "nothing was left to break");
        assert!(!events.iter().any(|event| matches!(event, BattleEvent::ActionAbandoned { .. })));
        assert_eq!((battle.count(), battle.row('B').vitals.fatigue), (15, 0), "it lost a count and nothing else");
        battle.all_rolled();
    }
}

#[test] // TC-272, G-41
fn a_free_action_does_not_take_back_what_others_declared() {
    let mut battle =
        skirmish(&time_count(), "a B C").unit('a', dull()).unit('B', dull()).unit('C', dull()).rolls(&[1; 3]);
    battle.wait('a').own_weapon('B', "drop_item");
    assert_eq!(battle.asked().0, 'C');
    battle.wait('C');
    assert_eq!(battle.asked(), ('B', Asks::Act), "neither a nor C is asked again");
    let again = Act { action: "drop_item".into(), ..Act::own("drop_item") };
    assert_eq!(battle.refused(warboard::resolution::Choice::Act(again)).rule.as_str(), "TC-242");
    battle.wait('B');
    assert_eq!(battle.count(), 6);
}
