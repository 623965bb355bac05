//! Reactions and interrupts: nested windows, limits, filters, their order, and their effects on the cause.

use std::sync::Arc;

use crate::proofs::{all_may_react, react, reaction, reactions_left, tiny};
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::{
    ActKind, Amendment, Applies, Breakdown, Name, PoolId, Pricing, Reaction, ReactionFilter, ReactionLimit,
    ReactionOrder, Reactors, Response, Stat, TakenAs, Trigger,
};
use warboard::grid::Cell;
use warboard::resolution::{Act, Asks, BattleEvent, BattleState, Choice};
use warboard::rules::Ruleset;

fn tough() -> warboard::content::Unit {
    base_unit().stat(Stat::HitPoints, 60)
}

/// A battle of these units, all of which may react once.
fn ready(rules: &Arc<Ruleset>, map: &str, marks: &str, rolls: &[u16]) -> Skirmish {
    let plan = marks.chars().fold(skirmish(rules, map), |plan, mark| plan.unit(mark, tough().rate(120)));
    let mut battle = plan.rolls(rolls);
    all_may_react(&mut battle);
    battle.events();
    battle
}

fn interrupt(on: Trigger) -> Reaction {
    Reaction { who: Reactors::Anyone, does: Response::AnyAct, ..reaction("interrupt", on, "strike", &[]) }
}

/// The combatant that is asked for a reaction or an interrupt, with the ids of its reactions.
fn asked(battle: &Skirmish) -> (char, Vec<&'static str>) {
    match battle.asked() {
        (who, Asks::React { options, .. }) => (who, options.iter().map(|id| id.as_str()).collect()),
        (who, Asks::Interrupt { reaction, .. }) => (who, vec![reaction.as_str()]),
        (who, asks) => (who, vec![if asks == Asks::Act { "act" } else { "other" }]),
    }
}

fn strike_at(battle: &Skirmish, at: char) -> Choice {
    Choice::Act(Act::at("strike", battle.id(at), Some(WeaponSlot(0))))
}

/// The reactions taken and the acts declared, taken back and abandoned, in order.
fn story(battle: &mut Skirmish) -> Vec<String> {
    let events = battle.events();
    let told = events.iter().filter_map(|event| match event {
        BattleEvent::ReactionTaken { who, reaction, .. } => Some(format!("{} reacts: {reaction}", battle.mark(*who))),
        BattleEvent::ActionDeclared { who, act } => Some(format!("{} declares {}", battle.mark(*who), act.action)),
        BattleEvent::ActionTakenBack { who, act, .. } => {
            Some(format!("{} takes back {}", battle.mark(*who), act.action))
        }
        BattleEvent::DamageTaken(hurt) => Some(format!("{} is hurt", battle.mark(hurt.target))),
        BattleEvent::PoolChanged { who, pool: PoolId::REACTIONS, left, .. } => {
            Some(format!("{} has {left} left", battle.mark(*who)))
        }
        _ => None,
    });
    told.collect()
}

#[test]
fn reactions_to_reactions_settle_from_the_innermost_outwards_and_those_taken_back_cost_nothing() {
    let mut forestall = reaction("forestall", Trigger::ActionDeclared, "shout", &[Amendment::Cancel]);
    forestall.filter.taken_as = vec![TakenAs::Turn, TakenAs::Reaction];
    let rules = tiny(vec![forestall]);
    let mut battle = ready(&rules, "a b\nC D", "abCD", &[20, 10, 9, 8]);
    battle.strike('a', 'C');
    assert_eq!(asked(&battle), ('C', vec!["forestall"]));
    battle.choose('C', react("forestall"));
    assert_eq!(asked(&battle), ('a', vec!["forestall"]), "the reaction is declared as well");
    battle.pass('a');
    battle.choose('b', react("forestall"));
    assert_eq!(asked(&battle), ('D', vec!["forestall"]), "and the reaction to it; C is busy with its own");
    battle.choose('D', react("forestall"));
    assert_eq!(asked(&battle), ('a', vec!["forestall"]), "a third level");
    battle.pass('a');
    // D has taken back what b did to C: C has forestalled the strike.
    assert_eq!(
        story(&mut battle),
        [
            "a declares strike",
            "C reacts: forestall",
            "C declares shout",
            "b reacts: forestall",
            "b declares shout",
            "D reacts: forestall",
            "D declares shout",
            "D has 0 left",
            "b takes back shout",
            "C has 0 left",
            "a takes back strike",
        ]
    );
    assert_eq!((battle.row('b').turn_state.reactions(), battle.asked()), (1, ('a', Asks::Act)));
}

