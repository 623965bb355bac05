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
    /// The codex of rules.
    ShowCodex,
    /// All keys and marks.
    ShowHelp,
    /// Panels at the sides.
    ToggleUnit,
    ToggleLog,
    QuickSave,
    QuickLoad,
    /// Takes the last turn back, as long as no die was rolled since.
    Undo,
    /// Keeps the forecast against the one under the pointer in sight.
    PinForecast,
    /// Stops playback and lets it go on.
    Pause,
    ShowSettings,
}

impl Command {
    /// The heading it stands under in the list of keys.
    pub fn group(self) -> &'static str {
        match self {
            Command::Cancel | Command::Confirm | Command::NextUnit | Command::PreviousUnit | Command::Undo => "Playing",
            Command::Hurry | Command::Pause => "Playback",
            Command::FitMap | Command::CentreActor | Command::ZoomIn | Command::ZoomOut => "The view",
            Command::PanLeft | Command::PanRight | Command::PanUp | Command::PanDown => "The view",
            Command::ToggleGrid | Command::ShowHeights | Command::ToggleThreats => "Marks on the board",
            _ => "Panels and files",
        }
    }
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
            // Letters and digits belong to the actions and the answers to questions.
            bind(Command::Cancel, KeyCode::Escape, false, "Cancel one step, skip playback"),
            bind(Command::Confirm, KeyCode::Enter, false, "Do what is aimed at; the first answer to a question"),
            bind(Command::NextUnit, KeyCode::Tab, false, "Look at the next fighter"),
            bind(Command::PreviousUnit, KeyCode::Tab, true, "Look at the fighter before"),
            bind(Command::Undo, KeyCode::Backspace, false, "Take the last turn back, until a die is rolled"),
            bind(Command::Hurry, KeyCode::Space, false, "Hurry playback (hold)"),
            bind(Command::Pause, KeyCode::Pause, false, "Stop playback and let it go on"),
            bind(Command::FitMap, KeyCode::Home, false, "Show the whole board"),
            bind(Command::CentreActor, KeyCode::End, false, "Go to whose turn it is"),
            bind(Command::ZoomIn, KeyCode::Equal, false, "Zoom in"),
            bind(Command::ZoomOut, KeyCode::Minus, false, "Zoom out"),
            bind(Command::PanLeft, KeyCode::ArrowLeft, false, "Move the view west"),
            bind(Command::PanRight, KeyCode::ArrowRight, false, "Move the view east"),
            bind(Command::PanUp, KeyCode::ArrowUp, false, "Move the view north"),
            bind(Command::PanDown, KeyCode::ArrowDown, false, "Move the view south"),
            bind(Command::ToggleGrid, KeyCode::F6, false, "Lines between cells"),
            bind(Command::ToggleThreats, KeyCode::F7, false, "Threatened cells"),
            bind(Command::ShowHeights, KeyCode::F8, false, "Heights (hold)"),
            bind(Command::ShowCodex, KeyCode::F1, false, "The codex: every rule and ruling"),
            bind(Command::ShowHelp, KeyCode::F2, false, "This list"),
            bind(Command::ShowHelp, KeyCode::Slash, true, "This list"),
            bind(Command::ToggleUnit, KeyCode::F3, false, "The panel of the fighter"),
            bind(Command::ToggleLog, KeyCode::F4, false, "The panel of the log"),
            bind(Command::QuickSave, KeyCode::F5, false, "Quick save"),
            bind(Command::QuickLoad, KeyCode::F9, false, "Quick load"),
            bind(Command::ShowSettings, KeyCode::F10, false, "Settings"),
            bind(Command::PinForecast, KeyCode::F11, false, "Keep the forecast at the pointer in sight"),
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

    /// Whether the key of a letter was just pressed; a capital is the letter with Shift.
    pub fn typed(&self, letter: char) -> bool {
        let shift = self.input.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        let held = self.input.any_pressed([
            KeyCode::ControlLeft,
            KeyCode::ControlRight,
            KeyCode::AltLeft,
            KeyCode::AltRight,
            KeyCode::SuperLeft,
        ]);
        let key = key_of(letter).filter(|_| !held && !self.is_typing() && shift == letter.is_ascii_uppercase());
        key.is_some_and(|key| self.input.just_pressed(key))
    }

    /// Which digit from 1 to 9 was just pressed.
    pub fn digit(&self) -> Option<usize> {
        const DIGITS: [KeyCode; 9] = [
            KeyCode::Digit1,
            KeyCode::Digit2,
            KeyCode::Digit3,
            KeyCode::Digit4,
            KeyCode::Digit5,
            KeyCode::Digit6,
            KeyCode::Digit7,
            KeyCode::Digit8,
            KeyCode::Digit9,
        ];
        let pressed = DIGITS.iter().position(|key| self.input.just_pressed(*key)).map(|at| at + 1);
        pressed.filter(|_| !self.is_typing())
    }

    /// All bindings, for lists of them.
    pub fn bindings(&self) -> &[Binding] {
        &self.map.0
    }

    fn is_typing(&self) -> bool {
        self.egui.as_ref().is_some_and(|egui| egui.wants_any_keyboard_input())
    }

    fn any(&self, command: Command, is_down: impl Fn(KeyCode) -> bool) -> bool {
        let typing = self.is_typing();
        let shift = self.input.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        let bound = |binding: &&Binding| binding.command == command && binding.shift == shift;
        !typing && self.map.0.iter().filter(bound).any(|binding| is_down(binding.key))
    }
}

/// The key of a letter.
fn key_of(letter: char) -> Option<KeyCode> {
    const LETTERS: [KeyCode; 26] = [
        KeyCode::KeyA,
        KeyCode::KeyB,
        KeyCode::KeyC,
        KeyCode::KeyD,
        KeyCode::KeyE,
        KeyCode::KeyF,
        KeyCode::KeyG,
        KeyCode::KeyH,
        KeyCode::KeyI,
        KeyCode::KeyJ,
        KeyCode::KeyK,
        KeyCode::KeyL,
        KeyCode::KeyM,
        KeyCode::KeyN,
        KeyCode::KeyO,
        KeyCode::KeyP,
        KeyCode::KeyQ,
        KeyCode::KeyR,
        KeyCode::KeyS,
        KeyCode::KeyT,
        KeyCode::KeyU,
        KeyCode::KeyV,
        KeyCode::KeyW,
        KeyCode::KeyX,
        KeyCode::KeyY,
        KeyCode::KeyZ,
    ];
    let at = (letter.to_ascii_lowercase() as u32).checked_sub(u32::from(b'a'))?;
    LETTERS.get(at as usize).copied()
}

/// The word for a key in the list of keys and on buttons.
pub fn key_word(binding: &Binding) -> String {
    let key = match binding.key {
        KeyCode::Escape => "Esc".to_owned(),
        KeyCode::Backspace => "Backspace".to_owned(),
        KeyCode::Equal => "+".to_owned(),
        KeyCode::Minus => "-".to_owned(),
        KeyCode::ArrowLeft => "Left".to_owned(),
        KeyCode::ArrowRight => "Right".to_owned(),
        KeyCode::ArrowUp => "Up".to_owned(),
        KeyCode::ArrowDown => "Down".to_owned(),
        KeyCode::Slash if binding.shift => return "?".to_owned(),
        other => format!("{other:?}"),
    };
    if binding.shift { format!("Shift {key}") } else { key }
}

/// Makes the default bindings.
pub fn plugin(app: &mut App) {
    app.init_resource::<KeyMap>();
}
