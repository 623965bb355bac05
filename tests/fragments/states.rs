//! Conditions that prevent actions, and conditions that lower defences.

use crate::facts::*;
use crate::skirmish::*;
use warboard::content::AdvantageKind;
use warboard::resolution::Act;

/// A battle in which `a` acts before `B`, which has a condition.
fn against(condition: &str, dice: &[u16]) -> Skirmish {
    let rules = fragments();
    let faces = [20, 1, 10].iter().chain(dice).copied().collect::<Vec<_>>();
    let mut battle =
        skirmish(&rules, "a B . . C").unit('a', plain()).unit('B', plain()).unit('C', plain()).rolls(&faces);
    battle.afflict('B', condition);
    battle
}

#[test] // TA-179, TA-216, TA-258, TA-265
fn the_blinded_the_stunned_and_the_unconscious_are_flat_footed_to_everyone() {
    for condition in ["blinded", "stunned", "unconscious"] {
        let mut battle = against(condition, &[2, 2]);
        battle.act_on('a', "attack", 'B');
        let roll = checks(&battle.events()).remove(0);
        assert_eq!(roll.edge.net(), Some(AdvantageKind::Advantage), "{condition}");
        assert!(roll.edge.terms().iter().any(|term| term.rule.as_str() == "TA-182"), "{condition}");
    }
}

#[test] // TA-257, TA-263
fn the_stunned_and_the_unconscious_do_nothing_at_all() {
    for condition in ["stunned", "unconscious"] {
        let mut battle = against(condition, &[]);
        battle.perform('a', "wait").perform('C', "wait");
        assert_eq!((battle.asked().0, battle.count()), ('a', 2), "the turn of B passes: {condition}");
        let (view, act) = (battle.snapshot().view(), Act::own("go_prone"));
        let legal = warboard::resolution::legal::check(view, &fragments(), battle.id('B'), &act);
        assert!(legal.is_err(), "not even what is free: {condition}");
    }
}

#[test] // TA-022, TA-026, TA-027, TA-055
fn falling_prone_is_free_standing_up_takes_an_action_and_the_reaction_comes_back_each_turn() {
    let rules = fragments();
    let mut battle = skirmish(&rules, "a . . B").unit('a', plain()).unit('B', plain()).rolls(&[20, 1]);
    battle.perform('a', "go_prone");
    assert_eq!((battle.row('a').turn_state.actions(), battle.has('a', "prone")), (3, true));
    battle.perform_with_weapon('a', "drop_item");
    assert_eq!(
        (battle.row('a').turn_state.actions(), battle.snapshot().field.items.len()),
        (3, 1),
        "dropping is free as well"
    );
    battle.perform('a', "stand_up");
    assert_eq!((battle.row('a').turn_state.actions(), battle.has('a', "prone")), (2, false));
    battle.perform('a', "wait").perform('B', "wait");
    assert_eq!((battle.row('a').turn_state.actions(), battle.row('a').turn_state.reactions()), (3, 1));
}
