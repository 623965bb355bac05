//! The page on which keys are given to commands and actions.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align, Button, Layout, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::listed::group_word;
use super::settings::Settings;
use super::{frame, look};
use crate::gui::keys::{Bound, Chord, KeyMap, Keyboard, MOST, is_modifier, words};
use crate::gui::screens::CodexSource;
use crate::gui::session::Session;
use crate::rules::Ruleset;

/// Height of what is asked, so that nothing below it moves.
const ASKS: f32 = 58.0;

/// A key that is being chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    bound: Bound,
    /// Which of its keys.
    number: usize,
}

/// A key that was pressed although it does something else.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Clash {
    place: Place,
    chord: Chord,
    others: Vec<Bound>,
}

/// What the player is doing on the page of keys.
#[derive(Resource, Default, Debug)]
pub struct Rebinding {
    search: String,
    listening: Option<Place>,
    clash: Option<Clash>,
    /// Why the last key could not be taken.
    said: Option<String>,
}

impl Rebinding {
    /// Whether the next key pressed is one that is being chosen.
    pub fn is_listening(&self) -> bool {
        self.listening.is_some()
    }

    /// Leaves the page.
    pub fn leave(&mut self) {
        *self = Rebinding { search: std::mem::take(&mut self.search), ..Rebinding::default() };
    }

    fn listen_for(&mut self, place: Place) {
        self.leave();
        self.listening = Some(place);
    }

    /// Takes a key that was pressed.
    fn hear(&mut self, board: Keyboard<'_>, map: &mut KeyMap, chord: Option<Chord>) {
        let Some(place) = self.listening.clone() else { return };
        let refused = match chord {
            None => Some("This key cannot be used."),
            Some(chord) if chord.is_answer() => Some("1 to 9 pick weapons and answers, and nothing else."),
            Some(_) => None,
        };
        if let Some(why) = refused {
            self.said = Some(why.to_owned());
            return;
        }
        let Some(chord) = chord else { return };
        self.leave();
        let others = board.others(map, chord, place.bound);
        if others.is_empty() {
            board.bind(map, place.bound, place.number, chord);
        } else {
            self.clash = Some(Clash { place, chord, others });
        }
    }
}

/// Listens for the key that is being chosen. Esc keeps the old one, Delete leaves none.
pub fn listen(
    input: Res<ButtonInput<KeyCode>>,
    mut rebinding: ResMut<Rebinding>,
    mut settings: ResMut<Settings>,
    session: Option<Res<Session>>,
    source: Option<Res<CodexSource>>,
) {
    let Some(place) = rebinding.listening.clone() else { return };
    let Some(key) = input.get_just_pressed().find(|key| !is_modifier(**key)).copied() else { return };
    let rules = session.as_ref().map(|session| session.rules()).or(source.as_ref().map(|source| &*source.0));
    let board = Keyboard { rules };
    match Chord::pressed(key, &input) {
        Some(chord) if chord == Chord::plain(KeyCode::Escape) => rebinding.leave(),
        Some(chord) if chord == Chord::plain(KeyCode::Delete) => {
            if let Some(old) = board.keys(&settings.keys, place.bound).get(place.number) {
                board.unbind(&mut settings.keys, place.bound, *old);
            }
            rebinding.leave();
        }
        chord => rebinding.hear(board, &mut settings.keys, chord),
    }
}

/// Draws the page.
pub fn show(ui: &mut Ui, rules: Option<&Ruleset>, map: &mut KeyMap, rebinding: &mut Rebinding) {
    let board = Keyboard { rules };
    ui.horizontal(|ui| {
        ui.label("Search");
        ui.add(TextEdit::singleline(&mut rebinding.search).desired_width(200.0).hint_text("a word or a key"));
        if ui.button("Clear").clicked() {
            rebinding.search.clear();
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let changed = *map != KeyMap::default();
            if ui.add_enabled(changed, Button::new("All keys as usual")).clicked() {
                *map = KeyMap::default();
                rebinding.leave();
            }
        });
    });
    let room = vec2(ui.available_width(), ASKS);
    ui.allocate_ui(room, |ui| {
        ui.set_min_size(room);
        asks(ui, board, map, rebinding);
    });
    ui.separator();
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        let (mut group, mut found) = (String::new(), false);
        for bound in board.all() {
            let heading = heading(board, bound);
            if !matches(board, map, bound, &heading, &rebinding.search) {
                continue;
            }
            found = true;
            if heading != group {
                ui.add_space(6.0);
                ui.label(RichText::new(&heading).color(look::GOLD).size(17.0));
                group = heading;
            }
            row(ui, board, map, rebinding, bound);
        }
        if !found {
            ui.label(RichText::new("Nothing is called so.").color(look::FAINT));
        }
        ui.add_space(6.0);
        let words = "1 to 9 pick the weapon, or the answer, with that number; this cannot be changed.";
        ui.add(egui::Label::new(RichText::new(words).color(look::FAINT)).wrap());
    });
}

