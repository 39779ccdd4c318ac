//! Writes on PostgreSQL that wait at the same time are made together: in one transaction, with statements that serve all of
//! them. Of changes of records only the `UPDATE` is one for each: one statement locks the records, one reads them before,
//! one after, and one writes all versions of the history.
//!
//! Such a transaction waits for no row of a record: a write to what another transaction has locked is left out, and so is
//! everything when one of the statements fails. What was left out is made alone, as every other write. So one write neither
//! delays another nor fails with it.
//!
//! What may wait for other rows, or is decided by them, is never made together: references, images, unique values,
//! rules. What a resource refers to by itself, such as the account that makes the change, is locked by the foreign key
//! (`FOR KEY SHARE`), as weakly as a reference can be: only a deletion of that row is waited for. SQLite has one writer,
//! which shares its commits in its own way.

use std::any::{Any, TypeId};
use std::collections::{HashMap, VecDeque};
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::rt;
use parking_lot::Mutex;
use tokio::sync::oneshot;

use super::change::map_constraint;
use super::idempotency::{Answer, IdempotentRequest};
use super::resource::Resource;
use super::revisions::{self, ChangedRecord};
use super::{Records, media};
use crate::base::error::{Error, Result};
use crate::base::time::Timestamp;
use crate::db::{BUSY, Conn, Database, notify};

/// How many writes are made together.
const MOST: usize = 32;

/// How many may wait. What comes then is made alone, within the limits of the pool of connections.
const MOST_WAITING: usize = 2 * MOST;

/// How many transactions make writes of one kind together at the same time.
const AT_ONCE: usize = 2;

/// A write that can be made in one transaction with others of its kind.
pub trait Shared: Send + Sync + Sized + 'static {
    /// Returns whether both can be in one transaction: neither reads or changes what the other one changes.
    fn is_apart(&self, other: &Self) -> bool;

    /// Returns whether it is small enough to be made together with others, which wait until all are made.
    fn is_small(&self) -> bool;

    /// Makes writes that are apart from each other, and returns what each of them is answered with, in their order.
    /// When it may not wait for rows that another transaction has locked, `None` stands for each that has to be made
    /// alone, as have all of them when it fails. Nothing is changed for such a one, nor for one that is answered with an
    /// error.
    fn make_all(sharing: &mut Sharing<'_, Self>) -> Result<Vec<Option<Result<Answer>>>>;
}

/// Writes that share a transaction.
pub struct Sharing<'a, W> {
    pub(crate) conn: &'a mut Conn,
    pub(crate) records: &'a Records,
    /// The writes.
    pub all: &'a [&'a Waited<W>],
    /// Whether they may wait for rows that another transaction has locked: one that is made alone does.
    pub waits: bool,
}

impl<W> Sharing<'_, W> {
    /// Returns the connection.
    pub fn conn(&mut self) -> &mut Conn {
        self.conn
    }

    /// Has `work` replace records of a resource, or insert new ones, and writes each change to the audit trail with the
    /// time `at`, in this order. It is for frequent changes that must not read the records again: the caller has
    /// locked the rows, and passes each record before and after.
    pub fn upsert_all<R: Resource>(
        &mut self,
        all: &[ChangedRecord<'_, R::View>],
        at: Timestamp,
        work: impl FnOnce(&mut Conn) -> Result<()>,
    ) -> Result<()> {
        let Self { conn, records, .. } = self;
        let entry = records.of::<R>()?;
        work(conn).map_err(|error| map_constraint(entry, error))?;
        let json = |view: &R::View| serde_json::to_value(view).map_err(Error::internal);
        for ChangedRecord { record, before, after, .. } in all {
            notify(entry.info().table, record);
            // The database may go away in between.
            debug_assert!(entry.view(conn, record).map_or(true, |stored| {
                after.is_some_and(|view| json(view).is_ok_and(|view| view == stored))
            }));
            if !entry.images.is_empty() {
                let (was, is) = (before.map(json).transpose()?, after.map(json).transpose()?);
                media::follow(conn, entry, record, was.as_ref(), is.as_ref())?;
            }
        }
        revisions::note_all_at(conn, entry.info(), None, all, at)
    }
}

/// A write whose client waits for its answer, or has gone.
pub struct Waited<W> {
    write: W,
    is_disconnected: AtomicBool,
}

impl<W> Waited<W> {
    pub(crate) fn new(write: W) -> Self {
        Self { write, is_disconnected: AtomicBool::new(false) }
    }

    /// Returns whether the client has gone: what has not begun by then is not made.
    pub fn is_disconnected(&self) -> bool {
        self.is_disconnected.load(Ordering::Relaxed)
    }
}

impl<W> Deref for Waited<W> {
    type Target = W;

    fn deref(&self) -> &W {
        &self.write
    }
}

/// A client that waits for a write, until it has its answer or goes.
struct Client<'a>(&'a AtomicBool);

impl Drop for Client<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A write, with its idempotency key if it has one.
type Keyed<W> = (Arc<Waited<W>>, Option<Arc<IdempotentRequest>>);

/// A write that waits, and who waits for it. `None` tells them to make it alone.
struct Waiting<W> {
    write: Arc<Waited<W>>,
    once: Option<Arc<IdempotentRequest>>,
    answer: oneshot::Sender<Option<Result<Answer>>>,
}

impl<W: Shared> Waiting<W> {
    /// Returns whether both can be in one transaction.
    fn is_apart(&self, other: &Self) -> bool {
        let has_same_key = match (&self.once, &other.once) {
            (Some(one), Some(other)) => one.has_key_of(other),
            _ => false,
        };
        !has_same_key && self.write.is_apart(&other.write)
    }
}

