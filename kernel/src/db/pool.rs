//! Connections for reads and transactions for writes.
//!
//! SQLite allows one writer at a time, so its own thread runs the writes in order (`writer`), and
//! the connection pools only read. PostgreSQL uses the pools for both, and may have `replicas`
//! that answer reads.
//!
//! Long reads have a small pool of their own, and so have sign-in and sessions: neither makes other
//! requests wait for a connection. What a pool is, and why it is no crate's, says `connections`.

use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use diesel::connection::Connection;
use tokio::sync::Notify;
use tokio::time::timeout;

use super::canceller::Canceller;
use super::conn::{Access, Conn};
use super::connections::{Connections, MAX_WAIT, Terms, Use};
use super::health::Probe;
use super::notify::{Listener, deliver, with_notifications};
use super::read_pools::{Length, READ, ReadPools, Share};
use super::replicas::{ReplicaReads, Replicas};
use super::work::{Outcome, Repeatable, Work, WorkOf, result_of};
use super::writer::{Writer, WriterStats};
use crate::base::config::DatabaseUrl;
use crate::base::error::{Error, Result, TOO_LONG};
use crate::base::id::Id;

/// The maximum number of consecutive checkpoints while commits continue.
const MAX_CHECKPOINTS: u32 = 8;

/// The WAL size in pages from which the writer runs a checkpoint itself, so that SQLite restarts the
/// WAL even if commits never pause.
const LONG_WAL_PAGES: i32 = 8_000;

/// From which consecutive checkpoint on the rest may be left to the writer: during the first one
/// large commits may have added much.
const WRITER_FROM_ROUND: u32 = 3;

/// How many commits may be left to the writer's checkpoint: few, so that no write waits long for
/// it.
const FEW_COMMITS: u64 = 16;

/// The size of the pool for sign-in and sessions, to read, and on PostgreSQL of another one to
/// write: sign-in works whatever else is running, and a write that waits for a lock does not block
/// authentication.
const SESSION_CONNECTIONS: u32 = 2;

/// How long a list may run in the pool for quick work. One that takes longer is repeated as a long
/// read.
const QUICK: Duration = Duration::from_millis(300);

/// How long a long read waits for a slot: a few others may precede it, each for some seconds.
const LONG_READ_MAX_WAIT: Duration = Duration::from_secs(10);

/// The time limit of an export, which is read as fast as the client receives it.
const EXPORT: Duration = Duration::from_secs(15 * 60);

/// After how long a write on PostgreSQL is waited for only as long as the server answers another question.
const SILENCE: Duration = Duration::from_secs(15);

/// The connection pools of one database, by purpose.
struct Pools {
    reads: ReadPools,
    sessions: Arc<Connections>,
    session_writes: Arc<Connections>,
    replicas: Replicas,
}

/// The database of the product. Cheap to clone.
#[derive(Clone)]
pub struct Database {
    pools: Arc<Pools>,
    /// The pool for reads.
    reads: Arc<Connections>,
    writes: Arc<Connections>,
    deadline: Duration,
    writer: Option<Arc<Writer>>,
    probe: Probe,
    listener: Arc<OnceLock<Listener>>,
    /// The commits on PostgreSQL; SQLite's writer counts its own.
    commits: Arc<AtomicU64>,
    /// The number of the writer's commits at the last checkpoint.
    checkpointed: Arc<AtomicU64>,
    /// Notified of each commit of this process, soon after it.
    committed: Arc<Notify>,
}

impl Database {
    /// Opens the database; `connections` is the size of the pool.
    #[cfg(test)]
    pub(crate) fn open(url: &DatabaseUrl, connections: u32) -> Result<Self> {
        Self::open_shared(url, &[], Share::of(connections))
    }

