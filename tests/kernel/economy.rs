//! Resource pools: debts, points that are kept, costs under conditions, and actions paid over several turns.

use std::sync::Arc;

use crate::proofs::{economy, rounds, tiny};
use crate::skirmish::*;
use warboard::content::authored::parse;
use warboard::content::{
    Action, Condition, PoolAmount, PoolId, PoolIncome, PoolMoment, RoundStep, Source, Stat, Table, TurnEnd, TurnOrder,
    Unspent,
};
use warboard::resolution::{Asks, BattleEvent, BattleState, Choice, Pick};
use warboard::rules::Ruleset;

const SWIFT: PoolId = PoolId(2);

const ACTIONS: &str = r#"[
    (id: "step", name: "Step", about: "One action.", speed: Actions(1), aim: Own, does: Effects([]), rule: "R-30"),
    (id: "effort", name: "Effort", about: "Two actions.", speed: Actions(2), aim: Own, does: Effects([]), rule: "R-30"),
    (id: "done", name: "Done", about: "Ends the turn.", speed: Actions(0), aim: Own, does: Wait, rule: "R-31"),
    (id: "twist", name: "Twist", about: "A swift action, or else an action.", speed: Nothing, aim: Own,
        costs: [[(pool: "swift", points: 1)]], does: Effects([]), rule: "R-32"),
    (id: "either", name: "Either", about: "A swift action, or else an action.", speed: Nothing, aim: Own,
        costs: [[(pool: "swift", points: 1)], [(pool: "actions", points: 1)]], does: Effects([]), rule: "R-32"),
    (id: "ritual", name: "Ritual", about: "Five actions, over several turns.", speed: Actions(5), paid: Turns, aim: Own,
        does: Effects([(does: Gain(who: Actor, condition: "fatigued"))]), rule: "R-33"),
    (id: "curse", name: "Curse", about: "Curses an enemy.", speed: Actions(1), aim: Enemy,
        does: Effects([(does: Gain(who: Target, condition: "cursed"))]), rule: "R-34"),
]"#;

const CONDITIONS: &str = r#"[
    (id: "hampered", name: "Hampered", about: "Everything costs more.", icon: "slowed", rule: "R-40", does: [
        (does: Costs(pool: "actions", points: 1), rule: "R-41"),
        (does: ForbidsCosts(pool: "actions", from: 3), rule: "R-42"),
    ]),
    (id: "scorched", name: "Scorched", about: "Burns.", icon: "burning", rule: "R-44",
        does: [(does: Burns(damage: "1d4", harm: "fire"), rule: "R-44")]),
    (id: "cursed", name: "Cursed", about: "Until the next round is over.", icon: "slowed", rule: "R-43", ends: Rounds(1),
        does: [(does: Loses(pool: "actions", points: 2), rule: "R-43")]),
]"#;

const DELAY: &str = r#"[
    (id: "delay", name: "Delay", about: "Delays the turn.", speed: Actions(0), aim: Own, does: Delay, rule: "R-7"),
]"#;

/// Three actions, a reaction and a swift action a turn, which ends only when its owner ends it.
fn pools() -> Ruleset {
    let mut rules = Ruleset::clone(&tiny(Vec::new()));
    let actions: Vec<Action> = parse(&Source::new("actions.ron", ACTIONS)).expect("the actions parse");
    let conditions: Vec<Condition> = parse(&Source::new("conditions.ron", CONDITIONS)).expect("the conditions parse");
    let known = rules.conditions.iter().map(|condition| Condition::clone(condition));
    (rules.actions, rules.conditions) = (Table::new(actions), Table::new(known.chain(conditions).collect()));
    rules.policies.economy = economy(&[("actions", 3), ("reactions", 1), ("swift", 1)]);
    rules.policies.economy.others[0].debt = 1;
    in_rounds(&mut rules, |turns| turns.ends = TurnEnd::WhenEnded);
    rules
}

fn in_rounds(rules: &mut Ruleset, change: impl FnOnce(&mut warboard::content::RoundTurns)) {
    let TurnOrder::Rounds(mut turns) = rounds() else { panic!("rounds") };
    if let TurnOrder::Rounds(before) = &rules.policies.turn {
        turns = before.clone();
    }
    change(&mut turns);
    rules.policies.turn = TurnOrder::Rounds(turns);
}

fn duel(rules: Ruleset) -> Skirmish {
    skirmish(&Arc::new(rules), "a B").unit('a', base_unit()).unit('B', base_unit()).rolls(&[20, 10])
}

fn left(battle: &Skirmish, mark: char, pool: PoolId) -> i16 {
    battle.row(mark).turn_state.pools.left(pool)
}

/// Ends the turns of both combatants.
fn next_round(battle: &mut Skirmish) {
    battle.perform('a', "done").perform('B', "done");
}

