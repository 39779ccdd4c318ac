//! The title of a record: a template with fields in braces, filled in from the view of the record.
//!
//! One template serves the OpenAPI document, and through it lists, pickers and pages. The server
//! uses the same template in errors, reports of imports, and exports.

use std::collections::HashMap;

use serde_json::Value;

use super::Info;

/// The maximum number of fields in a template. A longer title is not read, and the number of
/// possible titles of a partly shown record stays small.
const MOST_FIELDS: usize = 4;

/// A template: a text with fields of a record in braces, such as `{unitNumber} · {project}`.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    /// The fields, each with the text before it.
    fields: Vec<(&'static str, &'static str)>,
    /// The text after the last field, which is left out together with that field.
    end: &'static str,
}

impl Template {
    /// Parses a template, or the bare name of a field.
    ///
    /// # Errors
    /// The rest of a sentence that begins with what the template is.
    pub(crate) fn read(text: &'static str) -> Result<Self, String> {
        if !text.contains(['{', '}']) {
            return match text.is_empty() {
                true => Err("is empty".into()),
                false => Ok(Self { fields: vec![("", text)], end: "" }),
            };
        }
        let (fields, end) = split(text)?;
        match fields.len() > MOST_FIELDS {
            true => Err(format!("has more than {MOST_FIELDS} fields: `{text}`")),
            false => Ok(Self { fields, end }),
        }
    }

    /// Returns the fields from left to right.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &'static str> {
        self.fields.iter().map(|(_, field)| *field)
    }

    /// Returns the template as the OpenAPI document has it, always with braces.
    pub(crate) fn text(&self) -> String {
        let fields = self.fields.iter().map(|(before, field)| format!("{before}{{{field}}}"));
        fields.collect::<String>() + self.end
    }

    /// Fills in the fields that `text_of` knows. A field without a text is left out together with
    /// the text before it, or after it when it is the first. Returns `None` when all fields are
    /// empty.
    fn fill(&self, text_of: impl Fn(&'static str) -> Option<String>) -> Option<String> {
        let mut filled = String::new();
        let mut ended = false;
        for (at, (before, field)) in self.fields.iter().enumerate() {
            let text = text_of(field);
            ended = text.is_some();
            let Some(text) = text else { continue };
            if at == 0 || !filled.is_empty() {
                filled.push_str(before);
            }
            filled.push_str(&text);
        }
        if ended {
            filled.push_str(self.end);
        }
        (!filled.is_empty()).then_some(filled)
    }

    /// Fills in the fields that are present in a record embedded in another one.
    fn of_shown(&self, shown: &Value) -> Option<String> {
        self.fill(|field| text_of(&shown[field], called))
    }
}

/// A text split at its placeholders: each placeholder with the text before it, and the text after
/// the last one.
type Cut<'t> = (Vec<(&'t str, &'t str)>, &'t str);

fn split(text: &str) -> Result<Cut<'_>, String> {
    let wrong = || format!("has a brace without its pair: `{text}`");
    let mut fields = Vec::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        let (field, behind) = behind.split_once('}').ok_or_else(wrong)?;
        if field.is_empty() || field.contains('{') || before.contains('}') {
            return Err(wrong());
        }
        fields.push((before, field));
        rest = behind;
    }
    if rest.contains('}') { Err(wrong()) } else { Ok((fields, rest)) }
}

/// Returns the placeholders of a text, without their braces.
///
/// # Errors
/// The rest of a sentence that begins with what the text is.
pub(crate) fn placeholders(text: &str) -> Result<impl Iterator<Item = &str>, String> {
    let (fields, _) = split(text)?;
    Ok(fields.into_iter().map(|(_, field)| field))
}

/// The titles of the records of a resource, and of those that they refer to.
#[derive(Debug)]
pub(crate) struct Titles {
    own: Template,
    /// The titles of the resources referred to, by the field that shows them.
    referred: HashMap<&'static str, Template>,
}

impl Titles {
    /// Parses the title of a resource; `title_of` returns the titles of the others by name.
    ///
    /// # Errors
    /// The rest of a sentence that begins with the title.
    pub(crate) fn of_resource(
        info: &Info,
        title_of: impl Fn(&str) -> Option<&'static str>,
    ) -> Result<Self, String> {
        let mut referred = HashMap::new();
        for reference in info.references {
            if let Some(title) = title_of(reference.to) {
                referred.insert(reference.view, Template::read(title)?);
            }
        }
        Ok(Self { own: Template::read(info.title)?, referred })
    }

    /// Returns the title of this record; `None` when every field of the title is empty.
    pub(crate) fn of(&self, view: &Value) -> Option<String> {
        self.own.fill(|field| self.text_of(view, field))
    }

