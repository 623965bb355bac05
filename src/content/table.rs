//! Tables of named content, with look-up by name in constant time.

use std::fmt;
use std::sync::Arc;

use super::Name;
use super::action::Action;
use super::condition::Condition;
use super::flags::{ExpandedCondition, StatusFlags};
use super::gear::{Armor, Shield, Weapon};
use super::item::{Item, Venom};

/// Content that has a name.
pub trait Named: Sized {
    /// The id by which other files refer to it.
    fn id(&self) -> Name;

    /// The expanded form of each condition; empty for other content.
    fn expanded(_: &[Self]) -> Vec<ExpandedCondition> {
        Vec::new()
    }
}

macro_rules! named {
    ($($kind:ty),*) => {$(
        impl Named for $kind {
            fn id(&self) -> Name {
                self.id
            }
        }
    )*};
}

named!(Action, Weapon, Armor, Shield, Item, Venom);

impl Named for Condition {
    fn id(&self) -> Name {
        self.id
    }

    fn expanded(entries: &[Condition]) -> Vec<ExpandedCondition> {
        ExpandedCondition::of_all(entries)
    }
}

/// Named content in the order of its file, with look-up by name in constant time.
#[derive(Clone)]
pub struct Table<T> {
    entries: Vec<Arc<T>>,
    slots: Vec<Option<u16>>,
    expanded: Vec<ExpandedCondition>,
}

impl<T: fmt::Debug> fmt::Debug for Table<T> {
    /// The entries alone: the indices of names differ from process to process.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.entries).finish()
    }
}

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        Table { entries: Vec::new(), slots: Vec::new(), expanded: Vec::new() }
    }
}

impl<T: Named> Table<T> {
    /// A table of these entries. Of two entries with the same name the later is found.
    pub fn new(entries: Vec<T>) -> Table<T> {
        let mut slots = Vec::new();
        for (at, entry) in entries.iter().enumerate() {
            let name = entry.id().index();
            if slots.len() <= name {
                slots.resize(name + 1, None);
            }
            slots[name] = Some(at as u16);
        }
        let expanded = T::expanded(&entries);
        Table { entries: entries.into_iter().map(Arc::new).collect(), slots, expanded }
    }

    /// The entry with this name.
    pub fn get(&self, name: Name) -> Option<&Arc<T>> {
        self.entries.get(self.place(name)?)
    }

    fn place(&self, name: Name) -> Option<usize> {
        self.slots.get(name.index()).copied().flatten().map(usize::from)
    }

    /// All entries in the order of their file.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<T>> + '_ {
        self.entries.iter()
    }
}

impl Table<Condition> {
    /// The conditions that build up to other conditions ([`Status::Builds`](super::Status::Builds)).
    pub fn building(&self) -> impl Iterator<Item = &Arc<Condition>> + '_ {
        let all = self.entries.iter().zip(&self.expanded);
        all.filter(|(_, whole)| whole.builds).map(|(condition, _)| condition)
    }

    /// The combined flags of several conditions and of all conditions that they imply.
    pub fn sum(&self, names: impl Iterator<Item = Name>) -> StatusFlags {
        names.filter_map(|name| self.whole(name)).fold(StatusFlags::default(), |sum, whole| sum | whole.sum)
    }

    /// The expanded form of a condition.
    pub fn whole(&self, name: Name) -> Option<&ExpandedCondition> {
        self.expanded.get(self.place(name)?)
    }

    /// Whether combined flags contain a condition; `None` if it is not among the first 128 of the table.
    pub fn is_in(&self, name: Name, sum: StatusFlags) -> Option<bool> {
        let place = u32::try_from(self.place(name)?).ok()?;
        (place < u128::BITS).then(|| sum.has(place))
    }
}
