//! Mappings are validated against their resources before any row is read. Also look-ups by several
//! fields, and the formats of a mapping.

use actix_web::http::Method;
use kernel::testing::{Answer, TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;

const UNITS: &str = "/api/backoffice/units";
const PROJECTS: &str = "/api/backoffice/projects";
const DEVELOPERS: &str = "/api/backoffice/developers";

async fn import(client: &TestClient<'_>, path: &str, table: &str, mapping: &str) -> Answer {
    let path = match path.split_once('?') {
        Some((path, query)) => format!("{path}/import?{query}"),
        None => format!("{path}/import"),
    };
    client.request(Method::POST, &path).file(table, &[("mapping", mapping)]).send().await
}

/// Returns a valid mapping of units with these additional lines.
fn units(lines: &str) -> String {
    format!(
        r#"
        resource = "units"
        existing = "update"
        [fields]
        unitNumber = "No"
        bedrooms = {{ constant = 1 }}
        totalAreaInSqFt = {{ constant = 900 }}
        purchasePriceInAED = {{ constant = 1 }}
        yearlyRentInAED = {{ column = "Rent", number = true }}
        serviceChargesPerSqFt = {{ constant = 0 }}
        projectId = {{ lookup = "projects", by.name = "Project", create.location = {{ constant = "Dubai" }}, create."developer._id" = {{ lookup = "developers", by.name = "Developer", create = {{}} }} }}
        developerId = {{ lookup = "developers", by.name = "Developer", create = {{}} }}
        {lines}
        "#
    )
}

const TABLE: &str = "No,Rent,Project,Developer\n1,50000,Palm Court,Noor\n2,60000,Palm Court,Noor\n\
                     3,70000,Palm Court,Noor\n";

fn messages(body: &Value) -> Vec<String> {
    let errors = body["errors"].as_array().unwrap();
    errors.iter().map(|error| error["message"].as_str().unwrap().to_owned()).collect()
}

#[actix_web::test]
async fn misspelt_target_is_reported_once_in_every_mode_for_existing_records() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    import(&admin, UNITS, TABLE, &units("")).await.expect(200);
    for (line, name, message) in [
        (
            "purchasePriceAED = \"Rent\"",
            "purchasePriceAED",
            "units have no field 'purchasePriceAED'; did you mean purchasePriceInAED",
        ),
        ("_id = \"No\"", "_id", "'_id' of units is shown and cannot be written"),
        ("createdAt = \"No\"", "createdAt", "cannot be written"),
        ("\"project.name\" = \"Project\"", "project.name", "units have no field 'project.name'"),
        ("\"amenities.0\" = \"Project\"", "amenities.0", "units have no field 'amenities.0'"),
    ] {
        for existing in ["error", "skip", "update"] {
            for dry in [true, false] {
                let path = format!("{UNITS}?existing={existing}&dryRun={dry}");
                let answer = import(&admin, &path, TABLE, &units(line)).await;
                let body = answer.expect(if dry { 200 } else { 422 });
                let all = messages(&body);
                assert_eq!(all.len(), 1, "{line} {existing} {all:?}");
                assert!(all[0].contains(message), "{all:?}");
                let at = &body["errors"][0];
                assert_eq!((at["line"].as_i64(), at["column"].as_str()), (Some(1), Some(name)));
            }
        }
    }
    // The mapping is also validated for a file without rows.
    let empty = "No,Rent,Project,Developer\n";
    let refused = import(&admin, UNITS, empty, &units("colour = \"No\"")).await.expect(422);
    assert!(refused["detail"].as_str().unwrap().contains("units have no field 'colour'"));
}

