//! Cover from bodies and barriers between an attacker and its target.

use crate::fixture::{Scene, barrier, base_fighter, foe, rules};
use warboard::content::{Label, Size};
use warboard::grid::{Cell, CoverGrade, Obstacle};
use warboard::mechanics::attack::Mode;
use warboard::mechanics::cover::{self, TargetCover};

fn covered(scene: &Scene) -> TargetCover {
    cover::cover(scene.game(), scene.id('a'), scene.id('x'))
}

/// The penalty of `a` on `x` with its label and rule.
fn penalty(scene: &Scene) -> Option<(Label, i16, &'static str)> {
    let (label, modifier) = cover::modifier(&rules().policies.attack.cover, &covered(scene), Mode::Ranged)?;
    Some((label, modifier.amount, modifier.rule.as_str()))
}

fn duel(map: &str) -> Scene {
    Scene::square(map).unit('a', base_fighter()).unit('x', foe())
}

#[test] // TC-026, TC-027, TC-029, TC-030
fn every_grade_of_cover_has_its_penalty() {
    let behind = |grade| penalty(&duel("a . x").barrier((1, 0), (2, 0), barrier(grade)));
    assert_eq!(behind(CoverGrade::None), None);
    assert_eq!(behind(CoverGrade::Quarter), Some((Label::CoverQuarter, -2, "TC-026")));
    assert_eq!(behind(CoverGrade::Half), Some((Label::CoverHalf, -4, "TC-027")));
    assert_eq!(behind(CoverGrade::ThreeQuarters), Some((Label::CoverThreeQuarters, -6, "TC-029")));
    assert_eq!(behind(CoverGrade::NineTenths), Some((Label::CoverNineTenths, -8, "TC-030")));
}

#[test] // G-31
fn a_low_wall_on_the_line_gives_cover_and_names_its_cell() {
    let found = covered(&duel("a . o . x"));
    assert_eq!((found.grade, found.by), (CoverGrade::Half, Some(Obstacle::Cell(Cell::new(2, 0)))));
    assert!(found.seen);
}

#[test] // TC-028, G-31
fn a_body_in_the_way_counts_as_half_cover_friend_or_foe() {
    for other in [base_fighter(), foe()] {
        let scene = duel("a . b . x").unit('b', other);
        assert_eq!(penalty(&scene), Some((Label::CoverCreature, -4, "TC-028")));
        assert_eq!(covered(&scene).creature, Some(scene.id('b')));
    }
    assert_eq!(penalty(&duel("a b . x").unit('b', base_fighter().size(Size::Tiny))), None);
    assert!(penalty(&duel("a b . x").unit('b', base_fighter().size(Size::Small))).is_some());
    assert_eq!(penalty(&duel("a b . x").unit('b', base_fighter()).edit('b', |row| row.gone = true)), None);
}

#[test] // G-31
fn a_line_between_two_cells_is_blocked_only_by_bodies_in_both() {
    let corner = "
        a b .
        c . .
        . . x
    ";
    assert_eq!(penalty(&duel(corner).unit('b', base_fighter())), None);
    assert_eq!(penalty(&duel(corner).unit('c', base_fighter())), None);
    let both = duel(corner).unit('b', base_fighter()).unit('c', base_fighter());
    assert_eq!(penalty(&both), Some((Label::CoverCreature, -4, "TC-028")));
}

#[test] // G-31
fn grades_do_not_add_the_worst_counts() {
    let scene = |grade| duel("a b . x").unit('b', base_fighter()).barrier((2, 0), (3, 0), barrier(grade));
    assert_eq!(penalty(&scene(CoverGrade::Quarter)), Some((Label::CoverCreature, -4, "TC-028")));
    assert_eq!(penalty(&scene(CoverGrade::ThreeQuarters)), Some((Label::CoverThreeQuarters, -6, "TC-029")));
    let two = duel("a . . . x").barrier((1, 0), (2, 0), barrier(CoverGrade::Half));
    let two = two.barrier((3, 0), (4, 0), barrier(CoverGrade::Quarter));
    assert_eq!(penalty(&two), Some((Label::CoverHalf, -4, "TC-027")));
}

#[test] // G-31
fn neighbours_ignore_cover_unless_something_stands_on_the_edge() {
    let scene = Scene::square("a o").unit('a', base_fighter()).unit_at('x', (1, 0), foe());
    assert_eq!(penalty(&scene), None);
    let apart = Scene::square("a . o").unit('a', base_fighter()).unit_at('x', (2, 0), foe());
    assert_eq!(penalty(&apart), Some((Label::CoverHalf, -4, "TC-027")));
    let edge = duel("a x").barrier((0, 0), (1, 0), barrier(CoverGrade::NineTenths));
    assert_eq!(penalty(&edge), Some((Label::CoverNineTenths, -8, "TC-030")));
}

#[test] // G-31
fn a_wall_gives_total_cover() {
    assert!(!covered(&duel("a # x")).seen);
    let glass = duel("a . x").barrier((1, 0), (2, 0), barrier(CoverGrade::Total));
    assert!(!covered(&glass).seen);
}

#[test] // G-31
fn a_big_target_is_aimed_at_its_least_covered_cell() {
    let scene = Scene::square(
        "
        a . # X X
        . . . X X
    ",
    );
    let scene = scene.unit('a', base_fighter()).unit_at('x', (3, 0), foe().size(Size::Large));
    let found = covered(&scene);
    assert!(found.seen && found.grade == CoverGrade::None);
}

#[test] // G-31
fn another_position_to_shoot_from_may_face_less_cover() {
    let scene = duel(
        "
        a b . x
        . . . .
    ",
    )
    .unit('b', base_fighter());
    let from = |cell: (i16, i16)| {
        cover::cover_from(scene.game(), Cell::from(cell).into(), scene.id('a'), scene.id('x')).creature
    };
    assert_eq!((from((0, 0)), from((0, 1))), (Some(scene.id('b')), None));
}

#[test] // G-31
fn a_target_in_the_same_space_has_no_cover() {
    let scene = Scene::square("o").unit_at('a', (0, 0), base_fighter()).unit_at('x', (0, 0), foe());
    assert_eq!((penalty(&scene), covered(&scene).seen), (None, true));
}

#[test] // TC-028, G-31
fn no_body_is_in_the_way_between_neighbours() {
    let squares = Scene::square("a b\nc x").unit('a', base_fighter()).unit('x', foe());
    assert_eq!(penalty(&squares.unit('b', base_fighter()).unit('c', foe())), None);
    let hexes = Scene::hex("a x\n b .").unit('a', base_fighter()).unit('x', foe()).unit('b', foe());
    assert_eq!(penalty(&hexes), None);
    // A Large body next to a Medium one, apart by a barrier that is lower further along: still neighbours.
    let large = Scene::square("a a x\na a b")
        .unit('a', base_fighter().size(Size::Large))
        .unit('x', foe())
        .unit('b', base_fighter());
    let walled = large.barrier((1, 0), (2, 0), barrier(CoverGrade::Quarter));
    assert_eq!(covered(&walled).creature, None);
}

#[test] // TC-028, G-31
fn two_apart_on_hexes_are_covered_by_bodies_on_both_sides_of_the_line() {
    // Two rows down on hexes the line runs along the border of two hexagons.
    let map = "
        . a .
         b c .
        . x .
    ";
    let one = || Scene::hex(map).unit('a', base_fighter()).unit('x', foe()).unit('b', base_fighter());
    assert_eq!(penalty(&one()), None);
    assert_eq!(penalty(&one().unit('c', foe())), Some((Label::CoverCreature, -4, "TC-028")));
}
