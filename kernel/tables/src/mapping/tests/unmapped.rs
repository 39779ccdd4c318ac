//! Files without a mapping.

use super::*;
use crate::local_time::FOUR_HOURS_EAST;

fn plain_fields() -> PlainFields {
    let fields = [
        ("name", FieldKind::Text),
        ("bedrooms", FieldKind::Number),
        ("coordinates.latitude", FieldKind::Number),
        ("yearlyRentInAED", FieldKind::Integer),
        ("built", FieldKind::Date),
        ("amenities", FieldKind::List),
        ("_id", FieldKind::Ignored),
    ];
    fields.map(|(name, kind)| (name.to_owned(), kind.into())).into()
}

fn plain(file: &str) -> Result<Vec<Draft>, Vec<CellError>> {
    as_written(file, Writing::default())
}

fn as_written(file: &str, writing: Writing) -> Result<Vec<Draft>, Vec<CellError>> {
    let writing = writing.guessed(file.as_bytes()).expect("a writing");
    let open = || Table::open(std::io::Cursor::new(file), &writing.reading()).expect("a table");
    let likely = |_: &str, _: &[&str]| String::new();
    let fields = plain_fields();
    let mapping =
        Mapping::plain("units", &mut open(), &fields, writing.clone(), FOUR_HOURS_EAST, &likely)?;
    let table = open();
    let bound = mapping.bind(table.header())?;
    let drafts = table.map(|row| bound.draft(&row.expect("a row")));
    drafts.filter_map(Result::transpose).collect()
}

#[test]
fn without_a_mapping_the_header_holds_field_names() {
    let file = "_id,name,bedrooms,coordinates.latitude,amenities\n65f, A ,2,25.2,Pool;Gym\n,B,,,\n";
    let payloads: Vec<Value> =
        plain(file).expect("drafts").into_iter().map(|draft| draft.record.payload).collect();
    let first = json!({"name": " A ", "bedrooms": 2, "coordinates": {"latitude": 25.2}, "amenities": ["Pool", "Gym"]});
    assert_eq!(payloads, [first, json!({"name": "B"})]);
}

#[test]
fn without_a_mapping_an_unknown_or_doubled_column_is_an_error() {
    let errors = plain("name,bed,name\n").expect_err("errors");
    let reported: Vec<(&str, &str)> =
        errors.iter().map(|error| (error.column.as_str(), error.message.as_str())).collect();
    let known = "No field is called 'bed'; there are amenities, bedrooms, built, coordinates.latitude, name, \
         yearlyRentInAED";
    assert_eq!(reported, [("bed", known), ("name", "The column 'name' stands there twice")]);
}

#[test]
fn without_a_mapping_a_wrong_cell_is_reported_at_its_column() {
    let errors = plain("name,bedrooms\nA,two\n").expect_err("errors");
    let error = CellError {
        line: 2,
        column: "bedrooms".to_owned(),
        message: "'two' is not a number".to_owned(),
    };
    assert_eq!(errors, [error]);
}

/// The values of a column, or the errors, of cells that are in quotes.
fn values(column: &str, cells: &[&str], writing: Writing) -> Vec<String> {
    let quoted = |cell: &&str| format!("\"{cell}\"\n");
    let file = format!("{column}\n{}", cells.iter().map(quoted).collect::<String>());
    match as_written(&file, writing) {
        Ok(drafts) => drafts.iter().map(|draft| draft.record.payload[column].to_string()).collect(),
        Err(errors) => errors.into_iter().map(|error| error.message).collect(),
    }
}

#[test]
fn numbers_are_read_as_people_write_them_where_they_can_be_read_in_one_way() {
    let read =
        |column: &str, cell: &str| values(column, &[cell], Writing::default()).swap_remove(0);
    for (cell, value) in [
        ("24,33", "24.33"),
        ("1.234,5", "1234.5"),
        ("1,234.5", "1234.5"),
        ("1,234,567", "1234567"),
        ("1.234.567", "1234567"),
        ("1 234,5", "1234.5"),
        ("1\u{a0}234", "1234"),
        ("1'234.5", "1234.5"),
        ("12.345", "12.345"),
        ("\u{661}\u{662}\u{66b}\u{665}", "12.5"),
        ("\u{6f1}\u{6f2}", "12"),
        ("\u{200f}85000\u{200e}", "85000"),
    ] {
        assert_eq!(read("bedrooms", cell), value, "{cell}");
    }
    assert_eq!(read("yearlyRentInAED", "85,250"), "85250");
    assert_eq!(read("yearlyRentInAED", "85.250"), "85250");
    for (column, cell) in
        [("bedrooms", "1,200"), ("yearlyRentInAED", "85,000"), ("yearlyRentInAED", "85.000")]
    {
        let message = read(column, cell);
        assert!(message.contains("with a decimal point and"), "{cell}: {message}");
    }
    assert_eq!(read("bedrooms", "1,2,3"), "'1,2,3' is not a number");
}

