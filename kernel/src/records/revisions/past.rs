//! Revisions of demo data: changes from before today.

use std::collections::HashMap;

use serde::Serialize;

use super::queries::{self, RevisionRow};
use super::{CREATE, UPDATE};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::records::resource::{Info, Named};

/// The view of a record after a past change.
pub struct Past<View> {
    /// The identifier of the record.
    pub id: Id,
    /// The time of the change.
    pub at: Timestamp,
    /// The actor of the change.
    pub by: Named,
    /// The record after the change.
    pub state: View,
}

/// Writes past revisions of records that have none yet; `versions` are in the order in which they
/// were made.
pub(crate) fn note_past<View: Serialize>(
    conn: &mut Conn,
    info: &Info,
    versions: &[Past<View>],
) -> Result<()> {
    let mut states: HashMap<&Id, (i32, String)> = HashMap::new();
    let mut rows = Vec::with_capacity(versions.len());
    for Past { id, at, by, state } in versions {
        let after = serde_json::to_string(state).map_err(Error::internal)?;
        let former = states.remove(id);
        let version = former.as_ref().map_or(1, |(version, _)| version + 1);
        states.insert(id, (version, after.clone()));
        rows.push(RevisionRow {
            resource: info.name.to_owned(),
            record_id: id.clone(),
            version,
            action: if version == 1 { CREATE } else { UPDATE }.to_owned(),
            at: *at,
            actor_id: by.id.clone(),
            actor_name: by.name.clone(),
            request_id: None,
            before: former.map(|(_, state)| state),
            after: Some(after),
        });
    }
    queries::insert(conn, &rows)
}
