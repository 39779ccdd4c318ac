//! The statements on accounts, sessions and signing keys, without decisions. `places` holds those
//! on known places, `providers` on identities and round trips, `api_tokens` on API tokens,
//! `factors` and `passkeys` on second factors, `links` on links to set a password, `demo` on accounts of the demo data.

pub(crate) mod api_tokens;
pub(crate) mod demo;
pub(crate) mod factors;
pub(crate) mod links;
pub(crate) mod passkeys;
pub(crate) mod places;
pub(crate) mod providers;

use diesel::dsl::exists;
use diesel::prelude::*;

use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{self, Conn, Run, TextList, fold, notify};
use crate::engine::policy::UserAttributes;
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
        attributes -> Text,
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

#[derive(Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = accounts)]
pub(crate) struct AccountRow {
    pub(crate) id: Id,
    pub(crate) email: String,
    pub(crate) first_name: String,
    pub(crate) last_name: String,
    pub(crate) image_url: Option<String>,
    pub(crate) password_hash: Option<String>,
    pub(crate) locked: bool,
    pub(crate) roles: TextList,
    pub(crate) attributes: UserAttributes,
    pub(crate) link_allowed: bool,
    pub(crate) link_allowed_at: Option<Timestamp>,
    pub(crate) signed_out_at: Option<Timestamp>,
    pub(crate) created_at: Timestamp,
    pub(crate) updated_at: Timestamp,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = sessions)]
pub(crate) struct SessionRow {
    pub(crate) id: Id,
    pub(crate) account_id: Id,
    pub(crate) secret: Vec<u8>,
    pub(crate) used: i32,
    pub(crate) created_at: Timestamp,
    pub(crate) last_used_at: Timestamp,
    pub(crate) expires_at: Timestamp,
    pub(crate) ended_at: Option<Timestamp>,
    pub(crate) second_factor: bool,
    pub(crate) confirmed_at: Option<Timestamp>,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = signing_keys)]
