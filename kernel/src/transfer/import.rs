//! Imports a table into a resource: all of it, or nothing.
//!
//! Every row passes the same validation as a form. First the whole import is planned against a
//! snapshot, and errors are reported by line and column: this is a dry run. Only without errors it
//! is written, by `apply`.

use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

use actix_web::web;
use text::suggestions::did_you_mean;

use super::apply;
use super::bound_import::{BoundImport, Import};
use super::drafts::DraftedRow;
use super::mapping::{Bound, CellError, Empty, Existing, Mapping, Repeated, Table, Writing};
use super::report::ImportReport;
use super::rows::{Planned, Rows};
use super::shared::Transfer;
use super::targets;
use crate::base::calendar::WORKBOOK_TIME;
use crate::base::error::{Error, FieldError, Result};
use crate::db::{Conn, check_waited_for, statements};
use crate::records::RegisteredResource;
use crate::records::actor::Actor;
use crate::records::audit::{self, Action, Event};
use crate::records::core::Core;
use crate::records::idempotency::Answer;
use crate::records::slices::SlicesLock;

/// How many rows may be imported into a resource whose inputs have to be prepared, such as users,
/// whose passwords are hashed: each hash occupies a processor.
const MOST_SLOW: usize = 200;

/// How often an import is planned again because of concurrent writes.
const ATTEMPTS: u32 = 3;

/// From how many written rows on planner statistics are refreshed.
const MANY: u64 = 1_000;

impl Import {
    /// Runs the import. One that writes runs to its end even when the client disconnects; a dry run ends with its request.
    ///
    /// # Errors
    /// The rejection of the table, unless this is a dry run, which reports its errors.
    pub(crate) async fn run(
        self,
        core: &Arc<Core>,
        transfer: &Arc<Transfer>,
    ) -> Result<ImportReport> {
        let dry_run = self.dry_run;
        let event = Event::new(Action::Import, self.resource.as_str()).by(&self.by);
        let inner = Arc::clone(core);
        // Work without the database is done before other requests have to wait for this one.
        let bound = web::block(move || self.bind(&inner)).await.map_err(Error::internal)?;
        let (core, transfer) = (Arc::clone(core), Arc::clone(transfer));
        let work = async move {
            let report = match bound {
                Ok(Ok(bound)) => {
                    let writing = bound.mapping.writing().cloned();
                    let report = Arc::new(bound).run(Arc::clone(&core), transfer).await;
                    report.map(|report| ImportReport { writing, ..report })
                }
                Ok(Err(unfit)) => Ok(unfit),
                Err(error) => Err(error),
            };
            let report = report.and_then(|report| match dry_run || report.errors.is_empty() {
                true => Ok(report),
                false => Err(report.refusal()),
            });
            // What was written is recorded with it.
            if !dry_run && let Err(error) = &report {
                let event = event.failed(match error {
                    Error::Rows(errors) => format!("{} invalid cells", errors.len()),
                    Error::Unfit(_) => "The table or its mapping does not fit".to_owned(),
                    Error::NotPermitted(..) => "No permission to change records".to_owned(),
                    _ => "It was not completed".to_owned(),
                });
                core.audit.store_now(&core.db, event).await;
            }
            report
        };
        match dry_run {
            true => work.await,
            false => actix_web::rt::spawn(work).await.map_err(Error::internal)?,
        }
    }

    /// Checks the caller's permission, and binds the mapping to the header. Where that does not fit, the
    /// report says so.
    pub(super) fn bind(self, core: &Core) -> Result<Result<BoundImport, ImportReport>> {
        let entry = core.records.get(&self.resource).ok_or(Error::NotFound)?;
        if let Some(mapping) = &self.mapping
            && mapping.resource != self.resource
        {
            let message =
                format!("This mapping is for {}, not {}", mapping.resource, self.resource);
            return Err(Error::invalid("/mapping", message));
        }
        let faults = self.mapping.iter().flat_map(|mapping| {
            let faults = targets::faults(&core.records, mapping).into_iter();
            faults.map(|fault| fault.at(mapping.header_line()))
        });
        let faults: Vec<CellError> = faults.collect();
        let writing = match self.writing_of_file() {
            Ok(writing) => writing,
            Err(error) => return Ok(Err(ImportReport::unfit([faults, vec![error]].concat()))),
        };
        let unfit = |errors| {
            let writing = writing.clone();
            Ok(Err(ImportReport { writing, ..ImportReport::unfit(errors) }))
        };
        let (mapping, bound) = match self.fit(entry, writing.as_ref()) {
            Ok(fitting) if faults.is_empty() => fitting,
            Ok(_) => return unfit(faults),
            Err(errors) => return unfit(faults.into_iter().chain(errors).collect()),
        };
        let unknown = unknown_columns(entry, &bound, &self.by);
        if !unknown.is_empty() {
            return unfit(unknown);
        }
        let existing = self.existing.unwrap_or(mapping.existing);
        let repeated = self.repeated.unwrap_or(mapping.repeated);
        let empty = self.empty.or(mapping.empty).unwrap_or(Empty::Keep);
        let changes = existing == Existing::Update && !self.is_proposal;
        if changes && !self.by.may(&core.policy, &self.resource, "update") {
            return Err(Error::not_permitted(self.resource, "update"));
        }
        Ok(Ok(BoundImport { import: self, mapping, bound, existing, repeated, empty }))
    }

