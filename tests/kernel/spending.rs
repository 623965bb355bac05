//! Computer opponents in rule systems whose turns are paid with points: what they spend, save and buy.

use std::sync::Arc;

use crate::proofs::{economy, price, reaction, rounds};
use crate::skirmish::*;
use warboard::battle::Side;
use warboard::content::authored::parse;
use warboard::content::{
    Action, Amendment, Condition, MovementPoolPolicy, MovementRenewal, Name, Pace, PayOver, PoolId, Reaction, Source,
    Stat, Table, Trigger, TurnEnd, TurnOrder, Unit, Unspent,
};
use warboard::control::{Charger, Controller, Seats, Strength, Tactician, ask, play};
use warboard::resolution::{Asks, BattleEvent, BattleOutcome, Choice};
use warboard::rules::Ruleset;

const ACTIONS: &str = include_str!("../fixtures/pooled_actions.ron");

const HAMPERED: &str = r#"[
    (id: "hampered", name: "Hampered", about: "Everything costs more.", icon: "slowed", rule: "R-40",
        does: [(does: Costs(pool: "points", points: 1), rule: "R-41")]),
]"#;

/// Points of which this many are gained as a turn starts, and a whole movement in each turn. Only the named actions exist, and
/// the one that ends a turn.
fn points(each: i16, unspent: Unspent, actions: &[&str]) -> Ruleset {
    let mut rules = Ruleset::clone(&time_count());
    let all: Vec<Action> = parse(&Source::new("pooled_actions.ron", ACTIONS)).expect("the fixture parses");
    let is_used = |action: &Action| action.id.as_str() == "done" || actions.contains(&action.id.as_str());
    rules.actions = Table::new(all.into_iter().filter(is_used).collect());
    let hampered: Vec<Condition> = parse(&Source::new("hampered.ron", HAMPERED)).expect("the condition parses");
    let known = rules.conditions.iter().map(|condition| Condition::clone(condition));
    rules.conditions = Table::new(known.chain(hampered).collect());
    let TurnOrder::Rounds(mut turns) = rounds() else { panic!("rounds") };
    turns.ends = TurnEnd::WhenEnded;
    rules.policies.turn = TurnOrder::Rounds(turns);
    rules.policies.economy = economy(&[("points", each)]);
    rules.policies.economy.actions.iter_mut().for_each(|pool| pool.unspent = unspent);
    let rule = Name::new("R-1");
    rules.policies.movement.pace = Pace::Pool(MovementPoolPolicy {
        bought: None,
        cell: 5,
        renewed: MovementRenewal::OwnTurn,
        renewed_rule: rule,
        quarters: 4,
        quarters_rule: rule,
        any_turn: false,
        any_turn_rule: rule,
        rule,
    });
    rules
}

/// Gives a rule system a reaction for two points that undoes the damage of a blow.
fn with_ward(mut rules: Ruleset) -> Ruleset {
    let ward = reaction("ward", Trigger::BeforeDamage, "ward", &[Amendment::Negate]);
    rules.policies.reactions = vec![Reaction { costs: vec![price("points", 2)], ..ward }];
    rules
}

fn fighter() -> Unit {
    base_unit().stat(Stat::HitPoints, 60).stat(Stat::Accuracy, 8).stat(Stat::Strength, 2)
}

/// Hits seldom and weakly, and withstands much.
fn harmless() -> Unit {
    base_unit().unarmed().stat(Stat::HitPoints, 200).stat(Stat::Accuracy, -12).stat(Stat::Strength, -4)
}

fn duel(rules: Ruleset, map: &str, (ours, theirs): (Unit, Unit)) -> Skirmish {
    skirmish(&Arc::new(rules), map).unit('a', ours).unit('B', theirs).seeded(3)
}

/// Ends turns and declines reactions until `a` has its turn.
fn until_own_turn(battle: &mut Skirmish) {
    while battle.asked() != ('a', Asks::Act) {
        let (who, asks) = battle.asked();
        battle.choose(
            who,
            if asks == Asks::Act { Choice::Act(warboard::resolution::Act::own("done")) } else { Choice::Pass },
        );
    }
}

