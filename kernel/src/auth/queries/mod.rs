//! The statements on accounts, sessions and signing keys, without decisions. `places` holds those
//! on known places, `providers` on identities and round trips, `api_tokens` on API tokens,
//! `factors` and `passkeys` on second factors, `demo` on accounts of the demo data.

pub(in crate::auth) mod api_tokens;
pub(in crate::auth) mod demo;
pub(in crate::auth) mod factors;
pub(in crate::auth) mod passkeys;
pub(in crate::auth) mod places;
pub(in crate::auth) mod providers;

use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::sql_types::Text;

use super::password::PasswordHash;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{self, Conn, TextList, notify};
use crate::records::actor::ACCOUNTS;

diesel::table! {
    accounts (id) {
        id -> Text,
        email -> Text,
        first_name -> Text,
        last_name -> Text,
        name -> Text,
        image_url -> Nullable<Text>,
        password_hash -> Nullable<Text>,
        locked -> Bool,
        roles -> Text,
        link_allowed -> Bool,
        link_allowed_at -> Nullable<Timestamp>,
        signed_out_at -> Nullable<Timestamp>,
        created_at -> Timestamp,
        updated_at -> Timestamp,
    }
}

diesel::table! {
    sessions (id) {
        id -> Text,
        account_id -> Text,
        secret -> Binary,
        used -> Integer,
        created_at -> Timestamp,
        last_used_at -> Timestamp,
        expires_at -> Timestamp,
        ended_at -> Nullable<Timestamp>,
        second_factor -> Bool,
        confirmed_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    signing_keys (kid) {
        kid -> Text,
        algorithm -> Text,
        private_key -> Binary,
        created_at -> Timestamp,
        retired_at -> Nullable<Timestamp>,
    }
}

diesel::joinable!(sessions -> accounts (account_id));
diesel::allow_tables_to_appear_in_same_query!(accounts, sessions);

diesel::define_sql_function! {
    /// Case folding in every script, as in the unique index.
    fn fold(text: Text) -> Text;
}

#[derive(Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = accounts)]
pub(in crate::auth) struct AccountRow {
    pub(in crate::auth) id: Id,
    pub(in crate::auth) email: String,
    pub(in crate::auth) first_name: String,
    pub(in crate::auth) last_name: String,
    pub(in crate::auth) image_url: Option<String>,
    pub(in crate::auth) password_hash: Option<String>,
    pub(in crate::auth) locked: bool,
    pub(in crate::auth) roles: TextList,
    pub(in crate::auth) link_allowed: bool,
    pub(in crate::auth) link_allowed_at: Option<Timestamp>,
    pub(in crate::auth) signed_out_at: Option<Timestamp>,
    pub(in crate::auth) created_at: Timestamp,
    pub(in crate::auth) updated_at: Timestamp,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = sessions)]
pub(in crate::auth) struct SessionRow {
    pub(in crate::auth) id: Id,
    pub(in crate::auth) account_id: Id,
    pub(in crate::auth) secret: Vec<u8>,
    pub(in crate::auth) used: i32,
    pub(in crate::auth) created_at: Timestamp,
    pub(in crate::auth) last_used_at: Timestamp,
    pub(in crate::auth) expires_at: Timestamp,
    pub(in crate::auth) ended_at: Option<Timestamp>,
    pub(in crate::auth) second_factor: bool,
    pub(in crate::auth) confirmed_at: Option<Timestamp>,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = signing_keys)]
pub(in crate::auth) struct SigningKeyRow {
    pub(in crate::auth) kid: String,
    pub(in crate::auth) algorithm: String,
    pub(in crate::auth) private_key: Vec<u8>,
    pub(in crate::auth) created_at: Timestamp,
    pub(in crate::auth) retired_at: Option<Timestamp>,
}

/// Reads one row and locks it until the transaction ends (`FOR NO KEY UPDATE`). SQLite has one
/// writer anyway.
macro_rules! for_update {
    ($conn:expr, $query:expr) => {
        match $conn {
            Conn::Pg(conn) => $query.for_no_key_update().first(conn),
            Conn::Sqlite(conn) => $query.first(conn),
        }
    };
}

