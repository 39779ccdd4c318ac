//! Backups in tests: made of an app under test, restored into a database of their own.

use std::path::Path;
use std::sync::Arc;

use super::database::fresh_postgres;
use super::{TestApp, TestDatabase, done};
use crate::backup::{self, Progress};
use crate::base::config::{DatabaseUrl, test_server};
use crate::base::error::{Error, Result};
use crate::cli::kernel_module;
use crate::db::{self, Conn};
use crate::product::plan::Product;
use crate::records::media::Store;
use crate::records::sealing;

impl TestApp {
    /// Makes a backup, as the command line does.
    pub async fn backup(&self, file: &Path) -> Result<()> {
        let (kernel, file) = (Arc::clone(&self.kernel), file.to_owned());
        off_thread(move || {
            let database = &kernel.core.config.database;
            let from = (database, &*kernel.core.media.store);
            backup::make(&kernel.plan, from, &file, false, &Progress::hidden()).map(drop)
        })
        .await
    }
}

impl TestDatabase {
    /// Creates an empty database of the other backend; none without a PostgreSQL server.
    pub fn of_other_backend(&self) -> Option<Self> {
        let url = match &self.url {
            DatabaseUrl::Sqlite(_) => fresh_postgres(&test_server()?),
            DatabaseUrl::Postgres(_) => DatabaseUrl::Sqlite(self.folder.path().join("other.db")),
        };
        Some(Self { url, folder: Arc::clone(&self.folder) })
    }

    /// Restores a backup into it, as the command line of `product` does; returns the number of
    /// migrations that were applied, and of sessions that were ended.
    pub async fn restore(&self, product: &Product, file: &Path) -> Result<(usize, usize)> {
        let plan = kernel_module::plan(product, None).await?;
        let (url, file) = (self.url.clone(), file.to_owned());
        let media = self.media();
        let restored = off_thread(move || {
            let store = Store::open(&media)?;
            backup::restore(&plan, (&url, &store), &file, &Progress::hidden())
        })
        .await?;
        Ok((restored.migrations, restored.sessions))
    }

    /// Verifies the history and the audit events, as `mizan audit verify` does; returns its findings
    /// and its summary.
    pub fn verify(&self, noted: Option<&str>) -> (Vec<String>, String) {
        let mut conn = done(db::open_to_read(&self.url));
        let mut findings = Vec::new();
        let report = sealing::verify(&mut conn, noted, &mut |finding| {
            findings.push(finding.to_string());
            Ok(())
        });
        (findings, done(report).to_string())
    }

    /// Returns the last seal, as `mizan audit head` prints it.
    pub fn head(&self) -> Option<String> {
        let (head, _) = done(sealing::head(&mut self.connect()));
        head.map(|head| head.noted())
    }

    /// Opens a connection to it.
    pub fn connect(&self) -> Conn {
        done(db::open(&self.url))
    }
}

async fn off_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    actix_web::web::block(work).await.map_err(Error::internal)?
}
