//! Reads a table row by row, from a text or a workbook: decoding, header, ragged rows. Memory stays
//! flat for any length of the file.

use std::io::{self, Cursor, Read, Seek};

use encoding_rs::{CoderResult, Decoder, Encoding, UTF_8, UTF_16LE};

use crate::cell_error::CellError;
use crate::cell_text::{collapse, quote};
use crate::delimited::{RawRecord, ReadError, Records};
use crate::nature::{Nature, Natures};
use crate::sheet::{RowError, Sheet, is_workbook};

/// A seekable file, as a workbook requires.
pub trait Input: Read + Seek {}

impl<S: Read + Seek> Input for S {}

/// How to read a file. For a workbook only the header line and the sheet apply.
#[derive(Clone, Debug)]
pub struct Reading {
    pub(crate) delimiter: u8,
    pub(crate) encoding: &'static Encoding,
    pub(crate) header_line: u64,
    /// The sheet of a workbook; the first visible one when it is not named.
    pub(crate) sheet: Option<String>,
}

impl Default for Reading {
    /// UTF-8 (or the encoding of a byte order mark), commas, the header on line 1.
    fn default() -> Self {
        Self { delimiter: b',', encoding: UTF_8, header_line: 1, sheet: None }
    }
}

/// The cells of a row, in the order of the header.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The physical line where the row starts, or the number of a sheet's row, counted from 1.
    pub line: u64,
    /// The cells' texts.
    pub cells: Vec<String>,
    pub(crate) natures: Natures,
}

impl Row {
    pub(crate) fn nature(&self, column: usize) -> Option<&Nature> {
        let at = self.natures.binary_search_by_key(&column, |(column, _)| *column).ok()?;
        Some(&self.natures[at].1)
    }
}

/// A file's header, and an iterator over its rows. Rows without text are skipped.
pub struct Table<'r> {
    header: Vec<String>,
    /// The number of columns that the header line has, with those without a name at its end.
    width: usize,
    rows: Rows<'r>,
    ended: bool,
    /// The probable separator, when it is not the delimiter.
    separator: Option<Separator>,
}

/// A separator of cells: the character, its plural name, and how a mapping writes it.
type Separator = (char, &'static str, &'static str);

/// The separators that are tried for a header that does not fit.
const SEPARATORS: [Separator; 4] = [
    (',', "commas", ","),
    (';', "semicolons", ";"),
    ('\t', "tabs", "tab"),
    ('|', "vertical bars", "|"),
];

