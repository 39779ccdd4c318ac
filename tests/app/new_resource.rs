//! What a module author gets for one file and one line, and for one more field.

use std::path::Path;

use kernel::Product;
use kernel::module::Module;
use kernel::testing::{TestApp, generated};
use serde_json::{Value, json};

use crate::{PRODUCT, inspections};

const PATH: &str = "/api/backoffice/inspections";

const fn product(modules: &'static [Module]) -> Product {
    Product { modules, ..PRODUCT }
}

const FIRST: Product = product(&[companies::MODULE, inspections::first::MODULE]);
const WITH_REMARKS: Product = product(&[companies::MODULE, inspections::with_remarks::MODULE]);

#[actix_web::test]
async fn new_module_is_in_the_document_with_its_messages() {
    let (document, matrix) = generated(&FIRST).await;
    let tags = document["tags"].as_array().unwrap();
    let tag = tags.iter().find(|tag| tag["name"] == "inspections").unwrap();
    let resource = &tag["x-resource"];
    assert_eq!(resource["path"], PATH);
    assert_eq!(resource["listColumns"], json!(["subject", "inspectedOn", "score", "passed"]));
    assert_eq!(resource["schemas"]["input"], "InspectionInput");
    let subject = &document["components"]["schemas"]["InspectionInput"]["properties"]["subject"];
    assert_eq!(subject["title"], "Subject");
    assert_eq!(subject["description"], "What was looked at.");
    assert_eq!(subject["x-messages"]["minLength"], "Say what was inspected");
    assert!(matrix.lines().any(|line| line.starts_with("inspection_create ")));
}

#[actix_web::test]
async fn new_module_declares_its_presentation() {
    let (document, matrix) = generated(&FIRST).await;
    let tags = document["tags"].as_array().unwrap();
    let tag = tags.iter().find(|tag| tag["name"] == "inspections").unwrap();
    let resource = &tag["x-resource"];
    assert_eq!(resource["title"], "subject");
    assert_eq!(resource["titleTemplate"], "{subject} · {company}");
    assert_eq!(resource["hintTemplate"], "{inspectedOn}, {score} points");
    assert_eq!(resource["icon"], "clipboard-check");
    assert_eq!(
        resource["groups"],
        json!([
            {
                "title": "Finding", "description": "What the visit has shown.",
                "fields": ["score", "passed", "wear", "urgency"],
            },
            { "title": "Afterwards", "fields": ["followUp", "mark"] },
        ])
    );
    assert_eq!(
        resource["cards"],
        json!([
            { "kind": "count" },
            { "kind": "breakdown", "field": "passed", "title": "Inspections by outcome" },
            { "kind": "breakdown", "field": "company" },
            { "kind": "latest" },
        ])
    );
    assert_eq!(
        resource["views"],
        json!([
            { "kind": "board", "fields": ["urgency"] },
            { "kind": "calendar", "fields": ["inspectedOn"] },
        ])
    );
    let properties = &document["components"]["schemas"]["InspectionInput"]["properties"];
    let widgets =
        ["wear", "urgency", "followUp", "mark"].map(|field| &properties[field]["x-widget"]);
    assert_eq!(widgets, ["slider", "radio", "switch", "color"]);

    let verb = |name: &str| &document["paths"][format!("{PATH}/{{id}}/{name}")]["post"];
    assert_eq!(verb("repeat")["x-acts-on-record"], true);
    assert_eq!(
        verb("repeat")["x-verb"],
        json!({
            "label": "Repeat",
            "icon": "calendar-sync",
            "confirm": {
                "title": "Repeat this inspection?",
                "text": "{title}, {score} points, will be visited again.",
            },
            "primary": true,
            "when": { "passed": [false], "urgency": ["normal", "high"] },
            "many": true,
            "done": "Inspection repeated",
            "bulk": "inspection_bulk_repeat",
        })
    );
    assert_eq!(
        (&verb("approve")["x-acts-on-record"], verb("approve").get("x-verb")),
        (&json!(true), None)
    );
    assert_eq!(verb("approve")["summary"], "Approve");
    let body = &document["components"]["schemas"]["Repeat"]["properties"]["companyId"];
    assert_eq!(body["x-reference"], json!({ "resource": "companies" }));

    // Users who may read a resource of an area may enter the area, and the matrix lists that.
    let row = matrix.lines().find(|line| line.starts_with("backoffice:enter")).unwrap();
    assert_eq!(row.split_whitespace().skip(1).collect::<Vec<_>>(), [".", "x", "x", "x", ".", "."]);
}