#[test]
fn one_cell_shows_the_signs_of_all_and_what_is_said_goes_before() {
    let plain = Writing::default();
    assert_eq!(values("bedrooms", &["1,200", "1.234,5"], plain.clone()), ["1.2", "1234.5"]);
    assert_eq!(values("bedrooms", &["1,200", "1,234.5"], plain.clone()), ["1200", "1234.5"]);
    let comma = Writing { numbers: Some(NumberSigns::Comma), ..plain };
    assert_eq!(values("bedrooms", &["1.200"], comma.clone()), ["1200"]);
    assert_eq!(values("bedrooms", &["1200.5"], comma), ["'1200.5' is not a number"]);
}

#[test]
fn what_cells_leave_open_is_asked_until_another_cell_shows_it() {
    let asks = |file: &str, writing: Writing| {
        let writing = writing.guessed(file.as_bytes()).expect("a writing");
        let mut table =
            Table::open(std::io::Cursor::new(file), &writing.reading()).expect("a table");
        let likely = |_: &str, _: &[&str]| String::new();
        let mapping =
            Mapping::plain("units", &mut table, &plain_fields(), writing, FOUR_HOURS_EAST, &likely);
        mapping.expect("a mapping").writing().expect("a writing").asks.clone()
    };
    let plain = Writing::default;
    let both = "bedrooms;built\n1,200;03/04/2026\n2;2026-01-01\n";
    assert_eq!(asks(both, plain()), [WritingPart::Numbers, WritingPart::DateOrder]);
    assert_eq!(asks("bedrooms;built\n1,200;31/04/2026\n1.200,5;31/12/2026\n", plain()), []);
    let comma = Writing { numbers: Some(NumberSigns::Comma), ..plain() };
    assert_eq!(asks(both, comma), [WritingPart::DateOrder]);
    assert_eq!(asks("bedrooms;name\ntwo;03/04/2026\n12.345;1,200\n", plain()), []);
    assert_eq!(asks("yearlyRentInAED;name\n85,250;A\n", plain()), []);
    assert_eq!(asks("yearlyRentInAED;name\n85,000;A\n", plain()), [WritingPart::Numbers]);
}

#[test]
fn dates_are_read_in_their_order_and_a_time_of_day_is_refused() {
    let plain = Writing::default();
    let read = |cell: &str| values("built", &[cell], Writing::default()).swap_remove(0);
    for (cell, value) in [
        ("2026-03-01", "\"2026-03-01\""),
        ("2026-03-01 00:00:00", "\"2026-03-01\""),
        ("2026-03-01T00:00:00", "\"2026-03-01\""),
        ("2026-03-01T00:00:00.000Z", "\"2026-03-01\""),
        ("31/12/2026", "\"2026-12-31\""),
        ("12.31.2026", "\"2026-12-31\""),
        ("\u{662}\u{660}\u{662}\u{666}-\u{660}\u{663}-\u{660}\u{661}", "\"2026-03-01\""),
        ("07 15 26", "\"07 15 26\""),
        ("1/2/26", "\"1/2/26\""),
    ] {
        assert_eq!(read(cell), value, "{cell}");
    }
    for cell in ["2026-03-01 14:30:00", "2026-03-01T14:30:00"] {
        assert_eq!(read(cell), "'2026-03-01 14:30:00' has a time of day, and a date is expected");
    }
    assert!(read("03/04/2026").contains("is 2026-04-03 with the day first and 2026-03-04"));
    let one_way = values("built", &["03/04/2026", "31/12/2026"], plain.clone());
    assert_eq!(one_way, ["\"2026-04-03\"", "\"2026-12-31\""]);
    let said = Writing { date_order: Some(DateOrder::MonthDayYear), ..plain };
    assert_eq!(values("built", &["03/04/2026"], said), ["\"2026-03-04\""]);
}

#[test]
fn a_header_takes_labels_in_any_case_and_names_both_fields_that_one_can_mean() {
    let mut fields = PlainFields::new();
    for (name, kind, label) in [
        ("unitNumber", FieldKind::Text, "Unit number"),
        ("project", FieldKind::Shown, "Project"),
        ("projectId", FieldKind::Text, ""),
        ("size", FieldKind::Number, "Area"),
        ("balcony", FieldKind::Number, "Area"),
    ] {
        let label = (!label.is_empty()).then(|| label.to_owned());
        fields.insert(name.to_owned(), PlainField { kind, label });
    }
    let found = |columns: &[&str]| {
        let header: Vec<String> = columns.iter().map(|column| (*column).to_owned()).collect();
        let likely = |word: &str, names: &[&str]| {
            let near = names.iter().find(|name| name.starts_with(&word[..4]));
            near.map_or_else(String::new, |near| format!("; did you mean {near}?"))
        };
        let found = super::super::plain::fields_of(&header, &fields, 1, &likely);
        found.unwrap_or_else(|errors| errors.into_iter().map(|error| error.message).collect())
    };
    assert_eq!(found(&["UNIT NUMBER", "Project", "size"]), ["unitNumber", "project", "size"]);
    assert_eq!(found(&["unit\u{a0}number"]), ["unitNumber"]);
    assert_eq!(found(&["area"]), ["'area' can be balcony or size: write one of them"]);
    assert_eq!(
        found(&["Unit number", "unitNumber"]),
        ["The columns 'Unit number' and 'unitNumber' are both unitNumber"]
    );
    assert_eq!(found(&["Unit no"]), ["No field is called 'Unit no'; did you mean Unit number?"]);
}
