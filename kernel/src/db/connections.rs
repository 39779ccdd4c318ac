//! Connections that requests share: lent to one piece of work at a time, looked at before they are
//! lent when they lay idle, thrown away when they broke.
//!
//! Whoever finds none free waits in line, without holding a thread. While the database is out of
//! reach, one in a while tries, and the others are refused at once: nobody waits for what another
//! has just failed at, and the first one who succeeds heals all.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::conn::{Access, Conn};
use super::interrupt::{Canceller, Waiter};
use super::off_thread;
use crate::config::DatabaseUrl;
use crate::error::{Error, Result, TOO_LONG};

/// How long somebody waits for a connection that others are using, or for their turn to write.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// A connection that lay idle for longer is asked whether it is still there.
const TRUSTED: Duration = Duration::from_secs(1);

/// How long a connection may take to be made, or to say that it is still there.
const ATTEMPT: Duration = Duration::from_secs(4);

/// How long after a failed attempt the next one is made.
const PAUSE: Duration = Duration::from_millis(500);

/// A connection that is older is replaced: its other end may have moved, or have grown.
const OLD: Duration = Duration::from_secs(30 * 60);

pub(super) const BUSY: &str = "Many others are using the database at the moment. Try again shortly";

/// The shared connections.
pub(super) struct Connections {
    url: DatabaseUrl,
    access: Access,
    size: u32,
    /// Room for those that work at the same time.
    room: Semaphore,
    /// Whether somebody has waited for room in vain, and none has been given back since.
    stuck: AtomicBool,
    idle: Mutex<Vec<Lent>>,
    reach: Mutex<Reach>,
    waits: AtomicU64,
    waiting: AtomicU64,
    canceller: Arc<Canceller>,
}

/// On what terms a piece of work is done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    /// How long it may wait for a connection; `None`: for as long as it takes.
    pub(super) patience: Option<Duration>,
    /// How long it may run. After that it is a 503.
    pub(super) deadline: Option<Duration>,
    /// Whether it is interrupted when nobody waits for it any more. Else what has begun is finished.
    pub(super) interruptible: bool,
}

/// A connection, and how long there is no doubt about it.
struct Lent {
    conn: Conn,
    /// The process of PostgreSQL's server at its other end.
    backend: Option<i32>,
    opened: Instant,
    used: Instant,
}

/// Whether the database can be reached, as far as anybody knows.
#[derive(Default)]
struct Reach {
    /// When it was last tried in vain; `None` while all is well.
    failed: Option<Instant>,
    /// Whether somebody is trying again.
    trying: bool,
}

/// How the connections are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Use {
    /// Open, and lent to nobody.
    pub(crate) idle: u32,
    /// Lent.
    pub(crate) busy: u32,
    /// The most there may be.
    pub(crate) max: u32,
    /// How many have had to wait for one since the start.
    pub(crate) waits: u64,
    /// How many are waiting for one.
    pub(crate) waiting: u64,
}

impl Connections {
    /// At most `size` connections to `url`, each opened when it is needed first.
    pub(super) fn new(
        url: &DatabaseUrl,
        access: Access,
        size: u32,
        canceller: &Arc<Canceller>,
    ) -> Self {
        Self {
            url: url.clone(),
            access,
            size,
            room: Semaphore::new(size as usize),
            stuck: AtomicBool::new(false),
            idle: Mutex::default(),
            reach: Mutex::default(),
            waits: AtomicU64::new(0),
            waiting: AtomicU64::new(0),
            canceller: Arc::clone(canceller),
        }
    }

    /// Does `work` on a connection, on a thread for work that blocks. Whoever drops this before it
    /// has ended does not wait for it any more: it does not begin, or is interrupted.
    ///
    /// # Errors
    /// Those of `work`; [`Error::Busy`] when no connection becomes free, or the deadline passes.
    pub(super) async fn run<T, F>(self: &Arc<Self>, terms: Terms, work: F) -> Result<T>
    where
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
        T: Send + 'static,
    {
        self.try_run(terms, work).await?.ok_or(Error::Busy(TOO_LONG))
    }

