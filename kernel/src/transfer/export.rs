//! Exports records as a table: every field of the matching records, in the requested order.
//!
//! The identifiers are read first, in order, and then the records a few hundred at a time, all from
//! one snapshot of the database. Memory use is therefore the same for a hundred records and for a
//! million, except for the identifiers (about 50 bytes each), and no row is read twice.

use std::io::{self, Write};

use tables::{Cell, Layout, TableWriter};

use crate::base::error::{Error, Result, is_full};
use crate::db::{Conn, check_waited_for, statements};
use crate::engine::list::ListQuery;
use crate::engine::policy::FieldLevel;
use crate::records::actor::Actor;
use crate::records::gate::Gate;
use crate::records::jobs::{Progress, Stage};
use crate::records::{FileColumn, Records, RegisteredResource};

/// How many records are read at a time.
const CHUNK: usize = 500;

/// Writes the records that match `query` and that `by` may see, at most `most`. Returns their number.
///
/// # Errors
/// Status 400 for a value that the format cannot represent; disk full; otherwise internal.
pub(crate) fn write<W: Write + Send>(
    conn: &mut Conn,
    (records, entry): (&Records, &RegisteredResource),
    (query, by): (&ListQuery, &Actor),
    (layout, most): (Layout, usize),
    (out, progress): (W, &Progress),
) -> Result<usize> {
    statements::snapshot(conn, |conn| {
        let registration = &entry.registration;
        let mut ids = registration.read.ids(conn, query, by)?;
        ids.truncate(most);
        progress.begin(Stage::Writing, ids.len() as u64);
        let access = by.access.of(entry.info().name);
        let is_seen = |column: &&FileColumn| {
            access.is_none_or(|access| access.levels(column.field()).1 > FieldLevel::Hidden)
        };
        let columns: Vec<&FileColumn> = entry.columns.iter().filter(is_seen).collect();
        let is_narrowed = records.narrows(&by.access, entry);
        let header: Vec<String> = columns.iter().map(|one| one.name.clone()).collect();
        let mut table = TableWriter::new(layout, out, &header).map_err(failed)?;
        for chunk in ids.chunks(CHUNK) {
            check_waited_for()?;
            let mut read = registration.read.these(conn, chunk)?;
            if is_narrowed {
                read = Gate::new(conn, records, &by.access).all_shown(entry, read)?;
            }
            for record in read {
                let mut texts = vec![String::new(); columns.len()];
                let cells: Vec<Cell<'_>> = columns
                    .iter()
                    .zip(&mut texts)
                    .map(|(column, text)| column.cell(&record, text))
                    .collect();
                table.row(&cells).map_err(failed)?;
            }
            progress.advance(chunk.len() as u64);
        }
        table.finish().map_err(failed)?;
        Ok(ids.len())
    })
}

/// Maps a write error. A value that the format cannot represent is reported to the caller; a client
/// that has disconnected gets no response anyway.
fn failed(error: io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::InvalidInput => Error::Malformed(error.to_string()),
        _ if is_full(&error) => Error::DiskFull,
        _ => Error::internal(format!("writing a table: {error}")),
    }
}
