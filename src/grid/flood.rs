//! How far one can get, and by which way.

mod search;

use super::board::Board;
use super::cell::Cell;
use super::enter::Enter;
use super::metric::Distance;
use super::shape::{Direction, Shape};
use search::Came;

/// Finds every cell that can be reached within a budget, at the least cost; keep one and run it again and again.
///
/// Equally cheap ways are told apart by the order of search, straight steps before diagonal ones and then
/// clockwise, so the same question always has the same answer.
///
/// ```
/// use warboard::grid::{Board, Cell, Flood};
/// let board = Board::square_from_text("
///     . # .
///     . . .
/// ");
/// let mut flood = Flood::default();
/// flood.run(&board, Cell::new(0, 0), 6, |from, dir, _| board.step_cost(1, from, dir));
/// assert_eq!(flood.cost(Cell::new(2, 0)), Some(4));
/// assert_eq!(flood.path_to(Cell::new(1, 1)), [Cell::new(0, 1), Cell::new(1, 1)]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Flood {
    shape: Shape,
    policy: Distance,
    width: u16,
    height: u16,
    /// The ways out of a cell of an even and of an odd row.
    ways: [[Way; 8]; 2],
    /// How many ways there are out of a cell.
    sides: usize,
    /// Least cost of every node found. A node is a cell of the board with a rim of one cell round it; the second
    /// half of the array is the same cells reached after an odd number of diagonals. The rim costs nothing, so
    /// no way into it is ever an improvement.
    costs: Vec<u16>,
    /// The direction of the step into every node found.
    steps_in: Vec<u8>,
    /// Where in `reached` each cell stands, from 1; 0 for those that are not there.
    ranks: Vec<u32>,
    touched: Vec<u32>,
    /// Nodes that are too far, and at what cost.
    left_out: Vec<(u32, u16)>,
    buckets: Vec<Vec<Node>>,
    reached: Vec<Cell>,
    odd_start: bool,
}

#[derive(Copy, Clone, Debug)]
struct Node {
    place: u32,
    cell: Cell,
    /// Steps that are left from it at least to what is looked for.
    left: u16,
}

/// One way out of a cell, for its row.
#[derive(Copy, Clone, Debug, Default)]
struct Way {
    dir: Direction,
    dx: i16,
    dy: i16,
    /// What it adds to a place.
    offset: i32,
    diagonal: bool,
}

/// Cells beyond the straight way that a way may take, one try after the other.
const DETOURS: [u16; 5] = [0, 1, 4, 16, u16::MAX];

const UNKNOWN: u16 = u16::MAX;
const START: u8 = u8::MAX;
const SQUARE_ORDER: [u8; 8] = [0, 2, 4, 6, 1, 3, 5, 7];
const HEX_ORDER: [u8; 6] = [0, 1, 2, 3, 4, 5];

impl Flood {
    /// Floods the board from `start`, every step at what `enter` says it costs.
    ///
    /// `enter` is given a cell, a direction and the cell on the board it leads to, and answers the cells of movement
    /// of that step, at least 1 (0 counts as 1), or `None` where it cannot be taken. It must give the same answer
    /// however often it is asked.
    /// A start off the board reaches nothing.
    pub fn run(
        &mut self,
        board: &Board,
        start: Cell,
        budget: u16,
        enter: impl FnMut(Cell, Direction, Cell) -> Option<u16>,
    ) {
        self.run_with(Distance::DiagonalsCostOne, board, start, budget, enter);
    }

    /// Floods the board as [`run`](Self::run) does, with diagonals counted by a policy.
    ///
    /// With alternating diagonals every second diagonal step costs twice what `enter` says, and whether the next one
    /// does is remembered along every way; without diagonals `enter` is never asked about one.
    ///
    /// ```
    /// use warboard::grid::{Board, Cell, Distance, Flood, Shape};
    /// let board = Board::open(Shape::Square, 9, 9);
    /// let mut flood = Flood::default();
    /// flood.run_with(Distance::AlternatingDiagonals, &board, Cell::new(4, 4), 9, |_, _, _| Some(1));
    /// assert_eq!(flood.cost(Cell::new(7, 7)), Some(4));
    /// ```
    pub fn run_with(&mut self, policy: Distance, board: &Board, start: Cell, budget: u16, enter: impl Enter) {
        self.run_until(policy, board, start, budget, enter, |_| false);
    }

