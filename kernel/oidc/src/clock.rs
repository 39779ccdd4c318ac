//! The time that caches go by. Tests move it forward, each on its own thread.

#[cfg(not(test))]
pub(crate) use system::now;
#[cfg(test)]
pub(crate) use tests::{advance, now};

#[cfg(not(test))]
mod system {
    use std::time::Instant;

    /// Returns the time.
    pub(crate) fn now() -> Instant {
        Instant::now()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::{Duration, Instant};

    thread_local! {
        static AHEAD: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    }

    /// Moves the clock of the test that runs on this thread forward.
    pub(crate) fn advance(time: Duration) {
        AHEAD.set(AHEAD.get() + time);
    }

    /// Returns the time, as far forward as it was moved.
    pub(crate) fn now() -> Instant {
        Instant::now() + AHEAD.get()
    }
}
