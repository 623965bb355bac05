//! Light, darkness and fog; currents and rough water; ceiling, ice and weightlessness.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::zones::gather;
use super::{Map, off_map};
use crate::battle::{Current, Ice, Light, LightFrom};
use crate::content::{Findings, Need, Terrains, ValuePath};
use crate::grid::{Cell, Deep};
use crate::scenario::file::{At, Daylight, LightFile, ScenarioFile};

/// Valid radii of lights, in feet.
const RADIUS: RangeInclusive<u16> = 5..=500;
/// Greatest strength of a current, in feet per turn.
const FASTEST: u16 = 300;
/// Valid ceiling heights in feet above the lowest ground.
const ROOFS: RangeInclusive<u16> = 5..=1000;
/// Valid thickness of ice in inches.
const INCHES: RangeInclusive<u16> = 1..=100;

/// Lighting and fog of the map, without carried lights.
#[derive(Clone, Debug, Default)]
pub struct Lighting {
    /// Whether it is dark outside the radius of lights.
    pub dark: bool,
    pub lights: Vec<Light>,
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

pub fn check_radius(radius: u16, path: &ValuePath, findings: &mut Findings<'_>) {
    if !RADIUS.contains(&radius) {
        let (least, most) = (RADIUS.start(), RADIUS.end());
        findings.refuse(path, format!("a light radius must be {least} to {most} feet, not {radius}"));
    }
}

/// The currents of a file, one entry per cell.
pub fn currents(file: &ScenarioFile, map: Option<&Map>, findings: &mut Findings<'_>) -> Vec<Current> {
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
                currents.push(Current { cell, way: way.0, speed: current.feet, water: current.water });
                continue;
            }
            let why = if is_water { "already has a current" } else { "is not deep water" };
            findings.refuse(&path.field("at"), format!("{cell} {why}"));
            break;
        }
    }
    currents
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

/// The features a scenario needs: those it names, weightlessness if it is weightless, and objects if it has some.
pub fn needs(file: &ScenarioFile) -> Vec<Need> {
    let mut needs = file.needs.clone();
    if file.weightless && !needs.contains(&Need::Weightlessness) {
        needs.push(Need::Weightlessness);
    }
    let rides = file.sides.iter().flat_map(|side| &side.units).any(|unit| matches!(unit.at, At::On(_)));
    if rides && !needs.contains(&Need::Mounts) {
        needs.push(Need::Mounts);
    }
    needs
}
