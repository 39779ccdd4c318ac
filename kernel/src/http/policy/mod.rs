//! The operations on the policy in force: what a role or a user may.

mod access;

use crate::records::handler::Routes;

/// Mounts the operations, under `/api`.
pub(crate) fn routes(api: &mut Routes<'_>) {
    api.service(access::policy_access);
}
