//! Mails that are caught in a file during development are shown to this machine, and are never sent.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::process::{PATIENCE, free_address, serve_by};

fn request(address: &str, head: &str, body: &str) -> String {
    // It is greeted before it listens, as demo data takes a while.
    let until = Instant::now() + PATIENCE;
    let mut stream = loop {
        match TcpStream::connect(address) {
            Ok(stream) => break stream,
            Err(error) => assert!(Instant::now() < until, "{error}"),
        }
    };
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let length = body.len();
    let text = format!(
        "{head} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept-Encoding: identity\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(text.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn mails_are_caught_and_shown_on_loopback() {
    let (folder, address) = (tempfile::tempdir().unwrap(), free_address());
    // A server that cannot be reached: nothing is sent to it.
    let settings = [
        ("MIZAN_LISTEN", address.as_str()),
        ("MIZAN_MAIL_URL", "smtp://127.0.0.1:1"),
        ("MIZAN_MAIL_FROM", "Desk <desk@example.com>"),
    ];
    let words = "serve --demo --catch-mail mail.jsonl";
    let _serving = serve_by(folder.path(), words, &settings).unwrap();
    let empty = request(&address, "GET /dev/mail", "");
    assert!(empty.starts_with("HTTP/1.1 200") && empty.contains("No mail"), "{empty}");

    let forgot = r#"{"email":"broker@demo.test"}"#;
    let answer = request(&address, "POST /api/auth/forgot", forgot);
    assert!(answer.starts_with("HTTP/1.1 202"), "{answer}");
    let until = Instant::now() + PATIENCE;
    let listed = loop {
        let listed = request(&address, "GET /dev/mail", "");
        if listed.contains("&lt;broker@demo.test&gt;") {
            break listed;
        }
        assert!(Instant::now() < until, "{listed}");
        std::thread::sleep(Duration::from_millis(50));
    };
    let (_, rest) = listed.split_once("href=\"/dev/mail/").unwrap();
    let (id, _) = rest.split_once('"').unwrap();
    let html = request(&address, &format!("GET /dev/mail/{id}"), "");
    assert!(html.contains("/reset?token=") && html.contains("style-src 'unsafe-inline'"), "{html}");
    assert!(html.contains("default-src 'none'") && html.contains("no-store"), "{html}");
    let text = request(&address, &format!("GET /dev/mail/{id}?text"), "");
    assert!(text.contains("text/plain") && text.contains("/reset?token="), "{text}");
    let unknown = request(&address, "GET /dev/mail/000000000000000000000000", "");
    assert!(unknown.starts_with("HTTP/1.1 404"), "{unknown}");
}

#[test]
fn caught_mails_are_shown_to_no_other_machine() {
    let folder = tempfile::tempdir().unwrap();
    let words = "serve --catch-mail mail.jsonl";
    let settings = [("MIZAN_LISTEN", "0.0.0.0:0")];
    let refused = serve_by(folder.path(), words, &settings).err().unwrap();
    assert!(refused.contains("--catch-mail"), "{refused}");
}

#[test]
fn a_server_that_catches_no_mail_has_no_page_of_it() {
    let (folder, address) = (tempfile::tempdir().unwrap(), free_address());
    let settings = [("MIZAN_LISTEN", address.as_str())];
    let _serving = serve_by(folder.path(), "serve", &settings).unwrap();
    let answer = request(&address, "GET /dev/mail", "");
    assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
}
