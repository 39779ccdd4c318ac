//! The clock of the caches. Tests advance it, each on its own thread.

#[cfg(not(test))]
pub(crate) use system::now;
#[cfg(test)]
pub(crate) use tests::{advance, now};

#[cfg(not(test))]
mod system {
    use std::time::Instant;

    /// Returns the current time.
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

    /// Advances the clock of the test on this thread.
    pub(crate) fn advance(time: Duration) {
        AHEAD.set(AHEAD.get() + time);
    }

    /// Returns the current time plus what the test has advanced.
    pub(crate) fn now() -> Instant {
        Instant::now() + AHEAD.get()
    }
}
