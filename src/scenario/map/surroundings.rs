//! Ceiling, ice and weightlessness.

use std::collections::{BTreeMap, BTreeSet};

use super::board::Map;
use super::zones::gather;
use crate::battle::Ice;
use crate::content::authored::{Findings, ValuePath};
use crate::content::policy::Need;
use crate::content::terrain::Terrains;
use crate::grid::Cell;
use crate::scenario::file::ScenarioFile;

/// Valid ceiling heights in feet above the lowest ground.
const ROOFS: std::ops::RangeInclusive<u16> = 5..=1000;
/// Valid thickness of ice in inches.
const INCHES: std::ops::RangeInclusive<u16> = 1..=100;

/// The terrain left when a terrain breaks or is dug out, by palette index.
pub fn becomes(terrains: &Terrains) -> BTreeMap<u8, u8> {
    let places = (0..terrains.grounds().len()).filter_map(|at| u8::try_from(at).ok());
    places.filter_map(|place| Some((place, terrains.broken_form(place)?))).collect()
}

/// The height of the ceiling in feet, if any.
pub fn ceiling(file: &ScenarioFile, findings: &mut Findings<'_>) -> Option<i16> {
    let feet = file.ceiling?;
    if !ROOFS.contains(&feet) || feet % 5 != 0 {
        let (least, most) = (ROOFS.start(), ROOFS.end());
        let path = ValuePath::root().field("ceiling");
        findings.refuse(&path, format!("a ceiling must be {least} to {most} feet high, in steps of 5"));
    }
    i16::try_from(feet).ok()
}

/// The ice of a file, one entry per cell.
pub fn ice(file: &ScenarioFile, terrains: &Terrains, map: Option<&Map>, findings: &mut Findings<'_>) -> Vec<Ice> {
    let (mut all, mut known): (Vec<Ice>, BTreeSet<Cell>) = Default::default();
    let Some(map) = map else { return all };
    for (place, ice) in file.ice.iter().enumerate() {
        let path = ValuePath::root().field("ice").index(place);
        if !INCHES.contains(&ice.inches) {
            let (least, most) = (INCHES.start(), INCHES.end());
            findings.refuse(&path.field("inches"), format!("ice must be {least} to {most} inches thick"));
        }
        let path = path.field("at");
        for cell in gather(&ice.at, file, map, &path, findings).unwrap_or_default() {
            let breaks = map.board.tile(cell).and_then(|tile| terrains.broken_form(tile)).is_some();
            let is_ice = breaks && map.board.terrain(cell).cost.is_some();
            if is_ice && known.insert(cell) {
                all.push(Ice { cell, inches: ice.inches, harmed: 0 });
                continue;
            }
            let why = if is_ice { "already has ice" } else { "is not breakable ice" };
            findings.refuse(&path, format!("{cell} {why}"));
            break;
        }
    }
    all
}

/// The features a scenario needs: those it names, and weightlessness if it is weightless.
pub fn needs(file: &ScenarioFile) -> Vec<Need> {
    let mut needs = file.needs.clone();
    if file.weightless && !needs.contains(&Need::Weightlessness) {
        needs.push(Need::Weightlessness);
    }
    needs
}
