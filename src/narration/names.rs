//! The names of combatants, actions, conditions and weapons in a battle.

use crate::battle::{CombatantId, Snapshot, WeaponSlot};
use crate::content::Name;
use crate::rules::Ruleset;

/// Looks up names in a battle and its ruleset.
pub struct NameLookup<'a> {
    /// The battle.
    pub snapshot: &'a Snapshot,
    /// Its rules.
    pub rules: &'a Ruleset,
}

impl NameLookup<'_> {
    /// The name of a combatant.
    pub fn name(&self, who: CombatantId) -> &str {
        self.snapshot.rows.get(who.index()).map_or("?", |row| &row.name)
    }

    /// The name of an action.
    pub fn action(&self, action: Name) -> String {
        self.rules.actions.get(action).map_or_else(|| action.as_str().replace('_', " "), |found| found.name.clone())
    }

    /// The name of a condition in lower case.
    pub fn condition(&self, condition: Name) -> String {
        let found = self.rules.conditions.get(condition);
        found.map_or_else(|| condition.to_string(), |found| found.name.to_lowercase())
    }

    /// The name of a weapon.
    pub fn weapon(&self, who: CombatantId, slot: WeaponSlot) -> String {
        let entry = self.snapshot.rows.get(who.index()).and_then(|row| row.sheet.weapon(slot));
        entry.map_or_else(|| "weapon".to_owned(), |entry| entry.weapon.name.clone())
    }

    /// The name of a reaction, or of the action it takes.
    pub fn reaction(&self, reaction: Name) -> String {
        let found = self.rules.policies.reactions.iter().find(|known| known.id == reaction);
        found.map_or_else(|| self.action(reaction).to_lowercase(), |found| found.name.clone())
    }
}
