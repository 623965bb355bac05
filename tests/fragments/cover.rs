//! Cover by lines between corners: who has it, from whom, and total cover.

use crate::advantage::{NO_ADVANTAGE, attack_advantage, disadvantage};
use crate::skirmish::*;
use warboard::content::{Size, Unit};
use warboard::grid::{Cell, CoverGrade, Obstacle};
use warboard::mechanics::attack::Mode;
use warboard::mechanics::cover::{self, TargetCover};
use warboard::mechanics::{Game, line};
use warboard::resolution::{Act, Choice};

fn archer() -> Unit {
    plain().weapon("shortbow")
}

fn sized(size: Size) -> Unit {
    Unit { size, ..plain() }
}

/// The units of these marks where the map has them; the first one begins.
fn scene(map: &str, units: &[(char, Unit)]) -> Skirmish {
    let rules = fragments();
    let plan = units.iter().fold(skirmish(&rules, map), |plan, (mark, unit)| plan.unit(*mark, unit.clone()));
    plan.seeded(1)
}

fn covered(battle: &Skirmish, from: char, target: char) -> TargetCover {
    let rules = &battle.battle().setup().rules;
    cover::cover(Game::new(battle.snapshot().view(), rules.book()), battle.id(from), battle.id(target))
}

#[test] // TA-202, TA-205, TA-G29
fn one_blocked_line_from_the_best_corner_is_cover() {
    let pillar = scene(". . . .\na . # B\n. . . .", &[('a', archer()), ('B', plain())]);
    let found = covered(&pillar, 'a', 'B');
    assert_eq!((found.grade, found.by, found.seen), (CoverGrade::Half, Some(Obstacle::Cell(Cell::new(2, 1))), true));
    assert_eq!(attack_advantage(&pillar, 'a', 'B', Mode::Ranged), disadvantage("TA-205"));
    let aside = scene(". . # .\na . . B\n. . . .", &[('a', archer()), ('B', plain())]);
    assert_eq!(attack_advantage(&aside, 'a', 'B', Mode::Ranged), NO_ADVANTAGE, "no corner is hidden");
    let low = scene("a . o . B", &[('a', archer()), ('B', plain())]);
    assert_eq!(
        attack_advantage(&low, 'a', 'B', Mode::Ranged),
        disadvantage("TA-205"),
        "what hides a part hides enough"
    );
}

#[test] // TA-204, TA-G29
fn a_target_hidden_from_every_corner_cannot_be_attacked() {
    let mut wall = scene(". . # .\na . # B\n. . # .", &[('a', archer()), ('B', plain())]);
    let found = covered(&wall, 'a', 'B');
    assert!(!found.seen && found.grade == CoverGrade::Total && found.by.is_some());
    if wall.asked().0 == 'B' {
        wall.perform('B', "wait");
    }
    let target = wall.id('B');
    let why = wall.refused(Choice::Act(Act::at("attack", target, None)));
    assert!(why.to_string().contains("TA-204"), "{why}");
}

#[test] // TA-048, TA-202, TA-G29
fn bodies_at_least_as_large_give_cover_but_never_total_cover() {
    let behind = |size, target| {
        let scene = scene("a c . B .\n. . . . .", &[('a', archer()), ('c', sized(size)), ('B', sized(target))]);
        attack_advantage(&scene, 'a', 'B', Mode::Ranged)
    };
    assert_eq!(behind(Size::Medium, Size::Medium), disadvantage("TA-048"));
    assert_eq!(behind(Size::Small, Size::Medium), NO_ADVANTAGE);
    assert_eq!(behind(Size::Medium, Size::Large), NO_ADVANTAGE, "smaller than its target");
    let crowd = ". . c .\na . d B\n. . e .";
    let units = [('a', archer()), ('c', plain()), ('d', plain()), ('e', plain()), ('B', plain())];
    let crowd = scene(crowd, &units);
    let found = covered(&crowd, 'a', 'B');
    assert!(found.seen && found.grade == CoverGrade::None && found.creature.is_some());
    assert_eq!(attack_advantage(&crowd, 'a', 'B', Mode::Ranged), disadvantage("TA-048"));
}

#[test] // TA-G29
fn in_melee_only_targets_beyond_five_feet_have_cover() {
    let spearman = || plain().weapon("long_spear");
    let far = scene(". . .\na c B\n. . .", &[('a', spearman()), ('c', plain()), ('B', plain())]);
    assert_eq!(attack_advantage(&far, 'a', 'B', Mode::Melee), disadvantage("TA-048"));
    let near = scene("a #\n. B", &[('a', spearman()), ('B', plain())]);
    assert_eq!(attack_advantage(&near, 'a', 'B', Mode::Melee), NO_ADVANTAGE);
}

#[test] // WE-07, TA-178, TA-180
fn a_target_may_have_cover_from_one_attacker_and_none_from_another() {
    let scene = scene(
        "
        . . . . .
        b . # A .
        . . . . .
        . . . c .
        ",
        &[('b', archer()), ('c', archer()), ('A', plain())],
    );
    assert_eq!(attack_advantage(&scene, 'b', 'A', Mode::Ranged), disadvantage("TA-205"));
    assert_eq!(attack_advantage(&scene, 'c', 'A', Mode::Ranged), NO_ADVANTAGE);
}

#[test] // TA-200, TA-G30
fn an_effect_needs_one_free_line_from_any_corner() {
    let reaches = |map: &str| {
        let scene = scene(map, &[('a', plain()), ('B', plain())]);
        let (view, rules) = (scene.snapshot().view(), &scene.battle().setup().rules);
        let at = |mark| view.footprint(scene.id(mark));
        line::has_line(Game::new(view, rules.book()), at('a'), at('B'))
    };
    assert!(reaches(". . . .\na . # B"));
    assert!(!reaches("a . # B"), "from edge to edge of the map");
    assert!(reaches("a . o B"), "over a low wall");
    assert!(!reaches("a #\n# B"), "walls that meet at a corner");
}

#[test] // TA-206
fn an_area_effect_is_blocked_by_obstacles_at_its_origin() {
    let scene = scene(". . . .\na . # B\n. . . .\n. . . .", &[('a', archer()), ('B', plain())]);
    let (view, rules) = (scene.snapshot().view(), &scene.battle().setup().rules);
    let from = |cell: (i16, i16)| {
        cover::cover_from_origin(Game::new(view, rules.book()), Cell::from(cell).into(), scene.id('B')).grade
    };
    assert_eq!(from((0, 1)), CoverGrade::Half, "where the attacker stands");
    assert_eq!(from((3, 3)), CoverGrade::None, "from below");
}
