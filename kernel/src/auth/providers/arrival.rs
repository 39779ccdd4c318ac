//! What becomes of somebody whom a provider vouches for: known people are let in, new ones get an
//! account, and an e-mail address alone opens nobody's account.

use std::sync::Arc;

use oidc::{Person, Provider};

use super::super::queries::{self, AccountRow, providers};
use super::super::verified_tokens::Verified;
use super::super::{Auth, administration};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Conn, TextList, engine};
use crate::engine::policy::ADMIN_ROLE;
use crate::records::Records;
use crate::records::actor::ACCOUNTS;
use crate::records::revisions;

/// Why somebody was not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SignInRejection {
    /// The account is locked.
    Locked,
    /// Somebody else has an account with this e-mail, and nobody allowed to link it.
    EmailTaken,
    /// The provider did not say an e-mail.
    EmailMissing,
    /// The provider says that it does not know whose e-mail it is.
    EmailUnverified,
}

impl Auth {
    /// Lets in whoever holds an access token of a provider and comes for the first time. Tells
    /// whether there may be an account now. Who would be turned away costs a read.
    pub(in crate::auth) async fn arrive_by_token(
        &self,
        provider: &Provider,
        verified: &Verified,
    ) -> Result<bool> {
        let Ok(person) = provider.person(&verified.claims) else { return Ok(false) };
        let Some(email) = person.email.clone() else { return Ok(false) };
        let known = self.db().read(move |conn| queries::account_by_email(conn, &email)).await?;
        if person.email_doubtful || known.is_some_and(|account| !account.may_be_linked()) {
            // Unless it was this very person who has just come to be known.
            return Ok(true);
        }
        Ok(self.arrive(person, |_, _| Ok(())).await?.is_ok())
    }

    /// The account of a person, who has just signed in at a provider: the roles are what the
    /// provider says, until an administrator says otherwise or they sign in again. `finish`
    /// is done in the same transaction.
    pub(super) async fn arrive<T: Send + 'static>(
        &self,
        person: Person,
        finish: impl FnOnce(&mut Conn, AccountRow) -> Result<T> + Send + 'static,
    ) -> Result<Result<T, SignInRejection>> {
        let mut roles = self.effective(person.roles.clone());
        roles.sort();
        roles.dedup();
        let roles = TextList(roles);
        let records = Arc::clone(self.records());
        let arrived =
            self.db().write(move |conn| match account_of(conn, &records, &person, &roles)? {
                Ok(account) => finish(conn, account).map(Ok),
                Err(turned) => Ok(Err(turned)),
            });
        match arrived.await {
            // Somebody else made the account at the same moment, by this e-mail or this identity.
            Err(Error::Duplicate(_) | Error::Conflict { .. }) => {
                Ok(Err(SignInRejection::EmailTaken))
            }
            other => other,
        }
    }
}

fn account_of(
    conn: &mut Conn,
    records: &Records,
    person: &Person,
    roles: &TextList,
) -> Result<Result<AccountRow, SignInRejection>> {
    let now = Timestamp::now();
    // One after the other, and before any row is held: two of one person make one account.
    engine::lock_changes(conn, ACCOUNTS)?;
    if let Some(account) = providers::account_of(conn, &person.issuer, &person.subject)? {
        return take_roles(conn, records, &account.id, roles, now);
    }
    let Some(email) = &person.email else { return Ok(Err(SignInRejection::EmailMissing)) };
    // Whoever gave an address that may be somebody else's learns nothing of it.
    if person.email_doubtful {
        return Ok(Err(SignInRejection::EmailUnverified));
    }
    let Some(account) = queries::account_by_email(conn, email)? else {
        let account = new_account(person, email, roles, now);
        let made = (&account.id, revisions::CREATE);
        records.record_account_change(conn, ACCOUNTS, made, &account.themselves(), |conn| {
            queries::insert_account(conn, &account)
        })?;
        providers::insert_identity(conn, &person.issuer, &person.subject, &account.id, now)?;
        return Ok(Ok(account));
    };
    let account = queries::hold_account(conn, &account.id)?;
    // The very same address: there are letters that only look alike when their case is taken.
    if !account.may_be_linked() || !person.email_verified || account.email != *email {
        return Ok(Err(SignInRejection::EmailTaken));
    }
    if account.locked {
        return Ok(Err(SignInRejection::Locked));
    }
    providers::insert_identity(conn, &person.issuer, &person.subject, &account.id, now)?;
    records.record_account_change(
        conn,
        ACCOUNTS,
        (&account.id, "link"),
        &account.themselves(),
        |conn| providers::set_link_allowed(conn, &account.id, false, now),
    )?;
    take_roles(conn, records, &account.id, roles, now)
}

/// Gives a known person the roles that the provider says.
fn take_roles(
    conn: &mut Conn,
    records: &Records,
    id: &Id,
    roles: &TextList,
    now: Timestamp,
) -> Result<Result<AccountRow, SignInRejection>> {
    let account = queries::hold_account(conn, id)?;
    if account.locked {
        return Ok(Err(SignInRejection::Locked));
    }
    let mut roles = roles.clone();
    if administration::would_be_the_last(conn, &account, &roles)? {
        tracing::warn!(account = %account.id, "the last administrator stays one, whatever a provider says");
        roles.0.push(ADMIN_ROLE.to_owned());
    }
    if account.roles != roles {
        records.record_account_change(
            conn,
            ACCOUNTS,
            (&account.id, "sign-in"),
            &account.themselves(),
            |conn| queries::set_roles(conn, &account.id, &roles, now),
        )?;
    }
    Ok(Ok(AccountRow { roles, ..account }))
}

fn new_account(person: &Person, email: &str, roles: &TextList, now: Timestamp) -> AccountRow {
    // As long as the names that people are given here.
    let name = |name: &String| name.chars().take(100).collect::<String>();
    let from_email = || name(&email.split('@').next().unwrap_or(email).to_owned());
    AccountRow {
        id: Id::new(),
        email: email.to_owned(),
        first_name: person.first_name.as_ref().map_or_else(from_email, name),
        last_name: person.last_name.as_ref().map(name).unwrap_or_default(),
        image_url: None,
        password_hash: None,
        locked: false,
        roles: roles.clone(),
        link_allowed: false,
        link_allowed_at: None,
        signed_out_at: None,
        created_at: now,
        updated_at: now,
    }
}
