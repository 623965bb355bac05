//! Forced movement: bodies pushed in a row, dragged, and moved around.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::moves::{left, pooled, sturdy};
use crate::proofs::{reaction, reactions_left};
use crate::skirmish::*;
use warboard::content::authored::parse;
use warboard::content::{
    Action, BodiesAhead, Breakdown, DamageTypes, ForceKind, Impact, Modifier, MovementRenewal, Name, ProvokingForce,
    PushPolicy, PushedAlong, Pusher, Source, Stat, Table, Trigger,
};
use warboard::grid::Cell;
use warboard::resolution::{Asks, BattleEvent, CellPurpose, Choice, Pick, PickPurpose};
use warboard::rules::Ruleset;

const ACTIONS: &str = include_str!("../fixtures/forcing_actions.ron");

/// A ruleset in which pushed bodies push others along, obstacles harm, and the pusher may follow.
fn forcing() -> Ruleset {
    let mut rules = pooled(MovementRenewal::OwnTurn, 4, false);
    let added: Vec<Action> = parse(&Source::new("forcing_actions.ron", ACTIONS)).expect("the fixture parses");
    rules.actions = Table::new(rules.actions.iter().map(|action| Action::clone(action)).chain(added).collect());
    let (rule, action) = (Name::new("R-20"), Name::new("rush_on"));
    let each = Modifier { amount: -4, rule: Name::new("R-24") };
    rules.policies.push = PushPolicy {
        pusher: Pusher::MayFollow { rule },
        bodies: BodiesAhead::PushedAlong(PushedAlong { action, each, rule }),
        impact: Some(Impact {
            damage: "1d6".parse().expect("a formula"),
            per: 10,
            harm: DamageTypes::BLUDGEONING,
            damage_rule: Name::new("R-25"),
            falls_rule: None,
        }),
        provokes: Vec::new(),
        along: None,
    };
    rules
}

/// A battle of a pusher with a Strength of 4 against others.
fn against(rules: Ruleset, map: &str, others: &str, rolls: &[u16]) -> Skirmish {
    let plan = skirmish(&Arc::new(rules), map).unit('p', sturdy().stat(Stat::Strength, 4));
    others.chars().fold(plan, |plan, mark| plan.unit(mark, sturdy())).rolls(rolls)
}

fn yes(battle: &mut Skirmish, purpose: PickPurpose) {
    assert!(
        matches!(battle.asked(), ('p', Asks::Pick { purpose: asked, .. }) if asked == purpose),
        "{:?}",
        battle.asked()
    );
    battle.choose('p', Choice::Pick(Pick::Yes));
}

fn bonuses(events: &[BattleEvent]) -> Vec<Breakdown> {
    let rolled = events.iter().filter_map(|event| match event {
        BattleEvent::CheckRolled(rolled) => Some(rolled.bonus.clone()),
        _ => None,
    });
    rolled.collect()
}

fn cells<const N: usize>(battle: &Skirmish, marks: [char; N]) -> [i16; N] {
    marks.map(|mark| battle.cell(mark).0)
}

#[test]
fn three_bodies_are_pushed_in_a_row_over_a_gap_and_against_a_wall() {
    let mut battle = against(forcing(), "p A . B C . # .", "ABC", &[20, 10, 9, 8, 16, 14, 19, 4]);
    battle.events();
    // 16 + 4 against 10: 25 feet.
    battle.act_on('p', "rush", 'A');
    assert_eq!(cells(&battle, ['p', 'A', 'B', 'C']), [0, 2, 3, 4], "one cell without a question, up to B");
    // 14 + 4 - 4 for B: 15 feet. 19 + 4 - 8 for C: 20 feet. So 15 of the 20 feet that are left.
    yes(&mut battle, PickPurpose::PushFurther);
    assert_eq!(cells(&battle, ['p', 'A', 'B', 'C']), [0, 3, 4, 5], "all three together, up to the wall");
    let totals: Vec<i16> = bonuses(&battle.events()).iter().map(Breakdown::total).collect();
    assert_eq!(totals, [4, 0, -4], "each body that is pushed already makes the check harder");
    yes(&mut battle, PickPurpose::PushFurther);
    let hurt = battle.events().into_iter().find_map(|event| match event {
        BattleEvent::DamageTaken(hurt) => Some((battle.mark(hurt.target), hurt.amount.total())),
        _ => None,
    });
    assert_eq!(hurt, Some(('C', 4)), "the first of the row is stopped by the wall, with 10 feet left");
    assert_eq!(left(&battle, 'p'), 4);
    yes(&mut battle, PickPurpose::FollowPush);
    assert_eq!(cells(&battle, ['p', 'A', 'B', 'C']), [2, 3, 4, 5], "the pusher follows, out of its own movement");
    assert_eq!(left(&battle, 'p'), 2);
    battle.all_rolled();
}

