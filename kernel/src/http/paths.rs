//! Classifies paths: API, front ends and monitoring.

/// Returns whether a path is one for monitoring.
pub(crate) fn is_watched(path: &str) -> bool {
    [HEALTH, READINESS, METRICS].contains(&path)
}

pub(super) const HEALTH: &str = "/healthz";

pub(super) const READINESS: &str = "/readyz";

pub(super) const METRICS: &str = "/metrics";

/// The path of the mails that are caught during development.
pub(crate) const CAUGHT_MAIL: &str = "/dev/mail";

/// The path of the OpenAPI document.
pub(super) const DOCUMENT: &str = "/api/openapi.json";

/// Returns whether a path of the API belongs to sign-in and sessions.
pub(super) fn is_of_sessions(path: &str) -> bool {
    path.starts_with("/api/auth/")
}

/// Returns whether a path belongs to the API, whose errors are JSON.
pub(crate) fn is_api(path: &str) -> bool {
    path.strip_prefix("/api").is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
