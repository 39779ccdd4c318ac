//! The inbox of a user: what others, or the product, say to this user.
//!
//! An entry is written by [`post`], in the transaction of what happened, and by mail, too, if the user wants that. An entry about a
//! record is shown while its user may read the record. `routes` are the operations, `queries` holds the SQL.

mod queries;
mod routes;

pub(crate) use queries::{by_mail, set_by_mail};
pub(crate) use routes::routes;

use crate::base::config::Settings;
use crate::base::config::retention::{DAY, INBOX};
use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::{Conn, statements};
use crate::mail::{self, Message};
use crate::records::actor::Actor;
use queries::EntryRow;

/// What entries about change sets have in place of a resource.
pub(crate) const CHANGE_SETS: &str = "change-sets";

crate::text_enum! {
    /// What an entry is about.
    pub(crate) enum Kind {
        // The user is mentioned in a comment.
        Mention = ("mention", "Mention"),
        // A proposal that the user may approve, or what became of the user's own.
        Proposal = ("proposal", "Proposal"),
        // Something that the product does by itself failed.
        Failure = ("failure", "Failure"),
        // Something that the user wants to know has happened.
        Alert = ("alert", "Alert"),
    }
}

/// An entry of an inbox.
pub(crate) struct Entry<'a> {
    /// The account whose inbox it is for.
    pub(crate) to: &'a Id,
    /// What it is about.
    pub(crate) kind: Kind,
    /// What it says: whole sentences, without what the user may not read.
    pub(crate) text: String,
    /// The resource of the record that it is about.
    pub(crate) resource: Option<&'a str>,
    /// The record that it is about.
    pub(crate) record: Option<&'a Id>,
    /// The user whose doing it is.
    pub(crate) by: Option<&'a Actor>,
}

/// Writes an entry, in the transaction of what happened, and a mail if the user wants one.
pub(crate) fn post(conn: &mut Conn, entry: Entry<'_>) -> Result<()> {
    let (to, text) = (entry.to, entry.text.clone());
    post_without_mail(conn, entry)?;
    match by_mail(conn, to)? {
        true => mail::post(conn, to, &Message::Inbox { text }),
        false => Ok(()),
    }
}

/// Writes an entry about what the user gets a mail about anyway.
pub(crate) fn post_without_mail(conn: &mut Conn, entry: Entry<'_>) -> Result<()> {
    let row = EntryRow {
        id: Id::new(),
        account_id: entry.to.clone(),
        kind: entry.kind,
        text: entry.text,
        resource: entry.resource.map(str::to_owned),
        record_id: entry.record.cloned(),
        by_id: entry.by.map(|by| by.id.clone()),
        by_name: entry.by.map(|by| by.name.clone()),
        created_at: Timestamp::now(),
        read_at: None,
    };
    queries::insert(conn, &row)
}

/// Deletes entries that are older than the setting says. Returns how many.
pub(crate) fn sweep(conn: &mut Conn, settings: &Settings, most: usize) -> Result<usize> {
    match settings.whole(&INBOX) {
        0 => Ok(0),
        days => {
            let until = Timestamp::now().plus_seconds(-days * DAY);
            statements::delete_oldest(conn, ("inbox_entries", "created_at"), until, most)
        }
    }
}
