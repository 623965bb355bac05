//! Several staged attacks in one action, deflected strokes, and spells against chosen defences.

use std::sync::Arc;

use crate::proofs::{react, reaction};
use crate::skirmish::*;
use crate::spells::{energy, mage, on};
use crate::staged::{OVER, fight, staged};
use warboard::content::authored::parse;
use warboard::content::{
    Action, ActionReach, Against, Amendment, AttackStages, CheckRoll, Does, Name, Reaction, ReactionFilter, Reactors,
    Source, Stat, Table, Trigger,
};
use warboard::resolution::{Asks, BattleEvent, Choice, Pick, PickPurpose};
use warboard::rules::Ruleset;

const CONFIRMED: &str = r#"(confirmation: Some((
    range: 19, range_rule: "R-7", limit: 15, limit_rule: "R-7", times: 2, times_rule: "R-8", rule: "R-9",
    options: [(id: "multiply", name: "Multiply", rule: "R-8"), (id: "wound", name: "Wound", less: 1, rule: "R-8")],
)))"#;

fn damage(events: &[BattleEvent]) -> Vec<i16> {
    let found = events.iter().filter_map(|event| match event {
        BattleEvent::DamageTaken(hurt) => Some(hurt.amount.total()),
        _ => None,
    });
    found.collect()
}

/// A reaction of the target to cuts alone: nothing answers the parry itself.
fn answering_cuts(reaction: Reaction) -> Reaction {
    let filter = ReactionFilter { actions: vec![Name::new("cut")], ..ReactionFilter::default() };
    Reaction { who: Reactors::Target, filter, ..reaction }
}

/// The rules with a check of the `cut` that is made with each of two weapons.
fn two_cuts(stages: &str) -> Ruleset {
    let mut rules = staged(OVER, stages);
    let mut all: Vec<Action> = rules.actions.iter().map(|action| Action::clone(action)).collect();
    for action in &mut all {
        if let (Does::Check(check), "cut") = (&mut action.does, action.id.as_str()) {
            check.roll = CheckRoll::BothWeapons;
            action.reach = ActionReach::Melee;
        }
    }
    rules.actions = Table::new(all);
    rules
}

fn two_swords(rules: Ruleset, dice: &[u16]) -> Skirmish {
    let unit = || base_unit().stat(Stat::Accuracy, 16).stat(Stat::HitPoints, 60);
    let mut both = unit().weapon("short_sword");
    both.weapons.push(carried("short_sword"));
    let plan = skirmish(&Arc::new(rules), "a B").unit('a', both).unit('B', unit());
    let mut battle = plan.rolls(&[&[12, 10], dice].concat());
    crate::proofs::all_may_react(&mut battle);
    battle.events();
    battle
}

#[test] // PR-019, PR-020
fn each_of_two_weapons_has_its_own_threat_confirmation_and_effect() {
    // Both dice of the attacks, then those of the first confirmation and damage, then of the second.
    let mut battle = two_swords(two_cuts(CONFIRMED), &[19, 20, 10, 2, 3, 10, 5]);
    battle.act_on('a', "cut", 'B');
    let asked = |battle: &Skirmish| match battle.asked() {
        ('a', Asks::Pick { purpose: PickPurpose::Critical { weapon, .. }, .. }) => weapon.map(|slot| slot.0),
        other => panic!("{other:?}"),
    };
    assert_eq!(asked(&battle), Some(0));
    battle.choose('a', Choice::Pick(Pick::Action(Name::new("multiply"))));
    assert_eq!(asked(&battle), Some(1), "the second one is confirmed after the damage of the first is rolled");
    battle.choose('a', Choice::Pick(Pick::Action(Name::new("wound"))));
    assert_eq!(damage(&battle.events()), [2 + 3, 5]);
    battle.all_rolled();
}

