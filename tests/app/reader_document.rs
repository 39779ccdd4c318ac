//! The document of a reader: what rules keep from the reader is not in it.

use actix_web::http::Method;
use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::policy::write_policy;

const DOCUMENT: &str = "/api/openapi.json";

const RULES: &str = r#"
g, agent, user
p, agent, backoffice, enter
p, agent, units, read
p, agent, units, update
p, agent, projects, read
where, agent, projects, read, {"field": "name", "operator": "starts_with", "value": "Marina"}
fields, agent, units, hide, purchasePriceInAED developer
fields, agent, units, mask, floor yearlyRentInAED
fields, agent, units, readonly, status
"#;

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect()
}

fn described<'a>(document: &'a Value, resource: &str) -> &'a Value {
    let mut tags = document["tags"].as_array().unwrap().iter().map(|tag| &tag["x-resource"]);
    tags.find(|one| one["name"] == resource).unwrap()
}

async fn document(client: &TestClient<'_>) -> Value {
    client.get(DOCUMENT).await.expect(200)
}

#[actix_web::test]
async fn what_a_reader_does_not_see_is_not_in_the_document() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    write_policy(&policy, RULES);
    let app = TestApp::with_policy(&PRODUCT, &policy).await;
    let whole = document(&app.anonymous()).await;
    // Nothing narrows an administrator.
    assert_eq!(document(&app.sign_in("admin").await).await, whole);

    let agent = app.sign_in("agent").await;
    let seen = document(&agent).await;
    let schemas = &seen["components"]["schemas"];
    for (schema, hidden) in [
        ("Unit", ["purchasePriceInAED", "developer"]),
        ("UnitInput", ["purchasePriceInAED", "developerId"]),
        ("UnitPatch", ["purchasePriceInAED", "developerId"]),
    ] {
        for field in hidden {
            assert!(whole["components"]["schemas"][schema]["properties"][field].is_object());
            assert_eq!(schemas[schema]["properties"].get(field), None, "{schema} {field}");
        }
        if let Some(required) = schemas[schema].get("required") {
            assert!(!names(required).iter().any(|name| hidden.contains(name)), "{schema}");
        }
        let properties = &schemas[schema]["properties"];
        assert_eq!(properties["yearlyRentInAED"]["x-masked"], true, "{schema}");
        assert_eq!(properties["yearlyRentInAED"]["type"], json!(["integer", "null"]), "{schema}");
        assert_eq!(properties["status"]["readOnly"], true, "{schema}");
        assert_eq!(properties["bedrooms"].get("readOnly"), None, "{schema}");
    }
    // A project that the agent may not read is null.
    assert_eq!(schemas["Unit"]["properties"]["project"]["anyOf"][1], json!({ "type": "null" }));

    let units = described(&seen, "units");
    let text = serde_json::to_string(units).unwrap();
    assert!(!text.contains("purchasePriceInAED") && !text.contains("developer"), "{text}");
    assert!(names(&units["listColumns"]).contains(&"yearlyRentInAED"));
    let unsorted = ["purchasePriceInAED", "developer", "yearlyRentInAED", "floor", "project"];
    let list = &seen["paths"]["/api/backoffice/units"]["get"]["parameters"];
    let parameters = list.as_array().unwrap();
    for (parameter, suffix) in [("sort", ":asc"), ("sortBy", "")] {
        let parameter = parameters.iter().find(|one| one["name"] == parameter).unwrap();
        let values = names(&parameter["schema"]["enum"]);
        assert!(values.contains(&format!("bedrooms{suffix}").as_str()));
        for field in unsorted {
            assert!(!values.contains(&format!("{field}{suffix}").as_str()), "{field}");
        }
    }
    assert!(!names(&units["sortable"]).iter().any(|field| unsorted.contains(field)));
}

#[actix_web::test]
async fn each_reader_has_an_etag_of_what_they_see() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    write_policy(&policy, RULES);
    let app = TestApp::with_policy(&PRODUCT, &policy).await;
    let (agent, other) = (app.sign_in("agent").await, app.sign_in("agent").await);
    let of_agent = agent.get(DOCUMENT).await;
    let whole = app.anonymous().get(DOCUMENT).await;
    assert_ne!(of_agent.header("etag"), whole.header("etag"));
    assert_eq!(of_agent.header("etag"), other.get(DOCUMENT).await.header("etag"));
    assert_eq!(of_agent.header("cache-control"), "private, no-cache");
    let again = agent.request(Method::GET, DOCUMENT);
    let again = again.header("If-None-Match", of_agent.header("etag")).send().await;
    assert_eq!(again.status, 304);
    let known = agent.request(Method::GET, DOCUMENT);
    let known = known.header("If-None-Match", whole.header("etag")).send().await;
    assert_eq!(known.status, 200);
    app.bearer("nonsense").get(DOCUMENT).await.expect(401);
}

#[actix_web::test]
async fn views_that_show_a_record_and_questions_lack_what_a_reader_does_not_see() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.csv");
    let rules = "g, agent, analytics\nfields, agent, units, hide, purchasePriceInAED\n\
                 fields, agent, projects, hide, name\n";
    write_policy(&policy, rules);
    let app = TestApp::with_policy(&PRODUCT, &policy).await;
    let whole = document(&app.anonymous()).await;
    let seen = document(&app.sign_in("agent").await).await;

    // A unit as another operation shows it, and the project within a unit.
    let estimators = "/components/schemas/UnitForEstimators/properties/purchasePriceInAED";
    assert_eq!([&whole, &seen].map(|one| one.pointer(estimators).is_some()), [true, false]);
    let schemas = &seen["components"]["schemas"];
    let project = &schemas["Unit"]["properties"]["project"]["properties"];
    assert!(project.get("_id").is_some() && project.get("name").is_none(), "{project}");
    assert!(schemas["Named"]["properties"]["name"].is_object(), "what others are called");

    let questions = |document: &Value| {
        let paths = document["paths"].as_object().unwrap().values();
        let explorer = paths.map(|path| &path["get"]).find(|get| get["x-explorer"].is_object());
        let explorer = explorer.unwrap();
        let parameters = explorer["parameters"].as_array().unwrap().iter();
        let measures = parameters.filter(|one| one["name"] == "measures").cloned();
        (explorer["x-explorer"].to_string(), Value::from_iter(measures).to_string())
    };
    for (document, is_asked) in [(&whole, true), (&seen, false)] {
        let (described, measures) = questions(document);
        assert_eq!(described.contains("grossYield"), is_asked, "{described}");
        assert_eq!(measures.contains("grossYield"), is_asked, "{measures}");
    }
}
