//! Applies a set: all its rows, or none.

use std::time::Instant;

use serde_json::Value;

use super::planning::errors_of_row;
use super::queries::{self, PlannedRow, SetRow};
use super::rows::{errors_seen, see_states};
use super::{CREATE, DELETE, SetState, UNCHANGED};
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::base::rejected_rows::grouped;
use crate::base::time::Timestamp;
use crate::db::Conn;
use crate::db::statements::{self, RowLock};
use crate::engine::policy::Policy;
use crate::records::actor::Actor;
use crate::records::change::WriteContext;
use crate::records::jobs::Progress;
use crate::records::revisions::journal;
use crate::records::{Created, Records, RegisteredResource, Rejected, revisions};

/// How many rows are read together.
const AT_ONCE: i64 = 200;

/// How many rows a refusal names by themselves, and how many titles its sentence has.
const MOST_NAMED: i64 = 1_000;
const MOST_TITLES: usize = 5;

/// The rows of a set, from the first one that is not written yet.
pub(crate) struct Applying {
    set: Id,
    written: i32,
    progress: Progress,
}

impl Applying {
    pub(crate) fn new(set: &Id, progress: Progress) -> Self {
        Self { set: set.clone(), written: 0, progress }
    }

    /// Writes rows until the moment `until`. Returns whether all are written.
    ///
    /// # Errors
    /// 409 at the row whose record has been changed since it was planned, or that is refused by now.
    pub(crate) fn write(
        &mut self,
        conn: &mut Conn,
        records: &Records,
        by: &Actor,
        until: Option<Instant>,
    ) -> Result<bool> {
        let mut writing = WriteContext::new(conn, records, by);
        let mut created = Created::default();
        // The resource of the records that are not written yet.
        let mut creating: Option<&RegisteredResource> = None;
        loop {
            let rows = queries::rows_after(writing.conn, &self.set, self.written, AT_ONCE)?;
            if rows.is_empty() {
                created.finish(&mut writing).map_err(|refused| at_row(creating, refused))?;
                return Ok(true);
            }
            for row in rows {
                let entry = &**records.get(&row.resource).ok_or(Error::NotFound)?;
                if row.action != CREATE || creating.is_some_and(|of| !std::ptr::eq(of, entry)) {
                    created.finish(&mut writing).map_err(|refused| at_row(creating, refused))?;
                }
                creating = Some(entry);
                write_row(&mut writing, &mut created, entry, &row)
                    .map_err(|refused| at_row(creating, refused))?;
                self.written = row.position;
                self.progress.advance(1);
                if until.is_some_and(|until| Instant::now() >= until) {
                    created.finish(&mut writing).map_err(|refused| at_row(creating, refused))?;
                    return Ok(false);
                }
            }
        }
    }
}

fn write_row<'a>(
    writing: &mut WriteContext<'a>,
    created: &mut Created<'a>,
    entry: &'a RegisteredResource,
    row: &PlannedRow,
) -> Result<(), Rejected> {
    let line = u64::from(row.position.unsigned_abs());
    let rejected = |error| Rejected { line, error };
    let Some(id) = row.record_id.as_ref().filter(|_| row.action != UNCHANGED) else {
        return Ok(());
    };
    let body = row.body().map_err(rejected)?;
    if row.action == CREATE {
        let body = entry.check(body).and_then(|body| entry.prepare(body)).map_err(rejected)?;
        // Many at a time they are created without rules: another user may have planned them.
        if writing.by.access.of(entry.info().name).is_some() {
            return writing.create(entry, id, body).map(drop).map_err(rejected);
        }
        return created.add(writing, entry, (line, id.clone(), body));
    }
    change_row(writing, entry, (id, row), body).map_err(rejected)
}

/// Changes or deletes the record of a row, whose row in the table is locked first.
///
/// # Errors
/// 409 when it has been changed since it was planned.
fn change_row(
    writing: &mut WriteContext<'_>,
    entry: &RegisteredResource,
    (id, row): (&Id, &PlannedRow),
    body: Value,
) -> Result<()> {
    let (purpose, action) = match row.action == DELETE {
        true => (RowLock::Delete, revisions::DELETE),
        false => (RowLock::Update, revisions::UPDATE),
    };
    let record = writing.lock(entry, id, purpose, action)?;
    if revisions::queries::latest(writing.conn, entry.info().name, id)? != row.version {
        let seen = writing.records.seen(writing.conn, entry, record, writing.by)?;
        return Err(Error::conflict(changed_since(&entry.title(seen.view()))));
    }
    match row.action == DELETE {
        true => writing.delete(entry, id),
        false => {
            let patch = entry.check_patch(body)?;
            writing.apply_patch(entry, id, record, patch, action).map(drop)
        }
    }
}

fn changed_since(title: &str) -> String {
    format!("{title} has been changed since this was planned")
}

