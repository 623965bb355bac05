//! Movement out of a pool: paid step by step, kept through other actions, in quarters of a cell.

use std::sync::Arc;

use crate::proofs::{economy, reaction, reactions_left, rounds, tiny};
use crate::skirmish::*;
use warboard::battle::{CombatantId, Facing, PairFact, PairRelation, Readied, Until};
use warboard::content::authored::parse;
use warboard::content::{
    Action, Amendment, DiagonalCount, Flanking, Gait, MovementPoolPolicy, MovementRenewal, Name, Pace, Source, Stat,
    StepCheck, Table, Trigger,
};
use warboard::control::{Charger, Controller};
use warboard::grid::{Cell, Distance, Footprint, distance};
use warboard::mechanics::{Game, movement};
use warboard::resolution::legal::{charges, paths_allowed};
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Target};
use warboard::rules::Ruleset;

const ACTIONS: [&str; 2] =
    [include_str!("../fixtures/tiny_actions.ron"), include_str!("../fixtures/moving_actions.ron")];

/// A ruleset of rounds with one action and one reaction a turn and a pool of movement.
pub(crate) fn pooled(renewed: MovementRenewal, quarters: u16, any_turn: bool) -> Ruleset {
    let mut rules = Ruleset::clone(&time_count());
    let rule = Name::new("R-1");
    let mut actions: Vec<Action> = Vec::new();
    for text in ACTIONS {
        let added: Vec<Action> = parse(&Source::new("actions.ron", text)).expect("the fixture parses");
        actions.retain(|action| added.iter().all(|other| other.id != action.id));
        actions.extend(added);
    }
    rules.actions = Table::new(actions);
    rules.policies.turn = rounds();
    rules.policies.economy = economy(&[("actions", 1), ("reactions", 1)]);
    let (renewed_rule, quarters_rule, any_turn_rule) = (rule, rule, rule);
    rules.policies.movement.pace = Pace::Pool(MovementPoolPolicy {
        bought: None,
        cell: 5,
        renewed,
        renewed_rule,
        quarters,
        quarters_rule,
        any_turn,
        any_turn_rule,
        rule,
    });
    rules
}

pub(crate) fn sturdy() -> warboard::content::Unit {
    base_unit().stat(Stat::HitPoints, 40)
}

/// Cells left in the pool of a combatant.
pub(crate) fn left(battle: &Skirmish, mark: char) -> u16 {
    let game = Game::new(battle.snapshot().view(), battle.battle().rules().book());
    movement::cells_in_pool(game, battle.id(mark), Gait::Walk).expect("a pool")
}

#[test]
fn a_walk_stopped_half_way_has_paid_for_its_steps_and_the_rest_outlasts_other_actions() {
    let mut rules = pooled(MovementRenewal::OwnTurn, 4, false);
    rules.policies.reactions = vec![reaction("halt", Trigger::AfterStep, "strike", &[Amendment::StopMovement])];
    let map = "a . . . .\n. . B . .";
    let mut battle = skirmish(&Arc::new(rules), map).unit('a', sturdy()).unit('B', sturdy()).rolls(&[20, 10, 19, 4, 5]);
    battle.state.impose(&reactions_left(battle.id('B'), 1));
    assert_eq!(left(&battle, 'a'), 4, "20 feet");
    battle.walk('a', &[(1, 0), (2, 0), (3, 0), (4, 0)]);
    battle.pass('B').choose('B', Choice::React(Name::new("halt")));
    assert_eq!((battle.cell('a'), left(&battle, 'a')), ((2, 0), 2), "stopped after two steps, which are paid for");
    battle.strike('a', 'B');
    assert_eq!(battle.row('a').turn_state.actions(), 0);
    assert_eq!(battle.asked(), ('a', Asks::Act), "there is movement left, so the turn is not over");
    let refused = battle.refused_walk('a', &[(3, 0), (4, 0), (3, 0)]);
    assert_eq!(refused.why, "3 cells of movement are more than the 2 of this movement");
    battle.walk('a', &[(3, 0), (4, 0)]);
    assert_eq!((battle.cell('a'), left(&battle, 'a')), ((4, 0), 0));
    assert_eq!(battle.asked().0, 'B', "nothing is left of the turn");
    assert_eq!(left(&battle, 'B'), 4);
    battle.all_rolled();
}

