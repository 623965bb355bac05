//! Position, size and full-screen state of the window, kept between starts.

use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::{Monitor, MonitorSelection, PrimaryMonitor, PrimaryWindow, WindowMode, WindowResolution};
use bevy::winit::WINIT_WINDOWS;
use serde::{Deserialize, Serialize};

use super::frame::Animating;
use super::keys::{KeyCommand, Keys};
use super::settings::Settings;

/// Seconds the window must stay unchanged before its placement is stored.
const STABLE_SECONDS: f32 = 0.5;

/// Least and largest width and height, in logical pixels.
const SIZES: (u32, u32) = (320, 16_384);

/// Where the window lies when it does not fill the screen.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WindowPlacement {
    pub width: u32,
    pub height: u32,
    /// The top left corner in screen pixels, if the system reports it.
    pub at: Option<(i32, i32)>,
    pub maximized: bool,
}

impl Default for WindowPlacement {
    fn default() -> WindowPlacement {
        WindowPlacement { width: 1440, height: 900, at: None, maximized: false }
    }
}

impl WindowPlacement {
    pub fn apply_to(self, window: &mut Window) {
        let within = |pixels: u32| pixels.clamp(SIZES.0, SIZES.1);
        window.resolution = WindowResolution::new(within(self.width), within(self.height));
        window.position = self.at.map_or(WindowPosition::Automatic, |at| WindowPosition::At(at.into()));
        window.set_maximized(self.maximized);
    }

    /// The placement of a window now; a maximized one keeps its previous placement.
    fn of(window: &Window, maximized: bool, before: WindowPlacement) -> WindowPlacement {
        if maximized {
            return WindowPlacement { maximized, ..before };
        }
        let at = if let WindowPosition::At(at) = window.position { Some(at.into()) } else { before.at };
        let [width, height] = [window.width(), window.height()].map(|points| points.round() as u32);
        WindowPlacement { width, height, at, maximized }
    }

    /// Whether any part of it lies on a screen.
    fn is_on(self, screens: &Query<&Monitor>) -> bool {
        let Some(at) = self.at else { return true };
        let own = IRect::from_corners(at.into(), IVec2::from(at) + IVec2::new(self.width as i32, self.height as i32));
        screens.iter().any(|screen| {
            let corner = screen.physical_position;
            let size = IVec2::new(screen.physical_width as i32, screen.physical_height as i32);
            !own.intersect(IRect::from_corners(corner, corner + size)).is_empty()
        })
    }
}

pub fn plugin(app: &mut App) {
    app.add_systems(Update, (recentre, switch_full_screen, store).chain());
}

/// Centres a window whose screen is no longer connected.
fn recentre(
    settings: Res<Settings>,
    screens: Query<&Monitor>,
    added: Query<(), Added<Monitor>>,
    mut window: Single<&mut Window, With<PrimaryWindow>>,
    mut done: Local<bool>,
) {
    if *done || added.is_empty() {
        return;
    }
    *done = true;
    if !settings.window.is_on(&screens) {
        window.position = WindowPosition::Centered(MonitorSelection::Primary);
    }
}

/// Enters or leaves full screen by key, or as the settings say.
fn switch_full_screen(
    keys: Keys,
    mut settings: ResMut<Settings>,
    screens: Query<(Entity, Has<PrimaryMonitor>), With<Monitor>>,
    mut window: Single<&mut Window, With<PrimaryWindow>>,
) {
    if keys.pressed(KeyCommand::FullScreen) {
        settings.full_screen = !settings.full_screen;
    }
    let fills = window.mode != WindowMode::Windowed;
    if fills == settings.full_screen {
        return;
    }
    // Without known screens the system chooses one.
    let known = screens.iter().max_by_key(|(_, primary)| *primary).map(|(screen, _)| screen);
    let placed = matches!(window.position, WindowPosition::At(_));
    let screen = known.filter(|_| !placed).map_or(MonitorSelection::Current, MonitorSelection::Entity);
    window.mode = if fills { WindowMode::Windowed } else { WindowMode::BorderlessFullscreen(screen) };
}

/// Stores the placement once it has been unchanged for a moment. A minimized window has none.
fn store(
    time: Res<Time<Real>>,
    mut animating: ResMut<Animating>,
    window: Single<(Entity, &Window), With<PrimaryWindow>>,
    mut settings: ResMut<Settings>,
    mut last: Local<Option<(WindowPlacement, f32)>>,
    _main_thread: NonSendMarker,
) {
    let (entity, window) = *window;
    let fills = window.mode != WindowMode::Windowed || settings.full_screen;
    let maximized = WINIT_WINDOWS.with_borrow(|all| all.get_window(entity).is_some_and(|window| window.is_maximized()));
    let (now, place) = (time.elapsed_secs(), WindowPlacement::of(window, maximized, settings.window));
    if fills || place.width.min(place.height) < SIZES.0 {
        *last = None;
        return;
    }
    let since = last.filter(|(known, _)| *known == place).map_or(now, |(_, since)| since);
    *last = Some((place, since));
    if settings.window != place {
        // Another look is needed even if nothing else happens.
        animating.note();
        if now - since >= STABLE_SECONDS {
            settings.window = place;
        }
    }
}
