//! A server that takes mail, for tests: it speaks SMTP on a port of its own and stores what it is sent.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use kernel::config::{Config, MailServer, MailSettings};

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
}

pub(crate) struct Sink {
    port: u16,
    state: Arc<Mutex<State>>,
}

impl Sink {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = Arc::<Mutex<State>>::default();
        let shared = Arc::clone(&state);
        std::thread::spawn(move || {
            for client in listener.incoming() {
                let state = Arc::clone(&shared);
                std::thread::spawn(move || {
                    // A client that goes away is the client's business.
                    let _ = converse(client.unwrap(), &state);
                });
            }
        });
        Self { port, state }
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
        self.state.lock().unwrap().refusal = with;
    }

    /// Returns how often a mail was brought, accepted or not.
    pub(crate) fn attempts(&self) -> usize {
        self.state.lock().unwrap().attempts
    }

    /// Returns the mails that arrived since the last time.
    pub(crate) fn take(&self) -> Vec<Mail> {
        std::mem::take(&mut self.state.lock().unwrap().mails)
    }

    /// Returns the one mail that arrived since the last time.
    #[track_caller]
    pub(crate) fn only(&self) -> Mail {
        let mut mails = self.take();
        assert_eq!(mails.len(), 1, "{mails:#?}");
        mails.remove(0)
    }
}

fn converse(client: TcpStream, state: &Mutex<State>) -> std::io::Result<()> {
    let mut out = client.try_clone()?;
    let mut lines = BufReader::new(client).lines();
    out.write_all(b"220 sink\r\n")?;
    let mut to = String::new();
    while let Some(line) = lines.next().transpose()? {
        let word = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        let answer = match word.as_str() {
            "EHLO" => "250-sink\r\n250 8BITMIME",
            "RCPT" => {
                to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                "250 ok"
            }
            "DATA" => {
                out.write_all(b"354 go on\r\n")?;
                let mut raw = String::new();
                for line in lines.by_ref() {
                    let line = line?;
                    if line == "." {
                        break;
                    }
                    raw += line.strip_prefix('.').unwrap_or(&line);
                    raw += "\r\n";
                }
                let mut state = state.lock().unwrap();
                state.attempts += 1;
                match state.refusal {
                    Some(refusal) => refusal,
                    None => {
                        let text = decoded(&raw);
                        state.mails.push(Mail { to: to.clone(), text, raw });
                        "250 ok"
                    }
                }
            }
            "QUIT" => "221 bye",
            _ => "250 ok",
        };
        out.write_all(format!("{answer}\r\n").as_bytes())?;
    }
    Ok(())
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
