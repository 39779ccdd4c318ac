//! Which part of the product a path belongs to.

/// Whether a path is one of these.
pub(crate) fn is_watched(path: &str) -> bool {
    [HEALTH, READINESS, FIGURES].contains(&path)
}

pub(super) const HEALTH: &str = "/healthz";

pub(super) const READINESS: &str = "/readyz";

pub(super) const FIGURES: &str = "/metrics";

/// Whether a path is the API's, and so answered in JSON.
pub(crate) fn is_api(path: &str) -> bool {
    path.strip_prefix("/api").is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

pub(super) fn is_admin(path: &str) -> bool {
    ["/backoffice", "/analytics"].iter().any(|area| {
        path.strip_prefix(area).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}
