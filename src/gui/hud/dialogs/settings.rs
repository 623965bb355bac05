//! The pages of the settings: general, and the keys of commands and actions.

use std::collections::BTreeSet;

use bevy::prelude::*;
use bevy_egui::egui::{Align, Button, Grid, Label, Layout, Memory, RichText, ScrollArea, TextEdit, Ui, Vec2, vec2};

use super::sound;
use crate::gui::hud::text::group_word;
use crate::gui::hud::widgets::line;
use crate::gui::hud::{layout, style};
use crate::gui::keys::{Binding, Chord, KeyBindings, KeyCommand, KeyMap, MOST, is_modifier, words};
use crate::gui::playback::Speed;
use crate::gui::screens::CodexSource;
use crate::gui::session::Session;
use crate::gui::settings::{Settings, SettingsFile};
use crate::gui::sound::SoundState;
use crate::gui::theme::Palette;
use crate::rules::Ruleset;

pub fn general(ui: &mut Ui, settings: &mut Settings, file: &mut SettingsFile, sounds: &SoundState) {
    show_error(ui, file);
    Grid::new("settings").num_columns(2).spacing([24.0, 12.0]).show(ui, |ui| {
        ui.label("Animation speed");
        ui.horizontal(|ui| {
            for speed in Speed::ALL {
                ui.selectable_value(&mut settings.speed, speed, speed.word());
            }
        });
        ui.end_row();
        ui.label("UI scale");
        ui.horizontal(|ui| {
            for scale in [75, 100, 125, 150, 175, 200] {
                ui.selectable_value(&mut settings.scale, scale, format!("{scale} %"));
            }
        });
        ui.end_row();
        ui.label("Team colours");
        ui.vertical(|ui| {
            for palette in Palette::ALL {
                ui.radio_value(&mut settings.palette, palette, palette.words());
            }
        });
        ui.end_row();
        ui.label("Window");
        let words = format!("Full screen ({})", settings.keys.words(KeyCommand::FullScreen));
        ui.checkbox(&mut settings.full_screen, words);
        ui.end_row();
        ui.label("Sound");
        ui.vertical(|ui| sound::rows(ui, &mut settings.volumes, sounds));
        ui.end_row();
        ui.label("Camera");
        ui.checkbox(&mut settings.follow_action, "Follow the action")
            .on_hover_text("Moves to attacks and spells that are not in view, unless you have just moved the camera");
        ui.end_row();
        ui.label("Rules");
        ui.vertical(|ui| {
            ui.checkbox(&mut settings.rule_ids, "Show rule ids");
            ui.colored_label(style::FAINT, "Pointing at a term of a roll or at a § explains its rule in any case.");
        });
        ui.end_row();
        ui.label("Orders");
        ui.vertical(|ui| {
            ui.checkbox(&mut settings.recommended_orders, "Begin battles with the recommended orders");
            let words = "They answer routine questions for you, such as reactions with a good chance. Change them under Orders.";
            ui.colored_label(style::FAINT, words);
        });
        ui.end_row();
        ui.label("Accessibility");
        ui.checkbox(&mut settings.reduced_motion, "Reduce motion");
        ui.end_row();
        ui.label("Hints");
        ui.vertical(|ui| {
            ui.checkbox(&mut settings.hints, "Explain a concept when it first matters");
            let again = Button::new("Show all hints again");
            if ui.add_enabled(!settings.hints_seen.is_empty(), again).clicked() {
                (settings.hints, settings.hints_seen) = (true, BTreeSet::new());
            }
        });
        ui.end_row();
        ui.label("Hot seat");
        ui.vertical(|ui| {
            ui.checkbox(&mut settings.pass_screen, "Hide the board between players");
            ui.colored_label(style::FAINT, "Then show what happened since that side's last turn.");
        });
        ui.end_row();
    });
    ui.add_space(8.0);
    line(ui, format!("Stored in {}", file.path.display()), style::FAINT);
}

fn show_error(ui: &mut Ui, file: &mut SettingsFile) {
    let Some(why) = &file.broken else { return };
    line(ui, format!("The settings file is broken: {why}"), style::BAD);
    let words = "Default settings are used. Changes last until the window is closed: a broken file is not overwritten.";
    ui.add(Label::new(words).wrap());
    let pressed = ui.button("Rename the broken file").on_hover_text("Settings are saved again afterwards");
    if pressed.clicked()
        && let Err(why) = file.rename_broken()
    {
        file.broken = Some(format!("it cannot be renamed: {why}"));
    }
    ui.separator();
}

/// A key binding that is being changed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Place {
    bound: Binding,
    /// Index of the key among the keys of the command.
    number: usize,
}

/// A pressed key that is already bound to something else.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Clash {
    place: Place,
    chord: Chord,
    others: Vec<Binding>,
}