#[test]
fn a_debt_is_subtracted_from_the_income_of_the_next_turn() {
    let mut battle = duel(pools());
    battle.perform('a', "twist").perform('a', "twist");
    assert_eq!((left(&battle, 'a', SWIFT), left(&battle, 'a', PoolId::ACTIONS)), (-1, 3), "one in advance");
    assert_eq!(battle.refused_action('a', "twist").why, "needs 1 swift, -1 left");
    battle.perform('a', "either");
    assert_eq!(left(&battle, 'a', PoolId::ACTIONS), 2, "the other way to pay");
    next_round(&mut battle);
    assert_eq!(left(&battle, 'a', SWIFT), 0);
    next_round(&mut battle);
    assert_eq!(left(&battle, 'a', SWIFT), 1);
}

#[test]
fn points_left_at_the_end_of_a_turn_are_replaced_lost_or_kept() {
    for (unspent, later, next) in
        [(Unspent::Replaced, 2, 3), (Unspent::LostAtTurnEnd, 0, 3), (Unspent::Kept { most: 4, stat: None }, 2, 4)]
    {
        let mut rules = pools();
        rules.policies.economy.actions.iter_mut().for_each(|pool| pool.unspent = unspent);
        let mut battle = duel(rules);
        battle.perform('a', "step").perform('a', "done");
        assert_eq!(left(&battle, 'a', PoolId::ACTIONS), later, "{unspent:?}, after its turn");
        battle.perform('B', "done");
        assert_eq!(left(&battle, 'a', PoolId::ACTIONS), next, "{unspent:?}, in its next turn");
    }
}

#[test]
fn a_turn_ends_when_its_owner_ends_it_or_when_its_actions_are_spent() {
    let mut battle = duel(pools());
    battle.perform('a', "effort").perform('a', "step");
    assert_eq!(battle.asked(), ('a', Asks::Act), "with nothing left");
    let mut rules = pools();
    in_rounds(&mut rules, |turns| turns.ends = TurnEnd::WhenSpent);
    let mut battle = duel(rules);
    battle.perform('a', "effort").perform('a', "step");
    assert_eq!(battle.asked(), ('B', Asks::Act));
}

#[test]
fn conditions_change_costs_and_forbid_great_ones() {
    let rules = Arc::new(pools());
    let plan = skirmish(&rules, "a B").unit('a', base_unit()).unit('B', base_unit());
    let mut battle = plan.with_condition('a', "hampered").rolls(&[20, 10]);
    battle.events();
    let refusal = battle.refused_action('a', "effort");
    assert_eq!((&*refusal.why, refusal.rule.as_str()), ("cannot spend 3 actions at once while hampered", "R-42"));
    battle.perform('a', "step");
    let paid = battle.events().into_iter().find_map(|event| match event {
        BattleEvent::PoolChanged { by, left, .. } => Some((by.to_string(), left)),
        _ => None,
    });
    assert_eq!(paid, Some(("-2 (the action -1 [R-1], hampered -1 [R-41])".to_owned(), 1)));
}

#[test]
fn an_action_can_be_paid_over_several_turns_and_is_abandoned_by_paying_for_another() {
    let mut battle = duel(pools());
    battle.perform('a', "ritual");
    assert_eq!(
        (left(&battle, 'a', PoolId::ACTIONS), battle.has('a', "fatigued")),
        (0, false),
        "three of five are paid"
    );
    next_round(&mut battle);
    battle.perform('a', "ritual");
    assert_eq!((left(&battle, 'a', PoolId::ACTIONS), battle.has('a', "fatigued")), (1, true));

    let mut battle = duel(pools());
    battle.perform('a', "ritual");
    next_round(&mut battle);
    battle.perform('a', "step");
    assert!(battle.row('a').channelling.0.is_none());
    battle.perform('a', "ritual");
    assert_eq!((left(&battle, 'a', PoolId::ACTIONS), battle.has('a', "fatigued")), (0, false), "from the beginning");
}

#[test]
fn an_action_paid_in_part_survives_a_save() {
    let mut battle = duel(pools());
    battle.perform('a', "ritual");
    let text = serde_json::to_string(&battle.battle().save()).expect("a plain value");
    let saved = serde_json::from_str(&text).expect("what was written can be read");
    let restored = BattleState::restore(Arc::clone(battle.battle().setup()), saved).expect("it fits its setup");
    let paid = |state: &BattleState| {
        let channel = state.snapshot().rows[0].channelling.0.as_ref().expect("the ritual");
        channel.paid.left(PoolId::ACTIONS)
    };
    assert_eq!([paid(battle.battle()), paid(&restored)], [3, 3]);
    assert_eq!(battle.battle().checksum(), restored.checksum());
}

