//! The window without a display or a renderer: keys and clicks go in, the words on its panels come out.

#![allow(dead_code, reason = "every test file that includes this uses its own part of it")]

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bevy::app::PluginsState;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::mouse::{MouseButtonInput, MouseScrollUnit, MouseWheel};
use bevy::input::touch::TouchPhase;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::{RenderCreation, WgpuSettings};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::time::TimeUpdateStrategy;
use bevy::window::{CursorMoved, PrimaryWindow, WindowCloseRequested, WindowEvent};
use bevy::winit::WinitPlugin;
use bevy_egui::egui::{self, Shape, epaint::ClippedShape};
use bevy_egui::{EguiFullOutput, EguiPostUpdateSet};
use warboard::battle::CombatantId;
use warboard::content::authored::Source;
use warboard::content::terrain::Terrains;
use warboard::ecs::Roster;
use warboard::grid::Cell;
use warboard::gui::board::Layout;
use warboard::gui::camera::BoardCamera;
use warboard::gui::home::Home;
use warboard::gui::hud::Loading;
use warboard::gui::session::{BattleOpening, OpenPrompt, PlayerAnswer, Seat};
use warboard::gui::settings::Settings;
use warboard::gui::{WindowOptions, engine_plugins, install};
use warboard::resolution::Choice;
use warboard::rules::Library;
use warboard::scenario::Scenario;

/// Words on the panels, where they are, and the rectangle outside of which nothing of them is seen.
#[derive(Clone, Debug)]
pub struct Word {
    pub text: String,
    pub at: egui::Rect,
    pub clip: egui::Rect,
    /// Whether letters were left out because they had no room.
    pub elided: bool,
}

impl Word {
    /// Whether any of it is seen.
    pub fn is_seen(&self) -> bool {
        self.at.intersect(self.clip).is_positive()
    }
}

/// All words of the last frame, in the order in which they were drawn.
#[derive(Resource, Default)]
struct Words(Vec<Word>);

/// Everything that was answered at the window.
#[derive(Resource, Default)]
struct Given(Vec<Choice>);

