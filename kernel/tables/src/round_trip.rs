//! Tests that a written table is read back unchanged by an import without a mapping, in both
//! formats.

use std::io::Cursor;

use serde_json::{Value, json};

use crate::local_time::{FOUR_HOURS_EAST, LocalTime};
use crate::mapping::{FieldKind, Mapping, PlainFields, Reading, Table, Writing};
use crate::writer::{Cell, Format, Layout, TableWriter};

fn fields() -> PlainFields {
    let fields = [
        ("name", FieldKind::Text),
        ("price", FieldKind::Number),
        ("count", FieldKind::Number),
        ("open", FieldKind::Boolean),
        ("day", FieldKind::Date),
        ("features", FieldKind::List),
        ("place.city", FieldKind::Text),
        ("extra", FieldKind::Json),
        ("createdAt", FieldKind::Ignored),
    ];
    fields.map(|(name, kind)| (name.to_owned(), kind.into())).into()
}

const HEADER: [&str; 9] =
    ["name", "price", "count", "open", "day", "features", "place.city", "extra", "createdAt"];

/// Writes payloads as a table, and reads it back.
fn read_back(format: Format, payloads: &[Value]) -> Vec<Value> {
    let header = HEADER.map(str::to_owned);
    let mut table = TableWriter::new(format, Vec::new(), &header).expect("a table");
    for payload in payloads {
        let json = |name: &str| payload.get(name).map(Value::to_string).unwrap_or_default();
        let (features, extra) = (json("features"), json("extra"));
        let text = |at: &str| {
            payload.pointer(at).and_then(Value::as_str).map_or(Cell::Missing, Cell::Text)
        };
        let day = payload["day"]
            .as_str()
            .map_or(Cell::Missing, |day| Cell::Date(day.parse().expect("a day")));
        table
            .row(&[
                text("/name"),
                payload["price"].as_f64().map_or(Cell::Missing, Cell::Number),
                payload["count"].as_i64().map_or(Cell::Missing, Cell::Integer),
                payload["open"].as_bool().map_or(Cell::Missing, Cell::Boolean),
                day,
                Cell::Text(&features),
                text("/place/city"),
                Cell::Text(&extra),
                Cell::Instant("2024-01-01T10:00:00Z"),
            ])
            .expect("a row");
    }
    let bytes = table.finish().expect("the end");
    let open = || Table::open(Cursor::new(&bytes), &Reading::default()).expect("a table");
    let likely = |_: &str, _: &[&str]| String::new();
    let mapping = Mapping::plain(
        "units",
        &mut open(),
        &fields(),
        Writing::default(),
        FOUR_HOURS_EAST,
        &likely,
    );
    let (mapping, table) = (mapping.expect("field names"), open());
    let bound = mapping.bind(table.header()).expect("a header that fits");
    let drafts = table.map(|row| bound.draft(&row.expect("a row")).expect("no errors"));
    drafts.flatten().map(|draft| draft.record.payload).collect()
}

#[test]
fn exports_of_both_formats_are_imported_unchanged() {
    let payloads = [
        json!({"name": "Tower, \"A\"\nback", "price": 1250.75, "count": 3, "open": true,
               "day": "2024-02-29", "features": ["Pool", "Gym; sauna", "-5", " x "],
               "place": {"city": "دبي"}, "extra": {"a": [1, "=2"]}}),
        json!({"name": "=SUM(A1)", "price": -0.5, "count": -7, "open": false, "features": []}),
        json!({"name": "'=quoted", "place": {"city": "-"}, "extra": [1]}),
        json!({"name": "'tis", "count": i64::MAX, "day": "1899-01-01", "extra": "text"}),
        json!({"name": " spaces ", "price": 0.1, "count": 9_007_199_254_740_993_i64}),
        json!({"name": "007", "price": 1e15, "features": ["[x]", ""]}),
        json!({"name": "\ttab", "place": {"city": "true"}, "extra": false}),
        json!({"name": "a\r\nb\rc\nd", "place": {"city": "\r\n"}}),
    ];
    for format in [Format::Csv, Format::Xlsx] {
        let read = read_back(format, &payloads);
        for (read, payload) in read.iter().zip(&payloads) {
            let same = |value: &Value| value.to_string().replace(".0,", ",").replace(".0}", "}");
            let (mut read, mut payload) = (read.clone(), payload.clone());
            read.sort_all_objects();
            payload.sort_all_objects();
            assert_eq!(same(&read), same(&payload), "{format:?}");
        }
        assert_eq!(read.len(), payloads.len());
    }
}

