//! The view of the board: the wheel zooms to the pointer, a drag pans, a key fits the board into the window.

use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::prelude::*;
use bevy_egui::input::EguiWantsInput;
use bevy_pancam::{DirectionKeys, PanCam, PanCamPlugin};

use super::board::{CELL, Layout};
use super::keys::{Command, Keys};
use super::screens::Screen;
use super::{Animating, Draws};

/// The camera that looks at the board.
#[derive(Component)]
pub struct BoardCamera;

/// How much of the window panels cover, in logical pixels. Panels set it; the board is fitted into what is left.
#[derive(Resource, Copy, Clone, Debug, Default, PartialEq)]
pub struct Covered {
    pub left: f32,
    pub right: f32,
    pub top: f32,
    pub bottom: f32,
}

impl Covered {
    fn free(&self, window: Vec2) -> Vec2 {
        (window - Vec2::new(self.left + self.right, self.top + self.bottom)).max(Vec2::splat(100.0))
    }

    /// From the middle of the window to the middle of what is free, in world units at this scale.
    fn shift(&self, scale: f32) -> Vec2 {
        Vec2::new(self.left - self.right, self.bottom - self.top) * (scale / 2.0)
    }
}

/// Scales of the view: the closest, the closest into which a board is fitted, and the farthest for boards of usual size.
const CLOSEST: f32 = 0.3;
const FITTED: f32 = 0.4;
const FARTHEST: f32 = 4.0;

/// How much a notch of the wheel brings nearer, and the pixels of a touchpad that are one notch.
const NOTCH: f32 = 1.15;
const PIXELS: f32 = 100.0;

/// Points of the window a second that held keys move the view.
const PAN_SPEED: f32 = 900.0;

/// Where the camera is going by itself.
#[derive(Resource, Default, Debug)]
pub struct Focus {
    point: Option<Vec2>,
    fit: bool,
    /// Where the camera was put when the board was last fitted, and at what scale.
    fitted: Option<(Vec2, f32)>,
}

impl Focus {
    /// Goes to a point of the board unless it is well in sight.
    pub fn on(&mut self, point: Vec2) {
        self.point = Some(point);
    }

    /// Shows the whole board.
    pub fn fit(&mut self) {
        self.fit = true;
    }
}

/// Sets up the camera.
pub fn plugin(app: &mut App) {
    app.add_plugins(PanCamPlugin)
        .init_resource::<Covered>()
        .init_resource::<Focus>()
        .add_systems(Startup, spawn_camera)
        .add_systems(OnEnter(Screen::Battle), |mut focus: ResMut<Focus>| focus.fit())
        .add_systems(OnEnter(Screen::Result), |mut focus: ResMut<Focus>| focus.fit())
        .add_systems(
            Update,
            (yield_to_panels, bound, wheel, ask, pan, fit, travel)
                .chain()
                .in_set(Draws::Camera)
                .run_if(in_state(Screen::Battle).or_else(in_state(Screen::Result)))
                .run_if(resource_exists::<Layout>),
        );
}

fn spawn_camera(mut commands: Commands) {
    let pan = PanCam {
        grab_buttons: vec![MouseButton::Middle, MouseButton::Right],
        move_keys: DirectionKeys::NONE,
        min_scale: CLOSEST,
        max_scale: FARTHEST,
        mouse_wheel_sensitivity: 0.0,
        ..default()
    };
    commands.spawn((BoardCamera, Camera2d, pan));
}

/// The board does not move while the pointer works on a panel.
fn yield_to_panels(egui: Option<Res<EguiWantsInput>>, mut camera: Single<&mut PanCam, With<BoardCamera>>) {
    let enabled = !egui.is_some_and(|egui| egui.wants_any_pointer_input());
    if camera.enabled != enabled {
        camera.enabled = enabled;
    }
}

/// Keeps the board in sight however the window is shaped.
fn bound(
    layout: Res<Layout>,
    covered: Res<Covered>,
    window: Single<&Window>,
    mut camera: Single<&mut PanCam, With<BoardCamera>>,
) {
    let board = layout.bounds().inflate(3.0 * CELL);
    let (view, free) = (window.size().max(Vec2::ONE), covered.free(window.size()));
    let scale = (board.size() / free).max_element();
    let middle = board.center() - covered.shift(scale);
    let half = (view * scale / 2.0).max(board.half_size());
    let (min, max) = (middle - half, middle + half);
    if camera.max_scale != FARTHEST.max(scale) {
        camera.max_scale = FARTHEST.max(scale);
    }
    if (camera.min_x, camera.max_y) != (min.x, max.y) || (camera.max_x, camera.min_y) != (max.x, min.y) {
        (camera.min_x, camera.min_y, camera.max_x, camera.max_y) = (min.x, min.y, max.x, max.y);
    }
}

