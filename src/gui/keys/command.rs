//! What keys can do besides choosing an action, with the usual key of each.

use bevy::prelude::KeyCode;
use serde::{Deserialize, Serialize};

use super::Chord;
use crate::grid::{Direction, Shape};

/// Something a key can be bound to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Command {
    /// One step back: window, aim, order, playback.
    Cancel,
    /// Does what is aimed at, or takes the default answer.
    Confirm,
    NextUnit,
    PreviousUnit,
    /// Takes the last turn back, as long as no die was rolled since.
    Undo,
    /// A flight ends one cell higher, or lower.
    FlyHigher,
    FlyLower,
    /// Waits until something happens.
    StandBy,
    /// Held: playback goes faster.
    Hurry,
    /// Stops playback and lets it go on.
    Pause,
    FitMap,
    CentreActor,
    ZoomIn,
    ZoomOut,
    PanLeft,
    PanRight,
    PanUp,
    PanDown,
    ToggleGrid,
    /// Cells that enemies threaten.
    ToggleThreats,
    /// Held: heights as numbers.
    ShowHeights,
    /// The codex of rules.
    ShowCodex,
    /// All keys and marks.
    ShowHelp,
    ShowSettings,
    FullScreen,
    /// Panels at the sides.
    ToggleUnit,
    ToggleLog,
    /// Keeps the forecast of the one under the pointer in sight.
    PinForecast,
    QuickSave,
    QuickLoad,
    /// Writes a picture of the window to a file.
    TakePicture,
    FaceNorth,
    FaceNorthEast,
    FaceEast,
    FaceSouthEast,
    FaceSouth,
    FaceSouthWest,
    FaceWest,
    FaceNorthWest,
    FaceAllAround,
}

/// When a key is listened to. Two commands may share a key if they are never listened to at once.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    Always,
    /// Only while an action is chosen.
    Acting,
    /// Only while a facing is chosen.
    Facing,
}

impl Scope {
    /// Whether both can be listened to at the same time.
    pub fn meets(self, other: Scope) -> bool {
        self == other || self == Scope::Always || other == Scope::Always
    }
}

struct Entry {
    command: Command,
    group: &'static str,
    words: &'static str,
    usual: &'static [Chord],
}

const fn entry(command: Command, group: &'static str, words: &'static str, usual: &'static [Chord]) -> Entry {
    Entry { command, group, words, usual }
}

const PLAYING: &str = "Playing";
const PLAYBACK: &str = "Playback";
const VIEW: &str = "The view";
const MARKS: &str = "Marks on the board";
const PANELS: &str = "Panels and windows";
const FILES: &str = "Files";
const FACING: &str = "Choosing a facing";

