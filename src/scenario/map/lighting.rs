//! Light, darkness and fog of a scenario.

use std::collections::BTreeSet;

use super::board::{Map, off_map};
use super::zones;
use crate::battle::{Light, LightFrom};
use crate::content::authored::{Findings, ValuePath};
use crate::grid::Cell;
use crate::scenario::file::{Daylight, LightFile, ScenarioFile};

/// Valid radii of lights, in feet.
const RADIUS: std::ops::RangeInclusive<u16> = 5..=500;

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
pub fn find(file: &ScenarioFile, map: Option<&Map>, findings: &mut Findings<'_>) -> Lighting {
    let root = ValuePath::root();
    for (place, light) in file.lights.iter().enumerate() {
        let path = root.field("lights").index(place);
        check_radius(light.radius, &path.field("radius"), findings);
        if let Some(map) = map.filter(|map| !map.board.contains(light.at)) {
            findings.refuse(&path.field("at"), off_map(light.at, map.board.width(), map.board.height()));
        }
    }
    let lit = |light: &LightFile| Light { from: LightFrom::Cell(light.at), radius: light.radius };
    let fog = map.map(|map| zones::gather(&file.fog, file, map, &root.field("fog"), findings));
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
