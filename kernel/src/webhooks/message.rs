//! What a message says, with the rights that the maker of its webhook has when it is sent.

use serde::Serialize;
use serde_json::Value;

use super::queries::{DeliveryRow, WebhookRow};
use super::sending::Message;
use super::{UPDATE, WEBHOOKS};
use crate::auth;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::engine::policy::{Policy, READ};
use crate::records::Records;
use crate::records::actor::Actor;
use crate::records::core::Core;
use crate::records::events::{DELETED, Event};
use crate::records::revisions::queries::version;
use crate::records::revisions::{self, ChangedBy};
use crate::records::seen_by::differing;

const NO_VERSION: &str = "The version is no longer in the history";
pub(super) const NO_RIGHT: &str = "The maker of the webhook may not read this record";

/// The body of a message.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Body<'e> {
    #[serde(rename = "type")]
    event: &'e str,
    id: &'e Id,
    at: Timestamp,
    resource: &'e str,
    record_id: &'e Id,
    version: i32,
    request_id: Option<&'e str>,
    actor: Option<ChangedBy>,
    record: Option<Value>,
    changed: Vec<String>,
}

/// What becomes of a delivery that is due.
pub(super) enum Prepared {
    Ready(Message),
    /// It cannot be sent any more.
    Never(&'static str),
    /// It cannot be sent now.
    Failed(&'static str),
}

/// Returns the user whose rights decide what a webhook is sent; `None` when the account is locked, or may neither make nor
/// change webhooks any more.
pub(super) fn maker(
    conn: &mut Conn,
    policy: &Policy,
    webhook: &WebhookRow,
) -> Result<Option<Actor>> {
    let maker = auth::unlocked_actor(conn, &webhook.maker_id, policy)?;
    let may =
        |maker: &Actor| ["create", UPDATE].iter().any(|action| maker.may(policy, WEBHOOKS, action));
    Ok(maker.filter(may))
}

/// Returns whether a user may read what an event is about: the record as it became, or as it was before its deletion.
pub(super) fn is_readable(
    conn: &mut Conn,
    (records, policy): (&Records, &Policy),
    event: &Event,
    by: &Actor,
) -> Result<bool> {
    let resource = &event.revision.resource;
    let Some(entry) = records.get(resource) else { return Ok(false) };
    if !by.may(policy, resource, READ) {
        return Ok(false);
    }
    match event.last_state()? {
        Some(view) => records.may_read(conn, entry, &view, by),
        None => Ok(false),
    }
}

/// Reads what a delivery says, with the rights of the maker of its webhook.
pub(super) fn prepare(
    conn: &mut Conn,
    core: &Core,
    (webhook, maker): (&WebhookRow, Option<&Actor>),
    delivery: &DeliveryRow,
) -> Result<Prepared> {
    let DeliveryRow { resource, record_id, version: number, .. } = delivery;
    let Some(revision) = version(conn, resource, record_id, *number)? else {
        return Ok(Prepared::Never(NO_VERSION));
    };
    let event = Event { number: delivery.number, revision };
    let Some(maker) = maker else { return Ok(Prepared::Never(NO_RIGHT)) };
    if !is_readable(conn, (&core.records, &core.policy), &event, maker)? {
        return Ok(Prepared::Never(NO_RIGHT));
    }
    let body = body(conn, &core.records, delivery, event, maker)?;
    let seconds = Timestamp::now().seconds();
    let signature = webhook.secret().signature(delivery.id.as_str(), seconds, &body)?;
    let (url, id) = (webhook.url.clone(), delivery.id.to_string());
    Ok(Prepared::Ready(Message { url, id, seconds, signature, body }))
}

fn body(
    conn: &mut Conn,
    records: &Records,
    delivery: &DeliveryRow,
    event: Event,
    maker: &Actor,
) -> Result<String> {
    let is_deletion = event.kind() == DELETED;
    let revision = event.revision;
    let entry = records.get(&revision.resource).ok_or(Error::NotFound)?;
    let (mut before, mut after) =
        (revisions::read(revision.before)?, revisions::read(revision.after)?);
    records.see_states(conn, entry, [&mut before, &mut after], maker)?;
    let mut actor = Some(ChangedBy { id: revision.actor_id, name: revision.actor_name });
    records.see_actor(conn, &mut actor, maker)?;
    let body = Body {
        event: &delivery.event,
        id: &delivery.id,
        at: revision.at,
        resource: &revision.resource,
        record_id: &revision.record_id,
        version: revision.version,
        request_id: revision.request_id.as_deref(),
        actor,
        changed: differing(before.as_ref(), after.as_ref(), entry.info().id),
        record: after.filter(|_| !is_deletion),
    };
    serde_json::to_string(&body).map_err(Error::internal)
}
