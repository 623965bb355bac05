//! Stats by name: the numbers that describe a combatant, as rule systems declare them.

use std::cell::Cell;
use std::cmp::Ordering;
use std::fmt;
use std::sync::{LazyLock, PoisonError, RwLock};

use serde::de::{DeserializeSeed, EnumAccess, Error, VariantAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A stat of a combatant: a number under which sheets keep it, and its name. Rule systems declare theirs in `stats.ron`
/// ([`StatRow`]); a file that names another is refused. The same id is the same stat in every rule system of a process, and
/// stats are written as ids, so that numbers never leave the process.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Stat {
    number: u8,
    defence: bool,
}

/// The names of one stat.
#[derive(Copy, Clone)]
struct StatNames {
    id: &'static str,
    word: &'static str,
    short: &'static str,
    defence: bool,
    /// Whether a rule system has declared these words; before, they follow from the id.
    declared: bool,
}

macro_rules! numbered {
    ($($name:ident $(= $defence:literal)?),+ $(,)?) => {
        #[derive(Copy, Clone)]
        enum Number { $($name),+ }

        /// The stats with fixed numbers.
        const NUMBERED: [(&str, bool); [$(Number::$name),+].len()] =
            [$((stringify!($name), false $(|| $defence)?)),+];

        /// Stats of long standing. Their numbers are part of the checksums of battles and never change.
        #[allow(non_upper_case_globals, reason = "they read as in content files")]
        impl Stat {
            $(
                #[doc = concat!("The stat `", stringify!($name), "`.")]
                pub const $name: Stat = Stat { number: Number::$name as u8, defence: false $(|| $defence)? };
            )+
        }
    };
}

numbered! {
    Accuracy, Strength, Dexterity, Constitution, Intelligence, Wisdom, Persona, Power, Fortitude, Agility, Willpower,
    Armor, Shield, DamageReduction, Endurance, HitPoints, Athletics, Acrobatics, Arcana, Stealth, Perception, Initiative,
    Primary = true, Passive = true, Vigor = true, Celerity = true, Spirit = true, Threshold, Level, Essence, Mind,
    PhysicalDefence = true, MentalDefence = true, Energy,
}

static NAMES: LazyLock<RwLock<Vec<StatNames>>> = LazyLock::new(|| {
    let names = NUMBERED.iter().map(|(id, defence)| StatNames::undeclared(id, *defence));
    RwLock::new(names.collect())
});

thread_local! {
    /// The ids that the rule system being read declares; `None` while none is read.
    static KNOWN: Cell<Option<&'static [&'static str]>> = const { Cell::new(None) };
}

content! {
    /// A stat that a rule system declares in its `stats.ron`.
    pub struct StatRow {
        /// The id by which files name it: `HitPoints`.
        pub id: String,
        /// The words players read: `hit points`. Two rule systems that share an id share its words.
        pub name: String,
        /// The words where space is short, as on cards: `HP`; the whole name if left out.
        pub short: Option<String>,
        /// Whether it is a defence, which attacks and checks can be made against.
        pub defence: bool = default,
    }
}

impl StatRow {
    /// The stat of this row, new if no rule system had it before; `None` after 256 different stats.
    pub fn stat(&self) -> Option<Stat> {
        Stat::find(&self.id).or_else(|| {
            let mut names = NAMES.write().unwrap_or_else(PoisonError::into_inner);
            let number = u8::try_from(names.len()).ok()?;
            names.push(StatNames::undeclared(leaked(&self.id), self.defence));
            Some(Stat { number, defence: self.defence })
        })
    }

    fn short(&self) -> &str {
        self.short.as_ref().unwrap_or(&self.name)
    }

    /// The difference from the stat with the same id that another rule system has declared, if there is one.
    pub fn conflict(&self) -> Option<String> {
        let names = Stat::find(&self.id)?.names();
        let same = names.word == self.name && names.short == self.short() && names.defence == self.defence;
        let kind = if names.defence { "a defence" } else { "no defence" };
        let differs = names.defence != self.defence || names.declared && !same;
        differs.then(|| format!("`{}` is known as \"{}\" (short: \"{}\"), {kind}", self.id, names.word, names.short))
    }

    /// Makes its words those of the stat, unless another rule system has given it words.
    pub fn declare(&self) {
        let Some(stat) = self.stat().filter(|_| !self.name.trim().is_empty()) else { return };
        let mut names = NAMES.write().unwrap_or_else(PoisonError::into_inner);
        let names = &mut names[usize::from(stat.number)];
        if !names.declared {
            let (word, short) = (leaked(&self.name), leaked(self.short()));
            *names = StatNames { word, short, declared: true, ..*names };
        }
    }
}

