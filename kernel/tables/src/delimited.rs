//! Splits a text file into records of cells, by RFC 4180 and with any one-byte delimiter. It does
//! not interpret the cells.
//!
//! Why not the csv crate: an import reports each error at its physical line, and one file must not
//! exhaust the process. That crate counts blank lines and CRLF towards the line before, takes the
//! rest of the file for a quoted cell when a quote is never closed, and reads a whole record before
//! its length can be checked.

use std::io::{self, BufReader, Read};

use crate::cell_text::LONGEST_TEXT;

/// The maximum number of cells of a record.
const WIDEST_RECORD: usize = 2000;

/// A record: the line where it starts, and its cells as bytes.
#[derive(Debug, PartialEq)]
pub(crate) struct RawRecord {
    pub(crate) line: u64,
    pub(crate) cells: Vec<Vec<u8>>,
}

/// An error that ends the reading of a file, at a line.
#[derive(Debug)]
pub(crate) struct ReadError {
    pub(crate) line: u64,
    pub(crate) message: String,
}

pub(crate) struct Records<'r> {
    bytes: io::Bytes<BufReader<Box<dyn Read + 'r>>>,
    /// One byte of lookahead, to distinguish CRLF from a lone CR and a doubled quote from a closing
    /// one.
    ahead: Option<u8>,
    /// The line end that was read last, as it is written.
    line_end: &'static [u8],
    line: u64,
    delimiter: u8,
}

/// The state within a cell.
#[derive(Clone, Copy, PartialEq)]
enum At {
    Start,
    Bare,
    Quoted { since: u64 },
    Closed,
}

impl<'r> Records<'r> {
    pub(crate) fn new(reader: Box<dyn Read + 'r>, delimiter: u8) -> Self {
        let bytes = BufReader::new(reader).bytes();
        Self { bytes, ahead: None, line_end: b"\n", line: 1, delimiter }
    }

    /// Skips physical lines until `line` is the next.
    pub(crate) fn skip_to(&mut self, line: u64) -> Result<(), ReadError> {
        while self.line < line && self.next_byte()?.is_some() {}
        Ok(())
    }

    /// Reads the next record that is not a blank line; `None` at the end.
    pub(crate) fn next_record(&mut self) -> Result<Option<RawRecord>, ReadError> {
        loop {
            let line = self.line;
            let Some(cells) = self.cells()? else {
                return Ok(None);
            };
            if cells.len() > 1 || cells.iter().any(|cell| !cell.is_empty()) {
                return Ok(Some(RawRecord { line, cells }));
            }
        }
    }

    fn cells(&mut self) -> Result<Option<Vec<Vec<u8>>>, ReadError> {
        let Some(mut byte) = self.next_byte()? else {
            return Ok(None);
        };
        let mut cells = Vec::new();
        let mut cell = Vec::new();
        let mut at = At::Start;
        loop {
            at = match (at, byte) {
                (At::Quoted { .. }, b'"') if self.peek()? == Some(b'"') => {
                    self.next_byte()?;
                    cell.push(b'"');
                    at
                }
                (At::Quoted { .. }, b'"') => At::Closed,
                (At::Quoted { .. }, b'\n') => {
                    cell.extend_from_slice(self.line_end);
                    at
                }
                (At::Quoted { .. }, other) => {
                    cell.push(other);
                    at
                }
                (_, b'\n') => break,
                (_, delimiter) if delimiter == self.delimiter => {
                    cells.push(std::mem::take(&mut cell));
                    At::Start
                }
                (At::Start, b'"') => At::Quoted { since: self.line },
                (at, other) => {
                    cell.push(other);
                    if at == At::Closed { At::Closed } else { At::Bare }
                }
            };
            if cell.len() > LONGEST_TEXT {
                let message = match at {
                    At::Quoted { since } => format!(
                        "The cell that a quote opens on line {since} is longer than {} KiB; is the quote closed?",
                        LONGEST_TEXT / 1024
                    ),
                    _ => format!("A cell is longer than {} KiB", LONGEST_TEXT / 1024),
                };
                return Err(self.read_error(message));
            }
            if cells.len() >= WIDEST_RECORD {
                return Err(self.read_error(format!(
                    "There are more than {WIDEST_RECORD} cells; is the delimiter right?"
                )));
            }
            byte = match (self.next_byte()?, at) {
                (Some(byte), _) => byte,
                (None, At::Quoted { since }) => {
                    return Err(ReadError {
                        line: since,
                        message: "A quote is opened here and never closed".to_owned(),
                    });
                }
                (None, _) => break,
            };
        }
        cells.push(cell);
        Ok(Some(cells))
    }

