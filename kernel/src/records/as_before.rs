//! Makes a record what it was before by a patch, and says whether a reversal has made it so.

use serde_json::{Map, Value};

use super::change::WriteContext;
use super::registered::identifier;
use super::update::Was;
use super::{Record, RegisteredResource};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::statements::{self, RowLock};
use crate::records::revisions::{self, STAMPS};

/// The message for a change that cannot be reversed.
pub(super) const CANNOT: &str = "What was done to it cannot be undone";

/// Returns whether a record is what it was before, without its times and without what it shows of other records.
/// Of the fields that no input writes these count that the request had changed.
pub(super) fn is_as_before(
    entry: &RegisteredResource,
    before: &Value,
    after: Option<&Value>,
    now: &Record,
) -> Result<bool> {
    if entry.record(before.clone())?.input != now.input {
        return Ok(false);
    }
    let info = entry.info();
    let reference = |name: &str| info.references.iter().find(|one| one.view == name);
    let own = entry.read_only.iter().filter(|name| {
        *name != info.id
            && !STAMPS.contains(&name.as_str())
            && reference(name).is_none_or(|one| one.field.is_empty())
    });
    let value = |of: &Value, name: &str| match reference(name) {
        Some(_) => identifier(of.get(name).unwrap_or(&Value::Null)),
        None => of.get(name).cloned().unwrap_or_default(),
    };
    let mut changed =
        own.filter(|name| after.is_none_or(|after| value(after, name) != value(before, name)));
    Ok(changed.all(|name| value(before, name) == value(&now.view, name)))
}

impl WriteContext<'_> {
    /// Patches a record so that it has the fields of `before`, its former view, as far as the user sees them, and the time
    /// of its last change if that is all. Returns that state with the record.
    ///
    /// # Errors
    /// 409 when the user sees nothing that would be reversed.
    pub(super) fn patch_back(
        &mut self,
        entry: &RegisteredResource,
        id: &Id,
        before: &Value,
    ) -> Result<(Value, Record)> {
        let record = self.lock(entry, id, RowLock::Update, revisions::UPDATE)?;
        let states = (before, &record.view);
        let seen = self.records.former_as_seen(self.conn, entry, states, self.by)?;
        let was = entry.record(seen.clone())?.input;
        let names = record.input.as_object().into_iter().chain(was.as_object());
        let mut patch = Map::new();
        for name in names.flat_map(Map::keys).filter(|name| entry.is_changeable(name)) {
            let (was, is) = (was.get(name), record.input.get(name));
            if was != is {
                // An empty list or group may be left out of a record.
                let was = was.cloned().unwrap_or_else(|| match is {
                    Some(Value::Array(_)) => Value::Array(Vec::new()),
                    Some(Value::Object(_)) => Value::Object(Map::new()),
                    _ => Value::Null,
                });
                patch.insert(name.clone(), was);
            }
        }
        let is_unseen = !revisions::changed(Some(before), Some(&seen), entry.info().id).is_empty();
        if patch.is_empty() && is_unseen {
            return Err(Error::conflict(CANNOT));
        }
        let patch = entry.check_patch(Value::Object(patch))?;
        let Self { conn, records, by, .. } = self;
        let was = Was { id, record, by };
        if !records.store_patch(conn, entry, &was, patch, revisions::UPDATE)? {
            return Ok((seen, was.record));
        }
        if !is_unseen {
            statements::keep_updated_at(conn, entry.info().table, id, before)?;
        }
        let noted = records.note_updates(conn, entry, &[was], revisions::UPDATE, |_, error| error);
        Ok((seen, noted?.remove(id).ok_or(Error::NotFound)?))
    }
}
