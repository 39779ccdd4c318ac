//! What another policy would change: POST /api/backoffice/policy/diff.

use std::path::Path;
use std::sync::Arc;

use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::auth::{Auth, RuledAccount};
use crate::base::error::{Error, Result};
use crate::db::Conn;
use crate::engine::list::Filter;
use crate::engine::policy::{
    Comparison, FieldChange, Operation, Policy, PolicyWarning, READ, RowChange, Source, UserValues,
};
use crate::product::kernel::Kernel;
use crate::records::actor::Actor;
use crate::records::body::Valid;
use crate::records::row_changes::CountedRecords;
use crate::records::{Records, RegisteredResource};
use crate::{post, utoipa};

/// A policy to compare with the one in force.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Policy")]
struct PolicyText {
    /// The lines of a policy file, which would replace all lines in force.
    #[schemars(title = "Policy", length(min = 1))]
    policy: String,
}

/// What another policy would change.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PolicyDiff {
    /// Whether some role could do or see more.
    pub(crate) widens: bool,
    /// The roles for which something changes.
    pub(crate) roles: Vec<RoleDiff>,
    /// The roles of the other policy that lift what others restrict.
    pub(crate) warnings: Vec<PolicyWarning>,
}

/// What would change for one role.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RoleDiff {
    /// The role.
    pub(crate) role: String,
    /// The operations.
    pub(crate) operations: OperationDiff,
    /// The records that its users could read, or no more.
    pub(crate) rows: Vec<RowDiff>,
    /// The records with which its users could do other actions, or no more, where these are not the same.
    pub(crate) rows_of_actions: Vec<ActionRowDiff>,
    /// The fields.
    pub(crate) fields: Vec<FieldChange>,
}

/// The operations that a role would gain and lose.
#[derive(Serialize, JsonSchema)]
pub(crate) struct OperationDiff {
    /// Identifiers of operations, and permissions that none needs such as `backoffice:enter`.
    pub(crate) gained: Vec<String>,
    /// Those that it has now.
    pub(crate) lost: Vec<String>,
}

/// The records of a resource that a role would gain and lose.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RowDiff {
    /// The resource.
    pub(crate) resource: String,
    /// The records that its users could read.
    pub(crate) gained: CountedRecords,
    /// The records that they could read no more.
    pub(crate) lost: CountedRecords,
}

/// The records of a resource with which a role could do an action, or no more.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ActionRowDiff {
    /// The action.
    pub(crate) action: String,
    #[serde(flatten)]
    pub(crate) rows: RowDiff,
}

/// Compare with another policy
///
/// Says what would change if these lines replaced the policy in force: of each role the operations, the records that its
/// users could read, counted in the data as it is, and the fields that they would see. Changes nothing.
#[post(
    "/backoffice/policy/diff",
    tag = "policy",
    permission = "policy:read",
    response(200, "What would change", PolicyDiff)
)]
pub(super) async fn policy_diff(
    kernel: web::Data<Kernel>,
    by: Actor,
    body: Valid<PolicyText>,
) -> Result<HttpResponse> {
    let kernel = kernel.into_inner();
    let source = Source::file(Path::new("The policy"), &body.value.policy);
    let comparison =
        kernel.plan.policy.compared_with(source).await.map_err(|error| match error {
            Error::Startup(message) => Error::invalid("/policy", message),
            other => other,
        })?;
    let inner = Arc::clone(&kernel);
    let diff = kernel.core.read_long(move |conn| {
        let (records, operations) = (&inner.plan.records, &inner.plan.document.operations);
        PolicyDiff::of(
            conn,
            &comparison,
            (records, operations),
            (&inner.auth, &inner.plan.policy),
            &by,
        )
    });
    Ok(HttpResponse::Ok().json(diff.await?))
}

/// What is counted with.
struct Counting<'a> {
    conn: &'a mut Conn,
    comparison: &'a Comparison,
    records: &'a Records,
    policy: &'a Policy,
    accounts: Vec<RuledAccount>,
    by: &'a Actor,
}

