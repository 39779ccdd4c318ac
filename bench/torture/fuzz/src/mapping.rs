//! Mappings: the text of one, applied to a small table. What follows a null byte is the file that it is applied to, in place of
//! a table of our own.
//!
//! Holds: what is read twice is equal, also as JSON; errors are readable; a draft has a place for every reference; a row that is
//! mapped twice is equal. A pattern that takes long is an input that takes longer than the fuzzer's `-timeout`.

use std::io::Cursor;

use serde_json::Value;
use tables::mapping::{CellError, Draft, Table};
use tables::{GRAMMAR, Mapping};

use crate::{Target, assert_readable};

pub(crate) const TARGET: Target = Target {
    name: "mapping",
    run,
    seeds,
    words: &[
        "resource = ",
        "existing = ",
        "empty = ",
        "repeated = ",
        "missing = [\"-\"]",
        "skip_rows = [{ ",
        "header_line = ",
        "delimiter = ",
        "encoding = ",
        "sheet = ",
        "[values.v]\n",
        "[fields]\n",
        "fields.a = { ",
        "column = \"n\"",
        "value = \"v\"",
        "constant = ",
        "template = \"{n}\"",
        "join = [\"n\", \"t\"]",
        "separator = ",
        "distinct = true",
        "first = [",
        "sum = [",
        "list = [",
        "flags = [",
        "yes = [",
        "no = [",
        "lookup = \"r\"",
        "by.name = ",
        "create = {}",
        "when = { ",
        "collapse = true",
        "replace = [{ find = \"",
        "with = \"$0\"",
        "capture = '",
        "(?<g>",
        "otherwise = \"keep\"",
        "split = \",\"",
        "pick = -1",
        "case = \"title\"",
        "table = { ",
        "number = true",
        "number = { ",
        "decimal = \",\"",
        "group = ",
        "strip = [",
        "units = { ",
        "percent = \"fraction\"",
        "factor = ",
        "round = ",
        "date = \"%d/%m/%Y\"",
        "period = \"last\"",
        "date = \"excel\"",
        "default = ",
        "equals = ",
        "not_equals = ",
        "matches = ",
        "not_matches = ",
        "empty = true",
        "less_than = ",
        "at_most = ",
        "between = [",
        "{1,9}",
        "\\\\p{L}",
        "(?i)",
        "[^a]",
        "nan",
        "1979-05-27",
        "{\"fields\":{",
        "\"resource\":\"r\"",
    ],
};

/// A cell of each kind: texts, numbers, days, lists, words for yes and no.
const FILE: &str = "n,t,date,list,yes,Status,Size,Tower,Unit,Rent,State,Pool,Gym,Project,Area,Developer,Tenant\n\
    1,Palm  Rise,01/02/2027,a;b; A,yes,open,100 sqm,A,7,\"AED 90,000\",متاح,yes,x,Palm Rise,Marina,Noor,\n\
    -0.5,(ABC) 'x',2027-02-30,\",;\",0,Withdrawn,2BR / 1.5,,-,١٬٢٣٤٫٥,loft,no,2,,,N/A,Ab\n\
    \"(1,200.50)\",\"a\nb\",45292.5,,,,7%,B,,1e5,Q4 27,✓,-,Ελ ß İ,\u{202e}x,\"a,b\",0\n";

fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (text, file) = text.split_once('\0').unwrap_or((text, FILE));
    let mapping = Mapping::from_text(text);
    assert_eq!(shown(&mapping), shown(&Mapping::from_text(text)));
    check_json(text, &mapping);
    match mapping {
        Ok(mapping) => apply(&mapping, file.as_bytes()),
        Err(message) => assert_readable(&message),
    }
}

fn shown(mapping: &Result<Mapping, String>) -> String {
    format!("{mapping:?}")
}

/// Asserts that a mapping in TOML is the same in JSON, where JSON can say it: it has neither dates nor `nan`.
fn check_json(text: &str, mapping: &Result<Mapping, String>) {
    let is_json = text.trim_start_matches('\u{feff}').trim_start().starts_with('{');
    let Ok(value) = toml::from_str::<Value>(text) else { return };
    let json = value.to_string();
    if is_json
        || json.contains("$__toml_private_datetime")
        || json.contains("null")
        || json.len() > 200_000
    {
        return;
    }
    assert_eq!(shown(mapping), shown(&Mapping::from_json(&json)));
}

