//! Writes all data of the product, from one snapshot, into one file, and restores it into an empty
//! database and store.
//!
//! A backup contains rows, not a database file: the rows of every table, read from one snapshot
//! while other requests write. It can therefore be restored on the other kind of database, is
//! verified as a whole before anything is restored, and contains no indexes. A copy of SQLite's file
//! would be made faster, but is many times as large, has no checksum that reveals a changed text, and
//! is of no use to PostgreSQL. `file` is its format, `images` the objects after the rows, `target` the
//! checks of the target. The statements are in `db::rows`.

mod file;
mod images;
mod progress;
mod target;

use std::path::Path;

use serde::{Deserialize, Serialize};

pub(crate) use progress::Progress;

use crate::auth;
use crate::base::config::DatabaseUrl;
use crate::base::error::{Error, Result};
use crate::base::time::Timestamp;
use crate::db::rows::{self, Table};
use crate::db::{self, Conn};
use crate::product::migrate::bring_up_to_date;
use crate::product::plan::Plan;
use crate::records::actor::Actor;
use crate::records::audit::{self, Action, Event};
use crate::records::media::{self, FileRow, Size, Store};
use crate::records::sealing;
use file::{Archive, Draft};

/// The description of a backup.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Manifest {
    /// The version of the product that wrote it.
    pub(crate) product: String,
    /// The time of the snapshot.
    pub(crate) made_at: Timestamp,
    /// The kind of database that it was made from.
    pub(crate) database: String,
    /// The versions of the migrations of its tables.
    migrations: Vec<String>,
    /// The tables, in the order of their rows.
    tables: Vec<BackupTable>,
    /// The number of image objects after the rows.
    #[serde(default)]
    images: u64,
    /// The number of attached files among them.
    #[serde(default)]
    files: u64,
}

/// A table in a backup.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct BackupTable {
    name: String,
    columns: Vec<String>,
    rows: u64,
}

impl Manifest {
    /// The number of rows.
    pub(crate) fn rows(&self) -> u64 {
        self.tables.iter().map(|table| table.rows).sum()
    }

    /// The number of images.
    pub(crate) fn images(&self) -> u64 {
        self.images / Size::ALL.len() as u64
    }

    /// The number of attached files.
    pub(crate) fn files(&self) -> u64 {
        self.files
    }

    /// The number of objects after the rows.
    fn objects(&self) -> u64 {
        self.images + self.files
    }

    /// The number of tables.
    pub(crate) fn tables(&self) -> usize {
        self.tables.len()
    }
}

/// The result of a restore.
#[derive(Debug)]
pub(crate) struct Restored {
    pub(crate) manifest: Manifest,
    /// The number of migrations that were applied afterwards.
    pub(crate) migrations: usize,
    /// The number of sessions that were open at the time of the backup, and have been ended.
    pub(crate) sessions: usize,
}

/// Writes a backup of the database and the store to `path`. Returns its manifest and its size in
/// bytes.
pub(crate) fn make(
    plan: &Plan,
    (database, store): (&DatabaseUrl, &Store),
    path: &Path,
    replace: bool,
    progress: &Progress,
) -> Result<(Manifest, u64)> {
    database.check_exists()?;
    file::check_path(path, replace, database)?;
    let mut conn = db::open_to_read(database)?;
    let tables = rows::tables(&mut conn, &plan.tables())?;
    let (manifest, draft) = db::statements::snapshot(&mut conn, |conn| {
        rows::lock(conn, &tables)?;
        let files = files(conn, &tables)?;
        let (images, of_records) = images::count(&files);
        let described = describe(conn, plan, database, &tables)?;
        let manifest = Manifest { images, files: of_records, ..described };
        let mut draft = Draft::begin(path, &manifest)?;
        progress.begin("Writing", manifest.rows() + manifest.objects());
        for (table, expected) in tables.iter().zip(&manifest.tables) {
            let mut rows = 0;
            rows::each(conn, table, |row| {
                rows += 1;
                draft.row(&row)?;
                progress.advance(1)
            })?;
            if rows != expected.rows {
                return Err(Error::internal(format!("{} changed in a snapshot", table.name)));
            }
        }
        images::write(&files, store, &mut draft, progress)?;
        Ok((manifest, draft))
    })?;
    let size = draft.finish(replace)?;
    Ok((manifest, size))
}

/// Returns the images and attached files in the snapshot; none when it is older than their tables.
fn files(conn: &mut Conn, tables: &[Table]) -> Result<Vec<FileRow>> {
    let has = |name: &str| tables.iter().any(|table| table.name == name);
    match has("media_files") {
        true => media::files_in_use(conn, has("record_files")),
        false => Ok(Vec::new()),
    }
}

/// Describes the snapshot.
///
/// # Errors
/// A startup error for a database of a newer version, or one that is being migrated.
fn describe(
    conn: &mut Conn,
    plan: &Plan,
    database: &DatabaseUrl,
    tables: &[Table],
) -> Result<Manifest> {
    let migrations = db::applied_migrations(conn)?;
    if migrations.is_empty() {
        return Err(Error::startup(format!("{database} is no database of Mizan")));
    }
    if let Some(unknown) = plan.unknown(&migrations).next() {
        return Err(Error::startup(format!(
            "A newer Mizan has brought {database} up to date (migration {unknown}), and this one \
             ({}) does not know all that it holds. Make the backup with the newer one.",
            env!("CARGO_PKG_VERSION")
        )));
    }
    if rows::tables(conn, &plan.tables())? != tables {
        return Err(Error::startup(
            "The database was being brought up to date at this moment. Try again shortly.",
        ));
    }
    let made_at = Timestamp::now();
    let described = tables.iter().map(|table| {
        let columns = table.columns.iter().map(|column| column.name.clone()).collect();
        Ok(BackupTable { name: table.name.clone(), columns, rows: rows::count(conn, table)? })
    });
    Ok(Manifest {
        product: env!("CARGO_PKG_VERSION").into(),
        made_at,
        tables: described.collect::<Result<_>>()?,
        migrations,
        database: database.kind().into(),
        images: 0,
        files: 0,
    })
}

