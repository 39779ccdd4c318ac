//! Tests what an importing user sees, on small made-up tables: mapping and file in, drafts and
//! errors out. The details of the steps are tested next to them.

mod grammar;
mod known;
mod lookups;
mod mistakes;
mod nesting;
mod slow;
mod unmapped;

use serde_json::{Value, json};

use super::*;

/// A mapping of the resource `things` with these lines.
fn mapping(lines: &str) -> Mapping {
    Mapping::from_toml(&format!("resource = \"things\"\n{lines}")).expect("a mapping")
}

fn refused(lines: &str) -> String {
    Mapping::from_toml(&format!("resource = \"things\"\n{lines}")).expect_err("no mapping")
}

fn drafts(lines: &str, file: &str) -> Vec<Result<Option<Draft>, Vec<CellError>>> {
    let mapping = mapping(lines);
    let table = Table::open(std::io::Cursor::new(file), &mapping.reading).expect("a table");
    let bound = mapping.bind(table.header()).expect("a header that fits");
    table.map(|row| bound.draft(&row.map_err(|error| vec![error])?)).collect()
}

fn record(lines: &str, file: &str) -> Record {
    let first = drafts(lines, file).swap_remove(0);
    first.expect("no errors").expect("not skipped").record
}

fn payload(lines: &str, file: &str) -> Value {
    record(lines, file).payload
}

/// The errors of the first row as "line column: message".
fn row_errors(lines: &str, file: &str) -> Vec<String> {
    let errors = drafts(lines, file).swap_remove(0).expect_err("errors");
    errors
        .iter()
        .map(|error| format!("{} {}: {}", error.line, error.column, error.message))
        .collect()
}

/// The examples that the grammar shows, in their order.
fn examples() -> Vec<String> {
    let blocks = GRAMMAR.split("```toml\n").skip(1);
    blocks.filter_map(|rest| rest.split("```").next()).map(str::to_owned).collect()
}

#[test]
fn columns_and_constants_become_fields_also_inside_others() {
    let lines = r#"
        [fields]
        name = "Project Name"
        status = { constant = "available" }
        "coordinates.latitude" = { column = "lat", number = true }
        "coordinates.longitude" = { column = "lon", number = true }
    "#;
    let payload = payload(lines, "lon,lat,Project Name\n55.27,25.2, Palm Rise \n");
    let coordinates = json!({"latitude": 25.2, "longitude": 55.27});
    assert_eq!(
        payload,
        json!({"name": "Palm Rise", "status": "available", "coordinates": coordinates})
    );
}

#[test]
fn json_says_the_same_as_toml() {
    let json = r#"{"resource": "things", "existing": "skip", "fields": {"name": "n"}}"#;
    let mapping = Mapping::from_json(json).expect("a mapping");
    assert_eq!((mapping.resource.as_str(), mapping.existing), ("things", Existing::Skip));
}

#[test]
fn column_is_found_in_any_case_and_spacing() {
    assert_eq!(
        payload("[fields]\nname = \"project name\"", "Project  NAME\nx"),
        json!({"name": "x"})
    );
}

#[test]
fn missing_words_and_empty_cells_leave_the_field_out_or_take_its_default() {
    let lines = r#"
        missing = ["-", "N/A"]
        [fields]
        view = "view"
        floor = { column = "floor", number = true, missing = ["ground"], default = 0 }
    "#;
    assert_eq!(payload(lines, "view,floor\nn/a,Ground"), json!({"floor": 0}));
}

#[test]
fn template_is_missing_when_one_of_its_parts_is() {
    let lines = "[fields]\nunit = { template = \"{tower}-{{{no}}}\" }";
    assert_eq!(payload(lines, "tower,no\nA,7"), json!({"unit": "A-{7}"}));
    assert_eq!(payload(lines, "tower,no\nA, "), json!({}));
}

#[test]
fn joining_skips_empties_and_repeats() {
    let lines =
        "[fields]\nplace = { join = [\"a\", \"b\", \"c\"], separator = \", \", distinct = true }";
    assert_eq!(payload(lines, "a,b,c\nMarina, ,MARINA"), json!({"place": "Marina"}));
    assert_eq!(payload(lines, "a,b,c\nMarina,,Jumeirah"), json!({"place": "Marina, Jumeirah"}));
}

