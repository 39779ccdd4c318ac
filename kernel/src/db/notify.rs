//! Commit notifications: report the rows that a committed write changed to the listener of this
//! process.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use crate::base::id::Id;

/// Called with the table and identifier of each row that a committed write reported.
pub(super) type Listener = Box<dyn Fn(&'static str, &Id) + Send + Sync>;

/// The rows that a write has reported.
pub(super) type Notifications = Vec<(&'static str, Id)>;

thread_local! {
    static NOTIFICATIONS: RefCell<Notifications> = const { RefCell::new(Vec::new()) };
}

/// Reports that the row `id` of `table` is being changed. The listener is called after the commit
/// and before the writer gets its result; after a rollback it is not called.
pub fn notify(table: &'static str, id: &Id) {
    NOTIFICATIONS.with_borrow_mut(|notifications| notifications.push((table, id.clone())));
}

/// Runs `work`, and returns its notifications as well.
pub(super) fn with_notifications<T>(work: impl FnOnce() -> T) -> (T, Notifications) {
    NOTIFICATIONS.take();
    let result = work();
    (result, NOTIFICATIONS.take())
}

/// Calls the listener for the rows of a committed write. The commit cannot be undone, so that a
/// panic of the listener does not fail the write.
pub(super) fn deliver(listener: &OnceLock<Listener>, notifications: &Notifications) {
    let Some(listener) = listener.get() else { return };
    for (table, id) in notifications {
        if catch_unwind(AssertUnwindSafe(|| listener(table, id))).is_err() {
            tracing::error!(table, %id, "the listener of commit notifications panicked");
        }
    }
}
