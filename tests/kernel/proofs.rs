//! Features of the kernel, each shown with a tiny rule system of its own.

use std::sync::Arc;

use crate::skirmish::*;
use warboard::battle::{CombatantId, WeaponSlot};
use warboard::content::authored::parse;
use warboard::content::{
    Action, ActionEconomy, Amendment, Applies, Breakdown, DelayPolicy, DelayedPlace, Joining, Lasting, Name, Near,
    PoolAmount, PoolId, PoolIncome, PoolMoment, PoolPrice, Pricing, Reaction, ReactionFilter, ReactionLimit, Reactors,
    ResourcePool, Response, RoundTurns, Source, Stat, Table, Ties, Trigger, TurnEnd, TurnOrder, Unspent,
};
use warboard::grid::Cell;
use warboard::mechanics::{Game, attack, flanking};
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Frame, Pick, PickPurpose, Target};
use warboard::rules::Ruleset;

const ACTIONS: &str = include_str!("../fixtures/tiny_actions.ron");

/// A ruleset of rounds with one action and one reaction a turn, these reactions, and a handful of actions.
pub(crate) fn tiny(reactions: Vec<Reaction>) -> Arc<Ruleset> {
    let mut rules = Ruleset::clone(&time_count());
    let actions: Vec<Action> = parse(&Source::new("tiny_actions.ron", ACTIONS)).expect("the fixture parses");
    rules.actions = Table::new(actions);
    rules.policies.reactions = reactions;
    rules.policies.turn = rounds();
    rules.policies.economy = economy(&[("actions", 1), ("reactions", 1)]);
    Arc::new(rules)
}

/// Rounds in which turns end once no actions are left.
pub(crate) fn rounds() -> TurnOrder {
    TurnOrder::Rounds(RoundTurns {
        seconds: 6,
        seconds_rule: Name::new("test"),
        initiative: "1d20".parse().expect("a formula"),
        bonuses: Vec::new(),
        rule: Name::new("R-1"),
        lowest: None,
        ties: Ties::Listed,
        lasting: Lasting::CauserTurn,
        ends: TurnEnd::WhenSpent,
        round_start: Vec::new(),
        round_end: Vec::new(),
        unaware: None,
        ambush: None,
        joins: Joining::SameRound,
        delay: Some(DelayPolicy { lasts: true, chosen: DelayedPlace::Later, rule: Name::new("R-7") }),
        command: None,
    })
}

/// Pools of actions, of reactions and others, each with this many points a turn.
pub(crate) fn economy(pools: &[(&str, i16)]) -> ActionEconomy {
    let mut all = pools.iter().map(|(id, points)| pool(id, *points));
    ActionEconomy { actions: all.next(), reactions: all.next(), others: all.collect() }
}

fn pool(id: &str, points: i16) -> ResourcePool {
    let amount = |base| PoolAmount { base, stats: Vec::new(), traits: Vec::new(), more: Vec::new() };
    let incomes = vec![PoolIncome { at: PoolMoment::OwnTurnStart, amount: amount(points) }];
    let (unspent, rule) = (Unspent::Replaced, Name::new("R-1"));
    let (id, name) = (Name::new(id), id.trim_end_matches('s').to_owned());
    ResourcePool {
        id,
        name,
        many: None,
        initial: amount(0),
        incomes,
        unspent,
        debt: 0,
        debt_by_reactions: false,
        tires: None,
        kept: false,
        rule,
    }
}

pub(crate) fn price(pool: &str, points: u8) -> PoolPrice {
    PoolPrice { pool: Name::new(pool), points }
}

/// The fact that a combatant has this many reactions.
pub(crate) fn reactions_left(who: CombatantId, left: i16) -> BattleEvent {
    BattleEvent::PoolChanged { who, pool: PoolId::REACTIONS, by: Breakdown::new(), left }
}

/// Grants every combatant its reaction from the beginning, even before its first turn.
pub(crate) fn all_may_react(battle: &mut Skirmish) {
    let rows = battle.snapshot().rows.len() as u16;
    for who in (0..rows).map(CombatantId) {
        battle.state.impose(&reactions_left(who, 1));
    }
}