/// Every icon that the product names exists in the library.
#[actix_web::test]
async fn every_icon_is_one_of_the_library() {
    let icons = Path::new(env!("CARGO_MANIFEST_DIR")).join("node_modules/lucide-static/icons");
    let modules: Vec<Module> =
        PRODUCT.modules.iter().copied().chain([inspections::first::MODULE]).collect();
    let (document, _) = generated(&product(Box::leak(modules.into_boxed_slice()))).await;
    let tags = document["tags"].as_array().unwrap().iter();
    let paths = document["paths"].as_object().unwrap().values();
    let verbs = paths.flat_map(|item| item.as_object().unwrap().values());
    let declared = tags.map(|tag| &tag["x-resource"]).chain(verbs.map(|verb| &verb["x-verb"]));
    let named: Vec<&str> = declared.filter_map(|declared| declared["icon"].as_str()).collect();
    assert!(named.len() > 10, "{named:?}");
    for icon in named {
        assert!(icons.join(format!("{icon}.svg")).exists(), "{icon} is no icon of lucide-static");
    }
}

#[actix_web::test]
async fn role_that_may_read_a_resource_may_enter_its_area_only() {
    let app = TestApp::of(&FIRST).await;
    let permissions = async |role: &str| {
        let me = app.sign_in(role).await.get("/api/auth/me").await.expect(200);
        let all = me["permissions"].as_array().unwrap().clone();
        let of = |name: &str| all.iter().find(|one| one["resource"] == name).cloned();
        (of("backoffice"), of("inspections"), of("companies"))
    };
    assert_eq!(permissions("user").await, (None, None, None));
    let whole = |resource: &str, action: &str| {
        json!({ "resource": resource, "actions": [action], "rows": { action: "all" },
                "hidden": [], "masked": [], "readonly": [] })
    };
    let (enter, read) = (whole("backoffice", "enter"), whole("inspections", "read"));
    assert_eq!(permissions("analytics").await, (Some(enter), Some(read), None));
}

#[actix_web::test]
async fn errors_use_the_title_of_a_record_and_its_verbs_are_in_the_history() {
    let app = TestApp::of(&FIRST).await;
    let admin = app.sign_in("admin").await;
    let company = admin.post("/api/backoffice/companies", json!({ "name": "Asteco" })).await;
    let company = company.expect(201)["_id"].clone();
    let body = json!({ "subject": "Roof", "score": 80, "companyId": company });
    let created = admin.post(PATH, body).await.expect(201);
    assert_eq!(created["company"], json!({ "_id": company, "name": "Asteco" }));
    let path = format!("{PATH}/{}", created["_id"].as_str().unwrap());
    let repeat = format!("{path}/repeat");

    assert_eq!(app.anonymous().post(&repeat, json!({})).await.status, 401);
    let analyst = app.sign_in("analytics").await;
    assert_eq!(analyst.post(&repeat, json!({ "inspectedOn": "2026-12-01" })).await.status, 403);
    let refused = admin.post(&repeat, json!({ "noSuchField": 1 })).await;
    assert_eq!(
        refused.errors(),
        [("/inspectedOn", "Inspected on is required"), ("/noSuchField", "There is no such field")]
    );
    let repeated = admin.post(&repeat, json!({ "inspectedOn": "2026-12-01" })).await.expect(200);
    assert_eq!(repeated["inspectedOn"], "2026-12-01");
    assert_eq!(admin.post(&format!("{path}/approve"), json!({})).await.expect(200)["passed"], true);
    let history = admin.get(&format!("{path}/history")).await.expect(200);
    let actions: Vec<_> =
        history["items"].as_array().unwrap().iter().map(|one| &one["action"]).collect();
    assert_eq!(actions, ["approve", "repeat", "create"]);

    let company = format!("/api/backoffice/companies/{}", company.as_str().unwrap());
    let refused = admin.delete(&company).await;
    assert_eq!(
        refused.body["detail"],
        "Asteco cannot be deleted: it is still referred to by 1 inspection"
    );
}

