//! The SQL of the chain of seals.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;

use super::SealedTable;
use crate::base::error::Result;
use crate::base::time::Timestamp;
use crate::db::{Conn, Run, TextEnum, statements};

diesel::table! {
    audit_seals (number) {
        number -> BigInt,
        at -> Timestamp,
        kind -> Text,
        of_table -> Text,
        after_number -> BigInt,
        last_number -> BigInt,
        covered -> Binary,
        previous -> Binary,
        hash -> Binary,
    }
}

/// An entry of the chain. Its words are read as they are stored, because a verification trusts none
/// of them.
#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = audit_seals)]
pub(crate) struct SealRow {
    pub(crate) number: i64,
    pub(crate) at: Timestamp,
    pub(crate) kind: String,
    pub(crate) of_table: String,
    pub(crate) after_number: i64,
    pub(crate) last_number: i64,
    pub(crate) covered: Vec<u8>,
    pub(crate) previous: Vec<u8>,
    pub(crate) hash: Vec<u8>,
}

/// Locks the chain until this transaction ends. SQLite has one writer anyway.
pub(super) fn lock(conn: &mut Conn) -> Result<()> {
    statements::on_postgres(conn, "SELECT pg_advisory_xact_lock(727006)", &[])
}

/// Locks the chain until this transaction ends, unless another one has locked it. Returns whether it
/// did.
pub(crate) fn try_lock(conn: &mut Conn) -> Result<bool> {
    statements::try_lock(conn, 727_006)
}

/// Returns the last entry.
pub(crate) fn head(conn: &mut Conn) -> Result<Option<SealRow>> {
    let last = audit_seals::table.order(audit_seals::number.desc());
    last.select(SealRow::as_select()).first_if_any(conn)
}

/// Returns at most `most` entries after the number `after`, in order.
pub(crate) fn after(conn: &mut Conn, after: i64, most: i64) -> Result<Vec<SealRow>> {
    audit_seals::table
        .filter(audit_seals::number.gt(after))
        .order(audit_seals::number)
        .limit(most)
        .select(SealRow::as_select())
        .all(conn)
}

/// Returns the entry with this number.
pub(crate) fn numbered(conn: &mut Conn, number: i64) -> Result<Option<SealRow>> {
    let row = audit_seals::table.find(number).select(SealRow::as_select());
    row.first_if_any(conn)
}

/// Returns the number up to which the rows of a table are sealed; 0 when none is. A lookup in the
/// index `audit_seals_table`.
pub(crate) fn sealed_up_to(conn: &mut Conn, table: SealedTable) -> Result<i64> {
    let last: Option<i64> = audit_seals::table
        .filter(audit_seals::of_table.eq(table.word()).and(audit_seals::kind.eq("sealed")))
        .order(audit_seals::last_number.desc())
        .select(audit_seals::last_number)
        .first_if_any(conn)?;
    Ok(last.unwrap_or_default())
}

/// Deletes the rows of a table with these numbers.
pub(super) fn delete(conn: &mut Conn, table: SealedTable, numbers: &[i64]) -> Result<()> {
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
    let (table, numbers) = (table.word(), numbers.join(", "));
    let delete = format!("DELETE FROM {table} WHERE number IN ({numbers})");
    Ok(conn.batch_execute(&delete)?)
}

pub(super) fn insert(conn: &mut Conn, row: &SealRow) -> Result<()> {
    diesel::insert_into(audit_seals::table).values(row).run(conn)
}
