//! Signs in a user whom a provider has authenticated: a known user gets a session, a new one an
//! account, and an email alone never opens an existing account.

use std::sync::Arc;

use oidc::{Person, Provider};

use super::super::queries::{self, AccountChange, AccountRow, providers};
use super::super::token::Verified;
use super::super::{Auth, administration};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Conn, TextList, statements};
use crate::engine::policy::{ADMIN_ROLE, UserAttributes};
use crate::records::Records;
use crate::records::actor::ACCOUNTS;
use crate::records::audit::{self, Action, RequestOrigin};
use crate::records::revisions;

/// Why a sign-in was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SignInRejection {
    /// The account is locked.
    Locked,
    /// Another account has this email, and linking was not permitted.
    EmailTaken,
    /// The provider sent no email.
    EmailMissing,
    /// The provider says that the email is not verified.
    EmailUnverified,
}

/// What a provider gives a user.
struct Claimed {
    roles: TextList,
    /// `None` when the provider gives none.
    attributes: Option<UserAttributes>,
}

impl Auth {
    /// Creates or links an account for an access token of an unknown identity. Returns whether
    /// there may be an account now. A sign-in that would be rejected costs only a read.
    pub(in crate::auth) async fn arrive_by_token(
        &self,
        provider: &Provider,
        verified: &Verified,
    ) -> Result<bool> {
        let Ok(person) = provider.person(&verified.claims) else { return Ok(false) };
        let Some(email) = person.email.clone() else { return Ok(false) };
        let known = self.db().read(move |conn| queries::account_by_email(conn, &email)).await?;
        if person.email_doubtful || known.is_some_and(|account| !account.may_be_linked()) {
            // A concurrent request of the same user may have created the account.
            return Ok(true);
        }
        Ok(self.arrive(person, RequestOrigin::default(), |_, _| Ok(())).await?.is_ok())
    }

    /// Returns the account of a user who has just signed in at a provider. The roles are those from
    /// the provider, until an administrator changes them or the user signs in again. `finish` runs
    /// in the same transaction.
    pub(super) async fn arrive<T: Send + 'static>(
        &self,
        person: Person,
        origin: RequestOrigin,
        finish: impl FnOnce(&mut Conn, AccountRow) -> Result<T> + Send + 'static,
    ) -> Result<Result<T, SignInRejection>> {
        let mut roles = self.effective(person.roles.clone());
        roles.sort();
        roles.dedup();
        let records = Arc::clone(&self.0.records);
        let attributes = person.attributes.as_ref();
        let attributes =
            attributes.map(|claims| UserAttributes::of_claims(claims, &records.attributes));
        let claimed = Claimed { roles: TextList(roles), attributes };
        let arrived = self.db().write(move |conn| {
            match account_of(conn, &records, &person, &claimed, &origin)? {
                Ok(account) => finish(conn, account).map(Ok),
                Err(rejection) => Ok(Err(rejection)),
            }
        });
        match arrived.await {
            // A concurrent transaction created an account with this email or identity.
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
    claimed: &Claimed,
    origin: &RequestOrigin,
) -> Result<Result<AccountRow, SignInRejection>> {
    let now = Timestamp::now();
    let linked = |conn: &mut Conn, account: &AccountRow| {
        let event = account.event(Action::IdentityLinked).from(origin);
        audit::record(conn, event.because(&person.issuer))
    };
    // Serialized, and before any row is locked: concurrent sign-ins of one user create one account.
    statements::lock_changes(conn, ACCOUNTS)?;
    if let Some(account) = providers::account_of(conn, &person.issuer, &person.subject)? {
        return take_claimed(conn, records, &account.id, claimed, now);
    }
    let Some(email) = &person.email else { return Ok(Err(SignInRejection::EmailMissing)) };
    // A user with an unverified email, which may be another user's, learns nothing about it.
    if person.email_doubtful {
        return Ok(Err(SignInRejection::EmailUnverified));
    }
    let Some(account) = queries::account_by_email(conn, email)? else {
        let account = new_account(person, email, claimed, now);
        let made = (&account.id, revisions::CREATE);
        records.record_account_change(conn, made, &account.as_actor(), |conn| {
            queries::insert_account(conn, &account)
        })?;
        providers::insert_identity(conn, &person.issuer, &person.subject, &account.id, now)?;
        let created = account.event(Action::AccountCreated).from(origin);
        audit::record(conn, created.because(&person.issuer))?;
        linked(conn, &account)?;
        return Ok(Ok(account));
    };
    let account = queries::account_for_update(conn, &account.id)?;
    // Exactly the same email: some letters become equal only by case folding.
    if !account.may_be_linked() || !person.email_verified || account.email != *email {
        return Ok(Err(SignInRejection::EmailTaken));
    }
    if account.locked {
        return Ok(Err(SignInRejection::Locked));
    }
    providers::insert_identity(conn, &person.issuer, &person.subject, &account.id, now)?;
    let (link_allowed, link_allowed_at) = (Some(false), Some(None));
    let used = AccountChange { link_allowed, link_allowed_at, ..AccountChange::default() };
    let link = (&account.id, "link");
    records.record_account_change(conn, link, &account.as_actor(), |conn| {
        queries::change_account(conn, &account.id, used, now)
    })?;
    linked(conn, &account)?;
    take_claimed(conn, records, &account.id, claimed, now)
}

/// Sets the roles of a known user to those from the provider, and the attributes where the provider gives them.
fn take_claimed(
    conn: &mut Conn,
    records: &Records,
    id: &Id,
    claimed: &Claimed,
    now: Timestamp,
) -> Result<Result<AccountRow, SignInRejection>> {
    let account = queries::account_for_update(conn, id)?;
    if account.locked {
        return Ok(Err(SignInRejection::Locked));
    }
    let mut roles = claimed.roles.clone();
    let attributes = claimed.attributes.as_ref().unwrap_or(&account.attributes).clone();
    if administration::would_be_the_last(conn, &account, &roles)? {
        tracing::warn!(account = %account.id, "the last administrator keeps a role that the provider omits");
        roles.0.push(ADMIN_ROLE.to_owned());
    }
    if account.roles != roles || account.attributes != attributes {
        let (roles, attributes) = (Some(&roles), Some(&attributes));
        let change = AccountChange { roles, attributes, ..AccountChange::default() };
        let sign_in = (&account.id, "sign-in");
        records.record_account_change(conn, sign_in, &account.as_actor(), |conn| {
            queries::change_account(conn, &account.id, change, now)
        })?;
    }
    Ok(Ok(AccountRow { roles, attributes, ..account }))
}

fn new_account(person: &Person, email: &str, claimed: &Claimed, now: Timestamp) -> AccountRow {
    // The maximum length of names of accounts created here.
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
        roles: claimed.roles.clone(),
        attributes: claimed.attributes.clone().unwrap_or_default(),
        link_allowed: false,
        link_allowed_at: None,
        signed_out_at: None,
        created_at: now,
        updated_at: now,
    }
}
