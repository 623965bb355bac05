//! Fighting below the surface: defence, prices, rolls and damage of those that are not at home there, and what fire and lightning do in
//! water.

use crate::facts::{checks, damage_taken, refusal, terms};
use crate::fighters::*;
use crate::skirmish::*;
use crate::spells::{energy, mage};
use crate::water::{afloat, depth, sunk};
use warboard::battle::WeaponSlot;
use warboard::content::{Trait, Unit};
use warboard::resolution::{Act, Asks};

/// A fighter of the water.
fn merman() -> Unit {
    fighter().with_trait(Trait::Aquatic)
}

/// Passes every chance to interrupt or to react.
fn quiet(battle: &mut Skirmish) -> &mut Skirmish {
    while matches!(battle.asked().1, Asks::Interrupt { .. } | Asks::React { .. }) {
        let who = battle.asked().0;
        battle.pass(who);
    }
    battle
}

/// `a` and `B` side by side in deep water, both below the surface, in the turn of `a`.
fn below(a: Unit, b: Unit, dice: &[&[u16]]) -> Skirmish {
    let mut battle = afloat("a ~ ~ B", &[('a', a, 9), ('B', b, 5)], dice);
    battle.no_interrupts().walk('a', &[(1, 0)]).no_interrupts().end_turn('a');
    quiet(battle.walk('B', &[(2, 0)])).end_turn('B');
    for mark in ['a', 'B'] {
        sunk(&mut battle, mark);
        battle.drain(mark, "points", 18);
    }
    battle.events();
    battle
}

/// The difficulty, the bonus and the damage of an attack of `a` on `B` below the surface.
fn strikes(a: Unit, b: Unit) -> (i16, Vec<(String, i16, &'static str)>, Vec<(String, i16, &'static str)>) {
    let mut battle = below(a, b, &[&wild(2)]);
    battle.attack('a', "standard_attack", 'B');
    let events = battle.events();
    let rolled = &checks(&events)[0];
    (rolled.difficulty.total(), terms(&rolled.bonus), terms(&damage_taken(&events)[0].amount))
}

