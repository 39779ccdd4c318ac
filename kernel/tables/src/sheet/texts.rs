//! The texts of a workbook: the shared texts of cells, and texts composed of runs.

use std::io::Read;

use quick_xml::events::BytesStart;

use super::limits::{LONGEST_TEXT, is_too_long};
use super::messages::DAMAGED;
use super::xml::{Piece, Xml, each_attribute};

/// The maximum size in bytes of a cell's text before unescaping: seven for an escaped character.
pub(super) const MOST_BYTES: usize = 7 * LONGEST_TEXT;

/// The texts that cells refer to by index, in one allocation.
#[derive(Default)]
pub(super) struct Texts {
    all: String,
    /// Where each text ends, and whether it is longer than a cell can hold.
    ends: Vec<(u32, bool)>,
}

impl Texts {
    /// Reads the part with the shared texts, of at most 64 MiB.
    pub(super) fn read(part: impl Read) -> Result<Self, String> {
        let mut xml = Xml::new(part);
        let mut texts = Self::default();
        let mut runs = Runs::default();
        loop {
            match xml.next()? {
                Piece::Open(tag) if tag.local_name().as_ref() == "si" => runs.clear(),
                Piece::Open(tag) => runs.open(&tag)?,
                Piece::Text(text) => runs.push(&text),
                Piece::Close(tag) if tag.local_name().as_ref() == "si" => {
                    let too_long = runs.get().map(|text| texts.all.push_str(text)).is_err();
                    let end = u32::try_from(texts.all.len()).map_err(|_| DAMAGED)?;
                    texts.ends.push((end, too_long));
                }
                Piece::Close(tag) => runs.close(tag.local_name().as_ref()),
                Piece::Nothing => {}
                Piece::End => return Ok(texts),
            }
        }
    }

    /// Returns the text at this index; an error when there is none, or when it is too long for a
    /// cell.
    pub(super) fn get(&self, number: usize) -> Result<&str, String> {
        let Some((end, too_long)) = self.ends.get(number).copied() else {
            return Err("refers to a text that the workbook does not have".to_owned());
        };
        let start = match number.checked_sub(1) {
            Some(before) => self.ends[before].0,
            None => 0,
        };
        if too_long { Err(too_long_text()) } else { Ok(&self.all[start as usize..end as usize]) }
    }
}

/// Returns the message for a text that is longer than a cell can hold.
pub(super) fn too_long_text() -> String {
    format!("holds more than {LONGEST_TEXT} characters")
}

/// A text composed of runs with different formatting. Phonetic readings above Japanese words are
/// not part of it.
#[derive(Default)]
pub(super) struct Runs {
    text: String,
    too_long: bool,
    /// Where the current run starts, and whether the spaces around it are significant.
    run: Option<(usize, bool)>,
    reading: bool,
}

impl Runs {
    pub(super) fn clear(&mut self) {
        self.text.clear();
        (self.too_long, self.run, self.reading) = (false, None, false);
    }

    pub(super) fn open(&mut self, tag: &BytesStart<'_>) -> Result<(), String> {
        match tag.local_name().as_ref() {
            "rPh" => self.reading = true,
            "t" if !self.reading => {
                let mut spaces = false;
                each_attribute(tag, |name, value| {
                    spaces |= name == "space" && value == "preserve"
                })?;
                self.run = Some((self.text.len(), spaces));
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn push(&mut self, text: &str) {
        if self.run.is_none() || self.too_long {
            return;
        }
        self.text.push_str(text);
        self.too_long = self.text.len() > MOST_BYTES;
    }

    pub(super) fn close(&mut self, name: &str) {
        match name {
            "rPh" => self.reading = false,
            "t" => {
                let Some((start, spaces)) = self.run.take() else {
                    return;
                };
                let run = self.text.split_off(start);
                let trimmed = if spaces { &run } else { run.trim_matches([' ', '\t', '\r', '\n']) };
                unescape(trimmed, &mut self.text);
            }
            _ => {}
        }
    }

    /// Returns the whole text; an error when it is too long for a cell.
    pub(super) fn get(&self) -> Result<&str, String> {
        if self.too_long || is_too_long(&self.text) {
            return Err(too_long_text());
        }
        Ok(&self.text)
    }
}

/// Replaces escapes such as `_x000D_`, for characters that XML cannot contain.
pub(super) fn unescape(text: &str, into: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find("_x") {
        let escape = rest.get(at..at + 7).filter(|escape| escape.ends_with('_'));
        let digits = escape.map(|escape| &escape[2..6]);
        let digits = digits.filter(|digits| digits.bytes().all(|c| c.is_ascii_hexdigit()));
        match digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).map(char::from_u32) {
            Some(Some(letter)) => {
                into.push_str(&rest[..at]);
                into.push(letter);
                rest = &rest[at + 7..];
            }
            _ => {
                into.push_str(&rest[..at + 2]);
                rest = &rest[at + 2..];
            }
        }
    }
    into.push_str(rest);
}
