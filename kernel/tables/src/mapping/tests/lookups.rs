//! References: records found by their names, or made on the way.

use super::*;

const UNIT: &str = r#"
    fields.unitNumber = "unit"
    [fields.projectId]
    lookup = "projects"
    by.name = { column = "project", collapse = true }
    create.location = "area"
    create."developer._id" = { lookup = "developers", by.name = "developer", create = {} }
"#;

#[test]
fn a_project_made_on_the_way_brings_the_developer_it_needs() {
    let record = record(UNIT, "unit,project,area,developer\n7,Palm  Rise,Marina,Noor\n");
    assert_eq!(record.payload, json!({"unitNumber": "7", "projectId": null}));
    let [project] = record.lookups.as_slice() else { panic!("one lookup") };
    assert_eq!((project.pointer.as_str(), project.resource.as_str()), ("/projectId", "projects"));
    assert_eq!(
        (&project.by.payload, project.column.as_deref()),
        (&json!({"name": "Palm Rise"}), Some("project"))
    );
    let created = project.create.as_ref().expect("a project to create");
    let payload = json!({"name": "Palm Rise", "location": "Marina", "developer": {"_id": null}});
    assert_eq!(created.payload, payload);
    let [developer] = created.lookups.as_slice() else { panic!("one lookup") };
    assert_eq!(developer.pointer, "/developer/_id");
    assert_eq!(developer.create.as_ref().expect("created").payload, json!({"name": "Noor"}));
}

#[test]
fn a_found_identifier_takes_its_place() {
    let mut record = record(UNIT, "unit,project,area,developer\n7,Palm Rise,Marina,Noor\n");
    record.resolve("/projectId", "65f");
    assert_eq!(record.payload, json!({"unitNumber": "7", "projectId": "65f"}));
}

#[test]
fn references_to_one_record_share_a_key() {
    let key = |project: &str| {
        let file = format!("unit,project,area,developer\n7,{project},Marina,Noor\n");
        record(UNIT, &file).lookups[0].key()
    };
    assert_eq!(key("PALM  rise "), key("Palm Rise"));
    assert_ne!(key("Palm Rise 2"), key("Palm Rise"));
}

#[test]
fn an_empty_reference_is_left_out() {
    let record = record(UNIT, "unit,project,area,developer\n7,,Marina,Noor\n");
    assert_eq!((record.payload, record.lookups.len()), (json!({"unitNumber": "7"}), 0));
}

const ESTIMATE: &str = r#"
    [fields.unitId]
    lookup = "units"
    by.unitNumber = "unit"
    by.projectId = { lookup = "projects", by.name = "project" }
"#;

#[test]
fn a_unit_is_looked_up_by_its_number_and_its_project() {
    let record = record(ESTIMATE, "project,unit\nPalm Rise,7");
    let unit = &record.lookups[0];
    assert_eq!(unit.by.payload, json!({"unitNumber": "7", "projectId": null}));
    assert_eq!(unit.by.lookups[0].by.payload, json!({"name": "Palm Rise"}));
    assert_eq!(unit.create, None);
}

#[test]
fn half_a_key_is_an_error() {
    let reported = row_errors(ESTIMATE, "project,unit\nPalm Rise,");
    assert_eq!(reported, ["2 unit: one of units cannot be found without unitNumber"]);
}

#[test]
fn a_list_of_names_refers_to_as_many_records() {
    let lines = "[fields.projectIds]\nlookup = \"projects\"\nby.name = { column = \"projects\", split = \";\" }";
    let mut record = record(lines, "projects\nPalm Rise; Noor 2");
    assert_eq!(record.lookups[1].by.payload, json!({"name": "Noor 2"}));
    record.resolve(&record.lookups[1].pointer.clone(), "65f");
    assert_eq!(record.payload, json!({"projectIds": [null, "65f"]}));
}
