//! Commit notifications: which rows a write has changed, for whoever listens in this process.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use crate::base::id::Id;

/// Told of each row that a committed write has announced: its table and its identifier.
pub(super) type Listener = Box<dyn Fn(&'static str, &Id) + Send + Sync>;

/// What a write has announced.
pub(super) type Announced = Vec<(&'static str, Id)>;

thread_local! {
    static ANNOUNCED: RefCell<Announced> = const { RefCell::new(Vec::new()) };
}

/// Says that the row `id` of `table` is being changed. Whoever listens is told after the commit
/// and before the writer is answered; after a rollback nobody is.
pub fn notify(table: &'static str, id: &Id) {
    ANNOUNCED.with_borrow_mut(|announced| announced.push((table, id.clone())));
}

/// Runs `work`; answers what it announced as well.
pub(super) fn listened<T>(work: impl FnOnce() -> T) -> (T, Announced) {
    ANNOUNCED.take();
    let result = work();
    (result, ANNOUNCED.take())
}

/// Tells the listener what a committed write announced. What was committed stands, so that a listener
/// that panics is no failure of the write.
pub(super) fn tell(listener: &OnceLock<Listener>, announced: &Announced) {
    let Some(listener) = listener.get() else { return };
    for (table, id) in announced {
        if catch_unwind(AssertUnwindSafe(|| listener(table, id))).is_err() {
            tracing::error!(table, %id, "the listener of commits panicked");
        }
    }
}