#[actix_web::test]
async fn lookup_is_validated_against_its_resource() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let project = |inside: &str| {
        json!({ "resource": "units", "fields": {
            "unitNumber": "No",
            "projectId": serde_json::from_str::<Value>(inside).unwrap(),
        } })
        .to_string()
    };
    for (inside, message) in [
        (
            r#"{ "lookup": "projects", "by": { "nmae": "Project" } }"#,
            "fields.projectId.by.nmae: projects cannot be looked up by 'nmae'; did you mean name?",
        ),
        (
            r#"{ "lookup": "projects", "by": { "colour": "Project" } }"#,
            "projects cannot be looked up by 'colour'; they can by _id, name",
        ),
        (
            r#"{ "lookup": "projects", "by": { "name": "Project" }, "create": { "locaton": "Project", "location": "Project",
                 "developer._id": { "lookup": "developers", "by": { "name": "Project" } } } }"#,
            "fields.projectId.create.locaton: projects have no field 'locaton'; did you mean location?",
        ),
        (
            r#"{ "lookup": "projects", "by": { "name": "Project" }, "create": { "location": "Project" } }"#,
            "fields.projectId.create: developer is needed: Developer is required",
        ),
        (
            r#"{ "lookup": "projects", "by": { "name": "Project" }, "create": { "location": "Project",
                 "developer._id": { "lookup": "developers", "by": { "nam": "Project" } } } }"#,
            "fields.projectId.create.\"developer._id\".by.nam: developers cannot be looked up by 'nam'",
        ),
        (
            r#"{ "lookup": "porjects", "by": { "name": "Project" } }"#,
            "fields.projectId.lookup: there is no resource 'porjects'; did you mean projects?",
        ),
        (
            r#"{ "lookup": "developers", "by": { "name": "Project" } }"#,
            "fields.projectId: it refers to projects, not to developers",
        ),
    ] {
        let refused = import(&admin, UNITS, TABLE, &project(inside)).await.expect(422);
        let all = messages(&refused);
        assert!(all.len() == 1 && all[0].contains(message), "{message}\n{all:?}");
    }
}

#[actix_web::test]
async fn list_of_names_maps_to_references_and_one_name_to_one() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let noor = admin.post(DEVELOPERS, json!({ "name": "Noor" })).await.expect(201)["_id"].clone();
    project(&admin, &noor, "Palm Court", "Marina").await;
    project(&admin, &noor, "Creek Court", "Arjan").await;
    let path = format!("{PROJECTS}/weekly-rotations");
    let mapping = |by: &str| {
        format!(
            "resource = \"rotations\"\nfields.name = \"Name\"\n\
             fields.projectIds = {{ lookup = \"projects\", by.name = {by}, \
             create.location = {{ constant = \"Dubai\" }}, \
             create.\"developer._id\" = {{ lookup = \"developers\", by.name = {{ constant = \"Noor\" }} }} }}"
        )
    };
    let table = "Name,Projects\nFirst,palm court; Creek Court;New Court\n";
    let listed = mapping("{ column = \"Projects\", split = \";\" }");
    let report = import(&admin, &path, table, &listed).await.expect(200);
    assert_eq!(report["made"], json!({ "projects": 1 }));
    let refused = import(&admin, &path, table, &mapping("\"Projects\"")).await.expect(422);
    assert_eq!(messages(&refused).len(), 1);
    assert!(messages(&refused)[0].starts_with("fields.projectIds: "), "{refused:#}");
    let one = units("")
        .replace("by.name = \"Project\"", "by.name = { column = \"Project\", split = \";\" }");
    let refused = import(&admin, UNITS, TABLE, &one).await.expect(422);
    assert_eq!(messages(&refused).len(), 1);
    assert!(messages(&refused)[0].starts_with("fields.projectId: "), "{refused:#}");
}

#[actix_web::test]
async fn value_invalid_in_every_row_is_reported_once_as_a_mapping_error() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    for (line, message) in [
        (
            "floor = { constant = \"first\" }",
            "fields.floor: 'first' is not taken: Floor must be a whole number",
        ),
        ("floor = { constant = 999 }", "fields.floor: 999 is not taken: Floor must be at most 300"),
        (
            "floor = { column = \"No\", number = true, default = -99 }",
            "fields.floor: -99 is not taken",
        ),
        (
            "status = { column = \"No\", table = { \"1\" = \"avail\", \"2\" = \"sold\" }, otherwise = { constant = \"sold\" } }",
            "fields.status: 'avail' is not taken: Status must be one of",
        ),
        (
            "status = { column = \"No\", table = { \"1\" = \"sold\" }, otherwise = { constant = \"none\" } }",
            "fields.status: 'none' is not taken",
        ),
        ("floor = { constant = \"ten\", number = true }", "fields.floor: 'ten' is not a number"),
        (
            "floor = \"No\"",
            "fields.floor: this gives a text, and the field takes a number: number = true",
        ),
        (
            "view = { column = \"No\", number = true }",
            "fields.view: this gives a number, and the field takes a text",
        ),
        (
            "amenities = \"No\"",
            "fields.amenities: this gives a text, and the field takes a list: split",
        ),
        ("view = { column = \"No\", split = \",\" }", "fields.view: this gives a list"),
        ("amenities = { flags = { No = 7 }, yes = [\"2\", \"3\"] }", "fields.amenities: "),
    ] {
        let refused = import(&admin, UNITS, TABLE, &units(line)).await.expect(422);
        let all = messages(&refused);
        assert!(all.len() == 1 && all[0].contains(message), "{message}\n{all:?}");
    }
    // An error that depends on the row is reported for the row: some results of the table are
    // valid.
    let mixed = "floor = { column = \"No\", table = { \"1\" = 5 }, otherwise = \"keep\" }";
    let refused = import(&admin, UNITS, TABLE, &units(mixed)).await.expect(422);
    assert_eq!(refused["errors"][0]["line"], 3, "{refused:#}");
    assert_eq!(refused["errors"].as_array().unwrap().len(), 2);
}