/// The actions of the turn of `a`, as an opponent chooses them. Others decline their reactions.
fn turn(battle: &mut Skirmish, mind: &mut dyn Controller) -> Vec<String> {
    until_own_turn(battle);
    let (mut acts, round) = (Vec::new(), battle.row('a').turn_state.turns);
    let goes_on = |battle: &Skirmish| {
        let turn = battle.row('a').turn_state;
        battle.battle().prompt().is_some() && turn.turns == round && turn.is_open()
    };
    while goes_on(battle) {
        let (who, asks) = battle.asked();
        if who != 'a' || asks != Asks::Act {
            battle.choose(who, Choice::Pass);
            continue;
        }
        let prompt = battle.battle().prompt().expect("an open prompt").clone();
        let setup = battle.battle().setup().clone();
        let choice = mind.answer(battle.snapshot().view(), &setup.rules, &setup, &prompt).choice;
        if let Choice::Act(act) = &choice {
            acts.push(act.action.to_string());
        }
        assert!(acts.len() < 30, "{acts:?}");
        battle.choose('a', choice);
    }
    acts
}

fn tactician() -> Tactician {
    Tactician::new(Side(0), 1, Strength::Hard)
}

fn points_left(battle: &Skirmish) -> i16 {
    battle.row('a').turn_state.pools.left(PoolId::ACTIONS)
}

#[test]
fn opponents_strike_as_often_as_their_points_and_the_costs_under_conditions_allow() {
    for (hampered, strikes) in [(false, 3), (true, 2)] {
        let minds: [Box<dyn Controller>; 2] = [Box::new(tactician()), Box::new(Charger::default())];
        for mut mind in minds {
            let rules = Arc::new(points(7, Unspent::Replaced, &["strike", "move"]));
            let plan = skirmish(&rules, "a B").unit('a', fighter()).unit('B', harmless());
            let mut battle = if hampered { plan.with_condition('a', "hampered") } else { plan }.seeded(3);
            let acts = turn(&mut battle, &mut *mind);
            assert_eq!(acts.iter().filter(|act| *act == "strike").count(), strikes, "hampered: {hampered}, {acts:?}");
        }
    }
}

#[test]
fn a_tactician_keeps_points_for_a_reaction_that_is_worth_more_than_a_blow() {
    let ogre = || fighter().stat(Stat::Accuracy, 14).stat(Stat::Strength, 14);
    let weak = || fighter().stat(Stat::Accuracy, 0).stat(Stat::Strength, 0).stat(Stat::HitPoints, 30);
    for (own, enemy, saves) in [(weak(), ogre(), true), (fighter(), harmless(), false)] {
        let rules = with_ward(points(4, Unspent::Replaced, &["strike", "move", "ward"]));
        let mut battle = duel(rules, "a B", (own, enemy.stat(Stat::HitPoints, 200)));
        let acts = turn(&mut battle, &mut tactician());
        assert_eq!(points_left(&battle) >= 2, saves, "{acts:?}");
    }
}

#[test]
fn movement_is_bought_for_an_attack_and_else_only_with_points_that_would_be_lost() {
    let map = "a . . . . . . . B";
    let actions = ["strike", "move", "surge"];
    let mut battle = duel(points(5, Unspent::Replaced, &actions), map, (fighter(), harmless()));
    assert_eq!(turn(&mut battle, &mut tactician()), ["move", "surge", "move", "strike", "strike", "done"]);
    let mut battle = duel(points(5, Unspent::Replaced, &actions), map, (fighter(), harmless()));
    assert_eq!(turn(&mut battle, &mut Charger::default()), ["move", "surge", "move", "strike", "strike", "done"]);
}

#[test]
fn a_charge_is_made_where_it_is_cheaper_than_a_blow() {
    let map = "a . . . B .";
    for mut mind in [Box::new(tactician()) as Box<dyn Controller>, Box::new(Charger::default())] {
        let rules = points(1, Unspent::Replaced, &["strike", "move", "charge"]);
        let mut battle = duel(rules, map, (fighter(), harmless()));
        assert_eq!(turn(&mut battle, &mut *mind)[0], "charge");
        assert_eq!(battle.cell('a'), (3, 0));
    }
}

