//! Half, full-round, swift and free actions, and the conditions that limit them.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::ActionSpeed;

/// A battle in which `a` has a condition as its turn begins.
fn with(condition: &str) -> Skirmish {
    let plan = skirmish(&pathrunner(), "a . . . B").unit('a', fighter()).unit('B', fighter());
    plan.with_condition('a', condition).rolls(&[20, 1])
}

fn points(condition: &str) -> (i16, i16) {
    let battle = with(condition);
    (battle.left('a', "half"), battle.left('a', "swift"))
}

#[test] // PR-G03, PR-G05, PR-G06
fn conditions_take_half_and_swift_actions() {
    assert_eq!(points("hindered"), (2, 1));
    assert_eq!(points("winded"), (2, 0));
    assert_eq!(points("staggered"), (2, 1));
    assert_eq!(points("stunned"), (1, 0));
    assert_eq!(points("paralyzed"), (0, 1));
}

#[test] // PR-G04, PR-157
fn the_staggered_take_no_full_round_action_and_still_two_half_actions() {
    let mut battle = with("staggered");
    battle.walk('a', &[(1, 0)]).walk('a', &[(2, 0)]);
    assert_eq!(battle.left('a', "half"), 0);
}

#[test] // PR-G01, PR-168
fn the_hindered_step_for_a_half_action_and_walk_at_half_speed() {
    let mut battle = with("hindered");
    battle.refused(warboard::resolution::Choice::Act(along("five_foot_step", &[(1, 0)])));
    battle.go('a', "hindered_step", &[(1, 0)]);
    assert_eq!((battle.left('a', "half"), battle.left('a', "swift")), (1, 1));
    let map = "a . . . . . . B";
    let plan = skirmish(&pathrunner(), map).unit('a', fighter()).unit('B', fighter()).with_condition('a', "hindered");
    let mut battle = plan.rolls(&[20, 1]);
    battle.refused_walk('a', &[(1, 0), (2, 0), (3, 0), (4, 0)]);
    battle.walk('a', &[(1, 0), (2, 0), (3, 0)]);
}

#[test] // PR-G02
fn the_immobilized_neither_walk_nor_step() {
    let mut battle = with("immobilized");
    battle.refused_walk('a', &[(1, 0)]);
    battle.refused(warboard::resolution::Choice::Act(along("five_foot_step", &[(1, 0)])));
    battle.perform('a', "total_defense");
}

#[test] // PR-167
fn to_drop_an_item_or_to_the_ground_is_free() {
    use warboard::battle::{WeaponLocation, WeaponSlot};
    use warboard::resolution::{Act, Target};
    let mut battle = duel("a . B", fighter(), fighter(), &[]);
    battle.act('a', Act { target: Target::Weapon(WeaponSlot(0)), ..Act::own("drop_item") });
    assert_eq!(battle.row('a').arms.place(WeaponSlot(0)), WeaponLocation::Gone);
    battle.perform('a', "drop_prone");
    assert_eq!(battle.row('a').stance.held, Some("prone".into()));
    assert_eq!((battle.left('a', "half"), battle.left('a', "swift")), (2, 1));
}

/// The charts of half, full-round, free and swift actions: the action, its half actions, and whether it provokes.
const CHARTS: [(&str, u8, bool); 13] = [
    ("attack", 1, false),
    ("draw", 1, false),
    ("sheathe", 1, false),
    ("pick_up", 1, true),
    ("ready", 1, false),
    ("don_shield", 1, false),
    ("drop_shield", 1, false),
    ("stand_up", 1, true),
    ("total_defense", 1, false),
    ("charge", 2, false),
    ("drop_item", 0, false),
    ("drop_prone", 0, false),
    ("open_door", 0, false),
];

#[test] // PR-033, PR-158, PR-162, PR-164, PR-165, PR-166, PR-167, PR-168, PR-170
fn actions_cost_and_provoke_as_the_charts_say() {
    let rules = pathrunner();
    for (id, halves, provokes) in CHARTS {
        let action = rules.actions.get(id.into()).unwrap_or_else(|| panic!("no {id}"));
        let cost = match action.speed {
            ActionSpeed::Actions(halves) => halves,
            ActionSpeed::Nothing => 0,
            other => panic!("{id}: {other:?}"),
        };
        assert_eq!((cost, action.has_tag(&["provokes".into()])), (halves, provokes), "{id}");
    }
}
