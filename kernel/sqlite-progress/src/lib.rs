//! Interrupts running statements of SQLite when a callback says so.
//!
//! The only crate with unsafe code: diesel does not expose SQLite's connection, so that neither
//! `sqlite3_interrupt` nor `sqlite3_progress_handler` can be called through it. SQLite itself calls
//! an entry point for each new connection, where the handler is set. The crate does not decide when
//! a statement should end.
#![expect(unsafe_code, reason = "two functions of SQLite, which diesel does not offer")]

use std::ffi::{c_char, c_int, c_void};
use std::ptr;
use std::sync::OnceLock;

use libsqlite3_sys as ffi;

/// How many instructions SQLite's virtual machine runs between two calls of the handler: a fraction
/// of a millisecond, of which the call takes a thousandth.
const STEPS: c_int = 10_000;

static SHOULD_END: OnceLock<fn() -> bool> = OnceLock::new();

/// Registers `should_end` for every connection to SQLite that this process opens from now on. It is
/// called repeatedly while a statement runs, on the thread that runs it. When it returns `true` the
/// statement fails with `SQLITE_INTERRUPT`. Only the first registration is effective. `should_end`
/// must not panic: that ends the process.
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

/// Called by SQLite for each connection that was just opened.
unsafe extern "C" fn set_handler(
    connection: *mut ffi::sqlite3,
    _: *mut *mut c_char,
    _: *const ffi::sqlite3_api_routines,
) -> c_int {
    // SAFETY: SQLite calls this with a connection that is open and not yet used by any other code.
    // The handler lives as long as the process and receives no data of ours.
    unsafe { ffi::sqlite3_progress_handler(connection, STEPS, Some(handler), ptr::null_mut()) };
    ffi::SQLITE_OK
}

/// Called by SQLite while a statement runs. It does not use the connection, which SQLite forbids.
extern "C" fn handler(_: *mut c_void) -> c_int {
    c_int::from(SHOULD_END.get().is_some_and(|should_end| should_end()))
}
