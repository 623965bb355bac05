//! The floor: what every cell is made of, how high it lies and what stands between cells.

mod clutter;
mod steps;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::cell::Cell;
use super::corner::Memo;
use super::footprint::Footprint;
use super::plan::{BoardFault, BoardPlan};
use super::shape::Shape;
use super::terrain::{Barrier, OUTSIDE, Terrain};
use clutter::Clutter;

/// The floor of a battle: ground, height and barriers, with the cost of every step worked out beforehand.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "BoardPlan", into = "BoardPlan")]
pub struct Board {
    plan: BoardPlan,
    /// For each cell, whether a barrier stands on one of its edges.
    edged: Vec<bool>,
    /// For each cell and direction, the cost of one cell's step, 0 for none.
    steps: Vec<[u8; 8]>,
    /// Whether all cells lie equally high.
    level: bool,
    clutter: Clutter,
    /// Whether any cell is narrow.
    narrow: bool,
    memo: Memo,
}

impl TryFrom<BoardPlan> for Board {
    type Error = BoardFault;

    fn try_from(plan: BoardPlan) -> Result<Self, BoardFault> {
        Self::new(plan)
    }
}

impl From<Board> for BoardPlan {
    fn from(board: Board) -> Self {
        board.plan
    }
}

impl Board {
    /// Builds a board from its plan.
    ///
    /// # Errors
    /// The first [`BoardFault`] found: sizes, counts, tiles, movement costs, then barriers.
    pub fn new(mut plan: BoardPlan) -> Result<Self, BoardFault> {
        let cells = usize::from(plan.width) * usize::from(plan.height);
        if plan.elevation.is_empty() {
            plan.elevation = vec![0; cells];
        }
        check_counts(&plan, cells)?;
        let barriers = std::mem::take(&mut plan.barriers);
        let level = plan.elevation.windows(2).all(|pair| pair[0] == pair[1]);
        let (edged, steps, clutter) = (vec![false; cells], vec![[0; 8]; cells], Clutter::default());
        let mut board = Self { plan, edged, steps, level, clutter, narrow: false, memo: Memo::default() };
        board.check_tiles()?;
        for ((a, b), barrier) in barriers {
            board.place(a, b, Some(barrier))?;
        }
        board.cells().for_each(|cell| board.measure(cell));
        board.count_clutter();
        Ok(board)
    }

    /// A board of level open floor, at least one cell and at most 32,767 cells each way.
    ///
    /// ```
    /// use warboard::grid::{Board, Shape};
    /// assert_eq!(Board::open(Shape::Hex, 8, 6).cells().count(), 48);
    /// ```
    #[must_use]
    pub fn open(shape: Shape, width: u16, height: u16) -> Self {
        let side = |cells: u16| cells.clamp(1, LONGEST_SIDE);
        Self::checked(BoardPlan::open(shape, side(width), side(height)))
    }

    /// A board of squares from a drawing, read as [`BoardPlan::drawn`] says; an empty drawing is one cell of floor.
    ///
    /// ```
    /// use warboard::grid::{Board, Cell};
    /// let board = Board::square_from_text("
    ///     . . #
    ///     . , ^
    /// ");
    /// assert!(board.terrain(Cell::new(2, 0)).opaque);
    /// assert_eq!(board.elevation(Cell::new(2, 1)), 10);
    /// ```
    #[must_use]
    pub fn square_from_text(text: &str) -> Self {
        Self::checked(BoardPlan::drawn(Shape::Square, text))
    }

    /// A board of hexagons from a drawing, read as [`BoardPlan::drawn`] says; odd lines lie half a cell further east.
    #[must_use]
    pub fn hex_from_text(text: &str) -> Self {
        Self::checked(BoardPlan::drawn(Shape::Hex, text))
    }

    /// The board of a plan that can only be wrong in its size.
    fn checked(plan: BoardPlan) -> Self {
        let shape = plan.shape;
        Self::new(plan).unwrap_or_else(|_| Self::open(shape, 1, 1))
    }

    /// The board with the ground of one cell changed, see [`set_tile`](Self::set_tile).
    #[must_use]
    pub fn with_tile(mut self, cell: Cell, tile: u8) -> Self {
        self.set_tile(cell, tile);
        self
    }

    /// Changes the ground of one cell, as when a door opens; says whether there is such a cell and such ground.
    ///
    /// ```
    /// use warboard::grid::{Board, Cell};
    /// let mut board = Board::square_from_text(".#.");
    /// assert!(board.set_tile(Cell::new(1, 0), 0));
    /// assert!(!board.terrain(Cell::new(1, 0)).opaque);
    /// ```
    pub fn set_tile(&mut self, cell: Cell, tile: u8) -> bool {
        if !self.contains(cell) || usize::from(tile) >= self.plan.palette.len() {
            return false;
        }
        let place = self.index(cell);
        self.plan.tiles[place] = tile;
        self.measure_around(cell);
        self.count_clutter();
        true
    }

    /// Puts a barrier on the edge between two cells, or takes it away.
    ///
    /// # Errors
    /// [`BoardFault::Barrier`] when the two share no edge on this board.
    pub fn set_barrier(&mut self, a: Cell, b: Cell, barrier: Option<Barrier>) -> Result<(), BoardFault> {
        self.place(a, b, barrier)?;
        self.measure_around(a);
        self.measure_around(b);
        self.count_clutter();
        Ok(())
    }

