//! The meaning of a row of an import: which record it is, what an empty cell means, and which cells
//! contradict each other.

use actix_web::http::Method;
use kernel::testing::{Answer, TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::projects::{developer, project};

const COMPANIES: &str = "/api/backoffice/companies";
const PROJECTS: &str = "/api/backoffice/projects";
const ROTATIONS: &str = "/api/backoffice/projects/weekly-rotations";
const UNITS: &str = "/api/backoffice/units";
const USERS: &str = "/api/backoffice/users";

async fn import(client: &TestClient<'_>, path: &str, query: &str, table: &str) -> Answer {
    client.request(Method::POST, &format!("{path}/import?{query}")).file(table, &[]).send().await
}

/// Imports with `existing=update`; returns the numbers of created, updated and skipped rows.
async fn update(client: &TestClient<'_>, path: &str, table: &str) -> [i64; 3] {
    let report = import(client, path, "existing=update", table).await.expect(200);
    ["created", "updated", "skipped"].map(|key| report[key].as_i64().unwrap())
}

/// Returns each error of an import: its line, its column and its message.
async fn refusals(client: &TestClient<'_>, path: &str, query: &str, table: &str) -> Vec<String> {
    let real = import(client, path, query, table).await.expect(422)["errors"].clone();
    let dry = import(client, path, &format!("{query}&dryRun=true"), table).await.expect(200);
    assert_eq!(dry["errors"], real);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let expected = |error: &Value| {
        format!("{} {}: {}", error["line"], text(&error["column"]), text(&error["message"]))
    };
    real.as_array().unwrap().iter().map(expected).collect()
}

fn id_of(record: &Value) -> String {
    record["_id"].as_str().unwrap().to_owned()
}

/// Two projects of one developer with a unit each, and the values that identify them.
struct Street {
    developer: String,
    creek: String,
    dune: String,
    units: [String; 2],
}

impl Street {
    async fn built(admin: &TestClient<'_>) -> Self {
        let developer = developer(admin, "Emaar").await;
        let creek = id_of(&project(admin, "Creek Rise", &developer).await);
        let dune = id_of(&project(admin, "Dune Court", &developer).await);
        let mut units = Vec::new();
        for number in ["A-1", "A-2"] {
            let unit = json!({
                "unitNumber": number, "projectId": creek, "developerId": developer, "view": "Sea",
                "floor": 7, "bedrooms": 2, "totalAreaInSqFt": 800, "purchasePriceInAED": 900_000,
                "yearlyRentInAED": 84_000, "serviceChargesPerSqFt": 14, "status": "sold",
                "amenities": ["Balcony"],
            });
            units.push(id_of(&admin.post(UNITS, unit).await.expect(201)));
        }
        Self { developer, creek, dune, units: units.try_into().unwrap() }
    }

    async fn unit(&self, admin: &TestClient<'_>, index: usize) -> Value {
        admin.get(&format!("{UNITS}/{}", self.units[index])).await.expect(200)
    }
}

#[actix_web::test]
async fn identifier_of_a_row_takes_precedence_over_its_key() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let street = Street::built(&admin).await;
    let ([first, second], dune) = (&street.units, &street.dune);
    let table = format!("_id,unitNumber,projectId\n{first},B-9,{dune}\n{second},A-2,{dune}\n");
    assert_eq!(update(&admin, UNITS, &table).await, [0, 2, 0]);
    assert_eq!(admin.get(UNITS).await.expect(200)["total"], 2);
    let unit = street.unit(&admin, 0).await;
    assert_eq!(
        (&unit["unitNumber"], &unit["project"]["name"]),
        (&json!("B-9"), &json!("Dune Court"))
    );
    assert_eq!(update(&admin, UNITS, &table).await, [0, 0, 2]);

    let table = format!("_id,name\n{dune},Dune Gardens\n");
    assert_eq!(update(&admin, PROJECTS, &table).await, [0, 1, 0]);
    assert_eq!(admin.get(PROJECTS).await.expect(200)["total"], 2);
    // Without an identifier the key identifies the row.
    let table = "_id,name,phone\n,New,1\n";
    assert_eq!(update(&admin, COMPANIES, table).await, [1, 0, 0]);
    assert_eq!(update(&admin, COMPANIES, "_id,name,phone\n,NEW,2\n").await, [0, 1, 0]);

    let people = admin.get(&format!("{USERS}?limit=1")).await.expect(200)["items"][0].clone();
    let (id, email) = (people["id"].as_str().unwrap(), people["email"].as_str().unwrap());
    let table = format!("id,email,firstName\n{id},{email},Renamed\n");
    assert_eq!(update(&admin, USERS, &table).await, [0, 1, 0]);
    let other = format!("id,email,firstName\n{id},other@desk.test,Renamed\n");
    assert_eq!(
        refusals(&admin, USERS, "existing=update", &other).await,
        ["2 email: This is set at creation and cannot be changed"]
    );
}