/// Returns the error of a set at the row that was refused: another request has written something conflicting since the row was
/// planned.
fn at_row(entry: Option<&RegisteredResource>, Rejected { line, error }: Rejected) -> Error {
    let Some(entry) = entry else { return error };
    match errors_of_row(entry, error) {
        Ok(errors) => {
            let at = |one: FieldError| {
                FieldError::new(format!("/rows/{line}{}", one.pointer), one.message)
            };
            let detail = "A row is refused by now, and nothing was changed. Plan it again";
            let errors = errors.into_iter().map(at).collect();
            Error::Conflict { detail: detail.to_owned(), errors }
        }
        Err(error) => error,
    }
}

/// Locks a set until this transaction ends, and returns it.
///
/// # Errors
/// 409 when it has been applied or discarded meanwhile.
pub(crate) fn lock_open(conn: &mut Conn, id: &Id) -> Result<SetRow> {
    let set = lock(conn, id)?;
    // On PostgreSQL the lock is that of the one transaction which applies it.
    if let Some(work) = set.applying.as_ref().filter(|_| set.is_open())
        && journal::unfinished(conn)?.contains(work)
    {
        return Err(Error::conflict("This change set is being applied at the moment"));
    }
    must_be_open(&set)?;
    Ok(set)
}

/// Fails with a 409 when a set has been applied or discarded.
pub(crate) fn must_be_open(set: &SetRow) -> Result<()> {
    match set.state {
        SetState::Planned | SetState::Proposed => Ok(()),
        SetState::Applied => Err(Error::conflict("This change set has been applied already")),
        SetState::Undone => Err(Error::conflict("This change set has been applied and undone")),
        SetState::Discarded => Err(Error::conflict("This change set has been discarded")),
    }
}

/// Stores that a set is being applied, if that is done in slices: until it has ended, its rows stay as they are.
pub(crate) fn begin(conn: &mut Conn, set: &SetRow) -> Result<()> {
    // The lock on work in slices leaves one.
    match journal::unfinished(conn)?.first() {
        Some(work) => queries::begin(conn, &set.id, work),
        None => Ok(()),
    }
}

pub(crate) fn lock(conn: &mut Conn, id: &Id) -> Result<SetRow> {
    statements::lock(conn, "change_sets", id, RowLock::Update)?;
    queries::find(conn, id)
}

/// Stores that a set has been applied, by this request.
pub(crate) fn applied(conn: &mut Conn, set: SetRow, by: &Actor) -> Result<SetRow> {
    let set = SetRow {
        state: SetState::Applied,
        applied_by_id: Some(by.id.clone()),
        applied_by: Some(by.name.clone()),
        applied_at: Some(Timestamp::now()),
        request_id: by.request.as_ref().map(Id::to_string),
        ..set
    };
    queries::decide(conn, &set)?;
    Ok(set)
}

/// Fails with a 422 when rows have errors, and with a 409 when records have been changed since their rows were planned: at
/// these rows.
pub(crate) fn must_be_current(
    conn: &mut Conn,
    (records, policy): (&Records, &Policy),
    set: &SetRow,
    by: &Actor,
) -> Result<()> {
    let of = set;
    let set = &set.id;
    let wrong = queries::ListedRows { errors: Some(true), ..Default::default() };
    let wrong = wrong.page(conn, set, (MOST_NAMED, 0))?;
    if !wrong.is_empty() {
        let mut errors = Vec::with_capacity(wrong.len());
        for row in wrong {
            let at = |one: FieldError| {
                FieldError::new(format!("/rows/{}{}", row.position, one.pointer), one.message)
            };
            errors.extend(errors_seen(of, &row, (policy, by))?.into_iter().map(at));
        }
        return Err(Error::Invalid(errors));
    }
    let stale = queries::stale(conn, set, MOST_NAMED)?;
    if stale.is_empty() {
        return Ok(());
    }
    let (mut titles, mut errors) = (Vec::new(), Vec::new());
    for row in &stale {
        let entry = records.get(&row.resource).ok_or(Error::NotFound)?;
        let shown = row.before.as_deref().or(row.after.as_deref());
        let mut before = shown.map(serde_json::from_str::<Value>).transpose();
        let title = match &mut before {
            Ok(before) => {
                see_states(conn, (records, policy), entry, ([before, &mut None], by))?;
                before.as_ref().map(|view| entry.title(view))
            }
            Err(error) => return Err(Error::internal(error)),
        };
        let title = title.unwrap_or_else(|| entry.info().word());
        errors.push(FieldError::new(format!("/rows/{}", row.position), changed_since(&title)));
        titles.push(title);
    }
    let named = titles.iter().take(MOST_TITLES).cloned().collect::<Vec<_>>().join(", ");
    let rest = match titles.len().saturating_sub(MOST_TITLES) {
        0 => String::new(),
        rest => format!(" and {} more", grouped(rest as u64)),
    };
    let detail = format!("{named}{rest}: changed since this was planned. Nothing was written");
    Err(Error::Conflict { detail, errors })
}
