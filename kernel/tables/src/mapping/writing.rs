//! How the texts of a file without a mapping are written: what separates cells, the encoding, the order of
//! dates and the signs in numbers. The caller says it, or it is guessed from the file.
//!
//! A cell that can be read in one way only needs neither. One that can be read in two is an error that asks.

use std::io::Read;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, WINDOWS_1256};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cell_error::CellError;
use crate::sheet::is_workbook;
use crate::table::{Input, Reading};

/// How many bytes show the separator and the encoding.
const BEGINNING: u64 = 64 * 1024;

/// How a file is written. What is absent does not matter for it, or is decided cell by cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "FileWriting")]
pub struct Writing {
    /// What separates the cells of a line; absent for a workbook.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub separator: Option<Separator>,
    /// The encoding, such as `utf-8` or `windows-1256`; absent for a workbook.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// The order of day, month and year; absent when all dates can be read in one way only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date_order: Option<DateOrder>,
    /// The signs in numbers; absent when all numbers can be read in one way only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numbers: Option<NumberSigns>,
    /// What the file does not show and has to be said, because some of its first cells can be read in two
    /// ways.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asks: Vec<WritingPart>,
}

/// A part of how a file is written that its cells may leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum WritingPart {
    /// The order of day, month and year.
    DateOrder,
    /// The signs in numbers.
    Numbers,
}

/// What separates the cells of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Separator {
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// A tab.
    Tab,
    /// `|`
    Bar,
}

/// The order of day, month and year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum DateOrder {
    /// 31/12/2026
    DayMonthYear,
    /// 12/31/2026
    MonthDayYear,
    /// 2026/12/31
    YearMonthDay,
}

/// The signs in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum NumberSigns {
    /// 1,234.5: a point before the decimals.
    Point,
    /// 1.234,5: a comma before the decimals.
    Comma,
}

/// The encodings that are guessed, beside UTF-8 and UTF-16.
const LETTERS_OF_1256: std::ops::RangeInclusive<u8> = 0xc0..=0xed;

impl Separator {
    const ALL: [Self; 4] = [Self::Comma, Self::Semicolon, Self::Tab, Self::Bar];

    /// Returns the separator itself.
    pub fn sign(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
            Self::Bar => b'|',
        }
    }
}

impl Writing {
    /// Adds what the beginning of a file shows, where the caller says nothing. A workbook has neither
    /// separators nor an encoding.
    pub fn of_file(mut self, file: &mut impl Input) -> Result<Self, CellError> {
        let alone = |message: String| CellError::of_line(1, message);
        let mut beginning = Vec::new();
        let read = file.by_ref().take(BEGINNING).read_to_end(&mut beginning);
        let read = read.and_then(|_| file.rewind());
        read.map_err(|error| alone(format!("The file cannot be read: {error}")))?;
        if is_workbook(&beginning) {
            (self.separator, self.encoding) = (None, None);
            return Ok(self);
        }
        self.guessed(&beginning).map_err(alone)
    }

    /// Adds what the beginning of a text file shows, where the caller says nothing.
    ///
    /// # Errors
    /// A message for an encoding that is not known.
    pub fn guessed(mut self, beginning: &[u8]) -> Result<Self, String> {
        let encoding = match &self.encoding {
            Some(label) => Encoding::for_label(label.trim().as_bytes()).ok_or_else(|| {
                format!(
                    "The encoding '{label}' is not known; examples are utf-8, utf-16le, windows-1256"
                )
            })?,
            None => encoding_of(beginning),
        };
        self.encoding = Some(encoding.name().to_lowercase());
        if self.separator.is_none() {
            let text = encoding.decode(beginning).0;
            self.separator = Some(separator_of(&text));
        }
        Ok(self)
    }

    /// Notes that a cell can be read in two ways.
    pub(super) fn ask(&mut self, part: WritingPart) {
        if !self.asks.contains(&part) {
            self.asks.push(part);
        }
    }

    /// Forgets what another cell has shown since it was asked.
    pub(super) fn drop_answered(&mut self) {
        let (dates, numbers) = (self.date_order.is_some(), self.numbers.is_some());
        self.asks.retain(|part| match part {
            WritingPart::DateOrder => !dates,
            WritingPart::Numbers => !numbers,
        });
    }