#[test]
fn an_interrupt_is_an_act_that_takes_back_what_was_declared_even_if_it_misses() {
    let mut rule = interrupt(Trigger::ActionDeclared);
    (rule.then, rule.applies) = (vec![Amendment::Cancel], Applies::Always);
    let rules = tiny(vec![rule]);
    let mut battle = ready(&rules, "a B", "aB", &[20, 10, 2, 3]);
    battle.strike('a', 'B');
    let (who, asks) = battle.asked();
    let Asks::Interrupt { to, cause, .. } = asks else { panic!("{asks:?}") };
    assert_eq!((who, battle.mark(to), cause.target), ('B', 'a', Some(battle.id('B'))));
    let offered = battle.refused(Choice::Act(Act::own("wait")));
    assert_eq!(offered.why, "not possible as interrupt", "waiting out of turn is passing");
    let strike = strike_at(&battle, 'a');
    battle.choose('B', strike);
    assert_eq!(battle.row('a').vitals.hit_points, 60, "2 misses");
    assert_eq!((battle.asked(), battle.row('a').turn_state.actions()), (('a', Asks::Act), 1), "asked again");
    assert_eq!(battle.row('B').turn_state.reactions(), 0);
    battle.strike('a', 'B');
    assert_eq!(battle.asked(), ('B', Asks::Act), "nothing is left to interrupt with");
}

#[test]
fn the_costs_of_an_interrupt_replace_those_of_the_act_or_are_added_to_them() {
    let (instead, added) = (vec![PoolId::REACTIONS], vec![PoolId::ACTIONS, PoolId::REACTIONS]);
    for (pricing, actions, paid) in
        [(Pricing::Instead, 0, Some(instead)), (Pricing::Added, 1, Some(added)), (Pricing::Added, 0, None)]
    {
        let does = Response::OneOf(vec![Name::new("strike")]);
        let rules = tiny(vec![Reaction { pricing, does, ..interrupt(Trigger::ActionDeclared) }]);
        let mut battle = ready(&rules, "a B", "aB", if paid.is_some() { &[20, 10, 2, 2] } else { &[20, 10, 2] });
        let (who, by) = (battle.id('B'), Breakdown::new());
        battle.state.impose(&BattleEvent::PoolChanged { who, pool: PoolId::ACTIONS, by, left: actions });
        battle.strike('a', 'B');
        assert_eq!(asked(&battle).1 == ["interrupt"], paid.is_some(), "{pricing:?}");
        let Some(paid) = paid else { continue };
        let strike = strike_at(&battle, 'a');
        battle.choose('B', strike);
        let events = battle.events().into_iter().filter_map(|event| match event {
            BattleEvent::PoolChanged { who: payer, pool, by, .. } if payer == who && by.total() < 0 => Some(pool),
            _ => None,
        });
        assert_eq!(events.collect::<Vec<_>>(), paid, "{pricing:?}");
    }
}

#[test]
fn a_second_enemy_still_reacts_to_a_mover_that_the_first_has_stopped() {
    let rules = tiny(vec![reaction("halt", Trigger::BeforeStep, "strike", &[Amendment::StopMovement])]);
    let mut battle = ready(&rules, ". B .\n. a C\n. . .", "aBC", &[20, 10, 9, 19, 4, 19, 4]);
    battle.walk('a', &[(0, 1), (0, 2)]);
    battle.choose('B', react("halt"));
    assert_eq!(asked(&battle), ('C', vec!["halt"]));
    battle.choose('C', react("halt"));
    let hurt = story(&mut battle).into_iter().filter(|told| told == "a is hurt").count();
    assert_eq!((battle.cell('a'), hurt), ((1, 1), 2), "struck by both");
}

#[test]
fn a_path_that_a_reaction_shortens_is_walked_to_its_new_end() {
    let rules = tiny(vec![reaction("cling", Trigger::BeforeStep, "shout", &[Amendment::ShortenPath(2)])]);
    let mut battle = ready(&rules, "a B . .\n. . . .", "aB", &[20, 10]);
    battle.walk('a', &[(0, 1), (1, 1), (2, 1), (3, 1)]);
    battle.choose('B', react("cling"));
    assert_eq!(battle.cell('a'), (1, 1), "two of four steps");
    let stopped =
        |event: &BattleEvent| matches!(event, BattleEvent::MoveStopped { why, .. } if why.contains("shortened"));
    assert!(battle.events().iter().any(stopped));
}

