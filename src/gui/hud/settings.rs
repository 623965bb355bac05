//! What the player set once and for all, kept in a file.

use std::fs;
use std::io;
use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use serde::{Deserialize, Serialize};

use super::desk::Hud;
use super::look;
use crate::content::authored::{FileKind, Source, parse};
use crate::content::refusal::Refusal;
use crate::gui::home;
use crate::gui::home::Home;
use crate::gui::keys::{Command, KeyMap};
use crate::gui::placing::Place;
use crate::gui::playback::{Playback, Speed};
use crate::gui::screens::Launch;
use crate::gui::session::Notice;
use crate::gui::theme::{self, Palette};
use crate::gui::tokens::PaletteShown;

/// The player's settings.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// How fast facts are shown.
    pub speed: Speed,
    /// Size of panels and their words, in hundredths: 75 to 200.
    pub scale: u16,
    /// Colours of the sides.
    pub palette: Palette,
    /// Tokens jump instead of gliding.
    pub reduced_motion: bool,
    /// Whether the panels at the sides are open.
    pub unit_panel: bool,
    pub log_panel: bool,
    /// Where several people share the window, the board is hidden until the next of them sits there.
    pub pass_screen: bool,
    /// Whether the window fills the screen.
    pub full_screen: bool,
    /// Where it lies while it does not.
    pub window: Place,
    /// Keys other than the usual ones.
    pub keys: KeyMap,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            speed: Speed::Normal,
            scale: 100,
            palette: Palette::Usual,
            reduced_motion: false,
            unit_panel: true,
            log_panel: true,
            pass_screen: true,
            full_screen: false,
            window: Place::default(),
            keys: KeyMap::default(),
        }
    }
}

impl Settings {
    /// The settings in a player's folder; the usual ones where there are none that can be read.
    pub fn kept(home: &Home) -> Settings {
        SettingsFile::read(home.settings()).1
    }
}

/// The file of the settings. A broken one is left as it is until the player puts it aside.
#[derive(Resource, Clone, Debug)]
pub struct SettingsFile {
    pub path: PathBuf,
    /// What is wrong with it.
    pub broken: Option<String>,
}

impl SettingsFile {
    /// Reads the settings; the usual ones where there is no file or a broken one.
    fn read(path: PathBuf) -> (SettingsFile, Settings) {
        if !path.exists() {
            return (SettingsFile { path, broken: None }, Settings::default());
        }
        let found = Source::read_as(&path, FileKind::Settings).and_then(|source| parse::<Settings>(&source));
        match found {
            Ok(mut settings) => {
                settings.scale = settings.scale.clamp(75, 200);
                (SettingsFile { path, broken: None }, settings)
            }
            Err(why) => (SettingsFile { path, broken: Some(why.brief()) }, Settings::default()),
        }
    }

    /// Writes the settings, unless the file is a broken one.
    fn write(&self, settings: &Settings) -> Result<(), String> {
        if self.broken.is_some() {
            return Ok(());
        }
        let text = ron::ser::to_string_pretty(settings, ron::ser::PrettyConfig::default());
        let text = text.map_err(|why| why.to_string())?;
        home::write_whole(&self.path, &text).map_err(|why| why.to_string())
    }

    /// Gives a broken file another name, so that settings are kept again.
    fn put_aside(&mut self) -> io::Result<PathBuf> {
        let aside = home::first_free(|number| self.path.with_extension(format!("broken-{number}.ron")));
        fs::rename(&self.path, &aside)?;
        self.broken = None;
        Ok(aside)
    }
}

/// Reads the settings, and writes them when they change.
pub fn plugin(app: &mut App) {
    let path = app.world().resource::<Launch>().0.home.settings();
    let (file, settings) = SettingsFile::read(path);
    app.insert_resource(file)
        .insert_resource(settings)
        .add_systems(Startup, warn)
        .add_systems(Update, (remember, keep).chain());
}

/// Says at once what is wrong with the file.
fn warn(file: Res<SettingsFile>, mut notices: MessageWriter<Notice>) {
    if let Some(why) = &file.broken {
        let words = format!("The usual settings are used, and nothing is written to the broken file. {why}");
        notices.write(Notice { refusal: Refusal::new(words, "".into()), who: None });
    }
}

/// Speed and panels may be changed elsewhere too.
fn remember(playback: Res<Playback>, hud: Res<Hud>, mut settings: ResMut<Settings>, mut ready: Local<bool>) {
    if !std::mem::replace(&mut *ready, true) {
        return;
    }
    let now =
        Settings { speed: playback.speed, unit_panel: hud.unit_open, log_panel: hud.side_open, ..settings.clone() };
    settings.set_if_neq(now);
}

