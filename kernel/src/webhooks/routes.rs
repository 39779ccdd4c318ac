//! What was sent to a webhook: GET /api/backoffice/webhooks/{id}/deliveries, and POST of one to /replay.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::queries::{self, DeliveryRow, DeliveryState};
use super::{UPDATE, Webhooks};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Clock, Conn, TextEnum};
use crate::engine::list::page_and_limit;
use crate::engine::policy::READ;
use crate::records::Records;
use crate::records::actor::Actor;
use crate::records::core::Core;
use crate::records::handler::Routes;
use crate::records::idempotency::Answer;
use crate::records::reader::Reader;
use crate::records::request::RequestContext;
use crate::records::revisions;
use crate::records::revisions::queries::version;
use crate::{get, post, utoipa};

const NO_VERSION: &str = "The version that it is about is no longer in the history";
const PAUSED: &str = "The webhook is not active. Make it active first";

/// Mounts the operations, under `/api`.
pub(crate) fn routes(api: &mut Routes<'_>) {
    api.service(webhook_deliveries).service(webhook_delivery_replay);
}

/// The webhook and one of its deliveries, in a path.
type OfDelivery = (Id, String);

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct DeliveryParameters {
    /// The number of the page, from 1.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 1_000_000_000, default = 1)]
    page: Option<String>,
    /// How many deliveries a page has.
    #[param(value_type = Option<u8>, minimum = 1, maximum = 100, default = 20)]
    limit: Option<String>,
    /// Only those in this state: `pending`, `delivered` or `failed`.
    #[param(pattern = "^(pending|delivered|failed)$")]
    state: Option<String>,
}

/// A message to a webhook, and what has become of it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct WebhookDelivery {
    /// The identifier, which the message has in `webhook-id`.
    #[serde(rename = "_id")]
    id: Id,
    /// The type of the event: `units.updated`.
    event: String,
    /// The resource of the record.
    resource: String,
    /// The record.
    record_id: Id,
    /// The title that the record had then; null when the caller may not read it.
    title: Option<String>,
    /// What has become of it.
    state: DeliveryState,
    /// How often it was sent.
    attempts: i32,
    /// When it was sent last.
    last_at: Option<Timestamp>,
    /// The status of the last answer.
    last_status: Option<i32>,
    /// Why it was not accepted.
    last_error: Option<String>,
    /// When it is sent again.
    next_at: Option<Timestamp>,
    /// When it was made.
    created_at: Timestamp,
}

/// A page of deliveries.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct WebhookDeliveryPage {
    /// The newest first.
    items: Vec<WebhookDelivery>,
    /// The exact number of deliveries that match.
    #[schemars(range(min = 0))]
    total: i64,
    /// The number of this page, from 1.
    page: i64,
    /// How many deliveries a page has.
    limit: i64,
    /// The number of pages.
    total_pages: i64,
}

/// List the deliveries of a webhook
///
/// What was sent, and what became of it, the newest first. A delivery is stored for thirty days after its end.
#[get(
    "/backoffice/webhooks/{id:[0-9a-f]{24}}/deliveries",
    tag = "webhooks",
    permission = "webhooks:read",
    path(id = "The identifier of the webhook."),
    params(DeliveryParameters),
    response(200, "One page", WebhookDeliveryPage),
    problem(404, "The caller sees no such webhook")
)]
async fn webhook_deliveries(
    context: RequestContext,
    reader: Reader,
    id: web::Path<Id>,
    parameters: web::Query<DeliveryParameters>,
) -> Result<HttpResponse> {
    let DeliveryParameters { page, limit, state } = parameters.into_inner();
    let (page, limit) = page_and_limit(page, limit)?;
    let state = state.as_deref().map(state_called).transpose()?;
    let (core, by) = (Arc::clone(&context.core), context.by.clone());
    let read = move |conn: &mut Conn| {
        reader.must_read::<Webhooks>(conn, &id)?;
        must_be_allowed(conn, &core.records, &id, (&by, READ))?;
        let (rows, total) = queries::page(conn, &id, state, (limit, (page - 1) * limit))?;
        let items = rows.into_iter().map(|row| shown(conn, &core, row, &by));
        let items = items.collect::<Result<_>>()?;
        let total_pages = (total + limit - 1) / limit;
        Ok(WebhookDeliveryPage { items, total, page, limit, total_pages })
    };
    Ok(HttpResponse::Ok().json(context.read(read).await?))
}

