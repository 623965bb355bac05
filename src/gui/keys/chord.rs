//! A key with modifiers, as the player presses it and as the settings file writes it.

use std::fmt;

use bevy::prelude::{ButtonInput, KeyCode};
use serde::{Deserialize, Serialize};

/// A key with modifiers, written like `F5`, `Shift Tab` or `Ctrl S`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Chord {
    /// The key.
    pub key: KeyCode,
    /// Whether Shift is held.
    pub shift: bool,
    /// Whether Ctrl is held.
    pub ctrl: bool,
    /// Whether Alt is held.
    pub alt: bool,
}

/// Every key that can be bound, with its name. Keys are positions, named as on a US keyboard.
static KEYS: [(KeyCode, &str); 89] = [
    (KeyCode::KeyA, "A"),
    (KeyCode::KeyB, "B"),
    (KeyCode::KeyC, "C"),
    (KeyCode::KeyD, "D"),
    (KeyCode::KeyE, "E"),
    (KeyCode::KeyF, "F"),
    (KeyCode::KeyG, "G"),
    (KeyCode::KeyH, "H"),
    (KeyCode::KeyI, "I"),
    (KeyCode::KeyJ, "J"),
    (KeyCode::KeyK, "K"),
    (KeyCode::KeyL, "L"),
    (KeyCode::KeyM, "M"),
    (KeyCode::KeyN, "N"),
    (KeyCode::KeyO, "O"),
    (KeyCode::KeyP, "P"),
    (KeyCode::KeyQ, "Q"),
    (KeyCode::KeyR, "R"),
    (KeyCode::KeyS, "S"),
    (KeyCode::KeyT, "T"),
    (KeyCode::KeyU, "U"),
    (KeyCode::KeyV, "V"),
    (KeyCode::KeyW, "W"),
    (KeyCode::KeyX, "X"),
    (KeyCode::KeyY, "Y"),
    (KeyCode::KeyZ, "Z"),
    (KeyCode::Digit0, "0"),
    (KeyCode::Digit1, "1"),
    (KeyCode::Digit2, "2"),
    (KeyCode::Digit3, "3"),
    (KeyCode::Digit4, "4"),
    (KeyCode::Digit5, "5"),
    (KeyCode::Digit6, "6"),
    (KeyCode::Digit7, "7"),
    (KeyCode::Digit8, "8"),
    (KeyCode::Digit9, "9"),
    (KeyCode::F1, "F1"),
    (KeyCode::F2, "F2"),
    (KeyCode::F3, "F3"),
    (KeyCode::F4, "F4"),
    (KeyCode::F5, "F5"),
    (KeyCode::F6, "F6"),
    (KeyCode::F7, "F7"),
    (KeyCode::F8, "F8"),
    (KeyCode::F9, "F9"),
    (KeyCode::F10, "F10"),
    (KeyCode::F11, "F11"),
    (KeyCode::F12, "F12"),
    (KeyCode::Escape, "Esc"),
    (KeyCode::Enter, "Enter"),
    (KeyCode::Tab, "Tab"),
    (KeyCode::Space, "Space"),
    (KeyCode::Backspace, "Backspace"),
    (KeyCode::Insert, "Insert"),
    (KeyCode::Delete, "Delete"),
    (KeyCode::Home, "Home"),
    (KeyCode::End, "End"),
    (KeyCode::PageUp, "PageUp"),
    (KeyCode::PageDown, "PageDown"),
    (KeyCode::Pause, "Pause"),
    (KeyCode::ArrowLeft, "Left"),
    (KeyCode::ArrowRight, "Right"),
    (KeyCode::ArrowUp, "Up"),
    (KeyCode::ArrowDown, "Down"),
    (KeyCode::Minus, "-"),
    (KeyCode::Equal, "="),
    (KeyCode::BracketLeft, "["),
    (KeyCode::BracketRight, "]"),
    (KeyCode::Semicolon, ";"),
    (KeyCode::Quote, "'"),
    (KeyCode::Backquote, "`"),
    (KeyCode::Comma, ","),
    (KeyCode::Period, "."),
    (KeyCode::Slash, "/"),
    (KeyCode::Numpad0, "Num0"),
    (KeyCode::Numpad1, "Num1"),
    (KeyCode::Numpad2, "Num2"),
    (KeyCode::Numpad3, "Num3"),
    (KeyCode::Numpad4, "Num4"),
    (KeyCode::Numpad5, "Num5"),
    (KeyCode::Numpad6, "Num6"),
    (KeyCode::Numpad7, "Num7"),
    (KeyCode::Numpad8, "Num8"),
    (KeyCode::Numpad9, "Num9"),
    (KeyCode::NumpadAdd, "Num+"),
    (KeyCode::NumpadSubtract, "Num-"),
    (KeyCode::NumpadMultiply, "Num*"),
    (KeyCode::NumpadDivide, "Num/"),
    (KeyCode::NumpadEnter, "NumEnter"),
];

impl Chord {
    /// A key alone.
    pub const fn plain(key: KeyCode) -> Chord {
        Chord { key, shift: false, ctrl: false, alt: false }
    }

    /// A key with Shift.
    pub const fn shift(key: KeyCode) -> Chord {
        Chord { shift: true, ..Chord::plain(key) }
    }

    /// A key with Alt.
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

    /// Whether exactly its modifiers are held now.
    pub fn has_its_modifiers(self, input: &ButtonInput<KeyCode>) -> bool {
        Chord { key: self.key, ..modifiers(input) } == self
    }

    /// Whether it is one of the digits that pick weapons and answers.
    pub fn is_answer(self) -> bool {
        ANSWERS.contains(&self.key) && self == Chord::plain(self.key)
    }
}

/// The keys of the first nine weapons or answers.
pub const ANSWERS: [KeyCode; 9] = [
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

/// Whether a key is a modifier.
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
