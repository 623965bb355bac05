//! The commands that keys can trigger, apart from actions, with their default keys.

use bevy::prelude::KeyCode;
use serde::{Deserialize, Serialize};

use super::Chord;
use crate::grid::{Direction, Shape};

/// Defines [`KeyCommand`] and the heading, words and default keys of each command.
macro_rules! key_commands {
    ($($group:literal { $($command:ident $words:literal, $($modifier:ident $key:ident),+;)+ })+) => {
        /// A command that a key can be bound to.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum KeyCommand {
            $($(#[doc = concat!($group, ": ", $words, ".")] $command,)+)+
        }

        /// All commands in the order of the enum.
        static ENTRIES: &[Entry] = &[$($(Entry {
            command: KeyCommand::$command,
            group: $group,
            words: $words,
            usual: &[$(Chord::$modifier(KeyCode::$key)),+],
        }),+),+];
    };
}

// Letters and digits are reserved for actions and answers. Those of facings are laid out like a compass.
key_commands! {
    "Playing" {
        Cancel "Cancel one step, skip playback", plain Escape;
        Confirm "Confirm the aimed act or the first answer", plain Enter, plain NumpadEnter;
        NextUnit "Next unit", plain Tab;
        PreviousUnit "Previous unit", shift Tab;
        Undo "Undo (until dice are rolled)", plain Backspace;
        FlyHigher "Fly a cell higher", plain PageUp;
        FlyLower "Fly a cell lower", plain PageDown;
        StandBy "Wait until something happens", plain Period;
        Skip "Skip a reaction or an interrupt", plain Comma;
    }
    "Playback" {
        Hurry "Hurry playback (hold)", plain Space;
        Pause "Pause or continue playback", plain Pause;
    }
    "Watching a replay" {
        PlayReplay "Play or pause", plain Space;
        NextAction "Next action", plain ArrowRight;
        PreviousAction "Previous action", plain ArrowLeft;
        NextSide "Turn of the next side", plain ArrowDown;
        PreviousSide "Turn of the previous side", plain ArrowUp;
        NextRound "Next round or count", plain PageDown;
        PreviousRound "Previous round or count", plain PageUp;
        ReplayStart "Start of the battle", plain Home;
        ReplayEnd "End of the battle", plain End;
    }
    "View" {
        FitMap "Show the whole board", plain Home;
        CentreActor "Centre on the active unit", plain End;
        ZoomIn "Zoom in", plain Equal, plain NumpadAdd;
        ZoomOut "Zoom out", plain Minus, plain NumpadSubtract;
        PanLeft "Move the view west", plain ArrowLeft;
        PanRight "Move the view east", plain ArrowRight;
        PanUp "Move the view north", plain ArrowUp;
        PanDown "Move the view south", plain ArrowDown;
    }
    "Playing without a mouse" {
        CursorWest "Point at the cell to the west", shift ArrowLeft;
        CursorEast "Point at the cell to the east", shift ArrowRight;
        CursorNorth "Point at the cell to the north", shift ArrowUp;
        CursorSouth "Point at the cell to the south", shift ArrowDown;
        NextTarget "Point at the next enemy", plain BracketRight;
        PreviousTarget "Point at the previous enemy", plain BracketLeft;
        FocusPanels "Move through the panels with Tab, arrows and Enter, or back to the board", plain Backslash;
    }
    "Marks on the board" {
        ToggleGrid "Grid lines", plain F6;
        ToggleThreats "Threatened cells", plain F7;
        ShowHeights "Elevations (hold)", plain F8;
    }
    "Panels and windows" {
        ShowCodex "Codex of rules and rulings", plain F1;
        ShowHelp "Keys and marks", plain F2, shift Slash;
        ShowSettings "Settings", plain F10;
        FullScreen "Full screen", alt Enter;
        ToggleUnit "Unit card", plain F3;
        ToggleLog "Log and goals", plain F4;
        PinForecast "Pin the forecast at the pointer", plain F11;
    }
    "Files" {
        QuickSave "Quick save", plain F5;
        QuickLoad "Quick load", plain F9;
        TakePicture "Screenshot", plain F12;
    }
    "Choosing a facing" {
        FaceNorth "North", plain KeyW, plain Numpad8;
        FaceNorthEast "North-east", plain KeyE, plain Numpad9;
        FaceEast "East", plain KeyD, plain Numpad6;
        FaceSouthEast "South-east", plain KeyC, plain Numpad3;
        FaceSouth "South", plain KeyX, plain Numpad2;
        FaceSouthWest "South-west", plain KeyZ, plain Numpad1;
        FaceWest "West", plain KeyA, plain Numpad4;
        FaceNorthWest "North-west", plain KeyQ, plain Numpad7;
        FaceAllAround "All around", plain KeyS, plain Numpad5;
    }
}

struct Entry {
    command: KeyCommand,
    group: &'static str,
    words: &'static str,
    usual: &'static [Chord],
}

/// When a key is active. Two commands may share a key if they are never active together.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum KeyScope {
    Always,
    /// In a battle, not in a replay.
    Battle,
    Acting,
    Facing,
    Replay,
}