// Accounts

pub(in crate::auth) fn account(conn: &mut Conn, id: &Id) -> Result<AccountRow> {
    Ok(accounts::table.find(id).select(AccountRow::as_select()).first(conn)?)
}

pub(in crate::auth) fn account_if_any(conn: &mut Conn, id: &Id) -> Result<Option<AccountRow>> {
    Ok(accounts::table.find(id).select(AccountRow::as_select()).first(conn).optional()?)
}

pub(in crate::auth) fn account_by_email(
    conn: &mut Conn,
    email: &str,
) -> Result<Option<AccountRow>> {
    let found = accounts::table
        .filter(fold(accounts::email).eq(fold(email)))
        .select(AccountRow::as_select())
        .first(conn)
        .optional()?;
    Ok(found)
}

pub(in crate::auth) fn account_for_update(conn: &mut Conn, id: &Id) -> Result<AccountRow> {
    Ok(for_update!(conn, accounts::table.find(id).select(AccountRow::as_select()))?)
}

pub(in crate::auth) fn account_if_any_for_update(
    conn: &mut Conn,
    id: &Id,
) -> Result<Option<AccountRow>> {
    let found: diesel::QueryResult<AccountRow> =
        for_update!(conn, accounts::table.find(id).select(AccountRow::as_select()));
    Ok(found.optional()?)
}

/// Returns whether there is any account.
pub(crate) fn any_account(conn: &mut Conn) -> Result<bool> {
    let first: Option<Id> = accounts::table.select(accounts::id).first(conn).optional()?;
    Ok(first.is_some())
}

pub(in crate::auth) fn insert_account(conn: &mut Conn, row: &AccountRow) -> Result<()> {
    let name = full_name(&row.first_name, &row.last_name);
    diesel::insert_into(accounts::table).values((row, accounts::name.eq(name))).execute(conn)?;
    Ok(())
}

/// Returns the name that users are sorted and searched by: first and last name.
fn full_name(first_name: &str, last_name: &str) -> String {
    format!("{first_name} {last_name}").trim().to_owned()
}

/// Sets the names and roles of an account.
pub(in crate::auth) fn set_person(
    conn: &mut Conn,
    id: &Id,
    first_name: &str,
    last_name: &str,
    roles: &TextList,
    now: Timestamp,
) -> Result<()> {
    notify(ACCOUNTS, id);
    db::update(accounts::table.find(id))
        .set((
            accounts::first_name.eq(first_name),
            accounts::last_name.eq(last_name),
            accounts::name.eq(full_name(first_name, last_name)),
            accounts::roles.eq(roles),
            accounts::updated_at.eq(now),
        ))
        .execute(conn)?;
    Ok(())
}

/// Returns whether an account other than `id` has this role, is not locked, and can sign in.
pub(in crate::auth) fn another_may_act_as(conn: &mut Conn, role: &str, id: &Id) -> Result<bool> {
    // The pattern excludes most rows; the list itself is then checked for the role.
    let likely: Vec<TextList> = accounts::table
        .filter(accounts::locked.eq(false))
        .filter(accounts::id.ne(id))
        .filter(accounts::roles.like(format!("%\"{role}\"%")))
        // An account without any way to sign in does not count.
        .filter(accounts::password_hash.is_not_null().or(exists(
            providers::identities::table.filter(providers::identities::account_id.eq(accounts::id)),
        )))
        .select(accounts::roles)
        .load(conn)?;
    Ok(likely.iter().any(|roles| roles.0.iter().any(|one| one == role)))
}

pub(in crate::auth) fn set_password(
    conn: &mut Conn,
    id: &Id,
    hash: &PasswordHash,
    now: Timestamp,
) -> Result<()> {
    db::update(accounts::table.find(id))
        .set((accounts::password_hash.eq(hash.as_str()), accounts::updated_at.eq(now)))
        .execute(conn)?;
    Ok(())
}

