//! The credentials of an account, as administrators see and change them: its password, second
//! factors, linked identities and API tokens.

use super::Auth;
use super::administration::{self, is_administrator, keep_an_administrator, lock_row, not_above};
use super::api_tokens::{self, Token};
use super::factors;
use super::password::NewPassword;
use super::queries::{self, AccountChange, AccountRow};
use super::recent::require_recent;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::records::actor::Actor;
use crate::records::audit::{self, Action, Event};

pub use super::queries::providers::Identity;

const OWN_PASSWORD: &str =
    "You cannot set your own password here. Change it in the menu of your account";
const OWN_FACTORS: &str = "You cannot reset your own two-step sign-in. Change it in the menu of your account, or ask another administrator";

/// Permits, for a day, that the next identity with the account's email is linked to it.
///
/// # Errors
/// 403 for an API token, for a user with a role that `by` does not hold, and for a session that is open
/// for longer than ten minutes.
pub fn allow_linking(conn: &mut Conn, id: &Id, by: &Actor) -> Result<()> {
    let account = account_for_sign_in_change(conn, id, by)?;
    require_recent(conn, by)?;
    let now = Timestamp::now();
    let (link_allowed, link_allowed_at) = (Some(true), Some(Some(now)));
    let allowed = AccountChange { link_allowed, link_allowed_at, ..AccountChange::default() };
    queries::change_account(conn, &account.id, allowed, now)?;
    audit::record(conn, Event::new(Action::LinkingAllowed, account.email).by(by))
}

/// Lists the API tokens of an account, the newest first.
pub fn tokens(conn: &mut Conn, id: &Id) -> Result<Vec<Token>> {
    queries::account(conn, id)?;
    api_tokens::of_account(conn, id)
}

/// Revokes an API token of an account: requests with it are rejected from now on.
///
/// # Errors
/// 404 when the account has no such token, otherwise as [`allow_linking`], in an older session too: it
/// only ends something.
pub fn end_token(conn: &mut Conn, id: &Id, token: &Id, by: &Actor) -> Result<()> {
    let account = account_for_sign_in_change(conn, id, by)?;
    queries::api_tokens::delete(conn, id, token)?;
    audit::record(conn, Event::new(Action::TokenRevoked, account.email).by(by))
}

/// Lists the identities that are linked to an account, the oldest first.
pub fn identities(conn: &mut Conn, id: &Id) -> Result<Vec<Identity>> {
    queries::account(conn, id)?;
    queries::providers::identities_of(conn, id)
}

/// Unlinks an identity from an account: it can no longer sign in to it. Ends all sessions of the
/// account, and rejects access tokens that providers have issued until now.
///
/// # Errors
/// 409 when the last administrator would lose the only way to sign in, 404 when the account has no
/// such identity, otherwise as [`allow_linking`].
pub fn unlink(conn: &mut Conn, id: &Id, identity: &Id, by: &Actor) -> Result<()> {
    let account = account_for_sign_in_change(conn, id, by)?;
    require_recent(conn, by)?;
    queries::providers::delete_identity(conn, id, identity)?;
    let has_another_way =
        account.password_hash.is_some() || !queries::providers::identities_of(conn, id)?.is_empty();
    if is_administrator(&account) && !has_another_way {
        keep_an_administrator(conn, id, "")?;
    }
    queries::end_sessions(conn, id, None, Timestamp::now())?;
    audit::record(conn, Event::new(Action::IdentityUnlinked, account.email).by(by))
}

/// Fails at `/password` when a new password is the name or the email of its owner.
pub fn check_password(conn: &mut Conn, id: &Id, password: &NewPassword) -> Result<()> {
    let owner = queries::account(conn, id)?;
    password.refuse_own_words("/password", &owner.email, &owner.first_name, &owner.last_name)
}

/// Sets the password of an account, hashed before the transaction began, and ends all sessions and
/// API tokens of its owner. Fails as [`allow_linking`] does, and with a 409 for one's own account, whose
/// current password is asked for elsewhere.
pub fn set_password(conn: &mut Conn, id: &Id, password: &NewPassword, by: &Actor) -> Result<()> {
    let now = Timestamp::now();
    let account = anothers_account(conn, id, by, OWN_PASSWORD)?;
    administration::set_password(conn, id, password, now)?;
    queries::places::forget_all(conn, id)?;
    queries::api_tokens::delete_all(conn, id)?;
    queries::end_sessions(conn, id, None, now)?;
    audit::record(conn, Event::new(Action::PasswordSet, account.email).by(by))
}

/// Deletes the second factors and recovery codes of an account, of a user who has lost them, and
/// ends its sessions. Returns whether there was a factor. Fails as [`allow_linking`] does, and with a 409
/// for one's own account, where a user who has the factor removes it.
pub fn reset_factors(conn: &mut Conn, id: &Id, by: &Actor) -> Result<bool> {
    let account = anothers_account(conn, id, by, OWN_FACTORS)?;
    let deleted = factors::delete_all(conn, id)?;
    if deleted {
        audit::record(conn, Event::new(Action::FactorsReset, account.email).by(by))?;
    }
    Ok(deleted)
}

impl Auth {
    /// Deletes the second factors of an account, on behalf of the command line. Returns whether it
    /// had any; `None` when there is no such account.
    pub(crate) async fn reset_factors(&self, email: &str) -> Result<Option<bool>> {
        let email = email.to_owned();
        self.db()
            .write(move |conn| {
                let Some(account) = queries::account_by_email(conn, &email)? else {
                    return Ok(None);
                };
                let by = Actor::operator();
                reset_factors(conn, &account.id, &by).map(Some)
            })
            .await
    }
}

/// Locks the row of the account of somebody else, whose credential `by` replaces: an open session must
/// not be enough for it, and for one's own account there are operations that ask for a proof.
fn anothers_account(
    conn: &mut Conn,
    id: &Id,
    by: &Actor,
    oneself: &'static str,
) -> Result<AccountRow> {
    by.in_person()?;
    if *id == by.id {
        return Err(Error::conflict(oneself));
    }
    let account = account_for_sign_in_change(conn, id, by)?;
    require_recent(conn, by)?;
    Ok(account)
}

/// Locks the row of an account whose sign-in `by` is about to change.
///
/// # Errors
/// 403 for an API token, and for a user with a role that `by` does not hold: setting a password
/// gives access to the roles behind it.
fn account_for_sign_in_change(conn: &mut Conn, id: &Id, by: &Actor) -> Result<AccountRow> {
    by.in_person()?;
    let account = lock_row(conn, id)?;
    not_above(by, &account)?;
    Ok(account)
}