impl KeyScope {
    pub fn meets(self, other: KeyScope) -> bool {
        use KeyScope::{Always, Battle, Replay};
        let one_of = |scope| self == scope || other == scope;
        self == other || one_of(Always) || (one_of(Battle) && !one_of(Replay))
    }
}

impl KeyCommand {
    /// All commands, grouped.
    pub fn all() -> impl Iterator<Item = KeyCommand> {
        ENTRIES.iter().map(|entry| entry.command)
    }

    /// The heading of the command in lists.
    pub fn group(self) -> &'static str {
        ENTRIES[self as usize].group
    }

    /// Description of the command.
    pub fn words(self) -> &'static str {
        ENTRIES[self as usize].words
    }

    /// Its default keys.
    pub fn usual(self) -> &'static [Chord] {
        ENTRIES[self as usize].usual
    }

    /// When its keys are active.
    pub fn scope(self) -> KeyScope {
        use KeyCommand::{
            CentreActor, Confirm, CursorWest, FaceNorth, FitMap, FlyHigher, FlyLower, FocusPanels, Hurry, PanDown,
            PanLeft, PanRight, PanUp, Pause, PlayReplay, QuickLoad, QuickSave, Skip, StandBy, Undo,
        };
        match self {
            _ if self.group() == FaceNorth.group() => KeyScope::Facing,
            _ if self.group() == PlayReplay.group() => KeyScope::Replay,
            FocusPanels => KeyScope::Always,
            _ if self.group() == CursorWest.group() => KeyScope::Battle,
            Confirm | Undo | FlyHigher | FlyLower | StandBy | Skip | Hurry | Pause => KeyScope::Battle,
            FitMap | CentreActor | PanLeft | PanRight | PanUp | PanDown | QuickSave | QuickLoad => KeyScope::Battle,
            _ => KeyScope::Always,
        }
    }

    /// Whether its keys work while a window is open over the battle.
    pub fn works_over_windows(self) -> bool {
        use KeyCommand::{FullScreen, ShowCodex, ShowHelp, ShowSettings, TakePicture};
        matches!(self, FullScreen | ShowCodex | ShowHelp | ShowSettings | TakePicture)
    }

    /// Whether its keys work while the keys move through the panels of a battle.
    pub fn works_in_panels(self) -> bool {
        self == KeyCommand::FocusPanels || self.works_over_windows()
    }

    /// The command that faces a direction.
    pub fn facing(shape: Shape, way: Direction) -> KeyCommand {
        use KeyCommand::{
            FaceEast, FaceNorth, FaceNorthEast, FaceNorthWest, FaceSouth, FaceSouthEast, FaceSouthWest, FaceWest,
        };
        let ways: &[KeyCommand] = match shape {
            Shape::Square => {
                &[FaceNorth, FaceNorthEast, FaceEast, FaceSouthEast, FaceSouth, FaceSouthWest, FaceWest, FaceNorthWest]
            }
            Shape::Hex => &[FaceNorthEast, FaceEast, FaceSouthEast, FaceSouthWest, FaceWest, FaceNorthWest],
        };
        ways[usize::from(way.0) % ways.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_commands_have_the_same_usual_key_at_the_same_time() {
        for a in KeyCommand::all() {
            assert!(!a.usual().is_empty() && !a.words().is_empty() && !a.group().is_empty(), "{a:?}");
            for b in KeyCommand::all().filter(|b| *b != a && b.scope().meets(a.scope())) {
                let shared = a.usual().iter().find(|chord| b.usual().contains(chord));
                assert_eq!(shared, None, "{a:?} and {b:?}");
            }
        }
    }

    #[test]
    fn a_direction_is_faced_by_the_command_of_its_name() {
        for shape in [Shape::Square, Shape::Hex] {
            for way in shape.directions() {
                let words = KeyCommand::facing(shape, way).words().to_lowercase();
                assert_eq!(words, shape.direction_name(way), "{shape:?}");
            }
        }
    }
}