#[test]
fn points_lost_to_a_condition_are_told_with_its_rule() {
    let mut battle = duel(pools());
    battle.events();
    battle.act_on('a', "curse", 'B').perform('a', "done");
    let changes = battle.events().into_iter().filter_map(|event| match event {
        BattleEvent::PoolChanged { who, pool: PoolId::ACTIONS, by, .. } if who == battle.id('B') => {
            Some(by.to_string())
        }
        _ => None,
    });
    assert_eq!(changes.collect::<Vec<_>>(), ["1 (base +3 [R-1], cursed -2 [R-43])"]);
}

#[test]
fn conditions_harm_at_the_end_of_a_round_and_then_not_as_turns_start() {
    for (round_end, harmed) in [(Vec::new(), [3, 3]), (vec![RoundStep::Harm], [0, 3])] {
        let mut rules = pools();
        in_rounds(&mut rules, |turns| turns.round_end.clone_from(&round_end));
        let unit = || base_unit().stat(Stat::HitPoints, 40);
        let plan = skirmish(&Arc::new(rules), "a B").unit('a', unit()).unit('B', unit());
        let mut battle = plan.with_condition('B', "scorched").rolls(&[20, 10, 3]);
        // Below the threshold of pain, damage becomes fatigue.
        let lost = |battle: &Skirmish| battle.row('B').vitals.fatigue;
        battle.perform('a', "done");
        let at_start = lost(&battle);
        battle.perform('B', "done");
        assert_eq!([at_start, lost(&battle)], harmed, "{round_end:?}");
    }
}

#[test]
fn a_delayed_turn_keeps_its_place_for_this_round_or_for_good() {
    for (lasts, first) in [(true, 'B'), (false, 'a')] {
        let mut rules = pools();
        let actions: Vec<Action> = parse(&Source::new("delay.ron", DELAY)).expect("the action parses");
        let known = rules.actions.iter().map(|action| Action::clone(action));
        rules.actions = Table::new(known.chain(actions).collect());
        in_rounds(&mut rules, |turns| turns.delay.iter_mut().for_each(|delay| delay.lasts = lasts));
        let mut battle = duel(rules);
        battle.perform('a', "delay").perform('B', "done");
        battle.choose('a', Choice::Pick(Pick::Yes)).perform('a', "done");
        assert_eq!((battle.count(), battle.asked().0), (2, first), "lasts: {lasts}");
    }
}

#[test]
fn a_round_starts_and_ends_with_incomes_and_durations_in_the_order_of_the_ruleset() {
    for (steps, gained) in
        [([RoundStep::Incomes, RoundStep::Durations], 1), ([RoundStep::Durations, RoundStep::Incomes], 3)]
    {
        let mut rules = pools();
        in_rounds(&mut rules, |turns| turns.round_end = steps.to_vec());
        let amount = PoolAmount { base: 3, stats: Vec::new(), traits: Vec::new(), more: Vec::new() };
        let incomes = vec![PoolIncome { at: PoolMoment::RoundEnd, amount }];
        rules.policies.economy.actions.iter_mut().for_each(|pool| {
            pool.initial.base = 3;
            pool.incomes.clone_from(&incomes);
        });
        let mut battle = duel(rules);
        battle.act_on('a', "curse", 'B');
        assert_eq!(left(&battle, 'B', PoolId::ACTIONS), 1, "two of three are lost at once");
        next_round(&mut battle);
        assert_eq!(
            (battle.count(), left(&battle, 'a', PoolId::ACTIONS), left(&battle, 'B', PoolId::ACTIONS)),
            (2, 3, 1)
        );
        assert!(battle.has('B', "cursed"), "to the end of the next round");
        next_round(&mut battle);
        assert_eq!((battle.has('B', "cursed"), left(&battle, 'B', PoolId::ACTIONS)), (false, gained), "{steps:?}");
    }
}

#[test]
fn points_gained_when_the_own_turn_and_the_round_end_are_saved_up_to_a_limit() {
    let mut rules = pools();
    in_rounds(&mut rules, |turns| turns.round_end = vec![RoundStep::Incomes]);
    let income = |at, base| PoolIncome {
        at,
        amount: PoolAmount { base, stats: Vec::new(), traits: Vec::new(), more: Vec::new() },
    };
    rules.policies.economy.actions.iter_mut().for_each(|pool| {
        pool.initial.base = 1;
        pool.incomes = vec![income(PoolMoment::OwnTurnEnd, 2), income(PoolMoment::RoundEnd, 1)];
        pool.unspent = Unspent::Kept { most: 5, stat: None };
    });
    let mut battle = duel(rules);
    let both = |battle: &Skirmish| ['a', 'B'].map(|mark| left(battle, mark, PoolId::ACTIONS));
    assert_eq!(both(&battle), [1, 1]);
    battle.perform('a', "done");
    assert_eq!(both(&battle), [3, 1], "at the end of its own turn");
    battle.perform('B', "done");
    assert_eq!(both(&battle), [4, 4], "and of the round");
    battle.perform('a', "step").perform('a', "done").perform('B', "done");
    assert_eq!(both(&battle), [5, 5], "at most five");
}
