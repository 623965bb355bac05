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
//!     (who: "Bran", react: "parry"),         // takes a reaction
//!     (who: "Bran", react: "interrupt", does: "strike", at: "Anna"),   // acts out of turn by a reaction
//!     (who: "Bran", does: "aimed_strike", at: "Anna", part: "head"),
//!     (who: "Bran", does: "open_door", cell: (2, 2)),
//!     (who: "Bran", does: "strike", thing: "oak door"),   // an object; `cell` tells several of one name apart
//!     (who: "Bran", does: "fire_bolt", at: "Anna", energy: (effect: 2, range: 1, area: 0, duration: 0)),
//!     (who: "Bran", does: "prepare", spell: "fire_bolt"),
//!     (who: "Bran", does: "ready", readies: "attack", on: "steps_into_reach"),
//!     (side: "Wolves", orders: [(question: React("riposte"), habit: Always, when: [AimedAtMe, Chance(50)])]),
//!     (who: "Anna", orders: [(question: Defence, habit: Best)]),   // standing orders from here on
//! ]
//! ```
//!
//! An entry waits until the combatant it names gets a matching prompt. Standing orders answer prompts that do not match, and
//! those of combatants that the script does not name; another controller answers whatever the orders leave open. The orders of
//! a side apply from the beginning, those of a combatant once its earlier entries are used.

mod file;
mod picks;

use std::collections::VecDeque;
use std::sync::Arc;

use file::Line;
pub use file::ScriptFile;

use super::controller::{Answer, Controller};
use super::orders::Orders;
use crate::battle::{ActiveSpell, Casting, CombatantId, Readied, ThingRef, View, WeaponSlot};
use crate::content::authored::did_you_mean;
use crate::content::{Action, Aim, Diagnostic, Does, Findings, Name, Source, ValuePath};
use crate::grid::Cell;
use crate::mechanics::{Game, objects};
use crate::resolution::act::Target;
use crate::resolution::{Act, Asks, Choice, Occasion, Prompt, Setup, legal};
use crate::rules::Ruleset;

/// A controller that follows a script, then hands over to another controller.
pub struct Script {
    file: ScriptFile,
    lines: VecDeque<(usize, Line)>,
    orders: Orders,
    otherwise: Box<dyn Controller + Send>,
    fault: Option<Diagnostic>,
}

impl Script {
    /// Follows a script. `otherwise` answers all prompts that the script does not.
    pub fn new(file: &ScriptFile, otherwise: Box<dyn Controller + Send>) -> Script {
        let (file, lines) = (file.clone(), numbered(file));
        Script { file, lines, orders: Orders::default(), otherwise, fault: None }
    }

    /// Reads and follows a script.
    ///
    /// # Errors
    /// The first mistake in the text, with its line and column.
    pub fn read(source: &Source, otherwise: Box<dyn Controller + Send>) -> Result<Script, Diagnostic> {
        Ok(Script::new(&ScriptFile::read(source)?, otherwise))
    }

    /// Checks the script for a battle, see [`ScriptFile::check`].
    ///
    /// # Errors
    /// Every mistake.
    pub fn check(&self, setup: &Setup) -> Result<(), Vec<Diagnostic>> {
        self.file.check(setup)
    }

    /// The number of entries that have not answered a prompt yet.
    pub fn left(&self) -> usize {
        self.lines.iter().filter(|(_, line)| line.orders.is_none()).count()
    }

    /// Gives the orders of all sides or of one, and those of a combatant whose earlier entries are used.
    fn give_orders(&mut self, name: &str, who: CombatantId, setup: &Setup) {
        let mut waits = false;
        let orders = &mut self.orders;
        self.lines.retain(|(_, line)| {
            let mut scopes = file::ordered(line, who, name, setup);
            scopes.retain(|_| !waits || line.who.is_none());
            waits |= line.who.as_deref() == Some(name) && line.orders.is_none();
            for scope in &scopes {
                orders.forget_habits(|known| known == *scope);
                line.orders.iter().flatten().for_each(|order| orders.add(order.given_to(*scope)));
            }
            scopes.is_empty()
        });
    }

