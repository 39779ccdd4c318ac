//! Units.

use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::projects::{developer, project};

const UNITS: &str = "/api/backoffice/units";

struct Place {
    project: String,
    developer: String,
}

async fn place(admin: &TestClient<'_>, name: &str) -> Place {
    let developer = developer(admin, &format!("{name} Developments")).await;
    let project = project(admin, name, &developer).await;
    Place { project: project["_id"].as_str().unwrap().to_owned(), developer }
}

fn unit(place: &Place, number: &str) -> Value {
    json!({
        "unitNumber": number, "projectId": place.project, "developerId": place.developer,
        "totalAreaInSqFt": 812.5, "purchasePriceInAED": 1_250_000, "yearlyRentInAED": 84_000,
        "serviceChargesPerSqFt": 14.25,
    })
}

#[actix_web::test]
async fn a_unit_has_the_defaults_of_the_specification() {
    let app = TestApp::of(&PRODUCT).await;
    assert_eq!(app.sign_in("estimations").await.get(UNITS).await.status, 403);
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Marina Gate").await;
    let created = admin.post(UNITS, unit(&place, " A-101 ")).await.expect(201);
    assert_eq!(created["unitNumber"], "A-101");
    assert_eq!((&created["bedrooms"], &created["status"]), (&json!(0), &json!("available")));
    assert_eq!(created["amenities"], json!([]));
    assert_eq!(created["project"], json!({ "_id": place.project, "name": "Marina Gate" }));
    assert_eq!(created["purchasePriceInAED"], 1_250_000);
}

#[actix_web::test]
async fn prices_are_integers_in_the_range_of_every_client() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Marina Gate").await;
    for (price, expected) in [
        (json!(-1), "Purchase price must be at least 0"),
        (json!(1.5), "Purchase price must be a whole number"),
        (json!("1"), "Purchase price must be a whole number"),
        (json!(9_007_199_254_740_992_i64), "Purchase price must be at most 9007199254740991"),
    ] {
        let mut body = unit(&place, "A-1");
        body["purchasePriceInAED"] = price;
        assert_eq!(admin.post(UNITS, body).await.errors(), [("/purchasePriceInAED", expected)]);
    }
    let mut body = unit(&place, "A-1");
    body["purchasePriceInAED"] = json!(9_007_199_254_740_991_i64);
    let created = admin.post(UNITS, body).await.expect(201);
    assert_eq!(created["purchasePriceInAED"], 9_007_199_254_740_991_i64);
}

#[actix_web::test]
async fn number_is_unique_in_its_project_case_insensitively() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (here, there) = (place(&admin, "Here").await, place(&admin, "There").await);
    admin.post(UNITS, unit(&here, "a-1")).await.expect(201);
    admin.post(UNITS, unit(&there, "A-1")).await.expect(201);
    let refused = admin.post(UNITS, unit(&here, "A-1")).await;
    assert_eq!(refused.status, 409);
    let message = "There is a unit with this number in the project already";
    assert_eq!(refused.body["detail"], message);
    assert_eq!(refused.errors(), [("/unitNumber", message)]);
}

