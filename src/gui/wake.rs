//! Frames are made only when there is something to show; whatever happens beside the window wakes it: an answer was
//! thought out, a file was written.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use bevy::prelude::*;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};

use super::screens::Launch;
use super::session::Session;
use super::stamps::{EVERY, Stamps};

/// Asks the window for a frame, from any thread. Without an event loop it does nothing.
#[derive(Resource, Clone)]
pub struct Waker(Arc<dyn Fn() + Send + Sync>);

impl Default for Waker {
    fn default() -> Waker {
        Waker(Arc::new(|| {}))
    }
}

impl Waker {
    /// One that does this.
    pub fn new(wakes: impl Fn() + Send + Sync + 'static) -> Waker {
        Waker(Arc::new(wakes))
    }

    /// Asks for a frame.
    pub fn wake(&self) {
        (self.0)();
    }
}

/// What the thread that looks at files shares with the window.
#[derive(Default)]
struct Post {
    changes: AtomicU32,
    /// The scenario of the running battle, which may lie anywhere.
    scenario: Mutex<Option<PathBuf>>,
}

/// Looks at the authored files while no frames are made.
#[derive(Resource, Clone, Default)]
pub struct Sentry(Arc<Post>);

impl Sentry {
    /// How often files have changed since the window was opened.
    pub fn changes(&self) -> u32 {
        self.0.changes.load(Ordering::Relaxed)
    }
}

/// Wakes the window when a file changes.
pub fn plugin(app: &mut App) {
    app.init_resource::<Waker>()
        .init_resource::<Sentry>()
        .add_systems(PreStartup, (connect, watch).chain())
        .add_systems(Update, name_scenario.run_if(resource_exists_and_changed::<Session>));
}

fn connect(proxy: Option<Res<EventLoopProxyWrapper>>, mut waker: ResMut<Waker>) {
    if let Some(proxy) = proxy {
        let proxy = (*proxy).clone();
        // A window that is closed already needs no frame.
        *waker = Waker::new(move || _ = proxy.send_event(WinitUserEvent::WakeUp));
    }
}

/// Begins to look at the files, until the window is closed.
fn watch(launch: Res<Launch>, waker: Res<Waker>, sentry: Res<Sentry>) {
    let (options, waker, post) = (launch.0.clone(), waker.clone(), Arc::downgrade(&sentry.0));
    thread::spawn(move || {
        let mut known = None;
        while let Some(post) = post.upgrade() {
            let mut stamps = Stamps::of(&options);
            let scenario = post.scenario.lock().unwrap_or_else(PoisonError::into_inner).clone();
            scenario.iter().for_each(|path| stamps.add(path));
            let now = (scenario, stamps);
            if known.as_ref().is_some_and(|known| *known != now) {
                post.changes.fetch_add(1, Ordering::Relaxed);
                waker.wake();
            }
            known = Some(now);
            drop(post);
            thread::sleep(Duration::from_secs_f32(EVERY));
        }
    });
}

fn name_scenario(session: Res<Session>, sentry: Res<Sentry>) {
    let path = PathBuf::from(&session.opening.scenario.name);
    *sentry.0.scenario.lock().unwrap_or_else(PoisonError::into_inner) = Some(path);
}
