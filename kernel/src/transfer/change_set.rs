//! Stores the plan of an import as a change set: a row for each record that it would write, and for each row of the file that
//! it would not.

use std::collections::HashMap;
use std::sync::Arc;

use actix_web::web;
use serde_json::{Value, json};

use super::bound_import::Import;
use super::mapping::Existing;
use super::rows::{Planned, Unwritten, UnwrittenRow};
use super::shared::Transfer;
use super::steps::{Step, Steps};
use crate::base::error::{Error, FieldError, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::policy::{PROPOSE, Policy};
use crate::engine::schema::merge;
use crate::records::actor::Actor;
use crate::records::change_sets::making::{OnStored, SetMaker};
use crate::records::change_sets::planning::{AT_ONCE, NO_SECRETS};
use crate::records::change_sets::queries::{self, PlannedRow, SetRow};
use crate::records::change_sets::{CREATE, Counts, SetKind, SetState, UNCHANGED, UPDATE};
use crate::records::core::Core;
use crate::records::idempotency::Answer;
use crate::records::jobs::{Progress, Stage};
use crate::records::{Records, RegisteredResource, revisions};

impl Import {
    /// Plans the import and stores the plan, which the answer shows.
    ///
    /// # Errors
    /// The rejection of a table whose header or mapping does not fit, or that could not be read to its end.
    pub(crate) async fn store_plan(
        self,
        core: &Arc<Core>,
        transfer: &Arc<Transfer>,
        on_stored: OnStored,
    ) -> Result<Answer> {
        let once = self.once.clone();
        if let Some(once) = once.clone()
            && let Some(answer) = core.db.read(move |conn| once.answered(conn)).await?
        {
            return Ok(answer);
        }
        let resource = self.resource.clone();
        let proposes = self.is_proposal || self.may_only_propose(&core.policy);
        let (state, by) = match proposes {
            true => (SetState::Proposed, self.by.changing_by(PROPOSE)),
            false => (SetState::Planned, self.by.clone()),
        };
        let planned = Self { is_proposal: proposes, by: by.clone(), ..self };
        let inner = Arc::clone(core);
        let bound = web::block(move || planned.bind(&inner)).await.map_err(Error::internal)??;
        let bound = Arc::new(bound.map_err(|unfit| unfit.refusal())?);
        let _alone = transfer.imports.take().await?;
        let Planned { report, steps, unwritten } = bound.plan_on_snapshot(core).await?;
        if report.stopped_at.is_some() {
            return Err(report.refusal());
        }
        let steps = steps.ok_or_else(|| Error::internal("a plan to be stored has no steps"))?;
        let request = json!({ "import": { "existing": bound.existing } });
        let set = SetRow::new(&resource, (SetKind::Import, state), &request, &by);
        let id = set.id.clone();
        let plan = PlanRows {
            set: id.clone(),
            resource,
            steps,
            unwritten: unwritten.into_iter().peekable(),
            next: None,
            position: 0,
            titles: HashMap::new(),
        };
        let progress = bound.import.progress.clone();
        progress.begin(Stage::Writing, plan.steps.count);
        let stored = plan.store(core, &by, &progress).await;
        let making = SetMaker { core: Arc::clone(core), by, once, set, on_stored, progress };
        let stored = match stored {
            Ok(counts) => making.store(counts).await,
            Err(error) => Err(error),
        };
        if stored.is_err() {
            core.db.write(move |conn| queries::delete_rows(conn, &id)).await?;
        }
        stored
    }
}

impl Import {
    /// Returns whether the user may propose the changes of the import, and not make them.
    fn may_only_propose(&self, policy: &Policy) -> bool {
        let may = |action: &str| self.by.may(policy, &self.resource, action);
        let existing = self.existing.or(self.mapping.as_ref().map(|mapping| mapping.existing));
        existing == Some(Existing::Update) && !may(UPDATE) && may(PROPOSE)
    }
}

/// The rows of a plan, in the order of the file.
struct PlanRows {
    set: Id,
    resource: String,
    steps: Steps,
    unwritten: std::iter::Peekable<std::vec::IntoIter<UnwrittenRow>>,
    /// The step that comes next.
    next: Option<Step>,
    position: i32,
    /// The titles of new records, and of those that they refer to; of what the user may not read there is none.
    titles: HashMap<Id, Option<String>>,
}

/// What a row is made of.
enum Source {
    Step(Step),
    Unwritten(UnwrittenRow),
}

impl PlanRows {
    /// Stores all rows, and counts them.
    async fn store(mut self, core: &Arc<Core>, by: &Actor, progress: &Progress) -> Result<Counts> {
        let mut counts = Counts::default();
        loop {
            let (inner, by) = (Arc::clone(core), by.clone());
            let work = move |conn: &mut Conn| {
                let rows = self.some(conn, &inner.records, &by)?;
                queries::insert_rows(conn, &rows)?;
                Ok((rows, self))
            };
            let rows;
            (rows, self) = core.db.write_patiently(work).await?;
            if rows.is_empty() {
                return Ok(counts);
            }
            progress.advance(rows.len() as u64);
            for row in &rows {
                *counts.of(&row.action, row.errors.is_some()) += 1;
            }
        }
    }

    /// Takes the next source, by its line.
    fn take(&mut self) -> Result<Option<Source>> {
        if self.next.is_none() {
            self.next = self.steps.next()?;
            self.steps.written += u64::from(self.next.is_some());
        }
        let step = self.next.as_ref().map(|step| step.line);
        let unwritten = self.unwritten.peek().map(|row| row.line);
        Ok(match (step, unwritten) {
            (Some(step), Some(row)) if row < step => self.unwritten.next().map(Source::Unwritten),
            (None, _) => self.unwritten.next().map(Source::Unwritten),
            (Some(_), _) => self.next.take().map(Source::Step),
        })
    }

    /// Makes the next rows.
    fn some(&mut self, conn: &mut Conn, records: &Records, by: &Actor) -> Result<Vec<PlannedRow>> {
        let mut sources = Vec::with_capacity(AT_ONCE);
        while sources.len() < AT_ONCE
            && let Some(source) = self.take()?
        {
            sources.push(source);
        }
        let mut existing: HashMap<&str, Vec<Id>> = HashMap::new();
        for source in &sources {
            match source {
                Source::Step(step) if !step.new => {
                    existing.entry(&step.resource).or_default().push(step.id.clone());
                }
                Source::Unwritten(UnwrittenRow {
                    why: Unwritten::Refused(Some(id), ..), ..
                }) => {
                    existing.entry(&self.resource).or_default().push(id.clone());
                }
                _ => {}
            }
        }
        let (mut views, mut versions) = (HashMap::new(), HashMap::new());
        for (resource, ids) in existing {
            let entry = records.get(resource).ok_or(Error::NotFound)?;
            views.extend(entry.views(conn, &ids)?);
            versions.extend(revisions::queries::latest_of(conn, entry.info().name, &ids)?);
        }
        let mut rows = Vec::with_capacity(sources.len());
        for source in sources {
            self.position += 1;
            let at = (&self.set, self.position);
            let (entry, row) = match source {
                Source::Step(step) => {
                    let entry = records.get(&step.resource).ok_or(Error::NotFound)?;
                    (entry, of_step(at, entry, step, &views)?)
                }
                Source::Unwritten(UnwrittenRow { line, why }) => {
                    let entry = records.get(&self.resource).ok_or(Error::NotFound)?;
                    let line = i64::try_from(line).map_err(Error::internal)?;
                    let row = of_unwritten(at, entry, why, &views)?;
                    (entry, PlannedRow { line: Some(line), ..row })
                }
            };
            let row = self.with_titles(conn, (records, by), entry, row)?;
            let version = row.record_id.as_ref().and_then(|id| versions.get(id)).copied();
            rows.push(PlannedRow { version: version.unwrap_or_default(), ..row });
        }
        Ok(rows)
    }

    /// Replaces the identifiers of records that a new record refers to by these records, with their titles.
    fn with_titles(
        &mut self,
        conn: &mut Conn,
        (records, by): (&Records, &Actor),
        entry: &RegisteredResource,
        row: PlannedRow,
    ) -> Result<PlannedRow> {
        let Some(after) = row.after.as_deref().filter(|_| row.action == CREATE) else {
            return Ok(row);
        };
        let mut view: Value = serde_json::from_str(after).map_err(Error::internal)?;
        if entry.info().name != self.resource {
            self.titles.extend(row.record_id.clone().map(|id| (id, Some(entry.title(&view)))));
        }
        for reference in entry.info().references {
            let Some(place) = view.get_mut(reference.view) else { continue };
            let Some(id) = place.as_str().and_then(Id::parse) else { continue };
            let title = match self.titles.get(&id) {
                Some(title) => title.clone(),
                None => {
                    let Some(to) = records.get(reference.to) else { continue };
                    let (mut shown, mut none) = match to.view(conn, &id) {
                        Err(Error::NotFound) => (None, None),
                        view => (Some(view?), None),
                    };
                    records.see_states(conn, to, [&mut shown, &mut none], by)?;
                    let title = shown.and_then(|shown| to.titles.of(&shown));
                    self.titles.insert(id.clone(), title.clone());
                    title
                }
            };
            if let Some(title) = title {
                *place = json!({ "_id": id, "name": title });
            }
        }
        Ok(PlannedRow { after: Some(view.to_string()), ..row })
    }
}

fn of_step(
    at: (&Id, i32),
    entry: &RegisteredResource,
    step: Step,
    views: &HashMap<Id, Value>,
) -> Result<PlannedRow> {
    let Step { line, id, new, mut body, .. } = step;
    let line = Some(i64::try_from(line).map_err(Error::internal)?);
    let secret = without_secrets(entry, &mut body);
    let mut row = if new {
        let input = entry.registration.with_defaults(body.clone())?;
        let row = PlannedRow::new(at, entry, Some(id), (CREATE, &body));
        PlannedRow { after: Some(entry.view_with(&Value::Null, &input).to_string()), ..row }
    } else {
        let Some(before) = views.get(&id).cloned() else {
            let deleted = FieldError::new("", "The record was deleted meanwhile");
            let row = PlannedRow::new(at, entry, Some(id), (UPDATE, &body));
            return PlannedRow { line, ..row }.refused(&[deleted], &Value::Null);
        };
        let input = entry.record(before.clone())?.input;
        let input = entry.registration.with_defaults(merge(&input, body.clone()))?;
        let after = entry.view_with(&before, &input);
        let row = PlannedRow::new(at, entry, Some(id), (UPDATE, &body));
        PlannedRow { before: Some(before.to_string()), after: Some(after.to_string()), ..row }
    };
    if let Some(error) = secret {
        row.set_errors(&[error])?;
    }
    Ok(PlannedRow { line, ..row })
}

/// Takes the write-only fields out of a body; returns an error if it had one.
fn without_secrets(entry: &RegisteredResource, body: &mut Value) -> Option<FieldError> {
    let mut error = None;
    for name in entry.secrets() {
        let value = body.as_object_mut().and_then(|fields| fields.remove(&name));
        if value.is_some_and(|value| !value.is_null()) {
            error = Some(FieldError::new(format!("/{name}"), NO_SECRETS));
        }
    }
    error
}

fn of_unwritten(
    at: (&Id, i32),
    entry: &RegisteredResource,
    why: Unwritten,
    views: &HashMap<Id, Value>,
) -> Result<PlannedRow> {
    match why {
        Unwritten::Skipped(reason) => {
            let row = PlannedRow::new(at, entry, None, (UNCHANGED, &Value::Null));
            Ok(PlannedRow { reason: Some(reason), ..row })
        }
        Unwritten::Refused(record, mut payload, errors) => {
            without_secrets(entry, &mut payload);
            let before = record.as_ref().and_then(|id| views.get(id).cloned());
            let (action, body) = match before {
                None => (CREATE, payload),
                Some(_) => (UPDATE, entry.patch_of(payload)),
            };
            let after = match &before {
                None => entry.view_with(&Value::Null, &body),
                Some(before) => {
                    entry.view_with(before, &merge(&entry.input_of(before), body.clone()))
                }
            };
            let record = if action == CREATE { Some(Id::new()) } else { record };
            let row = PlannedRow::new(at, entry, record, (action, &body));
            let row = PlannedRow { before: before.map(|view| view.to_string()), ..row };
            row.refused(&errors, &after)
        }
    }
}
