//! A backup during writes of clients, restored into another database.

use kernel::testing::PASSWORD;

use super::load::{CLIENTS, End, Load, all, assert_stored, includes};
use super::process::{ADMIN, ServerProcess};

#[test]
fn backup_made_under_load_is_restored_completely() {
    let process = ServerProcess::new();
    let node = process.serve();
    let token = node.client().sign_in(ADMIN, PASSWORD).token;
    let load = Load::begin("House", || node.client().bearer(&token));
    load.wait_for_responses(200, Some(200));
    let before = load.written();
    load.take_statuses();
    let file = process.file("monday.mizan");
    let output = process.run(&format!("backup {file}"));
    assert!(output.contains("rows of"), "{output}");
    let meanwhile = load.take_statuses();
    let (written, ends) = load.stop();
    assert!(meanwhile.len() > CLIENTS, "there was no concurrent write");
    assert!(meanwhile.iter().all(|status| [200, 201].contains(status)), "{meanwhile:?}");
    assert_eq!(ends, vec![End::Stopped; CLIENTS]);

    let elsewhere = ServerProcess::empty();
    elsewhere.run(&format!("restore {file}"));
    let restored = elsewhere.serve();
    // The signed-in user signs in again.
    restored.client().bearer(&token).get("/api/auth/me").expect(401);
    let mut client = restored.client().signed_in(ADMIN);
    let found = all(&mut client);
    includes(&found, &before);
    assert!(found.len() <= written.len(), "more came back than was written");
    // The restored database is usable, and the original is unchanged.
    let more = Load::begin("More", || restored.client().signed_in(ADMIN));
    more.wait_for_responses(20, Some(200));
    assert_stored(&mut client, &more.stop().0);
    assert_stored(&mut node.client().bearer(&token), &written);
}