#[test]
fn first_non_empty_column_counts_and_is_where_errors_are_reported() {
    let lines = "[fields]\ndone = { first = [\"finished\", \"planned\"], date = \"%d/%m/%Y\" }";
    assert_eq!(payload(lines, "planned,finished\n01/02/2027,"), json!({"done": "2027-02-01"}));
    let reported = row_errors(lines, "planned,finished\nsoon,");
    assert_eq!(reported, ["2 planned: 'soon' is not a date written as %d/%m/%Y"]);
}

#[test]
fn sum_takes_what_is_there_in_the_declared_format() {
    let lines =
        "[fields]\ntotal = { sum = [\"villas\", \"flats\"], number = { strip = [\"units\"] } }";
    assert_eq!(payload(lines, "villas,flats\n,\"1,200 units\""), json!({"total": 1200}));
    assert_eq!(payload(lines, "id,villas,flats\n7,,"), json!({}));
    assert_eq!(row_errors(lines, "villas,flats\n3,many"), ["2 flats: 'many' is not a number"]);
}

#[test]
fn factor_and_rounding_turn_square_metres_into_square_feet() {
    let lines = "[fields]\narea = { column = \"sqm\", factor = 10.7639, round = 2 }";
    assert_eq!(payload(lines, "sqm\n\"1,000.5\""), json!({"area": 10769.28}));
}

#[test]
fn captured_groups_serve_several_fields_and_templates() {
    let lines = r#"
        [values.size]
        column = "size"
        capture = '^(?<beds>\d+)BR(?: / (?<area>[\d,]+))?$'
        [fields]
        bedrooms = { value = "size.beds", number = true }
        area = { value = "size.area", number = true }
        label = { template = "{size.beds} bedrooms" }
    "#;
    let both = json!({"bedrooms": 2, "area": 1150, "label": "2 bedrooms"});
    assert_eq!(payload(lines, "size\n\"2BR / 1,150\""), both);
    assert_eq!(payload(lines, "size\n2BR"), json!({"bedrooms": 2, "label": "2 bedrooms"}));
}

#[test]
fn unmatched_capture_may_be_missing() {
    let lines = "[fields]\nfloor = { column = \"t\", capture = { pattern = 'floor (\\d+)', otherwise = \"missing\" } }";
    assert_eq!(payload(lines, "t\non floor 12 of 40"), json!({"floor": "12"}));
    assert_eq!(payload(lines, "t\nvilla"), json!({}));
}

#[test]
fn replacing_comes_before_the_other_steps() {
    let lines = r#"
        [fields.name]
        column = "name"
        collapse = true
        replace = [{ find = "[أإآ]", with = "ا" }, { find = '\s*\(.*\)$' }]
        case = "upper"
    "#;
    assert_eq!(payload(lines, "name\nبرج  الأمل (Amal) "), json!({"name": "برج الامل"}));
}

#[test]
fn table_translates_in_any_case_and_says_what_it_does_not_hold() {
    let table = "table = { \"Studio\" = 0, \"غرفة\" = 1 }";
    let strict = format!("[fields]\nbeds = {{ column = \"b\", {table} }}");
    assert_eq!(payload(&strict, "b\nSTUDIO"), json!({"beds": 0}));
    assert_eq!(row_errors(&strict, "b\nloft"), ["2 b: 'loft' is not in the table"]);
    let keeping = format!(
        "[fields]\nbeds = {{ column = \"b\", {table}, otherwise = \"keep\", number = true }}"
    );
    assert_eq!(payload(&keeping, "b\n3"), json!({"beds": 3}));
    let other =
        format!("[fields]\nbeds = {{ column = \"b\", {table}, otherwise = {{ constant = 9 }} }}");
    assert_eq!(payload(&other, "b\nloft"), json!({"beds": 9}));
}

#[test]
fn lists_are_split_trimmed_translated_and_distinct() {
    let lines = r#"
        [fields.amenities]
        column = "features"
        split = { pattern = "[;|]" }
        table = { "gym" = "Gym", "none" = "" }
        otherwise = "keep"
    "#;
    let payload = payload(lines, "features\nGYM; Pool |none;;pool");
    assert_eq!(payload, json!({"amenities": ["Gym", "Pool"]}));
}

