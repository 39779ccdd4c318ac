//! Changes on PostgreSQL that wait at the same time are made together: in one transaction, with one statement that locks
//! their records, one that reads them before, one after, and one that writes all versions of the history. Only the
//! `UPDATE` is one for each.
//!
//! Such a transaction waits for no row: a change of a record that another transaction has locked is left out, and so
//! is everything when one of the `UPDATE`s fails. What was left out is made alone, as every other change. So one
//! change neither delays another nor fails with it.
//!
//! What may wait for other rows, or is decided by them, is never made together: references, images, unique values,
//! rules. What a resource refers to by itself, such as the account that makes the change, is locked by the foreign key
//! (`FOR KEY SHARE`), as weakly as a reference can be: only a deletion of that row is waited for. SQLite has one writer,
//! which shares its commits in its own way.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use actix_web::{rt, web};
use serde_json::Value;
use tokio::sync::oneshot;

use super::registered::check_match;
use super::update::Was;
use super::{Record, Records, RegisteredResource};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::statements::Taken;
use crate::db::{BUSY, Conn, Database};
use crate::records::actor::Actor;
use crate::records::revisions;

/// How many changes are made together.
const MOST: usize = 32;

/// How many may wait. What comes then is made alone, within the limits of the pool of connections.
const MOST_WAITING: usize = 2 * MOST;

/// How many transactions make changes together at the same time.
const AT_ONCE: usize = 2;

type Entry = web::Data<RegisteredResource>;

/// A validated patch of a record.
pub(crate) struct Change {
    pub(crate) id: Id,
    pub(crate) patch: Value,
    pub(crate) if_match: Option<String>,
    pub(crate) by: Actor,
    /// Whether the client has gone: what has not begun by then is not made.
    pub(crate) is_given_up: AtomicBool,
}

/// A client that waits for a change, until it has its answer or goes.
struct Client<'a>(&'a Change);

impl Drop for Client<'_> {
    fn drop(&mut self) {
        self.0.is_given_up.store(true, Ordering::Relaxed);
    }
}

/// A change that waits, and who waits for it. `None` tells them to make it alone.
struct Waiting {
    entry: Entry,
    change: Arc<Change>,
    answer: oneshot::Sender<Option<Result<Record>>>,
}

/// Makes changes together.
#[derive(Clone)]
pub(crate) struct Together(Arc<Inner>);

struct Inner {
    db: Database,
    records: Arc<Records>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Waiting>,
    running: usize,
}

/// A task that makes changes, until it ends in whichever way.
struct Running(Together);

impl Drop for Running {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.running -= 1;
        if state.running == 0 {
            // None is left, unless the task was dropped: then those who wait make theirs alone.
            state.waiting.drain(..).for_each(|one| drop(one.answer.send(None)));
        }
    }
}

/// Returns whether a patch depends on no other record, so that it waits for none.
fn can_share(entry: &RegisteredResource, patch: &Value) -> bool {
    let info = entry.info();
    let apart = |name: &str| {
        let is_at = |pointer: &str| pointer.split('/').nth(1) == Some(name);
        info.references.iter().any(|one| is_at(one.field))
            || info.unique.iter().flat_map(|one| one.on).any(|(pointer, _)| is_at(pointer))
            || entry.images.iter().any(|image| image.is_called(name))
    };
    entry.registration.changes().is_some_and(|write| !write.has_rules())
        && !info.one_at_a_time
        && patch.as_object().is_some_and(|fields| !fields.keys().any(|name| apart(name)))
}

