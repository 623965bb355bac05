//! Items that are used and are no weapons: potions, torches, magic items; and where items are kept.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::content::effect::CitedEffect;
use crate::content::{Name, Rule, rule};

/// Where an item is kept that is carried and not in hand.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kept {
    /// In a sheath, at the belt or worn.
    #[default]
    AtHand,
    /// Hidden under the clothes.
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

/// The way in which an item is used.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ItemKind {
    /// A potion, which is drunk.
    Potion,
    /// A magic item, which is activated. A worn one need not be in hand.
    Magic,
    /// A torch, which is lit.
    Torch,
    /// A scroll: reading it casts this spell.
    Scroll(Name),
}

/// An item that is used. Effects that are written without a rule get the item's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct Item {
    /// The id by which other files refer to it.
    pub id: Name,
    /// The name players read.
    pub name: String,
    /// One plain sentence for players.
    pub about: String,
    /// The way in which it is used.
    pub kind: ItemKind,
    /// The effects of using it; its user is actor and target.
    #[serde(default)]
    pub does: Vec<CitedEffect>,
    /// Whether it is used up.
    #[serde(default)]
    pub spent: bool,
    /// The rule that defines it.
    pub rule: Rule,
}

impl Serialize for Item {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Item::serialize(self, to)
    }
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Item, D::Error> {
        let mut item = Item::deserialize(from)?;
        let rule = item.rule;
        item.does.iter_mut().for_each(|effect| rule::inherit(&mut effect.rule, rule));
        Ok(item)
    }
}

/// An item that a unit carries.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Belonging {
    /// The item's id.
    pub item: Name,
    /// Where it is kept while it is not in hand.
    #[serde(default)]
    pub kept: Kept,
    /// Whether it is in hand when the battle begins.
    #[serde(default)]
    pub in_hand: bool,
}
