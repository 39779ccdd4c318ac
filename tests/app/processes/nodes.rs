//! Two processes on one database, and how access that was revoked at one is refused by both.
//!
//! Two processes require PostgreSQL. On SQLite one process has both roles.

use std::time::{Duration, Instant};

use kernel::testing::PASSWORD;
use serde_json::{Value, json};

use super::client::{Client, SignedIn};
use super::process::{ADMIN, Node, ServerProcess};

pub(super) const USERS: &str = "/api/backoffice/users";
const UNITS: &str = "/api/backoffice/units";
pub(super) const ME: &str = "/api/auth/me";
const NEW_PASSWORD: &str = "seven lonely gulls";

/// After this time a change that does not apply yet never will.
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) struct Nodes {
    pub(super) process: ServerProcess,
    pub(super) here: Node,
    pub(super) there: Option<Node>,
}

/// A user with a session, whose token both processes have just verified.
struct Person {
    path: String,
    email: String,
    session: SignedIn,
}

impl Nodes {
    pub(super) fn start() -> Self {
        Self::start_with(ServerProcess::new(), &[])
    }

    /// Starts both with these additional environment variables.
    pub(super) fn start_with(process: ServerProcess, variables: &[(&str, &str)]) -> Self {
        let here = process.serve_with(variables);
        let there = process.is_postgres().then(|| process.serve_with(variables));
        Self { process, here, there }
    }

    pub(super) fn there(&self) -> &Node {
        self.there.as_ref().unwrap_or(&self.here)
    }

    pub(super) fn both(&self) -> [&Node; 2] {
        [&self.here, self.there()]
    }

    /// Creates a user who signs in at the other process and may read units at both.
    fn person(&self, admin: &mut Client, email: &str) -> Person {
        let body = json!({
            "firstName": "Noor", "email": email, "password": PASSWORD, "roles": ["admin"],
        });
        let user = admin.post(USERS, &body).expect(201);
        let path = format!("{USERS}/{}", user["id"].as_str().unwrap());
        let session = self.there().client().sign_in(email, PASSWORD);
        let person = Person { path, email: email.to_owned(), session };
        for node in self.both() {
            person.send(node, UNITS, 200);
        }
        person
    }

    /// Waits until both processes answer the user with `status`.
    fn both_answer(&self, person: &Person, path: &str, status: u16) {
        let deadline = Instant::now() + PATIENCE;
        for node in self.both() {
            let mut client = node.client().bearer(&person.session.token);
            loop {
                let found = client.get(path).status;
                if found == status {
                    break;
                }
                assert!(Instant::now() < deadline, "{}: still {found}", person.email);
            }
        }
    }
}

impl Person {
    fn send(&self, node: &Node, path: &str, status: u16) {
        node.client().bearer(&self.session.token).get(path).expect(status);
    }
}

fn perform_verb(admin: &mut Client, person: &Person, verb: &str, body: Option<&Value>) {
    let path = format!("{}/{verb}", person.path);
    let answer = admin.send("POST", &path, &[], body).unwrap();
    assert!([200, 204].contains(&answer.status), "{answer:?}");
}

/// Takes access from users with an email at `host` in every way, and has both processes refuse it.
pub(super) fn enforce_revocations(nodes: &Nodes, host: &str) {
    let mut admin = nodes.here.client().signed_in(ADMIN);

    let locked = nodes.person(&mut admin, &format!("locked@{host}"));
    perform_verb(&mut admin, &locked, "lock", None);
    nodes.both_answer(&locked, ME, 401);
    for node in nodes.both() {
        node.client().login(&locked.email, PASSWORD).expect(401);
    }

    let changed = nodes.person(&mut admin, &format!("changed@{host}"));
    admin.patch(&changed.path, &json!({ "roles": ["user"] })).expect(200);
    nodes.both_answer(&changed, UNITS, 403);

    let renewed = nodes.person(&mut admin, &format!("renewed@{host}"));
    let password = json!({ "password": NEW_PASSWORD });
    perform_verb(&mut admin, &renewed, "set-password", Some(&password));
    nodes.both_answer(&renewed, ME, 401);
    nodes.there().client().login(&renewed.email, PASSWORD).expect(401);
    nodes.there().client().sign_in(&renewed.email, NEW_PASSWORD);

    let signed_out = nodes.person(&mut admin, &format!("gone@{host}"));
    let cookie = [("Cookie", signed_out.session.cookie.as_str())];
    let out = nodes.here.client().send("POST", "/api/auth/logout", &cookie, None).unwrap();
    out.expect(204);
    nodes.both_answer(&signed_out, ME, 401);
    let refreshed = nodes.there().client().send("POST", "/api/auth/refresh", &cookie, None);
    refreshed.unwrap().expect(401);

    // The reverse: sessions that the lock ended remain ended, and the session with another role
    // does not.
    perform_verb(&mut admin, &locked, "unlock", None);
    for node in nodes.both() {
        locked.send(node, ME, 401);
    }
    let session = nodes.there().client().sign_in(&locked.email, PASSWORD);
    nodes.here.client().bearer(&session.token).get(UNITS).expect(200);
    admin.patch(&changed.path, &json!({ "roles": ["admin"] })).expect(200);
    nodes.both_answer(&changed, UNITS, 200);
}