/// Letters and digits are left to actions and answers, except where a facing is chosen: there they lie like the compass.
static ENTRIES: [Entry; 40] = {
    use Command as C;
    use KeyCode as K;
    [
        entry(C::Cancel, PLAYING, "Cancel one step, skip playback", &[Chord::plain(K::Escape)]),
        entry(
            C::Confirm,
            PLAYING,
            "Do what is aimed at; the first answer to a question",
            &[Chord::plain(K::Enter), Chord::plain(K::NumpadEnter)],
        ),
        entry(C::NextUnit, PLAYING, "Next unit", &[Chord::plain(K::Tab)]),
        entry(C::PreviousUnit, PLAYING, "Previous unit", &[Chord::shift(K::Tab)]),
        entry(C::Undo, PLAYING, "Undo (until dice are rolled)", &[Chord::plain(K::Backspace)]),
        entry(C::FlyHigher, PLAYING, "Fly a cell higher", &[Chord::plain(K::PageUp)]),
        entry(C::FlyLower, PLAYING, "Fly a cell lower", &[Chord::plain(K::PageDown)]),
        entry(C::StandBy, PLAYING, "Wait until something happens", &[Chord::plain(K::Period)]),
        entry(C::Hurry, PLAYBACK, "Hurry playback (hold)", &[Chord::plain(K::Space)]),
        entry(C::Pause, PLAYBACK, "Stop playback and let it go on", &[Chord::plain(K::Pause)]),
        entry(C::FitMap, VIEW, "Show the whole board", &[Chord::plain(K::Home)]),
        entry(C::CentreActor, VIEW, "Go to whose turn it is", &[Chord::plain(K::End)]),
        entry(C::ZoomIn, VIEW, "Zoom in", &[Chord::plain(K::Equal), Chord::plain(K::NumpadAdd)]),
        entry(C::ZoomOut, VIEW, "Zoom out", &[Chord::plain(K::Minus), Chord::plain(K::NumpadSubtract)]),
        entry(C::PanLeft, VIEW, "Move the view west", &[Chord::plain(K::ArrowLeft)]),
        entry(C::PanRight, VIEW, "Move the view east", &[Chord::plain(K::ArrowRight)]),
        entry(C::PanUp, VIEW, "Move the view north", &[Chord::plain(K::ArrowUp)]),
        entry(C::PanDown, VIEW, "Move the view south", &[Chord::plain(K::ArrowDown)]),
        entry(C::ToggleGrid, MARKS, "Lines between cells", &[Chord::plain(K::F6)]),
        entry(C::ToggleThreats, MARKS, "Threatened cells", &[Chord::plain(K::F7)]),
        entry(C::ShowHeights, MARKS, "Heights (hold)", &[Chord::plain(K::F8)]),
        entry(C::ShowCodex, PANELS, "The codex: every rule and ruling", &[Chord::plain(K::F1)]),
        entry(C::ShowHelp, PANELS, "The list of keys and marks", &[Chord::plain(K::F2), Chord::shift(K::Slash)]),
        entry(C::ShowSettings, PANELS, "Settings", &[Chord::plain(K::F10)]),
        entry(C::FullScreen, PANELS, "Full screen", &[Chord::alt(K::Enter)]),
        entry(C::ToggleUnit, PANELS, "The panel of the fighter", &[Chord::plain(K::F3)]),
        entry(C::ToggleLog, PANELS, "The panel of log and goals", &[Chord::plain(K::F4)]),
        entry(C::PinForecast, PANELS, "Keep the forecast at the pointer in sight", &[Chord::plain(K::F11)]),
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

impl Command {
    /// All commands, those of a group one after another.
    pub fn all() -> impl Iterator<Item = Command> {
        ENTRIES.iter().map(|entry| entry.command)
    }

    /// The heading it stands under in lists of keys.
    pub fn group(self) -> &'static str {
        self.entry().map_or("", |entry| entry.group)
    }

    /// What it does, in words.
    pub fn words(self) -> &'static str {
        self.entry().map_or("", |entry| entry.words)
    }

    /// Its keys unless the player chose others.
    pub fn usual(self) -> &'static [Chord] {
        self.entry().map_or(&[], |entry| entry.usual)
    }

    /// When its keys are listened to.
    pub fn scope(self) -> Scope {
        if self.group() == FACING { Scope::Facing } else { Scope::Always }
    }

    /// Whether its keys work while a window is open in front of the battle.
    pub fn works_over_windows(self) -> bool {
        use Command::{FullScreen, ShowCodex, ShowHelp, ShowSettings, TakePicture};
        matches!(self, FullScreen | ShowCodex | ShowHelp | ShowSettings | TakePicture)
    }

    /// The command that faces a direction of a board.
    pub fn facing(shape: Shape, way: Direction) -> Command {
        use Command::{
            FaceEast, FaceNorth, FaceNorthEast, FaceNorthWest, FaceSouth, FaceSouthEast, FaceSouthWest, FaceWest,
        };
        const SQUARE: [Command; 8] =
            [FaceNorth, FaceNorthEast, FaceEast, FaceSouthEast, FaceSouth, FaceSouthWest, FaceWest, FaceNorthWest];
        const HEX: [Command; 6] = [FaceNorthEast, FaceEast, FaceSouthEast, FaceSouthWest, FaceWest, FaceNorthWest];
        let ways: &[Command] = match shape {
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
        for a in Command::all() {
            assert!(!a.usual().is_empty() && !a.words().is_empty() && !a.group().is_empty(), "{a:?}");
            for b in Command::all().filter(|b| *b != a && b.scope().meets(a.scope())) {
                let shared = a.usual().iter().find(|chord| b.usual().contains(chord));
                assert_eq!(shared, None, "{a:?} and {b:?}");
            }
        }
    }

    #[test]
    fn a_direction_is_faced_by_the_command_of_its_name() {
        for shape in [Shape::Square, Shape::Hex] {
            for way in shape.directions() {
                let words = Command::facing(shape, way).words().to_lowercase();
                assert_eq!(words, shape.direction_name(way), "{shape:?}");
            }
        }
    }
}
