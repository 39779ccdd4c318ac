//! Backdates records, for tests.

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Text, Timestamp as Time};

use super::conn::Conn;
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
    let made = if made { ", created_at = $1" } else { "" };
    sql_query(format!("UPDATE {table} SET updated_at = $1{made} WHERE id = $2"))
        .bind::<Time, _>(at)
        .bind::<Text, _>(record)
        .execute(conn)?;
    Ok(())
}
