//! Judges what is attached to a record by its bytes alone: documents and pictures that run nothing. The name of a file and
//! the type that a client sends say nothing. A file that other programs would take for a page or an archive is refused,
//! also when it begins as a picture or a PDF.

use std::io::Read;

use flate2::read::DeflateDecoder;
use memchr::memmem;

/// The list of parts that each Office document has.
const PARTS: &[u8] = b"[Content_Types].xml";

/// How many entries a document may have, and how many bytes its list of parts.
const MOST_ENTRIES: u16 = 10_000;
const MOST_PARTS: u64 = 1024 * 1024;

/// The length of the record at the end of a ZIP archive, and how many bytes may follow it.
const END: usize = 22;
const MOST_BEHIND: usize = END + 65_535;

/// What in the name of an entry, in lower case, belongs to macros and other programs, and how the names of programs end.
const ACTIVE: [&[u8]; 4] = [b"vbaproject", b"vbadata", b"activex/", b"macrosheets/"];
const PROGRAMS: [&[u8]; 13] = [
    b".exe", b".dll", b".com", b".scr", b".msi", b".bat", b".cmd", b".ps1", b".vbs", b".js",
    b".jar", b".hta", b".lnk",
];

/// How a page begins, in lower case, and among how many of the first bytes browsers look for that.
const PAGE: [&[u8]; 5] = [b"<!doctype html", b"<html", b"<script", b"<svg", b"<iframe"];
const SNIFFED: usize = 1_024;

/// A type of file that may be attached to a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileType {
    Pdf,
    Jpeg,
    Png,
    WebP,
    Docx,
    Xlsx,
}

impl FileType {
    /// Judges a file; `None` for one that may not be attached.
    pub(crate) fn of(bytes: &[u8]) -> Option<Self> {
        let found = Self::begun(bytes)?;
        let is_office = matches!(found, Self::Docx | Self::Xlsx);
        (is_office || !is_ambiguous(bytes)).then_some(found)
    }

    fn begun(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [b'%', b'P', b'D', b'F', b'-', b'0'..=b'9', ..] => Some(Self::Pdf),
            [0xff, 0xd8, 0xff, ..] => Some(Self::Jpeg),
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => {
                (bytes.get(12..16)? == b"IHDR").then_some(Self::Png)
            }
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', b'V', b'P', ..] => {
                Some(Self::WebP)
            }
            [b'P', b'K', 3, 4, ..] => office(bytes),
            _ => None,
        }
    }

    /// Returns its media type.
    pub(crate) fn content_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::WebP => "image/webp",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }

    /// Returns the endings of its names, the usual one first.
    pub(crate) fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Pdf => &["pdf"],
            Self::Jpeg => &["jpg", "jpeg"],
            Self::Png => &["png"],
            Self::WebP => &["webp"],
            Self::Docx => &["docx"],
            Self::Xlsx => &["xlsx"],
        }
    }
}

/// Returns whether a picture or a PDF is a page or an archive to other programs.
fn is_ambiguous(bytes: &[u8]) -> bool {
    let first = bytes[..bytes.len().min(SNIFFED)].to_ascii_lowercase();
    let last = &bytes[bytes.len().saturating_sub(MOST_BEHIND)..];
    PAGE.iter().any(|one| memmem::find(&first, one).is_some())
        || memmem::find(last, b"PK\x05\x06").is_some()
}

/// Judges a ZIP archive: a document or a workbook has its parts, and names them in a list.
fn office(zip: &[u8]) -> Option<FileType> {
    let entries = entries(zip)?;
    let is_active = |entry: &Entry<'_>| {
        let name = entry.name.to_ascii_lowercase();
        ACTIVE.iter().any(|one| memmem::find(&name, one).is_some())
            || PROGRAMS.iter().any(|one| name.ends_with(one))
    };
    if entries.iter().any(is_active) {
        return None;
    }
    // Which of two lists of parts an application reads is its own affair.
    let mut lists = entries.iter().filter(|entry| entry.name == PARTS);
    let (list, None) = (lists.next()?, lists.next()) else { return None };
    let parts = list.unpacked(zip)?;
    let parts = String::from_utf8(parts).ok()?.to_ascii_lowercase();
    if parts.contains("macroenabled") || parts.contains("vbaproject") {
        return None;
    }
    let has = |name: &[u8]| entries.iter().any(|entry| entry.name == name);
    match () {
        () if has(b"word/document.xml") => Some(FileType::Docx),
        () if has(b"xl/workbook.xml") => Some(FileType::Xlsx),
        () => None,
    }
}