#[test]
fn reactions_are_limited_by_movement_turn_and_round() {
    let steps: &[(i16, i16)] = &[(1, 1), (2, 1)];
    for (limit, times) in [
        (ReactionLimit::PerTrigger, 2),
        (ReactionLimit::PerMove, 1),
        (ReactionLimit::PerMoverTurn, 1),
        (ReactionLimit::PerRound, 1),
        (ReactionLimit::PerRoundAndCause, 1),
    ] {
        let rule = Reaction { limit, costs: Vec::new(), ..reaction("jab", Trigger::AfterStep, "shout", &[]) };
        let mut battle = ready(&tiny(vec![rule]), ". B .\na . .\n. . .", "aB", &[20, 10]);
        battle.walk('a', steps);
        for at in 0..times {
            assert_eq!(asked(&battle), ('B', vec!["jab"]), "{limit:?}, {at}");
            battle.choose('B', react("jab"));
        }
        assert_eq!((battle.asked(), battle.cell('a')), (('B', Asks::Act), (2, 1)), "{limit:?}");
    }
}

#[test]
fn declining_uses_up_a_limit_only_if_the_ruleset_says_so() {
    for (declining_counts, again) in [(false, true), (true, false)] {
        let limit = ReactionLimit::PerMove;
        let rule = Reaction { limit, declining_counts, ..reaction("jab", Trigger::AfterStep, "shout", &[]) };
        let mut battle = ready(&tiny(vec![rule]), ". B .\na . .\n. . .", "aB", &[20, 10]);
        battle.walk('a', &[(1, 1), (2, 1)]).pass('B');
        assert_eq!(matches!(battle.asked(), ('B', Asks::React { .. })), again);
    }
}

#[test]
fn filters_admit_kinds_of_action_gaits_reach_and_conditions() {
    let with =
        |filter: ReactionFilter| Reaction { filter, ..reaction("heckle", Trigger::ActionDeclared, "shout", &[]) };
    let none = ReactionFilter::default;
    let cases = [
        (none(), true),
        (ReactionFilter { kinds: vec![ActKind::WeaponAttack], ..none() }, true),
        (ReactionFilter { kinds: vec![ActKind::Melee], ..none() }, true),
        (ReactionFilter { kinds: vec![ActKind::Ranged], ..none() }, false),
        (ReactionFilter { kinds: vec![ActKind::Spell, ActKind::Movement], ..none() }, false),
        (ReactionFilter { actions: vec![Name::new("strike")], ..none() }, true),
        (ReactionFilter { actions: vec![Name::new("challenge")], ..none() }, false),
        (ReactionFilter { taken_as: vec![TakenAs::Reaction], ..none() }, false),
        (ReactionFilter { protects: true, ..none() }, true),
        (ReactionFilter { sees: true, ..none() }, true),
        (ReactionFilter { unless: vec![Name::new("fatigued")], ..none() }, false),
        (ReactionFilter { unless_cause: vec![Name::new("fatigued")], ..none() }, true),
    ];
    for (filter, admitted) in cases {
        let told = format!("{filter:?}");
        let mut battle = ready(&tiny(vec![with(filter)]), "a B", "aB", &[20, 10, 2]);
        battle.afflict('B', "fatigued");
        battle.strike('a', 'B');
        assert_eq!(asked(&battle).1 == ["heckle"], admitted, "{told}");
        if admitted {
            battle.spare_dice("the strike is not rolled yet");
        }
    }
}

#[test]
fn combatants_are_asked_as_listed_by_initiative_or_the_target_first() {
    let orders =
        [(ReactionOrder::Listed, "BCD"), (ReactionOrder::Initiative, "DCB"), (ReactionOrder::TargetFirst, "CBD")];
    for (order, expected) in orders {
        let mut rules = Ruleset::clone(&tiny(vec![reaction("heckle", Trigger::ActionDeclared, "shout", &[])]));
        rules.policies.reaction_order = order;
        let mut battle = ready(&Arc::new(rules), "a B\nC D", "aBCD", &[20, 5, 8, 10, 2]);
        battle.strike('a', 'C');
        let mut all = String::new();
        while let ("heckle", who) = (asked(&battle).1[0], asked(&battle).0) {
            all.push(who);
            battle.pass(who);
        }
        assert_eq!(all, expected, "{order:?}");
    }
}

