//! Brings a database up to date with what the modules declare.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

use crate::base::config::{Config, DatabaseUrl};
use crate::base::error::{Error, Result};
use crate::db::{self, Conn};
use crate::engine::list::Compared;
use crate::product::plan::Plan;
use crate::records::RegisteredResource;

/// Brings the database up to date; answers how many migrations that took.
pub(crate) fn migrate_database(plan: &Plan, config: &Config) -> Result<usize> {
    if let DatabaseUrl::Sqlite(path) = &config.database {
        make_folder_of(path)?;
        db::files::narrow(path);
    }
    bring_up_to_date(plan, &mut db::open(&config.database)?)
}

/// Makes the folder that a file will be in, for nobody but its owner, unless it is there; answers
/// which it is.
pub(crate) fn make_folder_of(file: &Path) -> Result<&Path> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let mut private = DirBuilder::new();
    private
        .recursive(true)
        .mode(0o700)
        .create(folder)
        .map_err(|error| Error::startup(format!("{} cannot be made: {error}", folder.display())))?;
    Ok(folder)
}

/// Brings the database behind a connection up to date; answers how many migrations that took.
pub(crate) fn bring_up_to_date(plan: &Plan, conn: &mut Conn) -> Result<usize> {
    let applied = db::run_migrations(conn, &plan.migrations())?;
    let searched = |entry: &RegisteredResource| -> Vec<String> {
        let columns = entry.fields.iter().filter_map(|field| field.looked_into.as_ref());
        columns.map(Compared::bare).collect()
    };
    let tables: Vec<_> =
        plan.records.all().iter().map(|entry| (entry.info().table, searched(entry))).collect();
    db::search::prepare(conn, &tables)?;
    db::changed::prepare(conn, &plan.catalog.read_tables())?;
    // PostgreSQL goes on looking by itself, SQLite only when it is asked.
    if applied > 0 || conn.is_sqlite() {
        db::engine::analyze(conn)?;
    }
    Ok(applied)
}
