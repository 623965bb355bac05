//! The camera: the wheel zooms to the pointer, dragging pans, a key fits the board into the window.

use bevy::ecs::system::SystemParam;
use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::prelude::*;
use bevy_egui::input::EguiWantsInput;
use bevy_pancam::{DirectionKeys, PanCam, PanCamPlugin, PanCamSystems};

use super::board::{CELL, Layout};
use super::frame::{Animating, FrameSystems};
use super::keys::{KeyCommand, Keys};
use super::playback::Playback;
use super::screens::Screen;

/// The camera of the board.
#[derive(Component)]
pub struct BoardCamera;

/// How much of the window the panels cover, in logical pixels. The board is fitted into the rest.
#[derive(Resource, Copy, Clone, Debug, Default, PartialEq)]
pub struct PanelInsets {
    /// Covered at the left edge.
    pub left: f32,
    /// Covered at the right edge.
    pub right: f32,
    /// Covered at the top.
    pub top: f32,
    /// Covered at the bottom.
    pub bottom: f32,
}

impl PanelInsets {
    fn free(&self, window: Vec2) -> Vec2 {
        (window - Vec2::new(self.left + self.right, self.top + self.bottom)).max(Vec2::splat(100.0))
    }

    /// From the centre of the window to the centre of the uncovered area, in world units at this scale.
    fn shift(&self, scale: f32) -> Vec2 {
        Vec2::new(self.left - self.right, self.bottom - self.top) * (scale / 2.0)
    }
}

/// Scales of the camera: the closest, the closest for fitting a board, and the farthest for boards of usual size.
const CLOSEST: f32 = 0.3;
const FITTED: f32 = 0.4;
const FARTHEST: f32 = 4.0;

/// Zoom factor per notch of the wheel, and touchpad pixels per notch.
const NOTCH: f32 = 1.15;
const PIXELS: f32 = 100.0;

/// Speed of panning by keys, in logical pixels per second.
const PAN_SPEED: f32 = 900.0;

/// Where the camera is moving by itself.
#[derive(Resource, Default, Debug)]
pub struct Focus {
    /// The area that is to be in view.
    area: Option<Rect>,
    /// Whether the whole board is to be shown.
    fit: bool,
    /// Position and scale at which the board was last fitted.
    fitted: Option<(Vec2, f32)>,
    /// Position and scale as the camera was left, and the second at which the player last changed them.
    left: Option<(Vec2, f32)>,
    moved: Option<f32>,
}

impl Focus {
    /// Moves until a point of the board is well inside the window.
    pub fn on(&mut self, point: Vec2) {
        self.on_area(Rect::from_center_size(point, Vec2::splat(1.2 * CELL)));
    }

    /// Moves until an area of the board is in view.
    pub fn on_area(&mut self, area: Rect) {
        self.area = Some(area);
    }

    /// Whether the player moved the camera in the last seconds.
    pub fn was_moved_within(&self, seconds: f32, time: &Time) -> bool {
        self.moved.is_some_and(|moved| time.elapsed_secs() - moved < seconds)
    }

    /// Whether the camera is on its way.
    pub fn is_on_the_way(&self) -> bool {
        self.area.is_some()
    }
}

/// The part of the board that is in view.
#[derive(SystemParam)]
pub struct BoardView<'w, 's> {
    covered: Res<'w, PanelInsets>,
    window: Single<'w, 's, &'static Window>,
    camera: Single<'w, 's, (&'static Transform, &'static Projection), With<BoardCamera>>,
}

impl BoardView<'_, '_> {
    /// Whether a whole area is in view, or as much of it as there is room for.
    pub fn shows(&self, area: Rect) -> bool {
        let (place, Projection::Orthographic(lens)) = *self.camera else { return true };
        outside(area, free_area(&self.covered, &self.window, place, lens.scale)) == Vec2::ZERO
    }
}

/// The part of the board that no panel covers.
fn free_area(covered: &PanelInsets, window: &Window, place: &Transform, scale: f32) -> Rect {
    let middle = place.translation.truncate() + covered.shift(scale);
    Rect::from_center_size(middle, covered.free(window.size()) * scale)
}

