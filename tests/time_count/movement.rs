//! Walking, count by count.

use crate::bodies::{Bodies, in_stance, momentum, mover, refused};
use warboard::battle::Momentum;
use warboard::content::action::Gait::{self, Walk};
use warboard::grid::{Cell, Flood, Shape};
use warboard::mechanics::movement::{allowance, cells_on_count, counts_for, flood, rate, walk};

const NORTH_EAST: u8 = 1;
const EAST: u8 = 2;
const SOUTH_EAST: u8 = 3;

/// The twelve printed rows: feet, then cells on eight counts of one movement.
const ROWS: [(u16, [u16; 8]); 12] = [
    (5, [0, 1, 0, 0, 0, 1, 0, 0]),
    (10, [1, 0, 1, 0, 1, 0, 1, 0]),
    (15, [1, 1, 0, 1, 1, 1, 0, 1]),
    (20, [1, 1, 1, 1, 1, 1, 1, 1]),
    (25, [1, 2, 1, 1, 1, 2, 1, 1]),
    (30, [2, 1, 2, 1, 2, 1, 2, 1]),
    (35, [2, 2, 1, 2, 2, 2, 1, 2]),
    (40, [2, 2, 2, 2, 2, 2, 2, 2]),
    (45, [2, 3, 2, 2, 2, 3, 2, 2]),
    (50, [3, 2, 3, 2, 3, 2, 3, 2]),
    (55, [3, 3, 3, 2, 3, 3, 3, 2]),
    (60, [3, 3, 3, 3, 3, 3, 3, 3]),
];

fn cells(bodies: &Bodies, gait: Gait) -> u16 {
    allowance(bodies.game(), bodies.id('a'), gait)
}

#[test] // E5: TC-140, TC-141, TC-145, TC-146
fn every_printed_rate_has_its_pattern() {
    for (feet, pattern) in ROWS {
        let mut bodies = mover(Shape::Square, feet).state('a', |row| row.position.x = 0);
        let mut gained = [0; 8];
        let mut reached = Vec::new();
        for cells_now in &mut gained {
            *cells_now = cells(&bodies, Walk);
            bodies.straight(Walk, 1, EAST);
            reached.push(bodies.view().footprint(bodies.id('a')).anchor.x as u16);
        }
        assert_eq!(gained, pattern, "{feet} feet");
        let sums: Vec<u16> = (1..=8).map(|counts| pattern[..counts].iter().sum()).collect();
        assert_eq!(reached, sums, "{feet} feet");
        assert_eq!(pattern[..4].iter().sum::<u16>() * 5, feet);
    }
}

#[test] // E5 restart: TC-145, G-35
fn a_new_movement_begins_with_the_first_count() {
    let mut bodies = mover(Shape::Square, 25);
    bodies.straight(Walk, 1, EAST);
    assert_eq!(cells(&bodies, Walk), 2);
    bodies.straight(Walk, 1, EAST);
    let mut rested = bodies.state('a', |row| row.momentum = Momentum::default());
    assert_eq!(cells(&rested, Walk), 1);
    rested.straight(Walk, 1, EAST);
    assert_eq!(cells(&rested, Walk), 2);
}

#[test] // E5 zero tick: TC-143, G-35
fn a_count_without_a_cell_still_counts() {
    let mut bodies = mover(Shape::Square, 15);
    bodies.straight(Walk, 2, EAST);
    assert_eq!(cells(&bodies, Walk), 0);
    assert_eq!(refused(&mut bodies, Walk, &[EAST]), Some("TC-140"));
    bodies.straight(Walk, 1, EAST);
    assert_eq!((momentum(&bodies).counts, cells(&bodies, Walk)), (3, 1));
}

#[test] // G-61
fn rates_beyond_the_table_continue_its_pattern() {
    let bodies = mover(Shape::Square, 20);
    let row = |feet| [1, 2, 3, 4].map(|count| cells_on_count(&bodies.policies.movement.pace, feet, count));
    assert_eq!(row(65), [3, 4, 3, 3]);
    assert_eq!(row(70), [4, 3, 4, 3]);
    assert_eq!(row(75), [4, 4, 3, 4]);
    assert_eq!(row(57), [3, 3, 3, 2]);
    assert_eq!(row(24), [1, 1, 1, 1]);
    assert_eq!(row(0), [0; 4]);
}

#[test] // TC-133
fn diagonal_steps_cost_no_more_than_straight_ones() {
    let mut bodies = mover(Shape::Square, 40);
    assert_eq!(refused(&mut bodies, Walk, &[SOUTH_EAST, NORTH_EAST]), None);
    assert_eq!(momentum(&bodies).unspent, 0);
    assert_eq!(refused(&mut bodies, Walk, &[EAST, EAST, EAST]), Some("TC-140"));
}

#[test] // TC-134, G-36
fn difficult_ground_takes_longer_and_unspent_cells_are_kept() {
    let mut bodies = Bodies::square("a , , .");
    assert_eq!(refused(&mut bodies, Walk, &[EAST]), Some("TC-140"));
    assert_eq!(counts_for(bodies.game(), bodies.id('a'), Walk, 2), 2);
    bodies.stride(Walk, &[]).expect("a count of wading");
    assert_eq!((momentum(&bodies).unspent, cells(&bodies, Walk)), (1, 2));
    bodies.stride(Walk, &[EAST]).expect("the second count");
    assert_eq!((momentum(&bodies).unspent, momentum(&bodies).counts), (0, 2));
    let fresh = bodies.state('a', |row| row.momentum = Momentum { unspent: 3, ..Momentum::default() });
    assert_eq!(cells(&fresh, Walk), 1, "nothing is kept from one movement to another");
}

