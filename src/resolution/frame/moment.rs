//! Frames of a moment: settling its plans, and the upkeep after it.

use serde::{Deserialize, Serialize};

use crate::battle::{CombatantId, Row, View, Vitals};
use crate::grid::{Cell, Footprint};
use crate::mechanics::damage::Spared;
use crate::resolution::frame::Frame;
use crate::resolution::plan::ActionPlan;

/// The hit points, fatigue and energy of all combatants at some time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pools {
    /// The pools of each combatant, by number.
    pub of: Vec<Vitals>,
    /// Revision at that time.
    at: u64,
}

impl Pools {
    /// The pools as they are now.
    pub fn now(view: View<'_>) -> Pools {
        Pools { of: view.rows().iter().map(|row| row.vitals).collect(), at: view.revision() }
    }

    /// Takes over the pools as they are now of each combatant whose pools equal those before an upkeep within this moment: the
    /// consequences of that change have happened.
    pub fn catch_up(&mut self, before: &Pools, view: View<'_>) {
        for (row, (own, before)) in view.rows().iter().zip(self.of.iter_mut().zip(&before.of)) {
            if own == before {
                *own = row.vitals;
            }
        }
    }

    /// Whether the pools are equal now: unchanged, or back at the same values.
    pub fn are_same(&self, view: View<'_>) -> bool {
        let all = || view.rows().len() == self.of.len() && view.rows().iter().all(|row| self.changed(row).is_none());
        view.changed().pools <= self.at || all()
    }

    /// The pools of a combatant at that time, if they are others now.
    pub fn changed(&self, row: &Row) -> Option<&Vitals> {
        let before = self.of.get(row.id.index()).filter(|_| row.drained > self.at)?;
        (*before != row.vitals).then_some(before)
    }
}

/// All plans of one moment taking effect together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settle {
    /// The plans to settle.
    pub plans: Vec<ActionPlan>,
    /// Current stage.
    pub stage: SettleStage,
    /// Pools of all combatants before anything took effect.
    pub before: Pools,
    /// Cells entered in this moment.
    pub entered: Vec<Cell>,
    /// Effects (index of plan, index of effect) whose holds were released instead of kept.
    pub let_go: Vec<(usize, usize)>,
    /// The combatants flanked before anything took effect, where others react to being flanked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flanked: Option<FlankedBefore>,
}

/// The combatants that were flanked at a moment, and where all of them were.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FlankedBefore {
    /// The combatants that were flanked, by number.
    pub flanked: Vec<CombatantId>,
    /// The cells of all combatants, by number.
    pub places: Vec<Footprint>,
}

impl Settle {
    /// The settling of these plans.
    pub fn new(plans: Vec<ActionPlan>, view: View<'_>) -> Settle {
        let (entered, let_go) = (Vec::new(), Vec::new());
        Settle { plans, stage: SettleStage::Costs, before: Pools::now(view), entered, let_go, flanked: None }
    }
}

/// Stage of settling plans.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SettleStage {
    /// Fatigue and energy are paid.
    Costs,
    /// Movements, one after the other.
    Entries {
        /// Indices of the plans with movements, in their order.
        order: Vec<usize>,
        /// Index of the next movement within the order.
        at: usize,
    },
    /// All blows land together.
    Blows,
    /// All other effects, one after the other.
    Effects {
        /// Index of the plan.
        plan: usize,
        /// Index of the effect within the plan.
        at: usize,
    },
    /// Consequences of the moment.
    Upkeep,
    /// Follow-up actions, one after the other.
    Follow {
        /// Index of the plan.
        plan: usize,
        /// Index of the effect within the plan.
        at: usize,
    },
    /// Combatants that are newly flanked may react.
    Flanked,
}

/// The checks after a moment, in the order of `procedure::consequence::order`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Upkeep {
    /// Pools of all combatants before the moment.
    pub before: Pools,
    /// Current stage.
    pub stage: UpkeepStage,
    /// Revision at which it began.
    pub began: Option<u64>,
    /// Targets that their attackers spare.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spared: Vec<(CombatantId, Spared)>,
    /// Parts of the body that would be lost.
    #[serde(default, skip_serializing_if = "PartChoices::is_empty")]
    pub saving: PartChoices,
}

/// The choices of combatants about parts of their bodies that would be lost in a moment. A part is named by its index.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PartChoices {
    /// The combatant that is asked, and the part.
    pub asked: Option<(CombatantId, u8)>,
    /// Those that have been decided.
    pub decided: Vec<(CombatantId, u8)>,
    /// The combatants that have saved a part and are not dying any more.
    pub saved: Vec<CombatantId>,
}

impl PartChoices {
    fn is_empty(&self) -> bool {
        *self == PartChoices::default()
    }
}

impl Upkeep {
    /// Upkeep after a moment that began with these pools.
    pub fn since(before: Pools) -> Frame {
        Upkeep::sparing(before, Vec::new())
    }

    /// Upkeep after a moment that began with these pools and in which attackers spare these targets.
    pub fn sparing(before: Pools, spared: Vec<(CombatantId, Spared)>) -> Frame {
        let saving = PartChoices::default();
        Frame::Upkeep(Box::new(Upkeep { before, stage: UpkeepStage::Falls, began: None, spared, saving }))
    }

    /// Upkeep after a moment that changed no pools.
    pub fn after(view: View<'_>) -> Frame {
        Upkeep::since(Pools::now(view))
    }
}

/// Stage of the checks after a moment.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UpkeepStage {
    /// Unsupported combatants fall.
    Falls,
    /// Deaths, checks to stay awake, wounds and their conditions.
    Bodies,
    /// Holds and other ties that can no longer last end.
    Links,
    /// Combatants no longer held in one space make room.
    Spaces,
    /// Newly flanked combatants from this index on are asked for a facing.
    Facing(u16),
    /// Combatants leave the board, and sides win.
    Goals,
}
