//! The one error type: each variant has an HTTP status, and every response that is not a success is
//! a problem document (RFC 9457).

mod database;

use std::borrow::Cow;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use schemars::JsonSchema;
use serde::Serialize;
use tables::CellError;

pub(crate) use database::is_full;

/// Message for a request that exceeded its time limit.
pub(crate) const TOO_LONG: &str =
    "This takes longer than it may at the moment. Try again shortly, or ask for less";

const NOT_PERMITTED: &str = "You do not have permission to do this";

/// The kind of problem that a confirmation of the user solves.
const CONFIRMATION: &str = "urn:mizan:problem:confirmation";

/// A result whose error is an [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong. Messages say what happened and what to do.
#[derive(Debug)]
pub enum Error {
    /// 400: the request cannot be parsed; the message names the fault.
    Malformed(String),
    /// 401: no token, or an invalid one.
    Unauthenticated(&'static str),
    /// 403: signed in, but this is nothing that a permission could allow.
    Forbidden,
    /// 403: no permission or rule allows it; the message says why.
    NotPermitted(NeededPermission, &'static str),
    /// 403: signed in and authorized, but not for this value or record; the message says why.
    Refused(&'static str),
    /// 403: fields that the user may see and not change.
    Protected(NeededPermission, Vec<FieldError>),
    /// 403: the user must first confirm to be there, in one of these ways; without any, by signing in
    /// again.
    Unconfirmed(Vec<Confirmation>),
    /// 404: no such record or page.
    NotFound,
    /// 404: what this server, as it is set up, does not offer; the message says what it lacks.
    NotOffered(&'static str),
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

/// How a user can confirm to be there, at `POST /api/auth/confirm`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Confirmation {
    /// The current password.
    Password,
    /// A code of the authenticator app.
    Code,
    /// A passkey, which `POST /api/auth/confirm/passkey` asks for.
    Passkey,
}

/// A permission that was missing, or whose rules do not allow it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NeededPermission {
    /// The resource, or an area of the product.
    pub resource: String,
    /// What was to be done with it: `update`.
    pub action: String,
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
    /// `about:blank`: the status says what kind of problem it is. Or `urn:mizan:problem:confirmation`:
    /// the user must confirm to be there, and the same request can then be repeated.
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
    /// How the user can confirm to be there. Absent otherwise, and where only another sign-in helps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub confirm_by: Vec<Confirmation>,
    /// The permission that was missing, or whose rules did not allow it. Absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub permission: Option<NeededPermission>,
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

impl NeededPermission {
    /// The permission to do `action` with `resource`.
    pub fn new(resource: impl Into<String>, action: impl Into<String>) -> Self {
        Self { resource: resource.into(), action: action.into() }
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

    /// The error of a user who may not do `action` with `resource`.
    pub fn not_permitted(resource: impl Into<String>, action: impl Into<String>) -> Self {
        Self::NotPermitted(NeededPermission::new(resource, action), NOT_PERMITTED)
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

    /// Returns whether what failed may succeed in a moment, because it was the database that did not answer.
    pub(crate) fn is_passing(&self) -> bool {
        matches!(self, Self::Busy(_) | Self::Unavailable | Self::Unreachable(_))
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::Malformed(_) => StatusCode::BAD_REQUEST,
            Self::Unauthenticated(_) => StatusCode::UNAUTHORIZED,
            Self::Forbidden
            | Self::NotPermitted(..)
            | Self::Refused(_)
            | Self::Protected(..)
            | Self::Unconfirmed(_) => StatusCode::FORBIDDEN,
            Self::NotFound | Self::NotOffered(_) => StatusCode::NOT_FOUND,
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
            Self::Conflict { errors, .. } | Self::Invalid(errors) | Self::Protected(_, errors) => {
                ProblemErrors::Fields(errors.clone())
            }
            Self::Rows(rows) | Self::Unfit(rows) => ProblemErrors::Rows(rows.clone()),
            _ => ProblemErrors::default(),
        };
        let (kind, confirm_by) = match self {
            Self::Unconfirmed(ways) => (CONFIRMATION, ways.clone()),
            _ => ("about:blank", Vec::new()),
        };
        let permission = match self {
            Self::NotPermitted(needed, _) | Self::Protected(needed, _) => Some(needed.clone()),
            _ => None,
        };
        Problem {
            kind,
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            detail: self.to_string(),
            errors,
            confirm_by,
            permission,
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
            | Self::NotOffered(text)
            | Self::NotPermitted(_, text)
            | Self::UnsupportedType(text)
            | Self::TooOften(text, _)
            | Self::Busy(text) => f.write_str(text),
            Self::TooLarge(text) => f.write_str(text),
            Self::Forbidden => f.write_str(NOT_PERMITTED),
            Self::Protected(_, errors) => match errors.as_slice() {
                [only] => f.write_str(&only.message),
                _ => f.write_str("Some of these fields you may not change"),
            },
            Self::Unconfirmed(ways) => f.write_str(match ways.as_slice() {
                [] => "You signed in more than ten minutes ago. Sign in again to do this",
                _ => "You signed in more than ten minutes ago. Confirm that it is you, and try again",
            }),
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
