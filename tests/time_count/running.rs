//! Running and sprinting: rates, turns and fatigue.

use crate::bodies::{Bodies, in_stance, momentum, mover, policies, refused};
use warboard::battle::{Afflicted, Momentum, Vitals};
use warboard::content::action::Gait::{self, Run, Sprint, Walk};
use warboard::content::{Name, Running, Stat};
use warboard::grid::Shape;
use warboard::mechanics::movement::{
    ExertionCost, after_check, exertion, exertion_cost, may_use_gait, must_stop, rate, sprint_bonus, sprint_start,
};

const NORTH: u8 = 0;
const NORTH_EAST: u8 = 1;
const EAST: u8 = 2;
const SOUTH_EAST: u8 = 3;

fn running() -> Running {
    policies().movement.running.expect("there is running")
}

/// A runner that has walked four counts and run one in a straight line, at 20 feet (30 running).
fn runner(shape: Shape, direction: u8) -> Bodies {
    let mut bodies = mover(shape, 20);
    bodies.straight(Walk, 4, direction);
    bodies.straight(Run, 1, direction);
    bodies
}

#[test] // TC-174
fn running_adds_half_the_rate_rounded_down_to_five_feet() {
    let rows = [(5, 5), (10, 15), (15, 20), (20, 30), (25, 35), (30, 45), (45, 65)];
    for (base, running) in rows {
        let bodies = mover(Shape::Square, base);
        assert_eq!(rate(bodies.game(), bodies.id('a'), Run), running, "{base} feet");
    }
}

#[test] // TC-187, TC-188, TC-189, TC-190
fn sprinting_uses_a_higher_base_rate() {
    let policy = running();
    assert_eq!([-1, 0, 4, 5, 9, 10].map(|margin| sprint_bonus(&policy.sprint, margin)), [0, 5, 5, 10, 10, 15]);
    let rows = [(20, 5, 35), (20, 10, 45), (15, 5, 30), (25, 5, 45), (20, 0, 30), (5, 5, 15), (0, 5, 0)];
    for (base, faster, sprinting) in rows {
        let bodies = mover(Shape::Square, base).state('a', |row| row.momentum.sprint_bonus = faster);
        assert_eq!(rate(bodies.game(), bodies.id('a'), Sprint), sprinting, "{base} and {faster}");
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
fn the_poised_stance_starts_running_at_once_and_cannot_walk() {
    let may = |shifting, gait| {
        let bodies = in_stance(mover(Shape::Square, 20), "poised").state('a', |row| row.stance.shifting = shifting);
        may_use_gait(bodies.game(), bodies.id('a'), gait).err().map(|refusal| refusal.rule.as_str())
    };
    assert_eq!([may(false, Walk), may(false, Run), may(false, Sprint)], [Some("TC-419"), None, None]);
    assert_eq!(may(true, Run), Some("TC-419"), "still shifting: drawbacks only");
}

#[test] // TC-185, TC-198, G-20
fn fatigued_combatants_walk_and_cannot_run() {
    let tired = Afflicted::lasting(Name::new("fatigued"), 0);
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

/// The total exertion bonus of the check that is due; `None` if none is.
fn due(bodies: &Bodies) -> Option<(bool, i16)> {
    let check = exertion(bodies.game(), bodies.id('a'), &momentum(bodies))?;
    assert_eq!(check.difficulty.total(), 20);
    Some((check.sprint, check.bonus.total()))
}

/// Makes the check that is due.
fn check(bodies: Bodies, passed: bool) -> Bodies {
    let after = after_check(&running(), &momentum(&bodies), passed);
    bodies.state('a', |row| row.momentum = after)
}

/// Runs on a large board.
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
fn any_sprinting_makes_the_whole_time_count_as_sprinting() {
    let mut bodies = check(runner(Shape::Square, EAST), true);
    hurry(&mut bodies, Run, 9);
    bodies.row_mut('a').momentum.sprint_bonus = 5;
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
fn a_sprint_from_a_stand_requires_both_checks() {
    let stand = in_stance(mover(Shape::Square, 20), "poised").sheet('a', |sheet| sheet.stats.set(Stat::Strength, 3));
    let start = sprint_start(stand.game(), stand.id('a')).expect("a check to begin");
    assert_eq!((start.bonus.total(), start.difficulty.total(), start.rule.as_str()), (3, 10, "TC-186"));
    let mut bodies = stand.state('a', |row| row.momentum.sprint_bonus = 5);
    bodies.straight(Sprint, 1, EAST);
    assert_eq!(due(&bodies), Some((true, 0)));
    assert_eq!(sprint_start(bodies.game(), bodies.id('a')), None);
}

#[test] // TC-196
fn a_runner_who_sprints_is_not_checked_for_it_at_once() {
    let mut bodies = check(runner(Shape::Square, EAST), true);
    hurry(&mut bodies, Run, 4);
    bodies.row_mut('a').momentum.sprint_bonus = 5;
    hurry(&mut bodies, Sprint, 1);
    assert_eq!(due(&bodies), None);
}

#[test] // TC-181, TC-182, TC-184, G-75
fn a_failed_check_adds_fatigue_but_never_makes_a_runner_faint() {
    let (policy, now) = (running(), Momentum { gait: Run, ..Momentum::default() });
    let stop = Some(Name::new("TC-184"));
    let rows = [
        (0, 1, ExertionCost { fatigue: 1, stops: None }),
        (0, 5, ExertionCost { fatigue: 1, stops: None }),
        (0, 6, ExertionCost { fatigue: 2, stops: None }),
        (7, 6, ExertionCost { fatigue: 2, stops: None }),
        (8, 6, ExertionCost { fatigue: 1, stops: stop }),
        (9, 1, ExertionCost { fatigue: 0, stops: stop }),
        (14, 1, ExertionCost { fatigue: 0, stops: stop }),
    ];
    for (fatigue, failed_by, price) in rows {
        let vitals = Vitals { fatigue, ..Vitals::fresh(10) };
        assert_eq!(exertion_cost(&policy, &now, &vitals, failed_by), price, "{fatigue} fatigue, failed by {failed_by}");
    }
}

#[test] // TC-183
fn three_failed_checks_end_a_run() {
    let mut bodies = runner(Shape::Square, EAST);
    for passed in [false, true, false] {
        bodies = check(bodies, passed);
    }
    assert_eq!(must_stop(&running(), &momentum(&bodies)), None);
    bodies = check(bodies, false);
    assert_eq!(must_stop(&running(), &momentum(&bodies)), Some(Name::new("TC-183")));
    assert_eq!(refused(&mut bodies, Run, &[EAST]), Some("TC-183"));
    assert_eq!(refused(&mut bodies, Walk, &[EAST]), None);
    assert_eq!((momentum(&bodies).failures, momentum(&bodies).checks), (0, 4), "failures are of one run");
}

#[test] // TC-179, TC-187
fn a_failed_sprinter_runs_and_is_checked_for_running() {
    let mut bodies = in_stance(mover(Shape::Square, 20), "poised");
    bodies.straight(Sprint, 1, EAST);
    let bodies = bodies.state('a', |row| row.momentum.gait = Run);
    assert_eq!(due(&bodies), Some((false, 0)));
    assert_eq!(due(&check(bodies, true)), None);
}
