//! The one writing connection of SQLite, in a thread of its own.
//!
//! It takes the writes in order; those that wait at the same moment run each in a savepoint and
//! share one commit, so that the price of a durable commit is paid once for all of them. Nobody is
//! answered before that commit.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, mpsc};

use diesel::connection::{AnsiTransactionManager, Connection, TransactionManager};
use tokio::sync::oneshot;

use super::conn::{Access, Conn};
use super::pool::{Announced, Listener, listened, tell};
use crate::config::DatabaseUrl;
use crate::error::{Error, Result};

/// The most writes that share one commit.
const BATCH: usize = 64;

/// The writer, as others see it.
pub(super) struct Writer {
    queue: mpsc::Sender<Box<dyn Work>>,
    tally: Arc<Tally>,
}

/// What the writer has done and has to do.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    waiting: AtomicU64,
    writes: AtomicU64,
    commits: AtomicU64,
    /// Whether the writer is to copy the rest of the log.
    copying: AtomicBool,
}

impl Tally {
    /// How many writes wait for their turn or their commit.
    pub(crate) fn waiting(&self) -> u64 {
        self.waiting.load(Ordering::Relaxed)
    }

    /// How many writes have been settled, the failed ones included.
    pub(crate) fn writes(&self) -> u64 {
        self.writes.load(Ordering::Relaxed)
    }

    /// How many commits it took.
    pub(crate) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    /// Has the writer copy what is left in the log after its next commit, before it goes on.
    pub(super) fn leave_copying(&self) {
        self.copying.store(true, Ordering::Relaxed);
    }
}

/// A write on its way: run first, told how it ended after the commit.
trait Work: Send {
    fn run(&mut self, conn: &mut Conn);
    fn settle(self: Box<Self>, commit: std::result::Result<(), &Error>);
}

struct Write<T, F> {
    work: Option<F>,
    result: Option<Result<T>>,
    answer: oneshot::Sender<Result<T>>,
    announced: Announced,
    listener: Arc<OnceLock<Listener>>,
}

impl<T: Send, F: FnOnce(&mut Conn) -> Result<T> + Send> Work for Write<T, F> {
    fn run(&mut self, conn: &mut Conn) {
        let Some(work) = self.work.take() else { return };
        let (run, announced) =
            listened(|| catch_unwind(AssertUnwindSafe(|| conn.transaction(work))));
        self.announced = announced;
        self.result = Some(run.unwrap_or_else(|_| {
            // The savepoints that the panic left open must not swallow the commit of the others.
            roll_back_to(conn, 1)?;
            Err(Error::internal("a write panicked and was rolled back"))
        }));
    }

    fn settle(self: Box<Self>, commit: std::result::Result<(), &Error>) {
        let result = match (self.result, commit) {
            (Some(Ok(value)), Ok(())) => {
                tell(&self.listener, &self.announced);
                Ok(value)
            }
            (Some(Err(error)), _) => Err(error),
            (_, Err(error)) => Err(error.again()),
            (None, Ok(())) => Err(Error::internal("a write was committed without having run")),
        };
        // Whoever asked may have gone away; the write stands all the same.
        let _ = self.answer.send(result);
    }
}

impl Writer {
    pub(super) fn start(url: &DatabaseUrl) -> Result<Self> {
        let mut conn = Conn::open(url, Access::Write)?;
        let url = url.clone();
        let (queue, waiting) = mpsc::channel::<Box<dyn Work>>();
        let tally = Arc::new(Tally::default());
        let done = Arc::clone(&tally);
        std::thread::Builder::new()
            .name("writer".into())
            .spawn(move || {
                while let Ok(first) = waiting.recv() {
                    let copying = done.copying.swap(false, Ordering::Relaxed);
                    // Whatever happens to these writes, those after them need the thread.
                    let turn =
                        AssertUnwindSafe(|| commit_together(&mut conn, first, &waiting, &done));
                    let sound = catch_unwind(turn).unwrap_or(false);
                    // A connection that failed at the commit or could not even roll back may be of
                    // no more use.
                    if (!sound || roll_back_to(&mut conn, 0).is_err())
                        && let Ok(fresh) = Conn::reopen(&url, Access::Write)
                    {
                        conn = fresh;
                    }
                    if copying && let Err(error) = conn.copy_log() {
                        tracing::warn!(%error, "the log was not copied; it will be tried again");
                    }
                }
            })
            .map_err(Error::internal)?;
        Ok(Self { queue, tally })
    }

    pub(super) async fn run<T, F>(&self, work: F, listener: Arc<OnceLock<Listener>>) -> Result<T>
    where
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
        T: Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let write =
            Write { work: Some(work), result: None, answer, announced: Vec::new(), listener };
        self.tally.waiting.fetch_add(1, Ordering::Relaxed);
        self.queue.send(Box::new(write)).map_err(|_| Error::Unavailable)?;
        answered.await.map_err(|_| Error::Unavailable)?
    }

    pub(super) fn tally(&self) -> Arc<Tally> {
        Arc::clone(&self.tally)
    }
}

/// Runs the first write and those that wait behind it, commits them, and tells each how it ended.
/// Answers whether the connection is sound.
fn commit_together(
    conn: &mut Conn,
    first: Box<dyn Work>,
    waiting: &mpsc::Receiver<Box<dyn Work>>,
    tally: &Tally,
) -> bool {
    let mut batch = vec![first];
    let outcome = begin_immediate(conn).and_then(|()| {
        let mut next = 0;
        while next < batch.len() {
            batch[next].run(conn);
            next += 1;
            if batch.len() < BATCH {
                batch.extend(waiting.try_recv());
            }
        }
        let commit = <Conn as Connection>::TransactionManager::commit_transaction(conn);
        commit.map_err(Error::from)
    });
    if outcome.is_err() {
        // Whoever waits behind would only wait for the same.
        batch.extend(waiting.try_iter());
        // The error that counts is the first one; the writer sees to a rollback that fails.
        let _ = roll_back_to(conn, 0);
    }
    // Counted first: whoever has been answered finds it in the figures.
    tally.commits.fetch_add(u64::from(outcome.is_ok()), Ordering::Relaxed);
    tally.writes.fetch_add(batch.len() as u64, Ordering::Relaxed);
    tally.waiting.fetch_sub(batch.len() as u64, Ordering::Relaxed);
    for work in batch {
        work.settle(outcome.as_ref().copied());
    }
    !matches!(outcome, Err(Error::Internal(_) | Error::Unavailable))
}

/// Rolls back until no more than `depth` transactions are open, the outermost counted.
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