pub(crate) struct SigningKeyRow {
    pub(crate) kid: String,
    pub(crate) algorithm: String,
    pub(crate) private_key: Vec<u8>,
    pub(crate) created_at: Timestamp,
    pub(crate) retired_at: Option<Timestamp>,
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

pub(crate) fn account(conn: &mut Conn, id: &Id) -> Result<AccountRow> {
    account_if_any(conn, id)?.ok_or(Error::NotFound)
}

pub(crate) fn account_if_any(conn: &mut Conn, id: &Id) -> Result<Option<AccountRow>> {
    accounts::table.find(id).select(AccountRow::as_select()).first_if_any(conn)
}

/// Returns all accounts, by name.
pub(crate) fn accounts_by_name(conn: &mut Conn) -> Result<Vec<AccountRow>> {
    let order = (accounts::first_name, accounts::last_name, accounts::id);
    accounts::table.order(order).select(AccountRow::as_select()).all(conn)
}

pub(crate) fn account_by_email(conn: &mut Conn, email: &str) -> Result<Option<AccountRow>> {
    accounts::table
        .filter(fold(accounts::email).eq(fold(email)))
        .select(AccountRow::as_select())
        .first_if_any(conn)
}

pub(crate) fn account_for_update(conn: &mut Conn, id: &Id) -> Result<AccountRow> {
    account_if_any_for_update(conn, id)?.ok_or(Error::NotFound)
}

pub(crate) fn account_if_any_for_update(conn: &mut Conn, id: &Id) -> Result<Option<AccountRow>> {
    Ok(for_update!(conn, accounts::table.find(id).select(AccountRow::as_select())).optional()?)
}

/// Returns whether there is any account.
pub(crate) fn any_account(conn: &mut Conn) -> Result<bool> {
    let first: Option<Id> = accounts::table.select(accounts::id).first_if_any(conn)?;
    Ok(first.is_some())
}

pub(crate) fn insert_account(conn: &mut Conn, row: &AccountRow) -> Result<()> {
    let name = full_name(&row.first_name, &row.last_name);
    diesel::insert_into(accounts::table).values((row, accounts::name.eq(name))).run(conn)
}

/// Returns the name that users are sorted and searched by: first and last name.
fn full_name(first_name: &str, last_name: &str) -> String {
    format!("{first_name} {last_name}").trim().to_owned()
}

/// Sets the names, roles and attributes of an account.
pub(crate) fn set_person(
    conn: &mut Conn,
    id: &Id,
    (first_name, last_name): (&str, &str),
    roles: &TextList,
    attributes: &UserAttributes,
    now: Timestamp,
) -> Result<()> {
    notify(ACCOUNTS, id);
    db::update(accounts::table.find(id))
        .set((
            accounts::first_name.eq(first_name),
            accounts::last_name.eq(last_name),
            accounts::name.eq(full_name(first_name, last_name)),
            accounts::roles.eq(roles),
            accounts::attributes.eq(attributes),
            accounts::updated_at.eq(now),
        ))
        .run(conn)
}

/// Returns whether an account other than `id` has this role, is not locked, and can sign in.
pub(crate) fn another_may_act_as(conn: &mut Conn, role: &str, id: &Id) -> Result<bool> {
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

/// What changes of an account; the rest stays as it is.
#[derive(Default, AsChangeset)]
#[diesel(table_name = accounts)]
pub(crate) struct AccountChange<'a> {
    pub(crate) password_hash: Option<Option<&'a str>>,
    pub(crate) locked: Option<bool>,
    pub(crate) roles: Option<&'a TextList>,
    pub(crate) attributes: Option<&'a UserAttributes>,
    pub(crate) link_allowed: Option<bool>,
    pub(crate) link_allowed_at: Option<Option<Timestamp>>,
}

pub(crate) fn change_account(
    conn: &mut Conn,
    id: &Id,
    change: AccountChange<'_>,
    now: Timestamp,
) -> Result<()> {
    notify(ACCOUNTS, id);
    db::update(accounts::table.find(id)).set((change, accounts::updated_at.eq(now))).run(conn)
}

// Sessions

pub(crate) fn insert_session(conn: &mut Conn, row: &SessionRow) -> Result<()> {
    diesel::insert_into(sessions::table).values(row).run(conn)
}

pub(crate) fn session(conn: &mut Conn, id: &Id) -> Result<Option<SessionRow>> {
    sessions::table.find(id).select(SessionRow::as_select()).first_if_any(conn)
}

pub(crate) fn session_and_account(
    conn: &mut Conn,
    id: &Id,
) -> Result<Option<(SessionRow, AccountRow)>> {
    sessions::table
        .inner_join(accounts::table)
        .filter(sessions::id.eq(id))
        .select((SessionRow::as_select(), AccountRow::as_select()))
        .first_if_any(conn)
}

pub(crate) fn session_for_update(conn: &mut Conn, id: &Id) -> Result<Option<SessionRow>> {
    Ok(for_update!(conn, sessions::table.find(id).select(SessionRow::as_select())).optional()?)
}

pub(crate) fn set_used(
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
        .run(conn)
}

/// Records that the user has confirmed to be there.
pub(crate) fn set_confirmed(conn: &mut Conn, id: &Id, now: Timestamp) -> Result<()> {
    db::update(sessions::table.find(id)).set(sessions::confirmed_at.eq(now)).run(conn)
}

/// Replaces the secret of a session: all former refresh tokens become invalid, and the next
/// generation is the first one.
pub(crate) fn replace_secret(conn: &mut Conn, id: &Id, secret: &[u8]) -> Result<()> {
    db::update(sessions::table.find(id))
        .set((sessions::secret.eq(secret), sessions::used.eq(0)))
        .run(conn)
}

pub(crate) fn end_session(conn: &mut Conn, session: &SessionRow, now: Timestamp) -> Result<()> {
    notify(ACCOUNTS, &session.account_id);
    db::update(sessions::table.find(&session.id).filter(sessions::ended_at.is_null()))
        .set(sessions::ended_at.eq(now))
        .run(conn)
}

/// Ends the sessions of an account, all but `except`. Access tokens that providers issued until now
/// are rejected too.
pub(crate) fn end_sessions(
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
        .run(conn)
}

/// Ends every session. Returns how many were open. For a database that no process serves: sends no
/// notification.
pub(crate) fn end_all_sessions(conn: &mut Conn, now: Timestamp) -> Result<usize> {
    let open = sessions::ended_at.is_null().and(sessions::expires_at.gt(now));
    let ended =
        db::update(sessions::table.filter(open)).set(sessions::ended_at.eq(now)).execute(conn)?;
    Ok(ended)
}

/// Rejects the access tokens that identity providers issued until now, of every account. For a database
/// that no process serves: sends no notification.
pub(crate) fn end_all_provider_tokens(conn: &mut Conn, now: Timestamp) -> Result<()> {
    db::update(accounts::table).set(accounts::signed_out_at.eq(now)).run(conn)
}

/// Deletes at most `most` of the sessions that ended or expired before `until`. Returns how many.
pub(crate) fn delete_old_sessions(conn: &mut Conn, until: Timestamp, most: usize) -> Result<usize> {
    let over = sessions::ended_at.lt(until).or(sessions::expires_at.nullable().lt(until));
    let most = i64::try_from(most).map_err(Error::internal)?;
    let some: Vec<Id> = sessions::table.filter(over).select(sessions::id).limit(most).load(conn)?;
    Ok(diesel::delete(sessions::table.filter(sessions::id.eq_any(some))).execute(conn)?)
}

pub(crate) fn delete_expired_sessions(conn: &mut Conn, account: &Id, now: Timestamp) -> Result<()> {
    diesel::delete(sessions::table)
        .filter(sessions::account_id.eq(account))
        .filter(sessions::expires_at.lt(now))
        .run(conn)
}

// Signing keys

/// Locks the table against concurrent creation of keys until the transaction ends; other nodes can
/// still read.
pub(crate) fn lock_signing_keys(conn: &mut Conn) -> Result<()> {
    use diesel::connection::SimpleConnection;
    if let Conn::Pg(conn) = conn {
        conn.batch_execute("LOCK TABLE signing_keys IN SHARE ROW EXCLUSIVE MODE")?;
    }
    Ok(())
}

/// Returns the keys that are not retired, or were retired after `since`; the oldest first.
pub(crate) fn signing_keys(conn: &mut Conn, since: Timestamp) -> Result<Vec<SigningKeyRow>> {
    signing_keys::table
        .filter(signing_keys::retired_at.is_null().or(signing_keys::retired_at.gt(since)))
        .order((signing_keys::created_at, signing_keys::kid))
        .select(SigningKeyRow::as_select())
        .all(conn)
}

pub(crate) fn insert_signing_key(conn: &mut Conn, row: &SigningKeyRow) -> Result<()> {
    diesel::insert_into(signing_keys::table).values(row).run(conn)
}

/// Retires the keys that are not retired yet. Returns how many.
pub(crate) fn retire_signing_keys(conn: &mut Conn, at: Timestamp) -> Result<usize> {
    let retired = db::update(signing_keys::table.filter(signing_keys::retired_at.is_null()))
        .set(signing_keys::retired_at.eq(at))
        .execute(conn)?;
    Ok(retired)
}

/// Deletes all keys. Returns how many.
pub(crate) fn delete_all_signing_keys(conn: &mut Conn) -> Result<usize> {
    Ok(diesel::delete(signing_keys::table).execute(conn)?)
}

/// Deletes the keys that were retired before `since`.
pub(crate) fn delete_signing_keys(conn: &mut Conn, since: Timestamp) -> Result<()> {
    diesel::delete(signing_keys::table).filter(signing_keys::retired_at.lt(since)).run(conn)
}
