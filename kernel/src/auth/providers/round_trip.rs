//! The redirect to a provider and back. State, nonce and PKCE verifier are stored in the database
//! under `state`, can be used once, and are valid only in the browser that began the round trip.

use std::net::IpAddr;

use data_encoding::HEXLOWER;
use oidc::{AuthorizationResponse, Person, ProviderError};

use super::super::attempts::TOO_OFTEN;
use super::super::queries::providers::{self as queries, RoundTripRow};
use super::super::{Auth, random_bytes};
use super::Configured;
use crate::base::digest::digest;
use crate::base::error::Result;
use crate::base::time::Timestamp;
use crate::engine::rate_limits::{self, Limits};

/// How long a user may take at the provider, in seconds.
pub(crate) const MAX_SECONDS: i64 = 10 * 60;

/// The limits of round trips: each is a row in the database for ten minutes.
const BEGINNINGS: Limits =
    Limits { of: "round-trip", most: [600, 1_800, 20_000], messages: [TOO_OFTEN; 2] };

/// The redirect to the provider, and the cookie that the browser must send back.
pub(super) struct Departure {
    pub(super) location: String,
    pub(super) browser: String,
}

impl Auth {
    /// Begins a round trip. `browser` is the cookie that the browser already has: several tabs may
    /// be on a round trip at once.
    pub(super) async fn depart(
        &self,
        provider: &Configured,
        redirect: String,
        browser: Option<String>,
        from: Option<IpAddr>,
    ) -> Result<Result<Departure, ProviderError>> {
        if rate_limits::have_refused() {
            self.db().read(move |conn| BEGINNINGS.check(conn, from)).await?;
        }
        let begun = match provider.client.begin(&self.callback(provider)).await {
            Ok(begun) => begun,
            Err(error) => return Ok(Err(error)),
        };
        let browser = browser
            .filter(|value| value.len() == 64 && value.bytes().all(|byte| byte.is_ascii_hexdigit()))
            .unwrap_or_else(|| HEXLOWER.encode(&random_bytes::<32>()));
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
                BEGINNINGS.count(conn, from)?;
                queries::begin_round_trip(conn, &row)
            })
            .await?;
        Ok(Ok(Departure { location: begun.location, browser }))
    }

    /// Takes out the round trip with this `state`. `None` when it was used before, expired, or
    /// began with another provider or in another browser.
    pub(super) async fn returning(
        &self,
        provider: &Configured,
        state: &str,
        browser: Option<&str>,
    ) -> Result<Option<RoundTripRow>> {
        let (id, browser) = (digest(state), browser.map(digest));
        let lookup_id = id.clone();
        let row = self.db().read(move |conn| queries::round_trip(conn, &lookup_id)).await?;
        // A request of another browser costs no write, and ends no round trip.
        let begun_here = row.is_some_and(|row| {
            row.provider == provider.id
                && Some(&row.browser) == browser.as_ref()
                && row.created_at.plus_seconds(MAX_SECONDS) > Timestamp::now()
        });
        if !begun_here {
            return Ok(None);
        }
        self.db().write(move |conn| queries::end_round_trip(conn, &id)).await
    }

    /// Exchanges the code, which a response of this issuer brought, for the identity of the user.
    pub(super) async fn vouched_for(
        &self,
        provider: &Configured,
        row: &RoundTripRow,
        (code, iss): (&str, Option<&str>),
    ) -> std::result::Result<Person, ProviderError> {
        let RoundTripRow { verifier, nonce, .. } = row;
        let response = AuthorizationResponse { code, iss, verifier, nonce };
        provider.client.finish(&self.callback(provider), response).await
    }

    fn callback(&self, provider: &Configured) -> String {
        format!("{}/api/auth/oidc/{}/callback", self.0.origin, provider.id)
    }
}