#[test]
fn some_reactions_need_a_higher_initiative_than_their_cause() {
    let rule = Reaction { outranks: true, ..interrupt(Trigger::TurnStart) };
    let mut battle = ready(&tiny(vec![rule]), "a B\n. C", "aBC", &[20, 10, 5]);
    battle.perform('a', "wait");
    assert_eq!(asked(&battle), ('a', vec!["interrupt"]), "at the start of the turn of B; C is too slow");
    battle.pass('a');
    assert_eq!(battle.asked(), ('B', Asks::Act));
}

#[test]
fn turns_can_be_interrupted_as_they_start_and_end_and_after_each_action() {
    let moments = [Trigger::TurnStart, Trigger::TurnEnd, Trigger::ActionResolved];
    let rule = |(at, on): (usize, Trigger)| Reaction { id: Name::new(["first", "last", "after"][at]), ..interrupt(on) };
    let rules = tiny(moments.into_iter().enumerate().map(rule).collect());
    let mut battle = ready(&rules, "a B", "aB", &[20, 10, 2]);
    battle.strike('a', 'B');
    let mut all = Vec::new();
    while let (who, Asks::Interrupt { reaction, cause, .. }) = battle.asked() {
        all.push((who, reaction.as_str(), battle.mark(cause.by)));
        battle.pass(who);
    }
    assert_eq!(all, [('B', "after", 'a'), ('B', "last", 'a'), ('a', "first", 'B')]);
    assert_eq!(battle.asked(), ('B', Asks::Act));
}

#[test]
fn the_winner_of_a_roll_follows_up_whichever_side_it_is_on() {
    for (roll, winner) in [(19, 'a'), (2, 'B')] {
        let rule = Reaction { who: Reactors::Winner, ..reaction("follow_up", Trigger::ContestWon, "shout", &[]) };
        let rolls: &[u16] = if winner == 'a' { &[20, 10, 19, 4] } else { &[20, 10, 2] };
        let mut battle = ready(&tiny(vec![rule]), "a B", "aB", rolls);
        battle.strike('a', 'B');
        assert_eq!(asked(&battle), (winner, vec!["follow_up"]), "{roll}");
        battle.choose(winner, react("follow_up"));
        let taken = battle.events().into_iter().find_map(|event| match event {
            BattleEvent::ReactionTaken { to, .. } => Some(battle.mark(to)),
            _ => None,
        });
        assert_eq!(taken, Some(if winner == 'a' { 'B' } else { 'a' }), "against the loser");
    }
}

#[test]
fn an_ally_steps_in_and_becomes_the_target() {
    let mut guard = reaction("guard", Trigger::BeforeRoll, "shout", &[Amendment::Retarget]);
    (guard.who, guard.filter.protects) = (Reactors::Enemies, true);
    let mut battle = ready(&tiny(vec![guard]), "a B .\nC . D", "aBCD", &[20, 10, 9, 8, 19, 4]);
    battle.strike('a', 'B');
    assert_eq!(asked(&battle), ('C', vec!["guard"]), "neither the target itself nor D, which is out of reach");
    battle.choose('C', react("guard"));
    let told = story(&mut battle);
    assert!(told.contains(&"C is hurt".to_owned()) && !told.contains(&"B is hurt".to_owned()), "{told:?}");
}

#[test]
fn a_deflected_blow_wears_the_weapon_in_hand() {
    let parry = reaction("parry", Trigger::BeforeDamage, "shout", &[Amendment::Deflect]);
    let mut battle = ready(&tiny(vec![parry]), "a B", "aB", &[20, 10, 19, 4]);
    battle.strike('a', 'B');
    let (_, asks) = battle.asked();
    let Asks::React { cause, .. } = asks else { panic!("{asks:?}") };
    assert!(cause.total().is_some() && cause.hit == Some(true), "the total is known: {cause:?}");
    battle.choose('B', react("parry"));
    assert!(!story(&mut battle).contains(&"B is hurt".to_owned()));
    let worn = |event: &BattleEvent| matches!(event, BattleEvent::WeaponWorn { who, .. } | BattleEvent::ThingHarmed { who, .. } if *who == battle.id('B'));
    assert!(battle.state.log().events().iter().any(worn));
}

