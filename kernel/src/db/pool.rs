//! Who may use the database when: many readers, and writes that are one transaction each.
//!
//! SQLite allows one writer at a time, so there its own thread takes the writes in order
//! (`writer`), and the shared connections only read. PostgreSQL has shared connections for both.
//!
//! What may take long has connections of its own, and few of them, and so have sign-in and sessions:
//! neither keeps anybody else waiting for a connection.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use diesel::connection::Connection;

use super::canceller::Canceller;
use super::conn::{Access, Conn};
use super::connections::{Connections, PATIENCE, Terms, Use};
use super::notify::{Listener, listened, tell};
use super::probe::Probe;
use super::writer::{Tally, Writer};
use crate::base::config::{DatabaseUrl, LONG_READ_SECONDS, processors};
use crate::base::error::Result;
use crate::base::id::Id;

/// How many tables may be exported at once: each holds a connection of its own.
pub(crate) const MOST_EXPORTS: usize = 3;

/// How often the log is copied in a row, while more is committed.
const COPIES: u32 = 8;

/// A log of more pages than this is to begin anew soon, even if commits never cease.
const LONG: i32 = 8_000;

/// From which copy in a row on the rest may be left to the writer: what came during the first may be
/// much, if each commit is large.
const ALONE: u32 = 3;

/// How many commits the writer may be left to copy: few, so that nobody waits long for that.
const FEW: u64 = 16;

/// How reads are done, but for their deadline.
const READ: Terms = Terms { patience: Some(PATIENCE), deadline: None, interruptible: true };

/// How many connections sign-in and sessions have for themselves, to read, and on PostgreSQL as many
/// again to write: whatever else goes on, people get in, and a write that waits for a lock keeps
/// nobody from being recognised.
const OF_SESSIONS: u32 = 2;

/// How long a list may take beside everything else. One that takes longer waits for room among the
/// long reads, and begins anew.
const QUICK: Duration = Duration::from_millis(300);

/// How long a long read waits for room: a few others may be before it, each for some seconds.
const LONG_PATIENCE: Duration = Duration::from_secs(10);

/// How long a table that is exported may take to be read: as long as a slow client takes it.
const EXPORT: Duration = Duration::from_secs(15 * 60);

/// How much of the database a process may use at the same time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    /// Connections for what is quick, and for PostgreSQL's writes.
    pub(crate) connections: u32,
    /// Reads that take long.
    pub(crate) long_reads: u32,
    /// Exports.
    pub(crate) exports: u32,
    /// How long anybody's read may take.
    pub(crate) deadline: Duration,
}

impl Share {
    /// That many connections, as many long reads as there are processors, and half a minute.
    pub(crate) fn of(connections: u32) -> Self {
        let exports = u32::try_from(MOST_EXPORTS).unwrap_or(u32::MAX);
        let deadline = Duration::from_secs(LONG_READ_SECONDS);
        Self { connections, long_reads: processors(), exports, deadline }
    }
}

/// The connections of one database, by what they are for.
struct Lanes {
    quick: Arc<Connections>,
    sessions: Arc<Connections>,
    session_writes: Arc<Connections>,
    long: Arc<Connections>,
    exports: Arc<Connections>,
}

/// The database behind the product. Cheap to clone.
#[derive(Clone)]
pub struct Database {
    lanes: Arc<Lanes>,
    /// Those that reads take, and PostgreSQL's writes.
    reads: Arc<Connections>,
    writes: Arc<Connections>,
    deadline: Duration,
    writer: Option<Arc<Writer>>,
    probe: Probe,
    listener: Arc<OnceLock<Listener>>,
    /// Those of PostgreSQL; SQLite's writer counts its own.
    commits: Arc<AtomicU64>,
    /// How many of the writer's there were when its log was last copied.
    copied: Arc<AtomicU64>,
}

impl Database {
    /// Opens the database; `connections` is the size of the pool.
    #[cfg(test)]
    pub(crate) fn open(url: &DatabaseUrl, connections: u32) -> Result<Self> {
        Self::open_shared(url, Share::of(connections))
    }