/// Records as an audit event that a backup was made, which holds everything. A database of an older
/// version has no audit.
pub(crate) fn record(database: &DatabaseUrl, manifest: &Manifest) -> Result<()> {
    let mut conn = db::open(database)?;
    if !audit::is_there(&mut conn)? {
        return Ok(());
    }
    let made = Event::new(Action::BackupMade, "database").by(&Actor::operator());
    let made = made.because(format!("{} rows", manifest.rows()));
    diesel::Connection::transaction(&mut conn, |conn| audit::record(conn, made))
}

/// Restores the backup at `path`: all of it or nothing.
pub(crate) fn restore(
    plan: &Plan,
    (database, store): (&DatabaseUrl, &Store),
    path: &Path,
    progress: &Progress,
) -> Result<Restored> {
    let archive = Archive::open(path, progress)?;
    let manifest = archive.manifest.clone();
    if let Some(unknown) = plan.unknown(&manifest.migrations).next() {
        return Err(Error::startup(format!(
            "{} was made by Mizan {}, and this is {}, which does not know all that it holds \
             (migration {unknown}). Restore it with that version or a newer one.",
            path.display(),
            manifest.product,
            env!("CARGO_PKG_VERSION")
        )));
    }
    let mut stored = Vec::new();
    let fill = |conn: &mut Conn| fill(conn, plan, archive, (store, &mut stored), progress);
    let filled = match database {
        DatabaseUrl::Sqlite(to) => target::new_file(to, fill),
        DatabaseUrl::Postgres(_) => target::empty_database(plan, database, fill),
    };
    if filled.is_err() {
        images::delete_stored(store, &stored);
    }
    let (migrations, sessions) = filled.map_err(|error| match error {
        Error::DiskFull => Error::startup(format!(
            "{database} cannot be written: there is no room left, or the disk fails. Nothing has \
             been restored"
        )),
        other => other,
    })?;
    Ok(Restored { manifest, migrations, sessions })
}

/// Fills an empty database: creates the tables of the backup's version, inserts its rows, and
/// applies later migrations. Returns the number of migrations, and of sessions that have been
/// ended.
fn fill(
    conn: &mut Conn,
    plan: &Plan,
    archive: Archive,
    (store, stored): (&Store, &mut Vec<String>),
    progress: &Progress,
) -> Result<(usize, usize)> {
    let manifest = archive.manifest.clone();
    rows::hasten(conn)?;
    db::run_only_migrations(conn, &plan.migrations(), &manifest.migrations)?;
    let tables = rows::tables(conn, &plan.tables())?;
    let wanted = manifest.tables.iter().map(|table| table.find(&tables));
    let wanted: Vec<(&Table, u64)> = wanted.collect::<Result<_>>()?;
    progress.begin("Restoring", manifest.rows() + manifest.objects());
    rows::load(conn, &tables, |conn| {
        // Rows that migrations insert are in the backup too.
        tables.iter().try_for_each(|table| rows::clear(conn, table))?;
        let mut lines = archive.rows()?;
        for (table, rows) in wanted {
            let mut left = rows;
            while left > 0 {
                let (batch, taken) = lines.batch(left)?;
                rows::insert(conn, table, &batch)?;
                left -= taken;
                progress.advance(taken)?;
            }
            let there = rows::count(conn, table)?;
            if there != rows {
                return Err(Error::internal(format!(
                    "{there} rows are in {} instead of {rows}",
                    table.name
                )));
            }
        }
        images::read(&mut lines, manifest.objects(), store, stored, progress)?;
        lines.end()
    })?;
    progress.begin("Preparing searches", 0);
    let migrations = bring_up_to_date(plan, conn)?;
    media::drop_unused(conn)?;
    // The tables were empty until now, so that there were no statistics to collect.
    db::statements::analyze(conn)?;
    let sessions = auth::revoke_all(conn, Timestamp::now())?;
    sealing::continue_numbers(conn)?;
    let restored = Event::new(Action::BackupRestored, "database").by(&Actor::operator());
    audit::record(conn, restored.because(format!("As of {}", manifest.made_at)))?;
    rows::check(conn)?;
    Ok((migrations, sessions))
}

impl BackupTable {
    /// Finds the table that the rows belong to. Its columns may be in another order.
    fn find<'a>(&self, tables: &'a [Table]) -> Result<(&'a Table, u64)> {
        let table = tables.iter().find(|table| {
            let mut columns = table.columns.iter();
            table.name == self.name
                && columns.len() == self.columns.len()
                && columns.all(|column| self.columns.contains(&column.name))
        });
        let table = table.ok_or_else(|| {
            Error::startup(format!("There is no table {} here with the same columns", self.name))
        })?;
        Ok((table, self.rows))
    }
}
