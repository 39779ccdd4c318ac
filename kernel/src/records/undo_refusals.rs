//! Why the reversal of a request is refused: the records by their titles, as the caller may see them.

use super::{Records, RegisteredResource};
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::base::rejected_rows::grouped;
use crate::db::Conn;
use crate::records::actor::Actor;
use crate::records::revisions;

/// How many records are named.
const MOST_NAMED: usize = 10;

const NOTHING: &str = "Nothing was undone";

/// What stands against the reversal of a request, the most important first.
#[derive(Default)]
pub(super) struct Refusals {
    /// For a record that the caller may not read.
    pub(super) unreadable: Option<Error>,
    /// For a permission that the caller lacks.
    pub(super) missing: Option<Error>,
    /// Records whose change cannot be undone.
    pub(super) lasting: NamedRecords,
    /// Records that were changed since.
    pub(super) changed: NamedRecords,
}

/// The first records of some, by their titles, each with a message.
#[derive(Default)]
pub(super) struct NamedRecords {
    named: Vec<(String, &'static str)>,
    more: u64,
}

impl NamedRecords {
    pub(super) fn add(&mut self, title: Result<String>, message: &'static str) -> Result<()> {
        match self.named.len() < MOST_NAMED {
            true => self.named.push((title?, message)),
            false => self.more += 1,
        }
        Ok(())
    }

    /// Returns their titles as the subject of a message, with the singular or plural of its verb.
    fn listed(&self, verb: [&str; 2]) -> String {
        let mut titles: Vec<String> = self.named.iter().map(|(title, _)| title.clone()).collect();
        if self.more > 0 {
            titles.push(format!("{} more", grouped(self.more)));
        }
        let [one, several] = verb;
        match titles.pop() {
            None => String::new(),
            Some(last) if titles.is_empty() => format!("{last} {one}"),
            Some(last) => format!("{} and {last} {several}", titles.join(", ")),
        }
    }

    fn errors(self) -> Vec<FieldError> {
        let named = self.named.into_iter().enumerate();
        let error = |(at, (title, message)): (usize, (String, &str))| {
            FieldError::new(format!("/records/{at}"), format!("{title}: {message}"))
        };
        named.map(error).collect()
    }
}

impl Refusals {
    /// Fails when there is a refusal.
    pub(super) fn result(self) -> Result<()> {
        if let Some(error) = self.unreadable.or(self.missing) {
            return Err(error);
        }
        let (detail, records) = if !self.lasting.named.is_empty() {
            let listed = self.lasting.listed(["has", "have"]);
            (format!("{listed} a change that cannot be undone"), self.lasting)
        } else if !self.changed.named.is_empty() {
            let listed = self.changed.listed(["has", "have"]);
            (format!("{listed} been changed since"), self.changed)
        } else {
            return Ok(());
        };
        Err(Error::Conflict { detail: format!("{detail}. {NOTHING}"), errors: records.errors() })
    }
}

/// Returns the title of a record as a user may see it, also of a deleted one.
pub(super) fn title_of(
    conn: &mut Conn,
    records: &Records,
    entry: &RegisteredResource,
    id: &Id,
    by: &Actor,
) -> Result<String> {
    let state = match entry.view(conn, id) {
        Err(Error::NotFound) => revisions::last_state(conn, entry.info(), id)?,
        view => Some(view?),
    };
    let (mut state, mut none) = (state, None);
    records.see_states(conn, entry, [&mut state, &mut none], by)?;
    Ok(state.map_or_else(|| entry.info().word(), |state| entry.title(&state)))
}

/// Returns the reason for which the reversal of a record is refused. `lasting` is that of a change that cannot be undone.
pub(super) fn reason(error: &Error, lasting: &str) -> String {
    match error {
        Error::Invalid(errors) => {
            let messages: Vec<&str> = errors.iter().map(|one| one.message.as_str()).collect();
            messages.join(". ")
        }
        Error::MethodNotAllowed(_) => lasting.to_owned(),
        other => other.to_string(),
    }
}

/// Turns the error of one record into that of the whole request.
pub(super) fn refusal(title: &str, error: Error, lasting: &str) -> Error {
    let reason = reason(&error, lasting);
    let here = |message: &str| vec![FieldError::new("/records/0", message)];
    match error {
        Error::NotPermitted(needed, _) | Error::Protected(needed, _) => {
            Error::Protected(needed, here(&reason))
        }
        Error::Invalid(_)
        | Error::Conflict { .. }
        | Error::Duplicate(_)
        | Error::Referred(_)
        | Error::NotFound
        | Error::MethodNotAllowed(_) => {
            // Some messages begin with the title.
            let named = match reason.starts_with(title) {
                true => reason,
                false => format!("{title}: {reason}"),
            };
            Error::Conflict { errors: here(&named), detail: format!("{named}. {NOTHING}") }
        }
        other => other,
    }
}
