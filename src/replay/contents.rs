//! What a battle was made from, as a hash of each of its parts.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::Hex;
use crate::resolution::Setup;
use crate::resolution::setup::Recruit;

/// Hashes of what a battle was made from, by the names of the parts. A recording is only good for the same content.
///
/// Values are hashed, not texts: comments make no difference, and units that do not fight are not among them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Contents(pub BTreeMap<String, Hex>);

impl Contents {
    /// The hashes of a setup.
    pub fn of(setup: &Setup) -> Contents {
        let (rules, mut contents) = (&setup.rules, Contents::default());
        contents.add("the policies", &rules.policies);
        contents.add("the conditions", &rules.conditions);
        contents.add("the actions", &rules.actions);
        contents.add("the venoms", &rules.venoms);
        contents.add("the weapons", &rules.weapons);
        contents.add("the armor", &rules.armor);
        contents.add("the shields", &rules.shields);
        contents.add("the things", &rules.things);
        let placed: Vec<_> = setup.recruits.iter().map(placed).collect();
        contents.add("the scenario", &(&setup.name, &setup.field, &setup.parties, setup.limit, placed));
        let mut units: BTreeMap<&str, Vec<_>> = BTreeMap::new();
        for recruit in &setup.recruits {
            units.entry(&recruit.sheet.unit).or_default().push((&recruit.sheet, &recruit.arms));
        }
        units.iter().for_each(|(unit, all)| contents.add(&format!("the unit `{unit}`"), all));
        if let Some(before) = &setup.before {
            contents.add("what went before", before);
        }
        contents
    }

    fn add(&mut self, part: &str, value: &dyn Debug) {
        self.0.insert(part.to_owned(), Hex(xxh3_64(format!("{value:?}").as_bytes())));
    }

    /// Which parts differ from other content; none if it is the same.
    pub fn changed_from(&self, then: &Contents) -> Vec<String> {
        let parts = self.0.keys().chain(then.0.keys().filter(|part| !self.0.contains_key(*part)));
        parts.filter(|part| self.0.get(*part) != then.0.get(*part)).cloned().collect()
    }
}

/// What a scenario says of one combatant.
fn placed(recruit: &Recruit) -> impl Debug {
    let state = (recruit.surprised, recruit.hurt, recruit.fatigue, &recruit.afflicted);
    (&recruit.name, recruit.side, recruit.footprint, recruit.facing, state, &recruit.commanders)
}
