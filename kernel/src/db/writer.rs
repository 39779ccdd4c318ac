//! The one writing connection of SQLite, in a thread of its own.
//!
//! It takes the writes in order; those that wait at the same moment run each in a savepoint and
//! share one commit, so that the price of a durable commit is paid once for all of them. Nobody is
//! answered before that commit.
//!
//! The queue has a bound, and who waits has a deadline. A write whose client hung up, or whose
//! deadline passed, before its turn is never run; what has begun stands, whoever waits for it.

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
use super::notify::{Announced, Listener, listened, tell};
use crate::base::config::DatabaseUrl;
use crate::base::error::{Error, Result};

/// The most writes that share one commit.
const BATCH: usize = 64;

/// How many writes may wait before more are refused. More would wait longer than people do.
const MOST_WAITING: u64 = 1_000;

thread_local! {
    /// What the disk did to the write that is running, if it did anything.
    static DISK_ERROR: RefCell<Option<Error>> = const { RefCell::new(None) };
}

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

/// Who has a write: the writer, which runs it, or whoever waits for it, who gives it up.
#[derive(Default)]
struct Claim(AtomicBool);

impl Claim {
    /// Takes the write; answers whether nobody had it yet.
    fn take(&self) -> bool {
        !self.0.swap(true, Ordering::AcqRel)
    }
}

/// Gives a write up when it is dropped, unless the writer has it.
struct Waiter(Arc<Claim>);

impl Drop for Waiter {
    fn drop(&mut self) {
        self.0.take();
    }
}

/// A write on its way: run first, told how it ended after the commit.
trait Work: Send {
    /// Answers whether it is to be run: nobody has given it up. From now on nobody can.
    fn begin(&self) -> bool;
    fn run(&mut self, conn: &mut Conn);
    fn settle(self: Box<Self>, commit: std::result::Result<(), &Error>);
}

struct Write<T, F> {
    claim: Arc<Claim>,
    work: Option<F>,
    result: Option<Result<T>>,
    answer: oneshot::Sender<Result<T>>,
    announced: Announced,
    listener: Arc<OnceLock<Listener>>,
}

impl<T: Send, F: FnOnce(&mut Conn) -> Result<T> + Send> Work for Write<T, F> {
    fn begin(&self) -> bool {
        self.claim.take()
    }

    fn run(&mut self, conn: &mut Conn) {
        let Some(work) = self.work.take() else { return };
        DISK_ERROR.take();
        let (run, announced) =
            listened(|| catch_unwind(AssertUnwindSafe(|| conn.transaction(work))));
        self.announced = announced;
        self.result = Some(run.unwrap_or_else(|_| {
            // The savepoints that the panic left open must not swallow the commit of the others.
            roll_back_to(conn, 1)?;
            Err(Error::internal("a write panicked and was rolled back"))
        }));
        // What diesel tells is then that there is no savepoint to go back to.
        if matches!(self.result, Some(Err(_)))
            && conn.open_transactions().is_ok_and(|open| open == 0)
        {
            self.result = Some(Err(rolled_back()));
        }
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
        let mut conn = watched(Conn::open(url, Access::Write)?);
        let url = url.clone();
        let (queue, waiting) = mpsc::channel::<Box<dyn Work>>();
        let tally = Arc::new(Tally::default());
        let done = Arc::clone(&tally);
        std::thread::Builder::new()
            .name("writer".into())
            .spawn(move || {
                while let Ok(first) = waiting.recv() {
                    if !first.begin() {
                        done.waiting.fetch_sub(1, Ordering::Relaxed);
                        continue;
                    }
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
                        conn = watched(fresh);
                    }
                    if copying && let Err(error) = conn.checkpoint_wal() {
                        tracing::warn!(%error, "the log was not copied; it will be tried again");
                    }
                }
            })
            .map_err(Error::internal)?;
        Ok(Self { queue, tally })
    }

    /// Has `work` run when its turn comes, which is to be within `patience`, if there is one, and
    /// answers after its commit. Dropped before its turn, it is not run; without patience to lose it is
    /// run all the same.
    ///
    /// # Errors
    /// Those of `work` and of the commit; [`Error::Busy`] when its turn did not come.
    pub(super) async fn run<T, F>(
        &self,
        patience: Option<Duration>,
        work: F,
        listener: Arc<OnceLock<Listener>>,
    ) -> Result<T>
    where
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
        T: Send + 'static,
    {
        let waiting = self.tally.waiting.fetch_add(1, Ordering::Relaxed);
        if patience.is_some() && waiting >= MOST_WAITING {
            self.tally.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(Error::Busy(BUSY));
        }
        let claim = Arc::new(Claim::default());
        let (answer, mut answered) = oneshot::channel();
        let write = Write {
            claim: Arc::clone(&claim),
            work: Some(work),
            result: None,
            answer,
            announced: Vec::new(),
            listener,
        };
        self.queue.send(Box::new(write)).map_err(|_| Error::Unavailable)?;
        let answer = match patience {
            None => answered.await,
            Some(patience) => {
                let waiter = Waiter(claim);
                match timeout(patience, &mut answered).await {
                    Ok(answer) => answer,
                    Err(_) if waiter.0.take() => return Err(Error::Busy(BUSY)),
                    // It has begun: how long it takes is its own affair.
                    Err(_) => answered.await,
                }
            }
        };
        answer.map_err(|_| Error::Unavailable)?
    }

    pub(super) fn tally(&self) -> Arc<Tally> {
        Arc::clone(&self.tally)
    }
}

