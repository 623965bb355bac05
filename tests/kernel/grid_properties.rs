//! Geometry: properties of every board, and a few drawn examples.

use proptest::prelude::*;
use warboard::grid::{
    Barrier, Board, BoardPlan, Cell, CoverGrade, Direction, Distance, Footprint, Shape, Trace, adjacent, best_line,
    corner_sight, distance, is_clear, is_reached, sight_line,
};

const FLOOR: u8 = 0;
const WALL: u8 = 1;
const LOW_WALL: u8 = 4;
const SIDE: i16 = 7;
pub const POLICIES: [Distance; 3] = [Distance::DiagonalsCostOne, Distance::AlternatingDiagonals, Distance::NoDiagonals];

fn shapes() -> impl Strategy<Value = Shape> {
    prop_oneof![Just(Shape::Square), Just(Shape::Hex)]
}

pub fn cells() -> impl Strategy<Value = Cell> {
    (0..SIDE, 0..SIDE).prop_map(Cell::from)
}

fn footprints() -> impl Strategy<Value = Footprint> {
    ((-9i16..9, -9i16..9), 1u8..6).prop_map(|(anchor, extent)| Footprint::new(anchor.into(), extent))
}

fn fence(passable: bool, opaque: bool, cover: CoverGrade) -> Barrier {
    Barrier { name: "fence".into(), passable, opaque, cover, tall: None }
}

/// A board of floor and a few other kinds of terrain, with up to six fences.
pub fn boards() -> impl Strategy<Value = Board> {
    let ground = prop_oneof![6 => Just(FLOOR), 1 => Just(WALL), 1 => Just(2), 1 => Just(3), 1 => Just(LOW_WALL)];
    let tiles = proptest::collection::vec(ground, (SIDE * SIDE) as usize);
    let fences = proptest::collection::vec((cells(), 0u8..8, any::<bool>(), any::<bool>()), 0..6);
    (shapes(), tiles, fences).prop_map(|(shape, tiles, fences)| {
        let side = SIDE.unsigned_abs();
        let plan = BoardPlan { tiles, ..BoardPlan::open(shape, side, side) };
        let mut board = Board::new(plan).expect("a sound plan");
        for (cell, dir, passable, opaque) in fences {
            // A fence off the board or across a corner is refused, which leaves the board as it is.
            let barrier = fence(passable, opaque, CoverGrade::Quarter);
            let _refused = crate::drawn::set_barrier(&mut board, cell, shape.step(cell, Direction(dir)), Some(barrier));
        }
        board
    })
}