/// Send a delivery again
///
/// The message is sent again at once, with the same `webhook-id`, and repeated for three days as a new one is. One that is
/// pending is sent without waiting any longer.
#[post(
    "/backoffice/webhooks/{id:[0-9a-f]{24}}/deliveries/{deliveryId}/replay",
    tag = "webhooks",
    permission = "webhooks:update",
    path(id = "The identifier of the webhook.", deliveryId = "The identifier of the delivery."),
    response(202, "The delivery, which is pending", WebhookDelivery),
    problem(404, "The caller sees no such webhook, or it has no such delivery"),
    problem(409, "The webhook is not active, or the version is no longer in the history")
)]
async fn webhook_delivery_replay(
    context: RequestContext,
    reader: Reader,
    path: web::Path<OfDelivery>,
) -> Result<HttpResponse> {
    let (webhook, delivery) = path.into_inner();
    let delivery = Id::parse(&delivery).ok_or(Error::NotFound)?;
    let core = Arc::clone(&context.core);
    context
        .write(&Value::Null, move |writing| {
            let (conn, by) = (&mut *writing.conn, writing.by);
            reader.must_read::<Webhooks>(conn, &webhook)?;
            must_be_allowed(conn, &core.records, &webhook, (by, UPDATE))?;
            if !queries::find(conn, &webhook)?.is_some_and(|webhook| webhook.active) {
                return Err(Error::conflict(PAUSED));
            }
            let row = queries::delivery(conn, &delivery)?;
            let row = row.filter(|row| row.webhook_id == webhook).ok_or(Error::NotFound)?;
            if version(conn, &row.resource, &row.record_id, row.version)?.is_none() {
                return Err(Error::conflict(NO_VERSION));
            }
            let now = Clock::read(conn)?.now;
            let is_ended = row.state != DeliveryState::Pending;
            let row = DeliveryRow {
                state: DeliveryState::Pending,
                attempts: if is_ended { 0 } else { row.attempts },
                begun_at: now,
                next_at: Some(now),
                ended_at: None,
                ..row
            };
            queries::store(conn, &row)?;
            Answer::json(StatusCode::ACCEPTED, &shown(conn, &core, row, by)?)
        })
        .await
}

fn state_called(word: &str) -> Result<DeliveryState> {
    let all = [DeliveryState::Pending, DeliveryState::Delivered, DeliveryState::Failed];
    let found = all.into_iter().find(|state| state.word() == word);
    found.ok_or_else(|| Error::Malformed("`state` may be pending, delivered, failed".into()))
}

/// Fails unless there is such a webhook, with which the user may do this.
fn must_be_allowed(
    conn: &mut Conn,
    records: &Records,
    id: &Id,
    allowed: (&Actor, &str),
) -> Result<()> {
    let entry = records.of::<Webhooks>()?;
    let view = entry.view(conn, id)?;
    records.must_be_allowed(conn, entry, &view, allowed)
}

/// Returns a delivery as a user sees it.
fn shown(conn: &mut Conn, core: &Core, row: DeliveryRow, by: &Actor) -> Result<WebhookDelivery> {
    let title = title(conn, core, &row, by)?;
    Ok(WebhookDelivery {
        id: row.id,
        event: row.event,
        resource: row.resource,
        record_id: row.record_id,
        title,
        state: row.state,
        attempts: row.attempts,
        last_at: row.last_at,
        last_status: row.last_status,
        last_error: row.last_error,
        next_at: row.next_at,
        created_at: row.created_at,
    })
}

/// Returns the title of a record in the version that a delivery is about; `None` when the user may not read it.
fn title(conn: &mut Conn, core: &Core, row: &DeliveryRow, by: &Actor) -> Result<Option<String>> {
    let Some(entry) = core.records.get(&row.resource) else { return Ok(None) };
    if !by.may(&core.policy, &row.resource, READ) {
        return Ok(None);
    }
    let revision = version(conn, &row.resource, &row.record_id, row.version)?;
    let Some(revision) = revision else { return Ok(None) };
    let (mut last, mut none) = (revisions::read(revision.after.or(revision.before))?, None);
    core.records.see_states(conn, entry, [&mut last, &mut none], by)?;
    Ok(last.map(|last| entry.title(&last)))
}
