//! Every lesson of every rule system is played to its end with the mouse, doing at each step what its sentence asks for.

use bevy::prelude::{KeyCode, State, Vec2};
use tempfile::TempDir;
use warboard::content::Name;
use warboard::ecs::ShownBattle;
use warboard::grid::Cell;
use warboard::gui::input::Intent;
use warboard::gui::learn::{LessonRun, Tutorials};
use warboard::gui::playback::Speed;
use warboard::gui::screens::Screen;
use warboard::gui::session::{OpenPrompt, Session};
use warboard::gui::settings::Settings;
use warboard::resolution::Asks;
use warboard::tutorial::{LessonGesture, LessonPanel, LessonStep, Spotlight, StepGoal};

use crate::test_window::TestWindow;

/// The smallest window that the lessons must fit into, in pixels.
const SMALL: (f32, f32) = (1024.0, 640.0);

/// The most clicks and pointings that a lesson may take.
const MOST_INPUTS: usize = 40;

fn at_title(home: &TempDir) -> TestWindow {
    let mut window = TestWindow::open(home.path(), None);
    window.resize(SMALL.0, SMALL.1);
    window.change::<Settings>(|settings| settings.speed = Speed::Instant);
    window.wait_until("the scenarios are listed", |window| window.shows("Start here")).frames(4);
    window
}

fn screen(window: &TestWindow) -> Screen {
    *window.resource::<State<Screen>>().get()
}

fn step(window: &TestWindow) -> Option<LessonStep> {
    window.resource::<LessonRun>().step().cloned()
}

/// The cell of a combatant as it is shown.
fn cell_of(window: &TestWindow, name: &str) -> Cell {
    let rows = &window.resource::<ShownBattle>().snapshot().rows;
    rows.iter().find(|row| &*row.name == name).unwrap_or_else(|| panic!("no {name}")).position.cell()
}

/// The combatant whose act completes a step; `None` if any may act.
fn actor(goal: &StepGoal) -> Option<&str> {
    match goal {
        StepGoal::At(who, ..) | StepGoal::Acts { who, .. } | StepGoal::Holds(who, _) => Some(who),
        StepGoal::Prepared(who, _) | StepGoal::TurnEnds(who) => Some(who),
        _ => None,
    }
}

/// Clicks on the last visible text that begins with these words. Returns whether there was one.
fn click_text(window: &mut TestWindow, words: &str) -> bool {
    let found = window.texts().into_iter().rfind(|text| text.starts_with(words)).map(str::to_owned);
    found.is_some_and(|text| {
        window.click(&text);
        true
    })
}

/// Plays one lesson, and counts what it takes.
struct Player<'a> {
    window: &'a mut TestWindow,
    inputs: usize,
}

