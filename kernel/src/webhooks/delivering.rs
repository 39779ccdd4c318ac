//! Sends the deliveries that are due. A process takes one by a lease, so that another one sends it again if it is killed;
//! what it stores afterwards is dropped if its lease has ended meanwhile and another process has gone on.

use std::collections::HashMap;
use std::sync::Arc;

use super::message::{NO_RIGHT, Prepared, maker, prepare};
use super::queries::{self, DeliveryRow, DeliveryState};
use super::sending::{Outcome, Sender};
use crate::auth::report_failure;
use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Clock, Conn};
use crate::engine::metrics::{WebhookOutcome, webhook_delivery};
use crate::records::actor::Actor;
use crate::records::core::Core;

/// For how many seconds a process has a delivery: longer than sending it may take.
const LEASE: i64 = 30;

/// The seconds from one attempt to the next; the last one is repeated.
const PAUSES: [i64; 7] = [30, 50, 5 * 60, 15 * 60, 60 * 60, 3 * 60 * 60, 6 * 60 * 60];

/// For how many seconds administrators are not informed again of failures of one webhook: a day.
const SILENT: i64 = 24 * 60 * 60;

/// Why a message was not sent that could not be made.
const UNMADE: &str = "The message could not be made";

/// For how many seconds a message is repeated: three days.
const REPEATED: i64 = 3 * 24 * 60 * 60;

/// A delivery that this process has until then.
pub(super) struct Taken {
    pub(super) id: Id,
    pub(super) webhook: Id,
    until: Timestamp,
}

/// What came of a delivery that this process had until then.
#[derive(Clone)]
pub(super) struct Attempted {
    id: Id,
    until: Timestamp,
    outcome: Outcome,
    /// It cannot be sent any more.
    is_final: bool,
}

impl Attempted {
    /// Whether the receiver has accepted it.
    pub(super) fn is_accepted(&self) -> bool {
        self.outcome.error.is_none()
    }
}

/// Stores what came of deliveries, and takes those that are due, in one transaction: they begin at another webhook each
/// `turn`, so that those at the end of the list have theirs. `free` returns how many more may be sent to a webhook when so
/// many were taken in this round.
pub(super) async fn exchange(
    core: &Core,
    attempted: Vec<Attempted>,
    turn: usize,
    free: impl Fn(&Id, usize) -> usize + Send + 'static,
) -> Result<Vec<Taken>> {
    let due = core.db.read_patiently(move |conn| due(conn, turn, free)).await?;
    if attempted.is_empty() && due.is_empty() {
        return Ok(Vec::new());
    }
    let write = move |conn: &mut Conn| {
        let now = Clock::read(conn)?.now;
        let stored = store(conn, attempted, now)?;
        let until = now.plus_seconds(LEASE);
        let mut taken = Vec::new();
        for (id, webhook) in due {
            if queries::lease(conn, &id, now, until)? {
                taken.push(Taken { id, webhook, until });
            }
        }
        Ok((stored, taken))
    };
    let (stored, taken) = core.db.write(write).await?;
    for state in stored {
        webhook_delivery(match state {
            DeliveryState::Pending => WebhookOutcome::Repeated,
            DeliveryState::Delivered => WebhookOutcome::Delivered,
            DeliveryState::Failed => WebhookOutcome::Failed,
        });
    }
    Ok(taken)
}

/// Returns deliveries that are due, each with its webhook.
fn due(conn: &mut Conn, turn: usize, free: impl Fn(&Id, usize) -> usize) -> Result<Vec<(Id, Id)>> {
    let now = Clock::read(conn)?.now;
    let mut due = Vec::new();
    let mut webhooks = queries::active(conn)?;
    let first = turn.checked_rem(webhooks.len()).unwrap_or_default();
    webhooks.rotate_left(first);
    for webhook in webhooks {
        let most = free(&webhook.id, due.len());
        if most > 0 {
            let ids = queries::due(conn, &webhook.id, now, most)?;
            due.extend(ids.into_iter().map(|id| (id, webhook.id.clone())));
        }
    }
    // Processes that take the same ones wait for each other, not both at once.
    due.sort_unstable();
    Ok(due)
}

/// Returns what deliveries say, each with its identifier. Those whose webhook was deleted or is not active any more are left
/// out.
pub(super) async fn read(core: &Arc<Core>, taken: &[Taken]) -> Result<HashMap<Id, Prepared>> {
    let ids: Vec<Id> = taken.iter().map(|one| one.id.clone()).collect();
    let inner = Arc::clone(core);
    core.db.read_patiently(move |conn| prepare_all(conn, &inner, &ids)).await
}