#[test]
fn a_charger_reaches_its_target_however_diagonals_are_counted() {
    for policy in [Distance::DiagonalsCostOne, Distance::AlternatingDiagonals, Distance::NoDiagonals] {
        for hexes in [false, true] {
            let mut rules = tiny(Vec::new()).as_ref().clone();
            rules.policies.board.distance = policy;
            if let Flanking::Separation { facing, .. } = &mut rules.policies.flanking {
                *facing = None;
            }
            let plan = skirmish(
                &Arc::new(rules),
                ". . . . . . . .\n . . . . c . . .\n. a . . d B . .\n . . . . e . . .\n. . . . . . . .",
            );
            let plan = if hexes { plan.hexes() } else { plan };
            let plan = plan
                .unit('a', sturdy().rate(200))
                .unit('B', sturdy())
                .unit('c', sturdy())
                .unit('d', sturdy())
                .unit('e', sturdy());
            let battle = plan.rolls(&[20, 10, 9, 8, 7]);
            let (setup, view) = (battle.battle().setup(), battle.snapshot().view());
            let prompt = battle.battle().prompt().expect("a question");
            let answer = Charger::default().answer(view, &setup.rules, setup, prompt);
            let Choice::Act(act) = &answer.choice else { panic!("{:?}", answer.choice) };
            let walk = act.movement(Gait::Walk).filter(|(_, path)| !path.is_empty());
            let (_, path) = walk.unwrap_or_else(|| panic!("{policy:?}, hexagons {hexes}: {act:?}"));
            let shape = view.shape();
            let end = Footprint::from(*path.last().expect("a step"));
            assert_eq!(distance(shape, policy, end, battle.row('B').position.footprint()), 1, "{policy:?}: {path:?}");
        }
    }
}

#[test]
fn quarters_add_up_and_diagonal_steps_are_counted_over_all_movements_of_a_round() {
    let mut rules = pooled(MovementRenewal::Round, 0, true);
    rules.policies.board.distance = Distance::AlternatingDiagonals;
    rules.policies.movement.diagonals = DiagonalCount::AllMovements { rule: Name::new("R-1") };
    let rules = Arc::new(rules);
    let map = "a . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . B";
    let mut battle = skirmish(&rules, map).unit('a', sturdy().rate(45)).unit('B', sturdy()).rolls(&[20, 10]);
    battle.refused_walk('a', &[(1, 0)]);
    let gained: Vec<u16> = (0..4).map(|_| left(battle.perform('a', "surge"), 'a')).collect();
    assert_eq!(gained, [2, 4, 6, 9], "quarters of 9 cells");
    let told = battle.log_lines().join("\n");
    assert!(told.contains("gains 11 ft of movement"), "{told}");

    let mut battle = skirmish(&rules, map).unit('a', sturdy().rate(45)).unit('B', sturdy()).rolls(&[20, 10]);
    let ends = |battle: &Skirmish| -> Vec<Cell> {
        let paths = paths_allowed(battle.snapshot().view(), battle.battle().rules(), battle.id('a'), Gait::Walk);
        paths.iter().filter_map(|path| path.last().copied()).collect()
    };
    battle.perform('a', "surge").walk('a', &[(1, 1)]);
    assert_eq!(left(&battle, 'a'), 1, "nine quarters less four");
    assert_eq!(ends(&battle), [Cell::new(0, 1), Cell::new(1, 0), Cell::new(1, 2), Cell::new(2, 1)], "no diagonal");
    battle.refused_walk('a', &[(2, 2)]);
    battle.perform('a', "surge").walk('a', &[(2, 2)]);
    assert_eq!(left(&battle, 'a'), 1, "fourteen quarters less eight");
    assert!(ends(&battle).contains(&Cell::new(3, 3)), "the third diagonal step is a cheap one");
    battle.wait('a').wait('B');
    assert_eq!((battle.count(), battle.asked().0, left(&battle, 'a')), (2, 'a', 0));
    battle.perform('a', "surge");
    assert!(ends(&battle).contains(&Cell::new(3, 3)), "counted anew in each round");
    battle.all_rolled();
}

