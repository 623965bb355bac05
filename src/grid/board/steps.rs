//! Movement cost of single steps: precomputed for one-cell bodies when the terrain changes, derived for larger ones.

use crate::grid::{Board, Cell, Direction, Footprint, Terrain};

impl Board {
    /// Whether a body with this footprint can stand here: its cells are passable and no impassable barrier splits them.
    pub fn fits(&self, footprint: Footprint) -> bool {
        self.fits_where(footprint, |terrain| terrain.cost)
    }

    /// Whether a body with this footprint can be here without standing, for example over a chasm or in deep water.
    pub fn admits(&self, footprint: Footprint) -> bool {
        self.fits_where(footprint, open)
    }

    fn fits_where(&self, footprint: Footprint, cost: impl Fn(&Terrain) -> Option<u8>) -> bool {
        if footprint.across() == 1 {
            return cost(self.terrain(footprint.anchor)).is_some();
        }
        let stands = |&cell: &Cell| cost(self.terrain(cell)).is_some() && !self.is_split(footprint, cell);
        footprint.cells(self.shape()).iter().all(stands)
    }

    /// Movement cost, in cells, of one step of a body `extent` cells across anchored at `from`: the highest cost among
    /// the newly covered cells. `None` if the step leaves the board, enters impassable terrain, crosses or straddles an
    /// impassable barrier, or (on squares) cuts past a corner of such terrain or barrier.
    /// ```
    /// use warboard::grid::{Board, Cell, Direction, Shape};
    /// let mut board = Board::open(Shape::Square, 3, 2);
    /// board.set_tile(Cell::new(1, 0), 1); // A wall.
    /// board.set_tile(Cell::new(1, 1), 2); // Rubble.
    /// let (east, south_east) = (Direction(2), Direction(3));
    /// assert_eq!(board.step_cost(1, Cell::new(0, 1), east), Some(2));
    /// assert_eq!(board.step_cost(1, Cell::new(0, 0), south_east), None);
    /// ```
    #[inline]
    pub fn step_cost(&self, extent: u8, from: Cell, dir: Direction) -> Option<u16> {
        if extent <= 1 {
            self.single_step(from, dir)
        } else {
            self.wide_step(Footprint::new(from, extent), dir, |cell| self.single_step(cell, dir))
        }
    }

    /// Costs of all steps of a one-cell body out of a cell, by direction; 0 where [`Board::step_cost`] is `None`.
    #[inline]
    pub fn steps_from(&self, from: Cell) -> [u8; 8] {
        self.steps.get(self.index(from)).copied().unwrap_or_default()
    }

    /// Whether a flier or swimmer can make a step: as in [`Board::step_cost`], except that chasms and deep water are open.
    pub fn is_open(&self, extent: u8, from: Cell, dir: Direction) -> bool {
        self.leads(extent, from, dir, open)
    }

    /// Whether a digger can make a step: as in [`Board::step_cost`], except that soft earth is open.
    pub fn is_open_to_digging(&self, extent: u8, from: Cell, dir: Direction) -> bool {
        self.leads(extent, from, dir, |terrain| terrain.cost.or(terrain.soft.then_some(1)))
    }

    fn leads(&self, extent: u8, from: Cell, dir: Direction, enters: impl Fn(&Terrain) -> Option<u8>) -> bool {
        let single = |cell: Cell| self.measured_step(cell, dir, &enters).map(u16::from);
        let body = Footprint::new(from, extent);
        if extent <= 1 { single(from).is_some() } else { self.wide_step(body, dir, single).is_some() }
    }

    fn single_step(&self, from: Cell, dir: Direction) -> Option<u16> {
        let cost = self.steps.get(self.index(from))?[self.shape().side(dir)];
        (cost > 0).then_some(u16::from(cost))
    }

    /// Cost of a step of a larger body, from the costs of single steps in its direction.
    fn wide_step(&self, before: Footprint, dir: Direction, single: impl Fn(Cell) -> Option<u16>) -> Option<u16> {
        let after = before.at(self.shape().step(before.anchor, dir));
        let back = self.shape().opposite(dir);
        let mut highest = 0;
        for cell in after.cells(self.shape()) {
            if before.contains(self.shape(), cell) {
                continue;
            }
            highest = highest.max(single(self.shape().step(cell, back))?);
            if self.is_split(after, cell) {
                return None;
            }
        }
        Some(highest)
    }

    /// Whether an impassable barrier stands between `cell` and another cell of the footprint.
    fn is_split(&self, footprint: Footprint, cell: Cell) -> bool {
        self.edged.get(self.index(cell)).copied().unwrap_or(false)
            && (self.shape().neighbours(cell))
                .any(|other| self.is_barred(cell, other) && footprint.contains(self.shape(), other))
    }

    fn is_barred(&self, a: Cell, b: Cell) -> bool {
        self.barrier(a, b).is_some_and(|barrier| !barrier.passable)
    }

    /// Recomputes the steps out of a cell and its neighbours: all steps that a change of the cell can affect.
    pub(super) fn measure_around(&mut self, cell: Cell) {
        self.measure(cell);
        self.shape().neighbours(cell).for_each(|near| self.measure(near));
    }

    pub(super) fn measure(&mut self, from: Cell) {
        let place = self.index(from);
        if place < self.steps.len() {
            for dir in self.shape().directions() {
                let cost = self.measured_step(from, dir, |terrain| terrain.cost);
                self.steps[place][usize::from(dir.0)] = cost.unwrap_or(0);
            }
        }
    }

    fn measured_step(&self, from: Cell, dir: Direction, enters: impl Fn(&Terrain) -> Option<u8>) -> Option<u8> {
        let to = self.shape().step(from, dir);
        let cost = enters(self.terrain(to))?;
        let way_is_open = if self.shape().is_diagonal(dir) {
            let barred = |via| self.is_barred(from, via) || self.is_barred(via, to);
            let way_round = |via| enters(self.terrain(via)).is_some() && !barred(via);
            way_round(Cell::new(to.x, from.y)) && way_round(Cell::new(from.x, to.y))
        } else {
            !self.is_barred(from, to)
        };
        way_is_open.then_some(cost)
    }
}

/// Cost of entering terrain that can be walked on or is deep (1).
fn open(terrain: &Terrain) -> Option<u8> {
    terrain.cost.or(terrain.deep.map(|_| 1))
}
