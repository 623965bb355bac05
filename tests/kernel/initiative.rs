//! Initiative during a battle: as a price, changed by conditions, and never below its lowest value.

use std::sync::Arc;

use crate::proofs::{price, reaction, tiny};
use crate::skirmish::*;
use warboard::battle::{CombatantId, Side};
use warboard::content::authored::parse;
use warboard::content::{
    Action, Condition, Label, LowestInitiative, Name, Reaction, ReactionOrder, Reactors, Response, Source, Stat, Table,
    Trigger, TurnOrder, Unit,
};
use warboard::control::{Controller, Strength, Tactician};
use warboard::resolution::legal::Cost;
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Occasion};
use warboard::rules::Ruleset;

fn tough() -> Unit {
    base_unit().rate(60).stat(Stat::HitPoints, 60)
}

/// Interrupts by any act at the start of a turn, by those that outrank its owner, for two points of initiative.
fn interrupts() -> Reaction {
    Reaction {
        who: Reactors::Anyone,
        does: Response::AnyAct,
        outranks: true,
        costs: vec![price("initiative", 2)],
        ..reaction("interrupt", Trigger::TurnStart, "strike", &[])
    }
}

fn rules(reactions: Vec<Reaction>, lowest: Option<i16>) -> Ruleset {
    let mut rules = Ruleset::clone(&tiny(reactions));
    rules.policies.reaction_order = ReactionOrder::Initiative;
    let TurnOrder::Rounds(turns) = &mut rules.policies.turn else { panic!("rounds") };
    turns.lowest = lowest.map(|number| LowestInitiative { number, rule: Name::new("R-9") });
    rules
}

fn battle(rules: Ruleset, dice: &[u16]) -> Skirmish {
    let plan = skirmish(&Arc::new(rules), "a B . .\n. . . c").unit('a', tough()).unit('B', tough());
    plan.unit('c', tough()).rolls(dice)
}

fn initiative(battle: &Skirmish, mark: char) -> i16 {
    battle.row(mark).turn_state.initiative
}

/// The combatants in the order of their places.
fn order(battle: &Skirmish) -> String {
    let mut marks: Vec<char> = vec!['a', 'B', 'c'];
    marks.sort_by_key(|mark| battle.row(*mark).turn_state.place);
    marks.into_iter().collect()
}

fn interrupting(battle: &Skirmish) -> Option<char> {
    matches!(battle.asked().1, Asks::Interrupt { .. }).then(|| battle.asked().0)
}

#[test] // HD-164, HD-165
fn an_interrupt_costs_initiative_and_the_order_changes_at_once() {
    // a has 12, B 11 and c 5.
    let mut battle = battle(rules(vec![interrupts()], None), &[12, 11, 5, 2]);
    battle.wait('a');
    assert_eq!(interrupting(&battle), Some('a'), "before the turn of B");
    let strike = Act::at("strike", battle.id('B'), Some(warboard::battle::WeaponSlot(0)));
    battle.act('a', strike);
    assert_eq!((initiative(&battle, 'a'), order(&battle).as_str()), (10, "Bac"), "12 less 2");
    assert_eq!(battle.asked(), ('B', Asks::Act), "a does not outrank B any more");
    assert_eq!(battle.row('a').turn_state.reactions(), 1, "no other points are spent");
    let told = battle.log_lines().join("\n");
    assert!(told.contains("a has initiative 10 now: -2"), "{told}");
    assert!(told.contains("initiative: -2 (the action -2 [R-2])"), "{told}");
    battle.wait('B');
    assert_eq!(interrupting(&battle), Some('B'), "before the turn of c: B comes first in the order now");
    battle.pass('B');
    assert_eq!(interrupting(&battle), Some('a'));
    battle.pass('a').wait('c');
    assert_eq!((battle.count(), battle.asked().0), (2, 'B'), "in the next round B acts before a");
    battle.all_rolled();
}

