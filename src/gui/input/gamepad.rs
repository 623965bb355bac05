//! A gamepad. In a battle its buttons give the commands of keys; in menus, windows and panels it moves from widget to widget.
//!
//! Gamepads are read where the game is built with the feature `gamepad`, which needs a library of the system on Linux.

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::{Event, Key, Modifiers};
use bevy_egui::{EguiInput, EguiPreUpdateSet};

use super::cursor;
use crate::gui::frame::Animating;
use crate::gui::hud::{Handover, Hud, OpenWindows, PausePage};
use crate::gui::keys::{KeyCommand, SendCommands, SentCommands, Typing};
use crate::gui::screens::Screen;

/// The buttons that give a command when they are pressed.
const COMMANDS: [(GamepadButton, KeyCommand); 9] = [
    (GamepadButton::South, KeyCommand::Confirm),
    (GamepadButton::East, KeyCommand::Cancel),
    (GamepadButton::West, KeyCommand::Skip),
    (GamepadButton::North, KeyCommand::FocusPanels),
    (GamepadButton::LeftTrigger, KeyCommand::PreviousTarget),
    (GamepadButton::RightTrigger, KeyCommand::NextTarget),
    (GamepadButton::Select, KeyCommand::ShowHelp),
    (GamepadButton::LeftThumb, KeyCommand::CentreActor),
    (GamepadButton::RightThumb, KeyCommand::PinForecast),
];

/// The buttons that act while they are held.
const HELD: [(GamepadButton, KeyCommand); 2] =
    [(GamepadButton::LeftTrigger2, KeyCommand::ZoomOut), (GamepadButton::RightTrigger2, KeyCommand::ZoomIn)];

/// The buttons by their places, with what they do, for the list of keys.
pub const HELP: [(&str, &str); 11] = [
    ("left stick or cross", "points at cells; in menus: moves"),
    ("lower button", "does what is aimed; in menus: presses"),
    ("right button", "one step back"),
    ("upper button", "moves through actions and answers, or back to the board"),
    ("left button", "skips a reaction or an interrupt"),
    ("shoulders", "previous and next enemy; in menus: previous and next"),
    ("triggers", "zoom out and in"),
    ("right stick", "moves the view"),
    ("start", "pause menu"),
    ("select", "this list"),
    ("pressed sticks", "left: centres on the active unit; right: pins the forecast"),
];

/// The button that gives a command, by its place.
pub fn button_words(command: KeyCommand) -> Option<&'static str> {
    let (button, _) = COMMANDS.iter().chain(&HELD).find(|(_, given)| *given == command)?;
    Some(match button {
        GamepadButton::South => "lower button",
        GamepadButton::East => "right button",
        GamepadButton::West => "left button",
        GamepadButton::North => "upper button",
        GamepadButton::LeftTrigger => "left shoulder",
        GamepadButton::RightTrigger => "right shoulder",
        GamepadButton::LeftTrigger2 => "left trigger",
        GamepadButton::RightTrigger2 => "right trigger",
        GamepadButton::LeftThumb => "pressed left stick",
        GamepadButton::RightThumb => "pressed right stick",
        GamepadButton::Select => "select",
        _ => return None,
    })
}

/// Deflection of a stick from which it counts, from 0 to 1.
const DEFLECTED: f32 = 0.5;

/// Time until a held direction repeats, and between repetitions.
const REPEATS: (Duration, Duration) = (Duration::from_millis(350), Duration::from_millis(120));

/// Whether a gamepad was used last, and not the mouse or the keyboard.
#[derive(Resource, Default, Copy, Clone, Debug, PartialEq, Eq)]
pub struct GamepadInUse(pub bool);

/// Keys for the panels, as if they were pressed on the keyboard.
#[derive(Resource, Default, Debug)]
struct PanelKeys(Vec<(Key, Modifiers)>);

/// The held direction, in columns and rows, and when it repeats.
#[derive(Default, Debug)]
struct Steering {
    way: (i16, i16),
    next: Duration,
}

pub fn plugin(app: &mut App) {
    app.init_resource::<GamepadInUse>()
        .init_resource::<PanelKeys>()
        .add_systems(PreUpdate, read.in_set(SendCommands))
        .add_systems(
            PreUpdate,
            press_panel_keys
                .after(SendCommands)
                .after(EguiPreUpdateSet::ProcessInput)
                .before(EguiPreUpdateSet::BeginPass),
        );
}

/// Where the input of the gamepad goes.
#[derive(SystemParam)]
struct Destination<'w> {
    screen: Res<'w, State<Screen>>,
    windows: ResMut<'w, OpenWindows>,
    hud: Res<'w, Hud>,
    handover: Res<'w, Handover>,
    typing: Res<'w, Typing>,
    sent: ResMut<'w, SentCommands>,
    keys: ResMut<'w, PanelKeys>,
}

