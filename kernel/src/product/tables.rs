//! Checks, when the database is open, that its tables have what the modules declare: the columns that a
//! resource reads, those of keys, unique constraints and references, their indexes, and what the explorer
//! reads.

use std::collections::HashMap;

use text::suggestions::{did_you_mean, with_full_stop};

use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::db::indexes::{self, CreatedIndex};
use crate::engine::list::ComputedField;
use crate::explore::Catalog;
use crate::records::Records;
use crate::records::resource::{Info, Registration, Unique};

/// Checks the tables of all resources, and the expressions of the explorer.
///
/// # Errors
/// A startup error that names the resource or the declaration, and what the database lacks.
pub(crate) fn check(conn: &mut Conn, records: &Records, catalog: &Catalog) -> Result<()> {
    let columns = indexes::columns(conn)?;
    let indexes = indexes::created(conn)?;
    for resource in records.all() {
        let info = resource.info();
        check_row(conn, &resource.registration)?;
        check_columns(info, &columns)?;
        for field in resource.computed_fields() {
            check_computed(info, field, &columns)?;
        }
        for unique in info.unique {
            check_index(info, unique, &indexes)?;
        }
    }
    catalog.check_expressions(conn)
}

/// Reads a record that is not there, so that a column that the database has not is found before any
/// request is.
fn check_row(conn: &mut Conn, registration: &Registration) -> Result<()> {
    match registration.read.find(conn, &Id::new()) {
        Ok(_) | Err(Error::NotFound) => Ok(()),
        Err(error) => {
            let Info { name, table, .. } = registration.info;
            Err(Error::startup(format!(
                "Resource {name}: the table {table} is not as the module reads it ({error}). Give \
                 the table what is missing by a migration, or take it out of `diesel::table!`."
            )))
        }
    }
}

/// Checks the columns that the declaration of a resource names.
fn check_columns(info: &Info, columns: &HashMap<String, Vec<String>>) -> Result<()> {
    let known = |what: &str, table: &str, column: &str| {
        let wrong = match columns.get(table) {
            Some(known) if known.iter().any(|one| one == column) => return Ok(()),
            Some(known) => {
                let meant = did_you_mean(column, known.iter().map(String::as_str));
                format!("the column `{column}`, which the table {table} does not have{meant}")
            }
            None => format!("the column `{column}` of the table {table}, which does not exist"),
        };
        let wrong = with_full_stop(format!("{what} names {wrong}"));
        Err(Error::startup(format!("Resource {}: {wrong}", info.name)))
    };
    for (_, column) in info.key {
        known("its key", info.table, column)?;
    }
    for unique in info.unique {
        for (_, column) in unique.on {
            known(&format!("its unique index `{}`", unique.index), info.table, column)?;
        }
    }
    for reference in info.references {
        let table = if reference.table.is_empty() { info.table } else { reference.table };
        known(&format!("its reference `{}`", reference.view), table, reference.column)?;
    }
    Ok(())
}

/// Checks the columns that a field is computed from.
fn check_computed(
    info: &Info,
    field: &ComputedField,
    columns: &HashMap<String, Vec<String>>,
) -> Result<()> {
    let is_there = |(table, column): &(&str, &str)| {
        columns.get(*table).is_some_and(|known| known.iter().any(|one| one == column))
    };
    match field.columns().iter().find(|one| !is_there(one)) {
        None => Ok(()),
        Some((table, column)) => Err(Error::startup(format!(
            "Resource {}: its computed field `{}` names the column {table}.{column}, which does not \
             exist.",
            info.name, field.name
        ))),
    }
}

/// Checks that a unique constraint is a unique index of the table, on its columns.
fn check_index(info: &Info, unique: &Unique, indexes: &[CreatedIndex]) -> Result<()> {
    let Unique { index, on, .. } = unique;
    let columns: Vec<&str> = on.iter().map(|(_, column)| *column).collect();
    let is = |one: &&CreatedIndex| one.name == *index && one.on_table == info.table;
    let wrong = match indexes.iter().find(is) {
        None => format!("the table {} has no index `{index}`", info.table),
        Some(found) if !found.is_unique() => format!("the index `{index}` is not unique"),
        Some(found) if !found.is_on(&columns) => {
            format!("the index `{index}` has other columns than {}", columns.join(", "))
        }
        Some(_) => return Ok(()),
    };
    Err(Error::startup(format!(
        "Resource {}: {wrong}. Create a unique index of that name on these columns by a migration, or \
         take it out of `unique`.",
        info.name
    )))
}
