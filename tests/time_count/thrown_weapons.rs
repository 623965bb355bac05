//! Thrown weapons: they leave the hand when everything of their count takes effect, and lie where their target is.

use std::sync::Arc;

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::{WeaponLocation, WeaponSlot};
use warboard::content::stat::Stat;
use warboard::content::unit::Unit;
use warboard::mechanics::attack::Degree;
use warboard::resolution::BattleEvent;
use warboard::rules::Ruleset;

/// `a`, who has nothing but a dagger in hand, throws it at `B` and misses; on the same count `C` does something to `a`, with
/// this roll. The one named first is asked first, and rolls first.
fn thrown_while(order: [char; 2], action: &str, c: &Unit, roll: u16) -> Skirmish {
    let unit = |mark| if mark == 'a' { dull().weapon("dagger").stat(Stat::Agility, 3) } else { c.clone() };
    let plan = order.iter().fold(skirmish(&time_count(), "C a . B"), |plan, mark| plan.unit(*mark, unit(*mark)));
    let [first, second] = order.map(|mark| if mark == 'a' { 5 } else { roll });
    let mut battle = plan.unit('B', idle()).rolls(&[1, 1, 1, first, second]);
    for mark in order {
        match mark {
            'a' => battle.strike('a', 'B'),
            _ => battle.does('C', action, 'a'),
        };
    }
    battle
}

/// What lies where, by the column.
fn lies(battle: &Skirmish) -> Vec<(&'static str, i16)> {
    battle.snapshot().field.items.iter().map(|item| (item.weapon.as_str(), item.cell.x)).collect()
}

fn place(battle: &Skirmish) -> WeaponLocation {
    battle.row('a').arms.place(WeaponSlot(0))
}

#[test] // TC-212, TC-099, G-94
fn whoever_throws_its_only_weapon_meets_the_blows_of_that_count_armed() {
    for order in [['a', 'C'], ['C', 'a']] {
        // 12 is less than the primary defence of 13 and more than the passive one of 10.
        let mut battle = thrown_while(order, "strike", &dull(), 12);
        let (events, c) = (battle.events(), battle.id('C'));
        let blow = checks(&events).into_iter().find(|rolled| rolled.who == c).expect("the blow of C");
        assert_eq!((blow.defence, blow.degree), (Some(Stat::Primary), Degree::Failure), "{order:?}");
        assert_eq!((place(&battle), lies(&battle)), (WeaponLocation::Gone, vec![("dagger", 3)]), "{order:?}");
        battle.all_rolled();
    }
}

#[test] // TC-212, TC-350, TC-352, G-94
fn a_disarm_on_the_count_of_a_throw_is_rolled_and_finds_an_empty_hand() {
    for order in [['a', 'C'], ['C', 'a']] {
        let mut battle = thrown_while(order, "disarm", &dull().stat(Stat::Accuracy, 4), 14);
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
    let mut battle = skirmish(rules, "a . B").unit('a', dull().weapon(weapon)).unit('B', idle()).rolls(&faces);
    battle.strike('a', 'B');
    battle
}

#[test] // G-94, TC-251
fn what_is_thrown_lies_where_its_target_is_hit_or_miss() {
    for (dice, dealt) in [(&[12, 3][..], vec![3]), (&[5][..], vec![])] {
        let mut battle = from_afar(&time_count(), "dagger", dice);
        assert_eq!(damage(&battle.events()), dealt);
        assert_eq!((place(&battle), lies(&battle)), (WeaponLocation::Gone, vec![("dagger", 2)]));
        battle.all_rolled();
    }
}

#[test] // G-94, G-67
fn a_sling_stays_in_the_hand_and_so_does_everything_under_the_switch() {
    let mut rules = Ruleset::clone(&time_count());
    rules.policies.attack.range.lands = None;
    for mut battle in [from_afar(&time_count(), "sling", &[12, 3]), from_afar(&Arc::new(rules), "dagger", &[12, 3])] {
        assert_eq!(damage(&battle.events()), [3]);
        assert_eq!((place(&battle), lies(&battle)), (WeaponLocation::InHand, vec![]));
        battle.all_rolled();
    }
}
