//! Tests of limits: full queues, deadlines, disconnected clients, full disks.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use actix_web::rt;
use diesel::Connection;
use diesel::connection::SimpleConnection;
use diesel::sql_types::BigInt;
use futures_util::future::{FutureExt, join_all, join3};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::conn::{Access, Conn};
use super::pool::Database;
use super::prepared;
use super::read_pools::Share;
use crate::base::config::DatabaseUrl;
use crate::base::error::{Error, Result};

/// How long a test waits for an expected event.
const SOON: Duration = Duration::from_secs(20);

/// How long a test waits to see that something does not happen.
const MOMENT: Duration = Duration::from_millis(50);

fn number(conn: &mut Conn, query: &str) -> Result<i64> {
    prepared::row::<BigInt, _>(conn, query, &[])
}

/// A statement that runs for hours, on either database.
fn endless(conn: &mut Conn) -> Result<i64> {
    let numbers = "WITH RECURSIVE numbers (number) AS (SELECT CAST(1 AS BIGINT) UNION ALL \
                   SELECT number + 1 FROM numbers WHERE number < 1000000000000) \
                   SELECT COUNT(*) FROM numbers";
    number(conn, numbers)
}

fn one(conn: &mut Conn) -> Result<i64> {
    number(conn, "SELECT CAST(1 AS BIGINT)")
}

pub(super) fn insert(conn: &mut Conn) -> Result<()> {
    Ok(conn.batch_execute("INSERT INTO notes (text) VALUES ('a')")?)
}

/// An SQLite database with two connections.
pub(crate) fn fresh() -> (Database, DatabaseUrl, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let url = DatabaseUrl::Sqlite(folder.path().join("test.db"));
    (Database::open(&url, 2).unwrap(), url, folder)
}

/// An SQLite database with a table to write into.
pub(super) async fn notes() -> (Database, DatabaseUrl, tempfile::TempDir) {
    let (db, url, folder) = fresh();
    let create = "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)";
    db.write(move |conn| Ok(conn.batch_execute(create)?)).await.unwrap();
    (db, url, folder)
}

/// The rows that another process sees in the file.
pub(super) fn committed(url: &DatabaseUrl) -> i64 {
    let mut conn = Conn::open(url, Access::Read).unwrap();
    number(&mut conn, "SELECT COUNT(*) FROM notes").unwrap()
}

/// An SQLite database, and a PostgreSQL one when a server is configured, each with one quick
/// connection, one long read at a time and this deadline.
fn narrow(deadline: Duration) -> (Vec<Database>, tempfile::TempDir) {
    let (urls, folder) = both();
    let share = Share { connections: 1, long_reads: 1, exports: 1, deadline };
    let open = |url: &DatabaseUrl| Database::open_shared(url, &[], share).unwrap();
    (urls.iter().map(open).collect(), folder)
}

/// The URLs of an SQLite database, and of a PostgreSQL one when a server is configured.
pub(crate) fn both() -> (Vec<DatabaseUrl>, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let urls = std::iter::once(DatabaseUrl::Sqlite(folder.path().join("test.db")));
    #[cfg(feature = "testing")]
    let urls =
        urls.chain(crate::base::config::test_server().map(|url| DatabaseUrl::parse(&url).unwrap()));
    (urls.collect(), folder)
}

async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + SOON;
    while !holds() {
        assert!(Instant::now() < deadline, "{what}");
        rt::task::yield_now().await;
    }
}

/// Keeps the writer busy until `go_on` is called or this is dropped.
pub(crate) struct Blocked(mpsc::Sender<()>, rt::task::JoinHandle<Result<()>>);

impl Blocked {
    pub(crate) async fn writer(db: &Database) -> Self {
        Self::writer_after(db, |_| Ok(())).await
    }

    async fn writer_after(db: &Database, first: fn(&mut Conn) -> Result<()>) -> Self {
        let (go_on, going_on) = mpsc::channel();
        let (begun, beginning) = oneshot::channel();
        let db = db.clone();
        let writing = rt::spawn(async move {
            db.write(move |conn| {
                first(conn)?;
                begun.send(()).map_err(|()| Error::NotFound)?;
                going_on.recv().map_err(Error::internal)
            })
            .await
        });
        beginning.await.unwrap();
        Self(go_on, writing)
    }

    pub(crate) async fn go_on(self) -> Result<()> {
        self.0.send(()).unwrap();
        self.1.await.unwrap()
    }

    /// Disconnects its client. Returns what has the writer go on.
    pub(super) fn abandoned(self) -> mpsc::Sender<()> {
        self.1.abort();
        self.0
    }
}

