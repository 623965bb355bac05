//! Which variant of each mechanic a rule system uses: a [`Ruleset`] is a struct of policies and content, read from RON.

mod address;
mod burden;
mod check;
mod citations;
mod content;
pub mod coverage;
mod house;
mod load;
mod sheet;
mod texts;

pub use address::Changeable;
pub use house::{Changed, HouseRules};
pub use load::Library;
pub use sheet::{SheetError, burdened, found_weapon, make_sheet, with_weapon};

use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use crate::content::action::Action;
use crate::content::codex::Codex;
use crate::content::condition::Condition;
use crate::content::gear::{Armor, Shield, Weapon};
use crate::content::hud::HudLayout;
use crate::content::item::Item;
use crate::content::policy::{Policies, Rulebook};
use crate::content::table::Table;
use crate::content::venom::Venom;

/// A rule system: its policies and its content, checked and ready.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// The id files and the command line use.
    pub id: String,
    pub policies: Policies,
    pub conditions: Table<Condition>,
    pub actions: Table<Action>,
    pub venoms: Table<Venom>,
    pub weapons: Table<Weapon>,
    pub armor: Table<Armor>,
    pub shields: Table<Shield>,
    /// Things that are no weapons.
    pub things: Table<Item>,
    pub codex: Arc<Codex>,
    /// How the window shows its actions.
    pub hud: Arc<HudLayout>,
    /// A hash of all its values. Its name, its codex, how the window shows it and comments in its files are left out.
    pub content_hash: u64,
}

impl Ruleset {
    /// What mechanics need to know of it.
    pub fn book(&self) -> Rulebook<'_> {
        Rulebook { policies: &self.policies, conditions: &self.conditions }
    }

    fn hash(&self) -> u64 {
        let gear = (&self.weapons, &self.armor, &self.shields, &self.things);
        let values = (&self.policies, &self.conditions, &self.actions, &self.venoms, gear);
        xxh3_64(format!("{values:?}").as_bytes())
    }
}
