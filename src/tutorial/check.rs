//! Checks a tutorial: lengths, ids, scenarios, and all names and cells in its steps.

use std::collections::BTreeSet;

use super::{Lesson, LessonGesture, LessonStep, Spotlight, StepGoal, Tutorial};
use crate::content::{Diagnostic, Findings, Name, Source, Terrains, ValuePath};
use crate::grid::Cell;
use crate::rules::{Library, Ruleset};
use crate::scenario::{Control, Scenario};

/// Most characters of a title, and of a sentence.
const MOST_TITLE: usize = 40;
const MOST_SENTENCE: usize = 200;
/// Most lessons of a tutorial, and most steps of a lesson.
const MOST_LESSONS: usize = 20;
const MOST_STEPS: usize = 20;
/// Most battles that are recommended.
const MOST_BATTLES: usize = 5;

impl Tutorial {
    /// Checks everything that reading the file cannot: that the rule system is known, and that every lesson has a scenario in
    /// which all names, cells, actions and conditions of its steps exist.
    ///
    /// # Errors
    /// All mistakes in the tutorial, or else all in its scenarios.
    pub fn check(&self, library: &Library, terrains: &Terrains) -> Result<(), Vec<Diagnostic>> {
        let root = ValuePath::root();
        let mut findings = Findings::new(&self.source);
        let ids = library.ruleset_ids();
        if !ids.contains(&self.ruleset) {
            findings.unknown(&root.field("ruleset"), "rule system", &self.ruleset, &ids);
            return findings.finish(());
        }
        let rules = library.ruleset(&self.ruleset)?;
        check_sentence(&self.about, &root.field("about"), MOST_SENTENCE, &mut findings);
        check_number(self.lessons.len(), MOST_LESSONS, "lessons", &root.field("lessons"), &mut findings);
        self.check_battles(&mut findings);
        let (mut known, mut of_scenarios) = (BTreeSet::new(), Vec::new());
        for (at, lesson) in self.lessons.iter().enumerate().take(MOST_LESSONS) {
            let path = root.field("lessons").index(at);
            if !known.insert(&lesson.id) {
                findings.refuse(&path.field("id"), format!("duplicate lesson `{}`", lesson.id));
            }
            check_texts(lesson, &path, &mut findings);
            let scenario = match self.scenario_of(lesson, library, terrains) {
                Ok(scenario) => scenario,
                Err(None) => {
                    let words = format!("there is no scenario `{}` in the folder `boards`", lesson.scenario);
                    findings.refuse(&path.field("scenario"), words);
                    continue;
                }
                Err(Some(wrong)) => {
                    of_scenarios.extend(wrong);
                    continue;
                }
            };
            if scenario.sides.first().is_some_and(|side| side.control != Control::Human) {
                findings.refuse(&path.field("scenario"), "the first side of the scenario must be the player's");
            }
            let mut checking = StepCheck { scenario: &scenario, rules: &rules, findings: &mut findings };
            for (at, step) in lesson.steps.iter().enumerate().take(MOST_STEPS) {
                checking.step(step, &path.field("steps").index(at));
            }
        }
        findings.finish(())?;
        if of_scenarios.is_empty() { Ok(()) } else { Err(of_scenarios) }
    }

    /// The scenarios of the recommended battles lie in another folder, which the player may choose: only the names are checked.
    fn check_battles(&self, findings: &mut Findings<'_>) {
        let path = ValuePath::root().field("battles");
        if self.battles.len() > MOST_BATTLES {
            check_number(self.battles.len(), MOST_BATTLES, "battles", &path, findings);
        }
        let mut known = BTreeSet::new();
        for (at, battle) in self.battles.iter().enumerate() {
            let path = path.index(at);
            check_sentence(&battle.scenario, &path.field("scenario"), MOST_TITLE, findings);
            check_sentence(&battle.about, &path.field("about"), MOST_SENTENCE, findings);
            if !known.insert(&battle.scenario) {
                findings.refuse(&path.field("scenario"), format!("duplicate battle `{}`", battle.scenario));
            }
        }
    }

    /// The scenario of a lesson; `None` if there is no such file, or the mistakes in it.
    fn scenario_of(
        &self,
        lesson: &Lesson,
        library: &Library,
        terrains: &Terrains,
    ) -> Result<Scenario, Option<Vec<Diagnostic>>> {
        let path = self.scenario_path(lesson);
        if !path.is_file() {
            return Err(None);
        }
        let source = Source::read(path).map_err(|wrong| Some(vec![wrong]))?;
        let scenario = Scenario::read(&source, terrains).map_err(Some)?;
        scenario.prepare(library, &self.ruleset).map_err(Some)?;
        Ok(scenario)
    }
}

fn check_texts(lesson: &Lesson, path: &ValuePath, findings: &mut Findings<'_>) {
    check_sentence(&lesson.title, &path.field("title"), MOST_TITLE, findings);
    check_sentence(&lesson.about, &path.field("about"), MOST_SENTENCE, findings);
    check_sentence(&lesson.end, &path.field("end"), MOST_SENTENCE, findings);
    check_number(lesson.steps.len(), MOST_STEPS, "steps", &path.field("steps"), findings);
    for (at, step) in lesson.steps.iter().enumerate().take(MOST_STEPS) {
        check_sentence(&step.say, &path.field("steps").index(at).field("say"), MOST_SENTENCE, findings);
    }
}