    /// Opens the database, to be used that much.
    pub(crate) fn open_shared(url: &DatabaseUrl, share: Share) -> Result<Self> {
        let (access, writer) = match url {
            DatabaseUrl::Postgres(_) => (Access::Write, None),
            DatabaseUrl::Sqlite(_) => (Access::Read, Some(Arc::new(Writer::start(url)?))),
        };
        let canceller = Arc::new(Canceller::new(url));
        let of = |size| Arc::new(Connections::new(url, access, size, &canceller));
        let lanes = Lanes {
            quick: of(share.connections),
            sessions: of(OF_SESSIONS),
            session_writes: of(OF_SESSIONS),
            long: of(share.long_reads),
            exports: of(share.exports),
        };
        Ok(Self {
            reads: Arc::clone(&lanes.quick),
            writes: Arc::clone(&lanes.quick),
            lanes: Arc::new(lanes),
            deadline: share.deadline,
            writer,
            probe: Probe::new(url),
            listener: Arc::default(),
            commits: Arc::default(),
            copied: Arc::default(),
        })
    }

    /// The same database, for sign-in and sessions: on connections that nothing else takes.
    pub(crate) fn of_sessions(&self) -> Self {
        let reads = Arc::clone(&self.lanes.sessions);
        let writes = Arc::clone(&self.lanes.session_writes);
        Self { reads, writes, ..self.clone() }
    }

