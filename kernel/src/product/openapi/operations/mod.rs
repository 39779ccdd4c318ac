//! The standard operations of a resource, as the document describes them.
//!
//! `list` has what is particular to those on all records, `record` on one, `many` on several at
//! once, `images` on images, `attached` on files and comments; `tag` is what screens need besides.

mod attached;
mod images;
mod list;
mod many;
mod record;
mod tag;

use serde_json::{Value, json};

pub(super) use list::sends_table;
pub(super) use many::{dry_run, selected_by, selecting};

use super::shown::Shown;
use crate::engine::list::breakdown_keys;
use crate::engine::schema::Definitions;
pub(super) use crate::records::handler::DescribedOperation;
use crate::records::handler::Implied;
use crate::records::jobs::work::{PREFER, RESPOND_ASYNC};
use crate::records::resource::{Info, Registration};

/// The pattern of an identifier in a path.
const ID_PATTERN: &str = "^[0-9a-f]{24}$";

/// The extension (`true`) of an operation whose effect `POST /api/backoffice/undo` can reverse.
pub(super) const UNDOABLE: &str = "x-undoable";

/// An operation that resources offer.
pub(super) struct Standard {
    method: &'static str,
    /// Where it is below the path of the resource.
    at: &'static str,
    /// Its name for screens.
    verb: &'static str,
    /// The end of its id, after the word for one record.
    id: &'static str,
    /// The action that it needs on the resource, or a permission of the kernel's own.
    needs: &'static str,
    /// With `{one}`, `{word}`, `{plural}` and `{name}` for those of the resource.
    summary: &'static str,
    is_offered: fn(&Subject<'_>) -> bool,
    particulars: fn(&Subject<'_>) -> Particulars,
}

/// The resource that operations are described for.
pub(super) struct Subject<'a> {
    registration: &'a Registration,
    has_images: bool,
    /// The fields with a breakdown.
    counted: Vec<&'static str>,
}

/// What is particular to an operation; parameters in its path are added.
#[derive(Default)]
struct Particulars {
    description: &'static str,
    parameters: Vec<Value>,
    body: Option<Value>,
    responses: Value,
}

const fn standard(
    [method, at]: [&'static str; 2],
    [verb, id]: [&'static str; 2],
    needs: &'static str,
    summary: &'static str,
    is_offered: fn(&Subject<'_>) -> bool,
    particulars: fn(&Subject<'_>) -> Particulars,
) -> Standard {
    Standard { method, at, verb, id, needs, summary, is_offered, particulars }
}

/// In the order of the document.
#[rustfmt::skip]
static STANDARD: [Standard; 17] = [
    standard(["get", ""], ["list", "list"], "read", "List {plural}", always, list::page),
    standard(["get", "/filter-definitions"], ["filters", "filter_definitions"], "filter-definitions:read",
             "List what {plural} can be filtered by", always, list::filter_definitions),
    standard(["get", "/export"], ["export", "export"], "export", "Export {plural} as a table", always, list::export),
    standard(["get", "/breakdown"], ["breakdown", "breakdown"], "read",
             "How many {name} there are of each value of a field", |of| !of.counted.is_empty(), list::breakdown),
    standard(["get", "/{id}"], ["view", "view"], "read", "Get {one}", always, record::view),
    standard(["get", "/{id}/history"], ["history", "history"], "history", "Get the history of {one}",
             |of| of.registration.has_history, record::history),
    standard(["get", "/deleted"], ["deleted", "deleted"], "history", "List deleted {plural}",
             |of| deletes(of) && of.registration.has_history, list::deleted),
    standard(["get", "/duplicates"], ["duplicates", "duplicates"], "read", "List likely duplicates among {plural}",
             |of| deletes(of) && changes(of), list::duplicates),
    standard(["post", ""], ["create", "create"], "create", "Create {one}", creates, record::create),
    standard(["patch", "/{id}"], ["update", "update"], "update", "Change {one}", changes, record::update),
    standard(["post", "/{id}/restore"], ["restore", "restore"], "restore",
             "Restore an earlier version of {one}", changes, record::restore),
    standard(["delete", "/{id}"], ["delete", "delete"], "delete", "Delete {one}", deletes, record::delete),
    standard(["post", "/import"], ["import", "import"], "create", "Import {plural} from a table", creates, many::import),
    standard(["patch", ""], ["bulkUpdate", "bulk_update"], "update",
             "Change several {plural}, all or none", changes, many::update),
    standard(["post", "/delete"], ["bulkDelete", "bulk_delete"], "delete",
             "Delete several {plural}, all or none", deletes, many::delete),
    standard(["get", "/{id}/images/{file}"], ["image", "image_view"], "read", "An image of a {word}",
             |of| of.has_images, images::image),
    standard(["post", "/images"], ["imageUpload", "image_upload"], "upload", "Upload an image for a {word}",
             |of| of.has_images && (creates(of) || changes(of)), images::upload),
];

/// The names of the operations that may take long.
const MAY_BE_JOBS: [&str; 2] = ["export", "import"];

fn always(_: &Subject<'_>) -> bool {
    true
}

fn creates(of: &Subject<'_>) -> bool {
    of.registration.creates().is_some()
}

fn changes(of: &Subject<'_>) -> bool {
    of.registration.changes().is_some()
}

fn deletes(of: &Subject<'_>) -> bool {
    of.registration.deletes
}

impl<'a> Subject<'a> {
    pub(super) fn of(registration: &'a Registration, shown: &Shown, schemas: &Definitions) -> Self {
        let (fields, view) = (registration.read.fields(), registration.view_name());
        let counted = breakdown_keys(&fields, &view, schemas);
        Self { registration, has_images: shown.has_images, counted }
    }

    /// Returns the operations that the resource offers.
    fn offered(&self) -> impl Iterator<Item = &'static Standard> {
        STANDARD.iter().chain(&attached::STANDARD).filter(|one| (one.is_offered)(self))
    }

    /// Describes these operations.
    pub(super) fn operations(&self) -> impl Iterator<Item = DescribedOperation> {
        self.offered().map(move |one| self.described(one))
    }

    fn described(&self, of: &Standard) -> DescribedOperation {
        let info = &self.registration.info;
        let permission = match of.needs.contains(':') {
            true => of.needs.to_owned(),
            false => format!("{}:{}", info.name, of.needs),
        };
        let summary = of.summary.replace("{one}", &info.word_with_article());
        let summary = summary.replace("{word}", &info.word()).replace("{name}", info.name);
        let summary = summary.replace("{plural}", &info.plural());
        let path = info.path() + of.at;
        let Particulars { description, parameters, body, responses } = (of.particulars)(self);
        let mut operation = json!({ "tags": [info.name], "summary": summary,
            "operationId": of.id_of(info), "x-permission": permission });
        if !description.is_empty() {
            operation["description"] = json!(description);
        }
        if !parameters.is_empty() || path.contains('{') {
            operation["parameters"] = json!(parameters);
        }
        if let Some(body) = body {
            operation["requestBody"] = body;
        }
        operation["responses"] = responses;
        if self.is_undoable(of.verb) {
            operation[UNDOABLE] = json!(true);
        }
        // The handlers of all of them take the context of their request where they write.
        let mut implied = vec![Implied::IdempotencyKey];
        if MAY_BE_JOBS.contains(&of.verb) {
            implied.push(Implied::Job);
        }
        DescribedOperation { path, method: of.method.to_owned(), description: operation, implied }
    }

    /// Returns whether an undo can reverse what an operation does.
    fn is_undoable(&self, operation: &str) -> bool {
        match operation {
            "create" | "delete" | "bulkDelete" => deletes(self) && creates(self),
            "update" | "bulkUpdate" | "restore" => changes(self),
            "import" => deletes(self) && creates(self) && changes(self),
            _ => false,
        }
    }

    fn view(&self) -> Value {
        reference(&self.registration.view_name())
    }

    fn patch(&self) -> Value {
        reference(&self.registration.patch_name())
    }
}

impl Standard {
    fn id_of(&self, info: &Info) -> String {
        format!("{}_{}", info.singular, self.id)
    }
}

fn field_names(registration: &Registration) -> Vec<&'static str> {
    registration.read.fields().iter().map(|field| field.name).collect()
}

fn is_searchable(registration: &Registration) -> bool {
    registration.read.fields().iter().any(|field| field.searched)
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

impl Particulars {
    /// Responds with a 200 of this schema, or with one of these problems.
    fn answers(description: &str, schema: &Value, problems: &[&str]) -> Self {
        let content = json!({ "application/json": { "schema": schema } });
        Self::responds("200", json!({ "description": description, "content": content }), problems)
    }

    /// Responds with a record, or with one of these problems.
    fn record(description: &str, schema: &Value, problems: &[&str]) -> Self {
        Self { responses: record("200", description, schema, problems), ..Self::default() }
    }

    fn responds(status: &str, response: Value, problems: &[&str]) -> Self {
        let mut responses = json!({ status: response });
        refuse(&mut responses, problems);
        Self { responses, ..Self::default() }
    }

    fn with(self, parameters: impl IntoIterator<Item = Value>) -> Self {
        Self { parameters: parameters.into_iter().collect(), ..self }
    }

    /// Takes a JSON body of this schema.
    fn takes(self, schema: &Value) -> Self {
        Self { body: Some(body("application/json", schema)), ..self }
    }
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
    add_parameters(operation, [if_match()]);
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
    let is_key = |parameter: &Value| parameter["name"] == crate::records::idempotency::HEADER;
    if operation["parameters"].as_array().is_some_and(|all| all.iter().any(is_key)) {
        return;
    }
    add_parameters(operation, [idempotency_key()]);
    refuse_too(&mut operation["responses"], &["400", "422"]);
}

/// Completes the description of an operation that may take long: a client may ask for a job.
pub(super) fn may_be_job(operation: &mut Value) {
    let prefer = json!({
        "name": PREFER, "in": "header",
        "description": "`respond-async`: the work is done as a job, and the answer is a 202 with it at once.",
        "schema": { "type": "string", "enum": [RESPOND_ASYNC] },
    });
    add_parameters(operation, [prefer]);
    operation["responses"]["202"] = json!({
        "description": "The job that does it, as `Prefer: respond-async` asked for",
        "headers": { "Location": header("Where it is", json!({ "type": "string" })) },
        "content": { "application/json": { "schema": reference("Job") } },
    });
    refuse_too(&mut operation["responses"], &["429"]);
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
    with_parameters(operation, paging().into_iter().chain(list::selection(registration)));
}

/// Adds parameters to those that a module declares itself, and the response to an invalid one.
pub(super) fn with_parameters(operation: &mut Value, more: impl IntoIterator<Item = Value>) {
    add_parameters(operation, more);
    refuse(&mut operation["responses"], &["400"]);
}

fn add_parameters(operation: &mut Value, more: impl IntoIterator<Item = Value>) {
    let mut parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
    parameters.extend(more);
    operation["parameters"] = json!(parameters);
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