    /// As [`Connections::run`]; `None` when the deadline passes.
    pub(super) async fn try_run<T, F>(self: &Arc<Self>, terms: Terms, work: F) -> Result<Option<T>>
    where
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
        T: Send + 'static,
    {
        // The room goes with the work and is given back by it: whoever asked may go away.
        let mut room = self.take_room(terms.patience).await?;
        let lent = match self.take_trusted() {
            Some(lent) => lent,
            None => {
                let attempt = self.attempt()?;
                let ready = off_thread(move || Ok((attempt.ready()?, room)));
                let Ok(ready) = timeout(ATTEMPT, ready).await else {
                    lock(&self.reach).failed = Some(Instant::now());
                    return Err(Error::Unavailable);
                };
                let lent;
                (lent, room) = ready?;
                lent
            }
        };
        let (waiter, interruptible) = Waiter::new(&self.canceller, terms.interruptible);
        let done = off_thread(move || {
            let backend = lent.backend;
            // What was not begun gives the connection back as it is.
            room.0.lend(lent, |conn| {
                interruptible.run(backend, || work(conn)).unwrap_or(Err(Error::Busy(BUSY)))
            })
        });
        let done = match terms.deadline {
            // Dropping the waiter at its end is what interrupts the work.
            Some(deadline) => timeout(deadline, done).await.ok(),
            None => Some(done.await),
        };
        if done.is_some() {
            waiter.answered();
        }
        done.transpose()
    }

    /// Waits until nothing is at work.
    pub(super) async fn settle(&self) {
        // It is given back at once: it mattered only that all of it could be had.
        drop(self.room.acquire_many(self.size).await);
    }

    pub(super) fn in_use(&self) -> Use {
        let idle = u32::try_from(lock(&self.idle).len()).unwrap_or(u32::MAX);
        let free = u32::try_from(self.room.available_permits()).unwrap_or(u32::MAX);
        Use {
            idle,
            busy: self.size.saturating_sub(free),
            max: self.size,
            waits: self.waits.load(Ordering::Relaxed),
            waiting: self.waiting.load(Ordering::Relaxed),
        }
    }

    async fn take_room(self: &Arc<Self>, patience: Option<Duration>) -> Result<Room> {
        let taken = match self.room.try_acquire() {
            Ok(taken) => taken,
            Err(_) => {
                self.waits.fetch_add(1, Ordering::Relaxed);
                if self.stuck.load(Ordering::Relaxed) && patience.is_some() {
                    return Err(Error::Busy(BUSY));
                }
                let _waiting = Waiting::new(&self.waiting);
                let taken = match patience {
                    Some(patience) => timeout(patience, self.room.acquire()).await,
                    None => Ok(self.room.acquire().await),
                };
                let Ok(Ok(taken)) = taken else {
                    self.stuck.store(true, Ordering::Relaxed);
                    return Err(Error::Busy(BUSY));
                };
                taken
            }
        };
        taken.forget();
        Ok(Room(Arc::clone(self)))
    }

    /// The connection that was used last, if that was so lately that there is no doubt about it. A
    /// file does not hang up: of a connection to SQLite there never is.
    fn take_trusted(&self) -> Option<Lent> {
        let trusted = |lent: &mut Lent| lent.conn.is_sqlite() || lent.used.elapsed() < TRUSTED;
        lock(&self.idle).pop_if(trusted)
    }

    /// Leave to try whether the database is there.
    fn attempt(self: &Arc<Self>) -> Result<Attempt> {
        let mut reach = lock(&self.reach);
        if let Some(failed) = reach.failed {
            if reach.trying || failed.elapsed() < PAUSE {
                return Err(Error::Unavailable);
            }
            reach.trying = true;
        }
        Ok(Attempt { alone: reach.failed.is_some(), connections: Arc::clone(self) })
    }

    fn lend<T>(&self, mut lent: Lent, work: impl FnOnce(&mut Conn) -> Result<T>) -> Result<T> {
        // A panic in the work drops the connection with whatever it left open.
        let result = work(&mut lent.conn);
        match &result {
            Err(Error::Unavailable | Error::Unreachable(_) | Error::Internal(_)) => {
                if lent.conn.is_sqlite() || is_alive(&mut lent.conn) {
                    return result;
                }
                // Whatever the work made of it: its connection broke under it, and those that
                // were idle then have most likely gone with it.
                lock(&self.idle).clear();
                Err(Error::Unavailable)
            }
            _ => {
                let is_sound = lent.conn.open_transactions().is_ok_and(|open| open == 0);
                if is_sound && lent.opened.elapsed() < OLD {
                    lent.used = Instant::now();
                    lock(&self.idle).push(lent);
                }
                result
            }
        }
    }
}