/// The shortest way by which the view must move to show an area; zero if it does. A larger area is to be in the middle.
fn outside(area: Rect, view: Rect) -> Vec2 {
    let along = |low: f32, high: f32, first: f32, last: f32| match high - low > last - first {
        true if low <= first && high >= last => 0.0,
        true => f32::midpoint(low, high) - f32::midpoint(first, last),
        false => (low - first).min(0.0) + (high - last).max(0.0),
    };
    Vec2::new(
        along(area.min.x, area.max.x, view.min.x, view.max.x),
        along(area.min.y, area.max.y, view.min.y, view.max.y),
    )
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(PanCamPlugin)
        .init_resource::<PanelInsets>()
        .init_resource::<Focus>()
        .add_systems(Startup, spawn_camera)
        .add_systems(OnEnter(Screen::Battle), |mut focus: ResMut<Focus>| focus.fit = true)
        .add_systems(OnEnter(Screen::Result), |mut focus: ResMut<Focus>| focus.fit = true)
        .add_systems(
            Update,
            (yield_to_panels, bound, wheel, zoom_keys, pan, notice_player, fit, glide)
                .chain()
                .after(PanCamSystems)
                .in_set(FrameSystems::Camera)
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

/// Disables panning while the pointer is used by a panel.
fn yield_to_panels(egui: Option<Res<EguiWantsInput>>, mut camera: Single<&mut PanCam, With<BoardCamera>>) {
    let enabled = !egui.is_some_and(|egui| egui.wants_any_pointer_input());
    if camera.enabled != enabled {
        camera.enabled = enabled;
    }
}

/// Limits the camera so that the board stays in sight at any window size.
fn bound(
    layout: Res<Layout>,
    covered: Res<PanelInsets>,
    window: Single<&Window>,
    mut camera: Single<&mut PanCam, With<BoardCamera>>,
) {
    let board = layout.bounds().inflate(3.0 * CELL);
    let (view, free) = (window.size().max(Vec2::ONE), covered.free(window.size()));
    let scale = (board.size() / free).max_element();
    let middle = board.center() - covered.shift(scale);
    let half = (view * scale / 2.0).max(board.half_size());
    let (min, max, farthest) = (middle - half, middle + half, FARTHEST.max(scale));
    let now = (camera.min_x, camera.min_y, camera.max_x, camera.max_y, camera.max_scale);
    if now != (min.x, min.y, max.x, max.y, farthest) {
        (camera.min_x, camera.min_y, camera.max_x, camera.max_y) = (min.x, min.y, max.x, max.y);
        camera.max_scale = farthest;
    }
}

/// Zooms to the pointer, by the same factor per notch at any distance.
fn wheel(
    mut turned: MessageReader<MouseWheel>,
    window: Single<&Window>,
    camera: Single<(&PanCam, &mut Transform, &mut Projection), With<BoardCamera>>,
) {
    let notches = |turn: &MouseWheel| if turn.unit == MouseScrollUnit::Line { turn.y } else { turn.y / PIXELS };
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
    let at = clamped(pan, place.translation.truncate() + shift, window.size() * lens.scale / 2.0);
    place.translation = at.extend(place.translation.z);
}

/// The nearest position at which a view of this half size stays within the bounds.
fn clamped(pan: &PanCam, at: Vec2, half: Vec2) -> Vec2 {
    let (min, max) = (Vec2::new(pan.min_x, pan.min_y), Vec2::new(pan.max_x, pan.max_y));
    let middle = min.midpoint(max);
    at.clamp((min + half).min(middle), (max - half).max(middle))
}

fn zoom_keys(keys: Keys, mut focus: ResMut<Focus>, mut camera: Single<(&PanCam, &mut Projection), With<BoardCamera>>) {
    if keys.pressed(KeyCommand::FitMap) {
        focus.fit = true;
    }
    let nearer = f32::from(keys.pressed(KeyCommand::ZoomOut)) - f32::from(keys.pressed(KeyCommand::ZoomIn));
    let (pan, projection) = &mut *camera;
    if nearer != 0.0
        && let Projection::Orthographic(lens) = &mut **projection
    {
        lens.scale = (lens.scale * 1.25f32.powf(nearer)).clamp(pan.min_scale, pan.max_scale);
    }
}

/// Pans by keys, within the bounds.
fn pan(
    keys: Keys,
    time: Res<Time>,
    mut animating: ResMut<Animating>,
    camera: Single<(&PanCam, &mut Transform, &Projection), With<BoardCamera>>,
) {
    let held = |command| f32::from(keys.held(command));
    let across = held(KeyCommand::PanRight) - held(KeyCommand::PanLeft);
    let way = Vec2::new(across, held(KeyCommand::PanUp) - held(KeyCommand::PanDown));
    let (pan, mut place, Projection::Orthographic(lens)) = camera.into_inner() else { return };
    if way == Vec2::ZERO {
        return;
    }
    animating.note();
    let step = way.normalize() * PAN_SPEED * lens.scale * animating.passed(&time);
    let at = clamped(pan, place.translation.truncate() + step, lens.area.size() / 2.0);
    place.translation = at.extend(place.translation.z);
}

fn fit(
    mut focus: ResMut<Focus>,
    layout: Res<Layout>,
    covered: Res<PanelInsets>,
    window: Single<Ref<Window>>,
    camera: Single<(&mut Transform, &mut Projection), With<BoardCamera>>,
) {
    let (mut place, mut projection) = camera.into_inner();
    let Projection::Orthographic(lens) = &*projection else { return };
    // A view that has not been moved since it was fitted stays fitted when panels or the window change.
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
    (focus.left, focus.moved) = (focus.fitted, None);
}

/// How far inside the view the camera brings what is to be seen.
const MARGIN: f32 = 0.6 * CELL;

/// Glides until the area of interest is in view.
fn glide(
    (time, playback): (Res<Time>, Res<Playback>),
    mut focus: ResMut<Focus>,
    mut animating: ResMut<Animating>,
    (covered, window): (Res<PanelInsets>, Single<&Window>),
    mouse: Res<ButtonInput<MouseButton>>,
    camera: Single<(&mut Transform, &Projection), With<BoardCamera>>,
) {
    let Some(area) = focus.area else { return };
    let (mut place, projection) = camera.into_inner();
    let Projection::Orthographic(lens) = projection else { return };
    let view = free_area(&covered, &window, &place, lens.scale);
    let is_dragged = mouse.any_pressed([MouseButton::Middle, MouseButton::Right]);
    if is_dragged || outside(area, view) == Vec2::ZERO {
        focus.area = None;
        return;
    }
    animating.note();
    let share = if playback.still { 1.0 } else { 1.0 - (-6.0 * animating.passed(&time)).exp() };
    let step = outside(area.inflate(MARGIN), view) * share;
    place.translation += step.extend(0.0);
    focus.left = Some((place.translation.truncate(), lens.scale));
}

/// Notes when the camera is not where it was left: the player has moved it.
fn notice_player(
    time: Res<Time>,
    mut focus: ResMut<Focus>,
    camera: Single<(&Transform, &Projection), With<BoardCamera>>,
) {
    let (place, Projection::Orthographic(lens)) = *camera else { return };
    let now = Some((place.translation.truncate(), lens.scale));
    if focus.left != now {
        let focus = focus.bypass_change_detection();
        // The player did not choose where it is at the beginning.
        focus.moved = focus.left.map(|_| time.elapsed_secs());
        focus.left = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_camera_moves_no_farther_than_needed() {
        let view = Rect::from_center_size(Vec2::ZERO, Vec2::splat(100.0));
        let area = |x: f32, size: f32| Rect::from_center_size(Vec2::new(x, 0.0), Vec2::splat(size));
        assert_eq!(outside(area(30.0, 20.0), view), Vec2::ZERO);
        assert_eq!(outside(area(60.0, 20.0), view), Vec2::new(20.0, 0.0));
        assert_eq!(outside(area(-60.0, 20.0), view), Vec2::new(-20.0, 0.0));
        assert_eq!(outside(area(0.0, 300.0), view), Vec2::ZERO, "it cannot show more");
        assert_eq!(outside(area(70.0, 140.0), view).x, 70.0, "the middle of what is too large");
    }
}
