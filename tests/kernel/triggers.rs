//! Causes of reactions: steps that flank, gaits, the reach of weapons, spells, and whatever can be reacted to.

use std::sync::Arc;

use crate::proofs::{all_may_react, reaction, tiny};
use crate::skirmish::*;
use crate::spells::*;
use warboard::content::authored::parse;
use warboard::content::{
    Gait, Joining, Name, Near, Reaction, ReactionFilter, ReactionLimit, Response, Source, Stat, Trigger, TurnOrder,
    Unit,
};
use warboard::resolution::{Asks, Choice};
use warboard::rules::Ruleset;

fn tough() -> Unit {
    base_unit().rate(120).stat(Stat::HitPoints, 60)
}

/// A battle of these units, all of which may react once.
fn ready(rules: &Arc<Ruleset>, map: &str, units: &[(char, Unit)], rolls: &[u16]) -> Skirmish {
    let plan = units.iter().fold(skirmish(rules, map), |plan, (mark, unit)| plan.unit(*mark, unit.clone()));
    let mut battle = plan.rolls(rolls);
    all_may_react(&mut battle);
    battle
}

/// Declines every reaction that is offered; the reactors, with the point and the cell of the cause at that time.
fn offered(battle: &mut Skirmish) -> Vec<(char, Trigger, (i16, i16))> {
    let mut found = Vec::new();
    while let (who, Asks::React { cause, .. }) = battle.asked() {
        found.push((who, cause.point, battle.cell(battle.mark(cause.by))));
        battle.pass(who);
    }
    found
}

fn jeer(on: Trigger, filter: ReactionFilter) -> Reaction {
    Reaction { filter, ..reaction("jeer", on, "shout", &[]) }
}

#[test]
fn a_step_that_flanks_causes_a_reaction_of_the_combatant_flanked() {
    let rules = tiny(vec![jeer(Trigger::NewlyFlanked, ReactionFilter::default())]);
    let units = [('a', tough()), ('c', tough()), ('B', tough())];
    let mut battle = ready(&rules, "c B . .\n. . . .\n. . . a", &units, &[20, 10, 5]);
    battle.walk('a', &[(3, 1), (2, 0), (3, 0)]);
    let found = offered(&mut battle);
    assert_eq!(found, [('B', Trigger::AfterStep, (2, 0))], "opposite c, and only as it begins to flank");
}

#[test]
fn reactions_are_limited_to_gaits() {
    for (gait, asked) in [(Gait::Walk, 1), (Gait::Run, 0)] {
        let filter = ReactionFilter { gaits: vec![gait], ..ReactionFilter::default() };
        let rules = tiny(vec![jeer(Trigger::BeforeStep, filter)]);
        let mut battle = ready(&rules, "a . B", &[('a', tough()), ('B', tough())], &[20, 10]);
        battle.walk('a', &[(1, 0)]);
        assert_eq!(offered(&mut battle).len(), asked, "{gait:?}");
    }
}

#[test]
fn reactions_are_limited_to_causes_in_reach_or_range_of_a_weapon_in_hand() {
    for (near, sword, bow) in [(Near::WeaponReach, 0, 1), (Near::MeleeReach, 0, 0)] {
        let filter = ReactionFilter { near: Some(near), ..ReactionFilter::default() };
        for (unit, asked) in [(tough(), sword), (tough().weapon("shortbow"), bow)] {
            let rules = tiny(vec![jeer(Trigger::BeforeStep, filter.clone())]);
            let mut battle = ready(&rules, "a . . . . B", &[('a', tough()), ('B', unit)], &[20, 10]);
            battle.walk('a', &[(1, 0)]);
            assert_eq!(offered(&mut battle).len(), asked, "{near:?}");
        }
    }
}

#[test] // PR-163
fn a_reaction_at_any_time_is_offered_wherever_a_window_opens() {
    let rules = tiny(vec![jeer(Trigger::Anytime, ReactionFilter::default())]);
    let mut battle = ready(&rules, "a . B", &[('a', tough()), ('B', tough())], &[20, 10]);
    battle.walk('a', &[(1, 0)]);
    let points: Vec<_> = offered(&mut battle).into_iter().map(|(who, point, _)| (who, point)).collect();
    let own = [Trigger::ActionDeclared, Trigger::BeforeStep, Trigger::AfterStep, Trigger::ActionResolved];
    let expected = own.into_iter().chain([Trigger::TurnEnd]).map(|point| ('B', point));
    assert_eq!(points, expected.chain([('a', Trigger::TurnStart)]).collect::<Vec<_>>());
}