fn check_sentence(text: &str, path: &ValuePath, most: usize, findings: &mut Findings<'_>) {
    let many = text.chars().count();
    if text.trim().is_empty() {
        findings.refuse(path, "this text must not be blank");
    } else if many > most {
        findings.refuse(path, format!("this text has {many} characters; at most {most} are allowed"));
    }
}

fn check_number(many: usize, most: usize, what: &str, path: &ValuePath, findings: &mut Findings<'_>) {
    if !(1..=most).contains(&many) {
        findings.refuse(path, format!("{many} {what}; 1 to {most} are allowed"));
    }
}

/// Checks the steps of one lesson.
struct StepCheck<'a, 's> {
    scenario: &'a Scenario,
    rules: &'a Ruleset,
    findings: &'a mut Findings<'s>,
}

impl StepCheck<'_, '_> {
    fn step(&mut self, step: &LessonStep, path: &ValuePath) {
        if let Some(look) = &step.look {
            self.look(look, &path.field("look"));
        }
        self.goal(&step.until, &path.field("until"));
    }

    fn look(&mut self, look: &Spotlight, path: &ValuePath) {
        match look {
            Spotlight::Cell(x, y) => self.cell(*x, *y, path),
            Spotlight::Unit(who) => self.unit(who, &path.index(0)),
            Spotlight::Action(action) => self.action(*action, &path.index(0)),
            Spotlight::Use(action, who) => {
                self.action(*action, &path.index(0));
                self.unit(who, &path.index(1));
            }
            Spotlight::UseAt(action, x, y) => {
                self.action(*action, &path.index(0));
                self.cell(*x, *y, &path.index(1));
            }
            Spotlight::Panel(_) => {}
        }
    }

    fn goal(&mut self, goal: &StepGoal, path: &ValuePath) {
        match goal {
            StepGoal::At(who, x, y) => {
                self.unit(who, &path.index(0));
                self.cell(*x, *y, &path.index(1));
            }
            StepGoal::Acts { who, action, on } => {
                self.unit(who, &path.field("who"));
                action.iter().for_each(|action| self.action(*action, &path.field("action")));
                on.iter().for_each(|on| self.unit(on, &path.field("on")));
            }
            StepGoal::Gains(who, condition) => {
                self.unit(who, &path.index(0));
                if self.rules.conditions.get(*condition).is_none() {
                    let known: Vec<&str> = self.rules.conditions.iter().map(|known| known.id.as_str()).collect();
                    self.findings.unknown(&path.index(1), "condition", condition.as_str(), &known);
                }
            }
            StepGoal::Holds(who, whom) | StepGoal::Frees(who, whom) => {
                self.unit(who, &path.index(0));
                self.unit(whom, &path.index(1));
            }
            StepGoal::Prepared(who, spell) => {
                self.unit(who, &path.index(0));
                self.action(*spell, &path.index(1));
            }
            StepGoal::Out(who) | StepGoal::Harmed(who) | StepGoal::Reacts(who) | StepGoal::TurnEnds(who) => {
                self.unit(who, &path.index(0));
            }
            StepGoal::Does(LessonGesture::PointsAt(who) | LessonGesture::Selects(who)) => {
                self.unit(who, &path.index(0).index(0));
            }
            StepGoal::Does(LessonGesture::Picks(action)) => self.action(*action, &path.index(0).index(0)),
            StepGoal::Does(LessonGesture::Unfolds | LessonGesture::Continues) => {}
            StepGoal::Any(goals) if goals.is_empty() => {
                self.findings.refuse(path, "no goal would ever complete this step");
            }
            StepGoal::Any(goals) => {
                let list = path.index(0);
                goals.iter().enumerate().for_each(|(at, goal)| self.goal(goal, &list.index(at)));
            }
        }
    }

    fn unit(&mut self, name: &str, path: &ValuePath) {
        let members = self.scenario.sides.iter().flat_map(|side| &side.members);
        let known: Vec<&str> = members.filter_map(|member| member.name.as_deref()).collect();
        if !known.contains(&name) {
            self.findings.unknown(path, "unit", name, &known);
        }
    }

    fn action(&mut self, action: Name, path: &ValuePath) {
        if self.rules.actions.get(action).is_none() {
            let known: Vec<&str> = self.rules.actions.iter().map(|known| known.id.as_str()).collect();
            self.findings.unknown(path, "action", action.as_str(), &known);
        }
    }

    fn cell(&mut self, x: i16, y: i16, path: &ValuePath) {
        let board = &self.scenario.field.board;
        let (width, height) = (board.width(), board.height());
        let inside = (0..i32::from(width)).contains(&i32::from(x)) && (0..i32::from(height)).contains(&i32::from(y));
        if !inside {
            let words = format!("{} is off the board of {width} by {height} cells", Cell::new(x, y));
            self.findings.refuse(path, words);
        }
    }
}
