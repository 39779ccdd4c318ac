//! Tests the messages for a wrong file, row or mapping, and their positions.

use super::*;

#[test]
fn a_value_that_cannot_be_captured_is_reported_once() {
    let lines = r#"
        values.size = { column = "size", capture = '^(?<beds>\d)BR(?<baths>\d)$' }
        fields.a = { value = "size.beds" }
        fields.b = { value = "size.baths" }
    "#;
    let reported = row_errors(lines, "size\nloft");
    assert_eq!(reported, ["2 size: 'loft' does not look like ^(?<beds>\\d)BR(?<baths>\\d)$"]);
}

#[test]
fn every_wrong_cell_of_a_row_is_reported_at_its_line_and_column() {
    let lines = "[fields]\nbeds = { column = \"Beds\", number = true }\nday = { column = \"Day\", date = \"%d.%m.%Y\" }";
    let file = "Beds,Day\n\"2\n3\",x\n";
    let reported = row_errors(lines, file);
    assert_eq!(
        reported,
        ["2 Beds: '2\n3' is not a number", "2 Day: 'x' is not a date written as %d.%m.%Y"]
    );
}

#[test]
fn schema_errors_find_their_column() {
    let lines = r#"
        fields."coordinates.latitude" = { column = "lat", number = true }
        fields.tags = { column = "tags", split = ";" }
        fields.status = { constant = "x" }
        fields.name = "name"
    "#;
    let columns = record(lines, "lat,tags,name\n1,a,").columns;
    assert_eq!(columns.column("/coordinates"), Some("lat"));
    assert_eq!(columns.column("/tags/0"), Some("tags"));
    assert_eq!(columns.column("/name"), Some("name"), "also where the cell is empty");
    assert_eq!(columns.column("/status"), None);
}

#[test]
fn unknown_and_doubled_columns_are_reported_together() {
    let mapping = mapping("fields.a = \"nmae\"\nfields.b = { join = [\"area\"] }");
    let header = ["name", "area", "area"].map(str::to_owned);
    let errors = mapping.bind(&header).expect_err("errors");
    let reported: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
    assert_eq!(
        reported,
        [
            "fields.a: the file has no column 'nmae'; it has name, area, area",
            "fields.b.join[0]: the file has more than one column 'area'",
        ]
    );
    assert_eq!((errors[0].line, errors[0].column.as_str()), (1, "nmae"));
}

#[test]
fn a_doubled_column_that_nothing_reads_does_no_harm() {
    assert_eq!(payload("fields.n = \"n\"", "note,n,note\na,x,b"), json!({"n": "x"}));
}

#[test]
fn a_name_that_is_both_value_and_column_is_refused() {
    let mapping = mapping("values.area = \"size\"\nfields.a = { template = \"{area}\" }");
    let errors = mapping.bind(&["size".to_owned(), "area".to_owned()]).expect_err("errors");
    assert!(errors[0].message.contains("'area' is a value and also a column"));
}

#[test]
fn mistakes_in_a_mapping_name_the_key() {
    for (lines, reported) in [
        ("fields.a = { colum = \"x\" }", "fields.a: unknown key `colum`"),
        ("fields.developer._id = \"x\"", "a field inside another is written in quotes"),
        (
            "fields.a = { column = \"x\", round = \"two\" }",
            "fields.a.round: a whole number from 0 is expected, not the text 'two'",
        ),
        (
            "fields.a = { column = \"x\", number = { decmal = \",\" } }",
            "fields.a.number: true, or a table",
        ),
        (
            "fields.a = { column = \"x\", constant = 1 }",
            "fields.a: column and constant cannot stand together",
        ),
        ("fields.a = { round = 2 }", "fields.a: one of column, value"),
        ("fields.a = { column = \"x\", pick = 1 }", "fields.a.pick: it needs split"),
        (
            "fields.a = { column = \"x\", capture = \"(\" }",
            "fields.a.capture: '(' is not a regular expression",
        ),
        ("fields.a = { template = \"{x\" }", "fields.a.template: a brace"),
        ("fields.a = { value = \"x\" }", "fields.a.value: the mapping has no value 'x'"),
        ("values.x = \"c\"\nfields.a = \"b\"", "values.x: nothing uses this value"),
        (
            "values.x = { value = \"y\" }\nvalues.y = { value = \"x\" }\nfields.a = { value = \"x\" }",
            "made of itself",
        ),
        (
            "values.x = { column = \"c\", capture = '(?<n>.)(?<m>.)' }\nfields.a = { value = \"x.q\" }",
            "captures no group 'q'",
        ),
        ("fields.a = { lookup = \"b\" }", "fields.a.by: the fields that identify"),
        (
            "fields.a = { lookup = \"b\", by.n = \"n\", case = \"upper\" }",
            "fields.a.case: a lookup has by, create and when",
        ),
        ("fields.a = \"x\"\nfields.\"a.b\" = \"y\"", "a and a.b cannot both be given"),
        (
            "existing = \"replace\"\nfields.a = \"x\"",
            "existing: one of \"error\", \"skip\", \"update\" is expected, not 'replace'",
        ),
        ("encoding = \"latin-99\"\nfields.a = \"x\"", "encoding: 'latin-99' is not known"),
        (
            "skip_rows = [{ column = \"x\" }]\nfields.a = \"x\"",
            "skip_rows[0]: exactly one of equals",
        ),
        (
            "fields.a = { column = \"x\", factor = inf }",
            "fields.a.factor: a number is expected, not nan",
        ),
        (
            "fields.a = { column = \"x\", table = { b = nan } }",
            "fields.a.table.b: a number is expected",
        ),
        ("", "fields: at least one field is needed"),
    ] {
        let error = refused(lines);
        assert!(error.contains(reported), "{lines}\n{error}");
    }
}

