//! `mizan serve`.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::EXIT;
use crate::auth::demo::{self, DemoPerson};
use crate::base::config::Config;
use crate::base::error::{Error, Result};
use crate::cli::{jobs, kernel_module};
use crate::http::paths::CAUGHT_MAIL;
use crate::product::kernel::Kernel;
use crate::product::plan::Product;

/// Serve the product
///
/// Serves both front ends, the API and its documentation on one address, until a signal stops it
/// (SIGTERM, SIGINT). Brings the database up to date first. Errors are written to standard error, a
/// JSON object a line.
///
/// The policy file, when there is one, is looked at twice a second: a change is in force without a
/// restart. SIGHUP has it looked at once more, and the log says what was found.
///
/// Refuses to serve others than this machine while an account of the demo data has the password that
/// everybody knows; `mizan demo end` ends that.
///
/// Settings: database_url, listen, public_url, log, policy and all others; see `mizan config`.
///
/// Examples:
///   mizan serve --demo
///   mizan serve --demo --catch-mail target/mail.jsonl
///   MIZAN_DATABASE_URL=postgres://mizan@db/mizan MIZAN_LISTEN=0.0.0.0:8080 mizan serve
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct Serve {
    /// Seed demo data and demo accounts into an empty database; on loopback only
    #[arg(long)]
    demo: bool,
    /// Write mails to FILE instead of sending them, and show them at /dev/mail; on loopback only
    #[arg(long, value_name = "FILE")]
    catch_mail: Option<PathBuf>,
    /// Leave the database's tables as they are
    #[arg(long)]
    no_migrate: bool,
}

impl Serve {
    pub(super) async fn run(self, product: &Product) -> Result<()> {
        let mut config = Config::load(&kernel_module::settings(product))?;
        tracing_subscriber::fmt()
            .json()
            .with_writer(std::io::stderr)
            .with_max_level(config.log)
            .init();
        let reachable_by = config.reachable_by();
        if self.demo
            && let Some(setting) = &reachable_by
        {
            return Err(Error::startup(format!(
                "Demo data has passwords that everybody knows: --demo serves loopback addresses \
                 only, and {setting}. Set MIZAN_LISTEN to 127.0.0.1:8080 and leave \
                 MIZAN_PUBLIC_URL and MIZAN_TRUSTED_PROXIES out, or leave --demo out."
            )));
        }
        if self.catch_mail.is_some()
            && let Some(setting) = &reachable_by
        {
            return Err(Error::startup(format!(
                "Mails have links that sign users in, and --catch-mail shows them to all who reach this server: it serves \
                 loopback addresses only, and {setting}. Set MIZAN_LISTEN to 127.0.0.1:8080 and leave MIZAN_PUBLIC_URL \
                 and MIZAN_TRUSTED_PROXIES out, or leave --catch-mail out."
            )));
        }
        config.mail.caught_in.clone_from(&self.catch_mail);
        let plan = kernel_module::plan(product, config.policy.as_deref()).await?;
        let kernel = Arc::new(Kernel::open(plan, config, !self.no_migrate).await?);
        if let Some(setting) = reachable_by {
            refuse_known_passwords(&kernel, &setting).await?;
        }
        if self.demo && kernel.seed_demo().await? {
            println!("Demo data is in place.");
        }
        let workers = std::thread::available_parallelism().map_or(2, usize::from);
        let begin = |kernel: &Arc<Kernel>| {
            self.greet(product, kernel);
            jobs::begin(kernel);
        };
        crate::http::serve::serve(kernel, workers, begin).await
    }

    /// Prints where the product is served, once it is.
    fn greet(&self, product: &Product, kernel: &Kernel) {
        println!(
            "{} serves {} ({})",
            product.name, kernel.core.config.public_url, kernel.core.config.database
        );
        if self.catch_mail.is_some() {
            println!("Mail is caught: {}{CAUGHT_MAIL}", kernel.core.config.public_url);
        } else if kernel.mailer.is_none() {
            tracing::info!("no mail is sent: mail_url (MIZAN_MAIL_URL) is not set");
        }
        if self.demo {
            println!("Sign in as one of these, password {}:", demo::PASSWORD);
            for DemoPerson { email, role, .. } in product.demo {
                println!("  {email:<22} {role}");
            }
        }
    }
}

/// Checks that no other machine can sign in with the password of the demo.
///
/// # Errors
/// A startup error that names the accounts that can.
async fn refuse_known_passwords(kernel: &Kernel, setting: &str) -> Result<()> {
    let known = kernel.auth.known_demo_accounts().await?;
    let open = known.into_iter().filter(|account| !account.locked);
    let open: Vec<String> = open.map(|account| account.email).collect();
    if open.is_empty() {
        return Ok(());
    }
    Err(Error::startup(format!(
        "Demo accounts can still sign in with a password that everybody knows ({}), so this \
         database is served on loopback only, and {setting}. Type `mizan demo end`, which locks \
         them, or give them other passwords",
        open.join(", ")
    )))
}
