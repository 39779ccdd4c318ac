//! Changes of accounts by administrators, for the module that shows accounts. Each is one step of
//! the caller's transaction, so that the audit trail can be part of it.
//!
//! A change reaches signed-in users at once: a commit notification reports it to the session cache.

use super::links;
use super::new_account::NewAccount;
use super::password::NewPassword;
use super::queries::{self, AccountChange, AccountRow};
use super::recent::require_recent;
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Conn, TextList, statements};
use crate::engine::policy::ADMIN_ROLE;
use crate::mail::{self, Message};
use crate::records::actor::ACCOUNTS;
use crate::records::actor::Actor;
use crate::records::audit::{self, Action, Event};
use crate::records::change::WriteContext;
use crate::records::revisions;

const EMAIL_TAKEN: &str = "There is a user with this email already";
const ONESELF: &str = "You cannot lock your own account. Ask another administrator";
const LAST_ADMINISTRATOR: &str =
    "This is the last administrator who can sign in. Make another user an administrator first";

const ABOVE: &str =
    "This user has a role that you do not hold. Ask somebody who holds it, or an administrator";

/// Runs the checks of [`create`] and [`change`] without writing: for a new account, or for the new
/// values of the account with this identifier. Fails as they do, except for an email that is taken.
pub fn check(
    conn: &mut Conn,
    was: Option<(&Id, &NewAccount)>,
    is: &NewAccount,
    by: &Actor,
) -> Result<()> {
    match was {
        None => may_create(conn, is, by),
        Some((id, _)) => {
            let account = queries::account(conn, id)?;
            may_change(conn, &account, is, by)
        }
    }
}

fn may_create(conn: &mut Conn, new: &NewAccount, by: &Actor) -> Result<()> {
    require_full_scope(by)?;
    if new.password.is_some() {
        by.in_person()?;
    }
    may_give(by, new.roles.0.iter())?;
    if names_administrator(&new.roles) {
        require_recent(conn, by)?;
    }
    Ok(())
}

fn may_change(
    conn: &mut Conn,
    account: &AccountRow,
    person: &NewAccount,
    by: &Actor,
) -> Result<()> {
    require_full_scope(by)?;
    let (was, is) = (&account.roles.0, &person.roles.0);
    let given = is.iter().filter(|role| !was.contains(role));
    may_give(by, given.chain(was.iter().filter(|role| !is.contains(role))))?;
    if account.attributes != person.attributes {
        // By these, rules give what roles alone do not.
        not_above(by, account)?;
    }
    match (is_administrator(account), names_administrator(&person.roles)) {
        (true, false) => keep_an_administrator(conn, &account.id, "/roles"),
        (false, true) => require_recent(conn, by),
        _ => Ok(()),
    }
}

/// Creates an account inside the transaction of another change, and records it in the audit trail
/// of the resource that shows accounts.
pub fn add(writing: &mut WriteContext<'_>, id: &Id, new: NewAccount) -> Result<()> {
    let by = writing.by;
    let made = (id, revisions::CREATE);
    writing.records.record_account_change(writing.conn, made, by, |conn| create(conn, id, new, by))
}

/// Stores a new account that has been validated and prepared.
///
/// # Errors
/// 409 for an email that is taken, 422 at its field for a role that `by` does not hold, 403 for a
/// password set with an API token, and for an administrator made by a session that is open for longer
/// than ten minutes.
pub fn create(conn: &mut Conn, id: &Id, new: NewAccount, by: &Actor) -> Result<()> {
    may_create(conn, &new, by)?;
    let now = Timestamp::now();
    let hash = new.password.as_ref().map(NewPassword::stored).transpose()?;
    let row = AccountRow {
        id: id.clone(),
        email: new.email,
        first_name: new.first_name,
        last_name: new.last_name.unwrap_or_default(),
        image_url: None,
        password_hash: hash.map(|hash| hash.as_str().to_owned()),
        locked: false,
        roles: new.roles,
        attributes: new.attributes,
        link_allowed: false,
        link_allowed_at: None,
        signed_out_at: None,
        created_at: now,
        updated_at: now,
    };
    queries::insert_account(conn, &row).map_err(|error| match error {
        Error::Duplicate(index) if index.contains("accounts_email_unique") => {
            conflict("/email", EMAIL_TAKEN)
        }
        other => other,
    })
}

/// Sets the names and roles of an account; email and password stay as they are.
///
/// # Errors
/// 409 when the last administrator who can sign in would lose that role, 422 at its field for a
/// role that is added or removed and that `by` does not hold, 403 for an administrator made by a session
/// that is open for longer than ten minutes.
pub fn change(conn: &mut Conn, id: &Id, person: &NewAccount, by: &Actor) -> Result<()> {
    let account = lock_row(conn, id)?;
    may_change(conn, &account, person, by)?;
    let last_name = person.last_name.as_deref().unwrap_or_default();
    let (names, now) = ((person.first_name.as_str(), last_name), Timestamp::now());
    queries::set_person(conn, id, names, &person.roles, &person.attributes, now)
}