/// Has the connection note what the disk does to its statements.
fn watched(mut conn: Conn) -> Conn {
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

/// Runs the first write, which has begun, and those that wait behind it, commits them, and tells each
/// how it ended. Answers whether the connection is sound.
fn commit_together(
    conn: &mut Conn,
    first: Box<dyn Work>,
    waiting: &mpsc::Receiver<Box<dyn Work>>,
    tally: &Tally,
) -> bool {
    let mut batch = vec![first];
    let mut given_up = 0;
    let mut take = |work: Box<dyn Work>| {
        let begins = work.begin();
        given_up += u64::from(!begins);
        begins.then_some(work)
    };
    let outcome = match begin_immediate(conn) {
        Ok(()) => run_together(conn, &mut batch, || {
            std::iter::from_fn(|| waiting.try_recv().ok()).find_map(&mut take)
        }),
        Err(error) => {
            // Whoever waits behind would only wait for the same.
            batch.extend(waiting.try_iter().filter_map(&mut take));
            Err(error)
        }
    };
    if outcome.is_err() {
        // The error that counts is the first one; the writer sees to a rollback that fails.
        let _ = roll_back_to(conn, 0);
    }
    // Counted first: whoever has been answered finds it in the figures.
    tally.commits.fetch_add(u64::from(outcome.is_ok()), Ordering::Relaxed);
    tally.writes.fetch_add(batch.len() as u64, Ordering::Relaxed);
    tally.waiting.fetch_sub(batch.len() as u64 + given_up, Ordering::Relaxed);
    for work in batch {
        work.settle(outcome.as_ref().copied());
    }
    !matches!(outcome, Err(Error::Internal(_) | Error::Unavailable | Error::DiskFailed))
}

/// Runs the writes of `batch` and what `next` gives, and commits them.
fn run_together(
    conn: &mut Conn,
    batch: &mut Vec<Box<dyn Work>>,
    mut next: impl FnMut() -> Option<Box<dyn Work>>,
) -> Result<()> {
    let mut at = 0;
    while at < batch.len() {
        batch[at].run(conn);
        if conn.open_transactions()? == 0 {
            // When the disk fails SQLite takes back the whole transaction, not only the savepoint.
            // Further writes would each commit by themselves.
            return Err(rolled_back());
        }
        at += 1;
        if batch.len() < BATCH {
            batch.extend(next());
        }
    }
    let commit = <Conn as Connection>::TransactionManager::commit_transaction(conn);
    commit.map_err(Error::from)
}

/// Why SQLite took a transaction back that was not told to.
fn rolled_back() -> Error {
    DISK_ERROR
        .with_borrow(|error| error.as_ref().map(Error::again))
        .unwrap_or_else(|| Error::internal("SQLite took a transaction back by itself"))
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
