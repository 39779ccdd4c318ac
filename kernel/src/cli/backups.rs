//! `mizan backup` and `mizan restore`.

use std::path::PathBuf;
use std::time::Instant;

use actix_web::web;
use clap::Args;
use indicatif::{HumanBytes, HumanCount};
use tokio::signal::unix::{SignalKind, signal};

use super::{EXIT, plan};
use crate::backup::{self, Progress, Restored};
use crate::base::error::{Error, Result};
use crate::product::plan::Product;
use crate::records::media::Store;

/// Write everything there is into one file, also while the product is served
///
/// The file holds every table as of one moment: records and their history, accounts, sessions and
/// the keys that sign-in relies on; and the images that records hold, from wherever they are
/// stored. To have the file is to have all of that, so only its owner can read it. It appears when
/// it is whole; other writes go on meanwhile. Its first two lines say what is in it.
///
/// Settings: database_url; media_folder or media_s3_endpoint for images.
///
/// Examples:
///   mizan backup monday.mizan
///   mizan backup --force latest.mizan
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct Backup {
    /// The file to write
    file: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

/// Bring back what a backup holds, into an empty place
///
/// The place is the configured database: for SQLite a file that does not exist yet, for PostgreSQL
/// a database without any rows of the product. Nothing that is there is ever replaced. All of the
/// backup comes back or nothing; one of an older version is brought up to date, one of a newer
/// version is refused. It may come from the other kind of database.
///
/// Everything is as it was at the moment of the backup, but for what could sign in a user who has been
/// refused since then: sessions and API tokens have ended, and access tokens are signed with a new
/// key. All users sign in again, with the password of that moment, and make new tokens. Locks that
/// were set since then, roles and identities that were removed, and passwords that were changed have
/// to be set, removed and changed again. Requests that were made with an Idempotency-Key before that
/// moment keep their answers.
///
/// Settings: database_url; media_folder or media_s3_endpoint for images.
///
/// Examples:
///   mizan restore monday.mizan
///   MIZAN_DATABASE_URL=postgres://mizan@db/fresh mizan restore monday.mizan
#[derive(Args)]
#[command(verbatim_doc_comment, after_long_help = EXIT)]
pub(super) struct Restore {
    /// The file that `mizan backup` wrote
    file: PathBuf,
}

impl Backup {
    pub(super) async fn run(self, product: &Product) -> Result<()> {
        let (plan, config) = plan(product).await?;
        let started = Instant::now();
        let file = self.file.clone();
        let ((manifest, size), unrecorded) = with_progress(move |progress| {
            let store = Store::open(&config.media)?;
            let from = (&config.database, &store);
            let made = backup::make(&plan, from, &self.file, self.force, progress)?;
            // The backup is good all the same, and a busy server may leave other processes no turn.
            let recorded = backup::record(&config.database, &made.0).err();
            Ok((made, recorded))
        })
        .await?;
        println!(
            "{} holds {} rows of {} tables as of {}: {}, in {:.1} s",
            file.display(),
            HumanCount(manifest.rows()),
            manifest.tables(),
            manifest.made_at,
            HumanBytes(size),
            started.elapsed().as_secs_f64()
        );
        if manifest.images() > 0 {
            println!("Images: {}", HumanCount(manifest.images()));
        }
        if manifest.files() > 0 {
            println!("Files: {}", HumanCount(manifest.files()));
        }
        if let Some(error) = unrecorded {
            eprintln!("The backup is complete, but its audit event could not be stored: {error}");
        }
        Ok(())
    }
}

impl Restore {
    pub(super) async fn run(self, product: &Product) -> Result<()> {
        let (plan, config) = plan(product).await?;
        let started = Instant::now();
        let place = config.database.to_string();
        let Restored { manifest, migrations, sessions } = with_progress(move |progress| {
            let store = Store::open(&config.media)?;
            backup::restore(&plan, (&config.database, &store), &self.file, progress)
        })
        .await?;
        println!(
            "{place} holds {} rows of {} tables as of {}, from {}; that took {:.1} s",
            HumanCount(manifest.rows()),
            manifest.tables(),
            manifest.made_at,
            manifest.database,
            started.elapsed().as_secs_f64()
        );
        if migrations > 0 {
            println!("Mizan {} had made it: {migrations} migrations applied", manifest.product);
        }
        if sessions > 0 {
            println!(
                "Sessions open then: {sessions}. They have ended, and everybody signs in again"
            );
        }
        Ok(())
    }
}

/// Runs `work` in a thread of its own. On SIGINT or SIGTERM it stops and cleans up.
async fn with_progress<T: Send + 'static>(
    work: impl FnOnce(&Progress) -> Result<T> + Send + 'static,
) -> Result<T> {
    let progress = Progress::shown();
    for kind in [SignalKind::interrupt(), SignalKind::terminate()] {
        let mut signals = signal(kind).map_err(Error::internal)?;
        let progress = progress.clone();
        actix_web::rt::spawn(async move {
            signals.recv().await;
            progress.stop();
        });
    }
    let inner = progress.clone();
    let done = web::block(move || work(&inner)).await;
    progress.end();
    done.map_err(|_| Error::internal("a backup or restore panicked"))?
}