#[test]
fn a_list_is_made_of_yes_and_no_columns() {
    let lines = r#"
        [fields.amenities]
        list = [
            { constant = "Pool", when = { column = "pool", equals = ["y", "نعم"] } },
            { constant = "Gym", when = { column = "gym", equals = "y" } },
        ]
    "#;
    assert_eq!(payload(lines, "pool,gym\nنعم,N"), json!({"amenities": ["Pool"]}));
}

#[test]
fn one_part_of_a_split_text_is_picked_from_either_end() {
    let lines = r#"
        fields.building = { column = "address", split = ",", pick = 1 }
        fields.city = { column = "address", split = ",", pick = -1 }
        fields.third = { column = "address", split = ",", pick = 3 }
    "#;
    let payload = payload(lines, "address\n\"Tower 5, Marina\"");
    assert_eq!(payload, json!({"building": "Tower 5", "city": "Marina"}));
}

#[test]
fn a_condition_chooses_among_readings_of_one_column() {
    let lines = r#"
        [fields.rent]
        first = [
            { column = "price", when = { column = "per", equals = "month" }, number = true, factor = 12 },
            { column = "price", number = true },
        ]
    "#;
    assert_eq!(payload(lines, "price,per\n5000,Month"), json!({"rent": 60000}));
    assert_eq!(payload(lines, "price,per\n60000,year"), json!({"rent": 60000}));
}

#[test]
fn rows_are_skipped_by_rule() {
    let lines = r#"
        skip_rows = [
            { column = "state", equals = ["withdrawn", "sold"] },
            { column = "name", matches = "^Total" },
            { column = "name", empty = true },
        ]
        fields.name = "name"
    "#;
    let rows = drafts(lines, "name,state\nA,Sold\nTotal: 3,x\n ,x\nB,open\n");
    let remaining: Vec<bool> =
        rows.into_iter().map(|row| row.expect("no errors").is_some()).collect();
    assert_eq!(remaining, [false, false, false, true]);
}

#[test]
fn file_with_other_delimiter_and_tabs_is_read() {
    assert_eq!(payload("delimiter = \";\"\nfields.n = \"n\"", "a;n\n1;x,y"), json!({"n": "x,y"}));
    assert_eq!(payload("delimiter = \"tab\"\nfields.n = \"n\"", "a\tn\n1\tx"), json!({"n": "x"}));
}

#[test]
fn the_documented_example_works() {
    let example = examples().swap_remove(0);
    let mapping = Mapping::from_toml(&example).expect("a mapping");
    let file = "Status,Size,Tower,Unit,Fee,State,Pool,Gym,Project,Area,Developer\n\
                open,100 sqm,A,7,\"EUR 90,000\",متاح,yes,x,Palm Rise,Marina,Noor\n";
    let table = Table::open(std::io::Cursor::new(file), &mapping.reading).expect("a table");
    let bound = mapping.bind(table.header()).expect("a header that fits");
    let drafts: Vec<_> = table.map(|row| bound.draft(&row.expect("a row"))).collect();
    let draft = drafts[0].as_ref().expect("no errors").as_ref().expect("not skipped");
    let unit = json!({
        "unitNumber": "A-7", "totalAreaInSqFt": 1076.39, "yearlyFee": 90000,
        "status": "available", "amenities": ["Pool", "Gym"], "projectId": null,
    });
    assert_eq!(draft.record.payload, unit);
}

#[test]
fn what_an_empty_cell_does_is_said_at_the_top() {
    assert_eq!(mapping("fields.n = \"n\"").empty, None);
    assert_eq!(mapping("empty = \"clear\"\nfields.n = \"n\"").empty, Some(Empty::Clear));
    assert_eq!(mapping("empty = \"keep\"\nfields.n = \"n\"").empty, Some(Empty::Keep));
    assert!(refused("empty = \"drop\"\nfields.n = \"n\"").contains("empty: "));
}

