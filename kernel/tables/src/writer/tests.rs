use std::io::Cursor;

use super::*;
use crate::formula::unescaped;
use crate::sheet::Sheet;

fn names(header: &[&str]) -> Vec<String> {
    header.iter().map(|name| (*name).to_owned()).collect()
}

fn written(format: Format, header: &[&str], rows: &[Vec<Cell<'_>>]) -> Vec<u8> {
    let mut table = TableWriter::new(format, Vec::new(), &names(header)).expect("a table");
    for row in rows {
        table.row(row).expect("a row");
    }
    table.finish().expect("the end")
}

fn read_back(bytes: Vec<u8>) -> Vec<(u64, Vec<String>)> {
    let sheet = Sheet::open(Cursor::new(bytes), None).expect("a sheet");
    sheet.map(|row| row.expect("a row")).collect()
}

fn day(text: &str) -> Cell<'static> {
    Cell::Date(text.parse().expect("a day"))
}

#[test]
fn csv_is_quoted_only_where_it_must_be() {
    let rows = [
        vec![Cell::Text("a, b"), Cell::Number(12.5), Cell::Boolean(true), Cell::Missing],
        vec![Cell::Text("5\" pipe"), Cell::Integer(-3), day("2024-02-29"), Cell::Text("x y ")],
        vec![Cell::Text("two\nlines"), Cell::Number(f64::NAN), Cell::Text(""), Cell::Text("برج")],
        vec![Cell::Missing, Cell::Missing, Cell::Missing, Cell::Instant("2024-01-01T00:00:00Z")],
    ];
    let text = String::from_utf8(written(Format::Csv, &["a", "b", "c", "d"], &rows));
    assert_eq!(
        text.expect("text"),
        "a,b,c,d\r\n\"a, b\",12.5,true,\r\n\"5\"\" pipe\",-3,2024-02-29,x y \r\n\
         \"two\nlines\",,,برج\r\n,,,2024-01-01T00:00:00Z\r\n"
    );
}

#[test]
fn csv_goes_out_as_the_rows_come() {
    let mut table = TableWriter::new(Format::Csv, Vec::new(), &names(&["a"])).expect("a table");
    table.row(&[Cell::Missing]).expect("a row");
    let Out::Csv { out, .. } = &table.out else { panic!("CSV") };
    assert_eq!(out, b"a\r\n\"\"\r\n");
}

#[test]
fn formulas_are_neutralised_and_numbers_are_not() {
    let row = vec![
        Cell::Text("=1+1"),
        Cell::Text("'=1+1"),
        Cell::Text("-5"),
        Cell::Number(-5.0),
        Cell::Text("\rx"),
        Cell::Text("'tis"),
    ];
    let header = ["a", "b", "c", "d", "e", "f"];
    let expected = ["'=1+1", "''=1+1", "'-5", "-5", "'\rx", "'tis"];
    let text = String::from_utf8(written(Format::Csv, &header, std::slice::from_ref(&row)));
    assert!(text.expect("text").ends_with("\r\n'=1+1,''=1+1,'-5,-5,\"'\rx\",'tis\r\n"));
    assert_eq!(read_back(written(Format::Xlsx, &header, &[row]))[1].1, expected);
    for text in ["=1", "'=1", "''=1", "'", "'tis", "", "a", "'-", "＝1", "\n", "'＠"] {
        assert_eq!(unescaped(&escaped(text)), text);
    }
    // Every beginning that some program takes for a formula, in both formats.
    for begin in ["=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\n", "\r"] {
        let (text, escaped) = (format!("{begin}1"), format!("'{begin}1"));
        let rows = [vec![Cell::Text(&text)]];
        let csv = String::from_utf8(written(Format::Csv, &["a"], &rows)).expect("text");
        let cell = csv.strip_prefix("a\r\n").expect("a header").trim_matches(['\r', '\n', '"']);
        assert_eq!(cell, escaped, "{begin:?}");
        assert_eq!(read_back(written(Format::Xlsx, &["a"], &rows))[1].1, [escaped]);
    }
}

