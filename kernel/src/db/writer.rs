//! The one writing connection of SQLite, in a thread of its own.
//!
//! It runs the writes in order. Writes that wait at the same time run each in a savepoint and share
//! one commit, so that the cost of a durable commit is paid once for all of them. No caller gets
//! its result before that commit. A long write is a transaction of its own: what a savepoint would bring
//! back is copied before it is changed, into a file when it is much.
//!
//! The queue has a limit, by its length and its pace, and a waiting write has a deadline. A write whose client disconnected, or
//! whose deadline passed, before its turn is never run; a write that has begun is committed, even
//! if no caller waits for it.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, mpsc};
use std::time::Duration;

use diesel::connection::{
    AnsiTransactionManager, Connection, InstrumentationEvent, TransactionManager,
};
use diesel::result::Error as DieselError;
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::conn::{Access, Conn};
use super::connections::BUSY;
use super::notify::{Listener, Notifications, deliver, with_notifications};
use super::pace::Pace;
use super::work::Work;
use crate::base::config::DatabaseUrl;
use crate::base::error::{Error, Result};

/// The maximum number of writes that share one commit.
const BATCH: usize = 64;

thread_local! {
    /// The disk error of the running write, if there was one.
    static DISK_ERROR: RefCell<Option<Error>> = const { RefCell::new(None) };
}

/// The handle of the writer thread.
pub(super) struct Writer {
    queue: mpsc::Sender<Write>,
    stats: Arc<WriterStats>,
}

/// Statistics of the writer.
#[derive(Debug, Default)]
pub(crate) struct WriterStats {
    waiting: AtomicU64,
    writes: AtomicU64,
    commits: AtomicU64,
    pace: Pace,
    /// Whether the writer is asked to run a checkpoint.
    checkpoint_requested: AtomicBool,
}

impl WriterStats {
    /// Returns how many writes wait for their turn or their commit.
    pub(crate) fn waiting(&self) -> u64 {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Returns whether the queue is as long as it may be.
    pub(super) fn is_full(&self) -> bool {
        self.pace.is_full(self.waiting())
    }

    /// Returns how many writes have ended, including failed ones.
    pub(crate) fn writes(&self) -> u64 {
        self.writes.load(Ordering::Relaxed)
    }

    /// Returns how many commits they took.
    pub(crate) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    /// Makes the writer run a checkpoint after its next commit, before it goes on.
    pub(super) fn request_checkpoint(&self) {
        self.checkpoint_requested.store(true, Ordering::Relaxed);
    }
}

/// Owns a write: either the writer has taken it to run it, or its caller has given it up.
#[derive(Default)]
struct Claim(AtomicBool);

impl Claim {
    /// Takes the write. Returns whether it was free.
    fn take(&self) -> bool {
        !self.0.swap(true, Ordering::AcqRel)
    }
}

/// Gives a write up on drop, unless the writer has taken it.
struct Waiter(Arc<Claim>);

impl Drop for Waiter {
    fn drop(&mut self) {
        self.0.take();
    }
}

/// A queued write: run first, and settled after the commit.
struct Write {
    claim: Arc<Claim>,
    /// Whether it is a transaction of its own.
    is_long: bool,
    work: Option<Work>,
    result: Option<Result<()>>,
    answer: oneshot::Sender<Result<()>>,
    notifications: Notifications,
    listener: Arc<OnceLock<Listener>>,
}

impl Write {
    /// Takes the write to run it. Returns false when its caller gave it up; afterwards no caller
    /// can.
    fn begin(&self) -> bool {
        self.claim.take()
    }

    /// Runs it in a savepoint, or a long one in the transaction itself. Returns whether it has succeeded.
    fn run(&mut self, conn: &mut Conn) -> bool {
        let Some(work) = self.work.take() else { return false };
        DISK_ERROR.take();
        let is_long = self.is_long;
        let run = || match is_long {
            true => work(conn),
            false => conn.transaction(work),
        };
        let (run, notifications) = with_notifications(|| catch_unwind(AssertUnwindSafe(run)));
        self.notifications = notifications;
        self.result = Some(run.unwrap_or_else(|_| {
            // The savepoints that the panic left open must not swallow the commit of the others.
            roll_back_to(conn, 1)?;
            Err(Error::internal("a write panicked and was rolled back"))
        }));
        // Diesel's own error would then only say that there is no savepoint to roll back to.
        if matches!(self.result, Some(Err(_)))
            && conn.open_transactions().is_ok_and(|open| open == 0)
        {
            self.result = Some(Err(rolled_back()));
        }
        matches!(self.result, Some(Ok(())))
    }

