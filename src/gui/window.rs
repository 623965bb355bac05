//! Opens the window, sets how often it draws frames, and plays battles without drawing.

use std::any::Any;
use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bevy::a11y::AccessibilityRequested;
use bevy::app::{MainScheduleOrder, PluginGroupBuilder};
use bevy::asset::AssetPlugin;
use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_ecs_tilemap::TilemapPlugin;
use bevy_egui::{EguiPlugin, EguiPrimaryContextPass, egui::FontDefinitions};

use super::board::AssetRoot;
use super::canvas::DrawingMaterial;
use super::frame::{self, Animating, FrameSystems, WAKING, Waker};
use super::home::WindowOptions;
use super::playback::{self, Playback};
use super::session::{self, BattleOpening, NextBattle, Past, Session};
use super::settings::Settings;
use super::{
    animation, board, camera, cues, files, hud, input, keys, known, learn, overlay, placement, saves, screens, sound,
    theme, tokens,
};
use crate::ecs::{RulesPlugin, RunBattle};

/// Why the window could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// There is no display.
    #[error("no display: neither WAYLAND_DISPLAY nor DISPLAY is set")]
    NoDisplay,
    /// The system refused, with its own message.
    #[error("the window could not be opened: {0}")]
    Failed(String),
}

/// Opens the window and runs until it is closed.
///
/// # Errors
/// If there is no display, or the system or its graphics refuse.
pub fn run(options: WindowOptions) -> Result<AppExit, WindowError> {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(all(unix, not(target_os = "macos"))) && !is_set("WAYLAND_DISPLAY") && !is_set("DISPLAY") {
        return Err(WindowError::NoDisplay);
    }
    let drawn = Arc::new(AtomicBool::new(false));
    let noted = drawn.clone();
    let opened = catch_unwind(AssertUnwindSafe(|| {
        let mut app = App::new();
        app.add_plugins(engine_plugins(&options)).add_plugins(TilemapPlugin);
        install(&mut app, options);
        sound::start(&mut app);
        app.add_systems(Update, move || noted.store(true, Ordering::Relaxed));
        app.run()
    }));
    opened.map_err(|why| match drawn.load(Ordering::Relaxed) {
        // A panic after the first frame is a bug of the game, not a missing display.
        true => resume_unwind(why),
        false => WindowError::Failed(words(&*why)),
    })
}

/// The message of a panic at the start.
fn words(why: &(dyn Any + Send)) -> String {
    let text = why.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| why.downcast_ref::<&str>().copied());
    text.unwrap_or("unknown reason").lines().next().unwrap_or_default().to_owned()
}

/// Bevy's default plugins, configured for this window.
pub fn engine_plugins(options: &WindowOptions) -> PluginGroupBuilder {
    let mut window = Window { title: "Warboard".into(), name: Some("warboard".into()), ..default() };
    Settings::kept(&options.home).window.apply_to(&mut window);
    let files = AssetPlugin { file_path: root(options).display().to_string(), ..default() };
    // Pipelines are compiled synchronously, so that nothing appears late.
    let whole = RenderPlugin { synchronous_pipeline_compilation: true, ..default() };
    DefaultPlugins
        .set(WindowPlugin { primary_window: Some(window), close_when_requested: false, ..default() })
        .set(files)
        .set(whole)
}

/// Adds the whole game to an app with Bevy's plugins: title screen, battle, panels. Works with or without a display.
pub fn install(app: &mut App, options: WindowOptions) {
    app.add_plugins(EguiPlugin::default())
        .insert_resource(ClearColor(theme::BACKDROP))
        .insert_resource(WinitSettings::desktop_app())
        .insert_resource(AssetRoot(root(&options)));
    if let Some(opening) = options.opening.clone() {
        // A battle named on the command line gets a journal as well.
        let journal = opening.journal.clone().or_else(|| Some(options.home.journal()));
        app.insert_resource(NextBattle(Arc::new(BattleOpening { journal, ..opening })));
    }
    app.insert_resource(options)
        .add_plugins(headless)
        .init_resource::<DrawingMaterial>()
        .add_plugins((
            screens::title::plugin,
            screens::skirmish::plugin,
            screens::result::plugin,
            screens::replay::plugin,
            input::plugin,
            camera::plugin,
        ))
        .add_plugins((
            board::plugin,
            cues::plugin,
            tokens::plugin,
            animation::plugin,
            overlay::plugin,
            hud::plugin,
            placement::plugin,
            learn::plugin,
            sound::plugin,
        ))
        .add_systems(Startup, set_font)
        .add_systems(Last, set_pace);
    run_on_one_thread(app);
}

