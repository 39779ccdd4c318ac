//! Everything about databases that modules need not know: which one is behind the URL, who may
//! write when, and how tables come into being.
//!
//! `conn` is the one connection type for both backends, `pool` the way to them: `connections` that
//! are shared, and the `writer` of SQLite; `interrupt` ends what nobody waits for; `probe` asks whether
//! the database is there at all. `clock` is the time by the database.
//! `migrations` is the schema's history, `columns` column types that both backends hold alike,
//! `engine` the statements that the kernel makes for any table, `rows` all rows of a table, as
//! backups hold them, `changed` which rows have changed since a snapshot, `files` those of SQLite and who may read them, `cells` rows of columns that are only known when they are asked for,
//! `update` an `UPDATE` that stays prepared.

mod canceller;
pub(crate) mod cells;
pub(crate) mod changed;
mod clock;
mod columns;
mod conn;
mod connections;
pub(crate) mod engine;
pub(crate) mod files;
pub(crate) mod indexes;
mod interrupt;
mod kernel_tables;
#[cfg(test)]
mod late_tests;
mod migrations;
mod notify;
#[cfg(feature = "testing")]
pub(crate) mod past;
#[cfg(feature = "testing")]
pub(crate) mod plans;
mod pool;
mod probe;
pub(crate) mod rows;
pub(crate) mod search;
mod timestamps;
mod update;
mod writer;

pub use clock::Clock;
pub use columns::{TextList, from_json, to_json};
pub(crate) use conn::fold_text;
pub use conn::{Conn, Db};
pub(crate) use interrupt::check as check_waited_for;
pub(crate) use kernel_tables::KERNEL_TABLES;
pub use migrations::{Migration, Migrations};
pub(crate) use migrations::{
    applied as applied_migrations, check as check_migrations, revert as revert_migrations,
    run as run_migrations, run_only as run_only_migrations, tables,
};
pub use notify::notify;
pub use pool::Database;
pub(crate) use pool::{MOST_EXPORTS, Share};
pub use update::{Target, Update, update};

use crate::base::error::{Error, Result};

/// A connection of its own, for what happens before there is a pool.
pub(crate) fn open(url: &crate::base::config::DatabaseUrl) -> Result<Conn> {
    Conn::open(url, conn::Access::Write)
}

/// A connection of its own for what only reads, beside a process that serves.
pub(crate) fn open_to_read(
    url: &crate::base::config::DatabaseUrl,
) -> crate::base::error::Result<Conn> {
    Conn::open(url, conn::Access::Read)
}

/// Leaves the whole of an SQLite database in its one file: what a command has written stands in the
/// write-ahead log otherwise, and a copy of the file alone would be worth nothing.
pub(crate) fn checkpoint(url: &crate::base::config::DatabaseUrl) -> Result<()> {
    let crate::base::config::DatabaseUrl::Sqlite(path) = url else { return Ok(()) };
    let mut log = path.clone().into_os_string();
    log.push("-wal");
    if std::fs::metadata(log).is_ok_and(|log| log.len() > 0) {
        Conn::reopen(url, conn::Access::Write)?.checkpoint()?;
    }
    Ok(())
}

/// Does `work` on a thread for work that blocks. Each worker of the server has hundreds of them, and
/// whoever comes here has a connection already, or leave to try one: there are always threads left.
async fn off_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    let done = actix_web::web::block(work).await;
    done.map_err(|_| Error::internal("a database thread panicked"))?
}

/// The assignments of an `UPDATE` for those fields of a struct that differ, and none for the others:
/// a column that is not written costs its indexes nothing. Every field has to be named, each by the
/// name of its column.
///
/// ```text
/// db::update(units::table.find(id))
///     .set((changed!(units: UnitFields { floor, view }, was => is), units::updated_at.eq(now)))
/// ```
#[macro_export]
macro_rules! changed {
    ($table:ident: $Fields:ident { $($field:ident),+ $(,)? }, $was:expr => $is:expr) => {{
        let was: &$Fields = $was;
        let $Fields { $($field),+ } = $is;
        ($((was.$field != $field).then(|| $table::$field.eq($field)),)+)
    }};
}

/// Deletes some `$most` of the rows of `$table` whose time `$at` is `$until` or before, the oldest
/// first; answers how many. Those of one moment go together, so that it may be a few more. The column
/// should begin an index.
#[macro_export]
macro_rules! delete_oldest {
    ($conn:expr, $table:ident, $at:ident, $until:expr, $most:expr) => {{
        let most = i64::try_from($most).unwrap_or(i64::MAX);
        let last: Option<$crate::time::Timestamp> = $table::table
            .filter($table::$at.le($until))
            .order($table::$at)
            .select($table::$at)
            .offset(most.saturating_sub(1))
            .first($conn)
            .optional()?;
        let until = last.unwrap_or($until);
        diesel::delete($table::table.filter($table::$at.le(until))).execute($conn)?
    }};
}

/// The same expression compiled once for each native backend: for what diesel's `MultiConnection`
/// cannot express, such as `ON CONFLICT` and batch inserts, and for what is asked so often that its
/// text should not be written each time.
#[macro_export]
macro_rules! on_each {
    ($conn:expr, |$native:ident| $body:expr) => {
        match $conn {
            $crate::db::Conn::Pg($native) => $body,
            $crate::db::Conn::Sqlite($native) => $body,
        }
    };
}