fn prepare_all(conn: &mut Conn, core: &Core, ids: &[Id]) -> Result<HashMap<Id, Prepared>> {
    let webhooks = queries::active(conn)?;
    let mut makers: HashMap<Id, Option<Actor>> = HashMap::new();
    let mut all = HashMap::new();
    for row in queries::deliveries(conn, ids)? {
        let Some(webhook) = webhooks.iter().find(|webhook| webhook.id == row.webhook_id) else {
            continue;
        };
        if !makers.contains_key(&webhook.id) {
            makers.insert(webhook.id.clone(), maker(conn, &core.policy, webhook)?);
        }
        let by = makers.get(&webhook.id).and_then(Option::as_ref);
        let prepared = match prepare(conn, core, (webhook, by), &row) {
            Ok(prepared) => prepared,
            Err(error) if error.is_passing() => return Err(error),
            Err(error) => {
                let DeliveryRow { id, .. } = &row;
                tracing::error!(%id, %error, "a message of a webhook could not be made");
                Prepared::Failed(UNMADE)
            }
        };
        all.insert(row.id, prepared);
    }
    Ok(all)
}

/// Sends a delivery. Returns `None` if it is to be sent again once another process may take it.
pub(super) async fn attempt(
    sender: &Sender,
    Taken { id, until, .. }: Taken,
    prepared: Prepared,
) -> Option<Attempted> {
    let (outcome, is_final) = match prepared {
        Prepared::Never(reason) => (Outcome::unsent(reason), true),
        Prepared::Failed(reason) => (Outcome::unsent(reason), false),
        Prepared::Ready(message) => match sender.send(message).await {
            Ok(outcome) => (outcome, false),
            Err(error) => {
                tracing::warn!(%id, %error, "a message was not sent; it will be sent again");
                return None;
            }
        },
    };
    Some(Attempted { id, until, outcome, is_final })
}

/// Stores what came of deliveries. Returns the new states of those that no other process has taken meanwhile.
fn store(conn: &mut Conn, attempted: Vec<Attempted>, now: Timestamp) -> Result<Vec<DeliveryState>> {
    if attempted.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<Id> = attempted.iter().map(|one| one.id.clone()).collect();
    let rows = queries::deliveries(conn, &ids)?;
    let mut rows: HashMap<Id, DeliveryRow> =
        rows.into_iter().map(|row| (row.id.clone(), row)).collect();
    let mut states = Vec::new();
    for Attempted { id, until, outcome, is_final } in attempted {
        let own = rows
            .remove(&id)
            .filter(|row| row.state == DeliveryState::Pending && row.lease_until == Some(until));
        let Some(row) = own else { continue };
        let row = after(row, outcome, is_final, now);
        queries::store(conn, &row)?;
        if row.state == DeliveryState::Failed {
            notify_administrators(conn, &row, now)?;
        }
        states.push(row.state);
    }
    Ok(states)
}

/// Returns a delivery after an attempt.
fn after(row: DeliveryRow, outcome: Outcome, is_final: bool, now: Timestamp) -> DeliveryRow {
    let attempts = row.attempts + i32::from(!is_final);
    let next_at = now.plus_seconds(pause(attempts, &row.id));
    let is_over = is_final || next_at > row.begun_at.plus_seconds(REPEATED);
    let state = match outcome.error {
        None => DeliveryState::Delivered,
        Some(_) if is_over => DeliveryState::Failed,
        Some(_) => DeliveryState::Pending,
    };
    let is_pending = state == DeliveryState::Pending;
    DeliveryRow {
        state,
        attempts,
        last_at: Some(now),
        last_status: outcome.status,
        last_error: outcome.error,
        next_at: is_pending.then_some(next_at),
        lease_until: None,
        ended_at: (!is_pending).then_some(now),
        ..row
    }
}

/// Returns the seconds until a delivery is tried again, up to a tenth more or less, so that those that failed together do
/// not come together again.
fn pause(attempts: i32, id: &Id) -> i64 {
    let at = usize::try_from(attempts - 1).unwrap_or_default().min(PAUSES.len() - 1);
    let spread = i64::from(Id::bytes_of(id.as_str()).map_or(128, |bytes| bytes[11])) - 128;
    PAUSES[at] + PAUSES[at] * spread / 1_280
}

/// Informs the administrators of a delivery that has failed for good, once a day for each webhook. That its maker has lost
/// a right is no failure of the receiver.
fn notify_administrators(conn: &mut Conn, row: &DeliveryRow, now: Timestamp) -> Result<()> {
    let DeliveryRow { id, webhook_id, event, last_error, .. } = row;
    let error = last_error.as_deref().unwrap_or_default();
    tracing::warn!(%id, %webhook_id, event, error, "a delivery of a webhook has failed");
    if error == NO_RIGHT || queries::has_failed(conn, row, now.plus_seconds(-SILENT), NO_RIGHT)? {
        return Ok(());
    }
    let text = format!("A webhook was not sent {event}, and will not be again: {error}");
    report_failure(conn, &text, (Some("webhooks"), Some(webhook_id)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_the_first_repeats_are_within_a_minute() {
        for _ in 0..50 {
            let id = Id::new();
            let pauses: Vec<i64> = (1..10).map(|attempts| pause(attempts, &id)).collect();
            assert!((27..=33).contains(&pauses[0]), "{pauses:?}");
            assert!((45..=55).contains(&pauses[1]), "{pauses:?}");
            assert!(pauses.is_sorted(), "{pauses:?}");
            assert!((19_440..=23_760).contains(&pauses[8]), "{pauses:?}");
        }
    }
}
