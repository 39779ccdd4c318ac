//! References between records: the check that an identifier names a record, and the search for
//! records that refer to one.

use serde_json::Value;

pub(super) use super::known::Known;
use super::{Records, RegisteredResource};
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::db::{Conn, statements};
use crate::engine::policy::{Policy, READ};
use crate::records::actor::{ACCOUNTS, Actor};
use crate::records::media;
use crate::records::resource::Reference;
use crate::records::revisions::journal;

/// What a record referred to before.
#[derive(Clone, Copy, Default)]
struct Former<'a> {
    /// Its input until now: what it refers to is there.
    present: Option<&'a Value>,
    /// Its input until it was deleted: who restores it refers to that again, without a look at it.
    deleted: Option<&'a Value>,
}

impl Records {
    /// Counts the records that refer to this one, by resource: `3 projects`, `12 units`.
    pub(super) fn referring(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        id: &Id,
        by: &Actor,
    ) -> Result<Vec<String>> {
        let (mut referring, mut unseen) = (Vec::new(), false);
        for other in self.all() {
            let info = other.info();
            let mut count = 0;
            for reference in info.references.iter().filter(|one| one.to == entry.info().name) {
                let table = if reference.table.is_empty() { info.table } else { reference.table };
                count += statements::count(conn, table, reference.column, id)?;
            }
            // Of records that the user may not all read it is said that there are some, and not which.
            let is_narrowed = by.access.of(info.name).is_some();
            unseen |= count > 0 && is_narrowed;
            if count > 0 && !is_narrowed {
                referring.push(info.counted(count));
            }
        }
        if unseen {
            referring.push("other records".to_owned());
        }
        Ok(referring)
    }

    /// Counts the references to a record, of resources of which a user may read all records.
    pub(super) fn count_referring(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        id: &Id,
        (policy, by): (&Policy, &Actor),
    ) -> Result<i64> {
        let mut count = 0;
        for other in self.all() {
            let info = other.info();
            if by.access.of(info.name).is_some() || !by.may(policy, info.name, READ) {
                continue;
            }
            for reference in info.references.iter().filter(|one| one.to == entry.info().name) {
                let table = if reference.table.is_empty() { info.table } else { reference.table };
                count += statements::count(conn, table, reference.column, id)?;
            }
        }
        Ok(count)
    }

