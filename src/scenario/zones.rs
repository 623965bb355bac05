//! Named sets of cells that goals are about.

use std::collections::{BTreeMap, BTreeSet};

use super::file::{Patch, ScenarioFile};
use super::map::{Map, off_map};
use crate::content::authored::{Findings, ValuePath};
use crate::grid::Cell;

/// The cells of every zone, row by row.
pub type Zones = BTreeMap<String, Vec<Cell>>;

/// Finds the cells of all zones. Without a map they have none, and nobody is told of it a second time.
pub fn find(file: &ScenarioFile, map: Option<&Map>, findings: &mut Findings<'_>) -> Zones {
    let mut zones = Zones::new();
    for (name, patches) in &file.zones.0 {
        let path = ValuePath::root().field("zones").key(name);
        let cells = map.map_or(Vec::new(), |map| cells(patches, file, map, &path, findings));
        zones.insert(name.clone(), cells);
    }
    zones
}

fn cells(
    patches_of: &[Patch],
    file: &ScenarioFile,
    map: &Map,
    path: &ValuePath,
    findings: &mut Findings<'_>,
) -> Vec<Cell> {
    let found = patches(patches_of, file, map, path, findings);
    let Some(cells) = found else { return Vec::new() };
    if !cells.iter().any(|cell| map.board.terrain(*cell).cost.is_some()) {
        let message = if cells.is_empty() { "this zone is empty" } else { "nobody can stand in this zone" };
        findings.refuse(path, message);
    }
    cells
}

/// The cells of some patches, row by row; nothing where one of them was refused.
pub(super) fn patches(
    patches: &[Patch],
    file: &ScenarioFile,
    map: &Map,
    path: &ValuePath,
    findings: &mut Findings<'_>,
) -> Option<Vec<Cell>> {
    let mut cells = BTreeSet::new();
    let mut sound = true;
    for (place, patch) in patches.iter().enumerate() {
        match patch_cells(patch, map, file) {
            Ok(found) => cells.extend(found.into_iter().map(|cell| (cell.y, cell.x))),
            Err(Fault::OffMap(cell)) => {
                let message = off_map(cell, map.board.width(), map.board.height());
                findings.refuse(&path.index(place), message);
                sound = false;
            }
            Err(Fault::NoMark(mark)) => {
                findings.unknown(&path.index(place), "mark", mark, &file.marks.keys());
                sound = false;
            }
        }
    }
    sound.then(|| cells.into_iter().map(|(y, x)| Cell::new(x, y)).collect())
}

enum Fault<'f> {
    OffMap(Cell),
    NoMark(&'f str),
}

fn patch_cells<'f>(patch: &'f Patch, map: &Map, file: &ScenarioFile) -> Result<Vec<Cell>, Fault<'f>> {
    let (from, to) = match patch {
        Patch::Mark(mark) if file.marks.get(mark).is_none() => return Err(Fault::NoMark(mark)),
        Patch::Mark(mark) => return Ok(map.marks.get(mark).cloned().unwrap_or_default()),
        Patch::Cell(x, y) => (Cell::new(*x, *y), Cell::new(*x, *y)),
        Patch::Rect { from, to } => (*from, *to),
    };
    if let Some(outside) = [from, to].into_iter().find(|corner| !map.board.contains(*corner)) {
        return Err(Fault::OffMap(outside));
    }
    let (columns, rows) = (from.x.min(to.x)..=from.x.max(to.x), from.y.min(to.y)..=from.y.max(to.y));
    Ok(rows.flat_map(|y| columns.clone().map(move |x| Cell::new(x, y))).collect())
}
