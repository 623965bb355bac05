//! Grapples: the contest, what being held prevents, dragging, and how a hold ends.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::{Size, Unit};
use warboard::resolution::{Act, Asks, Choice};

/// `a` holds B. The dice follow those of the contest.
fn held(map: &str, a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    let faces: Vec<u16> = [10, 16].iter().chain(dice).copied().collect();
    let mut battle = duel(map, a, b, &faces);
    battle.act_on('a', "grapple", 'B');
    assert!(battle.has('B', "grappled") && battle.has('a', "grappling"));
    battle
}

#[test] // FS-035, FS-036, FS-G05
fn the_one_that_begins_a_contest_loses_a_tie_and_two_failures_change_nothing() {
    let holds = |own, theirs| {
        let mut battle = duel("a B", fighter(), fighter(), &[own, theirs]);
        battle.act_on('a', "grapple", 'B');
        battle.all_rolled();
        battle.has('B', "grappled")
    };
    assert!(holds(10, 9), "more Successes");
    assert!(!holds(10, 10), "a tie");
    assert!(!holds(10, 11));
    assert!(holds(10, 15), "only the first passes");
    assert!(!holds(13, 15) && !holds(13, 14), "nobody or only the other passes");
}

#[test] // FS-035, FS-063, FS-G17, FS-101
fn a_grapple_needs_a_free_hand_and_a_neighbour_and_ignores_size() {
    let why = |map: &str, unit: Unit| {
        let mut battle = duel(map, unit, fighter(), &[]);
        let act = Act::at("grapple", battle.id('B'), None);
        battle.refused(Choice::Act(act)).to_string()
    };
    assert!(why("a B", fighter().shield("bone_shield")).contains("free hand"));
    assert!(why("a B", fighter().weapon("twinblade")).contains("free hand"));
    assert!(why("a . B", fighter().weapon("spear")).contains("next to") || !why("a . B", fighter()).is_empty());
    let mut battle = duel("a B . \n . . .", fighter(), fighter().size(Size::Huge), &[10, 16]);
    battle.events();
    battle.act_on('a', "grapple", 'B');
    let roll = battle.roll();
    assert!(roll.edge.terms().is_empty() && battle.has('B', "grappled"), "no boon for its size");
    assert_eq!(battle.left('a'), (2, 2), "an action point and no attack");
    battle.all_rolled();
}

#[test] // FS-035, FS-G17
fn the_held_one_neither_moves_nor_dashes_nor_stands_up_but_it_fights() {
    let mut battle = held("a B . .", fighter(), fighter(), &[17]);
    battle.wait('a');
    battle.refused_walk('B', &[(2, 0)]);
    battle.refused_action('B', "dash");
    battle.perform('B', "go_prone");
    battle.refused_action('B', "stand_up");
    let at = battle.id('a');
    battle.act('B', Act::at("strike", at, None)).choose('a', NONE);
    battle.all_rolled();
}

#[test] // FS-G17
fn a_holder_drags_its_foe_at_half_speed_and_only_then() {
    let row = ". . . . . . . . . . . . . . . . . . . . a B";
    let path = |to: i16| (to..20).rev().map(|x| (x, 0)).collect::<Vec<_>>();
    let mut battle = held(row, fighter(), fighter(), &[]);
    battle.spend('B', "actions");
    battle.refused_walk('a', &path(12));
    battle.walk('a', &path(13));
    assert_eq!((battle.cell('a'), battle.cell('B')), ((13, 0), (14, 0)), "7 of 15 metres");
    // A larger foe stays where it is, so that the holder is not slowed; it lets go as it leaves.
    let mut battle = held(&format!("{row} . \n {row} ."), fighter(), fighter().size(Size::Large), &[]);
    battle.spend('B', "actions").walk('a', &path(5));
    assert_eq!((battle.cell('a'), battle.cell('B')), ((5, 0), (21, 0)), "15 metres");
    assert!(!battle.has('B', "grappled"));
}