impl Together {
    pub(crate) fn new(db: &Database, records: &Arc<Records>) -> Self {
        let (db, records) = (db.clone(), Arc::clone(records));
        Self(Arc::new(Inner { db, records, state: Mutex::default() }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a change with others that wait, and returns the record; `None` when it must be made alone.
    pub(crate) async fn make(&self, entry: &Entry, change: &Arc<Change>) -> Option<Result<Record>> {
        if self.0.db.has_one_writer() || !can_share(entry, &change.patch) {
            return None;
        }
        let _client = Client(change);
        let (answer, made) = oneshot::channel();
        let begins = {
            let mut state = self.state();
            if state.waiting.len() >= MOST_WAITING {
                return None;
            }
            let (entry, change) = (entry.clone(), Arc::clone(change));
            state.waiting.push_back(Waiting { entry, change, answer });
            let begins = state.running < AT_ONCE;
            state.running += usize::from(begins);
            begins
        };
        if begins {
            rt::spawn(make_waiting(Running(self.clone())));
        }
        // The task was dropped while the transaction ran: whether it was committed is not known.
        made.await.unwrap_or(Some(Err(Error::Unavailable)))
    }

    /// Takes changes that wait: of the resource of the first, and of different records.
    fn take(&self) -> Vec<Waiting> {
        let mut state = self.state();
        let mut taken: Vec<Waiting> = Vec::new();
        for one in std::mem::take(&mut state.waiting) {
            if one.answer.is_closed() {
                continue;
            }
            let fits = |other: &Waiting| {
                std::ptr::eq(&**other.entry, &**one.entry) && other.change.id != one.change.id
            };
            match taken.len() < MOST && taken.iter().all(fits) {
                true => taken.push(one),
                false => state.waiting.push_back(one),
            }
        }
        taken
    }
}

/// Makes changes as long as some wait.
async fn make_waiting(running: Running) {
    let Inner { db, records, .. } = &*running.0.0;
    loop {
        let taken = running.0.take();
        let Some(first) = taken.first() else { return };
        let (entry, records) = (first.entry.clone(), Arc::clone(records));
        let changes: Vec<Arc<Change>> = taken.iter().map(|one| Arc::clone(&one.change)).collect();
        match db.write(move |conn| make_all(&records, conn, &entry, &changes)).await {
            Ok(made) => {
                // Who no longer waits has an answer, too: the change is made.
                taken.into_iter().zip(made).for_each(|(one, made)| drop(one.answer.send(made)));
            }
            // Whether it was committed is not known, or alone they would wait as long for a connection once more.
            Err(error @ (Error::Unavailable | Error::Unreachable(_) | Error::Busy(BUSY))) => {
                for one in taken {
                    let _ = one.answer.send(Some(Err(error.again())));
                }
            }
            // It was rolled back for one of them.
            Err(_) => taken.into_iter().for_each(|one| drop(one.answer.send(None))),
        }
    }
}

/// Makes changes of different records; `None` for each that must be made alone.
fn make_all(
    records: &Records,
    conn: &mut Conn,
    entry: &RegisteredResource,
    changes: &[Arc<Change>],
) -> Result<Vec<Option<Result<Record>>>> {
    let ids: Vec<Id> = changes.iter().map(|change| change.id.clone()).collect();
    let mut locked = records.lock_all(conn, entry, &ids, Taken::LeftOut)?;
    let (mut made, mut changed) = (Vec::with_capacity(changes.len()), Vec::new());
    for change in changes {
        let Change { id, patch, if_match, by, is_given_up } = &**change;
        // Only now: until the rows were locked, it may have waited for a table.
        let record = locked.remove(id).filter(|_| !is_given_up.load(Ordering::Relaxed));
        let Some(record) = record else {
            made.push(None);
            continue;
        };
        if let Err(stale) = check_match(if_match.as_deref(), || record.etag()) {
            made.push(Some(Err(stale)));
            continue;
        }
        let was = Was { id, record, by };
        made.push(match records.store_patch(conn, entry, &was, patch.clone())? {
            false => Some(Ok(was.record)),
            true => {
                changed.push(was);
                None
            }
        });
    }
    let mut updated = records.note_updates(conn, entry, &changed, revisions::UPDATE)?;
    for (change, made) in changes.iter().zip(&mut made) {
        if let Some(record) = updated.remove(&change.id) {
            *made = Some(Ok(record));
        }
    }
    Ok(made)
}
