//! Migrates a database to the schema that the modules declare.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

use crate::base::config::{Config, DatabaseUrl};
use crate::base::error::{Error, Result};
use crate::db::list_indexes::ListIndex;
use crate::db::{self, Conn};
use crate::engine::list::field_and_direction;
use crate::product::outline::Outline;
use crate::product::plan::Plan;
use crate::product::tables;
use crate::records::resource::Info;

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
    // A column in a trigger or an index of ours could not be dropped.
    if db::drops_column(conn, &plan.migrations())? {
        drop_derived_indexes(plan, conn)?;
    }
    let applied = db::run_migrations(conn, &plan.migrations())?;
    tables::check(conn, &plan.records, &plan.catalog)?;
    let indexes = list_indexes(conn, plan)?;
    let created = db::list_indexes::prepare(conn, &indexes)?;
    let tables = searched(plan);
    let searched = db::search::prepare(conn, &tables)?;
    db::search_later::prepare(conn, &tables)?;
    let mut cached: BTreeSet<&str> = indexes.keys().map(String::as_str).collect();
    cached.extend(plan.catalog.needs().iter().map(|need| need.table));
    db::changed::prepare(conn, &cached)?;
    // PostgreSQL refreshes planner statistics by itself (autovacuum), SQLite only on request; neither
    // has any of a new expression.
    if applied + created + searched > 0 || conn.is_sqlite() {
        db::statements::analyze(conn)?;
    }
    Outline::of(plan).install(conn)?;
    Ok(applied)
}

/// Drops the indexes that follow from the fields of resources: migrations do not know them.
pub(crate) fn drop_derived_indexes(plan: &Plan, conn: &mut Conn) -> Result<()> {
    let none = list_indexes(conn, plan)?.into_keys().map(|table| (table, Vec::new()));
    db::list_indexes::prepare(conn, &none.collect())?;
    let none: Vec<_> = searched(plan).into_iter().map(|(table, _)| (table, Vec::new())).collect();
    db::search::prepare(conn, &none).map(drop)
}

/// Returns the columns of each table that searches look into.
fn searched(plan: &Plan) -> Vec<(&'static str, Vec<String>)> {
    let all = plan.records.all().iter();
    all.map(|entry| {
        let columns = entry.fields.iter().filter(|field| field.is_looked_into());
        (entry.info().table, columns.map(|one| one.column.to_owned()).collect())
    })
    .collect()
}

/// Returns the indexes that the kernel keeps, by table, for all tables that lists read: of the default order of
/// each resource, of a key that is one field, and of references. A resource whose identifier is not the primary
/// key of its table, which memory never answers, has one for each field.
fn list_indexes(conn: &mut Conn, plan: &Plan) -> Result<BTreeMap<String, Vec<ListIndex>>> {
    let mut tables = BTreeMap::<String, Vec<ListIndex>>::new();
    for entry in plan.records.all() {
        let Info { table, references, sort, key, id, .. } = entry.info();
        let default = field_and_direction(sort).0;
        let key = match key {
            [(pointer, _)] => pointer.strip_prefix('/'),
            _ => None,
        };
        let primary = db::changed::key_of(conn, table)?;
        let identifier = entry.fields.iter().find(|field| field.name == *id);
        let in_memory = primary
            .zip(identifier)
            .is_some_and(|(primary, identifier)| identifier.found_by.1.expression == primary.name);
        let referring = references.iter().filter(|one| one.table.is_empty());
        let mut wanted: Vec<_> =
            referring.map(|one| ((*table).to_owned(), ListIndex::exact(one.column))).collect();
        for field in &entry.fields {
            if field.name == default || !in_memory {
                wanted.push(field.ordered_by.clone());
            }
            if key == Some(field.name) || !in_memory {
                wanted.push(field.found_by.clone());
            }
            tables.entry(field.ordered_by.0.clone()).or_default();
        }
        for (table, mut index) in wanted {
            let indexes = tables.entry(table).or_default();
            if indexes.iter().any(|one| one.expression == index.expression) {
                continue;
            }
            if indexes.iter().any(|one| one.name == index.name) {
                index.name.push_str("_too");
            }
            indexes.push(index);
        }
    }
    Ok(tables)
}
