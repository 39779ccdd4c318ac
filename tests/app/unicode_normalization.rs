//! Texts that look the same are equal, whatever keyboard typed them: they are composed (Unicode
//! NFC) when they are stored and when they are compared. Characters that cannot be seen make no
//! difference.

use actix_web::http::Method;
use diesel::prelude::*;
use diesel::sql_types::Text;
use kernel::testing::{Answer, TestApp, TestClient};
use serde_json::{Value, json};

use crate::projects::{developer, project};
use crate::{PRODUCT, encoded};

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

/// A zero-width space, a soft hyphen, two marks of direction, a byte order mark and an escape.
const UNSEEN: &str = "\u{200b}\u{ad}\u{200f}\u{202e}\u{feff}\u{1b}";

#[actix_web::test]
async fn name_of_characters_that_cannot_be_seen_is_refused() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    for name in ["\u{200b}", UNSEEN, &format!(" {UNSEEN}\u{a0}{UNSEEN}")] {
        let refused = admin.post(COMPANIES, json!({ "name": name })).await;
        assert_eq!(
            (refused.status.as_u16(), refused.errors()),
            (422, vec![("/name", "Name is required")])
        );
        let table = format!("name,phone\n{name},1\n");
        let refused = import(&admin, COMPANIES, "", &table).await.expect(422);
        assert_eq!(refused["errors"][0]["column"], "name", "{name:?}: {refused}");
    }
    // At the ends of a name they are removed.
    let name = format!("{UNSEEN} Tower {UNSEEN}");
    let made = admin.post(COMPANIES, json!({ "name": name })).await.expect(201);
    assert_eq!(made["name"], "Tower");
}

#[actix_web::test]
async fn characters_that_cannot_be_seen_make_no_other_name_or_number() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (plain, odd) = ("Tower B", "To\u{200b}wer\u{a0}B");
    let both = format!("name,phone\n{plain},1\n{odd},2\n");
    let twice = import(&admin, COMPANIES, "", &both).await.expect(422);
    assert_eq!(twice["errors"][0]["message"], "This company stands in the file already");
    // As phones copy a number, and with one more between its digits.
    let phone = "\u{202d}+971\u{a0}50 12\u{200b}3\u{202c}";
    let made = admin.post(COMPANIES, json!({ "name": odd, "phone": phone })).await.expect(201);
    assert_eq!(made["phone"], phone.trim_matches(['\u{202d}', '\u{202c}']));
    let again = import(&admin, COMPANIES, "", &format!("name\n{plain}\n")).await.expect(422);
    assert_eq!(again["errors"][0]["message"], "This company exists already");

    let developer = developer(&admin, "Emaar").await;
    let project = project(&admin, "Creek Rise", &developer).await;
    for (first, other) in [("A-1", "A-\u{200b}1"), ("B\u{2060}-1", "b-1")] {
        admin.post(UNITS, unit(first, &project["_id"], &developer)).await.expect(201);
        let twin = admin.post(UNITS, unit(other, &project["_id"], &developer)).await;
        assert_eq!(twin.status, 409, "{other:?}");
    }

    // Lists ignore them on both sides, from memory and from the database.
    admin.post(COMPANIES, json!({ "name": "Marina" })).await.expect(201);
    let filter = |field: &str, operator: &str, value: &str| {
        let condition = json!({ "field": field, "operator": operator, "value": value });
        let group = json!({ "operator": "AND", "conditions": [condition] });
        format!("filters={}", encoded(&group.to_string()))
    };
    for query in [
        format!("search={}", encoded("tower")),
        format!("search={}", encoded("TOW\u{ad}ER \u{200e}b")),
        filter("name", "equals", "tower b"),
        filter("name", "equals", "Tower\u{200b} B"),
        filter("name", "starts_with", "tow\u{2066}er"),
        filter("name", "contains", "er B"),
        filter("name", "not_equals", "marina\u{feff}"),
        filter("phone", "equals", "+971 50 123"),
        filter("phone", "contains", "5\u{202a}0 123"),
    ] {
        for from_memory in [true, false] {
            let (page, _) = app.listed("companies", &query, from_memory).await;
            assert_eq!(
                (&page["total"], &page["items"][0]["name"]),
                (&json!(1), &json!(odd)),
                "{query}"
            );
        }
    }
}

diesel::define_sql_function! {
    fn fold(text: Text) -> Text;
}

#[actix_web::test]
async fn database_folds_characters_that_cannot_be_seen_as_lists_in_memory_do() {
    let app = TestApp::of(&PRODUCT).await;
    let mut conn = app.database().connect();
    // Letters follow the version of Unicode, and PostgreSQL stores no NUL.
    let letters = ('\u{1}'..='\u{ffff}').filter(|one| !one.is_alphanumeric() && *one != '|');
    let written: Vec<String> = letters.map(|letter| format!("É{letter}Tower")).collect();
    let folded = diesel::select(fold(written.join("|"))).get_result::<String>(&mut conn).unwrap();
    for (text, folded) in written.iter().zip(folded.split('|')) {
        assert_eq!(folded, text::fold_case(text), "{text:?}");
    }
    assert!(written.iter().any(|text| text::is_invisible(text.chars().nth(1).unwrap())));
    assert_eq!(folded.split('|').count(), written.len());
}
