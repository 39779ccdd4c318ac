//! The table whose new rows are left out of its search index, because they are added to it together (`search_later`). The
//! triggers ask, by a function of their connection.

use std::cell::Cell;

thread_local! {
    static LEFT_OUT: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// Ends the exception on drop, however the work ends.
struct LeavingOut;

impl Drop for LeavingOut {
    fn drop(&mut self) {
        LEFT_OUT.set(None);
    }
}

/// Returns whether a row that this thread inserts into `table` now is left out.
pub(super) fn is_left_out(table: &str) -> bool {
    LEFT_OUT.get() == Some(table)
}

/// Does work on this thread that inserts rows into `table`, which are left out.
pub(super) fn leaving_out<T>(table: &'static str, work: impl FnOnce() -> T) -> T {
    LEFT_OUT.set(Some(table));
    let _leaving_out = LeavingOut;
    work()
}