enum Rows<'r> {
    Text(Records<'r>),
    Sheet(Box<Sheet<Box<dyn Input + 'r>>>),
}

impl<'r> Table<'r> {
    /// Opens a workbook or a text, by the content of the file, and reads the header.
    pub fn open(mut file: impl Input + 'r, reading: &Reading) -> Result<Self, CellError> {
        let mut first = Vec::new();
        let looked = file.by_ref().take(8).read_to_end(&mut first).and_then(|_| file.rewind());
        looked.map_err(|error| unreadable(&error))?;
        if is_workbook(&first) {
            Self::of_workbook(Box::new(file), reading)
        } else {
            Self::of_text(file, reading)
        }
    }

    fn of_workbook(file: Box<dyn Input + 'r>, reading: &Reading) -> Result<Self, CellError> {
        let header_line = reading.header_line;
        let sheet = Sheet::open(file, reading.sheet.as_deref());
        let mut sheet = sheet.map_err(|message| CellError::of_line(1, message))?;
        sheet.skip_to(header_line);
        match sheet.next() {
            None => Err(no_header(header_line)),
            Some(Err(row_error)) => Err(of_sheet(row_error, &[])),
            Some(Ok((line, names))) => Self::headed(line, &names, Rows::Sheet(Box::new(sheet))),
        }
    }

    fn of_text(reader: impl Read + 'r, reading: &Reading) -> Result<Self, CellError> {
        let reader = decoded(reader, reading.encoding).map_err(|error| unreadable(&error))?;
        let mut records = Records::new(reader, reading.delimiter);
        records.skip_to(reading.header_line)?;
        let record = records.next_record()?.ok_or_else(|| no_header(reading.header_line))?;
        let line = record.line;
        let names = texts(record, &[]).map_err(|mut errors| errors.swap_remove(0))?;
        let table = Self::headed(line, &names, Rows::Text(records))?;
        Ok(Self { separator: separator(&names, reading.delimiter), ..table })
    }

    fn headed(line: u64, names: &[String], rows: Rows<'r>) -> Result<Self, CellError> {
        // Names of columns stand in messages, where a terminal would carry out control characters.
        let is_control = |c: char| c.is_control() && !c.is_whitespace();
        let name = |name: &String| collapse(&name.replace(is_control, ""));
        let mut header: Vec<String> = names.iter().map(name).collect();
        // Columns after the last name are none, unless a row holds something there.
        let width = header.len();
        let named = header.iter().rposition(|name| !name.is_empty());
        let Some(last) = named else {
            return Err(CellError::of_line(line, "The header has no column names".to_owned()));
        };
        header.truncate(last + 1);
        Ok(Self { header, width, rows, ended: false, separator: None })
    }

    /// Returns the columns' names, trimmed.
    pub fn header(&self) -> &[String] {
        &self.header
    }

    /// Returns a hint for a header that does not fit, when the file seems to have another
    /// separator.
    pub fn hint(&self) -> Option<String> {
        let (_, name, written) = self.separator?;
        Some(format!(
            "the file seems to be separated by {name}, which a mapping says by delimiter = \"{written}\""
        ))
    }

    /// Reads the next row with its number. An outer error ends the reading.
    fn read(&mut self) -> Result<Option<Result<Row, CellError>>, CellError> {
        match &mut self.rows {
            Rows::Text(records) => Ok(records.next_record()?.map(|record| {
                let line = record.line;
                let cells = texts(record, &self.header);
                cells
                    .map(|cells| Row { line, cells, natures: Natures::new() })
                    .map_err(|mut errors| errors.swap_remove(0))
            })),
            Rows::Sheet(sheet) => Ok(sheet.next().map(|row| match row {
                Ok((line, cells)) => Ok(Row { line, cells, natures: sheet.take_natures() }),
                Err(row_error) => Err(of_sheet(row_error, &self.header)),
            })),
        }
    }

    /// Makes a row as wide as the header. Columns after it hold nothing.
    fn fitted(&self, mut row: Row) -> Result<Row, CellError> {
        let (found, expected) = (row.cells.len(), self.header.len());
        let beyond = row.cells.iter().enumerate().skip(expected);
        let nameless = beyond.filter(|(_, cell)| !cell.trim().is_empty()).map(|(at, _)| at).next();
        let message = match nameless {
            Some(column) if column < self.width => {
                let value = quote(row.cells[column].trim());
                format!("The column {} has no name in the header, and holds {value}", column + 1)
            }
            None if found >= expected => {
                row.cells.truncate(expected);
                return Ok(row);
            }
            _ => format!("The row has {found} cells and the header {}", self.width),
        };
        Err(CellError::of_line(row.line, message))
    }
}

impl Iterator for Table<'_> {
    /// A row or its error; nothing after a broken file.
    type Item = Result<Row, CellError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            let row = match self.read() {
                Ok(Some(Ok(row))) => row,
                Ok(Some(Err(error))) => return Some(Err(error)),
                Ok(None) => break,
                Err(read_error) => {
                    self.ended = true;
                    return Some(Err(read_error));
                }
            };
            if row.cells.iter().all(|cell| cell.trim().is_empty()) {
                continue;
            }
            return Some(self.fitted(row));
        }
        None
    }
}

/// Finds a separator that would split the header into more cells than the delimiter.
fn separator(names: &[String], delimiter: u8) -> Option<Separator> {
    let count = |separator: &Separator| {
        names.iter().map(|name| name.matches(separator.0).count()).sum::<usize>()
    };
    let others = SEPARATORS.into_iter().filter(|(sign, ..)| *sign != char::from(delimiter));
    others.max_by_key(count).filter(|other| count(other) >= names.len())
}

