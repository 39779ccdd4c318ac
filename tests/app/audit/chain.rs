//! What `mizan audit verify` finds: rows of the history, events and seals that were changed, removed
//! or put in; and what it must not find.

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::BigInt;
use kernel::testing::{TestApp, TestClient};
use serde_json::json;

use super::{app, events, execute};
use crate::assessing::text;

pub(super) const COMPANIES: &str = "/api/backoffice/companies";

/// Creates a company with three versions; returns its identifier.
pub(super) async fn company(admin: &TestClient<'_>) -> String {
    let company = admin.post(COMPANIES, json!({ "name": "Version 1" })).await.expect(201);
    let id = text(&company["_id"]);
    for version in 2..=3 {
        let body = json!({ "name": format!("Version {version}") });
        admin.patch(&format!("{COMPANIES}/{id}"), body).await.expect(200);
    }
    id
}

pub(super) fn number(app: &TestApp, sql: &str) -> i64 {
    #[derive(QueryableByName)]
    struct Number {
        #[diesel(sql_type = BigInt)]
        number: i64,
    }
    let query = sql_query(format!("SELECT CAST(({sql}) AS BIGINT) AS number"));
    query.get_result::<Number>(&mut app.database().connect()).unwrap().number
}

#[track_caller]
pub(super) fn assert_sound(app: &TestApp) -> String {
    let (findings, summary) = app.database().verify(None);
    assert_eq!(findings, [] as [&str; 0], "{summary}");
    summary
}

/// Asserts that there is one finding, and that it is this one.
#[track_caller]
pub(super) fn assert_found(app: &TestApp, expected: &str) {
    let (findings, _) = app.database().verify(None);
    assert_eq!(findings, [expected]);
}

#[actix_web::test]
async fn untouched_rows_verify() {
    let app = app().await;
    let admin = app.sign_in("admin").await;
    assert!(assert_sound(&app).contains("There is no seal yet"));
    company(&admin).await;
    let unsealed = assert_sound(&app);
    assert!(unsealed.contains("rows are not sealed yet"), "{unsealed}");
    let sealed = app.seal_all().await;
    assert!(sealed >= 4);
    let summary = assert_sound(&app);
    assert!(summary.contains(&format!("{sealed} rows are as they were sealed")), "{summary}");
    assert!(!summary.contains("not sealed"), "{summary}");
    // Where nothing is new, nothing is sealed.
    let head = app.database().head().unwrap();
    assert_eq!(app.seal().await, 0);
    assert_eq!(app.database().head().unwrap(), head);
    company(&admin).await;
    assert_eq!(app.seal_all().await, 3);
    assert_sound(&app);
    assert_eq!(app.database().verify(Some(&head)).0, [] as [&str; 0]);
}

#[actix_web::test]
async fn changed_removed_and_inserted_versions_are_found() {
    let app = app().await;
    let admin = app.sign_in("admin").await;
    let id = company(&admin).await;
    let version = |version: i64| format!("record_id = '{id}' AND version = {version}");
    let of =
        |which: i64| number(&app, &format!("SELECT number FROM changes WHERE {}", version(which)));
    let key = |which: i64| format!("changes number {} (companies/{id} version {which})", of(which));
    let copy = "resource, record_id, action, at, actor_id, actor_name, request_id, before, after";
    // Every column of a row is in its hash, before it is sealed and after.
    for sealed in [false, true] {
        for (column, other) in [
            ("action", "'delete'"),
            ("actor_id", "'x'"),
            ("actor_name", "'Somebody else'"),
            ("request_id", "NULL"),
            ("before", "NULL"),
            ("after", "'{}'"),
            ("at", "'2020-01-01 00:00:00'"),
        ] {
            execute(&app, "CREATE TABLE aside AS SELECT * FROM changes");
            execute(&app, &format!("UPDATE changes SET {column} = {other} WHERE {}", version(2)));
            assert_found(&app, &format!("{}: changed", key(2)));
            let back = format!(
                "UPDATE changes SET {column} = (SELECT {column} FROM aside WHERE {0}) WHERE {0}; \
                 DROP TABLE aside",
                version(2)
            );
            execute(&app, &back);
        }
        if !sealed {
            assert!(app.seal_all().await > 0);
        }
        assert_sound(&app);
    }
    // With a hash that fits, too: the seal has another one.
    execute(&app, "CREATE TABLE aside AS SELECT * FROM changes");
    let forged = format!(
        "UPDATE changes SET after = (SELECT after FROM changes WHERE {}), hash = NULL WHERE {}",
        version(3),
        version(2)
    );
    execute(&app, &forged);
    assert_found(&app, &format!("{}: changed", key(2)));
    let last = of(3);
    execute(&app, &format!("DELETE FROM changes WHERE {}", version(3)));
    let (findings, _) = app.database().verify(None);
    assert_eq!(findings.len(), 2);
    assert_eq!(findings[1], format!("changes number {last}: removed"));
    // What is put in has a number that is free, or the next one.
    let put_in = format!(
        "INSERT INTO changes ({copy}, version, number) SELECT {copy}, 7, {last} FROM aside WHERE {}; \
         DELETE FROM changes WHERE {}; \
         INSERT INTO changes ({copy}, version, number, hash) \
         SELECT {copy}, version, number, hash FROM aside WHERE {}",
        version(3),
        version(2),
        version(2)
    );
    execute(&app, &put_in);
    assert_found(&app, &format!("changes number {last} (companies/{id} version 7): changed"));
}

