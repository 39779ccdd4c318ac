//! The settings of a running product.

use std::net::SocketAddr;
use std::path::PathBuf;

use ipnet::IpNet;

use super::OidcProvider;
use super::database::DatabaseUrl;
use super::mail::MailSettings;
use super::media::MediaSettings;
use super::of_modules::Settings;
use crate::base::host;

/// The settings of a running product.
#[derive(Clone, Debug)]
pub struct Config {
    /// The database that stores the records.
    pub database: DatabaseUrl,
    /// Streaming replicas of a PostgreSQL database, which answer reads.
    pub replicas: Vec<DatabaseUrl>,
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The URL of the product in browsers, without a trailing slash.
    pub public_url: String,
    /// The log level: `warn` logs failures, `info` every request as well.
    pub log: tracing::Level,
    /// A file that replaces the policy of the product.
    pub policy: Option<PathBuf>,
    /// The proxies whose forwarding headers are trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// The clients that may read the metrics at `/metrics`.
    pub metrics_from: Vec<IpNet>,
    /// For how many seconds a stopping process still accepts requests.
    pub drain_seconds: u64,
    /// The maximum size of the connection pool for quick work; on SQLite, the number of readers.
    /// Sign-in, long reads and exports have a few connections of their own.
    pub connections: u32,
    /// How many long reads, such as the explorer's, run at the same time.
    pub long_reads: u32,
    /// The time limit of a read, in seconds.
    pub long_read_seconds: u64,
    /// How much memory columns of tables may take, in MiB.
    pub columns_memory_mib: usize,
    /// How many connections a process has at most over which clients follow changes.
    pub live_connections: usize,
    /// Whether webhooks may lead to private addresses.
    pub webhooks_to_private: bool,
    /// How many open connections one client address may have.
    pub connections_per_address: usize,
    /// Where images are stored, and their maximum size.
    pub media: MediaSettings,
    /// The server that sends mail, and the sender.
    pub mail: MailSettings,
    /// The identity providers that users may sign in with, in addition to passwords.
    pub oidc: Vec<OidcProvider>,
    /// The settings that modules declare.
    pub of_modules: Settings,
}

/// The default time limit of a read, in seconds.
pub(crate) const LONG_READ_SECONDS: u64 = 30;

impl Config {
    /// Returns empty settings, before even the defaults are set.
    pub(super) fn blank() -> Self {
        Self {
            database: DatabaseUrl::Sqlite(PathBuf::new()),
            replicas: Vec::new(),
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
            columns_memory_mib: 0,
            live_connections: 1,
            webhooks_to_private: false,
            connections_per_address: 1,
            media: MediaSettings::blank(),
            mail: MailSettings::default(),
            oidc: Vec::new(),
            of_modules: Settings::default(),
        }
    }

    /// Returns whether cookies need no `Secure` attribute, because browsers use http on this
    /// machine.
    pub fn is_loopback_http(&self) -> bool {
        host::is_loopback_http(&self.public_url)
    }

    /// Returns whether browsers use https.
    pub(crate) fn is_https(&self) -> bool {
        self.public_url.starts_with("https://")
    }

    /// Returns the setting that makes the product reachable from other machines, such as `listen is
    /// 0.0.0.0:80`. `None` when there is none.
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

/// Returns how many processors this process may use.
pub(crate) fn processors() -> u32 {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    u32::try_from(processors).unwrap_or(u32::MAX)
}

/// Returns how much memory this process may use, in MiB: that of the machine, or of its control group if that has less. 1024
/// where the system says neither.
pub(crate) fn memory_mib() -> usize {
    let number = |path: &str, before: &str| -> Option<usize> {
        let text = std::fs::read_to_string(path).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix(before))?;
        line.split_whitespace().next()?.parse().ok()
    };
    let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    // A container may see its own group as the root.
    let groups = groups.lines().chain(["0::/", "0:memory:/"]).filter_map(|line| {
        let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
        match controllers {
            "" => Some(("/sys/fs/cgroup", "memory.max", path)),
            "memory" => Some(("/sys/fs/cgroup/memory", "memory.limit_in_bytes", path)),
            _ => None,
        }
    });
    // The limit of a group holds for all groups in it.
    let limits = groups.flat_map(|(root, file, path)| {
        let above = std::path::Path::new(path.trim_start_matches('/')).ancestors();
        let files = above.map(|group| format!("{root}/{}/{file}", group.display()));
        files.collect::<Vec<_>>()
    });
    let of_group = limits.filter_map(|path| number(&path, "")).min().map(|bytes| bytes >> 20);
    let of_machine = number("/proc/meminfo", "MemTotal:").map(|kilobytes| kilobytes >> 10);
    of_group.into_iter().chain(of_machine).min().unwrap_or(1024)
}
