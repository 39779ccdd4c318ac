//! The SQL of the history.

use diesel::prelude::*;

use crate::db::Conn;
use crate::error::Result;
use crate::id::Id;
use crate::on_each;
use crate::time::Timestamp;

diesel::table! {
    changes (resource, record_id, version) {
        resource -> Text,
        record_id -> Text,
        version -> Integer,
        action -> Text,
        at -> Timestamp,
        actor_id -> Text,
        actor_name -> Text,
        request_id -> Nullable<Text>,
        before -> Nullable<Text>,
        after -> Nullable<Text>,
    }
}

// What is missing is written as missing, so that the statement is one and stays prepared.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = changes, treat_none_as_default_value = false)]
pub(super) struct ChangeRow {
    pub(super) resource: String,
    pub(super) record_id: Id,
    pub(super) version: i32,
    pub(super) action: String,
    pub(super) at: Timestamp,
    pub(super) actor_id: Id,
    pub(super) actor_name: String,
    pub(super) request_id: Option<String>,
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
}

pub(super) fn insert(conn: &mut Conn, row: &ChangeRow) -> Result<()> {
    on_each!(conn, |conn| diesel::insert_into(changes::table).values(row).execute(conn))?;
    Ok(())
}

/// How many rows are inserted by one statement: with ten values each, fewer than either database
/// takes at once.
const BATCH: usize = 1000;

pub(super) fn insert_many(conn: &mut Conn, rows: &[ChangeRow]) -> Result<()> {
    for batch in rows.chunks(BATCH) {
        on_each!(conn, |conn| diesel::insert_into(changes::table).values(batch).execute(conn))?;
    }
    Ok(())
}

/// The number of the latest version; 0 when there is none. One look into the primary key.
pub(super) fn latest(conn: &mut Conn, resource: &str, record: &Id) -> Result<i32> {
    let latest = changes::table
        .filter(changes::resource.eq(resource).and(changes::record_id.eq(record)))
        .order(changes::version.desc())
        .select(changes::version);
    let latest: Option<i32> = on_each!(conn, |conn| latest.first(conn).optional())?;
    Ok(latest.unwrap_or_default())
}

pub(super) fn version(
    conn: &mut Conn,
    resource: &str,
    record: &Id,
    version: i32,
) -> Result<Option<ChangeRow>> {
    let found = changes::table
        .find((resource, record, version))
        .select(ChangeRow::as_select())
        .first(conn)
        .optional()?;
    Ok(found)
}

/// One page of the versions of a record, the newest first: a range of the primary key.
pub(super) fn page(
    conn: &mut Conn,
    resource: &str,
    record: &Id,
    limit: i64,
    offset: i64,
) -> Result<Vec<ChangeRow>> {
    let rows = changes::table
        .filter(changes::resource.eq(resource).and(changes::record_id.eq(record)))
        .order(changes::version.desc())
        .limit(limit)
        .offset(offset)
        .select(ChangeRow::as_select())
        .load(conn)?;
    Ok(rows)
}

/// The versions of these records that were noted at `at` or later, those of each in their order:
/// for each record a range of the primary key.
pub(super) fn since(
    conn: &mut Conn,
    resource: &str,
    records: &[Id],
    at: Timestamp,
) -> Result<Vec<ChangeRow>> {
    let rows = changes::table
        .filter(changes::resource.eq(resource).and(changes::record_id.eq_any(records)))
        .filter(changes::at.ge(at))
        .order((changes::record_id, changes::version))
        .select(ChangeRow::as_select())
        .load(conn)?;
    Ok(rows)
}

/// Writes a version anew, for tests.
#[cfg(feature = "testing")]
pub(super) fn replace(conn: &mut Conn, row: &ChangeRow) -> Result<()> {
    diesel::update(changes::table.find((&row.resource, &row.record_id, row.version)))
        .set((changes::at.eq(row.at), changes::after.eq(&row.after)))
        .execute(conn)?;
    Ok(())
}
