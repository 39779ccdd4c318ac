//! Writes tables row by row: as CSV, which is streamed, or as an XLSX workbook, whose rows are
//! spooled to a temporary file until the last one. It does not interpret the columns.
//!
//! An import without a mapping reads these tables back. The conventions for a text, a list or an
//! object in a cell are those of `mapping::plain`.

use std::fmt::Write as _;
use std::io::{self, Write};

use chrono::{DateTime, NaiveDate, Timelike};
use rust_xlsxwriter::{Format as Look, Workbook, Worksheet, XlsxError};

use crate::error::Error;
use crate::formula::escaped;
use crate::local_time::LocalTime;
use crate::sheet::limits::{LONGEST_TEXT, MOST_ROWS, is_too_long};

/// The maximum number of columns of a sheet.
const MOST_COLUMNS: usize = 16_384;
/// The largest whole number up to which a sheet is exact.
const EXACT: u64 = 1 << 53;
/// The width of a column in characters: a day must fit.
const WIDTH: f64 = 16.0;

/// The file format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values by RFC 4180, in UTF-8.
    Csv,
    /// A workbook with one sheet.
    Xlsx,
}

impl Format {
    /// Parses the parameter `format`; CSV is the default.
    pub fn from_parameter(parameter: Option<&str>) -> Result<Self, Error> {
        match parameter {
            None | Some("csv") => Ok(Format::Csv),
            Some("xlsx") => Ok(Format::Xlsx),
            Some(_) => Err(Error::UnknownFormat),
        }
    }

    /// Returns the extension of a file name.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Xlsx => "xlsx",
        }
    }

    /// Returns the content type over HTTP.
    pub fn content_type(self) -> &'static str {
        match self {
            Format::Csv => "text/csv; charset=utf-8",
            Format::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }
}

/// How a table is written.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The file format.
    pub format: Format,
    /// Whether CSV begins with a byte order mark, by which spreadsheet programs recognize UTF-8.
    pub byte_order_mark: bool,
    /// The time zone in which a workbook shows moments.
    pub zone: LocalTime,
}

impl From<Format> for Layout {
    fn from(format: Format) -> Self {
        Self { format, byte_order_mark: false, zone: LocalTime::UTC }
    }
}

/// The number of decimals that a workbook shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decimals {
    /// None.
    None,
    /// Two.
    Two,
}

