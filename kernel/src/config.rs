//! What an operator sets, from `mizan.toml` and the environment. The only place that reads either.

use std::net::SocketAddr;
use std::path::PathBuf;

use ipnet::IpNet;
use serde::Deserialize;

use crate::error::{Error, Result};

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
    /// The identity providers that people may sign in with, beside their passwords.
    pub oidc: Vec<OidcProvider>,
}

/// An OpenID provider.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OidcProvider {
    /// What it is called in addresses.
    pub id: String,
    /// What the sign-in page calls it.
    pub name: String,
    /// Its issuer, as it names itself: https, or http on this very machine.
    pub issuer: String,
    /// Who this product is to it.
    pub client_id: String,
    /// With what the product proves that.
    pub client_secret: String,
    /// Whom its access tokens have to be for; the client's own identifier when it is not said.
    pub audience: Option<String>,
    /// Where the roles stand in its tokens, a JSON pointer.
    #[serde(default = "roles_claim")]
    pub roles_claim: String,
    /// What is asked for, beside `openid`.
    #[serde(default = "scopes")]
    pub scopes: Vec<String>,
}

fn roles_claim() -> String {
    "/public_metadata/roles".into()
}

fn scopes() -> Vec<String> {
    vec!["profile".into(), "email".into()]
}

/// A database, by its URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// `sqlite://relative/path` or `sqlite:///absolute/path`.
    Sqlite(PathBuf),
    /// `postgres://user:password@host:port/name`.
    Postgres(String),
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    database_url: Option<String>,
    listen: Option<String>,
    public_url: Option<String>,
    log: Option<String>,
    policy: Option<PathBuf>,
    trusted_proxies: Option<Vec<IpNet>>,
    metrics_from: Option<Vec<IpNet>>,
    drain_seconds: Option<u64>,
    #[serde(default)]
    oidc: Vec<OidcProvider>,
}

impl Config {
    /// Reads the settings: the environment wins over `mizan.toml`, which wins over the defaults.
    pub fn load() -> Result<Self> {
        let named = std::env::var("MIZAN_CONFIG").ok();
        let file = named.clone().unwrap_or_else(|| "mizan.toml".into());
        let settings = match std::fs::read_to_string(&file) {
            Ok(text) => toml::from_str(&text)
                .map_err(|error| Error::startup(format!("{file}: {}", error.message())))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && named.is_none() => {
                Settings::default()
            }
            Err(error) => return Err(Error::startup(format!("{file} cannot be read: {error}"))),
        };
        let pick = |name: &str, file: Option<String>, default: &str| {
            std::env::var(name).ok().or(file).unwrap_or_else(|| default.to_owned())
        };
        let listen = pick("MIZAN_LISTEN", settings.listen, "127.0.0.1:8080");
        let listen: SocketAddr = listen.parse().map_err(|_| {
            Error::startup(format!("MIZAN_LISTEN is \"{listen}\"; it must be an address and a port such as 127.0.0.1:8080"))
        })?;
        let public_url = pick("MIZAN_PUBLIC_URL", settings.public_url, &format!("http://{listen}"));
        let database = pick("MIZAN_DATABASE_URL", settings.database_url, "sqlite://data/mizan.db");
        let log = pick("MIZAN_LOG", settings.log, "warn");
        Ok(Self {
            database: DatabaseUrl::parse(&database)?,
            listen,
            public_url: checked_public_url(&public_url)?,
            log: log.parse().map_err(|_| {
                Error::startup(format!(
                    "MIZAN_LOG is \"{log}\"; it must be error, warn, info, debug or trace"
                ))
            })?,
            policy: settings.policy,
            trusted_proxies: settings.trusted_proxies.unwrap_or_default(),
            metrics_from: settings.metrics_from.unwrap_or_else(loopback),
            drain_seconds: settings.drain_seconds.unwrap_or(3),
            oidc: settings.oidc,
        })
    }

    /// The defaults on `database`, for tests.
    #[cfg(any(test, feature = "testing"))]
    pub(crate) fn on(database: DatabaseUrl) -> Self {
        Self {
            database,
            listen: ([127, 0, 0, 1], 8080).into(),
            public_url: "http://127.0.0.1:8080".into(),
            log: tracing::Level::WARN,
            policy: None,
            trusted_proxies: Vec::new(),
            metrics_from: loopback(),
            drain_seconds: 0,
            oidc: Vec::new(),
        }
    }