fn keep(
    settings: Res<Settings>,
    file: Res<SettingsFile>,
    mut commands: Commands,
    (mut playback, mut hud, mut keys): (ResMut<Playback>, ResMut<Hud>, ResMut<KeyMap>),
    mut notices: MessageWriter<Notice>,
    mut known: Local<Option<(Settings, bool)>>,
) {
    let now = (settings.clone(), file.broken.is_some());
    if known.as_ref() == Some(&now) {
        return;
    }
    theme::set_palette(settings.palette);
    commands.insert_resource(PaletteShown(settings.palette));
    playback.speed = settings.speed;
    playback.still = settings.reduced_motion;
    keys.set_if_neq(settings.keys.clone());
    let is_first = known.replace(now).is_none();
    if (hud.unit_open, hud.side_open) != (settings.unit_panel, settings.log_panel) {
        hud.restore(settings.unit_panel, settings.log_panel);
    }
    let written = if is_first { Ok(()) } else { file.write(&settings) };
    if let Err(why) = written {
        let words = format!("the settings are not kept: {why}");
        notices.write(Notice { refusal: Refusal::new(words, "".into()), who: None });
    }
}

/// Gives the panels their look at the chosen scale.
pub fn dress(mut contexts: EguiContexts, settings: Res<Settings>, mut known: Local<Option<u16>>) -> Result {
    let ctx = contexts.ctx_mut()?;
    if *known != Some(settings.scale) {
        look::apply(ctx, settings.scale);
        *known = Some(settings.scale);
    }
    // What an event changed is shown by the frame after it.
    if ctx.input(|input| !input.events.is_empty()) {
        ctx.request_repaint();
    }
    // Keys belong to the battle unless somebody types words.
    if !ctx.text_edit_focused() {
        ctx.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        });
    }
    Ok(())
}

/// The settings as a form.
pub fn form(ui: &mut egui::Ui, settings: &mut Settings, file: &mut SettingsFile) {
    broken(ui, file);
    let keys = settings.keys.clone();
    egui::Grid::new("settings").num_columns(2).spacing([24.0, 12.0]).show(ui, |ui| {
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
        let key = keys.words(Command::FullScreen);
        ui.checkbox(&mut settings.full_screen, format!("Full screen ({key})"));
        ui.end_row();
        ui.label("Accessibility");
        ui.checkbox(&mut settings.reduced_motion, "Reduce motion");
        ui.end_row();
        ui.label("Hot seat");
        ui.vertical(|ui| {
            ui.checkbox(&mut settings.pass_screen, "Hide the board when it passes to another side");
            let words = "Then show what happened since that side's last turn.";
            ui.label(egui::RichText::new(words).color(look::FAINT));
        });
        ui.end_row();
    });
    ui.add_space(8.0);
    let words = format!("Kept in {}", file.path.display());
    ui.add(egui::Label::new(egui::RichText::new(words).color(look::FAINT)).wrap());
}

/// What is wrong with the file, and how to get rid of it.
fn broken(ui: &mut egui::Ui, file: &mut SettingsFile) {
    let Some(why) = &file.broken else { return };
    ui.add(
        egui::Label::new(egui::RichText::new(format!("The file of settings is broken: {why}")).color(look::BAD)).wrap(),
    );
    let words =
        "The usual settings are used, and changes last until the window is closed: a broken file is not written over.";
    ui.add(egui::Label::new(words).wrap());
    let pressed = ui.button("Put the broken file aside").on_hover_text("It gets another name; settings are kept again");
    if pressed.clicked()
        && let Err(why) = file.put_aside()
    {
        file.broken = Some(format!("it cannot be put aside: {why}"));
    }
    ui.separator();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::keys::{Bound, Chord, Keyboard};

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder")
    }

    #[test]
    fn settings_and_keys_come_back_as_they_were_written() {
        let folder = folder();
        let path = folder.path().join("deeper/settings.ron");
        let (file, mut settings) = SettingsFile::read(path.clone());
        let save = Bound::Command(Command::QuickSave);
        let chord = Chord { ctrl: true, ..Chord::shift(KeyCode::KeyS) };
        Keyboard { rules: None }.bind(&mut settings.keys, save, 0, chord);
        (settings.scale, settings.pass_screen) = (150, false);
        file.write(&settings).expect("a file");
        let text = fs::read_to_string(&path).expect("a text");
        assert!(text.contains("QuickSave") && text.contains("Ctrl Shift S"), "{text}");
        let (again, read) = SettingsFile::read(path);
        assert_eq!((again.broken, read), (None, settings));
    }

    #[test]
    fn a_broken_file_is_named_and_left_alone_until_it_is_put_aside() {
        let folder = folder();
        let path = folder.path().join("settings.ron");
        let text = "(scale: 125, keys: (commands: { QuickSave: [\"F55\"] }))";
        fs::write(&path, text).expect("a file");
        let (mut file, settings) = SettingsFile::read(path.clone());
        assert_eq!(settings, Settings::default());
        let why = file.broken.clone().expect("a reason");
        assert!(why.contains("settings.ron:1:") && why.contains("there is no key `F55`"), "{why}");
        file.write(&settings).expect("nothing to do");
        assert_eq!(fs::read_to_string(&path).expect("a text"), text);
        let aside = file.put_aside().expect("another name");
        file.write(&settings).expect("a file");
        assert_eq!(fs::read_to_string(aside).expect("a text"), text);
        assert_eq!(SettingsFile::read(path).0.broken, None);
    }
}
