//! How the window is opened.

use std::any::Any;
use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy::app::PluginGroupBuilder;
use bevy::asset::AssetPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::winit::WinitSettings;
use bevy_ecs_tilemap::TilemapPlugin;
use bevy_egui::EguiPlugin;

use super::board::AssetRoot;
use super::home::Home;
use super::hud::Settings;
use super::session::Opening;
use super::{board, camera, hud, input, overlay, screens, session, theme, tokens};

/// What the window is opened with.
#[derive(Clone, Debug)]
pub struct WindowOptions {
    /// The folder of rulesets, units and art.
    pub assets: PathBuf,
    /// The folder of scenarios the start screen offers.
    pub scenarios: PathBuf,
    /// The folder of house rules that it offers with them.
    pub house_rules: PathBuf,
    /// The folder of the player's own files.
    pub home: Home,
    /// The battle to begin with; without one the start screen is shown.
    pub opening: Option<Opening>,
}

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// Nothing to show a window on.
    #[error("no display: neither WAYLAND_DISPLAY nor DISPLAY is set")]
    NoDisplay,
    /// The system refused, in its own words.
    #[error("the window could not be opened: {0}")]
    Failed(String),
}

/// Opens the window and stays in it until it is closed.
///
/// # Errors
/// If there is no display, or the system or its graphics refuse.
pub fn run(options: WindowOptions) -> Result<AppExit, WindowError> {
    if !has_display() {
        return Err(WindowError::NoDisplay);
    }
    let drawn = Arc::new(AtomicBool::new(false));
    let noted = drawn.clone();
    let opened = catch_unwind(AssertUnwindSafe(|| {
        let mut app = build(options);
        app.add_systems(Update, move || noted.store(true, Ordering::Relaxed));
        app.run()
    }));
    match opened {
        Ok(exit) => Ok(exit),
        // A window that was there and broke is a fault of the game, not a missing window.
        Err(why) if drawn.load(Ordering::Relaxed) => resume_unwind(why),
        Err(why) => Err(WindowError::Failed(words(&*why))),
    }
}

fn has_display() -> bool {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos"))) || is_set("WAYLAND_DISPLAY") || is_set("DISPLAY")
}

/// What a failed start said.
fn words(why: &(dyn Any + Send)) -> String {
    let text = why.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| why.downcast_ref::<&str>().copied());
    text.unwrap_or("unknown reason").lines().next().unwrap_or_default().to_owned()
}

fn build(options: WindowOptions) -> App {
    let mut app = App::new();
    app.add_plugins(panes(&options)).add_plugins(TilemapPlugin);
    furnish(&mut app, options);
    app
}

/// Bevy as the window needs it.
pub fn panes(options: &WindowOptions) -> PluginGroupBuilder {
    let mut window = Window { title: "Warboard".into(), name: Some("warboard".into()), ..default() };
    Settings::kept(&options.home).window.give(&mut window);
    let files = AssetPlugin { file_path: root(options).display().to_string(), ..default() };
    // What is drawn at all is drawn whole: nothing is left out until its shader is ready.
    let whole = RenderPlugin { synchronous_pipeline_compilation: true, ..default() };
    DefaultPlugins
        .set(WindowPlugin { primary_window: Some(window), close_when_requested: false, ..default() })
        .set(files)
        .set(whole)
}

/// Puts everything into a window: the start screen, the battle, all panels. Whoever has an app of Bevy's plugins, with a
/// display or without one, has the game after this.
pub fn furnish(app: &mut App, options: WindowOptions) {
    app.add_plugins(EguiPlugin::default())
        .insert_resource(ClearColor(theme::BACKDROP))
        .insert_resource(WinitSettings::desktop_app())
        .insert_resource(AssetRoot(root(&options)));
    if let Some(opening) = options.opening.clone() {
        // A battle that was named is written down like one that was chosen.
        let journal = opening.journal.clone().or_else(|| Some(options.home.journal()));
        app.insert_resource(session::Next(Arc::new(Opening { journal, ..opening })));
    }
    app.insert_resource(screens::Launch(options))
        .add_plugins((super::headless, super::pace, screens::plugin, input::plugin, camera::plugin))
        .add_plugins((board::plugin, tokens::plugin, overlay::plugin, hud::plugin, super::placing::plugin))
        .add_systems(Startup, set_font);
}

/// An absolute path: Bevy would look beside the executable or in CARGO_MANIFEST_DIR for a relative one.
fn root(options: &WindowOptions) -> PathBuf {
    std::path::absolute(&options.assets).unwrap_or_else(|_| options.assets.clone())
}

/// Words on the board are set in the font of the panels.
fn set_font(mut fonts: ResMut<Assets<Font>>) {
    let known = bevy_egui::egui::FontDefinitions::default();
    if let Some(font) = known.font_data.get("Ubuntu-Light") {
        let set = fonts.insert(AssetId::default(), Font::from_bytes(font.font.to_vec()));
        if let Err(why) = set {
            error!("{why}");
        }
    }
}
