//! Reads files without a mapping: the header has the payload's field names, and a cell is read as
//! the JSON type of its field. Nothing is cleaned, so that an exported table is imported unchanged.

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;

use super::number::NumberFormat;
use crate::cell_error::CellError;
use crate::cell_text::quote;
use crate::formula::unescaped;

/// The field names of a header, dotted for fields in groups, each with its type.
pub type PlainFields = BTreeMap<String, FieldKind>;

/// How the cells of a field are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// The text of the cell. The apostrophe that an export puts before `=`, `+`, `-`, `@`, tab and
    /// carriage return is removed.
    Text,
    /// Digits, with a point before decimals. Whether it must be an integer is checked by the
    /// schema.
    Number,
    /// `true` or `false`, in any case.
    Boolean,
    /// Items separated by `;`, or a JSON array.
    List,
    /// JSON.
    Json,
    /// The record's identifier, or the name of a record that it refers to: not a field, but not
    /// ignored either.
    Shown,
    /// Known but not writable (`createdAt`): the column is ignored.
    Ignored,
}

impl FieldKind {
    /// Reads a cell's value; an empty cell is missing.
    pub(super) fn read(self, cell: &str) -> Result<Option<Value>, String> {
        let text = cell.trim();
        let missing = match self {
            FieldKind::Text => cell.is_empty(),
            _ => text.is_empty(),
        };
        if missing {
            return Ok(None);
        }
        match self {
            FieldKind::Text => Ok(Value::from(unescaped(cell))),
            FieldKind::Number => NumberFormat::bare().read(text),
            FieldKind::Boolean if text.eq_ignore_ascii_case("true") => Ok(Value::Bool(true)),
            FieldKind::Boolean if text.eq_ignore_ascii_case("false") => Ok(Value::Bool(false)),
            FieldKind::Boolean => Err(format!("{} is neither true nor false", quote(text))),
            FieldKind::List if !text.starts_with('[') => {
                let items =
                    unescaped(text).split(';').map(str::trim).filter(|item| !item.is_empty());
                Ok(items.map(Value::from).collect())
            }
            FieldKind::List | FieldKind::Json => {
                serde_json::from_str(text).map_err(|_| format!("{} is not JSON", quote(text)))
            }
            FieldKind::Shown | FieldKind::Ignored => return Ok(None),
        }
        .map(Some)
    }
}

/// Returns the errors of a header of field names.
pub(super) fn check_header(header: &[String], fields: &PlainFields, line: u64) -> Vec<CellError> {
    let mut seen = HashSet::new();
    let mut errors = Vec::new();
    for (index, name) in header.iter().enumerate() {
        let message = if name.is_empty() {
            Some(format!("Column {} has no name", index + 1))
        } else if !seen.insert(name) {
            Some(format!("The column {} stands there twice", quote(name)))
        } else if !fields.contains_key(name) {
            let written = |kind| !matches!(kind, FieldKind::Shown | FieldKind::Ignored);
            let known = fields.iter().filter(|(_, kind)| written(**kind));
            let known: Vec<&str> = known.map(|(name, _)| name.as_str()).collect();
            Some(format!("No field is called {}; there are {}", quote(name), known.join(", ")))
        } else {
            None
        };
        errors.extend(message.map(|message| CellError::new(line, name.clone(), message)));
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(kind: FieldKind, cell: &str) -> Option<Value> {
        kind.read(cell).expect("a value")
    }

    #[test]
    fn cells_become_their_fields_types() {
        assert_eq!(read(FieldKind::Number, "3"), Some(json!(3)));
        assert_eq!(read(FieldKind::Number, " 12.5 "), Some(json!(12.5)));
        assert_eq!(read(FieldKind::Boolean, "TRUE"), Some(json!(true)));
        assert_eq!(read(FieldKind::Text, "0012"), Some(json!("0012")));
    }

    #[test]
    fn thousands_separators_are_no_plain_number() {
        let error = FieldKind::Number.read("1,200").expect_err("not plain");
        assert_eq!(error, "'1,200' is not a number");
    }

    #[test]
    fn list_is_split_at_semicolons_or_read_as_exported() {
        let both = json!(["Pool", "Gym; sauna"]);
        assert_eq!(read(FieldKind::List, "Pool; Gym;"), Some(json!(["Pool", "Gym"])));
        assert_eq!(read(FieldKind::List, &both.to_string()), Some(both));
        assert_eq!(read(FieldKind::List, "'-5; =x"), Some(json!(["-5", "=x"])));
    }

    #[test]
    fn text_is_not_changed_except_for_the_apostrophe_of_exports() {
        assert_eq!(read(FieldKind::Text, " two  lines\n"), Some(json!(" two  lines\n")));
        assert_eq!(read(FieldKind::Text, "'=SUM(A1)"), Some(json!("=SUM(A1)")));
        assert_eq!(read(FieldKind::Text, "'quoted'"), Some(json!("'quoted'")));
    }

    #[test]
    fn empty_cell_is_missing() {
        assert_eq!(read(FieldKind::Text, ""), None);
        assert_eq!(read(FieldKind::Number, " "), None);
    }
}
