//! `kill -9` while clients write.

use kernel::testing::PASSWORD;

use super::load::{End, Load, all, assert_stored};
use super::process::{ADMIN, ServerProcess};

/// Twenty times on SQLite, where what survives is this product's business. On PostgreSQL it is
/// mostly the server's, which is not what is killed; that a write is never acknowledged before its
/// commit shows in fewer rounds too.
#[test]
fn acknowledged_writes_survive_every_kill() {
    let process = ServerProcess::new();
    let rounds = if process.is_postgres() { 6 } else { 20 };
    let mut node = process.serve();
    let token = node.client().sign_in(ADMIN, PASSWORD).token;
    let (mut total, mut cut) = (0, 0);
    for round in 0..rounds {
        let client = || node.client().bearer(&token);
        let load = Load::begin(&format!("Round-{round}"), client);
        // A different moment every time, in the midst of six requests.
        load.wait_for_responses(30 + 5 * (round % 8), None);
        node.kill();
        let (written, ends) = load.ended();
        cut += ends.iter().filter(|end| matches!(end, End::Cut(_))).count();
        total += written.len();

        node = process.serve();
        // The session has survived as well.
        let mut client = node.client().bearer(&token);
        assert_stored(&mut client, &written);
    }
    assert!(cut >= rounds, "only {cut} requests were under way when the process was killed");
    // Those of the first rounds are still there, and nothing that nobody wrote.
    assert_eq!(all(&mut node.client().bearer(&token)).len(), total);
}
