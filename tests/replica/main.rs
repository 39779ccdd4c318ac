//! Two processes with a streaming replica: it answers their reads, as far as it has what was written, and the
//! primary answers the others. A target of its own, which `.ci/test` runs beside a replica: the replica would have to
//! replay what all other tests write.

#![expect(clippy::unwrap_used, reason = "an unwrap of a missing value is a failed assertion")]

#[path = "../app/processes/client.rs"]
mod client;
#[path = "../app/processes/nodes.rs"]
#[expect(dead_code, reason = "the other tests of processes use the rest")]
mod nodes;
#[path = "../app/processes/process.rs"]
#[expect(dead_code, reason = "the other tests of processes use the rest")]
mod process;

use std::thread::sleep;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};
use kernel::testing::PASSWORD;
use serde_json::json;

use nodes::{Nodes, USERS, enforce_revocations};
use process::{ADMIN, Node, PATIENCE, ServerProcess};

/// At least as many changes of a record are read at the other process.
const CHANGES: usize = 20;

/// Returns a metric of a process.
fn metric(node: &Node, name: &str) -> u64 {
    let metrics = node.client().get("/metrics").expect(200);
    let mut lines = metrics.as_str().unwrap().lines();
    let value = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.unwrap_or_else(|| panic!("no {name}")).parse().unwrap()
}

/// Changes a user at one process, and reads the history of it at the other, until this metric has risen.
fn read_own_writes(nodes: &Nodes, host: &str, counted: &str) {
    let (before, deadline) = (metric(nodes.there(), counted), Instant::now() + PATIENCE);
    let mut writer = nodes.here.client().signed_in(ADMIN);
    let mut reader = nodes.there().client().signed_in(ADMIN);
    let body = json!({
        "firstName": "Noor", "email": format!("read@{host}"), "password": PASSWORD, "roles": ["user"],
    });
    let user = writer.post(USERS, &body).expect(201);
    let path = format!("{USERS}/{}", user["id"].as_str().unwrap());
    let history = format!("{path}/history?limit=1");
    let mut change = 0;
    while change < CHANGES || metric(nodes.there(), counted) == before {
        change += 1;
        writer.patch(&path, &json!({ "lastName": change.to_string() })).expect(200);
        assert_eq!(reader.get(&history).expect(200)["total"], change + 1);
        assert!(Instant::now() < deadline, "{counted} stays at {before}");
    }
}

/// A replica that replays again when this ends, however it ends.
struct Replica(PgConnection);

impl Drop for Replica {
    fn drop(&mut self) {
        let _ = self.0.batch_execute("SELECT pg_wal_replay_resume()");
    }
}

/// Returns the URL of the database at the replica, which has it when this returns.
fn replicated(process: &ServerProcess, server: &str) -> String {
    let (own, (place, _)) = (process.database_url(), server.rsplit_once('/').unwrap());
    let (_, name) = own.rsplit_once('/').unwrap();
    let url = format!("{place}/{name}");
    let deadline = Instant::now() + PATIENCE;
    while PgConnection::establish(&url).is_err() {
        assert!(Instant::now() < deadline, "the replica does not get the database");
        sleep(Duration::from_millis(10));
    }
    url
}

#[test]
fn a_replica_that_is_behind_hides_no_write_and_keeps_no_revoked_access() {
    let server = std::env::var("MIZAN_TEST_REPLICA_URL").expect("the URL of a replica");
    let process = ServerProcess::new();
    let url = replicated(&process, &server);
    let nodes = Nodes::start_with(process, &[("MIZAN_REPLICA_URLS", &url)]);
    let mut replica = Replica(PgConnection::establish(&server).unwrap());
    for (host, does, counted) in [
        ("replays.test", "resume", "mizan_replica_reads_total"),
        ("behind.test", "pause", "mizan_replica_fallbacks_total"),
        ("again.test", "resume", "mizan_replica_reads_total"),
    ] {
        replica.0.batch_execute(&format!("SELECT pg_wal_replay_{does}()")).unwrap();
        read_own_writes(&nodes, host, counted);
        enforce_revocations(&nodes, host);
    }
}

#[test]
fn the_primary_is_found_among_several_servers() {
    let server = std::env::var("MIZAN_TEST_REPLICA_URL").expect("the URL of a replica");
    let process = ServerProcess::new();
    replicated(&process, &server);
    let (_, replica) = server.rsplit_once('/').unwrap().0.split_once('@').unwrap();
    let own = process.database_url();
    // One that is away, the replica, and the primary.
    let url = own.replacen('@', &format!("@127.0.0.1:1,{replica},"), 1);
    let node = process.serve_with(&[("MIZAN_DATABASE_URL", &url)]);
    let mut admin = node.client().signed_in(ADMIN);
    let body = json!({
        "firstName": "Noor", "email": "found@hosts.test", "password": PASSWORD, "roles": ["user"],
    });
    admin.post(USERS, &body).expect(201);
}
