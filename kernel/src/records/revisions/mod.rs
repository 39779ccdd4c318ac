//! The audit trail: who changed what, when, and the record before the change. A revision is written
//! in the transaction of the change, so that neither exists without the other.
//!
//! A revision has the view of the record. Write-only fields, such as a password, are not in it.
//!
//! Each row has a number, in the order in which they are written, and a hash of its columns, which
//! the seals of the history cover (`queries::numbered`).

pub(crate) mod journal;
mod past;
pub(crate) mod queries;

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::engine::list::Page;
use crate::records::actor::Actor;
use crate::records::audit::{self, Event};
use crate::records::resource::{Info, Resource};
pub use past::Past;
pub(crate) use past::note_past;
pub(crate) use queries::{RevisionRow, VersionKey, mentions, superseded};

/// The timestamp fields of a record.
pub(crate) const STAMPS: [&str; 2] = ["createdAt", "updatedAt"];

/// The timestamps of a record, where it has them.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stamps {
    created_at: Option<Timestamp>,
    updated_at: Option<Timestamp>,
}

/// How many records one statement looks up in the audit trail.
const AT_ONCE: usize = 500;

/// One version of a record.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Revision {
    /// The number of the version; 1 is the creation.
    pub(crate) version: i32,
    /// `create`, `update`, `delete`, `restore`, or a verb of the resource's own.
    pub(crate) action: String,
    /// When the change was made.
    pub(crate) at: Timestamp,
    /// Who made the change; null when the reader may not read who.
    pub(crate) actor: Option<ChangedBy>,
    /// The request, as its answer named it in `X-Request-Id`. An import at the command line has an
    /// identifier of its own; none for what else is done there, for what visitors do and for what signing
    /// in changes.
    pub(crate) request: Option<String>,
    /// The record before; null for a creation.
    pub(crate) before: Option<Value>,
    /// The record after; null for a deletion.
    pub(crate) after: Option<Value>,
    /// The fields that differ.
    pub(crate) changed: Vec<String>,
}

/// Who made a change, by the name of that moment.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ChangedBy {
    /// The account.
    pub(crate) id: Id,
    /// The person's name.
    pub(crate) name: String,
}

/// A record that was changed: its view before and after, and by whom.
pub struct ChangedRecord<'a, View = Value> {
    /// The identifier.
    pub record: &'a Id,
    /// The record as it was, if it was there.
    pub before: Option<&'a View>,
    /// The record as it is, if it is there.
    pub after: Option<&'a View>,
    /// Who changed it.
    pub by: &'a Actor,
}

