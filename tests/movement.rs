//! Walking, running and sprinting, count by count.

#[path = "common/bodies.rs"]
mod bodies;

use bodies::Bodies;
use warboard::battle::{Afflicted, Momentum, Stance, Until, Vitals};
use warboard::content::Name;
use warboard::content::action::Gait::{self, Run, Sprint, Walk};
use warboard::content::stat::Stat;
use warboard::grid::{Cell, Flood, Shape};
use warboard::mechanics::movement::{
    Tired, after_check, allowance, cells_on_count, counts_for, exertion, flood, may_use_gait, must_stop, rate,
    sprint_feet, sprint_start, tired, walk,
};

const NORTH: u8 = 0;
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

fn mover(shape: Shape, feet: u16) -> Bodies {
    Bodies::alone(shape).sheet('a', |sheet| sheet.rate = feet)
}

fn momentum(bodies: &Bodies) -> Momentum {
    bodies.view().row(bodies.id('a')).momentum
}

fn cells(bodies: &Bodies, gait: Gait) -> u16 {
    allowance(bodies.view(), bodies.book(), bodies.id('a'), gait)
}

/// The rule that refuses a step, if one does.
fn refused(bodies: &mut Bodies, gait: Gait, steps: &[u8]) -> Option<&'static str> {
    bodies.stride(gait, steps).err().map(|refusal| refusal.rule.as_str())
}

fn in_stance(bodies: Bodies, stance: &str) -> Bodies {
    let held = Some(Name::new(stance));
    bodies.state('a', |row| row.stance = Stance { held, shifting: false })
}

/// One who has walked four counts and run one, at 20 feet (30 running), everything eastward or north-eastward on hexes.
fn runner(shape: Shape, direction: u8) -> Bodies {
    let mut bodies = mover(shape, 20);
    bodies.straight(Walk, 4, direction);
    bodies.straight(Run, 1, direction);
    bodies
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
fn a_count_without_a_cell_is_a_count_all_the_same() {
    let mut bodies = mover(Shape::Square, 15);
    bodies.straight(Walk, 2, EAST);
    assert_eq!(cells(&bodies, Walk), 0);
    assert_eq!(refused(&mut bodies, Walk, &[EAST]), Some("TC-140"));
    bodies.straight(Walk, 1, EAST);
    assert_eq!((momentum(&bodies).counts, cells(&bodies, Walk)), (3, 1));
}

#[test] // G-61
fn rates_beyond_the_table_follow_its_pattern() {
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
fn hindering_ground_takes_longer_and_unspent_cells_are_kept() {
    let mut bodies = Bodies::square("a , , .");
    assert_eq!(refused(&mut bodies, Walk, &[EAST]), Some("TC-140"));
    assert_eq!(counts_for(bodies.view(), bodies.book(), bodies.id('a'), Walk, 2), 2);
    bodies.stride(Walk, &[]).expect("a count of wading");
    assert_eq!((momentum(&bodies).unspent, cells(&bodies, Walk)), (1, 2));
    bodies.stride(Walk, &[EAST]).expect("the second count");
    assert_eq!((momentum(&bodies).unspent, momentum(&bodies).counts), (0, 2));
    let fresh = bodies.state('a', |row| row.momentum = Momentum { unspent: 3, ..Momentum::default() });
    assert_eq!(cells(&fresh, Walk), 1, "nothing is kept from one movement to another");
}

#[test] // TC-140, TC-146
fn the_counts_of_a_way_are_foretold() {
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
                let foretold = counts_for(bodies.view(), bodies.book(), bodies.id('a'), Walk, cost);
                assert_eq!(usize::from(foretold), walked.count(), "{cost} cells at {feet} feet after {begun} counts");
            }
            bodies.straight(Walk, 1, EAST);
        }
    }
    let stone = mover(Shape::Square, 0);
    assert_eq!(counts_for(stone.view(), stone.book(), stone.id('a'), Walk, 1), u16::MAX);
    assert_eq!(counts_for(stone.view(), stone.book(), stone.id('a'), Walk, 0), 0);
}

