//! Why a user may or may not do something: GET /api/backoffice/policy/explain.

use std::sync::Arc;

use actix_web::{HttpResponse, web};
use serde::Deserialize;

use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::engine::policy::{Explanation, Operation, operation_meant};
use crate::http::policy::who::record_meant;
use crate::product::kernel::Kernel;
use crate::records::Records;
use crate::records::explained::Inquiry;
use crate::records::request::RequestContext;
use crate::{get, utoipa};

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ExplainParameters {
    /// The identifier or the email of a user; without it, the caller.
    #[param(required = false)]
    user: Option<String>,
    /// An operation by its identifier, or a method and a path: `unit_list`, `GET /api/backoffice/units`.
    operation: String,
    /// A record of the operation's resource: its identifier, or `units/64b8f0c2a1d3e4f5a6b7c8d9`.
    #[param(required = false)]
    record: Option<String>,
    /// A field of the operation's resource.
    #[param(required = false)]
    field: Option<String>,
}

/// Explain a permission
///
/// Says whether a user may call an operation, for a record and a field if these are named: the lines of the policy in
/// force that say so, the conditions that the record does not meet, each with its value, and the lines that would allow
/// it. A user who is locked may nothing. Without a record it is about some records of the resource.
#[get(
    "/backoffice/policy/explain",
    tag = "policy",
    permission = "policy:read",
    params(ExplainParameters),
    response(200, "The explanation", Explanation),
    problem(404, "There is no such user, or no such record")
)]
pub(super) async fn policy_explain(
    context: RequestContext,
    kernel: web::Data<Kernel>,
    parameters: web::Query<ExplainParameters>,
) -> Result<HttpResponse> {
    let ExplainParameters { user, operation, record, field } = parameters.into_inner();
    let requested = operation;
    let operation = operation_meant(&kernel.plan.document.operations, &requested)
        .map_err(|unknown| Error::Malformed(unknown.to_string()))?
        .clone();
    let record = record.or_else(|| record_in(&kernel.plan.records, &operation, &requested));
    let by = context.by().clone();
    let (auth, records) = (kernel.auth.clone(), Arc::clone(&kernel.plan.records));
    let user = user.unwrap_or_else(|| by.id.to_string());
    let record = record.map(|text| record_of(&records, &operation, &text)).transpose()?;
    let policy = Arc::clone(&kernel.plan.policy);
    let read = context.read(move |conn| {
        let account = match Id::parse(&user) {
            Some(id) => auth.ruled_account(conn, &id)?,
            None => auth.ruled_account_by_email(conn, &user)?,
        };
        let account = account.ok_or(Error::NotFound)?;
        if account.id != by.id && !records.may_read_account(conn, &account.id, &by)? {
            return Err(Error::NotFound);
        }
        let (record, field) = (record.as_ref(), field.as_deref());
        let inquiry = Inquiry { user: &account.values, operation: &operation, record, field };
        let explanation = records.explained(conn, &policy, inquiry, &by)?;
        Ok(Explanation { allowed: explanation.allowed && !account.locked, ..explanation })
    });
    Ok(HttpResponse::Ok().json(read.await?))
}

/// Returns the identifier of the record in a method and a path, if there is one of the operation's resource.
fn record_in(records: &Records, operation: &Operation, requested: &str) -> Option<String> {
    let (resource, _) = operation.rule.needs()?;
    let below = format!("{}/", records.get(resource)?.info().path());
    let (_, path) = requested.split_once(' ')?;
    let id = path.trim().strip_prefix(&below)?.split('/').next()?;
    Id::parse(id).map(|id| id.to_string())
}

/// Finds a record of the operation's resource, by its identifier or with the resource before it.
///
/// # Errors
/// 400 when the record is of another resource, 404 for what is no identifier.
pub(crate) fn record_of(records: &Records, operation: &Operation, text: &str) -> Result<Id> {
    if !text.contains('/') {
        return Id::parse(text).ok_or(Error::NotFound);
    }
    let (entry, id) = record_meant(records, text)?;
    let resource = operation.rule.needs().map(|(resource, _)| resource);
    match resource == Some(entry.info().name) {
        true => Ok(id),
        false => {
            let (operation, resource) = (&operation.id, entry.info().name);
            Err(Error::Malformed(format!("{operation} is not about {resource}")))
        }
    }
}
