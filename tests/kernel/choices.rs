//! Choices of the tactician out of turn: the reaction worth most, an interrupt, or to pass.

use std::sync::Arc;

use crate::proofs::{all_may_react, price, react, reaction, tiny};
use crate::skirmish::*;
use warboard::battle::Side;
use warboard::content::{
    Amendment, Applies, Breakdown, PoolId, Reaction, Reactors, Response, Stat, Trigger, Unit, Unspent,
};
use warboard::control::{Answer, Controller, Strength, Tactician};
use warboard::resolution::{Asks, BattleEvent, Choice};
use warboard::rules::Ruleset;

fn fighter() -> Unit {
    base_unit().rate(120).stat(Stat::HitPoints, 60).stat(Stat::Accuracy, 8).stat(Stat::Strength, 4)
}

/// Never hits, and does no damage if it does.
fn harmless() -> Unit {
    base_unit().rate(120).unarmed().stat(Stat::HitPoints, 60).stat(Stat::Accuracy, -30).stat(Stat::Strength, -20)
}

/// A battle in which both may react, and `a` has the first turn.
fn duel(rules: &Arc<Ruleset>, map: &str, (first, second): (Unit, Unit), rolls: &[u16]) -> Skirmish {
    let mut battle = skirmish(rules, map).unit('a', first).unit('B', second).rolls(rolls);
    all_may_react(&mut battle);
    battle
}

/// The answer of a tactician to the open prompt, with its thoughts.
fn answer(battle: &Skirmish) -> Answer {
    let prompt = battle.battle().prompt().expect("an open prompt").clone();
    let (setup, view) = (battle.battle().setup().clone(), battle.snapshot().view());
    let side = view.row(prompt.who).side;
    let mut mind = Tactician::new(Side(side.0), 1, Strength::Hard).explaining();
    mind.answer(view, &setup.rules, &setup, &prompt)
}

fn interrupt(on: Trigger) -> Reaction {
    Reaction { who: Reactors::Enemies, does: Response::AnyAct, ..reaction("interrupt", on, "strike", &[]) }
}

#[test]
fn of_several_reactions_the_one_worth_most_is_taken_and_none_that_is_worth_nothing() {
    let jeer = || reaction("jeer", Trigger::LeavesReach, "shout", &[]);
    let lash = || reaction("lash", Trigger::LeavesReach, "strike", &[]);
    let cases = [
        (vec![jeer(), lash()], fighter(), react("lash")),
        (vec![lash(), jeer()], fighter(), react("lash")),
        (vec![jeer()], fighter(), Choice::Pass),
        (vec![jeer(), lash()], harmless(), react("lash")),
    ];
    for (reactions, reactor, expected) in cases {
        let named: Vec<_> = reactions.iter().map(|reaction| reaction.id).collect();
        let mut battle = duel(&tiny(reactions), "a B\n. .\n. .", (fighter(), reactor), &[20, 10]);
        battle.walk('a', &[(0, 1), (0, 2)]);
        let (who, Asks::React { options, .. }) = battle.asked() else { panic!("{:?}", battle.asked()) };
        assert_eq!((who, &options), ('B', &named));
        let answer = answer(&battle);
        assert_eq!(answer.choice, expected, "{named:?}: {:?}", answer.thoughts);
        assert_eq!(answer.thoughts.len(), named.len(), "a thought for each");
    }
}

#[test]
fn a_blow_is_undone_if_it_would_hurt() {
    let ward = |then| reaction("ward", Trigger::BeforeRoll, "shout", &[then]);
    for then in [Amendment::Negate, Amendment::Deflect, Amendment::StopMovement] {
        let score = |attacker| {
            let mut battle = duel(&tiny(vec![ward(then)]), "aB", (attacker, fighter()), &[20, 10]);
            battle.strike('a', 'B');
            let answer = answer(&battle);
            assert_eq!(answer.choice, react("ward"), "{then:?}: {:?}", answer.thoughts);
            answer.thoughts[0].score
        };
        assert!(score(fighter()) > 10 * score(harmless()), "{then:?}");
    }
}

#[test]
fn a_declared_blow_of_an_ally_is_not_taken_back() {
    let forestall = reaction("forestall", Trigger::ActionDeclared, "hearten", &[Amendment::Cancel]);
    let rules = tiny(vec![Reaction { who: Reactors::Allies, ..forestall }]);
    let plan = skirmish(&rules, "a B\nc .").unit('a', fighter()).unit('c', fighter());
    let mut battle = plan.unit('B', fighter()).rolls(&[20, 10, 5]);
    all_may_react(&mut battle);
    battle.strike('a', 'B');
    assert!(matches!(battle.asked(), ('c', Asks::React { .. })));
    assert_eq!(answer(&battle).choice, Choice::Pass);
}

#[test]
fn an_enemy_is_interrupted_with_the_best_act_or_not_at_all() {
    for (reactor, interrupts) in [(fighter(), true), (harmless(), false)] {
        let mut rule = interrupt(Trigger::ActionDeclared);
        (rule.then, rule.applies) = (Vec::new(), Applies::Always);
        let mut battle = duel(&tiny(vec![rule]), "aB", (harmless(), reactor), &[20, 10]);
        battle.strike('a', 'B');
        let (who, Asks::Interrupt { .. }) = battle.asked() else { panic!("{:?}", battle.asked()) };
        assert_eq!(who, 'B');
        let answer = answer(&battle);
        match answer.choice {
            Choice::Act(act) => {
                assert_eq!((interrupts, act.action.as_str()), (true, "strike"), "{:?}", answer.thoughts)
            }
            other => assert_eq!((other, interrupts), (Choice::Pass, false), "{:?}", answer.thoughts),
        }
    }
}

#[test]
fn points_that_pay_for_attacks_as_well_are_kept_unless_the_reaction_is_worth_more() {
    for (attacker, wards) in [(fighter().stat(Stat::Strength, 20), true), (harmless(), false)] {
        let ward = reaction("ward", Trigger::BeforeRoll, "shout", &[Amendment::Negate]);
        let mut rules = Ruleset::clone(&tiny(vec![Reaction { costs: vec![price("actions", 1)], ..ward }]));
        rules.policies.economy.actions.iter_mut().for_each(|pool| pool.unspent = Unspent::Kept { most: 3 });
        let mut battle = duel(&Arc::new(rules), "aB", (attacker, fighter()), &[20, 10]);
        let (who, pool) = (battle.id('B'), PoolId::ACTIONS);
        battle.state.impose(&BattleEvent::PoolChanged { who, pool, by: Breakdown::new(), left: 1 });
        battle.strike('a', 'B');
        let answer = answer(&battle);
        let expected = if wards { react("ward") } else { Choice::Pass };
        assert_eq!(answer.choice, expected, "{:?}", answer.thoughts);
    }
}

#[test]
fn what_is_chosen_out_of_turn_is_legal() {
    let rules = tiny(vec![interrupt(Trigger::ActionDeclared)]);
    let mut battle = duel(&rules, "aB", (fighter(), fighter()), &[20, 10]);
    battle.strike('a', 'B');
    let choice = answer(&battle).choice;
    assert!(matches!(choice, Choice::Act(_)), "{choice:?}");
    battle.choose('B', choice);
    assert_eq!(battle.row('B').turn_state.reactions(), 0, "it has been paid for");
}
