//! The SQL of the audit trail. `inserted` writes its rows, `numbered` holds the SQL of
//! numbers and hashes, `listed` that of the list of all changes, `of_request` finds what a request changed,
//! `deleted` what is deleted now, `streamed` reads the history as a stream.

pub(crate) mod deleted;
mod inserted;
pub(crate) mod listed;
pub(crate) mod numbered;
pub(crate) mod of_request;
pub(crate) mod streamed;

use std::collections::HashMap;

use diesel::prelude::*;
use diesel::sql_types::{Integer, Nullable, Text};

use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::prepared::{self, Value};
use crate::db::{Conn, Run, record_creators};
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
    import_ranges (first_number) {
        first_number -> BigInt,
        last_number -> BigInt,
        import_id -> Text,
    }
}

/// The numbers of revisions that an import has written one after the other.
#[derive(Clone, Copy, Debug, Queryable, Selectable)]
#[diesel(table_name = import_ranges)]
pub(crate) struct Range {
    #[diesel(column_name = first_number)]
    pub(crate) first: i64,
    #[diesel(column_name = last_number)]
    pub(crate) last: i64,
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
    let found = prepared::rows::<(Text, Nullable<Integer>), (Id, Option<i32>)>(
        conn,
        sql,
        &[resource.into(), Value::Ids(records)],
    )?;
    Ok(found.into_iter().filter_map(|(id, latest)| Some((id, latest?))).collect())
}

/// Returns the number of the first existing revision; 0 when there is none.
pub(crate) fn first(conn: &mut Conn, resource: &str, record: &Id) -> Result<i32> {
    let first: Option<i32> = changes::table
        .filter(changes::resource.eq(resource).and(changes::record_id.eq(record)))
        .order(changes::version)
        .select(changes::version)
        .first_if_any(conn)?;
    Ok(first.unwrap_or_default())
}

/// The key of a revision.
#[derive(Clone, Debug, Queryable)]
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
/// key, with a lookup of the next row for each, and only those whose numbers are at most `last`. The latest revision of an existing record is never among
/// them.
pub(crate) fn superseded(
    conn: &mut Conn,
    after: Option<&VersionKey>,
    (until, last): (Timestamp, i64),
    most: usize,
) -> Result<Vec<VersionKey>> {
    // What a consumer of the history as a stream still has to read is not deleted.
    let passed = streamed::passed(conn)?.map_or(last, |passed| passed.min(last));
    let (resource, record, version) = match after {
        Some(key) => (key.resource.as_str(), key.record_id.as_str(), key.version),
        None => ("", "", 0),
    };
    let sql = "SELECT c.resource, c.record_id, c.version FROM changes c \
         WHERE (c.resource, c.record_id, c.version) > (?, ?, ?) AND c.at <= ? AND c.number <= ? AND ( \
             EXISTS (SELECT 1 FROM changes n WHERE n.resource = c.resource \
                 AND n.record_id = c.record_id AND n.version > c.version AND n.at <= ?) \
             OR (c.action = 'delete' AND NOT EXISTS (SELECT 1 FROM changes n \
                 WHERE n.resource = c.resource AND n.record_id = c.record_id \
                 AND n.version > c.version))) \
         ORDER BY c.resource, c.record_id, c.version LIMIT ?";
    let most = i64::try_from(most).map_err(Error::internal)?;
    let values = [
        resource.into(),
        record.into(),
        Value::Whole(version.into()),
        Value::Time(until),
        Value::Whole(passed),
        Value::Time(until),
        Value::Whole(most),
    ];
    prepared::rows::<(Text, Text, Integer), _>(conn, sql, &values)
}

/// Deletes a revision and all before it, by a rule.
pub(crate) fn delete_up_to(conn: &mut Conn, last: &VersionKey) -> Result<()> {
    let of_record =
        changes::resource.eq(&last.resource).and(changes::record_id.eq(&last.record_id));
    let numbers: Vec<i64> = changes::table
        .filter(of_record.and(changes::version.le(last.version)))
        .select(changes::number)
        .load(conn)?;
    record_creators::store(conn, &last.resource, &last.record_id)?;
    chain::delete(conn, SealedTable::History, &numbers)?;
    record_creators::forget(conn, &last.resource, std::slice::from_ref(&last.record_id))
}

/// Deletes all revisions of these records, by a rule. Returns how many.
pub(crate) fn delete_all(conn: &mut Conn, resource: &str, records: &[Id]) -> Result<usize> {
    let these = changes::resource.eq(resource).and(changes::record_id.eq_any(records));
    let numbers: Vec<i64> =
        changes::table.filter(these).select(changes::number).order(changes::number).load(conn)?;
    chain::delete(conn, SealedTable::History, &numbers)?;
    record_creators::forget(conn, resource, records)?;
    Ok(numbers.len())
}

pub(crate) fn version(
    conn: &mut Conn,
    resource: &str,
    record: &Id,
    version: i32,
) -> Result<Option<RevisionRow>> {
    changes::table
        .find((resource, record, version))
        .select(RevisionRow::as_select())
        .first_if_any(conn)
}