#[actix_web::test]
async fn unknown_identifier_is_reported_at_its_cell() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let mut ids = Vec::new();
    for name in ["Gone", "There"] {
        ids.push(id_of(&admin.post(COMPANIES, json!({ "name": name })).await.expect(201)));
    }
    admin.delete(&format!("{COMPANIES}/{}", ids[0])).await.expect(204);
    let (missing, there) = (&ids[0], &ids[1]);
    let nowhere = "0123456789abcdef01234567";
    let table = format!("_id,name\n{nowhere},A\n{missing},B\n6.5E+23,C\n");
    let expected = [
        format!("2 _id: There is no company '{nowhere}'"),
        "3 _id: This company was deleted".to_owned(),
        "4 _id: '6.5E+23' is not an identifier".to_owned(),
    ];
    for existing in ["error", "skip", "update"] {
        let query = format!("existing={existing}");
        assert_eq!(refusals(&admin, COMPANIES, &query, &table).await, expected, "{existing}");
    }
    let table = format!("_id,name\n{there},Renamed\n");
    assert_eq!(
        refusals(&admin, COMPANIES, "", &table).await,
        ["2 name: This company exists already"]
    );
    let skipped = import(&admin, COMPANIES, "existing=skip", &table).await.expect(200);
    assert_eq!((&skipped["skipped"], &skipped["updated"]), (&json!(1), &json!(0)));
    assert_eq!(admin.get(COMPANIES).await.expect(200)["items"][0]["name"], "There");
}

#[actix_web::test]
async fn key_of_another_record_is_reported_at_its_cell() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let street = Street::built(&admin).await;
    let [first, second] = &street.units;
    let taken = "There is a unit with this number in the project already";
    let table = format!("_id,unitNumber\n{first}, a-2 \n");
    assert_eq!(
        refusals(&admin, UNITS, "existing=update", &table).await,
        [format!("2 unitNumber: {taken}")]
    );
    // Two rows that swap their numbers are rejected: each number must be free when its row is
    // written.
    let table = format!("_id,unitNumber\n{first},A-2\n{second},A-1\n");
    assert_eq!(
        refusals(&admin, UNITS, "existing=update", &table).await,
        [format!("2 unitNumber: {taken}"), format!("3 unitNumber: {taken}")]
    );
    // A number that an earlier row has released is free.
    let table = format!("_id,unitNumber\n{second},A-3\n{first},A-2\n");
    assert_eq!(update(&admin, UNITS, &table).await, [0, 2, 0]);
    assert_eq!(street.unit(&admin, 0).await["unitNumber"], "A-2");

    let mut ids = Vec::new();
    for name in ["Alpha", "Beta"] {
        ids.push(id_of(&admin.post(COMPANIES, json!({ "name": name })).await.expect(201)));
    }
    let table = format!("_id,name\n{},ALPHA\n", ids[1]);
    assert_eq!(
        refusals(&admin, COMPANIES, "existing=update", &table).await,
        ["2 name: Another company has this name already"]
    );
}

#[actix_web::test]
async fn one_record_in_two_rows_is_a_duplicate() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let id = id_of(&admin.post(COMPANIES, json!({ "name": "Alpha" })).await.expect(201));
    let twice =
        |first: &str, second: &str| format!("_id,name,phone\n{first},Alpha,1\n{second},Alpha,2\n");
    let message = "3 name: This company stands in the file already";
    for table in [twice(&id, &id), twice(&id, ""), twice("", &id), twice("", "")] {
        assert_eq!(refusals(&admin, COMPANIES, "existing=update", &table).await, [message]);
        for (repeated, phone) in [("first", "1"), ("last", "2")] {
            let query = format!("existing=update&repeated={repeated}");
            let report = import(&admin, COMPANIES, &query, &table).await.expect(200);
            assert_eq!((&report["updated"], &report["skipped"]), (&json!(1), &json!(1)));
            let found = admin.get(COMPANIES).await.expect(200);
            assert_eq!((&found["total"], &found["items"][0]["phone"]), (&json!(1), &json!(phone)));
        }
    }
    let table = format!("_id,phone\n{id},1\n{id},2\n");
    let expected = refusals(&admin, COMPANIES, "existing=update", &table).await;
    assert_eq!(expected, ["3 _id: This company stands in the file already"]);
    // Two records with one name are distinct when their rows have identifiers.
    let other = id_of(&admin.post(COMPANIES, json!({ "name": "Alpha" })).await.expect(201));
    assert_eq!(update(&admin, COMPANIES, &twice(&id, &other)).await, [0, 2, 0]);
}

