//! `mizan audit`.

use clap::{Args, Subcommand};

use super::{EXIT, plan, print};
use crate::base::config::Config;
use crate::base::error::{Error, Result};
use crate::db::{self, Conn};
use crate::product::plan::Product;
use crate::records::{audit, sealing};

/// How many findings are printed one by one.
const MOST_PRINTED: u64 = 1_000;

#[derive(Subcommand)]
pub(super) enum Audit {
    Verify(Verify),
    Head(Head),
}

/// Find what was changed in the history and the audit events
///
/// Recomputes the hash of every version in the history, of every audit event and of the seals that
/// serving processes make of both every few seconds, and prints each row that was changed, removed or
/// put in. Works while the product is served, in batches: memory does not grow with the database.
///
/// A person who can write to the whole database can compute hashes too. So note what `mizan audit
/// head` prints in another place, and pass it later: then nothing that was sealed by that time can
/// have been changed unseen.
///
/// Rows that are past their retention are no findings; their number is printed.
///
/// Settings: database_url.
///
/// Examples:
///   mizan audit verify
///   mizan audit verify --head 1207:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct Verify {
    /// A seal that must still be there: what `mizan audit head` printed earlier
    #[arg(long)]
    head: Option<String>,
}

/// Print the last seal of the history and the audit events
///
/// Its number and its hash, which covers everything that was sealed until then. A serving process
/// also logs it, at its start and every day. Keep it where those who have access to the database
/// have none: on paper, in a mail, in another system.
///
/// Settings: database_url.
///
/// Examples:
///   mizan audit head
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct Head {}

impl Verify {
    pub(super) async fn run(self, product: &Product) -> Result<()> {
        let (_, config) = plan(product).await?;
        let mut conn = open(&config)?;
        let mut printed = 0;
        let report = sealing::verify(&mut conn, self.head.as_deref(), &mut |finding| {
            printed += 1;
            if printed <= MOST_PRINTED { print(&format!("{finding}\n")) } else { Ok(()) }
        })?;
        print(&report.to_string())?;
        match report.findings {
            0 => print("OK\n"),
            1 => Err(Error::startup("1 row is not what it was")),
            many => Err(Error::startup(format!("{many} rows are not what they were"))),
        }
    }
}

impl Head {
    pub(super) async fn run(self, product: &Product) -> Result<()> {
        let (_, config) = plan(product).await?;
        let (head, waiting) = sealing::head(&mut open(&config)?)?;
        let head = head.ok_or_else(|| {
            Error::startup("There is no seal yet: a serving process makes the first")
        })?;
        print(&format!("{}\n", head.noted()))?;
        if waiting > 0 {
            eprintln!("{waiting} rows are not sealed yet");
        }
        Ok(())
    }
}

/// Opens the database to read it, next to a serving process.
fn open(config: &Config) -> Result<Conn> {
    config.database.check_exists()?;
    let mut conn = db::open_to_read(&config.database)?;
    if !audit::is_there(&mut conn)? {
        return Err(Error::startup(format!(
            "{} has no audit yet: `mizan migrate` brings it up to date",
            config.database
        )));
    }
    Ok(conn)
}
