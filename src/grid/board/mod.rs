//! The board of a battle: terrain and height of every cell, and barriers on the edges between cells.

pub mod sight_cache;
mod steps;
pub mod terrain;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::grid::{Barrier, BoardFault, BoardPlan, Cell, Footprint, Shape, Terrain};
use sight_cache::SightCache;
use terrain::OUTSIDE;

/// The board of a battle: terrain, elevation and barriers, with precomputed step costs.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "BoardPlan", into = "BoardPlan")]
pub struct Board {
    plan: BoardPlan,
    /// For each cell: whether any of its edges has a barrier.
    edged: Vec<bool>,
    /// For each cell and direction: movement cost of the step for a one-cell body; 0 if the step is impossible.
    steps: Vec<[u8; 8]>,
    /// Whether all cells have the same elevation.
    level: bool,
    /// Prefix sums: for every cell corner, the number of cells north-west of it that can obstruct a line.
    obstructions: Vec<u32>,
    narrow: bool,
    pub(in crate::grid) sight_cache: SightCache,
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
    /// Builds the board of a plan.
    ///
    /// # Errors
    /// The first fault of size, counts, tiles, movement costs and barriers.
    pub fn new(mut plan: BoardPlan) -> Result<Self, BoardFault> {
        let cells = usize::from(plan.width) * usize::from(plan.height);
        if plan.elevation.is_empty() {
            plan.elevation = vec![0; cells];
        }
        if [plan.width, plan.height].iter().any(|side| !(1..=LONGEST_SIDE).contains(side)) {
            return Err(BoardFault::Size(plan.width, plan.height));
        }
        if let Some(found) = [plan.tiles.len(), plan.elevation.len()].into_iter().find(|&count| count != cells) {
            return Err(BoardFault::Count(cells, found));
        }
        let barriers = std::mem::take(&mut plan.barriers);
        let level = plan.elevation.windows(2).all(|pair| pair[0] == pair[1]);
        let (edged, steps, sight_cache) = (vec![false; cells], vec![[0; 8]; cells], SightCache::default());
        let mut board = Self { plan, edged, steps, level, obstructions: Vec::new(), narrow: false, sight_cache };
        board.check_tiles()?;
        for ((a, b), barrier) in barriers {
            let edge = board.shape().direction_of_step(a, b).is_some_and(|dir| !board.shape().is_diagonal(dir));
            if !edge || !board.contains(a) || !board.contains(b) {
                return Err(BoardFault::Barrier(a, b));
            }
            board.plan.barriers.insert((a.min(b), a.max(b)), barrier);
            for place in [a, b].map(|cell| board.index(cell)) {
                board.edged[place] = true;
            }
        }
        board.cells().for_each(|cell| board.measure(cell));
        board.update_obstructions();
        Ok(board)
    }

    /// A level board of open floor. Width and height are clamped to 1 to 32,767 cells.
    /// ```
    /// use warboard::grid::{Board, Shape};
    /// assert_eq!(Board::open(Shape::Hex, 8, 6).cells().count(), 48);
    /// ```
    pub fn open(shape: Shape, width: u16, height: u16) -> Self {
        let plan = BoardPlan::open(shape, width.clamp(1, LONGEST_SIDE), height.clamp(1, LONGEST_SIDE));
        Self::new(plan).unwrap_or_default()
    }

    /// Changes the terrain of one cell. Returns `false` if the cell or the palette index does not exist.
    pub fn set_tile(&mut self, cell: Cell, tile: u8) -> bool {
        if !self.contains(cell) || usize::from(tile) >= self.plan.palette.len() {
            return false;
        }
        let place = self.index(cell);
        self.plan.tiles[place] = tile;
        self.measure_around(cell);
        self.update_obstructions();
        true
    }

    /// Cell shape: squares or hexagons.
    pub const fn shape(&self) -> Shape {
        self.plan.shape
    }

    /// Number of columns.
    pub const fn width(&self) -> u16 {
        self.plan.width
    }

    /// Number of rows.
    pub const fn height(&self) -> u16 {
        self.plan.height
    }

    /// The terrain kinds of this board. [`set_tile`](Self::set_tile) takes an index into this list.
    pub fn palette(&self) -> &[Terrain] {
        &self.plan.palette
    }

    /// All barriers, keyed by the two cells they separate, smaller cell first.
    pub const fn barriers(&self) -> &BTreeMap<(Cell, Cell), Barrier> {
        &self.plan.barriers
    }

    /// Whether a cell is on the board.
    pub const fn contains(&self, cell: Cell) -> bool {
        // A negative coordinate becomes a large unsigned number.
        (cell.x as u16) < self.plan.width && (cell.y as u16) < self.plan.height
    }

    /// Index of a cell in row-major order; the total number of cells if it is off the board.
    #[inline]
    pub fn index(&self, cell: Cell) -> usize {
        if self.contains(cell) {
            usize::from(cell.y.unsigned_abs()) * usize::from(self.plan.width) + usize::from(cell.x.unsigned_abs())
        } else {
            self.plan.tiles.len()
        }
    }

    /// All cells in row-major order, starting in the north-west.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.plan.width as i16, self.plan.height as i16);
        (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
    }

    /// Terrain of a cell. Off the board: nameless terrain that is impassable and opaque.
    #[inline]
    pub fn terrain(&self, cell: Cell) -> &Terrain {
        let tile = self.plan.tiles.get(self.index(cell));
        tile.and_then(|&tile| self.plan.palette.get(usize::from(tile))).unwrap_or(&OUTSIDE)
    }

    /// Palette index of a cell's terrain; `None` off the board.
    pub fn tile(&self, cell: Cell) -> Option<u8> {
        self.plan.tiles.get(self.index(cell)).copied()
    }

    /// Elevation of a cell in the board's unit; 0 off the board.
    #[inline]
    pub fn elevation(&self, cell: Cell) -> i16 {
        self.plan.elevation.get(self.index(cell)).copied().unwrap_or(0)
    }

    /// The barrier on the edge between two neighbouring cells, given in either order.
    pub fn barrier(&self, a: Cell, b: Cell) -> Option<&Barrier> {
        let edged = *self.edged.get(self.index(a))?;
        edged.then(|| self.plan.barriers.get(&(a.min(b), a.max(b)))).flatten()
    }

    /// Whether all cells have the same elevation.
    pub const fn is_level(&self) -> bool {
        self.level
    }

    /// Whether the board has any narrow (half-width) cell.
    pub const fn is_narrow_somewhere(&self) -> bool {
        self.narrow
    }

    /// Highest ground under `a` minus highest ground under `b`, in the board's unit. Negative if `a` stands lower.
    pub fn height_difference(&self, a: Footprint, b: Footprint) -> i16 {
        let top = |footprint: Footprint| footprint.cells(self.shape()).iter().map(|&cell| self.elevation(cell)).max();
        top(a).unwrap_or(0).saturating_sub(top(b).unwrap_or(0))
    }

    fn check_tiles(&self) -> Result<(), BoardFault> {
        let known = self.plan.palette.len();
        let mut tiles = self.cells().zip(&self.plan.tiles);
        if let Some((cell, &tile)) = tiles.find(|(_, tile)| usize::from(**tile) >= known) {
            return Err(BoardFault::Tile(cell, tile));
        }
        let free = self.plan.palette.iter().find(|terrain| terrain.cost == Some(0));
        free.map_or(Ok(()), |terrain| Err(BoardFault::Cost(terrain.name.clone())))
    }
}

/// Longest side of a board, in cells, so that every cell has valid coordinates.
const LONGEST_SIDE: u16 = i16::MAX.unsigned_abs();