#[actix_web::test]
async fn rows_with_numbers_below_the_last_seal_are_found() {
    let app = app().await;
    let admin = app.sign_in("admin").await;
    let id = company(&admin).await;
    // As if a transaction had been rolled back.
    execute(
        &app,
        &format!("UPDATE changes SET number = 50 WHERE record_id = '{id}' AND version = 3"),
    );
    if number(&app, "SELECT count(*) FROM changes WHERE number = 50") == 1 {
        advance(&app, "changes", 50);
    }
    app.seal_all().await;
    assert_sound(&app);
    let copy = "resource, record_id, action, at, actor_id, actor_name, request_id, before, after";
    for at in [-3, 40] {
        let put_in = format!(
            "INSERT INTO changes ({copy}, version, number) SELECT {copy}, 9, {at} FROM changes \
             WHERE record_id = '{id}' AND version = 3"
        );
        execute(&app, &put_in);
        let what = if at < 0 { "in no seal" } else { "put in" };
        assert_found(&app, &format!("changes number {at} (companies/{id} version 9): {what}"));
        execute(&app, &format!("DELETE FROM changes WHERE number = {at}"));
    }
}

/// Makes the numbers of a table continue after this one.
fn advance(app: &TestApp, table: &str, number: i64) {
    if app.database().url().starts_with("postgres") {
        execute(app, &format!("SELECT setval('{table}_number', {number})"));
    }
}

#[actix_web::test]
async fn changed_removed_and_inserted_events_are_found() {
    let app = app().await;
    app.sign_in("admin").await;
    app.sign_in("user").await;
    app.seal_all().await;
    let first = number(&app, "SELECT min(number) FROM audit_events");
    let id = {
        let admin = app.sign_in("admin").await;
        app.seal_all().await;
        text(&events(&admin, "action", "sign-in").await[0]["_id"])
    };
    let changed = format!("audit_events number {first} ({id}): changed");
    for (column, other) in [
        ("actor", "'Nobody'"),
        ("actor_id", "NULL"),
        ("object", "'x'"),
        ("address", "'192.0.2.1'"),
        ("outcome", "'refused'"),
        ("action", "'nonsense'"),
        ("reason", "'x'"),
        ("times", "2"),
        ("request_id", "'x'"),
    ] {
        execute(&app, "CREATE TABLE aside AS SELECT * FROM audit_events");
        execute(
            &app,
            &format!("UPDATE audit_events SET {column} = {other} WHERE number = {first}"),
        );
        assert_found(&app, &changed);
        let back = format!(
            "UPDATE audit_events SET {column} = (SELECT {column} FROM aside WHERE number = {first}) \
             WHERE number = {first}; DROP TABLE aside"
        );
        execute(&app, &back);
    }
    assert_sound(&app);
    execute(&app, &format!("DELETE FROM audit_events WHERE number = {first}"));
    assert_found(&app, &format!("audit_events number {first}: removed"));
    let put_in = format!(
        "INSERT INTO audit_events (number, id, at, action, object, outcome, times) \
         VALUES ({first}, '{id}', '2026-01-01 00:00:00', 'sign-in', 'x', 'success', 1)"
    );
    execute(&app, &put_in);
    assert_found(&app, &changed);
}

#[actix_web::test]
async fn changed_removed_and_inserted_seals_are_found() {
    let app = app().await;
    let admin = app.sign_in("admin").await;
    for _ in 0..3 {
        company(&admin).await;
        app.seal_all().await;
    }
    let head = app.database().head().unwrap();
    let last: i64 = head.split(':').next().unwrap().parse().unwrap();
    assert!(last >= 3);
    execute(&app, "CREATE TABLE aside AS SELECT * FROM audit_seals");
    let back = "DELETE FROM audit_seals; INSERT INTO audit_seals SELECT * FROM aside";
    let found = |statement: &str| {
        execute(&app, statement);
        let (findings, _) = app.database().verify(None);
        execute(&app, back);
        assert_sound(&app);
        findings
    };
    // The last one is of the history, and so is the one before.
    assert_eq!(
        found(&format!("UPDATE audit_seals SET at = '2020-01-01 00:00:00' WHERE number = {last}")),
        [format!("audit_seals number {last} (of changes): changed")]
    );
    let hidden = found(&format!("UPDATE audit_seals SET covered = previous WHERE number = {last}"));
    assert_eq!(hidden[0], format!("audit_seals number {last} (of changes): changed"));
    let removed = found(&format!("DELETE FROM audit_seals WHERE number = {}", last - 1));
    assert_eq!(
        removed[0],
        format!("audit_seals number {}: removed, up to number {}", last - 1, last - 1)
    );
    let put_in = found(&format!(
        "INSERT INTO audit_seals SELECT {}, at, kind, of_table, after_number, last_number, covered, \
         previous, hash FROM aside WHERE number = {last}",
        last + 1
    ));
    assert_eq!(
        put_in[0],
        format!("audit_seals number {} (of changes): does not follow the one before it", last + 1)
    );

    // Without the last seals nothing shows that they were there, except a noted head.
    execute(&app, &format!("DELETE FROM audit_seals WHERE number = {last}"));
    assert_sound(&app);
    let (findings, _) = app.database().verify(Some(&head));
    assert_eq!(
        findings,
        [format!("audit_seals number {last}: was noted, and is not in the chain")]
    );
    company(&admin).await;
    app.seal_all().await;
    // Sealed again, at another time: another hash.
    let (findings, _) = app.database().verify(Some(&head));
    assert_eq!(
        findings,
        [format!("audit_seals number {last} (of changes): is not the one that was noted")]
    );
}