#[test] // TC-134, TC-140, TC-146, G-36
fn unspent_movement_has_a_limit() {
    let mut open = mover(Shape::Square, 20);
    let mut beside_mire = Bodies::square("a , ,");
    for bodies in [&mut open, &mut beside_mire] {
        for _ in 0..6 {
            bodies.stride(Walk, &[]).expect("a count of standing");
        }
        assert_eq!((momentum(bodies).unspent, cells(bodies, Walk)), (2, 3), "enough for the dearest ground");
    }
    let mut fast = mover(Shape::Square, 40);
    fast.stride(Walk, &[EAST]).expect("one of two cells");
    assert_eq!((momentum(&fast).unspent, cells(&fast, Walk)), (1, 3));
}

#[test] // TC-140, TC-146
fn the_counts_of_a_path_are_forecast() {
    for (feet, pattern) in ROWS {
        let mut bodies = mover(Shape::Square, feet);
        for begun in 0..4usize {
            for cost in 1..=3 * feet / 5 {
                let mut gained = 0;
                let walked = (0..).take_while(|at| {
                    let short = gained < cost;
                    gained += pattern[(begun + at) % 8];
                    short
                });
                let foretold = counts_for(bodies.game(), bodies.id('a'), Walk, cost);
                assert_eq!(usize::from(foretold), walked.count(), "{cost} cells at {feet} feet after {begun} counts");
            }
            bodies.straight(Walk, 1, EAST);
        }
    }
    let stone = mover(Shape::Square, 0);
    assert_eq!(counts_for(stone.game(), stone.id('a'), Walk, 1), u16::MAX);
    assert_eq!(counts_for(stone.game(), stone.id('a'), Walk, 0), 0);
}

#[test] // TC-155, TC-163, G-49
fn a_path_leads_from_neighbour_to_neighbour_through_spaces_that_allow_entry() {
    let mut bodies = Bodies::square(
        "
        a # .
        B c .
    ",
    )
    .sheet('a', |sheet| sheet.rate = 40);
    let far = walk(bodies.game(), bodies.id('a'), Walk, &[Cell::new(2, 0)]);
    assert_eq!(far.err().map(|refusal| refusal.rule.as_str()), Some("TC-133"));
    assert_eq!(refused(&mut bodies, Walk, &[EAST]), Some("TC-133"), "a wall");
    assert_eq!(refused(&mut bodies, Walk, &[SOUTH_EAST]), Some("TC-133"), "past the corner of a wall");
    assert_eq!(refused(&mut bodies, Walk, &[4]), Some("TC-155"), "an enemy");
    let mut bodies = bodies.state('B', |row| row.side.0 = 0);
    assert_eq!(refused(&mut bodies, Walk, &[4, EAST]), None, "two friends");
}

#[test] // TC-155, TC-133, G-36
fn the_flood_respects_walls_wading_friends_and_enemies() {
    let bodies = Bodies::square(
        "
        . . # . .
        a b C . .
        . , . . .
    ",
    );
    let mut reach = Flood::default();
    flood(bodies.game(), bodies.id('a'), Gait::Walk, &mut reach, 4);
    let cost = |x, y| reach.cost(Cell::new(x, y));
    assert_eq!([cost(1, 1), cost(2, 1), cost(2, 0), cost(1, 2)], [Some(1), None, None, Some(2)]);
    assert_eq!(cost(2, 2), Some(2), "through the friend");
    assert_eq!([cost(3, 1), cost(4, 1), cost(4, 0)], [Some(3), Some(4), Some(4)]);
}

#[test] // TC-011, TC-155
fn the_flood_moves_the_whole_of_a_big_body() {
    for hex in [false, true] {
        let drawing = "
            . . . . . . .
            . a . . . . .
            . . . . . . .
            . . . B . . .
            . . . . . . .
        ";
        let bodies = if hex { Bodies::hex(drawing) } else { Bodies::square(drawing) };
        let bodies = bodies.sheet('a', |sheet| sheet.extent = 2);
        let (game, id) = (bodies.game(), bodies.id('a'));
        let enemy = game.footprint(bodies.id('B'));
        let mut reach = Flood::default();
        flood(game, id, Gait::Walk, &mut reach, 20);
        for cell in game.board().cells() {
            let there = game.footprint(id).at(cell);
            let free = game.board().fits(there) && !there.overlaps(game.shape(), enemy);
            assert_eq!(reach.cost(cell).is_some(), free, "{cell}, hexes {hex}");
        }
    }
}

#[test] // TC-415, G-21
fn half_speed_is_rounded_down_to_five_feet() {
    for (base, halved) in [(20, 10), (15, 5), (25, 10), (5, 0)] {
        let bodies = in_stance(mover(Shape::Square, base), "parrying");
        assert_eq!(rate(bodies.game(), bodies.id('a'), Walk), halved);
    }
}
