//! The skirmish that a player sets up: ground, rule system, points and the units of both sides.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;

use crate::content::Source;
use crate::control::Strength;
use crate::disk;
use crate::gui::home::Home;
use crate::gui::screens::title::{ScenarioEntry, ScenarioLibrary};
use crate::gui::session::{BattleOpening, Seat};
use crate::rules::UnitCosts;
use crate::scenario::{Control, Force, Landscape, Scenario, generated};

/// The names of the sides.
pub const SIDES: [&str; 2] = ["The Blues", "The Reds"];
/// Least and most points of a side.
pub const BUDGET: std::ops::RangeInclusive<u32> = 100..=5000;
/// Most units of a side.
const MOST_UNITS: usize = 40;
/// A suggested side has about this many units at most.
const SUGGESTED: u32 = 8;

/// The ground of a skirmish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroundChoice {
    /// The map of a scenario, by its file.
    Scenario(PathBuf),
    /// Generated ground.
    Generated(Landscape, GroundSize),
}

/// Sizes of generated ground.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum GroundSize {
    /// 20 by 13 cells.
    Small,
    /// 28 by 18 cells.
    #[default]
    Medium,
    /// 42 by 27 cells.
    Large,
}

impl GroundSize {
    /// Every size.
    pub const ALL: [GroundSize; 3] = [GroundSize::Small, GroundSize::Medium, GroundSize::Large];

    /// The name for players.
    pub fn name(self) -> &'static str {
        match self {
            GroundSize::Small => "Small",
            GroundSize::Medium => "Medium",
            GroundSize::Large => "Large",
        }
    }

    /// Width and height in cells.
    fn cells(self) -> (u16, u16) {
        match self {
            GroundSize::Small => (20, 13),
            GroundSize::Medium => (28, 18),
            GroundSize::Large => (42, 27),
        }
    }
}

/// What decides where everything stands.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Placing {
    ground: GroundChoice,
    seed: u64,
    ruleset: String,
    units: [Vec<(String, usize)>; 2],
}

/// The skirmish that is set up.
#[derive(Resource, Clone, Debug)]
pub struct SkirmishPlan {
    /// The ground.
    pub ground: GroundChoice,
    /// Seed of generated ground.
    pub ground_seed: u64,
    /// Id of the rule system.
    pub ruleset: String,
    /// Points of each side.
    pub budget: u32,
    /// The units of each side, with their numbers.
    pub units: [Vec<(String, usize)>; 2],
    /// Who plays each side.
    pub seats: [Seat; 2],
    /// Name under which it is saved.
    pub name: String,
    /// Why it could not be started or saved, or where it was saved.
    pub told: Option<Result<String, String>>,
    drawn: Option<(Placing, Result<Scenario, String>)>,
}

impl Default for SkirmishPlan {
    fn default() -> Self {
        SkirmishPlan {
            ground: GroundChoice::Generated(Landscape::default(), GroundSize::default()),
            ground_seed: 1,
            ruleset: String::new(),
            budget: 600,
            units: [Vec::new(), Vec::new()],
            seats: [Seat::Human, Seat::Ai(Strength::Normal)],
            name: "Skirmish".to_owned(),
            told: None,
            drawn: None,
        }
    }
}

impl SkirmishPlan {
    /// Chooses the rule system; units that it lacks are left out.
    pub fn choose_rules(&mut self, scenarios: &ScenarioLibrary, id: &str) {
        id.clone_into(&mut self.ruleset);
        let known = scenarios.units(id);
        self.units.iter_mut().for_each(|units| units.retain(|(unit, _)| known.contains(unit)));
    }

    fn count(&self, side: usize) -> usize {
        self.units[side].iter().map(|(_, many)| many).sum()
    }

    /// Adds one unit to a side, or takes one away.
    pub fn change(&mut self, side: usize, unit: &str, more: bool) {
        let many = self.count(side);
        let units = &mut self.units[side];
        match units.iter_mut().find(|(known, _)| known == unit) {
            Some((_, number)) if more && many < MOST_UNITS => *number += 1,
            Some((_, number)) if !more => *number -= 1,
            None if more && many < MOST_UNITS => units.push((unit.to_owned(), 1)),
            _ => {}
        }
        units.retain(|(_, number)| *number > 0);
    }

    /// The points that a side costs; units without a known cost are free.
    pub fn cost(&self, side: usize, costs: Option<&UnitCosts>) -> u32 {
        let of = |unit: &str| costs.and_then(|costs| costs.of(unit)).map_or(0, |row| row.cost);
        self.units[side].iter().map(|(unit, number)| of(unit) * *number as u32).sum()
    }

