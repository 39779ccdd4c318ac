//! What records say of each other: that an identifier names one, and what still refers to it.

use serde_json::Value;

use super::{Records, RegisteredResource};
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::db::{Conn, engine};
use crate::records::media;
use crate::records::resource::Reference;
use crate::records::revisions::journal;

/// Whether a record will be there, by what is planned.
pub(super) type Ahead<'a> = &'a dyn Fn(&Id) -> bool;

impl Records {
    /// `3 projects`, `12 units`: by what the record is still referred to, and how often.
    pub(super) fn referring(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        id: &Id,
    ) -> Result<Vec<String>> {
        let mut referring = Vec::new();
        for other in self.all() {
            let info = other.info();
            let mut count = 0;
            for reference in info.references.iter().filter(|one| one.to == entry.info().name) {
                let table = if reference.table.is_empty() { info.table } else { reference.table };
                count += engine::count(conn, table, reference.column, id)?;
            }
            if count > 0 {
                referring.push(info.counted(count));
            }
        }
        Ok(referring)
    }

    /// Every identifier that is new in `state` must name a record, which stays until this transaction
    /// ends, and every image a stored file. Where a change is only planned, `ahead` knows the records that will be there by then, and
    /// nothing is locked.
    pub(super) fn check_references(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        state: &Value,
        before: Option<&Value>,
        ahead: Option<Ahead<'_>>,
    ) -> Result<()> {
        let mut errors = Vec::new();
        for reference in entry.info().references {
            let known = before.map(|before| identifiers(before, reference)).unwrap_or_default();
            for (pointer, text) in identifiers(state, reference) {
                if known.iter().any(|(_, known)| *known == text) {
                    continue;
                }
                if !self.is_there(conn, reference, text, ahead)? {
                    let what = self
                        .get(reference.to)
                        .map_or_else(|| reference.to.into(), |entry| entry.info().word());
                    errors.push(FieldError::new(pointer, format!("There is no such {what}")));
                }
            }
        }
        errors.extend(media::check(conn, entry, state, before)?);
        if errors.is_empty() { Ok(()) } else { Err(Error::Invalid(errors)) }
    }

    fn is_there(
        &self,
        conn: &mut Conn,
        reference: &Reference,
        text: &str,
        ahead: Option<Ahead<'_>>,
    ) -> Result<bool> {
        match (Id::parse(text), self.get(reference.to)) {
            (Some(id), _) if ahead.is_some_and(|ahead| ahead(&id)) => Ok(true),
            (Some(id), Some(to)) if ahead.is_some() => {
                Ok(engine::count(conn, to.info().table, "id", &id)? > 0)
            }
            (Some(id), Some(to)) => {
                journal::refuse_others(conn, &id)?;
                engine::exists(conn, to.info().table, &id)
            }
            _ => Ok(false),
        }
    }
}

/// The identifiers that `state` holds for a reference, each with its pointer.
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
