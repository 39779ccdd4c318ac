//! Imports a table into a resource: all of it, or nothing.
//!
//! Every row goes through the same checks as a form. What is refused is told by line and column,
//! and then nothing is written; a dry run tells the same and writes nothing either.

use std::sync::Arc;

use actix_web::web;
use diesel::connection::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::mapping::{Bound, CellError, Existing, Input, Mapping, Repeated, Table};
use super::rows::Rows;
use crate::auth::Actor;
use crate::db::{Conn, engine};
use crate::error::{Error, Result};
use crate::kernel::Kernel;
use crate::once::{Answer, Once};
use crate::records::Entry;

/// How many refused rows are told; more would help nobody.
const MOST_ERRORS: usize = 10_000;

/// How many rows may be taken of a resource whose inputs have to be prepared, such as users, whose
/// passwords are hashed: others wait for the writer meanwhile.
const MOST_SLOW: usize = 200;

/// How many written rows may change how the database should plan.
const MANY: u64 = 1_000;

/// What became of the rows of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
pub(crate) type Open = Arc<dyn Fn() -> std::io::Result<Box<dyn Input + Send>> + Send + Sync>;

/// One import.
pub(crate) struct Import {
    pub(crate) resource: String,
    pub(crate) open: Open,
    /// `None`: the header holds the payload's field names.
    pub(crate) mapping: Option<Mapping>,
    pub(crate) existing: Option<Existing>,
    pub(crate) repeated: Option<Repeated>,
    pub(crate) dry_run: bool,
    /// The key that the call came with, if it may come again.
    pub(crate) once: Option<Once>,
    pub(crate) by: Actor,
}

/// An import whose mapping and header fit each other.
pub(super) struct Bounded {
    pub(super) import: Import,
    mapping: Mapping,
    bound: Bound,
    pub(super) existing: Existing,
    pub(super) repeated: Repeated,
}

impl Import {
    /// Runs it in one transaction.
    pub(crate) async fn run(self, kernel: &Arc<Kernel>) -> Result<ImportReport> {
        let dry_run = self.dry_run;
        let inner = Arc::clone(kernel);
        // What needs no database is done before anybody has to wait for it.
        let bounded = web::block(move || self.bind(&inner)).await.map_err(Error::internal)??;
        let inner = Arc::clone(kernel);
        let report = match bounded {
            Err(errors) => ImportReport { errors, ..ImportReport::default() },
            Ok(bounded) => {
                let _alone = kernel.imports.acquire().await.map_err(Error::internal)?;
                kernel.db.write(move |conn| bounded.run_once(conn, &inner)).await?
            }
        };
        if dry_run || report.errors.is_empty() {
            Ok(report)
        } else {
            Err(Error::Rows(report.errors))
        }
    }

    /// Checks that the caller may do this at all, and fits the mapping to the header.
    fn bind(self, kernel: &Kernel) -> Result<Result<Bounded, Vec<CellError>>> {
        let entry = kernel.plan.records.get(&self.resource).ok_or(Error::NotFound)?;
        if let Some(mapping) = &self.mapping
            && mapping.resource != self.resource
        {
            let sentence =
                format!("This mapping is for {}, not {}", mapping.resource, self.resource);
            return Err(Error::invalid("/mapping", sentence));
        }
        let (mapping, bound) = match self.fit(entry) {
            Ok(fitting) => fitting,
            Err(errors) => return Ok(Err(errors)),
        };
        let existing = self.existing.unwrap_or(mapping.existing);
        let repeated = self.repeated.unwrap_or(mapping.repeated);
        if existing == Existing::Update
            && !kernel.plan.policy.permits(&self.by, &self.resource, "update")
        {
            return Err(Error::Forbidden);
        }
        Ok(Ok(Bounded { import: self, mapping, bound, existing, repeated }))
    }

