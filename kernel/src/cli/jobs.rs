//! The periodic jobs of a serving process. Every node runs all of them: running one twice does no
//! harm.

use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::auth::{self, REFRESH_EVERY};
use crate::base::digest::digest;
use crate::base::error::{Error, Result};
use crate::base::time::Timestamp;
use crate::cli::{image_sweep, mailing, retention};
use crate::db;
use crate::http::subscriptions;
use crate::product::kernel::Kernel;
use crate::records::audit::{Action, Event};
use crate::records::{sealing, slices};
use crate::webhooks;

const SECOND: Duration = Duration::from_secs(1);
const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

type Work = Pin<Box<dyn Future<Output = Result<()>>>>;

/// A job that runs soon after the start and then periodically.
struct PeriodicJob {
    /// Its name in the log when it fails.
    what: &'static str,
    every: Duration,
    work: fn(Arc<Kernel>) -> Work,
}

const fn job(what: &'static str, every: Duration, work: fn(Arc<Kernel>) -> Work) -> PeriodicJob {
    PeriodicJob { what, every, work }
}

const JOBS: &[PeriodicJob] = &[
    job("checkpoint the write-ahead log of SQLite", SECOND, |kernel| {
        Box::pin(async move { kernel.core.db.checkpoint_wal().await })
    }),
    job("store audit events of refusals", SECOND, |kernel| {
        // They wait on while the database does not answer, and so does all else.
        Box::pin(async move { unless_away(kernel.core.audit.store(&kernel.core.db).await) })
    }),
    job("send mails", SECOND, |kernel| {
        Box::pin(async move { unless_away(mailing::send_due(&kernel).await) })
    }),
    job("mail subscriptions", Duration::from_secs(30), |kernel| {
        Box::pin(
            async move { unless_away(subscriptions::mail_due(&kernel, Timestamp::now()).await) },
        )
    }),
    job("seal the history and the audit events", Duration::from_secs(5), |kernel| {
        Box::pin(async move { kernel.core.sealer.seal(&kernel.core.db).await.map(drop) })
    }),
    job("log the last seal", DAY, |kernel| Box::pin(async move { log_head(&kernel).await })),
    job(
        "keep columns within their memory limit, and delete old rows of changed_rows",
        Duration::from_secs(60),
        |kernel| {
            Box::pin(async move {
                let columns = Arc::clone(&kernel.core.columns);
                columns.keep_within_limit();
                kernel.core.db.read_patiently(move |conn| columns.keep_current(conn)).await?;
                kernel.core.db.write(db::changed::trim).await
            })
        },
    ),
    job("load the columns that lists lack", Duration::from_millis(200), |kernel| {
        Box::pin(async move {
            let columns = Arc::clone(&kernel.core.columns);
            columns.lacks().await;
            let loads = Arc::clone(&columns);
            let load = move |conn: &mut db::Conn| loads.load_lacking(conn);
            let loaded = kernel.core.db.read_apart(load).await;
            if let Err(Error::Unavailable | Error::Unreachable(_)) = loaded {
                columns.cannot_load();
            }
            Ok(())
        })
    }),
    job("refresh the planner statistics of SQLite", DAY, |kernel| {
        Box::pin(async move {
            match kernel.core.db.written() {
                // PostgreSQL does it by itself.
                None => Ok(()),
                Some(_) => kernel.core.db.write(db::statements::analyze).await,
            }
        })
    }),
    job("revert interrupted imports", Duration::from_secs(10), |kernel| {
        Box::pin(async move { slices::recover(&kernel.core).await })
    }),
    job("withdraw expired permissions to link", Duration::from_secs(5), |kernel| {
        Box::pin(async move { auth::withdraw_expired_links(&kernel.core.db).await })
    }),
    job("load the signing keys of other processes", REFRESH_EVERY, |kernel| {
        Box::pin(async move { kernel.auth.keys().refresh().await })
    }),
    job("delete expired signing keys", HOUR, |kernel| {
        Box::pin(async move { kernel.auth.keys().sweep().await })
    }),
    job("delete rows past their retention", HOUR, |kernel| {
        Box::pin(async move { retention::sweep(&kernel).await.map(drop) })
    }),
    job("delete unreferenced images", HOUR, |kernel| {
        Box::pin(async move { image_sweep::delete_unneeded_files(&kernel.core).await.map(drop) })
    }),
    job("delete image references that neither records nor revisions need", DAY, |kernel| {
        Box::pin(async move { image_sweep::forget_unneeded_uses(&kernel.core).await.map(drop) })
    }),
    job("delete files and comments of records without history", DAY, |kernel| {
        Box::pin(async move {
            image_sweep::delete_unreachable_attachments(&kernel.core).await.map(drop)
        })
    }),
    job("delete revisions past their retention", DAY, |kernel| {
        Box::pin(async move { retention::trim_history(&kernel).await.map(drop) })
    }),
];

