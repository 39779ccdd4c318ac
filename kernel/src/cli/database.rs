//! `mizan migrate`.

use clap::Args;

use super::EXIT;
use crate::base::error::Result;
use crate::product::migrate::migrate_database;
use crate::product::plan::Product;

/// Bring the database up to date
///
/// Makes the tables and indexes that this version of the product needs; those that are there
/// already stay. `mizan serve` does the same at its start, but for --no-migrate. Several processes may
/// do it at once: one works, the others wait.
///
/// Settings: database_url. An SQLite file that is not there yet is made.
///
/// Examples:
///   mizan migrate && mizan serve --no-migrate
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct Migrate {}

impl Migrate {
    pub(super) async fn run(self, product: &Product) -> Result<()> {
        let (plan, config) = super::plan(product).await?;
        let applied = migrate_database(&plan, &config)?;
        println!("{applied} migrations applied");
        Ok(())
    }
}
