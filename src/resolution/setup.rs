//! Everything a battle begins with.

use std::sync::Arc;

use super::before::CarryOver;
use crate::battle::{Arms, CombatantId, Facing, Field, Sheet, Side};
use crate::content::Name;
use crate::content::goal::{Goal, Loss};
use crate::grid::Footprint;
use crate::rules::Ruleset;

/// One combatant before the battle.
#[derive(Clone, Debug)]
pub struct CombatantSetup {
    /// The name a player reads.
    pub name: Arc<str>,
    pub side: Side,
    pub sheet: Arc<Sheet>,
    pub footprint: Footprint,
    pub facing: Facing,
    pub arms: Arms,
    /// Surprised without a roll: unaware that the fight begins.
    pub surprised: bool,
    /// Hit points lost, and fatigue gathered, before the battle.
    pub hurt: i16,
    pub fatigue: i16,
    /// Conditions it has as the battle begins; one whose levels add up has as many as it is named.
    pub afflicted: Vec<Name>,
    /// Under whose command it acts, the one first whose turns start its own; nobody for those who act by themselves.
    pub commanders: Arc<[CombatantId]>,
}

/// One side before the battle.
#[derive(Clone, Debug)]
pub struct SideSetup {
    /// The name a player reads.
    pub name: Arc<str>,
    /// Whether it rolls Stealth against the Perception of its enemies before the battle (TC-199).
    pub ambush: bool,
    pub goals: Vec<Goal>,
    pub losses: Vec<Loss>,
}

/// A battle that can begin: a scenario under one ruleset, checked.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The name of the scenario, as a player reads it.
    pub name: Arc<str>,
    pub rules: Arc<Ruleset>,
    pub field: Field,
    pub combatants: Vec<CombatantSetup>,
    pub sides: Vec<SideSetup>,
    /// The battle before it and the rest between, where some of them come from one.
    pub before: Option<Arc<CarryOver>>,
    /// The count or round after which the battle is a draw.
    pub limit: i32,
    /// A hash of the scenario, the ruleset and the units: what a replay must match.
    pub content_hash: u64,
}