pub(in crate::auth) fn set_locked(
    conn: &mut Conn,
    id: &Id,
    locked: bool,
    now: Timestamp,
) -> Result<()> {
    notify(ACCOUNTS, id);
    db::update(accounts::table.find(id))
        .set((accounts::locked.eq(locked), accounts::updated_at.eq(now)))
        .execute(conn)?;
    Ok(())
}

pub(in crate::auth) fn set_roles(
    conn: &mut Conn,
    id: &Id,
    roles: &TextList,
    now: Timestamp,
) -> Result<()> {
    notify(ACCOUNTS, id);
    db::update(accounts::table.find(id))
        .set((accounts::roles.eq(roles), accounts::updated_at.eq(now)))
        .execute(conn)?;
    Ok(())
}

// Sessions

pub(in crate::auth) fn insert_session(conn: &mut Conn, row: &SessionRow) -> Result<()> {
    diesel::insert_into(sessions::table).values(row).execute(conn)?;
    Ok(())
}

pub(in crate::auth) fn session(conn: &mut Conn, id: &Id) -> Result<Option<SessionRow>> {
    Ok(sessions::table.find(id).select(SessionRow::as_select()).first(conn).optional()?)
}

pub(in crate::auth) fn session_and_account(
    conn: &mut Conn,
    id: &Id,
) -> Result<Option<(SessionRow, AccountRow)>> {
    let found = sessions::table
        .inner_join(accounts::table)
        .filter(sessions::id.eq(id))
        .select((SessionRow::as_select(), AccountRow::as_select()))
        .first(conn)
        .optional()?;
    Ok(found)
}

pub(in crate::auth) fn session_for_update(conn: &mut Conn, id: &Id) -> Result<Option<SessionRow>> {
    Ok(for_update!(conn, sessions::table.find(id).select(SessionRow::as_select())).optional()?)
}