fn unreadable(error: &io::Error) -> CellError {
    CellError::of_line(1, format!("The file cannot be read: {error}"))
}

fn no_header(line: u64) -> CellError {
    CellError::of_line(line, "The file has no header".to_owned())
}

fn of_sheet(row_error: RowError, header: &[String]) -> CellError {
    let column = row_error.column.and_then(|column| header.get(column)).cloned();
    let RowError { row: line, message, .. } = row_error;
    CellError::new(line, column.unwrap_or_default(), message)
}

impl From<ReadError> for CellError {
    fn from(read_error: ReadError) -> Self {
        CellError::of_line(read_error.line, read_error.message)
    }
}

fn texts(record: RawRecord, header: &[String]) -> Result<Vec<String>, Vec<CellError>> {
    let mut texts = Vec::with_capacity(record.cells.len());
    let mut errors = Vec::new();
    for (index, cell) in record.cells.into_iter().enumerate() {
        match String::from_utf8(cell) {
            Ok(text) if text.contains('\0') => errors.push(CellError {
                line: record.line,
                column: header.get(index).cloned().unwrap_or_default(),
                message: "The cell holds a null character".to_owned(),
            }),
            Ok(text) => texts.push(text),
            Err(_) => errors.push(CellError {
                line: record.line,
                column: header.get(index).cloned().unwrap_or_default(),
                message: "The cell is not UTF-8 text; a mapping can say another encoding"
                    .to_owned(),
            }),
        }
    }
    if errors.is_empty() { Ok(texts) } else { Err(errors) }
}

/// Decodes the file to UTF-8. A byte order mark is removed, and determines the encoding when UTF-8
/// was declared.
fn decoded<'r>(
    mut reader: impl Read + 'r,
    encoding: &'static Encoding,
) -> io::Result<Box<dyn Read + 'r>> {
    let mut mark = Vec::new();
    reader.by_ref().take(3).read_to_end(&mut mark)?;
    let (encoding, length) = match Encoding::for_bom(&mark) {
        Some((marked, length)) if encoding == UTF_8 || encoding == marked => (marked, length),
        // "utf-16" alone does not determine the byte order; the mark does.
        Some((marked, length)) if encoding == UTF_16LE => (marked, length),
        _ => (encoding, 0),
    };
    let reader = Cursor::new(mark.split_off(length)).chain(reader);
    if encoding == UTF_8 {
        return Ok(Box::new(reader));
    }
    let decoder = encoding.new_decoder_without_bom_handling();
    Ok(Box::new(Decoding { reader, decoder, input: Vec::new(), state: Feed::Open }))
}

/// A reader of UTF-8 from a reader of another encoding.
struct Decoding<R> {
    reader: R,
    decoder: Decoder,
    /// Bytes that were read and not yet decoded.
    input: Vec<u8>,
    state: Feed,
}

#[derive(Clone, Copy, PartialEq)]
enum Feed {
    Open,
    /// The file is read to its end.
    Ended,
    /// The decoder has returned everything, and must not be called again.
    Finished,
}

impl<R: Read> Read for Decoding<R> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        while self.state != Feed::Finished && !output.is_empty() {
            if self.input.is_empty() && self.state == Feed::Open {
                let mut chunk = [0; 8 * 1024];
                let length = self.reader.read(&mut chunk)?;
                self.input.extend_from_slice(&chunk[..length]);
                if length == 0 {
                    self.state = Feed::Ended;
                }
            }
            let last = self.state == Feed::Ended;
            let (result, used, made, _) = self.decoder.decode_to_utf8(&self.input, output, last);
            self.input.drain(..used);
            if last && result == CoderResult::InputEmpty {
                self.state = Feed::Finished;
            }
            if made > 0 {
                return Ok(made);
            }
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(delimiter: u8, label: &str, header_line: u64) -> Reading {
        let encoding = Encoding::for_label(label.as_bytes()).expect("an encoding");
        Reading { delimiter, encoding, header_line, sheet: None }
    }

