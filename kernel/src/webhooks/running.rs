//! What a serving process does for webhooks: it makes the deliveries of events, and sends those that are due.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::future::{join, join_all};
use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, timeout};

use super::delivering::{self, Attempted, Taken};
use super::fan_out::fan_out;
use super::message::Prepared;
use super::sending::Sender;
use super::{WEBHOOKS, queries};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::engine::metrics::webhooks_pending;
use crate::product::kernel::Kernel;
use crate::records::core::Core;
use crate::records::events::Consumer;

/// How many messages a process sends at the same time, and how many of them to one webhook: a receiver that does not answer
/// leaves room for the others.
const MOST: usize = 16;
const MOST_TO_ONE: usize = 4;

/// The longest pause between two looks: while there are webhooks, while late commits are expected, and without webhooks.
const PAUSE: Duration = Duration::from_millis(500);
const SHORT_PAUSE: Duration = Duration::from_millis(100);
const IDLE_PAUSE: Duration = Duration::from_secs(1);

/// How long commits are gathered before a look.
const GATHER: Duration = Duration::from_millis(100);

/// How long messages that are accepted are gathered before that is stored, and others are taken in their place.
const GATHER_SENT: Duration = Duration::from_millis(25);

/// How often the cursor moves on, and pending deliveries are counted, while there are no webhooks.
const RARELY: Duration = Duration::from_secs(60);

/// How often pending deliveries are counted.
const COUNTED_EVERY: Duration = Duration::from_secs(5);

/// The pause after a failure.
const AFTER_FAILURE: Duration = Duration::from_secs(2);

/// The messages of a process.
#[derive(Default)]
struct Sending {
    /// How many are being sent to each webhook.
    counts: HashMap<Id, usize>,
    /// What came of those that were sent, and is not stored yet.
    attempted: Vec<Attempted>,
}

impl Sending {
    /// Returns how many more may be sent to a webhook when so many are about to be.
    fn free(&self, webhook: &Id, taken: usize) -> usize {
        let left = MOST.saturating_sub(self.counts.values().sum::<usize>() + taken);
        let own = self.counts.get(webhook).copied().unwrap_or_default();
        left.min(MOST_TO_ONE.saturating_sub(own))
    }

    fn begin(&mut self, webhook: &Id) {
        *self.counts.entry(webhook.clone()).or_default() += 1;
    }

    fn end(&mut self, webhook: &Id) {
        if let Some(count) = self.counts.get_mut(webhook) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(webhook);
            }
        }
    }
}

/// What a process knows of the messages that it sends.
pub(crate) struct Worker {
    consumer: Consumer,
    sender: Sender,
    sending: Arc<Mutex<Sending>>,
    /// How often it has looked for deliveries that are due.
    turn: AtomicUsize,
    /// There may be deliveries that are due and may be sent.
    due: Notify,
}

impl Worker {
    pub(crate) fn new(core: &Core) -> Self {
        Self {
            consumer: Consumer::new(WEBHOOKS),
            sender: Sender::new(core.config.webhooks_to_private),
            sending: Arc::default(),
            turn: AtomicUsize::default(),
            due: Notify::new(),
        }
    }

    /// Stores what came of messages, and takes deliveries that are due, as many as may be sent now.
    async fn exchange(&self, core: &Core) -> Result<Vec<Taken>> {
        let attempted = self.sending.lock().attempted.clone();
        let (stored, is_any_accepted) =
            (attempted.len(), attempted.iter().any(Attempted::is_accepted));
        let sending = Arc::clone(&self.sending);
        let free = move |webhook: &Id, taken| sending.lock().free(webhook, taken);
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        let taken = delivering::exchange(core, attempted, turn, free).await?;
        let mut sending = self.sending.lock();
        sending.attempted.drain(..stored);
        for one in &taken {
            sending.begin(&one.webhook);
        }
        drop(sending);
        // What waited for one of the same record is due now.
        if is_any_accepted {
            self.due.notify_one();
        }
        Ok(taken)
    }

    /// Reads what deliveries say that were taken, and sends them at the same time.
    async fn send_all(&self, core: &Arc<Core>, taken: Vec<Taken>) {
        if taken.is_empty() {
            return;
        }
        let mut prepared = match delivering::read(core, &taken).await {
            Ok(prepared) => prepared,
            Err(error) => {
                tracing::warn!(%error, "messages were not read; they will be sent again");
                HashMap::new()
            }
        };
        let sending = taken.into_iter().map(|one| {
            let prepared = prepared.remove(&one.id);
            self.send(one, prepared)
        });
        join_all(sending).await;
    }