    fn settle(self, commit: std::result::Result<(), &Error>) {
        let result = match (self.result, commit) {
            (Some(Ok(())), Ok(())) => {
                deliver(&self.listener, &self.notifications);
                Ok(())
            }
            (Some(Err(error)), _) => Err(error),
            (_, Err(error)) => Err(error.again()),
            (None, Ok(())) => Err(Error::internal("a write was committed without having run")),
        };
        // The caller may have stopped waiting; the write stays committed all the same.
        let _ = self.answer.send(result);
    }
}

/// The queue, as the writer takes from it.
struct Queue {
    waiting: mpsc::Receiver<Write>,
    /// A long write that ended a batch: the first one of the next.
    next: Option<Write>,
}

impl Queue {
    /// Waits for a write; `None` when there will be none.
    fn first(&mut self) -> Option<Write> {
        self.next.take().or_else(|| self.waiting.recv().ok())
    }

    /// Returns a write that can share a commit, if one waits and no long one waits before it.
    fn another(&mut self) -> Option<Write> {
        if self.next.is_none() {
            let work = self.waiting.try_recv().ok()?;
            if !work.is_long {
                return Some(work);
            }
            self.next = Some(work);
        }
        None
    }
}

impl Writer {
    pub(super) fn start(url: &DatabaseUrl) -> Result<Self> {
        let mut conn = with_disk_errors(Conn::open(url, Access::Write)?);
        let url = url.clone();
        let (queue, waiting) = mpsc::channel::<Write>();
        let mut queued = Queue { waiting, next: None };
        let stats = Arc::new(WriterStats::default());
        let done = Arc::clone(&stats);
        std::thread::Builder::new()
            .name("writer".into())
            .spawn(move || {
                while let Some(first) = queued.first() {
                    if !first.begin() {
                        done.waiting.fetch_sub(1, Ordering::Relaxed);
                        continue;
                    }
                    let checkpoint_requested =
                        done.checkpoint_requested.swap(false, Ordering::Relaxed);
                    // Whatever happens to these writes, later ones need the thread.
                    let turn =
                        AssertUnwindSafe(|| commit_together(&mut conn, first, &mut queued, &done));
                    let sound = catch_unwind(turn).unwrap_or(false);
                    // A connection whose commit failed, or that could not roll back, may be
                    // unusable.
                    if (!sound || roll_back_to(&mut conn, 0).is_err())
                        && let Ok(fresh) = Conn::reopen(&url, Access::Write)
                    {
                        conn = with_disk_errors(fresh);
                    }
                    if checkpoint_requested && let Err(error) = conn.checkpoint_wal() {
                        tracing::warn!(%error, "the WAL checkpoint failed; it will be repeated");
                    }
                }
            })
            .map_err(Error::internal)?;
        Ok(Self { queue, stats })
    }

    /// Queues `work`, and returns its result after the commit. Its turn must come within
    /// `max_wait`, if given. Dropping the future before that turn cancels the write; without
    /// `max_wait` it runs all the same, as a transaction of its own.
    ///
    /// # Errors
    /// Those of `work` and of the commit; [`Error::Busy`] when its turn did not come.
    pub(super) async fn run(
        &self,
        max_wait: Option<Duration>,
        work: Work,
        listener: Arc<OnceLock<Listener>>,
    ) -> Result<()> {
        let waiting = self.stats.waiting.fetch_add(1, Ordering::Relaxed);
        if max_wait.is_some() && self.stats.pace.is_full(waiting) {
            self.stats.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(Error::Busy(BUSY));
        }
        let claim = Arc::new(Claim::default());
        let (answer, mut answered) = oneshot::channel();
        let write = Write {
            claim: Arc::clone(&claim),
            is_long: max_wait.is_none(),
            work: Some(work),
            result: None,
            answer,
            notifications: Vec::new(),
            listener,
        };
        self.queue.send(write).map_err(|_| Error::Unavailable)?;
        let answer = match max_wait {
            None => answered.await,
            Some(max_wait) => {
                let waiter = Waiter(claim);
                match timeout(max_wait, &mut answered).await {
                    Ok(answer) => answer,
                    Err(_) if waiter.0.take() => return Err(Error::Busy(BUSY)),
                    // It has begun: its running time is not limited.
                    Err(_) => answered.await,
                }
            }
        };
        answer.map_err(|_| Error::Unavailable)?
    }