#[actix_web::test]
async fn new_module_is_authorized_listed_and_written_like_every_other() {
    let app = TestApp::of(&FIRST).await;
    assert_eq!(app.anonymous().get(PATH).await.status, 401);
    assert_eq!(app.sign_in("user").await.get(PATH).await.status, 403);
    let analyst = app.sign_in("analytics").await;
    analyst.get(PATH).await.expect(200);
    assert_eq!(analyst.post(PATH, json!({})).await.status, 403);

    let admin = app.sign_in("admin").await;
    let refused = admin.post(PATH, json!({ "subject": " ", "score": 101 })).await;
    assert_eq!(
        refused.errors(),
        [("/score", "Score must be at most 100"), ("/subject", "Say what was inspected")]
    );
    let body = json!({ "subject": "Roof", "inspectedOn": "2026-11-20", "score": 80 });
    let created = admin.post(PATH, body).await.expect(201);
    assert_eq!(created["passed"], false);
    let page = admin.get(&format!("{PATH}?search=ROOF&sort=inspectedOn:desc")).await.expect(200);
    assert_eq!(page["items"], json!([created]));
    let table = "subject,score,passed\nLobby,70,true\n";
    let imported = admin.request(actix_web::http::Method::POST, &format!("{PATH}/import"));
    let report = imported.file(table, &[]).send().await.expect(200);
    assert_eq!(report["created"], 1);
}

#[actix_web::test]
async fn list_sorted_by_an_optional_reference_has_the_records_without_one_first() {
    let app = TestApp::of(&FIRST).await;
    let admin = app.sign_in("admin").await;
    for (subject, company) in [("Roof", Some("Wasl")), ("Lift", None), ("Lobby", Some("Asteco"))] {
        let mut body = json!({ "subject": subject, "score": 80 });
        if let Some(name) = company {
            let company = admin.post("/api/backoffice/companies", json!({ "name": name })).await;
            body["companyId"] = company.expect(201)["_id"].clone();
        }
        admin.post(PATH, body).await.expect(201);
    }
    for (sort, subjects) in
        [("company", ["Lift", "Lobby", "Roof"]), ("company:desc", ["Roof", "Lobby", "Lift"])]
    {
        let page = admin.get(&format!("{PATH}?sort={sort}")).await.expect(200);
        let listed = page["items"].as_array().unwrap().iter().map(|item| &item["subject"]);
        assert_eq!(listed.collect::<Vec<_>>(), subjects, "{sort}");
        assert_eq!(page["total"], 3);
    }
}

#[actix_web::test]
async fn a_new_field_costs_a_struct_field_and_a_migration() {
    let before = TestApp::of(&FIRST).await;
    let admin = before.sign_in("admin").await;
    let old = admin.post(PATH, json!({ "subject": "Roof", "score": 80 })).await.expect(201);
    let refused =
        admin.post(PATH, json!({ "subject": "Lift", "score": 1, "remarks": "Old" })).await;
    assert_eq!(refused.errors(), [("/remarks", "There is no such field")]);

    let after = TestApp::on(&WITH_REMARKS, before.database()).await;
    let admin = after.sign_in("admin").await;
    let path = format!("{PATH}/{}", old["_id"].as_str().unwrap());
    let existing = admin.get(&path).await.expect(200);
    assert_eq!((&existing["subject"], &existing["remarks"]), (&json!("Roof"), &Value::Null));
    let changed = admin.patch(&path, json!({ "remarks": "Mind the tiles" })).await.expect(200);
    assert_eq!(changed["remarks"], "Mind the tiles");
    let (document, _) = generated(&WITH_REMARKS).await;
    let remarks = &document["components"]["schemas"]["InspectionInput"]["properties"]["remarks"];
    assert_eq!(remarks["description"], "What the next visitor should know.");
}
