//! One connection type for both backends, chosen by the URL's scheme.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::{Nullable, Text};

use super::engine;
use crate::config::DatabaseUrl;
use crate::error::{Error, Result};

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

#[diesel::declare_sql_function]
extern "SQL" {
    /// Lower case in every script: what text is sorted, compared and searched by. SQLite gets it
    /// here, PostgreSQL from the kernel's first migration.
    fn fold(text: Nullable<Text>) -> Nullable<Text>;
}

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
                let mut conn = PgConnection::establish(url).map_err(unreachable)?;
                conn.batch_execute(
                    "SET TIME ZONE 'UTC'; SET lock_timeout = '10s'; SET statement_timeout = '60s';",
                )?;
                conn.batch_execute(engine::IN_USE)?;
                Ok(Conn::Pg(conn))
            }
            DatabaseUrl::Sqlite(path) => {
                let mut conn =
                    SqliteConnection::establish(&path.to_string_lossy()).map_err(unreachable)?;
                // The busy timeout comes first: changing the journal mode takes a lock itself.
                conn.batch_execute(
                    "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; \
                     PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \
                     PRAGMA cache_size = -16000; PRAGMA mmap_size = 268435456;",
                )?;
                fold_utils::register_impl(&mut conn, |text: Option<String>| {
                    text.map(|text| fold_text(&text))
                })?;
                if access == Access::Read {
                    // Only for readers: in memory the journal of a savepoint is a list that is
                    // walked from its beginning each time, which makes a large import quadratic.
                    conn.batch_execute("PRAGMA temp_store = MEMORY; PRAGMA query_only = ON")?;
                }
                Ok(Conn::Sqlite(conn))
            }
        }
    }

    /// Whether statements have to be written for SQLite.
    pub fn is_sqlite(&self) -> bool {
        matches!(self, Conn::Sqlite(_))
    }
}

/// The text as it is sorted, compared and searched: lower case, in every script.
pub(crate) fn fold_text(text: &str) -> String {
    text.to_lowercase()
}
