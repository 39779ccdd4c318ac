//! What a role or a user may: GET /api/backoffice/policy/access.

use std::sync::Arc;

use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::auth::Auth;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::engine::policy::{Access, Policy, ResourcePermission, RuleOfRole, UserValues};
use crate::records::actor::Actor;
use crate::records::request::RequestContext;
use crate::records::revisions::ChangedBy;
use crate::{get, utoipa};

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Whose {
    /// A role.
    #[param(required = false)]
    role: Option<String>,
    /// The identifier of a user, in place of a role.
    #[param(required = false)]
    user: Option<String>,
}

/// What a role or a user may.
#[derive(Serialize, JsonSchema)]
struct PolicyAccess {
    /// The role; null for a user.
    role: Option<String>,
    /// The user; null for a role.
    user: Option<PolicyUser>,
    /// The roles that are given, and those that they inherit.
    roles: Vec<String>,
    /// What may be done with each resource, and by which rules.
    resources: Vec<ResourceRules>,
}

/// The user whose access it is.
#[derive(Serialize, JsonSchema)]
struct PolicyUser {
    #[serde(rename = "_id")]
    id: Id,
    /// First and last name.
    name: String,
}

/// What may be done with a resource, and by which rules.
#[derive(Serialize, JsonSchema)]
struct ResourceRules {
    #[serde(flatten)]
    permission: ResourcePermission,
    /// The lines of the policy that narrow it, in their order.
    rules: Vec<RuleOfRole>,
}

/// Get what a role or a user may
///
/// Of each resource: the actions, whether they are allowed with all records or with some, the fields that are
/// hidden, masked or read-only in all of them, and the rules that say so.
#[get(
    "/backoffice/policy/access",
    tag = "policy",
    permission = "policy:read",
    params(Whose),
    response(200, "What it is", PolicyAccess),
    problem(404, "There is no such user")
)]
pub(super) async fn policy_access(
    context: RequestContext,
    auth: web::Data<Auth>,
    policy: web::Data<Policy>,
    whose: web::Query<Whose>,
) -> Result<HttpResponse> {
    let Whose { role, user } = whose.into_inner();
    let (user, access, given) = match (&role, user) {
        (Some(role), None) => {
            if !policy.roles().contains(role) {
                return Err(Error::Malformed(format!("There is no role {role}")));
            }
            let values = UserValues { roles: vec![role.clone()], ..UserValues::default() };
            (None, policy.access(&values), values.roles)
        }
        (None, Some(id)) => {
            let id = Id::parse(&id).ok_or(Error::NotFound)?;
            let Actor { id, name, roles, access, .. } = auth.actor_of(&id, &policy).await?;
            let (records, by) = (Arc::clone(&context.core.records), context.by().clone());
            let read = context.read(move |conn| {
                let mut user = Some(ChangedBy { id, name });
                if user.as_ref().is_some_and(|user| user.id != by.id) {
                    records.see_actor(conn, &mut user, &by)?;
                }
                user.ok_or(Error::NotFound)
            });
            let ChangedBy { id, name } = read.await?;
            (Some(PolicyUser { id, name }), access, roles)
        }
        _ => return Err(Error::Malformed("Name either a role or a user".into())),
    };
    let roles = policy.with_inherited(&given);
    let resources = resources(&policy, &given, &roles, &access);
    Ok(HttpResponse::Ok().json(PolicyAccess { role, user, roles, resources }))
}

fn resources(
    policy: &Policy,
    given: &[String],
    roles: &[String],
    access: &Arc<Access>,
) -> Vec<ResourceRules> {
    let pairs = policy.pairs(given).into_iter();
    let resources = pairs.map(|(resource, actions)| {
        let rules = policy.rule_lines(roles, &resource);
        let permission = access.permission(resource, actions.into_iter().collect());
        ResourceRules { permission, rules }
    });
    resources.collect()
}