/// A reaction that costs one reaction: to steps and declarations of enemies, the former in melee reach, or of the target.
pub(crate) fn reaction(id: &str, on: Trigger, action: &str, then: &[Amendment]) -> Reaction {
    let steps = matches!(on.moment(), Some(Trigger::BeforeStep | Trigger::AfterStep));
    let enemies =
        steps || matches!(on.moment(), None | Some(Trigger::ActionDeclared | Trigger::TurnStart | Trigger::TurnEnd));
    Reaction {
        id: Name::new(id),
        name: id.to_owned(),
        on,
        enters: false,
        who: if enemies { Reactors::Enemies } else { Reactors::Target },
        filter: ReactionFilter { near: steps.then_some(Near::MeleeReach), ..ReactionFilter::default() },
        requires: Vec::new(),
        outranks: false,
        initiative: None,
        does: Response::Act(Name::new(action)),
        asks_for: Vec::new(),
        at_any: false,
        costs: vec![price("reactions", 1)],
        pricing: Pricing::Instead,
        moves_free: None,
        limit: ReactionLimit::PerTrigger,
        counts_with: None,
        declining_counts: false,
        then: then.to_vec(),
        applies: Applies::OnSuccess,
        rule: Name::new("R-2"),
    }
}

pub(crate) fn react(id: &str) -> Choice {
    Choice::React(Name::new(id))
}

#[test]
fn a_declared_action_can_be_taken_back_at_no_cost() {
    let rules = tiny(vec![reaction("forestall", Trigger::ActionDeclared, "shout", &[Amendment::Cancel])]);
    let mut battle = skirmish(&rules, "a B").unit('a', base_unit()).unit('B', base_unit()).rolls(&[20, 10, 2]);
    all_may_react(&mut battle);
    battle.strike('a', 'B');
    assert!(matches!(battle.asked(), ('B', Asks::React { .. })));
    battle.choose('B', react("forestall"));
    assert_eq!(battle.asked(), ('a', Asks::Act), "asked again, with nothing spent");
    assert_eq!(battle.row('a').turn_state.actions(), 1);
    assert_eq!(battle.row('a').vitals.fatigue, 0);
    assert!(battle.events().iter().any(|event| matches!(event, BattleEvent::ActionTakenBack { .. })));
    battle.strike('a', 'B');
    assert_eq!(battle.asked(), ('B', Asks::Act), "the reaction is spent, so the blow falls and the next turn begins");
    battle.all_rolled();
}

#[test]
fn reactions_come_before_and_after_every_step_and_can_stop_the_mover() {
    let rules = tiny(vec![
        reaction("parting_blow", Trigger::BeforeStep, "strike", &[]),
        reaction("halt", Trigger::AfterStep, "strike", &[Amendment::StopMovement]),
    ]);
    let map = "a B .\n. . .\n. C .";
    let mut battle = skirmish(&rules, map)
        .unit('a', base_unit().rate(60).stat(Stat::HitPoints, 60))
        .unit('B', base_unit())
        .unit('C', base_unit())
        .rolls(&[20, 10, 9, 19, 4]);
    all_may_react(&mut battle);
    battle.walk('a', &[(0, 1), (0, 2)]);
    assert!(matches!(battle.asked(), ('B', Asks::React { .. })), "B may strike before the first step");
    battle.pass('B');
    assert!(matches!(battle.asked(), ('B', Asks::React { .. })), "and after it");
    battle.pass('B');
    assert!(matches!(battle.asked(), ('C', Asks::React { .. })), "C as well: the first step came near it");
    battle.choose('C', react("halt"));
    assert_eq!(battle.cell('a'), (0, 1), "a hit stops the mover");
    assert_eq!(battle.row('C').turn_state.reactions(), 0);
    assert!(battle.events().iter().any(|event| matches!(event, BattleEvent::MoveStopped { .. })));
    battle.all_rolled();
}