    /// Squares or hexagons.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.plan.shape
    }

    /// Columns.
    #[must_use]
    pub const fn width(&self) -> u16 {
        self.plan.width
    }

    /// Rows.
    #[must_use]
    pub const fn height(&self) -> u16 {
        self.plan.height
    }

    /// The kinds of ground there are; [`set_tile`](Self::set_tile) takes a place in it.
    #[must_use]
    pub fn palette(&self) -> &[Terrain] {
        &self.plan.palette
    }

    /// Every barrier, under its two cells, the smaller one first.
    #[must_use]
    pub const fn barriers(&self) -> &BTreeMap<(Cell, Cell), Barrier> {
        &self.plan.barriers
    }

    /// Whether the cell is on the board.
    #[must_use]
    pub const fn contains(&self, cell: Cell) -> bool {
        cell.x >= 0
            && cell.y >= 0
            && cell.x.unsigned_abs() < self.plan.width
            && cell.y.unsigned_abs() < self.plan.height
    }

    /// The place of a cell in an array of all cells, row by row; off the board, the number of cells.
    #[inline]
    #[must_use]
    pub fn index(&self, cell: Cell) -> usize {
        if self.contains(cell) {
            usize::from(cell.y.unsigned_abs()) * usize::from(self.plan.width) + usize::from(cell.x.unsigned_abs())
        } else {
            self.plan.tiles.len()
        }
    }

    /// Every cell, row by row from the north-western one.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.plan.width as i16, self.plan.height as i16);
        (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
    }

    /// The ground of a cell; off the board, something nameless that can be neither entered nor seen through.
    #[inline]
    #[must_use]
    pub fn terrain(&self, cell: Cell) -> &Terrain {
        let tile = self.plan.tiles.get(self.index(cell));
        tile.and_then(|&tile| self.plan.palette.get(usize::from(tile))).unwrap_or(&OUTSIDE)
    }

    /// The place in the palette of the ground of a cell; none off the board.
    #[must_use]
    pub fn tile(&self, cell: Cell) -> Option<u8> {
        self.plan.tiles.get(self.index(cell)).copied()
    }

    /// The height of a cell in feet; 0 off the board.
    #[inline]
    #[must_use]
    pub fn elevation(&self, cell: Cell) -> i16 {
        self.plan.elevation.get(self.index(cell)).copied().unwrap_or(0)
    }

    /// What stands on the edge between two neighbouring cells, given in either order.
    #[must_use]
    pub fn barrier(&self, a: Cell, b: Cell) -> Option<&Barrier> {
        let edged = *self.edged.get(self.index(a))?;
        edged.then(|| self.plan.barriers.get(&(a.min(b), a.max(b)))).flatten()
    }

    /// Whether all cells lie equally high.
    #[must_use]
    pub const fn is_level(&self) -> bool {
        self.level
    }

    /// Whether any cell is half as wide as others.
    #[must_use]
    pub const fn is_narrow_somewhere(&self) -> bool {
        self.narrow
    }

    /// Feet by which the highest ground under `a` lies above the highest ground under `b`; negative when below.
    #[must_use]
    pub fn height_difference(&self, a: Footprint, b: Footprint) -> i16 {
        let top = |footprint: Footprint| {
            footprint.cells(self.shape()).iter().map(|&cell| self.elevation(cell)).max().unwrap_or(0)
        };
        top(a).saturating_sub(top(b))
    }

    /// What was worked out about lines between its cells.
    pub(super) const fn memo(&self) -> &Memo {
        &self.memo
    }

    fn check_tiles(&self) -> Result<(), BoardFault> {
        let known = self.plan.palette.len();
        for (cell, &tile) in self.cells().zip(&self.plan.tiles) {
            if usize::from(tile) >= known {
                return Err(BoardFault::Tile(cell, tile));
            }
        }
        let free = self.plan.palette.iter().find(|terrain| terrain.cost == Some(0));
        free.map_or(Ok(()), |terrain| Err(BoardFault::Cost(terrain.name.clone())))
    }

    fn place(&mut self, a: Cell, b: Cell, barrier: Option<Barrier>) -> Result<(), BoardFault> {
        let edge = self.shape().direction_of_step(a, b).is_some_and(|dir| !self.shape().is_diagonal(dir));
        if !edge || !self.contains(a) || !self.contains(b) {
            return Err(BoardFault::Barrier(a, b));
        }
        let key = (a.min(b), a.max(b));
        match barrier {
            Some(barrier) => self.plan.barriers.insert(key, barrier),
            None => self.plan.barriers.remove(&key),
        };
        for cell in [a, b] {
            let place = self.index(cell);
            let near: Vec<Cell> = self.shape().neighbours(cell).collect();
            self.edged[place] = near.iter().any(|&n| self.plan.barriers.contains_key(&(cell.min(n), cell.max(n))));
        }
        Ok(())
    }
}

/// Columns or rows a board can have, so that every cell has a name.
const LONGEST_SIDE: u16 = i16::MAX.unsigned_abs();

fn check_counts(plan: &BoardPlan, cells: usize) -> Result<(), BoardFault> {
    let side = 1..=LONGEST_SIDE;
    if !side.contains(&plan.width) || !side.contains(&plan.height) {
        return Err(BoardFault::Size(plan.width, plan.height));
    }
    let wrong = [plan.tiles.len(), plan.elevation.len()].into_iter().find(|&count| count != cells);
    wrong.map_or(Ok(()), |found| Err(BoardFault::Count(cells, found)))
}