#[test] // HD-155, HD-156
fn nothing_that_costs_initiative_is_possible_at_the_lowest_one_which_nothing_falls_below() {
    let mut with_one = battle(rules(vec![interrupts()], Some(11)), &[12, 11, 5, 2]);
    with_one.wait('a');
    let strike = Act::at("strike", with_one.id('B'), Some(warboard::battle::WeaponSlot(0)));
    with_one.act('a', strike);
    assert_eq!(initiative(&with_one, 'a'), 11, "2 points, but not below 11");
    let told = with_one.log_lines().join("\n");
    assert!(told.contains("never less +1 [R-9]"), "{told}");
    with_one.wait('B');
    assert_eq!(interrupting(&with_one), None, "both have 11, and cannot pay");
    let cost = |battle: &Skirmish, mark: char| {
        let game = warboard::mechanics::Game::new(battle.snapshot().view(), battle.battle().setup().rules.book());
        let action = battle.battle().setup().rules.actions.get("strike".into()).expect("an action").clone();
        let occasion = Occasion::Reaction { reaction: Name::new("interrupt"), to: CombatantId(2) };
        Cost::of_action(game, battle.id(mark), (&action, None), occasion).map(|cost| cost.initiative)
    };
    let refused = cost(&with_one, 'a').expect_err("nothing to pay with");
    assert_eq!((refused.why.as_ref(), refused.rule.as_str()), ("needs more than 11 initiative", "R-9"));
    with_one.all_rolled();
}

#[test]
fn an_action_may_cost_initiative_in_its_own_turn() {
    let mut rules = rules(Vec::new(), None);
    let mut all: Vec<Action> = rules.actions.iter().map(|action| Action::clone(action)).collect();
    all.iter_mut().filter(|action| action.id.as_str() == "shout").for_each(|shout| {
        shout.costs = vec![vec![price("initiative", 9)]];
    });
    rules.actions = Table::new(all);
    let mut battle = battle(rules, &[12, 11, 5]);
    battle.act_on('a', "shout", 'B');
    assert_eq!((initiative(&battle, 'a'), order(&battle).as_str()), (3, "Bca"));
    battle.all_rolled();
}

/// The rules with a condition that lowers initiative by one for each of its levels, until the end of its bearer's next turn.
fn shocking() -> Ruleset {
    const SHOCKED: &str = r#"[(
        id: "shocked", name: "Shocked", about: "Slower.", icon: "pain", does: [(does: Initiative(-1), rule: "R-15")],
        ends: BearerTurn, again: Adds, rule: "R-14",
    )]"#;
    const SHOCK: &str = r#"[(
        id: "shock", name: "Shock", about: "Slows an enemy.", speed: Class(Standard), aim: Enemy, reach: Any,
        does: Effects([(does: GainLevels(who: Target, condition: "shocked", level: Just(3)))]), rule: "R-13",
    )]"#;
    let mut rules = rules(Vec::new(), Some(0));
    let more: Vec<Condition> = parse(&Source::new("shocked.ron", SHOCKED)).expect("it parses");
    rules.conditions = Table::new(rules.conditions.iter().map(|known| Condition::clone(known)).chain(more).collect());
    let more: Vec<Action> = parse(&Source::new("shock.ron", SHOCK)).expect("it parses");
    rules.actions = Table::new(rules.actions.iter().map(|known| Action::clone(known)).chain(more).collect());
    rules
}

fn level(battle: &Skirmish, mark: char) -> i16 {
    battle.row(mark).conditions.level(Name::new("shocked"))
}

#[test] // PR-115, PR-116
fn a_condition_lowers_initiative_at_once_adds_up_and_gives_it_back_when_it_ends() {
    // a has 12, c 11 and B 10: a shocks B, and then c does.
    let mut battle = battle(shocking(), &[12, 10, 11]);
    battle.act_on('a', "shock", 'B');
    assert_eq!((initiative(&battle, 'B'), level(&battle, 'B')), (7, 3));
    let told = battle.log_lines().join("\n");
    assert!(told.contains("initiative: -3 (shocked -3 [R-15])"), "{told}");
    battle.act_on('c', "shock", 'B');
    assert_eq!((initiative(&battle, 'B'), level(&battle, 'B')), (4, 6), "cumulative");
    battle.wait('B');
    assert_eq!((initiative(&battle, 'B'), level(&battle, 'B')), (10, 0), "until the end of its next turn");
    battle.wait('a').wait('c');
    assert_eq!(battle.asked().0, 'B');
    battle.all_rolled();
}

