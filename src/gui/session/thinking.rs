//! The AI thinks in a thread of its own, so that the window keeps drawing and listening.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use bevy::platform::cell::SyncCell;

use crate::battle::{CombatantId, Count, Side, Snapshot};
use crate::control::{Answer, Controller};
use crate::gui::frame::Waker;
use crate::mechanics::{Game, sight};
use crate::resolution::{Prompt, Setup};

/// The controller of an AI side; asked by one thread at a time.
pub(super) type AiSeat = SyncCell<Box<dyn Controller + Send>>;

pub(super) struct Thinking {
    pub who: CombatantId,
    pub side: Side,
    pub count: Count,
    /// The controller's answer, and the controller to be asked again.
    pub work: Work<(AiSeat, Answer)>,
}

impl Thinking {
    /// Begins to think about the battle as it is now. The window is woken when the answer is ready.
    pub fn begin(
        mut ai: AiSeat,
        side: Side,
        setup: Arc<Setup>,
        battle: &Snapshot,
        prompt: &Prompt,
        waker: Waker,
    ) -> Thinking {
        let (battle, asked, count) = (battle.clone(), prompt.clone(), battle.count);
        let work = Work::begin(waker, move || {
            let unknown = sight::unknown_to(Game::new(battle.view(), setup.rules.book()), side);
            let seen = battle.view().without(&unknown);
            let answer = ai.get().answer(seen, &setup.rules, &setup, &asked);
            (ai, answer)
        });
        Thinking { who: prompt.who, side, count, work }
    }
}

pub(super) struct Work<T> {
    thread: JoinHandle<T>,
    /// Receives nothing: it is closed when the work is over.
    over: SyncCell<Receiver<()>>,
}

/// Says that work is over, and then wakes the window, when it is dropped: work that panicked is over, too.
struct Bell {
    open: Option<Sender<()>>,
    waker: Waker,
}

impl Drop for Bell {
    fn drop(&mut self) {
        // The window finds the work over when it wakes.
        drop(self.open.take());
        self.waker.wake();
    }
}

impl<T: Send + 'static> Work<T> {
    fn begin(waker: Waker, work: impl FnOnce() -> T + Send + 'static) -> Work<T> {
        let (open, over) = mpsc::channel();
        let bell = Bell { open: Some(open), waker };
        let thread = thread::spawn(move || {
            let _bell = bell;
            work()
        });
        Work { thread, over: SyncCell::new(over) }
    }

    /// Waits at most this long. Returns whether the work is over.
    pub fn is_done_within(&mut self, wait: Duration) -> bool {
        self.over.get().recv_timeout(wait) == Err(RecvTimeoutError::Disconnected)
    }

    pub fn finish(self) -> T {
        self.thread.join().unwrap_or_else(|why| resume_unwind(why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn the_window_wakes_to_finished_work_even_if_it_panicked() {
        for breaks in [false, true] {
            let (rings, rung) = mpsc::channel();
            let waker = Waker::new(move || _ = rings.send(()));
            let (begins, begun) = mpsc::channel();
            let mut work = Work::begin(waker, move || {
                begun.recv().expect("it may begin");
                if breaks { resume_unwind(Box::new("a fault")) } else { 7 }
            });
            assert!(!work.is_done_within(Duration::from_millis(1)), "it has not begun");
            begins.send(()).expect("it waits for that");
            rung.recv().expect("the window is woken");
            assert!(work.is_done_within(Duration::ZERO));
            let came = catch_unwind(AssertUnwindSafe(|| work.finish()));
            assert_eq!(came.ok(), (!breaks).then_some(7));
        }
    }
}
