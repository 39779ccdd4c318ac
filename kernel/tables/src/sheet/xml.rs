//! Reads the XML of a part piece by piece. No piece takes more memory than a cell may need, for any
//! content of the part.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};

use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesEnd, BytesStart, Event};

use super::messages::DAMAGED;

/// The maximum size in bytes of one tag, or of a text up to the next tag.
const LONGEST_PIECE: usize = 512 * 1024;
/// The maximum nesting depth of elements.
const DEEPEST: u32 = 64;

/// A piece of a part.
pub(super) enum Piece<'x> {
    /// An element begins. One that is empty ends with the next piece.
    Open(BytesStart<'x>),
    /// An element ends.
    Close(BytesEnd<'x>),
    /// Text, or a part of it.
    Text(Cow<'x, str>),
    /// A comment, or something else without content.
    Nothing,
    /// The part ends.
    End,
}

/// Reads a part.
pub(super) struct Xml<R> {
    reader: Reader<Fence<BufReader<R>>>,
    buffer: Vec<u8>,
    depth: u32,
}

impl<R: Read> Xml<R> {
    pub(super) fn new(part: R) -> Self {
        let fence = Fence { bytes: BufReader::with_capacity(32 * 1024, part), left: 0 };
        let mut reader = Reader::from_reader(fence);
        reader.config_mut().expand_empty_elements = true;
        Self { reader, buffer: Vec::new(), depth: 0 }
    }

    /// Reads the next piece. The error is a message.
    pub(super) fn next(&mut self) -> Result<Piece<'_>, String> {
        self.buffer.clear();
        self.reader.get_mut().left = LONGEST_PIECE;
        let event = self.reader.read_event_into(&mut self.buffer).map_err(|error| match error {
            quick_xml::Error::Io(error) => error.to_string(),
            _ => DAMAGED.to_owned(),
        })?;
        Ok(match event {
            Event::Start(_) if self.depth == DEEPEST => return Err(DAMAGED.to_owned()),
            Event::Start(tag) => {
                self.depth += 1;
                Piece::Open(tag)
            }
            Event::End(tag) => {
                self.depth = self.depth.saturating_sub(1);
                Piece::Close(tag)
            }
            Event::Text(text) => Piece::Text(text.xml10_content()),
            Event::CData(text) => Piece::Text(text.xml10_content()),
            Event::GeneralRef(name) => match name.resolve_char_ref() {
                Ok(Some(letter)) => Piece::Text(Cow::Owned(letter.to_string())),
                Ok(None) => Piece::Text(resolve_xml_entity(&name).ok_or(DAMAGED)?.into()),
                Err(_) => return Err(DAMAGED.to_owned()),
            },
            Event::Eof if self.depth > 0 => return Err(DAMAGED.to_owned()),
            Event::Eof => Piece::End,
            // It could define entities that expand without limit.
            Event::DocType(_) => return Err(DAMAGED.to_owned()),
            Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) => Piece::Nothing,
        })
    }

    /// Reads the rest, which verifies the part's size and checksum.
    pub(super) fn finish(&mut self) -> Result<(), String> {
        let fence = self.reader.get_mut();
        fence.left = usize::MAX;
        io::copy(fence, &mut io::sink()).map(drop).map_err(|error| error.to_string())
    }
}

/// Calls `with` for every attribute of a tag: its name without a prefix, and its value.
pub(super) fn each_attribute(
    tag: &BytesStart<'_>,
    mut with: impl FnMut(&str, Cow<'_, str>),
) -> Result<(), String> {
    for attribute in tag.attributes().with_checks(false) {
        let attribute = attribute.map_err(|_| DAMAGED)?;
        let value = attribute.normalized_value(XmlVersion::default()).map_err(|_| DAMAGED)?;
        with(attribute.key.local_name().as_ref(), value);
    }
    Ok(())
}

/// A reader that fails after a limited number of bytes.
struct Fence<B> {
    bytes: B,
    left: usize,
}

impl<B: BufRead> Read for Fence<B> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(buffer)?;
        self.left = self.left.saturating_sub(read);
        Ok(read)
    }
}

impl<B: BufRead> BufRead for Fence<B> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let bytes = self.bytes.fill_buf()?;
        if self.left == 0 && !bytes.is_empty() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, DAMAGED));
        }
        Ok(&bytes[..bytes.len().min(self.left)])
    }

    fn consume(&mut self, used: usize) {
        self.bytes.consume(used);
        self.left -= used.min(self.left);
    }
}