#[test] // FS-112
fn a_declared_spell_causes_a_reaction_and_an_attack_does_not() {
    let mut rules = Ruleset::clone(&fragments());
    let lash = Reaction { does: Response::AnyAct, ..jeer(Trigger::Casts, ReactionFilter::default()) };
    rules.policies.reactions = vec![Reaction { id: Name::new("lash"), costs: Vec::new(), ..lash }];
    let rules = Arc::new(rules);
    let mut battle = ready(&rules, "a B", &[('a', mage()), ('B', plain())], &[20, 10]);
    let bolt = on("fire_bolt", energy(2, 1, 0, 0), battle.id('B'));
    battle.act('a', bolt);
    let (who, Asks::Interrupt { cause, .. }) = battle.asked() else { panic!("{:?}", battle.asked()) };
    assert_eq!(
        (who, cause.point, cause.act.map(|act| act.action)),
        ('B', Trigger::ActionDeclared, Some(Name::new("fire_bolt")))
    );
    let mut plain_attack = ready(&rules, "a B", &[('a', mage()), ('B', plain())], &[20, 10, 2]);
    plain_attack.act_on('a', "attack", 'B');
    assert_eq!(plain_attack.asked(), ('a', Asks::Act));
}

#[test]
fn a_creature_that_loses_its_commander_joins_in_this_round_or_in_the_next() {
    for (joins, round) in [(Joining::SameRound, 1), (Joining::NextRound, 2)] {
        let mut rules = Ruleset::clone(&fragments());
        let TurnOrder::Rounds(turns) = &mut rules.policies.turn else { panic!("rounds") };
        turns.joins = joins;
        let plan = skirmish(&Arc::new(rules), "a B m .\n. . . c").unit('a', plain()).unit('m', plain());
        let plan = plan.unit('B', plain().stat(Stat::Strength, 15)).unit('c', plain()).commanded_by('m', &['a']);
        // A critical hit kills a before its turn; m rolls 15 for initiative, c has 1.
        let mut battle = plan.rolls(&[10, 20, 1, 20, 8, 15]);
        battle.act_on('B', "attack", 'a').perform('B', "wait");
        while battle.asked().0 != 'm' {
            let who = battle.asked().0;
            battle.perform(who, "wait");
        }
        assert_eq!(battle.count(), round, "{joins:?}");
        battle.all_rolled();
    }
}

/// A battle in rounds whose second combatant is surprised.
fn surprised(misses: bool) -> Skirmish {
    let mut rules = Ruleset::clone(&tiny(Vec::new()));
    let TurnOrder::Rounds(turns) = &mut rules.policies.turn else { panic!("rounds") };
    let unaware = format!(r#"(condition: "fatigued", misses: {misses}, rule: "R-12")"#);
    turns.unaware = Some(parse(&Source::new("unaware.ron", unaware)).expect("it parses"));
    skirmish(&Arc::new(rules), "a B").unit('a', tough()).surprised('B', tough()).rolls(&[10, 20])
}

#[test]
fn a_surprised_combatant_misses_the_first_round_only_where_the_ruleset_says_so() {
    let mut limited = surprised(false);
    assert_eq!(limited.asked(), ('B', Asks::Act), "it has the higher initiative");
    assert!(!limited.has('B', "fatigued"), "until its first turn begins");
    limited.perform('B', "wait");
    assert_eq!(limited.asked(), ('a', Asks::Act));
    let mut missed = surprised(true);
    assert_eq!(missed.asked(), ('a', Asks::Act));
    assert!(missed.has('B', "fatigued"));
    missed.perform('a', "wait");
    assert_eq!((missed.asked(), missed.count()), (('B', Asks::Act), 2), "in the second round");
}

#[test] // HD-118
fn an_unlimited_reaction_is_offered_until_it_is_declined() {
    let limit = ReactionLimit::Unlimited;
    let jeer = Reaction { limit, costs: Vec::new(), ..jeer(Trigger::AfterStep, ReactionFilter::default()) };
    let units = [('a', tough()), ('B', tough())];
    let mut battle = ready(&tiny(vec![jeer]), ". B .\na . .\n. . .", &units, &[20, 10]);
    battle.walk('a', &[(1, 1), (2, 1)]);
    for _ in 0..3 {
        assert_eq!((battle.asked().0, battle.cell('a')), ('B', (1, 1)));
        battle.choose('B', Choice::React(Name::new("jeer")));
    }
    battle.pass('B');
    assert_eq!((battle.asked().0, battle.cell('a')), ('B', (2, 1)), "after the next step");
}
