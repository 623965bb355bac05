//! Frames of a moment: settling its plans, and the upkeep after it.

use serde::{Deserialize, Serialize};

use crate::battle::{View, Vitals};
use crate::grid::Cell;
use crate::resolution::frame::Frame;
use crate::resolution::plan::Plan;

/// The hit points, fatigue and energy of all combatants at some time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pools {
    /// By combatant.
    pub of: Vec<Vitals>,
    /// Revision at that time.
    at: u64,
}

impl Pools {
    /// The pools as they are now.
    pub fn now(view: View<'_>) -> Pools {
        Pools { of: view.rows().iter().map(|row| row.vitals).collect(), at: view.revision() }
    }

    /// Whether the pools are equal now: unchanged, or back at the same values.
    pub fn are_same(&self, view: View<'_>) -> bool {
        view.changed().pools <= self.at || view.rows().iter().map(|row| &row.vitals).eq(&self.of)
    }
}

/// All plans of one moment taking effect together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settle {
    /// The plans to settle.
    pub plans: Vec<Plan>,
    /// Its stage.
    pub stage: SettleStage,
    /// Pools of all combatants before anything took effect.
    pub before: Pools,
    /// Cells entered in this moment.
    pub entered: Vec<Cell>,
    /// Effects (index of plan, index of effect) whose holds were released instead of kept.
    pub let_go: Vec<(usize, usize)>,
}

impl Settle {
    /// The settling of these plans.
    pub fn new(plans: Vec<Plan>, view: View<'_>) -> Settle {
        let (entered, let_go) = (Vec::new(), Vec::new());
        Settle { plans, stage: SettleStage::Costs, before: Pools::now(view), entered, let_go }
    }
}

/// Stage of the frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SettleStage {
    Costs,
    /// Movements, as indices of plans in this order.
    Entries {
        order: Vec<usize>,
        at: usize,
    },
    Blows,
    /// Index of the plan and of the effect within it.
    Effects {
        plan: usize,
        at: usize,
    },
    Upkeep,
    /// Follow-up actions: index of the plan and of the effect within it.
    Follow {
        plan: usize,
        at: usize,
    },
}

/// The checks after a moment, in the order of `procedure::consequence::order`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Upkeep {
    /// Pools of all combatants before the moment.
    pub before: Pools,
    /// Its stage.
    pub stage: UpkeepStage,
    /// Revision at which it began.
    pub began: Option<u64>,
}

impl Upkeep {
    /// Upkeep after a moment that began with these pools.
    pub fn since(before: Pools) -> Frame {
        Frame::Upkeep(Box::new(Upkeep { before, stage: UpkeepStage::Falls, began: None }))
    }

    /// Upkeep after a moment that changed no pools.
    pub fn after(view: View<'_>) -> Frame {
        Upkeep::since(Pools::now(view))
    }
}

/// Stage of the frame.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UpkeepStage {
    /// Unsupported combatants fall.
    Falls,
    Bodies,
    Links,
    /// Combatants no longer held in one space make room.
    Spaces,
    /// Newly flanked combatants from this index on are asked for a facing.
    Facing(u16),
    Goals,
}
