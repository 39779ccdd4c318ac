//! The tables of all settings, each declared once. Loading, `mizan config` and the messages about
//! invalid settings follow from the two tables here.

use std::path::Path;

use ipnet::IpNet;

use super::OidcProvider;
use super::database::{self, DatabaseUrl};
use super::declared::{Form, HIDDEN, Setting, is_secure_url, some, store};
use super::mail_settings;
use super::media_settings;
use super::values::{Config, LONG_READ_SECONDS, memory_mib, processors};
use crate::base::host;

/// Returns the declarations of all settings of the product.
pub(super) fn all() -> impl Iterator<Item = &'static Setting<Config>> + Clone {
    SETTINGS.iter().chain(media_settings::SETTINGS).chain(mail_settings::SETTINGS)
}

/// The settings of the process. A default may depend on settings declared above it.
const SETTINGS: &[Setting<Config>] = &[
    Setting {
        key: "database_url",
        purpose: "where the records are: sqlite://path or postgres://user:password@host:port/name; several \
                  host:port, with commas between, are the servers among which one is the primary",
        must: database::MUST,
        secret: true,
        default: Some(|_| "sqlite://data/mizan.db".into()),
        set: |config, text| store(&mut config.database, DatabaseUrl::read(text)),
        show: |config| config.database.masked(),
        ..Setting::TEXT
    },
    Setting {
        key: "replica_urls",
        purpose: "streaming replicas of a PostgreSQL database, which answer reads that see all earlier \
                  writes; empty: none",
        must: "URLs such as postgres://user:password@host:port/name, each with one host, beside a database_url of \
               PostgreSQL",
        form: Form::List,
        secret: true,
        default: Some(|_| String::new()),
        set: |config, text| store(&mut config.replicas, database::replicas(&config.database, text)),
        show: |config| {
            config.replicas.iter().map(DatabaseUrl::masked).collect::<Vec<_>>().join(",")
        },
    },
    Setting {
        key: "listen",
        purpose: "the address and port to listen on",
        must: "an address and a port such as 127.0.0.1:8080",
        default: Some(|_| "127.0.0.1:8080".into()),
        set: |config, text| store(&mut config.listen, text.parse().ok()),
        show: |config| config.listen.to_string(),
        ..Setting::TEXT
    },
    Setting {
        key: "public_url",
        purpose: "the URL that browsers use, the same for all processes of one database; unless it is \
                  http on this machine, cookies are Secure",
        must: "an origin such as https://desk.example.com",
        default: Some(|config| format!("http://{}", config.listen)),
        set: |config, text| store(&mut config.public_url, origin(text)),
        show: |config| config.public_url.clone(),
        ..Setting::TEXT
    },
    Setting {
        key: "log",
        purpose: "the level of the log on standard error, as JSON: error, warn, info (every request as well), \
                  debug or trace",
        must: "error, warn, info, debug or trace",
        default: Some(|_| "warn".into()),
        set: |config, text| store(&mut config.log, level(text)),
        show: |config| config.log.as_str().to_lowercase(),
        ..Setting::TEXT
    },
    Setting {
        key: "policy",
        purpose: "a file of casbin lines instead of the product's policy; empty: the product's",
        must: "the path of a file that is there",
        default: Some(|_| String::new()),
        set: |config, text| match text {
            "" => store(&mut config.policy, Some(None)),
            path => store(&mut config.policy, Path::new(path).is_file().then(|| Some(path.into()))),
        },
        show: |config| {
            config.policy.as_ref().map(|path| path.display().to_string()).unwrap_or_default()
        },
        ..Setting::TEXT
    },
    Setting {
        key: "trusted_proxies",
        purpose: "addresses and networks whose X-Forwarded-For is trusted; empty: none",
        must: "addresses or networks such as 10.0.0.0/8",
        form: Form::List,
        default: Some(|_| String::new()),
        set: |config, text| store(&mut config.trusted_proxies, networks(text)),
        show: |config| joined(&config.trusted_proxies),
        ..Setting::TEXT
    },
    Setting {
        key: "metrics_from",
        purpose: "addresses and networks that may read /metrics; empty: none",
        must: "addresses or networks such as 10.0.0.0/8",
        form: Form::List,
        default: Some(|_| "127.0.0.1/32,::1/128".into()),
        set: |config, text| store(&mut config.metrics_from, networks(text)),
        show: |config| joined(&config.metrics_from),
        ..Setting::TEXT
    },
    Setting {
        key: "drain_seconds",
        purpose: "how many seconds new requests are still accepted after SIGTERM",
        form: Form::Number(0, 3600, " of seconds"),
        default: Some(|_| "3".into()),
        set: |config, text| store(&mut config.drain_seconds, text.parse().ok()),
        show: |config| config.drain_seconds.to_string(),
        ..Setting::TEXT
    },
    Setting {
        key: "connections",
        purpose: "how many database connections a process has for quick work; in addition there are up to four \
                  for sign-in, three for exports, one for each long read, and one that loads columns",
        form: Form::Number(1, 1000, ""),
        default: Some(|config| config.database.connections().to_string()),
        set: |config, text| store(&mut config.connections, text.parse().ok()),
        show: |config| config.connections.to_string(),
        ..Setting::TEXT
    },
    Setting {
        key: "long_reads",
        purpose: "how many long reads, such as the explorer's, run at the same time",
        form: Form::Number(1, 1000, ""),
        default: Some(|_| processors().to_string()),
        set: |config, text| store(&mut config.long_reads, text.parse().ok()),
        show: |config| config.long_reads.to_string(),
        ..Setting::TEXT
    },
    Setting {
        key: "long_read_seconds",
        purpose: "after how many seconds a read is cancelled and answered with a 503",
        form: Form::Number(1, 60, " of seconds"),
        default: Some(|_| LONG_READ_SECONDS.to_string()),
        set: |config, text| store(&mut config.long_read_seconds, text.parse().ok()),
        show: |config| config.long_read_seconds.to_string(),
        ..Setting::TEXT
    },
    Setting {
        key: "columns_memory_mib",
        purpose: "how much memory the columns of tables may take, from which lists and the explorer are answered",
        form: Form::Number(0, 16_777_216, " of MiB"),
        default: Some(|_| (memory_mib() / 2).to_string()),
        set: |config, text| store(&mut config.columns_memory_mib, text.parse().ok()),
        show: |config| config.columns_memory_mib.to_string(),
        ..Setting::TEXT
    },
    Setting {
        key: "connections_per_address",
        purpose: "how many connections a client's address may have open, an IPv6 network of 64 bits counting \
                  as one; trusted_proxies have no limit",
        form: Form::Number(1, 1_000_000, ""),
        default: Some(|_| "256".into()),
        set: |config, text| store(&mut config.connections_per_address, text.parse().ok()),
        show: |config| config.connections_per_address.to_string(),
        ..Setting::TEXT
    },
    Setting {
        key: "live_connections",
        purpose: "how many connections a process has at most over which clients follow changes as they happen",
        form: Form::Number(0, 100_000, ""),
        default: Some(|_| "1000".into()),
        set: |config, text| store(&mut config.live_connections, text.parse().ok()),
        show: |config| config.live_connections.to_string(),
        ..Setting::TEXT
    },
    Setting {
        key: "webhooks_to_private",
        purpose: "whether webhooks may lead to private addresses, such as those of a local network",
        must: "true or false",
        default: Some(|_| "false".into()),
        set: |config, text| store(&mut config.webhooks_to_private, text.parse().ok()),
        show: |config| config.webhooks_to_private.to_string(),
        ..Setting::TEXT
    },
];

