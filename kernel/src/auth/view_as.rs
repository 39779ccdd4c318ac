//! POST /api/auth/view-as: an access token of another user's eyes, by which an administrator sees what that user sees.
//!
//! It belongs to the session of its viewer, names the other user as its subject, and only reads. It is checked on each
//! request as a session is: a lock of either, the end of the viewer's session and a lost right end it at once.

use std::sync::Arc;

use actix_web::http::header::HeaderMap;
use actix_web::{HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::browser::NO_STORE;
use super::session_cache::CachedSession;
use super::token::{BAD_TOKEN, Verified};
use super::{Auth, SESSION_ENDED, active_actor, administration, bearer, keys, queries};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::engine::policy::Policy;
use crate::records::actor::{Actor, InPerson, VIEW_AS, Viewer};
use crate::records::audit::{self, Action, Event};
use crate::records::body::Valid;
use crate::records::handler::Routes;
use crate::{post, utoipa};

const NO_SESSION: &str = "This token has no session here. Sign in here first";
const NO_SUCH_USER: &str = "There is no such user";
const LOCKED_USER: &str = "This user is locked, and sees nothing";

/// Mounts the operation, under `/api`.
pub(super) fn routes(api: &mut Routes<'_>) {
    api.service(auth_view_as);
}

/// Whom to view as.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(title = "View as")]
struct ViewAs {
    /// The user whose eyes to see with.
    #[schemars(title = "User")]
    user_id: Id,
}

/// An access token of another user's eyes.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(title = "View token")]
struct ViewToken {
    /// To be sent as `Authorization: Bearer …`. Every request but `GET` and `HEAD` is refused with it.
    access_token: String,
    /// How many seconds the token is valid.
    expires_in: i64,
}

/// View as another user
///
/// Responds with an access token by which the caller sees for 15 minutes what that user sees. It can only read: every
/// other request is refused. No cookie is set, and the caller's own session goes on. The token ends with the caller's
/// session, when either user is locked, and when that user is signed out everywhere. Only administrators view as users
/// with a role that they do not hold. Not for API tokens.
#[post(
    "/auth/view-as",
    tag = "auth",
    permission = "users:view-as",
    response(200, "The token", ViewToken)
)]
async fn auth_view_as(
    auth: web::Data<Auth>,
    policy: web::Data<Policy>,
    person: InPerson,
    body: Valid<ViewAs>,
) -> Result<HttpResponse> {
    let holds = policy.with_inherited(&person.0.roles);
    let view = auth.view_as(Actor { holds, ..person.0 }, body.value.user_id).await?;
    Ok(HttpResponse::Ok().insert_header(NO_STORE).json(view))
}

impl Auth {
    /// Makes a token by which `by` sees what the user of an account sees.
    ///
    /// # Errors
    /// 422 for an account that is unknown or locked, 403 for one with a role that `by` does not hold.
    async fn view_as(&self, by: Actor, account: Id) -> Result<ViewToken> {
        let session = by.session.clone().ok_or(Error::Refused(NO_SESSION))?;
        let (records, viewer, id) = (Arc::clone(&self.0.records), by.id.clone(), account.clone());
        let write = self.db().write(move |conn| {
            let unknown = || Error::invalid("/userId", NO_SUCH_USER);
            let viewed = queries::account_if_any(conn, &id)?.ok_or_else(unknown)?;
            if let Some(entry) = records.accounts() {
                let view = entry.view(conn, &id)?;
                match records.must_be_allowed(conn, entry, &view, (&by, VIEW_AS)) {
                    Err(Error::NotFound) => return Err(unknown()),
                    other => other?,
                }
            }
            administration::not_above(&by, &viewed)?;
            if viewed.locked {
                return Err(Error::invalid("/userId", LOCKED_USER));
            }
            audit::record(conn, Event::new(Action::ViewAs, &viewed.email).by(&by))
        });
        write.await?;
        let now = Timestamp::now();
        let access_token = self.0.minter.mint_view(&account, (&viewer, &session), now)?;
        Ok(ViewToken { access_token, expires_in: keys::ACCESS_SECONDS })
    }

    /// Returns the user that a token views as, seen by its viewer.
    pub(super) async fn by_view(&self, verified: &Verified, viewer: &str) -> Result<Actor> {
        let ids = verified.session.as_deref().and_then(Id::parse);
        let ids = ids.zip(Id::parse(&verified.subject)).zip(Id::parse(viewer));
        let ((session, account), viewer) = ids.ok_or(Error::Unauthenticated(BAD_TOKEN))?;
        let key = format!("{session} as {account}");
        let cached = self.0.cache.get(&key, self.look_up_view(&session, &account)).await?;
        let is_current = |cached: &CachedSession| {
            let is_viewer = cached.actor.viewed_by.as_ref().is_some_and(|by| by.id == viewer);
            let since = cached.signed_out_at.map_or(i64::MIN, |at| at.seconds());
            is_viewer && verified.issued_at > since
        };
        active_actor(cached.filter(is_current), SESSION_ENDED)
    }

    async fn look_up_view(&self, session: &Id, account: &Id) -> Result<Option<CachedSession>> {
        let (session, account) = (session.clone(), account.clone());
        let read = self.db().read(move |conn| {
            let Some(viewer) = queries::session_and_account(conn, &session)? else {
                return Ok(None);
            };
            Ok(queries::account_if_any(conn, &account)?.map(|viewed| (viewer, viewed)))
        });
        Ok(read.await?.map(|((session, viewer), viewed)| {
            let (ends_at, is_locked) = (session.ends_at(), viewer.locked);
            let cached = self.cached_session(ends_at, viewed);
            let viewed_by = Arc::new(Viewer {
                name: viewer.name(),
                roles: self.effective(viewer.roles.0),
                id: viewer.id,
            });
            let second_factor = session.second_factor;
            let actor = Actor { viewed_by: Some(viewed_by), second_factor, ..cached.actor };
            CachedSession { actor, locked: cached.locked || is_locked, ..cached }
        }))
    }

    /// Returns whether a request has a token by which its sender views as another user.
    pub(crate) async fn is_viewing(&self, headers: &HeaderMap) -> bool {
        let Ok(token) = bearer(headers) else { return false };
        let verified = self.0.verifier.verify(token).await;
        verified.is_ok_and(|verified| verified.viewer().is_some())
    }
}
