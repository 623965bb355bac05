//! How full each cell is.

use crate::grid::board::Board;
use crate::grid::geometry::cell::Cell;
use crate::grid::geometry::footprint::Footprint;
use crate::grid::geometry::shape::Shape;

/// How full each cell of a board is, in sixteenths, so that halves, quarters and eighths add up exactly.
///
/// ```
/// use warboard::grid::{Board, Cell, Footprint, Occupancy, Shape};
/// let mut filled = Occupancy::new(&Board::open(Shape::Square, 4, 4));
/// filled.add(Cell::new(1, 1).into(), 16);
/// filled.add(Footprint::new(Cell::new(0, 0), 2), 48);
/// assert_eq!(filled.at(Cell::new(1, 1)), 64);
/// filled.remove(Cell::new(1, 1).into(), 16);
/// assert_eq!(filled.at(Cell::new(1, 1)), 48);
/// ```
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Occupancy {
    shape: Shape,
    width: u16,
    height: u16,
    sixteenths: Vec<u16>,
}

impl Occupancy {
    /// An empty board.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let sixteenths = vec![0; usize::from(board.width()) * usize::from(board.height())];
        Self { shape: board.shape(), width: board.width(), height: board.height(), sixteenths }
    }

    /// Adds sixteenths to every cell of a footprint; ignores cells off the board.
    pub fn add(&mut self, footprint: Footprint, sixteenths: u16) {
        self.change(footprint, |filled| filled.saturating_add(sixteenths));
    }

    /// Subtracts sixteenths from every cell of a footprint, not below 0.
    pub fn remove(&mut self, footprint: Footprint, sixteenths: u16) {
        self.change(footprint, |filled| filled.saturating_sub(sixteenths));
    }

    /// How full a cell is, in sixteenths; 0 off the board.
    #[must_use]
    pub fn at(&self, cell: Cell) -> u16 {
        self.place(cell).map_or(0, |place| self.sixteenths[place])
    }

    /// Empties every cell.
    pub fn clear(&mut self) {
        self.sixteenths.fill(0);
    }

    fn change(&mut self, footprint: Footprint, change: impl Fn(u16) -> u16) {
        for cell in footprint.cells(self.shape) {
            if let Some(place) = self.place(cell) {
                self.sixteenths[place] = change(self.sixteenths[place]);
            }
        }
    }

    fn place(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (u16::try_from(cell.x).ok()?, u16::try_from(cell.y).ok()?);
        (x < self.width && y < self.height).then(|| usize::from(y) * usize::from(self.width) + usize::from(x))
    }
}
