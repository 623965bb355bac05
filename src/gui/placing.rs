//! The window on the screen: where it lies and how large it is, kept between starts, and the full screen.

use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::{Monitor, MonitorSelection, PrimaryMonitor, PrimaryWindow, WindowMode, WindowResolution};
use bevy::winit::WINIT_WINDOWS;
use serde::{Deserialize, Serialize};

use super::Animating;
use super::hud::Settings;
use super::keys::{Command, Keys};

/// Seconds for which a window has to stay as it is until that is kept.
const RESTS: f32 = 0.5;

/// The least and the largest width and height, in logical pixels.
const SIZES: (u32, u32) = (320, 16_384);

/// Where the window lies while it does not fill the screen.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Place {
    /// In logical pixels.
    pub width: u32,
    pub height: u32,
    /// The corner at the top left in pixels of the screen, where the system tells it.
    pub at: Option<(i32, i32)>,
    pub maximized: bool,
}

impl Default for Place {
    fn default() -> Place {
        Place { width: 1440, height: 900, at: None, maximized: false }
    }
}

impl Place {
    /// Gives a window that is about to be opened its place.
    pub fn give(self, window: &mut Window) {
        let within = |pixels: u32| pixels.clamp(SIZES.0, SIZES.1);
        window.resolution = WindowResolution::new(within(self.width), within(self.height));
        window.position = self.at.map_or(WindowPosition::Automatic, |at| WindowPosition::At(at.into()));
        window.set_maximized(self.maximized);
    }

    /// The place of a window now; one that fills the screen keeps the place it had before.
    fn of(window: &Window, maximized: bool, before: Place) -> Place {
        if maximized {
            return Place { maximized, ..before };
        }
        let at = if let WindowPosition::At(at) = window.position { Some(at.into()) } else { before.at };
        let [width, height] = [window.width(), window.height()].map(|points| points.round() as u32);
        Place { width, height, at, maximized }
    }

    /// Whether any of it lies on a screen.
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

/// Keeps the place of the window and switches the full screen.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, (bring_back, switch, fill, keep).chain());
}

/// A window that was left on a screen that is not there any more comes to the middle of one that is.
fn bring_back(
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

fn switch(keys: Keys, mut settings: ResMut<Settings>) {
    if keys.pressed(Command::FullScreen) {
        settings.full_screen = !settings.full_screen;
    }
}

/// Fills the screen, or stops doing so, as the settings say.
fn fill(
    settings: Res<Settings>,
    screens: Query<(Entity, Has<PrimaryMonitor>), With<Monitor>>,
    mut window: Single<&mut Window, With<PrimaryWindow>>,
) {
    let fills = window.mode != WindowMode::Windowed;
    if fills == settings.full_screen {
        return;
    }
    // Where nothing is known of screens the system chooses one.
    let known = screens.iter().max_by_key(|(_, primary)| *primary).map(|(screen, _)| screen);
    let placed = matches!(window.position, WindowPosition::At(_));
    let screen = known.filter(|_| !placed).map_or(MonitorSelection::Current, MonitorSelection::Entity);
    window.mode = if fills { WindowMode::Windowed } else { WindowMode::BorderlessFullscreen(screen) };
}

/// Writes the place into the settings once it has stayed the same for a moment. A window that was put away has none.
fn keep(
    time: Res<Time<Real>>,
    mut animating: ResMut<Animating>,
    window: Single<(Entity, &Window), With<PrimaryWindow>>,
    mut settings: ResMut<Settings>,
    mut last: Local<Option<(Place, f32)>>,
    _main_thread: NonSendMarker,
) {
    let (entity, window) = *window;
    if window.mode != WindowMode::Windowed || settings.full_screen {
        *last = None;
        return;
    }
    let maximized = WINIT_WINDOWS.with_borrow(|all| all.get_window(entity).is_some_and(|window| window.is_maximized()));
    let (now, place) = (time.elapsed_secs(), Place::of(window, maximized, settings.window));
    if place.width.min(place.height) < SIZES.0 {
        *last = None;
        return;
    }
    if settings.window != place {
        // It is looked at again though nothing else may happen.
        animating.note();
    }
    match *last {
        Some((known, since)) if known == place => {
            if now - since >= RESTS && settings.window != place {
                settings.window = place;
            }
        }
        _ => *last = Some((place, now)),
    }
}