/// Makes writes together, each with others of its kind.
pub(crate) struct Together {
    db: Database,
    records: Arc<Records>,
    queues: Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

/// The writes of one kind.
struct Queue<W> {
    db: Database,
    records: Arc<Records>,
    state: Mutex<State<W>>,
}

struct State<W> {
    waiting: VecDeque<Waiting<W>>,
    running: usize,
}

/// A task that makes writes, until it ends in whichever way.
struct Running<W>(Arc<Queue<W>>);

impl<W> Drop for Running<W> {
    fn drop(&mut self) {
        let mut state = self.0.state.lock();
        state.running -= 1;
        if state.running == 0 {
            // None is left, unless the task was dropped: then those who wait make theirs alone.
            state.waiting.drain(..).for_each(|one| drop(one.answer.send(None)));
        }
    }
}

impl Together {
    pub(crate) fn new(db: &Database, records: &Arc<Records>) -> Self {
        Self { db: db.clone(), records: Arc::clone(records), queues: Mutex::default() }
    }

    fn queue<W: Shared>(&self) -> Arc<Queue<W>> {
        let mut queues = self.queues.lock();
        let queue = queues.entry(TypeId::of::<W>()).or_insert_with(|| {
            let state = Mutex::new(State { waiting: VecDeque::new(), running: 0 });
            Arc::new(Queue::<W> { db: self.db.clone(), records: Arc::clone(&self.records), state })
        });
        Arc::clone(queue).downcast().unwrap_or_else(|_| unreachable!("one queue for each type"))
    }

    /// Makes a write with others that wait, and returns its answer; `None` when it must be made alone.
    pub(crate) async fn make<W: Shared>(
        &self,
        write: &Arc<Waited<W>>,
        once: Option<&Arc<IdempotentRequest>>,
    ) -> Option<Result<Answer>> {
        if self.db.has_one_writer() || !write.is_small() {
            return None;
        }
        let queue = self.queue();
        let (answer, made) = oneshot::channel();
        let begins = {
            let mut state = queue.state.lock();
            if state.waiting.len() >= MOST_WAITING {
                return None;
            }
            state.waiting.push_back(Waiting {
                write: Arc::clone(write),
                once: once.cloned(),
                answer,
            });
            let begins = state.running < AT_ONCE;
            state.running += usize::from(begins);
            begins
        };
        if begins {
            rt::spawn(make_waiting(Running(queue)));
        }
        let client = Client(&write.is_disconnected);
        let made = made.await;
        // It has its answer, or goes on alone.
        std::mem::forget(client);
        // The task was dropped while the transaction ran: whether it was committed is not known.
        made.unwrap_or(Some(Err(Error::Unavailable)))
    }
}

impl<W: Shared> Queue<W> {
    /// Takes writes that wait and are apart from each other.
    fn take(&self) -> Vec<Waiting<W>> {
        let mut state = self.state.lock();
        let mut taken: Vec<Waiting<W>> = Vec::new();
        for one in std::mem::take(&mut state.waiting) {
            if one.answer.is_closed() {
                continue;
            }
            match taken.len() < MOST && taken.iter().all(|other| other.is_apart(&one)) {
                true => taken.push(one),
                false => state.waiting.push_back(one),
            }
        }
        taken
    }
}

/// Makes writes as long as some wait.
async fn make_waiting<W: Shared>(running: Running<W>) {
    let Queue { db, records, .. } = &*running.0;
    loop {
        let taken = running.0.take();
        if taken.is_empty() {
            return;
        }
        let records = Arc::clone(records);
        let writes: Vec<_> =
            taken.iter().map(|one| (Arc::clone(&one.write), one.once.clone())).collect();
        match db.write(move |conn| make_all(&records, conn, &writes)).await {
            Ok(made) => {
                // Who no longer waits has an answer, too: the write is made.
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

/// Makes writes in one transaction, each once for its idempotency key; `None` for each that must be made alone.
fn make_all<W: Shared>(
    records: &Records,
    conn: &mut Conn,
    writes: &[Keyed<W>],
) -> Result<Vec<Option<Result<Answer>>>> {
    // Before any row of a record, as it is done for one that is made alone.
    let keyed: Vec<&IdempotentRequest> =
        writes.iter().filter_map(|(_, once)| once.as_deref()).collect();
    let mut are_free = IdempotentRequest::take_all(conn, &keyed)?.into_iter();
    let may = |(_, once): &(_, Option<_>)| once.is_none() || are_free.next() == Some(true);
    let may: Vec<bool> = writes.iter().map(may).collect();
    let of_these = || writes.iter().zip(&may).filter_map(|(one, may)| may.then_some(one));

    let all: Vec<&Waited<W>> = of_these().map(|(write, _)| &**write).collect();
    let sharing = &mut Sharing { conn: &mut *conn, records, all: &all, waits: false };
    let made = W::make_all(sharing)?;
    let answers = made.iter().map(|made| made.as_ref()?.as_ref().ok());
    let keyed = of_these().zip(answers);
    let keyed: Vec<(&IdempotentRequest, Option<&Answer>)> =
        keyed.filter_map(|((_, once), answer)| Some((once.as_deref()?, answer))).collect();
    IdempotentRequest::store_all(conn, &keyed)?;
    let mut made = made.into_iter();
    Ok(may.iter().map(|may| may.then(|| made.next().flatten()).flatten()).collect())
}
