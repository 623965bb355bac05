//! The files that the battle in the window was made from, looked at while it goes on: a broken one is shown with its
//! mistake, a good one can be played from the beginning. The running battle is never touched.

use std::path::Path;
use std::sync::Arc;

use bevy::prelude::*;

use super::Session;
use crate::content::authored::{Diagnostic, Source};
use crate::content::terrain::Terrains;
use crate::gui::screens::Launch;
use crate::gui::stamps::{EVERY, Stamps};
use crate::gui::wake::Sentry;
use crate::gui::window::WindowOptions;
use crate::replay::{Beginning, ContentHashes};
use crate::resolution::Setup;
use crate::rules::Library;
use crate::scenario::Scenario;

/// What became of the files since the battle began.
#[derive(Clone, Debug, Default)]
pub enum News {
    /// They say what they said.
    #[default]
    Same,
    /// They cannot be played as they are now.
    Broken(Vec<Diagnostic>),
    /// They make another battle now.
    Changed {
        setup: Arc<Setup>,
        scenario: Source,
        /// Which of them changed, in words.
        what: Vec<String>,
    },
}

/// The files of the running battle.
#[derive(Resource, Default, Debug)]
pub struct Files {
    /// What became of them.
    pub news: News,
    /// What the battle was made from.
    playing: Option<ContentHashes>,
    stamps: Stamps,
    looked: f32,
    /// How often files had changed when they were looked at last.
    changes: u32,
}

impl Files {
    /// Puts the news aside until the next change; says whether there were any.
    pub fn put_aside(&mut self) -> bool {
        !matches!(std::mem::take(&mut self.news), News::Same)
    }
}

/// Reads the files of a battle anew; what went before it stays as it was.
///
/// # Errors
/// Everything that is wrong with those that it needs.
pub fn read_again(options: &WindowOptions, battle: &Beginning) -> Result<(Arc<Setup>, Source), Vec<Diagnostic>> {
    let (setup, source) = read(options, &battle.scenario, &battle.ruleset)?;
    Ok((Arc::new(battle.applied_to(Setup::clone(&setup))), source))
}

/// Reads the files of a battle.
///
/// # Errors
/// Everything that is wrong with those that it needs.
pub fn read(options: &WindowOptions, scenario: &str, ruleset: &str) -> Result<(Arc<Setup>, Source), Vec<Diagnostic>> {
    let terrains = Terrains::open(&options.assets)?;
    let mut library = Library::open(&options.assets)?;
    library.add_if_house_rules(ruleset)?;
    let source = Source::read(scenario).map_err(|why| vec![why])?;
    let setup = Scenario::read(&source, &terrains)?.prepare(&library, ruleset)?;
    Ok((Arc::new(setup), source))
}

/// Looks at the files every second and reads them again when one has changed.
pub fn watch(
    time: Res<Time>,
    launch: Res<Launch>,
    session: Res<Session>,
    sentry: Res<Sentry>,
    mut files: ResMut<Files>,
) {
    let (now, changes) = (time.elapsed_secs(), sentry.changes());
    if !session.is_added() && now - files.looked < EVERY && changes == files.changes {
        return;
    }
    files.bypass_change_detection().changes = changes;
    let mut stamps = Stamps::of(&launch.0);
    stamps.add(Path::new(&session.opening.scenario.name));
    let playing = session.is_added().then(|| session.opening.beginning().content);
    // A turn that was taken back does not make the news old.
    if playing.is_some() && playing != files.playing {
        *files = Files { news: News::Same, playing, stamps, looked: now, changes };
    } else if stamps != files.stamps {
        files.stamps = stamps;
        files.news = news(&launch.0, &session);
    }
    files.bypass_change_detection().looked = now;
}

fn news(options: &WindowOptions, session: &Session) -> News {
    let playing = session.opening.beginning();
    match read_again(options, &playing) {
        Err(wrong) => News::Broken(wrong),
        Ok((setup, scenario)) => {
            let what = ContentHashes::of(&setup).changed_from(&playing.content);
            if what.is_empty() { News::Same } else { News::Changed { setup, scenario, what } }
        }
    }
}
