//! Files without a mapping: the header names fields, by their names in JSON or by the labels that screens
//! show, and a cell is read as the type of its field. Texts are not cleaned, so that an exported table is
//! imported unchanged.

use std::collections::{BTreeMap, HashMap};

use super::plain_cell::FieldKind;
use crate::cell_error::CellError;
use crate::cell_text::{comparable, quote};

/// The fields that a header may name: by field name, dotted for fields in groups.
pub type PlainFields = BTreeMap<String, PlainField>;

/// A field that a header may name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainField {
    /// How its cells are read.
    pub kind: FieldKind,
    /// What screens call it, if they show it: a header may say this instead of the name.
    pub label: Option<String>,
}

impl From<FieldKind> for PlainField {
    fn from(kind: FieldKind) -> Self {
        Self { kind, label: None }
    }
}

/// Finds the fields of a header's columns. The errors are those of unknown, ambiguous, repeated and
/// nameless columns; `likely` returns the end of a message that suggests one of the names.
pub(super) fn fields_of(
    header: &[String],
    fields: &PlainFields,
    line: u64,
    likely: &dyn Fn(&str, &[&str]) -> String,
) -> Result<Vec<String>, Vec<CellError>> {
    let mut seen: HashMap<&str, &str> = HashMap::new();
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    for (index, column) in header.iter().enumerate() {
        let message = match meant(column, fields).as_slice() {
            _ if column.is_empty() => format!("Column {} has no name", index + 1),
            [field] => match seen.insert(field, column) {
                None => {
                    found.push((*field).to_owned());
                    continue;
                }
                Some(other) if other == column => {
                    format!("The column {} stands there twice", quote(column))
                }
                Some(other) => {
                    format!("The columns {} and {} are both {field}", quote(other), quote(column))
                }
            },
            [] => unknown(column, fields, likely),
            several => {
                format!("{} can be {}: write one of them", quote(column), several.join(" or "))
            }
        };
        errors.push(CellError::new(line, column.clone(), message));
    }
    if errors.is_empty() { Ok(found) } else { Err(errors) }
}

/// Returns the names of the fields that a column can mean: by its name, in any case, or by its label.
fn meant<'f>(column: &str, fields: &'f PlainFields) -> Vec<&'f str> {
    if let Some((name, _)) = fields.get_key_value(column) {
        return vec![name];
    }
    let wanted = comparable(column);
    let by = |same: &dyn Fn(&str, &PlainField) -> bool| -> Vec<&'f str> {
        fields
            .iter()
            .filter(|(name, field)| same(name, field))
            .map(|(name, _)| name.as_str())
            .collect()
    };
    let named = by(&|name, _| comparable(name) == wanted);
    if !named.is_empty() {
        return named;
    }
    let is_its = |label: &String| !wanted.is_empty() && comparable(label) == wanted;
    let mut labelled = by(&|_, field| field.label.as_ref().is_some_and(is_its));
    // A column that is ignored anyway is not meant where another one can be.
    let is_read = |name: &&str| fields.get(*name).is_some_and(|one| one.kind != FieldKind::Ignored);
    if labelled.iter().any(&is_read) {
        labelled.retain(|name| is_read(name));
    }
    labelled
}

fn unknown(column: &str, fields: &PlainFields, likely: &dyn Fn(&str, &[&str]) -> String) -> String {
    let is_written = |kind| !matches!(kind, FieldKind::Shown | FieldKind::Ignored);
    let names = fields.keys().map(String::as_str);
    let labels = fields.values().filter_map(|field| field.label.as_deref());
    let meant = likely(column, &names.chain(labels).collect::<Vec<_>>());
    if !meant.is_empty() {
        return format!("No field is called {}{meant}", quote(column));
    }
    let known = fields.iter().filter(|(_, field)| is_written(field.kind));
    let known: Vec<&str> = known.map(|(name, _)| name.as_str()).collect();
    format!("No field is called {}; there are {}", quote(column), known.join(", "))
}
