//! What every key does, in one place.

mod chord;
mod command;
mod map;

pub use chord::{Chord, is_modifier};
pub use command::{Command, Scope};
pub use map::{Bound, KeyMap, Keyboard, MOST, words};

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::input::EguiWantsInput;

use crate::content::Name;
use crate::rules::Ruleset;

/// What stands between the keys and the battle.
#[derive(Resource, Default, Copy, Clone, Debug, PartialEq, Eq)]
pub enum KeysTaken {
    /// Nothing: every key does what it is bound to.
    #[default]
    Free,
    /// An open window: only the keys of windows do anything.
    ByWindow,
    /// Something that listens to all keys.
    All,
}

/// Whether keys do what they are bound to; not while the player types into a panel.
#[derive(SystemParam)]
pub struct Keys<'w> {
    map: Res<'w, KeyMap>,
    input: Res<'w, ButtonInput<KeyCode>>,
    taken: Res<'w, KeysTaken>,
    egui: Option<Res<'w, EguiWantsInput>>,
}

impl Keys<'_> {
    /// Whether a command was just given.
    pub fn pressed(&self, command: Command) -> bool {
        self.reaches(command) && self.any(self.map.of(command), |key| self.input.just_pressed(key))
    }

    /// Whether a command's key is held.
    pub fn held(&self, command: Command) -> bool {
        self.reaches(command) && self.any(self.map.of(command), |key| self.input.pressed(key))
    }

    /// Whether the key of an action was just pressed.
    pub fn chosen(&self, rules: &Ruleset, action: Name) -> bool {
        let free = *self.taken == KeysTaken::Free;
        free && self.any(&self.map.of_action(rules, action), |key| self.input.just_pressed(key))
    }

    /// Which digit from 1 to 9 was just pressed.
    pub fn digit(&self) -> Option<usize> {
        let free = *self.taken == KeysTaken::Free;
        let pressed = |key: &KeyCode| free && self.any(&[Chord::plain(*key)], |key| self.input.just_pressed(key));
        chord::ANSWERS.iter().position(pressed).map(|at| at + 1)
    }

    /// Whether nothing stands between the keys and a command.
    fn reaches(&self, command: Command) -> bool {
        match *self.taken {
            KeysTaken::Free => true,
            KeysTaken::ByWindow => command.works_over_windows(),
            KeysTaken::All => false,
        }
    }

    fn any(&self, chords: &[Chord], is_down: impl Fn(KeyCode) -> bool) -> bool {
        let typing = self.egui.as_ref().is_some_and(|egui| egui.wants_any_keyboard_input());
        let down = |chord: &Chord| is_down(chord.key) && chord.has_its_modifiers(&self.input);
        !typing && chords.iter().any(down)
    }
}

/// Makes the usual keys.
pub fn plugin(app: &mut App) {
    app.init_resource::<KeyMap>().init_resource::<KeysTaken>();
}
