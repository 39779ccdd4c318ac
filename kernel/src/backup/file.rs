//! The file of a backup.
//!
//! ```text
//! mizan-backup 1 <SHA-256 of all that follows, in hexadecimal digits>
//! <the manifest: JSON on one line>
//! <gzip: every row as JSON, one on each line, in the order of the manifest's tables; then images>
//! ```
//!
//! `head -n 2` therefore shows the content of a backup. The file is written under a temporary name,
//! and renamed when it is complete and synced to the disk.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use aws_lc_rs::digest::{Context, SHA256};
use data_encoding::HEXLOWER;
use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use tempfile::NamedTempFile;

use super::{Manifest, Progress};
use crate::base::config::DatabaseUrl;
use crate::base::error::{Error, Result, is_full};
use crate::db::files;

/// The first bytes of each backup, and the only supported format.
const MAGIC: &str = "mizan-backup ";
const FORMAT: &str = "1";

/// The length of a checksum in digits.
const DIGITS: usize = 64;

/// How many bytes of a file are read at a time.
const CHUNK: usize = 256 * 1024;

/// How many rows, and about how many bytes of them, are inserted into the database at a time.
const BATCH_ROWS: u64 = 1000;
const BATCH_BYTES: usize = 512 * 1024;

fn header(checksum: &str) -> String {
    format!("{MAGIC}{FORMAT} {checksum}\n")
}

/// Returns the folder of a file.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Checks that a backup may be written to `path`.
///
/// # Errors
/// A startup error when the path is no file name, when its folder does not exist, when the file
/// exists and `replace` is not set, or when it is the database.
pub(super) fn check_path(path: &Path, replace: bool, database: &DatabaseUrl) -> Result<()> {
    let shown = path.display();
    if path.as_os_str() == "-" || path.file_name().is_none() || path.is_dir() {
        return Err(Error::startup(format!(
            "A backup is one file; {shown} is not the name of one"
        )));
    }
    if !folder(path).is_dir() {
        return Err(Error::startup(format!("There is no folder for {shown}. Make it first")));
    }
    if !path.exists() {
        return Ok(());
    }
    if let DatabaseUrl::Sqlite(database) = database
        && files::of(database).iter().any(|file| is_same(file, path))
    {
        return Err(Error::startup(format!("{shown} is the database itself. Name another file")));
    }
    if replace { Ok(()) } else { Err(already_there(path)) }
}

fn is_same(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

fn already_there(path: &Path) -> Error {
    Error::startup(format!(
        "{} exists already. Name another file, or replace it with --force",
        path.display()
    ))
}

/// Maps an error of writing a file to a message.
fn unwritten(path: &Path) -> impl Fn(io::Error) -> Error + '_ {
    move |error| {
        let path = path.display();
        Error::startup(match is_full(&error) {
            true => format!("There is no room left for {path}. Nothing of it is left behind"),
            false => format!("{path} cannot be written: {error}"),
        })
    }
}

fn unread(path: &Path) -> impl Fn(io::Error) -> Error + '_ {
    move |error| Error::startup(format!("{} cannot be read: {error}", path.display()))
}

fn damaged(path: &Path) -> Error {
    Error::startup(format!(
        "{} is damaged, or only a part of a backup: what it holds is not what was written. \
         Take another copy of it, or another backup",
        path.display()
    ))
}

/// A writer that also computes the SHA-256 digest.
struct Summed<W> {
    out: W,
    sum: Context,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn digits(sum: Context) -> String {
    HEXLOWER.encode(sum.finish().as_ref())
}

/// A backup that is being written. Dropping it deletes the file.
pub(super) struct Draft {
    path: PathBuf,
    rows: GzEncoder<Summed<BufWriter<NamedTempFile>>>,
}

impl Draft {
    pub(super) fn begin(path: &Path, manifest: &Manifest) -> Result<Self> {
        // Temporary files are readable by their owner only.
        let file = tempfile::Builder::new()
            .prefix(".mizan-backup-")
            .tempfile_in(folder(path))
            .map_err(unwritten(path))?;
        let manifest = serde_json::to_string(manifest).map_err(Error::internal)?;
        let begin = || -> io::Result<_> {
            let mut file = BufWriter::with_capacity(CHUNK, file);
            file.write_all(header(&"0".repeat(DIGITS)).as_bytes())?;
            let mut summed = Summed { out: file, sum: Context::new(&SHA256) };
            writeln!(summed, "{manifest}")?;
            Ok(GzEncoder::new(summed, Compression::fast()))
        };
        Ok(Self { path: path.to_owned(), rows: begin().map_err(unwritten(path))? })
    }