#[test]
fn workbook_is_read_back_as_it_was() {
    let long = "x".repeat(LONGEST_TEXT);
    let texts = [
        " two  spaces ",
        "line\nbreak",
        "line\r\nbreak",
        "tab\tbell\u{7}",
        "<&>\"'",
        "_x000D_",
        "_x005F_",
        "برج الندى 🏙",
        "007",
        "true",
        "\u{a0}",
        "\n",
        "]]>",
        "_x00",
        &long,
    ];
    let rows: Vec<_> = texts.iter().map(|text| vec![Cell::Text(text), Cell::Integer(1)]).collect();
    let read = read_back(written(Format::Xlsx, &["text", "one"], &rows));
    for ((row, cells), text) in read[1..].iter().zip(texts) {
        assert_eq!((unescaped(&cells[0]), cells[1].as_str()), (text, "1"), "row {row}");
    }
    assert_eq!(read.len(), texts.len() + 1);
}

#[test]
fn numbers_of_both_formats_are_read_back_exactly() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut numbers = vec![0.1, -0.0, 1e300, 5e-324, f64::MAX, 1e15, 123_456_789_012_345.6];
    while numbers.len() < 2000 {
        let bits = random.u64(..);
        let number = f64::from_bits(bits);
        numbers.extend(
            [(bits >> 40) as f64 / 100.0].into_iter().chain(number.is_finite().then_some(number)),
        );
    }
    let rows: Vec<_> = numbers.iter().map(|number| vec![Cell::Number(*number)]).collect();
    let read = read_back(written(Format::Xlsx, &["n"], &rows));
    for ((row, cells), number) in read[1..].iter().zip(&numbers) {
        assert_eq!(cells[0].parse::<f64>().expect("a number"), *number, "row {row}");
    }
    let whole = [i64::MIN, i64::MAX, 1 << 53, (1 << 53) + 1, 0, -1];
    let rows: Vec<_> = whole.iter().map(|number| vec![Cell::Integer(*number)]).collect();
    let read = read_back(written(Format::Xlsx, &["n"], &rows));
    for ((_, cells), number) in read[1..].iter().zip(whole) {
        assert_eq!(cells[0], number.to_string());
    }
}

#[test]
fn days_are_real_days_where_a_sheet_knows_them() {
    let days = ["0001-01-01", "1900-01-01", "1900-02-28", "1900-03-01", "2024-02-29", "9999-12-31"];
    let rows: Vec<_> = days.iter().map(|text| vec![day(text), Cell::Boolean(false)]).collect();
    let read = read_back(written(Format::Xlsx, &["day", "no"], &rows));
    for ((_, cells), text) in read[1..].iter().zip(days) {
        assert_eq!(cells, &[text, "false"]);
    }
    assert_eq!(serial("2024-01-01".parse().expect("a day")), Some(45_292.0));
}

#[test]
fn what_a_sheet_cannot_hold_is_reported() {
    let mut table =
        TableWriter::new(Format::Xlsx, Vec::new(), &names(&["a", "note"])).expect("a table");
    table.row(&[Cell::Missing, Cell::Missing]).expect("a row");
    let long = "🏙".repeat(LONGEST_TEXT / 2 + 1);
    let error = table.row(&[Cell::Missing, Cell::Text(&long)]).expect_err("too long");
    assert_eq!(
        error.to_string(),
        "The row 3 holds in the column note more than the 32767 characters that a cell of a sheet \
         may have; write it as CSV"
    );
    let error = table.row(&[Cell::Missing]).expect_err("ragged");
    assert_eq!(error.to_string(), "The row 4 has 1 cells and the header 2");
    table.row = MOST_ROWS - 1;
    table.row(&[Cell::Missing, Cell::Integer(1)]).expect("the last row");
    let error = table.row(&[Cell::Missing, Cell::Integer(1)]).expect_err("too many");
    assert_eq!(
        error.to_string(),
        "A sheet holds 1048576 rows, and there are more; write it as CSV"
    );
}

#[test]
fn a_table_without_rows_still_has_its_header() {
    assert_eq!(read_back(written(Format::Xlsx, &["a", "b"], &[])), [(1, names(&["a", "b"]))]);
    assert_eq!(written(Format::Csv, &["a", "b"], &[]), b"a,b\r\n");
}