    /// Returns the fields that the title is made of.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &'static str> {
        self.own.fields()
    }

    /// Returns all titles that this record may have where only some fields of its title are shown,
    /// the whole title first.
    pub(crate) fn any_of(&self, view: &Value) -> Vec<String> {
        let fields: Vec<&str> = self.own.fields().collect();
        let mut names: Vec<String> = Vec::new();
        for shown in (1..1_usize << fields.len()).rev() {
            let is_shown = |field: &str| {
                fields.iter().position(|one| *one == field).is_some_and(|at| shown >> at & 1 == 1)
            };
            let name = self
                .own
                .fill(|field| if is_shown(field) { self.text_of(view, field) } else { None });
            names.extend(name.filter(|name| !names.contains(name)));
        }
        names
    }

    /// Returns the title of the record in this field: by the template of its resource, as far as
    /// its fields are present here, else its name.
    pub(crate) fn of_referred(&self, field: &str, shown: &Value) -> String {
        let title = self.referred.get(field);
        title.and_then(|title| title.of_shown(shown)).unwrap_or_else(|| called(shown))
    }

    fn text_of(&self, view: &Value, field: &str) -> Option<String> {
        text_of(&view[field], |shown| self.of_referred(field, shown))
    }
}

/// Returns the name of a record embedded in another one, else its first text that is not its
/// identifier.
pub(crate) fn called(shown: &Value) -> String {
    let fields = shown.as_object().into_iter().flatten();
    let mut texts = fields.filter(|(name, _)| !matches!(name.as_str(), "_id" | "id"));
    let name = shown["name"].as_str().or_else(|| texts.find_map(|(_, value)| value.as_str()));
    name.unwrap_or_default().to_owned()
}

/// Returns the text of a field in a title; `None` when it is missing or empty.
fn text_of(value: &Value, called: impl Fn(&Value) -> String) -> Option<String> {
    let text = match value {
        Value::Null => return None,
        Value::String(text) => text.trim().to_owned(),
        Value::Object(_) => called(value),
        Value::Array(items) => {
            let called: &dyn Fn(&Value) -> String = &called;
            let texts = items.iter().filter_map(|item| text_of(item, called));
            texts.collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    };
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::records::resource::Reference;

    fn titles(title: &'static str) -> Titles {
        const REFERENCES: &[Reference] = &[
            Reference::one("/projectId", "project", "project_id", "projects"),
            Reference::one("/unitId", "unit", "unit_id", "units"),
        ];
        let info = Info { title, references: REFERENCES, ..Info::DEFAULT };
        Titles::of_resource(&info, |name| match name {
            "units" => Some("{unitNumber} · {project}"),
            "projects" => Some("name"),
            _ => None,
        })
        .expect("a title")
    }

    fn title(template: &'static str, record: &Value) -> Option<String> {
        titles(template).of(record)
    }

    #[test]
    fn title_is_a_field_or_a_text_with_fields() {
        let unit =
            json!({ "unitNumber": "101", "floor": 3, "project": { "_id": "1", "name": "Marina" } });
        assert_eq!(title("unitNumber", &unit).as_deref(), Some("101"));
        assert_eq!(title("{unitNumber} · {project}", &unit).as_deref(), Some("101 · Marina"));
        assert_eq!(title("Unit {unitNumber} ({floor})", &unit).as_deref(), Some("Unit 101 (3)"));
    }

    #[test]
    fn what_is_missing_falls_away_with_the_text_that_joins_it() {
        let title = |number: &str, project: &str, floor: &str| {
            let project = json!({ "_id": "1", "name": project });
            let record = json!({ "unitNumber": number, "project": project, "floor": floor });
            title("{unitNumber} · {project} ({floor})", &record).unwrap_or_default()
        };
        assert_eq!(title("101", "Marina", "3"), "101 · Marina (3)");
        assert_eq!(title("101", "", "3"), "101 (3)");
        assert_eq!(title(" ", "Marina", "3"), "Marina (3)");
        assert_eq!(title("101", "Marina", ""), "101 · Marina");
        assert_eq!(title("", "", "3"), "3)");
        assert_eq!(title("", "", ""), "");
    }

    #[test]
    fn record_referred_to_is_called_by_its_own_title_as_far_as_it_is_shown() {
        let part = json!({ "unit": { "_id": "1", "unitNumber": "101" } });
        assert_eq!(title("unit", &part).as_deref(), Some("101"));
        let project = json!({ "_id": "2", "name": "Marina" });
        let whole = json!({ "unit": { "_id": "1", "unitNumber": "101", "project": project } });
        assert_eq!(title("unit", &whole).as_deref(), Some("101 · Marina"));
        let named = json!({ "unit": { "_id": "1", "name": "The corner unit" } });
        assert_eq!(title("unit", &named).as_deref(), Some("The corner unit"));
    }

    #[test]
    fn record_may_be_called_by_any_part_of_its_title() {
        let unit = json!({ "unitNumber": "101", "project": { "_id": "1", "name": "Marina" } });
        let names = titles("{unitNumber} · {project}").any_of(&unit);
        assert_eq!(names, ["101 · Marina", "Marina", "101"]);
    }

    #[test]
    fn template_that_cannot_be_read_is_an_error() {
        for text in ["", "{", "{a", "a}", "{}", "{a}{b}}", "{{a}}", "{a}{b}{c}{d}{e}"] {
            Template::read(text).expect_err(text);
        }
    }
}
