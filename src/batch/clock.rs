//! Processor time of workers. No other module of the batch uses a clock.

#[expect(clippy::disallowed_types, reason = "a batch measures its own speed; no rule sees it")]
use std::time::Instant;

/// A stopwatch for the current thread.
#[derive(Debug)]
#[expect(clippy::disallowed_types, reason = "a batch measures its own speed; no rule sees it")]
pub(super) struct Stopwatch {
    began: Instant,
    used: Option<u64>,
}

impl Stopwatch {
    #[expect(clippy::disallowed_types, reason = "a batch measures its own speed; no rule sees it")]
    pub(super) fn start() -> Stopwatch {
        Stopwatch { began: Instant::now(), used: thread_nanos() }
    }

    /// Processor time since the start in nanoseconds; wall-clock time if the system does not report it, or has counted none
    /// yet: it counts in ticks of some milliseconds.
    pub(super) fn nanos(&self) -> u64 {
        match (self.used, thread_nanos()) {
            (Some(then), Some(now)) if now > then => now - then,
            _ => u64::try_from(self.began.elapsed().as_nanos()).unwrap_or(u64::MAX),
        }
    }
}

/// Processor time of this thread, on Linux.
fn thread_nanos() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split_whitespace().next()?.parse().ok()
}
