//! Bulk requests change or delete all of their records, or none.

use diesel::connection::SimpleConnection;
use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;

const COMPANIES: &str = "/api/backoffice/companies";
const UNITS: &str = "/api/backoffice/units";

async fn company(admin: &TestClient<'_>, name: &str) -> String {
    let record = admin.post(COMPANIES, json!({ "name": name })).await.expect(201);
    record["_id"].as_str().unwrap().to_owned()
}

/// Creates a project with three units; returns the project and the units.
pub(crate) async fn units(admin: &TestClient<'_>) -> (String, Vec<String>) {
    let id = |record: Value| record["_id"].as_str().unwrap().to_owned();
    let developer = json!({ "name": "Emaar" });
    let developer = id(admin.post("/api/backoffice/developers", developer).await.expect(201));
    let project = json!({ "name": "Rise", "location": "Creek", "developer": { "_id": developer } });
    let project = id(admin.post("/api/backoffice/projects", project).await.expect(201));
    let mut units = Vec::new();
    for number in ["A-1", "A-2", "A-10"] {
        let unit = json!({
            "unitNumber": number, "projectId": project, "developerId": developer,
            "totalAreaInSqFt": 900, "purchasePriceInAED": 1_000_000, "yearlyRentInAED": 80_000,
            "serviceChargesPerSqFt": 15.5,
        });
        units.push(id(admin.post(UNITS, unit).await.expect(201)));
    }
    (project, units)
}

#[actix_web::test]
async fn bulk_change_of_units_writes_a_version_of_each() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (_, units) = units(&admin).await;
    let body = json!({ "unitIds": units, "update": { "status": "rented" } });
    assert_eq!(app.anonymous().patch(UNITS, body.clone()).await.status, 401);
    assert_eq!(app.sign_in("estimations").await.patch(UNITS, body.clone()).await.status, 403);

    let report = admin.patch(UNITS, body.clone()).await.expect(200);
    assert_eq!(report, json!({ "updated": 3, "unchanged": 0 }));
    let page = admin.get(UNITS).await.expect(200);
    let statuses: Vec<&Value> =
        page["items"].as_array().unwrap().iter().map(|one| &one["status"]).collect();
    assert_eq!(statuses, ["rented", "rented", "rented"]);
    let history = admin.get(&format!("{UNITS}/{}/history", units[1])).await.expect(200);
    assert_eq!(history["items"][0]["changed"], json!(["status"]));
    let again = admin.patch(UNITS, body).await.expect(200);
    assert_eq!(again, json!({ "updated": 0, "unchanged": 3 }));
}

#[actix_web::test]
async fn one_rejected_record_rejects_the_whole_bulk_request() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (_, units) = units(&admin).await;
    let anonymous = "0123456789abcdef01234567";
    let long: Vec<String> = (0..10_001).map(|number| format!("{number:024x}")).collect();
    for (body, status, pointer) in [
        (json!({ "unitIds": units, "update": { "bedrooms": -1 } }), 422, "/update/bedrooms"),
        (json!({ "unitIds": units, "update": { "colour": "red" } }), 422, "/update/colour"),
        (
            json!({ "unitIds": units, "update": { "projectId": anonymous } }),
            422,
            "/update/projectId",
        ),
        (json!({ "unitIds": units, "update": { "unitNumber": "B" } }), 409, "/update/unitNumber"),
        (json!({ "unitIds": [units[0], anonymous], "update": { "floor": 3 } }), 422, "/unitIds/1"),
        (json!({ "unitIds": [units[0], "x"], "update": { "floor": 3 } }), 422, "/unitIds/1"),
        (json!({ "unitIds": [units[0], units[0]], "update": { "floor": 3 } }), 422, "/unitIds/1"),
        (json!({ "unitIds": [], "update": { "floor": 3 } }), 422, "/unitIds"),
        (json!({ "unitIds": long, "update": { "floor": 3 } }), 422, "/unitIds"),
        (json!({ "update": { "floor": 3 } }), 422, "/unitIds"),
        (json!({ "unitIds": units }), 422, "/update"),
        (json!({ "unitIds": units, "update": {}, "why": 1 }), 422, "/why"),
    ] {
        let refused = admin.patch(UNITS, body.clone()).await;
        let shown: String = body.to_string().chars().take(200).collect();
        assert_eq!(refused.status.as_u16(), status, "{shown}: {}", refused.body);
        assert_eq!(refused.errors()[0].0, pointer, "{shown}");
    }
    let page = admin.get(&format!("{UNITS}?sort=unitNumber:asc")).await.expect(200);
    let floors: Vec<(&Value, &Value)> = page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (&one["unitNumber"], &one["floor"]))
        .collect();
    assert_eq!(
        floors,
        [
            (&json!("A-1"), &Value::Null),
            (&json!("A-2"), &Value::Null),
            (&json!("A-10"), &Value::Null)
        ]
    );
}

#[actix_web::test]
async fn bulk_change_does_not_wait_for_a_change_of_what_it_refers_to() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (_, units) = units(&admin).await;
    let developer = json!({ "name": "Nakheel" });
    let developer = admin.post("/api/backoffice/developers", developer).await.expect(201);
    let mut other = app.database().connect();
    if other.is_sqlite() {
        // One writer: a change waits for all before it.
        return;
    }
    let id = developer["_id"].as_str().unwrap();
    other
        .batch_execute(&format!("BEGIN; UPDATE developers SET name = 'Meraas' WHERE id = '{id}'"))
        .unwrap();
    let body = json!({ "unitIds": units, "update": { "developerId": id } });
    assert_eq!(admin.patch(UNITS, body).await.expect(200)["updated"], 3);
}

#[actix_web::test]
async fn bulk_delete_is_all_or_nothing() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let ids = [company(&admin, "A").await, company(&admin, "B").await, company(&admin, "C").await];
    let path = format!("{COMPANIES}/delete");
    assert_eq!(app.anonymous().post(&path, json!({})).await.status, 401);
    assert_eq!(app.sign_in("analytics").await.post(&path, json!({})).await.status, 403);
    let anonymous = "0123456789abcdef01234567";
    let refused = admin.post(&path, json!({ "companyIds": [ids[0], anonymous] })).await;
    assert_eq!(refused.errors(), [("/companyIds/1", "There is no such company")]);
    assert_eq!(admin.get(COMPANIES).await.expect(200)["total"], 3);
    let report = admin.post(&path, json!({ "companyIds": [ids[0], ids[2]] })).await.expect(200);
    assert_eq!(report, json!({ "deleted": 2 }));
    assert_eq!(admin.get(COMPANIES).await.expect(200)["items"][0]["name"], "B");

    let (project, _) = units(&admin).await;
    let refused =
        admin.post("/api/backoffice/projects/delete", json!({ "projectIds": [project] })).await;
    assert_eq!(refused.status, 409);
    assert_eq!(
        refused.body["detail"],
        "Rise cannot be deleted: it is still referred to by 3 units"
    );
}
