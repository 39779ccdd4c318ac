//! Files without a mapping.

use super::*;

fn plain_fields() -> PlainFields {
    let fields = [
        ("name", FieldKind::Text),
        ("bedrooms", FieldKind::Number),
        ("coordinates.latitude", FieldKind::Number),
        ("amenities", FieldKind::List),
        ("_id", FieldKind::Ignored),
    ];
    fields.map(|(name, kind)| (name.to_owned(), kind)).into()
}

fn plain(file: &str) -> Result<Vec<Draft>, Vec<CellError>> {
    let table = Table::open(std::io::Cursor::new(file), &Reading::default()).expect("a table");
    let mapping = Mapping::plain("units", table.header(), &plain_fields())?;
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
    let known =
        "No field is called 'bed'; there are amenities, bedrooms, coordinates.latitude, name";
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
