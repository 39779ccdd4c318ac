//! The SQL of the audit trail. `inserted` writes its rows, `numbered` holds the SQL of numbers and hashes,
//! `listed` that of the list of all changes.

mod inserted;
pub(crate) mod listed;
pub(crate) mod numbered;

use std::collections::HashMap;

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{self, BigInt, Integer, Text};

use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::db::prepared::{self, Value};
use crate::on_each;
use crate::records::chain::{self, SealedTable};
pub(crate) use inserted::insert;

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
        // The order in which the rows were written, for seals.
        number -> BigInt,
        // Of all columns but the number and `changed`, which follows from the others.
        hash -> Nullable<Binary>,
        // The names of the fields that differ, in lower case, each between spaces.
        changed -> Text,
    }
}

diesel::table! {
    imports (id) {
        id -> Text,
        started_at -> Timestamp,
    }
}
diesel::table! {
    import_steps (import_id, position) {
        import_id -> Text,
        position -> BigInt,
        resource -> Text,
        record_id -> Text,
        version -> Integer,
    }
}

diesel::allow_tables_to_appear_in_same_query!(imports, import_steps);

/// A revision that an import has written.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = import_steps)]
pub(crate) struct StepRow {
    pub(crate) import_id: Id,
    pub(crate) position: i64,
    pub(crate) resource: String,
    pub(crate) record_id: Id,
    pub(crate) version: i32,
}

// Missing values are written as NULL, so that there is one statement and it stays prepared.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = changes, treat_none_as_default_value = false)]
pub(crate) struct RevisionRow {
    pub(crate) resource: String,
    pub(crate) record_id: Id,
    pub(crate) version: i32,
    pub(crate) action: String,
    pub(crate) at: Timestamp,
    pub(crate) actor_id: Id,
    pub(crate) actor_name: String,
    pub(crate) request_id: Option<String>,
    pub(crate) before: Option<String>,
    pub(crate) after: Option<String>,
}

/// Returns the number of the latest revision; 0 when there is none. One lookup in the primary key.
pub(crate) fn latest(conn: &mut Conn, resource: &str, record: &Id) -> Result<i32> {
    let latest = changes::table
        .filter(changes::resource.eq(resource).and(changes::record_id.eq(record)))
        .order(changes::version.desc())
        .select(changes::version);
    let latest: Option<i32> = on_each!(conn, |conn| latest.first(conn).optional())?;
    Ok(latest.unwrap_or_default())
}

/// Returns the numbers of the latest revisions of these records, without those that have none: one lookup in
/// the primary key for each.
pub(crate) fn latest_of(
    conn: &mut Conn,
    resource: &str,
    records: &[Id],
) -> Result<HashMap<Id, i32>> {
    if conn.is_sqlite() || records.len() < 2 {
        let of_one = |id: &Id| Ok((id.clone(), latest(conn, resource, id)?));
        return records.iter().map(of_one).filter(|one| !matches!(one, Ok((_, 0)))).collect();
    }
    let sql = "SELECT id, (SELECT version FROM changes WHERE resource = ? AND record_id = id \
               ORDER BY version DESC LIMIT 1) FROM unnest(?) AS id";
    let found = prepared::numbers(conn, sql, &[resource.into(), Value::Ids(records)])?;
    Ok(found.into_iter().filter_map(|(id, latest)| Some((id, latest?))).collect())
}

/// Returns the number of the first existing revision; 0 when there is none.
pub(crate) fn first(conn: &mut Conn, resource: &str, record: &Id) -> Result<i32> {
    let first: Option<i32> = changes::table
        .filter(changes::resource.eq(resource).and(changes::record_id.eq(record)))
        .order(changes::version)
        .select(changes::version)
        .first(conn)
        .optional()?;
    Ok(first.unwrap_or_default())
}

/// The key of a revision.
#[derive(Clone, Debug, QueryableByName)]
#[diesel(table_name = changes)]
pub(crate) struct VersionKey {
    resource: String,
    record_id: Id,
    version: i32,
}

impl VersionKey {
    pub(crate) fn is_of_same_record(&self, other: &Self) -> bool {
        (&self.resource, &self.record_id) == (&other.resource, &other.record_id)
    }
}

