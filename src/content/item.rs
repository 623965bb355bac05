//! Things that are used and are no weapons: potions, torches, magic items; and where things are kept.

use serde::{Deserialize, Serialize};

use super::effect::CitedEffect;
use super::{Name, Rule};

/// Where something is kept that is carried and not in hand.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kept {
    /// In a sheath, at the belt or worn.
    #[default]
    AtHand,
    /// Where nobody sees it.
    Hidden,
    /// In a belt pouch.
    Pouch,
    /// In a backpack.
    Backpack,
}

impl Kept {
    /// The words a player reads.
    pub fn words(self) -> &'static str {
        match self {
            Kept::AtHand => "at hand",
            Kept::Hidden => "hidden",
            Kept::Pouch => "in a belt pouch",
            Kept::Backpack => "in a backpack",
        }
    }
}

/// What a thing is used as.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ItemKind {
    /// It is drunk.
    Potion,
    /// It works by magic; one that is worn need not be in hand.
    Magic,
    /// It is lit.
    Torch,
    /// It is read, which casts this spell.
    Scroll(Name),
}

/// A thing that is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// The id other files use.
    pub id: Name,
    /// The word a player reads.
    pub name: String,
    /// One plain sentence.
    pub about: String,
    /// What it is used as.
    pub kind: ItemKind,
    /// What using it does; its user is actor and target.
    pub does: Vec<CitedEffect>,
    /// Whether it is used up.
    pub spent: bool,
    /// Where it comes from.
    pub rule: Rule,
}

/// A thing that a unit carries.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Belonging {
    /// The thing's id.
    pub item: Name,
    /// Where it is kept.
    pub kept: Kept,
    /// Whether it is in hand when the battle begins.
    pub in_hand: bool,
}