fn is_busy<T>(result: &Result<T>) -> bool {
    matches!(result, Err(Error::Busy(_)))
}

#[actix_web::test]
async fn a_write_whose_client_disconnected_before_its_turn_is_not_run() {
    let (db, url, _folder) = notes().await;
    let before = db.written().unwrap().writes();
    let blocked = Blocked::writer(&db).await;
    let ran = Arc::new(AtomicBool::new(false));
    let (running, inner) = (Arc::clone(&ran), db.clone());
    let waiting = rt::spawn(async move {
        inner
            .write(move |conn| {
                running.store(true, Ordering::Relaxed);
                insert(conn)
            })
            .await
    });
    until("it waits", || db.written().unwrap().waiting() == 2).await;
    waiting.abort();
    assert!(waiting.await.is_err());
    blocked.go_on().await.unwrap();
    db.write(insert).await.unwrap();
    assert!(!ran.load(Ordering::Relaxed));
    assert_eq!(committed(&url), 1);
    let written = db.written().unwrap();
    assert_eq!((written.writes() - before, written.waiting()), (2, 0));
}

#[actix_web::test]
async fn a_write_that_has_begun_is_committed_though_its_client_disconnects() {
    let (db, url, _folder) = notes().await;
    let go_on = Blocked::writer_after(&db, insert).await.abandoned();
    go_on.send(()).unwrap();
    db.write(|_| Ok(())).await.unwrap();
    assert_eq!(committed(&url), 1);
}

#[actix_web::test]
async fn more_than_a_thousand_writes_do_not_wait() {
    let (db, url, _folder) = notes().await;
    let blocked = Blocked::writer(&db).await;
    let waiting = (0..999).map(|_| {
        let db = db.clone();
        rt::spawn(async move { db.write_patiently(insert).await })
    });
    let waiting: Vec<_> = waiting.collect();
    until("they wait", || db.written().unwrap().waiting() == 1_000).await;
    let refused = db.write(insert).now_or_never().expect("no wait");
    assert!(is_busy(&refused), "{refused:?}");
    // A write that is no client's request must run eventually.
    let patient = db.clone();
    let patient = rt::spawn(async move { patient.write_patiently(insert).await });
    blocked.go_on().await.unwrap();
    assert!(join_all(waiting).await.into_iter().all(|one| one.unwrap().is_ok()));
    patient.await.unwrap().unwrap();
    db.write(insert).await.unwrap();
    assert_eq!(committed(&url), 1_001);
}

#[actix_web::test]
async fn a_write_whose_turn_does_not_come_in_time_is_refused_and_never_run() {
    let (db, url, _folder) = notes().await;
    let blocked = Blocked::writer(&db).await;
    let refused = db.write_within(Some(MOMENT), insert).await;
    assert!(is_busy(&refused), "{refused:?}");
    blocked.go_on().await.unwrap();
    db.write(|_| Ok(())).await.unwrap();
    assert_eq!(committed(&url), 0);
}

#[actix_web::test]
async fn the_deadline_of_a_write_counts_its_wait_and_not_its_run() {
    let (db, url, _folder) = notes().await;
    let (go_on, going_on) = mpsc::channel::<()>();
    let work = move |conn: &mut Conn| {
        insert(conn)?;
        going_on.recv().map_err(Error::internal)
    };
    let mut writing = Box::pin(db.write_within(Some(Duration::from_millis(25)), work));
    assert!(timeout(2 * MOMENT, &mut writing).await.is_err(), "answered before it was committed");
    go_on.send(()).unwrap();
    writing.await.unwrap();
    assert_eq!(committed(&url), 1);
}

#[actix_web::test]
async fn an_abandoned_read_ends() {
    let (databases, _folder) = narrow(SOON);
    for db in databases {
        let (begun, beginning) = oneshot::channel();
        let reading = db.clone();
        let work = move |conn: &mut Conn| {
            begun.send(()).map_err(|()| Error::NotFound)?;
            endless(conn)
        };
        let reading = rt::spawn(async move { reading.read(work).await });
        beginning.await.unwrap();
        reading.abort();
        // There is one connection, and this read waits for it.
        db.read(one).await.unwrap();
    }
}

#[actix_web::test]
async fn a_read_past_its_deadline_is_refused_and_its_statement_ends() {
    let (databases, _folder) = narrow(MOMENT);
    for db in databases {
        db.read_patiently(one).await.unwrap();
        db.read_long(one).await.unwrap();
        for refused in [db.answer(endless).await, db.read(endless).await] {
            assert!(is_busy(&refused), "{refused:?}");
        }
        let refused = db.read_long(endless).await;
        assert!(is_busy(&refused), "{refused:?}");
        until("all have ended", || db.in_use().busy + db.long_in_use().busy == 0).await;
        db.read_patiently(one).await.unwrap();
    }
}

