//! A key with modifiers, as the player presses it and as the settings file writes it.

use std::fmt;

use bevy::prelude::{ButtonInput, KeyCode};
use serde::{Deserialize, Serialize};

/// A key with modifiers, written like `F5`, `Shift Tab` or `Ctrl S`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Chord {
    pub key: KeyCode,
    pub shift: bool,
    pub ctrl: bool,
    pub alt: bool,
}

macro_rules! keys {
    ($($key:ident $name:literal),* $(,)?) => { [$((KeyCode::$key, $name)),*] };
}

/// Every key that can be bound, with its name. Keys are positions, named as on a US keyboard.
static KEYS: [(KeyCode, &str); 90] = keys! {
    KeyA "A", KeyB "B", KeyC "C", KeyD "D", KeyE "E", KeyF "F", KeyG "G", KeyH "H", KeyI "I",
    KeyJ "J", KeyK "K", KeyL "L", KeyM "M", KeyN "N", KeyO "O", KeyP "P", KeyQ "Q", KeyR "R",
    KeyS "S", KeyT "T", KeyU "U", KeyV "V", KeyW "W", KeyX "X", KeyY "Y", KeyZ "Z",
    Digit0 "0", Digit1 "1", Digit2 "2", Digit3 "3", Digit4 "4",
    Digit5 "5", Digit6 "6", Digit7 "7", Digit8 "8", Digit9 "9",
    F1 "F1", F2 "F2", F3 "F3", F4 "F4", F5 "F5", F6 "F6", F7 "F7", F8 "F8", F9 "F9", F10 "F10", F11 "F11", F12 "F12",
    Escape "Esc", Enter "Enter", Tab "Tab", Space "Space", Backspace "Backspace",
    Insert "Insert", Delete "Delete", Home "Home", End "End", PageUp "PageUp", PageDown "PageDown", Pause "Pause",
    ArrowLeft "Left", ArrowRight "Right", ArrowUp "Up", ArrowDown "Down",
    Minus "-", Equal "=", BracketLeft "[", BracketRight "]", Semicolon ";", Quote "'", Backquote "`",
    Comma ",", Period ".", Slash "/", Backslash "\\",
    Numpad0 "Num0", Numpad1 "Num1", Numpad2 "Num2", Numpad3 "Num3", Numpad4 "Num4",
    Numpad5 "Num5", Numpad6 "Num6", Numpad7 "Num7", Numpad8 "Num8", Numpad9 "Num9",
    NumpadAdd "Num+", NumpadSubtract "Num-", NumpadMultiply "Num*", NumpadDivide "Num/", NumpadEnter "NumEnter",
};

/// The keys of the first nine weapons or answers.
pub const ANSWERS: [KeyCode; 9] = {
    use KeyCode::{Digit1, Digit2, Digit3, Digit4, Digit5, Digit6, Digit7, Digit8, Digit9};
    [Digit1, Digit2, Digit3, Digit4, Digit5, Digit6, Digit7, Digit8, Digit9]
};

impl Chord {
    pub const fn plain(key: KeyCode) -> Chord {
        Chord { key, shift: false, ctrl: false, alt: false }
    }

    pub const fn shift(key: KeyCode) -> Chord {
        Chord { shift: true, ..Chord::plain(key) }
    }

    pub const fn alt(key: KeyCode) -> Chord {
        Chord { alt: true, ..Chord::plain(key) }
    }

    /// The key of a letter or digit as rulesets name it: a capital letter adds Shift.
    pub fn of_letter(letter: char) -> Option<Chord> {
        let mut word = [0; 4];
        let word = letter.to_ascii_uppercase().encode_utf8(&mut word);
        let (key, _) = KEYS.iter().find(|(_, known)| *known == word)?;
        Some(Chord { shift: letter.is_ascii_uppercase(), ..Chord::plain(*key) })
    }

