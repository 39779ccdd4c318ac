//! `SIGTERM` while clients write.

use kernel::testing::PASSWORD;

use super::load::{CLIENTS, End, Load, all, assert_stored};
use super::process::{ADMIN, ServerProcess};

#[test]
fn terminated_process_answers_all_sent_requests() {
    let process = ServerProcess::new();
    let node = process.serve();
    let token = node.client().sign_in(ADMIN, PASSWORD).token;
    let load = Load::begin("House", || node.client().bearer(&token));
    load.wait_for_responses(100, None);
    let mut onlooker = node.client();
    onlooker.connect().unwrap();
    load.take_statuses();
    node.terminate();
    // For a second it accepts requests as before. Load balancers see that it is not ready.
    let ready = loop {
        let ready = onlooker.get("/readyz");
        if ready.status != 200 {
            break ready;
        }
    };
    assert_eq!(ready.header("connection"), Some("close"));
    assert_eq!(ready.expect(503)["status"], "draining");
    load.wait_for_responses(10, None);

    let code = node.ended();
    let unread = load.take_statuses();
    let (written, ends) = load.ended();
    assert_eq!(ends, vec![End::Closed; CLIENTS]);
    assert_eq!(code, Some(0));
    assert!(unread.iter().all(|status| [200, 201].contains(status)), "{unread:?}");

    let node = process.serve();
    let mut client = node.client().bearer(&token);
    assert_stored(&mut client, &written);
    assert_eq!(all(&mut client).len(), written.len());
}
