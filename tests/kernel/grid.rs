//! Geometry of the grid in small drawn cases.

use std::collections::BTreeMap;

use warboard::grid::{
    Barrier, Board, BoardFault, BoardPlan, Cell, CoverGrade, Direction, Distance, Flood, Footprint, Obstacle,
    Occupancy, Passage, Shape, Terrain, Trace, burst, corner_sight, is_clear, is_reached, line_area, sight_line,
};

const WALL: u8 = 1;

fn fence(passable: bool, opaque: bool, cover: CoverGrade) -> Barrier {
    Barrier { name: "fence".into(), passable, opaque, cover, tall: None }
}

#[test] // TC-011, TC-157, TC-159, TC-160, TC-161, TC-162
fn occupancies_of_every_size_add_up_exactly() {
    let mut filled = Occupancy::default();
    let here = Footprint::from(Cell::new(1, 1));
    for sixteenths in [16, 8, 4, 2, 1] {
        filled.add(Shape::Square, here, sixteenths);
    }
    assert_eq!(filled.at(Cell::new(1, 1)), 31);
    assert_eq!(Footprint::new(Cell::new(0, 0), 6).cells(Shape::Square).len(), 36);
}

#[test]
fn diagonal_steps_do_not_cut_the_corners_of_walls() {
    let board = crate::drawn::square(
        "
        . . .
        . # .
        . ~ .
    ",
    );
    let south_east = Direction(3);
    assert_eq!(board.step_cost(1, Cell::new(0, 0), south_east), None);
    assert_eq!(board.step_cost(1, Cell::new(0, 1), south_east), None);
    assert_eq!(board.step_cost(1, Cell::new(1, 0), south_east), None);
    assert_eq!(board.step_cost(1, Cell::new(0, 0), Direction(2)), Some(1));
}

#[test]
fn a_fence_stops_what_steps_across_its_end() {
    let mut board = Board::open(Shape::Square, 3, 3);
    let (west, east) = (Cell::new(0, 1), Cell::new(1, 1));
    crate::drawn::set_barrier(&mut board, east, west, Some(fence(false, false, CoverGrade::Half))).expect("an edge");
    assert_eq!(board.step_cost(1, west, Direction(2)), None);
    assert_eq!(board.step_cost(1, Cell::new(0, 0), Direction(3)), None);
    assert!(!board.fits(Footprint::new(Cell::new(0, 0), 2)));
    assert_eq!(board.step_cost(2, Cell::new(1, 0), Direction(6)), None);
    crate::drawn::set_barrier(&mut board, west, east, None).expect("an edge");
    assert_eq!(board, Board::open(Shape::Square, 3, 3));
}

#[test] // TC-027, G-31
fn the_best_cover_on_the_line_counts_and_neighbours_have_none() {
    let board = crate::drawn::square(". o o . .");
    let at = |x| Cell::new(x, 0);
    assert_eq!(sight_line(&board, at(0), at(1)).cover, CoverGrade::None);
    assert_eq!(sight_line(&board, at(0), at(2)).cover_by, Some(Obstacle::Cell(at(1))));
    assert_eq!(sight_line(&board, at(4), at(2)).cover, CoverGrade::Half);
    assert_eq!(sight_line(&board, at(2), at(4)).cover, CoverGrade::None);
}

#[test] // TC-030, G-31
fn an_arrow_slit_covers_even_a_neighbour() {
    let mut board = Board::open(Shape::Hex, 4, 4);
    let (inside, outside) = (Cell::new(1, 1), Cell::new(2, 1));
    crate::drawn::set_barrier(&mut board, inside, outside, Some(fence(false, false, CoverGrade::NineTenths)))
        .expect("an edge");
    let line = sight_line(&board, outside, inside);
    assert_eq!((line.cover, line.opaque), (CoverGrade::NineTenths, None));
    assert_eq!(line.cover_by, Some(Obstacle::Barrier(outside, inside)));
}

#[test]
fn a_line_through_a_corner_is_stopped_only_from_both_sides() {
    let (from, to) = (Cell::new(0, 1), Cell::new(1, 0));
    let mut half_open = crate::drawn::square("# .\n. .");
    assert!(sight_line(&half_open, from, to).opaque.is_none());
    assert_eq!(sight_line(&half_open, from, to).between.as_slice(), [(Cell::new(1, 1), Cell::new(0, 0))]);
    half_open.set_tile(Cell::new(1, 1), WALL);
    assert!(sight_line(&half_open, from, to).opaque.is_some());
}

#[test]
fn a_line_along_the_border_of_two_hexagons_is_stopped_only_by_both() {
    let (from, to) = (Cell::new(1, 2), Cell::new(1, 0));
    let mut board = Board::open(Shape::Hex, 3, 3);
    board.set_tile(Cell::new(0, 1), WALL);
    assert!(is_clear(&board, from, to));
    let passages: Vec<Passage> = Trace::new(Shape::Hex, from, to).map(|crossing| crossing.passage).collect();
    assert_eq!(passages, [Passage::Between(Cell::new(1, 1), Cell::new(0, 1))]);
    board.set_tile(Cell::new(1, 1), WALL);
    assert!(!is_clear(&board, from, to));
}

#[test] // TC-430
fn a_large_target_is_flanked_about_its_centre() {
    let target = Footprint::new(Cell::new(2, 2), 2);
    let apart = |a: (i16, i16), b: (i16, i16), tenths| {
        Shape::Square.separation_at_least(target, Cell::from(a).into(), Cell::from(b).into(), tenths)
    };
    assert!(apart((1, 1), (4, 4), 1800));
    assert!(apart((1, 2), (4, 2), 1350));
    assert!(!apart((1, 2), (4, 1), 1800));
    assert!(!apart((2, 1), (4, 2), 1125));
}