    /// Reads the next byte, every line end as one `\n`; inside of quotes it stays as it is.
    fn next_byte(&mut self) -> Result<Option<u8>, ReadError> {
        let byte = match self.ahead.take() {
            Some(byte) => Some(byte),
            None => self.read()?,
        };
        let byte = match byte {
            Some(b'\r') => {
                self.ahead = self.read()?;
                self.line_end = match self.ahead.take_if(|next| *next == b'\n') {
                    Some(_) => b"\r\n",
                    None => b"\r",
                };
                Some(b'\n')
            }
            Some(b'\n') => {
                self.line_end = b"\n";
                Some(b'\n')
            }
            other => other,
        };
        if byte == Some(b'\n') {
            self.line += 1;
        }
        Ok(byte)
    }

    fn peek(&mut self) -> Result<Option<u8>, ReadError> {
        if self.ahead.is_none() {
            self.ahead = self.read()?;
        }
        Ok(self.ahead)
    }

    fn read(&mut self) -> Result<Option<u8>, ReadError> {
        let byte = self.bytes.next().transpose();
        byte.map_err(|error| {
            self.read_error(format!("The file cannot be read any further: {error}"))
        })
    }

    fn read_error(&self, message: String) -> ReadError {
        ReadError { line: self.line, message }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(text: &str) -> Vec<(u64, Vec<String>)> {
        let mut records = Records::new(Box::new(text.as_bytes()), b',');
        let mut all = Vec::new();
        while let Some(record) = records.next_record().expect("readable") {
            let cells =
                record.cells.into_iter().map(|cell| String::from_utf8_lossy(&cell).into_owned());
            all.push((record.line, cells.collect()));
        }
        all
    }

    fn read_error(text: &str) -> ReadError {
        let mut records = Records::new(Box::new(text.as_bytes()), b',');
        loop {
            match records.next_record() {
                Ok(Some(_)) => {}
                Ok(None) => panic!("the file is whole"),
                Err(read_error) => return read_error,
            }
        }
    }

    fn row(line: u64, cells: &[&str]) -> (u64, Vec<String>) {
        (line, cells.iter().map(|cell| (*cell).to_owned()).collect())
    }

    #[test]
    fn quotes_hold_delimiters_line_breaks_and_doubled_quotes() {
        let text = "a,\"b, \"\"c\"\"\nd\"\ne,f";
        assert_eq!(records(text), [row(1, &["a", "b, \"c\"\nd"]), row(3, &["e", "f"])]);
    }

    #[test]
    fn a_quote_inside_a_bare_cell_is_a_letter() {
        assert_eq!(records("5\" pipe,a\"b\""), [row(1, &["5\" pipe", "a\"b\""])]);
    }

    #[test]
    fn lines_are_counted_through_blank_ones_and_any_line_end() {
        assert_eq!(
            records("a\r\n\r\n\"b\r\nc\"\r\nd"),
            [row(1, &["a"]), row(3, &["b\r\nc"]), row(5, &["d"])]
        );
        assert_eq!(records("a\rb\r"), [row(1, &["a"]), row(2, &["b"])]);
    }

    #[test]
    fn a_quote_never_closed_is_reported_at_the_line_that_opens_it() {
        let read_error = read_error("a,b\n1,\"open\n2,3\n");
        assert_eq!(
            (read_error.line, read_error.message.as_str()),
            (2, "A quote is opened here and never closed")
        );
    }

    #[test]
    fn endless_cell_is_rejected_before_the_whole_file_is_read() {
        let endless = std::io::repeat(b'x');
        let mut records = Records::new(Box::new(endless), b',');
        assert!(
            records
                .next_record()
                .is_err_and(|read_error| read_error.message == "A cell is longer than 64 KiB")
        );
    }
}
