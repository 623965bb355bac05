//! The player's settings, kept in a file. A new setting is a field of [`Settings`] with its default, and its line in the
//! form of `hud/dialogs/settings.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::{fs, io};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::home::{self, Home, WindowOptions};
use super::hud::Hud;
use super::keys::KeyMap;
use super::learn::hint::Hint;
use super::placement::WindowPlacement;
use super::playback::{Playback, Speed};
use super::session::Notice;
use super::sound::Volumes;
use super::theme::{self, Palette};
use super::tokens::PaletteShown;
use crate::content::authored::parse;
use crate::content::{FileKind, Refusal, Rule, Source};

/// The player's settings.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Playback speed.
    pub speed: Speed,
    /// Scale of the panels, in percent: 75 to 200.
    pub scale: u16,
    /// Colours of the sides.
    pub palette: Palette,
    /// Whether tokens jump instead of gliding.
    pub reduced_motion: bool,
    /// Whether the camera moves to actions that are not in view.
    pub follow_action: bool,
    /// Whether there is sound, and how loud.
    pub volumes: Volumes,
    /// Whether the ids of rules are written beside terms and sentences. Without them, pointing explains the rules all the same.
    pub rule_ids: bool,
    /// Whether battles from the start screen begin with the standing orders that the rule system recommends.
    pub recommended_orders: bool,
    /// Whether the unit card is open.
    pub unit_panel: bool,
    /// Whether the right panel is open.
    pub log_panel: bool,
    /// Whether the board is hidden when it passes to another player.
    pub pass_screen: bool,
    /// Whether the window fills the screen.
    pub full_screen: bool,
    /// Where the window lies when it does not fill the screen.
    pub window: WindowPlacement,
    /// Changed keys.
    pub keys: KeyMap,
    /// Whether a note explains a concept when it first matters.
    pub hints: bool,
    /// The notes that the player has dismissed.
    pub hints_seen: BTreeSet<Hint>,
    /// The ids of completed lessons, by rule system.
    pub lessons: BTreeMap<String, BTreeSet<String>>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            speed: Speed::Normal,
            scale: 100,
            palette: Palette::Usual,
            reduced_motion: false,
            follow_action: true,
            volumes: Volumes::default(),
            rule_ids: false,
            recommended_orders: true,
            unit_panel: true,
            log_panel: true,
            pass_screen: true,
            full_screen: false,
            window: WindowPlacement::default(),
            keys: KeyMap::default(),
            hints: true,
            hints_seen: BTreeSet::new(),
            lessons: BTreeMap::new(),
        }
    }
}

impl Settings {
    /// The settings in a player's folder; the defaults if there are none or they are broken.
    pub fn kept(home: &Home) -> Settings {
        SettingsFile::read(home.settings()).1
    }

    /// The id of a rule in brackets, after a space; empty if ids are not shown.
    pub fn cited(&self, rule: Rule) -> String {
        let shown = self.rule_ids && !rule.as_str().is_empty();
        if shown { format!(" [{rule}]") } else { String::new() }
    }

    /// The reason of a refusal, with the id of its rule if ids are shown.
    pub fn reason(&self, refusal: &Refusal) -> String {
        format!("{}{}", refusal.why, self.cited(refusal.rule))
    }
}

/// The settings file. A broken one stays untouched until the player renames it.
#[derive(Resource, Clone, Debug)]
pub struct SettingsFile {
    /// The path of the file.
    pub path: PathBuf,
    /// The error in the file.
    pub broken: Option<String>,
}

impl SettingsFile {
    /// Reads the settings; the defaults if there is no file or it is broken.
    fn read(path: PathBuf) -> (SettingsFile, Settings) {
        let found = match path.exists() {
            true => Source::read_as(&path, FileKind::Settings).and_then(|source| parse::<Settings>(&source)),
            false => Ok(Settings::default()),
        };
        let (broken, settings) = match found {
            Ok(settings) => (None, Settings { scale: settings.scale.clamp(75, 200), ..settings }),
            Err(why) => (Some(why.brief()), Settings::default()),
        };
        (SettingsFile { path, broken }, settings)
    }

    /// Writes the settings, unless the file is broken.
    fn write(&self, settings: &Settings) -> Result<(), String> {
        if self.broken.is_some() {
            return Ok(());
        }
        let text = ron::ser::to_string_pretty(settings, ron::ser::PrettyConfig::default());
        let text = text.map_err(|why| why.to_string())?;
        home::write_whole(&self.path, &text).map_err(|why| why.to_string())
    }

    /// Renames a broken file, so that settings are stored again. Returns the new path.
    pub fn rename_broken(&mut self) -> io::Result<PathBuf> {
        let aside = home::first_free(|number| self.path.with_extension(format!("broken-{number}.ron")));
        fs::rename(&self.path, &aside)?;
        self.broken = None;
        Ok(aside)
    }
}

pub(super) fn plugin(app: &mut App) {
    let path = app.world().resource::<WindowOptions>().home.settings();
    let (file, settings) = SettingsFile::read(path);
    app.insert_resource(file)
        .insert_resource(settings)
        .add_systems(Startup, warn)
        .add_systems(Update, (remember, keep).chain());
}

fn warn(file: Res<SettingsFile>, mut notices: MessageWriter<Notice>) {
    if let Some(why) = &file.broken {
        let words = format!("Default settings are used, and the broken file is left untouched. {why}");
        notices.write(Notice::new(words));
    }
}

/// Follows changes of speed and panels made elsewhere, and leaves alone what was changed in the settings.
fn remember(
    playback: Res<Playback>,
    hud: Res<Hud>,
    mut settings: ResMut<Settings>,
    mut known: Local<Option<(Speed, bool, bool)>>,
) {
    let now = (playback.speed, hud.unit_open, hud.side_open);
    if known.replace(now).is_none_or(|before| before == now) {
        return;
    }
    let (speed, unit_panel, log_panel) = now;
    let changed = Settings { speed, unit_panel, log_panel, ..settings.clone() };
    settings.set_if_neq(changed);
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
    if !is_first && let Err(why) = file.write(&settings) {
        notices.write(Notice::new(format!("the settings could not be saved: {why}")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::keys::{Binding, Chord, KeyBindings, KeyCommand};

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder")
    }

    #[test]
    fn settings_and_keys_come_back_as_they_were_written() {
        let folder = folder();
        let path = folder.path().join("deeper/settings.ron");
        let (file, mut settings) = SettingsFile::read(path.clone());
        let save = Binding::Command(KeyCommand::QuickSave);
        let chord = Chord { ctrl: true, ..Chord::shift(KeyCode::KeyS) };
        KeyBindings { rules: None }.bind(&mut settings.keys, save, 0, chord);
        (settings.scale, settings.pass_screen) = (150, false);
        settings.volumes = Volumes { on: false, master: 10, effects: 20, music: 30 };
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
        let aside = file.rename_broken().expect("another name");
        file.write(&settings).expect("a file");
        assert_eq!(fs::read_to_string(aside).expect("a text"), text);
        assert_eq!(SettingsFile::read(path).0.broken, None);
    }
}
