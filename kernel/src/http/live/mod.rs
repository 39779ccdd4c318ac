//! Follows changes as they happen: GET /api/backoffice/live, as server-sent events.
//!
//! A connection reports which records changed, and nothing of what is in them: a client reads what it needs, under its
//! own rights. It is ended within seconds of the end of its token, of its session or of a right, and when the process is
//! about to stop; the client connects again, and resumes by `Last-Event-ID`.
//!
//! `stream` is what is sent.

mod stream;

use std::sync::Arc;

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;

use self::stream::{Connection, Subscriber};
use crate::base::error::{Error, Result};
use crate::engine::precompressed;
use crate::product::kernel::Kernel;
use crate::records::RegisteredResource;
use crate::records::handler::Routes;
use crate::{get, utoipa};

const MISSING: &str = "Say which changes are wanted: `resources`";

/// The header with the position at which a client resumes.
const LAST_EVENT_ID: &str = "last-event-id";

/// Mounts the operation, under `/api`.
pub(crate) fn routes(api: &mut Routes<'_>) {
    api.service(live_stream);
}

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct LiveParameters {
    /// The resources whose changes are wanted, with commas between: `units,projects`.
    #[serde(default)]
    #[param(required = true)]
    resources: String,
}

/// The headers of the request, for the document.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "the header is read where it is needed")]
struct LiveHeaders {
    /// The `id` of the last event that came, of a client that connects again.
    #[param(rename = "Last-Event-ID")]
    last_event_id: Option<String>,
}

/// Follow changes
///
/// Server-sent events, until the client disconnects: `event: change` with `data: {resource, ids, requestId}` for records
/// that the caller may read, or could read before the change. `id` is a position; a client that connects again with it
/// in `Last-Event-ID` gets what it missed. `event: reload` says that too much was changed to name it, or that the position
/// is too old: load again what is shown. A line every 15 seconds says that the connection is alive. The connection ends
/// when the token or the session does.
#[get(
    "/backoffice/live",
    tag = "live",
    permission = "signed-in",
    params(LiveParameters, LiveHeaders),
    response(200, "The changes, as they happen", content_type = "text/event-stream"),
    problem(400, "No resource is named, or one that does not exist"),
    problem(403, "The caller may not read one of the resources"),
    problem(503, "As many clients follow changes as may at a time")
)]
async fn live_stream(
    request: HttpRequest,
    kernel: web::Data<Kernel>,
    parameters: web::Query<LiveParameters>,
) -> Result<HttpResponse> {
    let kernel = kernel.into_inner();
    let resources = named(&kernel, &parameters.resources);
    let known = resources.iter().filter_map(|(_, entry)| entry.clone()).collect();
    let subscriber = Subscriber::of(&kernel, request.headers(), known);
    let by = subscriber.actor().await?;
    if resources.is_empty() {
        return Err(Error::Malformed(MISSING.into()));
    }
    if let Some((unknown, _)) = resources.iter().find(|(_, entry)| entry.is_none()) {
        let shown: String = unknown.chars().take(60).collect();
        return Err(Error::Malformed(format!("`resources`: There is no resource `{shown}`")));
    }
    let resumed = request.headers().get(LAST_EVENT_ID);
    // What is no position of ours is one that is too old.
    let resumed = resumed.map(|id| id.to_str().ok().and_then(|id| id.trim().parse().ok()));
    let connection = Connection::open(subscriber, &by.id, resumed).await?;
    let mut response = HttpResponse::Ok()
        .content_type("text/event-stream")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        // Proxies that follow this header send on what they get, at once.
        .insert_header(("x-accel-buffering", "no"))
        .streaming(connection.events());
    // A compressor would gather what is to be sent at once.
    precompressed::leave_uncompressed(response.headers_mut());
    Ok(response)
}

/// Reads the names of resources; with each the resource, if there is one.
fn named<'n>(kernel: &Kernel, names: &'n str) -> Vec<(&'n str, Option<Arc<RegisteredResource>>)> {
    let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
    names.map(|name| (name, kernel.plan.records.get(name).cloned())).collect()
}