/// A job that finds the database away comes again soon.
fn unless_away(done: Result<()>) -> Result<()> {
    match done {
        Err(Error::Unavailable | Error::Unreachable(_) | Error::Busy(_)) => Ok(()),
        done => done,
    }
}

/// The time from the start of the jobs until each runs first. A process that starts becomes ready meanwhile: the jobs
/// open a dozen connections.
const FIRST_AFTER: Duration = Duration::from_secs(1);

/// Starts all jobs. They end with the process.
pub(crate) fn begin(kernel: &Arc<Kernel>) {
    kernel.core.columns.note_declared(kernel.plan.declared_columns());
    for PeriodicJob { what, every, work } in JOBS {
        let kernel = Arc::clone(kernel);
        run_periodically(what, *every, move || work(Arc::clone(&kernel)));
    }
    for job in kernel.plan.modules.iter().flat_map(|module| module.jobs) {
        let kernel = Arc::clone(kernel);
        run_periodically(job.what, job.every, move || {
            let kernel = Arc::clone(&kernel);
            Box::pin(async move { kernel.perform(job.work).await })
        });
    }
    actix_web::rt::spawn(webhooks::run(Arc::clone(kernel)));
    if let Some(path) = kernel.core.config.policy.clone() {
        let kernel = Arc::clone(kernel);
        actix_web::rt::spawn(async move {
            let store = |event: Event| {
                let core = Arc::clone(&kernel.core);
                actix_web::rt::spawn(async move { core.audit.store_now(&core.db, event).await });
            };
            let event = |path: &Path| Event::new(Action::PolicyLoaded, path.display().to_string());
            // The digest shows whether the file has changed since the last process.
            let digest = digest(kernel.plan.policy.lines());
            store(event(&path).because(format!("At the start, SHA-256 {digest}")));
            let loaded = |path: &Path, loaded: &Result<Vec<String>>| {
                store(match loaded {
                    Ok(changes) => event(path).because(changes.join(", ")),
                    Err(error) => event(path).failed(error.to_string()),
                });
            };
            crate::engine::policy::watch(&kernel.plan.policy, path, loaded).await;
        });
    }
}

/// Logs the last seal, so that it is noted in a place that a person who changes the database
/// may not be able to change.
async fn log_head(kernel: &Kernel) -> Result<()> {
    let (head, _) = kernel.core.db.read_patiently(sealing::head).await?;
    if let Some(head) = head {
        let seal = head.noted();
        tracing::warn!(target: "audit", seal, "the last seal of the audit, for `audit verify --head`");
    }
    Ok(())
}

fn run_periodically(what: &'static str, every: Duration, work: impl Fn() -> Work + 'static) {
    actix_web::rt::spawn(async move {
        let mut times = interval_at(Instant::now() + FIRST_AFTER, every);
        times.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            times.tick().await;
            // In a task of its own, so that a panic ends this run and not all later ones.
            let failure = match actix_web::rt::spawn(work()).await {
                Ok(Ok(())) => continue,
                Ok(Err(error)) => error.to_string(),
                Err(panic) => panic.to_string(),
            };
            tracing::warn!(what, failure, "a periodic job failed; it will run again");
        }
    });
}
