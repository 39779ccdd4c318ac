//! Audit events: sign-ins, refusals, tokens, policy, exports, imports. Each is a row that people
//! read, filter and export, whatever the level of the log.
//!
//! What belongs to a write is stored in its transaction, by [`record`]. Refusals must not occupy the
//! writer: the [`Queue`] merges equal ones and writes many at once. The history of records is
//! elsewhere (`revisions`).
//!
//! An event contains no secret: no password, token or key, and no email address that belongs to no
//! account. `resource` is the resource that shows them, `quotas` how many refusals
//! are stored, `queries` the SQL.

mod queries;
mod queue;
mod quotas;
mod resource;

use std::net::IpAddr;

use actix_web::{HttpMessage, HttpRequest};

use crate::base::client_address;
use crate::base::config::Settings;
use crate::base::config::retention::{AUDIT, DAY};
use crate::base::error::Result;
use crate::base::from_request::from_request;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::records::actor::{Actor, RequestId};
pub(crate) use queries::{between, is_there};
pub(crate) use queue::Queue;
pub(crate) use resource::AuditEvents;

/// The maximum length of an object or a reason, in characters.
const LONGEST: usize = 500;

crate::text_enum! {
    /// What was done, or refused.
    #[derive(PartialOrd, Ord, Hash)]
    pub(crate) enum Action {
        SignIn = ("sign-in", "Sign-in"),
        // The password was right, and a second step has to follow.
        FirstStep = ("first-step", "First step of a sign-in"),
        SignOut = ("sign-out", "Sign-out"),
        SignOutEverywhere = ("sign-out-everywhere", "Sign-out everywhere"),
        // A session ended because a refresh token was presented that had been replaced.
        SessionEnded = ("session-ended", "Session ended"),
        // A token or session that is not valid was presented.
        Credential = ("credential", "Credential"),
        // The current password was asked for again.
        PasswordCheck = ("password-check", "Password check"),
        PasswordChanged = ("password-changed", "Password changed"),
        // By somebody else: an administrator.
        PasswordSet = ("password-set", "Password set"),
        // A link to set another password was requested, and used.
        ResetRequested = ("reset-requested", "Password reset requested"),
        PasswordReset = ("password-reset", "Password reset"),
        Invited = ("invited", "Invitation sent"),
        FactorAdded = ("factor-added", "Second factor added"),
        FactorRemoved = ("factor-removed", "Second factor removed"),
        // All of an account's, by an administrator.
        FactorsReset = ("factors-reset", "Second factors reset"),
        RecoveryCodesMade = ("recovery-codes-made", "Recovery codes made"),
        RecoveryCodeUsed = ("recovery-code-used", "Recovery code used"),
        TokenCreated = ("token-created", "Token created"),
        TokenRevoked = ("token-revoked", "Token revoked"),
        AccountCreated = ("account-created", "Account created"),
        AccountLocked = ("account-locked", "Account locked"),
        AccountUnlocked = ("account-unlocked", "Account unlocked"),
        LinkingAllowed = ("linking-allowed", "Linking allowed"),
        IdentityLinked = ("identity-linked", "Identity linked"),
        IdentityUnlinked = ("identity-unlinked", "Identity unlinked"),
        // The request was made by somebody who may not make it.
        Permission = ("permission", "Permission"),
        // Somebody began to see with another user's eyes.
        ViewAs = ("view-as", "View as another user"),
        PolicyLoaded = ("policy-loaded", "Policy loaded"),
        KeysRotated = ("keys-rotated", "Keys rotated"),
        Export = ("export", "Export"),
        Import = ("import", "Import"),
        BackupMade = ("backup-made", "Backup made"),
        BackupRestored = ("backup-restored", "Backup restored"),
        // Rows of the history or of this list, past their retention.
        DeletionByAge = ("deletion-by-age", "Deletion by age"),
        // Refusals came faster than they could be stored.
        EventsDropped = ("events-dropped", "Events dropped"),
    }
}

crate::text_enum! {
    /// How it ended.
    #[derive(PartialOrd, Ord, Hash)]
    pub(crate) enum Outcome {
        Success = ("success", "Success"),
        Refused = ("refused", "Refused"),
        Failed = ("failed", "Failed"),
    }
}