/// Writes the revisions of changes of different records in the same transaction. The caller has locked
/// their rows, so that no other revision of them is written at the same time.
pub(crate) fn note_all(
    conn: &mut Conn,
    info: &Info,
    action: &str,
    changes: &[ChangedRecord<'_>],
) -> Result<()> {
    note_all_at(conn, info, Some(action), changes, Timestamp::now())
}

/// Writes the revisions of changes of different records at the time `at` of the caller's clock; without
/// `action` each is a creation or an update.
pub(crate) fn note_all_at<View: Serialize>(
    conn: &mut Conn,
    info: &Info,
    action: Option<&str>,
    changes: &[ChangedRecord<'_, View>],
    at: Timestamp,
) -> Result<()> {
    let action =
        |before: Option<&View>| action.unwrap_or(if before.is_some() { UPDATE } else { CREATE });
    // A record that was just created has no earlier revision.
    let earlier = changes.iter().filter(|change| action(change.before) != CREATE);
    let earlier: Vec<Id> = earlier.map(|change| change.record.clone()).collect();
    let latest = queries::latest_of(conn, info.name, &earlier)?;
    let (mut first, mut rows) = (Vec::new(), Vec::with_capacity(changes.len()));
    for ChangedRecord { record, before, after, by } in changes {
        let action = action(*before);
        let (before, after) = (written(*before)?, written(*after)?);
        let mut version = latest.get(*record).copied().unwrap_or_default() + 1;
        if let (1, Some(before)) = (version, &before) {
            // The record was created at the command line, or before there was an audit trail. Its first
            // revision is the record as it was then.
            let made =
                serde_json::from_str(before).ok().and_then(|stamps: Stamps| stamps.created_at);
            let made = made.unwrap_or_else(Timestamp::now);
            let row = RevisionRow::of(info, record, (1, CREATE), &Actor::operator(), made);
            first.push(RevisionRow { after: Some(before.clone()), ..row });
            version = 2;
        }
        let row = RevisionRow::of(info, record, (version, action), by, at);
        rows.push(RevisionRow { before, after, ..row });
    }
    queries::insert(conn, &first)?;
    queries::insert(conn, &rows)?;
    journal::add(conn, &rows)
}

impl RevisionRow {
    /// Makes the row of a version, without the record before and after: its number, and what was done.
    fn of(
        info: &Info,
        record: &Id,
        (version, action): (i32, &str),
        by: &Actor,
        at: Timestamp,
    ) -> Self {
        Self {
            resource: info.name.to_owned(),
            record_id: record.clone(),
            version,
            action: action.to_owned(),
            at,
            actor_id: by.id.clone(),
            actor_name: by.name.clone(),
            request_id: by.request.as_ref().map(Id::to_string),
            before: None,
            after: None,
        }
    }
}

fn written(view: Option<&impl Serialize>) -> Result<Option<String>> {
    view.map(serde_json::to_string).transpose().map_err(Error::internal)
}

pub(crate) const CREATE: &str = "create";
pub(crate) const UPDATE: &str = "update";
pub(crate) const DELETE: &str = "delete";
pub(crate) const RESTORE: &str = "restore";

/// Reads one page of a record's revisions, the newest first; 404 when there never was such a
/// record.
pub(crate) fn page(
    conn: &mut Conn,
    info: &Info,
    record: &Id,
    page: i64,
    limit: i64,
) -> Result<Page<Revision>> {
    // Revisions are numbered without gaps, and deleted from the first one on. So the numbers of the
    // first and the latest give their count.
    let latest = queries::latest(conn, info.name, record)?;
    let total = i64::from(match latest {
        0 => 0,
        latest => latest - queries::first(conn, info.name, record)? + 1,
    });
    let rows = queries::page(conn, info.name, record, limit, (page - 1) * limit)?;
    let items = rows.into_iter().map(|row| change(row, info)).collect::<Result<_>>()?;
    Ok(Page { items, total, page, limit, total_pages: (total + limit - 1) / limit })
}

/// Returns whether there ever was such a record.
pub(crate) fn any(conn: &mut Conn, info: &Info, record: &Id) -> Result<bool> {
    Ok(queries::latest(conn, info.name, record)? > 0)
}

/// Returns the last state of a deleted record; `None` when there never was such a record.
pub(crate) fn last_state(conn: &mut Conn, info: &Info, record: &Id) -> Result<Option<Value>> {
    let last = queries::page(conn, info.name, record, 1, 0)?.pop();
    last.map_or(Ok(None), |last| read(last.after.or(last.before)))
}

/// Returns the record after a revision: `None` when there is no such revision, null after a
/// deletion.
pub(crate) fn state_after(
    conn: &mut Conn,
    info: &Info,
    record: &Id,
    version: i32,
) -> Result<Option<Value>> {
    let Some(row) = queries::version(conn, info.name, record, version)? else { return Ok(None) };
    Ok(Some(read(row.after)?.unwrap_or(Value::Null)))
}

/// Returns records as they were at the moment `at`, before any change at that moment or since: the
/// view of the record, or `None` when it did not exist yet. Records without a change since then are
/// not in the result; their current view is the answer.
///
/// A revision counts from the time that its record has as `updatedAt`, which is a little before the
/// revision was written. Only revisions since `at` are read, so that a recent moment costs little.
pub fn at<R: Resource>(
    conn: &mut Conn,
    records: &[Id],
    at: Timestamp,
) -> Result<HashMap<Id, Option<Value>>> {
    let mut states = HashMap::new();
    for some in records.chunks(AT_ONCE) {
        for row in queries::since(conn, R::INFO.name, some, at)? {
            if states.contains_key(&row.record_id) || changed_at(&row)? < at {
                continue;
            }
            states.insert(row.record_id, read(row.before)?);
        }
    }
    Ok(states)
}

/// Returns the views of these records after each change that was recorded at `from` or later, those
/// of each record in their order. Deletions are left out.
pub fn since<R: Resource>(conn: &mut Conn, records: &[Id], from: Timestamp) -> Result<Vec<Value>> {
    let mut states = Vec::new();
    for some in records.chunks(AT_ONCE) {
        for row in queries::since(conn, R::INFO.name, some, from)? {
            states.extend(read(row.after)?);
        }
    }
    Ok(states)
}

/// Deletes these revisions. They have to be the first ones of each record, so that the rest has no
/// gaps.
pub(crate) fn delete_versions(conn: &mut Conn, versions: &[VersionKey]) -> Result<()> {
    for of_one in versions.chunk_by(VersionKey::is_of_same_record) {
        if let Some(last) = of_one.last() {
            queries::delete_up_to(conn, last)?;
        }
    }
    Ok(())
}

/// Deletes the whole audit trail of deleted records, so that none of their content remains, and
/// leaves an audit event that says of how many.
pub fn forget<R: Resource>(conn: &mut Conn, records: &[Id]) -> Result<()> {
    let versions = queries::delete_all(conn, R::INFO.name, records)?;
    if versions == 0 {
        return Ok(());
    }
    audit::record(conn, Event::deletion_by_age(R::INFO.name, versions))
}

/// Returns the time of the change in a revision. An undo gives its record the time that it had before.
fn changed_at(row: &RevisionRow) -> Result<Timestamp> {
    let updated_at = |state: &Option<String>| match state {
        Some(state) => {
            let stamps: Stamps = serde_json::from_str(state).map_err(Error::internal)?;
            Ok::<_, Error>(stamps.updated_at)
        }
        None => Ok(None),
    };
    let Some(changed_at) = updated_at(&row.after)? else { return Ok(row.at) };
    let is_own = match updated_at(&row.before)? {
        Some(before) => before < changed_at,
        None => row.action != RESTORE,
    };
    Ok(if is_own { changed_at } else { row.at })
}

/// Sets the time of the latest revision of a record to `at`, and returns whether it is the
/// creation. For tests.
#[cfg(feature = "testing")]
pub(crate) fn stamp(conn: &mut Conn, info: &Info, record: &Id, at: Timestamp) -> Result<bool> {
    let latest = queries::page(conn, info.name, record, 1, 0)?.pop();
    let mut latest = latest.ok_or(Error::NotFound)?;
    latest.at = at;
    let made = latest.action == CREATE;
    if let Some(mut after) = read(latest.after.take())? {
        for stamp in STAMPS.iter().filter(|stamp| made || **stamp == STAMPS[1]) {
            after[*stamp] = serde_json::to_value(at).map_err(Error::internal)?;
        }
        latest.after = Some(after.to_string());
    }
    queries::replace(conn, &latest)?;
    Ok(made)
}

fn change(row: RevisionRow, info: &Info) -> Result<Revision> {
    let (before, after) = (read(row.before)?, read(row.after)?);
    Ok(Revision {
        version: row.version,
        action: row.action,
        at: row.at,
        actor: Some(ChangedBy { id: row.actor_id, name: row.actor_name }),
        request: row.request_id,
        changed: changed(before.as_ref(), after.as_ref(), info.id),
        before,
        after,
    })
}

pub(crate) fn read(text: Option<String>) -> Result<Option<Value>> {
    text.map(|text| serde_json::from_str(&text)).transpose().map_err(Error::internal)
}

/// Returns the fields that differ, in the order in which they are read. A missing field is null.
pub(crate) fn changed(before: Option<&Value>, after: Option<&Value>, id: &str) -> Vec<String> {
    let value = |of: Option<&Value>, name: &str| {
        of.and_then(|record| record.get(name)).cloned().unwrap_or(Value::Null)
    };
    let names = |of: Option<&Value>| -> Vec<String> {
        let fields = of.and_then(Value::as_object).into_iter().flatten();
        fields.map(|(name, _)| name.clone()).collect()
    };
    let mut all = names(after);
    all.extend(names(before).into_iter().filter(|name| value(after, name).is_null()));
    all.dedup();
    all.retain(|name| {
        name != id && !STAMPS.contains(&name.as_str()) && value(before, name) != value(after, name)
    });
    all
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::queries::RevisionRow;
    use super::{CREATE, DELETE, RESTORE, UPDATE, changed, changed_at};
    use crate::base::id::Id;
    use crate::base::time::Timestamp;

    #[test]
    fn an_undo_counts_from_when_it_was_done_whatever_time_it_gives_back() {
        let made = Timestamp::now().plus_seconds(-100);
        let (saved, noted) = (made.plus_seconds(50), made.plus_seconds(90));
        let counts_from = |action: &str, before: Option<Timestamp>, after: Option<Timestamp>| {
            let state = |at: Timestamp| json!({ "updatedAt": at }).to_string();
            let row = RevisionRow {
                resource: "units".into(),
                record_id: Id::new(),
                version: 2,
                action: action.into(),
                at: noted,
                actor_id: Id::new(),
                actor_name: String::new(),
                request_id: None,
                before: before.map(state),
                after: after.map(state),
            };
            changed_at(&row).unwrap()
        };
        assert_eq!(counts_from(CREATE, None, Some(made)), made);
        assert_eq!(counts_from(UPDATE, Some(made), Some(saved)), saved);
        // An undo of a change, and one of a deletion.
        assert_eq!(counts_from(UPDATE, Some(saved), Some(made)), noted);
        assert_eq!(counts_from(RESTORE, None, Some(made)), noted);
        assert_eq!(counts_from(DELETE, Some(made), None), noted);
    }

    #[test]
    fn what_changed_are_the_fields_that_differ() {
        let before = json!({ "_id": 1, "a": 1, "b": null, "c": [1], "updatedAt": 1 });
        let after = json!({ "_id": 1, "a": 1, "b": 2, "c": [1, 2], "updatedAt": 2 });
        assert_eq!(changed(Some(&before), Some(&after), "_id"), ["b", "c"]);
        assert_eq!(changed(None, Some(&before), "_id"), ["a", "c"]);
        assert_eq!(changed(Some(&after), None, "_id"), ["a", "b", "c"]);
        assert_eq!(changed(Some(&after), Some(&json!({ "a": 1 })), "_id"), ["b", "c"]);
    }
}
