//! `mizan demo`.

use clap::{Args, Subcommand};

use super::{EXIT, open};
use crate::base::error::Result;
use crate::product::plan::Product;

#[derive(Subcommand)]
pub(super) enum Demo {
    End(End),
}

/// End the demo accounts
///
/// Locks every account of the demo data that can still sign in with the password that everybody
/// knows, and takes that password from it: its sessions and tokens end, and unlocking it later does
/// not bring the password back. The records of the demo stay. Accounts with passwords of their own
/// are left as they are. From then on the database can be served to others.
///
/// The demo's administrator is locked too; make another one with `mizan user create`.
///
/// Settings: database_url.
///
/// Examples:
///   mizan demo end
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct End {}

impl End {
    pub(super) async fn run(self, product: &Product) -> Result<()> {
        let kernel = open(product, true).await?;
        let ended = kernel.auth.end_demo().await?;
        if ended.is_empty() {
            println!("No account has the password of the demo.");
            return Ok(());
        }
        println!("Locked, without a password from now on: {}.", ended.join(", "));
        println!("Make an administrator of your own, if there is none, with `mizan user create`.");
        Ok(())
    }
}
