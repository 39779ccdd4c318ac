//! Why a mail was not accepted.

/// Why a mail was not accepted.
#[derive(Debug)]
pub(crate) struct Failure {
    /// Whether the server refused it for good.
    pub(crate) is_permanent: bool,
    /// Whether the server cannot be reached, so that others will not be accepted either.
    pub(crate) is_unreachable: bool,
    /// The reason, for operators.
    pub(crate) reason: String,
}

impl Failure {
    /// What is wrong with the mail itself stays wrong.
    pub(super) fn of_mail(error: impl std::fmt::Display) -> Self {
        Self { is_permanent: true, is_unreachable: false, reason: error.to_string() }
    }
}
