//! The SQL of inboxes, and of whether a user has the inbox by mail, too.

use diesel::prelude::*;

use super::Kind;
use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Conn, Run};
use crate::on_each;

diesel::table! {
    inbox_entries (id) {
        id -> Text,
        account_id -> Text,
        kind -> Text,
        text -> Text,
        resource -> Nullable<Text>,
        record_id -> Nullable<Text>,
        by_id -> Nullable<Text>,
        by_name -> Nullable<Text>,
        created_at -> Timestamp,
        read_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    account_settings (account_id) {
        account_id -> Text,
        inbox_by_mail -> Bool,
    }
}

#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = inbox_entries, treat_none_as_default_value = false)]
pub(super) struct EntryRow {
    pub(super) id: Id,
    pub(super) account_id: Id,
    pub(super) kind: Kind,
    pub(super) text: String,
    pub(super) resource: Option<String>,
    pub(super) record_id: Option<Id>,
    pub(super) by_id: Option<Id>,
    pub(super) by_name: Option<String>,
    pub(super) created_at: Timestamp,
    pub(super) read_at: Option<Timestamp>,
}

pub(super) fn insert(conn: &mut Conn, row: &EntryRow) -> Result<()> {
    diesel::insert_into(inbox_entries::table).values(row).run(conn)
}

/// Returns the newest entries of an account, at most `most`.
pub(super) fn newest(conn: &mut Conn, account: &Id, most: i64) -> Result<Vec<EntryRow>> {
    inbox_entries::table
        .filter(inbox_entries::account_id.eq(account))
        .order(inbox_entries::id.desc())
        .limit(most)
        .select(EntryRow::as_select())
        .all(conn)
}

/// Marks those of these entries as read that are the account's own and unread.
pub(super) fn mark_read(conn: &mut Conn, account: &Id, ids: &[Id], now: Timestamp) -> Result<()> {
    let own = inbox_entries::table
        .filter(inbox_entries::account_id.eq(account))
        .filter(inbox_entries::id.eq_any(ids.to_vec()))
        .filter(inbox_entries::read_at.is_null());
    diesel::update(own).set(inbox_entries::read_at.eq(now)).run(conn)
}

/// Returns whether a user has the inbox by mail, too.
pub(crate) fn by_mail(conn: &mut Conn, account: &Id) -> Result<bool> {
    let set: Option<bool> = account_settings::table
        .find(account)
        .select(account_settings::inbox_by_mail)
        .first_if_any(conn)?;
    Ok(set.unwrap_or(false))
}

pub(crate) fn set_by_mail(conn: &mut Conn, account: &Id, by_mail: bool) -> Result<()> {
    on_each!(conn, |conn| {
        diesel::insert_into(account_settings::table)
            .values((
                account_settings::account_id.eq(account),
                account_settings::inbox_by_mail.eq(by_mail),
            ))
            .on_conflict(account_settings::account_id)
            .do_update()
            .set(account_settings::inbox_by_mail.eq(by_mail))
            .execute(conn)?
    });
    Ok(())
}
