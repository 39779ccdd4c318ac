//! An operation of the document, and its authorization rule.

/// One operation of the API.
#[derive(Clone, Debug)]
pub(crate) struct Operation {
    pub(crate) id: String,
    /// The HTTP method, in upper case.
    pub(crate) method: String,
    /// The path template of the document: `/api/backoffice/units/{id}`.
    pub(crate) path: String,
    pub(crate) rule: AuthorizationRule,
}

/// The authorization rule of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AuthorizationRule {
    /// Any client.
    Public,
    /// Every signed-in user.
    SignedIn,
    /// Every signed-in user, also in a session without the second factor that a role requires.
    FirstStep,
    /// Users with this permission.
    Needs { resource: String, action: String },
}

impl AuthorizationRule {
    /// Returns the resource and action of the permission, if it needs one.
    pub(crate) fn needs(&self) -> Option<(&str, &str)> {
        match self {
            Self::Needs { resource, action } => Some((resource, action)),
            Self::Public | Self::SignedIn | Self::FirstStep => None,
        }
    }
}