/// An event that is not stored yet.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    at: Timestamp,
    actor: Option<(Id, String)>,
    action: Action,
    object: String,
    address: Option<String>,
    request: Option<String>,
    outcome: Outcome,
    reason: Option<String>,
    times: i32,
    /// Whether anybody can cause it, without knowing an account.
    by_stranger: bool,
}

/// Where a request comes from. A handler takes it as an argument.
#[derive(Clone, Debug, Default)]
pub(crate) struct RequestOrigin {
    pub(crate) address: Option<IpAddr>,
    pub(crate) request: Option<Id>,
}

impl RequestOrigin {
    pub(crate) fn of(request: &HttpRequest) -> Self {
        let id = request.extensions().get::<RequestId>().map(|id| id.0.clone());
        Self { address: client_address::of(request), request: id }
    }
}

from_request!(RequestOrigin, |request| Ok(Self::of(request)));

impl Event {
    /// Makes an event without an actor: something that has been done now.
    pub(crate) fn new(action: Action, object: impl Into<String>) -> Self {
        Self {
            at: Timestamp::now(),
            actor: None,
            action,
            object: shortened(object.into()),
            address: None,
            request: None,
            outcome: Outcome::Success,
            reason: None,
            times: 1,
            by_stranger: action == Action::Credential,
        }
    }

    /// Rows of `object` that were deleted because of their age.
    pub(crate) fn deletion_by_age(object: &str, rows: usize) -> Self {
        Self::new(Action::DeletionByAge, object).because(format!("{rows} rows"))
    }

    /// Sets who did it, in which request, and from where: who views as another user is the one who does it.
    pub(crate) fn by(self, actor: &Actor) -> Self {
        let origin = RequestOrigin { address: actor.address, request: actor.request.clone() };
        match actor.viewed_by.as_deref() {
            None => self.of_account(&actor.id, &actor.name),
            Some(viewer) => {
                self.of_account(&viewer.id, &format!("{} as {}", viewer.name, actor.name))
            }
        }
        .from(&origin)
    }

    /// Sets who did it.
    pub(crate) fn of_account(self, id: &Id, name: &str) -> Self {
        Self { actor: Some((id.clone(), name.to_owned())), ..self }
    }

    /// Marks it as one that anybody can cause, without knowing an account.
    pub(crate) fn of_stranger(self) -> Self {
        Self { by_stranger: true, ..self }
    }

    /// Sets where the request came from.
    pub(crate) fn from(self, origin: &RequestOrigin) -> Self {
        // The command line has no address, and a request whose address is unknown is no other case.
        let address = origin.address.map(|address| client_address::counted(Some(address)));
        Self { address, request: origin.request.as_ref().map(Id::to_string), ..self }
    }

    /// Sets the reason, or a detail: a short text without secrets.
    pub(crate) fn because(self, reason: impl Into<String>) -> Self {
        Self { reason: Some(shortened(reason.into())), ..self }
    }

    /// Marks it as refused, for this reason.
    pub(crate) fn refused(self, reason: impl Into<String>) -> Self {
        Self { outcome: Outcome::Refused, ..self.because(reason) }
    }

    /// Marks it as failed, for this reason.
    pub(crate) fn failed(self, reason: impl Into<String>) -> Self {
        Self { outcome: Outcome::Failed, ..self.because(reason) }
    }
}

fn shortened(text: String) -> String {
    match text.char_indices().nth(LONGEST) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Stores an event in the transaction of what it is about.
pub(crate) fn record(conn: &mut Conn, event: Event) -> Result<()> {
    queries::insert(conn, &[event])
}

/// Deletes the oldest events past their retention. Returns how many.
pub(crate) fn sweep(conn: &mut Conn, settings: &Settings, most: usize) -> Result<usize> {
    let days = settings.whole(&AUDIT);
    if days == 0 {
        return Ok(0);
    }
    let deleted = queries::delete_until(conn, Timestamp::now().plus_seconds(-days * DAY), most)?;
    if deleted > 0 {
        record(conn, Event::deletion_by_age("audit", deleted))?;
    }
    Ok(deleted)
}
