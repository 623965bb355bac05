//! The complete window without a display or a renderer: tests send keys and clicks and read the words on its panels.

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
use warboard::content::{Source, Terrains};
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

/// A text on the panels, its rectangle, and the rectangle that clips it.
#[derive(Clone, Debug)]
pub struct Word {
    pub text: String,
    pub at: egui::Rect,
    pub clip: egui::Rect,
    /// Whether the text was shortened for lack of room.
    pub elided: bool,
}

impl Word {
    /// Whether a part of the text is visible.
    pub fn is_seen(&self) -> bool {
        self.at.intersect(self.clip).is_positive()
    }
}

/// All texts of the last frame, in the order in which they were drawn.
#[derive(Resource, Default)]
struct Words(Vec<Word>);

/// All answers given in the window.
#[derive(Resource, Default)]
struct AnswersGiven(Vec<Choice>);

/// A window that is not displayed.
pub struct TestWindow {
    app: App,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A battle of a shipped scenario with a seat for each side.
pub fn opening(scenario: &str, seats: &[Seat]) -> BattleOpening {
    let source = Source::read(root().join("scenarios").join(scenario)).expect("the scenario is there");
    opening_of(source, "time_count", seats, 7)
}

/// A battle of any scenario under a rule system.
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

impl TestWindow {
    /// Opens the window on a battle or on the start screen, with the player's files in `home`.
    pub fn open(home: &Path, opening: Option<BattleOpening>) -> TestWindow {
        let [assets, scenarios, house_rules] = ["assets", "scenarios", "house_rules"].map(|folder| root().join(folder));
        let options =
            WindowOptions { assets, scenarios, house_rules, home: Home(home.to_owned()), opening, replay: None };
        let no_backend = WgpuSettings { backends: None, ..default() };
        let render = RenderPlugin { render_creation: RenderCreation::Automatic(Box::new(no_backend)), ..default() };
        let mut app = App::new();
        app.add_plugins(engine_plugins(&options).set(render).disable::<WinitPlugin>().disable::<LogPlugin>());
        install(&mut app, options);
        app.init_resource::<Words>()
            .init_resource::<AnswersGiven>()
            .add_systems(Last, |mut answers: MessageReader<PlayerAnswer>, mut given: ResMut<AnswersGiven>| {
                given.0.extend(answers.read().map(|answer| answer.0.clone()));
            })
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)))
            .add_systems(PostUpdate, gather.after(EguiPostUpdateSet::EndPass).before(EguiPostUpdateSet::ProcessOutput));
        while app.plugins_state() == PluginsState::Adding {
            std::thread::yield_now();
        }
        app.finish();
        app.cleanup();
        let mut window = TestWindow { app };
        // Notes would cover cells that tests click on.
        window.world_mut().resource_mut::<Settings>().hints = false;
        window.frames(4);
        window.wait_until("all images are loaded", |window| !window.resource::<Loading>().is_loading());
        window
    }

    /// Runs `count` frames of 50 milliseconds.
    pub fn frames(&mut self, count: usize) -> &mut TestWindow {
        for _ in 0..count {
            self.app.update();
        }
        self
    }

    /// Runs frames until a condition holds; `what` describes it for the panic message.
    pub fn wait_until(&mut self, what: &str, condition: impl Fn(&TestWindow) -> bool) -> &mut TestWindow {
        for _ in 0..4000 {
            if condition(self) {
                return self;
            }
            self.app.update();
        }
        panic!("timed out waiting until {what}; visible: {:#?}", self.texts());
    }

    /// Resizes the window, in pixels.
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

    /// Edits a resource and runs a few frames.
    pub fn change<R: Resource<Mutability = bevy::ecs::component::Mutable>>(&mut self, change: impl FnOnce(&mut R)) {
        change(&mut self.app.world_mut().resource_mut::<R>());
        self.frames(3);
    }

    /// Completes every requested screenshot with an empty image, as a renderer would with a real one.
    pub fn complete_screenshots(&mut self) {
        let world = self.app.world_mut();
        let requested: Vec<Entity> = world.query_filtered::<Entity, With<Screenshot>>().iter(world).collect();
        assert!(!requested.is_empty(), "no screenshot was requested");
        for entity in requested {
            world.trigger(ScreenshotCaptured { entity, image: Image::default() });
        }
        self.frames(2);
    }

    /// All answers given in the window.
    pub fn answers(&self) -> &[Choice] {
        &self.resource::<AnswersGiven>().0
    }

    /// Runs frames until the player has an open prompt.
    pub fn wait_for_prompt(&mut self) -> &mut TestWindow {
        self.wait_until("a prompt is open", |window| window.resource::<OpenPrompt>().0.is_some())
    }

    /// Answers the open prompt.
    pub fn answer(&mut self, choice: Choice) {
        self.app.world_mut().write_message(PlayerAnswer(choice));
        self.frames(2);
    }

    /// All texts of the last frame.
    pub fn words(&self) -> &[Word] {
        &self.resource::<Words>().0
    }

    /// All visible texts.
    pub fn texts(&self) -> Vec<&str> {
        self.words().iter().filter(|word| word.is_seen()).map(|word| word.text.as_str()).collect()
    }

    /// Whether a visible text contains `words`.
    pub fn shows(&self, words: &str) -> bool {
        self.texts().iter().any(|text| text.contains(words))
    }

    /// Clicks on the visible text that equals `words`; on the last one drawn, if there are several.
    pub fn click(&mut self, words: &str) -> &mut TestWindow {
        let found = self.words().iter().rev().find(|word| word.is_seen() && word.text == words).cloned();
        let word = found.unwrap_or_else(|| panic!("no `{words}` in {:#?}", self.texts()));
        let at = word.at.intersect(word.clip).center() * self.zoom();
        self.click_at(Vec2::new(at.x, at.y))
    }

    /// Moves the pointer to the centre of a cell.
    pub fn point_at_cell(&mut self, cell: Cell) -> &mut TestWindow {
        let at = self.cell(cell);
        self.point_at(at).frames(3)
    }

    fn zoom(&self) -> f32 {
        f32::from(self.resource::<Settings>().scale) / 100.0
    }

    /// The centre of a cell in the window, in pixels.
    pub fn cell(&mut self, cell: Cell) -> Vec2 {
        let at = self.resource::<Layout>().centre(cell).extend(0.0);
        let world = self.app.world_mut();
        let mut cameras = world.query_filtered::<(&Camera, &GlobalTransform), With<BoardCamera>>();
        let (camera, place) = cameras.single(world).expect("the camera of the board");
        camera.world_to_viewport(place, at).expect("a visible board")
    }

    /// Rests the pointer on a cell until its tooltip is complete.
    pub fn hover_over(&mut self, cell: Cell) -> &mut TestWindow {
        let at = self.cell(cell);
        self.point_at(at);
        self.frames(24)
    }

    /// Clicks on a cell.
    pub fn click_cell(&mut self, cell: Cell) -> &mut TestWindow {
        let at = self.cell(cell);
        self.click_at(at)
    }

    /// Whether the token of a combatant is visible.
    pub fn shows_token(&self, who: CombatantId) -> bool {
        let entity = self.resource::<Roster>().entity(who).expect("a token");
        self.app.world().get::<Visibility>(entity) != Some(&Visibility::Hidden)
    }

    /// Moves the pointer to a point of the window, in pixels.
    pub fn point_at(&mut self, at: Vec2) -> &mut TestWindow {
        self.move_pointer(at);
        self.frames(2)
    }

    /// Sends the movement of the pointer to the next frame.
    fn move_pointer(&mut self, at: Vec2) {
        let world = self.app.world_mut();
        let mut windows = world.query_filtered::<(Entity, &mut Window), With<PrimaryWindow>>();
        let (window, mut about) = windows.single_mut(world).expect("a window");
        about.set_cursor_position(Some(at));
        let moved = CursorMoved { window, position: at, delta: None };
        world.write_message(WindowEvent::CursorMoved(moved.clone()));
        world.write_message(moved);
    }

    /// Sends a press or release of the left button to the next frame.
    fn button(&mut self, state: ButtonState) {
        let input = MouseButtonInput { button: MouseButton::Left, state, window: self.window() };
        self.app.world_mut().write_message(WindowEvent::MouseButtonInput(input));
        self.app.world_mut().write_message(input);
    }

    /// Clicks at a point and moves the pointer to another point, all before the next frame.
    pub fn click_and_move_away(&mut self, at: Vec2, on: Vec2) -> &mut TestWindow {
        self.move_pointer(at);
        self.button(ButtonState::Pressed);
        self.button(ButtonState::Released);
        self.move_pointer(on);
        self.frames(2)
    }

    /// Requests that the window be closed, as its frame or the system does.
    pub fn ask_to_close(&mut self) -> &mut TestWindow {
        let window = self.window();
        self.app.world_mut().write_message(WindowCloseRequested { window });
        self.frames(1)
    }

    /// Whether the program has ended.
    pub fn has_ended(&self) -> bool {
        self.app.should_exit().is_some()
    }

    /// Turns the wheel by `notches`, towards the board if positive.
    pub fn turn_wheel(&mut self, notches: f32) -> &mut TestWindow {
        let (window, unit) = (self.window(), MouseScrollUnit::Line);
        self.app.world_mut().write_message(MouseWheel { unit, x: 0.0, y: notches, window, phase: TouchPhase::Moved });
        self.frames(3)
    }

    /// The units of the board per pixel of the window.
    pub fn scale(&mut self) -> f32 {
        let world = self.app.world_mut();
        let mut cameras = world.query_filtered::<&Projection, With<BoardCamera>>();
        match cameras.single(world).expect("the camera of the board") {
            Projection::Orthographic(lens) => lens.scale,
            _ => panic!("the board is seen from straight above"),
        }
    }

    /// Presses and releases the left button at a point of the window.
    pub fn click_at(&mut self, at: Vec2) -> &mut TestWindow {
        self.point_at(at);
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
    pub fn press(&mut self, key: KeyCode) -> &mut TestWindow {
        self.stroke(key, Key::F35)
    }

    /// Presses and releases a key while another is held.
    pub fn press_with(&mut self, held: KeyCode, key: KeyCode) -> &mut TestWindow {
        self.key(held, Key::F35, ButtonState::Pressed);
        self.stroke(key, Key::F35);
        self.key(held, Key::F35, ButtonState::Released);
        self.frames(2)
    }

    /// Presses and releases a key that the panels know by its name, such as Tab or Enter.
    pub fn stroke_named(&mut self, key: KeyCode, name: Key) -> &mut TestWindow {
        self.stroke(key, name)
    }

    /// Types words into the focused field.
    pub fn type_words(&mut self, words: &str) -> &mut TestWindow {
        for letter in words.chars() {
            self.stroke(KeyCode::F35, Key::Character(letter.to_string().into()));
        }
        self
    }

    fn stroke(&mut self, key_code: KeyCode, logical_key: Key) -> &mut TestWindow {
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
