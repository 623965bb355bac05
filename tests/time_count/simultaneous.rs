//! Simultaneous actions, under the optional rule for their effects.

use std::sync::Arc;

use crate::bodies::Bodies;
use crate::facts::{checks, damage_taken, idle, terms};
use crate::skirmish::{UnitBuilder, base_unit, skirmish, time_count};
use warboard::content::{Breakdown, DamageTypes, Label, Name, Policies, Stat, TurnOrder};
use warboard::mechanics::damage::{AppliedDamage, PendingDamage, settle};
use warboard::rules::Ruleset;

/// Turns the optional rules on.
fn turn_on(policies: &mut Policies) {
    let wounds = policies.damage.threshold.as_mut().expect("a threshold of pain");
    let TurnOrder::Counts(turns) = &mut policies.turn else { panic!("these rules count") };
    (wounds.impairments.used, turns.simultaneous.used) = (true, true);
}

fn with_both() -> Arc<Ruleset> {
    let mut rules = Ruleset::clone(&time_count());
    turn_on(&mut rules.policies);
    Arc::new(rules)
}

/// Four attackers around Hadwin, whose threshold of pain is 8.
fn hadwin() -> Bodies {
    let mut bodies = Bodies::square(". a .\n b H c\n . d .").sheet('H', |sheet| sheet.stats.set(Stat::Threshold, 8));
    turn_on(&mut bodies.policies);
    bodies
}

fn blow(bodies: &Bodies, by: char, dealt: i16) -> PendingDamage {
    let mut amount = Breakdown::new();
    amount.add(Label::DamageDice, dealt, Name::new("TC-039"));
    let (action, rule) = (Name::new("strike"), Name::new("TC-003"));
    PendingDamage::plain((bodies.id('H'), bodies.id(by)), action, DamageTypes::SLASHING, amount, rule)
}

fn impairments(hurts: &[AppliedDamage]) -> usize {
    hurts.iter().filter(|hurt| hurt.impairs.is_some()).count()
}

#[test] // E7: TC-470, TC-471, TC-074, TC-213, G-02
fn hadwin_takes_two_impairments_from_three_hits_of_one_count() {
    let bodies = hadwin();
    let blows = [('a', 3), ('b', 6), ('c', 8)].map(|(by, dealt)| blow(&bodies, by, dealt));
    let hurts = settle(bodies.game(), &blows);
    let met = hurts[1].impairs.as_ref().expect("6 is enough").threshold.to_string();
    assert_eq!(met, "6 (threshold of pain +8 [TC-069], several hit at once -2 [TC-470])");
    assert_eq!(impairments(&hurts), 2, "6 and 8 against 6");
    let split: Vec<(i16, i16)> = hurts.iter().map(|hurt| (hurt.fatigue, hurt.wounds)).collect();
    assert_eq!(split, [(3, 0), (6, 0), (8, 0)], "what is borne as fatigue meets all of the threshold");
    assert_eq!(hurts[2].vitals.worn, 3);
}

#[test] // E7: TC-070, TC-074
fn the_same_hits_at_different_times_impair_him_once() {
    let (mut bodies, mut taken) = (hadwin(), Vec::new());
    for (by, dealt) in [('a', 3), ('b', 6), ('c', 8)] {
        let hurts = settle(bodies.game(), &[blow(&bodies, by, dealt)]);
        bodies = bodies.state('H', |row| row.vitals = hurts[0].vitals);
        taken.extend(hurts);
    }
    assert_eq!(impairments(&taken), 1, "8 against the 6 that two earlier hits have left");
}

#[test] // TC-472
fn two_hits_by_one_attacker_at_once_do_not_lower_the_threshold() {
    let bodies = hadwin();
    let twice = ['a', 'a'].map(|by| blow(&bodies, by, 8));
    assert_eq!(impairments(&settle(bodies.game(), &twice)), 0, "8 does not exceed 8");
    let by_two = ['a', 'b'].map(|by| blow(&bodies, by, 7));
    assert_eq!(impairments(&settle(bodies.game(), &by_two)), 2, "7 reaches 7, for both");
}

#[test] // TC-470, TC-472, G-44
fn a_simultaneous_trip_or_grab_does_not_count_as_a_hit() {
    let impairs = |first: &str, dice: &[u16]| {
        let faces = [1, 1, 1].iter().chain(dice).copied().collect::<Vec<_>>();
        let tough = idle().stat(Stat::HitPoints, 40).stat(Stat::Endurance, 8);
        let battle = skirmish(&with_both(), "a H\nb .").unit('a', base_unit()).unit('b', base_unit()).unit('H', tough);
        let mut battle = battle.rolls(&faces);
        battle.act_on('a', first, 'H').strike('b', 'H');
        battle.all_rolled();
        damage_taken(&battle.events()).pop().expect("the blow of b").impairs.is_some()
    };
    assert!(impairs("strike", &[12, 3, 12, 8]), "two hits lower the threshold to 7");
    for action in ["trip", "grab"] {
        assert!(!impairs(action, &[12, 12, 8]), "{action}: 8 does not exceed 8");
    }
}

#[test] // TC-213
fn without_the_optional_rule_simultaneous_hits_cause_no_impairment() {
    let mut bodies = hadwin();
    let TurnOrder::Counts(turns) = &mut bodies.policies.turn else { panic!("these rules count") };
    turns.simultaneous.used = false;
    let blows = ['a', 'b'].map(|by| blow(&bodies, by, 8));
    assert_eq!(impairments(&settle(bodies.game(), &blows)), 0);
}

#[test] // TC-473, TC-213
fn mutual_attackers_on_one_count_each_gain_one() {
    let unit = || base_unit().stat(Stat::HitPoints, 40);
    let mut battle =
        skirmish(&with_both(), "a B").unit('a', unit()).unit('B', unit()).rolls(&[1, 1, 15, 2, 15, 2, 15, 2]);
    battle.events();
    battle.strike('a', 'B').strike('B', 'a');
    let gained = ("both attack at once".to_owned(), 1, "TC-473");
    let bonuses: Vec<_> = checks(&battle.events()).iter().map(|rolled| terms(&rolled.bonus)).collect();
    assert_eq!(bonuses, [vec![gained.clone()], vec![gained]]);
    battle.strike('a', 'B').wait('B');
    assert_eq!(terms(&checks(&battle.events())[0].bonus), [], "the other only waits");
}
