//! Imports a table into a resource: all of it, or nothing.
//!
//! Every row goes through the same checks as a form. What is refused is told by line and column,
//! and then nothing is written; a dry run tells the same and writes nothing either.

use std::io::Read;
use std::sync::Arc;

use diesel::connection::Connection;
use schemars::JsonSchema;
use serde::Serialize;

use super::mapping::{Bound, CellError, Existing, Mapping, Repeated, Table};
use super::rows::Rows;
use crate::auth::Actor;
use crate::db::Conn;
use crate::error::{Error, Result};
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
        let existing = self.existing.unwrap_or(mapping.existing);
        let mut rows = Rows::new(records, entry, &self.by, existing, repeated);
        if repeated == Repeated::Last {
            for row in self.table(&mapping)?.flatten() {
                if let Ok(Some(draft)) = bound.draft(&row) {
                    rows.note_last(&draft);
                }
            }
        }
        for row in self.table(&mapping)? {
            if rows.report.errors.len() >= MOST_ERRORS {
                break;
            }
            match row {
                Err(error) => rows.report.errors.push(error),
                Ok(row) => match bound.draft(&row) {
                    Err(errors) => rows.report.errors.extend(errors),
                    Ok(None) => rows.report.skipped += 1,
                    Ok(Some(draft)) => rows.take(conn, draft)?,
                },
            }
        }
        Ok(rows.report)
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

/// The mapping that a module brings under this name.
pub(crate) fn named_mapping(modules: &[Module], name: &str) -> Result<Option<Mapping>> {
    let mut named = modules.iter().flat_map(|module| module.mappings);
    let Some((_, text)) = named.find(|(known, _)| *known == name) else { return Ok(None) };
    let mapping = Mapping::from_toml(text)
        .map_err(|sentence| Error::startup(format!("Mapping {name}: {sentence}")))?;
    Ok(Some(mapping))
}
