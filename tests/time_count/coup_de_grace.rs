//! Coups de grace: long preparation against a helpless target, and interruptions.

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::{Stat, Trait, Unit};
use warboard::resolution::{Act, BattleEvent};

/// A battle at the turn of `a` on count 5, beside the unconscious `B`; `C` is far away. `B` and `C` never act.
fn alone(a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    beside("a B . . . C", a, b, dice)
}

/// [`alone`] with `C` beside `a`, which is thereby engaged in combat.
fn engaged(a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    beside("C .\na B", a, b, dice)
}

fn beside(map: &str, a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    let faces = [1, 1, 1].iter().chain(dice).copied().collect::<Vec<_>>();
    let battle = skirmish(&time_count(), map).unit('a', a).unit('B', b.stat(Stat::Initiative, -500));
    let mut battle = battle.unit('C', idle()).rolls(&faces);
    battle.afflict('B', "unconscious");
    battle
}

/// A unit with many hit points.
fn tough() -> Unit {
    base_unit().stat(Stat::HitPoints, 60)
}

/// The rules of all deaths.
fn deaths(events: &[BattleEvent]) -> Vec<&'static str> {
    let died = events.iter().filter_map(|event| match event {
        BattleEvent::Died { rule, .. } => Some(rule.as_str()),
        _ => None,
    });
    died.collect()
}

/// The actions that failed to take effect, with their rules.
fn abandoned(events: &[BattleEvent]) -> Vec<(String, &'static str)> {
    let given_up = events.iter().filter_map(|event| match event {
        BattleEvent::ActionAbandoned { action, rule, .. } => Some((action.to_string(), rule.as_str())),
        _ => None,
    });
    given_up.collect()
}

#[test] // TC-342, TC-344, TC-347
fn it_is_prepared_without_moving_and_then_takes_the_time_of_the_weapon() {
    let mut battle = engaged(base_unit(), tough(), &[10, 9]);
    battle.act_on('a', "coup_de_grace", 'B');
    let told = battle.log_lines();
    let begun = told.iter().position(|line| line == "a: Coup de grace at B").expect("it begins");
    let words: Vec<&str> = told[begun..].iter().map(|line| line.split(';').next().unwrap_or_default()).collect();
    assert_eq!(
        words,
        [
            "a: Coup de grace at B",
            "a is taking aim [TC-347]",
            "a acts again in 12 counts",
            "— count 17 —",
            "a is no longer taking aim [TC-347]",
            "a: Killing stroke at B",
            "Killing stroke: a rolls 10 + 10 = 20 against B's passive defence 10: hit by 10 [TC-343]",
            "B takes 18 damage from a: 15 hit points lost and 3 fatigue",
            "a: Follow-up attack at B",
            "Follow-up attack: a rolls 9 + 0 = 9 against B's vigor 10: miss by 1 [TC-346]",
            "a acts again in 9 counts",
            "— count 26 —",
        ]
    );
    battle.all_rolled();
}

#[test] // TC-343, G-80
fn in_combat_it_is_rolled_with_ten_more_against_a_passive_target() {
    let clumsy = base_unit().stat(Stat::Accuracy, -8);
    for (roll, dealt) in [(7, vec![]), (8, vec![18])] {
        let dice: Vec<u16> = [roll].into_iter().chain(dealt.iter().map(|_| 2)).collect();
        let mut battle = engaged(clumsy.clone(), tough(), &dice);
        battle.act_on('a', "coup_de_grace", 'B');
        let events = battle.events();
        let rolled = checks(&events).remove(0);
        assert_eq!(terms(&rolled.bonus), [("accuracy".into(), -8, "TC-006"), ("manoeuvre".into(), 10, "TC-343")]);
        assert_eq!((rolled.defence, rolled.difficulty.total()), (Some(Stat::Passive), 10));
        assert_eq!(damage(&events), dealt, "{roll} + 2 against 10");
        assert_eq!(battle.count(), 5 + 12 + 9, "the aim, then the weapon");
        battle.all_rolled();
    }
}

#[test] // TC-343
fn out_of_combat_it_needs_no_roll() {
    let mut battle = alone(base_unit().stat(Stat::Accuracy, -20), base_unit(), &[]);
    battle.act_on('a', "coup_de_grace", 'B');
    let events = battle.events();
    let sure = checks(&events).remove(0);
    assert!(sure.dice.is_empty() && sure.degree.is_hit() && sure.rule.as_str() == "TC-343");
    assert_eq!(damage(&events), [18]);
    battle.all_rolled();
}

