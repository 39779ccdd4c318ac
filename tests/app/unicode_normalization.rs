//! Texts that look the same are equal, whatever keyboard typed them: they are composed (Unicode
//! NFC) when they are stored and when they are compared.

use actix_web::http::Method;
use kernel::testing::{Answer, TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::projects::{developer, project};

const COMPANIES: &str = "/api/backoffice/companies";
const UNITS: &str = "/api/backoffice/units";
const USERS: &str = "/api/backoffice/users";

/// "é" as one code point, and as "e" with a combining accent; percent-encoded too.
const WHOLE: &str = "Caf\u{e9}";
const APART: &str = "Cafe\u{301}";
const IN_URLS: [&str; 3] = ["caf%C3%A9", "CAFE%CC%81", "%C3%89"];

async fn import(client: &TestClient<'_>, path: &str, query: &str, table: &str) -> Answer {
    client.request(Method::POST, &format!("{path}/import?{query}")).file(table, &[]).send().await
}

#[actix_web::test]
async fn composed_and_decomposed_names_are_equal() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let made = admin.post(COMPANIES, json!({ "name": APART, "address": APART })).await.expect(201);
    assert_eq!((&made["name"], &made["address"]), (&json!(WHOLE), &json!(WHOLE)));
    let path = format!("{COMPANIES}/{}", made["_id"].as_str().unwrap());
    let same = admin.patch(&path, json!({ "name": APART })).await.expect(200);
    assert_eq!(same["updatedAt"], made["updatedAt"]);
    for term in IN_URLS {
        let found = admin.get(&format!("{COMPANIES}?search={term}")).await.expect(200);
        assert_eq!(found["total"], 1, "{term}");
    }
    for value in ["CAF%C3%89", "cafe%CC%81"] {
        for operator in ["equals", "starts_with"] {
            let filters = format!(
                "%7B%22operator%22:%22AND%22,%22conditions%22:%5B%7B%22field%22:%22name%22,\
                 %22operator%22:%22{operator}%22,%22value%22:%22{value}%22%7D%5D%7D"
            );
            let found = admin.get(&format!("{COMPANIES}?filters={filters}")).await.expect(200);
            assert_eq!(found["total"], 1, "{operator} {value}");
        }
    }
    // Names that begin with "é" sort after it, and not at the position of a bare "e".
    for name in ["Caff\u{e8}", "Cafe\u{301} 2", "Cafz"] {
        admin.post(COMPANIES, json!({ "name": name })).await.expect(201);
    }
    let sorted = admin.get(&format!("{COMPANIES}?sort=name:asc")).await.expect(200);
    let names: Vec<&str> = sorted["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["Caff\u{e8}", "Cafz", WHOLE, "Caf\u{e9} 2"]);
}

#[actix_web::test]
async fn import_creates_one_company_for_both_forms_of_a_name() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let both = format!("name,phone\n{WHOLE},1\n{APART},2\n");
    let twice = import(&admin, COMPANIES, "", &both).await.expect(422);
    assert_eq!(
        twice["errors"],
        json!([{ "line": 3, "column": "name",
                 "message": "This company stands in the file already" }])
    );
    let one = format!("name,phone\n{WHOLE},1\n");
    assert_eq!(import(&admin, COMPANIES, "", &one).await.expect(200)["created"], 1);
    let other = format!("name,phone\n{APART},2\n");
    let again = import(&admin, COMPANIES, "existing=update", &other).await.expect(200);
    assert_eq!((&again["created"], &again["updated"]), (&json!(0), &json!(1)));

    // A record that the mapping creates on the way is created once. The look-up tables find it by
    // both forms.
    let mapping = json!({ "resource": "projects", "fields": {
        "name": "Name", "developer._id": { "lookup": "developers", "by": { "name": "By" }, "create": {} },
        "location": { "column": "Where", "table": { WHOLE: "Marina" } },
    } });
    let table = format!("Name,By,Where\nA,{WHOLE},{WHOLE}\nB,{APART},{APART}\n");
    let request = admin.request(Method::POST, "/api/backoffice/projects/import");
    let made = request.file(&table, &[("mapping", &mapping.to_string())]).send().await.expect(200);
    assert_eq!(made["created"], 2);
    let developers = admin.get("/api/backoffice/developers").await.expect(200);
    assert_eq!(developers.as_array().unwrap().len(), 1);
}

#[actix_web::test]
async fn unique_fields_are_unique_across_unicode_forms() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let developer = developer(&admin, "Emaar").await;
    let project = project(&admin, "Creek Rise", &developer).await;
    let unit = |number: &str| unit(number, &project["_id"], &developer);
    admin.post(UNITS, unit(WHOLE)).await.expect(201);
    assert_eq!(admin.post(UNITS, unit(APART)).await.status, 409);
}

fn unit(number: &str, project: &Value, developer: &str) -> Value {
    json!({
        "unitNumber": number, "projectId": project, "developerId": developer,
        "totalAreaInSqFt": 1, "purchasePriceInAED": 1, "yearlyRentInAED": 1,
        "serviceChargesPerSqFt": 1,
    })
}

#[actix_web::test]
async fn names_of_people_are_normalized_and_passwords_are_not() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (email, password) = ("rene@desk.test", "pass e\u{301} word");
    let body = json!({ "firstName": "Rene\u{301}", "email": email, "password": password,
                       "roles": ["user"] });
    let made = admin.post(USERS, body).await.expect(201);
    assert_eq!(made["firstName"], "Ren\u{e9}");
    let found = admin.get(&format!("{USERS}?search=rene%CC%81")).await.expect(200);
    assert_eq!(found["items"][0]["id"], made["id"]);
    let anonymous = app.anonymous();
    assert_eq!(anonymous.login(email, password).await.status, 200);
    assert_eq!(anonymous.login(email, "pass \u{e9} word").await.status, 401);
    // The Kelvin sign is composed to "K", so that this email is not a new one.
    let body = |email: &str| json!({ "firstName": "K", "email": email, "password": password, "roles": ["user"] });
    let kim = admin.post(USERS, body("\u{212a}im@desk.test")).await.expect(201);
    assert_eq!(kim["email"], "kim@desk.test");
    assert_eq!(admin.post(USERS, body("kim@desk.test")).await.status, 409);
}

#[actix_web::test]
async fn names_of_saved_filters_and_join_requests_are_normalized() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let condition = json!({ "field": "view", "operator": "equals", "value": APART });
    let filter = json!({ "resource": "units", "name": APART,
                         "filterState": { "operator": "AND", "conditions": [condition] } });
    let saved = admin.post("/api/backoffice/saved-filters", filter).await.expect(201);
    assert_eq!(saved["name"], WHOLE);
    assert_eq!(saved["filterState"]["conditions"][0]["value"], WHOLE);
    let asks = json!({ "firstName": APART, "email": "a@b.example", "message": APART });
    app.anonymous().post("/api/join-requests", asks).await.expect(202);
    let list = admin.get("/api/backoffice/join-requests").await.expect(200);
    let join_request = &list["items"][0];
    assert_eq!(
        (&join_request["firstName"], &join_request["message"]),
        (&json!(WHOLE), &json!(WHOLE))
    );
}
