//! The window without its pictures: frames are made one by one, and answers are given as panels give them.

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

/// Where the files of a battle are.
pub fn options(home: &Path, root: &Path) -> WindowOptions {
    let [assets, scenarios, house_rules] = ["assets", "scenarios", "house_rules"].map(|folder| root.join(folder));
    WindowOptions { assets, scenarios, house_rules, home: Home(home.to_owned()), opening: None }
}

pub fn project() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A battle of a scenario below a folder, with a person on the first side and the program on the others.
pub fn opening(root: &Path, scenario: &str, seed: u64) -> BattleOpening {
    let path = root.join("scenarios").join(scenario).with_extension("ron");
    let read = files::read(&options(root, root), &path.display().to_string(), "time_count");
    let (setup, source) = read.unwrap_or_else(|wrong| panic!("{}", wrong[0].render()));
    let mut seats = vec![Seat::Ai(Strength::Normal); setup.sides.len()];
    seats[0] = Seat::Human;
    BattleOpening::new(setup, source, seats, seed)
}

/// A window that is made frame by frame.
pub struct Window {
    pub app: App,
    /// Everything the player was told.
    pub told: Vec<String>,
}

impl Window {
    /// A window of a player whose files are in this folder, on the start screen.
    pub fn new(home: &Path, root: &Path) -> Window {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin, InputPlugin))
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)))
            .insert_resource(options(home, root))
            .add_plugins(headless);
        let mut window = Window { app, told: Vec::new() };
        window.frame();
        window
    }

    /// Shows a battle up to its first question.
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

    /// The player's files.
    pub fn home(&self) -> &Home {
        &self.get::<WindowOptions>().home
    }

    pub fn frame(&mut self) {
        self.app.update();
        let mut notices = self.get_mut::<Messages<Notice>>();
        let told: Vec<String> = notices.drain().map(|notice| notice.refusal.why.into_owned()).collect();
        self.told.extend(told);
    }

    /// Makes frames until somebody is asked or the battle is over, and all of it has been shown.
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
        panic!("nobody is asked");
    }

    /// The same, showing everything at once.
    pub fn at_once(mut self) -> Window {
        self.get_mut::<Playback>().speed = Speed::Instant;
        self
    }

    pub fn asked(&self) -> Option<Prompt> {
        self.get::<OpenPrompt>().0.clone()
    }

    pub fn is_over(&self) -> bool {
        self.app.world().contains_resource::<Ended>()
    }

    /// Answers what is asked, and goes on to the next question.
    pub fn answer(&mut self, choice: Choice) {
        self.app.world_mut().write_message(PlayerAnswer(choice));
        self.settle();
    }

    /// Asks for something as a button or a key would.
    pub fn request(&mut self, request: SessionRequest) {
        self.app.world_mut().write_message(request);
        self.frame();
        self.settle();
    }

    pub fn own(&mut self, action: &str) {
        self.answer(Choice::Act(Act::own(action)));
    }

    pub fn session(&self) -> &Session {
        self.get::<Session>()
    }

    /// The checksum of the state the simulation is in.
    pub fn checksum(&self) -> u64 {
        let session = self.session();
        session.battle().snapshot().checksum(session.battle().dice().rolls_made())
    }

    /// The checksum of the state that is shown.
    pub fn shown(&self) -> u64 {
        self.get::<ShownBattle>().snapshot().checksum(self.session().battle().dice().rolls_made())
    }

    pub fn cell(&self, who: CombatantId) -> warboard::grid::Cell {
        self.get::<ShownBattle>().snapshot().rows[who.index()].position.cell()
    }
}
