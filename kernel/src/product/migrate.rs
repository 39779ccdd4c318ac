//! Migrates a database to the schema that the modules declare.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

use crate::base::config::{Config, DatabaseUrl};
use crate::base::error::{Error, Result};
use crate::db::{self, Conn};
use crate::engine::list::Compared;
use crate::product::plan::Plan;
use crate::records::RegisteredResource;

/// Migrates the database. Returns how many migrations were applied.
pub(crate) fn migrate_database(plan: &Plan, config: &Config) -> Result<usize> {
    if let DatabaseUrl::Sqlite(path) = &config.database {
        make_folder_of(path)?;
        db::files::narrow(path);
    }
    bring_up_to_date(plan, &mut db::open(&config.database)?)
}

/// Creates the folder of a file, accessible to its owner only, unless it exists. Returns the
/// folder.
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

/// Migrates the database of a connection. Returns how many migrations were applied.
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
    // PostgreSQL refreshes planner statistics by itself (autovacuum), SQLite only on request.
    if applied > 0 || conn.is_sqlite() {
        db::engine::analyze(conn)?;
    }
    Ok(applied)
}