/// Locks an account and ends its sessions and tokens: requests with them are rejected from now on.
/// Returns whether it was unlocked.
///
/// # Errors
/// 409 for one's own account and for the last administrator, 403 for a user with a role that `by`
/// does not hold.
pub fn lock(conn: &mut Conn, id: &Id, by: &Actor) -> Result<bool> {
    if *id == by.id {
        return Err(Error::conflict(ONESELF));
    }
    let account = lock_row(conn, id)?;
    not_above(by, &account)?;
    if account.locked {
        return Ok(false);
    }
    if is_administrator(&account) {
        keep_an_administrator(conn, id, "")?;
    }
    let now = Timestamp::now();
    let locked = AccountChange { locked: Some(true), ..AccountChange::default() };
    queries::change_account(conn, id, locked, now)?;
    links::end_all(conn, &account)?;
    queries::api_tokens::delete_all(conn, id)?;
    queries::end_sessions(conn, id, None, now)?;
    audit::record(conn, Event::new(Action::AccountLocked, account.email).by(by))?;
    Ok(true)
}

/// Locks any account for the operator, ends its sessions and tokens, and deletes its password.
pub(super) fn close(conn: &mut Conn, id: &Id) -> Result<()> {
    let account = lock_row(conn, id)?;
    let now = Timestamp::now();
    // No password opens it until another one is set.
    let (locked, password_hash) = (Some(true), Some(None));
    let closed = AccountChange { locked, password_hash, ..AccountChange::default() };
    queries::change_account(conn, id, closed, now)?;
    links::end_all(conn, &account)?;
    queries::api_tokens::delete_all(conn, id)?;
    queries::places::forget_all(conn, id)?;
    queries::end_sessions(conn, id, None, now)?;
    let locked = Event::new(Action::AccountLocked, account.email).by(&Actor::operator());
    audit::record(conn, locked.because("The end of the demo"))
}

/// Sets the password of an account, which was hashed before the transaction began. Ends all links to set another one, and
/// writes the owner a mail, unless it is the first.
pub(super) fn set_password(
    conn: &mut Conn,
    id: &Id,
    password: &NewPassword,
    now: Timestamp,
) -> Result<()> {
    let account = queries::account(conn, id)?;
    links::end_all(conn, &account)?;
    if account.password_hash.is_some() {
        mail::post(conn, id, &Message::PasswordChanged { at: now })?;
    }
    let password_hash = Some(Some(password.stored()?.as_str()));
    let change = AccountChange { password_hash, ..AccountChange::default() };
    queries::change_account(conn, id, change, now)
}

/// Unlocks an account. Returns whether it was locked.
///
/// # Errors
/// 403 for a user with a role that `by` does not hold.
pub fn unlock(conn: &mut Conn, id: &Id, by: &Actor) -> Result<bool> {
    let account = lock_row(conn, id)?;
    not_above(by, &account)?;
    if account.locked {
        let unlocked = AccountChange { locked: Some(false), ..AccountChange::default() };
        queries::change_account(conn, id, unlocked, Timestamp::now())?;
        audit::record(conn, Event::new(Action::AccountUnlocked, account.email).by(by))?;
    }
    Ok(account.locked)
}

pub(super) fn not_above(by: &Actor, account: &AccountRow) -> Result<()> {
    match account.roles.0.iter().all(|role| by.holds_role(role)) {
        true => Ok(()),
        false => Err(Error::Refused(ABOVE)),
    }
}

/// Fails at the first of `roles` that `by` does not hold.
fn may_give<'a>(by: &Actor, mut roles: impl Iterator<Item = &'a String>) -> Result<()> {
    match roles.find(|role| !by.holds_role(role)) {
        None => Ok(()),
        Some(role) => Err(Error::invalid(
            "/roles",
            format!("You cannot give or take the role {role}: you do not hold it yourself"),
        )),
    }
}

/// Rejects API tokens of narrow scope: an actor who creates users or gives them roles can act as
/// any of them.
fn require_full_scope(by: &Actor) -> Result<()> {
    if by.scope.as_ref().is_some_and(|scope| scope.is_narrow()) {
        return Err(Error::Forbidden);
    }
    Ok(())
}

/// Locks the row of the account against other changes until this transaction ends.
pub(super) fn lock_row(conn: &mut Conn, id: &Id) -> Result<AccountRow> {
    // Two administrators who take the role from each other at the same time must not both find that
    // the other one still has it.
    statements::lock_changes(conn, ACCOUNTS)?;
    queries::account_for_update(conn, id)
}

