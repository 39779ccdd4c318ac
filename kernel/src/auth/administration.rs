//! What administrators do to accounts, for the module that shows them. Each is one step of a
//! transaction that somebody else began, so that the history can be part of it.
//!
//! Whoever is signed in knows of a change within the moment: it is announced with the commit.

use schemars::JsonSchema;
use serde::Serialize;

use super::integrators::{self, Token};
use super::new_account::NewAccount;
use super::password::NewPassword;
use super::queries::providers::IdentityRow;
use super::queries::{self, AccountRow};
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Conn, TextList, engine};
use crate::engine::policy::ADMIN_ROLE;
use crate::records::actor::ACCOUNTS;
use crate::records::actor::Actor;
use crate::records::request::WriteContext;
use crate::records::revisions;

const EMAIL_TAKEN: &str = "There is a user with this email already";
const ONESELF: &str = "You cannot lock your own account. Ask another administrator";
const LAST_ADMINISTRATOR: &str =
    "This is the last administrator who can sign in. Make another user an administrator first";

const ABOVE: &str =
    "This user has a role that you do not hold. Ask somebody who holds it, or an administrator";

/// Checks what [`create`] and [`change`] check before they write: a new account, or what becomes of the
/// one with this identifier. Fails as they do, but for an address that is taken.
pub fn check(
    conn: &mut Conn,
    was: Option<(&Id, &NewAccount)>,
    is: &NewAccount,
    by: &Actor,
) -> Result<()> {
    match was {
        None => may_create(is, by),
        Some((id, _)) => {
            let account = queries::account(conn, id)?;
            may_change(conn, &account, is, by)
        }
    }
}

fn may_create(new: &NewAccount, by: &Actor) -> Result<()> {
    in_full(by)?;
    if new.password.is_some() {
        by.in_person()?;
    }
    may_give(by, new.roles.0.iter())
}

fn may_change(
    conn: &mut Conn,
    account: &AccountRow,
    person: &NewAccount,
    by: &Actor,
) -> Result<()> {
    in_full(by)?;
    let (was, is) = (&account.roles.0, &person.roles.0);
    let given = is.iter().filter(|role| !was.contains(role));
    may_give(by, given.chain(was.iter().filter(|role| !is.contains(role))))?;
    if is_administrator(account) && !is.iter().any(|role| role == ADMIN_ROLE) {
        keep_an_administrator(conn, &account.id, "/roles")?;
    }
    Ok(())
}

/// Creates an account inside a transaction that changes something else too, and notes it in the history
/// of whatever resource shows accounts.
pub fn add(writing: &mut WriteContext<'_>, id: &Id, new: NewAccount) -> Result<()> {
    let by = writing.by;
    writing.records.record_account_change(
        writing.conn,
        ACCOUNTS,
        (id, revisions::CREATE),
        by,
        |conn| create(conn, id, new, by),
    )
}

/// Stores a new account that has been checked and prepared. An address that is taken is a 409, a role
/// that `by` does not hold a 422 at its field, a password that comes with an API token a 403.
pub fn create(conn: &mut Conn, id: &Id, new: NewAccount, by: &Actor) -> Result<()> {
    may_create(&new, by)?;
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

/// Gives an account the names and roles of `person`; address and password stay as they are. The
/// last administrator who can sign in remains one: anything else is a 409. A role that is given or taken
/// and that `by` does not hold is a 422 at its field.
pub fn change(conn: &mut Conn, id: &Id, person: &NewAccount, by: &Actor) -> Result<()> {
    let account = lock_row(conn, id)?;
    may_change(conn, &account, person, by)?;
    let last_name = person.last_name.as_deref().unwrap_or_default();
    queries::set_person(conn, id, &person.first_name, last_name, &person.roles, Timestamp::now())
}

/// Locks an account and ends its sessions and tokens: whatever the person holds, it is refused from
/// now on. Tells whether it was open. Oneself and the last administrator are a 409, somebody who has a
/// role that `by` does not hold a 403.
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
    queries::set_locked(conn, id, true, now)?;
    queries::integrators::delete_all(conn, id)?;
    queries::end_sessions(conn, id, None, now)?;
    Ok(true)
}