    /// Floods the board as [`run_with`](Self::run_with) does, and goes no further once a cell is found that is looked for:
    /// all cells that are as cheap to reach are found as well, and none that is dearer.
    ///
    /// ```
    /// use warboard::grid::{Board, Cell, Distance, Flood, Shape};
    /// let board = Board::open(Shape::Square, 9, 9);
    /// let (mut flood, goal) = (Flood::default(), Cell::new(4, 6));
    /// flood.run_until(Distance::DiagonalsCostOne, &board, Cell::new(4, 4), 9, |_, _, _| Some(1), |cell| cell == goal);
    /// assert_eq!((flood.cost(goal), flood.cost(Cell::new(4, 7))), (Some(2), None));
    /// ```
    pub fn run_until(
        &mut self,
        policy: Distance,
        board: &Board,
        start: Cell,
        budget: u16,
        mut enter: impl Enter,
        mut is_sought: impl FnMut(Cell) -> bool,
    ) {
        self.search(policy, board, (start, budget), &mut enter, |cell, _| is_sought(cell), |_| 0);
        self.odd_start = false;
    }

    /// Floods the board as [`run_until`](Self::run_until) does, and leaves out cells that lie on no cheapest way to one
    /// that is looked for. `left` says how many steps there are at least from a cell to one of those: no more for a
    /// cell than for its neighbour and a step, and 0 for what is looked for. The cheapest of those are found, with the
    /// same ways to them.
    ///
    /// ```
    /// use warboard::grid::{Board, Cell, Distance, Flood, Shape};
    /// let board = Board::open(Shape::Square, 20, 20);
    /// let (mut flood, goal) = (Flood::default(), Cell::new(4, 9));
    /// let left = |cell: Cell| cell.x.abs_diff(goal.x).max(cell.y.abs_diff(goal.y));
    /// flood.run_towards(Distance::DiagonalsCostOne, &board, Cell::new(4, 4), 99, |_, _, _| Some(1), left);
    /// assert_eq!((flood.cost(goal), flood.cost(Cell::new(4, 0))), (Some(5), None));
    /// ```
    pub fn run_towards(
        &mut self,
        policy: Distance,
        board: &Board,
        start: Cell,
        budget: u16,
        mut enter: impl Enter,
        left: impl Fn(Cell) -> u16,
    ) {
        let straight = left(start);
        for detour in DETOURS {
            let most = straight.saturating_add(detour).min(budget);
            let came = self.search(policy, board, (start, most), &mut enter, |_, left| left == 0, &left);
            if came != Came::Short || most == budget {
                break;
            }
        }
        self.odd_start = false;
    }

    /// Tells the next run how many diagonal steps were taken before it, for alternating diagonals.
    pub fn after_diagonals(&mut self, taken: u16) -> &mut Self {
        self.odd_start = taken & 1 == 1;
        self
    }

    /// The least cost of reaching a cell in the last run, in cells of movement; 0 for the start.
    #[must_use]
    pub fn cost(&self, cell: Cell) -> Option<u16> {
        let cost = self.costs[self.best_place(cell)?];
        (cost != UNKNOWN).then_some(cost)
    }

