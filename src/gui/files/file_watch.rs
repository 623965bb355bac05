//! A thread that checks the authored files while no frames are drawn, and wakes the window when one changes.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use bevy::prelude::*;

use super::file_times::{CHECK_SECONDS, FileTimes};
use crate::gui::screens::Launch;
use crate::gui::session::Session;
use crate::gui::wake::{self, Waker};

/// State shared between the thread and the window.
#[derive(Default)]
struct WatchState {
    changes: AtomicU32,
    /// The scenario of the running battle, which may be in any folder.
    scenario: Mutex<Option<PathBuf>>,
}

/// Watches the authored files while no frames are drawn.
#[derive(Resource, Clone, Default)]
pub struct FileWatcher(Arc<WatchState>);

impl FileWatcher {
    /// How often files have changed since the window was opened.
    pub fn changes(&self) -> u32 {
        self.0.changes.load(Ordering::Relaxed)
    }
}

/// Starts the watching thread.
pub fn plugin(app: &mut App) {
    app.init_resource::<FileWatcher>()
        .add_systems(PreStartup, watch.after(wake::connect))
        .add_systems(Update, name_scenario.run_if(resource_exists_and_changed::<Session>));
}

/// Watches the files until the window is closed.
fn watch(launch: Res<Launch>, waker: Res<Waker>, watcher: Res<FileWatcher>) {
    let (options, waker, state) = (launch.0.clone(), waker.clone(), Arc::downgrade(&watcher.0));
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