/// The settings of one `[[oidc]]` block.
pub(super) const PROVIDER: &[Setting<OidcProvider>] = &[
    Setting {
        key: "id",
        purpose: "the name of the provider in URLs",
        must: "made of a-z, 0-9 and -",
        set: |provider, text| store(&mut provider.id, is_id(text).then(|| text.into())),
        show: |provider| provider.id.clone(),
        ..Setting::TEXT
    },
    Setting {
        key: "name",
        purpose: "its name on the sign-in page",
        set: |provider, text| store(&mut provider.name, some(text)),
        show: |provider| provider.name.clone(),
        ..Setting::TEXT
    },
    Setting {
        key: "issuer",
        purpose: "its issuer, exactly as it names itself",
        must: "an https URL without query or fragment; http will do on this machine alone",
        set: |provider, text| store(&mut provider.issuer, is_secure_url(text).then(|| text.into())),
        show: |provider| provider.issuer.clone(),
        ..Setting::TEXT
    },
    Setting {
        key: "client_id",
        purpose: "the client id of the product",
        set: |provider, text| store(&mut provider.client_id, some(text)),
        show: |provider| provider.client_id.clone(),
        ..Setting::TEXT
    },
    Setting {
        key: SECRET,
        purpose: "the client secret of the product",
        secret: true,
        set: |provider, text| store(&mut provider.client_secret, some(text)),
        show: |_| HIDDEN.into(),
        ..Setting::TEXT
    },
    Setting {
        key: "audience",
        purpose: "the audience of its access tokens; empty: client_id",
        default: Some(|_| String::new()),
        set: |provider, text| store(&mut provider.audience, Some(some(text))),
        show: |provider| provider.audience.clone().unwrap_or_default(),
        ..Setting::TEXT
    },
    Setting {
        key: "roles_claim",
        purpose: "the claim of its tokens with the roles",
        must: "a JSON pointer such as /realm_access/roles",
        default: Some(|_| "/public_metadata/roles".into()),
        set: |provider, text| {
            store(&mut provider.roles_claim, is_pointer(text).then(|| text.into()))
        },
        show: |provider| provider.roles_claim.clone(),
        ..Setting::TEXT
    },
    Setting {
        key: "attributes_claim",
        purpose: "the claim of its tokens with an object of users' attributes; empty: it gives none",
        must: "a JSON pointer such as /attributes",
        default: Some(|_| String::new()),
        set: |provider, text| {
            let pointer = (!text.is_empty()).then(|| text.to_owned());
            let is_valid = pointer.as_deref().is_none_or(is_pointer);
            store(&mut provider.attributes_claim, is_valid.then_some(pointer))
        },
        show: |provider| provider.attributes_claim.clone().unwrap_or_default(),
        ..Setting::TEXT
    },
    Setting {
        key: "scopes",
        purpose: "the scopes to request besides openid",
        must: "scopes such as profile",
        form: Form::List,
        default: Some(|_| "profile,email".into()),
        set: |provider, text| store(&mut provider.scopes, scopes(text)),
        show: |provider| provider.scopes.join(","),
        ..Setting::TEXT
    },
];

