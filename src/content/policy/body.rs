use serde::{Deserialize, Serialize};

use crate::content::stat::Stat;
use crate::content::{Name, Rule};
use crate::dice::DiceFormula;

/// How damage is made of terms and where it goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DamagePolicy {
    /// Added to the damage of every attack.
    pub power: Stat,
    pub power_rule: Rule,
    /// The rule by which damage adds the attribute of the weapon.
    pub attribute_rule: Rule,
    pub dice_rule: Rule,
    /// A hit deals at least so much before damage reduction.
    pub least: i16,
    pub least_rule: Rule,
    pub reduction: Stat,
    pub reduction_rule: Rule,
    /// A critical hit takes the highest damage dice.
    pub critical_dice_rule: Rule,
    /// A critical hit adds the attribute, at least so much.
    pub critical_attribute_least: i16,
    pub critical_attribute_rule: Rule,
    /// Whether that attribute comes on top of the one every hit adds.
    pub critical_adds_attribute_twice: bool,
    /// Dice from weakest to strongest; a better die is the next one.
    pub die_steps: Vec<DiceFormula>,
    pub die_step_rule: Rule,
    pub nonlethal_rule: Rule,
    pub wounds: WoundPolicy,
}

/// How damage becomes wounds and fatigue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WoundPolicy {
    /// Up to a threshold damage is fatigue, the excess is lost hit points; every hit wears the threshold down.
    Threshold(ThresholdPolicy),
}

/// The numbers of a threshold of pain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThresholdPolicy {
    /// The stat that is the threshold.
    pub stat: Stat,
    pub above_rule: Rule,
    pub within_rule: Rule,
    /// Taken off the threshold by every hit.
    pub wear: i16,
    pub wear_rule: Rule,
    /// Gained when the threshold reaches 0.
    pub wounded: Name,
}

/// When fatigue and wounds take somebody out of the fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConsciousnessPolicy {
    /// Rolled to stay awake.
    pub stat: Stat,
    /// Fatigue above hit points asks for a check.
    pub check_rule: Rule,
    pub difficulty_rule: Rule,
    pub unconscious: Name,
    pub unconscious_rule: Rule,
    /// The stance a body falls into.
    pub falls: Name,
    /// Counts asleep for each point by which the check failed.
    pub counts_per_point: u16,
    pub counts_rule: Rule,
    /// Counts between checks to wake.
    pub again: DiceFormula,
    pub wake_rule: Rule,
    /// The rest before the first check to wake of one who was dying and has been helped.
    pub helped_first: Lull,
    /// The rest between its checks.
    pub helped_again: Lull,
    pub helped_rule: Rule,
    /// Marks fatigue at or above hit points.
    pub at_risk: Name,
    /// Gained when fatigue reaches a multiple of hit points.
    pub dying: Name,
    pub dying_times: i16,
    pub dying_rule: Rule,
    /// Present after help; a dying sleeper without it cannot wake.
    pub stable: Name,
    pub dead: Name,
    pub dead_rule: Rule,
}

/// A rest whose length is rolled.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lull {
    /// What is rolled.
    pub dice: DiceFormula,
    /// Counts for each point rolled.
    pub counts: u16,
}
