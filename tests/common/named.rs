//! Rule systems by their ids, and changes to units by the names of stats and gear.

use std::sync::{Arc, OnceLock};

use crate::skirmish::*;
use warboard::content::authored::parse;
use warboard::content::{Name, Source, Stat, Unit};
use warboard::rules::{Library, Ruleset};

/// The shipped rule systems. They are loaded once, and all of them: that makes the names of their stats known.
fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let library = Library::open(&crate::assets::assets()).expect("the assets load");
        library.ruleset_ids().iter().for_each(|id| drop(library.ruleset(id)));
        library
    })
}

/// The shipped rule system with this id.
pub fn ruleset(id: &str) -> Arc<Ruleset> {
    library().ruleset(id).unwrap_or_else(|wrong| panic!("{}", wrong[0].brief()))
}

/// The stat with this name.
pub fn stat(name: &str) -> Stat {
    library();
    parse(&Source::new("stat.ron", name)).unwrap_or_else(|_| panic!("no stat {name}"))
}

/// Changes to a unit by the names of its stats and gear.
pub trait Fighter {
    fn has(self, stat: &str, value: i16) -> Self;
    fn armor(self, armor: &str) -> Self;
    fn shield(self, shield: &str) -> Self;
}

impl Fighter for Unit {
    fn has(self, name: &str, value: i16) -> Unit {
        self.stat(stat(name), value)
    }

    fn armor(self, armor: &str) -> Unit {
        Unit { armor: Some(Name::new(armor)), ..self }
    }

    fn shield(self, shield: &str) -> Unit {
        Unit { shield: Some(Name::new(shield)), ..self }
    }
}
