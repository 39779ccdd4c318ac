//! A recent proof that the owner of a session is present. A session knows when its user last gave one, by
//! signing in or by the operation `confirmation`. An operation checks it in its transaction.

use super::SESSION_ENDED;
use super::queries::{self, SessionRow, factors, passkeys};
use crate::base::error::{Confirmation, Error, Result};
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::records::actor::Actor;

/// For so many seconds a proof is recent.
const RECENT: i64 = 10 * 60;

impl SessionRow {
    pub(super) fn is_recent(&self) -> bool {
        let proven_at = self.confirmed_at.unwrap_or(self.created_at);
        proven_at.plus_seconds(RECENT) > Timestamp::now()
    }
}

/// Fails unless `by` signed in or confirmed within the last ten minutes. The operator always did.
///
/// # Errors
/// 403 for an API token; 403 with the ways to confirm for a session that is open for longer.
pub(super) fn require_recent(conn: &mut Conn, by: &Actor) -> Result<()> {
    if by.is_operator() {
        return Ok(());
    }
    by.in_person()?;
    // A token of an identity provider says nothing of when its user was last there.
    let Some(id) = &by.session else { return Err(Error::Unconfirmed(Vec::new())) };
    match queries::session(conn, id)? {
        Some(session) if session.is_recent() => Ok(()),
        Some(_) => Err(Error::Unconfirmed(ways(conn, by)?)),
        None => Err(Error::Unauthenticated(SESSION_ENDED)),
    }
}

/// Returns how the user can confirm.
fn ways(conn: &mut Conn, by: &Actor) -> Result<Vec<Confirmation>> {
    let has_password = queries::account(conn, &by.id)?.password_hash.is_some();
    let has_app = factors::app(conn, &by.id, true)?.is_some();
    let has_passkey = by.passkeys && !passkeys::passkeys(conn, &by.id)?.is_empty();
    let all = [
        (has_password, Confirmation::Password),
        (has_app, Confirmation::Code),
        (has_passkey, Confirmation::Passkey),
    ];
    Ok(all.into_iter().filter_map(|(has, way)| has.then_some(way)).collect())
}
