//! The log of facts, and checksums of facts.

use super::event::BattleEvent;
use crate::battle::Digest;

/// A hash of facts in order: equal facts have equal hashes in every process and on every machine.
pub fn checksum(facts: &[BattleEvent]) -> u64 {
    let mut digest = Digest::default();
    digest.take(facts);
    digest.hash()
}

/// The facts of a battle in order. Keeping them is optional: batches keep none.
#[derive(Clone, Debug)]
pub struct EventLog {
    events: Vec<BattleEvent>,
    keep: bool,
    seen: u64,
}

impl Default for EventLog {
    fn default() -> EventLog {
        EventLog { events: Vec::new(), keep: true, seen: 0 }
    }
}

impl EventLog {
    /// Keeps every fact from now on, or none.
    pub fn keep(&mut self, keep: bool) {
        self.keep = keep;
        if !keep {
            self.events = Vec::new();
        }
    }

    /// Empties a list of facts into the log, which drops them if it keeps none.
    pub fn append(&mut self, events: &mut Vec<BattleEvent>) {
        self.seen += events.len() as u64;
        if self.keep {
            self.events.append(events);
        } else {
            events.clear();
        }
    }

    /// Takes out all facts kept, in order.
    pub fn drain(&mut self) -> impl Iterator<Item = BattleEvent> + '_ {
        self.events.drain(..)
    }

    /// Forgets all facts kept.
    pub fn clear(&mut self) {
        self.events.clear();
    }

    /// All facts kept.
    pub fn events(&self) -> &[BattleEvent] {
        &self.events
    }

    /// Number of facts so far, kept or not.
    pub fn seen(&self) -> u64 {
        self.seen
    }
}
