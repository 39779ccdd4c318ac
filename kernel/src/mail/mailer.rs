//! Where mails go: to a server that sends them, or to a file during development.

use super::caught::{CaughtMail, MailFile};
use super::failure::Failure;
use super::smtp::Smtp;
use super::written::Written;
use crate::base::config::MailSettings;
use crate::base::error::Result;
use crate::base::id::Id;
use crate::base::time::Timestamp;

/// Sends mails, or catches them.
pub(crate) enum Mailer {
    Server(Box<Smtp>),
    File(MailFile),
}

impl Mailer {
    /// Makes it from the settings; `None` when no mail is sent.
    ///
    /// # Errors
    /// When the system has no certificates to check the server's with.
    pub(crate) fn of(settings: &MailSettings, public_url: &str) -> Result<Option<Self>> {
        if let Some(path) = &settings.caught_in {
            return Ok(Some(Self::File(MailFile::at(path))));
        }
        match (&settings.server, &settings.from) {
            (Some(server), Some(from)) => {
                let server = Smtp::of((server, from), public_url)?;
                Ok(Some(Self::Server(Box::new(server))))
            }
            _ => Ok(None),
        }
    }

    /// Returns the file in which mails are caught.
    pub(crate) fn file(&self) -> Option<&MailFile> {
        match self {
            Self::File(file) => Some(file),
            Self::Server(_) => None,
        }
    }

    /// Sends a mail, on a thread that may wait. Mails with one `id` are the same mail, which clients show once.
    ///
    /// # Errors
    /// Why it was not accepted.
    pub(crate) fn send(
        &self,
        id: &Id,
        (name, address): (&str, &str),
        written: Written,
        file: Option<(String, Vec<u8>)>,
    ) -> Result<(), Failure> {
        let caught = match self {
            Self::Server(server) => return server.send(id, (name, address), written, file),
            Self::File(file) => file,
        };
        let Written { subject, text, html, stop: _ } = written;
        let file = file.map(|(name, _)| name);
        let to = format!("{name} <{address}>");
        let at = Timestamp::now();
        caught
            .add(&CaughtMail { id: id.clone(), at, to, subject, text, html, file })
            .map_err(|error| Failure { is_permanent: false, ..Failure::of_mail(&error) })
    }
}
