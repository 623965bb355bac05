//! Hashes of everything a battle is made from.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::Hex;
use crate::resolution::Setup;
use crate::resolution::setup::CombatantSetup;

/// Hashes of everything a battle is made from, by the names of the parts. A recording is valid only for the same content.
///
/// Values are hashed, not text: comments, and units that do not fight, make no difference.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ContentHashes(pub BTreeMap<String, Hex>);

impl ContentHashes {
    /// The hashes of a setup.
    pub fn of(setup: &Setup) -> ContentHashes {
        let (rules, mut contents) = (&setup.rules, ContentHashes::default());
        contents.add("the policies", &rules.policies);
        contents.add("the conditions", &rules.conditions);
        contents.add("the actions", &rules.actions);
        contents.add("the venoms", &rules.venoms);
        contents.add("the weapons", &rules.weapons);
        contents.add("the armor", &rules.armor);
        contents.add("the shields", &rules.shields);
        contents.add("the things", &rules.things);
        let placed: Vec<_> = setup.combatants.iter().map(placed).collect();
        contents.add("the scenario", &(&setup.name, &setup.field, &setup.sides, setup.limit, placed));
        let mut units: BTreeMap<&str, Vec<_>> = BTreeMap::new();
        for combatant in &setup.combatants {
            units.entry(&combatant.sheet.unit).or_default().push((&combatant.sheet, &combatant.arms));
        }
        units.iter().for_each(|(unit, all)| contents.add(&format!("the unit `{unit}`"), all));
        if let Some(before) = &setup.before {
            contents.add("the battle before it", before);
        }
        contents
    }

    fn add(&mut self, part: &str, value: &dyn Debug) {
        self.0.insert(part.to_owned(), Hex(xxh3_64(format!("{value:?}").as_bytes())));
    }

    /// The names of the parts that differ from other content.
    pub fn changed_from(&self, then: &ContentHashes) -> Vec<String> {
        let parts = self.0.keys().chain(then.0.keys().filter(|part| !self.0.contains_key(*part)));
        parts.filter(|part| self.0.get(*part) != then.0.get(*part)).cloned().collect()
    }
}

/// The initial state of a combatant.
fn placed(combatant: &CombatantSetup) -> impl Debug {
    let state = (combatant.surprised, combatant.hurt, combatant.fatigue, &combatant.afflicted);
    (&combatant.name, combatant.side, combatant.footprint, combatant.facing, state, &combatant.commanders)
}