impl Player<'_> {
    fn name(&self, action: Name) -> String {
        let rules = self.window.resource::<Session>().rules();
        rules.actions.get(action).map_or_else(String::new, |action| action.name.clone())
    }

    /// Plays until no step is left.
    fn play(&mut self) {
        for _ in 0..400 {
            let Some(step) = step(self.window) else { return };
            assert!(self.inputs <= MOST_INPUTS, "too long at `{}`: {:#?}", step.say, self.window.texts());
            assert!(screen(self.window) == Screen::Battle, "the battle ended at `{}`", step.say);
            self.assert_readable(&step);
            if matches!(step.until, StepGoal::Does(LessonGesture::Continues)) {
                self.window.click("Continue").frames(3);
            } else if self.window.resource::<OpenPrompt>().0.is_none() {
                self.window.frames(1);
                continue;
            } else {
                self.take(&step);
            }
            self.inputs += 1;
            self.window.frames(6);
        }
        panic!("no end: {:#?}", self.window.texts());
    }

    /// The whole sentence is visible in the small window.
    fn assert_readable(&self, step: &LessonStep) {
        let word = self.window.words().iter().find(|word| word.text == step.say);
        let word = word.unwrap_or_else(|| panic!("`{}` is not shown: {:#?}", step.say, self.window.texts()));
        let is_whole = !word.elided && word.clip.expand(1.0).contains_rect(word.at);
        assert!(is_whole, "`{}` is cut off: {:?} in {:?}", step.say, word.at, word.clip);
    }

    /// Does what a step asks for, or answers another question on the way.
    fn take(&mut self, step: &LessonStep) {
        let prompt = self.window.resource::<OpenPrompt>().0.clone().expect("an open prompt");
        let asked = &self.window.resource::<ShownBattle>().snapshot().rows[prompt.who.index()].name.to_string();
        match (&step.until, prompt.asks) {
            (_, Asks::Cell { cells, .. }) => {
                let wanted = match step.look {
                    Some(Spotlight::Cell(x, y)) => Some(Cell::new(x, y)).filter(|cell| cells.contains(cell)),
                    _ => None,
                };
                self.window.click_cell(wanted.unwrap_or(cells[0]));
            }
            (StepGoal::Acts { .. }, Asks::Interrupt { .. }) => self.act(step),
            (_, Asks::React { .. } | Asks::Interrupt { .. })
                if step.look != Some(Spotlight::Panel(LessonPanel::Actions)) =>
            {
                panic!("{asked} may react at `{}`: {:#?}", step.say, self.window.texts())
            }
            (_, Asks::React { .. } | Asks::Pick { .. } | Asks::Face { .. }) => {
                assert!(click_text(self.window, "1  "), "no answer in {:#?}", self.window.texts());
            }
            (StepGoal::Does(gesture), _) => self.gesture(gesture, step.look.as_ref()),
            (goal, _) if actor(goal).is_some_and(|who| who != asked) => {
                panic!("{asked} is asked at `{}`: {:#?}", step.say, self.window.texts())
            }
            _ => self.act(step),
        }
    }

    fn gesture(&mut self, gesture: &LessonGesture, look: Option<&Spotlight>) {
        match gesture {
            LessonGesture::PointsAt(_) if matches!(look, Some(Spotlight::Use(action, _)) if !self.picks(*action)) => {
                let Some(Spotlight::Use(action, _)) = look else { return };
                self.press(*action);
            }
            LessonGesture::PointsAt(name) => {
                let cell = cell_of(self.window, name);
                self.window.hover_over(cell).frames(2);
                // What the sentences say about cover is true.
                let (covered, clear) = (self.window.shows("half cover"), self.window.shows("clear"));
                let say = step(self.window).map(|step| step.say).unwrap_or_default();
                assert!(!say.contains("covers him") || covered, "{say}: {:#?}", self.window.texts());
                assert!(!say.contains("the line is clear") || (clear && !covered), "{say}: {:#?}", self.window.texts());
                self.window.frames(10);
            }
            LessonGesture::Selects(name) => {
                let cell = cell_of(self.window, name);
                self.window.click_cell(cell);
            }
            LessonGesture::Picks(action) => {
                let name = self.name(*action);
                self.window.click(&name);
            }
            LessonGesture::Unfolds => {
                // The forecast covers the log until the pointer leaves the board.
                self.window.point_at(Vec2::new(SMALL.0 - 100.0, 230.0)).frames(4);
                assert!(click_text(self.window, "+"), "no line with terms: {:#?}", self.window.texts());
            }
            LessonGesture::Continues => {
                panic!("{gesture:?} asks for another button: {:#?}", self.window.texts())
            }
        }
    }

    /// Lets the asked combatant wait, or ends its turn.
    fn wait(&mut self) {
        for words in ["Stand by", "Wait", "End turn"] {
            if click_text(self.window, words) {
                return;
            }
        }
        panic!("no way to wait: {:#?}", self.window.texts());
    }

    fn act(&mut self, step: &LessonStep) {
        match step.look.as_ref().expect("something to click") {
            Spotlight::Cell(x, y) => drop(self.window.click_cell(Cell::new(*x, *y))),
            Spotlight::Unit(name) => self.click_unit(name),
            Spotlight::Action(action) => self.press(*action),
            Spotlight::Use(action, name) => {
                if !self.picks(*action) && !self.press_if_shown(*action) {
                    return self.wait();
                }
                if self.picks(*action) {
                    self.click_unit(name);
                }
            }
            Spotlight::UseAt(action, x, y) => {
                if !self.picks(*action) && !self.press_if_shown(*action) {
                    return self.wait();
                }
                self.window.click_cell(Cell::new(*x, *y));
            }
            Spotlight::Panel(_) => self.in_panel(step),
        }
    }

    fn picks(&self, action: Name) -> bool {
        self.window.resource::<Intent>().action == Some(action)
    }

    fn press(&mut self, action: Name) {
        assert!(self.press_if_shown(action), "no button of {action:?}: {:#?}", self.window.texts());
    }

    fn press_if_shown(&mut self, action: Name) -> bool {
        let name = self.name(action);
        let shown = self.window.texts().contains(&name.as_str());
        if shown {
            self.window.click(&name).frames(3);
        }
        shown
    }

    /// Clicks on a combatant; where that does nothing, because nothing is left to pay with, ends the turn.
    fn click_unit(&mut self, name: &str) {
        let given = self.window.answers().len();
        let cell = cell_of(self.window, name);
        self.window.click_cell(cell).frames(3);
        if self.window.answers().len() == given {
            self.wait();
        }
    }

    /// Picks what the step names from a list in the panel.
    fn in_panel(&mut self, step: &LessonStep) {
        match &step.until {
            StepGoal::Prepared(_, spell) => {
                let name = self.name(*spell);
                let listed =
                    |text: &&str| text.starts_with(|letter: char| letter.is_ascii_digit()) && text.contains(&name);
                let found = self.window.texts().into_iter().find(listed).map(str::to_owned);
                let words = found.unwrap_or_else(|| "Go on preparing".to_owned());
                assert!(click_text(self.window, &words), "{:#?}", self.window.texts());
            }
            StepGoal::Acts { .. } if click_text(self.window, "1 Attack") => {}
            _ => self.wait(),
        }
    }
}

