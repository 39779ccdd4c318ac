//! POST /api/join-requests, which needs no sign-in.

use actix_web::HttpResponse;
use kernel::prelude::*;
use kernel::rate_limits::Limits;
use kernel::{Answer, PublicRequestContext, Valid, post, utoipa};
use schemars::JsonSchema;
use serde::Serialize;

use super::{JoinRequestInput, JoinRequests, queries};
use crate::{JOIN_REQUESTS_MAX, JOIN_REQUESTS_PER_HOUR};

/// The rate limits of a client address and of a network, where all clients together may send `all`
/// requests in an hour.
const fn limits(all: i64) -> Limits {
    let messages = [
        "Too many requests came from your address. Try again later",
        "Too many requests came in the last hour. Try again later",
    ];
    Limits { of: "join-request", most: [20, 60, all], messages }
}

/// After how many seconds to try again when the maximum number of requests is stored.
const FULL_SECONDS: i64 = 60 * 60;
const FULL: &str = "No more requests can be kept at the moment. Try again later";

/// The answer to a join request.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Received {
    /// Always `received`.
    status: &'static str,
}

/// Request access
///
/// Needs no sign-in. The answer is the same whether or not the e-mail belongs to a user or was sent
/// before.
#[post(
    "/join-requests",
    tag = "join-requests",
    permission = "public",
    response(202, "Received", Received)
)]
pub(crate) async fn join_request_create(
    context: PublicRequestContext,
    body: Valid<JoinRequestInput>,
) -> Result<HttpResponse> {
    let Valid { value: input, json } = body;
    let settings = context.settings();
    let limits = limits(settings.whole(&JOIN_REQUESTS_PER_HOUR));
    let most = settings.whole(&JOIN_REQUESTS_MAX);
    context
        .write(limits, &json, move |writing| {
            // Whether the maximum is reached does not depend on the content of the request.
            if queries::count(writing.conn())? >= most {
                return Err(Error::TooOften(FULL, FULL_SECONDS));
            }
            let id = Id::new();
            writing.add::<JoinRequests>(&id, |conn| queries::insert(conn, &id, input))?;
            Answer::accepted(&Received { status: "received" })
        })
        .await
}