    /// Checks every identifier and image that is new in `state`. An identifier must name a record,
    /// whose row is locked until this transaction ends, and an image must be a stored file.
    pub(super) fn check_references(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        state: &Value,
        before: Option<&Value>,
        known: (Known<'_>, &Actor),
    ) -> Result<()> {
        let former = Former { present: before, deleted: None };
        self.check_of(conn, entry, (state, former), known)
    }

    /// Checks the same of a deleted record that is restored: `last` is its input when it was deleted.
    pub(super) fn check_restored_references(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        (state, last): (&Value, &Value),
        by: &Actor,
    ) -> Result<()> {
        let former = Former { present: None, deleted: Some(last) };
        self.check_of(conn, entry, (state, former), (Known::Nothing, by))
    }

    /// Checks the identifiers in the body of a verb.
    pub(super) fn check_arguments(
        &self,
        conn: &mut Conn,
        references: &[Reference],
        arguments: &Value,
        by: &Actor,
    ) -> Result<()> {
        let (mut errors, mut known) = (Vec::new(), Known::Nothing);
        for reference in references {
            let of = (arguments, Former::default());
            errors.extend(self.wrong(conn, reference, of, (&mut known, by))?);
        }
        if errors.is_empty() { Ok(()) } else { Err(Error::Invalid(errors)) }
    }

    fn check_of(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        (state, former): (&Value, Former<'_>),
        (mut known, by): (Known<'_>, &Actor),
    ) -> Result<()> {
        let mut errors = Vec::new();
        let of_users = match entry.info().table == ACCOUNTS {
            true => self.referring_attributes.as_slice(),
            false => &[],
        };
        for reference in entry.info().references.iter().chain(of_users) {
            errors.extend(self.wrong(conn, reference, (state, former), (&mut known, by))?);
        }
        errors.extend(media::check(conn, entry, state, former.present)?);
        if errors.is_empty() { Ok(()) } else { Err(Error::Invalid(errors)) }
    }

    /// Returns an error for each identifier of a reference that is new in `state` and names no record that the user may
    /// read.
    fn wrong(
        &self,
        conn: &mut Conn,
        reference: &Reference,
        (state, former): (&Value, Former<'_>),
        (known, by): (&mut Known<'_>, &Actor),
    ) -> Result<Vec<FieldError>> {
        let of = |state: Option<&Value>| {
            let of = state.map(|state| identifiers(state, reference)).unwrap_or_default();
            of.into_iter().map(|(_, text)| text.to_owned()).collect::<Vec<_>>()
        };
        let (present, deleted) = (of(former.present), of(former.deleted));
        let list = reference.field.strip_suffix("/*");
        let mut errors = Vec::new();
        // In a list, items that the user does not see were added to those that the user has sent.
        let mut unseen = 0;
        for (at, (pointer, text)) in identifiers(state, reference).into_iter().enumerate() {
            if present.iter().any(|one| one == text) {
                let is_unseen = list.is_some() && !self.is_readable(conn, reference, text, by)?;
                unseen += usize::from(is_unseen);
                continue;
            }
            let had = deleted.iter().any(|one| one == text);
            if !self.is_there(conn, reference, text, known)?
                || !had && !self.is_readable(conn, reference, text, by)?
            {
                let what = self
                    .get(reference.to)
                    .map_or_else(|| reference.to.into(), |entry| entry.info().word());
                let pointer = match list {
                    Some(list) => format!("{list}/{}", at - unseen),
                    None => pointer,
                };
                errors.push(FieldError::new(pointer, format!("There is no such {what}")));
            }
        }
        Ok(errors)
    }

    /// Returns whether the user may read a record that is referred to: what may not be read is none.
    pub(super) fn is_readable(
        &self,
        conn: &mut Conn,
        reference: &Reference,
        text: &str,
        by: &Actor,
    ) -> Result<bool> {
        if by.access.of(reference.to).is_none() {
            return Ok(true);
        }
        let (Some(id), Some(to)) = (Id::parse(text), self.get(reference.to)) else {
            return Ok(false);
        };
        match to.view(conn, &id) {
            Ok(view) => self.may_read(conn, to, &view, by),
            // One that the same import is going to create.
            Err(Error::NotFound) => Ok(true),
            Err(error) => Err(error),
        }
    }

    fn is_there(
        &self,
        conn: &mut Conn,
        reference: &Reference,
        text: &str,
        known: &mut Known<'_>,
    ) -> Result<bool> {
        let (Some(id), Some(to)) = (Id::parse(text), self.get(reference.to)) else {
            return Ok(false);
        };
        let table = to.info().table;
        let key = (reference.to, id);
        let is_known = match known {
            Known::Nothing => false,
            Known::Planned { creates, found } => creates(&key.1) || found.contains(&key),
            Known::Found(found) => found.contains(&key),
        };
        if is_known {
            return Ok(true);
        }
        let is_there = match known {
            Known::Planned { .. } => statements::count(conn, table, "id", &key.1)? > 0,
            Known::Nothing | Known::Found(_) => {
                journal::refuse_others(conn, reference.to, &key.1)?;
                statements::exists(conn, table, &key.1)?
            }
        };
        if let (true, Known::Planned { found, .. } | Known::Found(found)) = (is_there, known) {
            found.insert(key);
        }
        Ok(is_there)
    }
}

/// Returns the identifiers of a reference in `state`, each with its pointer.
fn identifiers<'a>(state: &'a Value, reference: &Reference) -> Vec<(String, &'a str)> {
    match reference.field.strip_suffix("/*") {
        None => {
            let text = state.pointer(reference.field).and_then(Value::as_str);
            text.map(|text| (reference.field.to_owned(), text)).into_iter().collect()
        }
        Some(list) => {
            let items = state.pointer(list).and_then(Value::as_array).into_iter().flatten();
            let texts = items.enumerate().filter_map(|(at, item)| Some((at, item.as_str()?)));
            texts.map(|(at, text)| (format!("{list}/{at}"), text)).collect()
        }
    }
}
