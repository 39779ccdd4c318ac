//! Backdates records, for tests.

use super::conn::Conn;
use super::prepared::{self, Value};
use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;

/// Sets the time of the last change of a record to `at`; with `made`, the time of its creation too.
pub(crate) fn stamp(
    conn: &mut Conn,
    table: &str,
    record: &Id,
    at: Timestamp,
    made: bool,
) -> Result<()> {
    let created = if made { "created_at = ?, " } else { "" };
    let set = format!("UPDATE {table} SET {created}updated_at = ? WHERE id = ?");
    let values = [Value::Time(at), Value::Time(at), record.into()];
    prepared::execute(conn, &set, &values[usize::from(!made)..]).map(drop)
}
