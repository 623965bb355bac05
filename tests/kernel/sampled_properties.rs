//! Geometry of sampled lines: properties of every board.

use proptest::prelude::*;
use warboard::grid::{
    Barrier, Board, BoardPlan, Cell, CoverGrade, Direction, Footprint, SampledBody, SampledLines, SampledSight, Shape,
    sampled_sight,
};

/// Sides of the boards, which can be turned.
const SIDE: i16 = 7;
/// Floor, a wall and a low wall of the palette of [`BoardPlan::open`].
const KINDS: [u8; 3] = [0, 1, 4];

fn shapes() -> impl Strategy<Value = Shape> {
    prop_oneof![Just(Shape::Square), Just(Shape::Hex)]
}

fn cells() -> impl Strategy<Value = Cell> {
    (0..SIDE, 0..SIDE).prop_map(Cell::from)
}

/// Tiles, and fences by cell and direction.
type Parts = (Vec<u8>, Vec<(Cell, u8, bool)>);

fn parts() -> impl Strategy<Value = Parts> {
    let kind = prop_oneof![5 => Just(KINDS[0]), 1 => Just(KINDS[1]), 1 => Just(KINDS[2])];
    let fences = proptest::collection::vec((cells(), 0u8..8, any::<bool>()), 0..6);
    (proptest::collection::vec(kind, (SIDE * SIDE) as usize), fences)
}

fn fence(opaque: bool) -> Barrier {
    let cover = if opaque { CoverGrade::Total } else { CoverGrade::Half };
    Barrier { name: "fence".into(), passable: false, opaque, cover, tall: None }
}

/// The board of some parts after a change of its cells, which keeps neighbours.
fn board(shape: Shape, (tiles, fences): &Parts, at: impl Fn(Cell) -> Cell) -> Board {
    let side = SIDE.unsigned_abs();
    let mut board = Board::open(shape, side, side);
    let all: Vec<Cell> = board.cells().collect();
    for (cell, tile) in all.into_iter().zip(tiles) {
        board.set_tile(at(cell), *tile);
    }
    for (cell, dir, opaque) in fences {
        let other = shape.step(*cell, Direction(*dir));
        if board.contains(other) && !shape.is_diagonal(Direction(*dir)) {
            // An edge may be fenced twice; the later fence stands.
            let _same = crate::drawn::set_barrier(&mut board, at(*cell), at(other), Some(fence(*opaque)));
        }
    }
    board
}

fn lines(from: Footprint, to: Footprint) -> SampledLines {
    SampledLines { from, to, points: 4, eyes: 450, levels: [125, 375], cell: 5, uneven: false }
}

/// The numbers of a sight, without the obstacle that is named.
fn seen(sight: SampledSight) -> (u16, u16, bool) {
    (sight.protected, sight.of, sight.concealed)
}

proptest! {
    #[test]
    fn cover_is_the_same_on_a_turned_or_mirrored_board(parts in parts(), from in cells(), to in cells()) {
        prop_assume!(from != to);
        let last = SIDE - 1;
        let plain = seen(sampled_sight(&board(Shape::Square, &parts, |cell| cell), &lines(from.into(), to.into()), &[]));
        let turned = |cell: Cell| Cell::new(last - cell.y, cell.x);
        let mirrored = |cell: Cell| Cell::new(last - cell.x, cell.y);
        for change in [&turned as &dyn Fn(Cell) -> Cell, &mirrored] {
            let there = board(Shape::Square, &parts, change);
            let found = sampled_sight(&there, &lines(change(from).into(), change(to).into()), &[]);
            prop_assert_eq!(seen(found), plain);
        }
    }

    #[test]
    fn a_cached_answer_equals_the_first(shape in shapes(), parts in parts(), from in cells(), to in cells()) {
        prop_assume!(from != to);
        let board = board(shape, &parts, |cell| cell);
        let asked = lines(from.into(), to.into());
        let first = sampled_sight(&board, &asked, &[]);
        prop_assert_eq!(sampled_sight(&board, &asked, &[]), first);
        prop_assert!(first.protected <= first.of);
        prop_assert!(!first.concealed || first.protected == first.of, "what cannot be seen is protected");
        // Another height is another question, which the cache does not hold.
        let flat = SampledLines { eyes: 10, levels: [5, 10], ..asked };
        let other = sampled_sight(&board, &flat, &[]);
        prop_assert_eq!(other, sampled_sight(&Board::new(BoardPlan::from(board.clone())).expect("sound"), &flat, &[]));
    }

    #[test]
    fn more_obstacles_protect_at_least_as_much(shape in shapes(), parts in parts(), from in cells(), to in cells(), at in cells()) {
        prop_assume!(from != to);
        let board = board(shape, &parts, |cell| cell);
        let asked = lines(from.into(), to.into());
        let before = sampled_sight(&board, &asked, &[]);
        let body = SampledBody { space: at.into(), bottom: 0, top: 250 };
        let with_body = sampled_sight(&board, &asked, &[body]);
        prop_assert!(with_body.protected >= before.protected && with_body.concealed == before.concealed);
        let taller = sampled_sight(&board, &asked, &[SampledBody { top: 500, ..body }]);
        prop_assert!(taller.protected >= with_body.protected);
    }

    #[test]
    fn open_boards_protect_nothing(shape in shapes(), from in cells(), to in cells(), extent in 1u8..4) {
        let (board, to) = (Board::open(shape, 12, 12), Footprint::new(to, extent));
        prop_assume!(!to.contains(shape, from));
        let found = sampled_sight(&board, &lines(from.into(), to), &[]);
        prop_assert_eq!((found.protected, found.concealed), (0, false));
        let points = match shape {
            Shape::Square => 16,
            Shape::Hex => 24 * to.cells(shape).len() as u16,
        };
        prop_assert_eq!(found.of, 4 * points);
    }
}

#[test]
fn a_row_of_walls_across_hides_everything_on_both_shapes() {
    for shape in [Shape::Square, Shape::Hex] {
        let mut board = Board::open(shape, 7, 7);
        (0..7).for_each(|x| assert!(board.set_tile(Cell::new(x, 3), 1)));
        for (from, to) in (0..7).flat_map(|from| (0..7).map(move |to| (from, to))) {
            let asked = lines(Cell::new(from, 1).into(), Cell::new(to, 5).into());
            assert!(sampled_sight(&board, &asked, &[]).concealed, "{shape:?} {from} {to}");
        }
    }
}

#[test]
fn a_line_that_touches_one_corner_is_half_protected_and_one_between_two_walls_is_protected() {
    let (from, to) = (Cell::new(0, 0).into(), Cell::new(2, 2).into());
    let mut board = Board::open(Shape::Square, 3, 3);
    board.set_tile(Cell::new(2, 1), 1);
    let one = sampled_sight(&board, &lines(from, to), &[]);
    // Of 16 points 6 lie behind the wall and 4 on the line past its corner, at two heights; lines count in halves.
    assert_eq!((one.protected, one.of), (2 * (2 * 6 + 4), 64));
    board.set_tile(Cell::new(1, 2), 1);
    assert!(sampled_sight(&board, &lines(from, to), &[]).concealed);
}
