//! Makes sets: plans and stores some rows at a time, then the set itself, so that memory stays flat and, on SQLite, others
//! write in between.

use std::collections::BTreeMap;
use std::sync::Arc;

use actix_web::http::StatusCode;
use serde_json::Value;

use super::planning::AT_ONCE;
use super::queries::{self, PlannedRow, SetRow};
use super::{ChangeSet, Counts, DELETE, SetKind, UPDATE};
use super::{applying, merging};
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::records::actor::Actor;
use crate::records::change::WriteContext;
use crate::records::core::Core;
use crate::records::idempotency::{Answer, IdempotentRequest};
use crate::records::jobs::{Progress, Stage};
use crate::records::{Known, RegisteredResource, Selection, below};

/// The path of the operations on sets.
pub(crate) const PATH: &str = "/api/backoffice/change-sets";

/// A set that is being made.
pub(crate) struct SetMaker {
    pub(crate) core: Arc<Core>,
    pub(crate) by: Actor,
    pub(crate) once: Option<IdempotentRequest>,
    pub(crate) set: SetRow,
    /// What else is done in the transaction that stores the set.
    pub(crate) on_stored: OnStored,
    pub(crate) progress: Progress,
}

/// What is done when a set has been stored, by the user who made it.
pub(crate) type OnStored = fn(&mut Conn, &Core, &SetRow, &Actor) -> Result<()>;

impl SetMaker {
    /// Makes a set of selected records, of which each has the same request.
    pub(crate) async fn of_selection(
        self,
        entry: Arc<RegisteredResource>,
        selection: Selection,
    ) -> Result<Answer> {
        if let Some(once) = self.once.clone()
            && let Some(answer) = self.core.db.read(move |conn| once.answered(conn)).await?
        {
            return Ok(answer);
        }
        let (of, by) = (Arc::clone(&entry), self.by.clone());
        let selection = Arc::new(selection);
        let inner = Arc::clone(&selection);
        let records = self
            .core
            .db
            .read_quick_or_long(move |conn: &mut Conn| inner.records_now(conn, &of, &by))
            .await?;
        let (core, set) = (Arc::clone(&self.core), self.set.id.clone());
        let planned = self.rows(&entry, &selection, records).await;
        let planned = match planned {
            Ok(counts) => self.store(counts).await,
            Err(error) => Err(error),
        };
        if planned.is_err() {
            core.db.write(move |conn| queries::delete_rows(conn, &set)).await?;
        }
        planned
    }

    /// Makes a set that merges records into another one.
    pub(crate) async fn of_merge(
        self,
        entry: Arc<RegisteredResource>,
        selection: Selection,
    ) -> Result<Answer> {
        let Self { core, by, once, set, on_stored, .. } = self;
        let inner = Arc::clone(&core);
        let make = move |conn: &mut Conn| {
            let store = |conn: &mut Conn| {
                let others = must_be_there(conn, (&inner, &by), &entry, (&set, &selection))?;
                let mut writing = WriteContext::new(conn, &inner.records, &by);
                let rows = writing.plan_merge(&set.id, &entry, &merging::into(&set)?, &others)?;
                queries::insert_rows(conn, &rows)?;
                queries::insert(conn, &set)?;
                let counts = queries::count_again(conn, &set.id)?;
                let location = Some(format!("{PATH}/{}", set.id));
                let set = SetRow { counts, ..set.clone() };
                on_stored(conn, &inner, &set, &by)?;
                let set = ChangeSet::seen(conn, &inner.records, set, &by)?;
                Ok(Answer { location, ..Answer::json(StatusCode::CREATED, &set)? })
            };
            IdempotentRequest::perform_if_any(once.as_ref(), conn, store)
        };
        core.db.write_patiently(make).await
    }

    /// Plans a merge again.
    pub(crate) async fn merge_again(core: &Arc<Core>, by: &Actor, set: &SetRow) -> Result<()> {
        let (inner, by, set) = (Arc::clone(core), by.clone(), set.clone());
        let plan = move |conn: &mut Conn| {
            applying::lock_open(conn, &set.id)?;
            let entry = inner.records.get(&set.resource).ok_or(Error::NotFound)?;
            let (others, _) = merging::planned(conn, &set)?;
            let mut writing = WriteContext::new(conn, &inner.records, &by);
            let rows = writing.plan_merge(&set.id, entry, &merging::into(&set)?, &others)?;
            queries::delete_rows(conn, &set.id)?;
            queries::insert_rows(conn, &rows)?;
            queries::count_again(conn, &set.id).map(drop)
        };
        core.db.write_patiently(plan).await
    }