#[test]
fn bursts_and_lines_keep_to_the_board() {
    let board = Board::open(Shape::Square, 5, 5);
    assert_eq!(burst(&board, Cell::new(0, 0), 40).len(), 25);
    assert_eq!(line_area(&board, Cell::new(3, 0), Cell::new(9, 0)), [Cell::new(4, 0)]);
}

#[test]
fn higher_ground_is_measured_in_feet() {
    let board = crate::drawn::square(". ^ .");
    let at = |x| Footprint::from(Cell::new(x, 0));
    assert_eq!(board.height_difference(at(1), at(0)), 10);
    assert_eq!(board.height_difference(at(0), Footprint::new(Cell::new(1, 0), 2)), -10);
}

#[test]
fn a_faulty_plan_is_refused() {
    let open = || BoardPlan::open(Shape::Square, 2, 2);
    let nothing = BoardPlan::open(Shape::Square, 0, 2);
    assert_eq!(Board::new(nothing), Err(BoardFault::Size(0, 2)));
    assert_eq!(Board::new(BoardPlan { tiles: vec![0; 3], ..open() }), Err(BoardFault::Count(4, 3)));
    assert_eq!(Board::new(BoardPlan { tiles: vec![0, 0, 0, 9], ..open() }), Err(BoardFault::Tile(Cell::new(1, 1), 9)));
    let free = Terrain { cost: Some(0), ..Terrain::floor() };
    let plan = BoardPlan { palette: vec![free], ..open() };
    assert_eq!(Board::new(plan), Err(BoardFault::Cost("floor".into())));
    let across_a_corner = (Cell::new(0, 0), Cell::new(1, 1));
    let barriers = BTreeMap::from([(across_a_corner, fence(true, true, CoverGrade::Half))]);
    let plan = BoardPlan { barriers, ..open() };
    assert_eq!(Board::new(plan), Err(BoardFault::Barrier(across_a_corner.0, across_a_corner.1)));
}

#[test]
fn nothing_off_the_board_can_be_entered_or_seen_through() {
    let board = Board::open(Shape::Square, 2, 2);
    let outside = [Cell::new(-1, 0), Cell::new(0, 2), Cell::new(i16::MAX, i16::MIN)];
    for cell in outside {
        assert!(!board.contains(cell) && board.terrain(cell).opaque);
        assert!(!board.fits(cell.into()));
        assert_eq!(board.step_cost(1, cell, Direction(2)), None);
    }
    let mut flood = Flood::default();
    flood.run_with(Distance::DiagonalsCostOne, &board, Cell::new(5, 5), 9, |_, _, _| Some(1));
    assert_eq!((flood.reached(), flood.cost(Cell::new(0, 0))), (&[][..], None));
}

#[test]
fn a_board_is_written_and_read_back() {
    let mut board = crate::drawn::square(". ^\no #");
    crate::drawn::set_barrier(&mut board, Cell::new(0, 0), Cell::new(1, 0), Some(fence(true, false, CoverGrade::Half)))
        .expect("an edge");
    let text = ron::to_string(&board).expect("a board can be written");
    assert!(text.contains("((0,0),(1,0))"));
    assert_eq!(ron::from_str::<Board>(&text), Ok(board));
}

#[test] // TA-G29, TA-G30
fn no_line_passes_between_walls_that_meet() {
    let seen = |map: &str, from: (i16, i16), to: (i16, i16)| {
        let board = crate::drawn::square(map);
        corner_sight(&board, Cell::from(from).into(), Cell::from(to).into(), &[], (None, 1)).cover
    };
    assert_eq!(seen("a . x", (0, 0), (2, 0)), CoverGrade::None);
    assert_eq!(seen("a # .\n# x .\n. . .", (0, 0), (1, 1)), CoverGrade::Total, "corner to corner");
    assert_eq!(seen("a # .\n. x .\n. . .", (0, 0), (1, 1)), CoverGrade::None, "past one wall");
    assert_eq!(seen(". # .\na # x\n. # .", (0, 1), (2, 1)), CoverGrade::Total, "a wall of three");
    assert_eq!(seen(". . .\na # x\n. . .", (0, 1), (2, 1)), CoverGrade::Half, "a pillar");
    assert_eq!(seen(". . . . .\na . # # x\n. . . . .", (0, 1), (4, 1)), CoverGrade::Half, "along two pillars");
    assert_eq!(seen("a . o . x", (0, 0), (4, 0)), CoverGrade::Half, "a low wall hides half of all of it");
}

#[test] // TA-G29
fn a_space_of_hexagons_has_six_corners() {
    let board = crate::drawn::hex(". . . . .\n. . # . .\n. . . . .");
    let sight = |from: (i16, i16), to: (i16, i16)| {
        corner_sight(&board, Cell::from(from).into(), Cell::from(to).into(), &[], (None, 1)).cover
    };
    // Straight behind one hexagon: its edges hide the two corners that face away on each side of the middle.
    assert!((CoverGrade::Quarter..CoverGrade::Total).contains(&sight((1, 1), (3, 1))));
    assert_eq!(sight((0, 0), (4, 0)), CoverGrade::None);
    let wall = crate::drawn::hex("# # # # #\na # x . .\n# # # # #");
    assert!(!is_reached(&wall, Cell::new(0, 1).into(), Cell::new(2, 1).into(), None));
}
