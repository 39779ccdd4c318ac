//! Clients that write as fast as they are answered, and what they were told.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{JoinHandle, sleep};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Answer, Client};

const COMPANIES: &str = "/api/backoffice/companies";

/// How many clients there are.
pub(super) const CLIENTS: usize = 6;

/// How often each company is changed.
const CHANGES: u32 = 3;

/// How long a client that was told to come again waits before it does.
const RETRY_DELAY: Duration = Duration::from_millis(50);

/// A company, as far as the client knows that writes it.
#[derive(Clone, Debug)]
pub(super) struct Written {
    name: String,
    /// Where it is, once its creation was acknowledged.
    path: Option<String>,
    /// The last change that was acknowledged, and the last one that was asked for. Change 0 is
    /// the creation.
    acknowledged: u32,
    requested: u32,
}

/// Why a client has stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// It was told to.
    Stopped,
    /// Nobody took its connection, and nothing of what it had sent was without an answer.
    Closed,
    /// A request got no answer, or half of one.
    Cut(String),
}

pub(super) struct Load {
    stop: Arc<AtomicBool>,
    written: Arc<Mutex<Vec<Written>>>,
    statuses: Receiver<u16>,
    clients: Vec<JoinHandle<End>>,
}

impl Load {
    /// Sets clients to work. What they write has names that begin with `named`.
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

    /// Waits until so many more answers have come that have this status, or any.
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

    /// The statuses that have come since the last look.
    pub(super) fn take_statuses(&self) -> Vec<u16> {
        self.statuses.try_iter().collect()
    }

    /// What has been written until now.
    pub(super) fn written(&self) -> Vec<Written> {
        self.written.lock().unwrap().clone()
    }

    /// Tells the clients to stop, and waits for the end as `ended` does.
    pub(super) fn stop(self) -> (Vec<Written>, Vec<End>) {
        self.stop.store(true, Ordering::Relaxed);
        self.ended()
    }

    /// Waits until all clients have come to their end.
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

    /// Makes a company, changes it, and sees after each change that it is there.
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

    /// Asks until there is an answer that is not "come again".
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
            // Nobody may be listening any more.
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

/// The two fields that every change sets, so that half a change would show.
fn fields(change: u32) -> Value {
    json!({ "phone": change.to_string(), "address": change.to_string() })
}

fn new(name: &str) -> Value {
    let mut body = fields(0);
    body["name"] = name.into();
    body
}

/// By which change a company is as it is.
fn number(company: &Value) -> u32 {
    assert_eq!(company["phone"], company["address"], "half a change");
    company["phone"].as_str().unwrap().parse().unwrap()
}

/// That the history of a company has no gap and tells the company as it is; answers by which change
/// that is.
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

/// That all of it is there, whole, and in the history. A creation that was asked for and not
/// acknowledged is asked for once more, as clients do: it is there once.
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

/// That there is nothing half in the whole list, each name once; answers where everything is, and
/// by which change.
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

/// That these are among what `all` found, as far as they were acknowledged or further.
pub(super) fn includes(found: &[(String, u32)], written: &[Written]) {
    for company in written.iter().filter(|company| company.path.is_some()) {
        let there = found.iter().find(|(path, _)| Some(path) == company.path.as_ref());
        let there = there.unwrap_or_else(|| panic!("{company:?} is lost"));
        assert!(there.1 >= company.acknowledged, "{company:?}: {}", there.1);
    }
}
