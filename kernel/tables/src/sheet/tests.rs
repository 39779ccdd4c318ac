use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::limits::LONGEST_TEXT;
use super::*;
use crate::nature::Nature;

const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// A workbook of hand-written parts.
struct Made {
    sheets: String,
    workbook: String,
    texts: String,
    styles: String,
    sheet: String,
}

impl Made {
    /// Makes a workbook with these rows in `sheetData`.
    fn of(rows: &str) -> Self {
        Self {
            sheets: r#"<sheet name="One" sheetId="1" r:id="rId1"/>"#.to_owned(),
            workbook: "<workbookPr/>".to_owned(),
            texts: "<sst uniqueCount=\"999999999999999\"><si><t>Name</t></si></sst>".to_owned(),
            styles: "<styleSheet><cellXfs><xf numFmtId=\"0\"/></cellXfs></styleSheet>".to_owned(),
            sheet: format!("<worksheet><cols/><sheetData>{rows}</sheetData><extLst/></worksheet>"),
        }
    }

    fn parts(&self) -> Vec<(&'static str, String)> {
        let relation = |id: u32, kind: &str, to: &str| {
            format!(r#"<Relationship Id="rId{id}" Type="{RELATIONS}/{kind}" Target="{to}"/>"#)
        };
        let list = |all: &[String]| format!("<Relationships>{}</Relationships>", all.concat());
        vec![
            ("_rels/.rels", list(&[relation(1, "officeDocument", "xl/workbook.xml")])),
            (
                "xl/_rels/workbook.xml.rels",
                list(&[
                    relation(1, "worksheet", "worksheets/sheet1.xml"),
                    relation(2, "chartsheet", "chartsheets/sheet1.xml"),
                    relation(3, "sharedStrings", "/xl/sharedStrings.xml"),
                    relation(4, "styles", "../xl/styles.xml"),
                ]),
            ),
            (
                "xl/workbook.xml",
                format!("<workbook>{}<sheets>{}</sheets></workbook>", self.workbook, self.sheets),
            ),
            ("xl/sharedStrings.xml", self.texts.clone()),
            ("xl/styles.xml", self.styles.clone()),
            ("xl/worksheets/Sheet1.xml", self.sheet.clone()),
        ]
    }

    fn bytes(&self) -> Vec<u8> {
        zipped(&self.parts(), CompressionMethod::Deflated)
    }

    fn rows(&self) -> Vec<Result<NumberedRow, RowError>> {
        Sheet::open(Cursor::new(self.bytes()), None).expect("a sheet").collect()
    }

    fn error(&self) -> String {
        refusal(&self.bytes())
    }
}

fn zipped(parts: &[(&str, String)], method: CompressionMethod) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        let options = SimpleFileOptions::default().compression_method(method);
        zip.start_file(*name, options).expect("a part");
        zip.write_all(text.as_bytes()).expect("its text");
    }
    zip.finish().expect("an archive").into_inner()
}

/// Returns the error of a file that cannot be read to its end.
fn refusal(bytes: &[u8]) -> String {
    match Sheet::open(Cursor::new(bytes), None) {
        Err(message) => message,
        Ok(sheet) => {
            let mut row_error = sheet.filter_map(Result::err);
            row_error.next().expect("a refusal").message
        }
    }
}

fn row(number: u64, cells: &[&str]) -> Result<NumberedRow, RowError> {
    Ok((number, cells.iter().map(|cell| (*cell).to_owned()).collect()))
}

fn about(row: u64, column: usize, message: &str) -> Result<NumberedRow, RowError> {
    Err(RowError { row, column: Some(column), message: message.to_owned() })
}

#[test]
fn every_kind_of_cell_becomes_text() {
    let rows = r#"
        <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><r><t>Ar</t></r>
            <r><t xml:space="preserve">ea </t></r><rPh><t>no</t></rPh></is></c></row>
        <row r="2"><c r="A2"><v>1250.0</v></c><c r="B2" t="b"><v>1</v></c></row>
        <row r="3"><c r="A3" t="str"><f>A1&amp;"x"</f><v>a &amp; b&#x20AC;_x000A_</v></c></row>
        <row r="4"><c t="n"><f>1+1</f><v>2</v></c><c><v/></c></row>
        <row r="5"><c r="A5" t="d"><v>2024-01-15T00:00:00</v></c></row>"#;
    assert_eq!(
        Made::of(rows).rows(),
        [
            row(1, &["Name", "Area "]),
            row(2, &["1250", "true"]),
            row(3, &["a & b€\n", ""]),
            row(4, &["2", ""]),
            row(5, &["2024-01-15T00:00:00", ""]),
        ]
    );
}

