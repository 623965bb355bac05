//! Barriers between cells: what they block, and the size an object needs to give cover.

use crate::advantage;
use crate::advantage::{NO_ADVANTAGE, attack_advantage, disadvantage};
use crate::skirmish::*;
use crate::spells::*;
use warboard::content::{Size, Trait, Unit};
use warboard::grid::{Barrier, Board, Cell, CoverGrade};
use warboard::mechanics::attack::Mode;
use warboard::mechanics::{Game, cover, reach};
use warboard::resolution::{Act, Choice};

/// The edge between two cells.
type Between = ((i16, i16), (i16, i16));

fn barrier(opaque: bool, cover: CoverGrade) -> Barrier {
    Barrier { name: "wall".into(), passable: false, opaque, cover, tall: None }
}

/// A board with barriers on these edges.
fn with_barriers(mut board: Board, barrier: &Barrier, edges: &[Between]) -> Board {
    for ((ax, ay), (bx, by)) in edges {
        crate::drawn::set_barrier(&mut board, Cell::new(*ax, *ay), Cell::new(*bx, *by), Some(barrier.clone()))
            .expect("neighbours");
    }
    board
}

/// `a` acts before `B`, with walls on these edges.
fn walled(map: &str, edges: &[Between], a: Unit, b: Unit) -> Skirmish {
    let board = with_barriers(crate::drawn::square(map), &barrier(true, CoverGrade::NineTenths), edges);
    skirmish(&fragments(), map).on(board).unit('a', a).unit('B', b).rolls(&[20, 1])
}

/// Whether `a` can reach `B` in melee and see it.
fn reaches(battle: &Skirmish) -> (bool, bool) {
    let (view, rules) = (battle.snapshot().view(), battle.battle().setup().rules.clone());
    let game = Game::new(view, rules.book());
    let (a, b) = (battle.id('a'), battle.id('B'));
    (reach::touches(game, a, b), cover::cover(game, a, b).seen)
}

const ALONE: &[Between] = &[((0, 1), (1, 1))];
const ALL_ROWS: &[Between] = &[((0, 0), (1, 0)), ((0, 1), (1, 1)), ((0, 2), (1, 2))];
const MAP: &str = ". . .\na B .\n. . .";

#[test] // TA-204, TA-083
fn a_wall_between_neighbours_blocks_every_attack_and_manoeuvre() {
    for edges in [ALONE, ALL_ROWS] {
        let mut battle = walled(MAP, edges, plain(), plain());
        assert_eq!(reaches(&battle), (false, false));
        let target = battle.id('B');
        for action in ["attack", "push", "trip", "feint", "disarm", "break_thing"] {
            battle.refused(Choice::Act(Act::at(action, target, None)));
        }
        let mut bare = walled(MAP, edges, plain().unarmed(), plain());
        bare.refused(Choice::Act(Act::at("grapple", target, None)));
        let mut archer = walled(MAP, edges, plain().weapon("shortbow"), plain());
        archer.refused(Choice::Act(Act::at("attack", target, None)));
        let mut mage = walled(MAP, edges, mage(), plain());
        mage.refused(Choice::Act(on("fire_bolt", energy(1, 1, 0, 0), target)));
    }
}

#[test] // TA-204
fn a_gap_in_the_wall_lets_attacks_through() {
    let others = [ALL_ROWS[0], ALL_ROWS[2]];
    assert_eq!(reaches(&walled(MAP, &others, plain(), plain())), (true, true));
    let mut battle = walled(MAP, &others, plain(), plain());
    battle.perform('a', "wait");
}

#[test] // TA-204, TA-200, TA-G30
fn a_long_wall_blocks_lines_to_diagonal_neighbours_and_beyond() {
    let diagonal = "a .\n. B";
    assert_eq!(reaches(&walled(diagonal, &ALL_ROWS[..2], plain(), plain())), (false, false));
    assert_eq!(reaches(&walled(diagonal, &ALL_ROWS[..1], plain(), plain())), (true, true), "past the end of the wall");
    let rows: Vec<Between> = (0..4).map(|y| ((0, y), (1, y))).collect();
    for map in ["a .\n. .\n. B\n. .", "a .\n. .\n. .\n. B"] {
        let mut battle = walled(map, &rows, plain().weapon("shortbow"), plain());
        assert!(!reaches(&battle).1, "no line runs along a wall from one side of it to the other");
        let target = battle.id('B');
        battle.refused(Choice::Act(Act::at("attack", target, None)));
    }
    let beside = walled("a .\n. .\nB .\n. .", &rows, plain().weapon("shortbow"), plain());
    assert!(reaches(&beside).1, "along the same side of it");
}

