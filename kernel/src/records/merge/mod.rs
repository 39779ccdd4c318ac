//! Merges records into another one: what refers to them refers to that one afterwards, what it lacks it has from them,
//! and they are deleted. Each record that refers is changed as by a patch, so that rules, unique keys and versions are
//! those of any change.

mod queries;

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::change::{WriteContext, map_constraint};
use super::{Record, RegisteredResource};
use crate::base::error::{Error, NeededPermission, Result};
use crate::base::id::Id;
use crate::db::notify;
use crate::db::statements::{self, Taken};
use crate::records::actor::ACCOUNTS;
use crate::records::attached::moves;
use crate::records::resource::{Follow, Reference};
use crate::records::revisions;

/// The action of versions of records that followed a merge and that no operation changes.
pub(super) const ACTION: &str = "merge";

const OUT_OF_REACH: &str = "Records that you may not change refer to one of these";

impl WriteContext<'_> {
    /// Merges records of a resource into the record `into`, in this transaction.
    ///
    /// # Errors
    /// 404 for one that is not there, 409 for what refers to one of them and cannot be changed, and those of the changes
    /// of records that refer to them.
    pub(crate) fn merge(
        &mut self,
        entry: &RegisteredResource,
        into: &Id,
        others: &[Id],
    ) -> Result<()> {
        entry.registration.must_change()?;
        entry.registration.must_delete()?;
        statements::lock_out_imports(self.conn)?;
        let mut all: Vec<Id> = others.iter().chain([into]).cloned().collect();
        all.sort();
        let locked = self.records.lock_all(self.conn, entry, &all, Taken::Waits)?;
        let mut find = |id: &Id, action: &str| -> Result<Record> {
            let record = locked.get(id).ok_or(Error::NotFound)?;
            let by = (self.by, action);
            self.records.must_be_allowed(self.conn, entry, &record.view, by)?;
            Ok(record.clone())
        };
        let target = find(into, revisions::UPDATE)?;
        let merged = others.iter().map(|other| find(other, revisions::DELETE));
        let merged: Vec<Record> = merged.collect::<Result<_>>()?;
        let mut seen = Vec::with_capacity(merged.len());
        for record in &merged {
            let shown = self.records.seen(self.conn, entry, record.clone(), self.by)?;
            seen.push(shown.record().input.clone());
        }
        self.redirect(entry, into, others)?;
        for (other, record) in others.iter().zip(&merged) {
            self.must_be_free(entry, other, record)?;
            moves::follow_merge(self.conn, entry, (other, into), self.by)?;
            self.delete(entry, other)?;
        }
        // What the user does not see stays as it is.
        let levels = self.records.field_levels(
            self.conn,
            entry,
            &target.view,
            (self.by, revisions::UPDATE),
        )?;
        let mut lacking = completion(entry, &target, &seen);
        lacking.retain(|name, _| levels.sees(name));
        if lacking.is_empty() {
            return Ok(());
        }
        self.update(entry, into, entry.check_patch(Value::Object(lacking))).map(drop)
    }

    /// Changes each record that refers to one of the others, so that it refers to `into`.
    fn redirect(&mut self, entry: &RegisteredResource, into: &Id, others: &[Id]) -> Result<()> {
        let records = self.records;
        for from in records.all() {
            let references = references(self, from, entry);
            let mut referring = BTreeSet::new();
            for reference in &references {
                for other in others {
                    referring.extend(queries::referring(
                        self.conn,
                        (from.info().table, reference),
                        other,
                    )?);
                }
            }
            for id in &referring {
                self.redirect_one(from, id, &references, (into, others))?;
            }
            if let Some(follow) = from.registration.follows {
                for other in others {
                    self.follow(from, entry, follow, (other, into))?;
                }
            }
        }
        Ok(())
    }

    /// Has records follow that no patch changes, and writes their versions.
    fn follow(
        &mut self,
        from: &RegisteredResource,
        entry: &RegisteredResource,
        follow: Follow,
        (other, into): (&Id, &Id),
    ) -> Result<()> {
        let mut referring = BTreeSet::new();
        for reference in read_only(from, entry) {
            for to in [other, into] {
                let table = from.info().table;
                referring.extend(queries::referring(self.conn, (table, &reference), to)?);
            }
        }
        let ids: Vec<Id> = referring.into_iter().collect();
        if ids.is_empty() {
            return Ok(());
        }
        let before = self.records.lock_all(self.conn, from, &ids, Taken::Waits)?;
        (follow.merged)(self.conn, self.by, entry.info().name, other, into)?;
        let after = from.views(self.conn, &ids)?;
        for id in &ids {
            let (before, after) = (before.get(id).map(|record| &record.view), after.get(id));
            if before != after {
                notify(from.info().table, id);
                self.note(from, id, ACTION, before, after)?;
            }
        }
        Ok(())
    }

    /// Puts a record back that followed a merge, as it is in `before`.
    pub(super) fn put_back(
        &mut self,
        entry: &RegisteredResource,
        follow: Follow,
        id: &Id,
        before: &Value,
    ) -> Result<()> {
        let now = match entry.view(self.conn, id) {
            Err(Error::NotFound) => None,
            view => Some(view?),
        };
        (follow.put_back)(self.conn, self.by, id, before, now.is_some())
            .map_err(|error| map_constraint(entry, error))?;
        notify(entry.info().table, id);
        let after = entry.view(self.conn, id)?;
        self.note(entry, id, ACTION, now.as_ref(), Some(&after))
    }

    fn redirect_one(
        &mut self,
        from: &RegisteredResource,
        id: &Id,
        references: &[Reference],
        (into, others): (&Id, &[Id]),
    ) -> Result<()> {
        let record = from.find(self.conn, id)?;
        let mut state = record.input.clone();
        for reference in references {
            redirect_field(&mut state, reference.field, (into, others), id == into);
        }
        let Value::Object(fields) = state else { return Ok(()) };
        let is_changed = |name: &String, is: &Value| record.input.get(name) != Some(is);
        let patch: Map<String, Value> =
            fields.into_iter().filter(|(name, is)| is_changed(name, is)).collect();
        if patch.is_empty() {
            return Ok(());
        }
        let by = (self.by, revisions::UPDATE);
        let levels = self.records.field_levels(self.conn, from, &record.view, by)?;
        if patch.keys().any(|name| !levels.sees(name)) {
            let needed = NeededPermission::new(from.info().name, revisions::UPDATE);
            return Err(Error::NotPermitted(needed, OUT_OF_REACH));
        }
        // Before a statement fails, after which this transaction reads nothing more.
        let title = match self.records.seen(self.conn, from, record, self.by) {
            Ok(seen) => from.title(seen.view()),
            Err(Error::NotFound) => String::new(),
            Err(error) => return Err(error),
        };
        let changed = self.update(from, id, from.check_patch(Value::Object(patch)));
        changed.map(drop).map_err(|error| match error {
            Error::NotFound | Error::NotPermitted(..) | Error::Protected(..) => {
                let needed = NeededPermission::new(from.info().name, revisions::UPDATE);
                Error::NotPermitted(needed, OUT_OF_REACH)
            }
            Error::Conflict { detail, .. } => refused(from, &title, &detail),
            Error::Invalid(errors) => {
                let messages: Vec<&str> = errors.iter().map(|one| one.message.as_str()).collect();
                refused(from, &title, &messages.join(". "))
            }
            other => other,
        })
    }

    /// Fails with a 409 while something refers to a record that no patch can change.
    fn must_be_free(
        &mut self,
        entry: &RegisteredResource,
        other: &Id,
        record: &Record,
    ) -> Result<()> {
        let referring = self.records.referring(self.conn, entry, other, self.by)?;
        if referring.is_empty() {
            return Ok(());
        }
        let seen = self.records.seen(self.conn, entry, record.clone(), self.by)?;
        Err(Error::conflict(format!(
            "{} cannot be merged: {} refer to it, which cannot be changed to refer to another record",
            entry.title(seen.view()),
            referring.join(" and ")
        )))
    }
}

