//! An answer that the program thinks out beside the window, which is drawn and listens meanwhile.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use bevy::platform::cell::SyncCell;

use crate::battle::{CombatantId, Count, Side, Snapshot};
use crate::control::{Answer, Controller};
use crate::gui::wake::Waker;
use crate::mechanics::sight;
use crate::resolution::{Prompt, Setup};

/// Whoever answers for a side that nobody at the window plays; asked by one thread at a time.
pub(super) type Mind = SyncCell<Box<dyn Controller + Send>>;

/// A question that is being thought about.
pub(super) struct Thinking {
    pub who: CombatantId,
    pub side: Side,
    /// When, in the battle.
    pub count: Count,
    work: Work<(Mind, Answer)>,
}

impl Thinking {
    /// Begins to think, about the battle as it is now; the window is woken when the answer is there.
    pub fn begin(
        mut mind: Mind,
        side: Side,
        setup: Arc<Setup>,
        battle: &Snapshot,
        prompt: &Prompt,
        waker: Waker,
    ) -> Thinking {
        let (battle, asked, count) = (battle.clone(), prompt.clone(), battle.count);
        let work = Work::begin(waker, move || {
            let seen = sight::known_to(battle.view(), setup.rules.book(), side);
            let answer = mind.get().answer(seen, &setup.rules, &setup, &asked);
            (mind, answer)
        });
        Thinking { who: prompt.who, side, count, work }
    }

    /// Waits so long for the answer at most; says whether it is there.
    pub fn is_done_within(&mut self, wait: Duration) -> bool {
        self.work.is_done_within(wait)
    }

    /// The answer, and the mind to be asked again. A fault in thinking is a fault of the game.
    pub fn finish(self) -> (Mind, Answer) {
        self.work.finish()
    }
}

/// Something that a thread of its own works out.
struct Work<T> {
    thread: JoinHandle<T>,
    /// Nothing comes here: it is closed when the work is over.
    over: SyncCell<Receiver<()>>,
}

/// Says that work is over, and then wakes the window. It does so when it is dropped: work that broke off is over, too.
struct Bell {
    open: Option<Sender<()>>,
    waker: Waker,
}

impl Drop for Bell {
    fn drop(&mut self) {
        // Whoever is woken finds that the work is over.
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

    fn is_done_within(&mut self, wait: Duration) -> bool {
        self.over.get().recv_timeout(wait) == Err(RecvTimeoutError::Disconnected)
    }

    /// What came of it; where it broke off, whoever asks does so too.
    fn finish(self) -> T {
        self.thread.join().unwrap_or_else(|why| resume_unwind(why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn whoever_is_woken_finds_that_the_work_is_over_even_if_it_broke_off() {
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
