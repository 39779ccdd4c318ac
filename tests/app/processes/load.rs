//! Clients that write as fast as they get answers, and record these.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{JoinHandle, sleep};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Answer, Client};

const COMPANIES: &str = "/api/backoffice/companies";

/// The number of clients.
pub(super) const CLIENTS: usize = 6;

/// The number of changes of each company.
const CHANGES: u32 = 3;

/// The delay of a client before it retries after a `Retry-After`.
const RETRY_DELAY: Duration = Duration::from_millis(50);

/// A company, as the client that writes it knows it.
#[derive(Clone, Debug)]
pub(super) struct Written {
    name: String,
    /// Its URL, once its creation was acknowledged.
    path: Option<String>,
    /// The last acknowledged change, and the last requested one. Change 0 is the creation.
    acknowledged: u32,
    requested: u32,
}

/// The reason why a client has stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The test stopped it.
    Stopped,
    /// The server refused its connection, and every request that it had sent was answered.
    Closed,
    /// A request got no answer or an incomplete one.
    Cut(String),
}

pub(super) struct Load {
    stop: Arc<AtomicBool>,
    written: Arc<Mutex<Vec<Written>>>,
    statuses: Receiver<u16>,
    clients: Vec<JoinHandle<End>>,
}

impl Load {
    /// Starts the clients. The names of their records begin with `named`.
    pub(super) fn begin(named: &str, client: impl Fn() -> Client) -> Self {
        let (stop, written) = (Arc::default(), Arc::default());
        let (status_sender, statuses) = mpsc::channel();
        let clients = (0..CLIENTS).map(|number| {
            let mut writer = Writer {
                client: client(),
                status_sender: status_sender.clone(),
                stop: Arc::clone(&stop),
                written: Arc::clone(&written),
            };
            let named = format!("{named}-{number}");
            std::thread::spawn(move || writer.work(&named))
        });
        let clients = clients.collect();
        Self { stop, written, statuses, clients }
    }

    /// Waits for that many more answers with this status, or with any.
    pub(super) fn wait_for_responses(&self, count: usize, status: Option<u16>) {
        let deadline = Instant::now() + Duration::from_secs(60);
        let mut count_received = 0;
        while count_received < count {
            let left = deadline.saturating_duration_since(Instant::now());
            let received = self.statuses.recv_timeout(left);
            let received = received
                .unwrap_or_else(|_| panic!("{count_received} of {count} answers of {status:?}"));
            count_received += usize::from(status.is_none_or(|status| status == received));
        }
    }

    /// Returns the statuses of the answers since the last time.
    pub(super) fn take_statuses(&self) -> Vec<u16> {
        self.statuses.try_iter().collect()
    }

    /// Returns the companies written so far.
    pub(super) fn written(&self) -> Vec<Written> {
        self.written.lock().unwrap().clone()
    }

    /// Stops the clients, and waits for their end as `ended` does.
    pub(super) fn stop(self) -> (Vec<Written>, Vec<End>) {
        self.stop.store(true, Ordering::Relaxed);
        self.ended()
    }

    /// Waits until all clients have ended.
    pub(super) fn ended(self) -> (Vec<Written>, Vec<End>) {
        let ends = self.clients.into_iter().map(|client| client.join().unwrap()).collect();
        let written = self.written.lock().unwrap().clone();
        (written, ends)
    }
}

struct Writer {
    client: Client,
    status_sender: Sender<u16>,
    stop: Arc<AtomicBool>,
    written: Arc<Mutex<Vec<Written>>>,
}

impl Writer {
    fn work(&mut self, named: &str) -> End {
        let mut number = 0;
        loop {
            number += 1;
            if let Err(end) = self.company(format!("{named}-{number}")) {
                return end;
            }
        }
    }

    /// Creates a company, changes it, and verifies each change with a read.
    fn company(&mut self, name: String) -> Result<(), End> {
        let place = {
            let mut written = self.written.lock().unwrap();
            let new = Written { name: name.clone(), path: None, acknowledged: 0, requested: 0 };
            written.push(new);
            written.len() - 1
        };
        let made =
            self.send("POST", COMPANIES, &[("Idempotency-Key", &name)], Some(&new(&name)))?;
        let path = path(&made.expect(201));
        self.written.lock().unwrap()[place].path = Some(path.clone());
        for change in 1..=CHANGES {
            self.written.lock().unwrap()[place].requested = change;
            self.send("PATCH", &path, &[], Some(&fields(change)))?.expect(200);
            self.written.lock().unwrap()[place].acknowledged = change;
            assert_eq!(number(&self.send("GET", &path, &[], None)?.expect(200)), change);
        }
        Ok(())
    }