/// Room that somebody has taken; given back when it is dropped, wherever that is.
struct Room(Arc<Connections>);

impl Drop for Room {
    fn drop(&mut self) {
        self.0.stuck.store(false, Ordering::Relaxed);
        self.0.room.add_permits(1);
    }
}

/// One who tries whether the database is there.
struct Attempt {
    connections: Arc<Connections>,
    /// Whether it is tried again after it failed, which only one does at a time.
    alone: bool,
}

impl Attempt {
    /// A connection that says it is still there, or a new one.
    fn ready(&self) -> Result<Lent> {
        let ready = self.still_there().map_or_else(|| self.connect(), Ok);
        let mut reach = lock(&self.connections.reach);
        match &ready {
            Err(_) => reach.failed = Some(Instant::now()),
            Ok(_) => {
                if reach.failed.take().is_some() {
                    tracing::warn!("the database can be reached again");
                }
            }
        }
        ready
    }

    fn still_there(&self) -> Option<Lent> {
        loop {
            let mut lent = lock(&self.connections.idle).pop()?;
            if is_alive(&mut lent.conn) {
                return Some(lent);
            }
        }
    }

    fn connect(&self) -> Result<Lent> {
        let mut conn = Conn::reopen(&self.connections.url, self.connections.access)?;
        let backend = conn.backend()?;
        Ok(Lent { conn, backend, opened: Instant::now(), used: Instant::now() })
    }
}

impl Drop for Attempt {
    fn drop(&mut self) {
        if self.alone {
            lock(&self.connections.reach).trying = false;
        }
    }
}

/// One who waits, for as long as it is there.
struct Waiting<'a>(&'a AtomicU64);

