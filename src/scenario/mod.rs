//! Scenarios: a map, sides and their goals, read from RON, validated, and prepared for a battle.
//!
//! Scenarios refer to units and terrain by ids that several rule systems share, and run under every rule system that
//! has all their units. [`Scenario::read`] validates what does not depend on a rule system; [`Scenario::prepare`] makes
//! the [`Setup`] of a battle under one. Both report all mistakes, each with its line and column.
//!
#![doc = "```text"]
#![doc = include_str!("format.ron")]
#![doc = "```"]
//!
//! Times are counts of half a second under every rule system; one that plays in rounds uses as many rounds as last at
//! least that long. Combatants of a player roll their speed factors, those of the computer use fixed ones, unless
//! `speed: Random` or `speed: Fixed` is given for the side or the unit. Terrain is never guessed: every character of
//! the map must be defined in `legend` or `marks`.

mod command;
mod equipment;
mod file;
mod goals;
mod limits;
mod map;
mod names;
mod prepare;
mod sides;
mod support;

pub use file::{Control, DEFAULT_LIMIT};

use std::sync::Arc;

use crate::battle::{Facing, Field};
use crate::content::authored::{Diagnostic, Findings, Source, ValuePath, parse};
use crate::content::goal::{Goal, Loss};
use crate::content::policy::Need;
use crate::content::speed::SpeedMode;
use crate::content::terrain::Terrains;
use crate::grid::Cell;
#[cfg(doc)]
use crate::resolution::Setup;
use map::{currents, lighting, surroundings, zones};

/// Most characters of a scenario's name.
const MOST_TITLE: usize = 60;
/// Most characters of a scenario's description.
const MOST_ABOUT: usize = 600;

/// A validated scenario, independent of any rule system.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The display name.
    pub name: String,
    /// A description of one to three sentences, shown in the menu.
    pub about: String,
    /// The battlefield as it begins.
    pub field: Field,
    /// The sides in the order of the file.
    pub sides: Vec<ScenarioSide>,
    /// Time limit in half seconds; then the battle is a draw.
    pub limit: i32,
    /// Features that the rule system must support.
    pub needs: Vec<Need>,
    source: Source,
}

/// A side of a scenario.
#[derive(Clone, Debug)]
pub struct ScenarioSide {
    /// The display name.
    pub name: String,
    /// The default controller.
    pub control: Control,
    /// Whether its combatants roll their speed factors by default.
    pub speed: SpeedMode,
    /// Whether it rolls Stealth against the Perception of its enemies before the battle (TC-199).
    pub ambush: bool,
    /// Combatants in roster order.
    pub members: Vec<Member>,
    /// Victory conditions; times are half seconds.
    pub goals: Vec<Goal>,
    /// Defeat conditions.
    pub losses: Vec<Loss>,
}

/// A combatant of a scenario, before a rule system defines its unit.
#[derive(Clone, Debug)]
pub struct Member {
    /// Id of its unit.
    pub unit: String,
    /// Individual name, if any.
    pub name: Option<String>,
    /// Initial cell (the north-western one of its space).
    pub cell: Cell,
    /// Initial facing.
    pub facing: Facing,
    /// Whether it is surprised without a roll.
    pub surprised: bool,
    /// Radius in feet of the light it carries.
    pub light: Option<u16>,
    /// Hit points lost before the battle.
    pub hurt: i16,
    /// Fatigue before the battle.
    pub fatigue: i16,
    /// Ids of its initial conditions.
    pub afflicted: Vec<String>,
    /// Roster indices of its commanders, for rule systems with commands.
    pub commanders: Vec<u16>,
    /// Whether it rolls its speed factors; overrides its side.
    pub speed: Option<SpeedMode>,
    path: ValuePath,
}

impl Scenario {
    /// Reads and validates a scenario, except for its units, which depend on the rule system.
    ///
    /// # Errors
    /// The syntax error, or all mistakes found, in the order of the text.
    pub fn read(source: &Source, terrains: &Terrains) -> Result<Scenario, Vec<Diagnostic>> {
        let file: file::ScenarioFile = parse(source).map_err(|refused| vec![refused])?;
        let mut findings = Findings::new(source);
        limits::check(&file, &mut findings);
        // A file that exceeds a limit is not checked further, because that could take very long.
        let mut findings = findings.finish(()).map(|()| Findings::new(source))?;
        let root = ValuePath::root();
        sides::check_text(&file.name, &root.field("name"), "name", MOST_TITLE, &mut findings);
        sides::check_text(&file.about, &root.field("about"), "description", MOST_ABOUT, &mut findings);
        let map = map::build(&file, terrains, &mut findings);
        let lighting = lighting::find(&file, map.as_ref(), &mut findings);
        let zones = zones::find(&file, map.as_ref(), &mut findings);
        let currents = currents::find(&file, map.as_ref(), &mut findings);
        let ice = surroundings::ice(&file, terrains, map.as_ref(), &mut findings);
        let ceiling = surroundings::ceiling(&file, &mut findings);
        let mut sides = sides::find(&file, map.as_ref(), &mut findings);
        goals::add(&file, map.as_ref(), &zones, &mut sides, &mut findings);
        command::add(&file, &mut sides, &mut findings);
        let map = findings.finish(map)?;
        // Without findings the map is valid.
        let Some(map::Map { board, doors, .. }) = map else { return Err(Vec::new()) };
        let lighting::Lighting { dark, lights, fog } = lighting;
        let needs = surroundings::needs(&file);
        Ok(Scenario {
            name: file.name,
            about: file.about,
            field: Field {
                doors,
                currents,
                ice,
                becomes: surroundings::becomes(terrains),
                dark,
                lights,
                weightless: file.weightless,
                ceiling,
                fog,
                ..Field::new(Arc::new(board))
            },
            needs,
            sides,
            limit: file.limit,
            source: source.clone(),
        })
    }

    /// Number of combatants.
    pub fn combatants(&self) -> usize {
        self.sides.iter().map(|side| side.members.len()).sum()
    }

    /// The text it was read from.
    pub fn source(&self) -> &Source {
        &self.source
    }
}
