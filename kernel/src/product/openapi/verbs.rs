//! Checks how verbs are displayed (`x-verb`), and completes the bodies that they take.
//!
//! A verb is an operation `POST {path}/{id}/<verb>` that acts on a record. It is displayed as an
//! action of the resource at that path, even without an `x-verb`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::shown::{property_names, sentence};
use crate::base::error::{Error, Result};
use crate::base::suggestions::did_you_mean;
use crate::engine::schema::Definitions;
use crate::records::resource::{Registration, placeholders};

/// The extension (`true`) of a module's own handler that acts on the record `{id}` through
/// [`WriteContext::perform_verb`](crate::WriteContext::perform_verb): its parameters and error
/// responses follow from that, and the back-office displays it as an action.
pub(super) const ACTS_ON_RECORD: &str = "x-acts-on-record";

/// The extension with the display of the action: see [`Verb`].
pub(super) const VERB: &str = "x-verb";

/// How a verb is displayed.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Verb {
    /// Its label: `Lock Account`.
    label: String,
    /// The name of its icon in the Lucide library.
    #[serde(skip_serializing_if = "Option::is_none")]
    icon: Option<String>,
    /// The question before it runs, or the text above its form.
    #[serde(skip_serializing_if = "Option::is_none")]
    confirm: Option<Confirm>,
    /// Whether it loses data.
    #[serde(default, skip_serializing_if = "is_false")]
    danger: bool,
    /// Whether it is the main action on the record.
    #[serde(default, skip_serializing_if = "is_false")]
    primary: bool,
    /// By field, the values of records that it is offered for. Every field must have one of its
    /// values.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    when: BTreeMap<String, Vec<Value>>,
    /// Whether it is offered for several records at once; by default it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    many: Option<bool>,
    /// The message after success, unless the response has a `message`.
    #[serde(skip_serializing_if = "Option::is_none")]
    done: Option<String>,
}

/// A question; `{title}` in it is the title of the record, and `{email}` its field of that name.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Confirm {
    title: String,
    text: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_false(value: &bool) -> bool {
    !*value
}

/// The placeholder for the title of a record.
const TITLE: &str = "title";

/// Checks the extensions of the operations in `paths`, and writes them in one order.
pub(super) fn complete(
    paths: &mut Map<String, Value>,
    registered: &[Registration],
    definitions: &mut Definitions,
) -> Result<()> {
    for (path, item) in paths {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            let acts = operation.get(ACTS_ON_RECORD) == Some(&Value::Bool(true));
            let at = registered.iter().find(|one| is_verb_of(path, one));
            if acts {
                complete_body(operation, registered, definitions)?;
            }
            let Some(declared) = operation.get(VERB) else { continue };
            let wrong = |what: String| {
                let id = operation["operationId"].as_str().unwrap_or_default();
                Error::startup(format!("Operation {id}: {}", sentence(what)))
            };
            let Some(at) = at.filter(|_| acts && method == "post") else {
                let what = "says x-verb, but is no POST {path}/{id}/<verb> of a resource that says \
                            x-acts-on-record";
                return Err(wrong(what.into()));
            };
            let verb: Verb = serde_json::from_value(declared.clone())
                .map_err(|error| wrong(format!("its x-verb is wrong, {error}")))?;
            check(&verb, at, definitions).map_err(wrong)?;
            operation[VERB] = serde_json::to_value(verb).map_err(Error::internal)?;
        }
    }
    Ok(())
}

/// Returns whether a path is a verb of the resource, as `/api/backoffice/users/{id}/lock` is of
/// users.
fn is_verb_of(path: &str, registration: &Registration) -> bool {
    let rest = path.strip_prefix(&registration.info.path());
    let verb = rest.and_then(|rest| rest.strip_prefix("/{id}/"));
    verb.is_some_and(|verb| !verb.is_empty() && !verb.contains('/'))
}

fn check(verb: &Verb, at: &Registration, definitions: &Definitions) -> Result<(), String> {
    let view = (at.view.name)();
    let fields = property_names(definitions, &view);
    let known = |what: &str, field: &str| match fields.contains(&field) {
        true => Ok(()),
        false => {
            let meant = did_you_mean(field, fields.iter().copied());
            Err(format!(
                "its x-verb names `{field}` in {what}, but {view} has no such field{meant}"
            ))
        }
    };
    if verb.label.trim().is_empty() {
        return Err("its x-verb has an empty label".into());
    }
    let texts = verb.confirm.iter().flat_map(|confirm| [&confirm.title, &confirm.text]);
    for text in texts {
        let named = placeholders(text).map_err(|error| format!("its x-verb {error}"))?;
        for field in named.filter(|field| *field != TITLE) {
            known("`confirm`", field)?;
        }
    }
    for (field, values) in &verb.when {
        known("`when`", field)?;
        let property = definitions.get(&view).map(|view| &view["properties"][field.as_str()]);
        let property = property.unwrap_or(&Value::Null);
        for value in values {
            let may_be = match property["enum"].as_array() {
                Some(all) => all.contains(value),
                None => property["type"] != "boolean" || value.is_boolean(),
            };
            if !may_be {
                return Err(format!(
                    "its x-verb waits for `{field}` to be {value}, which it cannot be"
                ));
            }
        }
        if values.is_empty() {
            return Err(format!("its x-verb waits for `{field}` to be none of any values"));
        }
    }
    Ok(())
}

/// Moves a reference that a property of the body declares to where forms expect it: the items of a
/// list.
fn complete_body(
    operation: &Value,
    registered: &[Registration],
    definitions: &mut Definitions,
) -> Result<()> {
    let body = &operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
    let Some(name) = body.as_str().and_then(|body| body.rsplit('/').next()) else { return Ok(()) };
    let properties =
        definitions.get_mut(name).and_then(|schema| schema["properties"].as_object_mut());
    for (field, property) in properties.into_iter().flatten() {
        let Some(to) = property.get("x-reference").cloned() else { continue };
        if !registered.iter().any(|one| to["resource"] == one.info.name) {
            return Err(Error::startup(format!(
                "{name} declares a reference at `{field}` to {}, which no module brings.",
                to["resource"]
            )));
        }
        if property.get("items").is_some() {
            property.as_object_mut().and_then(|keys| keys.shift_remove("x-reference"));
            property["items"]["x-reference"] = json!({ "resource": to["resource"] });
        }
    }
    Ok(())
}