    /// Opens the database with these limits, and its replicas.
    pub(crate) fn open_shared(
        url: &DatabaseUrl,
        replicas: &[DatabaseUrl],
        share: Share,
    ) -> Result<Self> {
        let access = Access::to_read(url);
        let writer = match url {
            DatabaseUrl::Postgres(_) => None,
            DatabaseUrl::Sqlite(_) => Some(Arc::new(Writer::start(url)?)),
        };
        let canceller = Arc::new(Canceller::new(url));
        let of = |size| Arc::new(Connections::new(url, access, size, &canceller));
        let pools = Pools {
            reads: ReadPools::new(url, access, share, &canceller),
            sessions: of(SESSION_CONNECTIONS),
            session_writes: of(SESSION_CONNECTIONS),
            replicas: Replicas::open(url, replicas, share)?,
        };
        Ok(Self {
            reads: Arc::clone(&pools.reads.quick),
            writes: Arc::clone(&pools.reads.quick),
            pools: Arc::new(pools),
            deadline: share.deadline,
            writer,
            probe: Probe::new(url),
            listener: Arc::default(),
            commits: Arc::default(),
            checkpointed: Arc::default(),
            committed: Arc::default(),
        })
    }

    /// Returns the same database for sign-in and sessions, with pools of their own.
    pub(crate) fn of_sessions(&self) -> Self {
        let reads = Arc::clone(&self.pools.sessions);
        let writes = Arc::clone(&self.pools.session_writes);
        Self { reads, writes, ..self.clone() }
    }

    /// Registers the one listener of commit notifications.
    pub(crate) fn on_commit(&self, listener: impl Fn(&'static str, &Id) + Send + Sync + 'static) {
        let _ = self.listener.set(Box::new(listener));
    }

    /// Runs `work` on a read-only connection of the primary, no longer than the deadline of reads.
    /// Dropping the future interrupts it.
    ///
    /// # Errors
    /// Those of `work`; [`Error::Busy`](crate::base::error::Error::Busy) when no connection becomes free,
    /// or the deadline passes.
    pub async fn read<T: Send + 'static>(&self, work: impl WorkOf<T>) -> Result<T> {
        result_of(work, |work| self.reads.run(self.terms(), work)).await
    }