/// An entry in the directory of a ZIP archive.
struct Entry<'a> {
    name: &'a [u8],
    /// 0: stored, 8: deflated.
    method: u16,
    /// The number of its bytes in the archive.
    length: usize,
    /// Where its own header begins.
    at: usize,
}

/// Reads the directory of a ZIP archive; `None` when it is damaged, or is larger than documents have it.
fn entries(zip: &[u8]) -> Option<Vec<Entry<'_>>> {
    let from = zip.len().saturating_sub(MOST_BEHIND);
    let end = from + memmem::rfind(&zip[from..], b"PK\x05\x06")?;
    let count = u16_at(zip, end + 10)?;
    if count > MOST_ENTRIES {
        return None;
    }
    let mut at = u32_at(zip, end + 16)?;
    let mut entries = Vec::with_capacity(usize::from(count));
    for _ in 0..count {
        if zip.get(at..at.checked_add(4)?)? != b"PK\x01\x02" {
            return None;
        }
        let name = usize::from(u16_at(zip, at + 28)?);
        entries.push(Entry {
            name: zip.get(at + 46..at + 46 + name)?,
            method: u16_at(zip, at + 10)?,
            length: u32_at(zip, at + 20)?,
            at: u32_at(zip, at + 42)?,
        });
        at += 46 + name + usize::from(u16_at(zip, at + 30)?) + usize::from(u16_at(zip, at + 32)?);
    }
    Some(entries)
}

impl Entry<'_> {
    /// Returns its content; `None` when it has more than [`MOST_PARTS`] bytes.
    fn unpacked(&self, zip: &[u8]) -> Option<Vec<u8>> {
        if zip.get(self.at..self.at.checked_add(4)?)? != b"PK\x03\x04" {
            return None;
        }
        let (name, extra) = (u16_at(zip, self.at + 26)?, u16_at(zip, self.at + 28)?);
        let from = self.at + 30 + usize::from(name) + usize::from(extra);
        let packed = zip.get(from..from.checked_add(self.length)?)?;
        let mut content = Vec::new();
        let read = match self.method {
            0 => packed.take(MOST_PARTS + 1).read_to_end(&mut content),
            8 => DeflateDecoder::new(packed).take(MOST_PARTS + 1).read_to_end(&mut content),
            _ => return None,
        };
        (read.ok()? as u64 <= MOST_PARTS).then_some(content)
    }
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let found = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_le_bytes(found.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<usize> {
    let found = bytes.get(at..at.checked_add(4)?)?;
    usize::try_from(u32::from_le_bytes(found.try_into().ok()?)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_archive_is_no_document() {
        assert_eq!(FileType::of(b"PK\x03\x04"), None);
        let mut end = b"PK\x03\x04PK\x05\x06".to_vec();
        // Numbers that lead out of the file.
        end.extend([0xff; 18]);
        assert_eq!(FileType::of(&end), None);
        end[4 + 10..4 + 12].copy_from_slice(&[1, 0]);
        assert_eq!(FileType::of(&end), None);
    }

    #[test]
    fn file_that_is_also_a_page_or_an_archive_is_refused() {
        assert_eq!(FileType::of(b"%PDF-1.4\n<!DOCTYPE html><script>"), None);
        assert_eq!(FileType::of(b"\xff\xd8\xff\xfe\0\x20<SVG onload=x>"), None);
        assert_eq!(FileType::of(b"%PDF-1.4\n%%EOF\nPK\x03\x04...PK\x05\x06"), None);
        let mut far = b"%PDF-1.4\n".to_vec();
        far.resize(SNIFFED, b' ');
        far.extend(b"<html>");
        assert_eq!(FileType::of(&far), Some(FileType::Pdf));
    }

    #[test]
    fn pictures_and_documents_are_known_by_their_first_bytes() {
        assert_eq!(FileType::of(b"%PDF-1.7\n"), Some(FileType::Pdf));
        assert_eq!(FileType::of(b"\xff\xd8\xff\xe0"), Some(FileType::Jpeg));
        assert_eq!(FileType::of(b"RIFF\0\0\0\0WEBPVP8 "), Some(FileType::WebP));
        for other in [&b""[..], b"<svg/>", b"MZ\x90\0", b"GIF89a", b" %PDF-1.7", b"\x7fELF"] {
            assert_eq!(FileType::of(other), None);
        }
    }
}
