//! Everything the product holds, as of one moment, in one file; and back from it into an empty
//! place.
//!
//! A backup holds rows, not a database: those of every table, read from one snapshot while others
//! write. So it can be restored on the other kind of database too, is checked as a whole before
//! anything of it is used, and takes neither indexes nor room for them along. `file` is what it
//! looks like, `images` what follows the rows, `place` where one may be restored. The statements
//! are in `db::rows`.

mod file;
mod images;
mod place;
mod progress;

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
use crate::records::media::{self, FileRow, Size, Store};
use file::{Archive, Draft};

/// What a backup says of itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Manifest {
    /// The version of the product that made it.
    pub(crate) product: String,
    /// The moment that it is of.
    pub(crate) made_at: Timestamp,
    /// The kind of database that it was made from.
    pub(crate) database: String,
    /// The versions of the migrations that its tables come from.
    migrations: Vec<String>,
    /// The tables, in the order of their rows.
    tables: Vec<Lock>,
    /// How many objects of images follow the rows.
    #[serde(default)]
    images: u64,
}

/// A table in a backup.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Lock {
    name: String,
    columns: Vec<String>,
    rows: u64,
}

impl Manifest {
    /// How many rows there are.
    pub(crate) fn rows(&self) -> u64 {
        self.tables.iter().map(|table| table.rows).sum()
    }

    /// How many images there are.
    pub(crate) fn images(&self) -> u64 {
        self.images / Size::ALL.len() as u64
    }

    /// How many tables there are.
    pub(crate) fn tables(&self) -> usize {
        self.tables.len()
    }
}

/// What has been restored.
#[derive(Debug)]
pub(crate) struct Restored {
    pub(crate) manifest: Manifest,
    /// How many migrations it took to bring it up to date.
    pub(crate) migrations: usize,
    /// How many sessions would have gone on.
    pub(crate) sessions: usize,
}

/// Writes what the database and the store hold into `path`; answers that, and the size of the file.
pub(crate) fn make(
    plan: &Plan,
    (database, store): (&DatabaseUrl, &Store),
    path: &Path,
    replace: bool,
    progress: &Progress,
) -> Result<(Manifest, u64)> {
    place::is_there(database)?;
    file::may_be_made(path, replace, database)?;
    let mut conn = db::open_to_read(database)?;
    let tables = rows::tables(&mut conn, &plan.tables())?;
    let (manifest, draft) = db::engine::snapshot(&mut conn, |conn| {
        rows::lock(conn, &tables)?;
        let files = files(conn, &tables)?;
        let manifest =
            Manifest { images: images::count(&files), ..describe(conn, plan, database, &tables)? };
        let mut draft = Draft::begin(path, &manifest)?;
        progress.begin("Writing", manifest.rows() + manifest.images);
        for (table, held) in tables.iter().zip(&manifest.tables) {
            let mut rows = 0;
            rows::each(conn, table, |row| {
                rows += 1;
                draft.row(&row)?;
                progress.went(1)
            })?;
            if rows != held.rows {
                return Err(Error::internal(format!("{} changed in a snapshot", table.name)));
            }
        }
        images::write(&files, store, &mut draft, progress)?;
        Ok((manifest, draft))
    })?;
    let size = draft.finish(replace)?;
    Ok((manifest, size))
}

/// The images that the snapshot knows; none when it is of before there were any.
fn files(conn: &mut Conn, tables: &[Table]) -> Result<Vec<FileRow>> {
    match tables.iter().any(|table| table.name == "media_files") {
        true => media::files_in_use(conn),
        false => Ok(Vec::new()),
    }
}

/// What the snapshot holds. It may have begun in the middle of a migration.
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
    if let Some(unknown) = plan.unknown(&migrations) {
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
    let held = tables.iter().map(|table| {
        let columns = table.columns.iter().map(|column| column.name.clone()).collect();
        Ok(Lock { name: table.name.clone(), columns, rows: rows::count(conn, table)? })
    });
    Ok(Manifest {
        product: env!("CARGO_PKG_VERSION").into(),
        made_at,
        tables: held.collect::<Result<_>>()?,
        migrations,
        database: database.kind().into(),
        images: 0,
    })
}

/// Brings back what the backup at `path` holds: all of it or nothing.
pub(crate) fn restore(
    plan: &Plan,
    (database, store): (&DatabaseUrl, &Store),
    path: &Path,
    progress: &Progress,
) -> Result<Restored> {
    let archive = Archive::open(path, progress)?;
    let manifest = archive.manifest.clone();
    if let Some(unknown) = plan.unknown(&manifest.migrations) {
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
        DatabaseUrl::Sqlite(to) => place::new_file(to, fill),
        DatabaseUrl::Postgres(_) => place::empty_database(plan, database, fill),
    };
    if filled.is_err() {
        images::take_back(store, &stored);
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

/// Fills an empty database: the tables as they were then, their rows, and what has been changed of
/// tables since. Answers how many migrations that took, and how many sessions have been ended.
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
    let wanted = manifest.tables.iter().map(|held| held.found(&tables));
    let wanted: Vec<(&Table, u64)> = wanted.collect::<Result<_>>()?;
    progress.begin("Restoring", manifest.rows() + manifest.images);
    rows::load(conn, &tables, |conn| {
        // What the migrations themselves wrote is in the backup too.
        tables.iter().try_for_each(|table| rows::clear(conn, table))?;
        let mut lines = archive.rows()?;
        for (table, rows) in wanted {
            let mut left = rows;
            while left > 0 {
                let (batch, taken) = lines.batch(left)?;
                rows::insert(conn, table, &batch)?;
                left -= taken;
                progress.went(taken)?;
            }
            let there = rows::count(conn, table)?;
            if there != rows {
                return Err(Error::internal(format!(
                    "{there} rows are in {} instead of {rows}",
                    table.name
                )));
            }
        }
        images::read(&mut lines, manifest.images, store, stored, progress)?;
        lines.end()
    })?;
    progress.begin("Preparing searches", 0);
    let migrations = bring_up_to_date(plan, conn)?;
    media::drop_unused(conn)?;
    // The rows came after the tables, so that there may have been nothing to learn of until now.
    db::engine::analyze(conn)?;
    let sessions = auth::begin_anew(conn, Timestamp::now())?;
    rows::check(conn)?;
    Ok((migrations, sessions))
}

impl Lock {
    /// The table that the rows are for. Its columns may come in another order.
    fn found<'a>(&self, tables: &'a [Table]) -> Result<(&'a Table, u64)> {
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
