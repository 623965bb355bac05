//! The session of the window without panels or rendering: frames are run one by one, and answers are sent as panels send them.

#![allow(dead_code, reason = "every test file that includes this uses its own part of it")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bevy::input::InputPlugin;
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::time::TimeUpdateStrategy;
use warboard::battle::CombatantId;
use warboard::control::ai::Strength;
use warboard::ecs::ShownBattle;
use warboard::gui::home::Home;
use warboard::gui::playback::{Playback, Speed};
use warboard::gui::saves::SessionRequest;
use warboard::gui::screens::Screen;
use warboard::gui::session::{
    BattleOpening, Ended, NextBattle, Notice, OpenPrompt, PlayerAnswer, Seat, Session, files,
};
use warboard::gui::{WindowOptions, headless};
use warboard::resolution::{Act, Choice, Prompt};

/// Window options with the player's files in `home` and the content in `root`.
pub fn options(home: &Path, root: &Path) -> WindowOptions {
    let [assets, scenarios, house_rules] = ["assets", "scenarios", "house_rules"].map(|folder| root.join(folder));
    WindowOptions { assets, scenarios, house_rules, home: Home(home.to_owned()), opening: None, replay: None }
}

/// The root of the repository.
pub fn project() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A battle of a scenario below a folder, with a human on the first side and the computer on the others.
pub fn opening(root: &Path, scenario: &str, seed: u64) -> BattleOpening {
    let path = root.join("scenarios").join(scenario).with_extension("ron");
    let read = files::read(&options(root, root), &path.display().to_string(), "time_count");
    let (setup, source) = read.unwrap_or_else(|wrong| panic!("{}", wrong[0].render()));
    let mut seats = vec![Seat::Ai(Strength::Normal); setup.sides.len()];
    seats[0] = Seat::Human;
    BattleOpening::new(setup, source, seats, seed)
}

/// A window that runs frame by frame.
pub struct HeadlessWindow {
    pub app: App,
    /// The texts of all notices shown to the player.
    pub notices: Vec<String>,
}

impl HeadlessWindow {
    /// A window on the start screen, with the player's files in `home`.
    pub fn new(home: &Path, root: &Path) -> HeadlessWindow {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin, InputPlugin))
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)))
            .insert_resource(options(home, root))
            .add_plugins(headless);
        let mut window = HeadlessWindow { app, notices: Vec::new() };
        window.frame();
        window
    }

    /// Opens a battle and runs it to its first prompt.
    pub fn show(&mut self, opening: BattleOpening) {
        let journal = Some(self.home().journal());
        self.app.insert_resource(NextBattle(Arc::new(BattleOpening { journal, ..opening })));
        self.get_mut::<NextState<Screen>>().set(Screen::Battle);
        self.settle();
    }

    pub fn get<R: Resource>(&self) -> &R {
        self.app.world().resource::<R>()
    }

    pub fn get_mut<R: Resource<Mutability = bevy::ecs::component::Mutable>>(&mut self) -> Mut<'_, R> {
        self.app.world_mut().resource_mut::<R>()
    }

    /// The folder of the player's files.
    pub fn home(&self) -> &Home {
        &self.get::<WindowOptions>().home
    }

    /// Runs one frame and collects its notices.
    pub fn frame(&mut self) {
        self.app.update();
        let mut messages = self.get_mut::<Messages<Notice>>();
        let texts: Vec<String> = messages.drain().map(|notice| notice.refusal.why.into_owned()).collect();
        self.notices.extend(texts);
    }

    /// Runs frames until a prompt is open or the battle is over, and playback is idle.
    pub fn settle(&mut self) {
        for _ in 0..200_000 {
            self.frame();
            let over = self.app.world().contains_resource::<Ended>();
            let asked = self.app.world().contains_resource::<Session>() && self.asked().is_some();
            if (over || asked) && self.get::<Playback>().is_idle() {
                // The screen after the end comes with the next frame.
                return self.frame();
            }
        }
        panic!("no prompt was opened");
    }

    /// Sets playback to instant.
    pub fn at_once(mut self) -> HeadlessWindow {
        self.get_mut::<Playback>().speed = Speed::Instant;
        self
    }

    /// The open prompt.
    pub fn asked(&self) -> Option<Prompt> {
        self.get::<OpenPrompt>().0.clone()
    }

    pub fn is_over(&self) -> bool {
        self.app.world().contains_resource::<Ended>()
    }

    /// Answers the open prompt and runs to the next one.
    pub fn answer(&mut self, choice: Choice) {
        self.app.world_mut().write_message(PlayerAnswer(choice));
        self.settle();
    }

    /// Sends a request as a button or a key does.
    pub fn request(&mut self, request: SessionRequest) {
        self.app.world_mut().write_message(request);
        self.frame();
        self.settle();
    }

    /// Answers with an action without a target.
    pub fn perform(&mut self, action: &str) {
        self.answer(Choice::Act(Act::own(action)));
    }

    pub fn session(&self) -> &Session {
        self.get::<Session>()
    }

    /// The checksum of the simulated state.
    pub fn checksum(&self) -> u64 {
        let session = self.session();
        session.battle().snapshot().checksum(session.battle().dice().rolls_made())
    }

    /// The checksum of the shown state.
    pub fn shown(&self) -> u64 {
        self.get::<ShownBattle>().snapshot().checksum(self.session().battle().dice().rolls_made())
    }

    /// The shown position of a combatant.
    pub fn cell(&self, who: CombatantId) -> warboard::grid::Cell {
        self.get::<ShownBattle>().snapshot().rows[who.index()].position.cell()
    }
}
