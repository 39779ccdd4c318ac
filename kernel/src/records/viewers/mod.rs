//! Who looks at a record: users whose clients have reported it within a short time. It is shared by all nodes, and hinders
//! no change.

mod queries;

use schemars::JsonSchema;
use serde::Serialize;

use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::records::Records;
use crate::records::actor::Actor;
use crate::records::revisions::ChangedBy;

/// After how many seconds without a report a user is taken to have left. Clients report every 15 seconds.
pub(crate) const UNTIL: i64 = 35;

/// How many others are named at most.
const MOST: usize = 20;

/// A user who looks at a record.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Viewer {
    #[serde(rename = "_id")]
    pub(crate) id: Id,
    pub(crate) name: String,
}

/// Stores that a user looks at a record.
pub(crate) fn report(conn: &mut Conn, of: (&str, &Id), by: &Actor) -> Result<()> {
    queries::upsert(conn, of, by, Timestamp::now())
}

/// Returns the others who look at a record, without those whom `by` may not read.
pub(crate) fn others(
    conn: &mut Conn,
    records: &Records,
    of: (&str, &Id),
    by: &Actor,
) -> Result<Vec<Viewer>> {
    let since = Timestamp::now().plus_seconds(-UNTIL);
    let mut viewers = Vec::new();
    for (id, name) in queries::seen_since(conn, of, (&by.id, since))? {
        let mut viewer = Some(ChangedBy { id, name });
        if viewers.len() < MOST {
            records.see_actor(conn, &mut viewer, by)?;
            viewers.extend(viewer.map(|ChangedBy { id, name }| Viewer { id, name }));
        }
    }
    Ok(viewers)
}