#[derive(Resource, Default, Debug)]
pub struct Rebinding {
    search: String,
    pub listening: Option<Place>,
    clash: Option<Clash>,
    rejection: Option<&'static str>,
}

impl Rebinding {
    /// Stops listening and forgets messages; the search stays.
    pub fn leave(&mut self) {
        *self = Rebinding { search: std::mem::take(&mut self.search), ..Rebinding::default() };
    }

    fn listen_for(&mut self, place: Place) {
        self.leave();
        self.listening = Some(place);
    }

    fn handle_key(&mut self, bindings: KeyBindings, map: &mut KeyMap, chord: Option<Chord>) {
        let Some(place) = self.listening else { return };
        match chord {
            None => self.rejection = Some("This key cannot be used."),
            Some(chord) if chord.is_answer() => self.rejection = Some("1 to 9 are reserved for weapons and answers."),
            Some(chord) => {
                self.leave();
                let others = bindings.others(map, chord, place.bound);
                if others.is_empty() {
                    bindings.bind(map, place.bound, place.number, chord);
                } else {
                    self.clash = Some(Clash { place, chord, others });
                }
            }
        }
    }
}

/// Listens for the key to bind. Esc cancels, Delete removes the binding.
pub fn listen(
    input: Res<ButtonInput<KeyCode>>,
    mut rebinding: ResMut<Rebinding>,
    mut settings: ResMut<Settings>,
    session: Option<Res<Session>>,
    source: Option<Res<CodexSource>>,
) {
    let Some(place) = rebinding.listening else { return };
    let Some(key) = input.get_just_pressed().find(|key| !is_modifier(**key)).copied() else { return };
    let rules = session.as_ref().map(|session| session.rules()).or(source.as_ref().map(|source| &*source.0));
    let bindings = KeyBindings { rules };
    match Chord::pressed(key, &input) {
        Some(chord) if chord == Chord::plain(KeyCode::Escape) => rebinding.leave(),
        Some(chord) if chord == Chord::plain(KeyCode::Delete) => {
            if let Some(old) = bindings.keys(&settings.keys, place.bound).get(place.number) {
                bindings.unbind(&mut settings.keys, place.bound, *old);
            }
            rebinding.leave();
        }
        chord => rebinding.handle_key(bindings, &mut settings.keys, chord),
    }
}

pub fn keys(ui: &mut Ui, rules: Option<&Ruleset>, map: &mut KeyMap, rebinding: &mut Rebinding) {
    let bindings = KeyBindings { rules };
    ui.horizontal(|ui| {
        ui.label("Search");
        ui.add(TextEdit::singleline(&mut rebinding.search).desired_width(200.0).hint_text("a word or a key"));
        if ui.button("Clear").clicked() {
            rebinding.search.clear();
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let changed = *map != KeyMap::default();
            if ui.add_enabled(changed, Button::new("Reset all")).clicked() {
                *map = KeyMap::default();
                rebinding.leave();
            }
        });
    });
    // Room for messages, so that nothing below moves.
    let room = vec2(ui.available_width(), 58.0);
    ui.allocate_ui(room, |ui| {
        ui.set_min_size(room);
        show_prompt(ui, bindings, map, rebinding);
    });
    ui.separator();
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        let (mut group, mut found) = (String::new(), false);
        for bound in bindings.all() {
            let heading = match (bound, rules) {
                (Binding::Command(command), _) => command.group().to_owned(),
                (Binding::Action(id), Some(rules)) => format!("Actions: {}", group_word(rules.hud.group(id))),
                (Binding::Action(_), None) => String::new(),
            };
            let texts = [bindings.words(bound), heading.clone(), words(&bindings.keys(map, bound))];
            let has = |word: &str| texts.iter().any(|text| text.to_lowercase().contains(word));
            if !rebinding.search.to_lowercase().split_whitespace().all(has) {
                continue;
            }
            found = true;
            if heading != group {
                ui.add_space(6.0);
                ui.label(style::heading(&heading));
                group = heading;
            }
            row(ui, bindings, map, rebinding, bound);
        }
        if !found {
            ui.colored_label(style::FAINT, "No match.");
        }
        ui.add_space(6.0);
        line(ui, "1 to 9 pick the weapon or answer with that number and cannot be changed.", style::FAINT);
    });
}

