//! A server that takes mail, for tests: it speaks SMTP on a port of its own and stores what it is sent.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use kernel::config::{Config, MailServer, MailSettings};

use super::secured::Stream;

/// How its connections are secured.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Security {
    None,
    /// From the beginning, as for `smtps://`.
    Tls,
    /// By a command of the client.
    StartTls,
}

/// A mail as it arrived.
#[derive(Clone, Debug)]
pub(crate) struct Mail {
    pub(crate) to: String,
    /// With its header, without encodings of transport.
    pub(crate) text: String,
    /// As it was sent.
    pub(crate) raw: String,
}

#[derive(Default)]
struct State {
    mails: Vec<Mail>,
    /// The answer to each mail, in place of acceptance.
    refusal: Option<&'static str>,
    attempts: usize,
    /// The names and passwords that were given, each with whether the connection was secured by then.
    credentials: Vec<(String, bool)>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    arrived: Condvar,
}

pub(crate) struct Sink {
    pub(crate) port: u16,
    shared: Arc<Shared>,
}

impl Sink {
    pub(crate) fn start() -> Self {
        Self::secured(Security::None)
    }

    pub(crate) fn secured(security: Security) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let shared = Arc::<Shared>::default();
        let served = Arc::clone(&shared);
        std::thread::spawn(move || {
            for client in listener.incoming() {
                let shared = Arc::clone(&served);
                std::thread::spawn(move || {
                    let client = Stream::Plain(client.unwrap());
                    let client = if security == Security::Tls { client.secured() } else { client };
                    // A client that goes away is the client's business.
                    let _ = converse(client, security, &shared);
                });
            }
        });
        Self { port, shared }
    }

    /// Sets mail up to be sent here.
    pub(crate) fn set_up(&self, config: &mut Config) {
        config.mail = MailSettings {
            caught_in: None,
            server: Some(MailServer {
                is_tls: false,
                host: "127.0.0.1".into(),
                port: self.port,
                credentials: None,
            }),
            from: Some("Desk <desk@example.com>".parse().unwrap()),
        };
    }

    /// Has each mail answered with this line, or accepted.
    pub(crate) fn refuse(&self, with: Option<&'static str>) {
        self.shared.state.lock().unwrap().refusal = with;
    }

    /// Returns how often a mail was brought, accepted or not.
    pub(crate) fn attempts(&self) -> usize {
        self.shared.state.lock().unwrap().attempts
    }

    /// Returns the mails that arrived since the last time.
    pub(crate) fn take(&self) -> Vec<Mail> {
        std::mem::take(&mut self.shared.state.lock().unwrap().mails)
    }

    /// Returns the credentials that were given, each with whether the connection was secured by then.
    pub(crate) fn credentials(&self) -> Vec<(String, bool)> {
        self.shared.state.lock().unwrap().credentials.clone()
    }

    /// Returns the next mail that arrives within this time.
    pub(crate) fn next(&self, within: Duration) -> Option<Mail> {
        let state = self.shared.state.lock().unwrap();
        let waiting =
            self.shared.arrived.wait_timeout_while(state, within, |is| is.mails.is_empty());
        waiting.unwrap().0.mails.pop()
    }

    /// Returns the one mail that arrived since the last time.
    #[track_caller]
    pub(crate) fn only(&self) -> Mail {
        let mut mails = self.take();
        assert_eq!(mails.len(), 1, "{mails:#?}");
        mails.remove(0)
    }
}

fn converse(client: Stream, security: Security, shared: &Shared) -> std::io::Result<()> {
    let mut client = BufReader::new(client);
    client.get_mut().write_all(b"220 sink\r\n")?;
    let mut to = String::new();
    while let Some(line) = line_of(&mut client)? {
        let word = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        let answer = match word.as_str() {
            "EHLO" if security == Security::StartTls && !client.get_ref().is_secured() => {
                "250-sink\r\n250 STARTTLS"
            }
            "EHLO" => "250-sink\r\n250-AUTH PLAIN\r\n250 8BITMIME",
            "STARTTLS" if security == Security::StartTls => {
                client.get_mut().write_all(b"220 go on\r\n")?;
                client = BufReader::new(client.into_inner().secured());
                continue;
            }
            "AUTH" => {
                let is_secured = client.get_ref().is_secured();
                shared.state.lock().unwrap().credentials.push((line, is_secured));
                "235 ok"
            }
            "RCPT" => {
                to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                "250 ok"
            }
            "DATA" => {
                client.get_mut().write_all(b"354 go on\r\n")?;
                let raw = raw_mail(&mut client)?;
                let mut state = shared.state.lock().unwrap();
                state.attempts += 1;
                match state.refusal {
                    Some(refusal) => refusal,
                    None => {
                        let text = decoded(&raw);
                        state.mails.push(Mail { to: to.clone(), text, raw });
                        shared.arrived.notify_all();
                        "250 ok"
                    }
                }
            }
            "QUIT" => "221 bye",
            _ => "250 ok",
        };
        client.get_mut().write_all(format!("{answer}\r\n").as_bytes())?;
    }
    Ok(())
}

/// Reads the lines up to the one with a dot alone.
fn raw_mail(client: &mut impl BufRead) -> std::io::Result<String> {
    let mut raw = String::new();
    while let Some(line) = line_of(client)?.filter(|line| line != ".") {
        raw += line.strip_prefix('.').unwrap_or(&line);
        raw += "\r\n";
    }
    Ok(raw)
}

fn line_of(client: &mut impl BufRead) -> std::io::Result<Option<String>> {
    let mut line = String::new();
    let length = client.read_line(&mut line)?;
    Ok((length > 0).then(|| line.trim_end_matches(['\r', '\n']).to_owned()))
}

/// Takes the encoding called quoted-printable away.
fn decoded(raw: &str) -> String {
    let joined = raw.replace("=\r\n", "");
    let mut bytes = Vec::new();
    let mut rest = joined.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = tail.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()).filter(|_| *first == b'=') {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

impl Mail {
    /// Returns a line of the header, without its name.
    pub(crate) fn header(&self, name: &str) -> String {
        let header = self.raw.split("\r\n\r\n").next().unwrap().replace("\r\n ", " ");
        let mut lines = header.split("\r\n").filter_map(|line| line.split_once(": "));
        lines.find(|(one, _)| *one == name).map(|(_, text)| text.to_owned()).unwrap_or_default()
    }

    /// Returns the token of the link in the plain text.
    pub(crate) fn token(&self) -> String {
        // In the encoded text `=3D` stands for `=`, which is decoded to one that no digits follow.
        let (_, rest) = self.text.split_once("token=").expect("a link");
        rest.chars().take_while(char::is_ascii_hexdigit).collect()
    }
}
