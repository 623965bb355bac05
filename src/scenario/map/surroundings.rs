//! What surrounds the ground of a map: light, fog, ceiling, currents, ice and weightlessness.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::board::{Map, off_map};
use super::zones::gather;
use crate::battle::{Current, Ice, Light, LightFrom};
use crate::content::authored::{Findings, ValuePath};
use crate::content::policy::Need;
use crate::content::terrain::Terrains;
use crate::grid::{Cell, Deep};
use crate::scenario::file::{Daylight, LightFile, Patch, ScenarioFile};

/// Valid radii of lights, in feet.
const RADIUS: RangeInclusive<u16> = 5..=500;
/// Valid ceiling heights in feet above the lowest ground.
const ROOFS: RangeInclusive<u16> = 5..=1000;
/// Valid thickness of ice in inches.
const INCHES: RangeInclusive<u16> = 1..=100;
/// Greatest strength of a current, in feet per turn.
const FASTEST: u16 = 300;

/// Lighting and fog of the map, without carried lights.
#[derive(Clone, Debug, Default)]
pub struct Lighting {
    /// Whether it is dark outside the radius of lights.
    pub dark: bool,
    /// Stationary lights.
    pub lights: Vec<Light>,
    /// Cells with fog, smoke or dust.
    pub fog: BTreeSet<Cell>,
}

/// Reads lights and fog and refuses those off the map.
pub fn lighting(file: &ScenarioFile, map: Option<&Map>, findings: &mut Findings<'_>) -> Lighting {
    let root = ValuePath::root();
    for (place, light) in file.lights.iter().enumerate() {
        let path = root.field("lights").index(place);
        check_radius(light.radius, &path.field("radius"), findings);
        if let Some(map) = map.filter(|map| !map.board.contains(light.at)) {
            findings.refuse(&path.field("at"), off_map(light.at, map.board.width(), map.board.height()));
        }
    }
    let lit = |light: &LightFile| Light { from: LightFrom::Cell(light.at), radius: light.radius };
    let fog = map.map(|map| gather(&file.fog, file, map, &root.field("fog"), findings));
    Lighting {
        dark: file.light == Daylight::Dark,
        lights: file.lights.iter().map(lit).collect(),
        fog: fog.unwrap_or_default().into_iter().flatten().collect(),
    }
}

/// Refuses invalid light radii.
pub fn check_radius(radius: u16, path: &ValuePath, findings: &mut Findings<'_>) {
    if !RADIUS.contains(&radius) {
        let (least, most) = (RADIUS.start(), RADIUS.end());
        findings.refuse(path, format!("a light radius must be {least} to {most} feet, not {radius}"));
    }
}

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

/// The currents of a file, one entry per cell.
pub fn currents(file: &ScenarioFile, map: Option<&Map>, findings: &mut Findings<'_>) -> Vec<Current> {
    let (mut currents, mut known) = (Vec::new(), BTreeSet::new());
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
        let reasons = ["is not deep water", "already has a current"];
        let is_water = |cell| map.board.terrain(cell).deep == Some(Deep::Water);
        let cells = suitable(&current.at, (file, map), is_water, &mut known, reasons, &path.field("at"), findings);
        let (way, feet, water) = (way.0, current.feet, current.water);
        currents.extend(cells.into_iter().map(|cell| Current { cell, way, feet, water }));
    }
    currents
}

/// The ice of a file, one entry per cell.
pub fn ice(file: &ScenarioFile, terrains: &Terrains, map: Option<&Map>, findings: &mut Findings<'_>) -> Vec<Ice> {
    let (mut all, mut known) = (Vec::new(), BTreeSet::new());
    let Some(map) = map else { return all };
    for (place, ice) in file.ice.iter().enumerate() {
        let path = ValuePath::root().field("ice").index(place);
        if !INCHES.contains(&ice.inches) {
            let (least, most) = (INCHES.start(), INCHES.end());
            findings.refuse(&path.field("inches"), format!("ice must be {least} to {most} inches thick"));
        }
        let reasons = ["is not breakable ice", "already has ice"];
        let is_ice = |cell| {
            let breaks = map.board.tile(cell).and_then(|tile| terrains.broken_form(tile)).is_some();
            breaks && map.board.terrain(cell).cost.is_some()
        };
        let cells = suitable(&ice.at, (file, map), is_ice, &mut known, reasons, &path.field("at"), findings);
        all.extend(cells.into_iter().map(|cell| Ice { cell, inches: ice.inches, harmed: 0 }));
    }
    all
}

/// The cells of patches on suitable ground that are not known yet, up to the first one that is refused.
fn suitable(
    patches: &[Patch],
    (file, map): (&ScenarioFile, &Map),
    suits: impl Fn(Cell) -> bool,
    known: &mut BTreeSet<Cell>,
    [unsuitable, again]: [&str; 2],
    path: &ValuePath,
    findings: &mut Findings<'_>,
) -> Vec<Cell> {
    let mut cells = gather(patches, file, map, path, findings).unwrap_or_default();
    let refused = cells.iter().position(|cell| !suits(*cell) || !known.insert(*cell));
    if let Some(at) = refused {
        let why = if suits(cells[at]) { again } else { unsuitable };
        findings.refuse(path, format!("{} {why}", cells[at]));
        cells.truncate(at);
    }
    cells
}

/// The features a scenario needs: those it names, and weightlessness if it is weightless.
pub fn needs(file: &ScenarioFile) -> Vec<Need> {
    let mut needs = file.needs.clone();
    if file.weightless && !needs.contains(&Need::Weightlessness) {
        needs.push(Need::Weightlessness);
    }
    needs
}
