//! An import of many rows while a process serves. It is killed before its end.

use serde_json::json;

use super::client::Client;
use super::process::{ADMIN, ServerProcess};

const COMPANIES: &str = "/api/backoffice/companies";
const ROWS: u64 = 6_000;

fn total(client: &mut Client) -> u64 {
    client.get(&format!("{COMPANIES}?limit=1")).expect(200)["total"].as_u64().unwrap()
}

#[test]
fn killed_import_leaves_nothing_and_a_finished_one_is_complete() {
    let process = ServerProcess::new();
    let rows: String = (0..ROWS).map(|row| format!("Company {row}\n")).collect();
    std::fs::write(process.file("companies.csv"), format!("name\n{rows}")).unwrap();
    let node = process.serve();
    let mut client = node.client().signed_in(ADMIN);
    let other = client.post(COMPANIES, &json!({ "name": "Other" })).expect(201);
    let other = format!("{COMPANIES}/{}", other["_id"].as_str().unwrap());

    let mut importing = process.begin("import companies companies.csv");
    // Waits for the first rows. On PostgreSQL they are invisible before the commit.
    let mut changes = 0;
    while total(&mut client) == 1 && !(process.is_postgres() && changes == 50) {
        client.patch(&other, &json!({ "phone": changes.to_string() })).expect(200);
        changes += 1;
        assert_eq!(importing.try_wait().unwrap(), None, "it ended too early to be killed");
    }
    importing.kill().unwrap();
    importing.wait().unwrap();
    node.kill();

    // The next process has no row of it.
    let node = process.serve();
    let mut client = node.client().signed_in(ADMIN);
    assert_eq!(total(&mut client), 1);
    let history = client.get(&format!("{other}/history?limit=1")).expect(200);
    assert_eq!(history["total"], changes + 1);
    node.kill();

    let output = process.run("import companies companies.csv");
    assert_eq!(output, format!("{ROWS} created, 0 updated, 0 skipped\n"));
    if let Some(file) = process.database_url().strip_prefix("sqlite://") {
        std::fs::copy(file, process.file("copy.db")).unwrap();
        let copy = format!("sqlite://{}", process.file("copy.db"));
        let exported = process.run_on(&copy, "export companies -");
        assert_eq!(u64::try_from(exported.lines().count()).unwrap(), ROWS + 2);
    }
}
