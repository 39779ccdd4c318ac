//! `kill -9` while clients write.

use kernel::testing::PASSWORD;

use super::load::{End, Load, all, assert_stored};
use super::process::{ADMIN, ServerProcess};

/// Twenty rounds on SQLite, where durability is the task of this product. On PostgreSQL it is
/// mostly that of the server, which is not killed here. Fewer rounds show as well that no write is
/// acknowledged before its commit.
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
        // A different moment in every round, during six requests.
        load.wait_for_responses(30 + 5 * (round % 8), None);
        node.kill();
        let (written, ends) = load.ended();
        cut += ends.iter().filter(|end| matches!(end, End::Cut(_))).count();
        total += written.len();

        node = process.serve();
        // The session has survived too.
        let mut client = node.client().bearer(&token);
        assert_stored(&mut client, &written);
    }
    assert!(cut >= rounds, "only {cut} requests were under way when the process was killed");
    // The records of the first rounds are still there, and no record that no client wrote.
    assert_eq!(all(&mut node.client().bearer(&token)).len(), total);
}