    pub(super) fn row(&mut self, row: &str) -> Result<()> {
        let written = self.rows.write_all(row.as_bytes());
        written.and_then(|()| self.rows.write_all(b"\n")).map_err(unwritten(&self.path))
    }

    /// Completes the file and renames it. Returns its size in bytes.
    pub(super) fn finish(self, replace: bool) -> Result<u64> {
        let path = self.path;
        let write = || -> io::Result<_> {
            let Summed { out, sum } = self.rows.finish()?;
            let mut file = out.into_inner()?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(header(&digits(sum)).as_bytes())?;
            file.as_file().sync_all()?;
            Ok(file)
        };
        let file = write().map_err(unwritten(&path))?;
        persist(file, &path, replace)
    }
}

/// Renames a complete file to `path`. Returns its size in bytes.
pub(super) fn persist(file: NamedTempFile, path: &Path, replace: bool) -> Result<u64> {
    let persisted = if replace { file.persist(path) } else { file.persist_noclobber(path) };
    let persisted = persisted.map_err(|error| match error.error.kind() {
        io::ErrorKind::AlreadyExists => already_there(path),
        _ => unwritten(path)(error.error),
    })?;
    let size = persisted.metadata().map(|file| file.len());
    // The new name is durable only when the folder is synced.
    let synced = File::open(folder(path)).and_then(|folder| folder.sync_all());
    synced.and(size).map_err(unwritten(path))
}

/// A backup whose checksum is valid.
#[derive(Debug)]
pub(super) struct Archive {
    path: PathBuf,
    pub(super) manifest: Manifest,
    /// Positioned at the first row.
    rows: BufReader<File>,
}

impl Archive {
    /// Opens a backup and verifies its checksum.
    pub(super) fn open(path: &Path, progress: &Progress) -> Result<Self> {
        let unread = unread(path);
        let mut file = File::open(path).map_err(&unread)?;
        let foreign = || Error::startup(format!("{} is not a backup of Mizan", path.display()));
        if !file.metadata().map_err(&unread)?.is_file() {
            return Err(foreign());
        }
        let checksum = checksum(path, &mut file)?.ok_or_else(foreign)?;
        let from = file.stream_position().map_err(&unread)?;
        let size = file.metadata().map_err(&unread)?.len();
        progress.begin("Checking", size - from);
        let mut sum = Context::new(&SHA256);
        let mut chunk = vec![0; CHUNK];
        loop {
            let read = file.read(&mut chunk).map_err(&unread)?;
            if read == 0 {
                break;
            }
            sum.update(&chunk[..read]);
            progress.advance(read as u64)?;
        }
        if digits(sum) != checksum {
            return Err(damaged(path));
        }
        file.seek(SeekFrom::Start(from)).map_err(&unread)?;
        let mut rows = BufReader::with_capacity(CHUNK, file);
        let mut line = String::new();
        rows.read_line(&mut line).map_err(&unread)?;
        let manifest = serde_json::from_str(&line).map_err(|_| damaged(path))?;
        Ok(Self { path: path.to_owned(), manifest, rows })
    }

