//! Change sets: changes of many records that are planned, looked at, applied once, and taken back as a whole.
//!
//! A set has a row for each record. `planning` performs the change of each row, some rows at a time, and takes it back again:
//! what was seen then is the row's state before and after, and what was refused its errors. So a plan knows all that a real
//! change would, and nothing is written but the plan. `applying` performs the rows for good, all or none, unless a record has
//! been changed since. `merging` does both for merges. `rows` is what a reader sees of a row; `queries` the SQL.

pub(crate) mod applying;
pub(crate) mod making;
pub(crate) mod merging;
pub(crate) mod planning;
pub(crate) mod queries;
pub(crate) mod rows;

use diesel::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::base::config::Settings;
use crate::base::config::retention::{CHANGE_SETS, DAY};
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::engine::policy::{APPROVE, PROPOSE, Policy};
use crate::records::actor::Actor;
use crate::records::revisions::ChangedBy;
use crate::records::{Records, RegisteredResource};
use queries::{SetRow, change_sets};

/// What a row does with its record.
pub(crate) const CREATE: &str = "create";
pub(crate) const UPDATE: &str = "update";
pub(crate) const DELETE: &str = "delete";
pub(crate) const UNCHANGED: &str = "unchanged";

/// How many records one set may change.
pub(crate) const MOST: usize = 100_000;

crate::text_enum! {
    /// What a set does.
    pub(crate) enum SetKind {
        Update = ("update", "Change"),
        Delete = ("delete", "Deletion"),
        Merge = ("merge", "Merge"),
        Import = ("import", "Import"),
    }
}

crate::text_enum! {
    /// What has become of a set.
    pub(crate) enum SetState {
        // Planned by a user who may also apply it.
        Planned = ("planned", "Planned"),
        // Planned by a user who may not, for one who approves it.
        Proposed = ("proposed", "Proposed"),
        Applied = ("applied", "Applied"),
        // Applied, and taken back.
        Undone = ("undone", "Undone"),
        Discarded = ("discarded", "Discarded"),
    }
}

/// How many rows of a set do what; those with errors are counted as such alone.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Serialize,
    JsonSchema,
    Queryable,
    Selectable,
    Insertable,
)]
#[diesel(table_name = change_sets)]
#[schemars(rename = "ChangeSetCounts")]
pub(crate) struct Counts {
    /// Records to create.
    #[serde(rename = "create")]
    pub(crate) creates: i32,
    /// Records to change.
    #[serde(rename = "update")]
    pub(crate) updates: i32,
    /// Records to delete.
    #[serde(rename = "delete")]
    pub(crate) deletes: i32,
    /// Records that are as they are to be already.
    pub(crate) unchanged: i32,
    /// Rows that cannot be applied as they are.
    #[serde(rename = "error")]
    pub(crate) errors: i32,
}

impl Counts {
    /// Returns the number of rows with this action, or of those with errors.
    pub(crate) fn of(&mut self, action: &str, has_errors: bool) -> &mut i32 {
        match action {
            _ if has_errors => &mut self.errors,
            CREATE => &mut self.creates,
            UPDATE => &mut self.updates,
            DELETE => &mut self.deletes,
            _ => &mut self.unchanged,
        }
    }

    /// Returns the number of rows.
    pub(crate) fn rows(self) -> u64 {
        self.changes()
            + u64::from(self.unchanged.unsigned_abs())
            + u64::from(self.errors.unsigned_abs())
    }

    /// Returns the number of records that the set changes.
    pub(crate) fn changes(self) -> u64 {
        [self.creates, self.updates, self.deletes]
            .map(i32::unsigned_abs)
            .into_iter()
            .map(u64::from)
            .sum()
    }
}

/// A change set.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangeSet {
    /// The identifier.
    #[serde(rename = "_id")]
    id: Id,
    /// The resource whose records it changes.
    resource: String,
    /// What it does.
    kind: SetKind,
    /// What has become of it.
    state: SetState,
    /// The user who planned it; null when the reader may not read who.
    by: Option<ChangedBy>,
    /// When it was planned.
    at: Timestamp,
    /// What is to become of the records: `update`, `delete`, `merge` or `import`.
    request: Value,
    /// How many rows do what.
    counts: Counts,
    /// The user who applied it; null before, and when the reader may not read who.
    applied_by: Option<ChangedBy>,
    /// When it was applied; null before.
    applied_at: Option<Timestamp>,
    /// The request that applied it, as its answer named it in `X-Request-Id`; null before.
    request_id: Option<String>,
}

impl ChangeSet {
    /// Returns a set as its reader sees it.
    pub(crate) fn seen(
        conn: &mut Conn,
        records: &Records,
        set: SetRow,
        by: &Actor,
    ) -> Result<Self> {
        let mut request: Value = serde_json::from_str(&set.request).map_err(Error::internal)?;
        if let Some(entry) = records.get(&set.resource) {
            records.see_request(conn, entry, &mut request, by)?;
        }
        let mut planned_by = Some(ChangedBy { id: set.account_id, name: set.account_name });
        records.see_actor(conn, &mut planned_by, by)?;
        let applied = set.applied_by_id.zip(set.applied_by);
        let mut applied_by = applied.map(|(id, name)| ChangedBy { id, name });
        records.see_actor(conn, &mut applied_by, by)?;
        Ok(Self {
            id: set.id,
            resource: set.resource,
            kind: set.kind,
            state: set.state,
            by: planned_by,
            at: set.at,
            request,
            counts: set.counts,
            applied_by,
            applied_at: set.applied_at,
            request_id: set.request_id,
        })
    }
}

impl SetRow {
    /// Makes a new set without rows.
    pub(crate) fn new(
        resource: &str,
        (kind, state): (SetKind, SetState),
        request: &Value,
        by: &Actor,
    ) -> Self {
        Self {
            id: Id::new(),
            resource: resource.to_owned(),
            kind,
            state,
            account_id: by.id.clone(),
            account_name: by.name.clone(),
            at: Timestamp::now(),
            request: request.to_string(),
            counts: Counts::default(),
            applied_by_id: None,
            applied_by: None,
            applied_at: None,
            request_id: None,
            undone_request_id: None,
            applying: None,
        }
    }
}

impl SetRow {
    /// Returns whether it can still be applied.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.state, SetState::Planned | SetState::Proposed)
    }
}

/// Returns whether a user sees the change sets of a resource.
pub(crate) fn is_shown(entry: &RegisteredResource, policy: &Policy, by: &Actor) -> bool {
    let may = |action: &str| by.may(policy, entry.info().name, action);
    may("read") && ["create", "update", "delete", PROPOSE, APPROVE].into_iter().any(may)
}

/// Deletes about `most` sets that were planned longer ago than the setting allows, and rows without a set, also those that a
/// process did not finish to plan. Returns how many: a set may have many rows, so that they are deleted in transactions of
/// their own.
pub(crate) fn sweep(conn: &mut Conn, settings: &Settings, most: usize) -> Result<usize> {
    let since = |days: i64| Timestamp::now().plus_seconds(-days * DAY);
    let sets = match settings.whole(&CHANGE_SETS) {
        0 => 0,
        days => queries::delete_until(conn, since(days), most)?,
    };
    Ok(sets + queries::delete_rows_without_set(conn, since(1), most.saturating_sub(sets))?)
}
