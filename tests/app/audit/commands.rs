//! `mizan audit` as an operator runs it, while the product is served.

use std::process::Command;

use kernel::testing::{TestApp, TestDatabase};

use super::chain::{company, number};
use super::{app, execute};

/// Runs a command on this database; returns its exit code, its output and its error message.
pub(crate) fn mizan(database: &TestDatabase, words: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_mizan"));
    command.args(words).current_dir(folder.path()).env_clear();
    let output = command.env("MIZAN_DATABASE_URL", database.url()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().trim_end().to_owned();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn verify(app: &TestApp, head: &str) -> (Option<i32>, String, String) {
    mizan(&app.database(), &["audit", "verify", "--head", head])
}

#[actix_web::test]
async fn what_was_changed_is_printed_with_an_exit_code() {
    let app = app().await;
    let none = mizan(&app.database(), &["audit", "head"]);
    assert_eq!(none.0, Some(1));
    assert!(none.2.contains("There is no seal yet"), "{none:?}");
    let admin = app.sign_in("admin").await;
    let id = company(&admin).await;
    app.seal_all().await;

    let (code, head, err) = mizan(&app.database(), &["audit", "head"]);
    assert_eq!((code, Some(head.clone()), err.as_str()), (Some(0), app.database().head(), ""));
    let (code, out, err) = verify(&app, &head);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.ends_with("\nOK") && out.contains(&format!("The last seal: {head}")), "{out}");

    let of = format!("record_id = '{id}' AND version = 2");
    let changed = number(&app, &format!("SELECT number FROM changes WHERE {of}"));
    execute(&app, &format!("UPDATE changes SET actor_name = 'Nobody' WHERE {of}"));
    let (code, out, err) = verify(&app, &head);
    assert_eq!((code, err.as_str()), (Some(1), "mizan: 1 row is not what it was"));
    let finding = format!("changes number {changed} (companies/{id} version 2): changed\n");
    assert!(out.starts_with(&finding) && !out.contains("OK"), "{out}");

    for wrong in ["1", "x:y", "1:abcd", &head[..head.len() - 1]] {
        let (code, _, err) = verify(&app, wrong);
        assert_eq!(code, Some(1));
        assert!(err.contains("is not what `mizan audit head` prints"), "{err}");
    }
}