#[test] // TA-204
fn a_wall_on_hexes_blocks_attacks_between_neighbours() {
    let map = ". . .\n a B .\n. . .";
    let wall = barrier(true, CoverGrade::NineTenths);
    for edges in [ALONE, &[]] {
        let board = with_barriers(crate::drawn::hex(map), &wall, edges);
        let plan = skirmish(&fragments(), map).hexes().on(board);
        let battle = plan.unit('a', plain()).unit('B', plain()).rolls(&[20, 1]);
        assert_eq!(reaches(&battle), (edges.is_empty(), edges.is_empty()));
    }
}

#[test] // TA-204, TA-G13
fn a_large_body_strikes_past_a_wall_that_is_shorter_than_its_side() {
    let large = || plain().size(Size::Large);
    let map = "a . B .\n. . . .";
    let (half, whole) = ([((1, 0), (2, 0))], [((1, 0), (2, 0)), ((1, 1), (2, 1))]);
    assert_eq!(reaches(&walled(map, &half, large(), plain())), (true, true));
    assert_eq!(reaches(&walled(map, &whole, large(), plain())), (false, false));
    assert_eq!(reaches(&walled(map, &half, large(), large())), (true, true));
    assert_eq!(reaches(&walled(map, &whole, large(), large())), (false, false));
}

#[test] // TA-204, TA-G34
fn a_wall_has_no_upper_end() {
    let rules = fragments();
    let board = with_barriers(crate::drawn::square(MAP), &barrier(true, CoverGrade::NineTenths), ALONE);
    let flier = plain().with_trait(Trait::ImprovedFlight);
    let mut battle = skirmish(&rules, MAP).on(board).unit('a', plain()).unit('B', flier).rolls(&[1, 20]);
    battle.act('B', Act::flying("fly", Vec::new(), 5)).perform('B', "wait");
    assert_eq!(reaches(&battle), (false, false));
}

/// The advantage of a shot of `a` at a target of a size.
fn shot(map: &str, edges: &[Between], size: Size) -> advantage::AttackAdvantage {
    let board = with_barriers(crate::drawn::square(map), &barrier(false, CoverGrade::Half), edges);
    let plan = skirmish(&fragments(), map).on(board);
    let battle = plan.unit('a', plain().weapon("shortbow")).unit('B', plain().size(size)).rolls(&[20, 1]);
    attack_advantage(&battle, 'a', 'B', Mode::Ranged)
}

#[test] // TA-202, TA-G29
fn an_object_smaller_than_the_target_gives_it_no_cover() {
    let well = "a o B . .\n. . . . .\n. . . . .";
    for size in [Size::Tiny, Size::Small, Size::Medium] {
        assert_eq!(shot(well, &[], size), disadvantage("TA-205"), "{size:?}");
    }
    assert_eq!(shot(well, &[], Size::Large), NO_ADVANTAGE);
    assert_eq!(shot(well, &[], Size::Huge), NO_ADVANTAGE);
    let two = "a o B . .\n. o . . .\n. . . . .";
    assert_eq!(shot(two, &[], Size::Large), disadvantage("TA-205"), "two squares of one object");
    assert_eq!(shot(two, &[], Size::Huge), NO_ADVANTAGE);
    let three = "a o B . .\n. o . . .\n. o . . .";
    assert_eq!(shot(three, &[], Size::Huge), disadvantage("TA-205"));
    let apart = "a o B . .\n. . . . .\n. o . . .";
    assert_eq!(shot(apart, &[], Size::Large), NO_ADVANTAGE, "two objects, each too small");
}

#[test] // TA-202, TA-G29
fn a_short_fence_gives_a_large_target_no_cover() {
    let (map, one) = ("a . . B . .\n. . . . . .\n. . . . . .", [((1, 0), (2, 0))]);
    let two = [one[0], ((1, 1), (2, 1))];
    assert_eq!(shot(map, &one, Size::Medium), disadvantage("TA-205"));
    assert_eq!(shot(map, &one, Size::Large), NO_ADVANTAGE);
    assert_eq!(shot(map, &two, Size::Large), disadvantage("TA-205"));
}
