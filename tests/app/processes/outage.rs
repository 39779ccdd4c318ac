//! A database that is unreachable for a while.
//!
//! PostgreSQL closes all connections and accepts none. The file of SQLite stays, but another
//! program can lock it, so that writes fail.

use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection, SqliteConnection};
use kernel::testing::PASSWORD;

use super::load::{CLIENTS, End, Load, all, assert_stored};
use super::process::{ADMIN, ServerProcess};

/// How long the test waits until the process is ready again.
const PATIENCE: Duration = Duration::from_secs(60);

/// Takes the database away.
enum Outage {
    Postgres { server: Box<PgConnection>, name: String },
    Sqlite(Box<SqliteConnection>),
}

impl Outage {
    fn prepare(process: &ServerProcess) -> Self {
        let url = process.database_url();
        if !process.is_postgres() {
            let path = url.trim_start_matches("sqlite://");
            return Self::Sqlite(Box::new(SqliteConnection::establish(path).unwrap()));
        }
        let name = url.rsplit('/').next().unwrap().split('?').next().unwrap().to_owned();
        let server = std::env::var("MIZAN_TEST_DATABASE_URL").unwrap();
        Self::Postgres { server: Box::new(PgConnection::establish(&server).unwrap()), name }
    }

    /// Terminates every connection of the database once.
    fn cut(&mut self) {
        if let Self::Postgres { server, name } = self {
            let cut = format!(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
            );
            server.batch_execute(&cut).unwrap();
        }
    }

    fn begin(&mut self) {
        match self {
            Self::Sqlite(file) => {
                file.batch_execute("PRAGMA busy_timeout = 30000; BEGIN IMMEDIATE").unwrap();
            }
            Self::Postgres { server, name } => {
                let close = format!("ALTER DATABASE {name} ALLOW_CONNECTIONS false");
                server.batch_execute(&close).unwrap();
            }
        }
        self.cut();
    }

    fn end(&mut self) {
        match self {
            Self::Sqlite(file) => file.batch_execute("ROLLBACK").unwrap(),
            Self::Postgres { server, name } => {
                let open = format!("ALTER DATABASE {name} ALLOW_CONNECTIONS true");
                server.batch_execute(&open).unwrap();
            }
        }
    }
}

/// The clients verify themselves that a 503 has a `Retry-After`.
#[test]
fn clients_get_a_retry_after_until_the_database_is_back() {
    let process = ServerProcess::new();
    let node = process.serve();
    let token = node.client().sign_in(ADMIN, PASSWORD).token;
    let mut outage = Outage::prepare(&process);
    let load = Load::begin("House", || node.client().bearer(&token));
    load.wait_for_responses(50, None);
    // Connections break, and the database accepts new ones immediately.
    for _ in 0..3 {
        outage.cut();
        load.wait_for_responses(50, Some(200));
    }

    outage.begin();
    load.wait_for_responses(CLIENTS, Some(503));
    let mut onlooker = node.client();
    let ready = onlooker.get("/readyz");
    if process.is_postgres() {
        assert_eq!(ready.expect(503)["status"], "database unreachable");
    } else {
        // Reads continue where they can.
        assert_eq!(ready.expect(200)["status"], "ready");
        onlooker.bearer(&token).get("/api/backoffice/companies").expect(200);
    }
    outage.end();
    let over = Instant::now();
    load.take_statuses();
    load.wait_for_responses(50, Some(200));
    // The readiness of a moment ago may be returned again.
    while node.client().get("/readyz").status != 200 {
        assert!(over.elapsed() < PATIENCE, "it is never ready");
    }

    // The line that a former password of the database leaves, too.
    assert_eq!(node.log().contains("no connection to the database"), process.is_postgres());

    let (written, ends) = load.stop();
    assert_eq!(ends, vec![End::Stopped; CLIENTS]);
    let mut client = node.client().bearer(&token);
    assert_stored(&mut client, &written);
    assert_eq!(all(&mut client).len(), written.len());
}

#[test]
fn audit_events_that_are_lost_at_a_stop_are_in_the_log() {
    const LOST: &str = "the last audit events were not stored";
    let process = ServerProcess::new();
    let mut outage = Outage::prepare(&process);
    for is_out in [false, true] {
        let node = process.serve();
        if is_out {
            outage.begin();
        }
        // Such a token costs no query.
        node.client().bearer("mzn_junk").get("/api/backoffice/companies").expect(401);
        node.signal("-INT");
        let (log, code) = (node.log_path(), node.ended());
        let log = std::fs::read_to_string(log).unwrap();
        assert_eq!((code, log.contains(LOST)), (Some(0), is_out), "{log}");
    }
    outage.end();
}
