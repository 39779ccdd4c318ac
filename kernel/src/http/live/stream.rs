//! What is sent over a connection of a client that follows changes.
//!
//! A batch is turned into events when the client takes them: nothing is stored for a client that reads slowly, and one
//! that is too far behind is ended.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use actix_web::http::Method;
use actix_web::http::header::{AUTHORIZATION, HeaderMap};
use actix_web::web::Bytes;
use futures_util::{Stream, stream};
use serde::Serialize;
use tokio::time::{Instant, sleep, sleep_until};

use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::engine::policy::READ;
use crate::product::kernel::Kernel;
use crate::records::RegisteredResource;
use crate::records::actor::Actor;
use crate::records::events::{self, Batch, Event, Listener};

/// How often the rights of a client are checked. A node learns of what another one changed within three seconds, so that
/// a connection ends within five.
const CHECK: Duration = Duration::from_secs(1);

/// For how long after a check the next one may fail because the database does not answer, and how long after such a failure
/// the check is made again.
const FRESH: Duration = Duration::from_secs(3);
const AGAIN: Duration = Duration::from_millis(250);

/// How often a line is sent when there is nothing to report, so that neither end takes the connection for dead.
const ALIVE: Duration = Duration::from_secs(15);

/// After how many milliseconds a client connects again, and by how many more at most: not all at the same moment.
const RETRY: u32 = 2_000;
const SPREAD: u32 = 2_000;

/// How many records one event names at most.
const MOST_IDS: usize = 200;

const RELOAD: &str = "event: reload\ndata: {}\n\n";

/// Who follows which resources, by the credential of the request.
pub(super) struct Subscriber {
    kernel: Arc<Kernel>,
    headers: HeaderMap,
    resources: Vec<Arc<RegisteredResource>>,
}

impl Subscriber {
    pub(super) fn of(
        kernel: &Arc<Kernel>,
        headers: &HeaderMap,
        resources: Vec<Arc<RegisteredResource>>,
    ) -> Self {
        let mut own = HeaderMap::new();
        if let Some(credential) = headers.get(AUTHORIZATION) {
            own.insert(AUTHORIZATION, credential.clone());
        }
        Self { kernel: Arc::clone(kernel), headers: own, resources }
    }

    /// Returns the user, with the rights of this moment.
    ///
    /// # Errors
    /// 401 when the credential has ended, 403 when the user may not read one of the resources.
    pub(super) async fn actor(&self) -> Result<Actor> {
        let Kernel { auth, plan, .. } = &*self.kernel;
        let mut actor = auth.authenticate(&self.headers).await?;
        actor.access = plan.policy.access(&actor.values());
        let accounts = plan.records.accounts().map(|entry| entry.info().name);
        actor.check_viewer(&plan.policy, accounts, &Method::GET)?;
        if actor.lacks_second_factor(&plan.policy) {
            return Err(Error::Forbidden);
        }
        let names = || self.resources.iter().map(|entry| entry.info().name);
        match names().find(|name| !actor.may(&plan.policy, name, READ)) {
            Some(name) => Err(Error::not_permitted(name, READ)),
            None => Ok(actor),
        }
    }

    fn follows(&self, resource: &str) -> bool {
        self.resources.iter().any(|entry| entry.info().name == resource)
    }
}

/// Returns after how many milliseconds one client connects again.
fn retry() -> u32 {
    let at_random = Id::bytes_of(Id::new().as_str()).map_or(0, |bytes| u32::from(bytes[11]));
    RETRY + at_random * SPREAD / 255
}

/// The data of an event.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Change<'e> {
    resource: &'e str,
    ids: Vec<&'e Id>,
    request_id: Option<&'e str>,
}

/// A connection of a client.
pub(super) struct Connection {
    subscriber: Subscriber,
    listener: Listener,
    /// What the client takes next.
    queued: VecDeque<Bytes>,
    /// Where the client resumes.
    position: i64,
    /// The numbers of what it had missed, which may be in the next batches, too.
    missed: HashSet<i64>,
    checked: Instant,
    alive: Instant,
}

impl Connection {
    /// Begins to listen, with what the client has missed since a position; `Some(None)` is one that cannot be read.
    pub(super) async fn open(
        subscriber: Subscriber,
        account: &Id,
        resumed: Option<Option<i64>>,
    ) -> Result<Self> {
        let core = &subscriber.kernel.core;
        let most = core.config.live_connections;
        let listener = core.events.listen(&core.db, account, most).await?;
        let position = listener.position;
        let now = Instant::now();
        let mut connection = Self {
            subscriber,
            listener,
            queued: VecDeque::new(),
            position,
            missed: HashSet::new(),
            checked: now,
            alive: now,
        };
        connection.send(format!("retry: {}\n\n", retry()));
        if let Some(resumed) = resumed {
            connection.resume(resumed).await?;
        }
        // Only now: a client that is cut off before it has what it missed resumes where it did before.
        connection.send(format!("id: {position}\n\n"));
        Ok(connection)
    }

