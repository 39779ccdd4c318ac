//! Who may do something with a record: GET /api/backoffice/policy/who.

use std::sync::Arc;

use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::auth::{Auth, RuledAccount};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::policy::{Policy, QuotedLine, READ};
use crate::product::kernel::Kernel;
use crate::records::actor::Actor;
use crate::records::request::RequestContext;
use crate::records::revisions::ChangedBy;
use crate::records::{Records, RegisteredResource};
use crate::{get, utoipa};

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct WhoParameters {
    /// The record: its resource and its identifier, `units/64b8f0c2a1d3e4f5a6b7c8d9`.
    record: String,
    /// What is done with it.
    #[param(required = false)]
    #[serde(default = "read")]
    action: String,
}

fn read() -> String {
    READ.to_owned()
}

/// The users who may do something with a record.
#[derive(Serialize, JsonSchema)]
pub(crate) struct WhoMay {
    /// The record: its resource and its identifier.
    record: String,
    /// What is done with it.
    action: String,
    /// The users, by name; those who are locked are left out.
    pub(crate) users: Vec<AllowedUser>,
}

/// A user who may do something.
#[derive(Serialize, JsonSchema)]
pub(crate) struct AllowedUser {
    /// The account.
    #[serde(rename = "_id")]
    id: Id,
    /// First and last name.
    pub(crate) name: String,
    /// Used to sign in; null when you do not see it of all users.
    pub(crate) email: Option<String>,
    /// The lines of the policy in force that allow it.
    pub(crate) because: Vec<QuotedLine>,
}

/// List who may do something with a record
///
/// Lists the users who may do it by the policy in force, each with the lines that allow it: the answer is the same as
/// when each of them tries.
#[get(
    "/backoffice/policy/who",
    tag = "policy",
    permission = "policy:read",
    params(WhoParameters),
    response(200, "The users", WhoMay),
    problem(404, "There is no such record")
)]
pub(super) async fn policy_who(
    context: RequestContext,
    kernel: web::Data<Kernel>,
    parameters: web::Query<WhoParameters>,
) -> Result<HttpResponse> {
    let WhoParameters { record, action } = parameters.into_inner();
    let by = context.by().clone();
    let kernel = kernel.into_inner();
    let read = context.read_long(move |conn| {
        let records = &kernel.plan.records;
        WhoMay::of(conn, (&kernel.auth, &kernel.plan.policy), records, (&record, &action), &by)
    });
    Ok(HttpResponse::Ok().json(read.await?))
}

/// Finds the record in text such as `units/64b8f0c2a1d3e4f5a6b7c8d9`.
///
/// # Errors
/// 400 when there is no such resource, 404 for what is no identifier.
pub(crate) fn record_meant<'r>(
    records: &'r Records,
    text: &str,
) -> Result<(&'r Arc<RegisteredResource>, Id)> {
    let (resource, id) = text.split_once('/').unwrap_or((text, ""));
    let entry = records.get(resource).ok_or_else(|| {
        let names = records.all().iter().map(|entry| entry.info().name);
        let meant = text::suggestions::did_you_mean(resource, names);
        Error::Malformed(format!("There are no records of `{resource}`{meant}"))
    })?;
    Ok((entry, Id::parse(id).ok_or(Error::NotFound)?))
}

impl WhoMay {
    /// Lists the users for `by`, who sees no user whom no rule lets them read.
    pub(crate) fn of(
        conn: &mut Conn,
        (auth, policy): (&Auth, &Policy),
        records: &Records,
        (record, action): (&str, &str),
        by: &Actor,
    ) -> Result<Self> {
        let (entry, id) = record_meant(records, record)?;
        if !policy.has_permission(entry.info().name, action) {
            return Err(Error::Malformed(format!(
                "`{}` has no action `{action}`",
                entry.info().name
            )));
        }
        let mut users = Vec::new();
        let sees_email = records.sees_email(&by.access);
        for account in auth.ruled_accounts(conn)?.into_iter().filter(|account| !account.locked) {
            let RuledAccount { id, name, email, values, .. } = account;
            let mut shown = Some(ChangedBy { id, name });
            records.see_actor(conn, &mut shown, by)?;
            users.extend(shown.map(|shown| (values, (shown, email))));
        }
        let allowed = records.who(conn, policy, (entry, &id, action), (users, by))?;
        let users = allowed.into_iter().map(|((ChangedBy { id, name }, email), because)| {
            AllowedUser { id, name, email: sees_email.then_some(email), because }
        });
        let (record, action) = (format!("{}/{id}", entry.info().name), action.to_owned());
        Ok(Self { record, action, users: users.collect() })
    }
}
