//! Files and comments that follow a merge, and come back with its undo.

use super::queries::{self, MoveEnd};
use crate::base::error::Result;
use crate::base::id::Id;
use crate::db::Conn;
use crate::records::RegisteredResource;
use crate::records::actor::Actor;

/// Has the files and comments of a merged record follow to the one that stays.
pub(crate) fn follow_merge(
    conn: &mut Conn,
    entry: &RegisteredResource,
    (merged, into): (&Id, &Id),
    by: &Actor,
) -> Result<()> {
    queries::move_all(conn, (entry.info().name, merged), into, by.request.as_ref())
}

/// Returns whether files or comments followed a merge by this request. Their moves are in no journal.
pub(crate) fn any_followed(conn: &mut Conn, request: &Id) -> Result<bool> {
    queries::any_moved(conn, request)
}

/// Brings back the files and comments that followed from a record, which the undo of this request restored.
pub(crate) fn return_to(
    conn: &mut Conn,
    entry: &RegisteredResource,
    (record, undone): (&Id, &Id),
    by: &Actor,
) -> Result<()> {
    let of = (entry.info().name, record);
    queries::move_back(conn, of, (MoveEnd::From, undone), by.request.as_ref())
}

/// Has files and comments follow again from a record, which the undo of an undo is going to delete.
pub(crate) fn leave(
    conn: &mut Conn,
    entry: &RegisteredResource,
    (record, undone): (&Id, &Id),
    by: &Actor,
) -> Result<()> {
    let of = (entry.info().name, record);
    queries::move_back(conn, of, (MoveEnd::To, undone), by.request.as_ref())
}