    /// Fills a side with units chosen by a seed, as far as its points go.
    pub fn suggest(&mut self, side: usize, costs: &UnitCosts, seed: u64) {
        self.units[side].clear();
        let mut roll = seed;
        let dear = |row: &&crate::rules::UnitCost| row.cost >= self.budget / SUGGESTED;
        let dear: Vec<(String, u32)> =
            costs.units.iter().filter(dear).map(|row| (row.unit.clone(), row.cost)).collect();
        loop {
            let left = self.budget.saturating_sub(self.cost(side, Some(costs)));
            let fitting: Vec<&(String, u32)> = dear.iter().filter(|(_, cost)| *cost <= left).collect();
            let many = self.count(side);
            if fitting.is_empty() || many >= MOST_UNITS {
                return;
            }
            roll = roll.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let unit = fitting[(roll >> 33) as usize % fitting.len()].0.clone();
            self.change(side, &unit, true);
        }
    }

    /// The ground without the chosen units.
    pub fn base(&self, scenarios: &ScenarioLibrary) -> Result<Scenario, String> {
        match &self.ground {
            GroundChoice::Scenario(path) => {
                scenarios.entry(path).map(|entry| entry.scenario.clone()).ok_or_else(|| "the map is gone".to_owned())
            }
            GroundChoice::Generated(landscape, size) => {
                let unit = scenarios.units(&self.ruleset).first().cloned().unwrap_or_default();
                let text = generated((*landscape, self.ground_seed), size.cells(), &unit);
                scenarios.read_scenario(&Source::new("skirmish.ron", text))
            }
        }
    }

    /// The battlefield with the chosen units, or without any while a side has none. It is made again only when a choice changes.
    pub fn shown(&mut self, scenarios: &ScenarioLibrary) -> &Result<Scenario, String> {
        let placing = Placing {
            ground: self.ground.clone(),
            seed: self.ground_seed,
            ruleset: self.ruleset.clone(),
            units: self.units.clone(),
        };
        if self.drawn.as_ref().is_none_or(|(drawn, _)| *drawn != placing) {
            let made = if self.units.iter().any(Vec::is_empty) {
                self.base(scenarios).map(|mut base| {
                    base.sides.iter_mut().for_each(|side| side.members.clear());
                    base
                })
            } else {
                self.composed(scenarios)
            };
            self.drawn = Some((placing, made));
        }
        &self.drawn.as_ref().expect("made above").1
    }

    /// The skirmish as a scenario.
    fn composed(&self, scenarios: &ScenarioLibrary) -> Result<Scenario, String> {
        let force = |side: usize| Force {
            name: SIDES[side].to_owned(),
            control: if self.seats[side] == Seat::Human { Control::Human } else { Control::Ai },
            units: self.units[side].iter().flat_map(|(unit, number)| vec![unit.clone(); *number]).collect(),
        };
        let about = format!("A skirmish of {} points a side.", self.budget);
        let name = if self.name.trim().is_empty() { "Skirmish" } else { self.name.trim() };
        let text = scenarios.skirmish(&self.base(scenarios)?, (name, &about), [force(0), force(1)], &self.ruleset)?;
        scenarios.read_scenario(&Source::new("skirmish.ron", text))
    }

    /// Why the sides may not fight yet.
    pub fn objection(&self, costs: Option<&UnitCosts>) -> Option<String> {
        (0..2).find_map(|side| {
            let cost = self.cost(side, costs);
            if self.units[side].is_empty() {
                return Some(format!("{} have no units yet", SIDES[side]));
            }
            (cost > self.budget).then(|| format!("{} cost {cost} points: {} is the limit", SIDES[side], self.budget))
        })
    }

    /// The battle, ready to start.
    pub fn opening(&self, scenarios: &ScenarioLibrary, home: &Home, seed: u64) -> Result<BattleOpening, String> {
        let scenario = self.composed(scenarios)?;
        let source = scenario.source().clone();
        let entry = ScenarioEntry { path: PathBuf::new(), scenario, rulesets: vec![self.ruleset.clone()] };
        let setup = scenarios.prepare(&entry, &self.ruleset)?;
        let opening = BattleOpening::new(Arc::new(setup), source, self.seats.to_vec(), seed);
        Ok(BattleOpening { journal: Some(home.journal()), ..opening })
    }

    /// Writes the skirmish as a scenario file and gives its path. No file is overwritten.
    pub fn save(&self, scenarios: &ScenarioLibrary, folder: &Path) -> Result<PathBuf, String> {
        let text = self.composed(scenarios)?.source().text.clone();
        let stem: String =
            self.name.trim().to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        let stem = if stem.is_empty() { "skirmish".to_owned() } else { stem };
        let named = |number: u32| match number {
            1 => folder.join(format!("{stem}.ron")),
            _ => folder.join(format!("{stem}_{number}.ron")),
        };
        let path = (1..).map(named).find(|path| !path.exists()).unwrap_or_else(|| named(1));
        disk::write_whole(&path, text.as_bytes()).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path)
    }
}
