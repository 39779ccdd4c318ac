//! Who else looks at a record: POST /api/backoffice/viewers.

use std::sync::Arc;

use actix_web::HttpResponse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::engine::policy::READ;
use crate::records::body::Valid;
use crate::records::handler::Routes;
use crate::records::idempotency::Answer;
use crate::records::request::RequestContext;
use crate::records::viewers::{self, Viewer};
use crate::{post, utoipa};

/// Mounts the operation, under `/api`.
pub(crate) fn routes(api: &mut Routes<'_>) {
    api.service(viewer_create);
}

/// A record that the caller looks at.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Look {
    /// The resource of the record.
    #[schemars(length(min = 1, max = 60))]
    resource: String,
    /// The identifier of the record.
    record_id: Id,
}

/// Who else looks at the record.
#[derive(Serialize, JsonSchema)]
struct Viewers {
    /// The others, by name; without those whom the caller may not read.
    items: Vec<Viewer>,
}

/// Say that a record is looked at
///
/// Reports that the caller looks at a record, and returns who else does. A client reports it every 15 seconds while the record
/// is shown; a user from whom nothing has come for 35 seconds is not listed any more.
#[post(
    "/backoffice/viewers",
    tag = "live",
    permission = "signed-in",
    response(200, "Who else looks at the record", Viewers),
    problem(404, "No such record that the caller may read"),
    problem(422, "There is no such resource")
)]
async fn viewer_create(context: RequestContext, body: Valid<Look>) -> Result<HttpResponse> {
    let Valid { value: Look { resource, record_id }, json } = body;
    let core = Arc::clone(&context.core);
    let unknown = || Error::invalid("/resource", "There is no such resource");
    let entry = core.records.get(&resource).cloned().ok_or_else(unknown)?;
    if !context.by.may(&core.policy, &resource, READ) {
        return Err(Error::not_permitted(resource, READ));
    }
    context
        .write(&json, move |writing| {
            let (conn, by) = (&mut *writing.conn, writing.by);
            core.records.readable_view(conn, &entry, &record_id, by)?;
            let of = (entry.info().name, &record_id);
            viewers::report(conn, of, by)?;
            let items = viewers::others(conn, &core.records, of, by)?;
            Answer::ok(&Viewers { items })
        })
        .await
}
