//! Accounts as rules read them: with the values of their users that rules compare with.

use super::Auth;
use super::administration::is_administrator;
use super::queries::{self, AccountRow};
use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::engine::policy::{Policy, UserValues};
use crate::inbox::{self, Entry, Kind};
use crate::records::actor::Actor;

/// An account as rules read it.
#[derive(Clone, Debug)]
pub(crate) struct RuledAccount {
    pub(crate) id: Id,
    /// First and last name.
    pub(crate) name: String,
    pub(crate) email: String,
    pub(crate) locked: bool,
    /// Its roles that the policy does not know.
    pub(crate) unknown: Vec<String>,
    pub(crate) values: UserValues,
}

/// Returns the users, by name, who may do something with a resource, by permissions and not looking at rules; those who are
/// locked are left out.
pub(crate) fn users_who_may(
    conn: &mut Conn,
    policy: &Policy,
    resource: &str,
    action: &str,
) -> Result<Vec<Actor>> {
    let all = queries::accounts_by_name(conn)?.into_iter().filter(|account| !account.locked);
    let users = all.map(|account| {
        let mut actor = account.as_actor();
        actor.roles.retain(|role| policy.roles().contains(role));
        actor
    });
    Ok(users.filter(|user| user.may(policy, resource, action)).collect())
}

/// Writes to the inbox of each administrator that something has failed which the product does by itself.
pub(crate) fn report_failure(
    conn: &mut Conn,
    text: &str,
    (resource, record): (Option<&str>, Option<&Id>),
) -> Result<()> {
    let all = queries::accounts_by_name(conn)?.into_iter();
    for account in all.filter(|account| !account.locked && is_administrator(account)) {
        let (kind, text) = (Kind::Failure, text.to_owned());
        inbox::post(conn, Entry { to: &account.id, kind, text, resource, record, by: None })?;
    }
    Ok(())
}

impl Auth {
    /// Reads an account; `None` when there is none.
    pub(crate) fn ruled_account(&self, conn: &mut Conn, id: &Id) -> Result<Option<RuledAccount>> {
        Ok(queries::account_if_any(conn, id)?.map(|account| self.as_ruled(account)))
    }

    /// Reads the account with this email, in any case; `None` when there is none.
    pub(crate) fn ruled_account_by_email(
        &self,
        conn: &mut Conn,
        email: &str,
    ) -> Result<Option<RuledAccount>> {
        Ok(queries::account_by_email(conn, email)?.map(|account| self.as_ruled(account)))
    }

    /// Reads all accounts, by name.
    pub(crate) fn ruled_accounts(&self, conn: &mut Conn) -> Result<Vec<RuledAccount>> {
        let all = queries::accounts_by_name(conn)?;
        Ok(all.into_iter().map(|account| self.as_ruled(account)).collect())
    }

    fn as_ruled(&self, account: AccountRow) -> RuledAccount {
        let locked = account.locked;
        let is_unknown = |role: &&String| !self.0.roles.contains(*role);
        let unknown = account.roles.0.iter().filter(is_unknown).cloned().collect();
        let actor = self.cached_session(Timestamp::LAST, account).actor;
        let values = actor.values();
        RuledAccount { id: actor.id, name: actor.name, email: actor.email, locked, unknown, values }
    }
}