    /// Takes the next entry of a combatant if it matches the prompt.
    fn next(&mut self, name: &str, prompt: &Prompt) -> Option<(usize, Line)> {
        let at = self.lines.iter().position(|(_, line)| line.who.as_deref() == Some(name))?;
        let line = Some(&self.lines[at]).filter(|(_, line)| fits(line, &prompt.asks))?;
        // The act of a reaction is asked for afterwards.
        let goes_on = matches!(prompt.asks, Asks::React { .. }) && line.1.does.is_some();
        if goes_on { Some(line.clone()) } else { self.lines.remove(at) }
    }

    fn refuse(&mut self, number: usize, field: Option<&str>, message: String, help: Option<String>) {
        let entry = ValuePath::root().index(number);
        let path = field.map_or(entry.clone(), |field| entry.field(field));
        let mut findings = Findings::new(&self.file.source);
        let refused = findings.refuse(&path, message);
        if let Some(help) = help {
            refused.with_help(help);
        }
        self.fault = findings.finish(()).err().and_then(|all| all.into_iter().next());
    }
}

/// The entries of a script, numbered from 0.
fn numbered(file: &ScriptFile) -> VecDeque<(usize, Line)> {
    file.lines.iter().cloned().enumerate().collect()
}

fn fits(line: &Line, asks: &Asks) -> bool {
    match asks {
        Asks::Act => line.does.is_some() && line.react.is_none(),
        Asks::Interrupt { reaction, .. } => line.does.is_some() && line.react.as_deref() == Some(reaction.as_str()),
        Asks::Cell { .. } => line.does.is_none() && line.cell.is_some(),
        Asks::Pick { .. } => line.pick.is_some(),
        Asks::React { .. } => line.react.is_some(),
        Asks::Face { .. } => line.does.is_none() && line.face.is_some(),
    }
}

impl Controller for Script {
    fn answer(&mut self, seen: View<'_>, rules: &Ruleset, setup: &Setup, prompt: &Prompt) -> Answer {
        let name = Arc::clone(&seen.row(prompt.who).name);
        self.give_orders(&name, prompt.who, setup);
        if let Some((number, line)) = self.next(&name, prompt) {
            match (EntryReader { view: seen, rules, who: prompt.who }).choice(&line, prompt) {
                Ok(choice) => return Answer::plain(choice),
                Err((field, message, help)) => self.refuse(number, field, message, help),
            }
        }
        if let Some(choice) = self.orders.habitual(seen, rules, prompt) {
            return Answer { ordered: true, ..Answer::plain(choice) };
        }
        self.otherwise.answer(seen, rules, setup, prompt)
    }

    fn fault(&mut self) -> Option<Diagnostic> {
        self.fault.take().or_else(|| self.otherwise.fault())
    }

    fn begin(&mut self, seed: u64) {
        self.lines = numbered(&self.file);
        self.orders = Orders::default();
        self.fault = None;
        self.otherwise.begin(seed);
    }

    fn explain(&mut self, explain: bool) {
        self.otherwise.explain(explain);
    }
}

/// An error in an entry: the field, the message, and a suggestion.
type EntryError = (Option<&'static str>, String, Option<String>);

/// Translates script entries into answers for one combatant.
struct EntryReader<'a> {
    view: View<'a>,
    rules: &'a Ruleset,
    who: CombatantId,
}