#[actix_web::test]
async fn empty_cell_clears_an_optional_field_and_is_rejected_for_a_required_one() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let street = Street::built(&admin).await;
    let id = &street.units[0];
    let table = format!("_id,view,floor,bedrooms,status,amenities\n{id}, ,,,,\n");
    let query = "existing=update&empty=keep";
    let unchanged = import(&admin, UNITS, query, &table).await.expect(200);
    assert_eq!((&unchanged["updated"], &unchanged["skipped"]), (&json!(0), &json!(1)));
    assert_eq!(update(&admin, UNITS, &table).await, [0, 1, 0]);
    let unit = street.unit(&admin, 0).await;
    let cleared = json!({ "view": null, "floor": null, "bedrooms": 0, "status": "available",
                          "amenities": [] });
    for (field, value) in cleared.as_object().unwrap() {
        assert_eq!(unit[field], *value, "{field}");
    }
    // A field that is empty already is not changed.
    assert_eq!(update(&admin, UNITS, &table).await, [0, 0, 1]);

    let table = format!("_id,unitNumber,projectId,yearlyRentInAED,view\n{id}, ,,,Garden\n");
    assert_eq!(
        refusals(&admin, UNITS, "existing=update", &table).await,
        [
            "2 projectId: Project is required",
            "2 yearlyRentInAED: Yearly rent is required",
            "2 unitNumber: Unit number is required",
        ]
        .map(str::to_owned)
    );
    let unchanged = import(&admin, UNITS, query, &table).await.expect(200);
    assert_eq!(unchanged["updated"], 1);
    assert_eq!(street.unit(&admin, 0).await["unitNumber"], "A-1");
}

#[actix_web::test]
async fn each_column_of_a_group_is_a_field_of_its_own() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let street = Street::built(&admin).await;
    let id = &street.creek;
    let place =
        async || admin.get(&format!("{PROJECTS}/{id}")).await.expect(200)["coordinates"].clone();
    let both = "_id,coordinates.latitude,coordinates.longitude";
    let table = format!("{both}\n{id},25.5,55.5\n");
    assert_eq!(update(&admin, PROJECTS, &table).await, [0, 1, 0]);
    let table = format!("_id,coordinates.latitude\n{id},24.5\n");
    assert_eq!(update(&admin, PROJECTS, &table).await, [0, 1, 0]);
    assert_eq!(place().await, json!({ "latitude": 24.5, "longitude": 55.5 }));
    let half = format!("{both}\n{id},,55.5\n");
    assert_eq!(
        refusals(&admin, PROJECTS, "existing=update", &half).await,
        ["2 coordinates.latitude: Latitude is required"]
    );
    assert_eq!(update(&admin, PROJECTS, &format!("{both}\n{id},,\n")).await, [0, 1, 0]);
    assert_eq!(place().await, Value::Null);
    let table = format!("_id,developer._id\n{id},\n");
    assert_eq!(
        refusals(&admin, PROJECTS, "existing=update", &table).await,
        ["2 developer._id: Developer is required"]
    );
}

