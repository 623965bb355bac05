//! Types of damage, as sets: a hit with several types has each of them at once.

use std::fmt;
use std::sync::{PoisonError, RwLock};

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Types that rules name themselves. Rule systems name all others, such as acid, or what a hit is made of, such as silver.
const KNOWN: [&str; 9] =
    ["bludgeoning", "piercing", "slashing", "fire", "cold", "bleeding", "poison", "falling", "suffocation"];

static NAMES: RwLock<Vec<&'static str>> = RwLock::new(Vec::new());

/// A set of damage types (HD-013, FS-141, PR-055, PR-069), written as one name or a list of names: `"slashing"`, or
/// `["slashing", "magic"]`. The rule system defines the names in [`DamagePolicy::types`](crate::content::DamagePolicy::types).
#[derive(Copy, Clone, Default, PartialEq, Eq, Hash)]
pub struct DamageTypes(u64);

impl DamageTypes {
    /// No type at all.
    pub const NONE: DamageTypes = DamageTypes(0);
    /// Bludgeoning damage.
    pub const BLUDGEONING: DamageTypes = DamageTypes(1);
    /// Piercing damage.
    pub const PIERCING: DamageTypes = DamageTypes(1 << 1);
    /// Slashing damage.
    pub const SLASHING: DamageTypes = DamageTypes(1 << 2);
    /// Damage by fire.
    pub const FIRE: DamageTypes = DamageTypes(1 << 3);
    /// The damage of bleeding.
    pub const BLOOD: DamageTypes = DamageTypes(1 << 5);
    /// The damage of poison.
    pub const POISON: DamageTypes = DamageTypes(1 << 6);
    /// The damage of a fall.
    pub const FALL: DamageTypes = DamageTypes(1 << 7);
    /// The damage of having no air.
    pub const SUFFOCATION: DamageTypes = DamageTypes(1 << 8);
    /// The types that rules name themselves.
    pub const KNOWN: DamageTypes = DamageTypes((1 << KNOWN.len()) - 1);

    /// The type with this name; `None` if all rule systems together have more than 64 types.
    pub fn named(name: &str) -> Option<DamageTypes> {
        if let Some(at) = KNOWN.iter().position(|known| *known == name) {
            return Some(DamageTypes(1 << at));
        }
        let mut names = NAMES.write().unwrap_or_else(PoisonError::into_inner);
        let at = names.iter().position(|known| *known == name).unwrap_or(names.len());
        let bit = u32::try_from(KNOWN.len() + at).ok().filter(|bit| *bit < u64::BITS)?;
        if at == names.len() {
            names.push(Box::leak(name.to_owned().into_boxed_str()));
        }
        Some(DamageTypes(1 << bit))
    }

    /// The types of both sets.
    pub fn and(self, other: DamageTypes) -> DamageTypes {
        DamageTypes(self.0 | other.0)
    }

    /// The types of this set that the other does not have.
    pub fn without(self, other: DamageTypes) -> DamageTypes {
        DamageTypes(self.0 & !other.0)
    }

    /// Whether the sets have a type in common.
    pub fn meets(self, other: DamageTypes) -> bool {
        self.0 & other.0 != 0
    }

    /// Each of the types alone.
    pub fn each(self) -> impl Iterator<Item = DamageTypes> {
        (0..u64::BITS).map(|bit| DamageTypes(1 << bit)).filter(move |one| self.meets(*one))
    }

    /// Whether it has no type.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The names of the types, in alphabetical order.
    pub fn names(self) -> Vec<&'static str> {
        let others = NAMES.read().unwrap_or_else(PoisonError::into_inner);
        let all = KNOWN.iter().chain(others.iter()).enumerate();
        let mut names: Vec<&str> = all.filter(|(at, _)| self.0 >> at & 1 == 1).map(|(_, name)| *name).collect();
        names.sort_unstable();
        names
    }

    /// The words players read.
    pub fn words(self) -> String {
        self.names().join(" and ").replace('_', " ")
    }
}

impl fmt::Debug for DamageTypes {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.names().join("+"))
    }
}

impl Serialize for DamageTypes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.names().as_slice() {
            [name] => name.serialize(to),
            names => names.serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for DamageTypes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<DamageTypes, D::Error> {
        from.deserialize_any(Names)
    }
}

/// Reads a name or a list of names.
struct Names;

impl<'de> Visitor<'de> for Names {
    type Value = DamageTypes;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a damage type such as \"slashing\", or a list of damage types")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<DamageTypes, E> {
        DamageTypes::named(name).ok_or_else(|| E::custom("there are more than 64 damage types"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut names: A) -> Result<DamageTypes, A::Error> {
        let mut all = DamageTypes::NONE;
        while let Some(name) = names.next_element::<String>()? {
            all = all.and(Names.visit_str(&name)?);
        }
        Ok(all)
    }
}
