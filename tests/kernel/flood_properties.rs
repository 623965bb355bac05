//! Properties of floods on random boards: they find the cheapest paths, however they are guided or limited.

use std::collections::BTreeMap;

use proptest::prelude::*;
use warboard::grid::{Board, Cell, Distance, Flood, FloodStart, Shape, distance};

use crate::grid_properties::{POLICIES, boards, cells};

/// The cheapest costs by the plainest method: relax every step until nothing changes. Keyed by cell and by whether
/// an odd number of diagonals led there.
fn relaxed(board: &Board, policy: Distance, start: Cell, budget: u16) -> BTreeMap<Cell, u16> {
    let shape = board.shape();
    let mut costs = BTreeMap::from([((start, false), 0)]);
    loop {
        let mut better = costs.clone();
        for (&(from, odd), &spent) in &costs {
            for dir in shape.directions() {
                let diagonal = shape.is_diagonal(dir);
                let Some(step) = board.step_cost(1, from, dir) else {
                    continue;
                };
                let (price, parity) = match policy {
                    Distance::NoDiagonals if diagonal => continue,
                    Distance::AlternatingDiagonals if diagonal => (if odd { 2 * step } else { step }, !odd),
                    _ => (step, odd),
                };
                let total = spent + price;
                let known = better.entry((shape.step(from, dir), parity)).or_insert(u16::MAX);
                *known = total.min(*known);
            }
        }
        better.retain(|_, cost| *cost <= budget);
        if better == costs {
            break;
        }
        costs = better;
    }
    let mut least = BTreeMap::new();
    for ((cell, _), cost) in costs {
        let known = least.entry(cell).or_insert(cost);
        *known = cost.min(*known);
    }
    least
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_flood_towards_a_goal_finds_all_cells_as_near(board in boards(), start in cells(), goal in cells()) {
        let (mut all, mut some) = (Flood::default(), Flood::default());
        for policy in POLICIES.into_iter().chain(POLICIES) {
            let enter = |from, dir, _| board.step_cost(1, from, dir);
            all.run_with(policy, &board, start, 40, enter);
            some.run_until(policy, &board, start, 40, enter, |cell| cell == goal);
            let far = all.cost(goal).unwrap_or(u16::MAX);
            for cell in board.cells() {
                prop_assert_eq!(some.cost(cell), all.cost(cell).filter(|cost| *cost <= far));
            }
            prop_assert_eq!(some.path_to(goal), all.path_to(goal));
        }
    }

    #[test]
    fn a_flood_guided_by_an_estimate_finds_the_path_of_one_without(
        board in boards(), cell in cells(), goal in cells(), is_diagonal_due: bool,
    ) {
        let (mut all, mut some) = (Flood::default(), Flood::default());
        let start = FloodStart { cell, is_diagonal_due };
        for policy in POLICIES.into_iter().chain(POLICIES) {
            let enter = |from, dir, _| board.step_cost(1, from, dir);
            let left = |cell: Cell, is_odd: bool| {
                let (columns, rows) = (cell.x.abs_diff(goal.x), cell.y.abs_diff(goal.y));
                match (board.shape(), policy) {
                    (Shape::Hex, _) => distance(Shape::Hex, policy, cell.into(), goal.into()),
                    (_, Distance::NoDiagonals) => columns + rows,
                    (_, Distance::DiagonalsCostOne) => columns.max(rows),
                    (_, Distance::AlternatingDiagonals) => {
                        columns.max(rows) + (columns.min(rows) + u16::from(is_odd)) / 2
                    }
                }
            };
            all.run_with(policy, &board, start, 40, enter);
            some.run_towards(policy, &board, start, 40, enter, left);
            prop_assert_eq!(some.cost(goal), all.cost(goal));
            prop_assert_eq!(some.path_to(goal), all.path_to(goal));
        }
    }

    #[test]
    fn limiting_a_flood_equals_flooding_with_a_smaller_limit(board in boards(), start in cells(), less in 0u16..12) {
        let (mut kept, mut short) = (Flood::default(), Flood::default());
        for policy in POLICIES.into_iter().chain(POLICIES) {
            let enter = |from, dir, _| board.step_cost(1, from, dir);
            kept.run_with(policy, &board, start, 12, enter);
            kept.keep_within(less);
            short.run_with(policy, &board, start, less, enter);
            prop_assert_eq!(kept.reached(), short.reached());
            for cell in board.cells() {
                prop_assert_eq!(kept.cost(cell), short.cost(cell));
                prop_assert_eq!(kept.path_to(cell), short.path_to(cell));
                prop_assert_eq!(kept.rank(cell), short.reached().iter().position(|reached| *reached == cell));
            }
        }
    }

    #[test]
    fn a_flood_finds_minimum_costs(board in boards(), start in cells(), budget in 0u16..12) {
        let mut flood = Flood::default();
        // The second round runs on what the first left behind.
        for policy in POLICIES.into_iter().chain(POLICIES) {
            flood.run_with(policy, &board, start, budget, |from, dir, _| board.step_cost(1, from, dir));
            let wanted = relaxed(&board, policy, start, budget);
            for cell in board.cells() {
                prop_assert_eq!(flood.cost(cell), wanted.get(&cell).copied());
            }
            let mut reached = flood.reached().to_vec();
            prop_assert_eq!(reached.first(), Some(&start));
            prop_assert!(reached.is_sorted_by_key(|&cell| flood.cost(cell)));
            reached.sort_unstable();
            prop_assert!(reached.iter().eq(wanted.keys()));
        }
    }

    #[test]
    fn the_cost_of_a_path_is_that_of_the_flood(board in boards(), start in cells(), budget in 0u16..12) {
        let mut flood = Flood::default();
        for policy in POLICIES {
            flood.run_with(policy, &board, start, budget, |from, dir, _| board.step_cost(1, from, dir));
            for &cell in flood.reached() {
                let (mut here, mut spent, mut diagonals) = (start, 0, 0);
                for next in flood.path_to(cell) {
                    let dir = board.shape().direction_of_step(here, next).expect("one step");
                    let alternates = policy == Distance::AlternatingDiagonals && board.shape().is_diagonal(dir);
                    diagonals += u16::from(alternates);
                    let twice = alternates && diagonals % 2 == 0;
                    spent += board.step_cost(1, here, dir).expect("an open step") * if twice { 2 } else { 1 };
                    here = next;
                }
                prop_assert_eq!((here, Some(spent)), (cell, flood.cost(cell)));
            }
        }
    }
}
