//! How much processor time a worker has used. Nothing left of the batch knows any clock.

#[expect(clippy::disallowed_types, reason = "a batch measures its own speed; no rule sees it")]
use std::time::Instant;

/// A stopwatch for the thread that started it.
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

    /// Nanoseconds of processor time since the start; passed time where the system does not say.
    pub(super) fn nanos(&self) -> u64 {
        match (self.used, thread_nanos()) {
            (Some(then), Some(now)) => now.saturating_sub(then),
            _ => u64::try_from(self.began.elapsed().as_nanos()).unwrap_or(u64::MAX),
        }
    }
}

/// Processor time of this thread on Linux.
fn thread_nanos() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split_whitespace().next()?.parse().ok()
}
