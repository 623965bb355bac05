//! The vocabulary of authored RON files: stats as sums of labelled terms, weapons, units, conditions, actions
//! and the policies in which rule systems differ.
//!
//! The types here hold values only; `mechanics` gives them their meaning. Every authored file goes through
//! [`authored`], so that a mistake is reported with its line and column wherever it is read.

/// The words that players read for the variants of an enum. With the enum's variants alone it makes the constant `ALL` and the
/// function `word`; with `self`, and with arms for variants that have fields, it is the match by itself.
macro_rules! words {
    ($self:ident: $($variant:ident => $word:literal),+ $(; $($fields:pat => $words:expr),+)?) => {
        match $self {
            $(Self::$variant => $word,)+
            $($($fields => $words,)+)?
        }
    };
    ($($variant:ident => $word:literal),+) => {
        /// Every value, in the order of its declaration.
        pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

        /// The word players read.
        pub fn word(self) -> &'static str {
            words! { self: $($variant => $word),+ }
        }
    };
}
pub(crate) use words;

/// An enum of `content!` whose variants are documented by the words that players read for them; it gets `ALL` and `word` as by
/// `words!`. Where variants with fields follow, it gets `plain_word` alone, which gives `None` for those.
macro_rules! worded {
    (
        $(#[$about:meta])* pub enum $name:ident: $trait:ident $(+ $more:ident)* {
            $($(#[$note:meta])* $variant:ident => $word:literal),+ $(,)?
        }
    ) => {
        content! {
            $(#[$about])*
            pub enum $name: $trait $(+ $more)* {
                $($(#[$note])* #[doc = concat!("In words: ", $word, ".")] $variant),+
            }
        }

        impl $name {
            words! { $($variant => $word),+ }
        }
    };
    (
        $(#[$about:meta])* pub enum $name:ident: $trait:ident $(+ $more:ident)* {
            $($(#[$note:meta])* $variant:ident => $word:literal),+;
            $($others:tt)+
        }
    ) => {
        content! {
            $(#[$about])*
            pub enum $name: $trait $(+ $more)* {
                $($(#[$note])* #[doc = concat!("In words: ", $word, ".")] $variant,)+
                $($others)+
            }
        }

        impl $name {
            fn plain_word(self) -> Option<&'static str> {
                match self {
                    $(Self::$variant => Some($word),)+
                    _ => None,
                }
            }
        }
    };
}

/// Types of authored content. All can be read, written, compared and shown, and derive the traits after their name as well. A
/// struct refuses unknown fields; files may leave out a field with `= default`. As in the log, a citation is in brackets: after
/// `value: u16` it is the field `value_rule` for the rule that gives the value, and after the name of a struct its last field.
macro_rules! content {
    () => {};
    ($(#[$about:meta])* pub struct $name:ident $(: $trait:ident $(+ $more:ident)*)? $([$rule:ident])? {
        $($(#[$note:meta])* pub $field:ident: $type:ty $(= $default:ident)? $([$field_rule:ident])?),+ $(,)?
    } $($next:tt)*) => {
        #[derive($($trait, $($more,)*)? Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        $(#[$about])*
        pub struct $name {$(
            $(#[$note])*
            $(#[serde($default)])?
            pub $field: $type,
            $(
                #[doc = concat!("The rule of `", stringify!($field), "`.")]
                pub $field_rule: $crate::content::Rule,
            )?
        )+$(
            /// The rule that says so.
            pub $rule: $crate::content::Rule,
        )?}

        content! { $($next)* }
    };
    ($(#[$about:meta])* pub enum $name:ident $(: $trait:ident $(+ $more:ident)*)? { $($variants:tt)+ } $($next:tt)*) => {
        $(#[$about])*
        #[derive($($trait, $($more,)*)? Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub enum $name { $($variants)+ }

        content! { $($next)* }
    };
}

/// Writes and reads a type as its derived functions do (it is its own `remote`), and gives the citations that a file leaves out
/// the rule of the value itself.
macro_rules! inherit_rule {
    ($kind:ty, $value:ident: $($citing:expr),+) => {
        impl serde::Serialize for $kind {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                <$kind>::serialize(self, to)
            }
        }

        impl<'de> serde::Deserialize<'de> for $kind {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<$kind, D::Error> {
                let mut $value = <$kind>::deserialize(from)?;
                let rule = $value.rule;
                $($citing.for_each(|cited| cited.rule.inherit(rule));)+
                Ok($value)
            }
        }
    };
}

mod actions;
pub mod advantage;
pub mod authored;
pub mod breakdown;
pub mod codex;
pub mod condition;
pub mod flags;
pub mod goal;
pub mod hud;
mod items;
pub mod name;
pub mod policy;
pub mod refusal;
pub mod rest;
pub mod spell;
pub mod table;
pub mod terrain;
mod units;

pub use actions::{action, effect, speed};
pub use items::{gear, item};
pub use units::{size, stat, unit};

pub use name::Name;

/// The id of a rule in a codex, such as `TC-021`.
pub type Rule = Name;
