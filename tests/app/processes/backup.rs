//! A backup while clients write, brought back elsewhere.

use kernel::testing::PASSWORD;

use super::load::{CLIENTS, End, Load, all, holds, includes};
use super::process::{ADMIN, ServerProcess};

#[test]
fn a_backup_made_under_load_comes_back_complete() {
    let process = ServerProcess::new();
    let node = process.serve();
    let token = node.client().sign_in(ADMIN, PASSWORD).token;
    let load = Load::begin("House", || node.client().bearer(&token));
    load.hear(200, Some(200));
    let before = load.written();
    load.heard();
    let file = process.file("monday.mizan");
    let told = process.run(&format!("backup {file}"));
    assert!(told.contains("rows of"), "{told}");
    let meanwhile = load.heard();
    let (written, ends) = load.stop();
    assert!(meanwhile.len() > CLIENTS, "nobody wrote meanwhile");
    assert!(meanwhile.iter().all(|status| [200, 201].contains(status)), "{meanwhile:?}");
    assert_eq!(ends, vec![End::Stopped; CLIENTS]);

    let elsewhere = ServerProcess::empty();
    elsewhere.run(&format!("restore {file}"));
    let restored = elsewhere.serve();
    // Who was signed in then signs in again.
    restored.client().bearer(&token).get("/api/auth/me").expect(401);
    let mut client = restored.client().signed_in(ADMIN);
    let found = all(&mut client);
    includes(&found, &before);
    assert!(found.len() <= written.len(), "more came back than was written");
    // It goes on there, and where it came from nothing has changed.
    let more = Load::begin("More", || restored.client().signed_in(ADMIN));
    more.hear(20, Some(200));
    holds(&mut client, &more.stop().0);
    holds(&mut node.client().bearer(&token), &written);
}