    /// A key with the modifiers that are held now, or `None` for a key that cannot be bound.
    pub fn pressed(key: KeyCode, input: &ButtonInput<KeyCode>) -> Option<Chord> {
        let known = KEYS.iter().any(|(known, _)| *known == key);
        known.then_some(Chord { key, ..modifiers(input) })
    }

    pub fn has_its_modifiers(self, input: &ButtonInput<KeyCode>) -> bool {
        Chord { key: self.key, ..modifiers(input) } == self
    }

    /// Whether it is one of the digits that pick weapons and answers.
    pub fn is_answer(self) -> bool {
        ANSWERS.contains(&self.key) && self == Chord::plain(self.key)
    }
}

pub fn is_modifier(key: KeyCode) -> bool {
    use KeyCode::{AltLeft, AltRight, ControlLeft, ControlRight, ShiftLeft, ShiftRight, SuperLeft, SuperRight};
    matches!(key, AltLeft | AltRight | ControlLeft | ControlRight | ShiftLeft | ShiftRight | SuperLeft | SuperRight)
}

/// The modifiers that are held now, with a placeholder key. A quick stroke may begin and end within one frame.
fn modifiers(input: &ButtonInput<KeyCode>) -> Chord {
    let held = |keys: [KeyCode; 2]| input.any_pressed(keys) || input.any_just_released(keys);
    Chord {
        key: KeyCode::Escape,
        shift: held([KeyCode::ShiftLeft, KeyCode::ShiftRight]),
        ctrl: held([KeyCode::ControlLeft, KeyCode::ControlRight]),
        alt: held([KeyCode::AltLeft, KeyCode::AltRight]),
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (held, word) in [(self.ctrl, "Ctrl "), (self.alt, "Alt "), (self.shift, "Shift ")] {
            if held {
                out.write_str(word)?;
            }
        }
        let word = KEYS.iter().find(|(key, _)| *key == self.key).map_or("?", |(_, word)| word);
        out.write_str(word)
    }
}

impl TryFrom<String> for Chord {
    type Error = String;

    fn try_from(text: String) -> Result<Chord, String> {
        let mut chord = Chord::plain(KeyCode::Escape);
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let last = words.pop().unwrap_or_default();
        for word in words {
            match word {
                "Ctrl" => chord.ctrl = true,
                "Alt" => chord.alt = true,
                "Shift" => chord.shift = true,
                other => return Err(format!("`{other}` in the key `{text}` is not Ctrl, Alt or Shift")),
            }
        }
        let known = KEYS.iter().find(|(_, word)| *word == last);
        chord.key = known.map(|(key, _)| *key).ok_or_else(|| format!("there is no key `{last}`"))?;
        Ok(chord)
    }
}

impl From<Chord> for String {
    fn from(chord: Chord) -> String {
        chord.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_reads_back_as_it_was_written() {
        for (key, _) in KEYS {
            for held in 0..8_u8 {
                let chord = Chord { key, shift: held & 1 > 0, ctrl: held & 2 > 0, alt: held & 4 > 0 };
                assert_eq!(Chord::try_from(chord.to_string()), Ok(chord));
            }
        }
    }

    #[test]
    fn a_key_that_is_none_is_refused_by_name() {
        assert_eq!(Chord::try_from("Ctrl F99".to_owned()), Err("there is no key `F99`".to_owned()));
        let why = "`Hyper` in the key `Hyper S` is not Ctrl, Alt or Shift".to_owned();
        assert_eq!(Chord::try_from("Hyper S".to_owned()), Err(why));
    }

    #[test]
    fn a_capital_is_the_letter_with_shift() {
        assert_eq!(Chord::of_letter('s'), Some(Chord::plain(KeyCode::KeyS)));
        assert_eq!(Chord::of_letter('S'), Some(Chord::shift(KeyCode::KeyS)));
        assert_eq!(Chord::of_letter('é'), None);
    }
}
