//! Has SQLite ask, while it runs a statement, whether the statement should end.
//!
//! The only crate with unsafe code: diesel hands out no connection of SQLite's own, so that neither
//! `sqlite3_interrupt` nor `sqlite3_progress_handler` can be called through it. SQLite itself calls
//! back for each connection that is opened, which is where the handler is set. What the answer
//! depends on is not decided here.
#![expect(unsafe_code, reason = "two functions of SQLite, which diesel does not offer")]

use std::ffi::{c_char, c_int, c_void};
use std::ptr;
use std::sync::OnceLock;

use libsqlite3_sys as ffi;

/// How many instructions SQLite's virtual machine runs between two questions: a fraction of a
/// millisecond, of which a question is a thousandth.
const STEPS: c_int = 10_000;

static SHOULD_END: OnceLock<fn() -> bool> = OnceLock::new();

/// Has every connection to SQLite that this process opens from now on ask `should_end`, again and
/// again while a statement runs, on the thread that runs it. When the answer is `true` the statement
/// fails with `SQLITE_INTERRUPT`. The first caller says whom to ask. `should_end` must not panic: that
/// ends the process.
///
/// # Errors
/// SQLite's result code when it has no memory for this.
pub fn ask(should_end: fn() -> bool) -> Result<(), c_int> {
    static REGISTERED: OnceLock<c_int> = OnceLock::new();
    SHOULD_END.get_or_init(|| should_end);
    let code = REGISTERED.get_or_init(|| {
        // SAFETY: `set_handler` has the signature of an entry point, lives as long as the process,
        // and does what an entry point may do. SQLite takes a lock of its own for its list of them.
        unsafe { ffi::sqlite3_auto_extension(Some(set_handler)) }
    });
    if *code == ffi::SQLITE_OK { Ok(()) } else { Err(*code) }
}

/// What SQLite calls for each connection that was just opened.
unsafe extern "C" fn set_handler(
    connection: *mut ffi::sqlite3,
    _: *mut *mut c_char,
    _: *const ffi::sqlite3_api_routines,
) -> c_int {
    // SAFETY: SQLite calls this with a connection that is open and that nobody else has yet. The
    // handler lives as long as the process and is given no data of ours.
    unsafe { ffi::sqlite3_progress_handler(connection, STEPS, Some(handler), ptr::null_mut()) };
    ffi::SQLITE_OK
}

/// What SQLite calls while a statement runs. It does nothing to the connection, which SQLite forbids.
extern "C" fn handler(_: *mut c_void) -> c_int {
    c_int::from(SHOULD_END.get().is_some_and(|should_end| should_end()))
}
