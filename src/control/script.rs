//! Answers from a file: a tester says what everybody does, entry by entry.
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
//! An entry waits until the combatant it names is asked such a question; questions it does not fit, combatants the script
//! does not name and everything after its end are answered by another controller.

mod line;

use std::collections::VecDeque;

use line::{FaceWord, Line, PickWord};

use super::{Answer, Controller};
use crate::battle::{ActiveSpell, Casting, CombatantId, Facing, GearPiece, Readied, View, WeaponSlot};
use crate::content::action::{Action, Aim, Does};
use crate::content::authored::{Diagnostic, Findings, Source, ValuePath, did_you_mean, parse};
use crate::resolution::act::Target;
use crate::resolution::{Act, Asks, Choice, Pick, Prompt, Setup, legal};
use crate::rules::Ruleset;

/// A controller that follows a script as long as it lasts.
pub struct Script {
    source: Source,
    lines: VecDeque<(usize, Line)>,
    otherwise: Box<dyn Controller + Send>,
    fault: Option<Diagnostic>,
}

impl Script {
    /// Reads a script; what it does not say is asked of another controller.
    ///
    /// # Errors
    /// Gives the first place where the text is not such a list.
    pub fn read(source: &Source, otherwise: Box<dyn Controller + Send>) -> Result<Script, Diagnostic> {
        let lines: Vec<Line> = parse(source)?;
        let lines = lines.into_iter().enumerate().collect();
        Ok(Script { source: source.clone(), lines, otherwise, fault: None })
    }

    /// Whether everybody whom the entries name is in the battle.
    ///
    /// # Errors
    /// Gives every name that nobody in the battle has, or says that there are no entries.
    pub fn check(&self, setup: &Setup) -> Result<(), Vec<Diagnostic>> {
        line::check(&self.lines, &self.source, setup)
    }

    /// Entries not used yet.
    pub fn left(&self) -> usize {
        self.lines.len()
    }

    /// Takes the next entry of a combatant if it answers this kind of question.
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

/// Whether an entry answers a kind of question.
fn fits(line: &Line, asks: &Asks) -> bool {
    match asks {
        Asks::Act => line.does.is_some(),
        Asks::Cell { .. } => line.does.is_none() && line.cell.is_some(),
        Asks::Pick { .. } => line.pick.is_some(),
        Asks::React { .. } => line.react.is_some(),
        Asks::Face { .. } => line.does.is_none() && line.face.is_some(),
    }
}

/// What is wrong with an entry: the field, the message and perhaps a help.
type Wrong = (Option<&'static str>, String, Option<String>);

/// What a script's words mean in a battle.
struct Reader<'a> {
    view: View<'a>,
    rules: &'a Ruleset,
    who: CombatantId,
}

impl Reader<'_> {
    fn choice(&self, line: &Line, prompt: &Prompt) -> Result<Choice, Wrong> {
        let choice = match &prompt.asks {
            Asks::Act => return self.act(line).map(Choice::Act),
            Asks::Cell { .. } => Choice::Cell(line.cell.unwrap_or_default()),
            Asks::Pick { options, .. } => Choice::Pick(self.pick(line, options)?),
            Asks::React { options, .. } => {
                let word = line.react.as_deref().unwrap_or_default();
                let known: Vec<&str> = options.iter().map(|name| name.as_str()).collect();
                match options.iter().find(|name| name.as_str() == word) {
                    Some(name) => Choice::React(*name),
                    None => return Err(unknown("react", "reaction", word, &known)),
                }
            }
            Asks::Face { .. } => Choice::Face(self.face(line)?),
        };
        let allowed = match (&choice, &prompt.asks) {
            (Choice::Cell(cell), Asks::Cell { cells, .. }) => cells.contains(cell),
            (Choice::Pick(pick), Asks::Pick { options, .. }) => options.contains(pick),
            (Choice::Face(facing), Asks::Face { options }) => options.contains(facing),
            _ => true,
        };
        if allowed { Ok(choice) } else { Err((None, format!("that does not answer {}", asked(&prompt.asks)), None)) }
    }

    fn act(&self, line: &Line) -> Result<Act, Wrong> {
        let action = self.action("does", line.does.as_deref().unwrap_or_default())?;
        let act = self.aimed(line, action)?;
        match legal::check(self.view, self.rules, self.who, &act) {
            Ok(()) => Ok(act),
            Err(refusal) => {
                let name = &self.view.row(self.who).name;
                Err((None, format!("{name} may not {}: {refusal}", action.name.to_lowercase()), None))
            }
        }
    }

    fn action(&self, field: &'static str, word: &str) -> Result<&Action, Wrong> {
        let found = self.rules.actions.iter().find(|action| action.id.as_str() == word);
        let known: Vec<&str> = self.rules.actions.iter().map(|action| action.id.as_str()).collect();
        found.map(|action| &**action).ok_or_else(|| unknown(field, "action", word, &known))
    }

