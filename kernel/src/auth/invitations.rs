//! Invitations: mails with a link by which a new user sets the first password. The audit has one when its mail is sent: a
//! server that sends no mail has none.

use super::queries;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::mail::{self, Cause, Message};
use crate::records::change::WriteContext;

const LOCKED: &str = "This user is locked. Unlock the user first";

/// Sends an invitation to the owner of an account, where the server sends mail.
///
/// # Errors
/// 404 when there is no such account, 409 when it is locked.
pub fn invite(writing: &mut WriteContext<'_>, id: &Id) -> Result<()> {
    let account = queries::account(writing.conn, id)?;
    if account.locked {
        return Err(Error::conflict(LOCKED));
    }
    let by = writing.by;
    let cause = Cause {
        address: by.address.map(|address| address.to_string()),
        request: by.request.clone(),
    };
    let message = Message::Invitation { by: by.id.clone(), name: by.name.clone(), cause };
    mail::post(writing.conn, id, &message)
}
