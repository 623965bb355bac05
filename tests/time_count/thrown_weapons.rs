//! Thrown weapons: they leave the hand when the count takes effect, and land at their target.

use std::sync::Arc;

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::{WeaponLocation, WeaponSlot};
use warboard::content::{Stat, Unit};
use warboard::mechanics::attack::Degree;
use warboard::resolution::BattleEvent;
use warboard::rules::Ruleset;

/// `a`, with only a dagger in hand, throws it at `B` and misses; on the same count `C` performs an action on `a` with
/// this roll. The first named is asked first and rolls first.
fn thrown_while(order: [char; 2], action: &str, c: &Unit, roll: u16) -> Skirmish {
    let unit = |mark| if mark == 'a' { base_unit().weapon("dagger").stat(Stat::Agility, 3) } else { c.clone() };
    let plan = order.iter().fold(skirmish(&time_count(), "C a . B"), |plan, mark| plan.unit(*mark, unit(*mark)));
    let [first, second] = order.map(|mark| if mark == 'a' { 5 } else { roll });
    let mut battle = plan.unit('B', idle()).rolls(&[1, 1, 1, first, second]);
    for mark in order {
        match mark {
            'a' => battle.strike('a', 'B'),
            _ => battle.act_on('C', action, 'a'),
        };
    }
    battle
}

/// The items on the ground, with their columns.
fn lies(battle: &Skirmish) -> Vec<(&'static str, i16)> {
    battle.snapshot().field.items.iter().map(|item| (item.weapon.as_str(), item.cell.x)).collect()
}

fn place(battle: &Skirmish) -> WeaponLocation {
    battle.row('a').arms.place(WeaponSlot(0))
}

#[test] // TC-212, TC-099, G-94
fn a_thrower_of_its_only_weapon_counts_as_armed_for_that_count() {
    for order in [['a', 'C'], ['C', 'a']] {
        // 12 is less than the primary defence of 13 and more than the passive one of 10.
        let mut battle = thrown_while(order, "strike", &base_unit(), 12);
        let (events, c) = (battle.events(), battle.id('C'));
        let blow = checks(&events).into_iter().find(|rolled| rolled.who == c).expect("the blow of C");
        assert_eq!((blow.defence, blow.degree), (Some(Stat::Primary), Degree::Failure), "{order:?}");
        assert_eq!((place(&battle), lies(&battle)), (WeaponLocation::Gone, vec![("dagger", 3)]), "{order:?}");
        battle.all_rolled();
    }
}

#[test] // TC-212, TC-350, TC-352, G-94
fn a_disarm_on_the_count_of_a_throw_is_rolled_against_an_empty_hand() {
    for order in [['a', 'C'], ['C', 'a']] {
        let mut battle = thrown_while(order, "disarm", &base_unit().stat(Stat::Accuracy, 4), 14);
        let (events, c) = (battle.events(), battle.id('C'));
        let disarm = checks(&events).into_iter().find(|rolled| rolled.who == c).expect("the disarm");
        assert_eq!(disarm.degree, Degree::Success, "{order:?}");
        assert!(!events.iter().any(|event| matches!(event, BattleEvent::ActionAbandoned { .. })), "{order:?}");
        assert_eq!((place(&battle), lies(&battle)), (WeaponLocation::Gone, vec![("dagger", 3)]), "{order:?}");
        battle.all_rolled();
    }
}

/// `a` attacks `B`, two cells away, with this weapon.
fn from_afar(rules: &Arc<Ruleset>, weapon: &str, dice: &[u16]) -> Skirmish {
    let faces = [1, 1].iter().chain(dice).copied().collect::<Vec<_>>();
    let mut battle = skirmish(rules, "a . B").unit('a', base_unit().weapon(weapon)).unit('B', idle()).rolls(&faces);
    battle.strike('a', 'B');
    battle
}

#[test] // G-94, TC-251
fn a_thrown_weapon_lands_where_its_target_is_hit_or_miss() {
    for (dice, dealt) in [(&[12, 3][..], vec![3]), (&[5][..], vec![])] {
        let mut battle = from_afar(&time_count(), "dagger", dice);
        assert_eq!(damage(&battle.events()), dealt);
        assert_eq!((place(&battle), lies(&battle)), (WeaponLocation::Gone, vec![("dagger", 2)]));
        battle.all_rolled();
    }
}

#[test] // G-94, G-67
fn a_sling_stays_in_the_hand_and_so_do_all_weapons_with_the_ruling_switched() {
    let mut rules = Ruleset::clone(&time_count());
    rules.policies.attack.range.lands = None;
    for mut battle in [from_afar(&time_count(), "sling", &[12, 3]), from_afar(&Arc::new(rules), "dagger", &[12, 3])] {
        assert_eq!(damage(&battle.events()), [3]);
        assert_eq!((place(&battle), lies(&battle)), (WeaponLocation::InHand, vec![]));
        battle.all_rolled();
    }
}