/// Locks an account for the operator, whoever it is, ends what it holds, and takes its password.
pub(super) fn close(conn: &mut Conn, id: &Id) -> Result<()> {
    lock_row(conn, id)?;
    let now = Timestamp::now();
    queries::set_locked(conn, id, true, now)?;
    queries::demo::forget_password(conn, id, now)?;
    queries::integrators::delete_all(conn, id)?;
    queries::places::forget_all(conn, id)?;
    queries::end_sessions(conn, id, None, now)
}

/// Lets somebody in again. Tells whether the account was locked. Somebody who has a role that `by` does
/// not hold is a 403.
pub fn unlock(conn: &mut Conn, id: &Id, by: &Actor) -> Result<bool> {
    let account = lock_row(conn, id)?;
    not_above(by, &account)?;
    if account.locked {
        queries::set_locked(conn, id, false, Timestamp::now())?;
    }
    Ok(account.locked)
}

/// Lets the next person whom a provider vouches for with the account's e-mail sign in as its owner, if
/// that is within a day. Fails with a 403 for an API token, and for somebody who has a role that `by`
/// does not hold.
pub fn allow_linking(conn: &mut Conn, id: &Id, by: &Actor) -> Result<()> {
    let account = of_sign_in(conn, id, by)?;
    queries::providers::set_link_allowed(conn, &account.id, true, Timestamp::now())
}

/// Lists the API tokens of an account, the newest first.
pub fn tokens(conn: &mut Conn, id: &Id) -> Result<Vec<Token>> {
    queries::account(conn, id)?;
    integrators::of_account(conn, id)
}

/// Ends an API token of somebody: it is refused from now on. Fails with a 404 when the account has no
/// such token, else as [`allow_linking`] does.
pub fn end_token(conn: &mut Conn, id: &Id, token: &Id, by: &Actor) -> Result<()> {
    of_sign_in(conn, id, by)?;
    queries::integrators::delete(conn, id, token)
}

/// An identity at an identity provider that is linked to an account.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(title = "Identity")]
pub struct Identity {
    /// The identifier.
    #[serde(rename = "_id")]
    id: Id,
    /// The address of the provider.
    issuer: String,
    /// The provider's identifier of the person.
    subject: String,
    /// When it was linked.
    created_at: Timestamp,
}

crate::api_schema!(Identity);

/// Lists the identities that are linked to an account, the oldest first.
pub fn identities(conn: &mut Conn, id: &Id) -> Result<Vec<Identity>> {
    queries::account(conn, id)?;
    let linked = queries::providers::identities_of(conn, id)?;
    Ok(linked
        .into_iter()
        .map(|IdentityRow { id, issuer, subject, created_at }| Identity {
            id,
            issuer,
            subject,
            created_at,
        })
        .collect())
}

/// Unlinks an identity from an account: whoever signs in with it is not taken for the owner any more.
/// Ends all sessions of the account, and refuses what providers gave out until now. The last
/// administrator keeps a way to sign in: anything else is a 409. Fails with a 404 when the account has no
/// such identity, else as [`allow_linking`] does.
pub fn unlink(conn: &mut Conn, id: &Id, identity: &Id, by: &Actor) -> Result<()> {
    let account = of_sign_in(conn, id, by)?;
    queries::providers::delete_identity(conn, id, identity)?;
    let has_another_way =
        account.password_hash.is_some() || !queries::providers::identities_of(conn, id)?.is_empty();
    if is_administrator(&account) && !has_another_way {
        keep_an_administrator(conn, id, "")?;
    }
    queries::end_sessions(conn, id, None, Timestamp::now())
}

/// Fails at `/password` when a password that is to be set is the name or the e-mail of its owner.
pub fn check_password(conn: &mut Conn, id: &Id, password: &NewPassword) -> Result<()> {
    let owner = queries::account(conn, id)?;
    password.refuse_own_words("/password", &owner.email, &owner.first_name, &owner.last_name)
}

/// Gives somebody another password, hashed before the transaction began, and ends all sessions and API
/// tokens of that person. Fails as [`allow_linking`] does.
pub fn set_password(conn: &mut Conn, id: &Id, password: &NewPassword, by: &Actor) -> Result<()> {
    let now = Timestamp::now();
    of_sign_in(conn, id, by)?;
    queries::set_password(conn, id, password.stored()?, now)?;
    queries::places::forget_all(conn, id)?;
    queries::integrators::delete_all(conn, id)?;
    queries::end_sessions(conn, id, None, now)
}

