//! Names that content defines and content refers to: conditions, actions, weapons, units.
//!
//! A [`Name`] is interned: two bytes that are compared as a number, and serialized as text. Names do not implement
//! `Ord`, so the order in which files were read cannot affect a rule.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{PoisonError, RwLock};

use bevy::reflect::{Reflect, ReflectDeserialize, ReflectSerialize};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

static NAMES: RwLock<Interned> = RwLock::new(Interned { texts: Vec::new(), places: BTreeMap::new() });

struct Interned {
    texts: Vec<&'static str>,
    places: BTreeMap<&'static str, u16>,
}

/// An interned name from authored content, such as `"long_sword"`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Reflect)]
#[reflect(opaque, Debug, PartialEq, Serialize, Deserialize)]
pub struct Name(u16);

impl Name {
    /// The name with this text; equal texts give equal names. After 65,535 names, all new texts share one invalid name, `?`.
    pub fn new(text: &str) -> Name {
        if let Some(known) = Name::find(text) {
            return known;
        }
        let mut names = NAMES.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = names.places.get(text) {
            return Name(*known);
        }
        let Some(place) = u16::try_from(names.texts.len()).ok().filter(|place| *place < u16::MAX) else {
            return Name(u16::MAX);
        };
        let text: &'static str = Box::leak(text.to_owned().into_boxed_str());
        names.texts.push(text);
        names.places.insert(text, place);
        Name(place)
    }

    fn find(text: &str) -> Option<Name> {
        let names = NAMES.read().unwrap_or_else(PoisonError::into_inner);
        names.places.get(text).map(|place| Name(*place))
    }

    /// The text of this name.
    pub fn as_str(self) -> &'static str {
        let names = NAMES.read().unwrap_or_else(PoisonError::into_inner);
        names.texts.get(usize::from(self.0)).copied().unwrap_or("?")
    }

    /// Gives a citation that a file leaves out the rule of its owner.
    pub(super) fn inherit(&mut self, owner: Name) {
        if *self == Name::default() {
            *self = owner;
        }
    }

    /// The index of this name in this process, for look-up tables only.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:?}", self.as_str())
    }
}

/// The empty name, which stands for a citation that a file leaves out.
impl Default for Name {
    fn default() -> Name {
        Name::new("")
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Name {
        Name::new(text)
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Name, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(from)?;
        Ok(Name::new(&text))
    }
}
