//! Reads `--field` flags: `fee:integer!` is a field, its type, and that it is required.

use serde::Deserialize;
use text::suggestions::did_you_mean;
use text::words::{camel_case, snake_case};

use crate::words::{is_snake_case, reserved_by};

/// The maximum number of fields: a table has 32 columns at most, and three are the kernel's.
const MOST_FIELDS: usize = 28;

/// The maximum length of a name: longer ones would make names of indexes that differ only at their end.
const MOST_NAME: usize = 30;

/// The names that generated code has for something else.
const TAKEN: [&str; 10] = [
    "id",
    "created_at",
    "updated_at",
    "fields",
    "input",
    "all_columns",
    "columns",
    "dsl",
    "star",
    "table",
];

/// The types that are no resource and no choice.
const TYPES: [(&str, FieldType); 7] = [
    ("text", FieldType::Text),
    ("long", FieldType::LongText),
    ("integer", FieldType::Integer),
    ("number", FieldType::Number),
    ("money", FieldType::Money),
    ("boolean", FieldType::Boolean),
    ("date", FieldType::Date),
];

/// A field of the new module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name in snake case; a reference has that of the record: `unit`.
    pub(crate) name: String,
    pub(crate) kind: FieldType,
    pub(crate) required: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FieldType {
    Text,
    LongText,
    Integer,
    Number,
    /// A whole amount in the product's currency.
    Money,
    Boolean,
    Date,
    /// One of these values, the first by default.
    Choice(Vec<String>),
    /// A record of another resource.
    Reference(Target),
}

/// A resource that can be referred to.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Target {
    /// Its name, which is in URLs.
    pub resource: String,
    /// Its table.
    pub table: String,
    /// The column with the names of its records.
    pub name: String,
}

impl Field {
    /// Reads all flags.
    ///
    /// # Errors
    /// The message for the first one that is wrong.
    pub fn read_all(flags: &[String], targets: &[Target]) -> Result<Vec<Self>, String> {
        if flags.is_empty() {
            return Err("A module needs a field, such as --field \"name:text!\"".into());
        }
        if flags.len() > MOST_FIELDS {
            return Err(format!(
                "A module has at most {MOST_FIELDS} fields here, and these are {}; a table of more is \
                 written by hand",
                flags.len()
            ));
        }
        let mut fields: Vec<Self> = Vec::new();
        for flag in flags {
            let field = Self::read(flag, targets)?;
            for other in &fields {
                field.check_with(other)?;
            }
            fields.push(field);
        }
        Ok(fields)
    }

    fn read(flag: &str, targets: &[Target]) -> Result<Self, String> {
        let (name, kind) = flag.split_once(':').ok_or_else(|| {
            format!("--field \"{flag}\" names no type; write it as --field \"{flag}:text\"")
        })?;
        let (kind, required) = match kind.strip_suffix('!') {
            Some(kind) => (kind, true),
            None => (kind, false),
        };
        let name = read_name(name)?;
        let kind = match TYPES.iter().find(|(word, _)| *word == kind) {
            Some((_, kind)) => kind.clone(),
            None if kind.contains('|') => FieldType::Choice(read_choice(&name, kind)?),
            None => FieldType::Reference(read_target(&name, kind, targets)?),
        };
        Ok(Self { name, kind, required })
    }

    /// Fails when a table cannot have both fields.
    fn check_with(&self, other: &Self) -> Result<(), String> {
        let names = |field: &Self| [field.view_name(), field.input_name()];
        if let Some(taken) = names(self).into_iter().find(|name| names(other).contains(name)) {
            return Err(format!("Two fields have the name {taken}; rename one of them"));
        }
        match (self.target(), other.target()) {
            (Some(one), Some(two)) if one.table == two.table => Err(format!(
                "{} and {} both refer to {}, and a list joins a table once; leave one out and write it by \
                 hand",
                other.name, self.name, one.resource
            )),
            _ => Ok(()),
        }
    }

    /// Returns its name in a record as it is read.
    pub(crate) fn view_name(&self) -> String {
        camel_case(&self.name)
    }

    /// Returns its name in a record as it is written: `unitId` for a reference.
    pub(crate) fn input_name(&self) -> String {
        camel_case(&self.column())
    }

    /// Returns its column, which is also its name in Rust.
    pub(crate) fn column(&self) -> String {
        match self.target() {
            Some(_) => format!("{}_id", self.name),
            None => self.name.clone(),
        }
    }

    /// Returns what it refers to, if it is a reference.
    pub(crate) fn target(&self) -> Option<&Target> {
        match &self.kind {
            FieldType::Reference(target) => Some(target),
            _ => None,
        }
    }

    /// Returns its values, if it is a choice.
    pub(crate) fn values(&self) -> Option<&[String]> {
        match &self.kind {
            FieldType::Choice(values) => Some(values),
            _ => None,
        }
    }
}

