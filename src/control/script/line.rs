//! The entries of a script file, and the check that every combatant they name is in the battle.

use std::collections::VecDeque;

use serde::Deserialize;

use crate::content::authored::{Diagnostic, Findings, Source, ValuePath};
use crate::content::spell::Components;
use crate::content::stat::Stat;
use crate::grid::Cell;
use crate::resolution::Setup;

/// One entry of a script.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Line {
    pub(super) who: String,
    #[serde(default)]
    pub(super) does: Option<String>,
    #[serde(default)]
    pub(super) at: Option<String>,
    #[serde(default)]
    pub(super) with: Option<String>,
    #[serde(default)]
    pub(super) path: Option<Vec<Cell>>,
    /// Feet by which a flight ascends; negative to descend.
    #[serde(default)]
    pub(super) rises: Option<i16>,
    #[serde(default)]
    pub(super) cell: Option<Cell>,
    #[serde(default)]
    pub(super) energy: Option<Components>,
    #[serde(default)]
    pub(super) spell: Option<String>,
    #[serde(default)]
    pub(super) readies: Option<String>,
    #[serde(default)]
    pub(super) on: Option<String>,
    #[serde(default)]
    pub(super) pick: Option<PickWord>,
    #[serde(default)]
    pub(super) react: Option<String>,
    #[serde(default)]
    pub(super) face: Option<FaceWord>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) enum PickWord {
    Yes,
    No,
    Defence(Stat),
    Action(String),
    Ally(String),
    TheirAttacks,
    TheirDefence,
    Target,
    /// A weapon of the target by its id, or `shield` or `armor`.
    Item(String),
    Take,
    Fling,
    Points(i16),
}

#[derive(Clone, Debug, Deserialize)]
pub(super) enum FaceWord {
    AllAround,
    Towards(u8),
    At(String),
}

/// Rejects an empty script, and every name that is not the name of a combatant.
pub(super) fn check(lines: &VecDeque<(usize, Line)>, source: &Source, setup: &Setup) -> Result<(), Vec<Diagnostic>> {
    let mut findings = Findings::new(source);
    if lines.is_empty() {
        findings.refuse(&ValuePath::root(), "this script has no entries");
    }
    let known: Vec<&str> = setup.combatants.iter().map(|recruit| &*recruit.name).collect();
    for (number, line) in lines {
        for (field, name) in line.names().into_iter().filter(|(_, name)| !known.contains(name)) {
            findings.unknown(&ValuePath::root().index(*number).field(field), "combatant", name, &known);
        }
    }
    findings.finish(())
}

impl Line {
    /// The combatants it names, each with the field that names it.
    fn names(&self) -> Vec<(&'static str, &str)> {
        let ally = match &self.pick {
            Some(PickWord::Ally(name)) => Some(("pick", name.as_str())),
            _ => None,
        };
        let faced = match &self.face {
            Some(FaceWord::At(name)) => Some(("face", name.as_str())),
            _ => None,
        };
        let at = self.at.as_deref().map(|name| ("at", name));
        [Some(("who", self.who.as_str())), at, ally, faced].into_iter().flatten().collect()
    }
}