    /// Plans and stores the rows, and counts them.
    async fn rows(
        &self,
        entry: &Arc<RegisteredResource>,
        selection: &Arc<Selection>,
        records: Vec<(Id, usize)>,
    ) -> Result<Counts> {
        let request: Value = serde_json::from_str(&self.set.request).map_err(Error::internal)?;
        let (action, body) = match self.set.kind {
            SetKind::Delete => (DELETE, Value::Null),
            _ => (UPDATE, request.get("update").cloned().unwrap_or_default()),
        };
        self.must_refer(entry, &body).await?;
        let (mut counts, mut position, mut missing) = (Counts::default(), 0, Vec::new());
        self.progress.begin(Stage::Planning, records.len() as u64);
        for some in records.chunks(AT_ONCE) {
            let rows: Vec<PlannedRow> = some
                .iter()
                .map(|(id, _)| {
                    position += 1;
                    PlannedRow::new(
                        (&self.set.id, position),
                        entry,
                        Some(id.clone()),
                        (action, &body),
                    )
                })
                .collect();
            let (core, by, of) = (Arc::clone(&self.core), self.by.clone(), Arc::clone(entry));
            let plan = move |conn: &mut Conn| {
                let rows = WriteContext::new(conn, &core.records, &by).plan_rows(&of, rows)?;
                queries::insert_rows(conn, &rows)?;
                let facts = rows.into_iter().map(|row| {
                    (row.action, row.errors.is_some(), row.errors.is_some() && row.before.is_none())
                });
                Ok(facts.collect::<Vec<_>>())
            };
            let planned = self.core.db.write_patiently(plan).await?;
            self.progress.advance(planned.len() as u64);
            for ((action, has_errors, is_missing), (_, at)) in planned.into_iter().zip(some) {
                *counts.of(&action, has_errors) += 1;
                if is_missing && !selection.is_matching() {
                    let what = format!("There is no such {}", entry.info().word());
                    missing.push(FieldError::new(selection.pointer(*at), what));
                }
            }
        }
        missing.sort();
        if missing.is_empty() { Ok(counts) } else { Err(Error::Invalid(missing)) }
    }

    /// Fails with a 422 when a patch refers to what there is not: that is so for each record.
    async fn must_refer(&self, entry: &Arc<RegisteredResource>, body: &Value) -> Result<()> {
        if body.is_null() {
            return Ok(());
        }
        let (core, by) = (Arc::clone(&self.core), self.by.clone());
        let (of, body) = (Arc::clone(entry), body.clone());
        let check = move |conn: &mut Conn| {
            let known = (Known::Nothing, &by);
            core.records.check_references(conn, &of, &body, None, known)
        };
        self.core.db.write(check).await.map_err(|error| below("/update", error))
    }

    /// Stores the set, of which all rows are stored.
    pub(crate) async fn store(self, counts: Counts) -> Result<Answer> {
        let Self { core, by, once, set, on_stored, .. } = self;
        let inner = Arc::clone(&core);
        core.db
            .write(move |conn| {
                let set = SetRow { counts, ..set };
                let store = |conn: &mut Conn| {
                    queries::insert(conn, &set)?;
                    on_stored(conn, &inner, &set, &by)?;
                    let location = Some(format!("{PATH}/{}", set.id));
                    let set = ChangeSet::seen(conn, &inner.records, set.clone(), &by)?;
                    Ok(Answer { location, ..Answer::json(StatusCode::CREATED, &set)? })
                };
                IdempotentRequest::perform_if_any(once.as_ref(), conn, store)
            })
            .await
    }

    /// Plans all rows of a set again, and counts them.
    pub(crate) async fn again(
        core: &Arc<Core>,
        by: &Actor,
        set: &Id,
        progress: &Progress,
    ) -> Result<()> {
        let mut after = 0;
        loop {
            let (inner, by, set) = (Arc::clone(core), by.clone(), set.clone());
            let plan = move |conn: &mut Conn| {
                let most = i64::try_from(AT_ONCE).map_err(Error::internal)?;
                applying::lock_open(conn, &set)?;
                let rows = queries::rows_after(conn, &set, after, most)?;
                let Some(last) = rows.last().map(|row| row.position) else { return Ok(None) };
                let count = rows.len() as u64;
                let mut by_resource: BTreeMap<String, Vec<PlannedRow>> = BTreeMap::new();
                for row in rows {
                    by_resource.entry(row.resource.clone()).or_default().push(row);
                }
                for (resource, rows) in by_resource {
                    let entry = inner.records.get(&resource).ok_or(Error::NotFound)?;
                    let rows =
                        WriteContext::new(conn, &inner.records, &by).plan_rows(entry, rows)?;
                    queries::replace_rows(conn, &rows)?;
                }
                Ok(Some((last, count)))
            };
            match core.db.write_patiently(plan).await? {
                Some((last, count)) => {
                    after = last;
                    progress.advance(count);
                }
                None => break,
            }
        }
        let set = set.clone();
        core.db.write(move |conn| queries::count_again(conn, &set)).await.map(drop)
    }
}

/// Returns the records to be merged, in the order of the request.
///
/// # Errors
/// 422 for those that the user cannot read.
fn must_be_there(
    conn: &mut Conn,
    (core, by): (&Core, &Actor),
    entry: &RegisteredResource,
    (set, selection): (&SetRow, &Selection),
) -> Result<Vec<Id>> {
    let missing = || format!("There is no such {}", entry.info().word());
    let mut errors = Vec::new();
    if !core.records.may_read_by_id(conn, entry, &merging::into(set)?, by)? {
        errors.push(FieldError::new("/merge/into", missing()));
    }
    let mut others = selection.records_now(conn, entry, by)?;
    others.sort_by_key(|(_, at)| *at);
    for (id, at) in &others {
        if !core.records.may_read_by_id(conn, entry, id, by)? {
            errors.push(FieldError::new(selection.pointer(*at), missing()));
        }
    }
    match errors.is_empty() {
        true => Ok(others.into_iter().map(|(id, _)| id).collect()),
        false => Err(Error::Invalid(errors)),
    }
}
