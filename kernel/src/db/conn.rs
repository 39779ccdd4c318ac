//! One connection type for both backends, chosen by the URL's scheme: queries are plain diesel, written once.
//!
//! Code that is generic over the backend would need trait bounds of its own for every boxed condition, and an async
//! driver two code paths: database work runs on threads of its own.

use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, Text};

use super::interrupt::Backend;
use super::{files, interrupt, left_out};
use crate::base::config::DatabaseUrl;
use crate::base::error::{Error, Result};

/// A connection to the database of the product. Queries against it are plain diesel.
#[derive(diesel::MultiConnection)]
pub enum Conn {
    /// PostgreSQL.
    Pg(diesel::PgConnection),
    /// SQLite.
    Sqlite(diesel::SqliteConnection),
}

/// The backend of [`Conn`], for `into_boxed::<Db>()` and `Selectable<Db>`.
pub type Db = MultiBackend;

/// Whether a connection reads or writes. On PostgreSQL one that writes is one to the primary.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Write,
}

impl Access {
    /// Returns the access of the connections that read: on PostgreSQL what they read has to be the primary's.
    pub(super) fn to_read(url: &DatabaseUrl) -> Self {
        match url {
            DatabaseUrl::Postgres(_) => Self::Write,
            DatabaseUrl::Sqlite(_) => Self::Read,
        }
    }
}

#[diesel::declare_sql_function]
extern "SQL" {
    /// Normalizes text for sorting, comparison and search: NFC, and lower case in every script.
    /// SQLite gets this function here, PostgreSQL from the kernel's migrations.
    fn fold(text: Nullable<Text>) -> Nullable<Text>;

    /// Returns whether new rows of a table are added to its search index later. Only SQLite has it.
    fn is_left_out(of_table: Text) -> Bool;
}

/// How long a statement of PostgreSQL waits for a lock.
pub(super) const LOCK_TIMEOUT: &str = "10s";

/// How long a statement of PostgreSQL may take.
pub(super) const STATEMENT_TIMEOUT: &str = "60s";

/// Holds a shared advisory lock while the connection lasts, which marks this PostgreSQL database as
/// in use.
const IN_USE: &str = "SELECT pg_advisory_lock_shared(727004)";

/// When a backend began, in `pg_stat_activity`.
const BEGAN: &str = "CAST(extract(epoch FROM backend_start) * 1000000 AS BIGINT)";

impl Conn {
    /// Opens a connection and configures it: SQLite with durable commits and its SQL functions,
    /// PostgreSQL in UTC with timeouts for connections, locks and statements.
    pub(crate) fn open(url: &DatabaseUrl, access: Access) -> Result<Self> {
        let unreachable = |error: ConnectionError| {
            // One line for each server.
            let error = error.to_string().lines().map(str::trim).collect::<Vec<_>>().join("; ");
            tracing::warn!(%error, "no connection to the database");
            Error::Unreachable(format!("No connection to the database ({url}): {error}"))
        };
        match url {
            DatabaseUrl::Postgres(text) => {
                let needs_primary = access == Access::Write || url.hosts() > 1;
                let parameters = with_parameters(text, needs_primary);
                let mut conn = PgConnection::establish(&parameters).map_err(unreachable)?;
                conn.batch_execute(&format!(
                    "SET TIME ZONE 'UTC'; SET datestyle = 'ISO'; SET lock_timeout = '{LOCK_TIMEOUT}'; \
                     SET statement_timeout = '{STATEMENT_TIMEOUT}'"
                ))?;
                conn.batch_execute(IN_USE)?;
                Ok(Conn::Pg(conn))
            }
            DatabaseUrl::Sqlite(path) => {
                interrupt::prepare()?;
                files::make(path)?;
                let mut conn =
                    SqliteConnection::establish(&path.to_string_lossy()).map_err(unreachable)?;
                // The busy timeout is set first, because changing the journal mode takes a lock
                // itself. Memory mapping is off: a page that the disk cannot deliver would end the
                // process with SIGBUS, where a read returns an error.
                conn.batch_execute(
                    "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; \
                     PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \
                     PRAGMA cache_size = -16000; PRAGMA mmap_size = 0;",
                )?;
                fold_utils::register_impl(&mut conn, |text: Option<String>| {
                    text.map(|text| fold_text(&text))
                })?;
                is_left_out_utils::register_nondeterministic_impl(&mut conn, |table: String| {
                    left_out::is_left_out(&table)
                })?;
                if access == Access::Read {
                    // Only for readers: the in-memory journal of a savepoint is a list that is
                    // traversed from its start each time, which makes a large import quadratic.
                    conn.batch_execute("PRAGMA temp_store = MEMORY; PRAGMA query_only = ON")?;
                } else {
                    // A periodic job runs the checkpoints. When it falls behind, the writer runs
                    // one itself from a WAL of 256 MB on, and all writes wait for it.
                    conn.batch_execute(
                        "PRAGMA wal_autocheckpoint = 64000; PRAGMA cache_size = -64000",
                    )?;
                }
                Ok(Conn::Sqlite(conn))
            }
        }
    }

    /// Opens a connection to an existing database. A missing SQLite file must not be replaced by an
    /// empty one.
    pub(super) fn reopen(url: &DatabaseUrl, access: Access) -> Result<Self> {
        if let DatabaseUrl::Sqlite(path) = url
            && !path.exists()
        {
            let message = format!("There is no database at {} any more", path.display());
            tracing::warn!("{message}");
            return Err(Error::Unreachable(message));
        }
        Self::open(url, access)
    }

