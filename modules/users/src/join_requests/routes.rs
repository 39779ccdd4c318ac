//! What is done with join requests: POST /api/join-requests by anybody, and
//! POST /api/backoffice/join-requests/{id}/accept and /decline.

use std::sync::LazyLock;

use actix_web::{HttpResponse, post, web};
use kernel::Body;
use kernel::auth::NewAccount;
use kernel::prelude::*;
use kernel::rate_limits::{Limit, Limits};
use kernel::schema::Checker;
use kernel::{Answer, PublicRequestContext, RequestContext, WriteContext};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{JoinRequest, JoinRequestInput, JoinRequests, Status, queries};
use crate::{JOIN_REQUESTS_MAX, JOIN_REQUESTS_PER_HOUR};

/// How often strangers may ask, where `all` of them may so often in an hour.
const fn limits(all: i64) -> Limits {
    let sentence = "Too many requests came from your address. Try again later";
    Limits {
        address: Limit { of: "join-request", most: 20, sentence },
        network: Limit { of: "join-request-network", most: 60, sentence },
        all: Limit {
            of: "join-request-all",
            most: all,
            sentence: "Too many requests came in the last hour. Try again later",
        },
    }
}

/// When to try again, in seconds, where as many are stored as may be.
const FULL_SECONDS: i64 = 60 * 60;
const FULL: &str = "No more requests can be kept at the moment. Try again later";

const ACCEPTED: &str = "This request was accepted already";
const DECLINED: &str = "This request was declined already";

/// The answer to a join request.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Received {
    /// Always `received`.
    status: &'static str,
}

/// The roles of the new user.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Accept join request")]
pub(crate) struct AcceptJoinRequest {
    /// What the user can see and do.
    #[schemars(title = "Roles", length(min = 1), extend(
        "uniqueItems" = true,
        "x-roles" = true,
        "x-messages" = {
            "required": "At least one role is required",
            "minItems": "At least one role is required",
            "uniqueItems": "A role is named twice"
        }
    ))]
    roles: TextList,
}

kernel::api_schema!(JoinRequest, Received, JoinRequestInput, AcceptJoinRequest);

/// Request access
///
/// Needs no sign-in. The answer is the same whether or not the e-mail belongs to a user or was sent
/// before.
#[utoipa::path(
    post,
    path = "/join-requests",
    operation_id = "join_request_create",
    tag = "join-requests",
    request_body = JoinRequestInput,
    responses(
        (status = 202, description = "Received", body = Received),
        (status = 422, description = "Some fields need another value",
            body = kernel::error::Problem, content_type = "application/problem+json"),
        (status = 429, description = "Too many requests; `Retry-After` says for how many seconds",
            body = kernel::error::Problem, content_type = "application/problem+json"),
    ),
    extensions(("x-permission" = json!("public"))),
)]
#[post("/join-requests")]
pub(crate) async fn join_request_create(
    context: PublicRequestContext,
    Body(body): Body,
) -> Result<HttpResponse> {
    static CHECKER: LazyLock<Checker> = LazyLock::new(Checker::of::<JoinRequestInput>);
    let asked = body.clone();
    let input: JoinRequestInput = CHECKER.read(body)?;
    let settings = context.settings();
    let limits = limits(settings.whole(&JOIN_REQUESTS_PER_HOUR));
    let most = settings.whole(&JOIN_REQUESTS_MAX);
    context
        .write(limits, &asked, move |writing| {
            // Whether there is room depends on nothing that the request says.
            if queries::count(writing.conn())? >= most {
                return Err(Error::TooOften(FULL, FULL_SECONDS));
            }
            let id = Id::new();
            writing.add::<JoinRequests>(&id, |conn| queries::insert(conn, &id, input))?;
            Answer::accepted(&Received { status: "received" })
        })
        .await
}

/// Accept a join request
///
/// Creates a user with these roles, who has no password until an administrator sets one. A declined
/// request can still be accepted.
#[utoipa::path(
    post,
    path = "/backoffice/join-requests/{id}/accept",
    tag = "join-requests",
    request_body = AcceptJoinRequest,
    responses((status = 200, description = "The request, accepted", body = JoinRequest)),
    extensions(
        ("x-permission" = json!("join-requests:accept")),
        ("x-acts-on-record" = json!(true)),
        ("x-verb" = json!({
            "label": "Accept",
            "icon": "user-check",
            "confirm": {
                "title": "Accept this request?",
                "text": "{title} becomes a user, with the roles that you choose here. The new \
                         user has no password, and cannot sign in until one is set."
            },
            "primary": true,
            "when": { "status": ["pending", "declined"] },
            "done": "Request accepted"
        })),
    ),
)]
#[post("/backoffice/join-requests/{id:[0-9a-f]{24}}/accept")]
pub(crate) async fn join_request_accept(
    context: RequestContext,
    id: web::Path<Id>,
    Body(body): Body,
) -> Result<HttpResponse> {
    let asked = body.clone();
    let AcceptJoinRequest { roles } = context.read_body(body)?;
    context
        .write(&asked, move |writing| {
            decide(writing, &id, "accept", |writing, request| {
                if request.status == Status::Accepted {
                    return Err(Error::conflict(ACCEPTED));
                }
                let user = Id::new();
                kernel::auth::administration::add(
                    writing,
                    &user,
                    NewAccount {
                        first_name: request.first_name,
                        last_name: request.last_name,
                        email: request.email,
                        password: None,
                        roles,
                    },
                )?;
                Ok((Status::Accepted, Some(user)))
            })
        })
        .await
}

/// Decline a join request
///
/// The request stays on record, and can be accepted later. No message is sent.
#[utoipa::path(
    post,
    path = "/backoffice/join-requests/{id}/decline",
    tag = "join-requests",
    responses((status = 200, description = "The request, declined", body = JoinRequest)),
    extensions(
        ("x-permission" = json!("join-requests:decline")),
        ("x-acts-on-record" = json!(true)),
        ("x-verb" = json!({
            "label": "Decline",
            "icon": "user-x",
            "confirm": {
                "title": "Decline this request?",
                "text": "{title} does not become a user. The request stays on record, and it can \
                         still be accepted later."
            },
            "when": { "status": ["pending"] },
            "done": "Request declined"
        })),
    ),
)]
#[post("/backoffice/join-requests/{id:[0-9a-f]{24}}/decline")]
pub(crate) async fn join_request_decline(
    context: RequestContext,
    id: web::Path<Id>,
) -> Result<HttpResponse> {
    context
        .write(&Value::Null, move |writing| {
            decide(writing, &id, "decline", |_, request| match request.status {
                Status::Pending => Ok((Status::Declined, None)),
                Status::Accepted => Err(Error::conflict(ACCEPTED)),
                Status::Declined => Err(Error::conflict(DECLINED)),
            })
        })
        .await
}

/// Has `choose` decide on a request that nobody else decides on meanwhile.
fn decide(
    writing: &mut WriteContext<'_>,
    id: &Id,
    verb: &str,
    choose: impl FnOnce(&mut WriteContext<'_>, JoinRequest) -> Result<(Status, Option<Id>)>,
) -> Result<Answer> {
    writing.perform_verb::<JoinRequests>(id, verb, |writing| {
        let request = queries::find(writing.conn(), id)?;
        let (status, user) = choose(writing, request)?;
        queries::decide(writing.conn(), id, status, user.as_ref())?;
        Ok(true)
    })
}
