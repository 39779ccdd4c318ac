//! The accounts of the demo data, one of each role; modules may make more of them. Their password is
//! known to everybody, which is why the demo is served on loopback only.

use super::accounts::NewAccount;
use super::actor::Actor;
use super::administration;
use super::password::NewPassword;
use crate::db::{Conn, TextList};
use crate::error::Result;
use crate::id::Id;

/// The password of all demo accounts.
pub(crate) const PASSWORD: &str = "mizan-demo";

/// E-mail and role of each demo account.
pub(crate) const ACCOUNTS: [(&str, &str); 4] = [
    ("admin@demo.test", "admin"),
    ("estimator@demo.test", "estimations"),
    ("analyst@demo.test", "analytics"),
    ("user@demo.test", "user"),
];

const NAMES: [(&str, &str); ACCOUNTS.len()] =
    [("Amal", "Haddad"), ("Omar", "Nasser"), ("Sara", "Malik"), ("Yusuf", "Rahman")];

/// What takes time to prepare and so is not done while the database waits.
pub(crate) struct Prepared {
    password: NewPassword,
}

impl Prepared {
    /// An account that can sign in with the password of the demo.
    pub(crate) fn account(
        &self,
        (first_name, last_name): (&str, &str),
        email: &str,
        role: &str,
    ) -> NewAccount {
        NewAccount {
            first_name: first_name.into(),
            last_name: Some(last_name.into()),
            email: email.into(),
            password: Some(self.password.clone()),
            roles: TextList(vec![role.into()]),
        }
    }
}

/// Prepares the demo accounts.
pub(crate) async fn accounts() -> Result<Prepared> {
    Ok(Prepared { password: NewPassword::from(PASSWORD).hash().await? })
}

/// Creates the demo accounts; answers the administrator, in whose name the rest is made.
pub(crate) fn create(conn: &mut Conn, prepared: &Prepared) -> Result<Actor> {
    let mut by = Actor::operator();
    for ((email, role), (first_name, last_name)) in ACCOUNTS.into_iter().zip(NAMES).rev() {
        let new = prepared.account((first_name, last_name), email, role);
        let id = Id::new();
        administration::create(conn, &id, new, &Actor::operator())?;
        by = Actor {
            id,
            name: format!("{first_name} {last_name}"),
            email: email.into(),
            roles: vec![role.into()],
            session: None,
            scope: None,
            request: None,
        };
    }
    Ok(by)
}

#[cfg(test)]
mod tests {
    use super::super::any_account;
    use super::super::testing::house;
    use super::*;

    #[actix_web::test]
    async fn the_demo_accounts_can_sign_in_and_the_administrator_is_answered() {
        let (auth, _folder) = house().await;
        assert!(!auth.db().read(any_account).await.unwrap());
        let prepared = accounts().await.unwrap();
        let by = auth.db().write(move |conn| create(conn, &prepared)).await.unwrap();
        assert!(auth.db().read(any_account).await.unwrap());
        assert_eq!((by.email.as_str(), by.roles), ("admin@demo.test", vec!["admin".to_owned()]));
        for (email, _) in ACCOUNTS {
            assert!(
                auth.sign_in(email.into(), PASSWORD.into(), Default::default()).await.is_ok(),
                "{email}"
            );
        }
    }
}
