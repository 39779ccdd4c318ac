//! The URL of the database: its accepted forms, and how it is shown without secrets.

use std::path::PathBuf;

use super::declared::HIDDEN;
use crate::base::error::{Error, Result};

/// What a database URL must be, as the end of a message.
pub(super) const MUST: &str = "sqlite://relative/path, sqlite:///absolute/path (written out, without ~) or \
    postgres://user:password@host:port/name, where @ / ? in a password are written %40 %2F %3F, and a primary \
    that moves has all its servers as host:port,host:port";

/// A database, by its URL.
#[derive(Clone, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// `sqlite://relative/path` or `sqlite:///absolute/path`.
    Sqlite(PathBuf),
    /// `postgres://user:password@host:port/name`, or `host:port,host:port` for the servers among which one is the primary.
    Postgres(String),
}

impl DatabaseUrl {
    /// Parses a database URL.
    ///
    /// # Errors
    /// `Startup` when the URL has neither of the two forms.
    pub fn parse(url: &str) -> Result<Self> {
        Self::read(url).ok_or_else(|| Error::startup(format!("The database must be {MUST}")))
    }

    pub(super) fn read(url: &str) -> Option<Self> {
        if let Some(path) = url.strip_prefix("sqlite://") {
            // A `~` would become a folder of that name: only shells expand it, and not within a URL.
            let is_path = !path.is_empty() && !path.starts_with([':', '~']) && !path.contains('?');
            return is_path.then(|| Self::Sqlite(PathBuf::from(path)));
        }
        Parts::of(url).filter(Parts::is_clear).map(|_| Self::Postgres(url.to_owned()))
    }

    /// Returns the default size of the connection pool. On SQLite these connections only read.
    pub(super) fn connections(&self) -> u32 {
        match self {
            Self::Sqlite(_) => 8,
            Self::Postgres(_) => 16,
        }
    }

    /// Returns how many servers it names. On PostgreSQL one of several is the primary.
    pub(crate) fn hosts(&self) -> u32 {
        let Self::Postgres(url) = self else { return 1 };
        let Some(parts) = Parts::of(url) else { return 1 };
        // As for libpq, the query string counts.
        let of_query = parts.query.split('&').find_map(|pair| pair.strip_prefix("host="));
        let hosts = of_query.unwrap_or(parts.hosts).split(',').count();
        u32::try_from(hosts).unwrap_or(u32::MAX)
    }

    /// Returns the URL with its secrets masked.
    pub(crate) fn masked(&self) -> String {
        let url = match self {
            Self::Sqlite(path) => return format!("sqlite://{}", path.display()),
            Self::Postgres(url) => url,
        };
        let Some(parts) = Parts::of(url) else { return HIDDEN.to_owned() };
        let user_info = match parts.user_info.map(|it| it.split_once(':').unwrap_or((it, ""))) {
            None => String::new(),
            Some((user, "")) => format!("{user}@"),
            Some((user, _)) => format!("{user}:{HIDDEN}@"),
        };
        // The query string may contain a password too.
        let query = if parts.query.is_empty() { "" } else { "?…" };
        format!("postgres://{user_info}{}{}{query}", parts.hosts, parts.path)
    }
}

/// `postgres://user_info@hosts/path?query`
struct Parts<'a> {
    user_info: Option<&'a str>,
    hosts: &'a str,
    path: &'a str,
    query: &'a str,
}

impl<'a> Parts<'a> {
    fn of(url: &'a str) -> Option<Self> {
        let rest = url.strip_prefix("postgres://").or_else(|| url.strip_prefix("postgresql://"))?;
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let (user_info, hosts) = match authority.split_once('@') {
            Some((user_info, hosts)) => (Some(user_info), hosts),
            None => (None, authority),
        };
        Some(Self { user_info, hosts, path, query })
    }

    /// Returns whether the URL can be parsed in one way only. A password with a bare `@`, `/` or
    /// `?` allows another reading, in which a part of the password becomes the host name. Several URLs
    /// are not one URL of several hosts, and an empty host among several would be a server on this machine.
    fn is_clear(&self) -> bool {
        let port = |host: &str| {
            let after = host.rsplit(']').next().unwrap_or(host);
            after.split_once(':').is_none_or(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()))
        };
        let is_one =
            |hosts: &str| !hosts.contains(',') || hosts.split(',').all(|it| !it.is_empty());
        !self.hosts.contains('@')
            && is_one(self.hosts)
            && !self.path.contains('@')
            && self.path.matches('/').count() <= 1
            && self.hosts.split(',').all(port)
            && (self.query.is_empty() || self.query.split('&').all(|pair| pair.contains('=')))
    }
}

impl DatabaseUrl {
    /// Checks that the file of an SQLite database exists: opening its path would create one.
    pub(crate) fn check_exists(&self) -> Result<()> {
        match self {
            Self::Sqlite(path) if !path.exists() => {
                Err(Error::startup(format!("There is no database at {}", path.display())))
            }
            _ => Ok(()),
        }
    }

    /// Returns the name of the database system.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Sqlite(_) => "SQLite",
            Self::Postgres(_) => "PostgreSQL",
        }
    }
}

impl std::fmt::Display for DatabaseUrl {
    /// Without the password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "SQLite, {}", path.display()),
            Self::Postgres(url) => {
                let parts = Parts::of(url).ok_or(std::fmt::Error)?;
                write!(f, "PostgreSQL, {}{}", parts.hosts, parts.path)
            }
        }
    }
}

impl std::fmt::Debug for DatabaseUrl {
    /// Without the password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.masked())
    }
}

