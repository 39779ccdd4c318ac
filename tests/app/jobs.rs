//! Jobs: long work that a client does not wait for.

use actix_web::http::Method;
use diesel::connection::SimpleConnection;
use kernel::testing::{Answer, TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;

const JOBS: &str = "/api/jobs";
const SETS: &str = "/api/backoffice/change-sets";
const COMPANIES: &str = "/api/backoffice/companies";

const TABLE: &str = "name,address\nAlpha,Marina\nBeta,Palm\n";

async fn import(client: &TestClient<'_>, query: &str, table: &str, key: Option<&str>) -> Answer {
    let request = client.request(Method::POST, &format!("{COMPANIES}/import{query}"));
    let request = request.header("prefer", "respond-async").file(table, &[]);
    match key {
        Some(key) => request.header("idempotency-key", key).send().await,
        None => request.send().await,
    }
}

async fn as_job(client: &TestClient<'_>, path: &str, body: Value) -> Answer {
    let request = client.request(Method::POST, path).header("prefer", "respond-async");
    request.json(&body).send().await
}

/// Returns the job of an answer once it has ended.
async fn ended(app: &TestApp, client: &TestClient<'_>, answer: Answer) -> Value {
    assert_eq!(answer.header("preference-applied"), "respond-async");
    let location = answer.header("location").to_owned();
    let begun = answer.expect(202);
    assert_eq!(location, format!("{JOBS}/{}", begun["_id"].as_str().unwrap()));
    app.settle_jobs().await;
    client.get(&location).await.expect(200)
}

async fn total(client: &TestClient<'_>) -> i64 {
    client.get(&format!("{COMPANIES}?limit=1")).await.expect(200)["total"].as_i64().unwrap()
}

#[actix_web::test]
async fn an_import_is_done_as_a_job_which_has_its_answer() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    assert_eq!(import(&app.anonymous(), "", TABLE, None).await.status, 401);
    import(&app.sign_in("analytics").await, "", TABLE, None).await.expect(403);
    assert_eq!(app.anonymous().get(JOBS).await.status, 401);

    let job = ended(&app, &admin, import(&admin, "", TABLE, None).await).await;
    assert_eq!(job["state"], "done", "{job}");
    assert_eq!((&job["kind"], &job["resource"]), (&json!("import"), &json!("companies")));
    assert_eq!(
        (&job["stage"], &job["done"], &job["total"]),
        (&json!("writing"), &json!(2), &json!(2))
    );
    assert_eq!((&job["status"], &job["answer"]["created"]), (&json!(200), &json!(2)));
    assert_eq!(total(&admin).await, 2);
    // A dry run is answered at once.
    let checked = import(&admin, "?dryRun=true", "name\nGamma\n", None).await;
    assert_eq!(checked.expect(200)["created"], 1);

    let listed = admin.get(JOBS).await.expect(200);
    assert_eq!((&listed["total"], &listed["items"][0]["_id"]), (&json!(1), &job["_id"]));
    assert_eq!(listed["items"][0]["answer"], Value::Null);
    // It is the user's own.
    let path = format!("{JOBS}/{}", job["_id"].as_str().unwrap());
    let other = app.sign_in("admin").await;
    other.get(&path).await.expect(404);
    assert_eq!(other.get(JOBS).await.expect(200)["total"], 0);
    admin.get(&format!("{path}/file")).await.expect(404);
    admin.get(&format!("{JOBS}?page=0")).await.expect(400);
}

#[actix_web::test]
async fn what_is_refused_is_the_answer_of_a_job_and_may_be_tried_again() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let wrong = "name\nAlpha\nAlpha\n";
    let first = ended(&app, &admin, import(&admin, "", wrong, Some("key-1")).await).await;
    assert_eq!((&first["state"], &first["status"]), (&json!("failed"), &json!(422)), "{first}");
    assert_eq!(first["answer"]["errors"][0]["line"], 3, "{first}");
    let again = ended(&app, &admin, import(&admin, "", wrong, Some("key-1")).await).await;
    assert_ne!(first["_id"], again["_id"]);

    // One that was done is not done again.
    let done = ended(&app, &admin, import(&admin, "", TABLE, Some("key-2")).await).await;
    let same = ended(&app, &admin, import(&admin, "", TABLE, Some("key-2")).await).await;
    assert_eq!((&done["_id"], &done["answer"]), (&same["_id"], &same["answer"]));
    assert_eq!(total(&admin).await, 2);
    import(&admin, "", "name\nGamma\n", Some("key-2")).await.expect(422);
}

