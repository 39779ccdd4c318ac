//! Mail: what is sent to users, stored in the transaction of what causes it and sent afterwards.
//!
//! A mail is a row until it is settled: sent, given up, or dropped because it is for no one any more. Sending it is
//! tried again for three days. A row holds what the mail says and never a link that gives access: the token of such a
//! link is made when the mail is sent, and only its digest is stored (`auth/links`). The text and the file of a mail are
//! deleted once it is settled.
//!
//! `message` says what mails there are, `texts` are their texts, `letter` and `written` make plain text and HTML of them,
//! `mailer` hands them to `smtp`, or to `caught` during development, `queries` holds the SQL. Who is written to, and whether
//! still, is decided by the job that sends them (`cli/mailing`).

mod caught;
mod failure;
mod letter;
mod mailer;
mod message;
pub(crate) mod queries;
mod smtp;
mod texts;
mod written;

pub(crate) use caught::CaughtMail;
pub(crate) use failure::Failure;
pub(crate) use letter::{Place, escaped};
pub(crate) use mailer::Mailer;
pub(crate) use message::{Cause, Message, Table};
pub(crate) use queries::{MailRow, MailState};
pub(crate) use written::Written;

use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;

/// The message of a 404 where mail is needed and none is sent.
pub(crate) const NO_MAIL: &str = "This server sends no mail.";

/// For how many seconds sending a mail is tried.
const PATIENCE: i64 = 3 * 24 * 60 * 60;

/// For how many seconds the row of a mail is stored.
pub(crate) const RETENTION_SECONDS: i64 = 30 * 24 * 60 * 60;

/// For how many seconds a process that sends a mail has it for itself.
const LEASE: i64 = 80;

/// After how many seconds a mail is sent again, by the number of attempts; later it is the last of these.
const PAUSES: [i64; 7] = [30, 60, 300, 900, 3_600, 3 * 3_600, 6 * 3_600];

/// How many times a mail is tried that the server refuses for good.
const REFUSALS: i32 = 4;

/// Stores a mail to the owner of an account, in the transaction of what causes it.
pub(crate) fn post(conn: &mut Conn, account: &Id, message: &Message) -> Result<()> {
    store(conn, (Some(account.clone()), None), message, None)
}

/// Stores a mail with a file.
pub(crate) fn post_file(
    conn: &mut Conn,
    account: &Id,
    message: &Message,
    file: Vec<u8>,
) -> Result<()> {
    store(conn, (Some(account.clone()), None), message, Some(file))
}

/// Stores a mail to the owner of the account with this address, if there is one when it is sent.
pub(crate) fn post_to_address(conn: &mut Conn, address: String, message: &Message) -> Result<()> {
    store(conn, (None, Some(address)), message, None)
}

fn store(
    conn: &mut Conn,
    (account_id, address): (Option<Id>, Option<String>),
    message: &Message,
    attachment: Option<Vec<u8>>,
) -> Result<()> {
    let now = Timestamp::now();
    let message = serde_json::to_string(message).map_err(Error::internal)?;
    queries::insert(
        conn,
        &MailRow {
            id: Id::new(),
            account_id,
            address,
            message,
            attachment,
            state: MailState::Waiting,
            created_at: now,
            next_at: now,
            attempts: 0,
        },
    )
}

/// Returns whether a mail is due.
pub(crate) fn is_due(conn: &mut Conn) -> Result<bool> {
    queries::is_due(conn, Timestamp::now())
}

/// Takes the mail that is due for longest, for as long as sending it may take. Another process does not send it
/// meanwhile.
pub(crate) fn take(conn: &mut Conn) -> Result<Option<MailRow>> {
    let now = Timestamp::now();
    let Some(mail) = queries::due_for_update(conn, now)? else { return Ok(None) };
    queries::again(conn, &mail.id, mail.attempts + 1, now.plus_seconds(LEASE))?;
    Ok(Some(MailRow { attempts: mail.attempts + 1, ..mail }))
}

/// Settles a mail, whose text is deleted.
pub(crate) fn settle(conn: &mut Conn, id: &Id, state: MailState) -> Result<()> {
    queries::settle(conn, id, state)
}

/// Has a mail that was not accepted sent again later, unless it is given up. Returns whether it is.
pub(crate) fn postpone(conn: &mut Conn, mail: &MailRow, failure: &Failure) -> Result<bool> {
    let pause = PAUSES[usize::try_from(mail.attempts - 1).unwrap_or(0).min(PAUSES.len() - 1)];
    let next = Timestamp::now().plus_seconds(pause);
    let is_refused = failure.is_permanent && mail.attempts >= REFUSALS;
    if is_refused || next > mail.created_at.plus_seconds(PATIENCE) {
        queries::settle(conn, &mail.id, MailState::Failed)?;
        return Ok(true);
    }
    queries::again(conn, &mail.id, mail.attempts, next)?;
    Ok(false)
}

/// Deletes the mails that wait on a server that sends none.
pub(crate) fn discard(conn: &mut Conn) -> Result<()> {
    queries::discard(conn)
}
