//! Reachability and cheapest paths on a board.

mod search;

use crate::grid::{Board, Cell, Direction, Distance, Shape};

/// A reusable search for every cell reachable within a movement budget, at the lowest cost. Ties between equally cheap
/// paths are broken by search order: straight steps before diagonal ones, then clockwise.
/// ```
/// use warboard::grid::{Board, Cell, Distance, Flood, Shape};
/// let mut board = Board::open(Shape::Square, 3, 2);
/// board.set_tile(Cell::new(1, 0), 1); // A wall.
/// let mut flood = Flood::default();
/// let enter = |from, dir, _| board.step_cost(1, from, dir);
/// flood.run_with(Distance::DiagonalsCostOne, &board, Cell::new(0, 0), 6, enter);
/// assert_eq!(flood.cost(Cell::new(2, 0)), Some(4));
/// assert_eq!(flood.path_to(Cell::new(1, 1)), [Cell::new(0, 1), Cell::new(1, 1)]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Flood {
    shape: Shape,
    policy: Distance,
    width: u16,
    height: u16,
    /// Steps out of a cell in an even row and in an odd row.
    exits: [[Exit; 8]; 2],
    /// Number of steps out of a cell.
    sides: usize,
    /// Lowest known cost per node. A node is a cell of the board surrounded by a rim one cell wide; the second half of
    /// the array holds the same cells reached after an odd number of diagonals. The rim costs 0: no path improves it.
    costs: Vec<u16>,
    /// Direction of the step into every known node.
    steps_in: Vec<u8>,
    /// Position of each cell in `reached`, counted from 1; 0 if it was not reached.
    ranks: Vec<u32>,
    touched: Vec<u32>,
    over_budget: Vec<(u32, u16)>,
    buckets: Vec<Vec<Node>>,
    reached: Vec<Cell>,
}

/// Where the paths of a [`Flood`] begin. A cell alone stands for one whose first diagonal step is a cheap one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct FloodStart {
    /// The cell.
    pub cell: Cell,
    /// Whether the first diagonal step costs double, where every second one does: an odd number has been taken before.
    pub is_diagonal_due: bool,
}

impl From<Cell> for FloodStart {
    fn from(cell: Cell) -> FloodStart {
        FloodStart { cell, is_diagonal_due: false }
    }
}

#[derive(Copy, Clone, Debug)]
struct Node {
    place: u32,
    cell: Cell,
    /// Lower bound on the steps from here to the goal.
    left: u16,
}

/// A step out of a cell, precomputed for one row parity.
#[derive(Copy, Clone, Debug, Default)]
struct Exit {
    dir: Direction,
    dx: i16,
    dy: i16,
    /// Added to a node index by this step.
    offset: i32,
    diagonal: bool,
}

/// Extra cells allowed beyond the straight distance, in successive attempts.
const DETOURS: [u16; 5] = [0, 1, 4, 16, u16::MAX];

const UNKNOWN: u16 = u16::MAX;
const START: u8 = u8::MAX;
const SQUARE_ORDER: [u8; 8] = [0, 2, 4, 6, 1, 3, 5, 7];
const HEX_ORDER: [u8; 6] = [0, 1, 2, 3, 4, 5];

impl Flood {
    /// Finds all cells reachable from `start` within `budget` cells of movement. `enter` receives a cell, a direction
    /// and the board cell it leads to. It returns the cost of that step, at least 1 (0 counts as 1), or `None` if it is
    /// impossible, and must be deterministic. With alternating diagonals every second diagonal step costs double; the
    /// parity is tracked along each path. Without diagonals `enter` is never called for one.
    /// ```
    /// use warboard::grid::{Board, Cell, Distance, Flood, Shape};
    /// let board = Board::open(Shape::Square, 9, 9);
    /// let mut flood = Flood::default();
    /// flood.run_with(Distance::AlternatingDiagonals, &board, Cell::new(4, 4), 9, |_, _, _| Some(1));
    /// assert_eq!(flood.cost(Cell::new(7, 7)), Some(4));
    /// ```
    pub fn run_with(
        &mut self,
        policy: Distance,
        board: &Board,
        start: impl Into<FloodStart>,
        budget: u16,
        enter: impl StepCosts,
    ) {
        self.run_until(policy, board, start, budget, enter, |_| false);
    }

