//! Checks how a resource is displayed: every field that its title, hint, groups, cards, views, list columns
//! and default sort name must exist, and be what they take it for.

use std::collections::{HashMap, HashSet};

use serde_json::Value;
use text::suggestions::{did_you_mean, with_full_stop};

use crate::base::error::{Error, Result};
use crate::engine::list::{FieldFacts, FieldKind, breakdown_keys, field_and_direction};
use crate::engine::schema::Definitions;
use crate::records::ImageField;
use crate::records::resource::{Card, Disclosure, Info, ListView, Registration, Template};

/// How a resource is displayed, checked.
pub(super) struct Shown {
    pub(super) title: Template,
    pub(super) hint: Option<Template>,
    /// Whether one of its fields holds images.
    pub(super) has_images: bool,
}

/// Reads how the resource is displayed; its schemas are among `definitions`.
pub(super) fn read(registration: &Registration, definitions: &Definitions) -> Result<Shown> {
    let info = &registration.info;
    let view = registration.view_name();
    let check = |what: &str, field: &str| {
        let wrong = unknown_field(definitions, &view, field);
        wrong.map_or(Ok(()), |but| {
            Err(resource_error(info, format!("{what} names `{field}`, {but}")))
        })
    };
    let template = |what: &str, text| -> Result<Template> {
        let template = Template::read(text)
            .map_err(|error| resource_error(info, format!("{what} {error}")))?;
        for field in template.fields() {
            check(what, field)?;
        }
        Ok(template)
    };
    let title = template("its title", info.title)?;
    let hint = match info.hint {
        "" => None,
        hint => Some(template("its hint", hint)?),
    };
    let input = registration.input_name();
    let written = input.as_deref().map(|input| definitions.secrets(input)).unwrap_or_default();
    let mut grouped: HashMap<&str, &str> = HashMap::new();
    for group in info.groups {
        let what = format!("its group `{}`", group.title);
        for field in group.fields {
            if !written.iter().any(|one| one == *field) {
                check(&what, field)?;
            }
            if let Some(other) = grouped.insert(field, group.title) {
                let message =
                    format!("`{field}` is in its group `{other}` and in `{}`", group.title);
                return Err(resource_error(info, message));
            }
        }
    }
    for Disclosure { field, of, .. } in info.discloses {
        check("what it discloses", field)?;
        if !info.references.iter().any(|reference| reference.view == *of) {
            let message = format!("what it discloses names `{of}`, which is no reference");
            return Err(resource_error(info, message));
        }
    }
    check_lists(registration, &view, definitions, check)?;
    let images = ImageField::all(info.name, &view, definitions)?;
    check_views(registration, definitions, &images, check)?;
    Ok(Shown { title, hint, has_images: !images.is_empty() })
}

/// Checks what lists show, and what they are sorted, counted and searched by.
fn check_lists(
    registration: &Registration,
    view: &str,
    definitions: &Definitions,
    check: impl Fn(&str, &str) -> Result<()>,
) -> Result<()> {
    let info = &registration.info;
    let listed = registration.read.fields();
    check("its identifier", info.id)?;
    for column in info.columns {
        check("a list column", column)?;
    }
    check_sort(info, &listed)?;
    let counted = breakdown_keys(&listed, view, definitions);
    for card in info.cards {
        let Card::Breakdown { field, .. } = card else { continue };
        check("a card", field)?;
        if !counted.contains(field) {
            let message = format!(
                "a card counts by `{field}`, which is no choice, boolean or reference that its lists \
                 can be filtered by"
            );
            return Err(resource_error(info, message));
        }
    }
    for field in listed.iter().filter(|field| field.is_looked_into()) {
        if !matches!(field.kind, FieldKind::Text | FieldKind::LongText) {
            let message = format!("its searches look into `{}`, which is no text", field.name);
            return Err(resource_error(info, message));
        }
    }
    Ok(())
}

/// Checks what its list can be shown as: each kind once, by fields that it can be drawn from.
fn check_views(
    registration: &Registration,
    definitions: &Definitions,
    images: &[ImageField],
    check: impl Fn(&str, &str) -> Result<()>,
) -> Result<()> {
    let info = &registration.info;
    let view = registration.view_name();
    let listed = registration.read.fields();
    let counted = breakdown_keys(&listed, &view, definitions);
    let mut kinds = HashSet::new();
    for one in info.views {
        let kind = one.kind();
        if !kinds.insert(kind) {
            return Err(resource_error(info, format!("its list has two views as a {kind}")));
        }
        for field in one.fields() {
            check(&format!("its {kind}"), field)?;
            let property =
                definitions.property(&view, &format!("/{field}")).unwrap_or(&Value::Null);
            let (fits, needed) = match one {
                ListView::Board(_) => (
                    property["enum"].is_array() && counted.contains(&field),
                    "choice that its lists can be filtered by",
                ),
                ListView::Calendar(_) | ListView::Periods(..) => (
                    listed.iter().any(|one| {
                        one.name == field
                            && matches!(one.kind, FieldKind::Date | FieldKind::Instant)
                    }),
                    "date or time that its lists can be filtered by",
                ),
                ListView::Gallery(_) => {
                    (images.iter().any(|image| image.is_called(field)), "image or list of images")
                }
                ListView::Map(_) => (
                    ["latitude", "longitude"]
                        .iter()
                        .all(|degrees| property["properties"][degrees]["type"] == "number"),
                    "group of fields with latitude and longitude",
                ),
            };
            if !fits {
                let message = format!("its {kind} is drawn from `{field}`, which is no {needed}");
                return Err(resource_error(info, message));
            }
        }
    }
    Ok(())
}

fn check_sort(info: &Info, listed: &[FieldFacts]) -> Result<()> {
    let (field, direction) = field_and_direction(info.sort);
    if !matches!(direction, "asc" | "desc") {
        let message =
            format!("its default sort `{}` ends neither in `:asc` nor in `:desc`", info.sort);
        return Err(resource_error(info, message));
    }
    if !listed.iter().any(|one| one.name == field) {
        let meant = did_you_mean(field, listed.iter().map(|one| one.name));
        let message =
            format!("its default sort names `{field}`, by which its lists cannot be sorted{meant}");
        return Err(resource_error(info, message));
    }
    Ok(())
}

fn resource_error(info: &Info, what: String) -> Error {
    Error::startup(format!("Resource {}: {}", info.name, with_full_stop(what)))
}

/// Returns what is wrong with the name of a field that a schema does not have, as the end of a sentence.
pub(super) fn unknown_field(
    definitions: &Definitions,
    schema: &str,
    field: &str,
) -> Option<String> {
    let names: Vec<&str> = definitions.fields(schema).map(|(name, _)| name.as_str()).collect();
    let meant = (!names.contains(&field)).then(|| did_you_mean(field, names))?;
    Some(format!("but {schema} has no such field{meant}"))
}
