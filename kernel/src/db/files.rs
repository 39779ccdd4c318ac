//! The files of an SQLite database: nobody but their owner reads them. SQLite gives what it keeps
//! beside a database the rights of the database itself.

use std::fs::{OpenOptions, Permissions};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::base::error::{Error, Result};

/// Read and written by the owner, and by nobody else.
const PRIVATE: u32 = 0o600;

/// The file of an SQLite database, and those that SQLite keeps beside it while it is in use.
pub(crate) fn of(path: &Path) -> [PathBuf; 4] {
    ["", "-wal", "-shm", "-journal"].map(|ending| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    })
}

/// Makes the empty file of a database that is not there yet, so that it is private from its first
/// moment. One that is there is not opened: closing it would give up the locks of this process.
pub(super) fn make(path: &Path) -> Result<()> {
    if path.exists() {
        return Ok(());
    }
    let made = OpenOptions::new().write(true).create(true).truncate(false).mode(PRIVATE).open(path);
    made.map(drop).map_err(|error| {
        Error::Unreachable(format!("The database {} cannot be made: {error}", path.display()))
    })
}

/// Takes the rights of others from a database that an earlier version or somebody else made. Logs
/// a warning where that is not ours to do.
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
                "others may read this file of the database: take their rights from it (chmod 600)"
            );
        }
    }
}
