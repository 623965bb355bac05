//! The entries of a script file, and what can be checked before the battle begins.

use serde::Deserialize;
use xxhash_rust::xxh3::xxh3_64;

use super::picks::{FaceWord, PickWord};
use crate::battle::{CombatantId, Side};
use crate::content::authored::parse;
use crate::content::{Components, Diagnostic, Findings, Source, ValuePath};
use crate::control::orders::{Habit, OrderCondition, OrderScope, Question, StandingOrder};
use crate::grid::Cell;
use crate::resolution::Setup;
use crate::rules::Ruleset;

/// A script that was read: entries for combatants, and standing orders. The controllers of several battles can follow it.
#[derive(Clone, Debug)]
pub struct ScriptFile {
    pub(super) source: Source,
    pub(super) lines: Vec<Line>,
}

impl ScriptFile {
    /// Reads a script.
    ///
    /// # Errors
    /// The first mistake in the text, with its line and column.
    pub fn read(source: &Source) -> Result<ScriptFile, Diagnostic> {
        let lines: Vec<Line> = parse(source)?;
        let mut findings = Findings::new(source);
        for (number, line) in lines.iter().enumerate() {
            if let Some((field, words)) = line.fault() {
                findings.refuse(&ValuePath::root().index(number).field(field), words);
            }
        }
        match findings.finish(()) {
            Ok(()) => Ok(ScriptFile { source: source.clone(), lines }),
            Err(found) => {
                Err(found.into_iter().next().unwrap_or_else(|| Diagnostic::of_file(&source.name, "no entry")))
            }
        }
    }

    /// A hash of its text.
    pub fn hash(&self) -> u64 {
        xxh3_64(self.source.text.as_bytes())
    }

    /// Checks that the entries name combatants and sides of this battle only, and that the orders suit its rules.
    ///
    /// # Errors
    /// Every mistake, or the fact that the script is empty.
    pub fn check(&self, setup: &Setup) -> Result<(), Vec<Diagnostic>> {
        let mut findings = Findings::new(&self.source);
        if self.lines.is_empty() {
            findings.refuse(&ValuePath::root(), "this script has no entries");
        }
        let known: Vec<&str> = setup.combatants.iter().map(|recruit| &*recruit.name).collect();
        let sides: Vec<&str> = setup.sides.iter().map(|side| &*side.name).collect();
        for (number, line) in self.lines.iter().enumerate() {
            let entry = ValuePath::root().index(number);
            for (field, name) in line.names().filter(|(_, name)| !known.contains(name)) {
                findings.unknown(&entry.field(field), "combatant", name, &known);
            }
            if let Some(side) = line.side.as_deref().filter(|side| !sides.contains(side)) {
                findings.unknown(&entry.field("side"), "side", side, &sides);
            }
            line.check_orders(&setup.rules, &entry, &mut findings);
        }
        findings.finish(())
    }

    /// Checks a script that recommends standing orders for every battle of a rule system: it may not name combatants and sides,
    /// nor answer anything itself.
    ///
    /// # Errors
    /// Every mistake.
    pub fn check_recommended(&self, rules: &Ruleset) -> Result<(), Vec<Diagnostic>> {
        let mut findings = Findings::new(&self.source);
        for (number, line) in self.lines.iter().enumerate() {
            let entry = ValuePath::root().index(number);
            if line.who.is_some() || line.side.is_some() {
                let field = if line.who.is_some() { "who" } else { "side" };
                findings.refuse(&entry.field(field), "recommended orders are for any combatant of any battle");
            }
            line.check_orders(rules, &entry, &mut findings);
        }
        findings.finish(())
    }

    /// The standing orders that the authors of a rule system recommend, for these combatants; none if they recommend none.
    ///
    /// # Errors
    /// Every mistake in them.
    pub fn recommended(rules: &Ruleset, whose: OrderScope) -> Result<Vec<StandingOrder>, Vec<Diagnostic>> {
        let Some(source) = &rules.orders else { return Ok(Vec::new()) };
        let file = ScriptFile::read(source).map_err(|wrong| vec![wrong])?;
        file.check_recommended(rules).map(|()| file.orders_for_all(whose))
    }

