//! Answers from a script file, entry by entry.
//!
//! ```text
//! [
//!     (who: "Anna", does: "move", path: [(3, 4)]),
//!     (who: "Anna", does: "strike", at: "Bran", with: "dagger"),
//!     (who: "Anna", does: "attack", at: "Bran", cell: (4, 4)),   // guesses where the hidden Bran is
//!     (who: "Anna", pick: Yes),               // answers a question: No, Target, Item("dagger"), Ally("Cora"), …
//!     (who: "Anna", cell: (5, 4)),
//!     (who: "Bran", face: At("Anna")),        // AllAround, Towards(2) or At("Anna")
//!     (who: "Bran", does: "open_door", cell: (2, 2)),
//!     (who: "Bran", does: "fire_bolt", at: "Anna", energy: (effect: 2, range: 1, area: 0, duration: 0)),
//!     (who: "Bran", does: "prepare", spell: "fire_bolt"),
//!     (who: "Bran", does: "ready", readies: "attack", on: "steps_into_reach"),
//! ]
//! ```
//!
//! An entry waits until the combatant it names gets a matching prompt. Another controller answers prompts that do not match,
//! those of combatants that the script does not name, and everything after the last entry.

mod reader;

use std::collections::VecDeque;

use serde::Deserialize;

use self::reader::EntryReader;
use super::controller::{Answer, Controller};
use crate::battle::View;
use crate::content::authored::{Diagnostic, Findings, Source, ValuePath, parse};
use crate::content::spell::Components;
use crate::content::stat::Stat;
use crate::grid::Cell;
use crate::resolution::{Asks, Prompt, Setup};
use crate::rules::Ruleset;

/// A controller that follows a script, then hands over to another controller.
pub struct Script {
    source: Source,
    lines: VecDeque<(usize, Line)>,
    otherwise: Box<dyn Controller + Send>,
    fault: Option<Diagnostic>,
}

impl Script {
    /// Reads a script. `otherwise` answers all prompts that the script does not.
    ///
    /// # Errors
    /// The first place where the text is not a list of entries.
    pub fn read(source: &Source, otherwise: Box<dyn Controller + Send>) -> Result<Script, Diagnostic> {
        let lines: Vec<Line> = parse(source)?;
        let lines = lines.into_iter().enumerate().collect();
        Ok(Script { source: source.clone(), lines, otherwise, fault: None })
    }

    /// Checks that the entries name combatants of this battle only.
    ///
    /// # Errors
    /// Every name that is not the name of a combatant, or that the script is empty.
    pub fn check(&self, setup: &Setup) -> Result<(), Vec<Diagnostic>> {
        let mut findings = Findings::new(&self.source);
        if self.lines.is_empty() {
            findings.refuse(&ValuePath::root(), "this script has no entries");
        }
        let known: Vec<&str> = setup.combatants.iter().map(|recruit| &*recruit.name).collect();
        for (number, line) in &self.lines {
            for (field, name) in line.names().filter(|(_, name)| !known.contains(name)) {
                findings.unknown(&ValuePath::root().index(*number).field(field), "combatant", name, &known);
            }
        }
        findings.finish(())
    }

    /// The number of entries not used yet.
    pub fn left(&self) -> usize {
        self.lines.len()
    }

    /// Takes the next entry of a combatant if it matches the prompt.
    fn next(&mut self, view: View<'_>, prompt: &Prompt) -> Option<(usize, Line)> {
        let name = &*view.row(prompt.who).name;
        let at = self.lines.iter().position(|(_, line)| line.who == name)?;
        if fits(&self.lines[at].1, &prompt.asks) { self.lines.remove(at) } else { None }
    }

    fn refuse(&mut self, number: usize, field: Option<&str>, message: String, help: Option<String>) {
        let entry = ValuePath::root().index(number);
        let path = field.map_or(entry.clone(), |field| entry.field(field));
        let mut findings = Findings::new(&self.source);
        let refused = findings.refuse(&path, message);
        if let Some(help) = help {
            refused.with_help(help);
        }
        self.fault = findings.finish(()).err().and_then(|all| all.into_iter().next());
    }
}

/// Whether an entry answers this kind of prompt.
fn fits(line: &Line, asks: &Asks) -> bool {
    match asks {
        Asks::Act => line.does.is_some(),
        Asks::Cell { .. } => line.does.is_none() && line.cell.is_some(),
        Asks::Pick { .. } => line.pick.is_some(),
        Asks::React { .. } => line.react.is_some(),
        Asks::Face { .. } => line.does.is_none() && line.face.is_some(),
    }
}

impl Controller for Script {
    fn answer(&mut self, seen: View<'_>, rules: &Ruleset, setup: &Setup, prompt: &Prompt) -> Answer {
        if let Some((number, line)) = self.next(seen, prompt) {
            match (EntryReader { view: seen, rules, who: prompt.who }).choice(&line, prompt) {
                Ok(choice) => return Answer::plain(choice),
                Err((field, message, help)) => self.refuse(number, field, message, help),
            }
        }
        self.otherwise.answer(seen, rules, setup, prompt)
    }

    fn fault(&mut self) -> Option<Diagnostic> {
        self.fault.take().or_else(|| self.otherwise.fault())
    }

    fn explain(&mut self, explain: bool) {
        self.otherwise.explain(explain);
    }
}

/// One entry of a script.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    pub who: String,
    pub does: Option<String>,
    pub at: Option<String>,
    pub with: Option<String>,
    pub path: Option<Vec<Cell>>,
    /// Feet by which a flight ascends; negative to descend.
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

#[derive(Clone, Debug, Deserialize)]
enum PickWord {
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
enum FaceWord {
    AllAround,
    Towards(u8),
    At(String),
}

impl Line {
    /// The combatants it names, each with the field that names it.
    fn names(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let ally = match &self.pick {
            Some(PickWord::Ally(name)) => Some(name),
            _ => None,
        };
        let faced = match &self.face {
            Some(FaceWord::At(name)) => Some(name),
            _ => None,
        };
        let named = [("who", Some(&self.who)), ("at", self.at.as_ref()), ("pick", ally), ("face", faced)];
        named.into_iter().filter_map(|(field, name)| Some((field, name?.as_str())))
    }
}
