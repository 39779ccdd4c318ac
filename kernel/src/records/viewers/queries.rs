//! The SQL of those who look at records.

use diesel::prelude::*;

use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Conn, Run};
use crate::on_each;
use crate::records::actor::Actor;

/// How many are looked at.
const MOST: i64 = 200;

diesel::table! {
    viewers (resource, record_id, account_id) {
        resource -> Text,
        record_id -> Text,
        account_id -> Text,
        account_name -> Text,
        seen_at -> Timestamp,
    }
}

pub(super) fn upsert(
    conn: &mut Conn,
    (resource, record): (&str, &Id),
    by: &Actor,
    now: Timestamp,
) -> Result<()> {
    on_each!(conn, |conn| {
        diesel::insert_into(viewers::table)
            .values((
                viewers::resource.eq(resource),
                viewers::record_id.eq(record),
                viewers::account_id.eq(&by.id),
                viewers::account_name.eq(&by.name),
                viewers::seen_at.eq(now),
            ))
            .on_conflict((viewers::resource, viewers::record_id, viewers::account_id))
            .do_update()
            .set((viewers::account_name.eq(&by.name), viewers::seen_at.eq(now)))
            .execute(conn)?
    });
    Ok(())
}

/// Returns the users other than `account` who were seen since a time, by name.
pub(super) fn seen_since(
    conn: &mut Conn,
    (resource, record): (&str, &Id),
    (account, since): (&Id, Timestamp),
) -> Result<Vec<(Id, String)>> {
    viewers::table
        .filter(viewers::resource.eq(resource))
        .filter(viewers::record_id.eq(record))
        .filter(viewers::account_id.ne(account))
        .filter(viewers::seen_at.ge(since))
        .order(viewers::account_name)
        .limit(MOST)
        .select((viewers::account_id, viewers::account_name))
        .all(conn)
}