    /// Returns how a file without a mapping is written, as the caller says or as its beginning shows.
    fn writing_of_file(&self) -> Result<Option<Writing>, CellError> {
        if self.mapping.is_some() {
            return Ok(None);
        }
        let mut file = (self.open)().map_err(|error| unreadable(&error))?;
        self.writing.clone().of_file(&mut file).map(Some)
    }

    fn fit(
        &self,
        entry: &RegisteredResource,
        writing: Option<&Writing>,
    ) -> Result<(Mapping, Bound), Vec<CellError>> {
        let alone = |error: CellError| vec![error];
        let open = || (self.open)().map_err(|error| alone(unreadable(&error)));
        let fields = entry.plain_fields();
        let mapping = match &self.mapping {
            Some(mapping) => mapping.clone(),
            None => {
                let writing = writing.cloned().unwrap_or_default();
                let mut table = Table::open(open()?, &writing.reading()).map_err(alone)?;
                let likely = |word: &str, names: &[&str]| did_you_mean(word, names.iter().copied());
                let zone = WORKBOOK_TIME;
                Mapping::plain(&self.resource, &mut table, &fields, writing, zone, &likely)?
            }
        };
        let table = Table::open(open()?, &mapping.reading).map_err(alone)?;
        let bound = mapping.bind(table.header()).map_err(|errors| hinted(errors, &table))?;
        Ok((mapping, bound.for_fields(&fields)))
    }
}

impl BoundImport {
    async fn run(self: Arc<Self>, core: Arc<Core>, room: Arc<Transfer>) -> Result<ImportReport> {
        let _alone = room.imports.take().await?;
        if self.import.dry_run {
            return Ok(self.plan_on_snapshot(&core).await?.report);
        }
        let report = if core.db.written().is_none() {
            let inner = Arc::clone(&core);
            core.db.write_patiently(move |conn| self.run_in_one_transaction(conn, &inner)).await?
        } else {
            self.run_in_slices(&core).await?
        };
        if report.created + report.updated >= MANY {
            core.db.write_patiently(statements::analyze).await?;
        }
        Ok(report)
    }

    /// Plans and writes in one transaction, while other requests write concurrently.
    fn run_in_one_transaction(&self, conn: &mut Conn, core: &Core) -> Result<ImportReport> {
        self.idempotently(conn, |conn| {
            statements::lock_imports(conn)?;
            let Planned { report, steps, .. } = self.plan(conn, core)?;
            let Some(mut steps) = steps.filter(|_| report.errors.is_empty()) else {
                return Err(report.refusal());
            };
            statements::lock_out_bulk(conn)?;
            apply::write_all(conn, &core.records, &mut steps, self)?;
            self.record(conn, &report)?;
            Ok(report)
        })
    }

    /// Plans on a snapshot and writes afterwards. Plans again when a concurrent write conflicts
    /// with the plan.
    async fn run_in_slices(self: &Arc<Self>, core: &Arc<Core>) -> Result<ImportReport> {
        let lock = SlicesLock::take(core).await?;
        if let Some(once) = self.import.once.clone()
            && let Some(answer) = core.db.read(move |conn| once.answered(conn)).await?
        {
            return reported(&answer);
        }
        let mut attempt = 1;
        loop {
            let Planned { report, steps, .. } = self.plan_on_snapshot(core).await?;
            let Some(steps) = steps.filter(|_| report.errors.is_empty()) else {
                return Ok(report);
            };
            match apply::write_in_slices(core, &lock, self, steps, report).await {
                Err(Error::Rows(_)) if attempt < ATTEMPTS => attempt += 1,
                done => return done,
            }
        }
    }