/// Parses the URLs of replicas of `primary`, separated by commas.
pub(super) fn replicas(primary: &DatabaseUrl, urls: &str) -> Option<Vec<DatabaseUrl>> {
    let urls = urls.split(',').map(str::trim).filter(|url| !url.is_empty());
    let is_postgres = |url: &DatabaseUrl| matches!(url, DatabaseUrl::Postgres(_));
    let replicas: Vec<DatabaseUrl> = urls.map(DatabaseUrl::read).collect::<Option<_>>()?;
    let are_possible = replicas.is_empty() || is_postgres(primary);
    (are_possible && replicas.iter().all(is_postgres)).then_some(replicas)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn database_urls_are_the_two_forms_and_nothing_else() {
        let path = |text: &str| Some(DatabaseUrl::Sqlite(PathBuf::from(text)));
        assert_eq!(DatabaseUrl::read("sqlite://data/x.db"), path("data/x.db"));
        assert_eq!(DatabaseUrl::read("sqlite:///srv/x.db"), path("/srv/x.db"));
        for right in [
            "postgres://db/mizan",
            "postgresql://me:p%40ss@db:5432/mizan?sslmode=require",
            "postgres://me@[::1]:5432,other:5433/mizan",
            "postgres://me:pw@db1:5432,db2,db3:5433/mizan?target_session_attrs=read-write",
            "postgres:///mizan?host=db1,db2&port=5432,5433",
            "postgres://mizan@%2Ftmp%2Fmizan-postgres.1/postgres",
        ] {
            assert!(DatabaseUrl::read(right).is_some(), "{right}");
        }
        for wrong in [
            "",
            "x.db",
            "sqlite:",
            "sqlite://",
            "sqlite://:memory:",
            "sqlite://~/x.db",
            "sqlite://~mona/x.db",
            "mysql://u:secret@h/d",
            "postgres://me:sec@ret@db/mizan",
            "postgres://me:sec/ret@db/mizan",
            "postgres://me:sec?ret@db/mizan",
            "postgres://me:secret@db1:5432,/mizan",
            "postgres://me:secret@db1,,db2/mizan",
            "postgres://me:secret@db1:x,db2/mizan",
            "postgres://db1/mizan,postgres://db2/mizan",
            "postgres://me:secret@db1/mizan,postgres://me:secret@db2/mizan",
        ] {
            assert_eq!(DatabaseUrl::read(wrong), None);
            assert!(!DatabaseUrl::parse(wrong).unwrap_err().to_string().contains("ret"));
        }
    }

    #[test]
    fn replicas_are_of_postgresql() {
        let parsed = |primary: &str, urls: &str| {
            let all = replicas(&DatabaseUrl::parse(primary).unwrap(), urls);
            all.map(|all| all.iter().map(DatabaseUrl::masked).collect::<Vec<_>>())
        };
        let two = ["postgres://me:********@r1/mizan", "postgres://r2:5433/mizan"];
        let urls = "postgres://me:secret@r1/mizan, postgresql://r2:5433/mizan";
        assert_eq!(parsed("postgres://db/mizan", urls), Some(two.map(str::to_owned).to_vec()));
        assert_eq!(parsed("postgres://db/mizan", ""), Some(Vec::new()));
        assert_eq!(parsed("sqlite://x.db", ""), Some(Vec::new()));
        assert_eq!(parsed("sqlite://x.db", "postgres://r1/mizan"), None);
        assert_eq!(parsed("postgres://db/mizan", "sqlite://x.db"), None);
        assert_eq!(parsed("postgres://db/mizan", "postgres://r1/mizan,r2"), None);
        // Each replica is named by itself.
        assert_eq!(parsed("postgres://db1,db2/mizan", "postgres://r1,r2/mizan"), None);
        assert!(parsed("postgres://db1,db2/mizan", "postgres://db1/mizan").is_some());
    }

    #[test]
    fn servers_are_counted_where_libpq_looks_for_them() {
        for (url, hosts) in [
            ("sqlite://a,b.db", 1),
            ("postgres:///mizan", 1),
            ("postgres://me:a%2Cb@db/a,b", 1),
            ("postgres://me@db1:5432,db2,[::1]:5433/mizan", 3),
            ("postgres://db/mizan?sslmode=require&host=db1,db2", 2),
        ] {
            assert_eq!(DatabaseUrl::parse(url).unwrap().hosts(), hosts, "{url}");
        }
    }

    #[test]
    fn a_database_is_shown_without_its_password() {
        for (url, shown, masked) in [
            (
                "postgres://me:p%40ss@db:5432/mizan",
                "PostgreSQL, db:5432/mizan",
                "postgres://me:********@db:5432/mizan",
            ),
            (
                "postgresql://db/mizan?user=me&password=s@cret",
                "PostgreSQL, db/mizan",
                "postgres://db/mizan?…",
            ),
            ("postgres://me@db/mizan", "PostgreSQL, db/mizan", "postgres://me@db/mizan"),
            (
                "postgres://me:secret@db1:5432,db2/mizan?password=secret",
                "PostgreSQL, db1:5432,db2/mizan",
                "postgres://me:********@db1:5432,db2/mizan?…",
            ),
            ("sqlite://data/x.db", "SQLite, data/x.db", "sqlite://data/x.db"),
        ] {
            let url = DatabaseUrl::parse(url).unwrap();
            assert_eq!((url.to_string().as_str(), url.masked().as_str()), (shown, masked));
            assert_eq!(format!("{url:?}"), masked);
        }
    }
}
