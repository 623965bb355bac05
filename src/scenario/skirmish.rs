//! Skirmishes: two forces of chosen units on the map of a scenario, written as a scenario of its own.

use std::collections::BTreeSet;

use ron::ser::PrettyConfig;

use super::file::{At, Control, DEFAULT_LIMIT, Entries, GoalFile, Heading, Patch, ScenarioFile, SideFile, UnitFile};
use super::{MOST_ABOUT, MOST_TITLE, Scenario};
use crate::battle::Field;
use crate::content::authored::parse;
use crate::grid::{Cell, Distance, Footprint, distance};
use crate::rules::{Library, Ruleset};

/// One side of a skirmish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Force {
    /// The name of the side.
    pub name: String,
    /// Who plays it by default.
    pub control: Control,
    /// Unit ids, one for each combatant.
    pub units: Vec<String>,
}

/// Why two forces cannot fight on a map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SkirmishError {
    /// A side without units.
    #[error("{0} has no units")]
    Empty(String),
    /// A unit that the rule system lacks.
    #[error("{rules} has no unit `{unit}`")]
    UnknownUnit {
        /// The name of the rule system.
        rules: String,
        /// The id of the unit.
        unit: String,
    },
    /// A map without room for all.
    #[error("there is no room for {unit} of {side}: choose fewer units or a larger map")]
    NoRoom {
        /// The name of the side.
        side: String,
        /// The id of the unit.
        unit: String,
    },
    /// A scenario whose text cannot be read again.
    #[error("the map cannot be used: {0}")]
    Map(String),
}

impl Scenario {
    /// The text of a scenario in which two forces fight each other to the end on the map of this one. Units begin where its first two
    /// sides do, as near as there is room.
    ///
    /// # Errors
    /// If a side has no units, a unit is unknown, or the map has no room for all.
    pub fn skirmish(
        &self,
        (name, about): (&str, &str),
        forces: &[Force; 2],
        (library, rules): (&Library, &Ruleset),
    ) -> Result<String, SkirmishError> {
        let file: ScenarioFile = parse(&self.source).map_err(|wrong| SkirmishError::Map(wrong.brief()))?;
        let mut file = file.without_sides();
        file.name = shortened(name, MOST_TITLE);
        file.about = shortened(about, MOST_ABOUT);
        file.limit = file.limit.max(DEFAULT_LIMIT);
        let mut deployment = Deployment { field: &self.field, taken: BTreeSet::new() };
        for (force, side) in forces.iter().zip(&self.sides) {
            if force.units.is_empty() {
                return Err(SkirmishError::Empty(force.name.clone()));
            }
            let homes: Vec<Cell> = side.members.iter().map(|member| member.cell).collect();
            let mut units = Vec::new();
            for id in &force.units {
                let unit = library.unit(&rules.id, id).ok();
                let size = unit.and_then(|unit| rules.policies.size(unit.size));
                let unknown =
                    || SkirmishError::UnknownUnit { rules: rules.policies.name.to_string(), unit: id.clone() };
                let extent = size.ok_or_else(unknown)?.extent;
                let no_room = || SkirmishError::NoRoom { side: force.name.clone(), unit: id.replace('_', " ") };
                units.push(UnitFile::new(id, deployment.place(&homes, extent).ok_or_else(no_room)?));
            }
            file.sides.push(SideFile::new(&force.name, force.control, units));
        }
        let pretty = PrettyConfig::new().depth_limit(4).struct_names(false);
        ron::ser::to_string_pretty(&file, pretty).map_err(|error| SkirmishError::Map(error.to_string()))
    }
}

fn shortened(text: &str, most: usize) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(most).collect()
}

/// The spaces that are taken, on a battlefield.
struct Deployment<'f> {
    field: &'f Field,
    taken: BTreeSet<Cell>,
}

impl Deployment<'_> {
    /// Takes the free space nearest to the homes of a side for a body of this extent.
    fn place(&mut self, homes: &[Cell], extent: u8) -> Option<Cell> {
        let (board, shape) = (&self.field.board, self.field.board.shape());
        let far = |cell: &Cell| {
            let to = |home: &Cell| distance(shape, Distance::DiagonalsCostOne, (*cell).into(), (*home).into());
            homes.iter().map(to).min().unwrap_or(u16::MAX)
        };
        let fits = |cell: &Cell| {
            let body = Footprint::new(*cell, extent);
            let cells = body.cells(shape);
            board.fits(body) && cells.iter().all(|cell| !self.taken.contains(cell) && !board.terrain(*cell).narrow)
        };
        let best = board.cells().filter(fits).min_by_key(|cell| (far(cell), cell.y, cell.x))?;
        self.taken.extend(Footprint::new(best, extent).cells(shape));
        Some(best)
    }
}

impl UnitFile {
    fn new(unit: &str, cell: Cell) -> UnitFile {
        UnitFile {
            unit: unit.to_owned(),
            name: None,
            at: At::Cell(cell.x, cell.y),
            facing: None::<Heading>,
            surprised: false,
            aware_under: Vec::new(),
            light: None,
            hurt: 0,
            fatigue: 0,
            afflicted: Vec::new(),
            commanders: Vec::new(),
            speed: None,
        }
    }
}

impl SideFile {
    fn new(name: &str, control: Control, units: Vec<UnitFile>) -> SideFile {
        let goals = vec![GoalFile::DefeatAll];
        SideFile { name: name.to_owned(), control, speed: None, units, ambush: false, goals, losses: Vec::new() }
    }
}

impl ScenarioFile {
    /// The map alone: no sides and no zones, and marks only where fog, ice, currents or objects need them.
    fn without_sides(mut self) -> ScenarioFile {
        self.sides.clear();
        self.zones = Entries::default();
        let patches = self.fog.iter().chain(self.ice.iter().flat_map(|ice| &ice.at));
        let patches = patches.chain(self.currents.iter().flat_map(|current| &current.at));
        let patches = patches.chain(self.things.iter().flat_map(|thing| &thing.at));
        let needed: BTreeSet<String> =
            patches.filter_map(|patch| if let Patch::Mark(mark) = patch { Some(mark.clone()) } else { None }).collect();
        let (kept, idle): (Vec<_>, Vec<_>) = self.marks.0.into_iter().partition(|(mark, _)| needed.contains(mark));
        self.marks = Entries(kept);
        self.legend.0.extend(idle);
        self
    }
}
