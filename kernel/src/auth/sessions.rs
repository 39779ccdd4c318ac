//! Sessions: how they begin, refresh, sign-out.
//!
//! A session lasts while its refresh tokens are used, at most for [`LIFETIME`]; access tokens are
//! valid only as long.

use std::sync::Arc;

use super::queries::{self, AccountRow, SessionRow};
use super::refresh::{self, RefreshToken, TokenUse};
use super::token::BAD_TOKEN;
use super::{Auth, LOCKED, SESSION_ENDED, administration, random_bytes};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::records::audit::{self, Action, Event, RequestOrigin};

const DAY: i64 = 24 * 60 * 60;

/// The idle timeout of a session, in seconds.
const IDLE: i64 = 30 * DAY;

/// The maximum lifetime of a session, in seconds, however much it is used.
const LIFETIME: i64 = 90 * DAY;

/// The tokens of a new or refreshed session.
pub(super) struct Granted {
    pub(super) account: AccountRow,
    pub(super) session: Id,
    pub(super) refresh_token: String,
    pub(super) expires_at: Timestamp,
    /// A new device token for the browser, when it gets one.
    pub(super) device: Option<String>,
}

impl Auth {
    /// Refreshes the session that the refresh token belongs to.
    pub(super) async fn refresh_session(
        &self,
        token: &str,
        origin: RequestOrigin,
    ) -> Result<Granted> {
        let (token, session) =
            self.genuine(token).await?.ok_or(Error::Unauthenticated(BAD_TOKEN))?;
        let account = session.account_id;
        let granted =
            self.db().write(move |conn| use_token(conn, &token, &origin, Timestamp::now())).await?;
        granted.ok_or_else(|| {
            tracing::warn!(%account, "a refresh token was presented that had been replaced");
            Error::Unauthenticated(SESSION_ENDED)
        })
    }

    /// Ends the session that the refresh token belongs to, or all sessions and API tokens of its
    /// user. Without a session there is nothing to end; signing out everywhere then fails, because
    /// the user is unknown.
    pub(super) async fn sign_out(
        &self,
        token: Option<&str>,
        everywhere: bool,
        origin: RequestOrigin,
    ) -> Result<()> {
        let session = match token {
            Some(token) => self.genuine(token).await?.map(|(_, session)| session),
            None => None,
        };
        let now = Timestamp::now();
        let Some(session) = session.filter(|session| session.ends_at() > now) else {
            let message =
                if token.is_some() { SESSION_ENDED } else { crate::records::actor::SIGN_IN_FIRST };
            return if everywhere { Err(Error::Unauthenticated(message)) } else { Ok(()) };
        };
        let records = Arc::clone(&self.0.records);
        self.db()
            .write(move |conn| {
                if !everywhere {
                    queries::end_session(conn, &session, now)?;
                    let account = queries::account(conn, &session.account_id)?;
                    return audit::record(conn, account.event(Action::SignOut).from(&origin));
                }
                let account = administration::lock_row(conn, &session.account_id)?;
                // Revoked tokens are recorded in the audit trail, which does not record sessions.
                if !queries::api_tokens::list(conn, &account.id)?.is_empty() {
                    let (ended, by) = ((&account.id, "end-tokens"), account.as_actor());
                    records.record_account_change(conn, ended, &by, |conn| {
                        queries::api_tokens::delete_all(conn, &account.id).map(drop)
                    })?;
                }
                queries::end_sessions(conn, &account.id, None, now)?;
                audit::record(conn, account.event(Action::SignOutEverywhere).from(&origin))
            })
            .await
    }

    /// Returns the token and its session, if that session has issued it. A forged token costs a
    /// read, not a write.
    async fn genuine(&self, token: &str) -> Result<Option<(RefreshToken, SessionRow)>> {
        let Some(token) = RefreshToken::parse(token) else { return Ok(None) };
        let id = token.session.clone();
        let session = self.db().read(move |conn| queries::session(conn, &id)).await?;
        let session = session.filter(|session| token.is_made_with(&session.secret));
        Ok(session.map(|session| (token, session)))
    }
}

