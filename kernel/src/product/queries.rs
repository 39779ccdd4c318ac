//! Queries for the version that brought the database up to date last.

use diesel::prelude::*;
use diesel::upsert::excluded;

use crate::base::error::Result;
use crate::base::time::Timestamp;
use crate::db::{Conn, Run};
use crate::on_each;

diesel::table! {
    installed_versions (id) {
        id -> Text,
        version -> Text,
        outline -> Text,
        installed_at -> Timestamp,
    }
}

/// The identifier of the one row.
const LAST: &str = "last";

/// The version that brought the database up to date last.
#[derive(Queryable, Selectable)]
#[diesel(table_name = installed_versions)]
pub(super) struct InstalledRow {
    pub(super) version: String,
    pub(super) outline: String,
    pub(super) installed_at: Timestamp,
}

/// Returns the version, if one is stored.
pub(super) fn installed(conn: &mut Conn) -> Result<Option<InstalledRow>> {
    installed_versions::table.select(InstalledRow::as_select()).first_if_any(conn)
}

/// Stores the version in place of the one before.
pub(super) fn install(
    conn: &mut Conn,
    version: &str,
    outline: &str,
    installed_at: Timestamp,
) -> Result<()> {
    use installed_versions as of;
    let row = (
        of::id.eq(LAST),
        of::version.eq(version),
        of::outline.eq(outline),
        of::installed_at.eq(installed_at),
    );
    on_each!(conn, |conn| diesel::insert_into(of::table)
        .values(row)
        .on_conflict(of::id)
        .do_update()
        .set((
            of::version.eq(excluded(of::version)),
            of::outline.eq(excluded(of::outline)),
            of::installed_at.eq(excluded(of::installed_at)),
        ))
        .execute(conn))?;
    Ok(())
}