    /// Reads as [`Database::read`] does, without a deadline: for work that is no client's request.
    pub(crate) async fn read_patiently<T: Send + 'static>(
        &self,
        work: impl WorkOf<T>,
    ) -> Result<T> {
        result_of(work, |work| self.reads.run(READ, work)).await
    }

    /// Reads as [`Database::read`] does, on a replica if there are some: it sees every commit from before
    /// the call.
    pub(crate) async fn answer<T: Send + 'static>(&self, work: impl WorkOf<T>) -> Result<T> {
        result_of(work, |work| self.run_anywhere(Length::Quick, self.terms(), work)).await
    }

    /// Runs a read of the primary that may take long, such as measures of all records: a limited
    /// number at the same time, in a pool of their own, so that all other requests find a free
    /// connection.
    pub(crate) async fn read_long<T: Send + 'static>(&self, work: impl WorkOf<T>) -> Result<T> {
        result_of(work, |work| self.pools.reads.long.run(self.long_terms(), work)).await
    }

    /// Reads on a connection of its own, without a deadline: for the job that loads what requests wait for.
    pub(crate) async fn read_apart<T: Send + 'static>(&self, work: impl WorkOf<T>) -> Result<T> {
        result_of(work, |work| self.pools.reads.apart.run(READ, work)).await
    }

    /// Reads as [`Database::answer`] does what is usually quick, such as a list. A read that exceeds
    /// the time limit of quick work is interrupted and repeated as a long one.
    pub(crate) async fn read_quick_or_long<T, F>(&self, work: F) -> Result<T>
    where
        F: Fn(&mut Conn) -> Result<T> + Send + Sync + 'static,
        T: Send + 'static,
    {
        let (work, outcome) = Outcome::of_repeatable(work);
        self.run_quick_or_long(work).await?;
        outcome.take()
    }

    async fn run_quick_or_long(&self, work: Repeatable) -> Result<()> {
        let Pools { reads, replicas, .. } = &*self.pools;
        let again = Arc::clone(&work);
        let first: Work = Box::new(move |conn| work(conn));
        if replicas.try_run(reads, Length::Quick, self.quick_terms(), first).await? {
            return Ok(());
        }
        let again: Work = Box::new(move |conn| again(conn));
        self.run_anywhere(Length::Long, self.long_terms(), again).await
    }

    /// Does quick work on a connection of the primary, such as to answer from the columns in memory, which it keeps
    /// exact. `None` when it takes longer than quick work may.
    pub(crate) async fn read_quick<T: Send + 'static>(
        &self,
        work: impl WorkOf<T>,
    ) -> Result<Option<T>> {
        let (work, outcome) = Outcome::of(work);
        match self.reads.try_run(self.quick_terms(), work).await? {
            true => outcome.take().map(Some),
            false => Ok(None),
        }
    }

    fn terms(&self) -> Terms {
        Terms { deadline: Some(self.deadline), ..READ }
    }

    fn quick_terms(&self) -> Terms {
        Terms { deadline: Some(QUICK.min(self.deadline)), ..READ }
    }

    fn long_terms(&self) -> Terms {
        Terms { max_wait: Some(LONG_READ_MAX_WAIT), ..self.terms() }
    }

    /// Runs a read on a replica if there are some.
    async fn run_anywhere(&self, length: Length, terms: Terms, work: Work) -> Result<()> {
        let Pools { reads, replicas, .. } = &*self.pools;
        let has_ended = replicas.try_run(reads, length, terms, work).await?;
        has_ended.then_some(()).ok_or(Error::Busy(TOO_LONG))
    }

    /// Reads as [`Database::answer`] does for an export, as fast as its client receives it, or for an
    /// import.
    pub(crate) async fn read_table<T: Send + 'static>(&self, work: impl WorkOf<T>) -> Result<T> {
        let terms = Terms { deadline: Some(EXPORT), ..READ };
        result_of(work, |work| self.run_anywhere(Length::Table, terms, work)).await
    }

    /// Runs `work` as one transaction: all of it is committed durably, or nothing. A future that is
    /// dropped before its turn runs nothing.
    ///
    /// # Errors
    /// Those of `work` and of the commit; [`Error::Busy`](crate::base::error::Error::Busy) when its
    /// turn does not come within some seconds, or the queue is full.
    pub async fn write<T: Send + 'static>(&self, work: impl WorkOf<T>) -> Result<T> {
        self.write_within(Some(MAX_WAIT), work).await
    }

    /// Writes as [`Database::write`] does, but waits for its turn without limit, also when the
    /// caller stopped waiting, and on SQLite shares no commit: for the result of a long computation, a
    /// part of a larger whole, or work that is no client's request.
    pub(crate) async fn write_patiently<T: Send + 'static>(
        &self,
        work: impl WorkOf<T>,
    ) -> Result<T> {
        self.write_within(None, work).await
    }

    pub(super) async fn write_within<T: Send + 'static>(
        &self,
        max_wait: Option<Duration>,
        work: impl WorkOf<T>,
    ) -> Result<T> {
        result_of(work, |work| self.run_write(max_wait, work)).await
    }

    async fn run_write(&self, max_wait: Option<Duration>, work: Work) -> Result<()> {
        let listener = Arc::clone(&self.listener);
        if let Some(writer) = &self.writer {
            writer.run(max_wait, work, listener).await?;
            self.committed.notify_waiters();
            return Ok(());
        }
        let (commits, committed) = (Arc::clone(&self.commits), Arc::clone(&self.committed));
        let write: Work = Box::new(move |conn| {
            let (result, notifications) = with_notifications(|| conn.transaction(work));
            if result.is_ok() {
                commits.fetch_add(1, Ordering::Release);
                deliver(&listener, &notifications);
                committed.notify_waiters();
            }
            result
        });
        let terms = Terms { max_wait, deadline: None, interruptible: false };
        let mut written = pin!(self.writes.run(terms, write));
        loop {
            match timeout(SILENCE, &mut written).await {
                Ok(written) => return written,
                // A slow write is waited for, but not a server that answers nothing. It may commit later; a request
                // with the same idempotency key finds that out.
                Err(_) if max_wait.is_some() && !self.probe.answers().await => {
                    tracing::warn!(
                        reason = "no answer",
                        "the database does not work at the moment"
                    );
                    return Err(Error::Unavailable);
                }
                Err(_) => {}
            }
        }
    }

    /// Returns whether one thread runs all writes, on SQLite.
    pub(crate) fn has_one_writer(&self) -> bool {
        self.writer.is_some()
    }

    /// Returns what is notified of each commit of this process. A commit whose caller has stopped waiting may be left out.
    pub(crate) fn committed(&self) -> Arc<Notify> {
        Arc::clone(&self.committed)
    }

    /// Returns the number of commits of this process, each counted before its caller gets the
    /// result.
    pub(crate) fn commits(&self) -> u64 {
        let of_writer = self.written().map(|stats| stats.commits());
        of_writer.unwrap_or_else(|| self.commits.load(Ordering::Acquire))
    }

    /// Runs passive checkpoints for the commits since the last one, without blocking readers and
    /// writers. Otherwise the writer would run them, and every write would wait for it. Pages that
    /// a reader still needs are left to the next call.
    ///
    /// The next checkpoint copies the commits made during one at once, and has less to do each time.
    /// SQLite restarts the WAL after a checkpoint during which nothing was committed. While
    /// commits never pause, the last one is left to the writer, once very little is left.
    pub(crate) async fn checkpoint_wal(&self) -> Result<()> {
        let Some(stats) = self.written() else { return Ok(()) };
        for round in 1..=MAX_CHECKPOINTS {
            let commits = stats.commits();
            if self.checkpointed.load(Ordering::Relaxed) == commits {
                break;
            }
            let wal_pages = self.read_patiently(Conn::checkpoint_wal).await?;
            self.checkpointed.store(commits, Ordering::Relaxed);
            if round >= WRITER_FROM_ROUND
                && wal_pages > LONG_WAL_PAGES
                && stats.commits() - commits <= FEW_COMMITS
            {
                stats.request_checkpoint();
                break;
            }
        }
        Ok(())
    }

    /// Returns whether the database answers within a second. Uses a connection of its own: a busy
    /// database is not an unreachable one.
    pub(crate) async fn answers(&self) -> bool {
        self.probe.answers().await
    }

    /// Waits until all running work has ended, at most `within`. Returns whether it has.
    pub(crate) async fn settle(&self, within: Duration) -> bool {
        let pools = &self.pools;
        let ended = async {
            for pool in
                pools.reads.all().into_iter().chain([&pools.sessions, &pools.session_writes])
            {
                pool.settle().await;
            }
            pools.replicas.settle().await;
            match &self.writer {
                // The writer runs in order, so that everything queued before has ended too.
                Some(writer) => writer.run(None, Box::new(|_| Ok(())), Arc::default()).await,
                None => Ok(()),
            }
        };
        tokio::time::timeout(within, ended).await.is_ok_and(|ended| ended.is_ok())
    }

    /// Returns whether reads, or writes, are rejected at the moment, because as many wait as may.
    pub(crate) fn is_overloaded(&self, for_writes: bool) -> bool {
        match &self.writer {
            Some(writer) if for_writes => writer.stats().is_full(),
            _ => self.pools.reads.quick.is_full(),
        }
    }

    /// Returns the usage of the pool for quick work.
    pub(crate) fn in_use(&self) -> Use {
        self.pools.reads.quick.in_use()
    }

    /// Returns the usage of the pool for long reads.
    pub(crate) fn long_in_use(&self) -> Use {
        self.pools.reads.long.in_use()
    }

    /// Returns how many reads replicas have answered; `None` without replicas.
    pub(crate) fn replica_reads(&self) -> Option<ReplicaReads> {
        let replicas = &self.pools.replicas;
        (!replicas.is_empty()).then(|| replicas.counted())
    }

    /// Returns the writer's statistics; `None` on PostgreSQL.
    pub(crate) fn written(&self) -> Option<Arc<WriterStats>> {
        self.writer.as_ref().map(|writer| writer.stats())
    }
}

#[cfg(test)]
mod tests;