    /// Has `listener` told of every row that is announced. There is one.
    pub(crate) fn on_commit(&self, listener: impl Fn(&'static str, &Id) + Send + Sync + 'static) {
        let _ = self.listener.set(Box::new(listener));
    }

    /// Runs `work` on a connection that may only read. Dropped before it ends, it is interrupted.
    ///
    /// # Errors
    /// Those of `work`; [`Error::Busy`](crate::base::error::Error::Busy) when no connection becomes free.
    pub async fn read<T, F>(&self, work: F) -> Result<T>
    where
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
        T: Send + 'static,
    {
        self.reads.run(READ, work).await
    }

    /// Reads as [`Database::read`] does, for somebody who waits for an answer: not for longer than the
    /// deadline of reads.
    pub(crate) async fn answer<T, F>(&self, work: F) -> Result<T>
    where
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
        T: Send + 'static,
    {
        self.reads.run(Terms { deadline: Some(self.deadline), ..READ }, work).await
    }

    /// Reads what may take long, such as figures of all records: only so many at the same time, on
    /// connections of their own, so that everything else finds some free.
    pub(crate) async fn read_long<T, F>(&self, work: F) -> Result<T>
    where
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
        T: Send + 'static,
    {
        let patience = Some(LONG_PATIENCE);
        self.lanes.long.run(Terms { patience, deadline: Some(self.deadline), ..READ }, work).await
    }

    /// Reads what is mostly quick and sometimes is not, such as a list: when it is not, it is
    /// interrupted, and done again as a long read.
    pub(crate) async fn read_quick_or_long<T, F>(&self, work: F) -> Result<T>
    where
        F: Fn(&mut Conn) -> Result<T> + Send + Sync + 'static,
        T: Send + 'static,
    {
        let work = Arc::new(work);
        let first = Arc::clone(&work);
        let terms = Terms { deadline: Some(QUICK.min(self.deadline)), ..READ };
        match self.reads.try_run(terms, move |conn| first(conn)).await? {
            Some(found) => Ok(found),
            None => self.read_long(move |conn| work(conn)).await,
        }
    }

    /// Reads for a table that is exported, for as long as its client takes it, or imported.
    pub(crate) async fn read_table<T, F>(&self, work: F) -> Result<T>
    where
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
        T: Send + 'static,
    {
        self.lanes.exports.run(Terms { deadline: Some(EXPORT), ..READ }, work).await
    }

    /// Runs `work` as one transaction: all of it is committed, durably, or nothing. Dropped before its
    /// turn comes, it is not run.
    ///
    /// # Errors
    /// Those of `work` and of the commit; [`Error::Busy`](crate::base::error::Error::Busy) when its turn does not
    /// come within some seconds, or too many wait already.
    pub async fn write<T, F>(&self, work: F) -> Result<T>
    where
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
        T: Send + 'static,
    {
        self.write_within(Some(PATIENCE), work).await
    }

    /// Writes as [`Database::write`] does, but waits for its turn as long as it takes, also when whoever
    /// asked has gone: for what was computed for long, is part of something larger, or is nobody's
    /// request.
    pub(crate) async fn write_patiently<T, F>(&self, work: F) -> Result<T>
    where
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
        T: Send + 'static,
    {
        self.write_within(None, work).await
    }

    pub(super) async fn write_within<T, F>(&self, patience: Option<Duration>, work: F) -> Result<T>
    where
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
        T: Send + 'static,
    {
        let listener = Arc::clone(&self.listener);
        let commits = Arc::clone(&self.commits);
        match &self.writer {
            Some(writer) => writer.run(patience, work, listener).await,
            None => {
                let terms = Terms { patience, deadline: None, interruptible: false };
                self.writes
                    .run(terms, move |conn| {
                        let (result, announced) = listened(|| conn.transaction(work));
                        if result.is_ok() {
                            commits.fetch_add(1, Ordering::Release);
                            tell(&listener, &announced);
                        }
                        result
                    })
                    .await
            }
        }
    }

    /// How many commits there have been through this process, each counted before whoever wrote is
    /// answered.
    pub(crate) fn commits(&self) -> u64 {
        let of_writer = self.written().map(|tally| tally.commits());
        of_writer.unwrap_or_else(|| self.commits.load(Ordering::Acquire))
    }

    /// Copies what was committed since the last time from SQLite's log into its file, beside those
    /// who read and write: otherwise the writer would, and everybody who writes would wait for it.
    /// What somebody still reads from the log is left for another time.
    ///
    /// What is committed meanwhile is copied at once, and what meanwhile of that: less each time.
    /// The log begins anew after a copy that nothing was committed during. While commits never
    /// cease, that one is left to the writer, when it is next to nothing.
    pub(crate) async fn checkpoint_wal(&self) -> Result<()> {
        let Some(tally) = self.written() else { return Ok(()) };
        for copy in 1..=COPIES {
            let commits = tally.commits();
            if self.copied.load(Ordering::Relaxed) == commits {
                break;
            }
            let log = self.read(Conn::checkpoint_wal).await?;
            self.copied.store(commits, Ordering::Relaxed);
            if copy >= ALONE && log > LONG && tally.commits() - commits <= FEW {
                tally.leave_copying();
                break;
            }
        }
        Ok(())
    }

    /// Whether the database answers, and within a second. Asked on a connection of its own: a
    /// database that is busy is not one that is gone.
    pub(crate) async fn answers(&self) -> bool {
        self.probe.answers().await
    }

    /// Waits until all that is under way has ended, at most so long; answers whether it has.
    pub(crate) async fn settle(&self, within: Duration) -> bool {
        let lanes = &self.lanes;
        let ended = async {
            for lane in
                [&lanes.quick, &lanes.sessions, &lanes.session_writes, &lanes.long, &lanes.exports]
            {
                lane.settle().await;
            }
            match &self.writer {
                // What was handed to the writer before this ends before this.
                Some(writer) => writer.run(None, |_| Ok(()), Arc::default()).await,
                None => Ok(()),
            }
        };
        tokio::time::timeout(within, ended).await.is_ok_and(|ended| ended.is_ok())
    }

    /// How the shared connections are used.
    pub(crate) fn in_use(&self) -> Use {
        self.lanes.quick.in_use()
    }

    /// How those of long reads are used.
    pub(crate) fn long_in_use(&self) -> Use {
        self.lanes.long.in_use()
    }

    /// What the writer has done and has to do; PostgreSQL has none.
    pub(crate) fn written(&self) -> Option<Arc<Tally>> {
        self.writer.as_ref().map(|writer| writer.tally())
    }
}

#[cfg(test)]
mod tests;