#[actix_web::test]
async fn error_independent_of_any_column_is_reported_once() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    // A required field that is not mapped, and a constant name that does not exist.
    let mapping = json!({ "resource": "units", "fields": {
        "unitNumber": "No",
        "projectId": { "lookup": "projects", "by": { "name": { "constant": "Nowhere" } } },
    } });
    let refused = import(&admin, UNITS, TABLE, &mapping.to_string()).await.expect(422);
    assert_eq!(messages(&refused), ["There is no project 'Nowhere'"]);
    let companies = "/api/backoffice/companies/import";
    let table = "email\na@b.example\nb@c.example\nnobody\n";
    let refused = admin.request(Method::POST, companies).file(table, &[]).send().await.expect(422);
    assert_eq!(messages(&refused), ["Name is required", "Invalid email address"]);
}

async fn project(admin: &TestClient<'_>, developer: &Value, name: &str, location: &str) -> Value {
    let body = json!({ "name": name, "location": location, "developer": { "_id": developer } });
    admin.post(PROJECTS, body).await.expect(201)["_id"].clone()
}

#[actix_web::test]
async fn lookup_by_several_fields_requires_all_to_match() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let noor = admin.post(DEVELOPERS, json!({ "name": "Noor" })).await.expect(201)["_id"].clone();
    let reem = admin.post(DEVELOPERS, json!({ "name": "Reem" })).await.expect(201)["_id"].clone();
    let marina = project(&admin, &noor, "Palm Court", "Marina").await;
    let arjan = project(&admin, &reem, "Creek Court", "Arjan").await;
    let mapping = |by: Value| {
        json!({ "resource": "units", "fields": {
            "unitNumber": "No",
            "projectId": { "lookup": "projects", "by": by },
            "developerId": { "constant": noor },
            "totalAreaInSqFt": { "constant": 900 }, "purchasePriceInAED": { "constant": 1 },
            "yearlyRentInAED": { "constant": 1 }, "serviceChargesPerSqFt": { "constant": 0 },
        } })
        .to_string()
    };
    let both = mapping(json!({ "name": "Project", "location": "Area" }));
    let table = "No,Project,Area\n1, palm court ,MARINA\n2,Creek Court,Arjan\n";
    import(&admin, UNITS, table, &both).await.expect(200);
    let page = admin.get(&format!("{UNITS}?sort=unitNumber")).await.expect(200);
    let projects: Vec<&Value> = (0..2).map(|at| &page["items"][at]["project"]["_id"]).collect();
    assert_eq!(projects, [&marina, &arjan]);

    // All fields must match, and the error quotes the values.
    let refused = import(&admin, UNITS, "No,Project,Area\n3,Palm Court,Arjan\n", &both).await;
    let refused = refused.expect(422);
    assert_eq!(
        messages(&refused),
        ["There is no project with name 'Palm Court' and location 'Arjan'"]
    );
    // References are fields like any other.
    let of_whom = mapping(json!({
        "name": "Project", "developer._id": { "lookup": "developers", "by": { "name": "Developer" } },
    }));
    let table = "No,Project,Developer\n4,Creek Court,Reem\n";
    import(&admin, UNITS, table, &of_whom).await.expect(200);
    let refused =
        import(&admin, UNITS, "No,Project,Developer\n5,Creek Court,Noor\n", &of_whom).await;
    assert_eq!(
        messages(&refused.expect(422)),
        ["There is no project with name 'Creek Court' and developer._id 'Noor'"]
    );
    // A look-up by some of the distinguishing fields only.
    let area = mapping(json!({ "location": "Area" }));
    import(&admin, UNITS, "No,Area\n6,Arjan\n", &area).await.expect(200);
    let second = project(&admin, &noor, "Palm Court 2", "Marina").await;
    let refused = import(&admin, UNITS, "No,Area\n7,Marina\n", &area).await.expect(422);
    assert_eq!(
        messages(&refused),
        [format!(
            "There is more than one project with location 'Marina': 'Palm Court' ({}) and \
             'Palm Court 2' ({})",
            marina.as_str().unwrap(),
            second.as_str().unwrap()
        )]
    );
    // Numbers, dates and choices are compared by their values.
    let update = json!({ "totalUnits": 120, "completionDate": "2027-01-31" });
    let path = format!("{PROJECTS}/{}", second.as_str().unwrap());
    admin.request(Method::PATCH, &path).json(&update).send().await.expect(200);
    let exact = mapping(json!({
        "totalUnits": "Units", "completionDate": { "column": "Done", "date": "%d.%m.%Y" },
    }));
    import(&admin, UNITS, "No,Units,Done\n8,120,31.01.2027\n", &exact).await.expect(200);
    let refused = import(&admin, UNITS, "No,Units,Done\n9,many,31.01.2027\n", &exact).await;
    assert_eq!(messages(&refused.expect(422)), ["`totalUnits` must be a number"]);
}

