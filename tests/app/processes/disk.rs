//! A disk that fails while clients write.

use kernel::testing::PASSWORD;
use serde_json::json;

use super::process::{ADMIN, ServerProcess};

const COMPANIES: &str = "/api/backoffice/companies";

/// No file of the process may grow much beyond the size of the database: the system then fails its
/// writes. The files of PostgreSQL belong to another process.
#[test]
fn failing_disk_is_a_503_and_acknowledged_writes_survive() {
    let mut process = ServerProcess::new();
    if process.is_postgres() {
        return;
    }
    process.limit_files();
    let node = process.serve();
    let token = node.client().sign_in(ADMIN, PASSWORD).token;
    let mut client = node.client().bearer(&token);
    let (mut acknowledged, mut refused) = (0, 0);
    for number in 0..20_000 {
        let body = json!({ "name": format!("C {number}"), "address": "a".repeat(200) });
        let answer = client.send("POST", COMPANIES, &[], Some(&body)).unwrap();
        match answer.status {
            201 => acknowledged += 1,
            503 => {
                let problem = answer.expect(503);
                assert_eq!(problem["status"], 503);
                assert!(problem["detail"].as_str().unwrap().contains("disk"), "{problem}");
                refused += 1;
            }
            other => panic!("{other}: {:?}", answer.expect(201)),
        }
        if refused == 3 {
            break;
        }
    }
    assert_eq!(refused, 3, "{acknowledged} were written");
    // The process continues, and has the acknowledged records only.
    let listed = client.get(&format!("{COMPANIES}?limit=1")).expect(200);
    assert_eq!(listed["total"], acknowledged);
    assert!(node.log().contains("disk I/O error"), "{}", node.log());
}