    /// Returns how the file is read.
    pub fn reading(&self) -> Reading {
        let usual = Reading::default();
        let named = |label: &String| Encoding::for_label(label.as_bytes());
        Reading {
            delimiter: self.separator.map_or(usual.delimiter, Separator::sign),
            encoding: self.encoding.as_ref().and_then(named).unwrap_or(usual.encoding),
            ..usual
        }
    }
}

fn encoding_of(beginning: &[u8]) -> &'static Encoding {
    if let Some((marked, _)) = Encoding::for_bom(beginning) {
        return marked;
    }
    let zeros = |from: usize| beginning.iter().skip(from).step_by(2).filter(|byte| **byte == 0);
    let (even, odd) = (zeros(0).count(), zeros(1).count());
    if even + odd > beginning.len() / 4 {
        return if even > odd { UTF_16BE } else { UTF_16LE };
    }
    match std::str::from_utf8(beginning) {
        Ok(_) => UTF_8,
        // The end of the sample may cut a letter.
        Err(error) if error.error_len().is_none() => UTF_8,
        Err(_) => {
            // Words of Arabic letters stand together; accents stand among letters of ASCII.
            let together = |two: &&[u8]| two.iter().all(|byte| LETTERS_OF_1256.contains(byte));
            let letters = beginning.iter().filter(|byte| LETTERS_OF_1256.contains(byte)).count();
            let pairs = beginning.windows(2).filter(together).count();
            if pairs * 2 > letters { WINDOWS_1256 } else { WINDOWS_1252 }
        }
    }
}

/// Returns the sign that splits the header into most cells, outside of quotes.
fn separator_of(text: &str) -> Separator {
    let mut counts = [0_usize; Separator::ALL.len()];
    let mut quoted = false;
    for letter in text.trim_start_matches(['\u{feff}', '\r', '\n']).chars() {
        match letter {
            '"' => quoted = !quoted,
            '\n' | '\r' if !quoted => break,
            _ if quoted => {}
            _ => {
                let sign = |one: &Separator| char::from(one.sign()) == letter;
                if let Some(at) = Separator::ALL.iter().position(sign) {
                    counts[at] += 1;
                }
            }
        }
    }
    // The first of equals is the comma.
    let most = counts.iter().max().copied().unwrap_or_default();
    let at = counts.iter().position(|count| *count == most).unwrap_or_default();
    Separator::ALL[at]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guessed(bytes: &[u8]) -> (Separator, String) {
        let writing = Writing::default().guessed(bytes).expect("a guess");
        (writing.separator.expect("one"), writing.encoding.expect("one"))
    }

    #[test]
    fn separator_and_encoding_are_guessed_from_the_beginning() {
        let of = |separator, encoding: &str| (separator, encoding.to_owned());
        assert_eq!(guessed(b"name,area\n"), of(Separator::Comma, "utf-8"));
        assert_eq!(guessed(b"name;\"a,b,c\";area\n"), of(Separator::Semicolon, "utf-8"));
        assert_eq!(guessed(b"\xef\xbb\xbfname\tarea\n"), of(Separator::Tab, "utf-8"));
        assert_eq!(guessed(b"name|area"), of(Separator::Bar, "utf-8"));
        assert_eq!(guessed(b"name\nx;y;z"), of(Separator::Comma, "utf-8"));
        assert_eq!(guessed(b"name;n\n\xc8\xd1\xcc;1"), of(Separator::Semicolon, "windows-1256"));
        assert_eq!(
            guessed(b"name;n\nCaf\xe9 de la Cr\xe8me;1"),
            of(Separator::Semicolon, "windows-1252")
        );
        let wide: Vec<u8> = "name;n\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(guessed(&wide), of(Separator::Semicolon, "utf-16le"));
    }

    #[test]
    fn what_the_caller_says_is_not_guessed() {
        let said = Writing {
            separator: Some(Separator::Comma),
            encoding: Some("Windows-1256".to_owned()),
            ..Writing::default()
        };
        let writing = said.guessed(b"a;b;c").expect("a writing");
        assert_eq!(writing.separator, Some(Separator::Comma));
        assert_eq!(writing.encoding.as_deref(), Some("windows-1256"));
        let unknown = Writing { encoding: Some("klingon".to_owned()), ..Writing::default() };
        assert!(unknown.guessed(b"").is_err());
    }
}