#[actix_web::test]
async fn mapping_is_accepted_as_toml_as_json_and_by_name() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let toml = "\u{feff}# companies\nresource = \"companies\"\nexisting = \"skip\"\n\
                fields.name = { column = \"Company\", collapse = true }\n";
    let companies = "/api/backoffice/companies";
    let report = import(&admin, companies, "Company\nGulf  Homes\n", toml).await.expect(200);
    assert_eq!(report["created"], 1);
    let one_line = "resource = \"companies\"\nfields.name = \"Company\"";
    import(&admin, companies, "Company\nReem\n", one_line).await.expect(200);
    let json = json!({ "resource": "companies", "fields": { "name": "Company" } }).to_string();
    import(&admin, companies, "Company\nNoor\n", &json).await.expect(200);

    for (mapping, message) in [
        ("dld-project", "There is no mapping 'dld-project'; did you mean dld-projects?"),
        (
            "register",
            "There is no mapping 'register'; there are: bayut-rents (for units), dld-projects (for projects)",
        ),
        ("resource = \"companies\nfields.name = \"x\"", "line 1"),
        ("{ \"resource\": }", "The mapping is not JSON: it cannot be read at line 1"),
        (
            "resource = \"companies\"\nfields.name = { column = 7 }",
            "fields.name.column: a text is expected, not 7",
        ),
    ] {
        let refused = import(&admin, companies, "Company\nA\n", mapping).await;
        let errors = refused.errors();
        assert_eq!(errors[0].0, "/mapping");
        assert!(errors[0].1.contains(message), "{errors:?}");
        assert_eq!(refused.status, 422);
    }
}

#[actix_web::test]
async fn a_header_that_does_not_fit_a_mapping_hints_at_the_delimiter() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let path = "/api/backoffice/companies/import";
    for (table, message) in [
        ("name;email\nA;a@b.example\n", "delimiter = \";\""),
        ("name\temail\nA\ta@b.example\n", "delimiter = \"tab\""),
    ] {
        let mapping = "resource = \"companies\"\nfields.name = \"name\"\nfields.email = \"email\"";
        let refused = import(&admin, "/api/backoffice/companies", table, mapping).await.expect(422);
        assert!(messages(&refused)[0].contains(message), "{refused:#}");
        // Without a mapping it is found by itself.
        let checked = format!("{path}?dryRun=true");
        let report =
            admin.request(Method::POST, &checked).file(table, &[]).send().await.expect(200);
        assert_eq!(report["created"], 1, "{report:#}");
    }
    let refused = admin.request(Method::POST, path).file("nmae\nA\n", &[]).send().await.expect(422);
    assert!(!messages(&refused)[0].contains("delimiter"), "{refused:#}");
}