#[test]
fn the_pool_is_used_in_the_turn_of_another_where_the_rules_allow_it() {
    for (any_turn, ends) in [(true, (1, 0)), (false, (0, 0))] {
        let mut rules = pooled(MovementRenewal::OwnTurn, 4, any_turn);
        rules.policies.ready = fragments().policies.ready.clone();
        let mut battle =
            skirmish(&Arc::new(rules), "a . .\n. . .\n. . B").unit('a', sturdy()).unit('B', sturdy()).rolls(&[20, 10]);
        let act = Act::along("step", vec![Cell::new(1, 0)]);
        let readied = Readied { watch: Name::new("moves"), act };
        battle.act('a', Act { target: Target::Ready(Box::new(readied)), ..Act::own(Name::new("ready")) });
        battle.wait('a').walk('B', &[(1, 2)]);
        if any_turn {
            assert!(matches!(battle.asked(), ('a', Asks::React { .. })), "{:?}", battle.asked());
            battle.choose('a', Choice::React(Name::new("ready")));
        }
        assert_eq!(battle.cell('a'), ends);
        assert_eq!(left(&battle, 'a'), if any_turn { 3 } else { 4 });
        battle.all_rolled();
    }
}

#[test]
fn a_pool_without_use_leaves_no_trace_in_the_state_of_a_turn() {
    let battle = skirmish(&time_count(), "a B").unit('a', sturdy()).unit('B', sturdy()).rolls(&[1, 2]);
    let written = ron::to_string(&battle.snapshot().rows[CombatantId(0).index()].turn_state).expect("plain data");
    assert!(!written.contains("movement"), "{written}");
}

#[test]
fn a_combatant_flanked_in_passing_chooses_a_facing_where_steps_are_checked() {
    for after_steps in [Vec::new(), vec![StepCheck::Facing]] {
        let mut rules = pooled(MovementRenewal::OwnTurn, 4, false);
        rules.policies.movement.after_steps.clone_from(&after_steps);
        let map = ". . a . . .\n. b T . . .\n. . . . . .";
        let plan = skirmish(&Arc::new(rules), map).unit('a', sturdy()).unit('b', sturdy()).unit('T', sturdy());
        let mut battle = plan.rolls(&[20, 10, 5]);
        battle.walk('a', &[(3, 1), (4, 1), (5, 1)]);
        if !after_steps.is_empty() {
            let ('T', Asks::Face { options }) = battle.asked() else { panic!("{:?}", battle.asked()) };
            let towards = Facing::Towards(battle.id('a'));
            assert!(options.contains(&towards), "{options:?}");
            assert_eq!(battle.cell('a'), (3, 1), "in the middle of the movement");
            battle.choose('T', Choice::Face(towards));
            assert_eq!(battle.row('T').facing, towards);
        }
        assert_eq!(battle.cell('a'), (5, 1), "the movement goes on");
        assert_eq!(battle.asked(), ('a', Asks::Act), "nobody is flanked at its end");
        battle.all_rolled();
    }
}

#[test]
fn a_hidden_mover_is_seen_on_its_way_where_steps_are_checked() {
    let hidden = PairRelation::Has(fragments().policies.sight.as_ref().expect("a policy").hidden);
    for (after_steps, still_hidden) in [(Vec::new(), true), (vec![StepCheck::Hiding], false)] {
        let mut rules = Ruleset::clone(&fragments());
        rules.policies.movement.after_steps = after_steps;
        let map = "a . . . .\n# # . # #\n. . B . .";
        let mut battle = skirmish(&Arc::new(rules), map).unit('a', plain()).unit('B', plain()).rolls(&[20, 10]);
        let (who, towards, rule) = (battle.id('a'), battle.id('B'), Name::new("test"));
        let fact = PairFact { towards, slant: hidden, until: Until::Ended, rule };
        battle.state.impose(&BattleEvent::PairFactBegan { who, fact });
        battle.walk('a', &[(1, 0), (2, 0), (3, 0), (4, 0)]);
        assert_eq!(battle.cell('a'), (4, 0));
        let facts = battle.row('a').pairs.clone();
        assert_eq!(facts.towards(towards).any(|fact| fact.slant == hidden), still_hidden, "seen through the gap");
        battle.all_rolled();
    }
}

