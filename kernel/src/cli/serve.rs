//! `mizan serve`.

use std::sync::Arc;

use clap::Args;

use super::EXIT;
use crate::auth::demo;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::kernel::{Plan, Product};

/// Serve the product
///
/// Serves both front ends, the API and its documentation on one address, until it is told to stop
/// (SIGTERM, SIGINT). Brings the database up to date first. What goes wrong is written to standard
/// error, a JSON object a line.
///
/// The policy file, when there is one, is looked at twice a second: a change is in force without a
/// restart. SIGHUP has it looked at once more, and told.
///
/// Settings: database_url, listen, public_url, log, policy and all others; see `mizan config`.
///
/// Examples:
///   mizan serve --demo
///   MIZAN_DATABASE_URL=postgres://mizan@db/mizan MIZAN_LISTEN=0.0.0.0:8080 mizan serve
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct Serve {
    /// Seed demo data and demo accounts into an empty database; on loopback only
    #[arg(long)]
    demo: bool,
    /// Leave the database's tables as they are
    #[arg(long)]
    no_migrate: bool,
}

impl Serve {
    pub(super) async fn run(self, product: &Product) -> Result<()> {
        let config = Config::load(product.modules)?;
        tracing_subscriber::fmt()
            .json()
            .with_writer(std::io::stderr)
            .with_max_level(config.log)
            .init();
        if self.demo && !config.listen.ip().is_loopback() {
            return Err(Error::startup(
                "Demo data has passwords that everybody knows: --demo serves loopback addresses \
                 only. Set MIZAN_LISTEN to 127.0.0.1:8080, or leave --demo out.",
            ));
        }
        let plan = Plan::under(product, config.policy.as_deref()).await?;
        let kernel = Arc::new(plan.open(config, !self.no_migrate).await?);
        if self.demo && kernel.seed_demo().await? {
            println!("Demo data is in place.");
        }
        println!("Mizan serves {} ({})", kernel.config.public_url, kernel.config.database);
        if self.demo {
            println!("Sign in as one of these, password {}:", demo::PASSWORD);
            for (email, role) in demo::ACCOUNTS {
                println!("  {email:<22} {role}");
            }
        }
        let workers = std::thread::available_parallelism().map_or(2, usize::from);
        crate::serve::serve(kernel, workers).await
    }
}
