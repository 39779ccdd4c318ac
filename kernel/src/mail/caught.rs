//! Mails that are caught in a file during development, instead of being sent: each a line of JSON.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::base::id::Id;
use crate::base::time::Timestamp;

/// A mail as it would have been sent.
#[derive(Serialize, Deserialize)]
pub(crate) struct CaughtMail {
    pub(crate) id: Id,
    pub(crate) at: Timestamp,
    /// The name and the address of the user.
    pub(crate) to: String,
    pub(crate) subject: String,
    pub(crate) text: String,
    pub(crate) html: String,
    /// The name of the file that comes with it.
    pub(crate) file: Option<String>,
}

/// The file with the mails.
pub(crate) struct MailFile {
    path: PathBuf,
}

impl MailFile {
    pub(super) fn at(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    pub(super) fn add(&self, mail: &CaughtMail) -> io::Result<()> {
        let mut line = serde_json::to_string(mail)?;
        line.push('\n');
        let mut options = OpenOptions::new();
        options.append(true).create(true);
        // A mail has links that sign a user in.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&self.path)?.write_all(line.as_bytes())
    }

    /// Reads the mails, the newest first. A line that is none is left out.
    pub(crate) fn mails(&self) -> io::Result<Vec<CaughtMail>> {
        let file = match File::open(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            opened => opened?,
        };
        let mut mails = Vec::new();
        for line in BufReader::new(file).split(b'\n') {
            mails.extend(serde_json::from_slice(&line?).ok());
        }
        mails.reverse();
        Ok(mails)
    }
}
