//! `SIGTERM` while clients write.

use kernel::testing::PASSWORD;

use super::load::{CLIENTS, End, Load, all, holds};
use super::process::{ADMIN, ServerProcess};

#[test]
fn a_process_that_is_told_to_end_answers_whatever_was_sent() {
    let process = ServerProcess::new();
    let node = process.serve();
    let token = node.client().sign_in(ADMIN, PASSWORD).token;
    let load = Load::begin("House", || node.client().bearer(&token));
    load.hear(100, None);
    let mut onlooker = node.client();
    onlooker.connect().unwrap();
    load.heard();
    node.tell_to_end();
    // For a second it takes requests as before; those who balance loads are told to go elsewhere.
    let ready = loop {
        let ready = onlooker.get("/readyz");
        if ready.status != 200 {
            break ready;
        }
    };
    assert_eq!(ready.header("connection"), Some("close"));
    assert_eq!(ready.expect(503)["status"], "draining");
    load.hear(10, None);

    let code = node.ended();
    let unheard = load.heard();
    let (written, ends) = load.ended();
    assert_eq!(ends, vec![End::Closed; CLIENTS]);
    assert_eq!(code, Some(0));
    assert!(unheard.iter().all(|status| [200, 201].contains(status)), "{unheard:?}");

    let node = process.serve();
    let mut client = node.client().bearer(&token);
    holds(&mut client, &written);
    assert_eq!(all(&mut client).len(), written.len());
}
