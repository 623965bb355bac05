//! Named zones that goals refer to.

use std::collections::{BTreeMap, BTreeSet};

use super::{Map, off_map};
use crate::content::{Findings, ValuePath};
use crate::grid::{Board, Cell};
use crate::scenario::file::{Patch, ScenarioFile};

/// The cells of every zone, row by row.
pub type Zones = BTreeMap<String, Vec<Cell>>;

/// The cells of all zones. Without a valid map they are empty; that is not reported again.
pub fn find(file: &ScenarioFile, map: Option<&Map>, findings: &mut Findings<'_>) -> Zones {
    let mut zones = Zones::new();
    for (name, patches) in &file.zones.0 {
        let path = ValuePath::root().field("zones").key(name);
        let cells = map.and_then(|map| gather(patches, file, map, &path, findings));
        let can_hold = |cell: &Cell| map.is_some_and(|map| map.board.terrain(*cell).cost.is_some());
        if let Some(cells) = cells.as_ref().filter(|cells| !cells.iter().any(can_hold)) {
            let message = if cells.is_empty() { "the zone is empty" } else { "no unit can stand in this zone" };
            findings.refuse(&path, message);
        }
        zones.insert(name.clone(), cells.unwrap_or_default());
    }
    zones
}

/// The cells of patches, row by row; `None` if one of them is refused. Takes time proportional to the number of patches
/// and the size of the map, whatever the size of the patches.
pub fn gather(
    patches: &[Patch],
    file: &ScenarioFile,
    map: &Map,
    path: &ValuePath,
    findings: &mut Findings<'_>,
) -> Option<Vec<Cell>> {
    let mut painted = Painted::new(&map.board);
    let (mut sound, mut marks) = (true, BTreeSet::new());
    for (place, patch) in patches.iter().enumerate() {
        let (from, to) = match patch {
            Patch::Mark(mark) if file.marks.get(mark).is_none() => {
                findings.unknown(&path.index(place), "mark", mark, &file.marks.keys());
                sound = false;
                continue;
            }
            Patch::Mark(mark) => {
                let shown = map.marks.get(mark).filter(|_| marks.insert(mark));
                shown.into_iter().flatten().for_each(|cell| painted.add(*cell, *cell));
                continue;
            }
            Patch::Cell(x, y) => (Cell::new(*x, *y), Cell::new(*x, *y)),
            Patch::Rect { from, to } => (*from, *to),
        };
        match [from, to].into_iter().find(|corner| !map.board.contains(*corner)) {
            None => painted.add(from, to),
            Some(outside) => {
                let message = off_map(outside, map.board.width(), map.board.height());
                findings.refuse(&path.index(place), message);
                sound = false;
            }
        }
    }
    sound.then(|| painted.cells())
}

/// A union of rectangles as a two-dimensional difference array.
struct Painted {
    width: usize,
    steps: Vec<i32>,
}

impl Painted {
    fn new(board: &Board) -> Painted {
        let (width, height) = (usize::from(board.width()), usize::from(board.height()));
        Painted { width, steps: vec![0; (width + 1) * (height + 1)] }
    }

    /// Adds the rectangle between two cells of the map.
    fn add(&mut self, from: Cell, to: Cell) {
        let ends = |a: i16, b: i16| (a.min(b) as usize, a.max(b) as usize + 1);
        let ((west, east), (north, south)) = (ends(from.x, to.x), ends(from.y, to.y));
        for (x, y, step) in [(west, north, 1), (east, north, -1), (west, south, -1), (east, south, 1)] {
            self.steps[y * (self.width + 1) + x] += step;
        }
    }

    fn cells(self) -> Vec<Cell> {
        let mut cells = Vec::new();
        let mut above = vec![0; self.width + 1];
        for (y, row) in self.steps.chunks(self.width + 1).enumerate() {
            let mut covered = 0;
            for (x, (above, step)) in above.iter_mut().zip(row).enumerate() {
                *above += step;
                covered += *above;
                if covered > 0 {
                    cells.push(Cell::new(x as i16, y as i16));
                }
            }
        }
        cells
    }
}