#[test]
fn the_row_goes_as_far_as_the_least_of_its_checks_and_stops_at_a_failed_one() {
    // WE-22 of Pathrunner: 15 feet for A, which reaches B after 5; 20 feet for B: both go on for 10.
    let mut battle = against(forcing(), "p A . B . . . .", "AB", &[20, 10, 9, 8, 19]);
    battle.act_on('p', "rush", 'A');
    yes(&mut battle, PickPurpose::PushFurther);
    yes(&mut battle, PickPurpose::PushFurther);
    assert_eq!(cells(&battle, ['A', 'B']), [4, 5], "A by 15 feet in total, B by 10");
    yes(&mut battle, PickPurpose::FollowPush);
    assert_eq!(cells(&battle, ['p']), [3]);
    battle.all_rolled();

    let mut stopped = against(forcing(), "p A . B . . . .", "AB", &[20, 10, 9, 8, 9]);
    stopped.act_on('p', "rush", 'A');
    yes(&mut stopped, PickPurpose::PushFurther);
    assert_eq!(cells(&stopped, ['A', 'B']), [2, 3], "9 + 4 - 4 does not reach 10");
    stopped.choose('p', Choice::Pick(Pick::No));
    assert_eq!(cells(&stopped, ['p']), [0], "it need not follow");
    stopped.all_rolled();
}

#[test]
fn forced_steps_provoke_where_the_rules_say_so() {
    let force = ProvokingForce { kind: ForceKind::Push, with: None, rule: Name::new("R-26") };
    for provokes in [None, Some(force)] {
        let mut rules = forcing();
        rules.policies.reactions = vec![reaction("jab", Trigger::AfterStep, "strike", &[])];
        rules.policies.push.provokes = provokes.into_iter().collect();
        let map = "p A . . .\n. . . f .";
        let plan = skirmish(&Arc::new(rules), map).unit('p', sturdy().stat(Stat::Strength, 4)).unit('A', sturdy());
        let mut battle = plan.unit('f', sturdy()).rolls(&[20, 10, 9, 8]);
        battle.state.impose(&reactions_left(battle.id('p'), 0));
        battle.state.impose(&reactions_left(battle.id('f'), 1));
        battle.act_on('p', "rush", 'A');
        assert_eq!(battle.cell('A'), (2, 0));
        let asked = battle.asked();
        match provokes {
            Some(_) => assert!(matches!(asked, ('f', Asks::React { .. })), "{asked:?}"),
            None => assert!(matches!(asked, ('p', Asks::Pick { .. })), "{asked:?}"),
        }
        battle.all_rolled();
    }
}

/// The cells offered for the target of an action.
fn offered(battle: &Skirmish, expected: CellPurpose) -> BTreeSet<(i16, i16)> {
    let ('p', Asks::Cell { purpose, cells }) = battle.asked() else { panic!("{:?}", battle.asked()) };
    assert_eq!(purpose, expected);
    cells.iter().map(|cell| (cell.x, cell.y)).collect()
}

#[test]
fn a_drag_goes_straight_up_to_the_next_body_as_far_as_movement_lasts() {
    let map = "B . . . p A";
    let mut battle = against(forcing(), map, "AB", &[20, 10, 9]);
    battle.act_on('p', "haul", 'A');
    assert_eq!(offered(&battle, CellPurpose::Drag), BTreeSet::from([(4, 0), (3, 0), (2, 0)]), "B ends it");
    battle.choose('p', Choice::Cell(Cell::new(3, 0)));
    assert_eq!((cells(&battle, ['p', 'A']), left(&battle, 'p')), ([2, 3], 2), "both keep their places, cell by cell");
    let moved = battle.events().iter().filter(|event| matches!(event, BattleEvent::Displaced { .. })).count();
    assert_eq!(moved, 2);
    battle.all_rolled();

    let mut tired = against(forcing(), map, "AB", &[20, 10, 9]);
    tired.walk('p', &[(3, 0), (2, 0), (3, 0)]).walk('p', &[(4, 0)]);
    assert_eq!(left(&tired, 'p'), 0);
    tired.act_on('p', "haul", 'A');
    assert_eq!(cells(&tired, ['p', 'A']), [4, 5], "without movement there is no drag");
}

#[test]
fn a_body_is_moved_around_within_reach_and_one_step_out_of_it() {
    let open = ". . . . . .\n. . . . . .\n. . p A . .\n. . . . . .\n. . . . . .";
    let mut battle = against(forcing(), open, "A", &[20, 10]);
    battle.act_on('p', "turn", 'A');
    let around = [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 0), (2, 1), (2, 3), (2, 4)];
    let ahead = [(3, 0), (3, 1), (3, 3), (3, 4), (4, 0), (4, 1), (4, 2), (4, 3), (4, 4)];
    let expected: BTreeSet<(i16, i16)> = around.into_iter().chain(ahead).collect();
    assert_eq!(offered(&battle, CellPurpose::Reposition), expected, "not two steps straight away");
}

#[test]
fn every_landing_that_is_offered_is_reached() {
    let maps = [
        ". . . . . .\n. . # . . .\n. . p A , .\n. . . ~ . .\n. B . . . .",
        "# . . # . .\n. . . . . .\n. . p . . .\n. . . A # .\n. B . . . ^",
        ". ^ . . . .\n. . A , . .\n. . p . # .\n. . . . . .\n. . B . . .",
    ];
    for map in maps {
        for (action, purpose) in [("haul", CellPurpose::Drag), ("turn", CellPurpose::Reposition)] {
            let begun = || {
                let mut battle = against(forcing(), map, "AB", &[20, 10, 9]);
                battle.act_on('p', action, 'A');
                battle
            };
            for (x, y) in offered(&begun(), purpose) {
                let mut battle = begun();
                battle.choose('p', Choice::Cell(Cell::new(x, y)));
                assert_eq!(battle.cell('A'), (x, y), "{action} on\n{map}");
                assert_ne!(battle.cell('A'), battle.cell('p'));
            }
        }
    }
}