    /// The act that an entry means by an action.
    fn aimed(&self, line: &Line, action: &Action) -> Result<Act, Wrong> {
        let names_own = action.aim != Aim::GroundWeapon;
        let weapon = line.with.as_deref().filter(|_| names_own).map(|word| self.weapon(word)).transpose()?;
        let missing = |field: &str| (None, format!("{} needs `{field}`", action.name), None);
        if let Does::Cast(_) = action.does {
            return self.cast(line, action);
        }
        let (target, weapon) = match action.aim {
            Aim::Own => (Target::Own, None),
            Aim::Enemy | Aim::Ally | Aim::Friend => (self.somebody(line, action)?, weapon),
            Aim::Path if line.rises.is_some() => {
                let path = line.path.clone().unwrap_or_default();
                (Target::Flight { path, rises: line.rises.unwrap_or_default() }, None)
            }
            Aim::Path => (Target::Path(line.path.clone().ok_or_else(|| missing("path"))?), None),
            Aim::Door | Aim::Ground => (Target::Cell(line.cell.ok_or_else(|| missing("cell"))?), None),
            Aim::Ready => (Target::Ready(Box::new(self.readied(line, action)?)), None),
            Aim::Point => (Target::Cell(line.cell.ok_or_else(|| missing("cell"))?), None),
            Aim::Known => {
                let word = line.spell.as_deref().ok_or_else(|| missing("spell"))?;
                (Target::Known(self.action("spell", word)?.id), None)
            }
            Aim::Spell => (self.lasting(line)?, None),
            Aim::Facing if line.face.is_some() => (Target::Facing(self.face(line)?), None),
            Aim::Facing => return Err(missing("face")),
            Aim::CarriedWeapon => (Target::Weapon(weapon.ok_or_else(|| missing("with"))?), None),
            Aim::GroundWeapon => (self.lying(line.with.as_deref().ok_or_else(|| missing("with"))?)?, None),
        };
        Ok(Act { action: action.id, target, weapon })
    }

    /// The one an entry names; an enemy who is hidden together with the space where it is thought to be.
    fn somebody(&self, line: &Line, action: &Action) -> Result<Target, Wrong> {
        let missing = || (None, format!("{} needs `at`", action.name), None);
        let who = self.named(line.at.as_deref().ok_or_else(missing)?, "at")?;
        Ok(match line.cell.filter(|_| action.aim == Aim::Enemy) {
            Some(cell) => Target::Guess { who, cell },
            None => Target::Combatant(who),
        })
    }

    /// How an entry casts a spell; the usual way where it does not say with which energy.
    fn cast(&self, line: &Line, action: &Action) -> Result<Act, Wrong> {
        let missing = |field: &str| (None, format!("{} needs `{field}`", action.name), None);
        let at = match action.aim {
            Aim::Own => Target::Own,
            Aim::Point => Target::Cell(line.cell.ok_or_else(|| missing("cell"))?),
            _ => self.somebody(line, action)?,
        };
        let usual = legal::usual_casting(self.view, self.rules, self.who, action, at.clone());
        let usual = usual.unwrap_or_else(|| Act::own(action.id));
        Ok(match line.energy {
            Some(energy) => Act { target: Target::Cast(Box::new(Casting { energy, at })), ..usual },
            None => usual,
        })
    }

    /// What an entry makes ready: an action on enemies is for whoever triggers it, unless the entry names one.
    fn readied(&self, line: &Line, action: &Action) -> Result<Readied, Wrong> {
        let missing = |field: &str| (None, format!("{} needs `{field}`", action.name), None);
        let word = line.on.as_deref().ok_or_else(|| missing("on"))?;
        let watches = self.rules.policies.ready.iter().flat_map(|policy| &policy.watches);
        let known: Vec<&str> = watches.map(|watch| watch.id.as_str()).collect();
        if !known.contains(&word) {
            return Err(unknown("on", "trigger", word, &known));
        }
        let wanted = self.action("readies", line.readies.as_deref().ok_or_else(|| missing("readies"))?)?;
        let act = if wanted.aim == Aim::Enemy && line.at.is_none() {
            let weapon = line.with.as_deref().map(|word| self.weapon(word)).transpose()?;
            Act { action: wanted.id, target: Target::Whoever, weapon }
        } else {
            self.aimed(line, wanted)?
        };
        Ok(Readied { watch: word.into(), act })
    }