/// Whether the inside of a cell is on the open line between two centres, straight from the definition of a cell.
fn is_entered(shape: Shape, from: Cell, to: Cell, cell: Cell) -> bool {
    let measures = |cell: Cell| -> Vec<i64> {
        let (x, y) = (i64::from(cell.x), i64::from(cell.y));
        if shape == Shape::Square {
            return vec![2 * x, 2 * y];
        }
        let q = x - (y - (y & 1)) / 2;
        vec![q - y, q + 2 * y, -2 * q - y]
    };
    let (start, end, here) = (measures(from), measures(to), measures(cell));
    let (mut lower, mut upper) = ((0, 1), (1, 1));
    for k in 0..start.len() {
        let (length, away) = (end[k] - start[k], here[k] - start[k]);
        if length == 0 {
            if away != 0 {
                return false;
            }
            continue;
        }
        let sign = length.signum();
        let (enter, leave) = ((sign * away - 1, length.abs()), (sign * away + 1, length.abs()));
        if enter.0 * lower.1 > lower.0 * enter.1 {
            lower = enter;
        }
        if leave.0 * upper.1 < upper.0 * leave.1 {
            upper = leave;
        }
    }
    lower.0 * upper.1 < upper.0 * lower.1
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn distance_is_a_metric(shape in shapes(), a in cells(), b in cells(), c in cells()) {
        for policy in POLICIES {
            let far = |p: Cell, q: Cell| distance(shape, policy, p.into(), q.into());
            // Alternating diagonals are rounded down on each leg.
            let slack = u16::from(policy == Distance::AlternatingDiagonals);
            prop_assert_eq!(far(a, b), far(b, a));
            prop_assert_eq!(far(a, b) == 0, a == b);
            prop_assert!(far(a, c) <= far(a, b) + far(b, c) + slack);
        }
    }

    #[test]
    fn distance_between_footprints_is_the_minimum_over_their_cells(
        shape in shapes(), a in footprints(), b in footprints(),
    ) {
        for policy in POLICIES {
            let (ours, theirs) = (a.cells(shape), b.cells(shape));
            let pairs = ours.iter().flat_map(|&p| theirs.iter().map(move |&q| (p, q)));
            let least = pairs.map(|(p, q)| distance(shape, policy, p.into(), q.into())).min();
            prop_assert_eq!(Some(distance(shape, policy, a, b)), least);
            prop_assert_eq!(distance(shape, policy, a, b), distance(shape, policy, b, a));
        }
        let shared = a.cells(shape).iter().any(|&cell| b.contains(shape, cell));
        prop_assert_eq!(a.overlaps(shape, b), shared);
    }

    #[test]
    fn every_neighbour_is_one_cell_away(shape in shapes(), cell in cells()) {
        for near in shape.neighbours(cell) {
            prop_assert!(adjacent(shape, cell.into(), near.into()));
            let dir = shape.direction_of_step(cell, near).expect("a neighbour");
            prop_assert_eq!(shape.step(near, shape.opposite(dir)), cell);
            prop_assert_eq!(shape.direction_towards(cell.into(), near.into()), Some(dir));
        }
    }

    #[test]
    fn turning_is_symmetric_and_at_most_a_half_turn(shape in shapes(), a in 0u8..16, b in 0u8..16) {
        let (a, b) = (Direction(a), Direction(b));
        prop_assert_eq!(shape.turn(a, b), shape.turn(b, a));
        prop_assert!(shape.turn(a, b) <= 180);
        prop_assert_eq!(shape.turn(a, b) + shape.turn(b, shape.opposite(a)), 180);
    }

    #[test]
    fn a_footprint_keeps_its_form_when_it_moves(shape in shapes(), body in footprints(), dir in 0u8..8) {
        let step = |cell| shape.step(cell, Direction(dir));
        let mut moved: Vec<Cell> = body.cells(shape).iter().map(|&cell| step(cell)).collect();
        let mut there = body.at(step(body.anchor)).cells(shape).to_vec();
        moved.sort_unstable();
        there.sort_unstable();
        prop_assert_eq!(moved, there);
    }

    #[test]
    fn a_threshold_that_meets_a_wider_flank_meets_a_narrower_one(
        shape in shapes(), at in footprints(), a in footprints(), b in footprints(),
        wide in 0u16..1900, less in 0u16..1900,
    ) {
        let apart = |p, q, tenths| shape.separation_at_least(at, p, q, tenths);
        if apart(a, b, wide) {
            prop_assert!(apart(a, b, wide.saturating_sub(less)));
        }
        prop_assert_eq!(apart(a, b, wide), apart(b, a, wide));
    }

    #[test]
    fn separation_of_neighbours_is_the_turn_between_them(shape in shapes(), cell in cells(), a in 0u8..8, b in 0u8..8) {
        let (a, b) = (Direction(a), Direction(b));
        let tenths = shape.turn(a, b) * 10;
        let (one, other) = (shape.step(cell, a), shape.step(cell, b));
        let apart = |t| shape.separation_at_least(cell.into(), one.into(), other.into(), t);
        prop_assert!(apart(tenths));
        prop_assert!(!apart(tenths + 1));
    }

    #[test]
    fn a_line_enters_exactly_the_cells_it_crosses(shape in shapes(), from in cells(), to in cells()) {
        let mut entered: Vec<Cell> = Trace::new(shape, from, to).map(|crossing| crossing.to).collect();
        entered.sort_unstable();
        let board = Board::open(shape, SIDE.unsigned_abs(), SIDE.unsigned_abs());
        let others = board.cells().filter(|&cell| cell != from);
        let mut wanted: Vec<Cell> = others.filter(|&cell| is_entered(shape, from, to, cell)).collect();
        wanted.sort_unstable();
        prop_assert_eq!(entered, wanted);
    }

    #[test]
    fn sight_is_the_same_both_ways(board in boards(), a in cells(), b in cells(), across in 1u8..4) {
        prop_assert_eq!(sight_line(&board, a, b).opaque.is_some(), sight_line(&board, b, a).opaque.is_some());
        prop_assert_eq!(is_clear(&board, a, b), sight_line(&board, a, b).opaque.is_none());
        let (a, b) = (Footprint::new(a, across), Footprint::from(b));
        prop_assert_eq!(best_line(&board, a, b).opaque.is_some(), best_line(&board, b, a).opaque.is_some());
    }

    #[test]
    fn another_obstacle_never_improves_sight(board in boards(), from in cells(), to in cells(), at in cells(), side in 0u8..8) {
        let before = sight_line(&board, from, to);
        let mut worse = board.clone();
        if board.terrain(at).cover < CoverGrade::Half {
            worse.set_tile(at, LOW_WALL);
        }
        let edge = (at, board.shape().step(at, Direction(side)));
        if board.barrier(edge.0, edge.1).is_none() {
            let _refused = crate::drawn::set_barrier(&mut worse, edge.0, edge.1, Some(fence(true, true, CoverGrade::NineTenths)));
        }
        let after = sight_line(&worse, from, to);
        prop_assert!(after.cover >= before.cover);
        prop_assert!(after.opaque.is_some() || before.opaque.is_none());
    }

    #[test] // TA-G30: what one corner reaches of another, that one reaches of it; and shots go where effects go.
    fn lines_between_corners_are_the_same_both_ways(
        board in boards(), a in cells(), b in cells(), across in 1u8..4,
    ) {
        let (a, b) = (Footprint::new(a, across), Footprint::from(b));
        prop_assume!(!a.overlaps(board.shape(), b));
        let reached = is_reached(&board, a, b, None);
        prop_assert_eq!(reached, is_reached(&board, b, a, None));
        let hidden = |from, to| corner_sight(&board, from, to, &[], (None, 1)).cover == CoverGrade::Total;
        prop_assert_eq!((hidden(a, b), hidden(b, a)), (!reached, !reached));
    }

    #[test] // TA-202, TA-204: another wall, low wall, fence or body never reduces cover.
    fn another_obstacle_never_opens_a_line_between_corners(
        board in boards(), from in cells(), to in cells(), at in cells(), side in 0u8..8, tile in 1u8..5, body in cells(),
    ) {
        let (from, to) = (Footprint::from(from), Footprint::from(to));
        prop_assume!(from != to);
        let found = |board: &Board, bodies: &[Cell]| {
            let sight = corner_sight(board, from, to, bodies, (None, 1));
            (sight.cover == CoverGrade::Total, sight.cover > CoverGrade::None || sight.body.is_some())
        };
        let before = found(&board, &[]);
        let mut worse = board.clone();
        if board.terrain(at).cover == CoverGrade::None {
            worse.set_tile(at, tile);
        }
        let edge = (at, board.shape().step(at, Direction(side)));
        if board.barrier(edge.0, edge.1).is_none() {
            let _refused = crate::drawn::set_barrier(&mut worse, edge.0, edge.1, Some(fence(true, true, CoverGrade::NineTenths)));
        }
        let after = found(&worse, &[]);
        prop_assert!(after >= before && (after.1 || !before.1));
        let crowded = found(&board, &[body]);
        prop_assert!(crowded.0 == before.0 && crowded.1 >= before.1, "a body never gives total cover");
    }

    #[test]
    fn a_cached_line_equals_a_computed_one(board in boards(), pairs in proptest::collection::vec((cells(), cells()), 1..9)) {
        let fresh = || Board::new(BoardPlan::from(board.clone())).expect("a sound plan");
        let ask = |board: &Board, (from, to): (Cell, Cell)| corner_sight(board, from.into(), to.into(), &[], (None, 1));
        let known = fresh();
        for pair in pairs.iter().filter(|(from, to)| from != to).chain(&pairs) {
            if pair.0 != pair.1 {
                prop_assert_eq!(ask(&known, *pair), ask(&fresh(), *pair));
            }
        }
    }

    #[test]
    fn a_footprint_is_reached_unless_all_lines_to_it_are_blocked(board in boards(), ends in (footprints(), footprints())) {
        let ((from, to), fresh) = (ends, board.clone());
        let is_blocked = |board: &Board| corner_sight(board, from, to, &[], (None, 1)).cover == CoverGrade::Total;
        // Both answers share a cache, in either order.
        prop_assert_eq!(is_reached(&board, from, to, None), !is_blocked(&board));
        prop_assert_eq!(is_reached(&fresh, from, to, None), !is_blocked(&fresh));
        prop_assert_eq!(is_blocked(&board), is_blocked(&fresh));
    }

    #[test]
    fn a_block_is_open_if_nothing_in_it_hides(board in boards(), a in cells(), b in cells()) {
        let (least, most) = (Cell::new(a.x.min(b.x), a.y.min(b.y)), Cell::new(a.x.max(b.x), a.y.max(b.y)));
        let within = |cell: &Cell| (least.x..=most.x).contains(&cell.x) && (least.y..=most.y).contains(&cell.y);
        let hides = |cell: Cell| {
            let edged = board.barriers().keys().any(|(one, other)| *one == cell || *other == cell);
            edged || board.terrain(cell).opaque || board.terrain(cell).cover > CoverGrade::None
        };
        prop_assert_eq!(board.is_open_between(least, most), !board.cells().filter(within).any(hides));
    }

    #[test]
    fn a_large_body_only_steps_where_it_fits(board in boards(), at in cells(), extent in 1u8..4, dir in 0u8..8) {
        let (body, dir) = (Footprint::new(at, extent), Direction(dir));
        let there = body.at(board.shape().step(at, dir));
        if board.fits(body) && board.step_cost(extent, at, dir).is_some() {
            prop_assert!(board.fits(there));
        }
    }

    #[test]
    fn changing_a_tile_equals_building_the_changed_board(board in boards(), at in cells(), tile in 0u8..5) {
        let mut plan = BoardPlan::from(board.clone());
        plan.tiles[board.index(at)] = tile;
        let mut changed = board;
        changed.set_tile(at, tile);
        prop_assert_eq!(changed, Board::new(plan).expect("a sound plan"));
    }
}
