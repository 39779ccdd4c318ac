//! Makes the deliveries of events: one for each active webhook that wants the event, and whose maker may read the record.

use std::collections::HashMap;
use std::sync::Arc;

use super::message::{is_readable, maker};
use super::queries::{self, DeliveryRow, DeliveryState, WebhookRow};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::{Clock, Conn};
use crate::records::actor::Actor;
use crate::records::core::Core;
use crate::records::events::{Consumer, Event, Portion};

/// Makes the deliveries of the next events. Returns whether more may follow at once.
pub(super) async fn fan_out(core: &Arc<Core>, consumer: &Consumer) -> Result<bool> {
    let Some(portion) = consumer.next(&core.db, &core.events.horizon).await? else {
        return Ok(false);
    };
    let is_full = portion.is_full;
    let inner = Arc::clone(core);
    // The rights of makers are read before the transaction, so that no other write waits for that.
    let decided = move |conn: &mut Conn| {
        let deliveries = deliveries(conn, &inner, &portion)?;
        Ok((portion, deliveries))
    };
    let (portion, deliveries) = core.db.read_patiently(decided).await?;
    let store = move |conn: &mut Conn| {
        portion.pass(conn)?;
        queries::insert_deliveries(conn, &deliveries)
    };
    core.db.write(store).await?;
    Ok(is_full)
}

/// Returns whether a webhook wants events of this type.
fn wants(webhook: &WebhookRow, event: &Event) -> bool {
    let (exact, all) = (event.type_name(), format!("{}.*", event.revision.resource));
    webhook.events.0.iter().any(|wanted| *wanted == exact || *wanted == all || wanted == "*")
}

fn deliveries(conn: &mut Conn, core: &Core, portion: &Portion) -> Result<Vec<DeliveryRow>> {
    let webhooks = queries::active(conn)?;
    let now = Clock::read(conn)?.now;
    let mut makers: HashMap<Id, Option<Actor>> = HashMap::new();
    let mut deliveries = Vec::new();
    for event in &portion.events {
        let wanting = webhooks
            .iter()
            .filter(|one| one.active_since <= event.revision.at && wants(one, event));
        for webhook in wanting {
            if !makers.contains_key(&webhook.maker_id) {
                let maker = maker(conn, &core.policy, webhook)?;
                makers.insert(webhook.maker_id.clone(), maker);
            }
            let Some(Some(by)) = makers.get(&webhook.maker_id) else { continue };
            match is_readable(conn, (&core.records, &core.policy), event, by) {
                Ok(true) => deliveries.push(delivery(webhook, event, now)),
                Ok(false) => {}
                Err(error) if error.is_passing() || matches!(error, Error::DiskFailed) => {
                    return Err(error);
                }
                // One that cannot be read must not stop all that follow.
                Err(error) => {
                    tracing::error!(number = event.number, %error, "an event is not sent to webhooks");
                }
            }
        }
    }
    Ok(deliveries)
}

fn delivery(webhook: &WebhookRow, event: &Event, now: crate::base::time::Timestamp) -> DeliveryRow {
    DeliveryRow {
        id: Id::new(),
        webhook_id: webhook.id.clone(),
        number: event.number,
        resource: event.revision.resource.clone(),
        record_id: event.revision.record_id.clone(),
        version: event.revision.version,
        event: event.type_name(),
        state: DeliveryState::Pending,
        attempts: 0,
        created_at: now,
        begun_at: now,
        last_at: None,
        last_status: None,
        last_error: None,
        next_at: Some(now),
        lease_until: None,
        ended_at: None,
    }
}