    /// Like [`run_with`](Self::run_with), but stops at the cost of the nearest cell that `is_sought` accepts.
    pub fn run_until(
        &mut self,
        policy: Distance,
        board: &Board,
        start: impl Into<FloodStart>,
        budget: u16,
        mut enter: impl StepCosts,
        mut is_sought: impl FnMut(Cell) -> bool,
    ) {
        self.search(policy, board, (start.into(), budget), &mut enter, |cell, _| is_sought(cell), |_, _| 0);
    }

    /// Like [`run_until`](Self::run_until), but guided by a distance estimate (A*). `left` receives a cell and whether the
    /// next diagonal step from there costs double. It is a lower bound on the remaining cost of reaching a goal: 0 exactly at
    /// goals, and no step lowers it by more than the step costs. Finds the nearest goals, with the same paths as an unguided
    /// search; other cells may be missing.
    /// ```
    /// use warboard::grid::{Board, Cell, Distance, Flood, Shape};
    /// let board = Board::open(Shape::Square, 20, 20);
    /// let (mut flood, goal) = (Flood::default(), Cell::new(4, 9));
    /// let left = |cell: Cell, _| cell.x.abs_diff(goal.x).max(cell.y.abs_diff(goal.y));
    /// flood.run_towards(Distance::DiagonalsCostOne, &board, Cell::new(4, 4), 99, |_, _, _| Some(1), left);
    /// assert_eq!((flood.cost(goal), flood.cost(Cell::new(4, 0))), (Some(5), None));
    /// ```
    pub fn run_towards(
        &mut self,
        policy: Distance,
        board: &Board,
        start: impl Into<FloodStart>,
        budget: u16,
        mut enter: impl StepCosts,
        left: impl Fn(Cell, bool) -> u16,
    ) {
        let start = start.into();
        let alternates = policy == Distance::AlternatingDiagonals && board.shape() == Shape::Square;
        let is_odd = start.is_diagonal_due && alternates;
        for detour in DETOURS {
            let most = left(start.cell, is_odd).saturating_add(detour).min(budget);
            let is_cut_short = self.search(policy, board, (start, most), &mut enter, |_, left| left == 0, &left);
            if !is_cut_short || most == budget {
                break;
            }
        }
    }

    /// Lowest cost of reaching a cell in the last run, in cells of movement: 0 for the start, `None` if not reached.
    pub fn cost(&self, cell: Cell) -> Option<u16> {
        let cost = self.costs[self.best_place(cell)?];
        (cost != UNKNOWN).then_some(cost)
    }

    /// A cheapest path to a cell, excluding the start and including the cell. Empty if the cell was not reached.
    pub fn path_to(&self, cell: Cell) -> Vec<Cell> {
        let Some(mut place) = self.best_place(cell).filter(|&place| self.costs[place] != UNKNOWN) else {
            return Vec::new();
        };
        // Every step costs at least 1.
        let mut path = Vec::with_capacity(self.costs[place].into());
        let mut here = cell;
        while self.steps_in[place] != START {
            path.push(here);
            let dir = Direction(self.steps_in[place]);
            here = self.shape.step(here, self.shape.opposite(dir));
            let was_odd = (place >= self.half()) != (self.alternates() && self.shape.is_diagonal(dir));
            place = self.place(here) + if was_odd { self.half() } else { 0 };
        }
        path.reverse();
        path
    }

    /// All cells reached by the last run, in order of cost, beginning with the start.
    pub fn reached(&self) -> &[Cell] {
        &self.reached
    }

    /// Reduces the last run to a smaller budget, as if it had been run with that budget.
    pub fn keep_within(&mut self, budget: u16) {
        self.forget_beyond(budget);
        while let Some(&cell) = self.reached.last().filter(|cell| self.cost(**cell).is_none()) {
            let place = self.place(cell);
            self.ranks[place] = 0;
            self.reached.pop();
        }
    }

    /// Index of a cell in [`reached`](Self::reached); `None` if the cell was not reached.
    pub fn rank(&self, cell: Cell) -> Option<usize> {
        let place = self.best_place(cell)?;
        (self.ranks[self.even(place)] as usize).checked_sub(1)
    }

    fn alternates(&self) -> bool {
        self.policy == Distance::AlternatingDiagonals && self.shape == Shape::Square
    }

