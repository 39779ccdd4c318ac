//! Metrics of the running process, in the text format of Prometheus.
//!
//! Label values are fixed words of the product: the operations of the document and a few more,
//! statuses, outcomes. None comes from a request, because a client could then create as many time
//! series as there are paths.

pub(crate) mod exposition;
mod of_events;

use std::sync::{Arc, LazyLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use actix_web::http::StatusCode;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{
    DescriptorEncoder, EncodeLabelSet, EncodeLabelValue, EncodeMetric, LabelValueEncoder,
};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use crate::base::error::{Error, Result};
use crate::db::{Database, ReplicaReads};
use crate::engine::columns::ColumnCache;
pub(crate) use of_events::{WebhookOutcome, live_connection, webhook_delivery, webhooks_pending};

/// The upper bounds of the buckets of the request duration, in seconds.
const BUCKETS: [f64; 13] =
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// Responses counted as refusals, by their status.
const REFUSALS: [(StatusCode, &str); 7] = [
    (StatusCode::UNAUTHORIZED, "unauthenticated"),
    (StatusCode::FORBIDDEN, "forbidden"),
    (StatusCode::REQUEST_TIMEOUT, "too_slow"),
    (StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
    (StatusCode::TOO_MANY_REQUESTS, "too_often"),
    (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
    (StatusCode::INSUFFICIENT_STORAGE, "disk_full"),
];

/// The name of a request in metrics and log: the id of an operation of the document, or one of a
/// few words.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Called(Arc<str>);

impl From<&str> for Called {
    fn from(name: &str) -> Self {
        Self(name.into())
    }
}

impl std::fmt::Display for Called {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl EncodeLabelValue for Called {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> std::fmt::Result {
        self.0.encode(encoder)
    }
}

/// The outcome of an attempt to sign in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SignIn {
    /// Signed in with a password.
    Ok,
    /// The email or the password was wrong.
    Wrong,
    /// The account is locked.
    Locked,
    /// The rate limit was exceeded.
    Limited,
    /// Signed in with an identity provider.
    ProviderOk,
    /// An identity provider was used, and sign-in failed.
    ProviderFailed,
}

impl SignIn {
    /// In the order of the variants.
    const WORDS: [&str; 6] = ["ok", "wrong", "locked", "limited", "provider_ok", "provider_failed"];
}

/// What became of a mail that was due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MailEnd {
    /// The server accepted it.
    Sent,
    /// The server did not accept it, and it is sent again later.
    Postponed,
    /// It was given up after the last attempt.
    Failed,
    /// It was for no one any more.
    Dropped,
}

impl MailEnd {
    /// In the order of the variants.
    const WORDS: [&str; 4] = ["sent", "postponed", "failed", "dropped"];
}

/// Counters by one label with few values.
type Counts = Family<[(&'static str, &'static str); 1], Counter>;

/// Sign-in and the policy have no access to [`Metrics`]; their counters belong to the whole
/// process.
static SIGN_INS: LazyLock<Counts> = LazyLock::new(|| from_zero("outcome", SignIn::WORDS));
static MAILS: LazyLock<Counts> = LazyLock::new(|| from_zero("outcome", MailEnd::WORDS));
static POLICY_LOADS: LazyLock<Counts> =
    LazyLock::new(|| from_zero("outcome", ["loaded", "refused"]));

/// Counts an attempt to sign in.
pub(crate) fn sign_in(outcome: SignIn) {
    SIGN_INS.get_or_create(&[("outcome", SignIn::WORDS[outcome as usize])]).inc();
}

/// Counts a mail that was due.
pub(crate) fn mail(end: MailEnd) {
    MAILS.get_or_create(&[("outcome", MailEnd::WORDS[end as usize])]).inc();
}

/// Counts a policy that was loaded, or rejected so that the previous one stays in force.
pub(crate) fn policy_load(loaded: bool) {
    let outcome = if loaded { "loaded" } else { "refused" };
    POLICY_LOADS.get_or_create(&[("outcome", outcome)]).inc();
}

/// Makes counters that exist from the start: the rate of a series that begins with its first event
/// misses that event.
fn from_zero<const N: usize>(label: &'static str, values: [&'static str; N]) -> Counts {
    let counts = Counts::default();
    for value in values {
        drop(counts.get_or_create(&[(label, value)]));
    }
    counts
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    operation: Called,
    status: u16,
}

/// Request durations, by operation.
type Durations = Family<[(&'static str, Called); 1], Histogram, fn() -> Histogram>;

/// The metrics of one product.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    durations: Durations,
    in_flight: Gauge,
    connections: Gauge,
    connections_refused: Counter,
    refusals: Counts,
}

impl Metrics {
    pub(crate) fn new(db: &Database, columns: &Arc<ColumnCache>) -> Self {
        let mut all = Registry::default();
        let metrics = all.sub_registry_with_prefix("mizan");
        let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        metrics.register("build", "The product at work", version);
        let requests = Family::default();
        metrics.register("requests", "Answers by operation and status", requests.clone());
        let durations = Durations::new_with_constructor(|| Histogram::new(BUCKETS));
        metrics.register_with_unit(
            "request_duration",
            "What answering took, without sending the body",
            Unit::Seconds,
            durations.clone(),
        );
        let in_flight = Gauge::default();
        metrics.register("requests_in_flight", "Requests being answered", in_flight.clone());
        let connections = Gauge::default();
        metrics.register("http_connections", "Connections of clients", connections.clone());
        let connections_refused = Counter::default();
        metrics.register(
            "http_connections_refused",
            "Connections of addresses that had too many",
            connections_refused.clone(),
        );
        let refusals = from_zero("reason", REFUSALS.map(|(_, reason)| reason));
        metrics.register("refusals", "Refusals by reason", refusals.clone());
        metrics.register("sign_ins", "Attempts to sign in by outcome", SIGN_INS.clone());
        metrics.register("mails", "Mails that were due by outcome", MAILS.clone());
        metrics.register("policy_loads", "Loads of the policy by outcome", POLICY_LOADS.clone());
        of_events::register(metrics);
        metrics.register_collector(Box::new(OfDatabase(db.clone())));
        metrics.register_collector(Box::new(OfColumns(Arc::clone(columns))));
        all.register_collector(Box::new(OfProcess { started: since_epoch() }));
        Self {
            registry: all,
            requests,
            durations,
            in_flight,
            connections,
            connections_refused,
            refusals,
        }
    }

    /// Counts a request in flight, until the returned value is dropped.
    pub(crate) fn request(&self) -> OpenConnection {
        OpenConnection::new(&self.in_flight)
    }

    /// Counts an open connection, until the returned value is dropped.
    pub(crate) fn connection(&self) -> OpenConnection {
        OpenConnection::new(&self.connections)
    }

    /// Returns the number of open client connections.
    pub(crate) fn connections(&self) -> i64 {
        self.connections.get()
    }

    /// Counts a rejected connection.
    pub(crate) fn connection_refused(&self) {
        self.connections_refused.inc();
    }

    /// Counts a response.
    pub(crate) fn answered(&self, operation: &Called, status: StatusCode, took: Duration) {
        let labels = RequestLabels { operation: operation.clone(), status: status.as_u16() };
        self.requests.get_or_create(&labels).inc();
        let duration = self.durations.get_or_create(&[("operation", labels.operation)]);
        duration.observe(took.as_secs_f64());
        if let Some((_, reason)) = REFUSALS.iter().find(|(refusal, _)| *refusal == status) {
            self.refusals.get_or_create(&[("reason", reason)]).inc();
        }
    }

    /// Encodes all metrics as OpenMetrics.
    pub(crate) fn text(&self) -> Result<String> {
        let mut text = String::new();
        encode(&mut text, &self.registry).map_err(Error::internal)?;
        Ok(text)
    }
}

/// Increments a gauge, and decrements it on drop.
pub(crate) struct OpenConnection(Gauge);

impl OpenConnection {
    fn new(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// The statistics of the database, collected on each scrape.
struct OfDatabase(Database);

impl std::fmt::Debug for OfDatabase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("OfDatabase")
    }
}

impl Collector for OfDatabase {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> std::fmt::Result {
        let shared = self.0.in_use();
        let mut gauge = |name: &str, help: &str, value: u64| {
            encode_metric(&mut encoder, name, help, None, &ConstGauge::new(value))
        };
        gauge(
            "database_connections_idle",
            "Open connections that nobody uses.",
            shared.idle.into(),
        )?;
        gauge("database_connections_busy", "Connections in use.", shared.busy.into())?;
        gauge("database_connections_max", "The most connections.", shared.max.into())?;
        gauge("database_waiting", "Requests that wait for a connection.", shared.waiting)?;
        let long = self.0.long_in_use();
        gauge("long_reads_busy", "Reads that take long and are running.", long.busy.into())?;
        gauge("long_reads_waiting", "Reads that take long and wait for room.", long.waiting)?;
        if let Some(writer) = self.0.written() {
            gauge("writer_queue", "Writes that wait for their commit.", writer.waiting())?;
        }
        let mut counter = |name: &str, help: &str, value: u64| {
            encode_metric(&mut encoder, name, help, None, &ConstCounter::new(value))
        };
        if let Some(ReplicaReads { answered, fallbacks }) = self.0.replica_reads() {
            counter("replica_reads", "Reads that replicas answered.", answered)?;
            let help = "Reads that the primary answered in place of a replica.";
            counter("replica_fallbacks", help, fallbacks)?;
        }
        counter("database_waits", "Requests that had to wait for a connection.", shared.waits)?;
        if let Some(writer) = self.0.written() {
            counter("writer_writes", "Writes that were settled.", writer.writes())?;
            counter("writer_commits", "Commits that these took.", writer.commits())?;
        }
        Ok(())
    }
}

/// The memory that columns of tables take, collected on each scrape.
#[derive(Debug)]
struct OfColumns(Arc<ColumnCache>);

impl Collector for OfColumns {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> std::fmt::Result {
        let (help, unit) = ("Memory of the columns of a table.", Some(&Unit::Bytes));
        let kind = MetricType::Gauge;
        let mut family = encoder.encode_descriptor("columns", help, unit, kind)?;
        for (table, bytes) in self.0.bytes() {
            let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
            ConstGauge::new(bytes).encode(family.encode_family(&[("table", table)])?)?;
        }
        let most = ConstGauge::new(u64::try_from(self.0.most_bytes()).unwrap_or(u64::MAX));
        encode_metric(&mut encoder, "columns_max", "The most memory of columns.", unit, &most)?;
        let help = "Columns that were evicted, or not loaded, for lack of room.";
        let evicted = ConstCounter::new(self.0.evicted());
        encode_metric(&mut encoder, "columns_evicted", help, None, &evicted)
    }
}

/// The metrics of the process, under the conventional names.
#[derive(Debug)]
struct OfProcess {
    started: f64,
}

impl Collector for OfProcess {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> std::fmt::Result {
        let (help, started) = ("When the process started.", ConstGauge::new(self.started));
        encode_metric(&mut encoder, "process_start_time", help, Some(&Unit::Seconds), &started)?;
        if let Some(resident) = resident_bytes() {
            let (help, resident) = ("Memory that the process holds.", ConstGauge::new(resident));
            encode_metric(
                &mut encoder,
                "process_resident_memory",
                help,
                Some(&Unit::Bytes),
                &resident,
            )?;
        }
        Ok(())
    }
}

fn encode_metric(
    encoder: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    unit: Option<&Unit>,
    metric: &impl EncodeMetric,
) -> std::fmt::Result {
    metric.encode(encoder.encode_descriptor(name, help, unit, metric.metric_type())?)
}

fn since_epoch() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
}

/// Reads the resident memory of this process from Linux: a line such as `VmRSS:  51200 kB`.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim_end().parse().ok()?;
    Some(kilobytes * 1024)
}
