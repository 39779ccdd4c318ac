//! Reads one sheet of an XLSX workbook row by row: the named one, or the first visible one. Memory
//! stays flat for any length of the sheet: only the shared texts, the formats and one row are in
//! memory.
//!
//! A workbook is a zip archive of XML parts. A client may have written it by hand, so that no size
//! that a part declares is trusted, and no part is read whole. For this reason none of the
//! spreadsheet libraries is used: they allocate memory as the file demands.
//!
//! | file | holds |
//! |---|---|
//! | `package` | the parts of the file, unpacked within limits |
//! | `xml` | the pieces of a part |
//! | `book` | finding the part of the sheet |
//! | `cell`, `texts`, `numbers` | converting a cell to text |
//! | `digits` | number formats that say where digits stand: `000`, `00-000` |
//! | `limits`, `messages` | the limits of a sheet, and error messages |

mod book;
mod cell;
mod digits;
pub(crate) mod limits;
mod messages;
mod numbers;
mod package;
#[cfg(test)]
mod tests;
mod texts;
mod xml;

use std::io::{Read, Seek, SeekFrom};

use quick_xml::events::BytesStart;

use book::Book;
use cell::{Cell, letters};
use limits::{MOST_COLUMNS, MOST_ROWS};
use messages::{DAMAGED, LOCKED, NOT_A_WORKBOOK};
use numbers::{Epoch, Formats};
use package::{Package, Unpacked};
use texts::Texts;
use xml::{Piece, Xml, each_attribute};

use crate::nature::Natures;

/// The first bytes of a zip archive, and of every XLSX workbook.
const ZIP: &[u8] = b"PK\x03\x04";
/// The first bytes of a locked workbook, and of the old XLS format.
const COMPOUND: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// Returns whether a file with these first bytes is a workbook rather than text; at least 8 bytes
/// are needed. It is also true for workbooks that [`Sheet::open`] rejects with a specific message.
pub(crate) fn is_workbook(first: &[u8]) -> bool {
    first.starts_with(ZIP) || first.starts_with(COMPOUND)
}

/// Why a row was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RowError {
    /// The row, counted from 1.
    pub(crate) row: u64,
    /// The column, counted from 0, when it is about one cell.
    pub(crate) column: Option<usize>,
    /// The message, which names the cell.
    pub(crate) message: String,
}

/// A row's number, counted from 1, and its cells as text.
pub(crate) type NumberedRow = (u64, Vec<String>);

/// Iterates over the rows of a sheet. Rows without text are counted and skipped.
///
/// Cells have the text of a CSV export of the sheet: texts unchanged, numbers in their shortest
/// form, `true` and `false`, days as `yyyy-mm-dd`, times as `hh:mm:ss`, both together with a `T`
/// between them. A formula has the result that was saved with the file.
///
/// The first row is the header: later rows are padded to its width, and longer only where they have
/// more cells.
pub(crate) struct Sheet<R> {
    xml: Xml<Unpacked<R>>,
    texts: Texts,
    formats: Formats,
    epoch: Epoch,
    /// The row that was read last.
    row: u64,
    /// Rows before this one are skipped.
    from: u64,
    width: Option<usize>,
    ended: bool,
    cell: Cell,
    /// The natures of the cells of the row that was read last, by column.
    natures: Natures,
}

impl<R: Read + Seek> Sheet<R> {
    /// Opens the sheet of that name, or the first visible one, positioned before its first row. The
    /// error is a message.
    pub(crate) fn open(mut file: R, sheet: Option<&str>) -> Result<Self, String> {
        let unreadable = |error: std::io::Error| format!("The file cannot be read: {error}");
        let mut first = Vec::new();
        file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
        file.by_ref().take(COMPOUND.len() as u64).read_to_end(&mut first).map_err(unreadable)?;
        if first.starts_with(COMPOUND) {
            return Err(LOCKED.to_owned());
        }
        if !first.starts_with(ZIP) {
            return Err(NOT_A_WORKBOOK.to_owned());
        }
        let mut package = Package::open(file)?;
        let Book { sheet, texts, formats, epoch } = Book::read(&mut package, sheet)?;
        let mut xml = Xml::new(package.into_part(&sheet)?);
        loop {
            match xml.next()? {
                Piece::Open(tag) if tag.local_name().as_ref() == "sheetData" => break,
                Piece::End => return Err(DAMAGED.to_owned()),
                _ => {}
            }
        }
        let (cell, natures) = (Cell::default(), Natures::new());
        Ok(Self {
            xml,
            texts,
            formats,
            epoch,
            row: 0,
            from: 1,
            width: None,
            ended: false,
            cell,
            natures,
        })
    }

