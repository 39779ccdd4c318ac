//! The operator's policy file, looked at again and again while the process runs. What changes of it
//! is in force within two seconds, at once on SIGHUP. One that does not hold changes nothing.

use std::path::{Path, PathBuf};
use std::time::Duration;

use actix_web::web;
use tokio::signal::unix::{SignalKind, signal};

use super::Policy;
use crate::base::error::{Error, Result};
use crate::engine::metrics::policy_load;

/// How often the file is looked at: with two looks that have to agree, the change is in force
/// within about a second.
const EVERY: Duration = Duration::from_millis(500);

/// How many changes the log tells one by one.
const MOST_TOLD: usize = 50;

/// What a look found: the file's text, or why it cannot be read.
type Found = std::result::Result<String, String>;

/// What became of another policy.
type Judged = Result<Vec<String>>;

/// The file, and what has been seen of it.
pub(super) struct Watch {
    pub(super) path: PathBuf,
    /// As it was at the last look.
    seen: Found,
    /// As it was when it was judged last: each content is judged and told once.
    judged: Found,
}

/// Looks at the file at `path` for as long as the process runs.
pub(crate) async fn watch(policy: &Policy, path: PathBuf) {
    let mut watch = Watch::new(path, policy);
    let mut asked = match signal(SignalKind::hangup()) {
        Ok(asked) => asked,
        Err(error) => return tracing::error!(%error, "SIGHUP cannot be heard"),
    };
    let mut looks = tokio::time::interval(EVERY);
    loop {
        let asked = tokio::select! {
            _ = looks.tick() => false,
            _ = asked.recv() => true,
        };
        if let Some(judged) = watch.look(policy, asked).await {
            tell(&watch.path, &judged);
        }
    }
}

impl Watch {
    /// A file from which `policy` was read.
    pub(super) fn new(path: PathBuf, policy: &Policy) -> Self {
        let known = Ok(policy.lines());
        Self { path, seen: known.clone(), judged: known }
    }

    /// Takes what is new in the file, when two looks agree on it, so that nothing is taken that is
    /// only half written; at once, and also when nothing is new, when somebody `asked` for it.
    pub(super) async fn look(&mut self, policy: &Policy, asked: bool) -> Option<Judged> {
        let path = self.path.clone();
        let read = web::block(move || read(&path).map_err(|error| error.to_string())).await;
        let found = read.unwrap_or_else(|error| Err(error.to_string()));
        let settled = found == self.seen;
        self.seen.clone_from(&found);
        if !asked && (!settled || found == self.judged) {
            return None;
        }
        self.judged.clone_from(&found);
        Some(match found {
            Ok(lines) => policy.replace(&self.path, &lines).await,
            Err(sentence) => Err(Error::startup(sentence)),
        })
    }
}

/// The text of a policy file.
pub(crate) fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(|error| {
        Error::startup(format!("The policy {} cannot be read: {error}", path.display()))
    })
}

/// Says what became of it, at levels that are seen unless the log is made quieter.
fn tell(path: &Path, judged: &Judged) {
    let path = path.display();
    policy_load(judged.is_ok());
    match judged {
        Ok(changes) => {
            let more = changes.len().saturating_sub(MOST_TOLD);
            let mut told = changes.iter().take(MOST_TOLD).cloned().collect::<Vec<_>>().join(", ");
            if more > 0 {
                told += &format!(", and {more} more");
            }
            tracing::warn!(target: "policy", %path, changes = told, "this policy is in force now");
        }
        Err(error) => tracing::error!(
            target: "policy",
            %path,
            "{error}. The policy stays as it was"
        ),
    }
}