#[actix_web::test]
async fn long_reads_take_nothing_from_quick_ones_sessions_and_writes() {
    let (databases, _folder) = narrow(SOON);
    for db in databases {
        let long = |work: fn(&mut Conn) -> Result<i64>| {
            let db = db.clone();
            rt::spawn(async move { db.read_long(work).await })
        };
        let running = long(endless);
        until("it runs", || db.long_in_use().busy == 1).await;
        let next = long(one);
        until("it waits", || db.long_in_use().waiting == 1).await;
        db.read(one).await.unwrap();
        db.of_sessions().read(one).await.unwrap();
        db.of_sessions().write(one).await.unwrap();
        db.write(one).await.unwrap();
        assert_eq!(db.long_in_use().waiting, 1);
        running.abort();
        assert_eq!(next.await.unwrap().unwrap(), 1);
    }
}

#[actix_web::test]
async fn sessions_are_read_while_every_other_connection_is_taken() {
    let (databases, _folder) = narrow(SOON);
    for db in databases {
        let (quick, long) = (db.clone(), db.clone());
        let quick = rt::spawn(async move { quick.read(endless).await });
        let long = rt::spawn(async move { long.read_long(endless).await });
        until("both run", || db.in_use().busy + db.long_in_use().busy == 2).await;
        db.of_sessions().read(one).await.unwrap();
        db.of_sessions().write(one).await.unwrap();
        quick.abort();
        long.abort();
    }
}

#[actix_web::test]
async fn a_list_that_is_not_quick_is_repeated_as_a_long_read() {
    let (databases, _folder) = narrow(SOON);
    for db in databases {
        let tries = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&tries);
        let found =
            db.read_quick_or_long(move |conn| match counted.fetch_add(1, Ordering::Relaxed) {
                0 => endless(conn),
                _ => one(conn),
            });
        assert_eq!(found.await.unwrap(), 1);
        assert_eq!(tries.load(Ordering::Relaxed), 2);
        until("the first has ended", || db.in_use().busy == 0).await;
    }
}

/// Limits the file to so many more pages.
async fn limit_file(db: &Database, pages: i64) {
    let bound = move |conn: &mut Conn| {
        let most = number(conn, "PRAGMA page_count")? + pages;
        Ok(conn.batch_execute(&format!("PRAGMA max_page_count = {most}"))?)
    };
    db.write(bound).await.unwrap();
}

fn insert_much(conn: &mut Conn) -> Result<()> {
    Ok(conn.batch_execute("INSERT INTO notes (text) VALUES (printf('%.9000000c', 'a'))")?)
}

#[actix_web::test]
async fn a_full_disk_is_reported_to_the_write_and_to_those_of_its_commit() {
    let (db, url, _folder) = notes().await;
    limit_file(&db, 20).await;
    let blocked = Blocked::writer(&db).await;
    let nested = |conn: &mut Conn| conn.transaction(insert_much);
    let together = join3(db.write(insert), db.write(nested), db.write(insert));
    let release = async {
        until("they wait", || db.written().unwrap().waiting() == 4).await;
        blocked.go_on().await
    };
    let (results, blocked) = futures_util::future::join(together, release).await;
    // The earlier write of the transaction is rolled back with it and fails; the later one
    // succeeds.
    assert!(matches!(blocked, Err(Error::DiskFull)), "{blocked:?}");
    let (before, full, after) = results;
    assert!(matches!(before, Err(Error::DiskFull)), "{before:?}");
    assert!(matches!(full, Err(Error::DiskFull)), "{full:?}");
    after.unwrap();
    assert_eq!(committed(&url), 1);
    db.write(insert).await.unwrap();
    assert_eq!(committed(&url), 2);
}

#[actix_web::test]
async fn a_write_that_ignores_a_full_disk_does_not_go_on_outside_its_transaction() {
    let (db, url, _folder) = notes().await;
    limit_file(&db, 20).await;
    let ignoring = db.write(|conn| {
        insert(conn)?;
        let _ = insert_much(conn);
        Ok(())
    });
    let result = ignoring.await;
    assert!(matches!(result, Err(Error::DiskFull)), "{result:?}");
    assert_eq!(committed(&url), 0);
}

#[actix_web::test]
async fn nothing_of_a_database_file_is_mapped_into_memory() {
    let (db, _url, _folder) = notes().await;
    let mapped = |conn: &mut Conn| number(conn, "PRAGMA mmap_size");
    assert_eq!(db.read(mapped).await.unwrap(), 0);
    assert_eq!(db.write(mapped).await.unwrap(), 0);
}
