//! Slow clients and clients with many connections, on real sockets because the limits are below
//! HTTP.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use super::process::ServerProcess;

/// The time limit of a request head, and the tolerance for a busy machine.
const PATIENCE: Duration = Duration::from_secs(10);
const SLACK: Duration = Duration::from_secs(20);

/// The pause of a slow client between two bytes.
const PAUSE: Duration = Duration::from_millis(500);

/// A complete request, sent on a connection before the slow one.
const WHOLE: &str = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_nodelay(true).unwrap();
    stream
}

/// Sends `text` and reads until the answer ends with `end` or the connection closes.
fn exchange(stream: &mut TcpStream, text: &str, end: &str) -> String {
    stream.set_read_timeout(Some(SLACK)).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    let (mut received, mut byte) = (String::new(), [0]);
    while !received.ends_with(end) && stream.read(&mut byte).unwrap() == 1 {
        received.push(char::from(byte[0]));
    }
    received
}

/// Sends single bytes with pauses until the connection closes; returns how long that took and what
/// was received.
fn trickle(mut stream: TcpStream, bytes: &str) -> (Duration, String) {
    stream.set_read_timeout(Some(PAUSE)).unwrap();
    let (began, mut received) = (Instant::now(), Vec::new());
    let mut bytes = bytes.bytes().cycle();
    loop {
        let mut some = [0; 1024];
        match stream.read(&mut some) {
            Ok(0) => break,
            Ok(count) => received.extend_from_slice(&some[..count]),
            // Nothing was received during the pause.
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                if stream.write_all(&[bytes.next().unwrap()]).is_err() {
                    break;
                }
            }
            Err(_) => break,
        }
        assert!(began.elapsed() < PATIENCE + SLACK, "the connection has no time limit");
    }
    (began.elapsed(), String::from_utf8(received).unwrap())
}

#[test]
fn slow_request_head_times_out_on_every_request_of_a_connection() {
    let process = ServerProcess::new();
    let node = process.serve();
    let address = node.address();
    let first = std::thread::spawn(move || {
        let mut stream = connect(address);
        stream.write_all(b"GET / HTTP/1.1\r\nX: ").unwrap();
        trickle(stream, "x")
    });
    let second = std::thread::spawn(move || {
        let mut stream = connect(address);
        for _ in 0..3 {
            let received = exchange(&mut stream, WHOLE, "}");
            assert!(received.starts_with("HTTP/1.1 200"), "{received}");
        }
        stream.write_all(b"GET / HTTP/1.1\r\nX: ").unwrap();
        trickle(stream, "x")
    });
    // The beginning of this head arrives together with the request before it.
    let pipelined = std::thread::spawn(move || {
        let mut stream = connect(address);
        let text = format!("{WHOLE}GET / HTTP/1.1\r\nX: ");
        let received = exchange(&mut stream, &text, "}");
        assert!(received.starts_with("HTTP/1.1 200"), "{received}");
        trickle(stream, "x")
    });
    // No handler reads this body. It is discarded, but only for a limited time.
    let unread = std::thread::spawn(move || {
        let mut stream = connect(address);
        let head = "POST /api/nothing HTTP/1.1\r\nHost: localhost\r\n\
                    Transfer-Encoding: chunked\r\n\r\n";
        let received = exchange(&mut stream, head, "}");
        assert!(received.starts_with("HTTP/1.1 404"), "{received}");
        trickle(stream, "1\r\nx\r\n")
    });
    for (what, client) in [("second", second), ("pipelined", pipelined), ("first", first)] {
        let (took, received) = client.join().unwrap();
        assert!(took >= PATIENCE - Duration::from_secs(1), "{what}: after {took:?}");
        assert!(received.starts_with("HTTP/1.1 408"), "{what}: {received}");
    }
    unread.join().unwrap();
}

#[test]
fn slow_request_body_times_out_on_every_request_of_a_connection() {
    let process = ServerProcess::new();
    let node = process.serve();
    let mut stream = connect(node.address());
    exchange(&mut stream, WHOLE, "}");
    let head = "POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\n\
                Content-Type: application/json\r\nContent-Length: 9000\r\n\r\n{";
    stream.write_all(head.as_bytes()).unwrap();
    stream.set_read_timeout(Some(PAUSE)).unwrap();
    let (began, mut received) = (Instant::now(), Vec::new());
    // The limit of 30 seconds, and the tolerance for a busy machine.
    while began.elapsed() < Duration::from_secs(30) + SLACK {
        let mut some = [0; 1024];
        match stream.read(&mut some) {
            Ok(0) => break,
            Ok(count) => received.extend_from_slice(&some[..count]),
            Err(_) if stream.write_all(b" ").is_err() => break,
            Err(_) => {}
        }
        if received.ends_with(b"}") {
            break;
        }
    }
    let received = String::from_utf8(received).unwrap();
    assert!(received.starts_with("HTTP/1.1 408"), "{received}");
}

