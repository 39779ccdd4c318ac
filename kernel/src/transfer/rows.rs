//! The rows of an import on their way into the database: which of them count, what they refer to,
//! and whether they will make a record or change one. Nothing is written here.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::import::{Fitted, ImportReport};
use super::mapping::{
    CellError, Draft, Existing, FieldKind, Lookup, PlainFields, Record as Drafted, Repeated,
};
use super::planned::{PlannedRecords, Steps, text};
use crate::auth::Actor;
use crate::db::{Conn, fold_text};
use crate::error::{Error, Result};
use crate::id::Id;
use crate::kernel::Plan;
use crate::policy::Policy;
use crate::records::{Entry, Records};

/// An import on its way through the rows.
pub(super) struct Rows<'a> {
    records: &'a Records,
    policy: &'a Policy,
    entry: &'a Entry,
    by: &'a Actor,
    existing: Existing,
    repeated: Repeated,
    /// The line on which each key stands last, when that is the one that counts.
    last: HashMap<String, u64>,
    /// The keys met so far.
    seen: HashSet<String>,
    /// The records that rows referred to.
    found: HashMap<String, Id>,
    planned: PlannedRecords<'a>,
    pub(super) report: ImportReport,
}

/// Why a row did not become a record.
enum Refusal {
    /// Something about the row: the import goes on, to tell all of them.
    Cell(Vec<CellError>),
    /// Something about the database: the import ends.
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
    Skipped,
}

impl<'a> Rows<'a> {
    /// No row yet; `import` names a resource that there is.
    pub(super) fn new(plan: &'a Plan, import: &'a Fitted) -> Result<Self> {
        let entry = plan.records.get(&import.import.resource).ok_or(Error::NotFound)?;
        Ok(Self {
            records: &plan.records,
            policy: &plan.policy,
            entry,
            by: &import.import.by,
            existing: import.existing,
            repeated: import.repeated,
            last: HashMap::new(),
            seen: HashSet::new(),
            found: HashMap::new(),
            planned: PlannedRecords::new(&plan.records, &import.import.by, import.import.dry_run)?,
            report: ImportReport::default(),
        })
    }

    /// Whether each row takes long, because its input has to be prepared.
    pub(super) fn takes_long(&self) -> bool {
        self.entry.registration.prepare.is_some()
    }

    /// Notes that a later row means the same record, for when the last one counts.
    pub(super) fn note_last(&mut self, draft: &Draft) {
        if let Some(key) = self.key(&draft.record) {
            self.last.insert(key, draft.line);
        }
    }

    /// Takes the next row; what is wrong with it is added to the report.
    pub(super) fn take(&mut self, conn: &mut Conn, draft: Draft) -> Result<()> {
        if let Some(key) = self.key(&draft.record) {
            let counts = match self.repeated {
                Repeated::Last => self.last.get(&key).is_none_or(|line| *line == draft.line),
                Repeated::First | Repeated::Error => self.seen.insert(key),
            };
            if !counts {
                if self.repeated == Repeated::Error {
                    let what = format!("This {} stands in the file already", self.singular());
                    let error = self.cell(draft.line, &draft.record, self.key_pointer(), what);
                    self.report.errors.push(error);
                } else {
                    self.report.skipped += 1;
                }
                return Ok(());
            }
        }
        match self.decide(conn, draft) {
            Ok(Outcome::Created) => self.report.created += 1,
            Ok(Outcome::Updated) => self.report.updated += 1,
            Ok(Outcome::Skipped) => self.report.skipped += 1,
            Err(Refusal::Cell(errors)) => self.report.errors.extend(errors),
            Err(Refusal::Fatal(error)) => return Err(error),
        }
        Ok(())
    }

    /// What became of the rows, and the steps to that.
    pub(super) fn end(self) -> Result<(ImportReport, Option<Steps>)> {
        Ok((self.report, self.planned.steps()?))
    }

    fn decide(&mut self, conn: &mut Conn, draft: Draft) -> Result<Outcome, Refusal> {
        let Draft { line, mut record } = draft;
        self.resolve(conn, line, &mut record)?;
        match self.planned.find(conn, self.entry, &record.payload)?.as_slice() {
            [] => {
                let body = record.payload.clone();
                let created = self.planned.create(conn, self.entry, line, body);
                created.map_err(|error| self.refusal(line, &record, error))?;
                Ok(Outcome::Created)
            }
            [id] => match self.existing {
                Existing::Skip => Ok(Outcome::Skipped),
                Existing::Error => {
                    let what = format!("This {} exists already", self.singular());
                    Err(Refusal::Cell(vec![self.cell(line, &record, self.key_pointer(), what)]))
                }
                Existing::Update => {
                    let patch = self.entry.patch_of(record.payload.clone());
                    let changes = self.planned.update(conn, self.entry, line, id, patch);
                    let changes = changes.map_err(|error| self.refusal(line, &record, error))?;
                    Ok(if changes { Outcome::Updated } else { Outcome::Skipped })
                }
            },
            _ => {
                let what = format!("More than one {} is known by this", self.singular());
                Err(Refusal::Cell(vec![self.cell(line, &record, self.key_pointer(), what)]))
            }
        }
    }

