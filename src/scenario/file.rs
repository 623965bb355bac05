//! A scenario as its file writes it, before anything is checked.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::content::policy::{Need, Wildness};
use crate::content::speed::SpeedMode;
use crate::grid::{Cell, Direction, Shape};

/// The count after which a battle is a draw where the scenario does not say: more than eight minutes of fighting.
pub const USUAL_LIMIT: i32 = 1000;

/// The whole file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Scenario")]
pub struct ScenarioFile {
    pub name: String,
    pub about: String,
    pub shape: Shape,
    pub map: Vec<String>,
    pub legend: Entries<String>,
    #[serde(default)]
    pub marks: Entries<String>,
    #[serde(default)]
    pub heights: Vec<String>,
    #[serde(default)]
    pub barriers: Vec<BarrierFile>,
    #[serde(default)]
    pub currents: Vec<CurrentFile>,
    #[serde(default)]
    pub zones: Entries<Vec<Patch>>,
    #[serde(default)]
    pub light: Daylight,
    #[serde(default)]
    pub lights: Vec<LightFile>,
    #[serde(default)]
    pub fog: Vec<Patch>,
    /// Whether nothing has weight.
    #[serde(default)]
    pub weightless: bool,
    /// Feet at which there is a roof.
    #[serde(default)]
    pub ceiling: Option<u16>,
    #[serde(default)]
    pub ice: Vec<IceFile>,
    /// What a rule system must have rules for.
    #[serde(default)]
    pub needs: Vec<Need>,
    pub sides: Vec<SideFile>,
    #[serde(default = "usual_limit")]
    pub limit: i32,
}

fn usual_limit() -> i32 {
    USUAL_LIMIT
}

/// How bright it is where no lamp shines.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Daylight {
    #[default]
    Bright,
    Dark,
}

/// A lamp or a fire on the map.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Light")]
pub struct LightFile {
    pub at: Cell,
    /// How far it shines, in feet.
    pub radius: u16,
}

/// A barrier on the edge between two neighbouring cells.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Barrier")]
pub struct BarrierFile {
    pub from: Cell,
    pub to: Cell,
    pub is: String,
}

/// Deep water that flows or is wild.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Current")]
pub struct CurrentFile {
    pub at: Vec<Patch>,
    pub flows: Heading,
    pub feet: u16,
    #[serde(default)]
    pub water: Wildness,
}

/// Ice that may break.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Ice")]
pub struct IceFile {
    pub at: Vec<Patch>,
    pub inches: u16,
}

/// Some of a zone's cells.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Patch {
    /// Every cell that shows the mark.
    Mark(String),
    /// One cell.
    Cell(i16, i16),
    /// Every cell from one corner to the other, both counted in.
    Rect { from: Cell, to: Cell },
}

/// One side.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Side")]
pub struct SideFile {
    pub name: String,
    pub control: Control,
    #[serde(default)]
    pub speed: Option<SpeedMode>,
    pub units: Vec<UnitFile>,
    /// Whether the side tries to surprise its enemies: it rolls Stealth against the Perception of each (TC-199).
    #[serde(default)]
    pub ambush: bool,
    #[serde(default = "usual_goals")]
    pub goals: Vec<GoalFile>,
    #[serde(default)]
    pub losses: Vec<LossFile>,
}

fn usual_goals() -> Vec<GoalFile> {
    vec![GoalFile::DefeatAll]
}

/// Who usually answers for a side; whoever starts the battle may seat somebody else.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
pub enum Control {
    /// A player, whose combatants roll their speed factors unless the side says otherwise.
    Human,
    /// The computer, whose combatants use fixed speed factors unless the side says otherwise.
    Ai,
}

/// One combatant, or one on each cell that shows a mark.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Unit")]
pub struct UnitFile {
    pub unit: String,
    #[serde(default)]
    pub name: Option<String>,
    pub at: At,
    #[serde(default)]
    pub facing: Option<Heading>,
    /// Surprised without a roll: the scenario may rule that none, some or all of a side are (TC-200).
    #[serde(default)]
    pub surprised: bool,
    /// How far the light it carries shines, in feet.
    #[serde(default)]
    pub light: Option<u16>,
    /// Hit points it has lost, and fatigue it has gathered, before the battle.
    #[serde(default)]
    pub hurt: i16,
    #[serde(default)]
    pub fatigue: i16,
    /// Conditions it has as the battle begins; one whose levels add up has as many as it is named.
    #[serde(default)]
    pub afflicted: Vec<String>,
    #[serde(default)]
    pub commanders: Vec<String>,
    #[serde(default)]
    pub speed: Option<SpeedMode>,
}

/// Where a combatant begins: its north-western cell, or its middle one on hexagons.
#[derive(Clone, Debug, Deserialize)]
pub enum At {
    /// On every cell that shows the mark.
    Mark(String),
    /// On this cell.
    Cell(i16, i16),
}

/// A direction in words.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename = "Facing")]
pub enum Heading {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Heading {
    /// The direction on a board; hexagons have no north and no south.
    pub fn direction(self, shape: Shape) -> Option<Direction> {
        let wanted = match self {
            Heading::North => "north",
            Heading::NorthEast => "north-east",
            Heading::East => "east",
            Heading::SouthEast => "south-east",
            Heading::South => "south",
            Heading::SouthWest => "south-west",
            Heading::West => "west",
            Heading::NorthWest => "north-west",
        };
        shape.directions().find(|dir| shape.direction_name(*dir) == wanted)
    }
}

/// What makes a side win.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Goal")]
pub enum GoalFile {
    DefeatAll,
    /// The enemy of this name cannot fight on.
    Defeat(String),
    /// The side alone stands in the zone for so many half seconds without a break.
    Hold {
        zone: String,
        counts: i32,
    },
    /// So many of the side have left through the zone.
    Escape {
        zone: String,
        many: u16,
    },
    /// The side still stands after so many half seconds.
    Last {
        count: i32,
    },
}

/// What makes a side lose at once.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "Loss")]
pub enum LossFile {
    /// The friend of this name cannot fight on.
    Fallen(String),
}

/// The most entries of a map, such as zones or characters of the legend.
pub const MOST_ENTRIES: usize = 200;

/// The entries of a map in the order of the file; a key given twice is refused.
#[derive(Clone, Debug)]
pub struct Entries<V>(pub Vec<(String, V)>);

impl<V> Default for Entries<V> {
    fn default() -> Self {
        Entries(Vec::new())
    }
}

impl<V> Entries<V> {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&V> {
        let (_, value) = self.0.iter().find(|(known, _)| known == key)?;
        Some(value)
    }

    /// All keys.
    pub fn keys(&self) -> Vec<&str> {
        self.0.iter().map(|(key, _)| key.as_str()).collect()
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Entries<V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(EntriesVisitor(PhantomData))
    }
}

struct EntriesVisitor<V>(PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for EntriesVisitor<V> {
    type Value = Entries<V>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a map such as { \"a\": … }")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<V>, A::Error> {
        let mut entries = Entries(Vec::new());
        while let Some(key) = map.next_key::<String>()? {
            if entries.0.len() >= MOST_ENTRIES {
                return Err(A::Error::custom(format!("there are more than {MOST_ENTRIES} entries")));
            }
            if entries.get(&key).is_some() {
                return Err(A::Error::custom(format!("the key `{key}` is given twice")));
            }
            entries.0.push((key, map.next_value()?));
        }
        Ok(entries)
    }
}
