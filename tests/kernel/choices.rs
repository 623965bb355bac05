//! Choices of the tactician out of turn: the reaction worth most, an interrupt, or to pass.

use std::sync::Arc;

use crate::proofs::{all_may_react, price, react, reaction, tiny};
use crate::skirmish::*;
use crate::staged::{DEFENCES, OVER, UNDER, fight, staged};
use warboard::battle::Side;
use warboard::content::authored::parse;
use warboard::content::{
    Action, Amendment, Applies, Breakdown, Name, PoolId, Reaction, Reactors, Response, Source, Stat, Table, Trigger,
    Unit, Unspent,
};
use warboard::control::{Answer, Controller, Strength, Tactician};
use warboard::resolution::{Asks, BattleEvent, Choice, Pick};
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
        rules.policies.economy.actions.iter_mut().for_each(|pool| pool.unspent = Unspent::Kept { most: 3, stat: None });
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

fn defence(name: &str) -> Choice {
    Choice::Pick(Pick::Action(Name::new(name)))
}

/// A staged attack of `a` on `B`, which may dodge with its Agility or block with its Strength, for a point of this pool.
fn attacked(strength: i16, (pool, attacker): (&str, Unit)) -> Skirmish {
    // A block would only mark the hit as blocked, which no step of this ruleset's damage reads.
    let defences = DEFENCES.replace("pool: \"reactions\"", &format!("pool: \"{pool}\"")).replace("blocks: true, ", "");
    let mut rules = staged(UNDER, &defences);
    rules.policies.economy.actions.iter_mut().for_each(|pool| pool.unspent = Unspent::Kept { most: 3, stat: None });
    let defender =
        Unit { shield: Some(Name::new("large_shield")), ..fighter().stat(Stat::Agility, 10).stat(Stat::Accuracy, 1) };
    let defender = defender.stat(Stat::Strength, strength).stat(Stat::HitPoints, 20);
    let mut battle = duel(&Arc::new(rules), "a B", (attacker, defender), &[20, 10]);
    let (who, pool) = (battle.id('B'), PoolId::ACTIONS);
    battle.state.impose(&BattleEvent::PoolChanged { who, pool, by: Breakdown::new(), left: 1 });
    battle.act_on('a', "duel", 'B');
    battle
}

#[test]
fn the_best_defence_is_chosen_wherever_it_stands_in_the_list() {
    for (strength, best) in [(4, "dodge"), (16, "block")] {
        let battle = attacked(strength, ("reactions", fighter().stat(Stat::Accuracy, 14)));
        let (_, Asks::Pick { options, .. }) = battle.asked() else { panic!("{:?}", battle.asked()) };
        assert_eq!(options.len(), 3, "dodge, block, or neither: {options:?}");
        assert_eq!(answer(&battle).choice, defence(best), "Strength {strength} against Agility 10");
    }
}

#[test]
fn points_for_attacks_are_not_spent_on_a_defence_against_a_harmless_attacker() {
    for (attacker, chosen) in [(harmless(), Choice::Pick(Pick::No)), (fighter(), defence("block"))] {
        assert_eq!(answer(&attacked(16, ("actions", attacker))).choice, chosen);
    }
}

#[test]
fn the_winner_of_a_contest_takes_an_action_that_is_worth_something() {
    let mut battle = fight(staged(UNDER, DEFENCES), &[9]);
    battle.act_on('a', "duel", 'B').choose('B', Choice::Pick(Pick::No));
    let (who, Asks::Pick { options, .. }) = battle.asked() else { panic!("{:?}", battle.asked()) };
    let choice = answer(&battle).choice;
    assert_eq!((who, options.len()), ('a', 3), "precision, trip, or neither");
    assert!([defence("precision"), defence("trip")].contains(&choice), "{choice:?}");
}

#[test]
fn the_effect_of_a_critical_hit_that_hurts_most_is_chosen() {
    let confirmed = |options: &str| {
        format!(
            r#"(confirmation: Some((range: 19, range_rule: "R-7", limit: 15, limit_rule: "R-7", times: 2,
                times_rule: "R-8", rule: "R-9", options: [{options}])))"#
        )
    };
    let (multiply, wound) =
        (r#"(id: "multiply", name: "Multiply", rule: "R-8")"#, r#"(id: "wound", name: "Wound", less: 1, rule: "R-8")"#);
    for options in [[multiply, wound], [wound, multiply]] {
        let mut battle = fight(staged(OVER, &confirmed(&options.join(", "))), &[19, 4]);
        battle.act_on('a', "cut", 'B');
        assert_eq!(answer(&battle).choice, defence("multiply"));
    }
}

/// An action that costs nothing, succeeds with a 20 only, and would be useful.
const TAUNT: &str = r#"[(
    id: "taunt", name: "Taunt", about: "Topples an enemy, hardly ever.", speed: Nothing, aim: Enemy, reach: Adjacent,
    does: Check((
        roll: Attribute(Strength), against: Difficulty(number: 24, rule: "R-1"),
        ladder: [(when: Wins, effects: [(does: Gain(who: Target, condition: "prone"))])],
    )),
    rule: "R-1",
)]"#;

#[test]
fn a_check_at_no_cost_is_not_repeated_for_ever() {
    let mut rules = Ruleset::clone(&tiny(Vec::new()));
    let taunt: Vec<Action> = parse(&Source::new("taunt.ron", TAUNT)).expect("it parses");
    let known = rules.actions.iter().map(|action| Action::clone(action));
    rules.actions = Table::new(known.chain(taunt).collect());
    let mut battle = skirmish(&Arc::new(rules), "a B")
        .unit('a', fighter())
        .unit('B', fighter())
        .rolls(&[20, 10, 2, 2, 2, 2, 2, 2, 2, 3]);
    let (setup, mut mind) = (battle.battle().setup().clone(), Tactician::new(Side(0), 1, Strength::Hard));
    let mut acts = Vec::new();
    while let ('a', Asks::Act) = battle.asked() {
        let prompt = battle.battle().prompt().expect("an open prompt").clone();
        let Choice::Act(act) = mind.answer(battle.snapshot().view(), &setup.rules, &setup, &prompt).choice else {
            break;
        };
        acts.push(act.action.to_string());
        assert!(acts.len() < 40, "{acts:?}");
        battle.act('a', act);
    }
    assert_eq!(acts, ["taunt", "taunt", "taunt", "taunt", "taunt", "taunt", "strike"]);
    battle.all_rolled();
}
