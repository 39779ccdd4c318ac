//! Everything about databases that modules need not know: which one the URL names, which connection
//! a request gets, and how tables are created.
//!
//! `conn` is the connection type for both backends, `pool` hands connections out to `work`: the shared
//! `connections`, by length of the reads in `read_pools`, those of `replicas`, and the `writer` of SQLite.
//! `pace` bounds queues; `interrupt` ends abandoned work, with the `canceller` of PostgreSQL; `health` checks
//! whether the database answers; `clock` is the time by the database.
//!
//! `migrations` holds the versions of the schema, whose texts `migration_text` reads, `text_list` and `timestamps` column types that both
//! backends store alike, `statements` the statements that the kernel builds for any table, `prepared` and
//! `update` statements that stay prepared, `run` those of diesel, `insert_rows` many rows at once, `record_keys` the search for records by
//! their keys, `record_creators` who made a record, `search` the index behind searches, `search_later` and `left_out` what adds many rows to it, `list_indexes` those
//! of lists, `rows` all rows of a table for backups, `cells` rows whose columns are known only at run time, `changed` which rows have
//! changed since a snapshot, `notify` commit notifications, `files` the files of SQLite and their
//! permissions.

mod canceller;
pub(crate) mod cells;
pub(crate) mod changed;
mod clock;
mod conn;
mod connections;
pub(crate) mod files;
mod health;
pub(crate) mod indexes;
mod insert_rows;
mod interrupt;
#[cfg(test)]
pub(crate) mod late_tests;
mod left_out;
pub(crate) mod list_indexes;
mod migration_text;
mod migrations;
mod notify;
mod pace;
#[cfg(feature = "testing")]
pub(crate) mod past;
#[cfg(feature = "testing")]
pub(crate) mod plans;
mod pool;
pub(crate) mod prepared;
mod read_pools;
pub(crate) mod record_creators;
pub(crate) mod record_keys;
mod replicas;
pub(crate) mod rows;
mod run;
pub(crate) mod search;
pub(crate) mod search_later;
pub(crate) mod statements;
mod text_list;
pub(crate) mod timestamps;
mod update;
mod work;
mod writer;

pub use clock::Clock;
#[doc(hidden)]
pub use include_dir;

diesel::define_sql_function! {
    /// Case folding in every script, as in unique indexes.
    fn fold(text: diesel::sql_types::Text) -> diesel::sql_types::Text;
}

pub(crate) use conn::fold_text;
pub use conn::{Conn, Db};
pub(crate) use connections::BUSY;
pub use insert_rows::{ColumnValues, execute_with_rows, insert_rows};
pub(crate) use interrupt::check as check_waited_for;
pub(crate) use migrations::{
    KERNEL_TABLES, Pending, Step, applied as applied_migrations, check as check_migrations,
    drops_column, in_order as migrations_in_order, pending as pending_migrations,
    run as run_migrations, run_only as run_only_migrations, step, tables,
};
pub use migrations::{Migration, Migrations};
pub use notify::notify;
pub use pool::Database;
pub(crate) use read_pools::{MOST_EXPORTS, Share};
pub(crate) use replicas::ReplicaReads;
pub(crate) use run::Run;
pub use text_list::{TextEnum, TextList};
pub use update::{Target, Update, update};
pub use work::WorkOf;

use crate::base::error::{Error, Result};

/// Opens a connection outside the pool, for commands and the start of the process.
pub(crate) fn open(url: &crate::base::config::DatabaseUrl) -> Result<Conn> {
    Conn::open(url, conn::Access::Write)
}

/// Opens a read-only connection outside the pool, next to a serving process.
pub(crate) fn open_to_read(
    url: &crate::base::config::DatabaseUrl,
) -> crate::base::error::Result<Conn> {
    Conn::open(url, conn::Access::Read)
}

/// Checkpoints an SQLite database into its one file: otherwise the rows that a command wrote stay
/// in the WAL, and a copy of the file alone would be worthless.
pub(crate) fn checkpoint(url: &crate::base::config::DatabaseUrl) -> Result<()> {
    let crate::base::config::DatabaseUrl::Sqlite(path) = url else { return Ok(()) };
    let mut log = path.clone().into_os_string();
    log.push("-wal");
    if std::fs::metadata(log).is_ok_and(|log| log.len() > 0) {
        Conn::reopen(url, conn::Access::Write)?.checkpoint()?;
    }
    Ok(())
}

/// Runs `work` on a blocking thread. Each worker of the server has hundreds of them, and every
/// caller already holds a connection or an attempt to open one: there are always threads left.
async fn off_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    let done = actix_web::web::block(work).await;
    done.map_err(|_| Error::internal("a database thread panicked"))?
}

/// Compiles the same expression for each native backend: for what diesel's `MultiConnection` cannot
/// express, such as `ON CONFLICT` and batch inserts, and for frequent queries whose SQL should not
/// be built each time.
#[macro_export]
macro_rules! on_each {
    ($conn:expr, |$native:ident| $body:expr) => {
        match $conn {
            $crate::db::Conn::Pg($native) => $body,
            $crate::db::Conn::Sqlite($native) => $body,
        }
    };
}
