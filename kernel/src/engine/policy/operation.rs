//! An operation of the document, and who may request it.

/// One call of the API.
#[derive(Clone, Debug)]
pub(crate) struct Operation {
    pub(crate) id: String,
    /// Upper case.
    pub(crate) method: String,
    /// As the document has it: `/api/backoffice/units/{id}`.
    pub(crate) path: String,
    pub(crate) permit: AuthorizationRule,
}

/// Who may call an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AuthorizationRule {
    /// Anybody.
    Public,
    /// Everybody who is signed in.
    SignedIn,
    /// Whoever has this permission.
    Needs { resource: String, action: String },
}

impl AuthorizationRule {
    /// The resource and the action that it asks for, if it does.
    pub(crate) fn needs(&self) -> Option<(&str, &str)> {
        match self {
            Self::Needs { resource, action } => Some((resource, action)),
            Self::Public | Self::SignedIn => None,
        }
    }
}
