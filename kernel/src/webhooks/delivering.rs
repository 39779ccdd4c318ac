//! Sends the deliveries that are due. A process takes one by a lease, so that another one sends it again if it is killed;
//! what it stores afterwards is dropped if its lease has ended meanwhile and another process has gone on.

use std::sync::Arc;

use super::message::{NO_RIGHT, Prepared, prepare};
use super::queries::{self, DeliveryRow, DeliveryState};
use super::sending::{Outcome, Sender};
use crate::auth::report_failure;
use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Clock, Conn};
use crate::engine::metrics::{WebhookOutcome, webhook_delivery};
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

/// A delivery that this process sends.
pub(super) struct Claimed {
    id: Id,
    pub(super) webhook: Id,
    /// Until when it has it.
    until: Timestamp,
}

/// Takes deliveries that are due, beginning at another webhook each `turn`, so that those at the end of the list have
/// theirs. `free` returns how many more may be sent to a webhook when so many were taken in this round.
pub(super) async fn claim(
    core: &Core,
    turn: usize,
    free: impl Fn(&Id, usize) -> usize + Send + 'static,
) -> Result<Vec<Claimed>> {
    let due = move |conn: &mut Conn| {
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
        Ok(due)
    };
    let due = core.db.read_patiently(due).await?;
    if due.is_empty() {
        return Ok(Vec::new());
    }
    let take = move |conn: &mut Conn| {
        let now = Clock::read(conn)?.now;
        let until = now.plus_seconds(LEASE);
        let mut claimed = Vec::new();
        for (id, webhook) in due {
            if queries::lease(conn, &id, now, until)? {
                claimed.push(Claimed { id, webhook, until });
            }
        }
        Ok(claimed)
    };
    core.db.write(take).await
}

/// Sends a delivery, and stores what came of it. Returns whether the receiver has accepted it.
pub(super) async fn deliver(core: &Arc<Core>, sender: &Sender, claimed: Claimed) -> Result<bool> {
    let Claimed { id, until, .. } = claimed;
    let (inner, of) = (Arc::clone(core), id.clone());
    let prepared = core.db.read_patiently(move |conn| prepare(conn, &inner, &of)).await;
    let (outcome, is_final) = match prepared {
        Ok(Prepared::Nothing) => return Ok(false),
        Ok(Prepared::Never(reason)) => (Outcome::unsent(reason), true),
        Ok(Prepared::Ready(message)) => (sender.send(message).await?, false),
        Err(error) if error.is_passing() => return Err(error),
        Err(error) => {
            tracing::error!(%id, %error, "a message of a webhook could not be made");
            (Outcome::unsent(UNMADE), false)
        }
    };
    let store = move |conn: &mut Conn| {
        let now = Clock::read(conn)?.now;
        let row = queries::delivery(conn, &id)?;
        let own =
            row.filter(|row| row.state == DeliveryState::Pending && row.lease_until == Some(until));
        let Some(row) = own else { return Ok(None) };
        let row = after(row, outcome, is_final, now);
        queries::store(conn, &row)?;
        if row.state == DeliveryState::Failed {
            notify_administrators(conn, &row, now)?;
        }
        Ok(Some(row.state))
    };
    // Written also when many wait: otherwise the message is sent once more.
    let state = core.db.write_patiently(store).await?;
    if let Some(state) = state {
        webhook_delivery(match state {
            DeliveryState::Pending => WebhookOutcome::Repeated,
            DeliveryState::Delivered => WebhookOutcome::Delivered,
            DeliveryState::Failed => WebhookOutcome::Failed,
        });
    }
    Ok(state == Some(DeliveryState::Delivered))
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