impl EntryReader<'_> {
    fn choice(&self, line: &Line, prompt: &Prompt) -> Result<Choice, EntryError> {
        let choice = match &prompt.asks {
            Asks::Act | Asks::Interrupt { .. } => {
                let occasion = prompt.asks.occasion().unwrap_or(Occasion::OwnTurn);
                return self.act(line, occasion).map(Choice::Act);
            }
            Asks::Cell { .. } => Choice::Cell(line.cell.unwrap_or_default()),
            Asks::Pick { options, .. } => Choice::Pick(self.pick(line, options)?),
            Asks::React { options, .. } => {
                let word = line.react.as_deref().unwrap_or_default();
                let names = options.iter().map(|name| (name.as_str(), *name));
                Choice::React(find(("react", "reaction"), word, names)?)
            }
            Asks::Face { .. } => Choice::Face(self.face(line)?),
        };
        let allowed = match (&choice, &prompt.asks) {
            (Choice::Cell(cell), Asks::Cell { cells, .. }) => cells.contains(cell),
            (Choice::Pick(pick), Asks::Pick { options, .. }) => options.contains(pick),
            (Choice::Face(facing), Asks::Face { options }) => options.contains(facing),
            _ => true,
        };
        if allowed { Ok(choice) } else { Err((None, format!("that does not answer {}", prompt.asks.words()), None)) }
    }

    fn act(&self, line: &Line, occasion: Occasion) -> Result<Act, EntryError> {
        let action = self.action("does", line.does.as_deref().unwrap_or_default())?;
        let act = Act { part: line.part.as_deref().map(Name::new), ..self.aimed(line, action)? };
        let name = &self.view.row(self.who).name;
        let refused = |refusal| (None, format!("{name} may not {}: {refusal}", action.name.to_lowercase()), None);
        legal::check_on(self.view, self.rules, self.who, &act, occasion).map_err(refused)?;
        Ok(act)
    }

    fn action(&self, field: &'static str, word: &str) -> Result<&Action, EntryError> {
        find((field, "action"), word, self.rules.actions.iter().map(|action| (action.id.as_str(), &**action)))
    }

    fn aimed(&self, line: &Line, action: &Action) -> Result<Act, EntryError> {
        let names_own = action.aim != Aim::GroundWeapon;
        let weapon = line.with.as_deref().filter(|_| names_own).map(|word| self.weapon(word)).transpose()?;
        if let Does::Cast(_) = action.does {
            return self.cast(line, action);
        }
        if let Some(word) = line.thing.as_deref().filter(|_| action.aims_at_things()) {
            return Ok(Act::at_thing(action.id, self.object(word, line.cell)?, weapon));
        }
        let (target, weapon) = match action.aim {
            Aim::Own => (Target::Own, None),
            Aim::Thing => return Err(missing(action, "thing")),
            Aim::Enemy | Aim::Ally | Aim::Friend | Aim::Patient | Aim::Other => (self.combatant(line, action)?, weapon),
            Aim::Path if line.rises.is_some() => {
                let path = line.path.clone().unwrap_or_default();
                (Target::Flight { path, rises: line.rises.unwrap_or_default() }, None)
            }
            Aim::Path => (Target::Path(line.path.clone().ok_or_else(|| missing(action, "path"))?), None),
            Aim::Charge => {
                let path = line.path.clone().ok_or_else(|| missing(action, "path"))?;
                let at = self.named(line.at.as_deref().ok_or_else(|| missing(action, "at"))?, "at")?;
                (Target::Charge { path, at }, weapon)
            }
            Aim::Door | Aim::Ground | Aim::Point => {
                (Target::Cell(line.cell.ok_or_else(|| missing(action, "cell"))?), None)
            }
            Aim::Ready => (Target::Ready(Box::new(self.readied(line, action)?)), None),
            Aim::Known => {
                let word = line.spell.as_deref().ok_or_else(|| missing(action, "spell"))?;
                (Target::Known(self.action("spell", word)?.id), None)
            }
            Aim::Spell => (self.active_spell(line)?, None),
            Aim::Facing if line.face.is_some() => (Target::Facing(self.face(line)?), None),
            Aim::Facing => return Err(missing(action, "face")),
            Aim::CarriedWeapon => (Target::Weapon(weapon.ok_or_else(|| missing(action, "with"))?), None),
            Aim::GroundWeapon => {
                (self.item_on_ground(line.with.as_deref().ok_or_else(|| missing(action, "with"))?)?, None)
            }
        };
        Ok(Act { action: action.id, target, weapon, part: None })
    }

    /// The target that an entry names; for a hidden enemy together with the cell where it is assumed to be.
    fn combatant(&self, line: &Line, action: &Action) -> Result<Target, EntryError> {
        let who = self.named(line.at.as_deref().ok_or_else(|| missing(action, "at"))?, "at")?;
        Ok(match line.cell.filter(|_| action.aim == Aim::Enemy) {
            Some(cell) => Target::Guess { who, cell },
            None => Target::Combatant(who),
        })
    }

    /// The object with this name, in this cell if one is given.
    fn object(&self, word: &str, cell: Option<Cell>) -> Result<ThingRef, EntryError> {
        let game = Game::new(self.view, self.rules.book());
        let found = objects::all(game).into_iter().filter_map(|thing| Some((thing, objects::find(game, thing)?)));
        let here = found.filter(|(_, object)| cell.is_none_or(|cell| object.cells.contains(&cell)));
        let known: Vec<(ThingRef, &str)> = here.map(|(thing, object)| (thing, object.name.as_str())).collect();
        find(("thing", "object"), word, known.iter().map(|(thing, name)| (*name, *thing)))
    }

    /// The casting of an entry; the usual one if the entry does not specify the energy.
    fn cast(&self, line: &Line, action: &Action) -> Result<Act, EntryError> {
        let at = match action.aim {
            Aim::Own => Target::Own,
            Aim::Point => Target::Cell(line.cell.ok_or_else(|| missing(action, "cell"))?),
            _ => self.combatant(line, action)?,
        };
        let usual = legal::usual_casting(self.view, self.rules, self.who, action, at.clone());
        let usual = usual.unwrap_or_else(|| Act::own(action.id));
        Ok(match line.energy {
            Some(energy) => Act { target: Target::Cast(Box::new(Casting { energy, at })), ..usual },
            None => usual,
        })
    }

    /// The readied act of an entry. An act against enemies targets the one that triggers it, unless the entry names a target.
    fn readied(&self, line: &Line, action: &Action) -> Result<Readied, EntryError> {
        let word = line.on.as_deref().ok_or_else(|| missing(action, "on"))?;
        let watches = self.rules.policies.ready.iter().flat_map(|policy| &policy.watches);
        find(("on", "trigger"), word, watches.map(|watch| (watch.id.as_str(), ())))?;
        let wanted = self.action("readies", line.readies.as_deref().ok_or_else(|| missing(action, "readies"))?)?;
        let act = if wanted.aim == Aim::Enemy && line.at.is_none() {
            let weapon = line.with.as_deref().map(|word| self.weapon(word)).transpose()?;
            Act { action: wanted.id, target: Target::Whoever, weapon, part: None }
        } else {
            self.aimed(line, wanted)?
        };
        Ok(Readied { watch: word.into(), act })
    }

    /// The combatant's own active spell on the target or the cell that an entry names.
    fn active_spell(&self, line: &Line) -> Result<Target, EntryError> {
        let mut own = self.view.spells().iter().filter(|spell| spell.caster == self.who);
        let (field, word, found) = match (line.cell, &line.at) {
            (Some(cell), _) => {
                let covers = |spell: &&ActiveSpell| spell.zone.as_ref().is_some_and(|zone| zone.holds(cell));
                ("cell", cell.to_string(), own.find(covers))
            }
            (None, Some(word)) => {
                let target = self.named(word, "at")?;
                ("at", word.clone(), own.find(|spell| spell.target() == Some(target)))
            }
            (None, None) => return Err((None, "name an active spell by `at` or `cell`".to_owned(), None)),
        };
        let found = found.map(|spell| Target::Spell(spell.id));
        found.ok_or_else(|| (Some(field), format!("{word} is under no spell of this caster"), None))
    }

    fn named(&self, word: &str, field: &'static str) -> Result<CombatantId, EntryError> {
        find((field, "combatant"), word, self.view.rows().iter().map(|row| (&*row.name, row.id)))
    }

    fn weapon(&self, word: &str) -> Result<WeaponSlot, EntryError> {
        let weapons = self.view.row(self.who).sheet.weapons.iter().map(|entry| entry.weapon.id.as_str());
        find(("with", "weapon"), word, weapons.zip((0..).map(WeaponSlot)))
    }

    /// An item on the ground where the actor stands: one left by another combatant, or a lost weapon of its own.
    fn item_on_ground(&self, word: &str) -> Result<Target, EntryError> {
        let others = legal::items_here(self.view, self.who).into_iter().find(|name| name.as_str() == word);
        others.map_or_else(|| self.weapon(word).map(Target::Weapon), |name| Ok(Target::Found(name)))
    }
}

fn missing(action: &Action, field: &str) -> EntryError {
    (None, format!("{} needs `{field}`", action.name), None)
}

/// The first item with this name; otherwise an error that suggests a similar name.
fn find<'n, T>(
    (field, what): (&'static str, &str),
    given: &str,
    all: impl Iterator<Item = (&'n str, T)>,
) -> Result<T, EntryError> {
    let (known, mut items): (Vec<&str>, Vec<T>) = all.unzip();
    let at = known.iter().position(|name| *name == given);
    let unknown = || (Some(field), format!("unknown {what} `{given}`"), did_you_mean(given, &known));
    at.map(|at| items.swap_remove(at)).ok_or_else(unknown)
}