    pub(super) fn stats(&self) -> Arc<WriterStats> {
        Arc::clone(&self.stats)
    }
}

/// Records disk errors of the connection's statements.
fn with_disk_errors(mut conn: Conn) -> Conn {
    conn.set_instrumentation(|event: InstrumentationEvent<'_>| {
        if let InstrumentationEvent::FinishQuery { error: Some(error), .. } = event
            && let DieselError::DatabaseError(_, info) = error
            && let Some(error) = Error::of_disk(info.message())
        {
            DISK_ERROR.with_borrow_mut(|first| {
                first.get_or_insert(error);
            });
        }
    });
    conn
}

/// Runs the first write, which has been taken, and those queued behind it that can share its commit, commits
/// them, and settles each. Returns whether the connection is sound.
fn commit_together(conn: &mut Conn, first: Write, queued: &mut Queue, stats: &WriterStats) -> bool {
    let is_long = first.is_long;
    let mut batch = vec![first];
    let mut given_up = 0;
    let mut take = || {
        while !is_long && let Some(work) = queued.another() {
            if work.begin() {
                return Some(work);
            }
            given_up += 1;
        }
        None
    };
    let outcome = match begin_immediate(conn) {
        Ok(()) => run_together(conn, &mut batch, &mut take),
        Err(error) => {
            // The writes queued behind would only wait for the same error.
            batch.extend(std::iter::from_fn(take));
            Err(error)
        }
    };
    if outcome.is_err() {
        // The first error counts; the writer replaces the connection when the rollback fails.
        let _ = roll_back_to(conn, 0);
    }
    // Counted first, so that a caller with a result finds its write in the metrics.
    stats.commits.fetch_add(u64::from(outcome.is_ok()), Ordering::Relaxed);
    stats.writes.fetch_add(batch.len() as u64, Ordering::Relaxed);
    let ended = batch.len() as u64 + given_up;
    let waiting = stats.waiting.fetch_sub(ended, Ordering::Relaxed);
    stats.pace.done(u32::try_from(batch.len()).unwrap_or(u32::MAX), waiting - ended);
    for work in batch {
        work.settle(outcome.as_ref().copied());
    }
    !matches!(outcome, Err(Error::Internal(_) | Error::Unavailable | Error::DiskFailed))
}

/// Runs the writes of `batch` and those from `next`, and commits them.
fn run_together(
    conn: &mut Conn,
    batch: &mut Vec<Write>,
    next: &mut impl FnMut() -> Option<Write>,
) -> Result<()> {
    let mut at = 0;
    while at < batch.len() {
        let has_succeeded = batch[at].run(conn);
        if conn.open_transactions()? == 0 {
            // On a disk error SQLite rolls back the whole transaction, not only the savepoint.
            // Further writes would each commit by themselves.
            return Err(rolled_back());
        }
        if batch[at].is_long && !has_succeeded {
            return roll_back_to(conn, 0);
        }
        at += 1;
        if batch.len() < BATCH {
            batch.extend(next());
        }
    }
    let commit = <Conn as Connection>::TransactionManager::commit_transaction(conn);
    commit.map_err(Error::from)
}

/// Returns the error of a transaction that SQLite rolled back by itself.
fn rolled_back() -> Error {
    DISK_ERROR
        .with_borrow(|error| error.as_ref().map(Error::again))
        .unwrap_or_else(|| Error::internal("SQLite took a transaction back by itself"))
}

/// Rolls back until at most `depth` nested transactions are open, counting the outermost.
fn roll_back_to(conn: &mut Conn, depth: u32) -> Result<()> {
    while conn.open_transactions()? > depth {
        <Conn as Connection>::TransactionManager::rollback_transaction(conn)?;
    }
    Ok(())
}

fn begin_immediate(conn: &mut Conn) -> Result<()> {
    match conn {
        Conn::Sqlite(conn) => {
            AnsiTransactionManager::begin_transaction_sql(conn, "BEGIN IMMEDIATE")?;
        }
        Conn::Pg(conn) => AnsiTransactionManager::begin_transaction(conn)?,
    }
    Ok(())
}
