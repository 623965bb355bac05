//! Modification times of authored files, and a thread that wakes the window when one changes while no frames are drawn.

#![expect(clippy::disallowed_types, reason = "files are told apart by their times; no rule ever sees them")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use bevy::prelude::*;

use super::frame::{self, Waker};
use super::home::WindowOptions;
use super::session::Session;

/// Seconds between checks of the files.
pub const CHECK_SECONDS: f32 = 1.0;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileTimes(Vec<(PathBuf, SystemTime)>);

impl FileTimes {
    /// The times of terrain, rulesets, house rules, units and scenarios.
    pub fn of(options: &WindowOptions) -> FileTimes {
        let mut times = FileTimes::default();
        times.add(&options.assets.join("terrain.ron"));
        times.0.extend(files(&options.scenarios, 0));
        times.0.extend(files(&options.house_rules, 0));
        times.0.extend(files(&options.assets.join("rulesets"), 3));
        times.0.extend(files(&options.assets.join("units"), 3));
        times
    }

    pub fn add(&mut self, path: &Path) {
        let written = fs::metadata(path).and_then(|about| about.modified());
        self.0.extend(written.ok().map(|at| (path.to_owned(), at)));
    }
}

/// The paths of all RON files in a folder, sorted.
pub fn ron_files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    files(folder, 0).into_iter().map(|(path, _)| path)
}

/// All RON files of a folder and of this many levels of subfolders, sorted.
fn files(folder: &Path, levels: u8) -> Vec<(PathBuf, SystemTime)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && levels > 0 {
            found.extend(files(&path, levels - 1));
        } else if path.extension().is_some_and(|extension| extension == "ron") {
            let time = entry.metadata().and_then(|about| about.modified());
            found.push((path, time.unwrap_or(SystemTime::UNIX_EPOCH)));
        }
    }
    found.sort();
    found
}

#[derive(Default)]
struct WatchState {
    changes: AtomicU32,
    /// The scenario of the running battle, which may be in any folder.
    scenario: Mutex<Option<PathBuf>>,
}

#[derive(Resource, Clone, Default)]
pub struct FileWatcher(Arc<WatchState>);

impl FileWatcher {
    /// How often files have changed since the window was opened.
    pub fn changes(&self) -> u32 {
        self.0.changes.load(Ordering::Relaxed)
    }
}

pub fn plugin(app: &mut App) {
    app.init_resource::<FileWatcher>()
        .add_systems(PreStartup, watch.after(frame::connect))
        .add_systems(Update, name_scenario.run_if(resource_exists_and_changed::<Session>));
}

fn watch(options: Res<WindowOptions>, waker: Res<Waker>, watcher: Res<FileWatcher>) {
    let (options, waker, state) = (options.clone(), waker.clone(), Arc::downgrade(&watcher.0));
    thread::spawn(move || {
        let mut known = None;
        while let Some(state) = state.upgrade() {
            let mut times = FileTimes::of(&options);
            let scenario = state.scenario.lock().unwrap_or_else(PoisonError::into_inner).clone();
            scenario.iter().for_each(|path| times.add(path));
            let now = (scenario, times);
            if known.as_ref().is_some_and(|known| *known != now) {
                state.changes.fetch_add(1, Ordering::Relaxed);
                waker.wake();
            }
            known = Some(now);
            drop(state);
            thread::sleep(Duration::from_secs_f32(CHECK_SECONDS));
        }
    });
}

fn name_scenario(session: Res<Session>, watcher: Res<FileWatcher>) {
    let path = PathBuf::from(&session.opening.scenario.name);
    *watcher.0.scenario.lock().unwrap_or_else(PoisonError::into_inner) = Some(path);
}