/// The one setting of a provider that an environment variable can set.
pub(super) const SECRET: &str = "client_secret";

fn level(text: &str) -> Option<tracing::Level> {
    ["error", "warn", "info", "debug", "trace"].contains(&text).then(|| text.parse().ok()).flatten()
}

fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|item| !item.is_empty())
}

/// Parses networks; an address is a network of one.
fn networks(text: &str) -> Option<Vec<IpNet>> {
    items(text)
        .map(|item| {
            item.parse().ok().or_else(|| Some(IpNet::from(item.parse::<std::net::IpAddr>().ok()?)))
        })
        .collect()
}

fn joined(networks: &[IpNet]) -> String {
    networks.iter().map(IpNet::to_string).collect::<Vec<_>>().join(",")
}

fn scopes(text: &str) -> Option<Vec<String>> {
    items(text).map(|item| (!item.contains([' ', '"'])).then(|| item.to_owned())).collect()
}

/// Parses an origin, `https://host` or `http://host:port`, and removes the trailing slash.
fn origin(text: &str) -> Option<String> {
    let trimmed = text.trim_end_matches('/');
    let host = trimmed.strip_prefix("https://").or_else(|| trimmed.strip_prefix("http://"))?;
    host::is_host(host).then(|| trimmed.to_owned())
}

fn is_id(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-'))
}

/// RFC 6901, without the empty pointer to the whole document.
fn is_pointer(text: &str) -> bool {
    let escapes = text.split('~').skip(1).all(|after| after.starts_with(['0', '1']));
    text.starts_with('/') && escapes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn issuers_are_https_or_on_this_machine() {
        for right in [
            "https://id.example.com",
            "https://id.example.com/realms/desk/",
            "http://127.0.0.1:4000",
            "http://localhost/realms/desk",
            "http://[::1]:4000/x",
        ] {
            assert!(is_secure_url(right), "{right}");
        }
        for wrong in [
            "",
            "https://",
            "https:///x",
            "http://id.example.com",
            "http://127.0.0.1.example.com",
            "http://localhost@id.example.com",
            "http://localhost:1@id.example.com",
            "https://id.example.com?x=1",
            "https://id.example.com#x",
            "id.example.com",
        ] {
            assert!(!is_secure_url(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_roles_claim_is_a_json_pointer() {
        for right in ["/roles", "/realm_access/roles", "/https:~1~1desk.example.com~1roles", "/"] {
            assert!(is_pointer(right), "{right}");
        }
        for wrong in ["", "roles", "realm_access.roles", "/a~2", "/a~"] {
            assert!(!is_pointer(wrong), "{wrong}");
        }
    }

    #[test]
    fn networks_are_networks_or_addresses() {
        let read = networks("10.0.0.0/8, 192.168.1.7,::1").unwrap();
        assert_eq!(joined(&read), "10.0.0.0/8,192.168.1.7/32,::1/128");
        assert_eq!(networks(""), Some(Vec::new()));
        assert_eq!(networks("10.0.0.0/8,office"), None);
    }
}
