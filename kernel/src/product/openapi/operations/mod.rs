//! The standard operations of a resource, as the document describes them.
//!
//! `list` holds the operations on all records, `record` those on one, `many` those on several at
//! once, `images` those on images.

mod images;
mod list;
mod many;
mod record;

use serde_json::{Map, Value, json};

pub(super) use list::sends_table;

use super::shown::Shown;
use crate::engine::list::field_and_direction;
use crate::engine::schema::Definitions;
pub(super) use crate::records::handler::DescribedOperation;
use crate::records::handler::Implied;
use crate::records::resource::{Card, Group, Registration};

/// The pattern of an identifier in a path.
const ID_PATTERN: &str = "^[0-9a-f]{24}$";

/// An operation: its path, its method, its name for screens, and its description in the document.
pub(super) struct Described {
    pub(super) path: String,
    pub(super) method: &'static str,
    pub(super) verb: &'static str,
    pub(super) operation: Value,
}

impl From<Described> for DescribedOperation {
    fn from(one: Described) -> Self {
        Self {
            path: one.path,
            method: one.method.to_owned(),
            description: one.operation,
            // The handlers of all of them take the context of their request where they write.
            implied: vec![Implied::IdempotencyKey],
        }
    }
}

/// Returns the operations that the resource offers.
pub(super) fn of(
    registration: &Registration,
    shown: &Shown,
    schemas: &Definitions,
) -> Vec<Described> {
    let mut operations = list::operations(registration, schemas);
    operations.extend(record::operations(registration));
    operations.extend(many::operations(registration));
    if shown.has_images {
        operations.extend(images::operations(registration));
    }
    operations
}

/// Returns the tag of a resource: what a screen needs in addition to the schemas. `shown` was read
/// from the resource's declaration.
pub(super) fn tag(registration: &Registration, shown: &Shown, schemas: &Definitions) -> Value {
    let info = &registration.info;
    let offered: Map<String, Value> = of(registration, shown, schemas)
        .into_iter()
        .map(|one| (one.verb.to_owned(), one.operation["operationId"].clone()))
        .collect();
    let (field, direction) = field_and_direction(info.sort);
    let mut of_types = json!({ "view": registration.view_name() });
    if registration.creates().is_some() {
        of_types["input"] = json!(input_name(registration));
    }
    if registration.changes().is_some() {
        of_types["patch"] = json!(registration.patch_name());
    }
    let mut resource = json!({
        "name": info.name,
        "label": info.label,
        "singular": info.singular_label(),
        "area": info.area.name(),
        "path": info.path(),
        "idField": info.id,
        "idsField": info.ids_field(),
        "title": shown.title.fields().next(),
        "titleTemplate": shown.title.text(),
    });
    if let Some(hint) = &shown.hint {
        resource["hintTemplate"] = json!(hint.text());
    }
    if !info.key.is_empty() {
        let key = info.key.iter().map(|(pointer, _)| pointer.trim_start_matches('/'));
        resource["key"] = key.collect();
    }
    if !info.icon.is_empty() {
        resource["icon"] = json!(info.icon);
    }
    if !info.groups.is_empty() {
        resource["groups"] = info.groups.iter().map(group).collect();
    }
    if !info.cards.is_empty() {
        resource["cards"] = info.cards.iter().map(card).collect();
    }
    resource["listColumns"] = json!(info.columns);
    resource["defaultSort"] = json!({ "field": field, "direction": direction });
    resource["sortable"] = json!(field_names(registration));
    resource["searchable"] = json!(is_searchable(registration));
    resource["operations"] = json!(offered);
    resource["schemas"] = of_types;
    json!({ "name": info.name, "description": info.description, "x-resource": resource })
}

fn group(group: &Group) -> Value {
    let mut object = json!({ "title": group.title });
    if !group.description.is_empty() {
        object["description"] = json!(group.description);
    }
    object["fields"] = json!(group.fields);
    object
}

fn card(card: &Card) -> Value {
    match card {
        Card::Count => json!({ "kind": "count" }),
        Card::Breakdown { field, title: "" } => json!({ "kind": "breakdown", "field": field }),
        Card::Breakdown { field, title } => {
            json!({ "kind": "breakdown", "field": field, "title": title })
        }
        Card::Latest => json!({ "kind": "latest" }),
    }
}