/// What is asked of the player: a key, or what becomes of one that is taken.
fn asks(ui: &mut Ui, board: Keyboard<'_>, map: &mut KeyMap, rebinding: &mut Rebinding) {
    if let Some(place) = &rebinding.listening {
        ui.memory_mut(egui::Memory::stop_text_input);
        let words = format!("{}: press a key. Esc keeps the old one, Delete leaves none.", board.words(place.bound));
        ui.add(egui::Label::new(RichText::new(words).color(look::GOLD)).wrap());
    } else if rebinding.clash.is_none() {
        let words = "Click a key to change it. Red keys do two things at once.";
        ui.label(RichText::new(words).color(look::FAINT));
    }
    if let Some(why) = &rebinding.said {
        ui.add(egui::Label::new(RichText::new(why).color(look::BAD)).wrap());
    }
    let Some(clash) = rebinding.clash.clone() else { return };
    let names: Vec<String> = clash.others.iter().map(|other| format!("“{}”", board.words(*other))).collect();
    let names = names.join(" and ");
    frame::card(ui, |ui| {
        let wanted = board.words(clash.place.bound);
        let words = format!("{} already does {names}; it is wanted for “{wanted}”.", clash.chord);
        ui.add(egui::Label::new(RichText::new(words).color(look::BAD)).wrap());
        ui.horizontal_wrapped(|ui| {
            let Place { bound, number } = clash.place;
            let old = board.keys(map, bound).get(number).copied();
            let mut done = false;
            if let Some(old) = old {
                let words = format!("Swap: {names} gets {old}");
                done |= ui.button(words).clicked().then(|| board.swap(map, bound, number, clash.chord)).is_some();
            }
            if ui.button(format!("Take it: {names} loses it")).clicked() {
                clash.others.iter().for_each(|other| board.unbind(map, *other, clash.chord));
                board.bind(map, bound, number, clash.chord);
                done = true;
            }
            done |= ui.button("Leave all as it is").clicked();
            if done {
                rebinding.leave();
            }
        });
    });
}

/// The heading something stands under.
fn heading(board: Keyboard<'_>, bound: Bound) -> String {
    let action = |id| board.rules.map(|rules| rules.hud.group(id));
    match bound {
        Bound::Command(command) => command.group().to_owned(),
        Bound::Action(id) => action(id).map_or_else(String::new, |group| format!("Actions: {}", group_word(group))),
    }
}

fn matches(board: Keyboard<'_>, map: &KeyMap, bound: Bound, heading: &str, search: &str) -> bool {
    let texts = [board.words(bound), heading.to_owned(), words(&board.keys(map, bound))];
    let found = |word: &str| texts.iter().any(|text| text.to_lowercase().contains(word));
    search.to_lowercase().split_whitespace().all(found)
}

/// One line: what it is, its keys, and its usual keys again.
fn row(ui: &mut Ui, board: Keyboard<'_>, map: &mut KeyMap, rebinding: &mut Rebinding, bound: Bound) {
    const KEY: egui::Vec2 = vec2(112.0, 24.0);
    let usual = 62.0;
    ui.horizontal(|ui| {
        let room = (ui.available_width() - KEY.x * MOST as f32 - usual - 30.0).max(80.0);
        let label = match bound {
            Bound::Command(command) => command.words().to_owned(),
            Bound::Action(_) => board.words(bound),
        };
        ui.allocate_ui(vec2(room, KEY.y), |ui| {
            ui.set_min_width(room);
            ui.add(egui::Label::new(label).truncate());
        });
        let keys = board.keys(map, bound);
        for number in 0..MOST {
            let place = Place { bound, number };
            let listening = rebinding.listening.as_ref() == Some(&place);
            let chord = keys.get(number).copied();
            let others = chord.map(|chord| board.others(map, chord, bound)).unwrap_or_default();
            let text = match chord {
                _ if listening => RichText::new("press…").color(look::GOLD),
                None => RichText::new("–").color(look::FAINT),
                Some(chord) if others.is_empty() => RichText::new(chord.to_string()),
                Some(chord) => RichText::new(chord.to_string()).color(look::BAD),
            };
            // The second place is free once the first is taken.
            let button = Button::new(text).min_size(KEY).selected(listening).truncate();
            let mut shown = ui.add_enabled(number <= keys.len(), button);
            if !others.is_empty() {
                let names: Vec<String> = others.iter().map(|other| board.words(*other)).collect();
                shown = shown.on_hover_text(format!("also: {}", names.join(", ")));
            }
            if shown.clicked() {
                rebinding.listen_for(place);
            }
        }
        if map.differs(bound) && ui.button("usual").on_hover_text("Its usual keys again").clicked() {
            map.reset(bound);
            rebinding.leave();
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::keys::Command;

    const BOARD: Keyboard<'static> = Keyboard { rules: None };

    fn asked(command: Command) -> Rebinding {
        let mut rebinding = Rebinding::default();
        rebinding.listen_for(Place { bound: Bound::Command(command), number: 0 });
        rebinding
    }

    #[test]
    fn a_free_key_is_taken_at_once() {
        let (mut map, mut page) = (KeyMap::default(), asked(Command::QuickSave));
        let chord = Chord::plain(KeyCode::Insert);
        page.hear(BOARD, &mut map, Some(chord));
        assert_eq!((map.of(Command::QuickSave), page.is_listening()), (&[chord][..], false));
    }

    #[test]
    fn a_key_in_use_changes_nothing_until_it_is_decided() {
        let (mut map, mut page) = (KeyMap::default(), asked(Command::QuickSave));
        page.hear(BOARD, &mut map, Some(Chord::plain(KeyCode::F9)));
        assert_eq!(map, KeyMap::default());
        assert_eq!(page.clash.map(|clash| clash.others), Some(vec![Bound::Command(Command::QuickLoad)]));
    }

    #[test]
    fn digits_and_unknown_keys_are_refused_and_it_goes_on_listening() {
        let (mut map, mut page) = (KeyMap::default(), asked(Command::QuickSave));
        for chord in [Some(Chord::plain(KeyCode::Digit3)), None] {
            page.hear(BOARD, &mut map, chord);
            assert!(page.is_listening() && page.said.is_some() && map == KeyMap::default());
        }
    }
}