#[test]
fn a_declined_reaction_is_not_offered_again_for_the_same_step() {
    let rules = tiny(vec![reaction("parting_blow", Trigger::BeforeStep, "strike", &[])]);
    let mut battle =
        skirmish(&rules, "a . . .\nB . . .").unit('a', base_unit()).unit('B', base_unit()).rolls(&[20, 10]);
    all_may_react(&mut battle);
    battle.walk('a', &[(1, 0)]);
    battle.pass('B');
    assert_eq!(battle.cell('a'), (1, 0));
    assert_eq!(battle.asked(), ('B', Asks::Act));
    battle.all_rolled();
}

#[test]
fn a_defence_is_named_before_the_roll_and_the_winner_of_a_contest_follows_up() {
    let rules = tiny(vec![reaction("riposte", Trigger::ContestWon, "shout", &[])]);
    let mut battle = skirmish(&rules, "a B")
        .unit('a', base_unit())
        .unit('B', base_unit().stat(Stat::Dexterity, 5))
        .rolls(&[20, 10, 12]);
    all_may_react(&mut battle);
    battle.act_on('a', "challenge", 'B');
    let (who, asks) = battle.asked();
    let Asks::Pick { purpose, options } = asks else { panic!("{asks:?}") };
    assert_eq!((who, purpose), ('B', PickPurpose::Defence));
    assert_eq!(options, [Pick::Defence(Stat::Vigor), Pick::Defence(Stat::Celerity)]);
    assert_eq!(battle.battle().dice().rolls_made(), 2, "nothing but initiative is rolled yet");
    battle.choose('B', Choice::Pick(Pick::Defence(Stat::Celerity)));
    assert!(matches!(battle.asked(), ('B', Asks::React { .. })), "12 does not reach 15: B has won and may answer");
    battle.choose('B', react("riposte"));
    let told = battle.log_lines().join("\n");
    assert!(told.contains("celerity 15"), "{told}");
    assert!(told.contains("riposte"), "{told}");
    battle.all_rolled();
}

#[test]
fn damage_can_be_prevented_after_the_hit() {
    let rules = tiny(vec![reaction("parry", Trigger::BeforeDamage, "shout", &[Amendment::Negate])]);
    let mut battle = skirmish(&rules, "a B").unit('a', base_unit()).unit('B', base_unit()).rolls(&[20, 10, 15, 8]);
    all_may_react(&mut battle);
    battle.strike('a', 'B');
    assert!(matches!(battle.asked(), ('B', Asks::React { .. })));
    battle.choose('B', react("parry"));
    assert_eq!(battle.row('B').vitals.hit_points, 10);
    battle.all_rolled();
}

#[test]
fn long_actions_take_effect_at_their_end_unless_interrupted() {
    let mut rules = Ruleset::clone(&tiny(Vec::new()));
    rules.policies.turn = time_count().policies.turn.clone();
    let rules = Arc::new(rules);
    let tough = || base_unit().stat(Stat::HitPoints, 40);
    let mut battle = skirmish(&rules, "a B").unit('a', tough()).unit('B', tough()).rolls(&[1, 1]);
    battle.perform('a', "brace").wait('B');
    battle.wait('B').wait('B');
    assert!(!battle.has('a', "fatigued"), "not before its time");
    battle.wait('B');
    assert!(battle.has('a', "fatigued"), "at its end, on count 9 as the fixed speed factor says");

    let mut broken = skirmish(&rules, "a B").unit('a', tough()).unit('B', tough()).rolls(&[1, 2, 15, 8]);
    broken.perform('a', "brace");
    broken.strike('B', 'a');
    let abandoned = |event: &BattleEvent| matches!(event, BattleEvent::ActionAbandoned { .. });
    assert!(broken.events().iter().any(abandoned), "the wound broke it off");
    assert_eq!(broken.asked().0, 'a');
    assert!(!broken.has('a', "fatigued"));
    broken.all_rolled();
}

