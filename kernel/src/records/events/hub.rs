//! One reader of the stream for all that look at it in this process. It reads as long as somebody listens: when this
//! process has committed something, and otherwise twice a second, because other processes commit too.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{broadcast, watch};
use tokio::time::{sleep, timeout};

use super::follower::{Batch, Follower};
use super::horizon::Horizon;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::Database;
use crate::engine::metrics::{OpenConnection, live_connection};

/// How many batches a listener may be behind. One that is slower is ended.
const RING: usize = 64;

/// The longest pause between two looks, and the one while late commits are expected.
const PAUSE: Duration = Duration::from_millis(500);
const SHORT_PAUSE: Duration = Duration::from_millis(50);

/// How long commits are gathered before a look.
const GATHER: Duration = Duration::from_millis(20);

/// The pause after a failure.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// How many listeners one account may have: a few browsers with many windows.
const MOST_OF_ONE: usize = 30;

const TOO_MANY: &str = "As many clients follow changes as may at a time. Try again later";

/// Feeds all listeners of this process.
pub(crate) struct Hub {
    pub(crate) horizon: Arc<Horizon>,
    ring: broadcast::Sender<Arc<Batch>>,
    listeners: AtomicUsize,
    /// How many listeners each account has.
    of_accounts: Mutex<HashMap<Id, usize>>,
    /// Whether the reader runs.
    running: tokio::sync::Mutex<bool>,
    position: AtomicI64,
    closed: watch::Sender<bool>,
}

/// One who listens. Dropping it ends that.
pub(crate) struct Listener {
    batches: broadcast::Receiver<Arc<Batch>>,
    closed: watch::Receiver<bool>,
    /// Where the stream stood when it began to listen.
    pub(crate) position: i64,
    _counted: Counted,
}

/// Counts a listener until it is dropped.
struct Counted {
    hub: Arc<Hub>,
    account: Id,
    _shown: OpenConnection,
}

impl Counted {
    /// Counts a listener. Returns also how many others there are, and how many of these are of the same account.
    fn new(hub: &Arc<Hub>, account: &Id) -> (Self, usize, usize) {
        let others = hub.listeners.fetch_add(1, Ordering::AcqRel);
        let mut of_accounts = hub.of_accounts.lock();
        let own = of_accounts.entry(account.clone()).or_default();
        *own += 1;
        let counted =
            Self { hub: Arc::clone(hub), account: account.clone(), _shown: live_connection() };
        (counted, others, *own - 1)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.hub.listeners.fetch_sub(1, Ordering::AcqRel);
        let mut of_accounts = self.hub.of_accounts.lock();
        if let Some(own) = of_accounts.get_mut(&self.account) {
            *own -= 1;
            if *own == 0 {
                of_accounts.remove(&self.account);
            }
        }
    }
}

impl Default for Hub {
    fn default() -> Self {
        Self {
            horizon: Arc::default(),
            ring: broadcast::Sender::new(RING),
            listeners: AtomicUsize::new(0),
            of_accounts: Mutex::default(),
            running: tokio::sync::Mutex::new(false),
            position: AtomicI64::new(0),
            closed: watch::Sender::new(false),
        }
    }
}

impl Hub {
    /// Begins to listen: to what is committed from now on.
    ///
    /// # Errors
    /// 503 when `most` listen already or the account has as many listeners as one may have, or the process is about to stop.
    pub(crate) async fn listen(
        self: &Arc<Self>,
        db: &Database,
        account: &Id,
        most: usize,
    ) -> Result<Listener> {
        let (counted, others, own) = Counted::new(self, account);
        if others >= most || own >= MOST_OF_ONE || *self.closed.borrow() {
            return Err(Error::Busy(TOO_MANY));
        }
        let mut running = self.running.lock().await;
        if !*running {
            let horizon = Arc::clone(&self.horizon);
            let begin = move |conn: &mut crate::db::Conn| Follower::begin(conn, &horizon);
            let follower = db.read_patiently(begin).await?;
            self.position.store(follower.position(), Ordering::Release);
            actix_web::rt::spawn(follow(Arc::clone(self), db.clone(), follower));
            *running = true;
        }
        drop(running);
        // First the receiver, so that nothing after the position is missed.
        let batches = self.ring.subscribe();
        let position = self.position.load(Ordering::Acquire);
        let closed = self.closed.subscribe();
        Ok(Listener { batches, closed, position, _counted: counted })
    }

    /// Returns how many listen.
    pub(crate) fn listeners(&self) -> i64 {
        i64::try_from(self.listeners.load(Ordering::Acquire)).unwrap_or(i64::MAX)
    }

    /// Ends all listeners, now and from now on: the process is about to stop.
    pub(crate) fn close(&self) {
        self.closed.send_replace(true);
    }

    fn publish(&self, batch: Batch) {
        let position = batch.position;
        // Without a receiver it is dropped.
        let _ = self.ring.send(Arc::new(batch));
        self.position.store(position, Ordering::Release);
    }
}

impl Listener {
    /// Waits for the next batch; `None` when the listener is ended, because the process stops or because it was too
    /// slow.
    pub(crate) async fn next(&mut self) -> Option<Arc<Batch>> {
        tokio::select! {
            batch = self.batches.recv() => batch.ok(),
            _ = self.closed.wait_for(|closed| *closed) => None,
        }
    }
}

/// Reads and publishes until nobody listens any more.
async fn follow(hub: Arc<Hub>, db: Database, follower: Follower) {
    let follower = Arc::new(Mutex::new(follower));
    let committed = db.committed();
    loop {
        {
            let mut running = hub.running.lock().await;
            if hub.listeners.load(Ordering::Acquire) == 0 {
                *running = false;
                return;
            }
        }
        // Before the look, so that no commit during it is overlooked.
        let notified = committed.notified();
        let (own, horizon) = (Arc::clone(&follower), Arc::clone(&hub.horizon));
        match db.read_patiently(move |conn| own.lock().next(conn, &horizon)).await {
            Ok(batch) => batch.into_iter().for_each(|batch| hub.publish(batch)),
            Err(error) => {
                tracing::warn!(%error, "what was committed could not be read; it will be read again");
                sleep(AFTER_FAILURE).await;
            }
        }
        let pause = if hub.horizon.is_waiting() { SHORT_PAUSE } else { PAUSE };
        // Either way it looks again.
        let _ = timeout(pause, notified).await;
        sleep(GATHER).await;
    }
}
