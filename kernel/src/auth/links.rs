//! Links to set a password, which only mails hold.
//!
//! The token of a link is made when its mail is sent, anew for each attempt, and nothing but its digest is stored: no row,
//! log or backup has ever held it. A password that is set, by whatever way, and a lock end all links of the account, and the
//! mails that would bring more.

use data_encoding::HEXLOWER;

use super::queries::links::{self, LinkRow};
use super::queries::{self, AccountRow};
use super::random_bytes;
use crate::base::digest::digest;
use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::mail;

/// For how many seconds a link is valid that sets another password.
pub(super) const RESET_SECONDS: i64 = 30 * 60;

/// For how many seconds a link is valid that sets the first password.
pub(super) const INVITATION_SECONDS: i64 = 7 * 24 * 60 * 60;

/// Makes a link for an account, and returns its token.
pub(super) fn make(conn: &mut Conn, account: &Id, seconds: i64) -> Result<String> {
    let token = HEXLOWER.encode(&random_bytes::<32>());
    let created_at = Timestamp::now();
    links::insert(
        conn,
        &LinkRow {
            token: digest(&token),
            account_id: account.clone(),
            created_at,
            expires_at: created_at.plus_seconds(seconds),
        },
    )?;
    Ok(token)
}

/// Returns the account that a link is for; `None` when it has been used, has expired, or the account is locked.
pub(super) fn account_of(conn: &mut Conn, token: &str) -> Result<Option<AccountRow>> {
    let Some(account) = links::account_of(conn, &digest(token), Timestamp::now())? else {
        return Ok(None);
    };
    let account = queries::account_if_any(conn, &account)?;
    Ok(account.filter(|account| !account.locked))
}

/// Ends all links of an account, those that mails have brought and those that they would bring.
pub(super) fn end_all(conn: &mut Conn, account: &AccountRow) -> Result<()> {
    links::delete_of(conn, &account.id)?;
    mail::queries::drop_links(conn, &account.id, &account.email)
}