    /// Runs `work` at most once for the idempotency key of the request, if it has one. A request
    /// that wrote nothing may be repeated.
    pub(super) fn idempotently(
        &self,
        conn: &mut Conn,
        work: impl FnOnce(&mut Conn) -> Result<ImportReport>,
    ) -> Result<ImportReport> {
        match &self.import.once {
            None => work(conn),
            Some(once) => reported(&once.perform(conn, |conn| Answer::ok(&work(conn)?))?),
        }
    }

    /// Records the import as an audit event, in the transaction that commits it.
    pub(super) fn record(&self, conn: &mut Conn, report: &ImportReport) -> Result<()> {
        let ImportReport { created, updated, skipped, .. } = report;
        let event = Event::new(Action::Import, self.import.resource.as_str()).by(self.by());
        let counts = format!("{created} created, {updated} updated, {skipped} skipped");
        audit::record(conn, event.because(counts))
    }

    pub(super) fn by(&self) -> &Actor {
        &self.import.by
    }

    pub(super) async fn plan_on_snapshot(self: &Arc<Self>, core: &Arc<Core>) -> Result<Planned> {
        let (bound, inner) = (Arc::clone(self), Arc::clone(core));
        let read =
            move |conn: &mut Conn| statements::snapshot(conn, |conn| bound.plan(conn, &inner));
        core.db.read_table(read).await
    }

    /// Plans every row.
    fn plan(&self, conn: &mut Conn, core: &Core) -> Result<Planned> {
        let mut rows = Rows::new(core, self)?;
        if rows.takes_long()
            && let Some(line) = self.table()?.flatten().nth(MOST_SLOW).map(|row| row.line)
        {
            let message = format!("At most {MOST_SLOW} rows at once: each takes long");
            rows.report.errors.push(CellError { line, column: String::new(), message });
            return rows.end();
        }
        if self.repeated == Repeated::Last {
            self.each_batch(|batch| {
                rows.begin_batch(conn, &batch)?;
                for row in batch {
                    check_waited_for()?;
                    if let DraftedRow::Record(draft) = row {
                        rows.note_last(conn, draft)?;
                    }
                }
                Ok(Continue(()))
            })?;
        }
        self.each_batch(|batch| {
            rows.begin_batch(conn, &batch)?;
            for row in batch {
                check_waited_for()?;
                if rows.report.stops() {
                    return Ok(Break(()));
                }
                match row {
                    DraftedRow::Refused(draft, errors) => {
                        rows.refuse_unread(conn, draft, errors)?
                    }
                    DraftedRow::LeftOut(line, reason) => rows.skip(line, reason),
                    DraftedRow::Record(draft) => rows.take(conn, draft)?,
                }
            }
            Ok(Continue(()))
        })?;
        rows.end()
    }

    pub(super) fn table(&self) -> Result<Table<'static>> {
        let reader = (self.import.open)()
            .map_err(|error| Error::internal(format!("reading the table: {error}")))?;
        Table::open(reader, &self.mapping.reading).map_err(|error| Error::Rows(vec![error]))
    }
}

/// Returns an error for each field that a table would write and its user sees of no record.
fn unknown_columns(entry: &RegisteredResource, bound: &Bound, by: &Actor) -> Vec<CellError> {
    let error = |error: FieldError| {
        let column = error.pointer.trim_start_matches('/').to_owned();
        CellError { line: 1, column, message: error.message }
    };
    entry.unknown_to(by, bound.fields()).into_iter().map(error).collect()
}

/// Adds the probable reason to the errors of a header that does not fit.
fn hinted(mut errors: Vec<CellError>, table: &Table<'_>) -> Vec<CellError> {
    if let (Some(first), Some(hint)) = (errors.first_mut(), table.hint()) {
        first.message = format!("{}; {hint}", first.message);
    }
    errors
}

fn unreadable(error: &std::io::Error) -> CellError {
    CellError {
        line: 1,
        column: String::new(),
        message: format!("The file cannot be read: {error}"),
    }
}

fn reported(answer: &Answer) -> Result<ImportReport> {
    serde_json::from_str(answer.body.as_deref().unwrap_or_default()).map_err(Error::internal)
}
