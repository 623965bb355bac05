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

use super::options::{WindowError, WindowOptions};
use super::{headless, pacing, placement};
use crate::gui::board::AssetRoot;
use crate::gui::session::BattleOpening;
use crate::gui::settings::Settings;
use crate::gui::{board, camera, hud, input, overlay, screens, session, theme, tokens};

/// Opens the window and runs until it is closed.
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
        // A panic after the first frame is a bug of the game, not a missing display.
        Err(why) if drawn.load(Ordering::Relaxed) => resume_unwind(why),
        Err(why) => Err(WindowError::Failed(words(&*why))),
    }
}

fn has_display() -> bool {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos"))) || is_set("WAYLAND_DISPLAY") || is_set("DISPLAY")
}

/// The message of a panic at the start.
fn words(why: &(dyn Any + Send)) -> String {
    let text = why.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| why.downcast_ref::<&str>().copied());
    text.unwrap_or("unknown reason").lines().next().unwrap_or_default().to_owned()
}

fn build(options: WindowOptions) -> App {
    let mut app = App::new();
    app.add_plugins(engine_plugins(&options)).add_plugins(TilemapPlugin);
    install(&mut app, options);
    app
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
        app.insert_resource(session::NextBattle(Arc::new(BattleOpening { journal, ..opening })));
    }
    app.insert_resource(screens::Launch(options))
        .add_plugins((headless::headless, pacing::plugin, screens::plugin, input::plugin, camera::plugin))
        .add_plugins((board::plugin, tokens::plugin, overlay::plugin, hud::plugin, placement::plugin))
        .add_systems(Startup, set_font);
}

/// An absolute path: Bevy resolves relative ones against the executable or CARGO_MANIFEST_DIR.
fn root(options: &WindowOptions) -> PathBuf {
    std::path::absolute(&options.assets).unwrap_or_else(|_| options.assets.clone())
}

/// Sets the font of the panels for words on the board.
fn set_font(mut fonts: ResMut<Assets<Font>>) {
    let known = bevy_egui::egui::FontDefinitions::default();
    if let Some(font) = known.font_data.get("Ubuntu-Light") {
        let set = fonts.insert(AssetId::default(), Font::from_bytes(font.font.to_vec()));
        if let Err(why) = set {
            error!("{why}");
        }
    }
}
