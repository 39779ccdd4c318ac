//! API tokens: users create them for their programs, so that these need no password.
//!
//! A token acts for its owner, never with more permissions than the owner has at that moment. It is
//! revoked when the owner is locked, changes the password or signs out everywhere. It is shown
//! once; only a digest of it is stored. `making` creates one.

mod making;
pub(super) mod routes;

use std::sync::Arc;

use aws_lc_rs::constant_time::verify_slices_are_equal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Auth;
use super::queries::api_tokens::{self as queries, TokenRow};
use super::session_cache::CachedSession;
use crate::base::digest::digest;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::engine::policy::Permission;
use crate::records::actor::{Actor, Scope};
use crate::records::audit::{self, Action, Event};

/// The prefix of every token, by which users and secret scanners recognize it.
const PREFIX: &str = "mzn_";

/// The minimum interval between updates of its last use, in seconds.
const USED_EVERY: i64 = 60;

/// A token to create.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(title = "Token")]
pub(super) struct TokenInput {
    /// What the token is for.
    #[schemars(title = "Name", length(min = 1, max = 100), extend(
        "x-normalize" = ["trim"],
        "x-messages" = { "required": "Name is required", "minLength": "Name is required" }
    ))]
    name: String,
    /// At most one year from now.
    #[schemars(title = "Expires", extend("x-messages" = { "required": "Say when it expires" }))]
    expires_at: Timestamp,
    /// What the token may do. Without it, everything that you may do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(title = "Permissions", length(min = 1, max = 200), extend(
        "x-messages" = { "minItems": "Choose what the token may do" }
    ))]
    permissions: Option<Vec<Permission>>,
    /// Your password. Needed if you signed in more than ten minutes ago.
    #[serde(default, skip_serializing)]
    #[schemars(title = "Current password", length(min = 1), extend(
        "writeOnly" = true,
        "x-widget" = "password",
        "x-messages" = { "minLength": "Current password is required" }
    ))]
    current_password: Option<String>,
}

/// An API token, as its owner sees it.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(title = "Token")]
pub struct Token {
    /// The identifier.
    #[serde(rename = "_id")]
    id: Id,
    /// What the token is for.
    name: String,
    /// When the token was created.
    created_at: Timestamp,
    /// When the token expires.
    expires_at: Timestamp,
    /// When the token was last used, to the minute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last_used_at: Option<Timestamp>,
    /// What the token may do. Without it, everything that its owner may do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    permissions: Option<Vec<Permission>>,
}

/// A token that was just created.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(title = "New token")]
pub(super) struct NewToken {
    /// Send it as `Authorization: Bearer …`. It is shown only once.
    token: String,
    /// The token.
    #[serde(flatten)]
    made: Token,
}

/// A token as presented by a client.
pub(super) struct Presented {
    id: Id,
    secret: String,
}

impl Presented {
    /// Parses a token. `None` when the text is none.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (id, secret) = text.strip_prefix(PREFIX)?.split_once('_')?;
        Some(Self { id: Id::parse(id)?, secret: secret.to_owned() })
    }

    fn is(&self, row: &TokenRow) -> bool {
        let presented = digest(&self.secret);
        verify_slices_are_equal(presented.as_bytes(), row.secret.as_bytes()).is_ok()
    }
}

impl TokenRow {
    fn permissions(&self) -> Result<Option<Vec<Permission>>> {
        let read = |text: &String| serde_json::from_str(text).map_err(Error::internal);
        self.permissions.as_ref().map(read).transpose()
    }

    fn shown(self) -> Result<Token> {
        Ok(Token {
            permissions: self.permissions()?,
            id: self.id,
            name: self.name,
            created_at: self.created_at,
            expires_at: self.expires_at,
            last_used_at: self.last_used_at,
        })
    }
}

impl Auth {
    /// Returns the tokens of `maker`, the newest first.
    pub(super) async fn tokens(&self, maker: &Actor) -> Result<Vec<Token>> {
        let account = maker.id.clone();
        self.db().read(move |conn| of_account(conn, &account)).await
    }

    /// Revokes a token of `maker`: requests with it are rejected from now on.
    pub(super) async fn revoke_token(&self, maker: &Actor, id: Id) -> Result<()> {
        let (by, records) = (maker.clone(), Arc::clone(&self.0.records));
        let work = move |conn: &mut Conn| {
            records.record_account_change(conn, (&by.id, "end-token"), &by, |conn| {
                queries::delete(conn, &by.id, &id)
            })?;
            audit::record(conn, Event::new(Action::TokenRevoked, &by.email).by(&by))
        };
        self.db().write(work).await
    }

    /// Looks up the session-cache entry of a presented token. `None` when there is no such token.
    pub(super) async fn look_up_token(
        &self,
        presented: Presented,
    ) -> Result<Option<CachedSession>> {
        let id = presented.id.clone();
        let found = self.db().read(move |conn| queries::find(conn, &id)).await?;
        let Some((token, account)) = found.filter(|(token, _)| presented.is(token)) else {
            return Ok(None);
        };
        let scope = Arc::new(Scope(token.permissions()?));
        if token.expires_at > Timestamp::now() && !account.locked {
            self.record_use(&token);
        }
        let cached = self.cached_session(token.expires_at, account);
        Ok(Some(CachedSession { actor: Actor { scope: Some(scope), ..cached.actor }, ..cached }))
    }

    /// Records the last use of a token in the background.
    fn record_use(&self, token: &TokenRow) {
        let now = Timestamp::now();
        if token.last_used_at.is_some_and(|at| at.plus_seconds(USED_EVERY) > now) {
            return;
        }
        let (db, id) = (self.db().clone(), token.id.clone());
        actix_web::rt::spawn(async move {
            if let Err(error) = db.write(move |conn| queries::used(conn, &id, now)).await {
                tracing::warn!(%error, "the last use of a token was not recorded");
            }
        });
    }
}

/// Lists the tokens of an account, the newest first.
pub(super) fn of_account(conn: &mut Conn, account: &Id) -> Result<Vec<Token>> {
    queries::list(conn, account)?.into_iter().map(TokenRow::shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn permission(resource: &str, actions: &[&str]) -> Permission {
        let actions = actions.iter().map(|action| (*action).to_owned()).collect();
        Permission { resource: resource.to_owned(), actions }
    }

    #[test]
    fn a_scope_allows_what_it_names_and_no_more() {
        let some = Scope(Some(vec![permission("units", &["read"])]));
        assert!(some.allows("units", "read"));
        assert!(!some.allows("units", "update") && !some.allows("projects", "read"));
        assert!(Scope(None).allows("projects", "delete"));
        assert!(!Scope(Some(Vec::new())).allows("units", "read"));
    }

    #[test]
    fn only_text_in_the_form_of_a_token_is_parsed() {
        let id = Id::new();
        assert!(Presented::parse(&format!("mzn_{id}_secret")).is_some());
        for text in ["", "mzn_", "mzn_x_y", &format!("mzn_{id}"), &format!("{id}_secret")] {
            assert!(Presented::parse(text).is_none(), "{text}");
        }
    }
}