    /// Runs a passive checkpoint of SQLite, which copies the WAL into the file as far as no reader
    /// needs it. Returns the number of pages in the WAL.
    pub(super) fn checkpoint_wal(&mut self) -> Result<i32> {
        let checkpoint = sql::<(Integer, Integer, Integer)>("PRAGMA wal_checkpoint(PASSIVE)");
        let (_, pages, _) = checkpoint.get_result::<(i32, i32, i32)>(self)?;
        Ok(pages)
    }

    /// Runs a complete checkpoint of SQLite and truncates the WAL, once no reader needs it; waits
    /// as long as for any lock. A passive checkpoint first copies most of it without blocking
    /// writers: only the rest makes them wait.
    pub(super) fn checkpoint(&mut self) -> Result<()> {
        self.checkpoint_wal()?;
        Ok(self.batch_execute("PRAGMA wal_checkpoint(TRUNCATE)")?)
    }

    /// Returns the PostgreSQL backend. `None` on SQLite.
    pub(super) fn backend(&mut self) -> Result<Option<Backend>> {
        if self.is_sqlite() {
            return Ok(None);
        }
        let own = format!("SELECT pid, {BEGAN} FROM pg_stat_activity WHERE pid = pg_backend_pid()");
        Ok(Some(sql::<(Integer, BigInt)>(&own).get_result(self)?))
    }

    /// Cancels what a backend of this server is doing. Returns whether this server has it.
    pub(super) fn cancel(&mut self, backend: Backend) -> Result<bool> {
        let cancel = format!(
            "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND {BEGAN} = $2"
        );
        let found = sql_query(cancel)
            .bind::<Integer, _>(backend.pid)
            .bind::<BigInt, _>(backend.began)
            .execute(self)?;
        Ok(found > 0)
    }

    /// Returns whether the database answers, and is one for this access: a primary becomes read-only when
    /// another one takes over.
    pub(super) fn answers(&mut self, access: Access) -> bool {
        let Conn::Pg(conn) = self else { return self.batch_execute("SELECT 1").is_ok() };
        let writable = sql::<Bool>("current_setting('transaction_read_only') = 'off'");
        let writable = diesel::select(writable).get_result::<bool>(conn);
        writable.is_ok_and(|writable| writable || access == Access::Read)
    }

    /// Returns the depth of nested open transactions.
    pub(super) fn open_transactions(&mut self) -> Result<u32> {
        let status = match self {
            Conn::Sqlite(conn) => AnsiTransactionManager::transaction_manager_status_mut(conn),
            Conn::Pg(conn) => AnsiTransactionManager::transaction_manager_status_mut(conn),
        };
        Ok(status.transaction_depth()?.map_or(0, std::num::NonZeroU32::get))
    }

    /// Returns whether statements need the SQLite dialect.
    pub fn is_sqlite(&self) -> bool {
        matches!(self, Conn::Sqlite(_))
    }

    /// Returns the placeholders of rows of a raw statement: `($1, $2), ($3, $4)`, on SQLite
    /// `(?, ?), (?, ?)`, which for each name goes through all those before it.
    pub fn placeholders(&self, rows: usize, columns: usize) -> String {
        let row = |row: usize| {
            let place = |column| match self {
                Self::Sqlite(_) => "?".to_owned(),
                Self::Pg(_) => format!("${}", row * columns + column),
            };
            format!("({})", (1..=columns).map(place).collect::<Vec<_>>().join(", "))
        };
        (0..rows).map(row).collect::<Vec<_>>().join(", ")
    }
}

/// Connection parameters of libpq, used unless the URL sets them: a server that does not answer is
/// given up after some seconds. The defaults of libpq leave that to the operating system, which
/// takes many minutes.
const TIMEOUTS: [(&str, &str); 5] = [
    ("connect_timeout", "3"),
    ("tcp_user_timeout", "5000"),
    ("keepalives_idle", "10"),
    ("keepalives_interval", "5"),
    ("keepalives_count", "3"),
];

/// The parameter with which libpq takes the first server of a URL that accepts writes, and none that does not.
const PRIMARY: (&str, &str) = ("target_session_attrs", "read-write");

fn with_parameters(url: &str, needs_primary: bool) -> String {
    let mut url = url.to_owned();
    for (name, value) in TIMEOUTS.into_iter().chain(needs_primary.then_some(PRIMARY)) {
        let is_set = |sign: char| url.contains(&format!("{sign}{name}="));
        // Of two values the last one counts.
        if name == PRIMARY.0 || !is_set('?') && !is_set('&') {
            let sign = if url.contains('?') { '&' } else { '?' };
            url.push_str(&format!("{sign}{name}={value}"));
        }
    }
    url
}

/// Normalizes text for sorting, comparison and search: NFC, and lower case in every script.
pub(crate) fn fold_text(text: &str) -> String {
    text::fold_case(text)
}

#[cfg(test)]
mod tests {
    use super::with_parameters;

    #[test]
    fn timeouts_of_the_url_are_not_replaced() {
        assert_eq!(
            with_parameters("postgres://db/mizan", false),
            "postgres://db/mizan?connect_timeout=3&tcp_user_timeout=5000&keepalives_idle=10\
             &keepalives_interval=5&keepalives_count=3"
        );
        let url = with_parameters("postgres://db/mizan?sslmode=require&connect_timeout=20", false);
        assert!(url.starts_with("postgres://db/mizan?sslmode=require&connect_timeout=20&tcp_"));
        assert_eq!(url.matches("connect_timeout").count(), 1);
    }

    #[test]
    fn a_primary_is_one_whatever_the_url_says() {
        for url in ["postgres://a,b/mizan", "postgres://a,b/mizan?target_session_attrs=any"] {
            let url = with_parameters(url, true);
            assert!(url.ends_with("&target_session_attrs=read-write"), "{url}");
        }
    }
}