#[actix_web::test]
async fn sets_are_planned_applied_and_undone_by_jobs() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let planned = ended(&app, &admin, import(&admin, "?plan=true", TABLE, None).await).await;
    assert_eq!((&planned["kind"], &planned["status"]), (&json!("plan"), &json!(201)), "{planned}");
    let set = planned["answer"]["_id"].as_str().unwrap().to_owned();
    assert_eq!(planned["location"], format!("{SETS}/{set}"));
    assert_eq!(total(&admin).await, 0);

    let applied = as_job(&admin, &format!("{SETS}/{set}/apply"), json!({})).await;
    let applied = ended(&app, &admin, applied).await;
    assert_eq!((&applied["kind"], &applied["changeSet"]), (&json!("apply"), &json!(set)));
    assert_eq!(applied["answer"]["state"], "applied", "{applied}");
    assert_eq!((&applied["done"], &applied["total"]), (&json!(2), &json!(2)));
    assert_eq!(total(&admin).await, 2);

    let undone = as_job(&admin, &format!("{SETS}/{set}/undo"), json!({})).await;
    let undone = ended(&app, &admin, undone).await;
    assert_eq!(undone["answer"]["state"], "undone", "{undone}");
    // And that by the request.
    let body = json!({ "requestId": undone["answer"]["undoneRequestId"] });
    if body["requestId"].is_string() {
        let redone = ended(&app, &admin, as_job(&admin, "/api/backoffice/undo", body).await).await;
        assert_eq!((&redone["kind"], &redone["answer"]["undone"]), (&json!("undo"), &json!(2)));
        assert_eq!(total(&admin).await, 2);
    }

    let body = json!({ "resource": "companies", "update": { "address": "Deira" }, "where": {} });
    let planned = ended(&app, &admin, as_job(&admin, SETS, body).await).await;
    assert_eq!(planned["answer"]["kind"], "update", "{planned}");
}

#[actix_web::test]
async fn an_export_is_a_file_of_a_job() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    import(&admin, "", TABLE, None).await.expect(202);
    app.settle_jobs().await;
    let path = format!("{COMPANIES}/export?format=csv&sort=name:asc");
    let direct = admin.get(&path).await;
    let request = admin.request(Method::GET, &path).header("prefer", "respond-async");
    let job = ended(&app, &admin, request.send().await).await;
    assert_eq!((&job["kind"], &job["answer"]), (&json!("export"), &Value::Null), "{job}");
    let size = direct.bytes.len();
    assert_eq!(
        job["file"],
        json!({ "name": "companies.csv", "type": "text/csv; charset=utf-8", "size": size })
    );
    let file = admin.get(&format!("{JOBS}/{}/file", job["_id"].as_str().unwrap())).await;
    assert_eq!(file.status, 200);
    assert_eq!(file.bytes, direct.bytes);
    assert!(file.header("content-disposition").starts_with("attachment"));
    let page = admin.get("/api/backoffice/audit?limit=100").await.expect(200);
    let exported = page["items"].as_array().unwrap().iter().filter(|one| one["action"] == "export");
    assert_eq!(exported.count(), 2, "{page}");
}

#[actix_web::test]
async fn an_answer_is_not_shown_under_other_rules_and_a_silent_job_has_failed() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let job = ended(&app, &admin, import(&admin, "", TABLE, None).await).await;
    assert_eq!(job["answer"]["created"], 2);
    let path = format!("{JOBS}/{}", job["_id"].as_str().unwrap());
    let mut conn = app.database().connect();
    conn.batch_execute("UPDATE jobs SET rules = 'others'").unwrap();
    assert_eq!(admin.get(&path).await.expect(200)["answer"], Value::Null);

    let silent =
        "UPDATE jobs SET rules = '', status = 0, body = NULL, reported_at = '2026-01-01 00:00:00'";
    conn.batch_execute(silent).unwrap();
    let job = admin.get(&path).await.expect(200);
    assert_eq!((&job["state"], &job["status"]), (&json!("failed"), &json!(503)), "{job}");
    assert!(job["answer"]["detail"].as_str().unwrap().contains("stopped"));
}

#[actix_web::test]
async fn a_user_has_five_jobs_at_a_time() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    for _ in 0..5 {
        import(&admin, "?plan=true", TABLE, None).await.expect(202);
        app.settle_jobs().await;
    }
    app.database().connect().batch_execute("UPDATE jobs SET status = 0").unwrap();
    import(&admin, "?plan=true", TABLE, None).await.expect(429);
    import(&app.sign_in("admin").await, "?plan=true", TABLE, None).await.expect(202);
    app.settle_jobs().await;
    // Without a job it is done all the same.
    let direct = admin.request(Method::POST, &format!("{COMPANIES}/import")).file(TABLE, &[]);
    direct.send().await.expect(200);
}
