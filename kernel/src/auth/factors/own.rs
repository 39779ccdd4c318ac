//! What users change of their own second factors. Each change requires a proof that the user is
//! present, and of a user who has a factor a session that began with it: who learns a password
//! gains no way around the second step.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::attempts::ClientOrigin;
use super::super::proof::Proven;
use super::super::queries::factors::{self, AppRow};
use super::super::queries::passkeys as passkey_queries;
use super::super::queries::{self, AccountRow};
use super::super::{Auth, administration};
use super::passkey_views::OwnPasskey;
use super::{codes, methods, totp};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::records::actor::Actor;
use crate::records::audit::{self, Action, Event};

/// For how many seconds an authenticator app can be confirmed.
const TO_CONFIRM: i64 = 10 * 60;

const BY_PASSWORD_ONLY: &str =
    "This session began without your second step. Sign in with your password, and with it, first";
const PROVIDERS_TASK: &str =
    "You sign in with an identity provider, which asks for a second step itself";
const LAST_REQUIRED: &str =
    "Your role requires two-step sign-in. Set up another second step before you remove this one";
const NO_FACTOR: &str = "Set up an authenticator app or a passkey first";
pub(super) const BEGIN_AGAIN: &str = "Begin again: this has taken too long";
const WRONG_CODE: &str = "This code is not right. Enter the one that the app shows now, and check the clock of the phone";

/// One's own second factors.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SecondFactors {
    /// Whether one of your roles requires two-step sign-in.
    required: bool,
    /// Whether a change requires your password: you signed in more than ten minutes ago.
    password_needed: bool,
    /// The authenticator app.
    #[serde(skip_serializing_if = "Option::is_none")]
    app: Option<AuthenticatorApp>,
    /// The passkeys, the oldest first.
    passkeys: Vec<OwnPasskey>,
    /// The address at which passkeys can be used. Absent when the public URL allows none.
    #[serde(skip_serializing_if = "Option::is_none")]
    passkey_origin: Option<String>,
    /// How many recovery codes have not been used.
    recovery_codes_left: i64,
}

/// An authenticator app that has been set up.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(title = "Authenticator app")]
struct AuthenticatorApp {
    /// When it was set up.
    created_at: Timestamp,
    /// When a code of it was last used.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_used_at: Option<Timestamp>,
}

impl From<AppRow> for AuthenticatorApp {
    fn from(AppRow { created_at, last_used_at, .. }: AppRow) -> Self {
        Self { created_at, last_used_at }
    }
}

/// A change of one's own factors, and who makes it.
pub(super) struct FactorChange {
    pub(super) by: Actor,
    /// Whether the policy requires a second factor of the user.
    pub(super) required: bool,
    /// The current password, unless the user has just signed in.
    pub(super) password: Option<String>,
    pub(super) origin: ClientOrigin,
}

/// What a change knows of the account, whose row is locked.
pub(super) struct Before {
    pub(super) account: AccountRow,
    had_factor: bool,
}

impl Auth {
    /// Returns the second factors of the actor, of whom one may be `required`.
    pub(super) async fn own_factors(&self, by: &Actor, required: bool) -> Result<SecondFactors> {
        let password_needed = !self.is_recent(by).await?;
        let passkey_origin = self.0.relying_party.origin().map(str::to_owned);
        let id = by.id.clone();
        self.db()
            .read(move |conn| {
                let passkeys = passkey_queries::passkeys(conn, &id)?.into_iter();
                Ok(SecondFactors {
                    required,
                    password_needed,
                    app: factors::app(conn, &id, true)?.map(AuthenticatorApp::from),
                    passkeys: passkeys.map(OwnPasskey::from).collect(),
                    passkey_origin,
                    recovery_codes_left: factors::count_codes(conn, &id)?,
                })
            })
            .await
    }

    /// Makes the secret of an authenticator app, which counts once a code of it has been confirmed.
    pub(super) async fn begin_app(&self, change: FactorChange) -> Result<AppRow> {
        self.change(change, |conn, before, _| {
            let row = AppRow {
                id: Id::new(),
                account_id: before.account.id,
                secret: totp::new_secret(),
                last_step: 0,
                created_at: Timestamp::now(),
                confirmed_at: None,
                last_used_at: None,
            };
            factors::insert_app(conn, &row)?;
            Ok(row)
        })
        .await
    }