impl StatNames {
    /// A stat whose words follow from its id: `HitPoints` is "hit points".
    fn undeclared(id: &'static str, defence: bool) -> StatNames {
        let mut words = String::new();
        for letter in id.chars() {
            if letter.is_uppercase() && !words.is_empty() {
                words.push(' ');
            }
            words.extend(letter.to_lowercase());
        }
        let word = leaked(&words);
        StatNames { id, word, short: word, defence, declared: false }
    }
}

fn leaked(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

/// Reads content of a rule system that declares these stats: a text that names another is refused.
pub fn reading_with<T>(stats: &[StatRow], read: impl FnOnce() -> T) -> T {
    struct Restored(Option<&'static [&'static str]>);
    impl Drop for Restored {
        fn drop(&mut self) {
            KNOWN.set(self.0);
        }
    }
    let known: Vec<&str> = stats.iter().filter_map(|row| Some(row.stat()?.id())).collect();
    let _restored = Restored(KNOWN.replace(Some(Vec::leak(known))));
    read()
}

impl Stat {
    /// The number of stats with fixed numbers.
    pub const COUNT: usize = NUMBERED.len();

    fn find(id: &str) -> Option<Stat> {
        let names = NAMES.read().unwrap_or_else(PoisonError::into_inner);
        let number = names.iter().position(|names| names.id == id)?;
        Some(Stat { number: number as u8, defence: names[number].defence })
    }

    fn names(self) -> StatNames {
        NAMES.read().unwrap_or_else(PoisonError::into_inner)[usize::from(self.number)]
    }

    /// The stat with a number, if one has it.
    pub(super) fn numbered(number: usize) -> Option<Stat> {
        let names = NAMES.read().unwrap_or_else(PoisonError::into_inner);
        Some(Stat { number: u8::try_from(number).ok()?, defence: names.get(number)?.defence })
    }

    /// The number under which sheets keep it; it differs from process to process.
    pub fn index(self) -> usize {
        self.number.into()
    }

    /// The id by which files name it.
    pub fn id(self) -> &'static str {
        self.names().id
    }

    /// The words players read.
    pub fn word(self) -> &'static str {
        self.names().word
    }

    /// The words where space is short.
    pub fn short(self) -> &'static str {
        self.names().short
    }

    /// Whether it is a defence.
    pub fn is_defence(self) -> bool {
        self.defence
    }

    fn has_fixed_number(self) -> bool {
        self.index() < Stat::COUNT
    }
}

impl fmt::Debug for Stat {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.id())
    }
}

/// The same order in every process: stats with fixed numbers, then the others by id.
impl Ord for Stat {
    fn cmp(&self, other: &Stat) -> Ordering {
        match (self.has_fixed_number(), other.has_fixed_number()) {
            (false, false) => self.id().cmp(other.id()),
            _ => self.number.cmp(&other.number),
        }
    }
}

impl PartialOrd for Stat {
    fn partial_cmp(&self, other: &Stat) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Serialize for Stat {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        // Numbers that differ from process to process are no part of a checksum.
        match self.has_fixed_number() || to.is_human_readable() {
            true => to.serialize_unit_variant("Stat", self.number.into(), self.id()),
            false => to.serialize_str(self.id()),
        }
    }
}

impl<'de> Deserialize<'de> for Stat {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Stat, D::Error> {
        from.deserialize_enum("Stat", &[], StatId)
    }
}

/// Reads the id of a stat, written like a variant of an enum.
struct StatId;

impl<'de> Visitor<'de> for StatId {
    type Value = Stat;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a stat")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Stat, A::Error> {
        let (stat, rest) = data.variant_seed(self)?;
        rest.unit_variant()?;
        Ok(stat)
    }

    fn visit_str<E: Error>(self, id: &str) -> Result<Stat, E> {
        let known = KNOWN.get();
        let stat = Stat::find(id).filter(|_| known.is_none_or(|known| known.contains(&id)));
        stat.ok_or_else(|| E::unknown_variant(id, known.unwrap_or_default()))
    }
}

impl<'de> DeserializeSeed<'de> for StatId {
    type Value = Stat;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Stat, D::Error> {
        from.deserialize_identifier(self)
    }
}
