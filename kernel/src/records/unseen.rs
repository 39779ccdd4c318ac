//! What a user does not see of a record stays as it is when the user writes the record: null in a masked field is no
//! change, a list of references keeps those that the user may not read, and a former state is restored without what the
//! user does not see of it.

use serde_json::{Map, Value};

use super::allowed::OUT_OF_REACH;
use super::change::Records;
use super::field_levels::most;
use super::registered::{Record, RegisteredResource, identifier};
use crate::base::error::{Error, FieldError, NeededPermission, Result};
use crate::db::Conn;
use crate::engine::policy::{FieldLevel, READ};
use crate::engine::schema::{escape, merge};
use crate::records::actor::Actor;
use crate::records::resource::Reference;
use crate::records::revisions;

/// The message at a field that the user does not see.
pub(super) const UNKNOWN: &str = "There is no such field";

impl Records {
    /// Normalizes and validates the new input of a user. Null in a masked field is left out.
    ///
    /// # Errors
    /// 422 for what is not valid under the schema, and for a field that the user does not see.
    pub(crate) fn check_input(
        &self,
        entry: &RegisteredResource,
        mut body: Value,
        by: &Actor,
    ) -> Result<Value> {
        self.leave_out_masked(entry, &mut body, by);
        let unknown = take_hidden(entry, &mut body, by);
        with_errors(unknown, entry.check(body))
    }

    /// Removes null in fields of a new input that are masked for the user.
    pub(crate) fn leave_out_masked(
        &self,
        entry: &RegisteredResource,
        body: &mut Value,
        by: &Actor,
    ) {
        let access = by.access.of(entry.info().name);
        if let (Some(access), Value::Object(fields)) = (access, body) {
            let level = |name: &str| most(access, revisions::CREATE, entry.shown_as(name));
            fields.retain(|name, value| !value.is_null() || level(name) != FieldLevel::Masked);
        }
    }

    /// Normalizes and validates the patch of a user. Whether null may stand in a field that the user may not see is decided
    /// when the record is known, by [`Records::completed_patch`].
    ///
    /// # Errors
    /// 422 for what is not valid under the schema, and for a field that the user does not see.
    pub(crate) fn check_patch(
        &self,
        entry: &RegisteredResource,
        mut patch: Value,
        by: &Actor,
    ) -> Result<Value> {
        let unknown = take_hidden(entry, &mut patch, by);
        let mut fields = match patch {
            Value::Object(fields) if !by.access.is_empty() => fields,
            patch => return entry.check_patch(patch),
        };
        let mut nulls = Map::new();
        fields.retain(|name, value| {
            let is_open = value.is_null()
                && entry.is_changeable(name)
                && may_be_unseen(entry, entry.shown_as(name), by);
            if is_open {
                nulls.insert(name.clone(), Value::Null);
            }
            !is_open
        });
        let checked = with_errors(unknown, entry.check_patch(Value::Object(fields)))?;
        Ok(merge(&checked, Value::Object(nulls)))
    }

    /// Completes a patch of a record by what the user does not see of it.
    ///
    /// # Errors
    /// 422 for null in a field that the user does not see or that must have a value, and for a list that is too long with
    /// what the user does not see.
    pub(super) fn completed_patch(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        record: &Record,
        patch: Value,
        (by, action): (&Actor, &str),
    ) -> Result<Value> {
        if by.access.is_empty() {
            return Ok(patch);
        }
        let mut patch = self.leave_masked(conn, entry, record, patch, by)?;
        if let Some(fields) = patch.as_object_mut()
            && fields.values().any(Value::is_null)
        {
            let levels = self.field_levels(conn, entry, &record.view, (by, action))?;
            let (mut nulls, mut unknown) = (Map::new(), Vec::new());
            fields.retain(|name, value| {
                let is_seen = !value.is_null() || levels.sees(name);
                if is_seen && value.is_null() {
                    nulls.insert(name.clone(), Value::Null);
                } else if !is_seen && !levels.masks(name) && action != revisions::RESTORE {
                    unknown.push(FieldError::new(format!("/{}", escape(name)), UNKNOWN));
                }
                is_seen
            });
            if !unknown.is_empty() {
                return Err(Error::Invalid(unknown));
            }
            if !nulls.is_empty() {
                entry.check_patch(Value::Object(nulls))?;
            }
        }
        let lists = self.keep_unseen(conn, entry, &record.input, &mut patch, by)?;
        if !lists.is_empty() {
            entry.check_patch(Value::Object(lists))?;
        }
        Ok(patch)
    }

