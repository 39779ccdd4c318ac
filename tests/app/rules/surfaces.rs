//! Rules on what is beside lists and single records: answers that are stored, changes, imports, the start.

use std::time::{Duration, Instant};

use actix_web::HttpResponse;
use actix_web::http::Method;
use kernel::module::Module;
use kernel::testing::startup_error;
use kernel::{NoRecords, Product, Reader, RequestContext, get, utoipa};
use serde_json::json;

use super::{BROKER, UNITS, World, app, filters, under};
use crate::PRODUCT;

macro_rules! door {
    ($name:ident, $($argument:tt)*) => {
        #[get("/doors", tag = "doors", permission = "signed-in", response(200, "Done"))]
        async fn $name(_: RequestContext, $($argument)*) -> HttpResponse {
            HttpResponse::Ok().finish()
        }
    };
}
door!(door_list,);
door!(door_list_of_reader, _: Reader);
door!(door_list_of_nothing, _: NoRecords);

#[actix_web::test]
async fn the_start_fails_for_an_operation_that_knows_no_rules() {
    const GATES: Module = Module {
        routes: |api| {
            api.service(door_list);
        },
        ..Module::new("doors")
    };
    let product = Product { modules: &[companies::MODULE, GATES], ..PRODUCT };
    assert_eq!(
        startup_error(&product).await,
        "Module doors: operation door_list knows nothing of the rules of its reader. Take a `kernel::Reader` as an \
         argument of its handler, and show records through it; or a `kernel::NoRecords`, if it shows none."
    );
    const READ: Module = Module {
        routes: |api| {
            api.service(door_list_of_reader);
        },
        ..Module::new("doors")
    };
    const NOTHING: Module = Module {
        routes: |api| {
            api.service(door_list_of_nothing);
        },
        ..Module::new("doors")
    };
    for modules in [&[companies::MODULE, READ], &[companies::MODULE, NOTHING]] {
        kernel::testing::generated(&Product { modules, ..PRODUCT }).await;
    }
}

#[actix_web::test]
async fn changes_tell_neither_hidden_fields_nor_hidden_people() {
    let folder = tempfile::tempdir().unwrap();
    let people = r#"
p, agent, users, read
where, agent, users, read, {"field": "id", "operator": "equals", "value": "$user.id"}
"#;
    let app = under(&folder, &format!("{BROKER}{people}")).await;
    let world = World::of(&app).await;
    let unit = world.make(0, 1, json!({ "status": "available", "bedrooms": 1, "floor": 1 })).await;
    let path = format!("{UNITS}/{unit}");
    world.admin.patch(&path, json!({ "floor": 2, "serviceChargesPerSqFt": 9 })).await.expect(200);
    world.broker.patch(&path, json!({ "bedrooms": 2 })).await.expect(200);
    let history = world.broker.get(&format!("{path}/history")).await.expect(200);
    let versions = history["items"].as_array().unwrap();
    let actors: Vec<bool> = versions.iter().map(|one| one["actor"].is_null()).collect();
    assert_eq!(actors, [false, true, true]);
    assert_eq!(versions[1]["changed"], json!([]));
    let listed = async |by: &kernel::testing::TestClient<'_>, field: &str, value: &str| {
        let query = filters(field, "equals", json!(value));
        let page = by.get(&format!("/api/backoffice/changes?{query}")).await.expect(200);
        page["total"].as_i64().unwrap()
    };
    assert_eq!(listed(&world.broker, "field", "bedrooms").await, 2);
    let hidden = filters("field", "equals", json!("floor"));
    world.broker.get(&format!("/api/backoffice/changes?{hidden}")).await.expect(400);
    assert_eq!(listed(&world.admin, "field", "floor").await, 2);
    let admin = world.admin.get("/api/auth/me").await.expect(200)["user"]["id"].clone();
    assert_eq!(listed(&world.broker, "actor", admin.as_str().unwrap()).await, 0);
}

#[actix_web::test]
async fn an_import_finds_and_changes_only_what_its_user_may() {
    let folder = tempfile::tempdir().unwrap();
    let lines = BROKER.replace("hide, serviceChargesPerSqFt\n", "hide, amenities\n");
    let app = under(&folder, &format!("{lines}p, agent, units, create\n")).await;
    let world = World::of(&app).await;
    let shown =
        world.make(0, 1, json!({ "status": "available", "bedrooms": 1, "unitNumber": "S1" })).await;
    let large =
        world.make(0, 2, json!({ "status": "available", "bedrooms": 5, "unitNumber": "L1" })).await;
    let sold =
        world.make(0, 3, json!({ "status": "sold", "bedrooms": 1, "unitNumber": "X1" })).await;
    let import = async |lines: &str| {
        let request =
            world.broker.request(Method::POST, &format!("{UNITS}/import?existing=update"));
        let answer = request.file(lines, &[]).send().await;
        (answer.status, answer.body)
    };
    let (status, report) = import(&format!("_id,bedrooms\n{sold},2\n")).await;
    assert_eq!(status, 422, "{report}");
    assert!(report.to_string().contains("There is no unit"), "{report}");
    let (status, report) = import(&format!("_id,bedrooms\n{large},2\n")).await;
    assert_eq!(status, 422, "{report}");
    let (status, report) = import(&format!("_id,bedrooms\n{shown},9\n")).await;
    assert_eq!(status, 422, "{report}");
    assert!(report.to_string().contains("take the record out of what you may change"), "{report}");
    let (status, report) = import(&format!("_id,status\n{shown},sold\n")).await;
    assert_eq!(status, 422, "{report}");
    assert!(report.to_string().contains("You may not change this field"), "{report}");
    // Neither the name of a project that is not seen nor whether a hidden field has a value is told.
    let palm = &world.projects[1];
    let named = import(&format!("_id,projectId,project\n{shown},{palm},Marina\n")).await;
    assert_eq!(named.0, 422);
    assert!(!named.1.to_string().contains("Palm"), "{}", named.1);
    let (status, report) = import(&format!("_id,amenities\n{shown},\n")).await;
    assert_eq!((status.as_u16(), report["errors"][0]["column"].as_str()), (422, Some("amenities")));
    let (status, report) = import(&format!("_id,bedrooms\n{shown},2\n")).await;
    assert_eq!(status, 200, "{report}");
    let unit = world.admin.get(&format!("{UNITS}/{shown}")).await.expect(200);
    assert_eq!(unit["bedrooms"], 2);
}

#[actix_web::test]
async fn a_stored_answer_is_given_again_only_under_the_same_rules() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(&folder).await;
    let world = World::of(&app).await;
    let unit = world.make(0, 1, json!({ "status": "available", "bedrooms": 1 })).await;
    let path = format!("{UNITS}/{unit}");
    world.admin.patch(&path, json!({ "bedrooms": 2 })).await.expect(200);
    let restore = async || {
        let request = world.broker.request(Method::POST, &format!("{path}/restore"));
        request.header("Idempotency-Key", "again").json(&json!({ "version": 1 })).send().await
    };
    restore().await.expect(200);
    restore().await.expect(200);
    let more = "fields, agent, units, hide, bedrooms\n";
    crate::policy::write_policy(&folder.path().join("policy.csv"), &format!("{BROKER}{more}"));
    let deadline = Instant::now() + Duration::from_secs(30);
    while world.broker.get(&path).await.expect(200).get("bedrooms").is_some() {
        assert!(Instant::now() < deadline, "the policy is never in force");
    }
    restore().await.expect(422);
}