/// A window that nobody sees.
pub struct Pane {
    app: App,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A battle of a shipped scenario with these people at its sides.
pub fn opening(scenario: &str, seats: &[Seat]) -> BattleOpening {
    let source = Source::read(root().join("scenarios").join(scenario)).expect("the scenario is there");
    opening_of(source, "time_count", seats, 7)
}

/// A battle of any scenario by these rules.
pub fn opening_of(source: Source, ruleset: &str, seats: &[Seat], seed: u64) -> BattleOpening {
    let assets = root().join("assets");
    let terrains = Terrains::open(&assets).expect("the terrains load");
    let library = Library::open(&assets).expect("the rules load");
    let read = Scenario::read(&source, &terrains).map_err(|wrong| wrong[0].brief());
    let scenario = read.unwrap_or_else(|wrong| panic!("{wrong}"));
    let setup = scenario.prepare(&library, ruleset).map_err(|wrong| wrong[0].brief());
    let setup = setup.unwrap_or_else(|wrong| panic!("{wrong}"));
    BattleOpening::new(Arc::new(setup), source, seats.to_vec(), seed)
}

impl Pane {
    /// Opens the window with this folder for the player's files; on a battle, or on the start screen.
    pub fn open(home: &Path, opening: Option<BattleOpening>) -> Pane {
        let [assets, scenarios, house_rules] = ["assets", "scenarios", "house_rules"].map(|folder| root().join(folder));
        let options = WindowOptions { assets, scenarios, house_rules, home: Home(home.to_owned()), opening };
        let unseen = WgpuSettings { backends: None, ..default() };
        let render = RenderPlugin { render_creation: RenderCreation::Automatic(Box::new(unseen)), ..default() };
        let mut app = App::new();
        app.add_plugins(engine_plugins(&options).set(render).disable::<WinitPlugin>().disable::<LogPlugin>());
        install(&mut app, options);
        app.init_resource::<Words>()
            .init_resource::<Given>()
            .add_systems(Last, |mut answers: MessageReader<PlayerAnswer>, mut given: ResMut<Given>| {
                given.0.extend(answers.read().map(|answer| answer.0.clone()));
            })
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)))
            .add_systems(PostUpdate, gather.after(EguiPostUpdateSet::EndPass).before(EguiPostUpdateSet::ProcessOutput));
        while app.plugins_state() == PluginsState::Adding {
            std::thread::yield_now();
        }
        app.finish();
        app.cleanup();
        let mut pane = Pane { app };
        pane.frames(4);
        pane.until("are all pictures there", |pane| !pane.resource::<Loading>().is_loading());
        pane
    }

    /// Makes so many frames of a twentieth of a second.
    pub fn frames(&mut self, many: usize) -> &mut Pane {
        for _ in 0..many {
            self.app.update();
        }
        self
    }

    /// Makes frames until something is so.
    pub fn until(&mut self, what: &str, is_so: impl Fn(&Pane) -> bool) -> &mut Pane {
        for _ in 0..4000 {
            if is_so(self) {
                return self;
            }
            self.app.update();
        }
        panic!("never {what}; seen: {:#?}", self.texts());
    }

    /// Changes the size of the window, in pixels.
    pub fn resize(&mut self, width: f32, height: f32) {
        let world = self.app.world_mut();
        let mut window = world.query_filtered::<&mut Window, With<PrimaryWindow>>();
        window.single_mut(world).expect("a window").resolution.set(width, height);
        self.frames(3);
    }

    pub fn world(&self) -> &World {
        self.app.world()
    }

    pub fn world_mut(&mut self) -> &mut World {
        self.app.world_mut()
    }

    pub fn resource<R: Resource>(&self) -> &R {
        self.app.world().resource::<R>()
    }

    pub fn change<R: Resource<Mutability = bevy::ecs::component::Mutable>>(&mut self, change: impl FnOnce(&mut R)) {
        change(&mut self.app.world_mut().resource_mut::<R>());
        self.frames(3);
    }

    /// Does what a renderer would for every picture that was asked for.
    pub fn expose(&mut self) {
        let world = self.app.world_mut();
        let asked: Vec<Entity> = world.query_filtered::<Entity, With<Screenshot>>().iter(world).collect();
        assert!(!asked.is_empty(), "no picture was asked for");
        for entity in asked {
            world.trigger(ScreenshotCaptured { entity, image: Image::default() });
        }
        self.frames(2);
    }

    /// Everything that was answered at the window.
    pub fn given(&self) -> &[Choice] {
        &self.resource::<Given>().0
    }

    /// Everybody who could be asked has been: somebody at the window is asked now.
    pub fn until_asked(&mut self) -> &mut Pane {
        self.until("is anybody asked", |pane| pane.resource::<OpenPrompt>().0.is_some())
    }

    /// Answers what is asked.
    pub fn answer(&mut self, choice: Choice) {
        self.app.world_mut().write_message(PlayerAnswer(choice));
        self.frames(2);
    }

    pub fn words(&self) -> &[Word] {
        &self.resource::<Words>().0
    }

    /// All words that are seen.
    pub fn texts(&self) -> Vec<&str> {
        self.words().iter().filter(|word| word.is_seen()).map(|word| word.text.as_str()).collect()
    }

    /// Whether these words are seen, alone or in others.
    pub fn shows(&self, words: &str) -> bool {
        self.texts().iter().any(|text| text.contains(words))
    }

    /// Clicks on the last words drawn that are these and no more.
    pub fn click(&mut self, words: &str) -> &mut Pane {
        let found = self.words().iter().rev().find(|word| word.is_seen() && word.text == words).cloned();
        let word = found.unwrap_or_else(|| panic!("no `{words}` in {:#?}", self.texts()));
        let at = word.at.intersect(word.clip).center() * self.zoom();
        self.click_at(Vec2::new(at.x, at.y))
    }

    /// Moves the pointer to the middle of a cell of the board.
    pub fn point_cell(&mut self, cell: Cell) -> &mut Pane {
        let at = self.cell(cell);
        self.point(at).frames(3)
    }

    fn zoom(&self) -> f32 {
        f32::from(self.resource::<Settings>().scale) / 100.0
    }

    /// Where the middle of a cell is in the window, in pixels.
    pub fn cell(&mut self, cell: Cell) -> Vec2 {
        let at = self.resource::<Layout>().centre(cell).extend(0.0);
        let world = self.app.world_mut();
        let mut cameras = world.query_filtered::<(&Camera, &GlobalTransform), With<BoardCamera>>();
        let (camera, place) = cameras.single(world).expect("the camera of the board");
        camera.world_to_viewport(place, at).expect("the board is seen")
    }

    /// Rests the pointer on a cell until everything about it is told.
    pub fn rest_on(&mut self, cell: Cell) -> &mut Pane {
        let at = self.cell(cell);
        self.point(at);
        self.frames(24)
    }

    /// Clicks on a cell.
    pub fn click_cell(&mut self, cell: Cell) -> &mut Pane {
        let at = self.cell(cell);
        self.click_at(at)
    }

    /// Whether the token of a combatant is drawn.
    pub fn draws(&self, who: CombatantId) -> bool {
        let entity = self.resource::<Roster>().entity(who).expect("a token");
        self.app.world().get::<Visibility>(entity) != Some(&Visibility::Hidden)
    }

    /// Moves the pointer to a point of the window, in pixels.
    pub fn point(&mut self, at: Vec2) -> &mut Pane {
        self.move_pointer(at);
        self.frames(2)
    }

    /// Lets the next frame hear that the pointer has moved.
    fn move_pointer(&mut self, at: Vec2) {
        let world = self.app.world_mut();
        let mut windows = world.query_filtered::<(Entity, &mut Window), With<PrimaryWindow>>();
        let (window, mut about) = windows.single_mut(world).expect("a window");
        about.set_cursor_position(Some(at));
        let moved = CursorMoved { window, position: at, delta: None };
        world.write_message(WindowEvent::CursorMoved(moved.clone()));
        world.write_message(moved);
    }

    /// Lets the next frame hear of a button.
    fn button(&mut self, state: ButtonState) {
        let input = MouseButtonInput { button: MouseButton::Left, state, window: self.window() };
        self.app.world_mut().write_message(WindowEvent::MouseButtonInput(input));
        self.app.world_mut().write_message(input);
    }

    /// Moves to a point, clicks there and moves on to another, all before the next frame.
    pub fn dash(&mut self, at: Vec2, on: Vec2) -> &mut Pane {
        self.move_pointer(at);
        self.button(ButtonState::Pressed);
        self.button(ButtonState::Released);
        self.move_pointer(on);
        self.frames(2)
    }

    /// Asks for the window to be closed, as its frame or the system does.
    pub fn ask_to_close(&mut self) -> &mut Pane {
        let window = self.window();
        self.app.world_mut().write_message(WindowCloseRequested { window });
        self.frames(1)
    }

    /// Whether the program has ended.
    pub fn has_ended(&self) -> bool {
        self.app.should_exit().is_some()
    }

    /// Turns the wheel by so many notches, towards the board.
    pub fn turn_wheel(&mut self, notches: f32) -> &mut Pane {
        let (window, unit) = (self.window(), MouseScrollUnit::Line);
        self.app.world_mut().write_message(MouseWheel { unit, x: 0.0, y: notches, window, phase: TouchPhase::Moved });
        self.frames(3)
    }

    /// How many units of the board one pixel of the window is.
    pub fn scale(&mut self) -> f32 {
        let world = self.app.world_mut();
        let mut cameras = world.query_filtered::<&Projection, With<BoardCamera>>();
        match cameras.single(world).expect("the camera of the board") {
            Projection::Orthographic(lens) => lens.scale,
            _ => panic!("the board is seen from straight above"),
        }
    }

    /// Presses and releases the left button at a point of the window.
    pub fn click_at(&mut self, at: Vec2) -> &mut Pane {
        self.point(at);
        for state in [ButtonState::Pressed, ButtonState::Released] {
            self.button(state);
            self.frames(2);
        }
        self
    }

    fn window(&mut self) -> Entity {
        let world = self.app.world_mut();
        world.query_filtered::<Entity, With<PrimaryWindow>>().single(world).expect("a window")
    }

    /// Presses and releases a key.
    pub fn press(&mut self, key: KeyCode) -> &mut Pane {
        self.stroke(key, Key::F35)
    }

    /// Presses and releases a key while another is held.
    pub fn press_with(&mut self, held: KeyCode, key: KeyCode) -> &mut Pane {
        self.key(held, Key::F35, ButtonState::Pressed);
        self.stroke(key, Key::F35);
        self.key(held, Key::F35, ButtonState::Released);
        self.frames(2)
    }

    /// Types words into the field that is typed into.
    pub fn type_words(&mut self, words: &str) -> &mut Pane {
        for letter in words.chars() {
            self.stroke(KeyCode::F35, Key::Character(letter.to_string().into()));
        }
        self
    }

    fn stroke(&mut self, key_code: KeyCode, logical_key: Key) -> &mut Pane {
        for state in [ButtonState::Pressed, ButtonState::Released] {
            self.key(key_code, logical_key.clone(), state);
        }
        self.frames(2)
    }

    fn key(&mut self, key_code: KeyCode, logical_key: Key, state: ButtonState) {
        let window = self.window();
        let stroke = KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window };
        self.app.world_mut().write_message(stroke);
        self.frames(1);
    }
}

fn gather(outputs: Query<&EguiFullOutput>, mut words: ResMut<Words>) {
    for output in &outputs {
        let Some(output) = &output.0 else { continue };
        words.0.clear();
        for ClippedShape { clip_rect, shape } in &output.shapes {
            collect(shape, *clip_rect, &mut words.0);
        }
    }
}

fn collect(shape: &Shape, clip: egui::Rect, words: &mut Vec<Word>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, clip, words)),
        Shape::Text(text) if !text.galley.text().trim().is_empty() => {
            let at = text.galley.rect.translate(text.pos.to_vec2());
            words.push(Word { text: text.galley.text().to_owned(), at, clip, elided: text.galley.elided });
        }
        _ => {}
    }
}
