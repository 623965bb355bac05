//! What every key does, in one place.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::input::EguiWantsInput;

/// Something a key can be bound to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// One step back: aim, order, playback.
    Cancel,
    /// Does what is aimed at, or takes the default answer.
    Confirm,
    NextUnit,
    PreviousUnit,
    FitMap,
    CentreActor,
    ToggleGrid,
    /// Held: heights as numbers.
    ShowHeights,
    /// Cells that enemies threaten.
    ToggleThreats,
    /// Held: playback goes faster.
    Hurry,
    ZoomIn,
    ZoomOut,
    PanLeft,
    PanRight,
    PanUp,
    PanDown,
}

/// A key, with Shift or without it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// What it does.
    pub command: Command,
    /// The words in the list of keys.
    pub words: &'static str,
    /// The key.
    pub key: KeyCode,
    /// Whether Shift is held with it.
    pub shift: bool,
}

/// All bindings.
#[derive(Resource, Clone, Debug)]
pub struct KeyMap(pub Vec<Binding>);

impl Default for KeyMap {
    fn default() -> KeyMap {
        let bind = |command, key, shift, words| Binding { command, words, key, shift };
        KeyMap(vec![
            bind(Command::Cancel, KeyCode::Escape, false, "Cancel one step, skip playback"),
            bind(Command::Confirm, KeyCode::Enter, false, "Confirm"),
            bind(Command::NextUnit, KeyCode::Tab, false, "Look at the next fighter"),
            bind(Command::PreviousUnit, KeyCode::Tab, true, "Look at the fighter before"),
            bind(Command::FitMap, KeyCode::Home, false, "Show the whole board"),
            bind(Command::CentreActor, KeyCode::KeyC, false, "Go to whose turn it is"),
            bind(Command::ToggleGrid, KeyCode::KeyG, false, "Lines between cells"),
            bind(Command::ShowHeights, KeyCode::KeyH, false, "Heights (hold)"),
            bind(Command::ToggleThreats, KeyCode::KeyT, false, "Threatened cells"),
            bind(Command::Hurry, KeyCode::Space, false, "Hurry playback (hold)"),
            bind(Command::ZoomIn, KeyCode::Equal, false, "Zoom in"),
            bind(Command::ZoomOut, KeyCode::Minus, false, "Zoom out"),
            bind(Command::PanLeft, KeyCode::ArrowLeft, false, "Move the view west"),
            bind(Command::PanRight, KeyCode::ArrowRight, false, "Move the view east"),
            bind(Command::PanUp, KeyCode::ArrowUp, false, "Move the view north"),
            bind(Command::PanDown, KeyCode::ArrowDown, false, "Move the view south"),
        ])
    }
}

/// Whether keys do what they are bound to; not while the player types into a panel.
#[derive(SystemParam)]
pub struct Keys<'w> {
    map: Res<'w, KeyMap>,
    input: Res<'w, ButtonInput<KeyCode>>,
    egui: Option<Res<'w, EguiWantsInput>>,
}

impl Keys<'_> {
    /// Whether a command was just given.
    pub fn pressed(&self, command: Command) -> bool {
        self.any(command, |key| self.input.just_pressed(key))
    }

    /// Whether a command's key is held.
    pub fn held(&self, command: Command) -> bool {
        self.any(command, |key| self.input.pressed(key))
    }

    fn any(&self, command: Command, is_down: impl Fn(KeyCode) -> bool) -> bool {
        let typing = self.egui.as_ref().is_some_and(|egui| egui.wants_any_keyboard_input());
        let shift = self.input.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        let bound = |binding: &&Binding| binding.command == command && binding.shift == shift;
        !typing && self.map.0.iter().filter(bound).any(|binding| is_down(binding.key))
    }
}

/// Makes the default bindings.
pub fn plugin(app: &mut App) {
    app.init_resource::<KeyMap>();
}