#[test]
fn broken_toml_is_reported_with_its_line() {
    assert!(refused("fields.a = \"x").contains("line 2"));
}

#[test]
fn messages_quote_no_control_characters() {
    let error = refused("fields.a = \"\u{1b}[31m");
    assert!(error.contains("\u{fffd}[31m") && error.contains('\n'), "{error}");
    let error = refused("fields.a = { capture = \"(\\u001b\", column = \"n\" }");
    assert!(error.contains("'(\u{fffd}'"), "{error}");
    let lines = "fields.a = { column = \"n[31m\", number = true }";
    assert_eq!(
        row_errors(lines, "n\u{1b}[31m\n1x\u{7}"),
        ["2 n[31m: '1x\u{fffd}' is not a number"]
    );
}

#[test]
fn a_text_that_doubles_itself_stops_at_a_limit() {
    let mut lines = "values.v0 = \"c\"\n".to_owned();
    for n in 1..=40 {
        lines += &format!("values.v{n} = {{ template = \"{{v{0}}}{{v{0}}}\" }}\n", n - 1);
    }
    lines += "fields.a = { value = \"v40\" }";
    let reported = row_errors(&lines, "c\nxxxxxxxx");
    assert_eq!(reported, ["2 c: the text becomes longer than 64 KiB"]);
}

#[test]
fn an_error_is_written_as_line_column_and_message() {
    let error = CellError { line: 7, column: "a".to_owned(), message: "b".to_owned() };
    let written = serde_json::to_value(error).expect("JSON");
    assert_eq!(written, json!({"line": 7, "column": "a", "message": "b"}));
}

/// Words of serde that no user-visible message may contain.
const OF_PROGRAMMERS: [&str; 9] =
    ["f64", "u8", "i32", "u64", "invalid type", "variant", "struct ", "sequence", "boolean"];

#[test]
fn what_is_of_the_wrong_kind_is_explained() {
    for lines in [
        "fields.a = { column = \"x\", factor = \"10\" }",
        "fields.a = { column = \"x\", round = 300 }",
        "fields.a = { column = \"x\", round = 1.5 }",
        "fields.a = { column = \"x\", split = \",\", pick = \"first\" }",
        "fields.a = { column = 7 }",
        "fields.a = { column = \"x\", collapse = \"yes\" }",
        "fields.a = { column = \"x\", missing = \"-\" }",
        "fields.a = { column = \"x\", replace = { find = \"a\" } }",
        "fields.a = { column = \"x\", replace = [{ with = \"a\" }] }",
        "fields.a = { column = \"x\", case = \"camel\" }",
        "fields.a = { column = \"x\", table = [] }",
        "fields.a = { column = \"x\", table = { a = \"b\" }, otherwise = \"ignore\" }",
        "fields.a = { column = \"x\", number = 7 }",
        "fields.a = { column = \"x\", number = { percent = 5 } }",
        "fields.a = { column = \"x\", number = { units = { m = \"ten\" } } }",
        "fields.a = { column = \"x\", date = 7 }",
        "fields.a = { column = \"x\", when = 7 }",
        "fields.a = { column = \"x\", when = { column = \"x\", empty = \"yes\" } }",
        "fields.a = { join = \"x\" }",
        "fields.a = 7",
        "fields = 7",
        "header_line = \"three\"\nfields.a = \"x\"",
        "skip_rows = \"x\"\nfields.a = \"x\"",
        "repeated = 1\nfields.a = \"x\"",
    ] {
        let error = refused(lines);
        let word = OF_PROGRAMMERS.iter().find(|word| error.contains(**word));
        assert_eq!(word, None, "{lines}\n{error}");
        assert!(error.contains("expected") || error.contains("missing"), "{lines}\n{error}");
    }
}
