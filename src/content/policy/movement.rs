use serde::{Deserialize, Serialize};

use crate::content::effect::Modifier;
use crate::content::stat::Stat;
use crate::content::{Name, Rule};

/// How movement is paced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovementPolicy {
    /// How many cells a mover covers in each count.
    pub pace: Pace,
    /// Which ground makes a step dear.
    pub difficult: DifficultGround,
    /// How slowly one sneaks, where that is a gait of its own.
    pub sneak: Option<SneakPolicy>,
    /// Faster gaits than a walk, where there are any.
    pub running: Option<Running>,
}

/// A gait that is slower than a walk.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SneakPolicy {
    /// The rate is divided by this.
    pub by: u16,
    pub rule: Rule,
}

/// Gaits that are faster than a walk and tire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Running {
    pub run: RunPolicy,
    pub sprint: SprintPolicy,
}

/// Which of the cells of a step decides what it costs.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DifficultGround {
    /// The ground that is entered.
    Entered,
    /// The ground that is left: whatever is dear at all takes so many times as much.
    Left { times: u16, rule: Rule },
}

/// How many cells a mover covers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pace {
    /// A cycle of counts; the remainder of the rate decides which counts give one cell more.
    CountPattern {
        /// Feet of one cell.
        feet: u16,
        /// For the remainders 0, 1, 2, 3 of (rate / feet) by 4: which of the four counts give one more.
        extra: [[u8; 4]; 4],
        /// Rates that follow a row of their own.
        exceptions: Vec<PaceRow>,
        rule: Rule,
    },
    /// A whole rate for every action that is spent on moving.
    PerAction {
        /// Feet of one cell.
        feet: u16,
        rule: Rule,
        /// The rule by which what is left of a movement may still be walked before anything else is done.
        unspent_rule: Rule,
    },
}

/// A rate with a row of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaceRow {
    /// Rate in feet.
    pub rate: u16,
    /// Cells on counts 1 to 4.
    pub cells: [u8; 4],
}

/// How running works.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunPolicy {
    /// Counts of walking the same way before a run may begin.
    pub build_up: u16,
    pub build_up_rule: Rule,
    /// The rate is multiplied by these two numbers, then rounded down to whole cells.
    pub rate: (u16, u16),
    pub rate_rule: Rule,
    /// Most degrees of a turn, in so many counts, on square cells.
    pub turn_square: (u16, u16),
    pub turn_square_rule: Rule,
    /// The same on hexes.
    pub turn_hex: (u16, u16),
    pub turn_hex_rule: Rule,
    pub condition: Name,
    pub condition_rule: Rule,
    pub check: ExertionPolicy,
}

/// Whether the check that began a sprint may be rolled once more.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SprintReroll {
    /// The first result stands as long as the sprint lasts.
    Never,
    /// Each time the sprinter is checked for going on; the new result counts, be it worse.
    Offered { rule: Rule },
}

/// How sprinting works.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprintPolicy {
    /// Counts of running before a sprint may begin.
    pub build_up: u16,
    pub build_up_rule: Rule,
    /// The check to begin: skill, attribute, difficulty.
    pub start: (Stat, Stat, i16),
    pub start_rule: Rule,
    /// Feet added to the base rate on success, and again for each `per` points above the difficulty.
    pub faster: u16,
    pub per: i16,
    pub faster_rule: Rule,
    /// Least feet by which a sprint beats a run.
    pub least: u16,
    pub least_rule: Rule,
    pub reroll: SprintReroll,
    pub condition: Name,
    pub check: ExertionPolicy,
}

/// The check that tires a runner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExertionPolicy {
    /// Skill and attribute.
    pub check: (Stat, Stat),
    pub difficulty: i16,
    /// Counts between checks.
    pub every: u16,
    pub rule: Rule,
    /// For each check before.
    pub per_check: Modifier,
    /// Fatigue when failing by at most `by`, and when failing by more.
    pub by: i16,
    pub fatigue: (i16, i16),
    pub fatigue_rule: Rule,
    /// Failed checks that end the run.
    pub failures: u8,
    pub stop_rule: Rule,
    /// Gained by one who is forced to stop.
    pub exhausted: Name,
    pub exhausted_rule: Rule,
    /// Fatigue never rises above hit points less so much by exertion.
    pub margin: i16,
    pub margin_rule: Rule,
}
