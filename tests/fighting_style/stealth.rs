//! Sneaking, searching, and what those that are not seen may do.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::Detection;
use warboard::content::Unit;
use warboard::mechanics::{Game, sight};
use warboard::resolution::Asks;

/// A pillar between `a`, which acts first, and B.
const PILLAR: &str = "
    . . . . . .
    a # . . . B
    . . . . . .
";

/// Stealth 16 and observation 8.
fn sneaker() -> Unit {
    fighter().has("Stealth", 3)
}

fn watched(dice: &[u16]) -> Skirmish {
    duel(PILLAR, sneaker(), sneaker(), dice)
}

fn is_hidden(battle: &Skirmish, who: char, from: char) -> bool {
    let rules = battle.battle().setup().rules.clone();
    let game = Game::new(battle.snapshot().view(), rules.book());
    sight::visibility(game, battle.id(from), battle.id(who)) >= Detection::Hidden
}

#[test] // FS-038, FS-039, FS-G05, FS-G36
fn sneaking_needs_a_veil_and_more_successes_than_the_observer() {
    let hides = |own, theirs| {
        let mut battle = watched(&[own, theirs]);
        battle.events();
        battle.perform('a', "sneak");
        let roll = battle.roll();
        assert_eq!((roll.bonus.total(), roll.difficulty.total()), (16, 8), "stealth and observation");
        assert_eq!(battle.left('a'), (2, 2));
        battle.all_rolled();
        is_hidden(&battle, 'a', 'B')
    };
    assert!(hides(8, 7));
    assert!(!hides(8, 8), "a tie");
    assert!(hides(2, 9), "the observer fails");
    assert!(!hides(17, 9), "both fail");
    let mut battle = duel("a . . B", sneaker(), sneaker(), &[]);
    battle.refused_action('a', "sneak");
    let plan = skirmish(&fighting_style(), "a . . B").unit('a', sneaker()).unit('B', sneaker());
    let mut battle = plan.field(|field| field.dark = true).rolls(&[6, 1, 8, 7]);
    battle.perform('a', "sneak");
    assert!(is_hidden(&battle, 'a', 'B'), "in the dark");
}

#[test] // FS-037, FS-039, FS-G05, FS-G36
fn a_search_meets_the_last_roll_of_the_one_that_hides() {
    let finds = |roll| {
        let seeker = fighter().has("Observation", 4);
        let plan = skirmish(&fighting_style(), "a . . B").unit('a', sneaker()).unit('B', seeker);
        let mut battle = plan.field(|field| field.dark = true).rolls(&[6, 1, 8, 17, roll]);
        battle.perform('a', "sneak").wait('a');
        assert!(is_hidden(&battle, 'a', 'B'));
        battle.perform('B', "search");
        assert_eq!(battle.left('B'), (2, 2));
        battle.all_rolled();
        !is_hidden(&battle, 'a', 'B')
    };
    assert!(finds(9), "9 Successes against the 8 of the one that hides");
    assert!(!finds(8), "a tie");
    assert!(!finds(17), "its test of 16 fails");
}

#[test] // FS-065, FS-073, FS-168, FS-G36, FS-G46
fn nobody_defends_against_an_attacker_that_it_is_not_aware_of() {
    let archer = sneaker().weapon("longbow").has("Agility", 10);
    let plan = skirmish(&fighting_style(), "a . . B").unit('a', archer).unit('B', sneaker());
    let mut battle = plan.field(|field| field.dark = true).rolls(&[6, 1, 8, 7, 11, 8]);
    battle.perform('a', "sneak");
    battle.events();
    battle.strike('a', 'B');
    assert_eq!(options(&battle).0, 'a', "its critical win: B was not asked");
    battle.choose('a', NONE);
    assert!(!is_hidden(&battle, 'a', 'B'), "the attack gives it away");
    battle.all_rolled();
    battle.strike('a', 'B');
    assert_eq!(options(&battle).0, 'B', "against the next it defends itself");
}

#[test] // FS-046, FS-109, FS-G11, FS-G36, FS-G46
fn nobody_strikes_at_a_mover_that_it_is_not_aware_of() {
    let plan = |hides: bool| {
        let plan = skirmish(&fighting_style(), "a . . . . \n . . B . .").unit('a', sneaker()).unit('B', sneaker());
        let plan = plan.field(|field| field.dark = true);
        let mut battle = plan.rolls(if hides { &[6, 1, 8, 7] } else { &[6, 1] });
        if hides {
            battle.perform('a', "sneak");
        }
        battle.walk('a', &[(1, 0)]);
        battle.walk('a', &[(2, 0)]);
        matches!(battle.asked(), ('B', Asks::React { .. }))
    };
    assert!(!plan(true), "a hidden mover provokes nothing");
}

#[test] // FS-G36
fn an_attack_on_what_is_hidden_is_made_at_minus_five() {
    let plan = skirmish(&fighting_style(), "a . . B").unit('a', sneaker()).unit('B', sneaker());
    let plan = plan.field(|field| field.dark = true);
    let mut battle = plan.rolls(&[6, 1, 8, 7]);
    battle.perform('a', "sneak").wait('a');
    let refused = battle.refused_strike('B', 'a');
    assert!(!refused.is_empty(), "it does not know where to strike");
}
