//! What users set for themselves: PATCH /api/auth/me.

use actix_web::HttpResponse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::error::Result;
use crate::inbox;
use crate::records::body::Valid;
use crate::records::handler::Routes;
use crate::records::idempotency::Answer;
use crate::records::request::RequestContext;
use crate::{patch, utoipa};

/// Mounts the operation, under `/api`.
pub(super) fn routes(api: &mut Routes<'_>) {
    api.service(auth_me_update);
}

/// What a user sets for themselves.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(title = "Own settings")]
struct OwnSettings {
    /// Whether entries of the inbox come by mail, too.
    #[schemars(title = "Inbox by mail", extend("x-messages" = { "required": "Inbox by mail is required" }))]
    inbox_by_mail: bool,
}

/// Change one's own settings
#[patch(
    "/auth/me",
    tag = "auth",
    permission = "signed-in",
    response(200, "The settings", OwnSettings),
    problem(404, "This server sends no mail")
)]
async fn auth_me_update(context: RequestContext, body: Valid<OwnSettings>) -> Result<HttpResponse> {
    let settings = body.value;
    if settings.inbox_by_mail {
        context.must_send_mail()?;
    }
    context
        .write(&Value::Null, move |writing| {
            inbox::set_by_mail(writing.conn, &writing.by.id, settings.inbox_by_mail)?;
            Answer::ok(&settings)
        })
        .await
}