    async fn resume(&mut self, from: Option<i64>) -> Result<()> {
        let Some(from) = from else {
            self.send(RELOAD.to_owned());
            return Ok(());
        };
        let db = &self.subscriber.kernel.core.db;
        match db.read_patiently(move |conn| events::missed(conn, from)).await? {
            Some(missed) => {
                let numbers = missed.iter().map(|event| event.number).collect();
                self.report(&Arc::new(Batch::of(self.position, missed)), from).await?;
                self.missed = numbers;
                Ok(())
            }
            None => {
                self.send(RELOAD.to_owned());
                Ok(())
            }
        }
    }

    fn send(&mut self, text: String) {
        self.queued.push_back(text.into());
        self.alive = Instant::now();
    }

    /// Returns the events, until the connection ends.
    pub(super) fn events(self) -> impl Stream<Item = Result<Bytes>> {
        stream::unfold(self, |mut connection| async move {
            let bytes = connection.next().await?;
            Some((Ok(bytes), connection))
        })
    }

    /// Waits for what the client takes next; `None` when the connection ends.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if let Some(bytes) = self.queued.pop_front() {
                return Some(bytes);
            }
            let due = (self.checked + CHECK).min(self.alive + ALIVE);
            tokio::select! {
                batch = self.listener.next() => {
                    let batch = batch?;
                    let before = std::mem::replace(&mut self.position, batch.position);
                    if let Err(error) = self.report(&batch, before).await {
                        return Self::ended(&error);
                    }
                }
                () = sleep_until(due) => {
                    if let Err(error) = self.check().await {
                        return Self::ended(&error);
                    }
                    if self.alive.elapsed() >= ALIVE {
                        self.send(format!(":\nid: {}\n\n", self.position));
                    }
                }
            }
        }
    }

    /// Checks the rights of the client. When the database does not answer, that is done again as long as the last check is
    /// fresh.
    async fn check(&mut self) -> Result<Actor> {
        loop {
            match self.subscriber.actor().await {
                Ok(by) => {
                    self.checked = Instant::now();
                    return Ok(by);
                }
                Err(error) if error.is_passing() && self.checked.elapsed() < FRESH => {
                    sleep(AGAIN).await;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Ends the connection. The client learns why when it connects again.
    fn ended(error: &Error) -> Option<Bytes> {
        tracing::debug!(%error, "a connection that follows changes ends");
        None
    }

    /// Queues what the client may know of a batch, which begins behind the position `before`.
    async fn report(&mut self, batch: &Arc<Batch>, before: i64) -> Result<()> {
        let Batch { position, events, resources, .. } = &**batch;
        if resources.iter().any(|resource| self.subscriber.follows(resource)) {
            self.send(format!("id: {position}\n{RELOAD}"));
            return Ok(());
        }
        if !events.iter().any(|event| self.subscriber.follows(&event.revision.resource)) {
            return Ok(());
        }
        let by = self.check().await?;
        let readable = match by.access.is_empty() {
            true => None,
            false => {
                let core = &self.subscriber.kernel.core;
                let (batch, records) = (Arc::clone(batch), Arc::clone(&core.records));
                Some(core.db.read_patiently(move |conn| batch.readable(conn, &records, &by)).await?)
            }
        };
        let is_readable =
            |at: usize| readable.as_ref().is_none_or(|all| all.get(at) == Some(&true));
        let reported = events.iter().enumerate().filter(|(at, event)| {
            self.subscriber.follows(&event.revision.resource)
                && is_readable(*at)
                && !self.missed.contains(&event.number)
        });
        let mut changes: Vec<Change<'_>> = Vec::new();
        for (_, Event { revision, .. }) in reported {
            let request_id = revision.request_id.as_deref();
            let same = changes.iter_mut().find(|one| {
                one.resource == revision.resource
                    && one.request_id == request_id
                    && one.ids.len() < MOST_IDS
            });
            match same {
                Some(change) if change.ids.contains(&&revision.record_id) => {}
                Some(change) => change.ids.push(&revision.record_id),
                None => changes.push(Change {
                    resource: &revision.resource,
                    ids: vec![&revision.record_id],
                    request_id,
                }),
            }
        }
        let count = changes.len();
        let mut texts = Vec::with_capacity(count);
        for (at, change) in changes.iter().enumerate() {
            let data = serde_json::to_string(change).map_err(Error::internal)?;
            // A client that is cut off before the last one gets all of them again.
            let id = if at + 1 == count { *position } else { before };
            texts.push(format!("id: {id}\nevent: change\ndata: {data}\n\n"));
        }
        texts.into_iter().for_each(|text| self.send(text));
        Ok(())
    }
}
