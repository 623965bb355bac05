//! Requests frames. Frames are drawn only when something changes; anything that happens outside the window wakes it.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};

/// Requests a frame from any thread. Does nothing without an event loop.
#[derive(Resource, Clone)]
pub struct Waker(Arc<dyn Fn() + Send + Sync>);

impl Default for Waker {
    fn default() -> Waker {
        Waker(Arc::new(|| {}))
    }
}

impl Waker {
    /// A waker that calls this function.
    pub fn new(wakes: impl Fn() + Send + Sync + 'static) -> Waker {
        Waker(Arc::new(wakes))
    }

    /// Requests a frame.
    pub fn wake(&self) {
        (self.0)();
    }
}

/// Connects the waker to the window's event loop.
pub fn plugin(app: &mut App) {
    app.init_resource::<Waker>().add_systems(PreStartup, connect);
}

pub(super) fn connect(proxy: Option<Res<EventLoopProxyWrapper>>, mut waker: ResMut<Waker>) {
    if let Some(proxy) = proxy {
        let proxy = (*proxy).clone();
        // The window may be closed already.
        *waker = Waker::new(move || _ = proxy.send_event(WinitUserEvent::WakeUp));
    }
}