#[test] // FS-G17
fn a_path_without_room_for_the_dragged_one_is_refused() {
    let map = "# # # # # # # \n . . . . a B . \n # # # # # # #";
    let mut battle = held(map, fighter(), fighter(), &[]);
    battle.spend('B', "actions");
    battle.walk('a', &[(3, 1), (2, 1), (1, 1)]);
    assert_eq!((battle.cell('a'), battle.cell('B')), ((1, 1), (2, 1)));
    let pillar = ". . . . . \n . . a . . \n . # B . . \n . . . . .";
    let mut battle = held(pillar, fighter(), fighter(), &[]);
    battle.spend('B', "actions");
    let refused = battle.refused_walk('a', &[(1, 1), (0, 1), (0, 0)]).to_string();
    assert!(refused.contains("the other"), "{refused}");
}

#[test] // FS-G17
fn the_hand_that_holds_is_busy() {
    let mut battle = held("a B", carrying(fighter(), "dagger"), fighter(), &[]);
    let dagger =
        Act { target: warboard::resolution::Target::Weapon(warboard::battle::WeaponSlot(1)), ..Act::own("draw") };
    let refused = battle.refused(Choice::Act(dagger)).to_string();
    assert!(refused.contains("free hand"), "{refused}");
    let act = Act::at("grapple", battle.id('B'), None);
    battle.refused(Choice::Act(act));
}

#[test] // FS-162, FS-G17
fn the_held_one_escapes_by_the_same_contest_for_a_point() {
    for (own, theirs, free) in [(10, 9, true), (10, 10, false), (13, 15, false)] {
        let mut battle = held("a B", fighter(), fighter(), &[own, theirs]);
        battle.wait('a').events();
        battle.act_on('B', "escape", 'a');
        let roll = battle.roll();
        assert_eq!((roll.bonus.total(), roll.difficulty.total()), (12, 14), "athletics against the better test");
        assert_eq!((battle.has('B', "grappled"), battle.left('B')), (!free, (2, 2)));
        battle.all_rolled();
    }
}

#[test] // FS-002, FS-G17, FS-G43
fn a_holder_lets_go_at_no_cost_in_its_own_turn() {
    let mut battle = held("a B", fighter(), fighter(), &[]);
    battle.perform('a', "release");
    assert_eq!((battle.has('B', "grappled"), battle.has('a', "grappling"), battle.left('a')), (false, false, (2, 2)));
}

#[test] // FS-G17, FS-138
fn a_hold_ends_if_either_falls_unconscious_or_they_are_moved_apart() {
    let mut battle = held("a B . .", fighter(), fighter().has("Endurance", 3), &[10, 3]);
    battle.spend('B', "actions");
    battle.strike('a', 'B').choose('a', NONE);
    assert!(battle.has('B', "unconscious") && !battle.has('B', "grappled"));
    let mut battle = held("a B . .", fighter(), fighter(), &[10, 1, 13]);
    battle.spend('B', "actions");
    battle.strike('a', 'B').choose('a', named("push"));
    assert_eq!((battle.cell('B'), battle.has('B', "grappled")), ((2, 0), false), "pushed out of its hands");
    battle.all_rolled();
}

#[test] // FS-G11, FS-109
fn the_one_that_is_dragged_past_a_foe_provokes_nothing() {
    let plan = skirmish(&fighting_style(), ". . a B \n c . . . ").unit('a', fighter()).unit('B', fighter());
    let mut battle = plan.unit('c', fighter()).rolls(&[6, 1, 2, 10, 16]);
    battle.act_on('a', "grapple", 'B').walk('a', &[(1, 0)]);
    assert_eq!(battle.asked(), ('B', react_prompt(&battle)), "B may strike at its holder");
    battle.pass('B');
    assert_eq!(battle.asked(), ('a', Asks::Act), "and c has no opportunity against B, which does not move by itself");
}

/// The prompt that is open.
fn react_prompt(battle: &Skirmish) -> Asks {
    let (_, asks) = battle.asked();
    assert!(matches!(asks, Asks::React { .. }), "{asks:?}");
    asks
}
