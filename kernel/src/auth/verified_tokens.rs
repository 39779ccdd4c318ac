//! The verified-token cache: our own tokens whose signature was verified a moment ago, because
//! verifying it is most of the cost of a small request.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use serde_json::Value;

use super::keys::REFRESH_EVERY;
use crate::engine::rate_limits::digest;
use oidc::Provider;

/// The maximum number of entries: some tens of megabytes.
const CAPACITY: usize = 50_000;

/// The cache. An entry is valid as long as the loaded keys, so that a removed key takes its tokens
/// along. Only the digest of a token is stored.
#[derive(Default)]
pub(super) struct VerifiedTokens(Mutex<HashMap<String, (Instant, Arc<Verified>)>>);

impl VerifiedTokens {
    /// Returns the claims of a token that was verified just now. The caller must check its expiry.
    pub(super) fn get(&self, token: &str) -> Option<Arc<Verified>> {
        let cached = self.all();
        let (at, verified) = cached.get(&digest(token))?;
        is_fresh(*at).then(|| Arc::clone(verified))
    }

    pub(super) fn insert(&self, token: &str, verified: &Arc<Verified>) {
        let mut cached = self.all();
        if cached.len() >= CAPACITY {
            cached.retain(|_, (at, _)| is_fresh(*at));
        }
        if cached.len() >= CAPACITY {
            cached.clear();
        }
        cached.insert(digest(token), (Instant::now(), Arc::clone(verified)));
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, (Instant, Arc<Verified>)>> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

fn is_fresh(at: Instant) -> bool {
    at.elapsed() < REFRESH_EVERY
}

/// The claims of a valid token.
pub(super) struct Verified {
    /// The issuer.
    pub(super) issuer: String,
    /// The provider that issued it; `None` for our own tokens.
    pub(super) provider: Option<Arc<Provider>>,
    /// The subject at its issuer; for our own tokens the identifier of an account.
    pub(super) subject: String,
    /// The session that it belongs to; our own tokens always have one.
    pub(super) session: Option<String>,
    /// When it was issued, in seconds since 1970.
    pub(super) issued_at: i64,
    /// When it expires, in seconds since 1970.
    pub(super) expires_at: i64,
    /// All its claims.
    pub(super) claims: Value,
}
