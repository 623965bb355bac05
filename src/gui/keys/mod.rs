//! Key bindings: the [commands](KeyCommand) with their default keys, and the [changes](KeyMap) that the player made. To add a
//! command, add a line to the table in `command.rs`, and react to it in a system with [`Keys::pressed`].

mod chord;
mod command;
mod map;

pub(crate) use chord::{Chord, is_modifier};
pub use command::KeyCommand;
pub(crate) use command::KeyScope;
pub use map::KeyMap;
pub(crate) use map::{Binding, KeyBindings, MOST, words};

use bevy::ecs::system::SystemParam;
use bevy::input::InputSystems;
use bevy::prelude::*;

use crate::content::Name;
use crate::rules::Ruleset;

/// Who gets the keys: the battle, a window, or a listener to all keys.
#[derive(Resource, Default, Copy, Clone, Debug, PartialEq, Eq)]
pub enum KeyCapture {
    /// Every key does what it is bound to.
    #[default]
    Free,
    /// A window is open: only window keys work.
    ByWindow,
    /// They move through the panels of a battle: only window keys work, and the key that gives them back to the board.
    ByPanels,
    /// Another listener takes all keys.
    All,
}

/// Whether the player plays or watches, which decides which bindings are active.
#[derive(Resource, Default, Copy, Clone, Debug, PartialEq, Eq)]
pub enum KeyMode {
    /// Plays a battle, or is at no battle.
    #[default]
    Playing,
    /// Watches a replay.
    Watching,
}

impl KeyMode {
    fn has(self, scope: KeyScope) -> bool {
        match self {
            KeyMode::Playing => scope != KeyScope::Replay,
            KeyMode::Watching => matches!(scope, KeyScope::Always | KeyScope::Replay),
        }
    }
}

/// Whether the player is typing words, or has a list open.
#[derive(Resource, Default, Copy, Clone, Debug, PartialEq, Eq)]
pub struct Typing(pub bool);

/// Commands that come from elsewhere than the keyboard: from a gamepad, or from a screen reader. They work as their keys do.
#[derive(Resource, Default, Debug)]
pub struct SentCommands {
    /// Commands given in this frame.
    pub given: Vec<KeyCommand>,
    /// Commands whose button is held.
    pub held: Vec<KeyCommand>,
}

/// The systems in `PreUpdate` that add to [`SentCommands`].
#[derive(SystemSet, Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct SendCommands;

/// Reads key bindings; none is active while the player is typing.
#[derive(SystemParam)]
pub struct Keys<'w> {
    map: Res<'w, KeyMap>,
    input: Res<'w, ButtonInput<KeyCode>>,
    taken: Res<'w, KeyCapture>,
    mode: Res<'w, KeyMode>,
    typing: Res<'w, Typing>,
    sent: Res<'w, SentCommands>,
}

impl Keys<'_> {
    /// Whether the key of a command was just pressed.
    pub fn pressed(&self, command: KeyCommand) -> bool {
        let is_sent = self.sent.given.contains(&command) && !self.typing.0;
        self.reaches(command) && (is_sent || self.any(self.map.of(command), |key| self.input.just_pressed(key)))
    }

    /// Whether the key of a command is held.
    pub fn held(&self, command: KeyCommand) -> bool {
        let is_held = self.sent.held.contains(&command);
        self.reaches(command) && (is_held || self.any(self.map.of(command), |key| self.input.pressed(key)))
    }

    /// Whether the key of an action was just pressed.
    pub fn chosen(&self, rules: &Ruleset, action: Name) -> bool {
        let free = *self.taken == KeyCapture::Free;
        free && self.any(&self.map.of_action(rules, action), |key| self.input.just_pressed(key))
    }

    /// The digit from 1 to 9 that was just pressed.
    pub fn digit(&self) -> Option<usize> {
        let free = *self.taken == KeyCapture::Free;
        let pressed = |key: &KeyCode| free && self.any(&[Chord::plain(*key)], |key| self.input.just_pressed(key));
        chord::ANSWERS.iter().position(pressed).map(|at| at + 1)
    }

    fn reaches(&self, command: KeyCommand) -> bool {
        match *self.taken {
            KeyCapture::Free => self.mode.has(command.scope()),
            KeyCapture::ByWindow => command.works_over_windows(),
            KeyCapture::ByPanels => command.works_in_panels(),
            KeyCapture::All => false,
        }
    }

    fn any(&self, chords: &[Chord], is_down: impl Fn(KeyCode) -> bool) -> bool {
        let down = |chord: &Chord| is_down(chord.key) && chord.has_its_modifiers(&self.input);
        !self.typing.0 && chords.iter().any(down)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<KeyMap>()
        .init_resource::<KeyCapture>()
        .init_resource::<KeyMode>()
        .init_resource::<Typing>()
        .init_resource::<SentCommands>()
        .configure_sets(PreUpdate, SendCommands.after(InputSystems))
        .add_systems(Last, |mut sent: ResMut<SentCommands>| sent.bypass_change_detection().given.clear());
}
