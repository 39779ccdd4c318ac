//! The one error type: each variant has an HTTP status, and every response that is not a success is
//! a problem document (RFC 9457).

use std::borrow::Cow;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use schemars::JsonSchema;
use serde::Serialize;
use tables::CellError;

/// Message for a request that exceeded its time limit.
pub(crate) const TOO_LONG: &str =
    "This takes longer than it may at the moment. Try again shortly, or ask for less";

/// A result whose error is an [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong. Messages say what happened and what to do.
#[derive(Debug)]
pub enum Error {
    /// 400: the request cannot be parsed; the message names the fault.
    Malformed(String),
    /// 401: no token, or an invalid one.
    Unauthenticated(&'static str),
    /// 403: signed in, but not authorized.
    Forbidden,
    /// 403: signed in and authorized, but not for this value or record; the message says why.
    Refused(&'static str),
    /// 404: no such record or page.
    NotFound,
    /// 405: the path exists, but only for these methods.
    MethodNotAllowed(String),
    /// 408: the rest of the request did not arrive in time.
    TooSlow,
    /// 409: the request conflicts with stored data.
    Conflict {
        /// The message for the user.
        detail: String,
        /// The fields in conflict.
        errors: Vec<FieldError>,
    },
    /// 409: a unique index was violated, whose name this holds. The resource that was written maps
    /// it to a message.
    Duplicate(String),
    /// 409: a foreign key was violated, whose name this holds. The resource that was written maps
    /// it to a message.
    Referred(String),
    /// 412: the record has changed since the client read it.
    Stale,
    /// 413: larger than the server accepts.
    TooLarge(Cow<'static, str>),
    /// 415: a media type that is not supported here.
    UnsupportedType(&'static str),
    /// 421: the request names another host; the message says which name this server has.
    Misdirected(String),
    /// 422: fields with invalid values.
    Invalid(Vec<FieldError>),
    /// 422: invalid rows of an imported table.
    Rows(Vec<CellError>),
    /// 422: an imported table whose header or mapping does not match.
    Unfit(Vec<CellError>),
    /// 429: a rate limit was exceeded; the message says which, the number after how many seconds to
    /// retry.
    TooOften(&'static str, i64),
    /// 503: the database cannot be reached.
    Unavailable,
    /// 503: the database cannot be reached, and why; the reason is for operators, not for clients.
    Unreachable(String),
    /// 503: others use the capacity or the lock at the moment.
    Busy(&'static str),
    /// 507: the disk is full.
    DiskFull,
    /// 503: the disk failed to read or write.
    DiskFailed,
    /// 500: an internal error; logged whole, shown as a fixed message.
    Internal(String),
    /// Ends the process at its start with this message.
    Startup(String),
}

/// A validation error of one field of a body.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct FieldError {
    /// JSON pointer into the body.
    pub pointer: String,
    /// The message to show at the field.
    pub message: String,
}

impl FieldError {
    /// A validation error with `message` at `pointer`.
    pub fn new(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), message: message.into() }
    }
}

/// An error response (RFC 9457).
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// Always `about:blank`: the status says what kind of problem it is.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The status in words.
    pub title: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// The message for the user.
    pub detail: String,
    /// The invalid fields, or the invalid rows of a table.
    #[serde(skip_serializing_if = "ProblemErrors::is_empty")]
    #[schemars(default)]
    pub errors: ProblemErrors,
    /// The identifier of the request, to quote in a report; also in the `X-Request-Id` header.
    pub request_id: String,
}

/// The validation errors of a [`Problem`].
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ProblemErrors {
    /// Errors of a body.
    Fields(Vec<FieldError>),
    /// Errors of an imported table.
    Rows(Vec<CellError>),
}

impl ProblemErrors {
    fn is_empty(&self) -> bool {
        match self {
            Self::Fields(fields) => fields.is_empty(),
            Self::Rows(rows) => rows.is_empty(),
        }
    }
}

impl Default for ProblemErrors {
    fn default() -> Self {
        Self::Fields(Vec::new())
    }
}

impl Error {
    /// An internal error.
    pub fn internal(what: impl std::fmt::Display) -> Self {
        Self::Internal(what.to_string())
    }

    /// A validation error of one field.
    pub fn invalid(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Invalid(vec![FieldError::new(pointer, message)])
    }

    /// A conflict with stored data, which `detail` describes.
    pub fn conflict(detail: impl Into<String>) -> Self {
        Self::Conflict { detail: detail.into(), errors: Vec::new() }
    }

    /// An error that ends the process at its start with this message.
    pub fn startup(message: impl Into<String>) -> Self {
        Self::Startup(message.into())
    }

    /// Copies the error for another caller: several writes share a commit, and each reports its
    /// failure.
    pub(crate) fn again(&self) -> Self {
        match self {
            Self::Unavailable | Self::Unreachable(_) => Self::Unavailable,
            Self::Busy(message) => Self::Busy(message),
            Self::DiskFull => Self::DiskFull,
            Self::DiskFailed => Self::DiskFailed,
            Self::Internal(what) => Self::Internal(what.clone()),
            other => Self::internal(other),
        }
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::Malformed(_) => StatusCode::BAD_REQUEST,
            Self::Unauthenticated(_) => StatusCode::UNAUTHORIZED,
            Self::Forbidden | Self::Refused(_) => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed(_) => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::Conflict { .. } | Self::Duplicate(_) | Self::Referred(_) => StatusCode::CONFLICT,
            Self::Stale => StatusCode::PRECONDITION_FAILED,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedType(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Misdirected(_) => StatusCode::MISDIRECTED_REQUEST,
            Self::Invalid(_) | Self::Rows(_) | Self::Unfit(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooOften(..) => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable | Self::Unreachable(_) | Self::Busy(_) | Self::DiskFailed => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Self::DiskFull => StatusCode::INSUFFICIENT_STORAGE,
            Self::Internal(_) | Self::Startup(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Builds the problem document. Internal errors are logged here, and nowhere else.
    pub(crate) fn problem(&self, request_id: String) -> Problem {
        let status = self.status();
        if let Self::Internal(what) | Self::Startup(what) = self {
            tracing::error!(request_id, what, "internal error");
        }
        let errors = match self {
            Self::Conflict { errors, .. } | Self::Invalid(errors) => {
                ProblemErrors::Fields(errors.clone())
            }
            Self::Rows(rows) | Self::Unfit(rows) => ProblemErrors::Rows(rows.clone()),
            _ => ProblemErrors::default(),
        };
        Problem {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            detail: self.to_string(),
            errors,
            request_id,
        }
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Malformed(text)
            | Self::Startup(text)
            | Self::Misdirected(text)
            | Self::Conflict { detail: text, .. } => f.write_str(text),
            Self::Unauthenticated(text)
            | Self::Refused(text)
            | Self::UnsupportedType(text)
            | Self::TooOften(text, _)
            | Self::Busy(text) => f.write_str(text),
            Self::TooLarge(text) => f.write_str(text),
            Self::Forbidden => f.write_str("You do not have permission to do this"),
            Self::NotFound => f.write_str("There is no such record or page"),
            Self::TooSlow => f.write_str("The rest of the request did not arrive in time"),
            Self::MethodNotAllowed(_) => f.write_str("This cannot be done here"),
            Self::Duplicate(_) => f.write_str("A record like this exists already"),
            Self::Referred(_) => f.write_str("Another record still refers to this one"),
            Self::Stale => f.write_str(
                "Somebody else changed this record since you opened it. Load it again and repeat your change",
            ),
            Self::Invalid(errors) => match errors.as_slice() {
                [only] => f.write_str(&only.message),
                _ => f.write_str("Some fields need another value"),
            },
            Self::Rows(errors) => f.write_str(&crate::base::rejected_rows::refusal(errors)),
            Self::Unfit(errors) => match errors.as_slice() {
                [only] => write!(f, "Nothing was imported: {}", only.message),
                _ => f.write_str("The file and what is said of it do not fit, and nothing was imported"),
            },
            Self::Unavailable | Self::Unreachable(_) => {
                f.write_str("The database cannot be reached at the moment. Try again shortly")
            }
            Self::DiskFull => f.write_str("The server has no space left to store this"),
            Self::DiskFailed => {
                f.write_str("The server's disk does not work as it should. Try again shortly")
            }
            Self::Internal(_) => f.write_str(
                "Something went wrong on our side. If it happens again, name the request id",
            ),
        }
    }
}

impl std::error::Error for Error {}

impl ResponseError for Error {
    fn status_code(&self) -> StatusCode {
        self.status()
    }

    /// Builds the response without its request id, which the outermost middleware adds.
    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status());
        match self {
            Self::Unauthenticated(_) => {
                response.insert_header((header::WWW_AUTHENTICATE, "Bearer"));
            }
            Self::MethodNotAllowed(methods) => {
                response.insert_header((header::ALLOW, methods.as_str()));
            }
            Self::TooOften(_, seconds) => {
                response.insert_header((header::RETRY_AFTER, HeaderValue::from(*seconds)));
            }
            Self::Unavailable | Self::Unreachable(_) | Self::Busy(_) | Self::DiskFailed => {
                response.insert_header((header::RETRY_AFTER, HeaderValue::from_static("2")));
            }
            _ => {}
        }
        response.finish()
    }
}

impl From<tables::Error> for Error {
    fn from(error: tables::Error) -> Self {
        match error {
            tables::Error::UnknownFormat => Self::Malformed(error.to_string()),
        }
    }
}

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
            tracing::warn!(reason = message, "the database does not work at the moment");
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

/// The statement was cancelled, because it exceeded its time limit or its client disconnected.
const ENDED: [&str; 2] = ["due to statement timeout", "due to user request"];

/// PostgreSQL has no memory (53200), no free connection slot (53300), or is starting or stopping
/// (57P01 to 57P03).
const UNAVAILABLE: [&str; 7] = [
    "out of memory",
    "out of shared memory",
    "too many clients already",
    "remaining connection slots are reserved",
    "the database system is",
    "terminating connection",
    "in recovery mode",
];

#[cfg(test)]
mod tests {
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
            ("database is locked", 503),
            ("deadlock detected", 503),
            ("interrupted", 503),
            ("canceling statement due to statement timeout", 503),
            ("canceling statement due to user request", 503),
            ("canceling statement due to lock timeout", 503),
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
