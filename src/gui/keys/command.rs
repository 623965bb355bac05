//! The commands that keys can trigger, apart from actions, with their default keys.

use bevy::prelude::KeyCode;
use serde::{Deserialize, Serialize};

use super::Chord;
use crate::grid::{Direction, Shape};

/// A command that a key can be bound to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum KeyCommand {
    /// Takes one step back: window, aim, order, playback.
    Cancel,
    /// Chooses the aimed act, or the default answer.
    Confirm,
    /// Selects the next unit.
    NextUnit,
    /// Selects the previous unit.
    PreviousUnit,
    /// Takes the last turn back, unless dice were rolled since.
    Undo,
    /// Ends a flight one cell higher.
    FlyHigher,
    /// Ends a flight one cell lower.
    FlyLower,
    /// Waits until something happens.
    StandBy,
    /// Speeds playback up while held.
    Hurry,
    /// Pauses or continues playback.
    Pause,
    /// Fits the board into the window.
    FitMap,
    /// Moves the camera to the acting combatant.
    CentreActor,
    /// Zooms in.
    ZoomIn,
    /// Zooms out.
    ZoomOut,
    /// Pans left.
    PanLeft,
    /// Pans right.
    PanRight,
    /// Pans up.
    PanUp,
    /// Pans down.
    PanDown,
    /// Toggles the grid lines.
    ToggleGrid,
    /// Threatened cells.
    ToggleThreats,
    /// Shows elevations while held.
    ShowHeights,
    /// Opens the codex.
    ShowCodex,
    /// Opens the list of keys and marks.
    ShowHelp,
    /// Opens the settings.
    ShowSettings,
    /// Toggles full screen.
    FullScreen,
    /// Opens or collapses the unit card.
    ToggleUnit,
    /// Opens or collapses the right panel.
    ToggleLog,
    /// Pins the forecast of the combatant under the pointer.
    PinForecast,
    /// Saves the battle.
    QuickSave,
    /// Loads the quick save.
    QuickLoad,
    /// Takes a screenshot.
    TakePicture,
    /// Faces north.
    FaceNorth,
    /// Faces north-east.
    FaceNorthEast,
    /// Faces east.
    FaceEast,
    /// Faces south-east.
    FaceSouthEast,
    /// Faces south.
    FaceSouth,
    /// Faces south-west.
    FaceSouthWest,
    /// Faces west.
    FaceWest,
    /// Faces north-west.
    FaceNorthWest,
    /// Faces all around.
    FaceAllAround,
}

/// When a key is active. Two commands may share a key if they are never active together.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum KeyScope {
    /// At all times.
    Always,
    /// Only while an action is chosen.
    Acting,
    /// Only while a facing is chosen.
    Facing,
}

impl KeyScope {
    /// Whether both can be active at the same time.
    pub fn meets(self, other: KeyScope) -> bool {
        self == other || self == KeyScope::Always || other == KeyScope::Always
    }
}

struct Entry {
    command: KeyCommand,
    group: &'static str,
    words: &'static str,
    usual: &'static [Chord],
}

const fn entry(command: KeyCommand, group: &'static str, words: &'static str, usual: &'static [Chord]) -> Entry {
    Entry { command, group, words, usual }
}

const PLAYING: &str = "Playing";
const PLAYBACK: &str = "Playback";
const VIEW: &str = "View";
const MARKS: &str = "Marks on the board";
const PANELS: &str = "Panels and windows";
const FILES: &str = "Files";
const FACING: &str = "Choosing a facing";