fn rules(terms: &[(String, i16, &'static str)], of: &str) -> i16 {
    terms.iter().filter(|(_, _, rule)| *rule == of).map(|(_, amount, _)| amount).sum()
}

#[test] // HD-369, HD-372, HD-373, HD-374, HD-G46
fn below_the_surface_one_defends_as_if_held_fast_and_strikes_weakly() {
    let strong = fighter().has("Strength", 4).has("Melee", 4);
    let (defence, bonus, damage) = strikes(strong.clone(), fighter());
    assert_eq!(defence, 0, "the immobile defence of Size 0, not 4");
    assert_eq!(rules(&bonus, "HD-372"), -5);
    assert_eq!(rules(&damage, "HD-373"), -1, "half of the 2 of a sword");
    assert_eq!(rules(&damage, "HD-092"), 2 + 4, "all of Strength");
    let spear = Unit { weapons: vec![carried("spear")], ..strong.clone() };
    assert_eq!(rules(&strikes(spear, fighter()).2, "HD-373"), -2, "half of 3 is 1");
    let trident = Unit { weapons: vec![carried("trident")], ..strong };
    let (_, bonus, damage) = strikes(trident, fighter());
    assert_eq!((rules(&bonus, "HD-372"), rules(&damage, "HD-373")), (-5, 0), "a weapon made for the water");
}

#[test] // HD-369, HD-372, HD-373, HD-G46
fn those_at_home_in_water_fight_there_as_on_land() {
    let (defence, bonus, damage) = strikes(merman(), merman());
    assert_eq!((defence, rules(&bonus, "HD-372"), rules(&damage, "HD-373")), (4, 0, 0));
    let mut battle = below(merman(), fighter(), &[]);
    for _ in 0..7 {
        battle.end_turn('a').end_turn('B');
    }
    assert_eq!(battle.wounds('a'), [0; 5], "it breathes");
    assert_ne!(battle.wounds('B'), [0; 5], "the other drowns");
    battle.drain('a', "points", 2);
    battle.walk('a', &[(0, 0)]);
    assert_eq!((battle.cell('a'), depth(&battle, 'a')), ((0, 0), 0), "it swims");
}

#[test] // HD-369, HD-127
fn the_defence_below_the_surface_counts_for_shots_and_agility_and_not_at_the_surface() {
    let archer = || Unit { weapons: vec![carried("bow")], ..fighter() };
    let shot = |deep: bool| {
        let fighters = [('a', archer(), 9), ('B', fighter().has("Reflex", 3), 5)];
        let dice: [&[u16]; 2] = [&wild(0), &standard(5)];
        let mut battle = afloat("a . . ~ B", &fighters, &dice[..1 + usize::from(deep)]);
        battle.no_interrupts().end_turn('a').walk('B', &[(3, 0)]).no_interrupts().end_turn('B');
        if deep {
            sunk(&mut battle, 'B');
        }
        battle.events();
        battle.attack('a', "standard_attack", 'B');
        checks(&battle.events())[0].difficulty.total()
    };
    assert_eq!((shot(false), shot(true)), (5, 0));
}

#[test] // HD-370
fn no_one_shoots_or_throws_below_the_surface() {
    let armed = |weapon: &str| Unit { weapons: vec![carried(weapon)], ..fighter() };
    for weapon in ["bow", "hatchet"] {
        let mut battle = afloat("a ~ . . B", &[('a', armed(weapon), 9), ('B', fighter(), 5)], &[]);
        battle.no_interrupts().walk('a', &[(1, 0)]).no_interrupts();
        let shoots = |battle: &Skirmish| Act::at("standard_attack", battle.id('B'), Some(WeaponSlot(0)));
        sunk(&mut battle, 'a');
        battle.drain('a', "points", 18);
        let act = shoots(&battle);
        assert_eq!(refusal(&mut battle, act), "HD-370", "{weapon}");
    }
    let diver = Unit { weapons: vec![carried("bow")], ..merman() };
    let mut battle = afloat("a ~ . . B", &[('a', diver, 9), ('B', fighter(), 5)], &[&wild(-5)]);
    battle.no_interrupts().walk('a', &[(1, 0)]).no_interrupts().end_turn('a').end_turn('B');
    sunk(&mut battle, 'a');
    battle.drain('a', "points", 18);
    battle.attack('a', "standard_attack", 'B').all_rolled();
}

#[test] // HD-371, HD-148
fn every_attack_below_the_surface_costs_two_points_more() {
    let price = |who: Unit, action: &str| {
        let mut battle = below(who, fighter(), &[&wild(-5)]);
        battle.attack('a', action, 'B').no_interrupts();
        18 - battle.points('a')
    };
    assert_eq!(price(fighter(), "standard_attack"), 6, "4 and 2");
    assert_eq!(price(fighter(), "strong_attack"), 4);
    assert_eq!(price(fighter(), "quick_attack"), 7);
    assert_eq!(price(merman(), "standard_attack"), 4);
    let mut battle = below(fighter(), fighter(), &[&standard(-5)]);
    battle.act_on('a', "trip", 'B');
    assert_eq!(battle.points('a'), 14, "no attack");
}

#[test] // HD-375, HD-376, HD-G46
fn fire_below_the_surface_is_halved_and_scalds_the_water_around() {
    let fighters =
        [('a', mage(), 9), ('B', fighter(), 5), ('C', fighter(), 4), ('D', fighter(), 3), ('E', fighter(), 2)];
    let mut battle = afloat("a . B C D E\n. . ~ ~ ~ .", &fighters, &[&wild(0), &standard(5), &standard(5)]);
    battle.no_interrupts().end_turn('a');
    for (mark, x) in [('B', 2), ('C', 3), ('D', 4)] {
        quiet(battle.walk(mark, &[(x, 1)])).end_turn(mark);
    }
    battle.end_turn('E');
    sunk(&mut battle, 'B');
    battle.events();
    battle.cast('a', "fire_bolt", energy(2, 2, 0), 'B');
    let taken = damage_taken(&battle.events());
    assert_eq!(taken.iter().map(|hurt| hurt.amount.total()).collect::<Vec<_>>(), [3, 6]);
    assert_eq!(rules(&terms(&taken[0].amount), "HD-376"), -3, "half of 4 and 2");
    assert_eq!(taken[1].target, battle.id('C'), "at the surface, and D is too far off");
    assert!(taken[1].amount.terms().iter().any(|term| term.rule.as_str() == "HD-375"));
    assert!(!battle.has('B', "burning"), "the water puts it out");
}

#[test] // HD-377, HD-378, HD-379, HD-G43, HD-G46
fn lightning_below_the_surface_spreads_and_loses_three_with_every_yard() {
    let fighters = [('a', mage(), 9), ('B', fighter(), 5), ('C', fighter(), 4), ('D', fighter(), 3)];
    let map = "a B C D .\n~ ~ ~ ~ .";
    let run = |caster_swims: bool, dice: &[&[u16]]| {
        let mut battle = afloat(map, &fighters, dice);
        battle.no_interrupts();
        if caster_swims {
            battle.walk('a', &[(0, 1)]).no_interrupts();
        }
        battle.end_turn('a');
        for (mark, x) in [('B', 1), ('C', 2)] {
            quiet(battle.walk(mark, &[(x, 1)])).end_turn(mark);
        }
        battle.end_turn('D');
        sunk(&mut battle, 'B');
        battle.drain('a', "points", 18);
        battle.events();
        battle.cast('a', "lightning", energy(1, 3, 0), 'B');
        let taken = damage_taken(&battle.events());
        taken.iter().map(|hurt| (battle.mark(hurt.target), hurt.amount.total())).collect::<Vec<_>>()
    };
    assert_eq!(
        run(false, &[&wild(0), &standard(5), &standard(5)]),
        [('B', 7), ('C', 4)],
        "4 and 3, and 3 less for a yard; no one on the bank"
    );
    assert_eq!(
        run(true, &[&wild(0), &standard(5), &standard(5), &standard(5)]),
        [('B', 7), ('a', 4), ('C', 4)],
        "the caster as well"
    );
}