#[test] // PR-049, PR-051
fn a_stroke_is_deflected_by_a_reaction_that_knows_its_total_and_the_other_lands() {
    let mut rules = two_cuts("()");
    let deflect = reaction("deflect", Trigger::AfterRoll, "parry", &[Amendment::Deflect]);
    rules.policies.reactions = vec![answering_cuts(deflect)];
    // Both attacks; the parry of the first; the damage of the first, which the sword takes, and of the second.
    let mut battle = two_swords(rules, &[10, 12, 10, 4, 5]);
    battle.act_on('a', "cut", 'B');
    let (who, Asks::React { cause, .. }) = battle.asked() else { panic!("{:?}", battle.asked()) };
    assert_eq!((who, cause.total()), ('B', Some(10 + 16)));
    battle.choose('B', react("deflect"));
    let events = battle.events();
    assert_eq!(damage(&events), [5], "only the second stroke reaches the body");
    let worn = events.iter().any(|event| {
        matches!(event, BattleEvent::WeaponWorn { who, .. } | BattleEvent::ThingHarmed { who, .. } if *who == battle.id('B'))
    });
    assert!(worn, "the first wears the weapon");
    battle.all_rolled();
}

#[test] // PR-051
fn a_deflection_that_fails_lets_the_stroke_land() {
    let mut rules = staged(OVER, "()");
    let deflect = reaction("deflect", Trigger::AfterRoll, "parry", &[Amendment::Deflect]);
    rules.policies.reactions = vec![answering_cuts(deflect)];
    let mut battle = fight(rules, &[10, 9, 5]);
    battle.act_on('a', "cut", 'B').choose('B', react("deflect"));
    assert_eq!(damage(&battle.events()), [5]);
    battle.all_rolled();
}

/// Fragments, where the targets of a fire bolt choose between their reflexes, for a reaction, and their will.
fn bolts() -> Ruleset {
    const CHOICE: &str = r#"(defences: Some((
        options: [
            (id: "duck", name: "Duck", meets: Rolls([Dexterity]), costs: [(pool: "reactions", points: 1)], rule: "R-2"),
            (id: "brave", name: "Brave", meets: Counts(MentalDefence), against: [Spell], rule: "R-3"),
            (id: "parry", name: "Parry", meets: Counts(PhysicalDefence), against: [Melee], rule: "R-4"),
        ],
        undefended: Counts(PhysicalDefence),
    )))"#;
    let mut rules = Ruleset::clone(&fragments());
    let stages: AttackStages =
        parse(&Source::new("stages.ron", CHOICE)).unwrap_or_else(|wrong| panic!("{}", wrong.brief()));
    rules.policies.stages = stages;
    let mut all: Vec<Action> = rules.actions.iter().map(|action| Action::clone(action)).collect();
    for action in &mut all {
        if let (Does::Cast(spell), "fire_bolt" | "fire_burst") = (&mut action.does, action.id.as_str()) {
            spell.attack.iter_mut().for_each(|check| check.against = Against::Chosen(Vec::new()));
        }
    }
    rules.actions = Table::new(all);
    rules
}

#[test] // FS-065, FS-072
fn the_target_of_a_spell_chooses_a_defence_that_works_against_spells() {
    for (chosen, dice) in [(Some("duck"), &[20, 1, 10, 20][..]), (Some("brave"), &[20, 1, 1]), (None, &[20, 1, 1])] {
        let plan = skirmish(&Arc::new(bolts()), "a . B").unit('a', mage()).unit('B', plain());
        let mut battle = plan.rolls(dice);
        let who = battle.id('B');
        battle.state.impose(&crate::proofs::reactions_left(who, 1));
        let bolt = on("fire_bolt", energy(2, 1, 0, 0), who);
        battle.act('a', bolt);
        let (mark, Asks::Pick { purpose: PickPurpose::Defend { .. }, options }) = battle.asked() else {
            panic!("{:?}", battle.asked())
        };
        let known = |id: &str| Pick::Action(Name::new(id));
        assert_eq!((mark, options), ('B', vec![known("duck"), known("brave"), Pick::No]), "no parry");
        battle.choose('B', Choice::Pick(chosen.map_or(Pick::No, known)));
        let rolled = battle.events().into_iter().find_map(|event| match event {
            BattleEvent::CheckRolled(rolled) => Some(rolled),
            _ => None,
        });
        let rolled = rolled.expect("the attack");
        let expected = match chosen {
            Some("duck") => None,
            Some(_) => Some(Stat::MentalDefence),
            None => Some(Stat::PhysicalDefence),
        };
        assert_eq!((rolled.defence, rolled.rival.is_some()), (expected, chosen == Some("duck")));
        battle.all_rolled();
    }
}
