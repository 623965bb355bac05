//! What makes a frame: the order of its systems, whether something on the screen is moving, and requests for frames.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};

/// The sets of systems that make one frame, in order.
#[derive(SystemSet, Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum FrameSystems {
    /// Pointer, keys and answers.
    Input,
    /// One run of [`BattleStep`](crate::ecs::BattleStep): the simulation runs to its next question, and facts are shown.
    Battle,
    /// The floor follows its cells.
    Floor,
    /// Tokens follow their combatants.
    Tokens,
    /// Overlays follow the pointer.
    Overlays,
    /// The camera moves.
    Camera,
}

/// Marks every entity that is removed when a battle is left.
#[derive(Component, Copy, Clone, Default)]
pub struct BattleScene;

/// Whether something moved in this frame, so that the next frame follows at once.
#[derive(Resource, Default, Debug)]
pub struct Animating {
    pub(super) moves: bool,
    /// Frames left whose measured time may include an idle period: Bevy measures a frame from the previous drawn one.
    pub(super) rested: u8,
}

/// Frames after an idle period until measured times are right again, and the longest time each may show, in seconds.
pub(super) const WAKING: (u8, f32) = (3, 0.033);

impl Animating {
    /// Records that something is moving.
    pub fn note(&mut self) {
        self.moves = true;
    }

    /// Seconds since the last frame for anything that moves. Idle periods, in which nothing was drawn, do not count.
    pub fn passed(&self, time: &Time) -> f32 {
        let seconds = time.delta_secs();
        if self.rested > 0 { seconds.min(WAKING.1) } else { seconds }
    }
}

/// Requests a frame from any thread: frames are drawn only when something changes. Does nothing without an event loop.
#[derive(Resource, Clone)]
pub struct Waker(Arc<dyn Fn() + Send + Sync>);

impl Default for Waker {
    fn default() -> Waker {
        Waker::new(|| {})
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
pub(super) fn connect(proxy: Option<Res<EventLoopProxyWrapper>>, mut waker: ResMut<Waker>) {
    if let Some(proxy) = proxy {
        let proxy = (*proxy).clone();
        // The window may be closed already.
        *waker = Waker::new(move || _ = proxy.send_event(WinitUserEvent::WakeUp));
    }
}
