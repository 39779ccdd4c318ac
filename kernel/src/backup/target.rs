//! Checks the target of a restore: it must be empty, and no process may use it.

use std::path::Path;

use diesel::Connection;
use tempfile::NamedTempFile;

use super::file;
use crate::auth::SIGNING_KEYS;
use crate::base::config::DatabaseUrl;
use crate::base::error::{Error, Result};
use crate::db::{self, Conn, rows};
use crate::product::migrate::drop_derived_indexes;
use crate::product::migrate::make_folder_of;
use crate::product::outline::Outline;
use crate::product::plan::Plan;

/// Creates an SQLite database with `fill` in a temporary file next to `path`, and renames it when
/// it is complete. An existing file is never replaced: a process may be serving it.
pub(super) fn new_file<T>(path: &Path, fill: impl FnOnce(&mut Conn) -> Result<T>) -> Result<T> {
    check_free(path)?;
    let folder = make_folder_of(path)?;
    let unmade = |error: std::io::Error| {
        Error::startup(format!("{} cannot be made: {error}", path.display()))
    };
    // The temporary files of SQLite are deleted with this folder.
    let scratch = tempfile::Builder::new().prefix(".mizan-restore-").tempdir_in(folder);
    let scratch = scratch.map_err(unmade)?;
    let made = NamedTempFile::new_in(&scratch).map_err(unmade)?;
    let mut conn = db::open(&DatabaseUrl::Sqlite(made.path().to_owned()))?;
    let filled = fill(&mut conn).map_err(|error| match error {
        // SQLite has rolled back by itself, as it does when it cannot write.
        Error::Internal(what) if what.contains("cannot rollback") => Error::DiskFull,
        other => other,
    })?;
    drop(conn);
    made.as_file().sync_all().map_err(unmade)?;
    check_free(path)?;
    file::persist(made, path, false)?;
    Ok(filled)
}

/// Checks that `path` is check_free of a database and of the side files of one: SQLite would apply a
/// foreign write-ahead log to the new database.
fn check_free(path: &Path) -> Result<()> {
    let Some(there) = db::files::of(path).into_iter().find(|file| file.symlink_metadata().is_ok())
    else {
        return Ok(());
    };
    let shown = there.display();
    Err(Error::startup(if there == path {
        format!(
            "There is a database at {shown} already, and a restore never replaces one. Stop what \
             serves it and move it away (with its -wal and -shm files), or name another place with \
             MIZAN_DATABASE_URL"
        )
    } else {
        format!("{shown} is left of another database. Move it to where that database is, or away")
    }))
}

/// Fills an empty PostgreSQL database with `fill`, in one transaction.
pub(super) fn empty_database<T>(
    plan: &Plan,
    database: &DatabaseUrl,
    fill: impl FnOnce(&mut Conn) -> Result<T>,
) -> Result<T> {
    let mut conn = db::open(database)?;
    conn.transaction(|conn| {
        let alone = db::statements::alone(conn)?;
        let tables = rows::tables(conn, &plan.tables())?;
        if alone {
            rows::seize(conn, &tables)?;
        }
        // A first start has written these.
        let written = [SIGNING_KEYS, Outline::TABLE];
        for table in tables.iter().filter(|table| !written.contains(&table.name.as_str())) {
            if rows::any(conn, table)? {
                return Err(Error::startup(format!(
                    "{database} is not empty: there are rows in {}. A restore never replaces what \
                     is there: make an empty database (createdb) and name it with \
                     MIZAN_DATABASE_URL",
                    table.name
                )));
            }
        }
        if !alone {
            return Err(Error::startup(format!(
                "A process of Mizan uses {database}. Stop it first: it would not know of what is \
                 restored",
            )));
        }
        // The tables of a first start may have another version than those of the backup.
        if !tables.is_empty() {
            drop_derived_indexes(plan, conn)?;
            db::step(conn, &plan.migrations(), db::Step::RevertAll)?;
        }
        fill(conn)
    })
}