#[test]
fn a_refused_cell_of_a_workbook_is_reported_at_its_column() {
    let mut table =
        TableWriter::new(Format::Xlsx, Vec::new(), &["name".to_owned()]).expect("a table");
    table.row(&[Cell::Text("a")]).expect("a row");
    let bytes = table.finish().expect("the end");
    let rows: Vec<_> = Table::open(Cursor::new(&bytes), &Reading::default())
        .expect("a table")
        .map(|row| row.expect("a row").cells)
        .collect();
    assert_eq!(rows, [["a"]]);
    let error = Table::open(Cursor::new(&bytes[..bytes.len() / 2]), &Reading::default());
    let error = error.err().expect("no table");
    assert!(error.line == 1 && error.message.starts_with("The workbook is damaged"));
}

#[test]
fn damage_anywhere_in_a_workbook_is_reported_in_our_words() {
    let header = ["name".to_owned(), "note".to_owned()];
    let mut table = TableWriter::new(Format::Xlsx, Vec::new(), &header).expect("a table");
    table.row(&[Cell::Text("a"), Cell::Text("a longer text, a longer text")]).expect("a row");
    let bytes = table.finish().expect("the end");
    let mut refused = 0;
    for place in (4..bytes.len()).step_by(7) {
        let mut changed = bytes.clone();
        changed[place] ^= 0x55;
        let table = Table::open(Cursor::new(&changed), &Reading::default());
        let error = match table {
            Ok(mut table) => table.find_map(Result::err),
            Err(error) => Some(error),
        };
        refused += usize::from(error.is_some());
        if let Some(error) = error {
            assert!(error.message.starts_with("The "), "byte {place}: {}", error.message);
        }
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn moments_of_a_workbook_are_dates_in_its_time_zone() {
    let layout = Layout { format: Format::Xlsx, byte_order_mark: true, zone: FOUR_HOURS_EAST };
    let header = ["at".to_owned()];
    let mut table = TableWriter::new(layout, Vec::new(), &header).expect("a table");
    table.row(&[Cell::Instant("2026-03-01T21:15:30.000000Z")]).expect("a row");
    let bytes = table.finish().expect("the end");
    let open = || Table::open(Cursor::new(&bytes), &Reading::default()).expect("a table");
    let cells: Vec<Vec<String>> = open().map(|row| row.expect("a row").cells).collect();
    assert_eq!(cells, [["2026-03-02T01:15:30"]]);
    let fields = [("at".to_owned(), FieldKind::Instant.into())].into();
    let likely = |_: &str, _: &[&str]| String::new();
    let mapping =
        Mapping::plain("units", &mut open(), &fields, Writing::default(), FOUR_HOURS_EAST, &likely);
    let mapping = mapping.expect("field names");
    let mut table = open();
    let bound = mapping.bind(table.header()).expect("a header that fits");
    let row = table.next().expect("a row").expect("readable");
    let draft = bound.draft(&row).expect("no errors").expect("a draft");
    assert_eq!(draft.record.payload, json!({"at": "2026-03-01T21:15:30Z"}));
}

#[test]
fn csv_begins_with_a_byte_order_mark_where_it_is_wanted() {
    let layout = Layout { format: Format::Csv, byte_order_mark: true, zone: LocalTime::UTC };
    let header = ["name".to_owned()];
    let table = TableWriter::new(layout, Vec::new(), &header).expect("a table");
    assert_eq!(table.finish().expect("the end"), "\u{feff}name\r\n".as_bytes());
}
