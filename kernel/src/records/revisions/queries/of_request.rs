//! The records that one request changed: a range of the index `changes_request` for each resource, with
//! look-ups of the first and the last revision of each record.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Text};

use super::changes;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::db::prepared::{self, Value};

/// How many records one statement reads.
const AT_ONCE: i64 = 500;

/// A record that a request changed, once or several times.
pub(crate) struct ChangedByRequest {
    pub(crate) record: Id,
    /// The first and the last version that the request wrote.
    pub(crate) versions: (i32, i32),
    /// Whether the record was not there before.
    pub(crate) is_created: bool,
    /// Whether the record was not there afterwards.
    pub(crate) is_deleted: bool,
    /// The action of the last version.
    pub(crate) action: String,
    /// The number of the revision at whose place the change is reversed: a creation where it was made, because
    /// later changes may refer to the record, any other change where the record was changed last.
    pub(crate) number: i64,
    /// The latest version of the record.
    pub(crate) latest: i32,
}

type Row = (Id, i32, i32, bool, bool, String, i64, i32);
type Types = (Text, Integer, Integer, Bool, Bool, Text, BigInt, Integer);

/// Counts the revisions of a request.
pub(crate) fn count(conn: &mut Conn, resource: &str, request: &Id) -> Result<i64> {
    let of_request =
        changes::resource.eq(resource).and(changes::request_id.eq(Some(request.as_str())));
    Ok(changes::table.filter(of_request).count().get_result(conn)?)
}

/// Returns the next records of a resource that a request changed, after the record `after`, by identifier.
pub(crate) fn next_changed(
    conn: &mut Conn,
    (resource, request): (&str, &Id),
    after: Option<&Id>,
) -> Result<Vec<ChangedByRequest>> {
    changed(conn, (resource, request), ("record_id > ?", after.map_or("", Id::as_str)))
}

/// Returns the record of a revision, as a request changed it.
pub(crate) fn changed_at(
    conn: &mut Conn,
    request: &Id,
    number: i64,
) -> Result<(String, ChangedByRequest)> {
    let (resource, record): (String, Id) = changes::table
        .filter(changes::number.eq(number))
        .select((changes::resource, changes::record_id))
        .first(conn)?;
    let found = changed(conn, (&resource, request), ("record_id = ?", record.as_str()))?;
    Ok((resource, found.into_iter().next().ok_or(Error::NotFound)?))
}

fn changed(
    conn: &mut Conn,
    (resource, request): (&str, &Id),
    (which, record): (&str, &str),
) -> Result<Vec<ChangedByRequest>> {
    let sql = format!(
        "SELECT g.record_id, g.first_version, g.last_version, f.before IS NULL, l.after IS NULL, l.action, \
             CASE WHEN f.before IS NULL THEN f.number ELSE l.number END, \
             (SELECT c.version FROM changes c WHERE c.resource = ? AND c.record_id = g.record_id \
              ORDER BY c.version DESC LIMIT 1) \
         FROM (SELECT record_id, MIN(version) AS first_version, MAX(version) AS last_version FROM changes \
             WHERE resource = ? AND request_id = ? AND {which} \
             GROUP BY record_id ORDER BY record_id LIMIT ?) AS g \
         JOIN changes f ON f.resource = ? AND f.record_id = g.record_id AND f.version = g.first_version \
         JOIN changes l ON l.resource = ? AND l.record_id = g.record_id AND l.version = g.last_version \
         ORDER BY g.record_id"
    );
    let values = [
        resource.into(),
        resource.into(),
        request.into(),
        record.into(),
        Value::Whole(AT_ONCE),
        resource.into(),
        resource.into(),
    ];
    let rows = prepared::rows::<Types, Row>(conn, &sql, &values)?.into_iter();
    let changed =
        rows.map(|(record, first, last, is_created, is_deleted, action, number, latest)| {
            ChangedByRequest {
                record,
                versions: (first, last),
                is_created,
                is_deleted,
                action,
                number,
                latest,
            }
        });
    Ok(changed.collect())
}