    /// Whether cookies can do without `Secure`: only on this very machine.
    pub fn is_loopback_http(&self) -> bool {
        let Some(rest) = self.public_url.strip_prefix("http://") else { return false };
        ["127.0.0.1", "localhost", "[::1]"].iter().any(|host| {
            rest.strip_prefix(host).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
        })
    }
}

/// This very machine.
fn loopback() -> Vec<IpNet> {
    vec![
        IpNet::from(std::net::IpAddr::from([127, 0, 0, 1])),
        IpNet::from(std::net::IpAddr::from(std::net::Ipv6Addr::LOCALHOST)),
    ]
}

/// The PostgreSQL server that tests make their databases on; none when they run on SQLite.
#[cfg(feature = "testing")]
pub(crate) fn test_server() -> Option<String> {
    std::env::var("MIZAN_TEST_DATABASE_URL").ok()
}

fn checked_public_url(url: &str) -> Result<String> {
    let trimmed = url.trim_end_matches('/');
    let host = trimmed.strip_prefix("https://").or_else(|| trimmed.strip_prefix("http://"));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', ' ']) => {
            Ok(trimmed.to_owned())
        }
        _ => Err(Error::startup(format!(
            "MIZAN_PUBLIC_URL is \"{url}\"; it must be an origin such as https://desk.example.com"
        ))),
    }
}

impl DatabaseUrl {
    /// Reads a URL; anything but the two forms is refused with a sentence.
    pub fn parse(url: &str) -> Result<Self> {
        if let Some(path) = url.strip_prefix("sqlite://")
            && !path.is_empty()
            && !path.starts_with(':')
            && !path.contains('?')
        {
            return Ok(Self::Sqlite(PathBuf::from(path)));
        }
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return Ok(Self::Postgres(url.to_owned()));
        }
        // The URL may hold a password, so only its scheme is repeated.
        let scheme = url.split_once("://").map_or("none", |(scheme, _)| scheme);
        Err(Error::startup(format!(
            "MIZAN_DATABASE_URL must be sqlite://relative/path, sqlite:///absolute/path or \
             postgres://user:password@host:port/name; its scheme is \"{scheme}\""
        )))
    }
}

impl std::fmt::Display for DatabaseUrl {
    /// Without the password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "SQLite, {}", path.display()),
            Self::Postgres(url) => {
                let place = url.split_once("://").map_or(url.as_str(), |(_, place)| place);
                let place = place.rsplit_once('@').map_or(place, |(_, place)| place);
                // What follows a question mark may hold a password as well.
                let place = place.split_once('?').map_or(place, |(place, _)| place);
                write!(f, "PostgreSQL, {place}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn database_urls_are_the_two_forms_and_nothing_else() {
        let path = |text: &str| DatabaseUrl::Sqlite(PathBuf::from(text));
        assert_eq!(DatabaseUrl::parse("sqlite://data/x.db").ok(), Some(path("data/x.db")));
        assert_eq!(DatabaseUrl::parse("sqlite:///srv/x.db").ok(), Some(path("/srv/x.db")));
        for wrong in
            ["", "x.db", "sqlite:", "sqlite://", "sqlite://:memory:", "mysql://u:secret@h/d"]
        {
            let sentence = DatabaseUrl::parse(wrong).map(|_| ()).unwrap_err().to_string();
            assert!(sentence.starts_with("MIZAN_DATABASE_URL must be"), "{sentence}");
            assert!(!sentence.contains("secret"));
        }
    }

    #[test]
    fn a_database_is_shown_without_its_password() {
        let url = DatabaseUrl::parse("postgres://me:p@ss@db:5432/mizan").unwrap();
        assert_eq!(url.to_string(), "PostgreSQL, db:5432/mizan");
        let url = DatabaseUrl::parse("postgres://db/mizan?password=secret").unwrap();
        assert_eq!(url.to_string(), "PostgreSQL, db/mizan");
    }
}
