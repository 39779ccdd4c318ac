//! A visitor's way to a provider and back. What was agreed on before is kept in the database under
//! `state`, taken out once, and holds only in the browser that began it.

use oidc::{AuthorizationResponse, Person, ProviderError};

use super::super::queries::providers::{self as queries, RoundTripRow};
use super::super::{Auth, hex, random_bytes};
use super::Configured;
use crate::base::config::Settings;
use crate::base::error::Result;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::engine::rate_limits::{Limit, digest};

/// How long a visitor may take at the provider, in seconds.
pub(super) const PATIENCE: i64 = 10 * 60;

/// Round trips from one address: each is a row in the database for ten minutes.
const BEGINNINGS: Limit = Limit {
    of: "round-trip",
    most: 600,
    sentence: "Too many attempts to sign in. Try again later",
};

/// Where the visitor goes, and what the browser has to bring back.
pub(super) struct Departure {
    pub(super) location: String,
    pub(super) browser: String,
}

/// What the provider sent the visitor back with.
pub(super) struct Returned {
    pub(super) code: String,
    pub(super) iss: Option<String>,
}

impl Auth {
    /// Sends a visitor on the way. `browser` is what the browser holds already: several tabs may
    /// be on their way at once.
    pub(super) async fn depart(
        &self,
        provider: &Configured,
        redirect: String,
        browser: Option<String>,
        address: String,
    ) -> Result<Result<Departure, ProviderError>> {
        let begun = match provider.client.begin(&self.callback(provider)).await {
            Ok(begun) => begun,
            Err(trouble) => return Ok(Err(trouble)),
        };
        let browser = browser
            .filter(|held| held.len() == 64 && held.bytes().all(|byte| byte.is_ascii_hexdigit()))
            .unwrap_or_else(|| hex(&random_bytes::<32>()));
        let row = RoundTripRow {
            id: digest(&begun.state),
            provider: provider.id.clone(),
            browser: digest(&browser),
            nonce: begun.nonce,
            verifier: begun.verifier,
            redirect,
            created_at: Timestamp::now(),
        };
        self.db()
            .write(move |conn| {
                BEGINNINGS.count(conn, &address)?;
                queries::begin_round_trip(conn, &row)
            })
            .await?;
        Ok(Ok(Departure { location: begun.location, browser }))
    }

    /// Takes out the round trip that ends with this `state`; none when it was taken before, took
    /// too long, began with another provider or in another browser.
    pub(super) async fn returning(
        &self,
        provider: &Configured,
        state: &str,
        browser: Option<&str>,
    ) -> Result<Option<RoundTripRow>> {
        let (id, browser) = (digest(state), browser.map(digest));
        let asked = id.clone();
        let row = self.db().read(move |conn| queries::round_trip(conn, &asked)).await?;
        // What a stranger asks costs no write, and ends nobody's round trip.
        let begun_here = row.is_some_and(|row| {
            row.provider == provider.id
                && Some(&row.browser) == browser.as_ref()
                && row.created_at.plus_seconds(PATIENCE) > Timestamp::now()
        });
        if !begun_here {
            return Ok(None);
        }
        self.db().write(move |conn| queries::end_round_trip(conn, &id)).await
    }

    /// Asks the provider who it is that came back.
    pub(super) async fn vouched_for(
        &self,
        provider: &Configured,
        row: &RoundTripRow,
        returned: &Returned,
    ) -> std::result::Result<Person, ProviderError> {
        let response = AuthorizationResponse {
            code: &returned.code,
            iss: returned.iss.as_deref(),
            verifier: &row.verifier,
            nonce: &row.nonce,
        };
        provider.client.finish(&self.callback(provider), response).await
    }

    fn callback(&self, provider: &Configured) -> String {
        format!("{}/api/auth/oidc/{}/callback", self.0.origin, provider.id)
    }
}

/// Forgets visitors who did not come back; answers how many.
pub(crate) fn sweep(conn: &mut Conn, _: &Settings, most: usize) -> Result<usize> {
    queries::forget_round_trips(conn, Timestamp::now().plus_seconds(-PATIENCE), most)
}
