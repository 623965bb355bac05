//! Combatant prototypes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Name;
use super::item::{Belonging, Kept};
use super::size::{Body, Size};
use super::speed::SpeedMode;
use super::stat::Stat;

/// How well a combatant knows a weapon.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Skill {
    Proficient,
    Affinity,
    None,
}

/// A weapon that a unit carries.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Carried {
    /// The weapon's id.
    pub weapon: Name,
    /// How well it is known.
    pub skill: Skill,
    /// Whether it is in hand when the battle begins.
    #[serde(default)]
    pub in_hand: bool,
    /// Where it is kept while it is not in hand; at hand where nothing is said.
    pub kept: Option<Kept>,
}

/// A quality of a creature that some rule asks about.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Trait {
    /// Defends itself fully without a weapon.
    UnarmedTrained,
    /// Fills its space: nobody shares it.
    FillsSpace,
    /// Takes no critical hits.
    ImmuneToCriticals,
    /// Takes no impairments.
    ImmuneToImpairments,
    /// Has no hands to hold or grab with.
    NoHands,
    /// Sees in the dark as in the light.
    Darkvision,
    /// Knows exactly where others are without seeing them, as by their sound.
    ExactSense,
    /// Has one more reaction by a feat, where reactions are counted.
    SecondReaction,
    /// Draws a weapon without taking an action for it, by a feat.
    QuickDraw,
    /// Can dig through soft earth.
    Burrower,
    /// Can fly.
    Flight,
    /// Can fly, turns and rises at will, and stays in one place in the air.
    ImprovedFlight,
}

/// A prototype from which combatants are made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// The word a player reads.
    pub name: String,
    /// One sentence on how it fights.
    pub about: String,
    /// The figure that is drawn on its token.
    pub figure: String,
    /// Its size category.
    pub size: Size,
    /// Upright or on all fours.
    pub body: Body,
    /// Movement rate in feet, as people and armour make it (TC-131, G-37).
    pub rate: u16,
    /// Base stats; those not named are 0.
    pub stats: BTreeMap<Stat, i16>,
    /// Spells known.
    #[serde(default)]
    pub spells: Vec<Name>,
    /// Weapons carried, natural ones included.
    #[serde(default)]
    pub weapons: Vec<Carried>,
    /// Things carried that are no weapons; none where nothing is said.
    #[serde(default)]
    pub things: Vec<Belonging>,
    /// Armour worn.
    pub armor: Option<Name>,
    /// Shield held.
    pub shield: Option<Name>,
    /// Qualities.
    #[serde(default)]
    pub traits: Vec<Trait>,
    /// Whether it rolls its speed factors, be it a player's or not (TC-229); `None` leaves it to the scenario.
    pub speed: Option<SpeedMode>,
}
