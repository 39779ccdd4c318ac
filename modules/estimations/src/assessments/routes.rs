//! The operations of estimators on their own estimates: GET and POST /api/assessments, and POST
//! /api/assessments/submissions.

use actix_web::{HttpResponse, web};
use kernel::error::FieldError;
use kernel::prelude::*;
use kernel::{Answer, Reader, RequestContext, Shown, Valid, get, post, utoipa};
use serde::Deserialize;

use super::save::{NewEstimate, Save, Saved};
use super::{Assessment, AssessmentInput, SavedAssessment, SubmissionInput, queries};

/// The query parameters of a list of one's own estimates.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Of {
    project_id: Option<String>,
}

/// List one's own estimates for a project
///
/// In natural order of the units' numbers; empty when there are none.
#[get(
    "/assessments",
    tag = "assessments", permission = "assessments:read",
    params(("projectId" = String, Query, description = "The project.", pattern = "^[0-9a-f]{24}$")),
    response(200, "The estimates", Vec<Assessment>),
)]
pub(crate) async fn assessment_list(
    context: RequestContext,
    reader: Reader,
    of: web::Query<Of>,
) -> Result<HttpResponse> {
    let project = of.project_id.as_deref().and_then(Id::parse);
    let project = project.ok_or_else(|| {
        Error::Malformed("`projectId` must name a project: 24 lowercase hex characters".into())
    })?;
    let agent = context.by().id.clone();
    let own = context.read(move |conn| queries::own(conn, &agent, &project, &reader));
    Ok(HttpResponse::Ok().json(own.await?))
}

/// Save an estimate
///
/// Creates the caller's estimate for a unit, or replaces it. The former estimate stays in the
/// history. Saving the same estimate again changes nothing. The answer has the position of the
/// estimate among the others', in coarse steps.
#[post(
    "/assessments",
    tag = "assessments",
    permission = "assessments:save",
    response(201, "The first estimate of this unit", SavedAssessment),
    response(200, "The estimate, in place of the former one", SavedAssessment)
)]
pub(crate) async fn assessment_save(
    context: RequestContext,
    reader: Reader,
    body: Valid<AssessmentInput>,
) -> Result<HttpResponse> {
    let Valid { value: input, json } = body;
    let AssessmentInput { unit_id, project_id: project, values, entry } = input;
    let estimates = vec![NewEstimate { pointer: String::new(), unit_id, values, entry }];
    let answer = |saved: Vec<Saved>| {
        let lost = || Error::internal("an estimate that was saved is missing");
        let saved = saved.into_iter().next().ok_or_else(lost)?;
        match saved.made {
            true => Answer::created(&saved.assessment),
            false => Answer::ok(&saved.assessment),
        }
    };
    let by = context.by().clone();
    context.write_shared(&json, Save { by, reader, project, estimates, answer }).await
}

/// Save several estimates for a project
///
/// All of them or none, each under the rules for a single one: for a phone that was offline.
#[post(
    "/assessments/submissions",
    tag = "assessments", permission = "assessments:save",
    response(200, "The estimates, in the same order", Vec<SavedAssessment>),
    problem(422, "Some fields need another value; nothing was saved"),
)]
pub(crate) async fn assessment_submit(
    context: RequestContext,
    reader: Reader,
    body: Valid<SubmissionInput>,
) -> Result<HttpResponse> {
    let Valid { value: SubmissionInput { project_id: project, assessments }, json } = body;
    let mut errors = Vec::new();
    let mut estimates = Vec::new();
    for (at, one) in assessments.into_iter().enumerate() {
        let pointer = format!("/assessments/{at}");
        if one.project_id.is_some_and(|own| own != project) {
            let message = "All assessments of a submission must be of its project";
            errors.push(FieldError::new(format!("{pointer}/projectId"), message));
        }
        let (unit_id, values, entry) = (one.unit_id, one.values, one.entry);
        estimates.push(NewEstimate { pointer, unit_id, values, entry });
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let answer = |saved: Vec<Saved>| {
        let assessments: Vec<Shown<SavedAssessment>> =
            saved.into_iter().map(|one| one.assessment).collect();
        Answer::ok(&assessments)
    };
    let by = context.by().clone();
    context.write_shared(&json, Save { by, reader, project, estimates, answer }).await
}