    /// The own spell that lasts on the one, or lies on the cell, that an entry names.
    fn lasting(&self, line: &Line) -> Result<Target, Wrong> {
        let mut own = self.view.spells().iter().filter(|spell| spell.caster == self.who);
        let (field, word, found) = match (line.cell, &line.at) {
            (Some(cell), _) => {
                let lies = |spell: &&ActiveSpell| spell.zone.as_ref().is_some_and(|zone| zone.holds(cell));
                ("cell", cell.to_string(), own.find(lies))
            }
            (None, Some(word)) => {
                let target = self.named(word, "at")?;
                ("at", word.clone(), own.find(|spell| spell.target() == Some(target)))
            }
            (None, None) => return Err((None, "a spell that lasts is named by `at` or `cell`".to_owned(), None)),
        };
        let found = found.map(|spell| Target::Spell(spell.id));
        found.ok_or_else(|| (Some(field), format!("no spell lasts on {word}"), None))
    }

    fn named(&self, word: &str, field: &'static str) -> Result<CombatantId, Wrong> {
        let found = self.view.rows().iter().find(|row| &*row.name == word);
        let known: Vec<&str> = self.view.rows().iter().map(|row| &*row.name).collect();
        found.map(|row| row.id).ok_or_else(|| unknown(field, "combatant", word, &known))
    }

    fn weapon(&self, word: &str) -> Result<WeaponSlot, Wrong> {
        let weapons = &self.view.row(self.who).sheet.weapons;
        let known: Vec<&str> = weapons.iter().map(|entry| entry.weapon.id.as_str()).collect();
        let at = known.iter().position(|id| *id == word);
        at.map(|at| WeaponSlot(at as u8)).ok_or_else(|| unknown("with", "weapon", word, &known))
    }

    /// A thing that lies where the actor stands: another's, or a weapon of its own that it has lost.
    fn lying(&self, word: &str) -> Result<Target, Wrong> {
        let others = legal::found(self.view, self.who).into_iter().find(|name| name.as_str() == word);
        others.map_or_else(|| self.weapon(word).map(Target::Weapon), |name| Ok(Target::Found(name)))
    }

    fn pick(&self, line: &Line, options: &[Pick]) -> Result<Pick, Wrong> {
        Ok(match &line.pick {
            Some(PickWord::No) | None => Pick::No,
            Some(PickWord::Yes) => Pick::Yes,
            Some(PickWord::Defence(stat)) => Pick::Defence(*stat),
            Some(PickWord::Action(word)) => Pick::Action(word.as_str().into()),
            Some(PickWord::Ally(word)) => Pick::Ally(self.named(word, "pick")?),
            Some(PickWord::TheirAttacks) => Pick::TheirAttacks,
            Some(PickWord::TheirDefence) => Pick::TheirDefence,
            Some(PickWord::Target) => {
                let target = options.iter().find(|pick| matches!(pick, Pick::Target(_)));
                *target.ok_or((Some("pick"), "no target is asked for".to_owned(), None))?
            }
            Some(PickWord::Item(word)) => self.item(word, options)?,
            Some(PickWord::Take) => Pick::Take,
            Some(PickWord::Fling) => Pick::Fling,
            Some(PickWord::Points(some)) => Pick::Points(*some),
        })
    }

    /// The thing among those offered that has this id.
    fn item(&self, word: &str, options: &[Pick]) -> Result<Pick, Wrong> {
        let id = |pick: &Pick| match pick {
            Pick::Item(_, GearPiece::Shield) => Some("shield"),
            Pick::Item(_, GearPiece::Armor) => Some("armor"),
            Pick::Item(bearer, GearPiece::Weapon(slot)) => {
                self.view.row(*bearer).sheet.weapon(*slot).map(|entry| entry.weapon.id.as_str())
            }
            _ => None,
        };
        let known: Vec<&str> = options.iter().filter_map(id).collect();
        let found = options.iter().find(|pick| id(pick) == Some(word));
        found.copied().ok_or_else(|| unknown("pick", "thing", word, &known))
    }

    fn face(&self, line: &Line) -> Result<Facing, Wrong> {
        Ok(match &line.face {
            None | Some(FaceWord::AllAround) => Facing::AllAround,
            Some(FaceWord::Towards(direction)) => Facing::Direction(*direction),
            Some(FaceWord::At(word)) => Facing::Towards(self.named(word, "face")?),
        })
    }
}

fn unknown(field: &'static str, what: &str, given: &str, known: &[&str]) -> Wrong {
    (Some(field), format!("unknown {what} `{given}`"), did_you_mean(given, known))
}

fn asked(asks: &Asks) -> &'static str {
    match asks {
        Asks::Act => "what to do",
        Asks::Cell { .. } => "which cell to choose",
        Asks::Pick { .. } => "what to pick",
        Asks::React { .. } => "how to react",
        Asks::Face { .. } => "which way to face",
    }
}

impl Controller for Script {
    fn answer(&mut self, seen: View<'_>, rules: &Ruleset, setup: &Setup, prompt: &Prompt) -> Answer {
        if let Some((number, line)) = self.next(seen, prompt) {
            match (Reader { view: seen, rules, who: prompt.who }).choice(&line, prompt) {
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
