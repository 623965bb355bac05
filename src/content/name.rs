//! Names that content defines and content refers to: conditions, actions, weapons, units.
//!
//! A [`Name`] is interned: a copy of two bytes, compared as a number, written and read as its text. Names have
//! no order of their own, so the order in which files were read can never reach a rule.

use std::fmt;
use std::sync::{PoisonError, RwLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

static NAMES: RwLock<Vec<&'static str>> = RwLock::new(Vec::new());

/// An interned name from authored content, such as `"long_sword"`.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Name(u16);

impl Name {
    /// The name with this text. Two names with the same text are equal.
    ///
    /// A process holds at most 65,535 different names; every further text shares the last one, which no content uses.
    pub fn new(text: &str) -> Name {
        if let Some(known) = Name::find(text) {
            return known;
        }
        let mut names = NAMES.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = names.iter().position(|known| *known == text) {
            return Name(at as u16);
        }
        if names.len() >= usize::from(u16::MAX) {
            return Name(u16::MAX);
        }
        names.push(Box::leak(text.to_owned().into_boxed_str()));
        Name((names.len() - 1) as u16)
    }

    fn find(text: &str) -> Option<Name> {
        let names = NAMES.read().unwrap_or_else(PoisonError::into_inner);
        names.iter().position(|known| *known == text).map(|at| Name(at as u16))
    }

    /// The text of this name.
    pub fn as_str(self) -> &'static str {
        let names = NAMES.read().unwrap_or_else(PoisonError::into_inner);
        names.get(usize::from(self.0)).copied().unwrap_or("?")
    }

    /// A small number that stands for this name in this process, for look-up tables only.
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