    fn fit(&self, entry: &Entry) -> Result<(Mapping, Bound), Vec<CellError>> {
        let alone = |error: CellError| vec![error];
        let reading = self.mapping.as_ref().map(|mapping| mapping.reading.clone());
        let reader = (self.open)().map_err(|error| alone(unreadable(&error)))?;
        let table = Table::open(reader, &reading.unwrap_or_default()).map_err(alone)?;
        let mapping = match &self.mapping {
            Some(mapping) => mapping.clone(),
            None => Mapping::plain(&self.resource, table.header(), &entry.plain_fields())?,
        };
        let bound = mapping.bind(table.header())?;
        Ok((mapping, bound))
    }
}

impl Bounded {
    /// Takes the rows, or tells what became of them when the same call came before. What wrote
    /// nothing may come again.
    fn run_once(&self, conn: &mut Conn, kernel: &Kernel) -> Result<ImportReport> {
        let Some(once) = self.import.once.as_ref().filter(|_| !self.import.dry_run) else {
            return self.run(conn, kernel);
        };
        let answer = once.perform(conn, |conn| {
            let report = self.run(conn, kernel)?;
            if report.errors.is_empty() {
                Answer::ok(&report)
            } else {
                Err(Error::Rows(report.errors))
            }
        })?;
        serde_json::from_str(answer.body.as_deref().unwrap_or_default()).map_err(Error::internal)
    }

    /// Takes the rows; a dry run, and one in which a row was refused, leaves nothing behind.
    fn run(&self, conn: &mut Conn, kernel: &Kernel) -> Result<ImportReport> {
        let ended = conn.transaction(|conn| match self.rows(conn, kernel) {
            Ok(report) if !self.import.dry_run && report.errors.is_empty() => Ok(report),
            told => Err(Undo::Done(told)),
        });
        match ended {
            Ok(report) | Err(Undo::Done(Ok(report))) => Ok(report),
            Err(Undo::Done(Err(error))) => Err(error),
            Err(Undo::Failed(error)) => Err(error.into()),
        }
    }

    fn rows(&self, conn: &mut Conn, kernel: &Kernel) -> Result<ImportReport> {
        engine::lock_imports(conn)?;
        let mut rows = Rows::new(&kernel.plan, self)?;
        if rows.takes_long()
            && let Some(line) = self.table()?.flatten().nth(MOST_SLOW).map(|row| row.line)
        {
            let message = format!("At most {MOST_SLOW} rows at once: each takes long");
            rows.report.errors.push(CellError { line, column: String::new(), message });
            return Ok(rows.report);
        }
        if self.repeated == Repeated::Last {
            for row in self.table()?.flatten() {
                if let Ok(Some(draft)) = self.bound.draft(&row) {
                    rows.note_last(&draft);
                }
            }
        }
        for row in self.table()? {
            if rows.report.errors.len() >= MOST_ERRORS {
                break;
            }
            match row {
                Err(error) => rows.report.errors.push(error),
                Ok(row) => match self.bound.draft(&row) {
                    Err(errors) => rows.report.errors.extend(errors),
                    Ok(None) => rows.report.skipped += 1,
                    Ok(Some(draft)) => rows.take(conn, draft)?,
                },
            }
        }
        if rows.report.created + rows.report.updated >= MANY {
            engine::learn(conn)?;
        }
        Ok(rows.report)
    }

    fn table(&self) -> Result<Table<'static>> {
        let reader = (self.import.open)()
            .map_err(|error| Error::internal(format!("reading the table: {error}")))?;
        Table::open(reader, &self.mapping.reading).map_err(|error| Error::Rows(vec![error]))
    }
}

fn unreadable(error: &std::io::Error) -> CellError {
    CellError {
        line: 1,
        column: String::new(),
        message: format!("The file cannot be read: {error}"),
    }
}

/// Why the transaction of an import is undone.
enum Undo {
    Done(Result<ImportReport>),
    Failed(diesel::result::Error),
}

impl From<diesel::result::Error> for Undo {
    fn from(error: diesel::result::Error) -> Self {
        Self::Failed(error)
    }
}