    /// Sends a delivery that was taken; nothing if there is nothing to say.
    async fn send(&self, taken: Taken, prepared: Option<Prepared>) {
        let webhook = taken.webhook.clone();
        let attempted = match prepared {
            Some(prepared) => delivering::attempt(&self.sender, taken, prepared).await,
            None => None,
        };
        let is_accepted = attempted.as_ref().is_some_and(Attempted::is_accepted);
        let mut sending = self.sending.lock();
        sending.end(&webhook);
        sending.attempted.extend(attempted);
        drop(sending);
        // A receiver that fails is not pressed: others are taken at the next look.
        if is_accepted {
            self.due.notify_one();
        }
    }

    /// Makes and sends all that is due now, for tests, and waits so long for transactions that are under way, which
    /// may be those of other tests on the same server. Returns how many messages were sent.
    #[cfg(feature = "testing")]
    pub(crate) async fn work_off(&self, core: &Arc<Core>, patience: Duration) -> Result<usize> {
        let (mut sent, until) = (0, Instant::now() + patience);
        loop {
            let mut is_idle = true;
            while fan_out(core, &self.consumer).await? {
                is_idle = false;
            }
            // What is stored now may be waited for.
            is_idle &= self.sending.lock().attempted.is_empty();
            let taken = self.exchange(core).await?;
            sent += taken.len();
            is_idle &= taken.is_empty();
            self.send_all(core, taken).await;
            if !is_idle {
                continue;
            }
            if !core.events.horizon.is_waiting() || Instant::now() >= until {
                return Ok(sent);
            }
            sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Makes the pending deliveries older by so many seconds, for tests.
#[cfg(feature = "testing")]
pub(crate) async fn age(core: &Core, seconds: i64) -> Result<()> {
    core.db.write(move |conn| queries::age(conn, seconds)).await
}

/// Works as long as the process serves.
pub(crate) async fn run(kernel: Arc<Kernel>) {
    let core = Arc::clone(&kernel.core);
    let worker = Arc::new(Worker::new(&core));
    join(make_deliveries(&core, &worker), send_deliveries(&core, &worker)).await;
}

/// Makes the deliveries of events as they are committed.
async fn make_deliveries(core: &Arc<Core>, worker: &Worker) {
    let committed = core.db.committed();
    let (mut passed, mut counted): (Option<Instant>, Option<Instant>) = (None, None);
    let is_due = |last: &Option<Instant>, every| last.is_none_or(|at| at.elapsed() >= every);
    loop {
        // Before the look, so that no commit during it is overlooked.
        let notified = committed.notified();
        let looked = async {
            let is_wanted =
                core.db.read_patiently(|conn| Ok(!queries::active(conn)?.is_empty())).await?;
            if is_wanted || is_due(&passed, RARELY) {
                while fan_out(core, &worker.consumer).await? {}
                passed = Some(Instant::now());
            }
            if is_due(&counted, if is_wanted { COUNTED_EVERY } else { RARELY }) {
                webhooks_pending(core.db.read_patiently(queries::pending).await?);
                counted = Some(Instant::now());
            }
            Ok::<_, Error>(is_wanted)
        };
        match looked.await {
            Ok(true) => {
                // Also for those whose pause has ended.
                worker.due.notify_one();
                // Either way it looks again.
                let is_waiting = core.events.horizon.is_waiting();
                let _ = timeout(if is_waiting { SHORT_PAUSE } else { PAUSE }, notified).await;
                sleep(GATHER).await;
            }
            Ok(false) => sleep(IDLE_PAUSE).await,
            Err(error) => after_failure(&error).await,
        }
    }
}

/// Sends deliveries that are due, others as soon as some are accepted.
async fn send_deliveries(core: &Arc<Core>, worker: &Arc<Worker>) {
    loop {
        worker.due.notified().await;
        match worker.exchange(core).await {
            Ok(taken) => {
                let (worker, core) = (Arc::clone(worker), Arc::clone(core));
                actix_web::rt::spawn(async move { worker.send_all(&core, taken).await });
                sleep(GATHER_SENT).await;
            }
            Err(error) => after_failure(&error).await,
        }
    }
}

async fn after_failure(error: &Error) {
    if !error.is_passing() {
        tracing::warn!(%error, "webhooks were not worked on; they will be again");
    }
    sleep(AFTER_FAILURE).await;
}
