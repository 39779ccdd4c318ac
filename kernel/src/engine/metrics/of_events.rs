//! The metrics of what is done with events. What does it has no access to [`Metrics`](super::Metrics): these belong to the
//! whole process.

use std::sync::LazyLock;

use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use super::{Counts, OpenConnection, from_zero};

static LIVE_CONNECTIONS: LazyLock<Gauge> = LazyLock::new(Gauge::default);
static DELIVERIES: LazyLock<Counts> = LazyLock::new(|| from_zero("outcome", WebhookOutcome::WORDS));
static PENDING: LazyLock<Gauge> = LazyLock::new(Gauge::default);

/// What came of an attempt to deliver a message to a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WebhookOutcome {
    Delivered,
    /// It will be sent again.
    Repeated,
    /// It will not be sent again.
    Failed,
}

impl WebhookOutcome {
    /// In the order of the variants.
    const WORDS: [&str; 3] = ["delivered", "repeated", "failed"];
}

/// Registers them.
pub(super) fn register(metrics: &mut Registry) {
    metrics.register(
        "live_connections",
        "Connections over which clients follow changes",
        LIVE_CONNECTIONS.clone(),
    );
    metrics.register(
        "webhook_deliveries",
        "Attempts to deliver messages to webhooks by outcome",
        DELIVERIES.clone(),
    );
    metrics.register(
        "webhook_deliveries_pending",
        "Messages to webhooks that wait to be sent",
        PENDING.clone(),
    );
}

/// Counts a connection over which a client follows changes, until the returned value is dropped.
pub(crate) fn live_connection() -> OpenConnection {
    OpenConnection::new(&LIVE_CONNECTIONS)
}

/// Counts an attempt to deliver a message to a webhook.
pub(crate) fn webhook_delivery(outcome: WebhookOutcome) {
    let word = WebhookOutcome::WORDS[outcome as usize];
    DELIVERIES.get_or_create(&[("outcome", word)]).inc();
}

/// Sets the number of messages that wait to be delivered, or to be sent again.
pub(crate) fn webhooks_pending(count: i64) {
    PENDING.set(count);
}