#[test] // PR-116, HD-153
fn a_second_shock_after_the_turn_lasts_until_the_end_of_the_next_one() {
    let mut battle = battle(shocking(), &[5, 12, 11]);
    battle.wait('B').act_on('c', "shock", 'B');
    assert_eq!((battle.asked().0, initiative(&battle, 'B')), ('a', 9), "B has acted in this round");
    battle.act_on('a', "shock", 'B');
    assert_eq!((initiative(&battle, 'B'), order(&battle).as_str()), (6, "cBa"));
    assert_eq!(battle.asked().0, 'c', "B acts after c in the second round");
    battle.wait('c').wait('B');
    assert_eq!((initiative(&battle, 'B'), order(&battle).as_str()), (12, "Bca"));
    battle.all_rolled();
}

#[test]
fn what_the_lowest_initiative_holds_up_is_not_given_back() {
    // B has 4: two shocks would take it to -2.
    let mut battle = battle(shocking(), &[12, 4, 11]);
    battle.act_on('a', "shock", 'B').act_on('c', "shock", 'B');
    assert_eq!((initiative(&battle, 'B'), level(&battle, 'B')), (0, 6));
    battle.wait('B');
    assert_eq!(initiative(&battle, 'B'), 4, "as before");
    battle.all_rolled();
}

#[test]
fn a_condition_from_the_beginning_counts_in_the_order_of_the_first_round() {
    let plan = skirmish(&Arc::new(shocking()), "a B . .\n. . . c").unit('a', tough()).unit('B', tough());
    let mut battle = plan.unit('c', tough()).with_condition('a', "shocked").rolls(&[12, 12, 5]);
    assert_eq!((initiative(&battle, 'a'), order(&battle).as_str()), (11, "Bac"));
    let terms: Vec<_> = battle
        .battle()
        .log()
        .events()
        .iter()
        .filter_map(|event| match event {
            BattleEvent::InitiativeRolled { number, .. } => number.term(Label::Named(Name::new("shocked"))),
            _ => None,
        })
        .collect();
    assert_eq!(terms, [-1]);
    battle.all_rolled();
}

#[test]
fn a_battle_saved_with_changed_initiative_goes_on_alike() {
    let mut battle = battle(shocking(), &[12, 10, 11]);
    battle.act_on('a', "shock", 'B');
    let text = serde_json::to_string(&battle.battle().save()).expect("a plain value");
    let saved = serde_json::from_str(&text).expect("what was written can be read");
    let setup = Arc::clone(battle.battle().setup());
    let mut restored = warboard::resolution::BattleState::restore(setup, saved).expect("it fits its setup");
    restored.resolve();
    for _ in 0..4 {
        let (who, wait) = (battle.asked().0, Choice::Act(Act::own("wait")));
        restored.submit(wait.clone()).expect("a legal act");
        restored.resolve();
        battle.choose(who, wait);
    }
    assert_eq!(battle.battle().checksum(), restored.checksum());
}

#[test]
fn a_tactician_weighs_the_initiative_that_an_interrupt_costs() {
    let choice = |points: u8| {
        let rule = Reaction { costs: vec![price("initiative", points)], ..interrupts() };
        let mut battle = battle(rules(vec![rule], None), &[12, 11, 5]);
        battle.wait('a');
        let prompt = battle.battle().prompt().expect("an open prompt").clone();
        assert_eq!((battle.mark(prompt.who), interrupting(&battle)), ('a', Some('a')));
        let (setup, mut mind) = (battle.battle().setup().clone(), Tactician::new(Side(0), 1, Strength::Hard));
        mind.answer(battle.snapshot().view(), &setup.rules, &setup, &prompt).choice
    };
    assert!(matches!(choice(1), Choice::Act(_)), "a blow is worth a point of initiative");
    assert_eq!(choice(200), Choice::Pass, "but not all of it");
}
