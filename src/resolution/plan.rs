//! What an action will do once it is settled: everything rolled, nothing changed yet.

use serde::{Deserialize, Serialize};

use super::act::Act;
use crate::battle::{CombatantId, GearPiece, Momentum, WeaponSlot};
use crate::content::Rule;
use crate::content::action::Gait;
use crate::content::breakdown::Breakdown;
use crate::content::effect::Effect;
use crate::grid::Cell;
use crate::mechanics::damage::PendingDamage;
use crate::mechanics::flight::FlightPath;

/// An effect that will happen, with what the roll said about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlannedEffect {
    pub does: Effect,
    pub rule: Rule,
    pub actor: CombatantId,
    /// Whom it concerns; the actor itself for effects without a target.
    pub target: CombatantId,
    /// The act it belongs to.
    pub act: Act,
    /// Feet added to a movement by better results.
    pub farther: u16,
    /// The thing of the target's that it is about.
    pub item: Option<GearPiece>,
    /// What was rolled for it, where its amount hangs on how well the check went.
    pub dealt: Option<Breakdown>,
}

impl PlannedEffect {
    /// An effect as its rung has it.
    pub fn new(does: Effect, rule: Rule, actor: CombatantId, target: CombatantId, act: &Act) -> PlannedEffect {
        PlannedEffect { does, rule, actor, target, act: act.clone(), farther: 0, item: None, dealt: None }
    }
}

/// A movement that will be tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlannedWalk {
    pub gait: Gait,
    pub path: Vec<Cell>,
    /// The memory of the movement if it goes as planned.
    pub momentum: Momentum,
    /// How high it leads, if it leads through the air.
    pub airway: Option<FlightPath>,
}

/// A weapon that was thrown. It leaves the hand when everything of its moment takes effect (TC-212).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thrown {
    pub slot: WeaponSlot,
    /// Where it comes to lie.
    pub cell: Cell,
    pub rule: Rule,
}

/// What one declared action will do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    pub actor: CombatantId,
    pub act: Act,
    /// Fatigue it costs, hit or miss.
    pub fatigue: i16,
    /// Energy it costs, hit or miss.
    pub energy: i16,
    /// Whether its check succeeded; `true` if it has none.
    pub hit: bool,
    /// Those whom its attack roll hit; `None` if no attack roll was made.
    pub struck: Option<Vec<CombatantId>>,
    pub walk: Option<PlannedWalk>,
    pub blows: Vec<PendingDamage>,
    /// A blow that the actor may deal to the target, to the thing in its hand, or not at all.
    pub optional: Option<PendingDamage>,
    /// The thing of the target's that the action is about.
    pub item: Option<GearPiece>,
    pub effects: Vec<PlannedEffect>,
    pub thrown: Vec<Thrown>,
    /// What slows the next turn besides the action itself.
    pub delay: Breakdown,
}

impl Plan {
    /// A plan in which nothing happens yet.
    pub fn new(actor: CombatantId, act: Act, fatigue: i16) -> Plan {
        let (blows, effects, delay) = (Vec::new(), Vec::new(), Breakdown::new());
        Plan {
            actor,
            act,
            fatigue,
            energy: 0,
            hit: true,
            struck: None,
            walk: None,
            blows,
            optional: None,
            item: None,
            effects,
            thrown: Vec::new(),
            delay,
        }
    }
}
