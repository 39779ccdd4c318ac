//! Unpacks the parts of a workbook's file as they are read. Every size is limited before a byte is
//! unpacked, and verified while unpacking.

use std::collections::HashMap;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Take};

use flate2::Crc;
use flate2::read::DeflateDecoder;
use zip::{CompressionMethod, ZipArchive};

use super::messages::{DAMAGED, LOCKED};

/// The maximum total size in bytes of all unpacked parts.
const MOST_UNPACKED: u64 = 1024 * 1024 * 1024;
/// The maximum compression ratio of a sheet. Programs reach about thirty for the most uniform
/// sheets; the maximum of deflate is about a thousand.
const DENSEST: u64 = 200;
/// The unpacked size in bytes below which the ratio is not checked.
const SMALL: u64 = 64 * 1024 * 1024;
/// The maximum number of parts: the directory is held in memory.
const MOST_PARTS: usize = 10_000;
/// The first bytes of a directory entry.
const ENTRY: [u8; 4] = *b"PK\x01\x02";

/// A workbook's file, and the positions of its parts.
pub(super) struct Package<R> {
    file: R,
    /// By lower-case path, without a leading slash: some programs mix upper and lower case.
    parts: HashMap<String, Part>,
}

#[derive(Clone, Copy)]
struct Part {
    start: u64,
    packed: u64,
    unpacked: u64,
    sum: u32,
    method: CompressionMethod,
    encrypted: bool,
}

impl<R: Read + Seek> Package<R> {
    /// Reads the directory.
    pub(super) fn open(mut file: R) -> Result<Self, String> {
        let damaged = |_| DAMAGED.to_owned();
        refuse_many_parts(&mut file)?;
        let mut archive = ZipArchive::new(file).map_err(damaged)?;
        let (mut parts, mut unpacked) = (HashMap::new(), 0u64);
        for index in 0..archive.len() {
            let entry = archive.by_index_raw(index).map_err(damaged)?;
            let name = entry.name().map_err(damaged)?.replace('\\', "/").to_lowercase();
            let part = Part {
                start: entry.data_start().unwrap_or_default(),
                packed: entry.compressed_size(),
                unpacked: entry.size(),
                sum: entry.crc32(),
                method: entry.compression(),
                encrypted: entry.encrypted(),
            };
            unpacked = unpacked.saturating_add(part.unpacked);
            parts.insert(name, part);
        }
        if unpacked > MOST_UNPACKED {
            return Err("The workbook takes more than 1 GiB when it is unpacked".to_owned());
        }
        Ok(Self { file: archive.into_inner(), parts })
    }

    /// Opens a part of at most `most` bytes; `None` when there is none at this path.
    pub(super) fn part(
        &mut self,
        path: &str,
        most: u64,
    ) -> Result<Option<Unpacked<&mut R>>, String> {
        match self.find(path) {
            None => Ok(None),
            Some(part) if part.unpacked > most => {
                Err(format!("The workbook's {path} takes more than {} MiB", most / 1024 / 1024))
            }
            Some(part) => Unpacked::new(&mut self.file, part).map(Some),
        }
    }

    /// Opens the last part that is read, which consumes the file.
    pub(super) fn into_part(self, path: &str) -> Result<Unpacked<R>, String> {
        let part = self.find(path).ok_or(DAMAGED)?;
        if part.unpacked > SMALL.max(part.packed.saturating_mul(DENSEST)) {
            let times = part.unpacked / part.packed.max(1);
            return Err(format!(
                "The sheet becomes {times} times as large when it is unpacked; at most {DENSEST} \
                 times is expected. Save it again with a spreadsheet program"
            ));
        }
        Unpacked::new(self.file, part)
    }

    fn find(&self, path: &str) -> Option<Part> {
        self.parts.get(&path.to_lowercase()).copied()
    }
}

/// Counts possible directory entries before the directory is parsed.
fn refuse_many_parts(file: &mut (impl Read + Seek)) -> Result<(), String> {
    let unreadable = |error: io::Error| format!("The file cannot be read: {error}");
    file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
    let (mut chunk, mut carried, mut entries) = (vec![0; 64 * 1024], 0, 0);
    loop {
        let read = file.read(&mut chunk[carried..]).map_err(unreadable)?;
        if read == 0 {
            return Ok(());
        }
        let filled = carried + read;
        entries += chunk[..filled].windows(ENTRY.len()).filter(|four| **four == ENTRY).count();
        if entries > MOST_PARTS {
            return Err(format!("The workbook has more than {MOST_PARTS} parts"));
        }
        // An entry may span two chunks.
        carried = filled.min(ENTRY.len() - 1);
        chunk.copy_within(filled - carried..filled, 0);
    }
}

/// The unpacked bytes of a part. A size or checksum that differs from the directory is an error.
pub(super) struct Unpacked<F> {
    packed: Packed<F>,
    left: u64,
    sum: Crc,
    expected: u32,
}

enum Packed<F> {
    Stored(Take<F>),
    Deflated(Box<DeflateDecoder<Take<F>>>),
}

impl<F: Read + Seek> Unpacked<F> {
    fn new(mut file: F, part: Part) -> Result<Self, String> {
        if part.encrypted {
            return Err(LOCKED.to_owned());
        }
        file.seek(SeekFrom::Start(part.start)).map_err(|_| DAMAGED)?;
        let bytes = file.take(part.packed);
        let packed = match part.method {
            CompressionMethod::Stored => Packed::Stored(bytes),
            CompressionMethod::Deflated => Packed::Deflated(Box::new(DeflateDecoder::new(bytes))),
            _ => return Err("The workbook is packed in a way that no workbook is".to_owned()),
        };
        Ok(Self { packed, left: part.unpacked, sum: Crc::new(), expected: part.sum })
    }
}

impl<F: Read> Read for Unpacked<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let damaged = || io::Error::new(ErrorKind::InvalidData, DAMAGED);
        let read = match &mut self.packed {
            Packed::Stored(bytes) => bytes.read(buffer)?,
            Packed::Deflated(bytes) => bytes.read(buffer).map_err(|error| match error.kind() {
                // What was packed is damaged, not the disk.
                ErrorKind::InvalidInput | ErrorKind::InvalidData | ErrorKind::UnexpectedEof => {
                    damaged()
                }
                _ => error,
            })?,
        };
        self.left = self.left.checked_sub(read as u64).ok_or_else(damaged)?;
        self.sum.update(&buffer[..read]);
        if read == 0 && !buffer.is_empty() && (self.left > 0 || self.sum.sum() != self.expected) {
            return Err(damaged());
        }
        Ok(read)
    }
}
