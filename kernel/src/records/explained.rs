//! Explains what a user may do with a record and with its fields, and lists the users who may do something with one.

use std::sync::Arc;

use serde_json::Value;

use super::change::Records;
use super::gate::MASKED;
use super::in_hand::Reading;
use super::registered::RegisteredResource;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::list::CREATED_BY;
use crate::engine::policy::{
    Explanation, Operation, Policy, QuotedLine, READ, RecordInQuestion, Subject, UserValues,
};
use crate::records::actor::Actor;

/// What is to be explained.
pub(crate) struct Inquiry<'q> {
    pub(crate) user: &'q UserValues,
    pub(crate) operation: &'q Operation,
    /// A record of the operation's resource.
    pub(crate) record: Option<&'q Id>,
    /// A field of the operation's resource.
    pub(crate) field: Option<&'q str>,
}

impl Records {
    /// Explains to `by`.
    ///
    /// # Errors
    /// 400 for a field that is none of the operation's resource, and for an operation that is about no records; 404 for a
    /// record that `by` may not read.
    pub(crate) fn explained(
        &self,
        conn: &mut Conn,
        policy: &Policy,
        Inquiry { user, operation, record, field }: Inquiry<'_>,
        by: &Actor,
    ) -> Result<Explanation> {
        let resource = operation.rule.needs().map(|(resource, _)| resource);
        let entry = resource.and_then(|resource| self.get(resource));
        if let Some(field) = field
            && !entry.is_some_and(|entry| entry.ruled_fields.all.contains(field))
        {
            let id = &operation.id;
            return Err(Error::Malformed(format!("`{field}` is no field of what {id} is about")));
        }
        let Some(id) = record else {
            let mut subject = Subject { record: None, field };
            return policy.explanation(user, &operation.rule, &mut subject);
        };
        let entry = entry
            .ok_or_else(|| Error::Malformed(format!("{} is about no records", operation.id)))?;
        let view = self.view_for(conn, policy, entry, (id, by))?;
        let sees = self.sees(conn, entry, &view, by)?;
        let mut reading = Reading::new(conn, self);
        let mut record = reading.in_hand(entry, view);
        let id = (entry.info().id, id.to_string());
        let record = RecordInQuestion { record: &mut record, id };
        let mut subject = Subject { record: Some(record), field };
        let mut explanation = policy.explanation(user, &operation.rule, &mut subject)?;
        for failing in &mut explanation.failing {
            let field = failing.condition.get("field").and_then(Value::as_str);
            if !field.is_some_and(&sees) {
                failing.value = Value::Null;
            }
        }
        Ok(explanation)
    }

    /// Returns those of these users who may do an action with a record, each with the lines that allow it.
    ///
    /// # Errors
    /// 404 for a record that `by` may not read.
    pub(crate) fn who<T>(
        &self,
        conn: &mut Conn,
        policy: &Policy,
        (entry, id, action): (&RegisteredResource, &Id, &str),
        (users, by): (Vec<(UserValues, T)>, &Actor),
    ) -> Result<Vec<(T, Vec<QuotedLine>)>> {
        let view = self.view_for(conn, policy, entry, (id, by))?;
        let mut reading = Reading::new(conn, self);
        let mut allowed = Vec::new();
        for (user, of_user) in users {
            let mut record = reading.in_hand(entry, Arc::clone(&view));
            let record =
                RecordInQuestion { record: &mut record, id: (entry.info().id, id.to_string()) };
            let lines = policy.allowing_lines(&user, (entry.info().name, action), record)?;
            allowed.extend(lines.map(|lines| (of_user, lines)));
        }
        Ok(allowed)
    }

    /// Returns whether a user may read the record of an account.
    pub(crate) fn may_read_account(&self, conn: &mut Conn, id: &Id, by: &Actor) -> Result<bool> {
        match self.accounts() {
            Some(entry) if by.access.of(entry.info().name).is_some() => {
                let view = entry.view(conn, id)?;
                self.may_read(conn, entry, &view, by)
            }
            _ => Ok(true),
        }
    }

    /// Reads a record that `by` wants explained.
    fn view_for(
        &self,
        conn: &mut Conn,
        policy: &Policy,
        entry: &RegisteredResource,
        (id, by): (&Id, &Actor),
    ) -> Result<Arc<Value>> {
        if !by.may(policy, entry.info().name, READ) {
            return Err(Error::NotFound);
        }
        let view = entry.view(conn, id)?;
        self.must_be_allowed(conn, entry, &view, (by, READ))?;
        Ok(Arc::new(view))
    }

    /// Returns which fields of a record a user sees, also by the path of a reference.
    fn sees(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        view: &Value,
        by: &Actor,
    ) -> Result<impl Fn(&str) -> bool + use<>> {
        let is_narrowed = self.narrows(&by.access, entry);
        let seen = match is_narrowed {
            true => self.seen(conn, entry, entry.record(view.clone())?, by)?.view().clone(),
            false => Value::Null,
        };
        let unseen = |name: &String| {
            let masked = seen[MASKED].as_array().into_iter().flatten();
            seen.get(name).is_none() || masked.into_iter().any(|one| one == name.as_str())
        };
        let unseen: Vec<String> = match view {
            Value::Object(fields) if is_narrowed => {
                fields.keys().filter(|name| unseen(name)).cloned().collect()
            }
            _ => Vec::new(),
        };
        Ok(move |field: &str| {
            // What other records say is seen by who sees everything.
            !is_narrowed
                || !(field.contains('.')
                    || field == CREATED_BY
                    || unseen.iter().any(|one| one == field))
        })
    }
}