#[test]
fn a_slow_client_within_the_limits_is_served() {
    let process = ServerProcess::new();
    let node = process.serve();
    let mut stream = connect(node.address());
    for _ in 0..2 {
        // In three parts with a pause after each.
        stream.set_read_timeout(Some(PAUSE)).unwrap();
        for piece in ["GET /healthz HT", "TP/1.1\r\nHost: lo"] {
            stream.write_all(piece.as_bytes()).unwrap();
            assert!(stream.read(&mut [0]).is_err());
        }
        let received = exchange(&mut stream, "calhost\r\n\r\n", "}");
        assert!(received.starts_with("HTTP/1.1 200"), "{received}");
    }
    // The client sends this body after `100 Continue`.
    let head = "POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n\
                Content-Type: application/json\r\nContent-Length: 2\r\n\r\n";
    let received = exchange(&mut stream, head, "\r\n\r\n");
    assert!(received.starts_with("HTTP/1.1 100"), "{received}");
    let received = exchange(&mut stream, "{}", "\r\n\r\n");
    assert!(received.starts_with("HTTP/1.1 422"), "{received}");
}

#[test]
fn the_connection_of_a_rejected_request_with_a_small_body_stays_open() {
    let process = ServerProcess::new();
    let node = process.serve();
    let mut stream = connect(node.address());
    // Rejected before routing, for its credential, and for its method.
    for (line, host, status) in [
        ("POST /api/auth/login", "elsewhere.test", 421),
        ("POST /api/backoffice/units", "localhost", 401),
        ("PUT /api/auth/login", "localhost", 405),
        ("POST /api/nothing", "localhost", 404),
    ] {
        for _ in 0..2 {
            let request = format!("{}{{}}", head_of(line, host, 2));
            let received = exchange(&mut stream, &request, "}");
            assert!(received.starts_with(&format!("HTTP/1.1 {status}")), "{line}: {received}");
        }
    }
    let received = exchange(&mut stream, WHOLE, "}");
    assert!(received.starts_with("HTTP/1.1 200"), "{received}");
}

#[test]
fn a_rejected_request_is_answered_before_a_body_that_is_large_or_late() {
    let process = ServerProcess::new();
    let node = process.serve();
    for length in [2, 20_000] {
        let mut stream = connect(node.address());
        let began = Instant::now();
        let head = head_of("POST /api/backoffice/units", "localhost", length);
        let received = exchange(&mut stream, &head, "}");
        assert!(received.starts_with("HTTP/1.1 401"), "{length}: {received}");
        assert!(began.elapsed() < PATIENCE, "{length}: the body is waited for");
    }
}

/// Returns the head of a request with a JSON body of that many bytes.
fn head_of(line: &str, host: &str, length: usize) -> String {
    format!(
        "{line} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    )
}

#[test]
fn connections_of_an_address_are_limited_and_the_newest_is_refused() {
    let process = ServerProcess::new();
    let node = process.serve_with(&[("MIZAN_CONNECTIONS_PER_ADDRESS", "5")]);
    let address = node.address();
    // The connections of the readiness polls at startup close after a while.
    let deadline = Instant::now() + SLACK;
    let refused = |received: &str| received.starts_with("HTTP/1.1 503") || received.is_empty();
    let mut open = Vec::new();
    while open.len() < 5 {
        let mut stream = connect(address);
        if exchange_or_nothing(&mut stream).starts_with("HTTP/1.1 200") {
            open.push(stream);
        }
        assert!(Instant::now() < deadline, "only {} connections", open.len());
    }
    for _ in 0..3 {
        let received = exchange_or_nothing(&mut connect(address));
        assert!(refused(&received), "{received}");
    }
    // Earlier connections continue, and closing one allows another.
    let received = exchange(&mut open[0], WHOLE, "}");
    assert!(received.starts_with("HTTP/1.1 200"), "{received}");
    open.pop();
    loop {
        let mut stream = connect(address);
        if exchange_or_nothing(&mut stream).starts_with("HTTP/1.1 200") {
            break;
        }
        assert!(Instant::now() < deadline, "no room is made");
    }
    // A trusted proxy forwards the requests of many clients.
    let node = process.serve_with(&[
        ("MIZAN_CONNECTIONS_PER_ADDRESS", "1"),
        ("MIZAN_TRUSTED_PROXIES", "127.0.0.1"),
    ]);
    let mut many: Vec<_> = (0..20).map(|_| connect(node.address())).collect();
    for stream in &mut many {
        let received = exchange(stream, WHOLE, "}");
        assert!(received.starts_with("HTTP/1.1 200"), "{received}");
    }
}

/// Returns the answer; empty when the connection is cut.
fn exchange_or_nothing(stream: &mut TcpStream) -> String {
    stream.set_read_timeout(Some(SLACK)).unwrap();
    if stream.write_all(WHOLE.as_bytes()).is_err() {
        return String::new();
    }
    let (mut received, mut byte) = (String::new(), [0]);
    while !received.ends_with('}') && matches!(stream.read(&mut byte), Ok(1)) {
        received.push(char::from(byte[0]));
    }
    received
}
