//! Authored scenarios: a map, sides and what they fight for, read from RON, checked, and made ready to begin.
//!
//! A scenario names units and ground in words that many rule systems share, so that it runs under every rule system
//! that has all its units. [`Scenario::read`] checks all that can be checked without one; [`Scenario::prepare`] makes the
//! [`Setup`] of a battle under one. Both collect every mistake they find, each with its line and column.
//!
#![doc = "```text"]
#![doc = include_str!("format.ron")]
#![doc = "```"]
//!
//! Times are counts of half a second whatever the rule system: where it plays rounds, a time takes as many rounds as
//! last at least that long. Who is controlled by a player rolls speed factors, who is not uses the fixed ones; `speed: Random` or `speed: Fixed`
//! on a side or a unit says otherwise. Ground on which somebody may win or lose is never guessed: every character on the
//! map is explained in the legend or among the marks.

mod arms;
mod command;
mod currents;
mod file;
mod fit;
mod goals;
mod limits;
mod map;
mod muster;
mod names;
mod rows;
mod shade;
mod sides;
mod surroundings;
mod zones;

pub use file::{Control, USUAL_LIMIT};

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

/// Most characters of a scenario's name.
const MOST_TITLE: usize = 60;
/// Most characters of the words about it.
const MOST_ABOUT: usize = 600;

/// A checked scenario that no rule system has been chosen for.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The name a player reads.
    pub name: String,
    /// One to three sentences a player reads before choosing it.
    pub about: String,
    /// The battlefield as it begins.
    pub field: Field,
    /// The sides in the order of the file.
    pub sides: Vec<ScenarioSide>,
    /// The half seconds after which the battle is a draw.
    pub limit: i32,
    /// What it needs a rule system to have rules for.
    pub needs: Vec<Need>,
    source: Source,
}

/// A side of a scenario.
#[derive(Clone, Debug)]
pub struct ScenarioSide {
    /// The name a player reads.
    pub name: String,
    /// Who answers for it unless somebody else is seated.
    pub control: Control,
    /// Whether its combatants roll their speed factors, where nothing else is said of one.
    pub speed: SpeedMode,
    /// Whether it rolls Stealth against the Perception of its enemies before the battle (TC-199).
    pub ambush: bool,
    /// Its combatants in roster order.
    pub members: Vec<Member>,
    /// What makes it win; times are half seconds.
    pub goals: Vec<Goal>,
    /// What makes it lose.
    pub losses: Vec<Loss>,
}

/// A combatant of a scenario, before a rule system says what its unit is.
#[derive(Clone, Debug)]
pub struct Member {
    /// The id of its unit.
    pub unit: String,
    /// A name of its own.
    pub name: Option<String>,
    /// Where it begins.
    pub cell: Cell,
    /// Which way it faces.
    pub facing: Facing,
    /// Does not know that the fight begins.
    pub surprised: bool,
    /// How far the light it carries shines, in feet.
    pub light: Option<u16>,
    /// Hit points it has lost, and fatigue it has gathered, before the battle.
    pub hurt: i16,
    pub fatigue: i16,
    /// Ids of the conditions it has as the battle begins.
    pub afflicted: Vec<String>,
    /// Places in the roster of those under whose command it acts, where the rules know commands.
    pub commanders: Vec<u16>,
    /// Whether it rolls its speed factors, whatever its side does.
    pub speed: Option<SpeedMode>,
    path: ValuePath,
}

impl Scenario {
    /// Reads and checks a scenario; which units there are is not asked.
    ///
    /// # Errors
    /// Gives the first thing that keeps the text from parsing, or everything the checks find, in the order of the text.
    pub fn read(source: &Source, terrains: &Terrains) -> Result<Scenario, Vec<Diagnostic>> {
        let file: file::ScenarioFile = parse(source).map_err(|refused| vec![refused])?;
        let mut findings = Findings::new(source);
        limits::check(&file, &mut findings);
        // What is too much is not looked at any closer, because that could take without end.
        let mut findings = findings.finish(()).map(|()| Findings::new(source))?;
        let root = ValuePath::root();
        sides::check_text(&file.name, &root.field("name"), "name", MOST_TITLE, &mut findings);
        sides::check_text(&file.about, &root.field("about"), "text about it", MOST_ABOUT, &mut findings);
        let map = map::draw(&file, terrains, &mut findings);
        let shade = shade::find(&file, map.as_ref(), &mut findings);
        let zones = zones::find(&file, map.as_ref(), &mut findings);
        let currents = currents::find(&file, map.as_ref(), &mut findings);
        let ice = surroundings::ice(&file, terrains, map.as_ref(), &mut findings);
        let ceiling = surroundings::ceiling(&file, &mut findings);
        let mut sides = sides::find(&file, map.as_ref(), &mut findings);
        goals::add(&file, map.as_ref(), &zones, &mut sides, &mut findings);
        command::add(&file, &mut sides, &mut findings);
        let map = findings.finish(map)?;
        // Without findings there is a map.
        let Some(map::Map { board, doors, .. }) = map else { return Err(Vec::new()) };
        let shade::Shade { dark, lights, fog } = shade;
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

    /// How many combatants there are.
    pub fn combatants(&self) -> usize {
        self.sides.iter().map(|side| side.members.len()).sum()
    }

    /// The text it was read from.
    pub fn source(&self) -> &Source {
        &self.source
    }
}
