//! Standbys of a PostgreSQL database that answer reads.
//!
//! A read on a replica sees every commit that was acknowledged before it arrived, through whatever process: it asks
//! the primary how far its log goes, once for all reads that wait, and the replica answers when it has replayed
//! that. A replica that takes longer, or cannot be reached, rests for a second, and the primary answers.
//!
//! Sessions, writes with what they read in their transaction, and the columns in memory stay with the primary.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Text};
use parking_lot::Mutex;

use super::canceller::Canceller;
use super::check_waited_for;
use super::conn::{Access, Conn};
use super::connections::{BUSY, Terms};
use super::prepared;
use super::read_pools::{Length, READ, ReadPools, Share};
use super::work::{Work, result_of};
use crate::base::config::DatabaseUrl;
use crate::base::error::{Error, Result};

/// How long a read waits until a replica has replayed what the primary has written.
const PATIENCE: Duration = Duration::from_millis(50);

/// The pause between two looks at what a replica has replayed.
const LOOK_AGAIN: Duration = Duration::from_millis(1);

/// For how long a replica answers no reads after it was behind or away.
const REST: Duration = Duration::from_secs(1);

/// The same of a server that is no replica of the primary, such as the primary itself where several servers take turns.
const LONG_REST: Duration = Duration::from_secs(30);

/// The replicas of a database; none on SQLite.
pub(super) struct Replicas {
    all: Vec<Arc<Replica>>,
    /// Reads go to the replicas in turn.
    turn: AtomicUsize,
    /// How far the log of the primary went, and when the question for that was asked.
    position: tokio::sync::Mutex<Option<(Instant, LogPosition)>>,
    reads: AtomicU64,
    fallbacks: AtomicU64,
}

/// How many reads replicas have answered, for metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReplicaReads {
    pub(crate) answered: u64,
    /// Those that the primary answered, because a replica was behind or away.
    pub(crate) fallbacks: u64,
}

struct Replica {
    url: DatabaseUrl,
    pools: ReadPools,
    rests_until: Mutex<Option<Instant>>,
    /// The timeline of the primary of which it was seen to be a replica, since it last rested; otherwise 0.
    known_on: AtomicI64,
    /// What identifies the primary and all its replicas.
    system: i64,
}

impl Replicas {
    pub(super) fn none() -> Self {
        Self::of(Vec::new())
    }

    /// Makes the pools of replicas, after a look at those that can be reached.
    ///
    /// # Errors
    /// `Startup` when one is no standby of `primary`.
    pub(super) fn open(primary: &DatabaseUrl, urls: &[DatabaseUrl], share: Share) -> Result<Self> {
        if urls.is_empty() {
            return Ok(Self::none());
        }
        let system = identity(&mut Conn::open(primary, Access::Write)?)?.system;
        let all = urls.iter().map(|url| {
            // One that is away is used as soon as it is there.
            if let Ok(mut conn) = Conn::open(url, Access::Read)
                && !identity(&mut conn)?.may_follow(system, primary.hosts() > 1)
            {
                return Err(Error::startup(format!(
                    "replica_urls: {url} is no streaming replica of {primary}"
                )));
            }
            let pools = ReadPools::new(url, Access::Read, share, &Arc::new(Canceller::new(url)));
            let (rests_until, known_on) = Default::default();
            Ok(Arc::new(Replica { url: url.clone(), pools, rests_until, known_on, system }))
        });
        Ok(Self::of(all.collect::<Result<_>>()?))
    }

