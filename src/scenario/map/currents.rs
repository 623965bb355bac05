//! Currents and rough water.

use std::collections::BTreeSet;

use super::board::Map;
use super::zones::gather;
use crate::battle::Current;
use crate::content::authored::{Findings, ValuePath};
use crate::grid::{Cell, Deep};
use crate::scenario::file::ScenarioFile;

/// Greatest strength of a current, in feet per turn.
const FASTEST: u16 = 300;

/// The currents of a file, one entry per cell.
pub fn find(file: &ScenarioFile, map: Option<&Map>, findings: &mut Findings<'_>) -> Vec<Current> {
    let (mut currents, mut known): (Vec<Current>, BTreeSet<Cell>) = Default::default();
    let Some(map) = map else { return currents };
    for (place, current) in file.currents.iter().enumerate() {
        let path = ValuePath::root().field("currents").index(place);
        if current.feet > FASTEST || current.feet % 5 != 0 {
            findings.refuse(&path.field("feet"), format!("a current must be 0 to {FASTEST} feet, in steps of 5"));
        }
        let Some(way) = current.flows.direction(file.shape) else {
            findings.refuse(&path.field("flows"), "hexes have no neighbour to the north or south");
            continue;
        };
        let Some(cells) = gather(&current.at, file, map, &path.field("at"), findings) else { continue };
        for cell in cells {
            let is_water = map.board.terrain(cell).deep == Some(Deep::Water);
            if is_water && known.insert(cell) {
                currents.push(Current { cell, way: way.0, feet: current.feet, water: current.water });
                continue;
            }
            let why = if is_water { "already has a current" } else { "is not deep water" };
            findings.refuse(&path.field("at"), format!("{cell} {why}"));
            break;
        }
    }
    currents
}