/// Holds the account whose sign-in `by` is about to change. That is a 403 for an API token, and for
/// somebody who has a role that `by` does not hold: whoever sets a password has the roles behind it.
fn of_sign_in(conn: &mut Conn, id: &Id, by: &Actor) -> Result<AccountRow> {
    by.in_person()?;
    let account = lock_row(conn, id)?;
    not_above(by, &account)?;
    Ok(account)
}

fn not_above(by: &Actor, account: &AccountRow) -> Result<()> {
    match account.roles.0.iter().all(|role| by.holds_role(role)) {
        true => Ok(()),
        false => Err(Error::Refused(ABOVE)),
    }
}

/// Fails for the first of `roles` that `by` does not hold.
fn may_give<'a>(by: &Actor, mut roles: impl Iterator<Item = &'a String>) -> Result<()> {
    match roles.find(|role| !by.holds_role(role)) {
        None => Ok(()),
        Some(role) => Err(Error::invalid(
            "/roles",
            format!("You cannot give or take the role {role}: you do not hold it yourself"),
        )),
    }
}

/// Refuses what would make a token for programs more than it is: whoever makes users, or gives them
/// roles, can be anybody.
fn in_full(by: &Actor) -> Result<()> {
    if by.scope.as_ref().is_some_and(|scope| scope.is_narrow()) {
        return Err(Error::Forbidden);
    }
    Ok(())
}

/// The account, which nobody else changes before this transaction ends.
pub(super) fn lock_row(conn: &mut Conn, id: &Id) -> Result<AccountRow> {
    // Two administrators who take the role from each other at the same moment must not both find
    // that the other one still has it.
    engine::lock_changes(conn, ACCOUNTS)?;
    queries::hold_account(conn, id)
}

/// Whether nobody could look after the others any more if `account`, which is held, had these roles.
pub(super) fn would_be_the_last(
    conn: &mut Conn,
    account: &AccountRow,
    roles: &TextList,
) -> Result<bool> {
    let loses = is_administrator(account) && !roles.0.iter().any(|role| role == ADMIN_ROLE);
    Ok(loses && !queries::another_may_act_as(conn, ADMIN_ROLE, &account.id)?)
}

fn is_administrator(account: &AccountRow) -> bool {
    account.roles.0.iter().any(|role| role == ADMIN_ROLE)
}

/// Fails unless somebody other than `id` is an administrator and can sign in.
fn keep_an_administrator(conn: &mut Conn, id: &Id, at: &str) -> Result<()> {
    if queries::another_may_act_as(conn, ADMIN_ROLE, id)? {
        return Ok(());
    }
    Err(match at {
        "" => Error::conflict(LAST_ADMINISTRATOR),
        at => conflict(at, LAST_ADMINISTRATOR),
    })
}

fn conflict(at: &str, sentence: &str) -> Error {
    Error::Conflict { detail: sentence.into(), errors: vec![FieldError::new(at, sentence)] }
}

#[cfg(test)]
mod tests {
    use super::super::Auth;
    use super::super::testing::{new_account, test_app};
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
    async fn nobody_is_locked_by_themselves_and_the_last_administrator_by_nobody() {
        let (auth, _folder) = test_app().await;
        let one = account(&auth, "one@example.com", "admin").await;
        let user = account(&auth, "user@example.com", "user").await;
        let told = lock_by(&auth, &user, &user).await.unwrap_err();
        assert_eq!(told.to_string(), ONESELF);
        let told = lock_by(&auth, &one, &user).await.unwrap_err();
        assert_eq!(told.to_string(), LAST_ADMINISTRATOR);
        // A second one makes the first one free to go, but only one of them.
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
        let told = take_the_role(&auth, &one).await.unwrap_err();
        let Error::Conflict { detail, errors } = told else { panic!("{told}") };
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
                queries::set_person(conn, &other, "Omar", "", &roles, Timestamp::now())
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
        let told =
            auth.db().write(move |conn| set_password(conn, &id, &typed, &Actor::operator())).await;
        assert!(matches!(told, Err(Error::Internal(_))));
    }
}