fn apply(mapping: &Mapping, file: &[u8]) {
    let targets = mapping.targets();
    assert!(!targets.is_empty() && targets.iter().all(|target| target.pointer.starts_with('/')));
    let table = match Table::open(Cursor::new(file), &mapping.reading) {
        Ok(table) => table,
        Err(error) => return assert_readable(&error.message),
    };
    let bound = match mapping.bind(table.header()) {
        Ok(bound) => bound,
        Err(errors) => return check_errors(&errors),
    };
    for row in table.take(20).flatten() {
        let draft = bound.draft(&row);
        match &draft {
            Ok(Some(draft)) => check_draft(draft),
            Ok(None) => assert_readable(&bound.left_out(&row)),
            Err(errors) => check_errors(errors),
        }
        let again = bound.draft(&row);
        assert!(draft == again || bound.has_run_out_of_time(), "{draft:?} {again:?}");
    }
}

fn check_errors(errors: &[CellError]) {
    assert!(!errors.is_empty());
    for error in errors {
        assert_readable(&error.message);
    }
}

fn check_draft(draft: &Draft) {
    let payload = &draft.record.payload;
    assert!(payload.is_object());
    for lookup in &draft.record.lookups {
        assert_eq!(payload.pointer(&lookup.pointer), Some(&Value::Null), "{lookup:?}");
        assert!(!lookup.key().is_empty());
    }
    for pointer in &draft.record.emptied {
        assert_eq!(payload.pointer(pointer), None, "{pointer}");
    }
}

/// The examples of the grammar, the rows of its tables that are keys, and what they leave out.
fn seeds() -> Vec<Vec<u8>> {
    let whole = |text: &str| match text.contains("resource =") {
        true => text.to_owned(),
        false => format!("resource = \"units\"\n{text}"),
    };
    let examples = GRAMMAR.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut seeds: Vec<String> = examples.map(whole).collect();
    let cells = GRAMMAR.lines().filter_map(|line| line.strip_prefix("| `")?.split("` |").next());
    for cell in cells.filter(|cell| cell.contains(" = ")) {
        let keys = cell.replace("`, `", ", ").replace('…', "0");
        seeds.push(whole(&format!("fields.a = {{ column = \"t\", {keys} }}")));
        seeds.push(whole(&format!(
            "values.size = \"Size\"\nfields.b = \"size\"\nfields.a = {{ {keys} }}"
        )));
    }
    seeds.extend(
        [
            "fields.a = { column = \"Rent\", number = { strip = [\"AED\"], percent = \"fraction\", units = { M = 1e6 } }, round = 2 }",
            "fields.a = { column = \"date\", date = [\"%d/%m/%Y\", \"%b %Y\", \"Q%q %y\", \"excel\"], period = \"last\" }",
            "fields.a = { column = \"list\", split = { pattern = \"[;,]\" }, case = \"title\", table = { a = 1 }, otherwise = \"keep\" }",
            "fields.a = { column = \"t\", replace = [{ find = '(\\w+)\\s+', with = \"$1-\" }], capture = { pattern = '(?i)p(.)', otherwise = { constant = 3 } } }",
            "skip_rows = [{ column = \"n\", between = [5, 7] }]\nfields.a = { column = \"n\", when = [{ column = \"t\", not_matches = \"x$\" }] }",
            "fields.a = { flags = { yes = \"Yes\", Pool = \"Pool\" }, yes = [\"?\"], missing = [\"2\"] }",
            "[fields.p]\nlookup = \"projects\"\nby.name = { column = \"list\", split = \";\" }\ncreate.\"d._id\" = { lookup = \"d\", by.name = \"Developer\", create = {} }",
            "delimiter = \";\"\nencoding = \"windows-1256\"\nheader_line = 2\nfields.a = { column = \"b\", date = 2027-01-01 }\0x\nb;c\n1;2\n",
        ]
        .map(whole),
    );
    seeds.push("{\"resource\": \"things\", \"existing\": \"skip\", \"fields\": {\"name\": \"n\", \"x\": {\"sum\": [\"n\", \"n\"]}}}".into());
    seeds.into_iter().map(String::into_bytes).collect()
}