#[test]
fn a_link_moves_two_bodies_and_ends_when_they_are_forced_apart() {
    let rules = time_count();
    let strong = || base_unit().unarmed().stat(Stat::Strength, 4).stat(Stat::HitPoints, 40);
    let mut battle = skirmish(&rules, ". . . . .\n. a B . .\n. . . D .")
        .unit('a', strong())
        .unit('B', strong())
        .unit('D', strong())
        .rolls(&[1, 2, 6, 19, 19, 18]);
    battle.act_on('a', "grab", 'B');
    assert_eq!(battle.snapshot().links.len(), 1);
    battle.act_on('B', "drag", 'a');
    let (who, asks) = battle.asked();
    let Asks::Cell { cells, .. } = asks else { panic!("{asks:?}") };
    assert_eq!(who, 'B');
    let east = Cell::new(2, 1);
    assert!(cells.contains(&east), "{cells:?}");
    battle.choose('B', Choice::Cell(east)).choose('B', Choice::Pick(Pick::No));
    assert_eq!((battle.cell('a'), battle.cell('B')), ((2, 1), (3, 1)), "both moved as one");
    assert_eq!(battle.snapshot().links.len(), 1);
    let events = battle.events();
    assert!(!events.iter().any(|event| matches!(event, BattleEvent::LinkEnded { .. })));
    let displaced = events.into_iter().find_map(|event| match event {
        BattleEvent::Displaced { bodies, .. } if bodies.len() == 2 => Some(bodies.len()),
        _ => None,
    });
    assert_eq!(displaced, Some(2), "one fact moved two bodies");
    battle.act_on('D', "bull_rush", 'a');
    assert_eq!((battle.cell('a'), battle.snapshot().links.len()), ((1, 0), 0), "forced apart");
    assert!(battle.events().iter().any(|event| matches!(event, BattleEvent::LinkEnded { .. })));
}

#[test]
fn a_fact_about_a_pair_concerns_that_pair_alone() {
    let rules = time_count();
    let mut battle = skirmish(&rules, "a B\nc .")
        .unit('a', base_unit())
        .unit('B', base_unit())
        .unit('c', base_unit())
        .rolls(&[1, 6, 2, 15]);
    battle.act_on('a', "distract", 'B');
    let ally = Pick::Ally(battle.id('c'));
    battle.choose('a', Choice::Pick(ally));
    battle.choose('a', Choice::Pick(Pick::TheirDefence));
    let view = battle.snapshot().view();
    let game = Game::new(view, battle.battle().setup().rules.book());
    let defence =
        |attacker: CombatantId| attack::defence(game, attacker, battle.id('B'), None, attack::Mode::Melee).1.total();
    assert_eq!(defence(battle.id('a')) - 2, defence(battle.id('c')));
}

#[test]
fn with_delay_and_changing_initiative_no_turn_is_skipped_or_doubled() {
    let rules = tiny(Vec::new());
    let mut battle = skirmish(&rules, "a b c . . D")
        .unit('a', base_unit())
        .unit('b', base_unit())
        .unit('c', base_unit())
        .unit('D', base_unit())
        .rolls(&[20, 15, 10, 5]);
    all_may_react(&mut battle);
    let mut acted = Vec::new();
    while acted.len() < 9 {
        let (who, asks) = battle.asked();
        if matches!(asks, Asks::Pick { purpose: PickPurpose::ComeIn, .. }) {
            let after_c = acted.last() == Some(&(1, 'c'));
            battle.choose(who, Choice::Pick(if after_c { Pick::Yes } else { Pick::No }));
            continue;
        }
        let round = battle.count();
        acted.push((round, who));
        match (round, who) {
            (1, 'a') if acted.len() == 1 => battle.perform('a', "delay"),
            (1, 'b') => battle.act_on('b', "hearten", 'c'),
            _ => battle.wait(who),
        };
    }
    // a delays its turn and takes it after that of c; b raises c's initiative by 10 before c has acted.
    let first: Vec<char> = acted.iter().filter(|(round, _)| *round == 1).map(|(_, who)| *who).collect();
    assert_eq!(first, ['a', 'b', 'c', 'a', 'D'], "a is asked twice but acts once: it had delayed its turn");
    let second: Vec<char> = acted.iter().filter(|(round, _)| *round == 2).map(|(_, who)| *who).collect();
    let mut sorted = second.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, ['D', 'a', 'b', 'c'], "each combatant once");
    assert_eq!(second[0], 'c', "20 comes first now");
}

