//! Imports a table into a resource: all of it, or nothing.
//!
//! Every row goes through the same checks as a form. What is refused is told by line and column,
//! and then nothing is written; a dry run tells the same and writes nothing either.

use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::sync::Arc;

use diesel::connection::Connection;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::mapping::{
    Bound, CellError, Draft, Existing, FieldKind, Lookup, Mapping, PlainFields, Record as Drafted,
    Repeated, Table,
};
use crate::auth::Actor;
use crate::db::{Conn, engine, fold_text};
use crate::error::{Error, Result};
use crate::id::Id;
use crate::kernel::Kernel;
use crate::module::Module;
use crate::records::{Entry, Records};

/// How many refused rows are told; more would help nobody.
const MOST_ERRORS: usize = 10_000;

/// What became of the rows of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ImportReport {
    /// Records that are new.
    pub created: u64,
    /// Records that changed.
    pub updated: u64,
    /// Rows that changed nothing, or that the mapping leaves out.
    pub skipped: u64,
    /// Rows that were refused. When there are any, nothing was written.
    pub errors: Vec<CellError>,
}

/// Opens the table; more than once when it has to be read twice.
pub(crate) type Open = Arc<dyn Fn() -> std::io::Result<Box<dyn Read + Send>> + Send + Sync>;

/// One import.
pub(crate) struct Import {
    pub(crate) resource: String,
    pub(crate) open: Open,
    /// `None`: the header holds the payload's field names.
    pub(crate) mapping: Option<Mapping>,
    pub(crate) existing: Option<Existing>,
    pub(crate) repeated: Option<Repeated>,
    pub(crate) dry_run: bool,
    pub(crate) by: Actor,
}

impl Import {
    /// Runs it in one transaction.
    pub(crate) async fn run(self, kernel: &Arc<Kernel>) -> Result<ImportReport> {
        let inner = Arc::clone(kernel);
        kernel
            .db
            .write(move |conn| {
                let records = &inner.plan.records;
                if !self.dry_run {
                    let report = self.rows(conn, records)?;
                    return if report.errors.is_empty() {
                        Ok(report)
                    } else {
                        Err(Error::Rows(report.errors))
                    };
                }
                let undone =
                    conn.transaction(|conn| Err::<(), _>(Undo::Done(self.rows(conn, records))));
                match undone {
                    Err(Undo::Done(report)) => report,
                    Err(Undo::Failed(error)) => Err(error.into()),
                    Ok(()) => Err(Error::internal("a dry run was not undone")),
                }
            })
            .await
    }

    fn rows(&self, conn: &mut Conn, records: &Records) -> Result<ImportReport> {
        let entry = records.get(&self.resource).ok_or(Error::NotFound)?;
        if let Some(mapping) = &self.mapping
            && mapping.resource != self.resource
        {
            let sentence =
                format!("This mapping is for {}, not {}", mapping.resource, self.resource);
            return Err(Error::invalid("/mapping", sentence));
        }
        let (bound, mapping) = match self.bind(entry) {
            Ok(bound) => bound,
            Err(errors) => return Ok(ImportReport { errors, ..ImportReport::default() }),
        };
        let repeated = self.repeated.unwrap_or(mapping.repeated);
        let mut run = Run {
            records,
            entry,
            by: &self.by,
            existing: self.existing.unwrap_or(mapping.existing),
            repeated,
            last: HashMap::new(),
            seen: HashSet::new(),
            found: HashMap::new(),
            fresh: Vec::new(),
            report: ImportReport::default(),
        };
        if repeated == Repeated::Last {
            for row in self.table(&mapping)?.flatten() {
                if let Ok(Some(draft)) = bound.draft(&row)
                    && let Some(key) = run.key(&draft.record)
                {
                    run.last.insert(key, draft.line);
                }
            }
        }
        for row in self.table(&mapping)? {
            if run.report.errors.len() >= MOST_ERRORS {
                break;
            }
            match row {
                Err(error) => run.report.errors.push(error),
                Ok(row) => match bound.draft(&row) {
                    Err(errors) => run.report.errors.extend(errors),
                    Ok(None) => run.report.skipped += 1,
                    Ok(Some(draft)) => run.row(conn, draft)?,
                },
            }
        }
        Ok(run.report)
    }

    fn bind(&self, entry: &Entry) -> Result<(Bound, Mapping), Vec<CellError>> {
        let alone = |error: CellError| vec![error];
        let reading = self.mapping.as_ref().map(|mapping| mapping.reading.clone());
        let reader = (self.open)().map_err(|error| alone(unreadable(&error)))?;
        let table = Table::open(reader, &reading.unwrap_or_default()).map_err(alone)?;
        let mapping = match &self.mapping {
            Some(mapping) => mapping.clone(),
            None => Mapping::plain(&self.resource, table.header(), &entry.plain_fields())?,
        };
        Ok((mapping.bind(table.header())?, mapping))
    }

    fn table(&self, mapping: &Mapping) -> Result<Table<'static>> {
        let reader = (self.open)()
            .map_err(|error| Error::internal(format!("reading the table: {error}")))?;
        Table::open(reader, &mapping.reading).map_err(|error| Error::Rows(vec![error]))
    }
}

