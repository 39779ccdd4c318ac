//! The accounts of the demo data, one per role; modules may add more. Their password is public, so
//! a database is served on loopback only while that password opens one of them.

use std::sync::Arc;

use serde_json::json;

use super::Auth;
use super::administration;
use super::new_account::NewAccount;
use super::password::{NewPassword, PasswordHash};
use super::queries::AccountChange;
use super::queries::demo as queries;
use super::queries::demo::DemoAccount;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Conn, TextList};
use crate::engine::policy::{AttributeKind, UserAttribute, UserAttributes};
use crate::records::actor::Actor;
use crate::records::{DemoAccounts, Seed};

/// The password of all demo accounts.
pub(crate) const PASSWORD: &str = "mizan-demo";

/// The domain of the email of every demo account. It is reserved, so that no real email has it.
const DOMAIN: &str = "@demo.test";

/// A person of the demo data who can sign in.
#[derive(Clone, Copy)]
pub struct DemoPerson {
    /// The address, which ends with `@demo.test`.
    pub email: &'static str,
    /// The role.
    pub role: &'static str,
    /// First and last name.
    pub name: (&'static str, &'static str),
    /// Attributes: the name of each, and its values, which are records by their titles where it refers to records.
    pub attributes: &'static [(&'static str, &'static [&'static str])],
}

impl DemoPerson {
    /// Declares a person without attributes.
    pub const fn new(
        email: &'static str,
        role: &'static str,
        name: (&'static str, &'static str),
    ) -> Self {
        Self { email, role, name, attributes: &[] }
    }
}

/// The hashed password, prepared before the transaction because hashing takes time.
pub(crate) struct Prepared {
    password: NewPassword,
}

impl Prepared {
    /// Makes an account that can sign in with the demo password.
    ///
    /// # Errors
    /// When the email does not have the domain of demo accounts.
    fn account(
        &self,
        (first_name, last_name): (&str, &str),
        email: &str,
        role: &str,
    ) -> Result<NewAccount> {
        if !email.ends_with(DOMAIN) {
            return Err(Error::internal(format!("{email} does not end with {DOMAIN}")));
        }
        Ok(NewAccount {
            first_name: first_name.into(),
            last_name: Some(last_name.into()),
            email: email.into(),
            password: Some(self.password.clone()),
            roles: TextList(vec![role.into()]),
            attributes: UserAttributes::default(),
        })
    }
}

impl DemoAccounts for Prepared {
    fn create(
        &self,
        conn: &mut Conn,
        id: &Id,
        name: (&str, &str),
        email: &str,
        role: &str,
        by: &Actor,
    ) -> Result<()> {
        administration::create(conn, id, self.account(name, email, role)?, by)
    }
}

impl Auth {
    /// Returns the demo accounts that still have the public password, locked ones too. The demo
    /// stores one hash for all of them, so that this usually costs one verification.
    pub(crate) async fn known_demo_accounts(&self) -> Result<Vec<DemoAccount>> {
        let accounts = self.db().read(|conn| queries::accounts(conn, DOMAIN)).await?;
        let mut verified: Vec<(PasswordHash, bool)> = Vec::new();
        let mut known = Vec::new();
        for account in accounts {
            let is_known = match verified.iter().find(|(hash, _)| *hash == account.hash) {
                Some((_, is_known)) => *is_known,
                None => {
                    let hash = account.hash.clone();
                    let is_known = self.0.passwords.verify(PASSWORD.into(), Some(hash)).await?;
                    verified.push((account.hash.clone(), is_known));
                    is_known
                }
            };
            if is_known {
                known.push(account);
            }
        }
        Ok(known)
    }

    /// Ends the demo: locks the accounts with the public password, even the last administrator, and
    /// deletes that password, so that unlocking one does not restore it. Returns their emails.
    pub(crate) async fn end_demo(&self) -> Result<Vec<String>> {
        let known = self.known_demo_accounts().await?;
        let records = Arc::clone(&self.0.records);
        let work = move |conn: &mut Conn| {
            let by = Actor::operator();
            for account in &known {
                records.record_account_change(conn, (&account.id, "lock"), &by, |conn| {
                    administration::close(conn, &account.id)
                })?;
            }
            Ok(known.into_iter().map(|account| account.email).collect())
        };
        self.db().write(work).await
    }
}

/// Prepares the demo accounts.
pub(crate) async fn accounts() -> Result<Prepared> {
    Ok(Prepared { password: NewPassword::from(PASSWORD).hash().await? })
}

/// Creates the demo accounts. Returns the first, the administrator, who is the actor of the other demo
/// data.
pub(crate) fn create(conn: &mut Conn, prepared: &Prepared, people: &[DemoPerson]) -> Result<Actor> {
    let mut by = Actor::operator();
    for DemoPerson { email, role, name, .. } in people.iter().copied().rev() {
        let id = Id::new();
        administration::create(
            conn,
            &id,
            prepared.account(name, email, role)?,
            &Actor::operator(),
        )?;
        let name = format!("{} {}", name.0, name.1);
        // All demo data has one request identifier.
        let (holds, request) = (vec![role.to_owned()], Some(Id::new()));
        let account = Actor::of_account(id, name, email.into(), holds.clone());
        by = Actor { holds, request, ..account };
    }
    Ok(by)
}

/// Gives the demo accounts their attributes, once the records are there that these refer to.
pub(crate) fn give_attributes(seed: &mut Seed<'_>, people: &[DemoPerson]) -> Result<()> {
    for person in people.iter().filter(|person| !person.attributes.is_empty()) {
        let mut given = UserAttributes::default();
        for (name, values) in person.attributes {
            let attribute = seed.attributes().iter().find(|one| one.name == *name);
            // A product may be tried with some of its modules only.
            let Some(UserAttribute { kind, is_list, .. }) = attribute else { continue };
            let value = |value: &&str| match kind {
                AttributeKind::Record(of) => seed.titled(of, value).map(|id| json!(id)),
                _ => Ok(json!(value)),
            };
            let mut values = values.iter().map(value).collect::<Result<Vec<_>>>()?;
            let value = if *is_list { values.into() } else { values.pop().unwrap_or_default() };
            given.0.insert((*name).to_owned(), value);
        }
        let account = super::queries::account_by_email(seed.conn(), person.email)?;
        let account = account.ok_or(Error::NotFound)?;
        seed.change_account(&account.id, |conn| {
            let attributes = Some(&given);
            let change = AccountChange { attributes, ..AccountChange::default() };
            super::queries::change_account(conn, &account.id, change, Timestamp::now())
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::any_account;
    use super::super::testing::test_app;
    use super::*;

    const PEOPLE: [DemoPerson; 2] = [
        DemoPerson::new("admin@demo.test", "admin", ("Amal", "Haddad")),
        DemoPerson::new("user@demo.test", "user", ("Yusuf", "Rahman")),
    ];

    #[actix_web::test]
    async fn the_demo_accounts_can_sign_in_and_the_administrator_is_returned() {
        let (auth, _folder) = test_app().await;
        assert!(!auth.db().read(any_account).await.unwrap());
        let prepared = accounts().await.unwrap();
        let by = auth.db().write(move |conn| create(conn, &prepared, &PEOPLE)).await.unwrap();
        assert!(auth.db().read(any_account).await.unwrap());
        assert_eq!((by.email.as_str(), by.roles), ("admin@demo.test", vec!["admin".to_owned()]));
        for DemoPerson { email, .. } in PEOPLE {
            assert!(
                auth.sign_in(email.into(), PASSWORD.into(), Default::default()).await.is_ok(),
                "{email}"
            );
        }
    }
}