#[test]
fn combatants_with_equal_initiatives_after_a_change_take_separate_turns() {
    let plan = ['a', 'b', 'c', 'D'].into_iter();
    let plan = plan.fold(skirmish(&tiny(Vec::new()), "a b c . . D"), |plan, mark| plan.unit(mark, base_unit()));
    let mut battle = plan.rolls(&[10, 20, 5, 1]);
    battle.wait('b').wait('a').act_on('c', "hearten", 'a').wait('D');
    assert_eq!(battle.row('a').turn_state.initiative, battle.row('b').turn_state.initiative);
    battle.events();
    battle.wait('b');
    let events = battle.events();
    let mut turns = events.iter().filter_map(|event| match event {
        BattleEvent::TurnBegan { who } => Some(*who),
        _ => None,
    });
    assert_eq!(turns.next_back(), Some(battle.id('a')), "behind b, which had 20 before");
    assert_eq!(battle.asked(), ('a', Asks::Act));
    let places = ['a', 'b', 'c', 'D'].map(|mark| battle.row(mark).turn_state.place);
    assert!(places.iter().enumerate().all(|(at, place)| !places[..at].contains(place)), "{places:?}");
}

#[test]
fn a_hypothetical_changes_nothing() {
    let rules = time_count();
    let battle = skirmish(&rules, ". . .\nA b .\n. . c\n. . D")
        .unit('b', base_unit())
        .unit('c', base_unit())
        .unit('A', base_unit())
        .unit('D', base_unit())
        .rolls(&[1, 2, 3, 4]);
    let before = battle.snapshot().clone();
    let game = Game::new(battle.snapshot().view(), battle.battle().setup().rules.book());
    assert!(!flanking::is_flanked(game, battle.id('b')));
    let opposite = game.footprint(battle.id('D')).at(warboard::grid::Cell::new(2, 1));
    assert!(flanking::is_flanked(game.with(battle.id('D'), opposite), battle.id('b')));
    assert!(!flanking::is_flanked(game, battle.id('b')));
    assert_eq!(format!("{before:?}"), format!("{:?}", battle.snapshot()));
}

#[test]
fn the_stack_survives_serialization() {
    let rules = tiny(vec![reaction("parting_blow", Trigger::BeforeStep, "strike", &[])]);
    let mut battle = skirmish(&rules, "a . .\nB . .").unit('a', base_unit()).unit('B', base_unit()).rolls(&[20, 10]);
    all_may_react(&mut battle);
    battle.walk('a', &[(1, 0)]);
    let stack = battle.battle().stack().to_vec();
    assert!(stack.iter().any(|frame| matches!(frame, Frame::Window(_))), "interrupted in the middle of a step");
    let text = ron::to_string(&stack).expect("frames are data");
    let read: Vec<Frame> = ron::from_str(&text).expect("and can be read back");
    assert_eq!(read, stack);
}

#[test]
fn an_illegal_choice_is_refused_with_its_rule_and_leaves_the_question_open() {
    let rules = time_count();
    let mut battle = skirmish(&rules, "a . . B").unit('a', base_unit()).unit('B', base_unit()).rolls(&[1, 6]);
    let strike = Choice::Act(Act::at("strike", battle.id('B'), Some(WeaponSlot(0))));
    let refusal = battle.refused(strike);
    assert_eq!(refusal.why, "out of reach");
    assert!(!refusal.rule.as_str().is_empty());
    assert_eq!(battle.asked(), ('a', Asks::Act));
    let nonsense =
        battle.refused(Choice::Act(Act { action: "strike".into(), target: Target::Own, weapon: None, part: None }));
    assert!(nonsense.why.contains("an enemy"), "{nonsense}");
}
