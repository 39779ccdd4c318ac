//! Sessions: signing in, going on, signing out.
//!
//! A session lasts while its refresh tokens are used, at most for [`LIFETIME`]; access tokens are
//! good only while it does.

use std::sync::Arc;

use super::attempts::{self, Attempt, ClientOrigin};
use super::queries::{self, AccountRow, SessionRow};
use super::refresh::{self, RefreshToken, Turn};
use super::token::BAD_TOKEN;
use super::{Auth, LOCKED, SESSION_ENDED, WRONG_PASSWORD, administration, random_bytes};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::records::actor::ACCOUNTS;

const DAY: i64 = 24 * 60 * 60;

/// A session that is not used for so many seconds ends.
const IDLE: i64 = 30 * DAY;

/// A session ends so many seconds after it began, however much it is used.
const LIFETIME: i64 = 90 * DAY;

/// What somebody gets who has signed in, or goes on.
pub(super) struct Granted {
    pub(super) account: AccountRow,
    pub(super) session: Id,
    pub(super) refresh_token: String,
    pub(super) expires_at: Timestamp,
    /// What the browser is known by from now on, when that is new.
    pub(super) device: Option<String>,
}

impl Auth {
    /// Begins a session. Who does not know the password learns nothing, neither from the answer
    /// nor from its time: not whether there is such an account, has a password or is locked. Too
    /// many attempts are refused before any password is looked at.
    pub(super) async fn sign_in(
        &self,
        email: String,
        password: String,
        whence: ClientOrigin,
    ) -> Result<Granted> {
        let (asked, from) = (email.clone(), whence.clone());
        let read = self.db().read(move |conn| {
            let account = queries::account_by_email(conn, &asked)?;
            let id = account.as_ref().map(|account| &account.id);
            attempts::check(conn, &asked, id, &from)?;
            Ok(account)
        });
        let account = read.await?;
        let (id, from) = (account.as_ref().map(|account| account.id.clone()), whence.clone());
        let attempt =
            self.db().write(move |conn| Attempt::begin(conn, &email, id.as_ref(), &from)).await?;
        let stored = account.as_ref().and_then(AccountRow::stored_password);
        let right = self.passwords().verify(password, stored.clone()).await?;
        let Some(account) = account.filter(|_| right) else {
            return Err(Error::Unauthenticated(WRONG_PASSWORD));
        };
        self.db()
            .write(move |conn| {
                // The password or the lock may have changed while the password was being checked.
                let account = queries::hold_account(conn, &account.id)?;
                if account.stored_password() != stored {
                    return Err(Error::Unauthenticated(WRONG_PASSWORD));
                }
                if account.locked {
                    return Err(Error::Unauthenticated(LOCKED));
                }
                let device = attempt.succeeded(conn, &account.id, &whence)?;
                Ok(Granted { device, ..begin(conn, account, Timestamp::now())? })
            })
            .await
    }

    /// Goes on with the session that the refresh token belongs to.
    pub(super) async fn go_on(&self, token: &str) -> Result<Granted> {
        let (token, session) =
            self.genuine(token).await?.ok_or(Error::Unauthenticated(BAD_TOKEN))?;
        let account = session.account_id;
        let granted =
            self.db().write(move |conn| take_turn(conn, &token, Timestamp::now())).await?;
        granted.ok_or_else(|| {
            tracing::warn!(%account, "a refresh token was presented that had been replaced");
            Error::Unauthenticated(SESSION_ENDED)
        })
    }