    /// Removes null from a patch in fields of which the user sees null in the record.
    pub(super) fn leave_masked(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        record: &Record,
        mut patch: Value,
        by: &Actor,
    ) -> Result<Value> {
        if let Some(fields) = patch.as_object_mut()
            && fields.values().any(Value::is_null)
        {
            let levels = self.field_levels(conn, entry, &record.view, (by, READ))?;
            fields.retain(|name, value| !value.is_null() || !levels.masks(name));
        }
        Ok(patch)
    }

    /// Puts the references of `was` that the user may not read back into the lists of a patch. Returns the fields of the
    /// lists that it has changed.
    pub(super) fn keep_unseen(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        was: &Value,
        patch: &mut Value,
        by: &Actor,
    ) -> Result<Map<String, Value>> {
        let mut changed = Map::new();
        for reference in entry.info().references {
            let Some(list) = reference.field.strip_suffix("/*") else { continue };
            let is = match patch.pointer(list) {
                Some(Value::Array(items)) => items.clone(),
                Some(Value::Null) => Vec::new(),
                _ => continue,
            };
            let was = items_at(was, list);
            let unseen = self.unseen_among(conn, reference, was, by)?;
            let completed = with_unseen(was, is.clone(), &unseen);
            if completed.len() > is.len()
                && let Some(place) = patch.pointer_mut(list)
            {
                *place = Value::Array(completed);
                let name = list.split('/').nth(1).unwrap_or_default();
                changed.insert(name.to_owned(), patch[name].clone());
            }
        }
        Ok(changed)
    }

    /// Returns a former state of a record, with what the user does not see of it as it is `now`: both are views.
    ///
    /// # Errors
    /// 403 for a state that the user may not read.
    pub(super) fn former_as_seen(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        (former, now): (&Value, &Value),
        by: &Actor,
    ) -> Result<Value> {
        let mut state = former.clone();
        let (Some(fields), Some(of_now)) = (state.as_object_mut(), now.as_object()) else {
            return Ok(state);
        };
        if !self.narrows(&by.access, entry) {
            return Ok(state);
        }
        if !self.may_read(conn, entry, former, by)? {
            let needed = NeededPermission::new(entry.info().name, revisions::RESTORE);
            return Err(Error::NotPermitted(needed, OUT_OF_REACH));
        }
        let levels_now = self.field_levels(conn, entry, now, (by, READ))?;
        let levels_then = self.field_levels(conn, entry, former, (by, READ))?;
        let is_seen = |name: &String| levels_now.sees_shown(name) && levels_then.sees_shown(name);
        fields.retain(|name, _| is_seen(name));
        let unseen = of_now.iter().filter(|(name, _)| !is_seen(name));
        fields.extend(unseen.map(|(name, value)| (name.clone(), value.clone())));
        for reference in entry.info().references {
            let Some(Value::Array(items)) = fields.get_mut(reference.view) else { continue };
            let now = now.get(reference.view).and_then(Value::as_array);
            let now = now.map(Vec::as_slice).unwrap_or_default();
            let unseen = self.unseen_among(conn, reference, items, by)?;
            let mut seen = std::mem::take(items);
            seen.retain(|item| !contains(&unseen, item) || contains(now, item));
            let unseen = self.unseen_among(conn, reference, now, by)?;
            *items = with_unseen(now, seen, &unseen);
        }
        Ok(state)
    }

