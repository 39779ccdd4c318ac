//! Two processes on one database: what is done at one holds at the other.
//!
//! Two processes are for PostgreSQL. On SQLite there is one, which is its own neighbour: everything
//! holds there as well, and within the second that a process has for what it did itself.

use std::time::{Duration, Instant};

use kernel::testing::PASSWORD;
use serde_json::{Value, json};

use super::client::{Client, SignedIn};
use super::process::{ADMIN, Node, ServerProcess};

const USERS: &str = "/api/backoffice/users";
const UNITS: &str = "/api/backoffice/units";
const ME: &str = "/api/auth/me";
const NEW_PASSWORD: &str = "seven lonely gulls";

/// By when something holds at the process where it was done, and at the others.
const HERE: Duration = Duration::from_secs(1);
const THERE: Duration = Duration::from_secs(5);

struct Nodes {
    process: ServerProcess,
    here: Node,
    there: Option<Node>,
}

/// Somebody with a session, the token of which both processes have just seen.
struct Person {
    path: String,
    email: String,
    session: SignedIn,
}

impl Nodes {
    fn start() -> Self {
        let process = ServerProcess::new();
        let here = process.serve();
        let there = process.is_postgres().then(|| process.serve());
        Self { process, here, there }
    }

    fn there(&self) -> &Node {
        self.there.as_ref().unwrap_or(&self.here)
    }

    /// Both, each with its deadline.
    fn both(&self) -> [(&Node, Duration); 2] {
        [(&self.here, HERE), (self.there(), if self.there.is_some() { THERE } else { HERE })]
    }

    /// Makes somebody who signs in there and is let in to units on both.
    fn person(&self, admin: &mut Client, email: &str) -> Person {
        let body = json!({
            "firstName": "Noor", "email": email, "password": PASSWORD, "roles": ["admin"],
        });
        let user = admin.post(USERS, &body).expect(201);
        let path = format!("{USERS}/{}", user["id"].as_str().unwrap());
        let session = self.there().client().sign_in(email, PASSWORD);
        let person = Person { path, email: email.to_owned(), session };
        for (node, _) in self.both() {
            person.send(node, UNITS, 200);
        }
        person
    }

    /// That both answer the person with `status` in time, when it was done at `done`.
    fn both_answer(&self, person: &Person, path: &str, status: u16, done: Instant) {
        for (node, bound) in self.both() {
            let mut client = node.client().bearer(&person.session.token);
            loop {
                let elapsed = done.elapsed();
                let found = client.get(path).status;
                if found == status {
                    break;
                }
                assert!(elapsed < bound, "{}: still {found} after {elapsed:?}", person.email);
            }
        }
    }
}

impl Person {
    fn send(&self, node: &Node, path: &str, status: u16) {
        node.client().bearer(&self.session.token).get(path).expect(status);
    }
}

fn perform_verb(admin: &mut Client, person: &Person, verb: &str, body: Option<&Value>) -> Instant {
    let path = format!("{}/{verb}", person.path);
    let answer = admin.send("POST", &path, &[], body).unwrap();
    assert!([200, 204].contains(&answer.status), "{answer:?}");
    Instant::now()
}

#[test]
fn revoked_access_is_enforced_on_both_nodes_in_time() {
    let nodes = Nodes::start();
    let mut admin = nodes.here.client().signed_in(ADMIN);

    let locked = nodes.person(&mut admin, "locked@desk.test");
    let done = perform_verb(&mut admin, &locked, "lock", None);
    nodes.both_answer(&locked, ME, 401, done);
    for (node, _) in nodes.both() {
        node.client().login(&locked.email, PASSWORD).expect(401);
    }

    let changed = nodes.person(&mut admin, "changed@desk.test");
    admin.patch(&changed.path, &json!({ "roles": ["user"] })).expect(200);
    nodes.both_answer(&changed, UNITS, 403, Instant::now());

    let renewed = nodes.person(&mut admin, "renewed@desk.test");
    let password = json!({ "password": NEW_PASSWORD });
    let done = perform_verb(&mut admin, &renewed, "set-password", Some(&password));
    nodes.both_answer(&renewed, ME, 401, done);
    nodes.there().client().login(&renewed.email, PASSWORD).expect(401);
    nodes.there().client().sign_in(&renewed.email, NEW_PASSWORD);

    let signed_out = nodes.person(&mut admin, "gone@desk.test");
    let cookie = [("Cookie", signed_out.session.cookie.as_str())];
    let out = nodes.here.client().send("POST", "/api/auth/logout", &cookie, None).unwrap();
    out.expect(204);
    nodes.both_answer(&signed_out, ME, 401, Instant::now());
    let refreshed = nodes.there().client().send("POST", "/api/auth/refresh", &cookie, None);
    refreshed.unwrap().expect(401);

    // And back: the lock's sessions have ended for good, the role's has not.
    perform_verb(&mut admin, &locked, "unlock", None);
    for (node, _) in nodes.both() {
        locked.send(node, ME, 401);
    }
    let session = nodes.there().client().sign_in(&locked.email, PASSWORD);
    nodes.here.client().bearer(&session.token).get(UNITS).expect(200);
    admin.patch(&changed.path, &json!({ "roles": ["admin"] })).expect(200);
    nodes.both_answer(&changed, UNITS, 200, Instant::now());
}

#[test]
fn new_and_old_signing_keys_are_valid_on_both_nodes() {
    let mut nodes = Nodes::start();
    let before = nodes.here.client().sign_in(ADMIN, PASSWORD).token;
    nodes.there().client().bearer(&before).get(ME).expect(200);
    nodes.process.run("keys rotate");
    // The one that is started after it signs with the new key from the start.
    let fresh = nodes.process.serve();
    match &mut nodes.there {
        Some(there) => *there = fresh,
        None => nodes.here = fresh,
    }
    let after = nodes.there().client().sign_in(ADMIN, PASSWORD).token;
    let head = |token: &str| token.split('.').next().unwrap().to_owned();
    assert_ne!(head(&before), head(&after), "it was signed with the old key");
    for (node, _) in nodes.both() {
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
        for (node, _) in nodes.both() {
            node.client().login(email, "a guess").expect(401);
        }
    }
    for (node, _) in nodes.both() {
        let refused = node.client().login(email, PASSWORD);
        let wait = refused.header("retry-after").and_then(|wait| wait.parse::<u32>().ok());
        assert!(wait.is_some_and(|wait| (3000..=3600).contains(&wait)), "{refused:?}");
        refused.expect(429);
    }
}