/// Returns `most` revisions that were superseded at `until` or before, and those of records that were
/// deleted at `until` or before, in the order of their keys after the key `after`: a range of the primary
/// key, with a lookup of the next row for each. The latest revision of an existing record is never among
/// them.
pub(crate) fn superseded(
    conn: &mut Conn,
    after: Option<&VersionKey>,
    until: Timestamp,
    most: usize,
) -> Result<Vec<VersionKey>> {
    let (resource, record, version) = match after {
        Some(key) => (key.resource.as_str(), key.record_id.as_str(), key.version),
        None => ("", "", 0),
    };
    let found = sql_query(
        "SELECT c.resource, c.record_id, c.version FROM changes c \
         WHERE (c.resource, c.record_id, c.version) > ($1, $2, $3) AND c.at <= $4 AND ( \
             EXISTS (SELECT 1 FROM changes n WHERE n.resource = c.resource \
                 AND n.record_id = c.record_id AND n.version > c.version AND n.at <= $4) \
             OR (c.action = 'delete' AND NOT EXISTS (SELECT 1 FROM changes n \
                 WHERE n.resource = c.resource AND n.record_id = c.record_id \
                 AND n.version > c.version))) \
         ORDER BY c.resource, c.record_id, c.version LIMIT $5",
    )
    .bind::<Text, _>(resource)
    .bind::<Text, _>(record)
    .bind::<Integer, _>(version)
    .bind::<sql_types::Timestamp, _>(until)
    .bind::<BigInt, _>(i64::try_from(most).map_err(Error::internal)?);
    Ok(found.load(conn)?)
}

/// Deletes a revision and all before it, by a rule.
pub(crate) fn delete_up_to(conn: &mut Conn, last: &VersionKey) -> Result<()> {
    let of_record =
        changes::resource.eq(&last.resource).and(changes::record_id.eq(&last.record_id));
    let numbers: Vec<i64> = changes::table
        .filter(of_record.and(changes::version.le(last.version)))
        .select(changes::number)
        .load(conn)?;
    chain::delete(conn, SealedTable::History, &numbers)
}

/// Deletes all revisions of these records, by a rule. Returns how many.
pub(crate) fn delete_all(conn: &mut Conn, resource: &str, records: &[Id]) -> Result<usize> {
    let these = changes::resource.eq(resource).and(changes::record_id.eq_any(records));
    let numbers: Vec<i64> =
        changes::table.filter(these).select(changes::number).order(changes::number).load(conn)?;
    chain::delete(conn, SealedTable::History, &numbers)?;
    Ok(numbers.len())
}

pub(crate) fn version(
    conn: &mut Conn,
    resource: &str,
    record: &Id,
    version: i32,
) -> Result<Option<RevisionRow>> {
    let found = changes::table
        .find((resource, record, version))
        .select(RevisionRow::as_select())
        .first(conn)
        .optional()?;
    Ok(found)
}

/// Returns whether a revision of a record contains `text`, which has no wildcards, so that restoring it
/// would bring the text back: a range of the primary key.
pub(crate) fn mentions(conn: &mut Conn, resource: &str, record: &Id, text: &str) -> Result<bool> {
    let pattern = format!("%{text}%");
    let version: Option<i32> = changes::table
        .filter(changes::resource.eq(resource).and(changes::record_id.eq(record)))
        .filter(changes::after.like(&pattern))
        .select(changes::version)
        .first(conn)
        .optional()?;
    Ok(version.is_some())
}

/// Returns one page of the revisions of a record, the newest first: a range of the primary key.
pub(crate) fn page(
    conn: &mut Conn,
    resource: &str,
    record: &Id,
    limit: i64,
    offset: i64,
) -> Result<Vec<RevisionRow>> {
    let rows = changes::table
        .filter(changes::resource.eq(resource).and(changes::record_id.eq(record)))
        .order(changes::version.desc())
        .limit(limit)
        .offset(offset)
        .select(RevisionRow::as_select())
        .load(conn)?;
    Ok(rows)
}

/// Returns the revisions of these records that were written at `at` or later, those of each record
/// in their order: a range of the primary key for each record.
pub(crate) fn since(
    conn: &mut Conn,
    resource: &str,
    records: &[Id],
    at: Timestamp,
) -> Result<Vec<RevisionRow>> {
    let rows = changes::table
        .filter(changes::resource.eq(resource).and(changes::record_id.eq_any(records)))
        .filter(changes::at.ge(at))
        .order((changes::record_id, changes::version))
        .select(RevisionRow::as_select())
        .load(conn)?;
    Ok(rows)
}