/// A value of a cell to write.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell<'a> {
    /// An empty cell. An empty text and a number that is not finite are written as one, too.
    Missing,
    /// A text. One that a spreadsheet program would take for a formula gets an apostrophe before
    /// it.
    Text(&'a str),
    /// A number with decimals.
    Number(f64),
    /// A share: 0.05 is 5 %. A workbook shows it as a percentage and stores the number.
    Percent(f64),
    /// A number that a workbook shows with this number of decimals and stores in full.
    Rounded(f64, Decimals),
    /// A whole number.
    Integer(i64),
    /// `true` or `false`.
    Boolean(bool),
    /// A day; a workbook stores it as a date.
    Date(NaiveDate),
    /// A moment in RFC 3339. A workbook stores it as a date and time of its own time zone, without
    /// fractions of a second.
    Instant(&'a str),
}

/// Writes a table to `W`.
///
/// # Errors
/// Those of `W`, and one of kind `InvalidInput` with a user-visible message when the format cannot
/// represent a row. After an error the table is unusable.
pub struct TableWriter<W> {
    header: Vec<String>,
    /// The number of the row written last, counted from 1: the header is the first.
    row: u64,
    out: Out<W>,
}

enum Out<W> {
    Csv { out: W, line: String },
    Xlsx { out: W, book: Box<Book> },
}

struct Book {
    workbook: Workbook,
    zone: LocalTime,
    day: Look,
    moment: Look,
    percent: Look,
    whole: Look,
    two_decimals: Look,
}

impl<W: Write + Send> TableWriter<W> {
    /// Begins a table, and writes its header.
    pub fn new(layout: impl Into<Layout>, mut out: W, header: &[String]) -> io::Result<Self> {
        let Layout { format, byte_order_mark, zone } = layout.into();
        if byte_order_mark && format == Format::Csv {
            out.write_all("\u{feff}".as_bytes())?;
        }
        let out = match format {
            Format::Csv => Out::Csv { out, line: String::new() },
            Format::Xlsx => Out::Xlsx { out, book: Box::new(Book::new(header, zone)?) },
        };
        let mut table = Self { header: header.to_vec(), row: 0, out };
        match &mut table.out {
            Out::Csv { .. } => {
                let names: Vec<Cell<'_>> = header.iter().map(|name| Cell::Text(name)).collect();
                table.row(&names)?;
            }
            Out::Xlsx { .. } => table.row = 1,
        }
        Ok(table)
    }

    /// Writes the next row: as many cells as there are columns.
    pub fn row(&mut self, cells: &[Cell<'_>]) -> io::Result<()> {
        self.row += 1;
        if cells.len() != self.header.len() {
            return Err(refused(format!(
                "The row {} has {} cells and the header {}",
                self.row,
                cells.len(),
                self.header.len()
            )));
        }
        match &mut self.out {
            Out::Csv { out, line } => {
                line.clear();
                csv_line(cells, line);
                out.write_all(line.as_bytes())
            }
            Out::Xlsx { book, .. } => book.row(self.row, cells, &self.header),
        }
    }

    /// Completes the table, and returns the writer. Without this the file is incomplete.
    pub fn finish(self) -> io::Result<W> {
        let mut out = match self.out {
            Out::Csv { out, .. } => out,
            Out::Xlsx { mut out, mut book } => {
                book.workbook.save_to_writer(&mut out).map_err(failed)?;
                out
            }
        };
        out.flush()?;
        Ok(out)
    }
}

impl Book {
    /// Makes the workbook. The header is bold, and its row is frozen.
    fn new(header: &[String], zone: LocalTime) -> io::Result<Self> {
        if header.len() > MOST_COLUMNS {
            return Err(refused(format!(
                "A sheet holds {MOST_COLUMNS} columns, and there are {}",
                header.len()
            )));
        }
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet_with_constant_memory().map_err(failed)?;
        if let Some(last) = header.len().checked_sub(1) {
            sheet.set_column_range_width(0, place(last), WIDTH).map_err(failed)?;
        }
        sheet.set_freeze_panes(1, 0).map_err(failed)?;
        let bold = Look::new().set_bold();
        for (column, name) in header.iter().enumerate() {
            let name = escaped(name);
            fits(&name, 1, &name)?;
            sheet.write_string_with_format(0, place(column), name, &bold).map_err(failed)?;
        }
        let look = |format: &str| Look::new().set_num_format(format);
        Ok(Self {
            workbook,
            zone,
            day: look("yyyy-mm-dd"),
            moment: look("yyyy-mm-dd hh:mm:ss"),
            percent: look("0.0%"),
            whole: look("#,##0"),
            two_decimals: look("#,##0.00"),
        })
    }

    fn row(&mut self, row: u64, cells: &[Cell<'_>], header: &[String]) -> io::Result<()> {
        let place_of_row = match u32::try_from(row - 1) {
            Ok(place) if row <= MOST_ROWS => place,
            _ => {
                return Err(refused(format!(
                    "A sheet holds {MOST_ROWS} rows, and there are more; write it as CSV"
                )));
            }
        };
        let sheet = self.workbook.worksheet_from_index(0).map_err(failed)?;
        for (column, cell) in cells.iter().enumerate() {
            let at = (place_of_row, place(column));
            match *cell {
                Cell::Missing => {}
                Cell::Text(text) => {
                    let text = escaped(text);
                    fits(&text, row, &header[column])?;
                    text_cell(sheet, at, &text)?;
                }
                Cell::Instant(text) => match moment(text, self.zone) {
                    Some(days) => {
                        let moment = &self.moment;
                        sheet.write_number_with_format(at.0, at.1, days, moment).map_err(failed)?;
                    }
                    None => text_cell(sheet, at, text)?,
                },
                Cell::Number(number) | Cell::Percent(number) | Cell::Rounded(number, _)
                    if !number.is_finite() => {}
                Cell::Percent(share) => {
                    let percent = &self.percent;
                    sheet.write_number_with_format(at.0, at.1, share, percent).map_err(failed)?;
                }
                Cell::Rounded(number, decimals) => {
                    let look = match decimals {
                        Decimals::None => &self.whole,
                        Decimals::Two => &self.two_decimals,
                    };
                    sheet.write_number_with_format(at.0, at.1, number, look).map_err(failed)?;
                }
                Cell::Number(number) => number_cell(sheet, at, number)?,
                Cell::Integer(number) if number.unsigned_abs() > EXACT => {
                    text_cell(sheet, at, &number.to_string())?;
                }
                Cell::Integer(number) => number_cell(sheet, at, number as f64)?,
                Cell::Boolean(is) => {
                    sheet.write_boolean(at.0, at.1, is).map_err(failed)?;
                }
                Cell::Date(date) => match serial(date) {
                    Some(days) => {
                        let day = &self.day;
                        sheet.write_number_with_format(at.0, at.1, days, day).map_err(failed)?;
                    }
                    None => text_cell(sheet, at, &date.to_string())?,
                },
            }
        }
        Ok(())
    }
}

fn text_cell(sheet: &mut Worksheet, at: (u32, u16), text: &str) -> io::Result<()> {
    if !text.is_empty() {
        sheet.write_string(at.0, at.1, text).map_err(failed)?;
    }
    Ok(())
}

fn number_cell(sheet: &mut Worksheet, at: (u32, u16), number: f64) -> io::Result<()> {
    sheet.write_number(at.0, at.1, number).map(drop).map_err(failed)
}

/// Converts a day to its serial number, from March 1900 to the year 9999. Spreadsheets count
/// earlier days wrong, and later years not at all.
fn serial(date: NaiveDate) -> Option<f64> {
    let zero = NaiveDate::from_ymd_opt(1899, 12, 30)?;
    let days = date.signed_duration_since(zero).num_days();
    (61..=2_958_465).contains(&days).then_some(days as f64)
}

/// Converts a moment to its serial number in a time zone, to the second.
fn moment(text: &str, zone: LocalTime) -> Option<f64> {
    let local = (zone.of_utc)(DateTime::parse_from_rfc3339(text).ok()?.naive_utc());
    let seconds = local.time().num_seconds_from_midnight();
    Some(serial(local.date())? + f64::from(seconds) / f64::from(24 * 60 * 60))
}

fn csv_line(cells: &[Cell<'_>], line: &mut String) {
    for (column, cell) in cells.iter().enumerate() {
        if column > 0 {
            line.push(',');
        }
        let written = match *cell {
            Cell::Missing => Ok(()),
            Cell::Text(text) => {
                csv_text(&escaped(text), line);
                Ok(())
            }
            Cell::Instant(text) => {
                csv_text(text, line);
                Ok(())
            }
            Cell::Number(number) | Cell::Percent(number) | Cell::Rounded(number, _)
                if !number.is_finite() =>
            {
                Ok(())
            }
            Cell::Number(number) | Cell::Percent(number) | Cell::Rounded(number, _) => {
                write!(line, "{number}")
            }
            Cell::Integer(number) => write!(line, "{number}"),
            Cell::Boolean(is) => write!(line, "{is}"),
            Cell::Date(date) => write!(line, "{date}"),
        };
        debug_assert!(written.is_ok(), "a String takes everything");
    }
    if line.is_empty() && cells.len() == 1 {
        // An empty line would not be a row.
        line.push_str("\"\"");
    }
    line.push_str("\r\n");
}

fn csv_text(text: &str, line: &mut String) {
    if !text.contains([',', '"', '\r', '\n']) {
        line.push_str(text);
        return;
    }
    line.push('"');
    for (index, part) in text.split('"').enumerate() {
        if index > 0 {
            line.push_str("\"\"");
        }
        line.push_str(part);
    }
    line.push('"');
}

fn fits(text: &str, row: u64, column: &str) -> io::Result<()> {
    if is_too_long(text) {
        return Err(refused(format!(
            "The row {row} holds in the column {column} more than the {LONGEST_TEXT} characters \
             that a cell of a sheet may have; write it as CSV"
        )));
    }
    Ok(())
}

/// Converts a column index to the type of the library; the number of columns is checked before.
fn place(column: usize) -> u16 {
    u16::try_from(column).unwrap_or(u16::MAX)
}

fn refused(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

fn failed(error: XlsxError) -> io::Error {
    match error {
        XlsxError::IoError(error) => error,
        other => io::Error::other(other),
    }
}

#[cfg(test)]
mod tests;
