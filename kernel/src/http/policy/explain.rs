//! Why a user may or may not do something: GET /api/backoffice/policy/explain.

use std::sync::Arc;

use actix_web::{HttpResponse, web};
use serde::Deserialize;

use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::engine::policy::{Explanation, operation_meant};
use crate::product::kernel::Kernel;
use crate::records::explained::Inquiry;
use crate::records::request::RequestContext;
use crate::{get, utoipa};

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ExplainParameters {
    /// The identifier of a user; without it, the caller.
    #[param(required = false)]
    user: Option<String>,
    /// An operation by its identifier, or a method and a path: `unit_list`, `GET /api/backoffice/units`.
    operation: String,
    /// The identifier of a record of the operation's resource.
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
    let operation = operation_meant(&kernel.plan.document.operations, &operation)
        .map_err(|unknown| Error::Malformed(unknown.to_string()))?
        .clone();
    let by = context.by().clone();
    let id =
        |text: Option<String>| text.map(|text| Id::parse(&text).ok_or(Error::NotFound)).transpose();
    let (user, record) = (id(user)?.unwrap_or_else(|| by.id.clone()), id(record)?);
    let (auth, records) = (kernel.auth.clone(), Arc::clone(&kernel.plan.records));
    let policy = Arc::clone(&kernel.plan.policy);
    let read = context.read(move |conn| {
        let account = auth.ruled_account(conn, &user)?.ok_or(Error::NotFound)?;
        let (record, field) = (record.as_ref(), field.as_deref());
        let inquiry = Inquiry { user: &account.values, operation: &operation, record, field };
        let explanation = records.explained(conn, &policy, inquiry, &by)?;
        Ok(Explanation { allowed: explanation.allowed && !account.locked, ..explanation })
    });
    Ok(HttpResponse::Ok().json(read.await?))
}