    /// Puts identifiers where the record refers to others; makes those that may be made.
    fn resolve(&mut self, conn: &mut Conn, line: u64, record: &mut Drafted) -> Result<(), Refusal> {
        for mut lookup in std::mem::take(&mut record.lookups) {
            let key = lookup.key();
            let id = match self.found.get(&key) {
                Some(id) => id.clone(),
                None => {
                    let id = self.look_up(conn, line, &mut lookup)?;
                    self.found.insert(key, id.clone());
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
        if !self.policy.permits(self.by, info.name, "read") {
            return Err(Refusal::Fatal(Error::Forbidden));
        }
        known_by_its_key(entry, lookup)?;
        let singular = info.word();
        let refuse_unknown = refuse(format!("There is no such {singular}"));
        let refuse_many = refuse(format!("More than one {singular} is known by this"));
        self.resolve(conn, line, &mut lookup.by)?;
        match self.planned.find(conn, entry, &lookup.by.payload)?.as_slice() {
            [id] => Ok(id.clone()),
            [] => {
                let Some(record) = &mut lookup.create else { return Err(refuse_unknown) };
                if !self.policy.permits(self.by, info.name, "create") {
                    return Err(Refusal::Fatal(Error::Forbidden));
                }
                self.resolve(conn, line, record)?;
                let created = self.planned.create(conn, entry, line, record.payload.clone());
                Ok(created.map_err(|error| self.refusal(line, record, error))?)
            }
            _ => Err(refuse_many),
        }
    }

    /// One text for all rows that mean the same record.
    fn key(&self, record: &Drafted) -> Option<String> {
        let mut parts = Vec::new();
        for (pointer, _) in self.entry.info().key {
            let lookup = record.lookups.iter().find(|lookup| lookup.pointer == *pointer);
            let part = match lookup {
                Some(lookup) => lookup.key(),
                None => fold_text(&text(record.payload.pointer(pointer)?)),
            };
            parts.push(part);
        }
        (!parts.is_empty()).then(|| parts.join("\u{1f}"))
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

    /// A refusal of the record, told at the cells it came from.
    fn refusal(&self, line: u64, record: &Drafted, error: Error) -> Refusal {
        match error {
            Error::Invalid(errors) => Refusal::Cell(
                errors
                    .into_iter()
                    .map(|error| self.cell(line, record, &error.pointer, error.message))
                    .collect(),
            ),
            Error::Conflict { detail, errors } => {
                let pointer = errors.first().map_or("", |error| error.pointer.as_str());
                Refusal::Cell(vec![self.cell(line, record, pointer, detail)])
            }
            fatal => Refusal::Fatal(fatal),
        }
    }
}

/// A lookup by more or less than what identifies a record would find another one, or none.
fn known_by_its_key(entry: &Entry, lookup: &Lookup) -> Result<()> {
    let info = entry.info();
    let mut wanted: Vec<&str> = info.key.iter().map(|(pointer, _)| &pointer[1..]).collect();
    let fields = lookup.by.payload.as_object().into_iter().flatten();
    let mut given: Vec<&str> = fields.map(|(name, _)| name.as_str()).collect();
    wanted.sort_unstable();
    given.sort_unstable();
    if wanted == given {
        return Ok(());
    }
    let sentence = format!("A {} is looked up by {}", info.word(), wanted.join(" and "));
    Err(Error::invalid("/mapping", sentence))
}

impl Entry {
    /// The columns that a file without a mapping may have.
    pub(super) fn plain_fields(&self) -> PlainFields {
        let mut fields = PlainFields::default();
        if let Some(checks) = &self.checks {
            checks.input.each_field(&mut |name, schema| {
                fields.insert(name, kind(schema));
            });
        }
        // What an export shows and nobody can write is passed over, so that its table comes back.
        let shown = self.columns.iter().map(|column| column.name.clone());
        for name in shown.chain(self.read_only.iter().cloned()) {
            fields.entry(name).or_insert(FieldKind::Ignored);
        }
        fields
    }
}

fn kind(schema: &Value) -> FieldKind {
    let of = |kind: &str| match kind {
        "integer" | "number" => FieldKind::Number,
        "boolean" => FieldKind::Boolean,
        "array" => FieldKind::List,
        "object" => FieldKind::Json,
        _ => FieldKind::Text,
    };
    match schema.get("type") {
        Some(Value::String(name)) => of(name),
        Some(Value::Array(names)) => of(names
            .iter()
            .filter_map(Value::as_str)
            .find(|name| *name != "null")
            .unwrap_or("string")),
        _ => FieldKind::Text,
    }
}
