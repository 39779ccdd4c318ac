//! The deletions of records that are deleted still: the index `changes_deleted`, backwards, with a look-up of a newer
//! version for each.

use diesel::sql_types::{BigInt, Integer, Nullable, Text, Timestamp as Time};

use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::db::prepared::{self, Value};

/// The condition on a revision, `c`, that it deleted its record and that nothing brought the record back.
const IS_DELETED: &str = "c.resource = ? AND c.after IS NULL AND NOT EXISTS (SELECT 1 FROM changes n \
     WHERE n.resource = c.resource AND n.record_id = c.record_id AND n.version > c.version)";

/// The deletion of a record.
pub(crate) struct Deletion {
    /// The number of its revision.
    pub(crate) number: i64,
    pub(crate) record: Id,
    /// The version of the deletion.
    pub(crate) version: i32,
    pub(crate) at: Timestamp,
    pub(crate) actor_id: Id,
    pub(crate) actor_name: String,
    pub(crate) request: Option<String>,
    /// The record before it.
    pub(crate) before: Option<String>,
}

type Row = (i64, Id, i32, Timestamp, Id, String, Option<String>, Option<String>);
type Types = (BigInt, Text, Integer, Time, Text, Text, Nullable<Text>, Nullable<Text>);

/// Counts the deleted records of a resource.
pub(crate) fn count(conn: &mut Conn, resource: &str) -> Result<i64> {
    let sql = format!("SELECT COUNT(*) FROM changes c WHERE {IS_DELETED}");
    prepared::row::<BigInt, _>(conn, &sql, &[resource.into()])
}

/// Returns deletions of a resource, the newest first.
pub(crate) fn page(
    conn: &mut Conn,
    resource: &str,
    (limit, offset): (i64, i64),
) -> Result<Vec<Deletion>> {
    let values = [resource.into(), Value::Whole(limit), Value::Whole(offset)];
    read(conn, "", "LIMIT ? OFFSET ?", &values)
}

/// Returns the next deletions of a resource after `last`, the newest first.
pub(crate) fn following(
    conn: &mut Conn,
    resource: &str,
    last: Option<&Deletion>,
    limit: i64,
) -> Result<Vec<Deletion>> {
    let Some(Deletion { at, number, .. }) = last else { return page(conn, resource, (limit, 0)) };
    let values = [resource.into(), Value::Time(*at), Value::Whole(*number), Value::Whole(limit)];
    read(conn, "AND (c.at, c.number) < (?, ?)", "LIMIT ?", &values)
}

fn read(conn: &mut Conn, and: &str, limited: &str, values: &[Value<'_>]) -> Result<Vec<Deletion>> {
    let sql = format!(
        "SELECT c.number, c.record_id, c.version, c.at, c.actor_id, c.actor_name, c.request_id, c.before \
         FROM changes c WHERE {IS_DELETED} {and} ORDER BY c.at DESC, c.number DESC {limited}"
    );
    let rows = prepared::rows::<Types, Row>(conn, &sql, values)?.into_iter();
    let deletions =
        rows.map(|(number, record, version, at, actor_id, actor_name, request, before)| Deletion {
            number,
            record,
            version,
            at,
            actor_id,
            actor_name,
            request,
            before,
        });
    Ok(deletions.collect())
}