#[test]
fn a_charge_is_straight_free_and_long_enough_and_ends_with_a_blow() {
    let rules = Arc::new(pooled(MovementRenewal::OwnTurn, 4, false));
    let map = "a . . . B\n. . c . .\n. . , . .\n. . . . D";
    let begun = |rolls: &[u16]| {
        let plan = skirmish(&rules, map).unit('a', sturdy()).unit('B', sturdy()).unit('c', sturdy());
        plan.unit('D', sturdy()).rolls(rolls)
    };
    let mut battle = begun(&[20, 10, 9, 8, 15, 8]);
    let to_b = battle.id('B');
    let charge = |at: CombatantId, path: &[(i16, i16)]| {
        let path = path.iter().map(|(x, y)| Cell::new(*x, *y)).collect();
        Choice::Act(Act::charging("charge", path, at))
    };
    let rows = [
        (to_b, vec![(1, 0)], "a charge needs 10 feet"),
        (to_b, vec![(1, 0), (2, 0)], "the charge does not reach the target"),
        (to_b, vec![(1, 0), (2, 0), (3, 1)], "a charge is straight"),
    ];
    for (at, path, why) in rows {
        assert_eq!(battle.refused(charge(at, &path)).why, why);
    }
    let view = battle.snapshot().view();
    let game = Game::new(view, battle.battle().rules().book());
    let action = battle.battle().rules().actions.get(Name::new("charge")).expect("the fixture has it");
    let offered = charges(game, battle.id('a'), action);
    assert_eq!(offered, [Act::charging("charge", vec![Cell::new(1, 0), Cell::new(2, 0), Cell::new(3, 0)], to_b)]);
    battle.act('a', offered[0].clone());
    assert_eq!((battle.cell('a'), left(&battle, 'a')), ((3, 0), 1));
    let hit = |event: &BattleEvent| matches!(event, BattleEvent::DamageTaken(hurt) if hurt.target == to_b);
    assert!(battle.events().iter().any(hit), "the blow follows at no cost");
    assert_eq!(battle.row('a').turn_state.actions(), 0);
    battle.all_rolled();

    let rules = Arc::new(pooled(MovementRenewal::OwnTurn, 8, false));
    let plan =
        skirmish(&rules, "a . . c . B\n. . . . . .\n. . , . . .\n. . . D . .").unit('a', sturdy()).unit('B', sturdy());
    let mut barred = plan.unit('c', sturdy()).unit('D', sturdy()).rolls(&[20, 10, 9, 8]);
    let (to_b, to_d) = (barred.id('B'), barred.id('D'));
    assert_eq!(barred.refused(charge(to_b, &[(1, 0), (2, 0), (3, 0), (4, 0)])).why, "another is in the way");
    assert_eq!(barred.refused(charge(to_d, &[(1, 1), (2, 2)])).why, "the ground is too rough for a charge");
    assert_eq!(barred.refused(charge(to_d, &[(0, 1), (0, 2), (1, 3), (2, 3)])).why, "a charge is straight");
}

#[test] // HD-183, HD-285
fn a_walk_that_a_reaction_shortens_has_paid_for_the_steps_taken_and_keeps_the_rest() {
    let mut rules = pooled(MovementRenewal::OwnTurn, 4, false);
    rules.policies.reactions = vec![reaction("cling", Trigger::BeforeStep, "shout", &[Amendment::ShortenPath(2)])];
    let map = "a B . . .\n. . . . .";
    let mut battle = skirmish(&Arc::new(rules), map).unit('a', sturdy()).unit('B', sturdy()).rolls(&[20, 10]);
    battle.state.impose(&reactions_left(battle.id('B'), 1));
    battle.walk('a', &[(0, 1), (1, 1), (2, 1), (3, 1)]).choose('B', Choice::React(Name::new("cling")));
    assert_eq!((battle.cell('a'), left(&battle, 'a')), ((1, 1), 2), "two of four steps, each paid for");
    let spent = battle.events().iter().filter(|event| matches!(event, BattleEvent::MovementSpent { .. })).count();
    assert_eq!(spent, 2);
    assert_eq!(battle.asked(), ('a', Asks::Act));
    battle.walk('a', &[(2, 1), (3, 1)]);
    assert_eq!((battle.cell('a'), left(&battle, 'a')), ((3, 1), 0));
    battle.all_rolled();
}