fn unreadable(error: &std::io::Error) -> CellError {
    CellError {
        line: 1,
        column: String::new(),
        message: format!("The file cannot be read: {error}"),
    }
}

/// How the transaction of a dry run ends.
enum Undo {
    Done(Result<ImportReport>),
    Failed(diesel::result::Error),
}

impl From<diesel::result::Error> for Undo {
    fn from(error: diesel::result::Error) -> Self {
        Self::Failed(error)
    }
}

/// An import on its way through the rows.
struct Run<'a> {
    records: &'a Records,
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
    /// Those among them that the row at hand was the first to name.
    fresh: Vec<String>,
    report: ImportReport,
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

impl Run<'_> {
    fn row(&mut self, conn: &mut Conn, draft: Draft) -> Result<()> {
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
        // A savepoint of its own, so that a row that is refused leaves nothing behind.
        self.fresh.clear();
        match conn.transaction(|conn| self.write(conn, draft)) {
            Ok(Outcome::Created) => self.report.created += 1,
            Ok(Outcome::Updated) => self.report.updated += 1,
            Ok(Outcome::Skipped) => self.report.skipped += 1,
            Err(Refusal::Cell(errors)) => {
                self.report.errors.extend(errors);
                for key in std::mem::take(&mut self.fresh) {
                    self.found.remove(&key);
                }
            }
            Err(Refusal::Fatal(error)) => return Err(error),
        }
        Ok(())
    }

    fn write(&mut self, conn: &mut Conn, draft: Draft) -> Result<Outcome, Refusal> {
        let Draft { line, mut record } = draft;
        self.resolve(conn, line, &mut record)?;
        match self.find(conn, self.entry, &record.payload)?.as_slice() {
            [] => {
                let body = record.payload.clone();
                let created = self.records.create(conn, self.entry, body, self.by);
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
                    let updated = self.records.update(conn, self.entry, id, patch, None, self.by);
                    let updated = updated.map_err(|error| self.refusal(line, &record, error))?;
                    Ok(if updated.changed { Outcome::Updated } else { Outcome::Skipped })
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
        let singular = entry.registration.info.singular;
        let refuse_unknown = refuse(format!("There is no such {singular}"));
        let refuse_many = refuse(format!("More than one {singular} is known by this"));
        self.resolve(conn, line, &mut lookup.by)?;
        match self.find(conn, entry, &lookup.by.payload)?.as_slice() {
            [id] => Ok(id.clone()),
            [] => {
                let Some(record) = &mut lookup.create else { return Err(refuse_unknown) };
                self.resolve(conn, line, record)?;
                let created = self.records.create(conn, entry, record.payload.clone(), self.by);
                Ok(created.map_err(|error| self.refusal(line, record, error))?.0)
            }
            _ => Err(refuse_many),
        }
    }

    /// The records that a payload's key means; at most two. None when it says nothing of its key.
    fn find(&self, conn: &mut Conn, entry: &Entry, payload: &Value) -> Result<Vec<Id>> {
        let mut key = Vec::new();
        for (pointer, column) in entry.registration.info.key {
            match payload.pointer(pointer).map(text) {
                Some(text) if !text.is_empty() => key.push((*column, text)),
                _ => return Ok(Vec::new()),
            }
        }
        if key.is_empty() {
            return Ok(Vec::new());
        }
        engine::find_by_key(conn, entry.registration.info.table, &key)
    }

    /// One text for all rows that mean the same record.
    fn key(&self, record: &Drafted) -> Option<String> {
        let mut parts = Vec::new();
        for (pointer, _) in self.entry.registration.info.key {
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
        self.entry.registration.info.key.last().map_or("", |(pointer, _)| pointer)
    }

    fn singular(&self) -> &'static str {
        self.entry.registration.info.singular
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

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

impl Entry {
    /// The columns that a file without a mapping may have.
    fn plain_fields(&self) -> PlainFields {
        let mut fields = PlainFields::default();
        if let Some(checks) = &self.checks {
            checks.input.each_field(&mut |name, schema| {
                fields.insert(name, kind(schema));
            });
        }
        for name in &self.read_only {
            fields.entry(name.clone()).or_insert(FieldKind::Ignored);
        }
        fields
    }

    /// A payload as a patch: without what can only be set at creation.
    fn patch_of(&self, mut payload: Value) -> Value {
        if let (Some(checks), Some(fields)) = (&self.checks, payload.as_object_mut()) {
            fields.retain(|name, _| checks.patch.has_field(name));
        }
        payload
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

/// The mapping that a module brings under this name.
pub(crate) fn named_mapping(modules: &[Module], name: &str) -> Result<Option<Mapping>> {
    let mut named = modules.iter().flat_map(|module| module.mappings);
    let Some((_, text)) = named.find(|(known, _)| *known == name) else { return Ok(None) };
    let mapping = Mapping::from_toml(text)
        .map_err(|sentence| Error::startup(format!("Mapping {name}: {sentence}")))?;
    Ok(Some(mapping))
}