fn field_names(registration: &Registration) -> Vec<&'static str> {
    registration.read.fields().iter().map(|field| field.name).collect()
}

fn is_searchable(registration: &Registration) -> bool {
    registration.read.fields().iter().any(|field| field.searched)
}

pub(super) fn input_name(registration: &Registration) -> String {
    registration.input_name().unwrap_or_default()
}

pub(super) fn page_name(registration: &Registration) -> String {
    format!("{}Page", registration.view_name())
}

/// Returns the schema of one page of `items`, which messages call `what`.
pub(super) fn page_of(item: &str, what: &str) -> Value {
    let whole =
        |description: &str| json!({ "type": "integer", "minimum": 0, "description": description });
    json!({
        "type": "object",
        "description": format!("One page of {what}."),
        "required": ["items", "total", "page", "limit", "totalPages"],
        "properties": {
            "items": { "type": "array", "items": reference(item) },
            "total": whole("How many records match in all, exactly."),
            "page": whole("The number of this page, from 1."),
            "limit": whole("How many records a page has."),
            "totalPages": whole("How many pages there are."),
        },
    })
}

/// The permission that an operation needs: an action on this resource, or a permission of the
/// kernel's own.
enum Needs {
    Action(&'static str),
    Of(&'static str),
}

/// Describes one operation of a resource; `rest` adds what is particular to it.
fn described(
    registration: &Registration,
    (path, method): (String, &'static str),
    (verb, id): (&'static str, &str),
    needs: Needs,
    summary: String,
    rest: impl FnOnce(&mut Map<String, Value>),
) -> Described {
    let info = &registration.info;
    let permission = match needs {
        Needs::Action(action) => format!("{}:{action}", info.name),
        Needs::Of(permission) => permission.to_owned(),
    };
    let mut operation = Map::new();
    operation.insert("tags".into(), json!([info.name]));
    operation.insert("summary".into(), json!(summary));
    operation.insert("operationId".into(), json!(format!("{}_{id}", info.singular)));
    operation.insert("x-permission".into(), json!(permission));
    rest(&mut operation);
    Described { path, method, verb, operation: Value::Object(operation) }
}

pub(super) fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn id() -> Value {
    json!({ "name": "id", "in": "path", "required": true, "description": "The record's identifier.",
            "schema": { "type": "string", "pattern": ID_PATTERN } })
}

fn if_match() -> Value {
    json!({ "name": "If-Match", "in": "header",
            "description": "The `ETag` of the record as it was read. The request is refused when the record has changed since.",
            "schema": { "type": "string" } })
}

pub(super) fn body(kind: &str, schema: &Value) -> Value {
    json!({ "required": true, "content": { kind: { "schema": schema } } })
}

fn header(description: &str, schema: Value) -> Value {
    json!({ "description": description, "schema": schema })
}

/// Returns the parameter with the idempotency key.
fn idempotency_key() -> Value {
    json!({ "name": crate::records::idempotency::HEADER, "in": "header",
            "description": "The same key with the same request within 24 hours gets the first \
                            answer again and changes nothing; with another request it is a 422.",
            "schema": { "type": "string", "maxLength": 200 } })
}

fn query(name: &str, description: &str, schema: Value) -> Value {
    json!({ "name": name, "in": "query", "description": description, "schema": schema })
}

/// Returns the parameters that select a page and its size.
fn paging() -> Vec<Value> {
    let whole = |default: u32, max: u32| json!({ "type": "integer", "minimum": 1, "maximum": max, "default": default });
    vec![
        query("page", "The number of the page, from 1.", whole(1, 1_000_000_000)),
        query("limit", "How many records a page has.", whole(20, 100)),
    ]
}

/// Returns the response 200 with this schema.
fn answers(description: &str, schema: &Value) -> Value {
    json!({ "200": {
        "description": description, "content": { "application/json": { "schema": schema } }
    } })
}

pub(super) fn record(status: &str, description: &str, schema: &Value, refusals: &[&str]) -> Value {
    let mut responses = json!({ status: {
        "description": description,
        "headers": { "ETag": etag() },
        "content": { "application/json": { "schema": schema } },
    } });
    refuse(&mut responses, refusals);
    responses
}

/// Adds those of the parameters in the path that the operation does not describe itself.
pub(super) fn names_path(operation: &mut Value, path: &str) {
    let mut parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
    let described = |parameters: &[Value], name: &str| {
        parameters.iter().any(|one| one["in"] == "path" && one["name"] == name)
    };
    let names = path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    for (at, name) in names.enumerate() {
        if !described(&parameters, name) {
            parameters.insert(at.min(parameters.len()), in_path(name));
        }
    }
    if !parameters.is_empty() {
        operation["parameters"] = json!(parameters);
    }
}

fn in_path(name: &str) -> Value {
    match name {
        "id" => id(),
        name => {
            json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } })
        }
    }
}

/// Completes the description of an operation that honours `If-Match`.
pub(super) fn honours_if_match(operation: &mut Value) {
    let mut parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
    parameters.push(if_match());
    operation["parameters"] = json!(parameters);
    refuse_too(&mut operation["responses"], &["412"]);
}

/// Completes the description of an operation on one record: its parameters and its error responses.
pub(super) fn acts_on_record(operation: &mut Value) {
    let responses = &mut operation["responses"];
    if let Some(done) = responses.get_mut("200") {
        done["headers"] = json!({ "ETag": etag() });
    }
    refuse_too(responses, &["400", "404", "409", "412", "422"]);
    honours_if_match(operation);
}

/// Completes the description of a `POST`: it honours `Idempotency-Key`, and rejects an invalid key.
pub(super) fn has_idempotency_key(operation: &mut Value) {
    let mut parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
    if parameters.iter().any(|parameter| parameter["name"] == crate::records::idempotency::HEADER) {
        return;
    }
    parameters.push(idempotency_key());
    operation["parameters"] = json!(parameters);
    refuse_too(&mut operation["responses"], &["400", "422"]);
}

/// Completes the description of an operation that takes a JSON body of this schema.
pub(super) fn takes(operation: &mut Value, schema: &str) {
    let body = body("application/json", &reference(schema));
    let Some(keys) = operation.as_object_mut() else { return };
    let at = keys.keys().position(|key| key == "responses").unwrap_or(keys.len());
    keys.shift_insert(at, "requestBody".into(), body);
}

/// Completes the description of a module's own list of a resource's records.
pub(super) fn lists(operation: &mut Value, registration: &Registration) {
    let mut parameters = paging();
    parameters.extend(list::selection(registration));
    with_parameters(operation, parameters);
}

/// Adds parameters to those that a module declares itself, and the response to an invalid one.
pub(super) fn with_parameters(operation: &mut Value, more: Vec<Value>) {
    let mut parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
    parameters.extend(more);
    operation["parameters"] = json!(parameters);
    refuse(&mut operation["responses"], &["400"]);
}

fn etag() -> Value {
    header("The record's state, for `If-Match`", json!({ "type": "string" }))
}

/// Adds those of the error responses that the operation does not describe itself.
pub(super) fn refuse_too(responses: &mut Value, statuses: &[&str]) {
    let missing: Vec<&str> =
        statuses.iter().copied().filter(|status| responses.get(status).is_none()).collect();
    refuse(responses, &missing);
}

/// Adds error responses, each a problem document.
pub(super) fn refuse(responses: &mut Value, statuses: &[&str]) {
    for status in statuses {
        let description = match *status {
            "400" => "The request cannot be understood",
            "401" => "No token, or one that is not valid",
            "403" => "Not allowed",
            "404" => "There is no such record",
            "409" => "A conflict: a duplicate, or other records still refer to it",
            "412" => "The record changed since it was read",
            "413" => "The body is too large",
            "415" => "The content type is not supported",
            "429" => "Too many requests; `Retry-After` says when to try again",
            "503" => "Not available at the moment; `Retry-After` says when to try again",
            "507" => "The server has no space left to store this",
            _ => "A field or a row is not valid",
        };
        responses[*status] = json!({
            "description": description,
            "content": { "application/problem+json": { "schema": reference("Problem") } },
        });
    }
}