impl Granted {
    /// Makes an event of what the owner of the session has done.
    pub(super) fn event(&self, action: Action) -> Event {
        self.account.event(action)
    }
}

impl AccountRow {
    /// Makes an event of what the owner of the account has done to it.
    pub(super) fn event(&self, action: Action) -> Event {
        Event::new(action, &self.email).of_account(&self.id, &self.name())
    }
}

impl SessionRow {
    /// Returns when it ends or has ended.
    pub(super) fn ends_at(&self) -> Timestamp {
        self.ended_at.unwrap_or(self.expires_at)
    }

    fn granted(self, account: AccountRow, generation: i32) -> Granted {
        Granted {
            account,
            refresh_token: refresh::token(&self.id, &self.secret, generation),
            session: self.id,
            expires_at: self.expires_at,
            device: None,
        }
    }
}

/// Begins a session of the authenticated owner of the account.
pub(super) fn begin(
    conn: &mut Conn,
    account: AccountRow,
    now: Timestamp,
    second_factor: bool,
) -> Result<Granted> {
    queries::delete_expired_sessions(conn, &account.id, now)?;
    let session = SessionRow {
        id: Id::new(),
        account_id: account.id.clone(),
        secret: random_bytes::<32>().to_vec(),
        used: 0,
        created_at: now,
        last_used_at: now,
        expires_at: expiry(now, now),
        ended_at: None,
        second_factor,
        confirmed_at: None,
    };
    queries::insert_session(conn, &session)?;
    Ok(session.granted(account, 1))
}

/// Continues the open session `id` of an account with another secret: all former refresh tokens
/// become invalid.
///
/// # Errors
/// 401 when it has ended.
pub(super) fn begin_chain(
    conn: &mut Conn,
    account: AccountRow,
    id: &Id,
    now: Timestamp,
) -> Result<Granted> {
    let session = queries::session_for_update(conn, id)?.filter(|session| session.ends_at() > now);
    let session = session.ok_or(Error::Unauthenticated(SESSION_ENDED))?;
    let secret = random_bytes::<32>().to_vec();
    queries::replace_secret(conn, id, &secret)?;
    Ok(SessionRow { secret, ..session }.granted(account, 1))
}

/// Uses a genuine token. `None` when that ends the session, which is no error, because it must be
/// committed.
fn use_token(
    conn: &mut Conn,
    token: &RefreshToken,
    origin: &RequestOrigin,
    now: Timestamp,
) -> Result<Option<Granted>> {
    let session = queries::session_for_update(conn, &token.session)?;
    let Some(mut session) = session.filter(|session| session.ends_at() > now) else {
        return Err(Error::Unauthenticated(SESSION_ENDED));
    };
    // The secret may have been replaced since the token was verified.
    if !token.is_made_with(&session.secret) {
        return Err(Error::Unauthenticated(BAD_TOKEN));
    }
    let account = queries::account(conn, &session.account_id)?;
    if account.locked {
        return Err(Error::Unauthenticated(LOCKED));
    }
    match refresh::token_use(session.used, token.generation) {
        TokenUse::First(next) => {
            session.expires_at = expiry(session.created_at, now);
            queries::set_used(conn, &session.id, token.generation, now, session.expires_at)?;
            Ok(Some(session.granted(account, next)))
        }
        TokenUse::Again(next) => Ok(Some(session.granted(account, next))),
        TokenUse::Stolen => {
            queries::end_session(conn, &session, now)?;
            // The client that presented it need not be the owner's.
            let ended = Event::new(Action::SessionEnded, &account.email).from(origin);
            audit::record(conn, ended.refused("A refresh token that had been replaced"))?;
            Ok(None)
        }
        TokenUse::Unknown => Err(Error::Unauthenticated(BAD_TOKEN)),
    }
}

/// Returns when a session that began at `created_at` and is used at `now` expires.
fn expiry(created_at: Timestamp, now: Timestamp) -> Timestamp {
    now.plus_seconds(IDLE).min(created_at.plus_seconds(LIFETIME))
}