    fn of(all: Vec<Arc<Replica>>) -> Self {
        Self {
            all,
            turn: AtomicUsize::new(0),
            position: tokio::sync::Mutex::default(),
            reads: AtomicU64::new(0),
            fallbacks: AtomicU64::new(0),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Runs a read on a replica, or on the primary. Returns whether it ended before the deadline.
    ///
    /// # Errors
    /// Those of `work` and of the pools.
    pub(super) async fn try_run(
        &self,
        primary: &ReadPools,
        length: Length,
        terms: Terms,
        work: Work,
    ) -> Result<bool> {
        let Some(replica) = self.next() else {
            return primary.of(length).try_run(terms, work).await;
        };
        let position = self.position(primary, Instant::now()).await?;
        let work = Arc::new(Mutex::new(Some(work)));
        let (waiting, reader) = (Arc::clone(&work), Arc::clone(replica));
        let follows = Arc::new(AtomicBool::new(true));
        let is_follower = Arc::clone(&follows);
        let read: Work = Box::new(move |conn| {
            is_follower.store(reader.is_known_on(conn, position.timeline)?, Ordering::Relaxed);
            if !is_follower.load(Ordering::Relaxed)
                || !reader.has_replayed(conn, &position.flushed)?
            {
                return Ok(());
            }
            let work = waiting.lock().take().ok_or(Error::Busy(BUSY))?;
            work(conn)
        });
        let done = replica.pools.of(length).try_run(terms, read).await;
        // Work that has not begun can begin elsewhere.
        let Some(work) = work.lock().take() else {
            self.reads.fetch_add(1, Ordering::Relaxed);
            return done;
        };
        match done {
            Err(busy @ Error::Busy(_)) => return Err(busy),
            Err(error) => replica.rest(REST, &error.to_string()),
            Ok(_) if !follows.load(Ordering::Relaxed) => {
                replica.rest(LONG_REST, "it is no replica of the primary");
            }
            Ok(_) => replica.rest(REST, "it is behind"),
        }
        self.fallbacks.fetch_add(1, Ordering::Relaxed);
        primary.of(length).try_run(terms, work).await
    }

    /// Waits until no work is running on a replica.
    pub(super) async fn settle(&self) {
        for pool in self.all.iter().flat_map(|replica| replica.pools.all()) {
            pool.settle().await;
        }
    }

    pub(super) fn counted(&self) -> ReplicaReads {
        ReplicaReads {
            answered: self.reads.load(Ordering::Relaxed),
            fallbacks: self.fallbacks.load(Ordering::Relaxed),
        }
    }

    /// Returns the replica whose turn it is, among those that do not rest.
    fn next(&self) -> Option<&Arc<Replica>> {
        let first = match self.all.len() {
            0 => return None,
            count => self.turn.fetch_add(1, Ordering::Relaxed) % count,
        };
        let (before, from) = self.all.split_at(first);
        from.iter().chain(before).find(|replica| !replica.rests())
    }

    /// Returns how far the log of the primary went at some moment after `requested_at`, which includes every
    /// commit that was acknowledged by then.
    async fn position(&self, primary: &ReadPools, requested_at: Instant) -> Result<LogPosition> {
        let mut known = self.position.lock().await;
        if let Some((at, position)) = &*known
            && *at >= requested_at
        {
            return Ok(position.clone());
        }
        let at = Instant::now();
        let written =
            |conn: &mut Conn| prepared::row::<(Text, BigInt), (String, i64)>(conn, WRITTEN, &[]);
        let (flushed, timeline) = result_of(written, |work| primary.quick.run(READ, work)).await?;
        let position = LogPosition { flushed: flushed.into(), timeline };
        *known = Some((at, position.clone()));
        Ok(position)
    }
}

impl Replica {
    fn rests(&self) -> bool {
        self.rests_until.lock().is_some_and(|until| Instant::now() < until)
    }

    fn rest(&self, pause: Duration, reason: &str) {
        self.known_on.store(0, Ordering::Relaxed);
        let mut rests_until = self.rests_until.lock();
        // Reads that were under way together say it once.
        if rests_until.is_none_or(|until| until <= Instant::now()) {
            tracing::warn!(replica = %self.url, reason, "the primary answers in place of a replica");
        }
        *rests_until = Some(Instant::now() + pause);
    }

    /// Returns whether it follows a primary with this timeline. A standby of a former primary may have more of its log
    /// than the present one had, and then replays nothing of it.
    fn is_known_on(&self, conn: &mut Conn, timeline: i64) -> Result<bool> {
        if self.known_on.load(Ordering::Relaxed) == timeline {
            return Ok(true);
        }
        let identity = identity(conn)?;
        let is_known = identity.may_follow(self.system, false) && identity.timeline >= timeline;
        self.known_on.store(if is_known { timeline } else { 0 }, Ordering::Relaxed);
        Ok(is_known)
    }

    /// Waits until the replica has replayed the log up to `position`. Returns whether it soon has.
    fn has_replayed(&self, conn: &mut Conn, position: &str) -> Result<bool> {
        // One that became a primary has not: from then on its log is another one.
        let replayed =
            "SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= CAST(? AS pg_lsn)";
        let began = Instant::now();
        while !prepared::row::<Bool, bool>(conn, replayed, &[position.into()])? {
            check_waited_for()?;
            if began.elapsed() > PATIENCE {
                return Ok(false);
            }
            std::thread::sleep(LOOK_AGAIN);
        }
        Ok(true)
    }
}

/// The name of a file of the log begins with the timeline, as 8 hexadecimal digits.
const WRITTEN: &str = "SELECT CAST(at AS TEXT), CAST(CAST('x' || left(pg_walfile_name(at), 8) AS BIT(32)) AS BIGINT) \
     FROM pg_current_wal_flush_lsn() AS at";

/// How far the log of the primary is on its disk: a commit is acknowledged when it is there.
#[derive(Clone)]
struct LogPosition {
    flushed: Arc<str>,
    /// The number that each primary gives its log: a later primary's is higher.
    timeline: i64,
}

#[derive(Queryable)]
struct Identity {
    /// What a primary and its replicas have in common.
    system: i64,
    is_standby: bool,
    /// The timeline of its log, at the latest as of its last restart point.
    timeline: i64,
}

impl Identity {
    /// Returns whether it is a replica of the primary with this identifier, or `may_be_primary` itself.
    fn may_follow(&self, system: i64, may_be_primary: bool) -> bool {
        self.system == system && (self.is_standby || may_be_primary)
    }
}

fn identity(conn: &mut Conn) -> Result<Identity> {
    let statement = "SELECT system_identifier, pg_is_in_recovery(), \
                     CAST(greatest(timeline_id, min_recovery_end_timeline) AS BIGINT) \
                     FROM pg_control_system(), pg_control_checkpoint(), pg_control_recovery()";
    prepared::row::<(BigInt, Bool, BigInt), _>(conn, statement, &[])
}

#[cfg(all(test, feature = "testing"))]
mod tests {
    use super::*;
    use crate::db::Database;
    use crate::testing::TestDatabase;

    /// What a streaming replica does is a trial of `make torture`.
    #[actix_web::test]
    async fn a_primary_is_no_replica_and_answers_for_one_that_is_away() {
        let database = TestDatabase::new();
        let url = DatabaseUrl::parse(&database.url()).unwrap();
        let share = Share::of(2);
        assert!(Database::open_shared(&url, &[], share).unwrap().replica_reads().is_none());
        let DatabaseUrl::Postgres(_) = url else { return };
        let refused = Database::open_shared(&url, std::slice::from_ref(&url), share);
        let message = refused.err().unwrap().to_string();
        assert!(message.contains("is no streaming replica of PostgreSQL"), "{message}");
        // Where servers take turns it is one of them.
        let DatabaseUrl::Postgres(text) = &url else { return };
        let (before, after) = text.split_once('@').unwrap();
        let several = DatabaseUrl::parse(&format!("{before}@127.0.0.1:1,{after}")).unwrap();
        let db = Database::open_shared(&several, std::slice::from_ref(&url), share).unwrap();
        assert!(db.answer(|conn| Ok(conn.backend()?.is_some())).await.unwrap());
        assert_eq!(db.replica_reads(), Some(ReplicaReads { answered: 0, fallbacks: 1 }));
        let away = DatabaseUrl::parse("postgres://mizan@127.0.0.1:1/mizan").unwrap();
        let db = Database::open_shared(&url, &[away], share).unwrap();
        assert!(db.answer(|conn| Ok(conn.backend()?.is_some())).await.unwrap());
        let counted = ReplicaReads { answered: 0, fallbacks: 1 };
        assert_eq!(db.replica_reads(), Some(counted));
    }
}
