//! The settings of mail: the server that sends it, and the sender.

use std::path::PathBuf;

use lettre::message::Mailbox;
use percent_encoding::percent_decode_str;

use super::declared::HIDDEN;
use crate::base::error::{Error, Result};
use crate::base::host;

/// The settings of mail. Without a server none is sent, and nothing that needs mail is offered.
#[derive(Clone, Debug, Default)]
pub struct MailSettings {
    /// The server that sends it.
    pub server: Option<MailServer>,
    /// The sender.
    pub from: Option<Mailbox>,
    /// The file that mails are written to during development, instead of being sent.
    pub caught_in: Option<PathBuf>,
}

/// A server that sends mail.
#[derive(Clone)]
pub struct MailServer {
    /// Whether the connection begins with TLS; otherwise it is begun in plain text and must continue with TLS, but on the
    /// loopback interface.
    pub is_tls: bool,
    /// Its name or address.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The user name and the password, if it needs any.
    pub credentials: Option<(String, String)>,
}

impl std::fmt::Debug for MailServer {
    /// Without the password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.shown())
    }
}

impl MailServer {
    pub(super) fn read(text: &str) -> Option<Self> {
        let (is_tls, rest) = match text.split_once("://")? {
            ("smtps", rest) => (true, rest),
            ("smtp", rest) => (false, rest),
            _ => return None,
        };
        let (user, place) = match rest.rsplit_once('@') {
            Some((user, place)) => (Some(user), place),
            None => (None, rest),
        };
        let place = place.strip_suffix('/').unwrap_or(place);
        if !host::is_host(place) {
            return None;
        }
        let (host, port) = match place.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, port.parse().ok()?),
            _ => (place, if is_tls { 465 } else { 587 }),
        };
        let decoded = |text: &str| {
            let text = percent_decode_str(text).decode_utf8().ok()?;
            Some(text.into_owned())
        };
        let credentials = match user {
            None => None,
            Some(user) => {
                let (name, password) = user.split_once(':')?;
                Some((decoded(name)?, decoded(password)?))
            }
        };
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        Some(Self { is_tls, host, port, credentials })
    }

    /// Returns whether it is on this machine.
    pub(crate) fn is_loopback(&self) -> bool {
        let address = self.host.parse().map(|address: std::net::IpAddr| address.is_loopback());
        address.unwrap_or_else(|_| self.host.eq_ignore_ascii_case("localhost"))
    }

    pub(super) fn shown(&self) -> String {
        let scheme = if self.is_tls { "smtps" } else { "smtp" };
        let user = match &self.credentials {
            Some((name, _)) => format!("{name}:{HIDDEN}@"),
            None => String::new(),
        };
        let host = &self.host;
        match host.contains(':') {
            true => format!("{scheme}://{user}[{host}]:{}", self.port),
            false => format!("{scheme}://{user}{host}:{}", self.port),
        }
    }
}

impl MailSettings {
    /// Returns whether mail is sent, or caught.
    pub(crate) fn is_on(&self) -> bool {
        self.server.is_some() || self.caught_in.is_some()
    }

    /// Fails when there is a server and no sender.
    pub(super) fn check(&self) -> Result<()> {
        match self.server.is_some() && self.from.is_none() {
            true => Err(Error::startup(
                "mail_url is set, and mail_from is missing; set it to the sender of mails, or take mail_url away",
            )),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_are_read_and_shown_without_the_password() {
        for (text, shown, is_loopback) in [
            ("smtp://127.0.0.1:2525", "smtp://127.0.0.1:2525", true),
            ("smtp://localhost", "smtp://localhost:587", true),
            ("smtps://[::1]:4650/", "smtps://[::1]:4650", true),
            (
                "smtps://me%40x:a%3Ab@mail.example.com",
                "smtps://me@x:********@mail.example.com:465",
                false,
            ),
        ] {
            let server = MailServer::read(text).unwrap();
            assert_eq!((server.shown().as_str(), server.is_loopback()), (shown, is_loopback));
        }
        let server = MailServer::read("smtps://me%40x:a%3Ab@mail.example.com").unwrap();
        assert_eq!(server.credentials, Some(("me@x".to_owned(), "a:b".to_owned())));
        for wrong in [
            "",
            "mail.example.com",
            "http://mail.example.com",
            "smtp://",
            "smtp://me@x",
            "smtp://a b",
        ] {
            assert!(MailServer::read(wrong).is_none(), "{wrong}");
        }
    }
}