    /// Returns those of the references in a list that lead to records which the user may not read.
    fn unseen_among(
        &self,
        conn: &mut Conn,
        reference: &Reference,
        items: &[Value],
        by: &Actor,
    ) -> Result<Vec<Value>> {
        let mut unseen = Vec::new();
        if by.access.of(reference.to).is_none() {
            return Ok(unseen);
        }
        for item in items {
            if let Value::String(id) = identifier(item)
                && !self.is_readable(conn, reference, &id, by)?
            {
                unseen.push(item.clone());
            }
        }
        Ok(unseen)
    }
}

/// Removes the fields that a user sees of no record, and returns an error for each.
fn take_hidden(entry: &RegisteredResource, body: &mut Value, by: &Actor) -> Vec<FieldError> {
    let access = by.access.of(entry.info().name).filter(|access| !access.roles.is_empty());
    let (Some(access), Value::Object(fields)) = (access, body) else { return Vec::new() };
    let mut hidden = Vec::new();
    fields.retain(|name, _| {
        let mut roles = access.roles.iter();
        let is_hidden = roles.all(|role| role.level(entry.shown_as(name)) == FieldLevel::Hidden);
        if is_hidden {
            hidden.push(FieldError::new(format!("/{}", escape(name)), UNKNOWN));
        }
        !is_hidden
    });
    hidden
}

/// Adds errors to those of a check.
fn with_errors(mut errors: Vec<FieldError>, checked: Result<Value>) -> Result<Value> {
    match checked {
        Ok(checked) if errors.is_empty() => Ok(checked),
        Err(Error::Invalid(more)) => {
            errors.extend(more);
            errors.sort();
            Err(Error::Invalid(errors))
        }
        Ok(_) => Err(Error::Invalid(errors)),
        Err(other) => Err(other),
    }
}

/// Returns whether a user may be shown no value of a field, of some record.
fn may_be_unseen(entry: &RegisteredResource, shown: &str, by: &Actor) -> bool {
    let access = by.access.of(entry.info().name);
    let is_narrowed = access.is_some_and(|access| {
        access.roles.iter().any(|role| role.level(shown) < FieldLevel::ReadOnly)
    });
    let mut references = entry.info().references.iter();
    is_narrowed || references.any(|one| one.view == shown && by.access.of(one.to).is_some())
}

/// Returns the items of a list in an input.
fn items_at<'v>(input: &'v Value, list: &str) -> &'v [Value] {
    input.pointer(list).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn contains(items: &[Value], item: &Value) -> bool {
    position(items, item).is_some()
}

fn position(items: &[Value], item: &Value) -> Option<usize> {
    items.iter().position(|one| identifier(one) == identifier(item))
}

/// Adds the `unseen` items of `was` to the items `is`: each after the item that it has followed, as far as that is there.
fn with_unseen(was: &[Value], mut is: Vec<Value>, unseen: &[Value]) -> Vec<Value> {
    for (at, item) in was.iter().enumerate() {
        if contains(unseen, item) && !contains(&is, item) {
            let follows = was[..at].iter().rev().find_map(|one| position(&is, one));
            is.insert(follows.map_or(0, |at| at + 1), item.clone());
        }
    }
    is
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::with_unseen;

    fn list(text: &str) -> Vec<Value> {
        text.chars().map(|one| json!(one.to_string())).collect()
    }

    #[test]
    fn unseen_items_stay_where_they_were() {
        for (was, is, unseen, becomes) in [
            ("aXb", "ab", "X", "aXb"),
            ("aXb", "ba", "X", "baX"),
            ("aXb", "b", "X", "Xb"),
            ("XYa", "ac", "XY", "XYac"),
            ("aXYb", "", "XY", "XY"),
            ("aXb", "aXb", "X", "aXb"),
            ("ab", "b", "", "b"),
        ] {
            assert_eq!(with_unseen(&list(was), list(is), &list(unseen)), list(becomes), "{is}");
        }
    }
}
