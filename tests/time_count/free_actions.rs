//! Free actions: taken before the action of a turn, together with those of all combatants on the same count.

use crate::facts::{checks, idle};
use crate::incanting::{at_cell, prepare, wizard};
use crate::skirmish::*;
use warboard::battle::Facing;
use warboard::content::Name;
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Target};

/// A battle in which `a` holds `B` and both act on count 14; the first named is asked first.
fn holding(order: [char; 2]) -> Skirmish {
    let plan = order.iter().fold(skirmish(&time_count(), "a B"), |plan, mark| plan.unit(*mark, base_unit()));
    let mut battle = plan.rolls(&[1, 1, 12]);
    for mark in order {
        if mark == 'a' {
            battle.act_on('a', "grab", 'B')
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
fn a_release_takes_effect_after_all_declarations_of_the_count() {
    let mut battle = holding(['a', 'B']);
    battle.perform('a', "release");
    assert_eq!(battle.asked(), ('B', Asks::Act));
    assert!(battle.has('B', "grabbed"), "actions of one count do not affect each other");
    battle.wait('B');
    assert!(!battle.has('B', "grabbed"), "all have declared");
    battle.wait('a');
    assert_eq!(battle.count(), 15);
    battle.all_rolled();
}

#[test] // TC-212, G-95
fn an_escape_from_a_hold_released_on_the_same_count_is_cancelled_at_no_cost() {
    for order in [['a', 'B'], ['B', 'a']] {
        let mut battle = holding(order);
        for mark in order {
            if mark == 'a' {
                battle.perform('a', "release")
            } else {
                battle.act_on('B', "break_grab", 'a')
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
fn a_free_action_does_not_cancel_declarations_of_others() {
    let mut battle = skirmish(&time_count(), "a B C")
        .unit('a', base_unit())
        .unit('B', base_unit())
        .unit('C', base_unit())
        .rolls(&[1; 3]);
    battle.wait('a').perform_with_weapon('B', "drop_item");
    assert_eq!(battle.asked().0, 'C');
    battle.wait('C');
    assert_eq!(battle.asked(), ('B', Asks::Act), "neither a nor C is asked again");
    let again = Act { action: "drop_item".into(), ..Act::own("drop_item") };
    assert_eq!(battle.refused(Choice::Act(again)).rule.as_str(), "TC-242");
    battle.wait('B');
    assert_eq!(battle.count(), 6);
}

/// Lets `a` take a free action and `B` wait on the same count; asserts that `before` holds until both have declared, and
/// no longer afterwards.
fn takes_effect_once_both_have_declared(battle: &mut Skirmish, act: Act, before: impl Fn(&Skirmish) -> bool) {
    let count = battle.count();
    assert!(before(battle));
    battle.act('a', act);
    assert_eq!((battle.asked(), battle.count()), (('B', Asks::Act), count));
    assert!(before(battle), "actions of one count do not affect each other");
    battle.wait('B');
    assert!(!before(battle), "both have declared");
    assert_eq!((battle.asked(), battle.count()), (('a', Asks::Act), count), "it was free");
}

/// `B` waits until it is the turn of `a`.
fn wait_for_a(battle: &mut Skirmish) {
    while battle.asked().0 == 'B' {
        battle.wait('B');
    }
}

#[test] // TC-396, TC-212, G-95
fn a_stance_is_left_after_all_declarations_of_the_count() {
    let mut battle = skirmish(&time_count(), "a . B").unit('a', base_unit()).unit('B', base_unit()).rolls(&[1, 1]);
    battle.perform('a', "take_cautious");
    wait_for_a(&mut battle);
    let cautious = |battle: &Skirmish| battle.row('a').stance.held == Some(Name::new("cautious"));
    takes_effect_once_both_have_declared(&mut battle, Act::own("leave_stance"), cautious);
    battle.wait('a');
    assert_eq!(battle.count(), 10, "four counts for the stance, and one to wait");
}

#[test] // TC-435, TC-212, G-95
fn a_facing_is_set_after_all_declarations_of_the_count() {
    let battle = skirmish(&time_count(), "C a B").unit('a', base_unit()).unit('B', base_unit()).unit('C', idle());
    let mut battle = battle.rolls(&[1, 1, 1]);
    battle.choose('a', Choice::Face(Facing::AllAround));
    let act = Act { target: Target::Facing(Facing::Direction(2)), ..Act::own("face") };
    takes_effect_once_both_have_declared(&mut battle, act, |battle| battle.row('a').facing == Facing::AllAround);
    assert_eq!(battle.row('a').facing, Facing::Direction(2));
}

#[test] // TC-241, TC-212, G-95
fn a_spell_is_dismissed_after_all_declarations_of_the_count() {
    let map = ". . . . .\na . . . B\n. . . . .\n. . . . .";
    let mut battle = skirmish(&time_count(), map).unit('a', wizard()).unit('B', base_unit()).rolls(&[1, 1]);
    battle.act('a', prepare("stone_wall"));
    wait_for_a(&mut battle);
    battle.perform('a', "keep_preparing");
    wait_for_a(&mut battle);
    battle.act('a', at_cell("stone_wall", 2, 1));
    wait_for_a(&mut battle);
    let spell = battle.snapshot().spells[0].id;
    let act = Act { target: Target::Spell(spell), ..Act::own("dismiss") };
    takes_effect_once_both_have_declared(&mut battle, act, |battle| !battle.snapshot().spells.is_empty());
}