#[test]
fn points_are_saved_for_later_where_nothing_can_be_done_with_them_now() {
    let map = "a . . . . . . . . . . . . . . . . . B";
    let rules = || points(2, Unspent::Kept { most: 6, stat: None }, &["strike", "move", "surge"]);
    let mut battle = duel(rules(), map, (fighter(), harmless()));
    let acts = turn(&mut battle, &mut tactician());
    assert!(!acts.contains(&"surge".to_owned()), "{acts:?}");
    assert_eq!(points_left(&battle), 2);
}

#[test]
fn an_action_paid_over_turns_is_begun_if_it_is_worth_it_and_then_continued() {
    let mut battle = duel(points(3, Unspent::Replaced, &["strike", "doom", "move"]), "a B", (fighter(), harmless()));
    let mut mind = tactician();
    assert_eq!(turn(&mut battle, &mut mind), ["doom", "done"]);
    assert!(battle.row('a').channelling.0.is_some());
    battle.events();
    assert_eq!(turn(&mut battle, &mut mind)[0], "doom");
    let rolled =
        |event: &BattleEvent| matches!(event, BattleEvent::CheckRolled(rolled) if rolled.action.as_str() == "doom");
    assert_eq!(battle.events().iter().filter(|event| rolled(event)).count(), 1, "paid and carried out");
    let mut rules = points(3, Unspent::Replaced, &["strike", "doom", "move"]);
    let mut doom = Action::clone(rules.actions.get(Name::new("doom")).expect("the fixture has it"));
    doom.costs = vec![vec![price("points", 20)]];
    assert_eq!(doom.paid, PayOver::Turns);
    let others = rules.actions.iter().filter(|action| action.id != doom.id).map(|action| Action::clone(action));
    rules.actions = Table::new(others.chain([doom.clone()]).collect());
    let mut battle = duel(rules, "a B", (fighter(), harmless()));
    assert_eq!(turn(&mut battle, &mut tactician())[0], "strike", "seven turns for six blows are too many");
}

#[test]
fn a_debt_is_taken_on_if_the_points_of_the_next_turn_are_worth_less() {
    let mut rules = points(2, Unspent::Replaced, &["strike", "move"]);
    rules.policies.economy.actions.iter_mut().for_each(|pool| pool.debt = 2);
    // The second blow would fell the enemy.
    let mut battle = duel(rules, "a B", (fighter(), fighter().stat(Stat::HitPoints, 6)));
    let acts = turn(&mut battle, &mut tactician());
    assert_eq!((acts, points_left(&battle)), (vec!["strike".to_owned(); 2], -2));
}

/// Plays battles of several fighters, whose turns end only when they are ended; the number that did not end.
fn unfinished(rules: &Arc<Ruleset>, minds: fn(u64) -> [Box<dyn Controller + Send>; 2], battles: u64) -> usize {
    let map = "a . . # . . C\n. . . # . . .\nb . . . . . D\n. . . # . . .";
    let played = (1..=battles).map(|seed| {
        let fighter = || fighter().stat(Stat::HitPoints, 14);
        let plan = ['a', 'b', 'C', 'D'].into_iter().fold(skirmish(rules, map), |plan, mark| plan.unit(mark, fighter()));
        let mut battle = plan.limit(100).seeded(seed);
        play(&mut battle.state, &mut Seats::new(minds(seed).into())).unwrap_or_else(|stopped| panic!("{stopped}"))
    });
    played.filter(|outcome| *outcome == BattleOutcome::Unfinished).count()
}

#[test]
fn battles_paid_with_points_come_to_an_end() {
    for unspent in [Unspent::Replaced, Unspent::LostAtTurnEnd, Unspent::Kept { most: 8, stat: None }] {
        let rules = Arc::new(with_ward(points(4, unspent, &["strike", "doom", "move", "surge", "charge", "ward"])));
        let mixed = |seed| -> [Box<dyn Controller + Send>; 2] {
            [Box::new(Tactician::new(Side(0), seed, Strength::Normal)), Box::new(Charger::default())]
        };
        let chargers =
            |_| -> [Box<dyn Controller + Send>; 2] { [Box::new(Charger::default()), Box::new(Charger::default())] };
        assert_eq!([unfinished(&rules, mixed, 12), unfinished(&rules, chargers, 6)], [0, 0], "{unspent:?}");
    }
}