    /// The standing orders of its entries that name neither combatants nor sides, for these combatants.
    pub fn orders_for_all(&self, whose: OrderScope) -> Vec<StandingOrder> {
        let general = self.lines.iter().filter(|line| line.who.is_none() && line.side.is_none());
        general.flat_map(|line| line.orders.iter().flatten()).map(|order| order.given_to(whose)).collect()
    }
}

/// A standing order in an entry.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OrderLine {
    question: Question,
    habit: Habit,
    #[serde(default)]
    when: Vec<OrderCondition>,
}

impl OrderLine {
    pub(super) fn given_to(&self, whose: OrderScope) -> StandingOrder {
        StandingOrder { whose, question: self.question, habit: self.habit.clone(), when: self.when.clone() }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Line {
    pub who: Option<String>,
    /// A side, for its standing orders.
    pub side: Option<String>,
    pub orders: Option<Vec<OrderLine>>,
    pub does: Option<String>,
    pub at: Option<String>,
    /// The name of an object, or the id of a weapon on the ground.
    pub thing: Option<String>,
    pub with: Option<String>,
    /// The part of the body aimed at, or the level of the wound that is treated.
    pub part: Option<String>,
    pub path: Option<Vec<Cell>>,
    /// How far a flight ascends, in the board's unit; negative to descend.
    pub rises: Option<i16>,
    pub cell: Option<Cell>,
    pub energy: Option<Components>,
    pub spell: Option<String>,
    pub readies: Option<String>,
    pub on: Option<String>,
    pub pick: Option<PickWord>,
    pub react: Option<String>,
    pub face: Option<FaceWord>,
}

impl Line {
    fn check_orders(&self, rules: &Ruleset, entry: &ValuePath, findings: &mut Findings<'_>) {
        for (at, order) in self.orders.iter().flatten().enumerate() {
            // The scope does not matter for the check.
            if let Err(fault) = order.given_to(OrderScope::Side(Side(0))).check(rules) {
                fault.refuse(findings, &entry.field("orders").index(at));
            }
        }
    }

    /// The combatants it names, each with the field that names it.
    fn names(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let ally = self.pick.as_ref().and_then(|word| if let PickWord::Ally(name) = word { Some(name) } else { None });
        let faced = self.face.as_ref().and_then(|word| if let FaceWord::At(name) = word { Some(name) } else { None });
        let named = [("who", self.who.as_ref()), ("at", self.at.as_ref()), ("pick", ally), ("face", faced)];
        named.into_iter().filter_map(|(field, name)| Some((field, name?.as_str())))
    }

    /// A combination of fields that means nothing, with the field to point at.
    fn fault(&self) -> Option<(&'static str, &'static str)> {
        let answers = self.does.is_some()
            || self.pick.is_some()
            || self.react.is_some()
            || self.face.is_some()
            || self.cell.is_some();
        match (&self.who, &self.side, &self.orders) {
            (None, None, None) => Some(("who", "an entry names a combatant with `who`, or a side with `side`")),
            (Some(_), Some(_), _) => Some(("side", "an entry has either `who` or `side`")),
            (_, Some(_), None) => Some(("side", "an entry for a side needs `orders`")),
            (_, _, Some(_)) if answers => Some(("orders", "an entry with `orders` answers nothing itself")),
            _ => None,
        }
    }
}

/// The combatant or the sides that an entry gives orders to; none if it gives none.
pub(super) fn ordered(line: &Line, who: CombatantId, name: &str, setup: &Setup) -> Vec<OrderScope> {
    let sides = setup.sides.iter().zip(0..).map(|(side, at)| (&side.name, OrderScope::Side(Side(at))));
    match (&line.orders, &line.who, &line.side) {
        (None, ..) => Vec::new(),
        (_, Some(one), _) => Vec::from_iter((one.as_str() == name).then_some(OrderScope::One(who))),
        (_, None, Some(side)) => sides.filter(|(known, _)| ***known == **side).map(|(_, scope)| scope).collect(),
        (_, None, None) => sides.map(|(_, scope)| scope).collect(),
    }
}
