//! Fixtures of the tests in this folder: a database of their own, and accounts in it.

use std::path::PathBuf;
use std::sync::Arc;

use tempfile::TempDir;

use super::{Auth, NewAccount};
use crate::base::config::{Config, DatabaseUrl};
use crate::db::late_tests::fresh;
use crate::db::{Database, TextList, run_migrations};
use crate::engine::schema::Definitions;
use crate::records::Records;

/// Makes a migrated database for one test.
pub(super) async fn database() -> (Database, TempDir) {
    let (db, _, folder) = fresh();
    db.write(|conn| run_migrations(conn, &[("kernel", crate::db::KERNEL_TABLES)])).await.unwrap();
    (db, folder)
}

pub(super) fn config(public_url: &str) -> Config {
    let database = DatabaseUrl::Sqlite(PathBuf::new());
    Config { public_url: public_url.into(), ..Config::on(database) }
}

/// Makes authentication on a database of its own, with the roles `user` and `admin`.
pub(super) async fn test_app() -> (Auth, TempDir) {
    let (db, folder) = database().await;
    let roles = ["user".into(), "admin".into()];
    let config = config("https://desk.example.com");
    let records = Arc::new(Records::new([], &Definitions::default(), &[], Vec::new()).unwrap());
    (Auth::start(&db, &config, "Test", &roles, &records).await.unwrap(), folder)
}

/// Makes the input of an account with the password `mizan-demo`.
pub(super) fn new_account(email: &str) -> NewAccount {
    NewAccount {
        first_name: "Mona".into(),
        last_name: Some("Haddad".into()),
        email: email.into(),
        password: Some("mizan-demo".into()),
        roles: TextList(vec!["user".into()]),
        attributes: Default::default(),
    }
}
