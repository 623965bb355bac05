use serde::{Deserialize, Serialize};

use super::CitedStat;
use crate::content::effect::Modifier;
use crate::content::gear::DamageType;
use crate::content::stat::Stat;
use crate::content::{Name, Rule};
use crate::dice::DiceFormula;

/// How damage is made of terms and where it goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DamagePolicy {
    /// Added to the damage of every attack, if anything is.
    pub power: Option<CitedStat>,
    /// Which attribute is added.
    pub attribute: DamageAttribute,
    pub dice_rule: Rule,
    /// A hit deals at least so much before damage reduction.
    pub least: i16,
    pub least_rule: Rule,
    /// Taken off every hit, if anything is.
    pub reduction: Option<CitedStat>,
    pub critical: CriticalDamage,
    /// Dice from weakest to strongest; a better die is the next one.
    pub die_steps: Vec<DiceFormula>,
    pub die_step_rule: Rule,
    /// The rule of harm that only tires, where there is any.
    pub nonlethal_rule: Option<Rule>,
    pub wounds: WoundPolicy,
}

/// Which attribute damage adds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DamageAttribute {
    /// That of the weapon's attack.
    OfWeapon { rule: Rule },
    /// Always this one, and only for what is swung or thrown.
    MeleeAndThrown { stat: Stat, rule: Rule },
}

/// What a critical hit does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CriticalDamage {
    /// The damage dice show their highest faces, and the attribute is added.
    Highest {
        dice_rule: Rule,
        /// The attribute counts as at least so much.
        attribute_least: i16,
        attribute_rule: Rule,
        /// Whether that attribute comes on top of the one every hit adds.
        attribute_twice: bool,
    },
    /// The damage is rolled once and multiplied.
    Times { by: i16, rule: Rule },
}

/// How damage becomes wounds and fatigue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WoundPolicy {
    /// Up to a threshold damage is fatigue, the excess is lost hit points; every hit wears the threshold down.
    Threshold(ThresholdPolicy),
    /// All damage is lost hit points, down to below 0.
    HitPoints {
        /// The rule that says so.
        rule: Rule,
    },
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
    pub impairments: ImpairmentPolicy,
}

/// What a single heavy blow leaves behind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImpairmentPolicy {
    /// Whether there are impairments: the rule is an optional one.
    pub used: bool,
    /// The rule by which damage above the threshold impairs.
    pub rule: Rule,
    /// The condition of which a blow of each kind gives one level.
    pub kinds: Vec<ImpairmentKind>,
    /// The rule by which some weapons impair whatever they deal.
    pub always_rule: Rule,
    /// For each impairment, on the check to stay awake.
    pub awake: Modifier,
}

/// What blows of one kind impair.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImpairmentKind {
    pub harm: DamageType,
    pub condition: Name,
}

/// What things bear before they are destroyed. Weapons have hit points of their own: their durability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThingPolicy {
    /// Hit points of a shield or a suit of armour.
    pub hit_points: u8,
    /// Taken off all damage a thing takes.
    pub hardness: i16,
    pub rule: Rule,
    /// The rule by which a thing without hit points is destroyed.
    pub destroyed_rule: Rule,
}

/// When wounds take somebody out of the fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConsciousnessPolicy {
    pub unconscious: Name,
    pub unconscious_rule: Rule,
    /// The stance a body falls into.
    pub falls: Name,
    pub dead: Name,
    pub dead_rule: Rule,
    /// What comes before death.
    pub collapse: Collapse,
}

/// How wounds take somebody out of the fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Collapse {
    /// Fatigue overcomes a body: checks to stay awake and to wake; the last hit point is death.
    Fatigue(FatigueCollapse),
    /// Without hit points a body bleeds, and a table decides each turn; so many below 0 are death.
    Bleeding(BleedingCollapse),
}

/// Collapse from fatigue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FatigueCollapse {
    /// Rolled to stay awake.
    pub stat: Stat,
    /// Fatigue above hit points asks for a check.
    pub check_rule: Rule,
    pub difficulty_rule: Rule,
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
    /// How long help lasts.
    pub stable_lasts: StableLasts,
}

/// How long one who was dying and has been helped stays stable.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StableLasts {
    /// Until it is dying no longer: whoever is dying again needs help again.
    WhileDying,
    /// To the end of the battle.
    ForGood,
}

/// Collapse from lost blood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BleedingCollapse {
    /// Marks one without a hit point who lives.
    pub incapacitated: Name,
    pub incapacitated_rule: Rule,
    /// The rule by which it falls and begins to bleed.
    pub falls_rule: Rule,
    pub bleeding: Name,
    /// The rule by which each wound makes the penalty one worse.
    pub worse_rule: Rule,
    /// The rule by which each healing makes it one better.
    pub better_rule: Rule,
    /// Rolled at the start of each turn, the penalty taken off.
    pub die: DiceFormula,
    pub die_rule: Rule,
    pub penalty_rule: Rule,
    /// What the roll comes to, lowest first.
    pub table: Vec<BleedRow>,
    pub table_rule: Rule,
    /// Lost after the roll by one who still bleeds.
    pub damage: DiceFormula,
    pub damage_rule: Rule,
    /// The rule by which one with hit points again who no longer bleeds wakes.
    pub wake_rule: Rule,
}

/// One band of the table of bleeding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BleedRow {
    /// The highest roll of this band, the penalty taken off.
    pub at_most: i16,
    pub result: BleedResult,
}

/// What a band of the table of bleeding does.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BleedResult {
    /// One without hit points dies; any other falls unconscious.
    Death,
    Unconscious,
    /// The penalty grows by one.
    Deteriorate,
    Nothing,
    /// The bleeding ends.
    Stabilise,
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
