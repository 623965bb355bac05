//! Checks that the target rolls, and checks against the total of another roll.

use std::sync::Arc;

use crate::proofs::{economy, reaction, reactions_left, rounds};
use crate::skirmish::*;
use crate::spells::{at_cell, energy, hit_points_lost, mage, tough};
use warboard::battle::CombatantId;
use warboard::content::authored::parse;
use warboard::content::{
    Action, Against, Amendment, CheckRoll, Does, Name, RolledBy, Source, Stat, Table, Trigger, Venom,
};
use warboard::mechanics::attack::Degree;
use warboard::odds::{self, Fraction};
use warboard::resolution::event::Rolled;
use warboard::resolution::{Act, BattleEvent, Choice};
use warboard::rules::Ruleset;

const ACTIONS: &str = include_str!("../fixtures/check_actions.ron");

fn actions() -> Table<Action> {
    let actions: Vec<Action> = parse(&Source::new("check_actions.ron", ACTIONS)).expect("the fixture parses");
    Table::new(actions)
}

/// Time Count with rounds, the actions of the fixture, and a reaction that parries a blow.
fn rules() -> Ruleset {
    let mut rules = Ruleset::clone(&time_count());
    rules.actions = actions();
    rules.policies.reactions = vec![reaction("parry", Trigger::BeforeDamage, "parry", &[Amendment::Negate])];
    rules.policies.turn = rounds();
    rules.policies.economy = economy(&[("actions", 1), ("reactions", 1)]);
    rules
}

fn checks(events: &[BattleEvent]) -> Vec<Rolled> {
    let rolled = events.iter().filter_map(|event| match event {
        BattleEvent::CheckRolled(rolled) => Some((**rolled).clone()),
        _ => None,
    });
    rolled.collect()
}

fn damage(events: &[BattleEvent]) -> Vec<i16> {
    let taken = events.iter().filter_map(|event| match event {
        BattleEvent::DamageTaken(hurt) => Some(hurt.amount.total()),
        _ => None,
    });
    taken.collect()
}

#[test]
fn the_target_rolls_a_saving_throw_and_half_is_left_of_the_damage() {
    // 10 + 5 is the difficulty; the bonus of the target is 2.
    for (roll, degree, margin, dealt) in [(13, Degree::Success, 0, 4), (12, Degree::Failure, -1, 8)] {
        let caster = base_unit().stat(Stat::Arcana, 5);
        let target = base_unit().stat(Stat::Fortitude, 2).stat(Stat::HitPoints, 60);
        let plan = skirmish(&Arc::new(rules()), "a . B").unit('a', caster).unit('B', target);
        let mut battle = plan.rolls(&[12, 10, roll, 3, 5]);
        let act = Act::at("blast", battle.id('B'), None);
        let rules = battle.battle().setup().rules.clone();
        let forecast = odds::forecast(battle.snapshot().view(), &rules, battle.id('a'), &act, None).expect("one");
        let (_, fails) = forecast.versus[0].fractions()[0];
        assert_eq!((fails, forecast.by), (Fraction::new(12, 20), RolledBy::Target));
        assert_eq!(forecast.needed(&forecast.versus[0]).as_deref(), Some("13 or more saves: 8 of 20 results"));
        battle.events();
        battle.act('a', act);
        let events = battle.events();
        let rolled = checks(&events).remove(0);
        let found = (battle.mark(rolled.who), rolled.target, rolled.degree, rolled.margin);
        assert_eq!(found, ('B', None, degree, margin));
        assert_eq!((rolled.bonus.total(), rolled.difficulty.total()), (2, 15));
        assert_eq!(damage(&events), [dealt]);
        battle.all_rolled();
    }
}