#[test]
fn a_tactician_spends_points_better_than_a_charger() {
    let rules = Arc::new(with_ward(points(
        4,
        Unspent::Kept { most: 8, stat: None },
        &["strike", "move", "surge", "charge", "ward"],
    )));
    let map = "a . . # . . C\n. . . # . . .\nb . . . . . D\n. . . # . . .";
    let mut won = 0;
    for seed in 1..=24u64 {
        let fighter = || fighter().stat(Stat::HitPoints, 14);
        let plan =
            ['a', 'b', 'C', 'D'].into_iter().fold(skirmish(&rules, map), |plan, mark| plan.unit(mark, fighter()));
        let mut battle = plan.limit(100).seeded(seed);
        let first = seed % 2 == 0;
        let mind = |tactician: bool, side: u8| -> Box<dyn Controller + Send> {
            if tactician {
                Box::new(Tactician::new(Side(side), seed, Strength::Hard))
            } else {
                Box::new(Charger::default())
            }
        };
        let mut seats = Seats::new(vec![mind(first, 0), mind(!first, 1)]);
        let outcome = play(&mut battle.state, &mut seats).unwrap_or_else(|stopped| panic!("{stopped}"));
        let ours = Side(u8::from(!first));
        won += u8::from(matches!(outcome, BattleOutcome::Won { side, .. } if side == ours));
    }
    assert!(won >= 12, "{won} of 24");
}

#[test]
fn every_act_that_is_offered_is_legal_and_paid_and_every_refusal_has_a_reason() {
    let rules = Arc::new(with_ward(points(
        4,
        Unspent::Kept { most: 8, stat: None },
        &["strike", "doom", "move", "surge", "charge", "ward"],
    )));
    let map = "a . . # . . C\n. . . # . . .\nb . . . . . D";
    for seed in 1..=3 {
        let plan =
            ['a', 'b', 'C', 'D'].into_iter().fold(skirmish(&rules, map), |plan, mark| plan.unit(mark, fighter()));
        let mut battle = plan.limit(6).seeded(seed);
        let mut seats = Seats::new(vec![Box::new(tactician()), Box::new(Charger::default())]);
        while let warboard::resolution::BattleStatus::Awaiting(prompt) = battle.state.resolve() {
            if prompt.asks == Asks::Act {
                check_offers(&battle, &rules, prompt.who);
            }
            let choice = ask(&battle.state, &mut seats, &prompt).unwrap_or_else(|stopped| panic!("{stopped}")).choice;
            battle.state.submit(choice).unwrap_or_else(|why| panic!("{why}"));
        }
        let debts = |event: &BattleEvent| matches!(event, BattleEvent::PoolChanged { left, .. } if *left < 0);
        assert!(!battle.events().iter().any(debts), "without debts no pool falls below nothing");
    }
}

/// Every offered act can be declared, and taking it leaves no pool with less than nothing.
fn check_offers(battle: &Skirmish, rules: &Ruleset, who: warboard::battle::CombatantId) {
    use warboard::resolution::Occasion;
    use warboard::resolution::legal::{self, Cost};
    let view = battle.snapshot().view();
    let game = warboard::mechanics::Game::new(view, rules.book());
    for offer in legal::offers(view, rules, who) {
        let cost = Cost::of_action(game, who, (&offer.action, None), Occasion::OwnTurn);
        assert!(!offer.is_open() || cost.is_ok(), "{}: offered without the points", offer.action.id);
        assert!(
            offer.is_open() || offer.reason().is_some_and(|refusal| !refusal.why.is_empty()),
            "{}",
            offer.action.id
        );
        for act in &offer.acts {
            assert!(legal::check(view, rules, who, act).is_ok(), "{act:?}");
        }
        for (act, refusal) in &offer.refused {
            assert!(legal::check(view, rules, who, act).is_err() && !refusal.rule.as_str().is_empty(), "{act:?}");
        }
    }
}
