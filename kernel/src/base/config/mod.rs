//! What an operator sets, from `mizan.toml` and the environment. The only place that reads either.
//!
//! `settings` declares each of the kernel's settings once, `load` reads them, `database` is the URL of
//! one. `media` are those of images, `of_modules` is what modules declare of their own.

mod database;
mod load;
mod media;
mod of_modules;
pub mod retention;
mod settings;
#[cfg(test)]
mod tests;

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::PathBuf;

use ipnet::IpNet;

pub use database::DatabaseUrl;
pub(crate) use load::Told;
pub use media::{MediaSettings, S3Settings};
pub use of_modules::{Setting, Settings};
pub use oidc::ProviderConfig as OidcProvider;

use crate::base::error::{Error, Result};
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
    /// Reads the settings of a product with these modules: the environment wins over `mizan.toml`,
    /// which wins over the defaults.
    pub(crate) fn load(of_modules: &[Setting]) -> Result<Self> {
        Ok(read(of_modules)?.0)
    }

    /// Every setting as it stands, where that comes from, and what it is for.
    pub(crate) fn told(of_modules: &[Setting]) -> Result<Vec<Told>> {
        Ok(read(of_modules)?.1)
    }

    /// Nothing set yet, not even by default.
    fn blank() -> Self {
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

    /// The defaults on `database`, for tests.
    #[cfg(any(test, feature = "testing"))]
    pub(crate) fn on(database: DatabaseUrl) -> Self {
        let file = load::File { name: load::FILE.into(), text: None };
        let defaults = load::read(&load::Variables::new(), &file, &[]);
        let (defaults, _) = defaults.unwrap_or_else(|error| panic!("{error}"));
        let media = MediaSettings { folder: media::default_folder(&database), ..defaults.media };
        Self { connections: database.connections(), database, drain_seconds: 0, media, ..defaults }
    }

    /// Whether cookies can do without `Secure`: only on this very machine.
    pub fn is_loopback_http(&self) -> bool {
        settings::is_loopback_http(&self.public_url)
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

/// The PostgreSQL server that tests make their databases on; none when they run on SQLite.
#[cfg(feature = "testing")]
pub(crate) fn test_server() -> Option<String> {
    std::env::var("MIZAN_TEST_DATABASE_URL").ok()
}

/// What the process was given.
fn read(of_modules: &[Setting]) -> Result<(Config, Vec<Told>)> {
    let mut variables = load::Variables::new();
    for (name, value) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("MIZAN_") {
            let value = value.into_string();
            let value = value.map_err(|_| Error::startup(format!("{name} is not UTF-8")))?;
            variables.insert(name.into_owned(), value);
        }
    }
    let named = variables.get(load::FILE_VARIABLE);
    let name = named.map_or(load::FILE, String::as_str).to_owned();
    let text = match std::fs::read_to_string(&name) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == ErrorKind::NotFound && named.is_none() => None,
        Err(error) => return Err(Error::startup(format!("{name} cannot be read: {error}"))),
    };
    load::read(&variables, &load::File { name, text }, of_modules)
}