    pub(super) fn rows(self) -> Result<Lines> {
        let lines = BufReader::with_capacity(CHUNK, GzDecoder::new(self.rows));
        Ok(Lines { path: self.path, lines })
    }
}

/// Reads the checksum from the first line; `None` when that is not the first line of a backup.
fn checksum(path: &Path, file: &mut File) -> Result<Option<String>> {
    let mut first = vec![0; header(&"0".repeat(DIGITS)).len()];
    let mut read = 0;
    while let more = file.read(&mut first[read..]).map_err(unread(path))?
        && more > 0
    {
        read += more;
    }
    let text = String::from_utf8_lossy(&first[..read]);
    let Some(rest) = text.strip_prefix(MAGIC) else { return Ok(None) };
    let format: String = rest.chars().take_while(char::is_ascii_digit).collect();
    if format != FORMAT && rest[format.len()..].starts_with(' ') {
        return Err(Error::startup(format!(
            "{} is of format {format}, which this Mizan ({}) does not know. Restore it with a \
             newer one",
            path.display(),
            env!("CARGO_PKG_VERSION")
        )));
    }
    let checksum = text.strip_suffix('\n').and_then(|line| line.rsplit_once(' '));
    match checksum {
        Some((_, checksum)) if checksum.len() == DIGITS => Ok(Some(checksum.to_owned())),
        _ => Err(damaged(path)),
    }
}

/// The rows of a backup, one on each line.
pub(super) struct Lines {
    path: PathBuf,
    lines: BufReader<GzDecoder<BufReader<File>>>,
}

impl Lines {
    /// Reads the next rows as a JSON array, at most `most`. Returns it with the number of rows.
    pub(super) fn batch(&mut self, most: u64) -> Result<(String, u64)> {
        let mut batch = String::with_capacity(BATCH_BYTES);
        let mut taken = 0;
        while taken < most.min(BATCH_ROWS) && batch.len() < BATCH_BYTES {
            batch.push(if taken == 0 { '[' } else { ',' });
            let read = self.lines.read_line(&mut batch).map_err(|_| damaged(&self.path))?;
            if read == 0 {
                return Err(damaged(&self.path));
            }
            taken += 1;
        }
        batch.push(']');
        Ok((batch, taken))
    }

    /// Reads the next line.
    pub(super) fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        match self.lines.read_line(&mut line) {
            Ok(read) if read > 0 => Ok(line),
            _ => Err(damaged(&self.path)),
        }
    }

    /// Checks that all lines have been read.
    pub(super) fn end(mut self) -> Result<()> {
        let read = self.lines.read_line(&mut String::new());
        if read.is_ok_and(|read| read == 0) { Ok(()) } else { Err(damaged(&self.path)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::Timestamp;

    fn manifest() -> Manifest {
        Manifest {
            product: "0.1.0".into(),
            made_at: Timestamp::now(),
            database: "SQLite".into(),
            migrations: Vec::new(),
            tables: Vec::new(),
            images: 0,
            files: 0,
        }
    }

    fn names(folder: &Path) -> Vec<std::ffi::OsString> {
        folder.read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect()
    }

    #[test]
    fn draft_has_no_name_until_it_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("b.mizan");
        let draft = || {
            let mut draft = Draft::begin(&path, &manifest()).unwrap();
            draft.row("{}").unwrap();
            draft
        };
        drop(draft());
        assert!(names(folder.path()).is_empty());

        let (first, second) = (draft(), draft());
        assert!(!path.exists());
        first.finish(false).unwrap();
        // Another process was faster.
        assert!(second.finish(false).unwrap_err().to_string().contains("exists already"));
        draft().finish(true).unwrap();
        assert_eq!(names(folder.path()), ["b.mizan"]);
        Archive::open(&path, &Progress::hidden()).unwrap();
    }

    #[test]
    fn rows_are_read_in_bounded_batches_until_none_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("b.mizan");
        let mut draft = Draft::begin(&path, &manifest()).unwrap();
        let long = format!("\"{}\"", "x".repeat(BATCH_BYTES / 2));
        (0..BATCH_ROWS + 1).for_each(|number| draft.row(&number.to_string()).unwrap());
        (0..3).for_each(|_| draft.row(&long).unwrap());
        draft.finish(false).unwrap();
        let lines = || Archive::open(&path, &Progress::hidden()).unwrap().rows().unwrap();
        let mut read = lines();
        let mut taken = Vec::new();
        while taken.iter().sum::<u64>() < BATCH_ROWS + 4 {
            let (batch, rows) = read.batch(BATCH_ROWS + 4 - taken.iter().sum::<u64>()).unwrap();
            let batch: Vec<serde_json::Value> = serde_json::from_str(&batch).unwrap();
            assert_eq!(batch.len() as u64, rows);
            taken.push(rows);
        }
        assert_eq!(taken, [BATCH_ROWS, 3, 1]);
        assert!(read.batch(1).is_err());
        assert!(lines().end().is_err());
    }

    #[test]
    fn stopped_progress_fails_at_the_next_step() {
        let progress = Progress::hidden();
        progress.advance(1).unwrap();
        progress.stop();
        assert!(progress.advance(1).unwrap_err().to_string().starts_with("Stopped"));
    }
}
