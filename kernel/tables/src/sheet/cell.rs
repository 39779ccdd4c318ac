//! Reads a cell and converts it to text.

use std::io::Read;

use quick_xml::events::BytesStart;

use super::limits::is_too_long;
use super::messages::DAMAGED;
use super::numbers::{self, Epoch, Formats, Shape};
use super::texts::{self, Runs, Texts, unescape};
use super::xml::{Piece, Xml, each_attribute};
use crate::nature::Nature;

/// The type of a cell's value.
#[derive(Clone, Copy, Default, PartialEq)]
enum CellType {
    #[default]
    Number,
    /// The index of a shared text.
    Shared,
    Inline,
    /// The text result of a formula.
    Text,
    Boolean,
    Error,
    Date,
}

/// The current cell. Its buffers are reused for the next one.
#[derive(Default)]
pub(super) struct Cell {
    kind: CellType,
    format: usize,
    value: String,
    runs: Runs,
    /// Whether there is a value, even an empty one.
    valued: bool,
    formula: bool,
}

impl Cell {
    /// Reads the tag, and returns the column: `next` when the tag has none.
    pub(super) fn open(&mut self, tag: &BytesStart<'_>, next: usize) -> Result<usize, String> {
        let (mut column, mut kind) = (Some(next), Some(CellType::Number));
        self.format = 0;
        each_attribute(tag, |name, value| match name {
            "r" => column = column_of(&value),
            "s" => self.format = value.parse().unwrap_or_default(),
            "t" => {
                kind = match value.as_ref() {
                    "n" => Some(CellType::Number),
                    "s" => Some(CellType::Shared),
                    "inlineStr" => Some(CellType::Inline),
                    "str" => Some(CellType::Text),
                    "b" => Some(CellType::Boolean),
                    "e" => Some(CellType::Error),
                    "d" => Some(CellType::Date),
                    _ => None,
                }
            }
            _ => {}
        })?;
        self.kind = kind.ok_or(DAMAGED)?;
        column.ok_or_else(|| DAMAGED.to_owned())
    }

    /// Reads up to the end of the cell.
    pub(super) fn read(&mut self, xml: &mut Xml<impl Read>) -> Result<(), String> {
        self.value.clear();
        self.runs.clear();
        (self.valued, self.formula) = (false, false);
        let mut inside = false;
        loop {
            match xml.next()? {
                Piece::Open(tag) => match tag.local_name().as_ref() {
                    "v" => (inside, self.valued) = (true, true),
                    "f" => self.formula = true,
                    _ => self.runs.open(&tag)?,
                },
                Piece::Text(text) if inside => {
                    if self.value.len() <= texts::MOST_BYTES {
                        self.value.push_str(&text);
                    }
                }
                Piece::Text(text) => self.runs.push(&text),
                Piece::Close(tag) => match tag.local_name().as_ref() {
                    "c" => return Ok(()),
                    "v" => inside = false,
                    name => self.runs.close(name),
                },
                Piece::Nothing => {}
                Piece::End => return Err(DAMAGED.to_owned()),
            }
        }
    }

    /// Returns the cell as text, empty for an empty one. The error is the end of a sentence about
    /// the cell.
    pub(super) fn text(
        &self,
        texts: &Texts,
        formats: &Formats,
        epoch: Epoch,
    ) -> Result<String, String> {
        let value = self.value.as_str();
        match self.kind {
            CellType::Inline => return self.runs.get().map(str::to_owned),
            // A text result may be empty; every other result is written.
            _ if self.formula
                && value.is_empty()
                && !(self.kind == CellType::Text && self.valued) =>
            {
                return Err("holds a formula whose result was not saved; open the file in a \
                            spreadsheet program, save it, and try once more"
                    .to_owned());
            }
            CellType::Text => {
                let mut text = String::with_capacity(value.len());
                unescape(value, &mut text);
                return if is_too_long(&text) { Err(texts::too_long_text()) } else { Ok(text) };
            }
            _ if value.is_empty() => return Ok(String::new()),
            _ => {}
        }
        match self.kind {
            CellType::Shared => {
                texts.get(value.trim().parse().unwrap_or(usize::MAX)).map(str::to_owned)
            }
            CellType::Boolean => match value.trim() {
                "1" | "true" => Ok("true".to_owned()),
                "0" | "false" => Ok("false".to_owned()),
                _ => Err("is neither true nor false".to_owned()),
            },
            CellType::Error => {
                let shown: String = value.chars().take(20).collect();
                Err(format!("holds the error {shown}"))
            }
            CellType::Date => numbers::iso(value, self.shape(formats)),
            CellType::Number | CellType::Inline | CellType::Text => {
                numbers::text(value, self.shape(formats), epoch)
            }
        }
    }

    fn shape(&self, formats: &Formats) -> Shape {
        formats.get(self.format).map(|format| format.shape).unwrap_or_default()
    }

    /// Returns what the text of a cell leaves out; `None` for a text.
    pub(super) fn nature(&self, text: &str, formats: &Formats) -> Option<Nature> {
        match self.kind {
            CellType::Number if self.shape(formats) == Shape::Number => {
                let digits = formats.get(self.format).and_then(|format| format.digits.as_ref());
                let shown = digits.and_then(|digits| digits.shown(text));
                Some(shown.map_or(Nature::Number, Nature::Shown))
            }
            CellType::Number | CellType::Date => Some(Nature::Moment),
            _ => None,
        }
    }
}

/// Parses the column of a reference such as `AB12`, counted from 0.
fn column_of(reference: &str) -> Option<usize> {
    let letters = reference.bytes().take_while(u8::is_ascii_alphabetic);
    let column = letters.take(4).fold(0, |column, letter| {
        column * 26 + usize::from(letter.to_ascii_uppercase() - b'A') + 1
    });
    column.checked_sub(1)
}

/// Returns the letters of a column, counted from 0.
pub(super) fn letters(column: usize) -> String {
    let (before, last) = (column / 26, char::from(b'A' + (column % 26) as u8));
    match before.checked_sub(1) {
        Some(before) => format!("{}{last}", letters(before)),
        None => last.to_string(),
    }
}