fn read_name(text: &str) -> Result<String, String> {
    let has_capitals_in_a_row =
        text.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_uppercase));
    let name = snake_case(text);
    if has_capitals_in_a_row || !is_snake_case(&name) {
        return Err(format!(
            "\"{text}\" is no name for a field; write it in words as unitNumber or unit_number"
        ));
    }
    if name.len() > MOST_NAME {
        return Err(format!("{text} has more than {MOST_NAME} letters; take a shorter name"));
    }
    if TAKEN.contains(&name.as_str()) {
        return Err(format!(
            "{text} is taken: the kernel has a use for that name; take another one"
        ));
    }
    match reserved_by(&name) {
        Some(language) => {
            Err(format!("{text} is a reserved word of {language}; take another name"))
        }
        None => Ok(name),
    }
}

fn read_choice(field: &str, text: &str) -> Result<Vec<String>, String> {
    let mut values: Vec<String> = Vec::new();
    for value in text.split('|') {
        // Each word begins an upper case letter of the variant, from which the value is read back.
        let begins = |word: &str| word.starts_with(|first: char| first.is_ascii_lowercase());
        if !is_snake_case(value) || !value.split('_').all(begins) || value == "self" {
            return Err(format!(
                "\"{value}\" is no value for {field}; write values in lowercase words, such as \
                 draft|in_review"
            ));
        }
        if values.iter().any(|other| other == value) {
            return Err(format!("{field} has the value {value} twice"));
        }
        values.push(value.to_owned());
    }
    Ok(values)
}

fn read_target(field: &str, word: &str, targets: &[Target]) -> Result<Target, String> {
    if let Some(target) = targets.iter().find(|target| target.resource == word) {
        return Ok(target.clone());
    }
    let types = TYPES.map(|(word, _)| word);
    let resources: Vec<&str> = targets.iter().map(|target| target.resource.as_str()).collect();
    let meant = did_you_mean(word, types.iter().chain(&resources).copied());
    let end = if meant.is_empty() { "." } else { "" };
    Err(format!(
        "\"{word}\" is no type for {field}{meant}{end} A type is {}, values such as draft|signed, or a \
         resource of the product as it was built last: {}",
        types.join(", "),
        resources.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units() -> Target {
        Target { resource: "units".into(), table: "units".into(), name: "unit_number".into() }
    }

    fn read(flags: &[&str]) -> Result<Vec<Field>, String> {
        let flags: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
        Field::read_all(&flags, &[units()])
    }

    #[test]
    fn field_has_a_name_a_type_and_may_be_required() {
        let field = |name: &str, kind, required| Field { name: name.into(), kind, required };
        let choice = FieldType::Choice(vec!["draft".into(), "in_review".into()]);
        assert_eq!(
            read(&["tenantName:text!", "unit:units", "state:draft|in_review!", "note:long"])
                .unwrap(),
            [
                field("tenant_name", FieldType::Text, true),
                field("unit", FieldType::Reference(units()), false),
                field("state", choice, true),
                field("note", FieldType::LongText, false),
            ]
        );
    }

    #[test]
    fn wrong_fields_are_refused_with_what_to_write() {
        let many: Vec<String> = (0..29).map(|number| format!("a{number}:text")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        for (flags, message) in [
            (&[][..], "A module needs a field, such as --field \"name:text!\""),
            (&many, "A module has at most 28 fields here, and these are 29; a table of more is"),
            (&["name"], "--field \"name\" names no type; write it as --field \"name:text\""),
            (&["Name:text"], "\"Name\" is no name for a field; write it in words as"),
            (&["rentInAED:text"], "\"rentInAED\" is no name for a field"),
            (&["createdAt:date"], "createdAt is taken: the kernel has a use for that name"),
            (&["type:text"], "type is a reserved word of Rust; take another name"),
            (&["order:integer"], "order is a reserved word of SQL; take another name"),
            (&["name:text", "name:long"], "Two fields have the name name; rename one of them"),
            (&["unit:units", "unitId:text"], "Two fields have the name unitId; rename one of them"),
            (
                &["unit:units", "other:units"],
                "unit and other both refer to units, and a list joins",
            ),
            (
                &["unit:unit"],
                "\"unit\" is no type for unit; did you mean units? A type is text, long, integer, \
                 number, money, boolean, date, values such as draft|signed, or a resource of the product as it \
                 was built last: units",
            ),
            (
                &["state:draft|Signed"],
                "\"Signed\" is no value for state; write values in lowercase",
            ),
            (&["state:draft|"], "\"\" is no value for state"),
            (&["state:a|phase_2"], "\"phase_2\" is no value for state"),
            (&["state:draft|signed|draft"], "state has the value draft twice"),
        ] {
            let refusal = read(flags).expect_err(message);
            assert!(refusal.starts_with(message), "{refusal}");
        }
    }
}
