//! The settings of a running product.

use std::net::SocketAddr;
use std::path::PathBuf;

use ipnet::IpNet;

use super::OidcProvider;
use super::database::DatabaseUrl;
use super::media::MediaSettings;
use super::of_modules::Settings;
use crate::base::host;

/// The settings of a running product.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where the records are.
    pub database: DatabaseUrl,
    /// The address to listen on.
    pub listen: SocketAddr,
    /// How browsers reach the product, without a slash at the end.
    pub public_url: String,
    /// What goes to the log: `warn` for what went wrong, `info` for every request as well.
    pub log: tracing::Level,
    /// A file that stands instead of the policy which the product brings.
    pub policy: Option<PathBuf>,
    /// Where forwarding headers are believed from.
    pub trusted_proxies: Vec<IpNet>,
    /// Who may read the figures at `/metrics`.
    pub metrics_from: Vec<IpNet>,
    /// For how long a process that is told to stop still takes requests.
    pub drain_seconds: u64,
    /// How many connections to the database there are at most for quick work; on SQLite, how many
    /// readers. Sign-in, long reads and exports have a few of their own.
    pub connections: u32,
    /// How many reads that take long, such as the explorer's, run at the same time.
    pub long_reads: u32,
    /// How many seconds anybody's read may take.
    pub long_read_seconds: u64,
    /// How many connections of clients one address may have open.
    pub connections_per_address: usize,
    /// Where images are stored, and how large they may be.
    pub media: MediaSettings,
    /// The identity providers that people may sign in with, beside their passwords.
    pub oidc: Vec<OidcProvider>,
    /// What is set of modules.
    pub of_modules: Settings,
}

/// How many seconds anybody's read may take, unless it is set.
pub(crate) const LONG_READ_SECONDS: u64 = 30;

impl Config {
    /// Nothing set yet, not even by default.
    pub(super) fn blank() -> Self {
        Self {
            database: DatabaseUrl::Sqlite(PathBuf::new()),
            listen: ([127, 0, 0, 1], 0).into(),
            public_url: String::new(),
            log: tracing::Level::WARN,
            policy: None,
            trusted_proxies: Vec::new(),
            metrics_from: Vec::new(),
            drain_seconds: 0,
            connections: 1,
            long_reads: 1,
            long_read_seconds: LONG_READ_SECONDS,
            connections_per_address: 1,
            media: MediaSettings::blank(),
            oidc: Vec::new(),
            of_modules: Settings::default(),
        }
    }

    /// Whether cookies can do without `Secure`: only on this very machine.
    pub fn is_loopback_http(&self) -> bool {
        host::is_loopback_http(&self.public_url)
    }

    /// Whether browsers reach the product by https.
    pub(crate) fn is_https(&self) -> bool {
        self.public_url.starts_with("https://")
    }

    /// The setting by which others than this machine reach the product, as `listen is 0.0.0.0:80`;
    /// `None` when there is none.
    pub(crate) fn reachable_by(&self) -> Option<String> {
        if !self.listen.ip().to_canonical().is_loopback() {
            return Some(format!("listen is {}", self.listen));
        }
        if !host::is_loopback(&self.public_url) {
            return Some(format!("public_url is {}", self.public_url));
        }
        (!self.trusted_proxies.is_empty()).then(|| "trusted_proxies is set".to_owned())
    }
}

/// How many processors there are for this process.
pub(crate) fn processors() -> u32 {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    u32::try_from(processors).unwrap_or(u32::MAX)
}