#[test] // TC-155, TC-163, G-49
fn a_path_goes_from_neighbour_to_neighbour_through_spaces_that_let_one_in() {
    let mut bodies = Bodies::square("
        a # .
        B c .
    ")
    .sheet('a', |sheet| sheet.rate = 40);
    let far = walk(bodies.view(), bodies.book(), bodies.id('a'), Walk, &[Cell::new(2, 0)]);
    assert_eq!(far.err().map(|refusal| refusal.rule.as_str()), Some("TC-133"));
    assert_eq!(refused(&mut bodies, Walk, &[EAST]), Some("TC-133"), "a wall");
    assert_eq!(refused(&mut bodies, Walk, &[SOUTH_EAST]), Some("TC-133"), "past the corner of a wall");
    assert_eq!(refused(&mut bodies, Walk, &[4]), Some("TC-155"), "an enemy");
    let mut bodies = bodies.state('B', |row| row.side.0 = 0);
    assert_eq!(refused(&mut bodies, Walk, &[4, EAST]), None, "two friends");
}

#[test] // TC-155, TC-133, G-36
fn the_flood_knows_walls_wading_friends_and_enemies() {
    let bodies = Bodies::square("
        . . # . .
        a b C . .
        . , . . .
    ");
    let mut reach = Flood::default();
    flood(bodies.view(), bodies.book(), bodies.id('a'), &mut reach, 4);
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
        let (view, id) = (bodies.view(), bodies.id('a'));
        let enemy = view.footprint(bodies.id('B'));
        let mut reach = Flood::default();
        flood(view, bodies.book(), id, &mut reach, 20);
        for cell in view.board().cells() {
            let there = view.footprint(id).at(cell);
            let free = view.board().fits(there) && !there.overlaps(view.shape(), enemy);
            assert_eq!(reach.cost(cell).is_some(), free, "{cell}, hexes {hex}");
        }
    }
}

#[test] // TC-174
fn running_is_half_as_fast_again_rounded_down_to_five_feet() {
    let rows = [(5, 5), (10, 15), (15, 20), (20, 30), (25, 35), (30, 45), (45, 65)];
    for (base, running) in rows {
        let bodies = mover(Shape::Square, base);
        assert_eq!(rate(bodies.view(), bodies.book(), bodies.id('a'), Run), running, "{base} feet");
    }
}

#[test] // TC-187, TC-188, TC-189, TC-190
fn sprinting_counts_on_a_higher_base_rate() {
    let policy = Bodies::alone(Shape::Square).policies.movement;
    assert_eq!([-1, 0, 4, 5, 9, 10].map(|margin| sprint_feet(&policy.sprint, margin)), [0, 5, 5, 10, 10, 15]);
    let rows = [(20, 5, 35), (20, 10, 45), (15, 5, 30), (25, 5, 45), (20, 0, 30), (5, 5, 15), (0, 5, 0)];
    for (base, faster, sprinting) in rows {
        let bodies = mover(Shape::Square, base).state('a', |row| row.momentum.sprint_feet = faster);
        assert_eq!(rate(bodies.view(), bodies.book(), bodies.id('a'), Sprint), sprinting, "{base} and {faster}");
    }
}

#[test] // TC-415, G-21
fn half_speed_is_rounded_down_to_five_feet() {
    for (base, halved) in [(20, 10), (15, 5), (25, 10), (5, 0)] {
        let bodies = in_stance(mover(Shape::Square, base), "parrying");
        assert_eq!(rate(bodies.view(), bodies.book(), bodies.id('a'), Walk), halved);
    }
}

#[test] // TC-170
fn a_run_begins_after_four_counts_of_walking_in_one_direction() {
    let mut bodies = mover(Shape::Square, 20);
    bodies.straight(Walk, 3, EAST);
    assert_eq!(refused(&mut bodies, Run, &[EAST]), Some("TC-170"));
    bodies.straight(Walk, 1, EAST);
    assert_eq!(refused(&mut bodies, Run, &[EAST, EAST]), None);
    let mut turner = mover(Shape::Square, 20);
    turner.straight(Walk, 3, EAST);
    turner.straight(Walk, 3, SOUTH_EAST);
    assert_eq!(refused(&mut turner, Run, &[EAST]), Some("TC-170"));
    turner.straight(Walk, 1, SOUTH_EAST);
    assert_eq!(refused(&mut turner, Run, &[SOUTH_EAST]), None);
}

#[test] // TC-170
fn counts_stood_idle_build_up_no_speed() {
    let mut bodies = mover(Shape::Square, 20);
    for _ in 0..6 {
        bodies.stride(Walk, &[]).expect("standing still");
    }
    assert_eq!(refused(&mut bodies, Run, &[EAST]), Some("TC-170"));
}

#[test] // TC-171
fn a_sprint_begins_after_four_counts_of_running() {
    let mut bodies = runner(Shape::Square, EAST);
    bodies.straight(Run, 2, EAST);
    assert_eq!(refused(&mut bodies, Sprint, &[EAST]), Some("TC-171"));
    bodies.straight(Run, 1, EAST);
    assert_eq!(refused(&mut bodies, Sprint, &[EAST]), None);
    assert_eq!(refused(&mut mover(Shape::Square, 20), Sprint, &[EAST]), Some("TC-171"));
}

#[test] // TC-172, TC-417, TC-419, G-18
fn the_poised_start_at_once_and_cannot_walk() {
    let may = |shifting, gait| {
        let bodies = in_stance(mover(Shape::Square, 20), "poised").state('a', |row| row.stance.shifting = shifting);
        may_use_gait(bodies.view(), bodies.book(), bodies.id('a'), gait).err().map(|refusal| refusal.rule.as_str())
    };
    assert_eq!([may(false, Walk), may(false, Run), may(false, Sprint)], [Some("TC-419"), None, None]);
    assert_eq!(may(true, Run), Some("TC-419"), "still shifting: drawbacks only");
}

#[test] // TC-185, TC-198, G-20
fn the_fatigued_walk_and_cannot_run() {
    let tired = Afflicted { condition: Name::new("fatigued"), by: None, until: Until::Ended };
    let mut bodies = runner(Shape::Square, EAST).state('a', |row| row.conditions.0.push(tired));
    assert!(refused(&mut bodies, Run, &[EAST]).is_some());
    assert_eq!(refused(&mut bodies, Walk, &[EAST]), None);
}

#[test] // TC-175, TC-176
fn on_squares_a_runner_turns_45_degrees_every_three_counts() {
    let mut bodies = runner(Shape::Square, EAST);
    assert_eq!(refused(&mut bodies, Run, &[NORTH]), Some("TC-176"), "90 degrees");
    assert_eq!(refused(&mut bodies, Run, &[SOUTH_EAST]), None);
    for _ in 0..2 {
        assert_eq!(refused(&mut bodies, Run, &[EAST]), Some("TC-176"), "too soon");
        bodies.straight(Run, 1, SOUTH_EAST);
    }
    assert_eq!(refused(&mut bodies, Run, &[EAST]), None, "in the third count after the turn");
}

#[test] // TC-176
fn a_runner_turns_once_in_a_count_at_most() {
    let mut bodies = runner(Shape::Square, EAST).sheet('a', |sheet| sheet.rate = 40);
    assert_eq!(refused(&mut bodies, Run, &[NORTH_EAST, NORTH]), Some("TC-176"));
    assert_eq!(refused(&mut bodies, Walk, &[NORTH, EAST]), None, "walkers turn as they like");
}

#[test] // TC-177
fn on_hexes_a_runner_turns_30_degrees_every_two_counts() {
    let mut bodies = runner(Shape::Hex, 1);
    assert_eq!(refused(&mut bodies, Run, &[3]), Some("TC-177"), "120 degrees");
    assert_eq!(refused(&mut bodies, Run, &[2]), None, "into a zigzag, 30 degrees");
    assert_eq!(refused(&mut bodies, Run, &[2]), Some("TC-177"), "the other 30 come too soon");
    assert_eq!(refused(&mut bodies, Run, &[1]), None, "the zigzag goes on");
    assert_eq!(refused(&mut bodies, Run, &[2, 2]), None, "straight again, two counts after the first turn");
    assert_eq!((momentum(&bodies).heading, momentum(&bodies).weave), (Some(2), None));
}

#[test] // TC-178
fn on_hexes_a_zigzag_is_a_straight_line() {
    let mut bodies = mover(Shape::Hex, 20);
    for step in [1, 2, 1, 2] {
        bodies.stride(Walk, &[step]).expect("a zigzag");
    }
    assert_eq!(momentum(&bodies).straight, 4);
    for steps in [&[1, 2][..], &[1], &[2, 1], &[2]] {
        assert_eq!(refused(&mut bodies, Run, steps), None);
    }
    assert_eq!(momentum(&bodies).since_turn, 0);
    assert_eq!(refused(&mut bodies, Run, &[3]), Some("TC-177"), "60 degrees, out of one zigzag into another");
}

/// The total of the exertion bonus that is due, if a check is.
fn due(bodies: &Bodies) -> Option<(bool, i16)> {
    let check = exertion(bodies.view(), bodies.book(), bodies.id('a'), &momentum(bodies))?;
    assert_eq!(check.difficulty.total(), 20);
    Some((check.sprint, check.bonus.total()))
}

/// Makes the check that is due.
fn check(bodies: Bodies, passed: bool) -> Bodies {
    let after = after_check(&bodies.policies.movement, &momentum(&bodies), passed);
    bodies.state('a', |row| row.momentum = after)
}

/// Runs on a board without end.
fn hurry(bodies: &mut Bodies, gait: Gait, counts: u16) {
    for _ in 0..counts {
        let row = bodies.row_mut('a');
        (row.position.x, row.position.y) = (20, 20);
        bodies.straight(gait, 1, EAST);
    }
}

#[test] // TC-179, TC-180
fn a_runner_is_checked_at_the_start_and_after_every_thirty_counts() {
    let mut bodies = runner(Shape::Square, EAST).sheet('a', |sheet| {
        sheet.stats.set(Stat::Athletics, 4);
        sheet.stats.set(Stat::Constitution, 2);
    });
    assert_eq!(due(&bodies), Some((false, 6)));
    bodies = check(bodies, true);
    assert_eq!(due(&bodies), None, "made");
    hurry(&mut bodies, Run, 28);
    assert_eq!(due(&bodies), None, "29 counts of running");
    hurry(&mut bodies, Run, 1);
    assert_eq!(due(&bodies), Some((false, 5)));
    bodies = check(bodies, true);
    hurry(&mut bodies, Run, 30);
    assert_eq!(due(&bodies), Some((false, 4)));
}

#[test] // TC-192, TC-193, TC-194
fn time_with_any_sprinting_in_it_counts_as_sprinting() {
    let mut bodies = check(runner(Shape::Square, EAST), true);
    hurry(&mut bodies, Run, 9);
    bodies.row_mut('a').momentum.sprint_feet = 5;
    hurry(&mut bodies, Sprint, 9);
    assert_eq!(due(&bodies), None, "19 counts");
    hurry(&mut bodies, Run, 1);
    assert_eq!(due(&bodies), Some((true, -1)), "20 counts, one check before");
    bodies = check(bodies, true);
    hurry(&mut bodies, Run, 29);
    assert_eq!(due(&bodies), None, "a run again");
    hurry(&mut bodies, Run, 1);
    assert_eq!(due(&bodies), Some((false, -3)), "one for the run, two for the sprint");
}

#[test] // TC-186, TC-196
fn a_sprint_from_a_stand_asks_for_both_checks() {
    let stand = in_stance(mover(Shape::Square, 20), "poised").sheet('a', |sheet| sheet.stats.set(Stat::Strength, 3));
    let start = sprint_start(stand.view(), stand.book(), stand.id('a')).expect("a check to begin");
    assert_eq!((start.bonus.total(), start.difficulty.total(), start.rule.as_str()), (3, 10, "TC-186"));
    let mut bodies = stand.state('a', |row| row.momentum.sprint_feet = 5);
    bodies.straight(Sprint, 1, EAST);
    assert_eq!(due(&bodies), Some((true, 0)));
    assert_eq!(sprint_start(bodies.view(), bodies.book(), bodies.id('a')), None);
}

#[test] // TC-196
fn a_runner_who_sprints_is_not_checked_for_it_at_once() {
    let mut bodies = check(runner(Shape::Square, EAST), true);
    hurry(&mut bodies, Run, 4);
    bodies.row_mut('a').momentum.sprint_feet = 5;
    hurry(&mut bodies, Sprint, 1);
    assert_eq!(due(&bodies), None);
}

#[test] // TC-181, TC-182, TC-184, G-75
fn a_failed_check_tires_but_never_makes_a_runner_faint() {
    let (policy, now) = (Bodies::alone(Shape::Square).policies.movement, Momentum { gait: Run, ..Momentum::default() });
    let stop = Some(Name::new("TC-184"));
    let rows = [
        (0, 1, Tired { fatigue: 1, stops: None }),
        (0, 5, Tired { fatigue: 1, stops: None }),
        (0, 6, Tired { fatigue: 2, stops: None }),
        (7, 6, Tired { fatigue: 2, stops: None }),
        (8, 6, Tired { fatigue: 1, stops: stop }),
        (9, 1, Tired { fatigue: 0, stops: stop }),
        (14, 1, Tired { fatigue: 0, stops: stop }),
    ];
    for (fatigue, failed_by, price) in rows {
        let vitals = Vitals { fatigue, ..Vitals::fresh(10) };
        assert_eq!(tired(&policy, &now, &vitals, failed_by), price, "{fatigue} fatigue, failed by {failed_by}");
    }
}

#[test] // TC-183
fn three_failed_checks_end_a_run() {
    let mut bodies = runner(Shape::Square, EAST);
    for passed in [false, true, false] {
        bodies = check(bodies, passed);
    }
    assert_eq!(must_stop(&bodies.policies.movement, &momentum(&bodies)), None);
    bodies = check(bodies, false);
    assert_eq!(must_stop(&bodies.policies.movement, &momentum(&bodies)), Some(Name::new("TC-183")));
    assert_eq!(refused(&mut bodies, Run, &[EAST]), Some("TC-183"));
    assert_eq!(refused(&mut bodies, Walk, &[EAST]), None);
    assert_eq!((momentum(&bodies).failures, momentum(&bodies).checks), (0, 4), "failures are of one run");
}
