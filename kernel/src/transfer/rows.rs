//! Plans the rows of an import: which of them count, and the records that they refer to. `decide`
//! decides between creating, updating and skipping. Nothing is written here.

mod contradictions;
mod decide;
mod unwritten;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::bound_import::BoundImport;
use super::drafts::DraftedRow;
use super::look_up;
use super::mapping::{
    CellError, Draft, Empty, Existing, Lookup, Record as Drafted, Repeated, quote,
};
use super::planned::{Digest, PlannedRecords, digest_of, text};
use super::report::ImportReport;
use super::steps::Steps;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::policy::Policy;
use crate::records::actor::Actor;
use crate::records::core::Core;
use crate::records::{Records, RegisteredResource};
use decide::Decision;
pub(super) use unwritten::{Unwritten, UnwrittenRow};

/// How many of the records that match one description are named.
const NAMED: usize = 2;

/// The state of an import while its rows are planned.
pub(super) struct Rows<'a> {
    records: &'a Records,
    policy: &'a Policy,
    entry: &'a RegisteredResource,
    by: &'a Actor,
    existing: Existing,
    repeated: Repeated,
    empty: Empty,
    /// The last line of each key, when the last row counts.
    last: HashMap<Digest, u64>,
    /// The keys of the rows so far.
    seen: HashSet<Digest>,
    /// The records that rows referred to, by the key of the look-up.
    found: HashMap<String, Id>,
    /// The names of records that rows refer to by identifier, by resource and identifier.
    called: HashMap<String, Vec<String>>,
    planned: PlannedRecords<'a>,
    /// The look-ups in `found` that the current row has added.
    fresh: Vec<String>,
    /// The resources of the records that the current row creates by its look-ups.
    made: Vec<&'static str>,
    pub(super) report: ImportReport,
    /// The rows without steps, for a change set.
    pub(super) unwritten: Option<Vec<UnwrittenRow>>,
}

/// An import that is planned.
pub(super) struct Planned {
    pub(super) report: ImportReport,
    /// Without steps for a dry run.
    pub(super) steps: Option<Steps>,
    /// The rows without steps, for a change set.
    pub(super) unwritten: Vec<UnwrittenRow>,
}

/// Why a row was not imported.
enum Refusal {
    /// An error of the row: the import continues, to report all of them.
    Cell(Vec<CellError>),
    /// An error of the database: the import ends.
    Fatal(Error),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Fatal(error)
    }
}

impl From<diesel::result::Error> for Refusal {
    fn from(error: diesel::result::Error) -> Self {
        Self::Fatal(error.into())
    }
}

enum Outcome {
    Created,
    Updated,
    Skipped(String),
}

impl<'a> Rows<'a> {
    /// Starts without rows.
    ///
    /// # Errors
    /// Not found when there is no such resource.
    pub(super) fn new(core: &'a Core, import: &'a BoundImport) -> Result<Self> {
        let entry = core.records.get(&import.import.resource).ok_or(Error::NotFound)?;
        Ok(Self {
            records: &core.records,
            policy: &core.policy,
            entry,
            by: &import.import.by,
            existing: import.existing,
            repeated: import.repeated,
            empty: import.empty,
            last: HashMap::new(),
            seen: HashSet::new(),
            found: HashMap::new(),
            called: HashMap::new(),
            planned: PlannedRecords::new(&core.records, &import.import.by, import.import.dry_run)?,
            fresh: Vec::new(),
            made: Vec::new(),
            report: ImportReport::default(),
            unwritten: import.import.plans.then(Vec::new),
        })
    }

    /// Returns whether rows are slow because their inputs have to be prepared.
    pub(super) fn takes_long(&self) -> bool {
        self.entry.registration.creates().is_some_and(|write| write.is_prepared())
    }

    /// Notes the line of a row for the record that it means, for when the last row counts.
    pub(super) fn note_last(&mut self, conn: &mut Conn, draft: Draft) -> Result<()> {
        let Draft { line, mut record } = draft;
        let id = match self.meant(conn, line, &mut record) {
            Ok(id) => id,
            // The error is reported when the row is planned.
            Err(Refusal::Cell(_)) => None,
            Err(Refusal::Fatal(error)) => return Err(error),
        };
        for name in self.key(&record).into_iter().chain(id.as_ref().map(by_identifier)) {
            self.last.insert(digest_of(&name), line);
        }
        Ok(())
    }

    /// Returns whether this row counts among those with the same name.
    fn counts(&mut self, name: String, line: u64) -> bool {
        match self.repeated {
            Repeated::Last => self.last.get(&digest_of(&name)).is_none_or(|last| *last == line),
            Repeated::First | Repeated::Error => self.seen.insert(digest_of(&name)),
        }
    }