    /// Retries a request until the answer is no 503.
    fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&Value>,
    ) -> Result<Answer, End> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(End::Stopped);
            }
            self.client.connect().map_err(|_| End::Closed)?;
            let answer = self.client.send(method, path, headers, body);
            let answer = answer.map_err(|error| End::Cut(format!("{method} {path}: {error}")))?;
            // The test may have dropped the receiver already.
            let _ = self.status_sender.send(answer.status);
            if answer.status != 503 {
                return Ok(answer);
            }
            let seconds = answer.header("retry-after").and_then(|after| after.parse::<u32>().ok());
            assert!(seconds.is_some_and(|seconds| seconds > 0), "{answer:?}");
            sleep(RETRY_DELAY);
        }
    }
}

#[track_caller]
fn path(company: &Value) -> String {
    format!("{COMPANIES}/{}", company["_id"].as_str().unwrap())
}

/// Returns the two fields that every change sets, so that a partial change would be visible.
fn fields(change: u32) -> Value {
    json!({ "phone": change.to_string(), "address": change.to_string() })
}

fn new(name: &str) -> Value {
    let mut body = fields(0);
    body["name"] = name.into();
    body
}

/// Returns the number of the last change of a company.
fn number(company: &Value) -> u32 {
    assert_eq!(company["phone"], company["address"], "half a change");
    company["phone"].as_str().unwrap().parse().unwrap()
}

/// Verifies that the history of a company has no gap and agrees with the company; returns the
/// number of its last change.
fn agrees(client: &mut Client, company: &Value) -> u32 {
    let last = number(company);
    let history = client.get(&format!("{}/history?limit=100", path(company))).expect(200);
    assert_eq!(history["total"], last + 1, "{company}: {history}");
    let versions = history["items"].as_array().unwrap();
    assert_eq!(versions[0]["after"], *company);
    for (change, version) in (0..=last).rev().zip(versions) {
        assert_eq!(version["version"], change + 1);
        assert_eq!(version["action"], if change == 0 { "create" } else { "update" });
        assert_eq!(number(&version["after"]), change);
        let before = &version["before"];
        assert!(if change == 0 { before.is_null() } else { number(before) == change - 1 });
    }
    last
}

/// Verifies that all companies are there, complete, and in the history. A creation without an
/// acknowledgement is requested again, as clients do: the company then exists once.
pub(super) fn assert_stored(client: &mut Client, written: &[Written]) {
    for Written { name, path: known, acknowledged, requested } in written {
        let at = known.clone().unwrap_or_else(|| {
            let key = [("Idempotency-Key", name.as_str())];
            let made = client.send("POST", COMPANIES, &key, Some(&new(name))).unwrap();
            path(&made.expect(201))
        });
        let company = client.get(&at).expect(200);
        assert_eq!(company["name"], *name);
        let last = agrees(client, &company);
        assert!((*acknowledged..=*requested).contains(&last), "{name}: {last}, not {acknowledged}");
    }
}

/// Verifies that the whole list has no partial record and no duplicate name; returns the URLs of
/// all companies with their last changes.
pub(super) fn all(client: &mut Client) -> Vec<(String, u32)> {
    let (mut found, mut names) = (Vec::new(), Vec::new());
    for page in 1.. {
        let query = format!("{COMPANIES}?limit=100&page={page}&sort=createdAt");
        let listed = client.get(&query).expect(200);
        let items = listed["items"].as_array().unwrap();
        for company in items {
            names.push(company["name"].as_str().unwrap().to_owned());
            found.push((path(company), agrees(client, company)));
        }
        if items.len() < 100 {
            assert_eq!(listed["total"], found.len());
            break;
        }
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), found.len(), "a company is there twice");
    found
}

/// Verifies that `all` found these companies, with their acknowledged changes or later ones.
pub(super) fn includes(found: &[(String, u32)], written: &[Written]) {
    for company in written.iter().filter(|company| company.path.is_some()) {
        let there = found.iter().find(|(path, _)| Some(path) == company.path.as_ref());
        let there = there.unwrap_or_else(|| panic!("{company:?} is lost"));
        assert!(there.1 >= company.acknowledged, "{company:?}: {}", there.1);
    }
}
