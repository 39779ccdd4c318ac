//! The history as the seals see it: rows in the order of their numbers, and their hashes.

use diesel::prelude::*;

use super::{RevisionRow, changes};
use crate::base::error::Result;
use crate::db::Conn;
use crate::records::chain::{Hash, NumberedRow, RowHash, SealedTable};

/// Returns the hash of a row.
pub(crate) fn hash_of(row: &RevisionRow) -> Hash {
    RowHash::of(SealedTable::History)
        .text(&row.resource)
        .text(row.record_id.as_str())
        .number(row.version)
        .text(&row.action)
        .time(row.at)
        .text(row.actor_id.as_str())
        .text(&row.actor_name)
        .optional(row.request_id.as_deref())
        .optional(row.before.as_deref())
        .optional(row.after.as_deref())
        .finish()
}

/// Returns at most `most` rows whose numbers are above `after` and at most `until`, in order.
pub(crate) fn between(
    conn: &mut Conn,
    after: i64,
    until: i64,
    most: i64,
) -> Result<Vec<NumberedRow>> {
    let rows: Vec<(i64, Option<Vec<u8>>, RevisionRow)> = changes::table
        .filter(changes::number.gt(after).and(changes::number.le(until)))
        .order(changes::number)
        .limit(most)
        .select((changes::number, changes::hash, RevisionRow::as_select()))
        .load(conn)?;
    let numbered = rows.into_iter().map(|(number, stored, row)| NumberedRow {
        number,
        stored,
        computed: hash_of(&row),
        key: format!("{}/{} version {}", row.resource, row.record_id, row.version),
    });
    Ok(numbered.collect())
}
