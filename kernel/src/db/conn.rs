//! One connection type for both backends, chosen by the URL's scheme.

use std::borrow::Cow;

use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Integer, Nullable, Text};

use super::{files, interrupt};
use crate::base::config::DatabaseUrl;
use crate::base::error::{Error, Result};

/// A connection to whichever database the product runs on. Queries against it are plain diesel.
#[derive(diesel::MultiConnection)]
pub enum Conn {
    /// PostgreSQL.
    Pg(diesel::PgConnection),
    /// SQLite.
    Sqlite(diesel::SqliteConnection),
}

/// The backend of [`Conn`], for `into_boxed::<Db>()` and `Selectable<Db>`.
pub type Db = MultiBackend;

/// What a connection will be used for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Write,
}

#[derive(QueryableByName)]
struct Copied {
    #[diesel(sql_type = Integer)]
    log: i32,
}

#[derive(QueryableByName)]
struct Backend {
    #[diesel(sql_type = Integer)]
    backend: i32,
}

#[diesel::declare_sql_function]
extern "SQL" {
    /// Composed, and lower case in every script: what text is sorted, compared and searched by.
    /// SQLite gets it here, PostgreSQL from the kernel's migrations.
    fn fold(text: Nullable<Text>) -> Nullable<Text>;
}

/// Says that a process uses this PostgreSQL database, for as long as its connection lasts.
const IN_USE: &str = "SELECT pg_advisory_lock_shared(727004)";

impl Conn {
    /// Opens a connection, set up for the product: SQLite durable and with its functions,
    /// PostgreSQL in UTC and unwilling to wait for ever.
    pub(crate) fn open(url: &DatabaseUrl, access: Access) -> Result<Self> {
        let unreachable = |error: ConnectionError| {
            tracing::warn!(%error, "no connection to the database");
            Error::Unreachable(format!("No connection to the database ({url}): {error}"))
        };
        match url {
            DatabaseUrl::Postgres(url) => {
                let mut conn = PgConnection::establish(&impatient(url)).map_err(unreachable)?;
                conn.batch_execute(
                    "SET TIME ZONE 'UTC'; SET lock_timeout = '10s'; SET statement_timeout = '60s'",
                )?;
                conn.batch_execute(IN_USE)?;
                Ok(Conn::Pg(conn))
            }
            DatabaseUrl::Sqlite(path) => {
                interrupt::prepare()?;
                files::make(path)?;
                let mut conn =
                    SqliteConnection::establish(&path.to_string_lossy()).map_err(unreachable)?;
                // The busy timeout comes first: changing the journal mode takes a lock itself.
                // Nothing of the file is mapped into memory: a page that the disk cannot deliver
                // would end the process with SIGBUS, where a read is refused with an error.
                conn.batch_execute(
                    "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; \
                     PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \
                     PRAGMA cache_size = -16000; PRAGMA mmap_size = 0;",
                )?;
                fold_utils::register_impl(&mut conn, |text: Option<String>| {
                    text.map(|text| fold_text(&text))
                })?;
                if access == Access::Read {
                    // Only for readers: in memory the journal of a savepoint is a list that is
                    // walked from its beginning each time, which makes a large import quadratic.
                    conn.batch_execute("PRAGMA temp_store = MEMORY; PRAGMA query_only = ON")?;
                } else {
                    // Others copy the log beside it. Should they not be able to keep up, the writer
                    // does it itself from 256 MB on, and everybody who writes waits for that.
                    conn.batch_execute("PRAGMA wal_autocheckpoint = 64000")?;
                }
                Ok(Conn::Sqlite(conn))
            }
        }
    }

    /// Opens a connection to a database that was there before. Of a file that has gone away no
    /// empty one must take the place.
    pub(super) fn reopen(url: &DatabaseUrl, access: Access) -> Result<Self> {
        if let DatabaseUrl::Sqlite(path) = url
            && !path.exists()
        {
            let sentence = format!("There is no database at {} any more", path.display());
            tracing::warn!("{sentence}");
            return Err(Error::Unreachable(sentence));
        }
        Self::open(url, access)
    }

    /// Copies SQLite's log into its file, as far as nobody reads what is there; answers how many
    /// pages the log has.
    pub(super) fn checkpoint_wal(&mut self) -> Result<i32> {
        let copied: Copied = sql_query("PRAGMA wal_checkpoint(PASSIVE)").get_result(self)?;
        Ok(copied.log)
    }

    /// Copies all of SQLite's write-ahead log into its file and empties it, as soon as nobody reads
    /// what is in it; waits for that no longer than for any lock. Most of it is copied beside those who
    /// write: only for the rest they have to wait.
    pub(super) fn checkpoint(&mut self) -> Result<()> {
        self.checkpoint_wal()?;
        sql_query("PRAGMA wal_checkpoint(TRUNCATE)").get_result::<Copied>(self)?;
        Ok(())
    }

    /// The number of the process of PostgreSQL's server at the other end.
    pub(super) fn backend(&mut self) -> Result<Option<i32>> {
        if self.is_sqlite() {
            return Ok(None);
        }
        let backend: Backend = sql_query("SELECT pg_backend_pid() AS backend").get_result(self)?;
        Ok(Some(backend.backend))
    }

    /// How many transactions are open, one inside the other.
    pub(super) fn open_transactions(&mut self) -> Result<u32> {
        let status = match self {
            Conn::Sqlite(conn) => AnsiTransactionManager::transaction_manager_status_mut(conn),
            Conn::Pg(conn) => AnsiTransactionManager::transaction_manager_status_mut(conn),
        };
        Ok(status.transaction_depth()?.map_or(0, std::num::NonZeroU32::get))
    }

    /// Whether statements have to be written for SQLite.
    pub fn is_sqlite(&self) -> bool {
        matches!(self, Conn::Sqlite(_))
    }
}

/// What libpq is told beside the URL, unless the URL says it: a server that does not answer is given
/// up after some seconds. By itself libpq leaves that to the system, which takes many minutes.
const IMPATIENCE: [(&str, &str); 5] = [
    ("connect_timeout", "3"),
    ("tcp_user_timeout", "5000"),
    ("keepalives_idle", "10"),
    ("keepalives_interval", "5"),
    ("keepalives_count", "3"),
];

fn impatient(url: &str) -> Cow<'_, str> {
    let mut url = Cow::Borrowed(url);
    for (name, value) in IMPATIENCE {
        let said = |sign: char| url.contains(&format!("{sign}{name}="));
        if !said('?') && !said('&') {
            let sign = if url.contains('?') { '&' } else { '?' };
            url.to_mut().push_str(&format!("{sign}{name}={value}"));
        }
    }
    url
}

/// The text as it is sorted, compared and searched: composed, and lower case in every script.
pub(crate) fn fold_text(text: &str) -> String {
    text::fold_case(text)
}

#[cfg(test)]
mod tests {
    use super::impatient;

    #[test]
    fn what_the_url_says_of_patience_stands() {
        assert_eq!(
            impatient("postgres://db/mizan"),
            "postgres://db/mizan?connect_timeout=3&tcp_user_timeout=5000&keepalives_idle=10\
             &keepalives_interval=5&keepalives_count=3"
        );
        let url = impatient("postgres://db/mizan?sslmode=require&connect_timeout=20");
        assert!(url.starts_with("postgres://db/mizan?sslmode=require&connect_timeout=20&tcp_"));
        assert_eq!(url.matches("connect_timeout").count(), 1);
    }
}