/// Plays all lessons of a rule system, from the title screen to the end of the last.
fn play_all(ruleset: &str) {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = at_title(&home);
    let all = window.resource::<Tutorials>().all.clone();
    let tutorial = all.iter().find(|tutorial| tutorial.ruleset == ruleset).expect("it has a tutorial").clone();
    assert!((5..=8).contains(&tutorial.lessons.len()), "{} lessons", tutorial.lessons.len());
    window.click("Learn to play").frames(3);
    let tab = all.iter().position(|tutorial| tutorial.ruleset == ruleset).expect("a tab");
    let tabs: Vec<String> =
        window.texts().iter().filter(|text| text.contains("  0/")).map(|text| (*text).to_owned()).collect();
    window.click(&tabs[tab]).frames(3);
    let first = format!("1  {}", tutorial.lessons[0].title);
    window.click(&first).frames(3);
    for (at, lesson) in tutorial.lessons.iter().enumerate() {
        window.wait_until("the lesson begins", |window| {
            window.world().get_resource::<LessonRun>().is_some_and(|run| run.place.at == at && run.step == 0)
        });
        window.frames(60);
        let mut player = Player { window: &mut window, inputs: 0 };
        player.play();
        println!("{ruleset} {}: {} inputs", lesson.id, player.inputs);
        window.frames(40);
        assert!(window.shows(&lesson.end), "{}: {:#?}", lesson.id, window.texts());
        let done = &window.resource::<Settings>().lessons[ruleset];
        assert!(done.contains(&lesson.id), "{done:?}");
        if at + 1 < tutorial.lessons.len() {
            window.click("Next lesson").frames(3);
        }
    }
    drop(window);
    // Completed lessons are remembered after a restart.
    let window = at_title(&home);
    let many: usize = all.iter().map(|tutorial| tutorial.lessons.len()).sum();
    let words = format!("{} of {many} lessons done", tutorial.lessons.len());
    assert!(window.shows(&words), "{words}: {:#?}", window.texts());
}

#[test]
fn every_lesson_of_time_count_is_completed_by_mouse() {
    play_all("time_count");
}

#[test]
fn every_lesson_of_fragments_is_completed_by_mouse() {
    play_all("fragments");
}

#[test]
fn every_lesson_of_fighting_style_is_completed_by_mouse() {
    play_all("fighting_style");
}

#[test]
fn every_lesson_of_heroes_of_destiny_is_completed_by_mouse() {
    play_all("heroes_of_destiny");
}

#[test]
fn every_lesson_of_pathrunner_is_completed_by_mouse() {
    play_all("pathrunner");
}

/// A window in the first lesson of the first tutorial.
fn first_lesson(home: &TempDir) -> TestWindow {
    let mut window = at_title(home);
    let title = window.resource::<Tutorials>().all[0].lessons[0].title.clone();
    window.click("Learn to play").frames(3).click(&format!("1  {title}")).wait_for_prompt().frames(40);
    window
}

#[test]
fn a_lesson_waits_for_its_step_and_can_be_restarted_skipped_and_left() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = first_lesson(&home);
    let say = |window: &TestWindow| step(window).map(|step| step.say);
    let first = say(&window).expect("a step");
    window.click_cell(Cell::new(1, 4)).wait_for_prompt().frames(6);
    assert_eq!(say(&window).as_ref(), Some(&first), "another walk does not complete the step");
    window.click("Skip").frames(3);
    let second = say(&window).expect("a step");
    assert_ne!(second, first);
    window.click("Back").frames(3);
    assert_eq!(say(&window).as_ref(), Some(&first));
    window.click("Skip").frames(3).click("Restart").frames(20).wait_for_prompt();
    assert_eq!((say(&window), cell_of(&window, "Asa")), (Some(first), Cell::new(1, 2)));
    window.click("Leave").frames(12);
    assert_eq!(screen(&window), Screen::Title);
    assert!(window.shows("Each lesson is a real battle"), "{:#?}", window.texts());
    assert!(!window.world().contains_resource::<LessonRun>());
}

#[test]
fn a_quick_save_in_a_lesson_leaves_the_players_own_as_it_was() {
    let home = tempfile::tempdir().expect("a folder");
    let own = home.path().join("quick.warboard");
    std::fs::write(&own, "the player's own").expect("a file");
    let mut window = first_lesson(&home);
    window.press(KeyCode::F5).frames(3);
    assert_eq!(std::fs::read_to_string(&own).expect("a file"), "the player's own");
    assert!(window.texts().iter().any(|text| text.starts_with("lessons are not saved")), "{:#?}", window.texts());
}

#[test]
fn the_strip_of_a_lesson_covers_no_part_of_the_board() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = first_lesson(&home);
    let say = step(&window).expect("a step").say;
    let foot = window.words().iter().find(|word| word.text == say).expect("the sentence").clip.bottom();
    for corner in [Cell::new(0, 0), Cell::new(9, 5)] {
        let at: Vec2 = window.cell(corner);
        assert!(at.y > foot && at.y < SMALL.1 - 126.0 && at.x > 0.0 && at.x < SMALL.0, "{corner}: {at}");
    }
}
