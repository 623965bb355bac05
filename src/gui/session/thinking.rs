//! An answer that the program thinks out beside the window, which is drawn and listens meanwhile.

#![expect(clippy::disallowed_types, reason = "how long a frame waits for an answer changes no answer")]

use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use bevy::platform::cell::SyncCell;

use crate::battle::{CombatantId, Count, Side, Snapshot};
use crate::control::{Answer, Controller};
use crate::gui::wake::Waker;
use crate::mechanics::sight;
use crate::resolution::{Prompt, Setup};

/// Whoever answers for a side that nobody at the window plays; asked by one thread at a time.
pub(super) type Mind = SyncCell<Box<dyn Controller + Send>>;

/// How often it is looked whether the answer is there.
const GLANCE: Duration = Duration::from_micros(200);

/// A question that is being thought about.
pub(super) struct Thinking {
    pub who: CombatantId,
    pub side: Side,
    /// When, in the battle.
    pub count: Count,
    work: JoinHandle<(Mind, Answer)>,
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
        let work = thread::spawn(move || {
            let seen = sight::known_to(battle.view(), setup.rules.book(), side);
            let answer = mind.get().answer(seen, &setup.rules, &setup, &asked);
            waker.wake();
            (mind, answer)
        });
        Thinking { who: prompt.who, side, count, work }
    }

    /// Waits so long for the answer at most; says whether it is there.
    pub fn is_done_within(&self, wait: Duration) -> bool {
        let begun = Instant::now();
        while !self.work.is_finished() {
            if begun.elapsed() >= wait {
                return false;
            }
            thread::sleep(GLANCE);
        }
        true
    }

    /// The answer, and the mind to be asked again. A fault in thinking is a fault of the game.
    pub fn finish(self) -> (Mind, Answer) {
        match self.work.join() {
            Ok(done) => done,
            Err(why) => resume_unwind(why),
        }
    }
}