#[actix_web::test]
async fn mapping_ignores_empty_cells_unless_it_clears() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let company = json!({ "name": "Alpha", "phone": "1", "address": "Here" });
    let id = id_of(&admin.post(COMPANIES, company).await.expect(201));
    let mapping = |empty: Option<&str>| {
        let mut mapping = json!({ "resource": "companies", "existing": "update", "fields": {
            "name": "Who", "phone": "Tel",
            "address": { "column": "Where", "when": { "column": "Moved", "equals": "yes" } },
        } });
        if let Some(empty) = empty {
            mapping["empty"] = json!(empty);
        }
        mapping.to_string()
    };
    let table = "Who,Tel,Where,Moved\nAlpha,,,no\n";
    let path = format!("{COMPANIES}/import");
    let upload = async |path: &str, mapping: String| {
        let request = admin.request(Method::POST, path).file(table, &[("mapping", &mapping)]);
        request.send().await.expect(200)["updated"].clone()
    };
    assert_eq!(upload(&path, mapping(None)).await, 0);
    assert_eq!(upload(&format!("{path}?empty=keep"), mapping(Some("clear"))).await, 0);
    assert_eq!(upload(&path, mapping(Some("clear"))).await, 1);
    let company = admin.get(&format!("{COMPANIES}/{id}")).await.expect(200);
    assert_eq!((&company["phone"], &company["address"]), (&Value::Null, &json!("Here")));
}

#[actix_web::test]
async fn reference_whose_name_contradicts_its_identifier_is_rejected() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let street = Street::built(&admin).await;
    let (id, creek, dune) = (&street.units[0], &street.creek, &street.dune);
    let head = "_id,unitNumber,project,projectId";
    let row = |project: &str, id_of_project: &str| {
        format!("{head}\n{id},A-1,{project},{id_of_project}\n")
    };
    let query = "existing=update";
    assert_eq!(update(&admin, UNITS, &row(" CREEK rise", creek)).await, [0, 0, 1]);
    assert_eq!(update(&admin, UNITS, &row("Dune Court", dune)).await, [0, 1, 0]);
    let expected = |name: &str, called: &str| {
        format!("2 project: '{name}' contradicts projectId, which is that of '{called}'")
    };
    assert_eq!(
        refusals(&admin, UNITS, query, &row("Creek Rise", dune)).await,
        [expected("Creek Rise", "Dune Court")]
    );
    assert_eq!(
        refusals(&admin, UNITS, query, &row("Dune Court", creek)).await,
        [expected("Dune Court", "Creek Rise")]
    );
    assert_eq!(
        refusals(&admin, UNITS, query, &row("", dune)).await,
        ["2 project: This is empty, which contradicts projectId"]
    );
    // A new record has the same rule. Exported columns that cannot be written are ignored.
    let table = format!(
        "unitNumber,project,projectId,developer,developerId,totalAreaInSqFt,purchasePriceInAED,\
         yearlyRentInAED,serviceChargesPerSqFt,createdAt\n\
         N-1,Dune Court,{creek},Emaar,{developer},1,1,1,1,never\n\
         N-2,,{creek},,{developer},1,1,1,1,\n",
        developer = street.developer
    );
    assert_eq!(refusals(&admin, UNITS, "", &table).await, [expected("Dune Court", "Creek Rise")]);
    let table = table.replace("Dune Court", "Creek Rise");
    assert_eq!(import(&admin, UNITS, "", &table).await.expect(200)["created"], 2);

    let head = "_id,name,developer,developer._id";
    let table = format!("{head}\n{creek},Creek Rise,Nakheel,{}\n", street.developer);
    assert_eq!(
        refusals(&admin, PROJECTS, query, &table).await,
        ["2 developer: 'Nakheel' contradicts developer._id, which is that of 'Emaar'"]
    );
}

#[actix_web::test]
async fn a_list_of_references_agrees_with_its_names_in_any_order() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let street = Street::built(&admin).await;
    let (creek, dune) = (&street.creek, &street.dune);
    let body = json!({ "name": "First", "projectIds": [creek, dune] });
    let id = id_of(&admin.post(ROTATIONS, body).await.expect(201));
    let table = |projects: &str, ids: &str| {
        format!("_id,name,projects,projectIds\n{id},First,{projects},{ids}\n")
    };
    let both = format!("{creek}; {dune}");
    assert_eq!(update(&admin, ROTATIONS, &table("Dune Court; creek rise", &both)).await, [0, 0, 1]);
    for names in ["Dune Court", "Dune Court; Dune Court", "Dune Court; Creek Rise; Creek Rise"] {
        let expected = refusals(&admin, ROTATIONS, "existing=update", &table(names, &both)).await;
        assert!(expected.len() == 1 && expected[0].starts_with("2 projects: "), "{expected:?}");
    }
    assert_eq!(update(&admin, ROTATIONS, &table("", "")).await, [0, 1, 0]);
    let found = admin.get(&format!("{ROTATIONS}/{id}")).await.expect(200);
    assert_eq!(found["projects"], json!([]));
    let by_name = format!("_id,projects\n{id},Dune Court; Creek Rise\n");
    assert_eq!(update(&admin, ROTATIONS, &by_name).await, [0, 1, 0]);
    let found = admin.get(&format!("{ROTATIONS}/{id}")).await.expect(200);
    assert_eq!(found["projects"][0]["name"], "Dune Court");
}