#[test]
fn columns_that_say_yes_or_no_become_a_list_in_one_line() {
    let lines =
        "missing = [\"n/a\"]\n[fields]\namenities = { flags = [\"Pool\", \"Gym\", \"Sauna\"] }";
    let file = "Pool,Gym,Sauna\nYes,x,\nno,0,TRUE\n✓,-,n/a\n";
    let lists: Vec<Value> = drafts(lines, file)
        .into_iter()
        .map(|row| row.expect("no errors").expect("not skipped").record.payload)
        .collect();
    let amenities = |list: Value| json!({ "amenities": list });
    assert_eq!(
        lists,
        [
            amenities(json!(["Pool", "Gym"])),
            amenities(json!(["Sauna"])),
            amenities(json!(["Pool"])),
        ]
    );
    let named = "fields.amenities = { flags = { \"Has pool\" = \"Pool\" }, yes = [\"oui\"], no = [\"non\"], case = \"upper\" }";
    assert_eq!(payload(named, "Has pool\nOUI"), json!({"amenities": ["POOL"]}));
    assert_eq!(payload(named, "Has pool\nnon"), json!({}));
    let missing = "fields.a = { flags = [\"p\"], missing = [\"?\"] }";
    assert_eq!(payload(missing, "p,q\n?,1"), json!({}));
    assert_eq!(row_errors(named, "Has pool\n2"), ["2 Has pool: '2' is neither yes nor no"]);
    assert!(refused("fields.a = { flags = [] }").contains("fields.a.flags: the list is empty"));
    assert!(refused("fields.a = { column = \"c\", yes = [\"1\"] }").contains("it needs flags"));
}

#[test]
fn numbers_are_compared_in_conditions() {
    let remaining = |test: &str| -> Vec<String> {
        let lines = format!("skip_rows = [{{ column = \"n\", {test} }}]\nfields.n = \"n\"");
        let rows = drafts(&lines, "n,x\n5,\n\"1,000\",\n٧,\n,x\n7.0,\n");
        let rows = rows.into_iter().filter_map(|row| row.expect("no errors"));
        rows.map(|draft| draft.record.payload["n"].as_str().unwrap_or("").to_owned()).collect()
    };
    assert_eq!(remaining("less_than = 7"), ["1,000", "٧", "", "7.0"]);
    assert_eq!(remaining("at_most = 7"), ["1,000", ""]);
    assert_eq!(remaining("more_than = 7"), ["5", "٧", "", "7.0"]);
    assert_eq!(remaining("at_least = 7"), ["5", ""]);
    assert_eq!(remaining("between = [5, 7]"), ["1,000", ""]);
    let strip = "fields.a = { constant = 1, when = { column = \"n\", at_least = 10, number = { strip = [\"sqm\"] } } }";
    assert_eq!(payload(strip, "n\n12 sqm"), json!({"a": 1}));
    assert_eq!(payload(strip, "n\n9 sqm"), json!({}));
    assert_eq!(row_errors(strip, "n\nwide"), ["2 n: 'wide' is not a number"]);
    for (test, reported) in [
        ("between = [7, 5]", "between: the smaller number stands first"),
        ("between = [7]", "between: a list of two is expected, not 1"),
        ("at_least = \"7\"", "at_least: a number is expected, not the text '7'"),
        ("at_least = 1, at_most = 2", "exactly one of"),
        ("empty = true, number = true", "number: it needs less_than"),
    ] {
        let error =
            refused(&format!("skip_rows = [{{ column = \"n\", {test} }}]\nfields.n = \"n\""));
        assert!(error.contains(reported), "{error}");
    }
}

#[test]
fn a_header_that_seems_separated_by_something_else_gives_a_hint() {
    for (delimiter, header, hint) in [
        (",", "name;rent;area\n", Some("semicolons, which a mapping says by delimiter = \";\"")),
        (",", "name\trent\n", Some("tabs, which a mapping says by delimiter = \"tab\"")),
        (";", "name,rent\n", Some("commas, which a mapping says by delimiter = \",\"")),
        (",", "name;rent, in AED;area, in sqm;view\n", Some("semicolons")),
        (",", "name,rent;yearly,area\n", None),
        (",", "name,rent\n", None),
        (",", "name\n", None),
    ] {
        let reading = reading(Some(delimiter), None, None, None).expect("a reading");
        let table = Table::open(std::io::Cursor::new(header), &reading).expect("a table");
        let reported = table.hint();
        assert_eq!(reported.is_some(), hint.is_some(), "{header} {reported:?}");
        assert!(reported.unwrap_or_default().contains(hint.unwrap_or_default()), "{header}");
    }
}