/// The wheel zooms to the pointer, by the same share however far away the board is.
fn wheel(
    mut turned: MessageReader<MouseWheel>,
    window: Single<&Window>,
    camera: Single<(&PanCam, &mut Transform, &mut Projection), With<BoardCamera>>,
) {
    let notches = |turn: &MouseWheel| match turn.unit {
        MouseScrollUnit::Line => turn.y,
        MouseScrollUnit::Pixel => turn.y / PIXELS,
    };
    let notches: f32 = turned.read().map(notches).sum();
    let (pan, mut place, mut projection) = camera.into_inner();
    if notches == 0.0 || !pan.enabled {
        return;
    }
    let Projection::Orthographic(lens) = &mut *projection else { return };
    let before = lens.scale;
    lens.scale = (before * NOTCH.powf(-notches)).clamp(pan.min_scale, pan.max_scale);
    let pointer = window.cursor_position().unwrap_or(window.size() / 2.0) - window.size() / 2.0;
    let shift = Vec2::new(pointer.x, -pointer.y) * (before - lens.scale);
    let at = within(pan, place.translation.truncate() + shift, window.size() * lens.scale / 2.0);
    place.translation = at.extend(place.translation.z);
}

/// The nearest place for a view of this half size that shows nothing beyond the bounds.
fn within(pan: &PanCam, at: Vec2, half: Vec2) -> Vec2 {
    let (min, max) = (Vec2::new(pan.min_x, pan.min_y), Vec2::new(pan.max_x, pan.max_y));
    let middle = min.midpoint(max);
    at.clamp((min + half).min(middle), (max - half).max(middle))
}

fn ask(keys: Keys, mut focus: ResMut<Focus>, mut camera: Single<(&PanCam, &mut Projection), With<BoardCamera>>) {
    if keys.pressed(Command::FitMap) {
        focus.fit();
    }
    let nearer = f32::from(keys.pressed(Command::ZoomOut)) - f32::from(keys.pressed(Command::ZoomIn));
    let (pan, projection) = &mut *camera;
    if nearer != 0.0
        && let Projection::Orthographic(lens) = &mut **projection
    {
        lens.scale = (lens.scale * 1.25f32.powf(nearer)).clamp(pan.min_scale, pan.max_scale);
    }
}

/// Keys move the view, as far as the board reaches.
fn pan(
    keys: Keys,
    time: Res<Time>,
    mut animating: ResMut<Animating>,
    camera: Single<(&PanCam, &mut Transform, &Projection), With<BoardCamera>>,
) {
    let held = |command| f32::from(keys.held(command));
    let way =
        Vec2::new(held(Command::PanRight) - held(Command::PanLeft), held(Command::PanUp) - held(Command::PanDown));
    let (pan, mut place, Projection::Orthographic(lens)) = camera.into_inner() else { return };
    if way == Vec2::ZERO {
        return;
    }
    animating.note();
    let step = way.normalize() * PAN_SPEED * lens.scale * animating.passed(&time);
    let at = within(pan, place.translation.truncate() + step, lens.area.size() / 2.0);
    place.translation = at.extend(place.translation.z);
}

fn fit(
    mut focus: ResMut<Focus>,
    layout: Res<Layout>,
    covered: Res<Covered>,
    window: Single<Ref<Window>>,
    camera: Single<(&mut Transform, &mut Projection), With<BoardCamera>>,
) {
    let (mut place, mut projection) = camera.into_inner();
    let Projection::Orthographic(lens) = &*projection else { return };
    // A view that nobody has moved since it was fitted stays fitted when panels or the window change.
    let unmoved = focus.fitted == Some((place.translation.truncate(), lens.scale));
    let stale = unmoved && (covered.is_changed() || window.is_changed() || layout.is_changed());
    if !focus.fit && !stale {
        return;
    }
    let Projection::Orthographic(lens) = &mut *projection else { return };
    let board = layout.bounds().inflate(CELL * 0.4);
    lens.scale = (board.size() / covered.free(window.size())).max_element().max(FITTED);
    let middle = board.center() - covered.shift(lens.scale);
    place.translation = middle.extend(place.translation.z);
    let focus = focus.bypass_change_detection();
    (focus.fit, focus.fitted) = (false, Some((middle, lens.scale)));
}

/// Moves smoothly towards the point in focus until it is well inside the window.
fn travel(
    time: Res<Time>,
    mut focus: ResMut<Focus>,
    mut animating: ResMut<Animating>,
    covered: Res<Covered>,
    window: Single<&Window>,
    mouse: Res<ButtonInput<MouseButton>>,
    camera: Single<(&mut Transform, &Projection), With<BoardCamera>>,
) {
    let Some(point) = focus.point else { return };
    let (mut place, projection) = camera.into_inner();
    let Projection::Orthographic(lens) = projection else { return };
    let middle = place.translation.truncate() + covered.shift(lens.scale);
    let room = covered.free(window.size()) * lens.scale / 2.0 - Vec2::splat(0.6 * CELL);
    let away = (point - middle).abs();
    if mouse.any_pressed([MouseButton::Middle, MouseButton::Right]) || away.cmple(room.max(Vec2::splat(CELL))).all() {
        focus.point = None;
        return;
    }
    animating.note();
    let step = (point - middle) * (1.0 - (-6.0 * animating.passed(&time)).exp());
    place.translation += step.extend(0.0);
}