/// Runs the systems of a frame on one thread. Handing each of these short systems to another thread costs more processor time than
/// the system.
fn run_on_one_thread(app: &mut App) {
    let frame = app.world().resource::<MainScheduleOrder>().labels.clone();
    for label in frame.into_iter().chain([EguiPrimaryContextPass.intern()]) {
        app.edit_schedule(label, |schedule| {
            schedule.set_executor(SingleThreadedExecutor::new());
        });
    }
}

/// Plays battles without drawing: seats, playback, files and saves, in the order of a frame. The app must provide
/// states, input and time.
pub fn headless(app: &mut App) {
    use FrameSystems::{Battle, Camera, Floor, Input, Overlays, Tokens};
    app.init_resource::<Animating>()
        .init_resource::<Waker>()
        .configure_sets(Update, ((Input, Battle, Floor, Tokens, Overlays, Camera).chain(), RunBattle.in_set(Battle)))
        .add_message::<input::Cancelled>()
        .add_systems(PreStartup, frame::connect)
        .add_systems(First, |mut animating: ResMut<Animating>| animating.moves = false)
        .add_plugins(RulesPlugin)
        .add_plugins((keys::plugin, screens::plugin, session::plugin, playback::plugin))
        .add_plugins((known::plugin, saves::plugin, files::plugin));
}

/// An absolute path: Bevy resolves relative ones against the executable or CARGO_MANIFEST_DIR.
fn root(options: &WindowOptions) -> PathBuf {
    std::path::absolute(&options.assets).unwrap_or_else(|_| options.assets.clone())
}

/// Sets the font of the panels for words on the board.
fn set_font(mut fonts: ResMut<Assets<Font>>) {
    if let Some(font) = FontDefinitions::default().font_data.get("Ubuntu-Light")
        && let Err(why) = fonts.insert(AssetId::default(), Font::from_bytes(font.font.to_vec()))
    {
        error!("{why}");
    }
}

/// Time between frames while nothing happens. Every change requests a frame.
const IDLE: Duration = Duration::from_secs(3600);

/// Time between attempts to write an answer that could not be written, and between searches for a new gamepad.
const CHECKING: Duration = Duration::from_secs(1);

/// Time between frames while a gamepad is connected: its buttons wake no frame.
const PLAYED_BY_PAD: Duration = Duration::from_millis(25);

/// Time between frames while a screen reader listens: its requests wake no frame.
const HEARING: Duration = Duration::from_millis(100);

/// Time between frames in motion when the CPU renders.
const UNAIDED: Duration = Duration::from_millis(66);

/// Sets the pace: continuous frames while something moves, else frames on events only.
fn set_pace(
    (mut animating, playback): (ResMut<Animating>, Res<Playback>),
    (session, past): (Option<Res<Session>>, Option<Res<Past>>),
    (adapter, requested, gamepads): (Option<Res<RenderAdapterInfo>>, Res<AccessibilityRequested>, Query<&Gamepad>),
    mut winit: ResMut<WinitSettings>,
) {
    let moving = animating.moves || (!playback.is_idle() && !playback.paused);
    animating.rested = if moving { animating.rested.saturating_sub(1) } else { WAKING.0 };
    let battle = session.as_deref().or(past.as_deref().map(|past| &past.0));
    let unwritten = battle.is_some_and(Session::is_unwritten);
    // The enum of device types is named in a crate that is not a dependency.
    let is_unaided = || adapter.is_some_and(|adapter| format!("{:?}", adapter.device_type) == "Cpu");
    let waits = match (gamepads.is_empty(), requested.get()) {
        (false, _) => PLAYED_BY_PAD,
        (true, true) => HEARING,
        _ if unwritten || cfg!(feature = "gamepad") => CHECKING,
        _ => IDLE,
    };
    let mode = match moving {
        false => UpdateMode::reactive_low_power(waits),
        true if is_unaided() => UpdateMode::reactive_low_power(UNAIDED),
        true => UpdateMode::Continuous,
    };
    // A battle continues in an unfocused window as well.
    if (winit.focused_mode, winit.unfocused_mode) != (mode, mode) {
        (winit.focused_mode, winit.unfocused_mode) = (mode, mode);
    }
}
