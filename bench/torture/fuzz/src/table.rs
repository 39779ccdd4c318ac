//! Reads a table, and asserts what holds of every table, of either format.

use std::io::{self, Cursor, Read, Seek, SeekFrom};

use serde_json::Value;
use tables::mapping::{
    CellError, FieldKind, Input, Mapping, PlainField, PlainFields, Reading, Row, Table, Writing,
};
use tables::{Cell, Format, LocalTime, TableWriter};

use crate::assert_readable;

/// The limits of cells: the length of their text in bytes, and their number in a row.
const LONGEST_CELL: usize = 64 * 1024;
const MOST_CELLS: usize = 2_000;
/// The limit of a sheet; a text file has no more lines than an input of the fuzzer has bytes.
const MOST_LINES: u64 = 1_048_576;

/// The longest text that is written and read again: an escaped one is longer, and a sheet holds 32,767 characters.
const LONGEST_WRITTEN: usize = 30_000;
const MOST_WRITTEN: usize = 50;

/// The rows of a table, or why it has none.
type Rows = Result<(Vec<String>, Vec<Result<Row, CellError>>), CellError>;

fn rows(file: impl Input, reading: &Reading) -> Rows {
    let table = Table::open(file, reading)?;
    Ok((table.header().to_vec(), table.collect()))
}

/// Returns why the rows end early, if they do.
fn failure(rows: &Rows) -> Option<&str> {
    let error = match rows {
        Err(error) => Some(error),
        Ok((_, rows)) => rows.last().and_then(|last| last.as_ref().err()),
    };
    error.map(|error| error.message.as_str())
}

/// Reads a file and asserts that its cells are within their limits, its lines in order, its errors readable, that it is the
/// same when it arrives in pieces, and when it is written and read again.
pub(crate) fn check(file: &[u8], reading: &Reading) {
    let read = rows(Cursor::new(file), reading);
    let in_pieces = rows(Halting(Cursor::new(file)), reading);
    // How many rows come before the damage of a packed file depends on the pieces.
    if failure(&read).is_none() || failure(&read) != failure(&in_pieces) {
        assert_eq!(read, in_pieces, "the file arrives in pieces");
    }
    let (header, rows) = match read {
        Ok(table) => table,
        Err(error) => return assert_readable(&error.message),
    };
    assert!(header.len() <= MOST_CELLS && header.iter().any(|name| !name.is_empty()));
    let mut line = 0;
    for row in &rows {
        let next = match row {
            Ok(row) => {
                assert!(row.line > line && row.cells.len() == header.len());
                assert!(row.cells.iter().any(|cell| !cell.trim().is_empty()));
                row.line
            }
            Err(error) => {
                assert!(error.line >= line, "{error:?} after line {line}");
                assert_readable(&error.message);
                error.line
            }
        };
        assert!(next <= MOST_LINES);
        line = next;
    }
    let rows: Vec<Row> = rows.into_iter().flatten().collect();
    let cells = rows.iter().flat_map(|row| &row.cells);
    for cell in cells {
        assert!(cell.len() <= LONGEST_CELL && !cell.contains('\0'));
    }
    check_writing(&header, &rows, Format::Csv);
    // A workbook takes a hundred times as long to write.
    if file.len().is_multiple_of(64) {
        check_writing(&header, &rows, Format::Xlsx);
    }
}

/// Asserts that the texts are the same after they are written as a table and imported without a mapping.
fn check_writing(header: &[String], rows: &[Row], format: Format) {
    if rows.is_empty() || (format == Format::Xlsx && header.len() > 200) {
        return;
    }
    let header: Vec<String> = (0..header.len()).map(|place| format!("c{place}")).collect();
    let fits = |row: &&Row| row.cells.iter().all(|cell| cell.len() <= LONGEST_WRITTEN);
    let rows: Vec<&Row> = rows.iter().filter(fits).take(MOST_WRITTEN).collect();
    let mut table = TableWriter::new(format, Vec::new(), &header).expect("a table");
    for row in &rows {
        let cells: Vec<Cell<'_>> = row.cells.iter().map(|cell| Cell::Text(cell)).collect();
        table.row(&cells).expect("a row");
    }
    let bytes = table.finish().expect("the end");
    let open = || Table::open(Cursor::new(&bytes[..]), &Reading::default()).expect("a table");
    let text = |name: &String| (name.clone(), PlainField::from(FieldKind::Text));
    let fields: PlainFields = header.iter().map(text).collect();
    let unlikely = |_: &str, _: &[&str]| String::new();
    let mapping = Mapping::plain(
        "things",
        &mut open(),
        &fields,
        Writing::default(),
        LocalTime::UTC,
        &unlikely,
    );
    let (mapping, table) = (mapping.expect("names of fields"), open());
    let bound = mapping.bind(table.header()).expect("a header that fits");
    let read: Vec<Value> = table
        .map(|row| {
            bound.draft(&row.expect("a row")).expect("texts").expect("a draft").record.payload
        })
        .collect();
    assert_eq!(read.len(), rows.len(), "{format:?}");
    for (read, row) in read.iter().zip(rows) {
        for (name, cell) in header.iter().zip(&row.cells) {
            let read = read[name].as_str().unwrap_or_default();
            assert_eq!(read, cell, "{format:?}");
        }
    }
}

/// A file that is read in small pieces.
struct Halting<'f>(Cursor<&'f [u8]>);

impl Read for Halting<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(1 + self.0.position() as usize % 61);
        self.0.read(&mut buffer[..most])
    }
}

impl Seek for Halting<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}
