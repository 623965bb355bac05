//! Cover, concealment, and what they do to attacks of opportunity.

use crate::drawn;
use crate::fighters::*;
use crate::skirmish::*;
use warboard::grid::{Board, Cell, CoverGrade, Shape};
use warboard::mechanics::{Game, cover};

fn shot(map: &str) -> i16 {
    let mut battle = duel(map, fighter().weapon("longbow"), fighter(), &[1]);
    battle.attack('a', 'B');
    rolled(&battle.events())[0].bonus.total() + 5
}

#[test] // PR-271, PR-G25
fn a_line_from_the_best_corner_that_crosses_a_wall_gives_4() {
    assert_eq!(shot("a . . B"), 4);
    assert_eq!(shot(". . # .\na . . B"), 4, "a line along a wall is free");
    assert_eq!(shot(". . # B\na . . ."), 0);
}

/// An archer, an obstacle that hides a quarter (`q`), half (`h`), nine tenths (`n`) or nothing, and its target.
fn duel_on(obstacle: &str, dice: &[u16]) -> Skirmish {
    let map = format!("a . {} . B .", if obstacle == "." { "." } else { "o" });
    let mut plan = drawn::plan(Shape::Square, &map);
    plan.palette[4].cover = match obstacle {
        "q" => CoverGrade::Quarter,
        "n" => CoverGrade::NineTenths,
        _ => CoverGrade::Half,
    };
    let board = Board::new(plan).expect("a board");
    let fighters = [('a', fighter().weapon("longbow"), 20), ('B', fighter(), 1)];
    battle_of(skirmish(&pathrunner(), &map).on(board), &fighters, dice)
}

#[test] // PR-272, PR-G25
fn a_thicket_gives_2_and_an_arrow_slit_8() {
    let shot_past = |obstacle: &str| {
        let mut battle = duel_on(obstacle, &[1]);
        battle.attack('a', 'B');
        rolled(&battle.events())[0].bonus.total() + 5
    };
    assert_eq!(shot_past("."), 4);
    assert_eq!(shot_past("q"), 4 - 2, "partial");
    assert_eq!(shot_past("h"), 4 - 4);
    assert_eq!(shot_past("n"), 4 - 8, "improved");
}

#[test] // PR-152, PR-G25
fn cover_adds_2_to_reflex_saves() {
    for (obstacle, covered) in [(".", false), ("h", true)] {
        let battle = duel_on(obstacle, &[]);
        let game = Game::new(battle.snapshot().view(), battle.battle().setup().rules.book());
        let of = |name: &str| cover::save_modifier(game, (battle.id('a'), battle.id('B')), None, stat(name));
        let reflex = of("ReflexSave").map(|(_, modifier)| (modifier.amount, modifier.rule.as_str()));
        assert_eq!(reflex, covered.then_some((2, "PR-G25")), "{obstacle}");
        assert!(of("WillSave").is_none());
        let beside =
            cover::save_modifier(game, (battle.id('a'), battle.id('B')), Some(Cell::new(5, 0)), stat("ReflexSave"));
        assert!(beside.is_none(), "from a point beyond the obstacle");
    }
}

#[test] // PR-G25
fn creatures_give_no_cover() {
    let fighters = [('a', fighter().weapon("longbow"), 20), ('c', fighter(), 2), ('B', fighter(), 1)];
    let mut battle = battle("a c . B", &fighters, &[1]);
    battle.attack('a', 'B');
    assert_eq!(rolled(&battle.events())[0].bonus.total() + 5, 4);
}

#[test] // PR-G25, PR-036
fn nobody_takes_the_opportunity_against_a_foe_in_cover() {
    for (map, asked) in [("B . . .\n. # a .", None), ("B . . .\n. . a .", Some('B'))] {
        let mut battle = duel(map, fighter(), fighter().weapon("longspear"), &[]);
        battle.walk('a', &[(3, 1)]);
        assert_eq!(battle.reacting(), asked, "{map}");
    }
}

#[test] // PR-273, PR-G26
fn a_hit_on_a_concealed_foe_misses_at_20_and_of_an_unseen_one_at_50_of_100() {
    for (blind, chance, misses) in [(true, 50, true), (true, 51, false)] {
        let plan = skirmish(&pathrunner(), "a B").unit('a', fighter()).unit('B', fighter());
        let plan = if blind { plan.with_condition('a', "blinded") } else { plan };
        let dice: &[u16] = if misses { &[20, 1, 15, chance] } else { &[20, 1, 15, chance, 4] };
        let mut battle = plan.rolls(dice);
        battle.attack('a', 'B');
        let events = battle.events();
        assert_eq!(damage(&events).is_empty(), misses, "{chance}");
        let bonus = &rolled(&events)[0].bonus;
        assert!(!bonus.to_string().contains("PR-273"), "a chance to miss, no modifier: {bonus}");
        battle.all_rolled();
    }
}