    /// Number of nodes in one half of the arrays: board cells and rim.
    fn half(&self) -> usize {
        self.stride() * (usize::from(self.height) + 2)
    }

    fn stride(&self) -> usize {
        usize::from(self.width) + 2
    }

    /// Node of a cell reached after an even number of diagonals.
    fn place(&self, cell: Cell) -> usize {
        usize::from(cell.y.unsigned_abs() + 1) * self.stride() + usize::from(cell.x.unsigned_abs() + 1)
    }

    /// The node of the same cell after an even number of diagonals.
    fn even(&self, place: usize) -> usize {
        place.checked_sub(self.ranks.len()).unwrap_or(place)
    }

    /// The cheaper of a cell's two nodes, or `None` off the board.
    fn best_place(&self, cell: Cell) -> Option<usize> {
        if cell.x as u16 >= self.width || cell.y as u16 >= self.height {
            return None;
        }
        let (even, odd) = (self.place(cell), self.place(cell) + self.half());
        Some(if self.costs[odd] < self.costs[even] { odd } else { even })
    }

    /// Resets the previous run; only touches the nodes it used, unless the board size changed.
    fn clear(&mut self, board: &Board, policy: Distance) {
        self.reached.clear();
        self.buckets.iter_mut().for_each(Vec::clear);
        let form = (board.shape(), board.width(), board.height());
        if (self.shape, self.width, self.height) != form || self.costs.is_empty() {
            (self.shape, self.width, self.height) = form;
            self.lay_out();
        }
        let half = self.half();
        for &place in &self.touched {
            let place = place as usize;
            self.costs[place] = UNKNOWN;
            self.ranks[if place < half { place } else { place - half }] = 0;
        }
        self.touched.clear();
        if self.policy != policy || self.sides == 0 {
            self.policy = policy;
            self.sides = self.order().len();
            self.exits = [self.exits_from(0), self.exits_from(1)];
        }
    }

    fn lay_out(&mut self) {
        let half = self.half();
        self.touched.clear();
        self.costs = vec![0; 2 * half];
        self.steps_in = vec![START; 2 * half];
        self.ranks = vec![0; half];
        self.sides = 0;
        for y in 0..self.height as i16 {
            let (place, width) = (self.place(Cell::new(0, y)), usize::from(self.width));
            self.costs[place..place + width].fill(UNKNOWN);
            self.costs[place + half..place + half + width].fill(UNKNOWN);
        }
    }

    fn order(&self) -> &'static [u8] {
        match self.shape {
            Shape::Square if self.policy == Distance::NoDiagonals => &SQUARE_ORDER[..4],
            Shape::Square => &SQUARE_ORDER,
            Shape::Hex => &HEX_ORDER,
        }
    }

    /// Steps out of a cell of `row` in search order; unused entries are defaults.
    fn exits_from(&self, row: i16) -> [Exit; 8] {
        let exit = |at: usize| {
            let Some(side) = self.order().get(at) else { return Exit::default() };
            let dir = Direction(*side);
            let (dx, dy) = self.shape.offset(row, dir);
            let offset = i32::from(dy) * self.stride() as i32 + i32::from(dx);
            Exit { dir, dx, dy, offset, diagonal: self.alternates() && self.shape.is_diagonal(dir) }
        };
        std::array::from_fn(exit)
    }
}

/// Step costs for a [`Flood`](super::Flood), queried one cell at a time. Implemented by closures.
pub trait StepCosts {
    /// Called before the steps out of a cell are queried.
    fn leave(&mut self, _from: Cell) {}

    /// Cost of a step in cells, at least 1 (0 counts as 1); `None` if impossible. `to` is on the board. Must be deterministic.
    fn enter(&mut self, from: Cell, step: Direction, to: Cell) -> Option<u16>;

    /// Cost of a diagonal step that would cost this much in a straight direction, where every second one costs double.
    fn diagonal(&self, step: u16, is_second: bool) -> u16 {
        if is_second { step.saturating_mul(2) } else { step }
    }
}

impl<F: FnMut(Cell, Direction, Cell) -> Option<u16>> StepCosts for F {
    #[inline]
    fn enter(&mut self, from: Cell, step: Direction, to: Cell) -> Option<u16> {
        self(from, step, to)
    }
}