fn refused(from: &RegisteredResource, title: &str, reason: &str) -> Error {
    Error::conflict(format!("{} {title}: {reason}", from.info().singular_label()))
}

/// Returns whether a patch writes a reference.
fn is_written(from: &RegisteredResource, reference: &Reference) -> bool {
    let name = reference.field.split('/').nth(1).unwrap_or_default();
    from.registration.changes().is_some() && from.is_changeable(name)
}

/// Returns the references from one resource to another that no patch writes.
fn read_only(from: &RegisteredResource, to: &RegisteredResource) -> Vec<Reference> {
    let all = from.info().references.iter();
    all.filter(|one| one.to == to.info().name && !is_written(from, one)).copied().collect()
}

/// Returns the references from one resource to another that a patch writes; of users also their attributes.
fn references(
    writing: &WriteContext<'_>,
    from: &RegisteredResource,
    to: &RegisteredResource,
) -> Vec<Reference> {
    let of_users = match from.info().table == ACCOUNTS {
        true => writing.records.referring_attributes.as_slice(),
        false => &[],
    };
    let all = from.info().references.iter().chain(of_users);
    all.filter(|one| one.to == to.info().name && is_written(from, one)).copied().collect()
}

/// Replaces identifiers of the others in a field by that of `into`: in a list once, at the place of the first. Of `into`
/// itself they are removed.
fn redirect_field(state: &mut Value, field: &str, (into, others): (&Id, &[Id]), is_into: bool) {
    let is_other = |value: &Value| {
        value.as_str().is_some_and(|id| others.iter().any(|one| one.as_str() == id))
    };
    let Some(list) = field.strip_suffix("/*") else {
        if let Some(value) = state.pointer_mut(field).filter(|value| is_other(value)) {
            *value = if is_into { Value::Null } else { into.as_str().into() };
        }
        return;
    };
    let Some(items) = state.pointer_mut(list).and_then(Value::as_array_mut) else { return };
    if !items.iter().any(is_other) {
        return;
    }
    let mut redirected: Vec<Value> = Vec::with_capacity(items.len());
    for item in items.drain(..) {
        let item = if is_other(&item) { Value::from(into.as_str()) } else { item };
        let is_itself = is_into && item == into.as_str();
        if !is_itself && !redirected.contains(&item) {
            redirected.push(item);
        }
    }
    *items = redirected;
}