    /// The cells of a cheapest way to a cell, without the start and with the cell itself; empty if it was not
    /// reached.
    #[must_use]
    pub fn path_to(&self, cell: Cell) -> Vec<Cell> {
        let Some(mut place) = self.best_place(cell).filter(|&place| self.costs[place] != UNKNOWN) else {
            return Vec::new();
        };
        // No step is free.
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

    /// Every cell reached by the last run, the cheapest first and the start at the head.
    #[must_use]
    pub fn reached(&self) -> &[Cell] {
        &self.reached
    }

    /// Forgets all that costs more than a smaller budget: as if the last run had had no more.
    pub fn keep_within(&mut self, budget: u16) {
        self.forget_beyond(budget);
        while let Some(&cell) = self.reached.last().filter(|cell| self.cost(**cell).is_none()) {
            let place = self.place(cell);
            self.ranks[place] = 0;
            self.reached.pop();
        }
    }

    /// The place of a cell among those [`reached`](Self::reached) by the last run.
    #[must_use]
    pub fn rank(&self, cell: Cell) -> Option<usize> {
        let (place, half) = (self.best_place(cell)?, self.half());
        let rank = self.ranks[if place < half { place } else { place - half }];
        (rank as usize).checked_sub(1)
    }

    fn alternates(&self) -> bool {
        self.policy == Distance::AlternatingDiagonals && self.shape == Shape::Square
    }

    /// Nodes in one half of the arrays: the cells of the board and the rim.
    fn half(&self) -> usize {
        self.stride() * (usize::from(self.height) + 2)
    }

    fn stride(&self) -> usize {
        usize::from(self.width) + 2
    }

    /// The node of a cell of the board after an even number of diagonals.
    fn place(&self, cell: Cell) -> usize {
        usize::from(cell.y.unsigned_abs() + 1) * self.stride() + usize::from(cell.x.unsigned_abs() + 1)
    }

    /// The cheaper of the two nodes of a cell, or `None` off the board.
    fn best_place(&self, cell: Cell) -> Option<usize> {
        let inside = |at: i16, side: u16| at >= 0 && at.unsigned_abs() < side;
        if !inside(cell.x, self.width) || !inside(cell.y, self.height) {
            return None;
        }
        let (even, odd) = (self.place(cell), self.place(cell) + self.half());
        Some(if self.costs[odd] < self.costs[even] { odd } else { even })
    }

    /// Forgets the last run, touching only what it touched unless the board has another form.
    fn clear(&mut self, board: &Board, policy: Distance) {
        self.reached.clear();
        self.buckets.iter_mut().for_each(Vec::clear);
        let form = (board.shape(), board.width(), board.height());
        if (self.shape, self.width, self.height) != form || self.costs.is_empty() {
            (self.shape, self.width, self.height) = form;
            self.lay_out(board);
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
            self.ways = [self.ways_from(0), self.ways_from(1)];
        }
    }

    fn lay_out(&mut self, board: &Board) {
        let half = self.half();
        self.touched.clear();
        self.costs = vec![0; 2 * half];
        self.steps_in = vec![START; 2 * half];
        self.ranks = vec![0; half];
        self.sides = 0;
        for cell in board.cells() {
            let place = self.place(cell);
            self.costs[place] = UNKNOWN;
            self.costs[place + half] = UNKNOWN;
        }
    }

    /// The directions in the order they are tried.
    fn order(&self) -> &'static [u8] {
        match self.shape {
            Shape::Square if self.policy == Distance::NoDiagonals => &SQUARE_ORDER[..4],
            Shape::Square => &SQUARE_ORDER,
            Shape::Hex => &HEX_ORDER,
        }
    }

    /// The ways out of a cell of `row`, in the order they are tried; what is left over is never looked at.
    fn ways_from(&self, row: i16) -> [Way; 8] {
        let way = |at: usize| {
            let Some(side) = self.order().get(at) else { return Way::default() };
            let dir = Direction(*side);
            let (dx, dy) = self.shape.offset(row, dir);
            let offset = i32::from(dy) * self.stride() as i32 + i32::from(dx);
            Way { dir, dx, dy, offset, diagonal: self.alternates() && self.shape.is_diagonal(dir) }
        };
        std::array::from_fn(way)
    }
}