pub(in crate::auth) fn set_used(
    conn: &mut Conn,
    id: &Id,
    used: i32,
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<()> {
    db::update(sessions::table.find(id))
        .set((
            sessions::used.eq(used),
            sessions::last_used_at.eq(now),
            sessions::expires_at.eq(expires_at),
        ))
        .execute(conn)?;
    Ok(())
}

/// Records that the user has confirmed to be there.
pub(in crate::auth) fn set_confirmed(conn: &mut Conn, id: &Id, now: Timestamp) -> Result<()> {
    db::update(sessions::table.find(id)).set(sessions::confirmed_at.eq(now)).execute(conn)?;
    Ok(())
}

/// Replaces the secret of a session: all former refresh tokens become invalid, and the next
/// generation is the first one.
pub(in crate::auth) fn replace_secret(conn: &mut Conn, id: &Id, secret: &[u8]) -> Result<()> {
    db::update(sessions::table.find(id))
        .set((sessions::secret.eq(secret), sessions::used.eq(0)))
        .execute(conn)?;
    Ok(())
}

pub(in crate::auth) fn end_session(
    conn: &mut Conn,
    session: &SessionRow,
    now: Timestamp,
) -> Result<()> {
    notify(ACCOUNTS, &session.account_id);
    db::update(sessions::table.find(&session.id).filter(sessions::ended_at.is_null()))
        .set(sessions::ended_at.eq(now))
        .execute(conn)?;
    Ok(())
}

/// Ends the sessions of an account, all but `except`. Access tokens that providers issued until now
/// are rejected too.
pub(in crate::auth) fn end_sessions(
    conn: &mut Conn,
    account: &Id,
    except: Option<&Id>,
    now: Timestamp,
) -> Result<()> {
    notify(ACCOUNTS, account);
    // The account is updated first, as everywhere, so that two such transactions cannot deadlock.
    db::update(accounts::table.find(account)).set(accounts::signed_out_at.eq(now)).execute(conn)?;
    let except = except.map_or("", Id::as_str);
    let theirs = sessions::account_id.eq(account).and(sessions::id.ne(except));
    db::update(sessions::table.filter(theirs.and(sessions::ended_at.is_null())))
        .set(sessions::ended_at.eq(now))
        .execute(conn)?;
    Ok(())
}

/// Ends every session. Returns how many were open. For a database that no process serves: sends no
/// notification.
pub(in crate::auth) fn end_all_sessions(conn: &mut Conn, now: Timestamp) -> Result<usize> {
    let open = sessions::ended_at.is_null().and(sessions::expires_at.gt(now));
    let ended =
        db::update(sessions::table.filter(open)).set(sessions::ended_at.eq(now)).execute(conn)?;
    Ok(ended)
}

/// Rejects the access tokens that identity providers issued until now, of every account. For a database
/// that no process serves: sends no notification.
pub(in crate::auth) fn end_all_provider_tokens(conn: &mut Conn, now: Timestamp) -> Result<()> {
    db::update(accounts::table).set(accounts::signed_out_at.eq(now)).execute(conn)?;
    Ok(())
}

/// Deletes at most `most` of the sessions that ended or expired before `until`. Returns how many.
pub(in crate::auth) fn delete_old_sessions(
    conn: &mut Conn,
    until: Timestamp,
    most: usize,
) -> Result<usize> {
    let over = sessions::ended_at.lt(until).or(sessions::expires_at.nullable().lt(until));
    let most = i64::try_from(most).map_err(Error::internal)?;
    let some: Vec<Id> = sessions::table.filter(over).select(sessions::id).limit(most).load(conn)?;
    Ok(diesel::delete(sessions::table.filter(sessions::id.eq_any(some))).execute(conn)?)
}

pub(in crate::auth) fn delete_expired_sessions(
    conn: &mut Conn,
    account: &Id,
    now: Timestamp,
) -> Result<()> {
    diesel::delete(sessions::table)
        .filter(sessions::account_id.eq(account))
        .filter(sessions::expires_at.lt(now))
        .execute(conn)?;
    Ok(())
}

// Signing keys

/// Locks the table against concurrent creation of keys until the transaction ends; other nodes can
/// still read.
pub(in crate::auth) fn lock_signing_keys(conn: &mut Conn) -> Result<()> {
    use diesel::connection::SimpleConnection;
    if let Conn::Pg(conn) = conn {
        conn.batch_execute("LOCK TABLE signing_keys IN SHARE ROW EXCLUSIVE MODE")?;
    }
    Ok(())
}

/// Returns the keys that are not retired, or were retired after `since`; the oldest first.
pub(in crate::auth) fn signing_keys(
    conn: &mut Conn,
    since: Timestamp,
) -> Result<Vec<SigningKeyRow>> {
    let found = signing_keys::table
        .filter(signing_keys::retired_at.is_null().or(signing_keys::retired_at.gt(since)))
        .order((signing_keys::created_at, signing_keys::kid))
        .select(SigningKeyRow::as_select())
        .load(conn)?;
    Ok(found)
}

pub(in crate::auth) fn insert_signing_key(conn: &mut Conn, row: &SigningKeyRow) -> Result<()> {
    diesel::insert_into(signing_keys::table).values(row).execute(conn)?;
    Ok(())
}

/// Retires the keys that are not retired yet. Returns how many.
pub(in crate::auth) fn retire_signing_keys(conn: &mut Conn, at: Timestamp) -> Result<usize> {
    let retired = db::update(signing_keys::table.filter(signing_keys::retired_at.is_null()))
        .set(signing_keys::retired_at.eq(at))
        .execute(conn)?;
    Ok(retired)
}

/// Deletes all keys. Returns how many.
pub(in crate::auth) fn delete_all_signing_keys(conn: &mut Conn) -> Result<usize> {
    Ok(diesel::delete(signing_keys::table).execute(conn)?)
}

/// Deletes the keys that were retired before `since`.
pub(in crate::auth) fn delete_signing_keys(conn: &mut Conn, since: Timestamp) -> Result<()> {
    diesel::delete(signing_keys::table).filter(signing_keys::retired_at.lt(since)).execute(conn)?;
    Ok(())
}