impl PolicyDiff {
    /// Compares for `by`, who is shown no record that no rule lets them read.
    pub(crate) fn of(
        conn: &mut Conn,
        comparison: &Comparison,
        (records, operations): (&Records, &[Operation]),
        (auth, policy): (&Auth, &Policy),
        by: &Actor,
    ) -> Result<Self> {
        let mut accounts = auth.ruled_accounts(conn)?;
        accounts.retain(|account| !account.locked);
        let roles_of = |account: &RuledAccount| comparison.with_inherited(&account.values.roles);
        let given: Vec<Vec<String>> = accounts.iter().map(roles_of).collect();
        let warnings = comparison.warnings(|one, other| {
            let holds = |roles: &[String], role: &str| roles.iter().any(|one| one == role);
            given.iter().any(|roles| holds(roles, one) && holds(roles, other))
        });
        let mut counting = Counting { conn, comparison, records, policy, accounts, by };
        let mut diff = Self { widens: false, roles: Vec::new(), warnings };
        for role in comparison.roles() {
            let ([gained, lost], has_more_operations) = comparison.operations(role, operations);
            let fields = comparison.fields(role);
            let (rows, rows_of_actions, has_more_rows) = counting.rows_of(role)?;
            diff.widens |=
                has_more_operations || has_more_rows || fields.iter().any(|change| change.widens);
            if gained.len() + lost.len() + fields.len() + rows.len() + rows_of_actions.len() > 0 {
                let (role, operations) = (role.to_owned(), OperationDiff { gained, lost });
                diff.roles.push(RoleDiff { role, operations, rows, rows_of_actions, fields });
            }
        }
        Ok(diff)
    }
}

impl Counting<'_> {
    /// Counts what a role gains and loses; the last says whether it gains something.
    fn rows_of(&mut self, role: &str) -> Result<(Vec<RowDiff>, Vec<ActionRowDiff>, bool)> {
        let (mut rows, mut of_actions, mut widens) = (Vec::new(), Vec::new(), false);
        let all = self.records.all().iter().filter(|entry| entry.registration.has_history);
        for entry in all {
            let resource = entry.info().name;
            let users = self.users_with(role, resource);
            let changes = |action: &str| -> Vec<RowChange> {
                users
                    .iter()
                    .filter_map(|user| self.comparison.rows(user, resource, action))
                    .collect()
            };
            let read = changes(READ);
            let read_filters = filters(&read);
            let others: Vec<(String, Vec<RowChange>)> = self
                .comparison
                .actions(resource)
                .into_iter()
                .filter(|action| {
                    *action != READ && self.comparison.has_in_both(role, resource, action)
                })
                .map(|action| (action.to_owned(), changes(action)))
                .collect();
            let mut counted = None;
            if !read.is_empty() {
                let (diff, is_wider) = self.count(entry, &read_filters, &read)?;
                widens |= is_wider;
                counted = Some((diff.gained.count, diff.lost.count));
                if diff.gained.count + diff.lost.count > 0 {
                    rows.push(diff);
                }
            }
            for (action, changes) in others {
                if changes.is_empty() {
                    continue;
                }
                let (diff, is_wider) = self.count(entry, &filters(&changes), &changes)?;
                // What follows from the rows that can be read is said once.
                if counted == Some((diff.gained.count, diff.lost.count)) {
                    continue;
                }
                widens |= is_wider;
                if diff.gained.count + diff.lost.count > 0 {
                    of_actions.push(ActionRowDiff { action, rows: diff });
                }
            }
        }
        Ok((rows, of_actions, widens))
    }

    /// Returns the users of a role as its rules read them: one without values when these do not matter.
    fn users_with(&self, role: &str, resource: &str) -> Vec<UserValues> {
        let roles = vec![role.to_owned()];
        if !self.comparison.depends_on_user(role, resource) {
            return vec![UserValues { roles, ..UserValues::default() }];
        }
        // Who inherits it has another role, of which the same is said.
        let has_role =
            |account: &&RuledAccount| account.values.roles.iter().any(|given| given == role);
        let holders = self.accounts.iter().filter(has_role);
        holders
            .map(|account| UserValues { roles: roles.clone(), ..account.values.clone() })
            .collect()
    }

    fn count(
        &mut self,
        entry: &RegisteredResource,
        [gained, lost]: &[Vec<Filter>; 2],
        changes: &[RowChange],
    ) -> Result<(RowDiff, bool)> {
        let resource = entry.info().name;
        let mut counted = |filters: &[Filter]| {
            let mut counted = self.records.counted(self.conn, entry, filters, self.by)?;
            if !self.by.may(self.policy, resource, READ) {
                counted.examples.clear();
            }
            Ok::<_, Error>(counted)
        };
        let (gained, lost) = (counted(gained)?, counted(lost)?);
        let is_wider = gained.count > 0 || changes.iter().any(|change| change.is_freed);
        Ok((RowDiff { resource: resource.to_owned(), gained, lost }, is_wider))
    }
}

/// Returns the different filters of what is gained, and of what is lost.
fn filters(changes: &[RowChange]) -> [Vec<Filter>; 2] {
    let mut all: [Vec<Filter>; 2] = Default::default();
    for RowChange { gained, lost, .. } in changes {
        for (known, one) in all.iter_mut().zip([gained, lost]) {
            if !known.contains(one) {
                known.push(one.clone());
            }
        }
    }
    all
}
