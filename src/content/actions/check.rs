//! Checks: rolls against a defence, with their degrees of success.

use serde::{Deserialize, Serialize};

use super::effect::{CitedEffect, Effect, Harmed, Modifier};
use crate::content::gear::WeaponProperty;
use crate::content::stat::Stat;
use crate::content::{Name, Rule};

/// The roll of a check.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CheckRoll {
    /// The normal attack with the weapon used.
    Weapon,
    /// The normal attack with an unarmed strike.
    Unarmed,
    /// The normal attack twice at once: with each of two weapons in hand, or with both bare hands.
    BothWeapons,
    /// Base skill and an attribute, without a weapon.
    Attribute(Stat),
    /// Base skill and an attribute, by magic: neither in melee nor at range.
    Spell(Stat),
    /// A skill and an attribute, without base skill.
    Skill(Stat, Stat),
}

/// When an additional term of a check applies.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TermWhen {
    /// Always.
    Always,
    /// After at least this many feet straight towards the target in the turns just before.
    RunningStart(u16),
    /// The target holds the item in two hands.
    TargetUsesTwoHands,
    /// The weapon used shoots or is thrown at a distance.
    WithRangedWeapon,
}

/// An additional term of a check.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckTerm {
    /// When it applies.
    pub when: TermWhen,
    /// The amount and its rule.
    pub add: Modifier,
}

/// The defence against which a check is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Against {
    /// The target's normal defence, which depends on whether it can react.
    Normal,
    /// This defence.
    One(Stat),
    /// The highest of these defences, chosen for the target.
    TargetChooses(Vec<Stat>),
    /// The one of these defences that the target names before the roll.
    TargetAsked(Vec<Stat>),
    /// One roll against each of these defences; each rung names its own.
    Each(Vec<Stat>),
    /// A melee attack roll by the target.
    Opposed,
    /// No defence but this number, by this rule.
    Difficulty {
        /// The number that the roll must reach.
        number: i16,
        /// The rule that gives the number.
        rule: Rule,
    },
    /// No defence but the level of this condition of the target, by this rule.
    Level {
        /// The condition whose level the roll must reach.
        of: Name,
        /// The rule that says so.
        rule: Rule,
    },
}

/// The result of a check at which a rung applies.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum When {
    /// The check succeeds.
    Wins,
    /// The check succeeds by at least this margin.
    Over(i16),
    /// Once for each multiple of this number in the margin of success.
    Every(i16),
    /// The check is a critical success.
    Critical,
    /// The check fails.
    Fails,
}

/// One degree of success of a check and its effects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rung {
    /// The result at which it applies.
    pub when: When,
    /// The defence it is about, where the check is made against several.
    pub against: Option<Stat>,
    /// The effects of this result.
    pub effects: Vec<CitedEffect>,
}

/// A roll against a defence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The roll.
    pub roll: CheckRoll,
    /// Weapons with this property may be used in place of the unarmed strike that is rolled.
    pub or_with: Option<WeaponProperty>,
    /// Additional terms.
    #[serde(default)]
    pub terms: Vec<CheckTerm>,
    /// The rule by which actor and target add their size modifiers although the roll is no weapon attack.
    pub size_counts: Option<Rule>,
    /// The defence.
    pub against: Against,
    /// The rule by which it succeeds without a roll while no enemy can strike the actor in melee.
    pub sure_unless_engaged: Option<Rule>,
    /// The results. All that apply are carried out, in this order.
    pub ladder: Vec<Rung>,
}

impl Check {
    /// The effects of all its results.
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.ladder.iter().flat_map(|rung| &rung.effects).map(|effect| &effect.does)
    }

    /// Whether it affects an item of the target.
    pub fn is_about_item(&self) -> bool {
        self.effects().any(|does| matches!(does, Effect::Item(_))) || self.breaks_things()
    }

    /// Whether it damages an item of the target.
    pub fn breaks_things(&self) -> bool {
        self.effects().any(|does| matches!(does, Effect::Harm { to: Harmed::Item, .. }))
    }

    /// Whether it is an attack: every roll except a skill check.
    pub fn is_attack(&self) -> bool {
        !matches!(self.roll, CheckRoll::Skill(..))
    }
}
