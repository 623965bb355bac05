//! Tutorials: a few lessons for each rule system, each a real battle on a small board with steps to take in it.
//!
//! A tutorial is a file in `assets/tutorials`, named for its rule system. The boards of its lessons are ordinary scenario files in
//! the folder `boards` beside it, which all tutorials share. Nothing in a lesson is staged: the battle runs under the real rules,
//! and a step is complete when the facts of the battle, its state, or a [`LessonGesture`] of the player in the window meet its
//! [`StepGoal`].
//!
//! ```text
//! (
//!     ruleset: "time_count",
//!     about: "Every action takes time.",
//!     lessons: [(
//!         id: "moving", title: "Moving", about: "Walk to a cell.",
//!         scenario: "yard", // boards/yard.ron
//!         seed: 7, foes: Still,
//!         steps: [
//!             (say: "Click the marked cell to walk there.", look: Cell(4, 2), until: At("Asa", 4, 2)),
//!             (say: "Click the straw man to strike it.", look: Unit("Bror"), until: Acts(who: "Asa", on: "Bror")),
//!         ],
//!         end: "Clicks on the ground walk, clicks on enemies attack.",
//!     )],
//!     battles: [(scenario: "tavern", about: "A brawl in a small room.")],
//! )
//! ```
//!
//! `docs/tutorial_format.md` describes every field. To add a kind of step, add a variant of [`StepGoal`], its check in
//! `check.rs`, and either its fact or its state in `goal.rs`; a new [`LessonGesture`] is noticed by `gui::learn::progress`.

mod check;
mod goal;

pub use goal::{LessonGesture, StepGoal};

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;

use crate::content::authored::parse;
use crate::content::{Diagnostic, Name, Source};

/// A tutorial that was read: the lessons of one rule system in their order.
#[derive(Clone, Debug)]
pub struct Tutorial {
    /// The id of the rule system.
    pub ruleset: String,
    /// A sentence on what is special about the rule system.
    pub about: String,
    /// The lessons, easiest first.
    pub lessons: Vec<Lesson>,
    /// The battles to begin with after the lessons, easiest first.
    pub battles: Vec<FirstBattle>,
    source: Source,
}

/// The file of a tutorial.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Tutorial")]
struct TutorialFile {
    ruleset: String,
    about: String,
    lessons: Vec<Lesson>,
    #[serde(default)]
    battles: Vec<FirstBattle>,
}

/// A battle that is recommended to a newcomer, against an easy opponent.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirstBattle {
    /// The scenario: the name of a file in the folder of scenarios, without `.ron`.
    pub scenario: String,
    /// A sentence on what it teaches.
    pub about: String,
}

/// A lesson: a battle, and the steps to take in it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// The id by which a completed lesson is remembered.
    pub id: String,
    /// The title that players read.
    pub title: String,
    /// A sentence for the list of lessons.
    pub about: String,
    /// The scenario: the name of a file in the folder `boards`, without `.ron`.
    pub scenario: String,
    /// The seed of the dice.
    pub seed: u64,
    /// How the other sides play.
    #[serde(default)]
    pub foes: LessonFoes,
    /// The steps in order.
    pub steps: Vec<LessonStep>,
    /// The sentence after the last step.
    pub end: String,
}

/// How the sides that the player does not control act in a lesson.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum LessonFoes {
    /// They stay where they are and do not attack.
    #[default]
    Still,
    /// They run to the nearest enemy and attack.
    Charge,
}

/// One step of a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    /// The sentence that asks for it.
    pub say: String,
    /// The thing that is highlighted.
    #[serde(default)]
    pub look: Option<Spotlight>,
    /// The event that completes it.
    pub until: StepGoal,
}

/// The one thing that a step highlights.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub enum Spotlight {
    /// A cell.
    Cell(i16, i16),
    /// A combatant.
    Unit(String),
    /// The button of an action.
    Action(Name),
    /// The button of an action, and once it is picked, a combatant.
    Use(Name, String),
    /// The button of an action, and once it is picked, a cell.
    UseAt(Name, i16, i16),
    /// A panel of the window.
    Panel(LessonPanel),
}

/// A panel that a step can highlight.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
pub enum LessonPanel {
    /// The timeline, or the order of turns.
    Timeline,
    /// The card of the selected or acting combatant.
    Unit,
    /// The log.
    Log,
    /// The actions, or the question that is open.
    Actions,
}

/// A lesson with its tutorial.
#[derive(Clone, Debug)]
pub struct LessonPlace {
    /// The tutorial.
    pub tutorial: Arc<Tutorial>,
    /// The index of the lesson in it.
    pub at: usize,
}

impl LessonPlace {
    /// The lesson; `None` past the last one.
    pub fn lesson(&self) -> Option<&Lesson> {
        self.tutorial.lessons.get(self.at)
    }

    /// The next lesson of the tutorial, if there is one.
    pub fn next(&self) -> Option<LessonPlace> {
        Some(LessonPlace { at: self.at + 1, ..self.clone() }).filter(|next| next.lesson().is_some())
    }
}

/// The folder of the scenarios beside the tutorials.
const BOARDS: &str = "boards";

impl Tutorial {
    /// Reads a tutorial. Its names and scenarios are checked by [`Tutorial::check`].
    ///
    /// # Errors
    /// The first place where the text is not a tutorial.
    pub fn read(source: &Source) -> Result<Tutorial, Diagnostic> {
        let TutorialFile { ruleset, about, lessons, battles } = parse(source)?;
        Ok(Tutorial { ruleset, about, lessons, battles, source: source.clone() })
    }

    /// Reads the tutorials of an assets folder for these rule systems, in this order. A rule system may have none.
    pub fn read_all(assets: &Path, rulesets: &[String]) -> (Vec<Tutorial>, Vec<Diagnostic>) {
        let paths = rulesets.iter().map(|id| assets.join("tutorials").join(id).with_extension("ron"));
        let (mut tutorials, mut refused) = (Vec::new(), Vec::new());
        for path in paths.filter(|path| path.is_file()) {
            match Source::read(&path).and_then(|source| Tutorial::read(&source)) {
                Ok(tutorial) => tutorials.push(tutorial),
                Err(wrong) => refused.push(wrong),
            }
        }
        (tutorials, refused)
    }

    /// The file of a lesson's scenario.
    pub fn scenario_path(&self, lesson: &Lesson) -> PathBuf {
        PathBuf::from(&self.source.name).with_file_name(BOARDS).join(&lesson.scenario).with_extension("ron")
    }
}