impl Destination<'_> {
    /// Whether a widget has the gamepad, and not the board.
    fn is_menu(&self) -> bool {
        *self.screen.get() != Screen::Battle || self.windows.any() || self.hud.in_panels || self.handover.is_up()
    }

    fn press(&mut self, key: Key, modifiers: Modifiers) {
        self.keys.0.push((key, modifiers));
    }

    fn button(&mut self, button: GamepadButton) {
        use GamepadButton::{East, LeftTrigger, RightTrigger, South, Start};
        let menu = self.is_menu();
        match button {
            Start if *self.screen.get() == Screen::Battle => {
                self.windows.pause = if self.windows.pause.is_some() { None } else { Some(PausePage::Menu) };
            }
            South if menu => self.press(Key::Enter, Modifiers::NONE),
            LeftTrigger if menu => self.press(Key::Tab, Modifiers::SHIFT),
            RightTrigger if menu => self.press(Key::Tab, Modifiers::NONE),
            // Closes an open list.
            East if self.typing.0 => self.press(Key::Escape, Modifiers::NONE),
            _ => {}
        }
        let is_taken = menu && matches!(button, LeftTrigger | RightTrigger);
        let command = COMMANDS.iter().find(|(known, _)| *known == button).filter(|_| !is_taken);
        self.sent.given.extend(command.map(|(_, command)| *command));
    }

    fn step(&mut self, (x, y): (i16, i16)) {
        if self.is_menu() {
            let key = match (x, y) {
                (..=-1, _) => Key::ArrowLeft,
                (1.., _) => Key::ArrowRight,
                (_, ..=-1) => Key::ArrowUp,
                _ => Key::ArrowDown,
            };
            return self.press(key, Modifiers::NONE);
        }
        let steps = cursor::STEPS.iter().filter(|(_, way)| *way == (x, y));
        self.sent.given.extend(steps.map(|(command, _)| *command));
    }
}

/// Reads all gamepads.
fn read(
    pads: Query<&Gamepad>,
    time: Res<Time<Real>>,
    (keyboard, mouse): (Res<ButtonInput<KeyCode>>, Res<ButtonInput<MouseButton>>),
    mut to: Destination,
    (mut in_use, mut animating): (ResMut<GamepadInUse>, ResMut<Animating>),
    mut steering: Local<Steering>,
) {
    if keyboard.get_just_pressed().next().is_some() || mouse.get_just_pressed().next().is_some() {
        in_use.set_if_neq(GamepadInUse(false));
    }
    to.sent.bypass_change_detection().held.clear();
    let mut way = (0, 0);
    for pad in &pads {
        let pressed: Vec<GamepadButton> = pad.get_just_pressed().copied().collect();
        pressed.into_iter().for_each(|button| {
            in_use.set_if_neq(GamepadInUse(true));
            to.button(button);
        });
        let held = HELD.iter().filter(|(button, _)| pad.pressed(*button)).map(|(_, command)| *command);
        to.sent.held.extend(held.chain(pans(pad.right_stick())));
        if way == (0, 0) {
            way = direction(pad.left_stick() + pad.dpad());
        }
    }
    let now = time.elapsed();
    if way != steering.way {
        *steering = Steering { way, next: now };
    }
    if way != (0, 0) {
        in_use.set_if_neq(GamepadInUse(true));
        animating.note();
        if now >= steering.next {
            let waits = if steering.next == now { REPEATS.0 } else { REPEATS.1 };
            steering.next = now + waits;
            to.step(way);
        }
    }
    if !to.sent.held.is_empty() {
        animating.note();
    }
}

/// One step along the axis of the greater deflection; the stick's y points up, that of the board down.
fn direction(stick: Vec2) -> (i16, i16) {
    let one = |value: f32| if value > 0.0 { 1 } else { -1 };
    match stick.abs() {
        away if away.max_element() < DEFLECTED => (0, 0),
        away if away.x >= away.y => (one(stick.x), 0),
        _ => (0, -one(stick.y)),
    }
}

fn pans(stick: Vec2) -> impl Iterator<Item = KeyCommand> {
    use KeyCommand::{PanDown, PanLeft, PanRight, PanUp};
    let all = [(-stick.x, PanLeft), (stick.x, PanRight), (stick.y, PanUp), (-stick.y, PanDown)];
    all.into_iter().filter(|(away, _)| *away >= DEFLECTED).map(|(_, command)| command)
}

fn press_panel_keys(mut keys: ResMut<PanelKeys>, mut inputs: Query<&mut EguiInput>) {
    for (key, modifiers) in keys.bypass_change_detection().0.drain(..) {
        for mut input in &mut inputs {
            let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
            input.0.events.extend([event(true), event(false)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stick_steps_along_its_greater_deflection_and_rests_near_the_centre() {
        assert_eq!(direction(Vec2::new(0.3, -0.4)), (0, 0));
        assert_eq!(direction(Vec2::new(0.9, 0.4)), (1, 0));
        assert_eq!(direction(Vec2::new(-0.6, 0.5)), (-1, 0));
        assert_eq!(direction(Vec2::new(0.1, 0.8)), (0, -1), "up is north");
        assert_eq!(direction(Vec2::new(0.1, -0.8)), (0, 1));
    }

    #[test]
    fn no_button_has_two_commands() {
        let all: Vec<GamepadButton> = COMMANDS.iter().chain(&HELD).map(|(button, _)| *button).collect();
        let twice = |at: usize| all[..at].contains(&all[at]);
        assert!(!(0..all.len()).any(twice));
    }
}