    fn rows(bytes: &[u8], reading: &Reading) -> Vec<Result<Row, CellError>> {
        Table::open(Cursor::new(bytes), reading).expect("a table").collect()
    }

    fn row(line: u64, cells: &[&str]) -> Result<Row, CellError> {
        let cells = cells.iter().map(|cell| (*cell).to_owned()).collect();
        Ok(Row { line, cells, natures: Natures::new() })
    }

    #[test]
    fn header_is_trimmed_and_the_byte_order_mark_dropped() {
        let table = Table::open(Cursor::new("\u{feff}Name , Area\nx,1"), &Reading::default());
        assert_eq!(table.expect("a table").header(), ["Name", "Area"]);
    }

    #[test]
    fn utf_16_is_known_by_its_mark() {
        let mut bytes = vec![0xfe, 0xff];
        bytes.extend("اسم\nبرج 🏙".encode_utf16().flat_map(u16::to_be_bytes));
        assert_eq!(rows(&bytes, &Reading::default()), [row(2, &["برج 🏙"])]);
    }

    #[test]
    fn windows_1256_is_declared() {
        let bytes = b"name;n\n\xc8\xd1\xcc;1";
        assert_eq!(rows(bytes, &reading(b';', "windows-1256", 1)), [row(2, &["برج", "1"])]);
    }

    #[test]
    fn text_that_is_not_utf_8_is_reported_at_its_cell() {
        let error = CellError {
            line: 2,
            column: "name".to_owned(),
            message: "The cell is not UTF-8 text; a mapping can say another encoding".to_owned(),
        };
        assert_eq!(
            rows(b"n,name\n1,\xc8\xd1\n2,x", &Reading::default()),
            [Err(error), row(3, &["2", "x"])]
        );
    }

    #[test]
    fn header_may_stand_further_down() {
        let text = "Monthly \"report\n\nname\nx";
        assert_eq!(rows(text.as_bytes(), &reading(b',', "utf-8", 3)), [row(4, &["x"])]);
    }

    #[test]
    fn a_ragged_row_is_an_error_at_its_line_and_the_next_is_read() {
        let ragged = CellError::of_line(2, "The row has 1 cells and the header 2".to_owned());
        assert_eq!(rows(b"a,b\n1\n2,3", &Reading::default()), [Err(ragged), row(3, &["2", "3"])]);
    }

    #[test]
    fn a_trailing_column_without_name_and_values_is_none() {
        let table = Table::open(Cursor::new("a,b,,\n"), &Reading::default()).expect("a table");
        assert_eq!(table.header(), ["a", "b"]);
        let read = rows(b"a,b,,\n1,2,,\n3,4, ,\n5,6\n7,8,x,", &Reading::default());
        let message = "The column 3 has no name in the header, and holds 'x'".to_owned();
        let holds = CellError::of_line(5, message);
        assert_eq!(
            read,
            [row(2, &["1", "2"]), row(3, &["3", "4"]), row(4, &["5", "6"]), Err(holds)]
        );
    }

    #[test]
    fn rows_without_text_are_passed_over() {
        assert_eq!(rows(b"a,b\n , \n\n,,,\n1,2\n", &Reading::default()), [row(5, &["1", "2"])]);
    }

    #[test]
    fn nothing_is_read_behind_a_broken_quote() {
        let read_error =
            CellError::of_line(2, "A quote is opened here and never closed".to_owned());
        assert_eq!(rows(b"a\n\"x\ny", &Reading::default()), [Err(read_error)]);
    }

    #[test]
    fn an_empty_file_is_reported() {
        let error = Table::open(Cursor::new(b""), &Reading::default()).err().expect("no table");
        assert_eq!(error, CellError::of_line(1, "The file has no header".to_owned()));
    }
}
