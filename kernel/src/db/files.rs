//! The files of an SQLite database, readable by their owner only. SQLite creates its additional
//! files with the mode of the database file.

use std::fs::{OpenOptions, Permissions};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::base::error::{Error, Result};

/// Readable and writable by the owner only.
const PRIVATE: u32 = 0o600;

/// Returns the file of an SQLite database and the files that SQLite creates next to it.
pub(crate) fn of(path: &Path) -> [PathBuf; 4] {
    ["", "-wal", "-shm", "-journal"].map(|ending| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    })
}

/// Creates an empty database file when there is none, so that it is private from the start. An
/// existing file is not opened: closing it would release the POSIX locks of this process.
pub(super) fn make(path: &Path) -> Result<()> {
    if path.exists() {
        return Ok(());
    }
    let made = OpenOptions::new().write(true).create(true).truncate(false).mode(PRIVATE).open(path);
    made.map(drop).map_err(|error| {
        Error::Unreachable(format!("The database {} cannot be made: {error}", path.display()))
    })
}

/// Removes the permissions of group and others from an existing database. Logs a warning where the
/// process may not change them.
pub(crate) fn narrow(path: &Path) {
    for file in of(path) {
        let Ok(found) = file.metadata() else { continue };
        let mode = found.permissions().mode() & 0o777;
        if !found.is_file() || mode & !PRIVATE == 0 {
            continue;
        }
        if let Err(error) = std::fs::set_permissions(&file, Permissions::from_mode(PRIVATE)) {
            tracing::warn!(
                %error,
                file = %file.display(),
                mode = format!("{mode:o}"),
                "other users can read this database file: remove their permissions (chmod 600)"
            );
        }
    }
}
