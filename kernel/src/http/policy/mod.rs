//! The operations on the policy in force: why a user may or may not do something, who may, and what another policy would
//! change.

pub(crate) mod diff;
mod explain;
pub(crate) mod who;

use crate::records::handler::Routes;

/// Mounts the operations, under `/api`.
pub(crate) fn routes(api: &mut Routes<'_>) {
    api.service(explain::policy_explain).service(who::policy_who).service(diff::policy_diff);
}
