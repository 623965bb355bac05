//! The computer opponent parries, makes full attacks that are worth it, and casts spells where they help.

use crate::chooser::{act, answer, chosen};
use crate::fighters::*;
use crate::skirmish::*;
use crate::spells::caster;
use warboard::content::{Name, Trait, Unit};
use warboard::resolution::{Choice, Target};

fn knows(spells: &[&str]) -> Unit {
    Unit { spells: spells.iter().map(|name| Name::new(name)).collect(), ..caster() }
}

#[test] // PR-048, PR-049
fn it_parries_a_blow_that_it_can_meet_and_spares_the_shield_where_it_cannot() {
    // The blow of B totals 17 or 27; the parry has +6.
    for (face, parries) in [(10, true), (20, false)] {
        let bearer = fighter().shield("light_wooden_shield");
        let units = [('B', fighter().has("Strength", 20), 20), ('a', bearer, 1)];
        let mut battle = battle("a B", &units, &[face, 1, 1, 1, 1]);
        battle.spare_dice("the blow is not resolved");
        battle.attack('B', 'a');
        assert_eq!(battle.reacting(), Some('a'));
        let answered = answer(&battle);
        assert_eq!(answered == Choice::React(Name::new("parry")), parries, "{face}: {answered:?}");
    }
}

/// Hard to fool and to wrestle, and easy to hit.
fn trained() -> Unit {
    fighter().has("BonusHitPoints", 60).has("BaseAttack", 20)
}

#[test] // PR-172, PR-G30, PR-G42
fn it_makes_a_full_attack_where_that_gives_more_attacks_than_two_half_actions() {
    for (bonus, full) in [(10, false), (11, true)] {
        let battle = duel("a B", fighter().has("BaseAttack", bonus), trained(), &[]);
        let act = act(&battle);
        assert_eq!(act.action.as_str() == "full_attack", full, "{bonus}: {act:?}");
    }
    let pair = crate::full_attack::with_both("short_sword").with_trait(Trait::TwoWeaponFighting);
    let battle = duel("a B", pair.has("BaseAttack", 8), trained(), &[]);
    assert_eq!(chosen(&battle), "two_weapon_attack");
}

#[test] // PR-163, PR-169
fn it_shelters_in_a_shell_as_a_blow_lands() {
    let units = [('B', fighter(), 20), ('a', knows(&["shell_of_force"]), 1)];
    let mut battle = battle("a B", &units, &[10, 8]);
    battle.spare_dice("the blow is not resolved");
    battle.attack('B', 'a');
    assert_eq!(answer(&battle), Choice::React(Name::new("shell_of_force")));
}

#[test] // PR-108
fn it_burns_several_foes_at_once_and_none_beside_its_friends() {
    let units = |friends: bool| {
        let second = if friends { 'd' } else { 'D' };
        [('a', knows(&["fire_storm"]), 20), ('c', fighter(), 4), ('B', fighter(), 3), (second, fighter(), 2)]
    };
    let cast = act(&battle("a c . . . . . B D", &units(false), &[]));
    assert_eq!(cast.action.as_str(), "fire_storm");
    assert!(matches!(cast.aim(), Target::Cell(_)));
    assert_ne!(chosen(&battle("a . . . . . . B c d", &units(true), &[])), "fire_storm", "two friends would burn");
}

#[test] // PR-404
fn it_heals_a_friend_that_is_badly_hurt() {
    let units = [('a', knows(&["cure_critical_wounds"]).weapon("dagger")), ('b', fighter()), ('C', fighter())];
    let plan = units
        .into_iter()
        .fold(skirmish(&pathrunner(), "a b . . . . . . . . . . . . . C"), |plan, (mark, unit)| plan.unit(mark, unit));
    let battle = plan.with_losses('b', 35, 0).rolls(&[20, 2, 1]);
    let cast = act(&battle);
    assert_eq!((cast.action.as_str(), cast.aimed_at()), ("cure_critical_wounds", Some(battle.id('b'))));
}

#[test] // PR-142
fn it_raises_a_barrier_before_the_enemy_comes() {
    let units = [('a', knows(&["barrier"]).weapon("dagger"), 20), ('B', fighter(), 1)];
    let battle = battle("a . . . . . . . . . . . . . . . . . . B", &units, &[]);
    assert_eq!(chosen(&battle), "barrier");
}

/// The trigger and the action that the first of two fighters readies at this distance.
fn readied(weapon: &str, apart: usize) -> Option<(Name, Name)> {
    let map = format!("a {} B", vec!["."; apart - 1].join(" "));
    match act(&duel(&map, fighter().weapon(weapon), fighter(), &[])).target {
        Target::Ready(readied) => Some((readied.watch, readied.act.action)),
        _ => None,
    }
}

#[test] // PR-175, PR-G41
fn it_readies_a_blow_for_an_enemy_that_will_come_while_it_waits() {
    let blow = Some((Name::new("steps_into_reach"), Name::new("attack")));
    assert_eq!(readied("long_sword", 13), blow, "an enemy comes by a charge of 60 feet");
    assert_eq!(readied("long_sword", 6), None, "near enough to attack");
    assert_eq!(readied("long_sword", 40), None, "nobody comes so far");
    assert_eq!(readied("longbow", 13), None, "it shoots");
}
