//! Hashes and checksums, in particular of the content that a battle is made from.

use std::collections::BTreeMap;
use std::fmt::{self, Debug};

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use xxhash_rust::xxh3::xxh3_64;

use crate::resolution::Setup;
use crate::resolution::setup::CombatantSetup;

/// A hash or checksum, serialised as 16 hexadecimal digits because JSON readers may round large numbers.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hex(pub u64);

impl fmt::Display for Hex {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:016x}", self.0)
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Hex, D::Error> {
        let text = String::deserialize(from)?;
        let number = u64::from_str_radix(&text, 16).map_err(|_| D::Error::custom("expected hexadecimal digits"))?;
        Ok(Hex(number))
    }
}

/// Hashes of everything a battle is made from, by the names of the parts. A recording is valid only for the same content.
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

    /// The names of the parts that differ from earlier content.
    pub fn changed_from(&self, then: &ContentHashes) -> Vec<String> {
        let parts = self.0.keys().chain(then.0.keys().filter(|part| !self.0.contains_key(*part)));
        parts.filter(|part| self.0.get(*part) != then.0.get(*part)).cloned().collect()
    }
}

fn placed(combatant: &CombatantSetup) -> impl Debug {
    let state = (combatant.surprised, combatant.hurt, combatant.fatigue, &combatant.afflicted);
    (&combatant.name, combatant.side, combatant.footprint, combatant.facing, state, &combatant.commanders)
}