#[test]
fn entering_leaving_and_approaching_reach_are_told_apart() {
    // B threatens the cells next to it: a approaches at the second step and leaves at the fourth.
    let path = [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1)];
    for (on, asked_at) in [
        (Trigger::Approaches, vec![(1, 1)]),
        (Trigger::EntersReach, vec![(2, 1)]),
        (Trigger::LeavesReach, vec![(4, 1)]),
    ] {
        let rule = Reaction { filter: ReactionFilter::default(), ..reaction("mark", on, "shout", &[]) };
        let mut battle = ready(&tiny(vec![rule]), ". . . B . .\na . . . . .", "aB", &[20, 10]);
        let mut found = Vec::new();
        battle.walk('a', &path);
        while let ('B', Asks::React { .. }) = battle.asked() {
            found.push(battle.cell('a'));
            battle.pass('B');
        }
        assert_eq!(found, asked_at, "{on:?}");
    }
}

#[test]
fn standing_up_causes_reactions_while_other_acts_do_not() {
    let rule = reaction("trip", Trigger::StandsUp, "shout", &[]);
    let mut battle = ready(&tiny(vec![rule]), "a B", "aB", &[20, 10, 2]);
    battle.strike('a', 'B');
    assert_eq!(battle.asked(), ('B', Asks::Act), "a strike is no standing up");
}

#[test]
fn a_battle_saved_in_the_middle_of_nested_windows_continues_alike() {
    let mut forestall = reaction("forestall", Trigger::ActionDeclared, "shout", &[Amendment::Cancel]);
    forestall.filter.taken_as = vec![TakenAs::Turn, TakenAs::Reaction];
    forestall.limit = ReactionLimit::PerRound;
    let rules = tiny(vec![forestall]);
    let mut battle = ready(&rules, "a b\nC D", "abCD", &[20, 10, 9, 8]);
    battle.strike('a', 'C').choose('C', react("forestall")).pass('a');
    let text = serde_json::to_string(&battle.battle().save()).expect("a plain value");
    let saved = serde_json::from_str(&text).expect("what was written can be read");
    let mut restored = BattleState::restore(Arc::clone(battle.battle().setup()), saved).expect("it fits its setup");
    assert_eq!(battle.battle().checksum(), restored.checksum());
    restored.resolve();
    restored.submit(react("forestall")).expect("b is asked");
    restored.resolve();
    battle.choose('b', react("forestall"));
    assert_eq!(battle.battle().checksum(), restored.checksum());
}

#[test]
fn those_that_cannot_pay_or_have_no_legal_act_are_not_asked() {
    let rules = tiny(vec![interrupt(Trigger::TurnEnd)]);
    let mut battle = ready(&rules, "a B", "aB", &[20, 10, 2]);
    battle.state.impose(&reactions_left(battle.id('B'), 0));
    battle.strike('a', 'B');
    assert_eq!(battle.asked(), ('B', Asks::Act), "B has no reaction left");

    let only = Response::OneOf(vec![Name::new("strike")]);
    let rules = tiny(vec![Reaction { does: only, ..interrupt(Trigger::ActionDeclared) }]);
    let mut battle = ready(&rules, "a . . B", "aB", &[20, 10]);
    battle.walk('a', &[(1, 0)]);
    assert_eq!((battle.cell('a'), battle.asked()), ((1, 0), ('B', Asks::Act)), "a is out of reach");
}

#[test]
fn one_of_several_actions_is_aimed_at_the_cause() {
    let only = Response::OneOf(vec![Name::new("strike"), Name::new("challenge")]);
    let rules = tiny(vec![Reaction { does: only, ..interrupt(Trigger::BeforeStep) }]);
    let mut battle = ready(&rules, "a B\nc .", "aBc", &[20, 10, 9]);
    battle.walk('a', &[(1, 1)]);
    assert_eq!(asked(&battle), ('B', vec!["interrupt"]));
    let at_c = strike_at(&battle, 'c');
    assert_eq!(battle.refused(at_c).why, "a reaction is aimed at the combatant that caused it");
    let path = vec![Cell::new(1, 1)];
    assert_eq!(battle.refused(Choice::Act(Act::along("move", path))).why, "not possible as interrupt");
}