    /// Confirms the authenticator app by its first code; it replaces another one. Returns recovery
    /// codes for a user who has none.
    ///
    /// # Errors
    /// 422 for a wrong code, 409 when none waits to be confirmed.
    pub(super) async fn confirm_app(&self, by: &Actor, code: String) -> Result<Vec<String>> {
        let by = by.clone();
        self.db()
            .write(move |conn| {
                let account = administration::lock_row(conn, &by.id)?;
                let now = Timestamp::now();
                let begun = factors::app(conn, &by.id, false)?;
                let begun = begun.filter(|app| app.created_at.plus_seconds(TO_CONFIRM) > now);
                let app = begun.ok_or_else(|| Error::conflict(BEGIN_AGAIN))?;
                let before = before(conn, account, &by)?;
                let step = totp::accepted_step(&app.secret, &code, now, 0)?;
                let step = step.ok_or_else(|| Error::invalid("/code", WRONG_CODE))?;
                factors::confirm_app(conn, &app, step, now)?;
                added(conn, &before, &by, "Authenticator app")
            })
            .await
    }

    /// Removes the authenticator app of the actor.
    ///
    /// # Errors
    /// 404 when there is none, 409 when it is the last factor and the policy requires one.
    pub(super) async fn remove_app(&self, change: FactorChange) -> Result<()> {
        self.change(change, |conn, before, change| {
            factors::delete_app(conn, &before.account.id)?;
            removed(conn, change, "Authenticator app")
        })
        .await
    }

    /// Replaces the recovery codes of the actor, and returns them.
    pub(super) async fn renew_recovery_codes(&self, change: FactorChange) -> Result<Vec<String>> {
        self.change(change, |conn, before, change| {
            if !before.had_factor {
                return Err(Error::conflict(NO_FACTOR));
            }
            let made = Event::new(Action::RecoveryCodesMade, &change.by.email).by(&change.by);
            audit::record(conn, made)?;
            codes::renew(conn, &change.by.id)
        })
        .await
    }

    /// Makes a change in one transaction, after the user has proven to be present.
    pub(super) async fn change<T: Send + 'static>(
        &self,
        change: FactorChange,
        work: impl FnOnce(&mut Conn, Before, &FactorChange) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (password, origin) = (change.password.clone(), change.origin.clone());
        let proven: Proven = self.prove(&change.by, password, origin).await?;
        self.db()
            .write(move |conn| {
                let account = proven.check_unchanged(conn, &change.by)?;
                if account.stored_password().is_none() && !change.required {
                    return Err(Error::conflict(PROVIDERS_TASK));
                }
                let before = before(conn, account, &change.by)?;
                work(conn, before, &change)
            })
            .await
    }
}

/// Returns what the account has before a change.
///
/// # Errors
/// 403 when it has a factor and the session began without one.
pub(super) fn before(conn: &mut Conn, account: AccountRow, by: &Actor) -> Result<Before> {
    let had_factor = !methods(conn, &account.id)?.is_empty();
    if had_factor && !by.second_factor {
        return Err(Error::Refused(BY_PASSWORD_ONLY));
    }
    Ok(Before { account, had_factor })
}

/// Completes the addition of a factor. With the first one all other sessions end, and the user gets
/// recovery codes.
pub(super) fn added(
    conn: &mut Conn,
    before: &Before,
    by: &Actor,
    what: &str,
) -> Result<Vec<String>> {
    let added = Event::new(Action::FactorAdded, &by.email).by(by);
    audit::record(conn, added.because(what))?;
    if before.had_factor {
        return Ok(Vec::new());
    }
    queries::end_sessions(conn, &by.id, by.session.as_ref(), Timestamp::now())?;
    if let Some(session) = &by.session {
        factors::mark_session(conn, &by.id, session)?;
    }
    codes::renew(conn, &by.id)
}

/// Completes the removal of a factor. With the last one the recovery codes go, and the mark of the
/// sessions that began with it.
pub(super) fn removed(conn: &mut Conn, change: &FactorChange, what: &str) -> Result<()> {
    let by = &change.by;
    if methods(conn, &by.id)?.is_empty() {
        if change.required {
            return Err(Error::conflict(LAST_REQUIRED));
        }
        factors::set_codes(conn, &by.id, &[])?;
        factors::unmark_sessions(conn, &by.id)?;
    }
    let removed = Event::new(Action::FactorRemoved, &by.email).by(by);
    audit::record(conn, removed.because(what))
}
