//! Searches by words: every word matches a field of the record or the name of a reference.

use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::assessing::{Place, place};
use crate::{PRODUCT, encoded};

const UNITS: &str = "/api/backoffice/units";
const USERS: &str = "/api/backoffice/users";

/// Returns the fields of a unit that are searched, each by itself.
fn searched(unit: &Value) -> Vec<String> {
    let texts =
        [&unit["unitNumber"], &unit["project"]["name"], &unit["developer"]["name"], &unit["view"]];
    texts.into_iter().filter_map(Value::as_str).map(str::to_lowercase).collect()
}

async fn add(admin: &TestClient<'_>, place: &Place, number: &str, view: &str) {
    let mut unit = place.unit(number);
    unit["view"] = view.into();
    admin.post(UNITS, unit).await.expect(201);
}

/// Creates units of projects whose names share words with the fields of the units.
async fn app() -> TestApp {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    for name in ["Lulwa Tower 101", "Marina Étage", "برج النخيل", "100% _Under_ \\ Sea"] {
        let place = place(&admin, name, 0).await;
        for number in ["101", "A-101", "1010", "202", "Étage 7"] {
            add(&admin, &place, number, "Sea view, Marina").await;
        }
        add(&admin, &place, "برج 3", "50% sea").await;
    }
    app
}

#[actix_web::test]
async fn each_word_matches_a_field_or_a_name_of_a_reference() {
    let app = app().await;
    let path = format!("{UNITS}?search=101%20lulwa");
    assert_eq!(app.anonymous().get(&path).await.status, 401);
    assert_eq!(app.sign_in("user").await.get(&path).await.status, 403);

    let admin = app.sign_in("admin").await;
    let all = admin.get(&format!("{UNITS}?limit=100&sort=_id:asc")).await.expect(200);
    let all = all["items"].as_array().unwrap();
    for terms in [
        "101 lulwa",
        "  LULWA\t 101  ",
        "lulwa\u{a0}101\u{3000}tower",
        "101 101 101",
        "1 0 lul",
        "sea 202 homes",
        "étage ÉTAGE",
        "e\u{301}tage marina 7",
        "برج 3",
        "نخيل 101",
        "% _",
        "\\ under",
        "100% 50%",
        "zeppelin 101",
        "101 zeppelin",
        "marina view,",
        "r 101",
        "lulwa",
        "\"101\" lulwa",
        "\"sea view\" 101",
        "\"view sea\" 101",
        "\"lulwa tower",
        "a b c d e f g h i j",
    ] {
        let composed = terms.replace("e\u{301}", "é").to_lowercase();
        // What stands between quotes is one: every second part.
        let parts = composed.split('"').enumerate();
        let words: Vec<&str> = parts
            .flat_map(|(at, part)| match at % 2 {
                0 => part.split_whitespace().collect(),
                _ => vec![part],
            })
            .collect();
        let wanted: Vec<&Value> = all
            .iter()
            .filter(|unit| {
                let texts = searched(unit);
                let found = |word: &str| texts.iter().any(|text| text.contains(word));
                words.iter().copied().all(found)
            })
            .collect();
        let query = format!("search={}", encoded(terms));
        let page = admin.get(&format!("{UNITS}?{query}&limit=100&sort=_id:asc")).await.expect(200);
        let items: Vec<&Value> = page["items"].as_array().unwrap().iter().collect();
        assert_eq!(items, wanted, "{terms}");
        assert_eq!(page["total"], wanted.len(), "{terms}");
        let file = admin.get(&format!("{UNITS}/export?format=csv&{query}")).await;
        assert_eq!(
            file.bytes.iter().filter(|byte| **byte == b'\n').count(),
            wanted.len() + 1,
            "{terms}"
        );
    }
    let wanted = |query: &str| format!("{UNITS}?search=101%20lulwa{query}");
    let number = json!({ "operator": "AND", "conditions": [
        { "field": "unitNumber", "operator": "equals", "value": "a-101" }
    ] });
    let filtered = wanted(&format!("&filters={}", encoded(&number.to_string())));
    let page = admin.get(&filtered).await.expect(200);
    assert_eq!((&page["total"], &page["items"][0]["unitNumber"]), (&json!(1), &json!("A-101")));
}

#[actix_web::test]
async fn every_list_is_searched_by_words() {
    let app = app().await;
    let admin = app.sign_in("admin").await;
    for (name, email) in [(("Mona", "Salem"), "salem@desk.test"), (("Salem", "Haddad"), "s@a.test")]
    {
        let user = json!({
            "firstName": name.0, "lastName": name.1, "email": email,
            "password": "correct horse battery", "roles": ["estimations"],
        });
        admin.post(USERS, user).await.expect(201);
    }
    let emails = async |search: &str| -> Vec<Value> {
        let query = format!("search={}", encoded(search));
        let page = admin.get(&format!("{USERS}?{query}&sort=email")).await.expect(200);
        page["items"].as_array().unwrap().iter().map(|one| one["email"].clone()).collect()
    };
    assert_eq!(emails("salem").await, ["s@a.test", "salem@desk.test"]);
    assert_eq!(emails("salem mona").await, ["salem@desk.test"]);
    assert_eq!(emails("haddad salem s@a").await, ["s@a.test"]);
    // A word matches within one field.
    assert!(emails("monasalem").await.is_empty());

    // A list that a module answers itself, and one that is an array without parameters.
    let estimator = app.sign_in("estimations").await;
    let projects = "/api/projects?search=tower%20lulwa";
    assert_eq!(estimator.get(projects).await.expect(200)["total"], 1);
    for query in ["page=1", "search=+", "search=%22"] {
        let page = admin.get(&format!("/api/backoffice/developers?{query}")).await.expect(200);
        assert_eq!(page["total"], 4, "{query}");
    }
}

#[actix_web::test]
async fn invalid_search_is_named() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    for (query, named) in [
        ("search=a+b+c+d+e+f+g+h+i+j+k", "`search` may have 10 words"),
        ("search=a+%00", "`search` may have 200 characters"),
        (&format!("search={}", "x+".repeat(101)), "`search` may have 200 characters"),
    ] {
        for path in [UNITS, "/api/backoffice/units/export", "/api/projects"] {
            let refused = admin.get(&format!("{path}?{query}")).await;
            assert_eq!(refused.status, 400, "{path} {query}");
            let detail = refused.body["detail"].as_str().unwrap();
            assert!(detail.contains(named), "{path} {query}: {detail}");
        }
    }
}