/// Letters and digits are reserved for actions and answers, except while a facing is chosen: there they are laid out
/// like a compass.
static ENTRIES: [Entry; 40] = {
    use KeyCode as K;
    use KeyCommand as C;
    [
        entry(C::Cancel, PLAYING, "Cancel one step, skip playback", &[Chord::plain(K::Escape)]),
        entry(
            C::Confirm,
            PLAYING,
            "Confirm the aimed act or the first answer",
            &[Chord::plain(K::Enter), Chord::plain(K::NumpadEnter)],
        ),
        entry(C::NextUnit, PLAYING, "Next unit", &[Chord::plain(K::Tab)]),
        entry(C::PreviousUnit, PLAYING, "Previous unit", &[Chord::shift(K::Tab)]),
        entry(C::Undo, PLAYING, "Undo (until dice are rolled)", &[Chord::plain(K::Backspace)]),
        entry(C::FlyHigher, PLAYING, "Fly a cell higher", &[Chord::plain(K::PageUp)]),
        entry(C::FlyLower, PLAYING, "Fly a cell lower", &[Chord::plain(K::PageDown)]),
        entry(C::StandBy, PLAYING, "Wait until something happens", &[Chord::plain(K::Period)]),
        entry(C::Hurry, PLAYBACK, "Hurry playback (hold)", &[Chord::plain(K::Space)]),
        entry(C::Pause, PLAYBACK, "Pause or continue playback", &[Chord::plain(K::Pause)]),
        entry(C::FitMap, VIEW, "Show the whole board", &[Chord::plain(K::Home)]),
        entry(C::CentreActor, VIEW, "Centre on the active unit", &[Chord::plain(K::End)]),
        entry(C::ZoomIn, VIEW, "Zoom in", &[Chord::plain(K::Equal), Chord::plain(K::NumpadAdd)]),
        entry(C::ZoomOut, VIEW, "Zoom out", &[Chord::plain(K::Minus), Chord::plain(K::NumpadSubtract)]),
        entry(C::PanLeft, VIEW, "Move the view west", &[Chord::plain(K::ArrowLeft)]),
        entry(C::PanRight, VIEW, "Move the view east", &[Chord::plain(K::ArrowRight)]),
        entry(C::PanUp, VIEW, "Move the view north", &[Chord::plain(K::ArrowUp)]),
        entry(C::PanDown, VIEW, "Move the view south", &[Chord::plain(K::ArrowDown)]),
        entry(C::ToggleGrid, MARKS, "Grid lines", &[Chord::plain(K::F6)]),
        entry(C::ToggleThreats, MARKS, "Threatened cells", &[Chord::plain(K::F7)]),
        entry(C::ShowHeights, MARKS, "Elevations (hold)", &[Chord::plain(K::F8)]),
        entry(C::ShowCodex, PANELS, "Codex of rules and rulings", &[Chord::plain(K::F1)]),
        entry(C::ShowHelp, PANELS, "Keys and marks", &[Chord::plain(K::F2), Chord::shift(K::Slash)]),
        entry(C::ShowSettings, PANELS, "Settings", &[Chord::plain(K::F10)]),
        entry(C::FullScreen, PANELS, "Full screen", &[Chord::alt(K::Enter)]),
        entry(C::ToggleUnit, PANELS, "Unit card", &[Chord::plain(K::F3)]),
        entry(C::ToggleLog, PANELS, "Log and goals", &[Chord::plain(K::F4)]),
        entry(C::PinForecast, PANELS, "Pin the forecast at the pointer", &[Chord::plain(K::F11)]),
        entry(C::QuickSave, FILES, "Quick save", &[Chord::plain(K::F5)]),
        entry(C::QuickLoad, FILES, "Quick load", &[Chord::plain(K::F9)]),
        entry(C::TakePicture, FILES, "Screenshot", &[Chord::plain(K::F12)]),
        entry(C::FaceNorth, FACING, "North", &[Chord::plain(K::KeyW), Chord::plain(K::Numpad8)]),
        entry(C::FaceNorthEast, FACING, "North-east", &[Chord::plain(K::KeyE), Chord::plain(K::Numpad9)]),
        entry(C::FaceEast, FACING, "East", &[Chord::plain(K::KeyD), Chord::plain(K::Numpad6)]),
        entry(C::FaceSouthEast, FACING, "South-east", &[Chord::plain(K::KeyC), Chord::plain(K::Numpad3)]),
        entry(C::FaceSouth, FACING, "South", &[Chord::plain(K::KeyX), Chord::plain(K::Numpad2)]),
        entry(C::FaceSouthWest, FACING, "South-west", &[Chord::plain(K::KeyZ), Chord::plain(K::Numpad1)]),
        entry(C::FaceWest, FACING, "West", &[Chord::plain(K::KeyA), Chord::plain(K::Numpad4)]),
        entry(C::FaceNorthWest, FACING, "North-west", &[Chord::plain(K::KeyQ), Chord::plain(K::Numpad7)]),
        entry(C::FaceAllAround, FACING, "All around", &[Chord::plain(K::KeyS), Chord::plain(K::Numpad5)]),
    ]
};

impl KeyCommand {
    /// All commands, grouped.
    pub fn all() -> impl Iterator<Item = KeyCommand> {
        ENTRIES.iter().map(|entry| entry.command)
    }

    /// The heading of the command in lists.
    pub fn group(self) -> &'static str {
        self.entry().map_or("", |entry| entry.group)
    }

    /// Description of the command.
    pub fn words(self) -> &'static str {
        self.entry().map_or("", |entry| entry.words)
    }

    /// Its default keys.
    pub fn usual(self) -> &'static [Chord] {
        self.entry().map_or(&[], |entry| entry.usual)
    }

    /// When its keys are active.
    pub fn scope(self) -> KeyScope {
        if self.group() == FACING { KeyScope::Facing } else { KeyScope::Always }
    }

    /// Whether its keys work while a window is open over the battle.
    pub fn works_over_windows(self) -> bool {
        use KeyCommand::{FullScreen, ShowCodex, ShowHelp, ShowSettings, TakePicture};
        matches!(self, FullScreen | ShowCodex | ShowHelp | ShowSettings | TakePicture)
    }

    /// The command that faces a direction.
    pub fn facing(shape: Shape, way: Direction) -> KeyCommand {
        use KeyCommand::{
            FaceEast, FaceNorth, FaceNorthEast, FaceNorthWest, FaceSouth, FaceSouthEast, FaceSouthWest, FaceWest,
        };
        const SQUARE: [KeyCommand; 8] =
            [FaceNorth, FaceNorthEast, FaceEast, FaceSouthEast, FaceSouth, FaceSouthWest, FaceWest, FaceNorthWest];
        const HEX: [KeyCommand; 6] = [FaceNorthEast, FaceEast, FaceSouthEast, FaceSouthWest, FaceWest, FaceNorthWest];
        let ways: &[KeyCommand] = match shape {
            Shape::Square => &SQUARE,
            Shape::Hex => &HEX,
        };
        ways[usize::from(way.0) % ways.len()]
    }

    fn entry(self) -> Option<&'static Entry> {
        ENTRIES.iter().find(|entry| entry.command == self)
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
