//! Maps errors of the database and its disk.

use diesel::result::{DatabaseErrorKind, Error as DieselError};

use super::{Error, TOO_LONG};

impl From<DieselError> for Error {
    fn from(error: DieselError) -> Self {
        match error {
            DieselError::NotFound => Self::NotFound,
            DieselError::DatabaseError(kind, info) => {
                let what = info.constraint_name().unwrap_or(info.message()).to_owned();
                match kind {
                    DatabaseErrorKind::UniqueViolation => Self::Duplicate(what),
                    DatabaseErrorKind::ForeignKeyViolation => Self::Referred(what),
                    DatabaseErrorKind::ClosedConnection
                    | DatabaseErrorKind::UnableToSendCommand => Self::Unavailable,
                    // A primary that became a standby, or that its operator has made read-only.
                    DatabaseErrorKind::ReadOnlyTransaction => {
                        tracing::warn!(reason = info.message(), "{NOT_WORKING}");
                        Self::Unavailable
                    }
                    _ => Self::of_server(info.message()),
                }
            }
            other => Self::internal(other),
        }
    }
}

impl Error {
    /// Maps an error of the database server or its disk. Diesel has no error kind for these, only
    /// the message of SQLite or PostgreSQL.
    fn of_server(message: &str) -> Self {
        if let Some(error) = Self::of_disk(message) {
            return error;
        }
        let contains = |reasons: &[&str]| reasons.iter().any(|reason| message.contains(reason));
        if message == "interrupted" || contains(&ENDED) {
            return Self::Busy(TOO_LONG);
        }
        if contains(&LOCKED) {
            tracing::warn!(reason = message, "the database is busy");
            return Self::Busy("Others are writing the same at the moment. Try again shortly");
        }
        if contains(&UNAVAILABLE) {
            tracing::warn!(reason = message, "{NOT_WORKING}");
            return Self::Unavailable;
        }
        Self::internal(message)
    }

    /// Maps an error of the disk, and logs it, because the response reports no details. `None` for
    /// any other message.
    pub(crate) fn of_disk(message: &str) -> Option<Self> {
        let contains = |reasons: &[&str]| reasons.iter().any(|reason| message.contains(reason));
        if contains(&FULL) {
            tracing::error!(reason = message, "the disk is full");
            return Some(Self::DiskFull);
        }
        if contains(&FAILED) {
            tracing::error!(reason = message, "the disk failed");
            return Some(Self::DiskFailed);
        }
        None
    }
}

/// Returns whether writing a file failed because the disk or quota is full.
pub(crate) fn is_full(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}

const NOT_WORKING: &str = "the database does not work at the moment";

/// No space: SQLITE_FULL; PostgreSQL's disk_full (53100).
const FULL: [&str; 3] =
    ["database or disk is full", "No space left on device", "Disk quota exceeded"];

/// SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_READONLY; PostgreSQL's io_error (58030) and the operating
/// system's message in it.
const FAILED: [&str; 6] = [
    "disk I/O error",
    "unable to open database file",
    "attempt to write a readonly database",
    "Input/output error",
    "Read-only file system",
    "File too large",
];

/// Another transaction holds the lock; a retry helps.
const LOCKED: [&str; 4] = ["database is locked", "deadlock detected", "lock timeout", "serialize"];

/// The statement was cancelled, because it exceeded its time limit or its client disconnected, or because
/// it read on a replica what the primary has cleaned up.
const ENDED: [&str; 3] =
    ["due to statement timeout", "due to user request", "due to conflict with recovery"];

/// PostgreSQL has no memory (53200), no free connection slot (53300), is starting or stopping
/// (57P01 to 57P03), or is a standby (55000).
const UNAVAILABLE: [&str; 8] = [
    "out of memory",
    "out of shared memory",
    "too many clients already",
    "remaining connection slots are reserved",
    "the database system is",
    "terminating connection",
    "in recovery mode",
    "recovery is in progress",
];

#[cfg(test)]
mod tests {
    use actix_web::ResponseError;
    use actix_web::http::header;

    use super::*;

    #[test]
    fn database_errors_map_to_their_status() {
        for (message, status) in [
            ("database or disk is full", 507),
            ("could not extend file \"base/5/1\": No space left on device", 507),
            ("could not write block 7 of temporary file: Disk quota exceeded", 507),
            ("disk I/O error", 503),
            ("unable to open database file", 503),
            ("could not read block 7 in file \"base/5/1\": Input/output error", 503),
            ("could not open file \"base/5/1\": Read-only file system", 503),
            ("out of memory", 503),
            ("sorry, too many clients already", 503),
            ("the database system is shutting down", 503),
            ("terminating connection due to administrator command", 503),
            ("recovery is in progress", 503),
            ("database is locked", 503),
            ("deadlock detected", 503),
            ("interrupted", 503),
            ("canceling statement due to statement timeout", 503),
            ("canceling statement due to user request", 503),
            ("canceling statement due to lock timeout", 503),
            ("canceling statement due to conflict with recovery", 503),
            ("database disk image is malformed", 500),
            ("no such column: interrupted", 500),
        ] {
            let error = Error::of_server(message);
            assert_eq!(error.status().as_u16(), status, "{message}: {error:?}");
            let answer = error.error_response();
            let has_retry_after = answer.headers().contains_key(header::RETRY_AFTER);
            assert_eq!(has_retry_after, status == 503, "{message}");
            // Other writes of the same commit report the same status.
            assert_eq!(error.again().status().as_u16(), status, "{message}");
        }
    }
}