/// Returns whether a revision of a record contains `text`, which has no wildcards, so that restoring it
/// would bring the text back: a range of the primary key.
pub(crate) fn mentions(conn: &mut Conn, resource: &str, record: &Id, text: &str) -> Result<bool> {
    let pattern = format!("%{text}%");
    let version: Option<i32> = changes::table
        .filter(changes::resource.eq(resource).and(changes::record_id.eq(record)))
        .filter(changes::after.like(&pattern))
        .select(changes::version)
        .first_if_any(conn)?;
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
    changes::table
        .filter(changes::resource.eq(resource).and(changes::record_id.eq(record)))
        .order(changes::version.desc())
        .limit(limit)
        .offset(offset)
        .select(RevisionRow::as_select())
        .all(conn)
}

/// Returns the revisions of these records that were written at `at` or later, those of each record
/// in their order: a range of the primary key for each record.
pub(crate) fn since(
    conn: &mut Conn,
    resource: &str,
    records: &[Id],
    at: Timestamp,
) -> Result<Vec<RevisionRow>> {
    changes::table
        .filter(changes::resource.eq(resource).and(changes::record_id.eq_any(records)))
        .filter(changes::at.ge(at))
        .order((changes::record_id, changes::version))
        .select(RevisionRow::as_select())
        .all(conn)
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
        .run(conn)
}

/// Deletes the revision with this number.
pub(crate) fn forget_numbered(conn: &mut Conn, number: i64) -> Result<()> {
    diesel::delete(changes::table.filter(changes::number.eq(number))).run(conn)
}

/// How many rows one statement inserts: fewer values than either database allows.
const BATCH: usize = 1000;

pub(crate) fn begin_import(conn: &mut Conn, import: &Id, now: Timestamp) -> Result<()> {
    let row = (imports::id.eq(import), imports::started_at.eq(now));
    diesel::insert_into(imports::table).values(row).run(conn)
}

/// Deletes the row of an import, and what it has written. Returns how many rows of the import there were: one,
/// or none when it had ended before.
pub(crate) fn end_import(conn: &mut Conn, import: &Id) -> Result<usize> {
    let ranges = import_ranges::table.filter(import_ranges::import_id.eq(import));
    diesel::delete(ranges).execute(conn)?;
    Ok(diesel::delete(imports::table.find(import)).execute(conn)?)
}

pub(crate) fn imports(conn: &mut Conn) -> Result<Vec<Id>> {
    imports::table.select(imports::id).order(imports::id).all(conn)
}

/// Returns the number of the revision that was written last, on SQLite: the next ones follow it.
pub(crate) fn last_number(conn: &mut Conn) -> Result<i64> {
    let last = changes::table.select(changes::number).order(changes::number.desc());
    let last: Option<i64> = on_each!(conn, |conn| last.first(conn).optional())?;
    Ok(last.unwrap_or_default())
}

pub(crate) fn add_ranges(conn: &mut Conn, import: &Id, ranges: &[Range]) -> Result<()> {
    for Range { first, last } in ranges {
        let row = (
            import_ranges::first_number.eq(first),
            import_ranges::last_number.eq(last),
            import_ranges::import_id.eq(import),
        );
        diesel::insert_into(import_ranges::table).values(row).execute(conn)?;
    }
    Ok(())
}

/// Returns whether an unfinished import has written the record. While there is none, this reads an empty table;
/// otherwise it looks up the range of each revision of the record.
pub(crate) fn is_imported(conn: &mut Conn, resource: &str, record: &Id) -> Result<bool> {
    let sql = "SELECT 1 FROM imports WHERE EXISTS ( \
                   SELECT 1 FROM changes WHERE changes.resource = ? AND changes.record_id = ? \
                   AND changes.number <= ( \
                       SELECT last_number FROM import_ranges \
                       WHERE first_number <= changes.number AND import_id = imports.id \
                       ORDER BY first_number DESC LIMIT 1))";
    prepared::finds(conn, sql, &[resource.into(), record.into()])
}

/// Returns the last range of an import.
pub(crate) fn last_range(conn: &mut Conn, import: &Id) -> Result<Option<Range>> {
    import_ranges::table
        .filter(import_ranges::import_id.eq(import))
        .order(import_ranges::first_number.desc())
        .select(Range::as_select())
        .first_if_any(conn)
}

/// Stores the new end of a range, or deletes it when nothing is left of it.
pub(crate) fn cut_range(conn: &mut Conn, Range { first, last }: Range) -> Result<()> {
    let row = import_ranges::table.find(first);
    if last < first {
        diesel::delete(row).execute(conn)?;
    } else {
        diesel::update(row).set(import_ranges::last_number.eq(last)).execute(conn)?;
    }
    Ok(())
}

/// Returns the last revision of a range, and its number.
pub(crate) fn last_of_range(conn: &mut Conn, range: Range) -> Result<Option<(i64, RevisionRow)>> {
    changes::table
        .filter(changes::number.between(range.first, range.last))
        .order(changes::number.desc())
        .select((changes::number, RevisionRow::as_select()))
        .first_if_any(conn)
}
