//! Who may use the database when: many readers, and writes that are one transaction each.
//!
//! SQLite allows one writer at a time. A thread of its own holds the one writing connection and
//! takes the writes in order; those that wait at the same moment run each in a savepoint and share
//! one commit, so that the price of a durable commit is paid once for all of them. Nobody is
//! answered before that commit. PostgreSQL has a pool for both.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use actix_web::web;
use diesel::connection::{AnsiTransactionManager, Connection, TransactionManager};
use tokio::sync::oneshot;

use super::conn::{Access, Conn};
use crate::config::DatabaseUrl;
use crate::error::{Error, Result};
use crate::id::Id;

/// The most writes that share one commit.
const BATCH: usize = 64;

/// Told of each row that a committed write has announced: its table and its identifier.
type Listener = Box<dyn Fn(&'static str, &Id) + Send + Sync>;

/// What a write has announced.
type Announced = Vec<(&'static str, Id)>;

thread_local! {
    static ANNOUNCED: RefCell<Announced> = const { RefCell::new(Vec::new()) };
}

/// Says that the row `id` of `table` is being changed. Whoever listens is told after the commit
/// and before the writer is answered; after a rollback nobody is.
pub fn announce(table: &'static str, id: &Id) {
    ANNOUNCED.with_borrow_mut(|announced| announced.push((table, id.clone())));
}

/// The database behind the product. Cheap to clone.
#[derive(Clone)]
pub struct Database {
    pool: r2d2::Pool<Manager>,
    writer: Option<Arc<Writer>>,
    listener: Arc<OnceLock<Listener>>,
}

impl Database {
    /// Opens the database; `connections` is the size of the pool.
    pub(crate) fn open(url: &DatabaseUrl, connections: u32) -> Result<Self> {
        let (access, writer) = match url {
            DatabaseUrl::Postgres(_) => (Access::Write, None),
            DatabaseUrl::Sqlite(_) => (Access::Read, Some(Arc::new(Writer::start(url)?))),
        };
        let pool = r2d2::Pool::builder()
            .max_size(connections)
            .min_idle(Some(1))
            .test_on_check_out(false)
            .connection_timeout(Duration::from_secs(5))
            .error_handler(Box::new(r2d2::NopErrorHandler))
            .build_unchecked(Manager { url: url.clone(), access });
        Ok(Self { pool, writer, listener: Arc::default() })
    }

    /// Has `listener` told of every row that is announced. There is one.
    pub(crate) fn on_commit(&self, listener: impl Fn(&'static str, &Id) + Send + Sync + 'static) {
        let _ = self.listener.set(Box::new(listener));
    }

    /// Runs `work` on a connection that may only read.
    pub async fn read<T, F>(&self, work: F) -> Result<T>
    where
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
        T: Send + 'static,
    {
        let pool = self.pool.clone();
        off_thread(move || pooled(&pool, work)).await
    }

    /// Runs `work` as one transaction: all of it is committed, durably, or nothing.
    pub async fn write<T, F>(&self, work: F) -> Result<T>
    where
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
        T: Send + 'static,
    {
        let listener = Arc::clone(&self.listener);
        match &self.writer {
            Some(writer) => writer.run(work, listener).await,
            None => {
                let pool = self.pool.clone();
                off_thread(move || {
                    let (result, announced) =
                        listened(|| pooled(&pool, |conn| conn.transaction(work)));
                    if result.is_ok() {
                        tell(&listener, &announced);
                    }
                    result
                })
                .await
            }
        }
    }
}

/// Runs `work`; answers what it announced as well.
fn listened<T>(work: impl FnOnce() -> T) -> (T, Announced) {
    ANNOUNCED.take();
    let result = work();
    (result, ANNOUNCED.take())
}

fn tell(listener: &OnceLock<Listener>, announced: &Announced) {
    if let Some(listener) = listener.get() {
        announced.iter().for_each(|(table, id)| listener(table, id));
    }
}

async fn off_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    web::block(work).await.map_err(|_| Error::internal("a database thread panicked"))?
}

fn pooled<T>(pool: &r2d2::Pool<Manager>, work: impl FnOnce(&mut Conn) -> Result<T>) -> Result<T> {
    let mut pooled = pool.get().map_err(|_| Error::Unavailable)?;
    let result = work(&mut pooled.conn);
    pooled.broken =
        matches!(result, Err(Error::Unavailable | Error::Unreachable(_) | Error::Internal(_)));
    result
}

/// Makes connections for the pool, and says which of them are to be thrown away.
struct Manager {
    url: DatabaseUrl,
    access: Access,
}

struct Pooled {
    conn: Conn,
    /// Set after a failure that may have been the connection's own.
    broken: bool,
}

impl r2d2::ManageConnection for Manager {
    type Connection = Pooled;
    type Error = Error;

    fn connect(&self) -> Result<Pooled> {
        Ok(Pooled { conn: Conn::open(&self.url, self.access)?, broken: false })
    }

    fn is_valid(&self, _: &mut Pooled) -> Result<()> {
        Ok(())
    }

    fn has_broken(&self, pooled: &mut Pooled) -> bool {
        pooled.broken || std::thread::panicking()
    }
}

/// The one writing connection of SQLite, in a thread of its own.
struct Writer {
    queue: mpsc::Sender<Box<dyn Work>>,
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
    fn start(url: &DatabaseUrl) -> Result<Self> {
        let mut conn = Conn::open(url, Access::Write)?;
        let url = url.clone();
        let (queue, waiting) = mpsc::channel::<Box<dyn Work>>();
        std::thread::Builder::new()
            .name("writer".into())
            .spawn(move || {
                while let Ok(first) = waiting.recv() {
                    commit_together(&mut conn, first, &waiting);
                    // A connection that could not even roll back is of no more use.
                    if roll_back_to(&mut conn, 0).is_err()
                        && let Ok(fresh) = Conn::open(&url, Access::Write)
                    {
                        conn = fresh;
                    }
                }
            })
            .map_err(Error::internal)?;
        Ok(Self { queue })
    }

    async fn run<T, F>(&self, work: F, listener: Arc<OnceLock<Listener>>) -> Result<T>
    where
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
        T: Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let write =
            Write { work: Some(work), result: None, answer, announced: Vec::new(), listener };
        self.queue.send(Box::new(write)).map_err(|_| Error::Unavailable)?;
        answered.await.map_err(|_| Error::Unavailable)?
    }
}

fn commit_together(conn: &mut Conn, first: Box<dyn Work>, waiting: &mpsc::Receiver<Box<dyn Work>>) {
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
    for work in batch {
        work.settle(outcome.as_ref().copied());
    }
}

/// Rolls back until no more than `depth` transactions are open, the outermost counted.
fn roll_back_to(conn: &mut Conn, depth: u32) -> Result<()> {
    while open_transactions(conn)? > depth {
        <Conn as Connection>::TransactionManager::rollback_transaction(conn)?;
    }
    Ok(())
}

fn open_transactions(conn: &mut Conn) -> Result<u32> {
    let status = match conn {
        Conn::Sqlite(conn) => AnsiTransactionManager::transaction_manager_status_mut(conn),
        Conn::Pg(conn) => AnsiTransactionManager::transaction_manager_status_mut(conn),
    };
    Ok(status.transaction_depth()?.map_or(0, std::num::NonZeroU32::get))
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

#[cfg(test)]
mod tests {
    use diesel::connection::SimpleConnection;
    use diesel::prelude::*;
    use diesel::sql_types::BigInt;

    use super::*;

    #[derive(QueryableByName)]
    struct Count {
        #[diesel(sql_type = BigInt)]
        count: i64,
    }

    fn count(conn: &mut Conn) -> Result<i64> {
        let row: Count =
            diesel::sql_query("SELECT COUNT(*) AS count FROM notes").get_result(conn)?;
        Ok(row.count)
    }

    fn insert(conn: &mut Conn) -> Result<()> {
        Ok(conn.batch_execute("INSERT INTO notes DEFAULT VALUES")?)
    }

    async fn notes() -> (Database, DatabaseUrl) {
        let path = std::env::temp_dir().join(format!("mizan-pool-{}.db", crate::id::Id::new()));
        let url = DatabaseUrl::Sqlite(path);
        let db = Database::open(&url, 2).unwrap();
        let create = "CREATE TABLE notes (id INTEGER PRIMARY KEY)";
        db.write(move |conn| Ok(conn.batch_execute(create)?)).await.unwrap();
        (db, url)
    }

    /// What somebody else sees who opens the file anew.
    fn committed(url: &DatabaseUrl) -> i64 {
        count(&mut Conn::open(url, Access::Read).unwrap()).unwrap()
    }

    #[actix_web::test]
    async fn writes_that_wait_together_share_a_commit_and_fail_alone() {
        let (db, url) = notes().await;
        let writes = (0..100).map(|number| {
            db.write(move |conn| {
                insert(conn)?;
                if number % 10 == 0 { Err(Error::NotFound) } else { Ok(()) }
            })
        });
        let results = futures_util::future::join_all(writes).await;
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 90);
        assert_eq!(committed(&url), 90);
    }

    #[actix_web::test]
    async fn a_write_that_panics_takes_no_other_with_it() {
        let (db, url) = notes().await;
        let (before, panicking, after) = futures_util::future::join3(
            db.write(insert),
            db.write(|conn| {
                conn.transaction(|conn| -> Result<()> {
                    insert(conn)?;
                    panic!("a mistake in a module")
                })
            }),
            db.write(insert),
        )
        .await;
        assert!(before.is_ok() && after.is_ok());
        assert!(matches!(panicking, Err(Error::Internal(_))));
        assert_eq!(committed(&url), 2);
        db.write(insert).await.unwrap();
        assert_eq!(committed(&url), 3);
    }

    #[actix_web::test]
    async fn a_reader_cannot_write() {
        let (db, url) = notes().await;
        assert!(db.read(insert).await.is_err());
        assert_eq!(committed(&url), 0);
    }
}