    /// Takes the natures of the cells of the row that was read last.
    pub(crate) fn take_natures(&mut self) -> Natures {
        std::mem::take(&mut self.natures)
    }

    /// Skips the rows before `row`, for a header further down.
    pub(crate) fn skip_to(&mut self, row: u64) {
        self.from = row;
    }

    /// Reads the next row unpadded; `None` at the end. An outer error ends the reading, an inner
    /// one concerns this row only.
    #[expect(clippy::type_complexity, reason = "a row, its absence, and two kinds of failure")]
    fn written(&mut self) -> Result<Option<(u64, Result<Vec<String>, RowError>)>, String> {
        loop {
            let number = match self.xml.next()? {
                Piece::Open(tag) if tag.local_name().as_ref() == "row" => row_number(&tag)?,
                Piece::Close(tag) if tag.local_name().as_ref() == "sheetData" => {
                    return self.xml.finish().map(|()| None);
                }
                Piece::End => return Err(DAMAGED.to_owned()),
                _ => continue,
            };
            let number = number.unwrap_or(self.row + 1);
            if number <= self.row {
                return Err("The rows of the sheet are not in order".to_owned());
            }
            self.row = number;
            if number > MOST_ROWS {
                return Err(format!("The sheet has more than {MOST_ROWS} rows"));
            }
            return self.cells(number).map(|cells| Some((number, cells)));
        }
    }

    fn cells(&mut self, row: u64) -> Result<Result<Vec<String>, RowError>, String> {
        let mut cells = Vec::with_capacity(self.width.unwrap_or_default());
        let (mut next, mut row_error) = (0, None);
        self.natures.clear();
        loop {
            match self.xml.next()? {
                Piece::Open(tag) if tag.local_name().as_ref() == "c" => {
                    let column = self.cell.open(&tag, next)?;
                    next = column + 1;
                    self.cell.read(&mut self.xml)?;
                    match self.cell.text(&self.texts, &self.formats, self.epoch) {
                        Ok(text) if text.is_empty() => {}
                        Ok(_) if column >= MOST_COLUMNS => {
                            return Err(format!(
                                "The sheet holds something in column {}; there may be {MOST_COLUMNS} columns",
                                letters(column)
                            ));
                        }
                        Ok(text) => {
                            if cells.len() <= column {
                                cells.resize(column + 1, String::new());
                            }
                            if let Some(nature) = self.cell.nature(&text, &self.formats) {
                                self.natures.push((column, nature));
                            }
                            cells[column] = text;
                        }
                        Err(what) => {
                            row_error.get_or_insert_with(|| RowError {
                                row,
                                column: Some(column),
                                message: format!("The cell {}{row} {what}", letters(column)),
                            });
                        }
                    }
                }
                Piece::Close(tag) if tag.local_name().as_ref() == "row" => break,
                Piece::End => return Err(DAMAGED.to_owned()),
                _ => {}
            }
        }
        Ok(row_error.map_or(Ok(cells), Err))
    }
}

impl<R: Read + Seek> Iterator for Sheet<R> {
    /// A row or its error; nothing after a damaged file.
    type Item = Result<NumberedRow, RowError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            match self.written() {
                Ok(Some((number, _))) if number < self.from => {}
                Ok(Some((_, Ok(cells)))) if cells.iter().all(|cell| cell.trim().is_empty()) => {}
                Ok(Some((number, Ok(mut cells)))) => {
                    let width = *self.width.get_or_insert(cells.len());
                    if cells.len() < width {
                        cells.resize(width, String::new());
                    }
                    return Some(Ok((number, cells)));
                }
                Ok(Some((_, Err(row_error)))) => return Some(Err(row_error)),
                Ok(None) => self.ended = true,
                Err(message) => {
                    self.ended = true;
                    return Some(Err(RowError { row: self.row.max(1), column: None, message }));
                }
            }
        }
        None
    }
}

fn row_number(tag: &BytesStart<'_>) -> Result<Option<u64>, String> {
    let mut number = None;
    each_attribute(tag, |name, value| {
        if name == "r" {
            number = Some(value.trim().parse());
        }
    })?;
    number.transpose().map_err(|_| DAMAGED.to_owned())
}