    /// Ends the session that the refresh token belongs to, or all of that person and the API tokens too. Without a
    /// session there is nothing to end, and everywhere cannot be told from whom.
    pub(super) async fn sign_out(&self, token: Option<&str>, everywhere: bool) -> Result<()> {
        let session = match token {
            Some(token) => self.genuine(token).await?.map(|(_, session)| session),
            None => None,
        };
        let now = Timestamp::now();
        let Some(session) = session.filter(|session| session.ends_at() > now) else {
            let sentence =
                if token.is_some() { SESSION_ENDED } else { crate::records::actor::SIGN_IN_FIRST };
            return if everywhere { Err(Error::Unauthenticated(sentence)) } else { Ok(()) };
        };
        let records = Arc::clone(self.records());
        self.db()
            .write(move |conn| {
                if !everywhere {
                    return queries::end_session(conn, &session, now);
                }
                let account = administration::lock_row(conn, &session.account_id)?;
                // What ends with it is in the history, which says nothing of sessions alone.
                if !queries::integrators::list(conn, &account.id)?.is_empty() {
                    let ended = (&account.id, "end-tokens");
                    records.record_account_change(
                        conn,
                        ACCOUNTS,
                        ended,
                        &account.themselves(),
                        |conn| queries::integrators::delete_all(conn, &account.id).map(drop),
                    )?;
                }
                queries::end_sessions(conn, &account.id, None, now)
            })
            .await
    }

    /// The token and its session, if that session has given it out. Forged ones cost a read, not
    /// a write.
    async fn genuine(&self, token: &str) -> Result<Option<(RefreshToken, SessionRow)>> {
        let Some(token) = RefreshToken::parse(token) else { return Ok(None) };
        let id = token.session.clone();
        let session = self.db().read(move |conn| queries::session(conn, &id)).await?;
        let session = session.filter(|session| token.is_made_with(&session.secret));
        Ok(session.map(|session| (token, session)))
    }
}

impl SessionRow {
    /// When it ends or has ended.
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

/// Begins a session of whoever has proved to own the account.
pub(super) fn begin(conn: &mut Conn, account: AccountRow, now: Timestamp) -> Result<Granted> {
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
    };
    queries::insert_session(conn, &session)?;
    Ok(session.granted(account, 1))
}

/// Goes on with the open session `id` of an account by another secret: no refresh token until now opens
/// it any more. Fails with a 401 when it has ended.
pub(super) fn begin_chain(
    conn: &mut Conn,
    account: AccountRow,
    id: &Id,
    now: Timestamp,
) -> Result<Granted> {
    let session = queries::hold_session(conn, id)?.filter(|session| session.ends_at() > now);
    let session = session.ok_or(Error::Unauthenticated(SESSION_ENDED))?;
    let secret = random_bytes::<32>().to_vec();
    queries::replace_secret(conn, id, &secret)?;
    Ok(SessionRow { secret, ..session }.granted(account, 1))
}

/// Presents a genuine token to its session. Nothing is granted when that ends the session, which
/// is no error, because it has to be committed.
fn take_turn(conn: &mut Conn, token: &RefreshToken, now: Timestamp) -> Result<Option<Granted>> {
    let session = queries::hold_session(conn, &token.session)?;
    let Some(mut session) = session.filter(|session| session.ends_at() > now) else {
        return Err(Error::Unauthenticated(SESSION_ENDED));
    };
    // The secret may have been replaced since the token was looked at.
    if !token.is_made_with(&session.secret) {
        return Err(Error::Unauthenticated(BAD_TOKEN));
    }
    let account = queries::account(conn, &session.account_id)?;
    if account.locked {
        return Err(Error::Unauthenticated(LOCKED));
    }
    match refresh::turn(session.used, token.generation) {
        Turn::First(next) => {
            session.expires_at = expiry(session.created_at, now);
            queries::set_used(conn, &session.id, token.generation, now, session.expires_at)?;
            Ok(Some(session.granted(account, next)))
        }
        Turn::Again(next) => Ok(Some(session.granted(account, next))),
        Turn::Stolen => {
            queries::end_session(conn, &session, now)?;
            Ok(None)
        }
        Turn::Unknown => Err(Error::Unauthenticated(BAD_TOKEN)),
    }
}

/// When a session that began at `created_at` and is used at `now` expires.
fn expiry(created_at: Timestamp, now: Timestamp) -> Timestamp {
    now.plus_seconds(IDLE).min(created_at.plus_seconds(LIFETIME))
}