/// Returns the fields that a record lacks, from the first of the other inputs that has them.
fn completion(entry: &RegisteredResource, target: &Record, others: &[Value]) -> Map<String, Value> {
    let mut lacking = Map::new();
    let names = others.iter().filter_map(Value::as_object).flat_map(Map::keys);
    for name in names {
        let is_lacking = entry.is_changeable(name)
            && !lacking.contains_key(name)
            && target.input.get(name).is_none_or(is_empty);
        let mut found = others.iter().filter_map(|other| other.get(name));
        if let Some(value) = found.find(|value| !is_empty(value)).filter(|_| is_lacking) {
            lacking.insert(name.clone(), value.clone());
        }
    }
    lacking
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.values().all(is_empty),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn list_names_the_merged_record_once_at_the_place_of_the_first() {
        let ids: Vec<Id> = (0..4).map(|_| Id::new()).collect();
        let [into, first, second, other] = ids.as_slice() else { panic!("four") };
        let others = [first.clone(), second.clone()];
        let mut state = json!({ "all": [other, first, into, second], "one": { "_id": second } });
        redirect_field(&mut state, "/all/*", (into, &others), false);
        redirect_field(&mut state, "/one/_id", (into, &others), false);
        assert_eq!(state, json!({ "all": [other, into], "one": { "_id": into } }));
        let mut state = json!({ "all": [other, first], "one": first });
        redirect_field(&mut state, "/all/*", (into, &others), true);
        redirect_field(&mut state, "/one", (into, &others), true);
        assert_eq!(state, json!({ "all": [other], "one": null }));
    }
}
