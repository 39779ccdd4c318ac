//! Polls the operator's policy file while the process runs. A change is in force within two
//! seconds, at once on SIGHUP. An invalid file changes nothing.

use std::path::{Path, PathBuf};
use std::time::Duration;

use actix_web::web;
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::Policy;
use crate::base::error::{Error, Result};
use crate::engine::metrics::policy_load;

/// How often the file is read. Its content is compared, because modification times are coarse, and two
/// reads must agree, because a file may still be being written: a change is in force within about a
/// second.
const EVERY: Duration = Duration::from_millis(500);

/// How many changes are logged one by one.
const MAX_LOGGED_CHANGES: usize = 50;

/// The result of a read: the file's text, or why it cannot be read.
type Found = std::result::Result<String, String>;

/// The result of loading a policy: the changes, or the error.
type Loaded = Result<Vec<String>>;

/// The file, and what was read from it.
pub(super) struct Watch {
    pub(super) path: PathBuf,
    /// The content at the last poll.
    last_read: Found,
    /// The content that was loaded last: each content is loaded and reported once.
    loaded: Found,
}

/// Polls the file at `path` for as long as the process runs, and passes the result of each load to
/// `on_load`.
pub(crate) async fn watch(
    policy: &Policy,
    path: PathBuf,
    on_load: impl Fn(&Path, &Result<Vec<String>>),
) {
    let mut watch = Watch::new(path, policy);
    let mut requests = signal(SignalKind::hangup())
        .inspect_err(|error| tracing::error!(%error, "the SIGHUP handler cannot be installed"))
        .ok();
    let mut ticks = tokio::time::interval(EVERY);
    loop {
        let requested = tokio::select! {
            _ = ticks.tick() => false,
            () = requested(&mut requests) => true,
        };
        if let Some(loaded) = watch.poll(policy, requested).await {
            log_outcome(&watch.path, &loaded);
            on_load(&watch.path, &loaded);
        }
    }
}

/// Waits for the next SIGHUP; forever, when it is not handled.
async fn requested(requests: &mut Option<Signal>) {
    match requests {
        Some(requests) => drop(requests.recv().await),
        None => std::future::pending().await,
    }
}

impl Watch {
    /// Makes the watch of a file from which `policy` was read.
    pub(super) fn new(path: PathBuf, policy: &Policy) -> Self {
        let known = Ok(policy.lines());
        Self { path, last_read: known.clone(), loaded: known }
    }

    /// Loads new content of the file once two polls agree on it, so that no half-written file is
    /// loaded. With `requested` it loads at once, even when nothing is new.
    pub(super) async fn poll(&mut self, policy: &Policy, requested: bool) -> Option<Loaded> {
        let path = self.path.clone();
        let read = web::block(move || read(&path).map_err(|error| error.to_string())).await;
        let found = read.unwrap_or_else(|error| Err(error.to_string()));
        let unchanged = found == self.last_read;
        self.last_read.clone_from(&found);
        if !requested && (!unchanged || found == self.loaded) {
            return None;
        }
        self.loaded.clone_from(&found);
        Some(match found {
            Ok(lines) => policy.replace(&self.path, &lines).await,
            Err(message) => Err(Error::startup(message)),
        })
    }
}

/// Reads a policy file.
pub(crate) fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(|error| {
        Error::startup(format!("The policy {} cannot be read: {error}", path.display()))
    })
}

/// Logs the outcome, at levels that are visible by default.
fn log_outcome(path: &Path, loaded: &Loaded) {
    let path = path.display();
    policy_load(loaded.is_ok());
    match loaded {
        Ok(changes) => {
            let more = changes.len().saturating_sub(MAX_LOGGED_CHANGES);
            let mut listed =
                changes.iter().take(MAX_LOGGED_CHANGES).cloned().collect::<Vec<_>>().join(", ");
            if more > 0 {
                listed += &format!(", and {more} more");
            }
            tracing::warn!(target: "policy", %path, changes = listed, "this policy is in force now");
        }
        Err(error) => tracing::error!(
            target: "policy",
            %path,
            "{error}. The policy stays as it was"
        ),
    }
}
