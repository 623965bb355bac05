//! Height in sight lines: rising ground between two bodies hides one from the other, or its lower half.

use crate::elevation::board;
use crate::skirmish::*;
use warboard::content::{Trait, Unit};
use warboard::grid::CoverGrade;
use warboard::mechanics::{Game, cover};
use warboard::resolution::{Act, Choice};

fn archer() -> Unit {
    plain().weapon("shortbow")
}

/// The cover of `B` from `a` at elevations.
fn hidden(map: &str, heights: &[i16]) -> CoverGrade {
    let rules = fragments();
    let plan = skirmish(&rules, map).on(board(map, heights));
    let battle = plan.unit('a', archer()).unit('B', plain()).rolls(&[20, 1]);
    cover::cover(Game::new(battle.snapshot().view(), rules.book()), battle.id('a'), battle.id('B')).grade
}

#[test] // TA-202, TA-204, TA-G34
fn ground_as_high_as_a_body_hides_it_and_half_as_high_its_lower_half() {
    assert_eq!(hidden("a . . B", &[0, 0, 10, 0]), CoverGrade::Total);
    assert_eq!(hidden("a . . B", &[0, 0, 5, 0]), CoverGrade::Half);
    assert_eq!(hidden("a . . B", &[0, 0, 0, 0]), CoverGrade::None);
}

#[test] // TA-204
fn no_shot_crosses_a_ridge() {
    let rules = fragments();
    let plan = skirmish(&rules, "a . . B").on(board("a . . B", &[0, 10, 10, 0]));
    let mut battle = plan.unit('a', archer()).unit('B', plain()).rolls(&[20, 1]);
    let shot = Act::at("attack", battle.id('B'), None);
    assert_eq!(battle.refused(Choice::Act(shot)).rule.as_str(), "TA-204");
}

#[test] // TA-202, TA-123
fn a_viewer_on_a_height_sees_over_lower_ground_but_not_past_its_own_rim() {
    assert_eq!(hidden("a . . . B", &[20, 0, 5, 0, 0]), CoverGrade::None, "over a hillock");
    assert_eq!(hidden("a . . . B", &[20, 20, 20, 0, 0]), CoverGrade::Total, "from far behind the rim");
    assert_eq!(hidden("a . . . B", &[20, 20, 0, 0, 0]), CoverGrade::Half, "from a step behind it");
    assert_eq!(hidden("a . . . B", &[20, 0, 0, 0, 0]), CoverGrade::None, "from the rim itself");
}

#[test] // TA-202, TA-G34
fn a_flier_sees_and_is_seen_over_a_ridge() {
    let rules = fragments();
    let map = "B . . . . . . . a";
    let heights = [0, 0, 0, 0, 15, 0, 0, 0, 0];
    let plan = skirmish(&rules, map).on(board(map, &heights));
    let wings = plain().with_trait(Trait::ImprovedFlight);
    let mut battle = plan.unit('a', archer()).unit('B', wings).rolls(&[1, 20]);
    let grade = |battle: &Skirmish| {
        cover::cover(Game::new(battle.snapshot().view(), rules.book()), battle.id('a'), battle.id('B')).grade
    };
    assert_eq!(grade(&battle), CoverGrade::Total);
    battle.act('B', Act::flying("fly", vec![], 40));
    assert_eq!(grade(&battle), CoverGrade::None);
}

#[test] // TA-048, TA-G29
fn a_body_covers_targets_behind_it_only_up_to_its_own_height() {
    let rules = fragments();
    let map = "a C . B";
    let plan = |heights: &[i16]| {
        let plan = skirmish(&rules, map).on(board(map, heights));
        plan.unit('a', archer()).unit('B', plain()).unit('C', plain()).rolls(&[20, 1, 2])
    };
    let between = |battle: &Skirmish| {
        cover::cover(Game::new(battle.snapshot().view(), rules.book()), battle.id('a'), battle.id('B')).creature
    };
    let level = plan(&[0, 0, 0, 0]);
    assert_eq!(between(&level), Some(level.id('C')));
    let high = plan(&[30, 0, 0, 0]);
    assert_eq!(between(&high), None, "shot over from above");
}
