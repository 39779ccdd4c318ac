//! Limits how much of something is done at the same time. What comes meanwhile waits for a slot, in a queue with a
//! bound and a deadline.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::error::{Error, Result};

/// Slots at something, of which some may be taken at the same time.
pub(crate) struct Slots {
    free: Arc<Semaphore>,
    waiting: AtomicU64,
    queue: Queue,
}

/// The limits of a queue.
#[derive(Clone, Copy)]
pub(crate) struct Queue {
    /// How many may wait.
    pub(crate) bound: u64,
    /// For how long one may wait.
    pub(crate) deadline: Duration,
    /// The sentence for those who came too late or waited too long.
    pub(crate) busy: &'static str,
}

/// A slot, until it is dropped.
pub(crate) type Slot = OwnedSemaphorePermit;

/// Counts one that waits, until it is dropped.
pub(crate) struct Waiting<'a>(&'a AtomicU64);

impl<'a> Waiting<'a> {
    /// Returns how many wait besides it, too.
    pub(crate) fn begin(waiting: &'a AtomicU64) -> (u64, Self) {
        (waiting.fetch_add(1, Ordering::Relaxed), Self(waiting))
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Slots {
    pub(crate) fn new(at_once: usize, queue: Queue) -> Self {
        Self { free: Arc::new(Semaphore::new(at_once)), waiting: AtomicU64::new(0), queue }
    }

    /// Waits for a slot.
    ///
    /// # Errors
    /// [`Error::Busy`] when the queue is full, or after its deadline.
    pub(crate) async fn take(&self) -> Result<Slot> {
        if let Ok(slot) = Arc::clone(&self.free).try_acquire_owned() {
            return Ok(slot);
        }
        let _waiting = self.begin_to_wait()?;
        let slot = timeout(self.queue.deadline, Arc::clone(&self.free).acquire_owned()).await;
        slot.map_err(|_| Error::Busy(self.queue.busy))?.map_err(Error::internal)
    }

    /// Waits on this thread, which belongs to no runtime, in the same queue. The work that the slot is for has a deadline
    /// of its own.
    pub(crate) fn take_on_thread(&self) -> Result<Slot> {
        let _waiting = self.begin_to_wait()?;
        wait(Arc::clone(&self.free).acquire_owned()).map_err(Error::internal)
    }

    /// Returns how many wait.
    #[cfg(feature = "testing")]
    pub(crate) fn waiting(&self) -> u64 {
        self.waiting.load(Ordering::Relaxed)
    }

    fn begin_to_wait(&self) -> Result<Waiting<'_>> {
        let (others, waiting) = Waiting::begin(&self.waiting);
        if others >= self.queue.bound { Err(Error::Busy(self.queue.busy)) } else { Ok(waiting) }
    }
}

fn wait<T>(future: impl Future<Output = T>) -> T {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(done) => return done,
            Poll::Pending => thread::park(),
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::future::{join, join_all};

    use super::*;

    fn slots(bound: u64, deadline: Duration) -> Slots {
        Slots::new(1, Queue { bound, deadline, busy: "Later" })
    }

    #[actix_web::test]
    async fn a_queue_is_bounded_and_those_in_it_get_their_turns() {
        let slots = slots(2, Duration::from_secs(60));
        let first = slots.take().await.unwrap();
        let others = (0..5).map(|_| async { slots.take().await.map(drop).is_ok() });
        let (others, ()) = join(join_all(others), async { drop(first) }).await;
        assert_eq!(others, [true, true, false, false, false]);
        assert!(slots.take_on_thread().is_ok());
    }

    #[actix_web::test]
    async fn who_has_waited_until_the_deadline_is_refused_and_waits_no_more() {
        let slots = slots(1, Duration::ZERO);
        let slot = slots.take().await.unwrap();
        for _ in 0..3 {
            assert!(matches!(slots.take().await, Err(Error::Busy("Later"))));
        }
        assert_eq!(slots.waiting.load(Ordering::Relaxed), 0);
        drop(slot);
        assert!(slots.take().await.is_ok());
    }
}
