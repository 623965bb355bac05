//! What the player has chosen for the next battle.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;

use super::library::{ScenarioEntry, ScenarioLibrary};
use crate::gui::home::Home;
use crate::gui::session::{BattleOpening, Seat};

/// The player's choices so far.
#[derive(Resource, Default, Debug)]
pub struct BattleSelection {
    /// The file of the scenario.
    pub scenario: Option<PathBuf>,
    /// The id of the ruleset.
    pub ruleset: String,
    /// Who plays each side.
    pub seats: Vec<Seat>,
    /// The seed, as typed.
    pub seed: String,
    /// Why the battle cannot start.
    pub refused: Option<String>,
    /// The name of an unfinished battle in the journal.
    pub unfinished: Option<String>,
    /// The folder of the player's files.
    pub home: Home,
}

/// Chooses a scenario with its default seats.
pub fn choose(chosen: &mut BattleSelection, entry: &ScenarioEntry) {
    chosen.scenario = Some(entry.path.clone());
    chosen.seats = entry.usual_seats();
    chosen.refused = None;
    if !entry.rulesets.contains(&chosen.ruleset) {
        chosen.ruleset = entry.rulesets.first().cloned().unwrap_or_default();
    }
}

/// The opening of the chosen battle.
pub fn opening(scenarios: &ScenarioLibrary, chosen: &BattleSelection) -> std::result::Result<BattleOpening, String> {
    let entry = chosen.scenario.as_ref().and_then(|path| scenarios.entry(path)).ok_or("choose a scenario first")?;
    let seed = chosen.seed.trim().parse().map_err(|_| "the seed must be a whole number".to_owned())?;
    let setup = scenarios.prepare(entry, &chosen.ruleset)?;
    let mut opening = BattleOpening::new(Arc::new(setup), entry.scenario.source().clone(), chosen.seats.clone(), seed);
    opening.journal = Some(chosen.home.journal());
    Ok(opening)
}
