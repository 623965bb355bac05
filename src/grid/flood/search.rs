//! The search loop of a [`Flood`]: cheapest node first, using one bucket per cost.

use super::{Node, START, UNKNOWN};
use crate::grid::flood::FloodStart;
use crate::grid::{Board, Cell, Distance, Flood, StepCosts};

/// Initial capacity of a bucket.
const AT_ONCE: usize = 16;

impl Flood {
    /// Expands nodes in order of cost until none is left within the budget (cost plus estimated remaining steps), or
    /// until a sought cell has been found. Returns whether none was found but some nodes were beyond the budget.
    pub(super) fn search(
        &mut self,
        policy: Distance,
        board: &Board,
        (start, budget): (FloodStart, u16),
        enter: &mut impl StepCosts,
        mut is_sought: impl FnMut(Cell, u16) -> bool,
        left: impl Fn(Cell, bool) -> u16,
    ) -> bool {
        self.clear(board, policy);
        let (cell, is_odd) = (start.cell, start.is_diagonal_due && self.alternates());
        if !board.contains(cell) {
            return false;
        }
        let place = self.place(cell) + if is_odd { self.half() } else { 0 };
        self.record(Node { place: place as u32, cell, left: left(cell, is_odd) }, 0, START);
        let (mut spent, mut next, mut budget) = (0, 0, budget);
        let (mut is_found, mut is_cut_short) = (false, false);
        while let Some(bucket) = self.buckets.get(usize::from(spent)) {
            if let Some(&node) = bucket.get(next) {
                next += 1;
                // A node found again at lower cost was already handled in an earlier bucket.
                if self.costs[node.place as usize] == spent {
                    if self.mark_reached(node) && !is_found && is_sought(node.cell, node.left) {
                        self.forget_beyond(spent);
                        (budget, is_found) = (spent, true);
                    }
                    // Every step costs at least 1, so this bucket is complete.
                    is_cut_short |= spent < budget && !self.expand(node, spent, budget, enter, &left);
                }
            } else if spent == budget {
                break;
            } else {
                (spent, next) = (spent + 1, 0);
            }
        }
        // Nodes beyond the budget that were not found again at lower cost are unknown.
        for (place, cost) in self.over_budget.drain(..) {
            if self.costs[place as usize] == cost {
                self.costs[place as usize] = UNKNOWN;
            }
        }
        is_cut_short && !is_found
    }

    #[inline]
    fn record(&mut self, node: Node, cost: u16, step_in: u8) {
        let place = node.place as usize;
        if self.costs[place] == UNKNOWN {
            self.touched.push(node.place);
        }
        self.costs[place] = cost;
        self.steps_in[place] = step_in;
        let bucket = usize::from(cost);
        if self.buckets.len() <= bucket {
            self.buckets.resize_with(bucket + 1, || Vec::with_capacity(AT_ONCE));
        }
        self.buckets[bucket].push(node);
    }

    fn record_over_budget(&mut self, place: u32, cost: u16) {
        if self.costs[place as usize] == UNKNOWN {
            self.touched.push(place);
        }
        self.costs[place as usize] = cost;
        self.over_budget.push((place, cost));
    }

    /// Adds the cell to the reached ones. Returns whether it is new.
    fn mark_reached(&mut self, node: Node) -> bool {
        let place = self.even(node.place as usize);
        let is_new = self.ranks[place] == 0;
        if is_new {
            self.reached.push(node.cell);
            self.ranks[place] = self.reached.len() as u32;
        }
        is_new
    }

    pub(super) fn forget_beyond(&mut self, cost: u16) {
        for node in self.buckets.iter_mut().skip(usize::from(cost) + 1).flat_map(|bucket| bucket.drain(..)) {
            if self.costs[node.place as usize] > cost {
                self.costs[node.place as usize] = UNKNOWN;
            }
        }
    }

    /// Tries every step out of a node reached at the cost `spent`. Returns whether all of them were within the budget.
    fn expand(
        &mut self,
        node: Node,
        spent: u16,
        budget: u16,
        enter: &mut impl StepCosts,
        left: &impl Fn(Cell, bool) -> u16,
    ) -> bool {
        let mut all = true;
        enter.leave(node.cell);
        let half = self.half() as u32;
        let odd = node.place >= half;
        let row = usize::from(node.cell.y & 1 == 1);
        let step_on = spent.saturating_add(1);
        for at in 0..self.sides {
            let exit = self.exits[row][at];
            let beside = node.place.wrapping_add_signed(exit.offset);
            let place = match (exit.diagonal, odd) {
                (true, false) => beside + half,
                (true, true) => beside - half,
                (false, _) => beside,
            };
            // Every step costs at least 1, so no improvement is possible here.
            let known = self.costs[place as usize];
            if known <= step_on {
                continue;
            }
            let cell = node.cell.shifted(exit.dx, exit.dy);
            let Some(step) = enter.enter(node.cell, exit.dir, cell).map(|step| step.max(1)) else {
                continue;
            };
            let step = if exit.diagonal { enter.diagonal(step, odd) } else { step };
            let total = spent.saturating_add(step);
            if total >= known {
                continue;
            }
            let left = left(cell, place >= half);
            if total.saturating_add(left) <= budget {
                self.record(Node { place, cell, left }, total, exit.dir.0);
            } else {
                // Only considered again if a cheaper path turns up.
                self.record_over_budget(place, total);
                all = false;
            }
        }
        all
    }
}
