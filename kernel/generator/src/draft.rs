//! A new module as the command line describes it, checked by itself.

use text::words::pascal_case;

use crate::fields::{Field, FieldType};
use crate::words::{is_snake_case, reserved_by, singular};

/// The maximum length of a name: longer ones would make names of indexes that differ only at their end.
const MOST_NAME: usize = 24;

/// A new module.
#[derive(Debug)]
pub struct Draft {
    /// The plural word: folder, crate and table.
    pub name: String,
    /// The word for one record.
    pub singular: String,
    pub(crate) fields: Vec<Field>,
    /// The currency of its amounts.
    pub(crate) currency: String,
}

impl Draft {
    /// # Errors
    /// The message for a name that no module can have.
    pub fn new(
        name: String,
        one: Option<String>,
        fields: Vec<Field>,
        currency: &str,
    ) -> Result<Self, String> {
        check_name(&name)?;
        let one = one.or_else(|| singular(&name)).ok_or_else(|| {
            format!(
                "{name} is no plural in -s; take the word for several records, such as leases, or give \
                 the word for one by --singular"
            )
        })?;
        check_name(&one)?;
        if one == name {
            return Err(format!(
                "One record needs another word than {name}; give it by --singular"
            ));
        }
        if let Some(field) = fields.iter().find(|field| field.column() == name) {
            return Err(format!("The field {} has the name of its table; rename it", field.name));
        }
        Ok(Self { name, singular: one, fields, currency: currency.to_owned() })
    }

    /// Returns the name of the resource, which is in URLs: `parking-spaces`.
    pub fn resource(&self) -> String {
        self.name.replace('_', "-")
    }

    /// Returns the name of the type of a record: `ParkingSpace`.
    pub fn record(&self) -> String {
        pascal_case(&self.singular)
    }

    /// Returns the field by which records are called.
    pub(crate) fn title(&self) -> &Field {
        let text = |field: &&Field| field.kind == FieldType::Text;
        let first = |is: &dyn Fn(&&Field) -> bool| self.fields.iter().find(is);
        first(&|field| text(field) && field.required)
            .or_else(|| first(&text))
            .or_else(|| first(&|field| field.target().is_some()))
            .unwrap_or(&self.fields[0])
    }

    /// Returns whether one of its fields is of this type.
    pub(crate) fn has(&self, kind: &FieldType) -> bool {
        self.fields.iter().any(|field| field.kind == *kind)
    }
}

fn check_name(name: &str) -> Result<(), String> {
    if !is_snake_case(name) {
        return Err(format!(
            "\"{name}\" is no name for a module; write it in lowercase words, such as leases or \
             parking_spaces"
        ));
    }
    if name.len() > MOST_NAME {
        return Err(format!("{name} has more than {MOST_NAME} letters; take a shorter word"));
    }
    match reserved_by(name) {
        Some(language) => {
            Err(format!("{name} is a reserved word of {language}; take another word"))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(name: &str, one: Option<&str>, flags: &[&str]) -> Result<Draft, String> {
        let flags: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
        let fields = Field::read_all(&flags, &[])?;
        Draft::new(name.to_owned(), one.map(str::to_owned), fields, "EUR")
    }

    #[test]
    fn wrong_names_are_refused_with_what_to_write() {
        for (name, one, message) in [
            ("Leases", None, "\"Leases\" is no name for a module; write it in lowercase words"),
            ("parking-spaces", None, "\"parking-spaces\" is no name for a module"),
            ("lease", None, "lease is no plural in -s; take the word for several records"),
            ("staff", Some("staff"), "One record needs another word than staff"),
            ("values", None, "values is a reserved word of SQL; take another word"),
            ("types", None, "type is a reserved word of Rust; take another word"),
            (
                "occupancy_permit_renewals",
                None,
                "occupancy_permit_renewals has more than 24 letters",
            ),
            ("notes", None, "The field notes has the name of its table; rename it"),
        ] {
            let refusal = draft(name, one, &["notes:text"]).expect_err(message);
            assert!(refusal.starts_with(message), "{refusal}");
        }
        let staff = draft("staff", Some("employee"), &["name:text!"]).expect("a module");
        assert_eq!(staff.record(), "Employee");
    }

    #[test]
    fn record_is_called_by_its_first_required_text_or_what_comes_nearest() {
        for (flags, title) in [
            (&["rent:integer", "remark:text", "tenant:text!"][..], "tenant"),
            (&["rent:integer", "note:long", "remark:text"], "remark"),
            (&["starts:date!", "state:draft|signed"], "starts"),
        ] {
            assert_eq!(draft("leases", None, flags).expect("a module").title().name, title);
        }
    }
}
