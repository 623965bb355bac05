//! Sets of cells: bursts, lines, bit sets, and how full each cell is. Walls do not limit them.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use crate::grid::{Board, Cell, Distance, Footprint, Shape, Trace, distance};

/// All cells of the board within `radius` cells of a cell, sorted. A diagonal step counts one cell.
pub fn burst(board: &Board, centre: Cell, radius: u16) -> Vec<Cell> {
    burst_around(board, Distance::DiagonalsCostOne, centre.into(), radius)
}

/// All cells of the board within `radius` cells of a footprint, sorted. Includes the cells of the footprint.
/// ```
/// use warboard::grid::{Board, Cell, Distance, Footprint, Shape, burst_around};
/// let (board, ogre) = (Board::open(Shape::Square, 9, 9), Footprint::new(Cell::new(4, 4), 2));
/// assert_eq!(burst_around(&board, Distance::NoDiagonals, ogre, 1).len(), 12);
/// ```
pub fn burst_around(board: &Board, policy: Distance, centre: Footprint, radius: u16) -> Vec<Cell> {
    let margin = i32::from(radius) + i32::from(centre.across());
    let run = |at: i16, side: u16| {
        let at = i32::from(at);
        (at - margin).max(0)..(at + margin + 1).min(i32::from(side))
    };
    let rows = run(centre.anchor.y, board.height());
    let columns = run(centre.anchor.x, board.width());
    let cells = columns.flat_map(|x| rows.clone().map(move |y| Cell::new(x as i16, y as i16)));
    cells.filter(|&cell| distance(board.shape(), policy, centre, cell.into()) <= radius).collect()
}

/// All cells of the board that the line between two centres enters, sorted. Excludes `from` and cells touched only at a corner.
pub fn line_area(board: &Board, from: Cell, to: Cell) -> Vec<Cell> {
    let entered = Trace::new(board.shape(), from, to).map(|crossing| crossing.to);
    let mut cells: Vec<Cell> = entered.filter(|&cell| board.contains(cell)).collect();
    cells.sort_unstable();
    cells
}

/// A set of cells of one board, stored as a bit set.
/// ```
/// use warboard::grid::{Board, Cell, CellSet, Shape};
/// let board = Board::open(Shape::Square, 9, 9);
/// let mut some = CellSet::new(&board);
/// some.add(&board, Cell::new(4, 4));
/// assert!(some.has(Cell::new(4, 4)) && !some.has(Cell::new(4, 5)) && !some.has(Cell::new(-1, 4)));
/// ```
#[derive(Clone, Debug)]
pub struct CellSet {
    /// Columns and rows of the board.
    form: (u16, u16),
    /// One bit per cell, row by row.
    bits: SmallVec<[u64; 32]>,
}

impl CellSet {
    /// The empty set for a board.
    pub fn new(board: &Board) -> CellSet {
        let words = (usize::from(board.width()) * usize::from(board.height())).div_ceil(64);
        CellSet { form: (board.width(), board.height()), bits: SmallVec::from_elem(0, words) }
    }

    /// Adds a cell. Cells off the board are ignored.
    pub fn add(&mut self, board: &Board, cell: Cell) {
        let at = board.index(cell);
        if let Some(word) = self.bits.get_mut(at / 64).filter(|_| board.contains(cell)) {
            *word |= 1 << (at % 64);
        }
    }

    /// Whether a cell is in the set.
    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        // A negative coordinate becomes a large unsigned number, so one comparison checks both limits.
        let (column, row) = (cell.x as u16, cell.y as u16);
        if column >= self.form.0 || row >= self.form.1 {
            return false;
        }
        let at = usize::from(row) * usize::from(self.form.0) + usize::from(column);
        self.bits.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }
}

/// How full each cell is, in sixteenths, so that halves, quarters and eighths add up exactly.
#[derive(Clone, Debug, Default)]
pub struct Occupancy(BTreeMap<Cell, u16>);

impl Occupancy {
    /// Adds sixteenths to every cell of a footprint.
    pub fn add(&mut self, shape: Shape, footprint: Footprint, sixteenths: u16) {
        for cell in footprint.cells(shape) {
            let filled = self.0.entry(cell).or_default();
            *filled = filled.saturating_add(sixteenths);
        }
    }

    /// How full a cell is, in sixteenths.
    pub fn at(&self, cell: Cell) -> u16 {
        self.0.get(&cell).copied().unwrap_or(0)
    }
}
