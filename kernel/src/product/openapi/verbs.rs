//! The operations of verbs, and what the document says of how they are drawn (`x-verb`).

use serde_json::{Map, Value, json};
use text::suggestions::with_full_stop;

use super::operations::{
    DescribedOperation, UNDOABLE, body, dry_run, record, reference, refuse, selecting,
};
use super::shown::unknown_field;
use crate::base::error::{Error, Result};
use crate::engine::schema::Definitions;
use crate::records::handler::Implied;
use crate::records::resource::{Registration, placeholders};
use crate::records::revisions::STAMPS;
use crate::records::verb::{ARGUMENTS, Verb};

/// The extension (`true`) of an operation that acts on the record `{id}`.
pub(super) const ACTS_ON_RECORD: &str = "x-acts-on-record";

/// How a verb is drawn.
pub(super) const VERB: &str = "x-verb";

/// What stands in braces for the title of a record.
const TITLE: &str = "title";

/// Describes a verb of `module`, and its form for several records if it has one. The resources that it may be of
/// are `own`.
///
/// # Errors
/// At the start, when it names what there is not.
pub(super) fn of(
    verb: &Verb,
    module: &'static str,
    own: &[Registration],
    definitions: &Definitions,
) -> Result<Vec<DescribedOperation>> {
    let info = &verb.info;
    let Some(at) = own.iter().find(|one| one.info.name == info.name) else {
        return Err(Error::startup(format!(
            "Module {module}: verb {} is of {}, which is no resource of this module.",
            verb.name, info.name
        )));
    };
    let id = format!("{}_{}", info.singular, verb.name.replace('-', "_"));
    let wrong = |what: String| Error::startup(format!("Operation {id}: {}", with_full_stop(what)));
    check(verb, at, definitions).map_err(wrong)?;
    // `Accept` says too little in a list of operations, `Lock Account` enough.
    let summary = match verb.label.contains(' ') {
        true => verb.label.to_owned(),
        false => format!("{} {}", verb.label, info.word_with_article()),
    };
    let mut operation = json!({ "tags": [info.name], "summary": summary });
    if !verb.description.is_empty() {
        operation["description"] = json!(verb.description);
    }
    operation["operationId"] = json!(id);
    operation["responses"] = match verb.answers_nothing {
        true => json!({ "204": { "description": "Done" } }),
        false => record("200", "The record, as it is then", &reference(&at.view_name()), &[]),
    };
    let own = format!("{}:{}", info.name, verb.name);
    let permission = verb.permission.unwrap_or(&own);
    operation["x-permission"] = json!(permission);
    operation[VERB] = drawn(verb, at, definitions);
    let is_undoable = is_undoable(verb, at, definitions);
    if is_undoable {
        operation[UNDOABLE] = json!(true);
    }
    let on_several = verb.is_for_many()?.then(|| on_several(verb, permission, is_undoable));
    if let Some(on_several) = &on_several {
        operation[VERB]["bulk"] = on_several.description["operationId"].clone();
    }
    let body = verb.perform.body().map(Implied::Body);
    let implied = body.into_iter().chain([Implied::Record(info.name), Implied::IdempotencyKey]);
    let on_one = DescribedOperation {
        path: format!("{}/{{id}}/{}", info.path(), verb.name),
        method: "post".into(),
        description: operation,
        implied: implied.collect(),
    };
    Ok(std::iter::once(on_one).chain(on_several).collect())
}

/// Returns whether an undo can reverse the verb: by its opposite, or because a patch writes every field of a record
/// that it may change.
fn is_undoable(verb: &Verb, at: &Registration, definitions: &Definitions) -> bool {
    if verb.undone_by.is_some() {
        return true;
    }
    if at.changes().is_none() || verb.answers_nothing {
        return false;
    }
    let patch = at.patch_name();
    let shown_by_reference =
        |name: &str| at.info.references.iter().any(|one| one.view == name && !one.field.is_empty());
    let view = at.view_name();
    let mut own = definitions
        .fields(&view)
        .map(|(name, _)| name.as_str())
        .filter(|name| *name != at.info.id && !STAMPS.contains(name) && !shown_by_reference(name));
    own.all(|name| definitions.fields(&patch).any(|(written, _)| written == name))
}

