//! The operations on the policy in force: what a role or a user may, why, who else may, and what another policy would change.

mod access;
pub(crate) mod diff;
pub(crate) mod explain;
pub(crate) mod who;

use crate::records::handler::Routes;

/// Mounts the operations, under `/api`.
pub(crate) fn routes(api: &mut Routes<'_>) {
    api.service(access::policy_access).service(explain::policy_explain);
    api.service(who::policy_who).service(diff::policy_diff);
}