#[actix_web::test]
async fn a_reference_without_its_identifier_is_found_by_its_name() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let street = Street::built(&admin).await;
    let id = &street.units[0];
    let table = format!("_id,project\n{id}, dune court\n");
    assert_eq!(update(&admin, UNITS, &table).await, [0, 1, 0]);
    assert_eq!(street.unit(&admin, 0).await["project"]["name"], "Dune Court");
    let expected =
        refusals(&admin, UNITS, "existing=update", "project,unitNumber,view\nDune Gate,A-1,\n");
    let expected = expected.await;
    assert!(
        expected.len() == 1 && expected[0].starts_with("2 project: There is no"),
        "{expected:?}"
    );
    let table = "project,unitNumber,view\nDune Court,A-1,Park\n";
    assert_eq!(update(&admin, UNITS, table).await, [0, 1, 0]);
    assert_eq!(
        refusals(&admin, UNITS, "existing=update", &format!("_id,project\n{id},\n")).await,
        ["2 project: Project is required"]
    );
}

#[actix_web::test]
async fn ambiguous_name_is_rejected_with_both_records() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let street = Street::built(&admin).await;
    let twin = id_of(&project(&admin, "creek rise", &street.developer).await);
    let expected = |name: &str| {
        let both = format!("'Creek Rise' ({}) and 'creek rise' ({twin})", street.creek);
        format!("There is more than one project '{name}': {both}")
    };
    let table = "project,unitNumber,view\nCreek Rise,A-1,Park\n";
    assert_eq!(
        refusals(&admin, UNITS, "existing=update", table).await,
        [format!("2 project: {}", expected("Creek Rise"))]
    );
    let mapping = json!({ "resource": "units", "existing": "update", "fields": {
        "unitNumber": "No", "view": "View",
        "projectId": { "lookup": "projects", "by": { "name": "Building" } },
    } });
    let request = admin.request(Method::POST, &format!("{UNITS}/import"));
    let table = "No,Building,View\nA-1,CREEK RISE,Park\n";
    let refused =
        request.file(table, &[("mapping", &mapping.to_string())]).send().await.expect(422);
    assert_eq!(
        refused["errors"],
        json!([{ "line": 2, "column": "Building", "message": expected("CREEK RISE") }])
    );
    assert_eq!(
        refusals(&admin, PROJECTS, "existing=update", "name,totalUnits\nCreek Rise,5\n").await,
        [format!("2 name: {}", expected("Creek Rise"))]
    );
}

#[actix_web::test]
async fn buildings_with_one_name_in_two_communities_are_two_projects() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let listings = "price,beds_baths_area,address\n\
                    \"84,000\",\"221,115 sqft\",\"Tower A, Test Marina\"\n\
                    \"85,000\",\"221,116 sqft\",\"TOWER A, test marina\"\n\
                    \"30,000\",\"11396 sqft\",\"Tower A, Test District\"\n";
    let mapping = [("mapping", "bayut-rents")];
    let request = admin.request(Method::POST, &format!("{UNITS}/import"));
    let report = request.file(listings, &mapping).send().await.expect(200);
    assert_eq!(report["created"], 3);
    let projects = admin.get(&format!("{PROJECTS}?sort=location:asc")).await.expect(200);
    let places: Vec<&Value> =
        projects["items"].as_array().unwrap().iter().map(|one| &one["location"]).collect();
    assert_eq!(places, ["Test District", "Test Marina"]);
    let alone = projects["items"][0]["_id"].as_str().unwrap();
    let units = admin.get(&format!("{PROJECTS}/{alone}/with-units")).await.expect(200);
    assert_eq!(units["units"].as_array().unwrap().len(), 1);
    // The second import finds the same projects.
    let request = admin.request(Method::POST, &format!("{UNITS}/import"));
    let again = request.file(listings, &mapping).send().await.expect(200);
    assert_eq!((&again["created"], &again["skipped"]), (&json!(0), &json!(3)));
}
