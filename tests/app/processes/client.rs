//! A client with one connection. It never retries by itself, so that a test sees the result of
//! every request.

use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use kernel::testing::PASSWORD;
use serde_json::{Value, json};

/// Longer than anything may take. A client that waits for this long has been forgotten.
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) struct Client {
    address: SocketAddr,
    token: Option<String>,
    connection: Option<BufReader<TcpStream>>,
}

/// A complete answer.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Value,
}

/// A user who has signed in.
pub(super) struct SignedIn {
    pub(super) token: String,
    /// The cookie that refreshes or ends the session.
    pub(super) cookie: String,
}

impl Answer {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(there, _)| there == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Returns the body of an answer with this status; panics on any other.
    #[track_caller]
    pub(super) fn expect(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{self:?}");
        self.body
    }
}

impl Client {
    pub(super) fn of(address: SocketAddr) -> Self {
        Self { address, token: None, connection: None }
    }

    /// Returns the client with this token.
    pub(super) fn bearer(self, token: &str) -> Self {
        Self { token: Some(token.to_owned()), ..self }
    }

    /// Opens a connection if there is none. Fails when the server does not accept it.
    pub(super) fn connect(&mut self) -> io::Result<()> {
        if self.connection.is_none() {
            let stream = TcpStream::connect_timeout(&self.address, PATIENCE)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            stream.set_nodelay(true)?;
            self.connection = Some(BufReader::new(stream));
        }
        Ok(())
    }

    /// Sends a request and waits for the complete answer. Fails when the connection ends before.
    pub(super) fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&Value>,
    ) -> io::Result<Answer> {
        self.connect()?;
        let mut connection = self.connection.take().ok_or(ErrorKind::NotConnected)?;
        let body = body.map(Value::to_string).unwrap_or_default();
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n", self.address);
        if let Some(token) = &self.token {
            head += &format!("Authorization: Bearer {token}\r\n");
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() {
            head += "Content-Type: application/json\r\n";
        }
        head += &format!("Content-Length: {}\r\n\r\n{body}", body.len());
        connection.get_mut().write_all(head.as_bytes())?;
        let answer = read(&mut connection)?;
        if answer.header("connection") != Some("close") {
            self.connection = Some(connection);
        }
        Ok(answer)
    }

    fn must(&mut self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let answer = self.send(method, path, &[], body);
        answer.unwrap_or_else(|error| panic!("{method} {path} was cut: {error}"))
    }

    pub(super) fn get(&mut self, path: &str) -> Answer {
        self.must("GET", path, None)
    }

    pub(super) fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.must("POST", path, Some(body))
    }

    pub(super) fn patch(&mut self, path: &str, body: &Value) -> Answer {
        self.must("PATCH", path, Some(body))
    }

    /// Tries to sign in; returns the answer.
    pub(super) fn login(&mut self, email: &str, password: &str) -> Answer {
        self.post("/api/auth/login", &json!({ "email": email, "password": password }))
    }

    pub(super) fn sign_in(&mut self, email: &str, password: &str) -> SignedIn {
        let answer = self.login(email, password);
        let cookies = answer.headers.iter().filter(|(name, _)| name == "set-cookie");
        let mut cookies = cookies.filter_map(|(_, value)| value.split(';').next());
        let cookie = cookies.find(|cookie| cookie.starts_with("mizan_refresh="));
        let cookie = cookie.unwrap_or_default().to_owned();
        let token = answer.expect(200)["accessToken"].as_str().unwrap().to_owned();
        SignedIn { token, cookie }
    }

    /// Signs in with the password of all accounts, and continues as that user.
    pub(super) fn signed_in(mut self, email: &str) -> Self {
        let token = self.sign_in(email, PASSWORD).token;
        self.bearer(&token)
    }
}

/// Reads one answer to its end.
fn read(from: &mut impl BufRead) -> io::Result<Answer> {
    let mut line = || {
        let mut line = String::new();
        match from.read_line(&mut line)? {
            0 => Err(io::Error::from(ErrorKind::UnexpectedEof)),
            _ => Ok(line.trim_end().to_owned()),
        }
    };
    let status = line()?.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status: u16 = status.ok_or(ErrorKind::InvalidData)?;
    let mut headers = Vec::new();
    loop {
        let line = line()?;
        let Some((name, value)) = line.split_once(": ") else { break };
        headers.push((name.to_ascii_lowercase(), value.to_owned()));
    }
    let answer = Answer { status, headers, body: Value::Null };
    assert_eq!(answer.header("transfer-encoding"), None, "{answer:?}");
    let length = answer.header("content-length").map_or(0, |length| length.parse().unwrap());
    let mut bytes = vec![0; length];
    from.read_exact(&mut bytes)?;
    // What is no JSON, such as metrics, is a text.
    let text = || String::from_utf8_lossy(&bytes).into_owned().into();
    let body = match bytes.is_empty() {
        true => Value::Null,
        false => serde_json::from_slice(&bytes).unwrap_or_else(|_| text()),
    };
    Ok(Answer { body, ..answer })
}