#[test] // TC-345, TC-084, TC-053, TC-054
fn it_deals_twice_the_damage_of_a_critical_hit() {
    let mut battle = alone(base_unit().stat(Stat::Strength, 3), base_unit(), &[]);
    battle.act_on('a', "coup_de_grace", 'B');
    let events = battle.events();
    let whole = damage_taken(&events)[0].amount.clone();
    assert_eq!(whole.total(), 2 * (8 + 3 + 3), "the highest face, strength, and strength once more: twice");
    assert_eq!(deaths(&events), ["TC-107"]);
    battle.all_rolled();
}

#[test] // TC-346
fn a_survivor_is_killed_by_a_follow_up_attack_on_its_vigor() {
    for (roll, killed) in [(9, vec![]), (10, vec!["TC-346"])] {
        let mut battle = alone(base_unit(), tough(), &[roll]);
        battle.act_on('a', "coup_de_grace", 'B');
        let events = battle.events();
        let last = checks(&events).pop().expect("a follow-up");
        assert_eq!((last.action.as_str(), last.defence, last.bonus.total()), ("coup_follow_up", Some(Stat::Vigor), 0));
        assert_eq!((damage(&events), deaths(&events)), (vec![18], killed));
        battle.all_rolled();
    }
}

#[test] // TC-349
fn a_target_immune_to_criticals_takes_only_a_normal_hit() {
    let mut battle = alone(base_unit(), tough().with_trait(Trait::ImmuneToCriticals), &[5]);
    battle.act_on('a', "coup_de_grace", 'B');
    assert_eq!(damage(&battle.events()), [5]);
    battle.all_rolled();
}

#[test] // TC-341, TC-344
fn it_requires_a_helpless_target_within_ten_feet() {
    let mut battle = skirmish(&time_count(), "a B").unit('a', base_unit()).unit('B', idle()).rolls(&[1, 1]);
    assert_eq!(refused_at(&mut battle, "coup_de_grace", 'B'), "TC-341");
    battle.afflict('B', "immobile");
    assert_eq!(refused_at(&mut battle, "coup_de_grace", 'B'), "TC-341", "immobile is not helpless (G-19)");
    for (map, refused) in [("a . B . C", false), ("a . . B C", true)] {
        let archer = base_unit().weapon("shortbow");
        let battle = skirmish(&time_count(), map).unit('a', archer).unit('B', idle());
        let mut battle = battle.unit('C', idle()).rolls(&[1, 1, 1]);
        battle.afflict('B', "unconscious");
        let act = Act::at("coup_de_grace", battle.id('B'), Some(WeaponSlot(0)));
        if refused {
            assert_eq!(refusal(&mut battle, act), "TC-342", "{map}");
        } else {
            battle.act('a', act);
        }
    }
}

#[test] // TC-348, TC-347, G-81
fn it_fails_if_the_target_moves() {
    let map = ". a . . .\nd B . . C\n. . . . .";
    let battle = skirmish(&time_count(), map).unit('a', base_unit()).unit('B', idle()).unit('d', base_unit());
    let mut battle = battle.unit('C', idle()).rolls(&[1, 1, 2, 1, 10]);
    battle.afflict('B', "unconscious");
    battle.act_on('a', "coup_de_grace", 'B');
    assert!(battle.has('a', "immobile"));
    battle.act_on('d', "bull_rush", 'B');
    let events = battle.events();
    assert_eq!(battle.cell('B'), (2, 1), "still within reach");
    assert_eq!(abandoned(&events), [("coup_de_grace".to_owned(), "TC-348")]);
    assert!(!battle.has('a', "immobile"));
    while battle.asked().0 == 'd' {
        battle.wait('d');
    }
    assert_eq!((battle.asked().0, battle.count()), ('a', 17), "its time is spent all the same");
    assert!(damage(&battle.events()).is_empty());
}

#[test] // TC-341, TC-098
fn a_target_that_wakes_is_not_struck_and_the_attacker_cannot_react_while_preparing() {
    let battle = skirmish(&time_count(), "a B . . C").unit('a', base_unit()).unit('B', idle());
    let mut battle = battle.unit('C', base_unit()).rolls(&[1, 1, 3]);
    battle.afflict('B', "unconscious");
    battle.act_on('a', "coup_de_grace", 'B');
    let condition = warboard::content::Name::new("unconscious");
    let (who, rule) = (battle.id('B'), warboard::content::Name::new("test"));
    battle.state.impose(&BattleEvent::ConditionLost { who, condition, rule });
    battle.events();
    assert_eq!(battle.asked().0, 'C');
    while battle.asked().0 == 'C' {
        battle.wait('C');
    }
    assert_eq!(abandoned(&battle.events()).last(), Some(&("coup_strike".to_owned(), "TC-341")));
}