#[test]
fn formats_distinguish_numbers_from_days_in_both_systems() {
    let mut made = Made::of(
        r#"<row><c><v>45292</v></c><c s="1"><v>45292</v></c><c s="2"><v>45292.5</v></c>
           <c s="3"><v>0.25</v></c><c s="4"><v>1.5</v></c><c s="99"><v>5</v></c></row>"#,
    );
    made.styles =
        r#"<styleSheet><numFmts><numFmt numFmtId="164" formatCode="d/m/yy&quot; at &quot;h:mm"/>
        </numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="1"/>
        <xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="20"/><xf numFmtId="46"/></cellXfs>
        <dxfs/></styleSheet>"#
            .to_owned();
    let shown = ["45292", "2024-01-01", "2024-01-01T12:00:00", "06:00:00", "36:00:00", "5"];
    assert_eq!(made.rows(), [row(1, &shown)]);
    made.workbook = r#"<workbookPr date1904="1"/>"#.to_owned();
    let shown = ["45292", "2028-01-02", "2028-01-02T12:00:00", "06:00:00", "36:00:00", "5"];
    assert_eq!(made.rows(), [row(1, &shown)]);
}

#[test]
fn empty_rows_are_counted_and_short_ones_made_as_wide_as_the_header() {
    let made = Made::of(
        r#"<row r="2"/><row r="3"><c r="A3"><v>1</v></c><c r="C3"><v>2</v></c><c r="XFD3" s="1"/></row>
           <row r="4"><c r="A4" t="str"><v>  </v></c></row><row r="9"><c r="B9"><v>3</v></c></row>
           <row><c r="D10"><v>4</v></c></row>"#,
    );
    let rows = [row(3, &["1", "", "2"]), row(9, &["", "3", ""]), row(10, &["", "", "", "4"])];
    assert_eq!(made.rows(), rows);
    let mut sheet = Sheet::open(Cursor::new(made.bytes()), None).expect("a sheet");
    sheet.skip_to(4);
    assert_eq!(sheet.collect::<Vec<_>>(), [row(9, &["", "3"]), row(10, &["", "", "", "4"])]);
}

#[test]
fn a_refused_cell_is_named_and_the_next_row_is_read() {
    let made = Made::of(
        r#"<row><c><v>1</v></c><c><v>2</v></c></row>
           <row><c/><c t="e"><v>#N/A</v></c></row><row><c t="s"><v>7</v></c></row>
           <row><c r="AB4"><f>NOW()</f></c></row><row><c t="b"><v>2</v></c></row>
           <row><c><v>x</v></c></row><row><c><v>3</v></c></row>"#,
    );
    let unsaved = "The cell AB4 holds a formula whose result was not saved; open the file in a \
                   spreadsheet program, save it, and try once more";
    assert_eq!(
        made.rows()[1..],
        [
            about(2, 1, "The cell B2 holds the error #N/A"),
            about(3, 0, "The cell A3 refers to a text that the workbook does not have"),
            about(4, 27, unsaved),
            about(5, 0, "The cell A5 is neither true nor false"),
            about(6, 0, "The cell A6 holds a number that cannot be read"),
            row(7, &["3", ""]),
        ]
    );
}

#[test]
fn first_visible_worksheet_is_read() {
    let mut made = Made::of("<row><c><v>1</v></c></row>");
    made.sheets = r#"<sheet name="Chart" r:id="rId2"/><sheet name="a" state="hidden" r:id="rId9"/>
        <sheet name="b" r:id="rId1"/>"#
        .to_owned();
    assert_eq!(made.rows(), [row(1, &["1"])]);
    made.sheets = r#"<sheet name="a" state="veryHidden" r:id="rId1"/>"#.to_owned();
    assert_eq!(made.error(), "The workbook has no visible sheet");
}