fn show_prompt(ui: &mut Ui, bindings: KeyBindings, map: &mut KeyMap, rebinding: &mut Rebinding) {
    if let Some(place) = &rebinding.listening {
        ui.memory_mut(Memory::stop_text_input);
        let words = format!("{}: press a key. Esc cancels, Delete removes the key.", bindings.words(place.bound));
        line(ui, &words, style::GOLD);
    } else if rebinding.clash.is_none() {
        ui.colored_label(style::FAINT, "Click a key to change it. Red keys are used twice.");
    }
    if let Some(why) = rebinding.rejection {
        line(ui, why, style::BAD);
    }
    let Some(Clash { place: Place { bound, number }, chord, others }) = rebinding.clash.clone() else { return };
    let names: Vec<String> = others.iter().map(|other| format!("“{}”", bindings.words(*other))).collect();
    let names = names.join(" and ");
    layout::card(ui, |ui| {
        let wanted = bindings.words(bound);
        line(ui, format!("{chord} is already bound to {names}. Bind it to “{wanted}” instead?"), style::BAD);
        ui.horizontal_wrapped(|ui| {
            let mut done = false;
            if let Some(old) = bindings.keys(map, bound).get(number)
                && ui.button(format!("Swap: {names} gets {old}")).clicked()
            {
                bindings.swap(map, bound, number, chord);
                done = true;
            }
            if ui.button(format!("Replace: {names} loses it")).clicked() {
                others.iter().for_each(|other| bindings.unbind(map, *other, chord));
                bindings.bind(map, bound, number, chord);
                done = true;
            }
            if ui.button("Cancel").clicked() || done {
                rebinding.leave();
            }
        });
    });
}

fn row(ui: &mut Ui, bindings: KeyBindings, map: &mut KeyMap, rebinding: &mut Rebinding, bound: Binding) {
    const KEY: Vec2 = vec2(112.0, 24.0);
    const RESET: f32 = 62.0;
    ui.horizontal(|ui| {
        let room = (ui.available_width() - KEY.x * MOST as f32 - RESET - 30.0).max(80.0);
        let label = match bound {
            Binding::Command(command) => command.words().to_owned(),
            Binding::Action(_) => bindings.words(bound),
        };
        ui.allocate_ui(vec2(room, KEY.y), |ui| {
            ui.set_min_width(room);
            ui.add(Label::new(label).truncate());
        });
        let keys = bindings.keys(map, bound);
        for number in 0..MOST {
            let place = Place { bound, number };
            let listening = rebinding.listening == Some(place);
            let chord = keys.get(number).copied();
            let others = chord.map(|chord| bindings.others(map, chord, bound)).unwrap_or_default();
            let text = match chord {
                _ if listening => RichText::new("press…").color(style::GOLD),
                None => RichText::new("–").color(style::FAINT),
                Some(chord) if others.is_empty() => chord.to_string().into(),
                Some(chord) => RichText::new(chord.to_string()).color(style::BAD),
            };
            // The second slot is enabled once the first is used.
            let button = Button::new(text).min_size(KEY).selected(listening).truncate();
            let mut shown = ui.add_enabled(number <= keys.len(), button);
            if !others.is_empty() {
                let names: Vec<String> = others.iter().map(|other| bindings.words(*other)).collect();
                shown = shown.on_hover_text(format!("Also: {}", names.join(", ")));
            }
            if shown.clicked() {
                rebinding.listen_for(place);
            }
        }
        if map.differs(bound) && ui.button("Reset").on_hover_text("Restores the default keys").clicked() {
            map.reset(bound);
            rebinding.leave();
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    const BINDINGS: KeyBindings<'static> = KeyBindings { rules: None };

    fn asked(command: KeyCommand) -> Rebinding {
        let mut rebinding = Rebinding::default();
        rebinding.listen_for(Place { bound: Binding::Command(command), number: 0 });
        rebinding
    }

    #[test]
    fn a_free_key_is_taken_at_once() {
        let (mut map, mut page) = (KeyMap::default(), asked(KeyCommand::QuickSave));
        let chord = Chord::plain(KeyCode::Insert);
        page.handle_key(BINDINGS, &mut map, Some(chord));
        assert_eq!((map.of(KeyCommand::QuickSave), page.listening), (&[chord][..], None));
    }

    #[test]
    fn a_key_in_use_changes_nothing_until_it_is_decided() {
        let (mut map, mut page) = (KeyMap::default(), asked(KeyCommand::QuickSave));
        page.handle_key(BINDINGS, &mut map, Some(Chord::plain(KeyCode::F9)));
        assert_eq!(map, KeyMap::default());
        assert_eq!(page.clash.map(|clash| clash.others), Some(vec![Binding::Command(KeyCommand::QuickLoad)]));
    }

    #[test]
    fn digits_and_unknown_keys_are_refused_and_it_goes_on_listening() {
        let (mut map, mut page) = (KeyMap::default(), asked(KeyCommand::QuickSave));
        for chord in [Some(Chord::plain(KeyCode::Digit3)), None] {
            page.handle_key(BINDINGS, &mut map, chord);
            assert!(page.listening.is_some() && page.rejection.is_some() && map == KeyMap::default());
        }
    }
}
