//! The SQL of mails.

use diesel::prelude::*;

use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{self, Conn, Run};

diesel::table! {
    mails (id) {
        id -> Text,
        account_id -> Nullable<Text>,
        address -> Nullable<Text>,
        message -> Text,
        attachment -> Nullable<Binary>,
        state -> Text,
        created_at -> Timestamp,
        next_at -> Timestamp,
        attempts -> Integer,
    }
}

crate::text_enum! {
    /// What has become of a mail.
    pub(crate) enum MailState {
        Waiting = ("waiting", "Waiting"),
        Sent = ("sent", "Sent"),
        // Given up after the last attempt.
        Failed = ("failed", "Failed"),
        // For nobody any more: the account is locked, or what it is about has passed.
        Dropped = ("dropped", "Dropped"),
    }
}

#[derive(Clone, Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = mails, treat_none_as_default_value = false)]
pub(crate) struct MailRow {
    pub(crate) id: Id,
    pub(crate) account_id: Option<Id>,
    pub(crate) address: Option<String>,
    pub(crate) message: String,
    pub(crate) attachment: Option<Vec<u8>>,
    pub(crate) state: MailState,
    pub(crate) created_at: Timestamp,
    pub(crate) next_at: Timestamp,
    pub(crate) attempts: i32,
}

pub(crate) fn insert(conn: &mut Conn, row: &MailRow) -> Result<()> {
    diesel::insert_into(mails::table).values(row).run(conn)
}

pub(crate) fn is_due(conn: &mut Conn, now: Timestamp) -> Result<bool> {
    let first: Option<Id> = mails::table
        .filter(mails::state.eq(MailState::Waiting))
        .filter(mails::next_at.le(now))
        .select(mails::id)
        .first_if_any(conn)?;
    Ok(first.is_some())
}

/// Returns the mail that is due for longest, locked; those that others have locked are left out.
pub(crate) fn due_for_update(conn: &mut Conn, now: Timestamp) -> Result<Option<MailRow>> {
    macro_rules! due {
        () => {
            mails::table
                .filter(mails::state.eq(MailState::Waiting))
                .filter(mails::next_at.le(now))
                .order((mails::next_at, mails::id))
                .select(MailRow::as_select())
        };
    }
    let found = match conn {
        Conn::Pg(conn) => due!().for_update().skip_locked().first(conn),
        Conn::Sqlite(conn) => due!().first(conn),
    };
    Ok(found.optional()?)
}

pub(crate) fn again(conn: &mut Conn, id: &Id, attempts: i32, at: Timestamp) -> Result<()> {
    db::update(mails::table.find(id))
        .set((mails::attempts.eq(attempts), mails::next_at.eq(at)))
        .run(conn)
}

/// Sets what has become of a mail, and deletes its text and its file.
pub(crate) fn settle(conn: &mut Conn, id: &Id, state: MailState) -> Result<()> {
    db::update(mails::table.find(id))
        .set((mails::state.eq(state), mails::message.eq(""), mails::attachment.eq(None::<Vec<u8>>)))
        .run(conn)
}

/// Drops the mails with links for an account that wait.
pub(crate) fn drop_links(conn: &mut Conn, account: &Id, address: &str) -> Result<()> {
    let of_account =
        mails::account_id.eq(account).and(mails::message.like("{\"kind\":\"invitation\"%"));
    let of_address = mails::account_id
        .is_null()
        .and(db::fold(mails::address.assume_not_null()).eq(db::fold(address)));
    let waiting: Vec<Id> = mails::table
        .filter(mails::state.eq(MailState::Waiting))
        .filter(of_account.or(of_address))
        .select(mails::id)
        .all(conn)?;
    waiting.iter().try_for_each(|id| settle(conn, id, MailState::Dropped))
}

pub(crate) fn discard(conn: &mut Conn) -> Result<()> {
    diesel::delete(mails::table.filter(mails::state.eq(MailState::Waiting))).run(conn)
}
