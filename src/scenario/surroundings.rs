//! What a place is like besides its ground: whether things have weight there, how high it is, how thick its ice.

use std::collections::{BTreeMap, BTreeSet};

use super::file::ScenarioFile;
use super::map::Map;
use super::zones::gather;
use crate::battle::Ice;
use crate::content::authored::{Findings, ValuePath};
use crate::content::policy::Need;
use crate::content::terrain::Terrains;
use crate::grid::Cell;

/// Feet that a roof may be above the lowest ground.
const ROOFS: std::ops::RangeInclusive<u16> = 5..=1000;
/// Inches that ice may be thick.
const INCHES: std::ops::RangeInclusive<u16> = 1..=100;

/// What kinds of ground become when they break or are dug out, by their place in the palette.
pub fn becomes(terrains: &Terrains) -> BTreeMap<u8, u8> {
    let places = (0..terrains.grounds().len()).filter_map(|at| u8::try_from(at).ok());
    places.filter_map(|place| Some((place, terrains.broken_form(place)?))).collect()
}

/// The height of the roof in feet, if there is one.
pub fn ceiling(file: &ScenarioFile, findings: &mut Findings<'_>) -> Option<i16> {
    let feet = file.ceiling?;
    if !ROOFS.contains(&feet) || feet % 5 != 0 {
        let (least, most) = (ROOFS.start(), ROOFS.end());
        let path = ValuePath::root().field("ceiling");
        findings.refuse(&path, format!("a roof is {least} to {most} feet up, in steps of 5"));
    }
    i16::try_from(feet).ok()
}

/// The ice of a file, cell by cell.
pub fn ice(file: &ScenarioFile, terrains: &Terrains, map: Option<&Map>, findings: &mut Findings<'_>) -> Vec<Ice> {
    let (mut all, mut known): (Vec<Ice>, BTreeSet<Cell>) = Default::default();
    let Some(map) = map else { return all };
    for (place, ice) in file.ice.iter().enumerate() {
        let path = ValuePath::root().field("ice").index(place);
        if !INCHES.contains(&ice.inches) {
            let (least, most) = (INCHES.start(), INCHES.end());
            findings.refuse(&path.field("inches"), format!("ice is {least} to {most} inches thick"));
        }
        let path = path.field("at");
        for cell in gather(&ice.at, file, map, &path, findings).unwrap_or_default() {
            let breaks = map.board.tile(cell).and_then(|tile| terrains.broken_form(tile)).is_some();
            let is_ice = breaks && map.board.terrain(cell).cost.is_some();
            if is_ice && known.insert(cell) {
                all.push(Ice { cell, inches: ice.inches, harmed: 0 });
                continue;
            }
            let why = if is_ice { "has its ice already" } else { "is no ice that could break" };
            findings.refuse(&path, format!("{cell} {why}"));
            break;
        }
    }
    all
}

/// What a scenario needs rules for: what it says, and weightlessness wherever it is without weight.
pub fn needs(file: &ScenarioFile) -> Vec<Need> {
    let mut needs = file.needs.clone();
    if file.weightless && !needs.contains(&Need::Weightlessness) {
        needs.push(Need::Weightlessness);
    }
    needs
}