#[test]
fn each_target_of_an_area_rolls_its_own_saving_throw() {
    let mut rules = Ruleset::clone(&fragments());
    let mut actions: Vec<Action> = rules.actions.iter().map(|action| (**action).clone()).collect();
    let burst = actions.iter_mut().find(|action| action.id.as_str() == "fire_burst").expect("a spell");
    let Does::Cast(spell) = &mut burst.does else { panic!("a spell") };
    let check = spell.attack.as_mut().expect("an attack");
    (check.by, check.roll) = (RolledBy::Target, CheckRoll::Stat(Stat::Dexterity));
    check.against = Against::Difficulty { number: 12, rule: "R-1".into() };
    check.ladder[0].when = warboard::content::When::Fails;
    rules.actions = Table::new(actions);
    // B saves with 9 + 3; C fails with 9 and D with 2.
    let faces = [20, 3, 2, 1, 9, 9, 6, 2, 5];
    let mut battle = skirmish(&Arc::new(rules), "a . . . .\n. . . . .\n. . . B .\n. . C . .\n. . . D .")
        .unit('a', mage())
        .unit('B', tough().stat(Stat::Dexterity, 3))
        .unit('C', tough())
        .unit('D', tough())
        .rolls(&faces);
    battle.events();
    battle.act('a', at_cell("fire_burst", energy(1, 3, 2, 0), 3, 3));
    let rolled: Vec<(char, i16, Degree)> =
        checks(&battle.events()).iter().map(|roll| (battle.mark(roll.who), roll.natural, roll.degree)).collect();
    let (saved, failed) = (Degree::Success, Degree::Failure);
    assert_eq!(rolled, [('B', 9, saved), ('C', 9, failed), ('D', 2, failed)]);
    assert_eq!(['B', 'C', 'D'].map(|mark| hit_points_lost(&battle, mark)), [0, 6, 5]);
    battle.all_rolled();
}

#[test]
fn a_parry_must_reach_the_total_of_the_attack_that_it_answers() {
    // The attack has 13 + 4 = 17; the parry a bonus of 3.
    for (parry, total, taken) in [(14, 17, 0), (13, 17, 8)] {
        let plan = skirmish(&Arc::new(rules()), "a B")
            .unit('a', base_unit().stat(Stat::Accuracy, 4))
            .unit('B', base_unit().stat(Stat::Accuracy, 3).stat(Stat::HitPoints, 60));
        let mut battle = plan.rolls(&[12, 10, 13, 8, parry]);
        let who = CombatantId(1);
        battle.state.impose(&reactions_left(who, 1));
        battle.events();
        battle.act_on('a', "strike", 'B').choose('B', Choice::React(Name::new("parry")));
        let events = battle.events();
        let rolled = checks(&events).remove(1);
        assert_eq!((battle.mark(rolled.who), rolled.difficulty.total()), ('B', total));
        assert_eq!(damage(&events).iter().sum::<i16>(), taken);
        battle.all_rolled();
        let (view, rules) = (battle.snapshot().view(), &battle.battle().setup().rules);
        let act = Act::at("parry", battle.id('a'), None);
        let forecast = odds::forecast_answer(view, rules, battle.id('B'), &act, 17).expect("a forecast");
        assert_eq!(forecast.versus[0].fractions()[0].1, Fraction::new(7, 20));
    }
}

#[test]
fn a_contest_may_be_rolled_with_other_stats_than_a_weapon() {
    // Strength 2 against the higher of Agility 1 and Athletics 3.
    for (own, theirs, degree) in [(11, 10, Degree::Success), (11, 11, Degree::Failure)] {
        let target = base_unit().stat(Stat::Agility, 1).stat(Stat::Athletics, 3);
        let plan = skirmish(&Arc::new(rules()), "a B").unit('a', base_unit().stat(Stat::Strength, 2)).unit('B', target);
        let mut battle = plan.rolls(&[12, 10, own, theirs]);
        battle.events();
        battle.act_on('a', "heave", 'B');
        let rolled = checks(&battle.events()).remove(0);
        let found = (rolled.degree, rolled.bonus.total(), rolled.difficulty.total());
        assert_eq!(found, (degree, 2, theirs as i16 + 3));
        battle.all_rolled();
    }
}

#[test]
fn a_target_may_roll_against_the_strength_of_a_venom() {
    let mut changed = Ruleset::clone(&time_count());
    let mut venoms: Vec<Venom> = changed.venoms.iter().map(|venom| (**venom).clone()).collect();
    venoms.iter_mut().for_each(|venom| (venom.by, venom.strength) = (RolledBy::Target, 16));
    changed.venoms = Table::new(venoms);
    let rules = Arc::new(changed);
    // Vigor 10 against 16: the dagger hits for 1, then the target rolls.
    for (roll, doses, margin, poisoned) in [(6, &[][..], 0, false), (5, &[1], -1, true)] {
        let target = base_unit().stat(Stat::HitPoints, 30).stat(Stat::Initiative, -500);
        let plan = skirmish(&rules, "a B").unit('a', base_unit().weapon("poisoned_dagger")).unit('B', target);
        let mut battle = plan.rolls(&[&[1, 1, 15, 1, roll], doses].concat());
        battle.events();
        battle.strike('a', 'B');
        let save = checks(&battle.events()).pop().expect("a saving throw");
        assert_eq!((battle.mark(save.who), save.margin), ('B', margin));
        assert_eq!(battle.has('B', "poisoned"), poisoned);
        battle.all_rolled();
    }
}
