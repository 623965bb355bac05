use serde::{Deserialize, Serialize};

use crate::content::stat::Stat;
use crate::content::{Name, Rule};
use crate::dice::DiceFormula;

/// Unconsciousness and death.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConsciousnessPolicy {
    /// The condition of being unconscious.
    pub unconscious: Name,
    /// The rule of `unconscious`.
    pub unconscious_rule: Rule,
    /// The stance of a combatant that falls unconscious.
    pub falls: Name,
    /// The condition of being dead.
    pub dead: Name,
    /// The rule of `dead`.
    pub dead_rule: Rule,
    /// How a combatant collapses.
    pub collapse: Collapse,
}

/// How wounds take a combatant out of the fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Collapse {
    /// By fatigue: there are checks to stay awake and to wake, and a combatant without hit points dies.
    Fatigue(FatigueCollapse),
    /// By bleeding: a combatant without hit points rolls on a table each turn, and dies far enough below 0.
    Bleeding(BleedingCollapse),
}

/// Collapse from fatigue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FatigueCollapse {
    /// The stat of the check to stay awake.
    pub stat: Stat,
    /// The rule by which fatigue above hit points requires a check.
    pub check_rule: Rule,
    /// The rule of the difficulty of that check.
    pub difficulty_rule: Rule,
    /// Counts of unconsciousness for each point by which the check failed.
    pub counts_per_point: u16,
    /// The rule of the length of unconsciousness.
    pub counts_rule: Rule,
    /// Counts between checks to wake.
    pub again: DiceFormula,
    /// The rule of the checks to wake.
    pub wake_rule: Rule,
    /// The time before the first check to wake of a stabilised combatant.
    pub helped_first: Lull,
    /// The time between its further checks.
    pub helped_again: Lull,
    /// The rule of these times.
    pub helped_rule: Rule,
    /// The condition that marks fatigue at or above hit points.
    pub at_risk: Name,
    /// The condition gained when fatigue reaches a multiple of hit points.
    pub dying: Name,
    /// The multiple of hit points.
    pub dying_times: i16,
    /// The rule of dying.
    pub dying_rule: Rule,
    /// The condition of a stabilised combatant; a dying combatant without it cannot wake.
    pub stable: Name,
    /// How long it stays stable.
    pub stable_lasts: StableLasts,
}

/// How long a stabilised combatant stays stable.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StableLasts {
    /// Until it is no longer dying: a combatant that is dying again must be stabilised again.
    WhileDying,
    /// To the end of the battle.
    ForGood,
}

/// Collapse from lost blood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BleedingCollapse {
    /// The condition of a living combatant without hit points.
    pub incapacitated: Name,
    /// The rule of `incapacitated`.
    pub incapacitated_rule: Rule,
    /// The rule by which it falls and begins to bleed.
    pub falls_rule: Rule,
    /// The condition of bleeding.
    pub bleeding: Name,
    /// The rule by which each wound increases the penalty by 1.
    pub worse_rule: Rule,
    /// The rule by which each healing decreases the penalty by 1.
    pub better_rule: Rule,
    /// The roll at the start of each turn, from which the penalty is subtracted.
    pub die: DiceFormula,
    /// The rule of the roll.
    pub die_rule: Rule,
    /// The rule of the penalty.
    pub penalty_rule: Rule,
    /// The results of the roll, lowest first.
    pub table: Vec<BleedRow>,
    /// The rule of `table`.
    pub table_rule: Rule,
    /// The damage after the roll to a combatant that still bleeds.
    pub damage: DiceFormula,
    /// The rule of `damage`.
    pub damage_rule: Rule,
    /// The rule by which a combatant that has hit points again and no longer bleeds wakes.
    pub wake_rule: Rule,
}

/// One band of the table of bleeding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BleedRow {
    /// The highest roll of this band, after the penalty.
    pub at_most: i16,
    /// The result.
    pub result: BleedResult,
}

/// A result on the table of bleeding.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BleedResult {
    /// A combatant without hit points dies; any other falls unconscious.
    Death,
    /// The combatant falls unconscious.
    Unconscious,
    /// The penalty grows by one.
    Deteriorate,
    /// Nothing happens.
    Nothing,
    /// The bleeding ends.
    Stabilise,
}

/// A time whose length is rolled.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lull {
    /// The roll.
    pub dice: DiceFormula,
    /// Counts for each point rolled.
    pub counts: u16,
}
