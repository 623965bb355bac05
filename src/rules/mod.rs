//! Rule systems: a [`Ruleset`] holds the policies that select a variant of each mechanic, and the content, read from RON.

mod address;
mod check;
mod citations;
mod condition_modifiers;
mod content;
pub mod coverage;
mod house_rules;
mod library;
mod sheet;
mod texts;

pub use address::RuleValue;
pub use house_rules::{HouseRules, ValueChange};
pub use library::Library;
pub use sheet::{SheetError, make_sheet, picked_up_weapon, sheet_under_conditions, with_weapon};

use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use crate::content::action::Action;
use crate::content::codex::Codex;
use crate::content::condition::Condition;
use crate::content::gear::{Armor, Shield, Weapon};
use crate::content::hud::HudLayout;
use crate::content::item::{Item, Venom};
use crate::content::policy::{Policies, Rulebook};
use crate::content::table::Table;

/// A validated rule system: its policies and content.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// The id used by files and on the command line.
    pub id: String,
    /// The policies: which variant of each mechanic applies.
    pub policies: Policies,
    /// Conditions and stances.
    pub conditions: Table<Condition>,
    /// Actions and spells.
    pub actions: Table<Action>,
    /// Venoms.
    pub venoms: Table<Venom>,
    /// Weapons.
    pub weapons: Table<Weapon>,
    /// Suits of armour.
    pub armor: Table<Armor>,
    /// Shields.
    pub shields: Table<Shield>,
    /// Items other than weapons.
    pub things: Table<Item>,
    /// The rules and rulings that content and log cite.
    pub codex: Arc<Codex>,
    /// How the window shows its actions.
    pub hud: Arc<HudLayout>,
    /// A hash of all values; names, the codex, how the window shows actions and comments do not count.
    pub content_hash: u64,
}

impl Ruleset {
    /// The parts that mechanics need.
    pub fn book(&self) -> Rulebook<'_> {
        Rulebook { policies: &self.policies, conditions: &self.conditions }
    }

    fn hash(&self) -> u64 {
        let gear = (&self.weapons, &self.armor, &self.shields, &self.things);
        let values = (&self.policies, &self.conditions, &self.actions, &self.venoms, gear);
        xxh3_64(format!("{values:?}").as_bytes())
    }
}
