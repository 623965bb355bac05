//! The scenario file format, before validation.

use std::fmt;

use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::content::{Need, SpeedMode, Wildness};
use crate::grid::{Cell, Direction, Shape};

/// The default time limit, in half seconds: a little more than eight minutes.
pub const DEFAULT_LIMIT: i32 = 1000;

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename = "Scenario")]
pub struct ScenarioFile {
    pub name: String,
    /// Description of one to three sentences.
    pub about: String,
    pub shape: Shape,
    /// Rows of characters, one per cell, north first; blanks are ignored.
    pub map: Vec<String>,
    /// Terrain id of each character.
    pub legend: Entries<String>,
    /// Characters that place units or define zones, with the terrain id beneath them.
    #[serde(default, skip_serializing_if = "Entries::is_empty")]
    pub marks: Entries<String>,
    /// Rows of digits, one per cell, in steps of 5 feet; empty for flat ground.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub heights: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub barriers: Vec<BarrierFile>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub currents: Vec<CurrentFile>,
    /// Named zones that goals refer to.
    #[serde(default, skip_serializing_if = "Entries::is_empty")]
    pub zones: Entries<Vec<Patch>>,
    /// Light level outside the radius of lights.
    #[serde(default, skip_serializing_if = "is_default")]
    pub light: Daylight,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lights: Vec<LightFile>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fog: Vec<Patch>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub weightless: bool,
    /// Height of the ceiling in feet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ceiling: Option<u16>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ice: Vec<IceFile>,
    /// Objects that can be damaged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub things: Vec<ThingFile>,
    /// Features that the rule system must support.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<Need>,
    /// Two to four sides.
    pub sides: Vec<SideFile>,
    /// Time limit in half seconds, after which the battle ends undecided.
    #[serde(default = "default_limit")]
    pub limit: i32,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn default_limit() -> i32 {
    DEFAULT_LIMIT
}

/// Light level outside the radius of lights.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub enum Daylight {
    #[default]
    Bright,
    Dark,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename = "Light")]
pub struct LightFile {
    pub at: Cell,
    /// Radius in feet.
    pub radius: u16,
}

/// A barrier on the edge between two neighbouring cells.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename = "Barrier")]
pub struct BarrierFile {
    pub from: Cell,
    pub to: Cell,
    pub is: String,
}

/// A current in deep water, or rough water.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename = "Current")]
pub struct CurrentFile {
    pub at: Vec<Patch>,
    pub flows: Heading,
    /// Strength in feet per turn.
    pub feet: u16,
    #[serde(default, skip_serializing_if = "is_default")]
    pub water: Wildness,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename = "Ice")]
pub struct IceFile {
    pub at: Vec<Patch>,
    /// Thickness in inches.
    pub inches: u16,
}

/// Objects of one kind: one for each cell with a mark, each cell, and each rectangle.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename = "Thing")]
pub struct ThingFile {
    /// Id of its kind, which the rule system defines.
    pub kind: String,
    pub at: Vec<Patch>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Terrain of its cells once it is destroyed; that of an open door by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaves: Option<String>,
    /// Ids of weapons and items that lie on the ground once it is destroyed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<String>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub enum Patch {
    Mark(String),
    Cell(i16, i16),
    /// A rectangle of cells, both corners included.
    Rect {
        from: Cell,
        to: Cell,
    },
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename = "Side")]
pub struct SideFile {
    pub name: String,
    /// The default controller.
    pub control: Control,
    /// Whether its combatants roll their speed factors; by default those of a player do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<SpeedMode>,
    pub units: Vec<UnitFile>,
    /// Whether the side tries to surprise its enemies: it rolls Stealth against the Perception of each (TC-199).
    #[serde(default, skip_serializing_if = "is_default")]
    pub ambush: bool,
    #[serde(default = "default_goals")]
    pub goals: Vec<GoalFile>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub losses: Vec<LossFile>,
}

fn default_goals() -> Vec<GoalFile> {
    vec![GoalFile::DefeatAll]
}

/// Default controller of a side.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Control {
    /// A player; combatants roll their speed factors unless specified otherwise.
    Human,
    /// The computer; combatants use fixed speed factors unless specified otherwise.
    Ai,
}

/// A combatant, or one on each cell with a mark.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename = "Unit")]
pub struct UnitFile {
    pub unit: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub at: At,
    /// Initial facing; all around by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Heading>,
    /// Surprised without a roll: the scenario may decide that none, some or all of a side are (TC-200).
    #[serde(default, skip_serializing_if = "is_default")]
    pub surprised: bool,
    /// Ids of rule systems under which it is not surprised after all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aware_under: Vec<String>,
    /// Radius in feet of the light it carries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub light: Option<u16>,
    /// Hit points lost before the battle.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hurt: i16,
    #[serde(default, skip_serializing_if = "is_default")]
    pub fatigue: i16,
    /// Initial conditions; naming a condition with levels several times adds up its levels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub afflicted: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commanders: Vec<String>,
    /// Whether it rolls its speed factors; overrides its side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<SpeedMode>,
}

/// Where a combatant begins: its north-western cell, or its central one on hexes, or the name of its mount.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub enum At {
    Mark(String),
    Cell(i16, i16),
    On(String),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename = "Facing")]
pub enum Heading {
    /// North; squares only.
    North,
    NorthEast,
    East,
    SouthEast,
    /// South; squares only.
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Heading {
    /// The direction on a board; `None` for north and south on hexes.
    pub fn direction(self, shape: Shape) -> Option<Direction> {
        let name = format!("{self:?}").to_lowercase();
        shape.directions().find(|dir| shape.direction_name(*dir).replace('-', "") == name)
    }
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename = "Goal")]
pub enum GoalFile {
    DefeatAll,
    Defeat(String),
    /// Only this side is in the zone, for a time without interruption.
    Hold {
        zone: String,
        /// The time in half seconds.
        counts: i32,
    },
    /// Members of the side have left through the zone.
    Escape {
        zone: String,
        many: u16,
    },
    /// The side can still fight at a given time.
    Last {
        /// The time in half seconds.
        count: i32,
    },
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename = "Loss")]
pub enum LossFile {
    Fallen(String),
}

/// Most entries of a map such as `zones` or `legend`.
pub const MOST_ENTRIES: usize = 200;

/// The entries of a RON map in the order of the file; duplicate keys are refused.
#[derive(Clone, Debug)]
pub struct Entries<V>(pub Vec<(String, V)>);

impl<V> Default for Entries<V> {
    fn default() -> Self {
        Entries(Vec::new())
    }
}

impl<V> Entries<V> {
    pub fn get(&self, key: &str) -> Option<&V> {
        self.0.iter().find(|(known, _)| known == key).map(|(_, value)| value)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn keys(&self) -> Vec<&str> {
        self.0.iter().map(|(key, _)| key.as_str()).collect()
    }
}

impl<V: Serialize> Serialize for Entries<V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.len()))?;
        self.0.iter().try_for_each(|(key, value)| map.serialize_entry(key, value))?;
        map.end()
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Entries<V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Entries::default())
    }
}

impl<'de, V: Deserialize<'de>> Visitor<'de> for Entries<V> {
    type Value = Self;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a map such as { \"a\": … }")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Self, A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if self.0.len() >= MOST_ENTRIES {
                return Err(A::Error::custom(format!("more than {MOST_ENTRIES} entries")));
            }
            if self.get(&key).is_some() {
                return Err(A::Error::custom(format!("duplicate key `{key}`")));
            }
            self.0.push((key, map.next_value()?));
        }
        Ok(self)
    }
}