impl<'a> Waiting<'a> {
    fn new(waiting: &'a AtomicU64) -> Self {
        waiting.fetch_add(1, Ordering::Relaxed);
        Self(waiting)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn is_alive(conn: &mut Conn) -> bool {
    conn.batch_execute("SELECT 1").is_ok()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::Database;

    /// Asks until it goes well.
    async fn healed(db: &Database) {
        let deadline = Instant::now() + Duration::from_secs(20);
        while let Err(error) = db.read(|conn| Ok(conn.batch_execute("SELECT 1")?)).await {
            assert!(Instant::now() < deadline, "{error:?}");
            actix_web::rt::time::sleep(Duration::from_millis(20)).await;
        }
    }

    fn refused(result: &Result<()>) -> bool {
        matches!(result, Err(Error::Unavailable | Error::Unreachable(_)))
    }

    #[actix_web::test]
    async fn a_database_that_went_away_is_told_at_once_and_heals_by_itself() {
        let folder = tempfile::tempdir().unwrap();
        let (path, away) = (folder.path().join("test.db"), folder.path().join("away.db"));
        let db = Database::open(&DatabaseUrl::Sqlite(path.clone()), 2).unwrap();
        std::fs::rename(&path, &away).unwrap();
        let asked = Instant::now();
        for _ in 0..20 {
            assert!(refused(&db.read(|_| Ok(())).await));
            assert!(!db.answers().await);
        }
        assert!(asked.elapsed() < PATIENCE, "{:?}", asked.elapsed());
        assert!(!path.exists(), "an empty database took its place");
        std::fs::rename(&away, &path).unwrap();
        healed(&db).await;
        let deadline = Instant::now() + Duration::from_secs(20);
        while !db.answers().await {
            assert!(Instant::now() < deadline);
        }
    }

    #[actix_web::test]
    async fn nobody_waits_for_a_server_that_is_not_there() {
        let url = DatabaseUrl::Postgres("postgres://nobody@127.0.0.1:1/nothing".into());
        let db = Database::open(&url, 4).unwrap();
        let asked = Instant::now();
        let reads = (0..100).map(|_| db.read(|_| Ok(())));
        let reads = futures_util::future::join_all(reads).await;
        assert!(reads.iter().all(refused));
        assert!(asked.elapsed() < PATIENCE, "{:?}", asked.elapsed());
    }

    #[actix_web::test]
    async fn those_who_find_no_connection_wait_in_line() {
        let folder = tempfile::tempdir().unwrap();
        let url = DatabaseUrl::Sqlite(folder.path().join("test.db"));
        let db = Database::open(&url, 2).unwrap();
        let (started, starting) = std::sync::mpsc::channel();
        let (go_on, going_on) = std::sync::mpsc::channel::<()>();
        let going_on = Arc::new(Mutex::new(going_on));
        let work = || {
            let (db, started, going_on) = (db.clone(), started.clone(), Arc::clone(&going_on));
            async move {
                db.read(move |_| {
                    started.send(()).map_err(Error::internal)?;
                    lock(&going_on).recv().map_err(Error::internal)
                })
                .await
            }
        };
        let five = (0..5).map(|_| actix_web::rt::spawn(work()));
        let five = futures_util::future::join_all(five.collect::<Vec<_>>());
        let both = move || (starting.recv().unwrap(), starting.recv().unwrap(), starting);
        let (.., starting) = actix_web::web::block(both).await.unwrap();
        let expected = Use { idle: 0, busy: 2, max: 2, waits: 3, waiting: 3 };
        assert_eq!(db.in_use(), expected);
        (0..5).for_each(|_| go_on.send(()).unwrap());
        assert!(five.await.into_iter().all(|one| one.unwrap().is_ok()));
        drop(starting);
        let expected = Use { idle: 2, busy: 0, max: 2, waits: 3, waiting: 0 };
        assert_eq!(db.in_use(), expected);
    }

    #[actix_web::test]
    async fn a_process_that_ends_waits_for_its_work() {
        let folder = tempfile::tempdir().unwrap();
        let url = DatabaseUrl::Sqlite(folder.path().join("test.db"));
        let db = Database::open(&url, 2).unwrap();
        let (go_on, going_on) = std::sync::mpsc::channel::<()>();
        let (begun, beginning) = tokio::sync::oneshot::channel();
        let writing = db.clone();
        let work = actix_web::rt::spawn(async move {
            let wait = move |_: &mut Conn| {
                begun.send(()).map_err(|()| Error::NotFound)?;
                going_on.recv().map_err(Error::internal)
            };
            writing.write(wait).await
        });
        beginning.await.unwrap();
        // Whoever asked for it goes away.
        work.abort();
        assert!(!db.settle(Duration::from_millis(50)).await);
        go_on.send(()).unwrap();
        assert!(db.settle(Duration::from_secs(20)).await);
        // The work and both that waited for its end, in one commit or two.
        let written = db.written().unwrap();
        assert_eq!((written.writes(), written.waiting()), (3, 0));
        assert!(written.commits() > 0);
    }

    #[cfg(feature = "testing")]
    #[actix_web::test]
    async fn connections_that_were_cut_are_replaced() {
        use diesel::prelude::*;
        use diesel::sql_types::{Integer, Text};

        #[derive(QueryableByName)]
        struct Backend {
            #[diesel(sql_type = Integer)]
            pid: i32,
        }
        fn pid(conn: &mut Conn) -> Result<i32> {
            let backend: Backend =
                diesel::sql_query("SELECT pg_backend_pid() AS pid").get_result(conn)?;
            Ok(backend.pid)
        }
        let Some(server) = crate::config::test_server() else { return };
        let url = DatabaseUrl::parse(&server).unwrap();
        let db = Database::open(&url, 4).unwrap();
        let pids = futures_util::future::join_all((0..4).map(|_| db.read(pid))).await;
        let pids: Vec<String> = pids.into_iter().map(|pid| pid.unwrap().to_string()).collect();
        let mut other = crate::db::open(&url).unwrap();
        diesel::sql_query(
            "SELECT pg_terminate_backend(pid::int) FROM unnest(string_to_array($1, ',')) AS pid",
        )
        .bind::<Text, _>(pids.join(","))
        .execute(&mut other)
        .unwrap();
        // One of them may be used before it has been idle long enough to be doubted.
        let first = db.write(|conn| Ok(conn.batch_execute("SELECT 1")?)).await;
        assert!(first.is_ok() || refused(&first), "{first:?}");
        for _ in 0..8 {
            db.read(pid).await.unwrap();
        }
    }
}
