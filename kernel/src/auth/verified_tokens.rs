//! Tokens of our own whose signature was checked a moment ago: checking it is most of what a small
//! request costs.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use serde_json::Value;

use super::keys::REFRESH_EVERY;
use crate::engine::rate_limits::digest;
use oidc::Provider;

/// How many are remembered at most: some tens of megabytes.
const CAPACITY: usize = 50_000;

/// What is remembered: each for as long as the keys themselves are, so that a key that goes away
/// takes its tokens along. Of a token nothing is kept but its digest.
#[derive(Default)]
pub(super) struct VerifiedTokens(Mutex<HashMap<String, (Instant, Arc<Verified>)>>);

impl VerifiedTokens {
    /// What this token says, if it was found to hold just now. Whether it has run out since is for
    /// the caller to see.
    pub(super) fn get(&self, token: &str) -> Option<Arc<Verified>> {
        let checked = self.all();
        let (at, verified) = checked.get(&digest(token))?;
        is_fresh(*at).then(|| Arc::clone(verified))
    }

    pub(super) fn remember(&self, token: &str, verified: &Arc<Verified>) {
        let mut checked = self.all();
        if checked.len() >= CAPACITY {
            checked.retain(|_, (at, _)| is_fresh(*at));
        }
        if checked.len() >= CAPACITY {
            checked.clear();
        }
        checked.insert(digest(token), (Instant::now(), Arc::clone(verified)));
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, (Instant, Arc<Verified>)>> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

fn is_fresh(at: Instant) -> bool {
    at.elapsed() < REFRESH_EVERY
}

/// What a token that holds says.
pub(super) struct Verified {
    /// Who gave it out.
    pub(super) issuer: String,
    /// The provider that it is of; none when it is one of our own.
    pub(super) provider: Option<Arc<Provider>>,
    /// Whose it is, as its issuer names them; the identifier of an account in our own.
    pub(super) subject: String,
    /// The session that it belongs to; there is one in our own.
    pub(super) session: Option<String>,
    /// When it was made, in seconds since 1970.
    pub(super) issued_at: i64,
    /// When it runs out, in seconds since 1970.
    pub(super) expires_at: i64,
    /// All that it says.
    pub(super) claims: Value,
}