/// Describes the form of a verb for several records.
fn on_several(verb: &Verb, permission: &str, is_undoable: bool) -> DescribedOperation {
    let info = &verb.info;
    let taken = verb.perform.body().map(|shape| (ARGUMENTS, reference(&(shape.name)())));
    let content = json!({ "application/json": { "schema": reference("BulkPerformed") } });
    let mut responses = json!({ "200": {
        "description": "How many records changed, and which ones it was refused for", "content": content,
    } });
    refuse(&mut responses, &["422", "503"]);
    let mut description = json!({
        "tags": [info.name],
        "summary": format!("{} for several {}", verb.label, info.plural()),
        "description": "Each record has an outcome of its own: what is refused for one is done for the others.",
        "operationId": format!("{}_bulk_{}", info.singular, verb.name.replace('-', "_")),
        "x-permission": permission,
        "parameters": [dry_run()],
        "requestBody": body("application/json", &selecting(info, taken)),
        "responses": responses,
    });
    if is_undoable {
        description[UNDOABLE] = json!(true);
    }
    DescribedOperation {
        path: format!("{}/verbs/{}", info.path(), verb.name),
        method: "post".into(),
        description,
        implied: vec![Implied::IdempotencyKey],
    }
}

/// How the back-office draws a verb; what is not said of it is left out.
fn drawn(verb: &Verb, at: &Registration, definitions: &Definitions) -> Value {
    let mut drawn = Map::new();
    drawn.insert("label".into(), json!(verb.label));
    let mut say = |key: &str, said: bool, value: Value| {
        said.then(|| drawn.insert(key.to_owned(), value));
    };
    say("icon", !verb.icon.is_empty(), json!(verb.icon));
    if let Some((title, text)) = verb.confirm {
        say("confirm", true, json!({ "title": title, "text": text }));
    }
    say("danger", verb.danger, json!(true));
    say("primary", verb.primary, json!(true));
    let when: Map<String, Value> = verb
        .when
        .iter()
        .map(|(field, values)| {
            let values = values.iter().map(|text| value(at, definitions, field, text));
            ((*field).to_owned(), values.collect())
        })
        .collect();
    say("when", !when.is_empty(), Value::Object(when));
    say("ofOthers", verb.of_others, json!(true));
    say("many", verb.many.is_some(), json!(verb.many));
    say("done", !verb.done.is_empty(), json!(verb.done));
    Value::Object(drawn)
}

/// The schema of a field of the record.
fn property<'a>(at: &Registration, definitions: &'a Definitions, field: &str) -> &'a Value {
    definitions.get(&at.view_name()).map_or(&Value::Null, |view| &view["properties"][field])
}

/// A value of a field, which a verb writes as text.
fn value(at: &Registration, definitions: &Definitions, field: &str, text: &str) -> Value {
    match property(at, definitions, field)["type"] == "boolean" {
        true => serde_json::from_str(text).unwrap_or_else(|_| json!(text)),
        false => json!(text),
    }
}

fn check(verb: &Verb, at: &Registration, definitions: &Definitions) -> Result<(), String> {
    let view = at.view_name();
    let known = |what: &str, field: &str| match unknown_field(definitions, &view, field) {
        None => Ok(()),
        Some(but) => Err(format!("its x-verb names `{field}` in {what}, {but}")),
    };
    let is_word = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
    if verb.name.is_empty() || !verb.name.bytes().all(is_word) {
        return Err(format!(
            "its name is {:?}, and must be lower-case words with hyphens between",
            verb.name
        ));
    }
    if verb.label.trim().is_empty() {
        return Err("its x-verb has an empty label".into());
    }
    for text in verb.confirm.iter().flat_map(|(title, text)| [title, text]) {
        let named = placeholders(text).map_err(|error| format!("its x-verb {error}"))?;
        for field in named.filter(|field| *field != TITLE) {
            known("`confirm`", field)?;
        }
    }
    for (field, values) in verb.when {
        known("`when`", field)?;
        let property = property(at, definitions, field);
        for text in *values {
            let value = value(at, definitions, field, text);
            let may_be = match property["enum"].as_array() {
                Some(all) => all.contains(&value),
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

/// Completes the bodies of what acts on a record: a reference that a property declares stands where forms
/// look for it, at the items of a list.
pub(super) fn complete_bodies(
    paths: &Map<String, Value>,
    registered: &[Registration],
    definitions: &mut Definitions,
) -> Result<()> {
    let operations = paths.values().filter_map(Value::as_object).flat_map(Map::values);
    for operation in operations.filter(|one| one.get(ACTS_ON_RECORD).is_some()) {
        complete_body(operation, registered, definitions)?;
    }
    Ok(())
}

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
