//! A row of a change set as its reader sees it.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::queries::{PlannedRow, SetRow};
use super::{CREATE, SetState, UNCHANGED};
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::policy::{Policy, READ};
use crate::records::actor::Actor;
use crate::records::revisions::read;
use crate::records::seen_by::differing;
use crate::records::{Records, RegisteredResource};

/// A row of a change set: what it does with one record.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ChangeSetRow {
    /// The number of the row, from 1.
    row: i32,
    /// The line of an imported file; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<i64>,
    /// The resource of the record, which may be another one than that of the set.
    resource: String,
    /// The record; null for a new one that is not created yet, and for one that the reader may not read.
    record: Option<RowRecord>,
    /// `create`, `update`, `delete`, or `unchanged`.
    #[schemars(extend("enum" = ["create", "update", "delete", "unchanged"]))]
    action: String,
    /// The record before; null for a new one.
    before: Option<Value>,
    /// The record after; null for a deletion.
    after: Option<Value>,
    /// The fields that differ.
    changed: Vec<String>,
    /// Why the row cannot be applied as it is: at fields of the record.
    errors: Vec<FieldError>,
    /// `planned`, `applied`; of a set that was undone `reversed`, `kept` or `refused`.
    #[schemars(extend("enum" = ["planned", "applied", "reversed", "kept", "refused"]))]
    state: String,
    /// Why it was not undone; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// The record of a row.
#[derive(Debug, Serialize, JsonSchema)]
struct RowRecord {
    /// The identifier.
    #[serde(rename = "_id")]
    id: Id,
    /// Its title before the change; of a new one after it.
    title: String,
}

impl ChangeSetRow {
    /// Returns rows as their reader sees them.
    pub(crate) fn seen(
        conn: &mut Conn,
        of: (&Records, &Policy),
        set: &SetRow,
        (rows, by): (Vec<PlannedRow>, &Actor),
    ) -> Result<Vec<Self>> {
        rows.into_iter().map(|row| Self::one(conn, of, set, row, by)).collect()
    }

    fn one(
        conn: &mut Conn,
        of: (&Records, &Policy),
        set: &SetRow,
        row: PlannedRow,
        by: &Actor,
    ) -> Result<Self> {
        let (records, policy) = of;
        let mut errors = errors_seen(set, &row, (policy, by))?;
        let entry = records.get(&row.resource).ok_or(Error::NotFound)?;
        let (mut before, mut after) = (read(row.before)?, read(row.after)?);
        let had_state = before.is_some() || after.is_some();
        // A new record is as its maker wants it, whatever rules will say of it.
        if row.action != CREATE || set.account_id != by.id {
            see_states(conn, of, entry, ([&mut before, &mut after], by))?;
        }
        let shown = before.as_ref().or(after.as_ref());
        if had_state && shown.is_none() {
            // What is wrong with a record would show what is in it.
            errors.clear();
        }
        // A new one has an identifier, and is not there before the set is applied.
        let is_there = row.action != CREATE || !set.is_open() && set.state != SetState::Discarded;
        let record = row.record_id.filter(|_| is_there).zip(shown);
        let record = record.map(|(id, shown)| RowRecord { id, title: entry.title(shown) });
        let state = row.state.unwrap_or_else(|| {
            let state = match set.state {
                _ if row.action == UNCHANGED => "planned",
                SetState::Planned | SetState::Proposed | SetState::Discarded => "planned",
                SetState::Applied => "applied",
                SetState::Undone => "reversed",
            };
            state.to_owned()
        });
        let changed = match row.action == UNCHANGED {
            true => Vec::new(),
            false => differing(before.as_ref(), after.as_ref(), entry.info().id),
        };
        Ok(Self {
            row: row.position,
            line: row.line,
            resource: row.resource,
            record,
            action: row.action,
            changed,
            before,
            after,
            errors,
            state,
            reason: row.reason,
        })
    }
}

impl PlannedRow {
    /// Returns whether a user sees the record of the row.
    pub(crate) fn is_seen(
        &self,
        conn: &mut Conn,
        of: (&Records, &Policy),
        by: &Actor,
    ) -> Result<bool> {
        let entry = of.0.get(&self.resource).ok_or(Error::NotFound)?;
        let (mut before, mut after) = (read(self.before.clone())?, read(self.after.clone())?);
        let had_state = before.is_some() || after.is_some();
        see_states(conn, of, entry, ([&mut before, &mut after], by))?;
        Ok(!had_state || before.is_some() || after.is_some())
    }
}

/// Takes from states of a record what the user does not see, and all of it without the permission to read the resource.
pub(super) fn see_states(
    conn: &mut Conn,
    (records, policy): (&Records, &Policy),
    entry: &RegisteredResource,
    (states, by): ([&mut Option<Value>; 2], &Actor),
) -> Result<()> {
    if !by.may(policy, entry.info().name, READ) {
        states.into_iter().for_each(|state| *state = None);
        return Ok(());
    }
    records.see_states(conn, entry, states, by)
}

/// Returns the errors of a row as the user sees them: they were found by the rules of the user who planned it.
pub(super) fn errors_seen(
    set: &SetRow,
    row: &PlannedRow,
    (policy, by): (&Policy, &Actor),
) -> Result<Vec<FieldError>> {
    let errors = row.errors()?;
    let sees_all = by.may(policy, &row.resource, READ) && by.access.of(&row.resource).is_none();
    if errors.is_empty() || sees_all || set.account_id == by.id {
        return Ok(errors);
    }
    Ok(vec![FieldError::new("", "This is refused, and the user who planned it sees why")])
}
