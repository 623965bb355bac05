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
//! Times are half seconds under every rule system; those that play in rounds convert them to rounds, rounded up. Combatants
//! of a player roll their speed factors and those of the computer use fixed ones, unless `speed: Random` or `speed: Fixed`
//! is given for the side or the unit. Every character of the map must be defined in `legend` or `marks`.
//!
//! A new field goes into `file.rs`, its checks and meaning into the file of its topic, and its description into
//! `format.ron` and `docs/scenario_format.md`.

mod combatants;
mod file;
mod goals;
mod ground;
mod limits;
mod map;
mod mounts;
mod prepare;
mod scale;
mod sides;
mod skirmish;

pub use file::{Control, DEFAULT_LIMIT};
pub use ground::{Landscape, generated};
pub use skirmish::{Force, SkirmishError};

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::battle::{Facing, Field};
use crate::content::authored::parse;
use crate::content::{Diagnostic, Findings, Goal, Loss, Need, Source, SpeedMode, Terrains, ValuePath};
use crate::grid::Cell;
#[cfg(doc)]
use crate::resolution::Setup;
use crate::rules::{Library, Ruleset};
use map::things::{self, PlacedThing};
use map::{surroundings, zones};

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
    /// Time limit in half seconds, after which the battle ends undecided.
    pub limit: i32,
    /// Features that the rule system must support.
    pub needs: Vec<Need>,
    things: Vec<PlacedThing>,
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
    /// Ids of rule systems under which it is not surprised after all.
    pub aware_under: Vec<String>,
    /// Radius in feet of the light it carries.
    pub light: Option<u16>,
    /// Hit points lost before the battle.
    pub hurt: i16,
    /// Points of fatigue before the battle.
    pub fatigue: i16,
    /// Ids of its initial conditions.
    pub afflicted: Vec<String>,
    /// Roster indices of its commanders, for rule systems with commands.
    pub commanders: Vec<u16>,
    /// Roster index of its mount, if it begins as a rider.
    pub rides: Option<u16>,
    /// Whether it rolls its speed factors; overrides its side.
    pub speed: Option<SpeedMode>,
    path: ValuePath,
}

impl Scenario {
    /// Reads a scenario and validates everything except its units, which depend on the rule system.
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
        let lighting = surroundings::lighting(&file, map.as_ref(), &mut findings);
        let zones = zones::find(&file, map.as_ref(), &mut findings);
        let currents = surroundings::currents(&file, map.as_ref(), &mut findings);
        let ice = surroundings::ice(&file, terrains, map.as_ref(), &mut findings);
        let things = things::find(&file, terrains, map.as_ref(), &mut findings);
        let ceiling = surroundings::ceiling(&file, &mut findings);
        let mut sides = sides::find(&file, map.as_ref(), &mut findings);
        goals::add(&file, map.as_ref(), &zones, &mut sides, &mut findings);
        goals::add_commanders(&file, &mut sides, &mut findings);
        mounts::add(&file, &mut sides, &mut findings);
        let map = findings.finish(map)?;
        // Without findings the map is valid.
        let Some(map::Map { board, doors, .. }) = map else { return Err(Vec::new()) };
        let surroundings::Lighting { dark, lights, fog } = lighting;
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
            things,
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

    /// The rule systems that have all units and features that the scenario needs, in the order of the library.
    pub fn supported_rulesets(&self, library: &Library) -> Vec<String> {
        let mut fitting = library.ruleset_ids();
        fitting.retain(|id| {
            let known = library.units(id);
            // A broken rule system is listed: its mistakes are reported when it is used.
            let meets = |rules: &Ruleset| self.needs.iter().all(|need| need.is_met(&rules.policies));
            self.members().all(|member| known.contains(&member.unit))
                && (self.needs.is_empty() || library.ruleset(id).map_or(true, |rules| meets(&rules)))
        });
        fitting
    }

    /// Prepares the scenario under every rule system that has its units.
    ///
    /// # Errors
    /// All mistakes under all of these rule systems, or that no rule system has the units.
    pub fn check(&self, library: &Library) -> Result<(), Vec<Diagnostic>> {
        let fitting = self.supported_rulesets(library);
        if fitting.is_empty() {
            return Err(self.why_unsupported(library));
        }
        let wrong: Vec<Diagnostic> =
            fitting.iter().filter_map(|id| self.prepare(library, id).err()).flatten().collect();
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }

    /// Why no rule system supports it: unknown units, or units that no rule system has together.
    fn why_unsupported(&self, library: &Library) -> Vec<Diagnostic> {
        let known: BTreeSet<String> = library.ruleset_ids().iter().flat_map(|id| library.units(id)).collect();
        if known.is_empty() {
            return library.check();
        }
        let known: Vec<String> = known.into_iter().collect();
        let mut findings = Findings::new(&self.source);
        let mut strangers: Vec<&Member> = self.members().filter(|member| !known.contains(&member.unit)).collect();
        strangers.dedup_by_key(|member| &member.path);
        for member in strangers {
            findings.unknown(&member.path.field("unit"), "unit", &member.unit, &known);
        }
        if findings.is_empty() {
            let root = ValuePath::root();
            let (path, why) = match self.needs.is_empty() {
                true => (root.field("sides"), "no rule system has all of these units"),
                false => (root, "no rule system has all of these units and all features in `needs`"),
            };
            findings.refuse(&path, why);
        }
        findings.finish(()).err().unwrap_or_default()
    }

    fn members(&self) -> impl Iterator<Item = &Member> {
        self.sides.iter().flat_map(|side| &side.members)
    }
}
