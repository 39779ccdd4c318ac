//! Who made a record: the actor of its first version, also after that was deleted by age.

use super::conn::Conn;
use super::prepared;
use crate::base::error::Result;
use crate::base::id::Id;

/// Returns a scalar subquery for the user who made the record in `id`, a column with its table: missing when
/// nobody was signed in. It costs a look-up in the primary key of `changes`.
pub(crate) fn creator_of(resource: &str, id: &str) -> String {
    let first = format!(
        "SELECT actor_id FROM changes WHERE resource = '{resource}' AND record_id = {id} AND version = 1"
    );
    let stored = format!(
        "SELECT actor_id FROM record_creators WHERE resource = '{resource}' AND record_id = {id}"
    );
    let (operator, visitor) = (Id::nil(), Id::stranger());
    format!("NULLIF(NULLIF(COALESCE(({first}), ({stored})), '{operator}'), '{visitor}')")
}

/// Stores who made a record whose first version will be deleted.
pub(crate) fn store(conn: &mut Conn, resource: &str, record: &Id) -> Result<()> {
    let sql = "INSERT INTO record_creators (resource, record_id, actor_id)
               SELECT resource, record_id, actor_id FROM changes
               WHERE resource = ? AND record_id = ? AND version = 1
               ON CONFLICT DO NOTHING";
    prepared::execute(conn, sql, &[resource.into(), record.as_str().into()]).map(drop)
}

/// Forgets who made records of which no version is left.
pub(crate) fn forget(conn: &mut Conn, resource: &str, records: &[Id]) -> Result<()> {
    let sql = "DELETE FROM record_creators WHERE resource = ? AND record_id = ? AND NOT EXISTS (
                   SELECT 1 FROM changes WHERE changes.resource = record_creators.resource
                   AND changes.record_id = record_creators.record_id)";
    for record in records {
        prepared::execute(conn, sql, &[resource.into(), record.as_str().into()])?;
    }
    Ok(())
}
