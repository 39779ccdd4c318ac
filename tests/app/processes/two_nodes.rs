//! What is done at one of two processes applies at the other.

use kernel::testing::PASSWORD;
use serde_json::json;

use super::nodes::{ME, Nodes, USERS, enforce_revocations};
use super::process::ADMIN;

#[test]
fn revoked_access_is_enforced_on_both_nodes() {
    enforce_revocations(&Nodes::start(), "desk.test");
}

#[test]
fn new_and_old_signing_keys_are_valid_on_both_nodes() {
    let mut nodes = Nodes::start();
    let before = nodes.here.client().sign_in(ADMIN, PASSWORD).token;
    nodes.there().client().bearer(&before).get(ME).expect(200);
    nodes.process.run("keys rotate");
    // A process that starts afterwards signs with the new key immediately.
    let fresh = nodes.process.serve();
    match &mut nodes.there {
        Some(there) => *there = fresh,
        None => nodes.here = fresh,
    }
    let after = nodes.there().client().sign_in(ADMIN, PASSWORD).token;
    let head = |token: &str| token.split('.').next().unwrap().to_owned();
    assert_ne!(head(&before), head(&after), "it was signed with the old key");
    for node in nodes.both() {
        for token in [&before, &after] {
            node.client().bearer(token).get(ME).expect(200);
        }
    }
}

#[test]
fn sign_in_attempts_are_counted_across_nodes() {
    let nodes = Nodes::start();
    let mut admin = nodes.here.client().signed_in(ADMIN);
    let email = "guessed@desk.test";
    let body = json!({
        "firstName": "Noor", "email": email, "password": PASSWORD, "roles": ["user"],
    });
    admin.post(USERS, &body).expect(201);
    for _ in 0..10 {
        for node in nodes.both() {
            node.client().login(email, "a guess").expect(401);
        }
    }
    for node in nodes.both() {
        let refused = node.client().login(email, PASSWORD);
        let wait = refused.header("retry-after").and_then(|wait| wait.parse::<u32>().ok());
        assert!(wait.is_some_and(|wait| (3000..=3600).contains(&wait)), "{refused:?}");
        refused.expect(429);
    }
}
