//! The files of a rule system: reading and parsing, before validation.

use serde::de::DeserializeOwned;

use super::texts::{SourceFiles, Text};
use crate::content::action::Action;
use crate::content::authored::{Diagnostic, Source, parse};
use crate::content::codex::Codex;
use crate::content::condition::Condition;
use crate::content::gear::{Armor, Shield, Weapon};
use crate::content::hud::HudLayout;
use crate::content::item::{Item, Venom};
use crate::content::policy::Policies;
use crate::content::unit::Unit;

/// A parsed value with its source text, so that checks can report positions.
pub(super) struct Authored<T> {
    pub(super) source: Source,
    pub(super) value: T,
}

/// All parsed files of a rule system.
pub(super) struct Content {
    pub(super) policies: Authored<Policies>,
    pub(super) conditions: Authored<Vec<Condition>>,
    /// The actions by topic, in the order of their table.
    pub(super) actions: Vec<Authored<Vec<Action>>>,
    /// The actions that are spells, where there are any.
    pub(super) spells: Option<Authored<Vec<Action>>>,
    /// Venoms, if the rule system has any.
    pub(super) venoms: Option<Authored<Vec<Venom>>>,
    pub(super) weapons: Authored<Vec<Weapon>>,
    pub(super) armor: Authored<Vec<Armor>>,
    pub(super) shields: Authored<Vec<Shield>>,
    /// Items other than weapons, if the rule system has any.
    pub(super) things: Option<Authored<Vec<Item>>>,
    pub(super) codex: Authored<Codex>,
    pub(super) hud: Authored<HudLayout>,
    /// The units with their ids, in alphabetical order.
    pub(super) units: Vec<(String, Authored<Unit>)>,
}

impl Content {
    /// Parses the files of a rule system.
    ///
    /// # Errors
    /// The syntax errors of all files.
    pub(super) fn parse(texts: &SourceFiles) -> Result<Content, Vec<Diagnostic>> {
        let mut refused = Vec::new();
        let policies = parse_file(texts.of("ruleset").next(), &mut refused);
        let conditions = parse_file(texts.of("conditions").next(), &mut refused);
        let actions = texts.of("actions").filter_map(|text| parse_file(Some(text), &mut refused)).collect();
        let spells = parse_file(texts.of("spells").next(), &mut refused);
        let things = parse_file(texts.of("things").next(), &mut refused);
        let venoms = parse_file(texts.of("venoms").next(), &mut refused);
        let codex = parse_file(texts.of("codex").next(), &mut refused);
        let hud = parse_file(texts.of("hud").next(), &mut refused);
        let weapons = parse_file(texts.of("weapons").next(), &mut refused);
        let armor = parse_file(texts.of("armor").next(), &mut refused);
        let shields = parse_file(texts.of("shields").next(), &mut refused);
        let units = texts.of("units");
        let units = units.filter_map(|text| Some((text.stem.clone(), parse_file(Some(text), &mut refused)?))).collect();
        let whole = || {
            Some(Content {
                policies: policies?,
                conditions: conditions?,
                actions,
                spells,
                venoms,
                weapons: weapons?,
                armor: armor?,
                shields: shields?,
                things,
                codex: codex?,
                hud: hud?,
                units,
            })
        };
        match whole() {
            Some(content) if refused.is_empty() => Ok(content),
            _ => Err(refused),
        }
    }

    /// All actions that are no spells, in the order of their table.
    pub(super) fn actions(&self) -> impl Iterator<Item = &Action> {
        self.actions.iter().flat_map(|topic| &topic.value)
    }

    /// All spells.
    pub(super) fn spells(&self) -> impl Iterator<Item = &Action> {
        self.spells.iter().flat_map(|spells| &spells.value)
    }
}

/// Parses one file; its syntax error is added to `refused`.
fn parse_file<T: DeserializeOwned>(text: Option<&Text>, refused: &mut Vec<Diagnostic>) -> Option<Authored<T>> {
    let source = text?.source.clone();
    let value = parse(&source).map_err(|diagnostic| refused.push(diagnostic)).ok()?;
    Some(Authored { source, value })
}
