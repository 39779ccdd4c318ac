//! Uploaded workbooks. An input that begins as a zip archive does is a whole file. Any other is the XML of its parts, each
//! ended by a null byte: the sheet, the shared texts, the styles, the workbook, its relations; those that are missing are small
//! ones of our own. So the fuzzer changes the XML itself, and not what it is packed in.
//!
//! Holds: what `table` says of every table.

use std::io::{Cursor, Write};

use tables::mapping::Reading;
use tables::{Cell, Decimals, Format, TableWriter};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::Target;
use crate::table::check;

pub(crate) const TARGET: Target = Target {
    name: "xlsx",
    run,
    seeds,
    words: &[
        "<c r=\"A1\"",
        " t=\"s\"",
        " t=\"inlineStr\"",
        " t=\"str\"",
        " t=\"b\"",
        " t=\"e\"",
        " t=\"d\"",
        " s=\"1\"",
        "<v>",
        "</v>",
        "</c>",
        "<row r=\"1\">",
        "</row>",
        "<is>",
        "<t>",
        "</t>",
        "<r>",
        "<rPh>",
        "<si>",
        "</si>",
        "<f/>",
        "_x000D_",
        "_x005F_",
        "xml:space=\"preserve\"",
        "&amp;",
        "&#x41;",
        "<![CDATA[",
        "]]>",
        "<!--",
        "-->",
        "<xf numFmtId=\"14\"/>",
        "<cellXfs>",
        "<numFmt numFmtId=\"164\" formatCode=\"h:mm\"/>",
        "[h]",
        "date1904=\"1\"",
        "state=\"hidden\"",
        "PK\x01\x02",
        "PK\x05\x06",
    ],
};

const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// The parts of a workbook that an input can replace, each with its path.
const PARTS: [(&str, &str); 5] = [
    ("xl/worksheets/sheet1.xml", "<worksheet><sheetData/></worksheet>"),
    (
        "xl/sharedStrings.xml",
        "<sst><si><t>Name</t></si><si><r><t>Ar</t></r><r><t>ea</t></r></si></sst>",
    ),
    (
        "xl/styles.xml",
        "<styleSheet><numFmts><numFmt numFmtId=\"164\" formatCode=\"h:mm\"/></numFmts><cellXfs><xf numFmtId=\"0\"/>\
         <xf numFmtId=\"14\"/><xf numFmtId=\"22\"/><xf numFmtId=\"46\"/><xf numFmtId=\"164\"/></cellXfs></styleSheet>",
    ),
    (
        "xl/workbook.xml",
        "<workbook><workbookPr/><sheets><sheet name=\"One\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>",
    ),
    (
        "xl/_rels/workbook.xml.rels",
        "<Relationships><Relationship Id=\"rId1\" Type=\"r/worksheet\" Target=\"worksheets/sheet1.xml\"/>\
         <Relationship Id=\"rId2\" Type=\"r/sharedStrings\" Target=\"/xl/sharedStrings.xml\"/>\
         <Relationship Id=\"rId3\" Type=\"r/styles\" Target=\"../xl/styles.xml\"/></Relationships>",
    ),
];

fn run(bytes: &[u8]) {
    match bytes.starts_with(b"PK") {
        true => check(bytes, &Reading::default()),
        false => check(&workbook(bytes), &Reading::default()),
    }
}

/// Packs the parts of an input, without compression.
fn workbook(bytes: &[u8]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut part = |path: &str, bytes: &[u8]| {
        zip.start_file(path, options).expect("a part");
        zip.write_all(bytes).expect("its bytes");
    };
    let book = format!(
        "<Relationships><Relationship Id=\"rId1\" Type=\"{RELATIONS}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
    );
    part("_rels/.rels", book.as_bytes());
    let mut given = bytes.split(|byte| *byte == 0);
    for (path, usual) in PARTS {
        let given = given.next().filter(|given| !given.is_empty());
        part(path, given.unwrap_or(usual.as_bytes()));
    }
    zip.finish().expect("an archive").into_inner()
}

fn seeds() -> Vec<Vec<u8>> {
    let sheet = |rows: &str| {
        format!("<worksheet><cols/><sheetData>{rows}</sheetData></worksheet>").into_bytes()
    };
    let mut seeds = vec![
        sheet(
            "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" t=\"inlineStr\"><is><r><t>Ar</t></r>\
             <r><t xml:space=\"preserve\">ea </t></r><rPh><t>no</t></rPh></is></c></row>\
             <row r=\"2\"><c r=\"A2\"><v>1250.0</v></c><c r=\"B2\" t=\"b\"><v>1</v></c></row>",
        ),
        sheet(
            "<row><c t=\"s\"><v>0</v></c></row><row r=\"3\"><c r=\"A3\" t=\"str\"><f>A1&amp;\"x\"</f>\
             <v>a &amp; b&#x20AC;_x000A_</v></c></row><row><c t=\"n\"><f>1+1</f><v>2</v></c></row>",
        ),
        sheet(
            "<row><c t=\"s\"><v>1</v></c></row><row><c s=\"1\"><v>45292</v></c></row><row><c s=\"2\"><v>45292.75</v></c></row>\
             <row><c s=\"3\"><v>1.52</v></c></row><row><c s=\"4\"><v>0.5</v></c></row><row><c t=\"e\"><v>#N/A</v></c></row>\
             <row><c r=\"A7\" t=\"d\"><v>2024-01-15T00:00:00</v></c></row>",
        ),
    ];
    seeds.push(PARTS.map(|(_, usual)| usual.as_bytes()).join(&0));
    seeds.push(written(&[Cell::Text("name"), Cell::Text("n")], 1));
    seeds.push(written(
        &[
            Cell::Text("=1+1"),
            Cell::Number(0.5),
            Cell::Boolean(true),
            Cell::Rounded(1.5, Decimals::Two),
        ],
        3,
    ));
    seeds
}

/// A workbook as the product exports it.
fn written(cells: &[Cell<'_>], rows: usize) -> Vec<u8> {
    let header: Vec<String> = (0..cells.len()).map(|place| format!("c{place}")).collect();
    let mut table = TableWriter::new(Format::Xlsx, Vec::new(), &header).expect("a table");
    for _ in 0..rows {
        table.row(cells).expect("a row");
    }
    table.finish().expect("the end")
}