/// Rewrites a revision, for tests.
#[cfg(feature = "testing")]
pub(crate) fn replace(conn: &mut Conn, row: &RevisionRow) -> Result<()> {
    diesel::update(changes::table.find((&row.resource, &row.record_id, row.version)))
        .set((
            changes::at.eq(row.at),
            changes::after.eq(&row.after),
            changes::hash.eq(numbered::hash_of(row).to_vec()),
        ))
        .execute(conn)?;
    Ok(())
}

pub(crate) fn forget_version(
    conn: &mut Conn,
    resource: &str,
    record: &Id,
    version: i32,
) -> Result<()> {
    diesel::delete(changes::table.find((resource, record, version))).execute(conn)?;
    Ok(())
}

/// How many rows one statement inserts: fewer values than either database allows.
const BATCH: usize = 1000;

pub(crate) fn begin_import(conn: &mut Conn, import: &Id, now: Timestamp) -> Result<()> {
    let row = (imports::id.eq(import), imports::started_at.eq(now));
    diesel::insert_into(imports::table).values(row).execute(conn)?;
    Ok(())
}

/// Deletes the row of an import, and returns how many there were: one, or none when it had ended
/// before.
pub(crate) fn end_import(conn: &mut Conn, import: &Id) -> Result<usize> {
    Ok(diesel::delete(imports::table.find(import)).execute(conn)?)
}

pub(crate) fn imports(conn: &mut Conn) -> Result<Vec<Id>> {
    Ok(imports::table.select(imports::id).order(imports::id).load(conn)?)
}

/// Returns whether there are neither imports nor journal rows.
pub(crate) fn no_steps(conn: &mut Conn) -> Result<bool> {
    let step: Option<i64> =
        import_steps::table.select(import_steps::position).first(conn).optional()?;
    Ok(step.is_none() && imports(conn)?.is_empty())
}

pub(crate) fn add_steps(conn: &mut Conn, steps: &[StepRow]) -> Result<()> {
    if let [step] = steps {
        on_each!(conn, |conn| diesel::insert_into(import_steps::table).values(step).execute(conn))?;
        return Ok(());
    }
    for batch in steps.chunks(BATCH) {
        let insert = diesel::insert_into(import_steps::table).values(batch);
        on_each!(conn, |conn| insert.execute(conn))?;
    }
    Ok(())
}

/// Returns whether an unfinished import has written the record: a lookup in the index
/// `import_steps_record`.
pub(crate) fn is_step(conn: &mut Conn, record: &Id) -> Result<bool> {
    let step = import_steps::table
        .inner_join(imports::table.on(imports::id.eq(import_steps::import_id)))
        .filter(import_steps::record_id.eq(record))
        .select(import_steps::position);
    let step: Option<i64> = on_each!(conn, |conn| step.first(conn).optional())?;
    Ok(step.is_some())
}

pub(crate) fn last_step(conn: &mut Conn, import: &Id) -> Result<Option<StepRow>> {
    let last = import_steps::table
        .filter(import_steps::import_id.eq(import))
        .order(import_steps::position.desc())
        .select(StepRow::as_select())
        .first(conn)
        .optional()?;
    Ok(last)
}

pub(crate) fn forget_step(conn: &mut Conn, import: &Id, position: i64) -> Result<()> {
    diesel::delete(import_steps::table.find((import, position))).execute(conn)?;
    Ok(())
}

/// Deletes at most `limit` journal rows of ended imports, and returns how many.
pub(crate) fn sweep_steps(conn: &mut Conn, limit: i64) -> Result<usize> {
    // Rows are selected by the key on each database: only SQLite has a rowid.
    let ended = "SELECT import_id, position FROM import_steps \
                 WHERE import_id NOT IN (SELECT id FROM imports) LIMIT $1";
    let delete = format!("DELETE FROM import_steps WHERE (import_id, position) IN ({ended})");
    Ok(sql_query(delete).bind::<BigInt, _>(limit).execute(conn)?)
}
