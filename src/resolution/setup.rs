//! Setups: everything a battle begins with.

use std::sync::Arc;

use super::begin::CarryOver;
use crate::battle::{Arms, CombatantId, Facing, Field, Sheet, Side};
use crate::content::{Goal, Loss, Name};
use crate::grid::Footprint;
use crate::rules::Ruleset;

/// One combatant before the battle.
#[derive(Clone, Debug)]
pub struct CombatantSetup {
    /// The name a player reads.
    pub name: Arc<str>,
    /// Side it fights for.
    pub side: Side,
    /// Sheet without conditions.
    pub sheet: Arc<Sheet>,
    /// Cells it occupies.
    pub footprint: Footprint,
    /// Facing.
    pub facing: Facing,
    /// Equipment state.
    pub arms: Arms,
    /// Surprised without a roll: unaware that the fight begins.
    pub surprised: bool,
    /// Hit points lost before the battle.
    pub hurt: i16,
    /// Fatigue gathered before the battle.
    pub fatigue: i16,
    /// Ids of the conditions it begins with. An id repeated gives a condition with levels that level.
    pub afflicted: Vec<Name>,
    /// Its commanders; its turns start with those of the first. Empty for a combatant that acts by itself.
    pub commanders: Arc<[CombatantId]>,
}

/// One side before the battle.
#[derive(Clone, Debug)]
pub struct SideSetup {
    /// The name a player reads.
    pub name: Arc<str>,
    /// Whether it rolls Stealth against the Perception of its enemies before the battle (TC-199).
    pub ambush: bool,
    /// Goals: the side wins when it reaches one.
    pub goals: Vec<Goal>,
    /// Losses: the side is defeated when one happens.
    pub losses: Vec<Loss>,
}

/// A battle that can begin: a scenario under one ruleset, checked.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The name of the scenario, as a player reads it.
    pub name: Arc<str>,
    /// Rules of the battle.
    pub rules: Arc<Ruleset>,
    /// The battlefield.
    pub field: Field,
    /// All combatants, by number.
    pub combatants: Vec<CombatantSetup>,
    /// All sides, by number.
    pub sides: Vec<SideSetup>,
    /// State carried over from a previous battle, if any.
    pub before: Option<Arc<CarryOver>>,
    /// Combatants that begin on a mount, each with its mount.
    pub rides: Vec<(CombatantId, CombatantId)>,
    /// The last count or round: after it the battle is [`Unfinished`](super::BattleOutcome::Unfinished).
    pub limit: i32,
    /// A hash of the scenario, the ruleset and the units, which a replay must match.
    pub content_hash: u64,
}

impl Setup {
    /// All combatants, with their numbers.
    pub fn roster(&self) -> impl Iterator<Item = (CombatantId, &CombatantSetup)> + Clone {
        (0..).map(CombatantId).zip(&self.combatants)
    }
}