/// Returns whether no administrator who can sign in would be left if `account`, whose row is
/// locked, had these roles.
pub(super) fn would_be_the_last(
    conn: &mut Conn,
    account: &AccountRow,
    roles: &TextList,
) -> Result<bool> {
    let loses = is_administrator(account) && !names_administrator(roles);
    Ok(loses && !queries::another_may_act_as(conn, ADMIN_ROLE, &account.id)?)
}

pub(super) fn is_administrator(account: &AccountRow) -> bool {
    names_administrator(&account.roles)
}

fn names_administrator(roles: &TextList) -> bool {
    roles.0.iter().any(|role| role == ADMIN_ROLE)
}

/// Fails unless an account other than `id` is an administrator and can sign in.
pub(super) fn keep_an_administrator(conn: &mut Conn, id: &Id, at: &str) -> Result<()> {
    if queries::another_may_act_as(conn, ADMIN_ROLE, id)? {
        return Ok(());
    }
    Err(match at {
        "" => Error::conflict(LAST_ADMINISTRATOR),
        at => conflict(at, LAST_ADMINISTRATOR),
    })
}

fn conflict(at: &str, message: &str) -> Error {
    Error::Conflict { detail: message.into(), errors: vec![FieldError::new(at, message)] }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{new_account, test_app};
    use super::super::{Auth, credentials};
    use super::*;

    async fn account(auth: &Auth, email: &str, role: &str) -> Id {
        let mut new = new_account(email);
        new.roles = TextList(vec![role.into()]);
        auth.create_account(new).await.unwrap()
    }

    async fn lock_by(auth: &Auth, id: &Id, by: &Id) -> Result<bool> {
        let (id, by) = (id.clone(), Actor { id: by.clone(), ..Actor::operator() });
        auth.db().write(move |conn| lock(conn, &id, &by)).await
    }

    async fn take_the_role(auth: &Auth, id: &Id) -> Result<()> {
        let id = id.clone();
        auth.db()
            .write(move |conn| {
                change(conn, &id, &new_account("any@example.com"), &Actor::operator())
            })
            .await
    }

    #[actix_web::test]
    async fn own_account_and_last_administrator_cannot_be_locked() {
        let (auth, _folder) = test_app().await;
        let one = account(&auth, "one@example.com", "admin").await;
        let user = account(&auth, "user@example.com", "user").await;
        let rejected = lock_by(&auth, &user, &user).await.unwrap_err();
        assert_eq!(rejected.to_string(), ONESELF);
        let rejected = lock_by(&auth, &one, &user).await.unwrap_err();
        assert_eq!(rejected.to_string(), LAST_ADMINISTRATOR);
        // With a second administrator the first one can be locked, but not both.
        let other = account(&auth, "other@example.com", "admin").await;
        assert!(lock_by(&auth, &one, &user).await.unwrap());
        assert!(!lock_by(&auth, &one, &user).await.unwrap());
        assert!(lock_by(&auth, &other, &user).await.is_err());
    }

    #[actix_web::test]
    async fn a_locked_administrator_does_not_count_as_another_one() {
        let (auth, _folder) = test_app().await;
        let one = account(&auth, "one@example.com", "admin").await;
        let locked = account(&auth, "locked@example.com", "admin").await;
        assert!(lock_by(&auth, &locked, &one).await.unwrap());
        let rejected = take_the_role(&auth, &one).await.unwrap_err();
        let Error::Conflict { detail, errors } = rejected else { panic!("{rejected}") };
        assert_eq!((detail.as_str(), errors[0].pointer.as_str()), (LAST_ADMINISTRATOR, "/roles"));
        take_the_role(&auth, &locked).await.unwrap();
    }

    #[actix_web::test]
    async fn a_role_whose_name_only_contains_the_word_does_not_count() {
        let (auth, _folder) = test_app().await;
        let one = account(&auth, "one@example.com", "admin").await;
        let other = account(&auth, "other@example.com", "user").await;
        let roles = TextList(vec!["ADMIN".into(), "administrator".into()]);
        auth.db()
            .write(move |conn| {
                let (names, now) = (("Omar", ""), Timestamp::now());
                queries::set_person(conn, &other, names, &roles, &Default::default(), now)
            })
            .await
            .unwrap();
        assert!(take_the_role(&auth, &one).await.is_err());
    }

    #[actix_web::test]
    async fn a_password_that_was_not_hashed_is_not_stored() {
        let (auth, _folder) = test_app().await;
        let id = account(&auth, "one@example.com", "user").await;
        let typed = NewPassword::from("typed and not hashed");
        let stored = auth
            .db()
            .write(move |conn| credentials::set_password(conn, &id, &typed, &Actor::operator()))
            .await;
        assert!(matches!(stored, Err(Error::Internal(_))));
    }
}