    /// Decides about a row that does not count: skips or rejects it.
    fn repetition(&self, line: u64, record: &Drafted) -> Result<Decision, Refusal> {
        let where_else = match self.repeated {
            Repeated::Last => Some("again further down"),
            Repeated::First => Some("already"),
            Repeated::Error => None,
        };
        if let Some(place) = where_else {
            let reason = format!("This {} stands in the file {place}", self.singular());
            return Ok(Decision::Skip(reason));
        }
        let what = format!("This {} stands in the file already", self.singular());
        Err(self.refused_row(line, record, what))
    }

    /// Begins a batch of rows: looks up their keys, as far as these are known before the rows are planned.
    pub(super) fn begin_batch(&mut self, conn: &mut Conn, batch: &[DraftedRow]) -> Result<()> {
        let payloads = batch.iter().filter_map(|row| match row {
            DraftedRow::Record(draft) if !self.has_identifier(&draft.record) => {
                Some(self.with_known_references(&draft.record))
            }
            _ => None,
        });
        let payloads: Vec<Cow<'_, Value>> = payloads.collect();
        self.planned.begin_batch(conn, self.entry, &payloads)
    }

    /// Returns the payload of a row with the identifiers of records that earlier rows referred to.
    fn with_known_references<'r>(&self, record: &'r Drafted) -> Cow<'r, Value> {
        let mut payload = Cow::Borrowed(&record.payload);
        for lookup in &record.lookups {
            if let Some(id) = self.found.get(&lookup.key())
                && let Some(place) = payload.to_mut().pointer_mut(&lookup.pointer)
            {
                *place = Value::from(id.as_str());
            }
        }
        payload
    }

    /// Plans the next row, and adds its errors to the report.
    pub(super) fn take(&mut self, conn: &mut Conn, draft: Draft) -> Result<()> {
        let line = draft.line;
        self.fresh.clear();
        self.made.clear();
        let again = self.unwritten.is_some().then(|| draft.record.clone());
        let outcome = self.plan(conn, draft);
        match &outcome {
            Ok(Outcome::Created | Outcome::Updated) => {
                self.planned.commit_row()?;
                self.report.note_made(self.made.drain(..));
            }
            Ok(Outcome::Skipped(_)) | Err(_) => self.discard_row(),
        }
        match outcome {
            Ok(Outcome::Created) => self.report.created += 1,
            Ok(Outcome::Updated) => self.report.updated += 1,
            Ok(Outcome::Skipped(reason)) => self.skip(line, reason),
            Err(Refusal::Cell(errors)) => {
                if let Some(record) = again {
                    self.note_refused(conn, line, record, &errors)?;
                }
                self.report.refuse(errors);
            }
            Err(Refusal::Fatal(error)) => return Err(error),
        }
        Ok(())
    }

    /// Reverts the plan of a row that is rejected or skipped.
    fn discard_row(&mut self) {
        self.planned.discard_row();
        for key in std::mem::take(&mut self.fresh) {
            self.found.remove(&key);
        }
    }

    /// Returns the report, the steps to write, and the rows without steps.
    pub(super) fn end(self) -> Result<Planned> {
        let unwritten = self.unwritten.unwrap_or_default();
        Ok(Planned { report: self.report, steps: self.planned.steps()?, unwritten })
    }

    fn plan(&mut self, conn: &mut Conn, draft: Draft) -> Result<Outcome, Refusal> {
        let Draft { line, mut record } = draft;
        match self.decide(conn, line, &mut record)? {
            Decision::Create(body) => {
                let created = self.planned.create(conn, self.entry, line, body);
                created.map_err(|error| self.refusal(line, &record, error))?;
                Ok(Outcome::Created)
            }
            Decision::Update(id, patch) => {
                let changes = self.planned.update(conn, self.entry, line, &id, patch);
                let changes = changes.map_err(|error| self.refusal(line, &record, error))?;
                Ok(if changes {
                    Outcome::Updated
                } else {
                    let what = format!("This {} is as the row says already", self.singular());
                    Outcome::Skipped(what)
                })
            }
            Decision::Skip(reason) => Ok(Outcome::Skipped(reason)),
        }
    }

    /// Replaces look-ups by identifiers, and creates the records that may be created.
    fn resolve(&mut self, conn: &mut Conn, line: u64, record: &mut Drafted) -> Result<(), Refusal> {
        for mut lookup in std::mem::take(&mut record.lookups) {
            let key = lookup.key();
            let id = match self.found.get(&key) {
                Some(id) => id.clone(),
                None => {
                    let id = self.look_up(conn, line, &mut lookup)?;
                    self.found.insert(key.clone(), id.clone());
                    self.fresh.push(key);
                    id
                }
            };
            record.resolve(&lookup.pointer, id.as_str());
        }
        Ok(())
    }

    fn look_up(&mut self, conn: &mut Conn, line: u64, lookup: &mut Lookup) -> Result<Id, Refusal> {
        let refuse = |message: String| {
            let column = lookup.column.clone().unwrap_or_default();
            Refusal::Cell(vec![CellError { line, column, message }])
        };
        let Some(entry) = self.records.get(&lookup.resource) else {
            return Err(refuse(format!("There is no resource {}", lookup.resource)));
        };
        let info = entry.info();
        if !self.by.may(self.policy, info.name, "read") {
            return Err(Refusal::Fatal(Error::not_permitted(info.name, "read")));
        }
        let what = look_up::described(entry, lookup);
        self.resolve(conn, line, &mut lookup.by)?;
        let by = &lookup.by.payload;
        let found = match look_up::is_key(entry, by) {
            true => self.planned.find(conn, entry, by),
            false => look_up::find(conn, entry, by, self.by),
        };
        let found = match found {
            Err(Error::Invalid(errors)) => {
                return Err(refuse(errors.into_iter().map(|error| error.message).collect()));
            }
            found => found?,
        };
        match found.as_slice() {
            [id] => Ok(id.clone()),
            [] => {
                let Some(record) = &mut lookup.create else {
                    return Err(refuse(format!("There is no {} {what}", info.word())));
                };
                if !self.by.may(self.policy, info.name, "create") {
                    return Err(Refusal::Fatal(Error::not_permitted(info.name, "create")));
                }
                self.resolve(conn, line, record)?;
                let body = entry.check(record.payload.clone());
                let created = body.and_then(|body| self.planned.create(conn, entry, line, body));
                let id = created.map_err(|error| self.refusal(line, record, error))?;
                self.made.push(info.name);
                Ok(id)
            }
            both => Err(refuse(self.ambiguous(conn, entry, both, &what)?)),
        }
    }

    /// Names the records that match one description, for a caller with permission to read them.
    fn ambiguous(
        &self,
        conn: &mut Conn,
        entry: &RegisteredResource,
        ids: &[Id],
        what: &str,
    ) -> Result<String> {
        let info = entry.info();
        if !self.by.may(self.policy, info.name, "read") {
            return Ok(format!("There is more than one {} {what}", info.word()));
        }
        let mut named = Vec::new();
        for id in ids.iter().take(NAMED) {
            if self.planned.touches(id) {
                named.push("one in this file".to_owned());
                continue;
            }
            let view = entry.view(conn, id)?;
            let title = entry.titles.of(&view).map_or_else(String::new, |title| quote(&title));
            named.push(format!("{title} ({id})").trim_start().to_owned());
        }
        Ok(format!("There is more than one {} {what}: {}", info.word(), named.join(" and ")))
    }

    /// Returns the same text for all rows with the same natural key.
    fn key(&self, record: &Drafted) -> Option<String> {
        let mut parts = Vec::new();
        let info = self.entry.info();
        if self.has_identifier(record) {
            return None;
        }
        for (pointer, _) in info.key {
            let lookup = record.lookups.iter().find(|lookup| lookup.pointer == *pointer);
            let part = match lookup {
                Some(lookup) => lookup.key(),
                None => ::text::comparable(&text(record.payload.pointer(pointer)?)),
            };
            parts.push(part);
        }
        (!parts.is_empty()).then(|| parts.join("\u{1f}"))
    }

    /// Returns whether a row has the identifier of a record.
    fn has_identifier(&self, record: &Drafted) -> bool {
        let id = self.entry.info().id;
        record.shown.iter().any(|shown| shown.field == id && !shown.text.is_empty())
    }

    fn key_pointer(&self) -> &'static str {
        self.entry.info().key.last().map_or("", |(pointer, _)| pointer)
    }

    fn singular(&self) -> String {
        self.entry.info().word()
    }

    fn cell(&self, line: u64, record: &Drafted, pointer: &str, message: String) -> CellError {
        let column = record.columns.column(pointer).unwrap_or_default().to_owned();
        CellError { line, column, message }
    }

    /// Maps the rejection of a record to the cells that its fields came from.
    fn refusal(&self, line: u64, record: &Drafted, error: Error) -> Refusal {
        match error {
            Error::Invalid(errors) | Error::Protected(_, errors) => Refusal::Cell(
                errors
                    .into_iter()
                    .map(|error| self.cell(line, record, &error.pointer, error.message))
                    .collect(),
            ),
            Error::Conflict { detail, errors } => {
                let pointer = errors.first().map_or("", |error| error.pointer.as_str());
                Refusal::Cell(vec![self.cell(line, record, pointer, detail)])
            }
            // By the rules of the user's roles.
            refused @ (Error::NotPermitted(..) | Error::Refused(_)) => {
                self.refused_row(line, record, refused.to_string())
            }
            fatal => Refusal::Fatal(fatal),
        }
    }
}

/// Returns the same text for all rows with the identifier `id`. It equals no key, because no cell
/// contains a null character.
fn by_identifier(id: &Id) -> String {
    format!("\0{id}")
}