#[actix_web::test]
async fn units_are_in_the_natural_order_of_their_numbers() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Here").await;
    for number in ["B-1", "A-10", "a-9", "A-2"] {
        admin.post(UNITS, unit(&place, number)).await.expect(201);
    }
    let numbers = async |query: &str| -> Vec<String> {
        let page = admin.get(&format!("{UNITS}?{query}")).await.expect(200);
        let items = page["items"].as_array().unwrap();
        items.iter().map(|item| item["unitNumber"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(numbers("").await, ["A-2", "a-9", "A-10", "B-1"]);
    assert_eq!(numbers("sort=unitNumber:desc&limit=2").await, ["B-1", "A-10"]);
    assert_eq!(numbers("search=a-1").await, ["A-10"]);
    assert_eq!(numbers("search=HERE&limit=1").await, ["A-2"]);
    let page = admin.get(&format!("{UNITS}?search=here%20dev")).await.expect(200);
    assert_eq!(page["total"], 4);
}

#[actix_web::test]
async fn every_field_of_the_list_can_be_sorted() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Here").await;
    for number in ["1", "2", "3"] {
        admin.post(UNITS, unit(&place, number)).await.expect(201);
    }
    let (document, _) = kernel::testing::generated(&PRODUCT).await;
    for tag in document["tags"].as_array().unwrap() {
        let resource = &tag["x-resource"];
        let Some(path) = resource["path"].as_str() else { continue };
        for field in resource["sortable"].as_array().unwrap() {
            for direction in ["asc", "desc"] {
                let field = field.as_str().unwrap();
                admin.get(&format!("{path}?sort={field}:{direction}")).await.expect(200);
            }
        }
    }
}

#[actix_web::test]
async fn invalid_fields_of_a_unit_are_reported() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Marina Gate").await;
    let nothing = admin.post(UNITS, json!({})).await;
    let pointers: Vec<&str> = nothing.errors().into_iter().map(|(pointer, _)| pointer).collect();
    assert_eq!(
        pointers,
        [
            "/developerId",
            "/projectId",
            "/purchasePriceInAED",
            "/serviceChargesPerSqFt",
            "/totalAreaInSqFt",
            "/unitNumber",
            "/yearlyRentInAED"
        ]
    );
    let created = admin.post(UNITS, unit(&place, "A-1")).await;
    let path = created.header("location").to_owned();
    for (field, value, expected) in [
        ("unitNumber", json!("  "), "Unit number is required"),
        ("unitNumber", json!(7), "Unit number must be a text"),
        ("projectId", json!(""), "Choose one of the records there are"),
        ("developerId", json!("x"), "Choose one of the records there are"),
        ("projectId", json!("0123456789abcdef01234567"), "There is no such project"),
        ("developerId", json!("0123456789abcdef01234567"), "There is no such developer"),
        ("bedrooms", json!(-1), "Bedrooms must be at least 0"),
        ("bedrooms", json!(1.5), "Bedrooms must be a whole number"),
        ("totalAreaInSqFt", json!(-0.1), "Total area must be at least 0"),
        ("balconyAreaInSqFt", json!(-1), "Balcony area must be at least 0"),
        ("yearlyRentInAED", json!(-1), "Yearly rent must be at least 0"),
        ("serviceChargesPerSqFt", json!(-1), "Service charges must be at least 0"),
        ("amenities", json!(["Pool", ""]), "This is required"),
        ("status", json!("gone"), "Status must be one of: available, sold, rented, reserved"),
        ("colour", json!("red"), "There is no such field"),
    ] {
        // New and changed units have the same rule and the same message.
        let mut new = unit(&place, "A-2");
        new[field] = value.clone();
        for refused in
            [admin.post(UNITS, new).await, admin.patch(&path, json!({ field: value })).await]
        {
            assert_eq!(refused.status, 422, "{field}: {}", refused.body);
            let (pointer, message) = refused.errors()[0];
            assert!(pointer.starts_with(&format!("/{field}")), "{field}: {pointer}");
            assert_eq!(message, expected, "{field}");
        }
    }
    assert_eq!(admin.get(UNITS).await.expect(200)["total"], 1);
}

#[actix_web::test]
async fn unit_may_change_to_any_status_and_an_empty_patch_changes_nothing() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Marina Gate").await;
    let path = admin.post(UNITS, unit(&place, "A-1")).await.header("location").to_owned();
    for status in ["sold", "available", "reserved", "rented", "sold", "reserved", "available"] {
        let changed = admin.patch(&path, json!({ "status": status })).await.expect(200);
        assert_eq!(changed["status"], status);
    }
    let before = admin.get(&path).await.expect(200);
    assert_eq!(admin.patch(&path, json!({})).await.expect(200), before);
    let body = json!({ "balconyAreaInSqFt": 20, "view": "Sea", "floor": 3 });
    admin.patch(&path, body).await.expect(200);
    let body = json!({ "balconyAreaInSqFt": null, "view": null, "floor": null });
    let bare = admin.patch(&path, body).await.expect(200);
    assert_eq!((&bare["view"], &bare["floor"]), (&Value::Null, &Value::Null));
}

#[actix_web::test]
async fn a_project_is_read_with_its_units_in_the_order_of_their_numbers() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (place, other) = (place(&admin, "Marina Gate").await, place(&admin, "Creek Rise").await);
    for number in ["A-10", "A-2", "a-1"] {
        admin.post(UNITS, unit(&place, number)).await.expect(201);
    }
    admin.post(UNITS, unit(&other, "B-1")).await.expect(201);
    let path = format!("/api/backoffice/projects/{}/with-units", place.project);
    assert_eq!(app.anonymous().get(&path).await.status, 401);
    assert_eq!(app.sign_in("estimations").await.get(&path).await.status, 403);
    let project = admin.get(&path).await.expect(200);
    assert_eq!((&project["_id"], &project["name"]), (&json!(place.project), &json!("Marina Gate")));
    let numbers: Vec<&Value> =
        project["units"].as_array().unwrap().iter().map(|unit| &unit["unitNumber"]).collect();
    assert_eq!(numbers, ["a-1", "A-2", "A-10"]);
    let missing = "/api/backoffice/projects/0123456789abcdef01234567/with-units";
    assert_eq!(admin.get(missing).await.status, 404);
}
