//! A database of its own for each test.

use std::sync::Arc;

use diesel::connection::SimpleConnection;
use tempfile::TempDir;

use super::done;
use crate::base::config::{Config, DatabaseUrl, MediaSettings, test_server};
use crate::base::id::Id;
use crate::db;

/// A database that is deleted with its last clone.
#[derive(Clone)]
pub struct TestDatabase {
    pub(super) url: DatabaseUrl,
    pub(super) folder: Arc<TempDir>,
}

impl TestDatabase {
    /// Creates an empty database.
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("no folder: {error}"));
        let url = match test_server() {
            None => DatabaseUrl::Sqlite(folder.path().join("test.db")),
            Some(server) => fresh_postgres(&server),
        };
        Self { url, folder: Arc::new(folder) }
    }

    /// Returns the settings of its images, which are in a folder that is deleted with it.
    pub(super) fn media(&self) -> MediaSettings {
        let kind = match &self.url {
            DatabaseUrl::Sqlite(path) => path.file_stem().unwrap_or_default().to_owned(),
            DatabaseUrl::Postgres(_) => "postgres".into(),
        };
        let folder = self.folder.path().join("media").join(kind);
        MediaSettings { folder, ..Config::on(self.url.clone()).media }
    }

    /// Returns its URL, for another process.
    pub fn url(&self) -> String {
        match &self.url {
            DatabaseUrl::Sqlite(path) => format!("sqlite://{}", path.display()),
            DatabaseUrl::Postgres(url) => url.clone(),
        }
    }
}

impl Default for TestDatabase {
    fn default() -> Self {
        Self::new()
    }
}

pub(super) fn fresh_postgres(server: &str) -> DatabaseUrl {
    let name = format!("test_{}", Id::new());
    let server = done(DatabaseUrl::parse(server));
    let create = format!("CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'");
    db::open(&server)
        .and_then(|mut conn| Ok(conn.batch_execute(&create)?))
        .unwrap_or_else(|error| panic!("no fresh database: {error}"));
    let DatabaseUrl::Postgres(url) = server else {
        panic!("MIZAN_TEST_DATABASE_URL is for PostgreSQL")
    };
    let (base, query) =
        url.split_once('?').map_or((url.as_str(), ""), |(base, query)| (base, query));
    let (place, _) = base.rsplit_once('/').unwrap_or((base, ""));
    let query = if query.is_empty() { String::new() } else { format!("?{query}") };
    DatabaseUrl::Postgres(format!("{place}/{name}{query}"))
}
