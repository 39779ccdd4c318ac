//! Mail to a server on another machine goes over a connection that is secured, to a server that is who it says, or not
//! at all.

use std::time::Instant;

use serde_json::json;

use super::process::{ADMIN, Node, PATIENCE, PAUSE, ServerProcess};
use crate::backups::lines;
use crate::mail::{ANOTHER_AUTHORITY, AUTHORITY, Security, Sink};

/// Serves with mail that goes to the sink by this scheme and host, and has a link mailed.
fn forgot(process: &ServerProcess, sink: &Sink, to: &str, more: &[(&str, &str)]) -> Node {
    let url = format!("{to}:{}", sink.port);
    let mut settings =
        vec![("MIZAN_MAIL_URL", url.as_str()), ("MIZAN_MAIL_FROM", "Desk <desk@example.com>")];
    settings.extend(more);
    let node = process.serve_with(&settings);
    node.client().post("/api/auth/forgot", &json!({ "email": ADMIN })).expect(202);
    node
}

#[test]
fn mail_is_sent_over_connections_that_are_secured_at_once_or_by_a_command() {
    // This machine by a name that is not taken for it.
    for (to, security) in [
        ("smtps://desk:secret@localhost", Security::Tls),
        ("smtp://desk:secret@0.0.0.0", Security::StartTls),
    ] {
        let (process, sink) = (ServerProcess::new(), Sink::secured(security));
        let node = forgot(&process, &sink, to, &[("SSL_CERT_FILE", AUTHORITY)]);
        let mail = sink.next(PATIENCE).unwrap_or_else(|| panic!("{to}: {}", node.log()));
        assert_eq!(mail.to, ADMIN, "{to}");
        assert!(mail.text.contains("/reset?token="), "{to}: {}", mail.text);
        // "\0desk\0secret" in base64.
        assert_eq!(sink.credentials(), [("AUTH PLAIN AGRlc2sAc2VjcmV0".to_owned(), true)], "{to}");
    }
}

#[test]
fn mail_is_sent_neither_in_the_clear_nor_to_a_server_without_a_trusted_certificate() {
    for (to, security, trusted) in [
        ("smtp://desk:secret@0.0.0.0", Security::None, AUTHORITY),
        ("smtp://desk:secret@0.0.0.0", Security::StartTls, ANOTHER_AUTHORITY),
        ("smtps://desk:secret@localhost", Security::Tls, ANOTHER_AUTHORITY),
        ("smtps://desk:secret@localhost", Security::None, AUTHORITY),
    ] {
        let (process, sink) = (ServerProcess::new(), Sink::secured(security));
        let node = forgot(&process, &sink, to, &[("SSL_CERT_FILE", trusted)]);
        let until = Instant::now() + PATIENCE;
        let tried = "SELECT state || ' ' || CAST(attempts AS TEXT) AS line FROM mails";
        let mut database = process.database().connect();
        while lines(&mut database, tried) != ["waiting 1"] {
            assert!(Instant::now() < until, "{to}: {}", node.log());
            std::thread::sleep(PAUSE);
        }
        assert_eq!((sink.attempts(), sink.credentials()), (0, Vec::new()), "{to}");
    }
}
