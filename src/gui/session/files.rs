//! Watches the files of the running battle, which itself never changes: changed files can be played from the start.

use std::path::Path;
use std::sync::Arc;

use bevy::prelude::*;

use super::Session;
use crate::content::{Diagnostic, Source, Terrains};
use crate::gui::files::{CHECK_SECONDS, FileTimes, FileWatcher};
use crate::gui::home::WindowOptions;
use crate::replay::{Beginning, ContentHashes};
use crate::resolution::Setup;
use crate::rules::Library;
use crate::scenario::Scenario;

/// Changes of the files since the battle began.
#[derive(Clone, Debug, Default)]
pub enum FileChanges {
    /// Unchanged.
    #[default]
    Same,
    /// Broken: they cannot be played as they are now.
    Broken(Vec<Diagnostic>),
    /// Changed: they make a different battle.
    Changed {
        /// The battle that they make now.
        setup: Arc<Setup>,
        /// The file of the scenario.
        scenario: Source,
        /// The changed files, in words.
        what: Vec<String>,
    },
}

/// The files of the running battle.
#[derive(Resource, Default, Debug)]
pub struct BattleFiles {
    /// Changes since the battle began.
    pub news: FileChanges,
    /// The content the battle was made from.
    playing: Option<ContentHashes>,
    times: FileTimes,
    looked: f32,
    /// Number of file changes at the last check.
    changes: u32,
}

impl BattleFiles {
    /// Dismisses the news until the next change. Returns whether there were any.
    pub fn dismiss(&mut self) -> bool {
        !matches!(std::mem::take(&mut self.news), FileChanges::Same)
    }
}

/// Reads the files of a battle again; what it carried over from an earlier battle stays.
pub(crate) fn read_again(options: &WindowOptions, battle: &Beginning) -> Result<(Arc<Setup>, Source), Vec<Diagnostic>> {
    let (setup, source) = read(options, &battle.scenario, &battle.ruleset)?;
    Ok((Arc::new(battle.applied_to(Setup::clone(&setup))), source))
}

/// Reads the files of a battle.
///
/// # Errors
/// Every mistake in the files that the battle needs.
pub fn read(options: &WindowOptions, scenario: &str, ruleset: &str) -> Result<(Arc<Setup>, Source), Vec<Diagnostic>> {
    let terrains = Terrains::open(&options.assets)?;
    let mut library = Library::open(&options.assets)?;
    library.add_if_house_rules(ruleset)?;
    let source = Source::read(scenario).map_err(|why| vec![why])?;
    let setup = Scenario::read(&source, &terrains)?.prepare(&library, ruleset)?;
    Ok((Arc::new(setup), source))
}

/// Checks the files every second and reads them again when one has changed.
pub(super) fn watch(
    time: Res<Time>,
    options: Res<WindowOptions>,
    session: Res<Session>,
    watcher: Res<FileWatcher>,
    mut files: ResMut<BattleFiles>,
) {
    let (now, changes) = (time.elapsed_secs(), watcher.changes());
    if !session.is_added() && now - files.looked < CHECK_SECONDS && changes == files.changes {
        return;
    }
    files.bypass_change_detection().changes = changes;
    let mut times = FileTimes::of(&options);
    times.add(Path::new(&session.opening.scenario.name));
    let playing = session.is_added().then(|| session.opening.beginning().content);
    // Undo does not outdate the news.
    if playing.is_some() && playing != files.playing {
        *files = BattleFiles { news: FileChanges::Same, playing, times, looked: now, changes };
    } else if times != files.times {
        files.times = times;
        files.news = news(&options, &session);
    }
    files.bypass_change_detection().looked = now;
}

fn news(options: &WindowOptions, session: &Session) -> FileChanges {
    let playing = session.opening.beginning();
    match read_again(options, &playing) {
        Err(wrong) => FileChanges::Broken(wrong),
        Ok((setup, scenario)) => {
            let what = ContentHashes::of(&setup).changed_from(&playing.content);
            if what.is_empty() { FileChanges::Same } else { FileChanges::Changed { setup, scenario, what } }
        }
    }
}
