//! Who may use the database when: many readers, and writes that are one transaction each.
//!
//! SQLite allows one writer at a time, so there its own thread takes the writes in order
//! (`writer`), and the shared connections only read. PostgreSQL has shared connections for both.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use diesel::connection::Connection;

use super::conn::{Access, Conn};
use super::connections::{Connections, Use};
use super::probe::Probe;
use super::writer::{Tally, Writer};
use crate::config::DatabaseUrl;
use crate::error::Result;
use crate::id::Id;

/// How often the log is copied in a row, while more is committed.
const COPIES: u32 = 8;

/// A log of more pages than this is to begin anew soon, even if commits never cease.
const LONG: i32 = 8_000;

/// How many commits the writer may be left to copy: few, so that nobody waits long for that.
const FEW: u64 = 16;

/// Told of each row that a committed write has announced: its table and its identifier.
pub(super) type Listener = Box<dyn Fn(&'static str, &Id) + Send + Sync>;

/// What a write has announced.
pub(super) type Announced = Vec<(&'static str, Id)>;

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
    connections: Arc<Connections>,
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
    pub(crate) fn open(url: &DatabaseUrl, connections: u32) -> Result<Self> {
        let (access, writer) = match url {
            DatabaseUrl::Postgres(_) => (Access::Write, None),
            DatabaseUrl::Sqlite(_) => (Access::Read, Some(Arc::new(Writer::start(url)?))),
        };
        let connections = Arc::new(Connections::new(url, access, connections));
        let probe = Probe::new(url);
        Ok(Self {
            connections,
            writer,
            probe,
            listener: Arc::default(),
            commits: Arc::default(),
            copied: Arc::default(),
        })
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
        self.connections.run(work).await
    }

    /// Runs `work` as one transaction: all of it is committed, durably, or nothing.
    pub async fn write<T, F>(&self, work: F) -> Result<T>
    where
        F: FnOnce(&mut Conn) -> Result<T> + Send + 'static,
        T: Send + 'static,
    {
        let listener = Arc::clone(&self.listener);
        let commits = Arc::clone(&self.commits);
        match &self.writer {
            Some(writer) => writer.run(work, listener).await,
            None => {
                self.connections
                    .run(move |conn| {
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
    pub(crate) async fn copy_log(&self) -> Result<()> {
        let Some(tally) = self.written() else { return Ok(()) };
        for _ in 0..COPIES {
            let commits = tally.commits();
            if self.copied.load(Ordering::Relaxed) == commits {
                break;
            }
            let log = self.read(Conn::copy_log).await?;
            self.copied.store(commits, Ordering::Relaxed);
            if log > LONG && tally.commits() - commits <= FEW {
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
        let ended = async {
            self.connections.settle().await;
            match &self.writer {
                // What was handed to the writer before this ends before this.
                Some(writer) => writer.run(|_| Ok(()), Arc::default()).await,
                None => Ok(()),
            }
        };
        tokio::time::timeout(within, ended).await.is_ok_and(|ended| ended.is_ok())
    }

    /// How the shared connections are used.
    pub(crate) fn in_use(&self) -> Use {
        self.connections.in_use()
    }

    /// What the writer has done and has to do; PostgreSQL has none.
    pub(crate) fn written(&self) -> Option<Arc<Tally>> {
        self.writer.as_ref().map(|writer| writer.tally())
    }
}

/// Runs `work`; answers what it announced as well.
pub(super) fn listened<T>(work: impl FnOnce() -> T) -> (T, Announced) {
    ANNOUNCED.take();
    let result = work();
    (result, ANNOUNCED.take())
}

pub(super) fn tell(listener: &OnceLock<Listener>, announced: &Announced) {
    if let Some(listener) = listener.get() {
        announced.iter().for_each(|(table, id)| listener(table, id));
    }
}

#[cfg(test)]
mod tests {
    use diesel::connection::SimpleConnection;
    use diesel::prelude::*;
    use diesel::sql_types::BigInt;

    use super::*;
    use crate::error::Error;

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

    /// A table to write into, in a folder that goes away with the last of these.
    async fn notes() -> (Database, DatabaseUrl, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let url = DatabaseUrl::Sqlite(folder.path().join("notes.db"));
        let db = Database::open(&url, 2).unwrap();
        let create = "CREATE TABLE notes (id INTEGER PRIMARY KEY)";
        db.write(move |conn| Ok(conn.batch_execute(create)?)).await.unwrap();
        (db, url, folder)
    }

    /// What somebody else sees who opens the file anew.
    fn committed(url: &DatabaseUrl) -> i64 {
        count(&mut Conn::open(url, Access::Read).unwrap()).unwrap()
    }

    #[actix_web::test]
    async fn writes_that_wait_together_share_a_commit_and_fail_alone() {
        let (db, url, _folder) = notes().await;
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
        let (db, url, _folder) = notes().await;
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
    async fn a_writer_survives_whoever_listens() {
        let (db, url, _folder) = notes().await;
        db.on_commit(|_, _| panic!("a mistake in a listener"));
        let told = db.write(|conn| {
            announce("notes", &Id::new());
            insert(conn)
        });
        assert!(told.await.is_err());
        db.write(insert).await.unwrap();
        assert_eq!(committed(&url), 2);
    }

    #[actix_web::test]
    async fn what_was_committed_is_copied_from_the_log_into_the_file() {
        let (db, url, _folder) = notes().await;
        let DatabaseUrl::Sqlite(path) = url else { panic!("not SQLite") };
        let file = || std::fs::read(&path).unwrap();
        db.copy_log().await.unwrap();
        let before = file();
        db.write(insert).await.unwrap();
        assert!(file() == before);
        db.copy_log().await.unwrap();
        assert!(file() != before);
    }

    #[actix_web::test]
    async fn the_writer_copies_what_is_left_to_it() {
        let (db, url, _folder) = notes().await;
        let DatabaseUrl::Sqlite(path) = url else { panic!("not SQLite") };
        let file = || std::fs::read(&path).unwrap();
        db.copy_log().await.unwrap();
        let before = file();
        db.written().unwrap().leave_copying();
        db.write(insert).await.unwrap();
        // It does so before the next write.
        db.write(|_| Ok(())).await.unwrap();
        assert!(file() != before);
        let copied = file();
        db.write(insert).await.unwrap();
        db.write(|_| Ok(())).await.unwrap();
        assert!(file() == copied);
    }

    #[actix_web::test]
    async fn a_write_of_many_pages_is_taken_back_alone() {
        let (db, url, _folder) = notes().await;
        let fill = "ALTER TABLE notes ADD COLUMN text TEXT; WITH RECURSIVE some (id) AS \
                    (SELECT 1 UNION ALL SELECT id + 1 FROM some WHERE id < 600) \
                    INSERT INTO notes SELECT id, printf('%.4000c', 'a') FROM some";
        db.write(|conn| Ok(conn.batch_execute(fill)?)).await.unwrap();
        // Some megabytes that a savepoint would bring back, of one write after another.
        let change = "UPDATE notes SET text = printf('%.4000c', 'b')";
        let (kept, undone) = futures_util::future::join(
            db.write(|conn| Ok(conn.batch_execute("DELETE FROM notes WHERE id > 500")?)),
            db.write(move |conn| {
                conn.batch_execute(change)?;
                Err::<(), _>(Error::NotFound)
            }),
        )
        .await;
        kept.unwrap();
        assert!(matches!(undone, Err(Error::NotFound)), "{undone:?}");
        assert_eq!(committed(&url), 500);
        let changed = "DELETE FROM notes WHERE text LIKE 'b%'";
        db.write(|conn| Ok(conn.batch_execute(changed)?)).await.unwrap();
        assert_eq!(committed(&url), 500);
    }

    #[actix_web::test]
    async fn a_reader_cannot_write() {
        let (db, url, _folder) = notes().await;
        assert!(db.read(insert).await.is_err());
        assert_eq!(committed(&url), 0);
    }
}
