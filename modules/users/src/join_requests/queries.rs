//! The SQL of join requests.

use diesel::prelude::*;
use kernel::db;
use kernel::prelude::*;

use super::join_requests_tables::join_requests;
use super::{JoinRequestInput, Status};

/// Counts the join requests.
pub(crate) fn count(conn: &mut Conn) -> Result<i64> {
    Ok(join_requests::table.count().get_result(conn)?)
}

pub(crate) fn insert(conn: &mut Conn, id: &Id, input: JoinRequestInput) -> Result<()> {
    let now = Timestamp::now();
    diesel::insert_into(join_requests::table)
        .values((
            join_requests::id.eq(id),
            join_requests::first_name.eq(input.first_name),
            join_requests::last_name.eq(input.last_name.filter(|name| !name.is_empty())),
            join_requests::email.eq(input.email),
            join_requests::message.eq(input.message),
            join_requests::status.eq(Status::Pending),
            join_requests::created_at.eq(now),
            join_requests::updated_at.eq(now),
        ))
        .execute(conn)?;
    Ok(())
}

/// Returns at most `most` of the requests that were decided before `until`, or made before it and
/// never decided.
pub(crate) fn old(conn: &mut Conn, until: Timestamp, most: usize) -> Result<Vec<Id>> {
    let since = join_requests::decided_at.assume_not_null();
    let decided = join_requests::decided_at.is_not_null().and(since.lt(until));
    let waiting = join_requests::decided_at.is_null().and(join_requests::created_at.lt(until));
    let old = join_requests::table
        .filter(decided.or(waiting))
        .select(join_requests::id)
        .limit(i64::try_from(most).map_err(Error::internal)?)
        .load(conn)?;
    Ok(old)
}

/// Deletes these requests.
pub(crate) fn delete(conn: &mut Conn, ids: &[Id]) -> Result<usize> {
    Ok(diesel::delete(join_requests::table.filter(join_requests::id.eq_any(ids))).execute(conn)?)
}

/// Stores the decision; `user` is the account that was created.
pub(crate) fn decide(conn: &mut Conn, id: &Id, status: Status, user: Option<&Id>) -> Result<()> {
    let now = Timestamp::now();
    db::update(join_requests::table.find(id))
        .set((
            join_requests::status.eq(status),
            join_requests::user_id.eq(user),
            join_requests::decided_at.eq(now),
            join_requests::updated_at.eq(now),
        ))
        .execute(conn)?;
    Ok(())
}
