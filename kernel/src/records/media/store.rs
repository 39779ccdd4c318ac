//! Stores the bytes of images in a folder, or in an object store. The name of an object consists of
//! the digest of the image and the size.

use std::fs::{DirBuilder, File};
use std::io::{self, Read, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use tempfile::NamedTempFile;

use super::s3::{AWAY, MOST, S3};
use crate::base::config::MediaSettings;
use crate::base::error::{Error, Result, is_full};

/// A size of an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Size {
    /// At most 320 pixels wide and high.
    Small,
    /// At most 1,280 pixels wide and high.
    Large,
    /// The original image.
    #[default]
    Full,
}

impl Size {
    pub(crate) const ALL: [Self; 3] = [Self::Small, Self::Large, Self::Full];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Large => "large",
            Self::Full => "full",
        }
    }

    /// Returns the name of the object. It begins with a folder of two digits, so that no
    /// folder has too many files.
    pub(crate) fn key(self, file: &str) -> String {
        format!("{}/{file}-{}", file.get(..2).unwrap_or_default(), self.name())
    }
}

/// The place where objects are stored.
pub(crate) enum Store {
    Folder(PathBuf),
    S3(Box<S3>),
}

impl Store {
    /// Opens the store that the settings name, without any input or output.
    pub(crate) fn open(settings: &MediaSettings) -> Result<Self> {
        match &settings.s3 {
            Some(s3) => Ok(Self::S3(Box::new(S3::of(s3)?))),
            None => Ok(Self::Folder(settings.folder.clone())),
        }
    }

    /// Creates the folder, and checks that it is writable. An object store is not contacted: it may
    /// be unreachable for a while.
    pub(crate) fn prepare(&self) -> Result<()> {
        let Self::Folder(folder) = self else { return Ok(()) };
        let ready = make_folder(folder).and_then(|()| NamedTempFile::new_in(folder).map(drop));
        ready.map_err(|error| {
            Error::startup(format!(
                "Images cannot be stored in {}: {error}. Name another folder with media_folder",
                folder.display()
            ))
        })
    }

    /// Removes empty folders.
    pub(crate) fn remove_empty(&self) {
        let Self::Folder(folder) = self else { return };
        let inner = std::fs::read_dir(folder).into_iter().flatten().flatten();
        for one in inner.map(|entry| entry.path()).chain([folder.clone()]) {
            // Fails for a folder that is not empty, which is intended.
            let _ = std::fs::remove_dir(one);
        }
    }

    /// Stores an object durably and atomically. An existing object is replaced by the same content.
    pub(crate) fn put(&self, key: &str, bytes: &[u8], content_type: &str) -> Result<()> {
        match self {
            Self::Folder(folder) => put(&folder.join(key), bytes).map_err(failed),
            Self::S3(s3) => s3.put(key, bytes, content_type),
        }
    }

    /// Reads the bytes of an object; `None` when there is none.
    pub(crate) fn get(&self, key: &str) -> Result<Option<Vec<u8>>> {
        match self {
            Self::Folder(folder) => match get(&folder.join(key)) {
                Ok(bytes) => Ok(Some(bytes)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                Err(error) => Err(failed(error)),
            },
            Self::S3(s3) => s3.get(key),
        }
    }

    /// Deletes an object, if there is one.
    pub(crate) fn delete(&self, key: &str) -> Result<()> {
        match self {
            Self::Folder(folder) => match std::fs::remove_file(folder.join(key)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(error)),
                _ => Ok(()),
            },
            Self::S3(s3) => s3.delete(key),
        }
    }
}

impl std::fmt::Display for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Folder(folder) => write!(f, "the folder {}", folder.display()),
            Self::S3(s3) => write!(f, "{s3}"),
        }
    }
}

/// Creates a folder that only its owner can read.
fn make_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Writes to a temporary name, and renames the file when it is synced to the disk.
fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    make_folder(folder)?;
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    File::open(folder)?.sync_all()
}

fn get(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn failed(error: io::Error) -> Error {
    if is_full(&error) {
        return Error::DiskFull;
    }
    tracing::warn!(%error, "the folder of images cannot be read or written");
    Error::Busy(AWAY)
}