#[test]
fn prefixed_names_and_stored_parts_are_read() {
    let mut made = Made::of("");
    made.sheet = "<x:worksheet xmlns:x=\"u\"><x:sheetData><x:row><x:c><x:v>1</x:v></x:c></x:row>\
                  </x:sheetData></x:worksheet>"
        .to_owned();
    let bytes = zipped(&made.parts(), CompressionMethod::Stored);
    let rows: Vec<_> = Sheet::open(Cursor::new(bytes), None).expect("a sheet").collect();
    assert_eq!(rows, [row(1, &["1"])]);
}

#[test]
fn other_files_are_rejected_with_one_message() {
    assert_eq!(refusal(b"a,b\n1,2"), NOT_A_WORKBOOK);
    assert_eq!(refusal(b""), NOT_A_WORKBOOK);
    assert_eq!(refusal(COMPOUND), LOCKED);
    assert_eq!(refusal(b"PK\x03\x04 and no more"), DAMAGED);
    let other = zipped(&[("content.xml", "<x/>".to_owned())], CompressionMethod::Stored);
    assert_eq!(refusal(&other), NOT_A_WORKBOOK);
    assert!(is_workbook(&other) && is_workbook(COMPOUND) && !is_workbook(b"PK,1\n"));
}

#[test]
fn limits_of_rows_columns_and_texts_are_reported() {
    let last = r#"<row r="1048576"><c r="GR1"><v>1</v></c></row>"#;
    assert_eq!(Made::of(last).rows().len(), 1);
    let row = format!("{last}<row/>");
    assert_eq!(Made::of(&row).error(), "The sheet has more than 1048576 rows");
    assert_eq!(
        Made::of(r#"<row><c r="GS1"><v>1</v></c></row>"#).error(),
        "The sheet holds something in column GS; there may be 200 columns"
    );
    let order = r#"<row r="2"/><row r="2"/>"#;
    assert_eq!(Made::of(order).error(), "The rows of the sheet are not in order");
    for kind in ["inlineStr\"><is><t>", "str\"><v>"] {
        let end = if kind.ends_with("t>") { "</t></is>" } else { "</v>" };
        let cell = |length| format!("<row><c t=\"{kind}{}{end}</c></row>", "ع".repeat(length));
        assert_eq!(Made::of(&cell(LONGEST_TEXT)).rows().len(), 1);
        assert_eq!(
            Made::of(&cell(LONGEST_TEXT + 1)).error(),
            "The cell A1 holds more than 32767 characters"
        );
    }
}

#[test]
fn memory_exhaustion_is_rejected() {
    let endless = "x".repeat(2 * 1024 * 1024);
    assert_eq!(Made::of(&format!("<row><c t=\"{endless}\"/></row>")).error(), DAMAGED);
    assert_eq!(Made::of(&"<row>".repeat(100)).error(), DAMAGED);
    assert_eq!(Made::of(&format!("<!--{endless}-->")).error(), DAMAGED);
    let mut made = Made::of("");
    made.sheet = format!("<!DOCTYPE x [<!ENTITY a \"b\">]>{}", made.sheet);
    assert_eq!(made.error(), DAMAGED);
    let mut made = Made::of(r#"<row><c t="s"><v>0</v></c></row>"#);
    made.texts =
        format!("<sst><si>{}</si></sst>", format!("<t>{}</t>", "a".repeat(999)).repeat(999));
    assert_eq!(made.error(), "The cell A1 holds more than 32767 characters");
    made.texts = " ".repeat(64 * 1024 * 1024 + 1);
    assert_eq!(made.error(), "The workbook's xl/sharedStrings.xml takes more than 64 MiB");
}

#[test]
fn false_sizes_in_the_directory_are_detected() {
    let bytes = Made::of("<row><c><v>1</v></c></row>").bytes();
    let directory = bytes.windows(4).position(|four| four == b"PK\x01\x02").expect("a directory");
    // The last entry is the sheet. Its checksum is at byte 16, its unpacked size at byte 24.
    let last = bytes.windows(4).rposition(|four| four == b"PK\x01\x02").expect("an entry");
    assert!(directory < last);
    for (at, size) in [(24, 10_u32), (24, 100_000), (16, 1)] {
        let mut lie = bytes.clone();
        lie[last + at..last + at + 4].copy_from_slice(&size.to_le_bytes());
        assert_eq!(refusal(&lie), DAMAGED, "{at} {size}");
    }
    let mut bomb = bytes.clone();
    bomb[last + 24..last + 28].copy_from_slice(&u32::to_le_bytes(0x4000_0001));
    assert_eq!(refusal(&bomb), "The workbook takes more than 1 GiB when it is unpacked");
    let mut locked = bytes;
    locked[last + 8] |= 1;
    assert_eq!(refusal(&locked), LOCKED);
}

#[test]
fn zip_bomb_is_rejected_before_it_is_unpacked() {
    let mut made = Made::of("");
    made.sheet = " ".repeat(64 * 1024 * 1024 + 1);
    let row_error = made.error();
    assert!(row_error.starts_with("The sheet becomes 1"), "{row_error}");
    assert!(row_error.contains("at most 200 times is expected"), "{row_error}");
}

#[test]
fn too_many_parts_are_refused_before_their_directory_is_read() {
    let names: Vec<String> = (0..=10_000).map(|number| number.to_string()).collect();
    let parts: Vec<_> = names.iter().map(|name| (name.as_str(), String::new())).collect();
    let bytes = zipped(&parts, CompressionMethod::Stored);
    assert_eq!(refusal(&bytes), "The workbook has more than 10000 parts");
}

/// A changed file is read or rejected; nothing panics and nothing hangs.
#[test]
fn damaged_files_are_survived() {
    let rows = r#"<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="0"><v>45292.5</v></c>
        <c r="C1" t="inlineStr"><is><r><t xml:space="preserve">_x000D_&amp;</t></r></is></c></row>
        <row r="2"><c r="A2" t="str"><f>A1</f><v>x</v></c><c r="B2" t="e"><v>#N/A</v></c></row>"#;
    let made = Made::of(rows);
    let (mut random, mut tried) = (fastrand::Rng::with_seed(7), 0);
    let mut any = |below: usize| random.usize(..below);
    let spice: &[u8] = b"<>&\"'/=;:!-[]?_#0189AZaz \0\xff\xd8\n";
    for round in 0..3000 {
        // Alternately the archive is damaged, and the text of a part in a valid archive.
        let bytes = if round % 2 == 0 {
            let mut bytes = made.bytes();
            for _ in 0..=any(6) {
                let at = any(bytes.len());
                bytes[at] = any(256) as u8;
            }
            bytes.truncate(bytes.len() - if any(8) == 0 { any(bytes.len()) } else { 0 });
            bytes
        } else {
            let mut parts = made.parts();
            let part = any(parts.len());
            let mut text = std::mem::take(&mut parts[part].1).into_bytes();
            for _ in 0..=any(4) {
                let (at, end) = (any(text.len()), any(text.len()));
                match any(3) {
                    0 => text[at] = spice[any(spice.len())],
                    1 => text.insert(at, spice[any(spice.len())]),
                    _ => drop(text.drain(at.min(end)..at.min(end) + at.abs_diff(end).min(9))),
                }
            }
            let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
            for (index, (name, whole)) in parts.iter().enumerate() {
                zip.start_file(*name, SimpleFileOptions::default()).expect("a part");
                let bytes = if index == part { &text } else { whole.as_bytes() };
                zip.write_all(bytes).expect("its text");
            }
            zip.finish().expect("an archive").into_inner()
        };
        if let Ok(sheet) = Sheet::open(Cursor::new(bytes), None) {
            tried += sheet.take(100).count();
        }
    }
    assert!(tried > 500, "only {tried} rows were come to");
}

#[test]
fn a_formula_that_was_never_computed_is_named_at_its_cell() {
    let never = "holds a formula whose result was not saved; open the file in a spreadsheet program, \
                 save it, and try once more";
    // Written by programs that do not compute: without a value, with an empty one, as a text
    // without one, or shared with other cells.
    for cell in [
        r#"<c r="B2"><f>A2*2</f></c>"#,
        r#"<c r="B2"><f>A2*2</f><v></v></c>"#,
        r#"<c r="B2"><f>A2*2</f><v/></c>"#,
        r#"<c r="B2" t="str"><f>A2&amp;"x"</f></c>"#,
        r#"<c r="B2" t="b"><f>A2&gt;1</f><v/></c>"#,
        r#"<c r="B2"><f t="shared" si="0"/></c>"#,
    ] {
        let rows = Made::of(&format!(
            r#"<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>1</v></c>{cell}</row>"#
        ));
        let refused = about(2, 1, &format!("The cell B2 {never}"));
        assert_eq!(rows.rows(), [row(1, &["1"]), refused], "{cell}");
    }
    let came_to_nothing = Made::of(
        r#"<row r="1"><c r="A1"><v>1</v></c><c r="B1" t="str"><f>""</f><v></v></c></row>"#,
    );
    assert_eq!(came_to_nothing.rows(), [row(1, &["1"])]);
}

#[test]
fn a_sheet_can_be_named_and_an_unknown_one_lists_those_that_there_are() {
    let mut made = Made::of(r#"<row r="1"><c r="A1"><v>1</v></c></row>"#);
    made.sheets = r#"<sheet name="Notes" sheetId="1" r:id="rId9"/>
        <sheet name="Chart" sheetId="2" r:id="rId2"/>
        <sheet name="Units &amp; more" state="hidden" sheetId="3" r:id="rId1"/>"#
        .to_owned();
    let mut parts = made.parts();
    let list = parts.iter_mut().find(|(name, _)| *name == "xl/_rels/workbook.xml.rels");
    let (_, list) = list.expect("a list");
    let notes = format!(
        r#"<Relationship Id="rId9" Type="{RELATIONS}/worksheet" Target="worksheets/sheet9.xml"/>"#
    );
    *list = list.replace("</Relationships>", &format!("{notes}</Relationships>"));
    let other =
        "<worksheet><sheetData><row r=\"1\"><c r=\"A1\"><v>9</v></c></row></sheetData></worksheet>";
    parts.push(("xl/worksheets/sheet9.xml", other.to_owned()));
    let bytes = zipped(&parts, CompressionMethod::Deflated);
    let read = |name: Option<&str>| -> Result<Vec<_>, String> {
        Ok(Sheet::open(Cursor::new(&bytes), name)?.collect())
    };
    assert_eq!(read(None), Ok(vec![row(1, &["9"])]));
    assert_eq!(read(Some("Notes")), Ok(vec![row(1, &["9"])]));
    assert_eq!(
        read(Some(" units & MORE ")),
        Ok(vec![row(1, &["1"])]),
        "hidden ones too, in any case"
    );
    let unknown = "The workbook has no sheet 'Prices'; it has Notes, Units & more";
    assert_eq!(read(Some("Prices")), Err(unknown.to_owned()));
    assert!(read(Some("Chart")).is_err(), "a chart has no rows");
}

/// The natures of the cells of one row, with a style for each format.
fn natures(formats: &[&str], cells: &str) -> Vec<(usize, Nature)> {
    let mut made = Made::of(&format!("<row r=\"1\">{cells}</row>"));
    let own: String = formats
        .iter()
        .enumerate()
        .map(|(at, code)| format!("<numFmt numFmtId=\"{}\" formatCode=\"{code}\"/>", 170 + at))
        .collect();
    let used: String =
        (0..formats.len()).map(|at| format!("<xf numFmtId=\"{}\"/>", 170 + at)).collect();
    made.styles =
        format!("<styleSheet><numFmts>{own}</numFmts><cellXfs>{used}</cellXfs></styleSheet>");
    let mut sheet = Sheet::open(Cursor::new(made.bytes()), None).expect("a sheet");
    sheet.next().expect("a row").expect("readable");
    sheet.take_natures()
}

#[test]
fn a_cell_says_what_its_format_shows() {
    let found = natures(
        &["000", "0000000000", "00-000", "d-mmm", "0.00"],
        "<c s=\"0\"><v>1</v></c><c s=\"1\"><v>501234567</v></c><c s=\"2\"><v>12345</v></c>\
         <c s=\"3\"><v>46000</v></c><c s=\"4\"><v>1.5</v></c><c t=\"str\" s=\"0\"><v>001</v></c>",
    );
    let shown = |text: &str| Nature::Shown(text.to_owned());
    assert_eq!(
        found,
        [
            (0, shown("001")),
            (1, shown("0501234567")),
            (2, shown("12-345")),
            (3, Nature::Moment),
            (4, Nature::Number),
        ]
    );
}
