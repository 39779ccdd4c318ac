//! The standard operations of a resource, as the document tells them.

use serde_json::{Map, Value, json};

use crate::list::LONGEST_SEARCH;
use crate::records::patch_name;
use crate::resource::Registration;

/// What an identifier in a path looks like.
const ID_PATTERN: &str = "^[0-9a-f]{24}$";

/// `(path, method, operation)` for each operation that the resource offers.
pub(super) fn of(registration: &Registration) -> Vec<(String, &'static str, Value)> {
    let info = &registration.info;
    let path = info.path();
    let one = format!("{path}/{{id}}");
    let singular = info.word();
    let view = reference(&(registration.view.name)());
    let mut operations = vec![
        (path.clone(), "get", list(registration)),
        (
            one.clone(),
            "get",
            operation(registration, "view", "read", format!("One {singular}"), |operation| {
                operation.insert("parameters".into(), json!([id()]));
                operation.insert("responses".into(), record("200", "The record", &view, &["404"]));
            }),
        ),
    ];
    if registration.insert.is_some() {
        let input = reference(&input_name(registration));
        operations.push((
            path.clone(),
            "post",
            operation(
                registration,
                "create",
                "create",
                format!("Create a {singular}"),
                |operation| {
                    operation.insert("requestBody".into(), body("application/json", &input));
                    let refusals = ["409", "422"];
                    let mut responses =
                        record("201", "The record as it was created", &view, &refusals);
                    responses["201"]["headers"]["Location"] =
                        header("Where the record is", json!({ "type": "string" }));
                    operation.insert("responses".into(), responses);
                },
            ),
        ));
        operations.push((
            format!("{path}/import"),
            "post",
            operation(
                registration,
                "import",
                "create",
                format!("Import {} from a table", info.name),
                import,
            ),
        ));
    }
    if registration.update.is_some() {
        let patch = reference(&patch_name(registration));
        operations.push((
            one.clone(),
            "patch",
            operation(
                registration,
                "update",
                "update",
                format!("Change a {singular}"),
                |operation| {
                    operation.insert("parameters".into(), json!([id(), if_match()]));
                    operation.insert("requestBody".into(), body("application/json", &patch));
                    let refusals = ["404", "409", "412", "422"];
                    let responses = record("200", "The record as it is now", &view, &refusals);
                    operation.insert("responses".into(), responses);
                },
            ),
        ));
    }
    if registration.delete.is_some() {
        operations.push((
            one,
            "delete",
            operation(
                registration,
                "delete",
                "delete",
                format!("Delete a {singular}"),
                |operation| {
                    operation.insert("parameters".into(), json!([id(), if_match()]));
                    let mut responses = json!({ "204": { "description": "It is gone" } });
                    refuse(&mut responses, &["404", "409", "412"]);
                    operation.insert("responses".into(), responses);
                },
            ),
        ));
    }
    operations
}

/// The resource as its tag tells it: all that a screen needs beside the schemas.
pub(super) fn tag(registration: &Registration) -> Value {
    let info = &registration.info;
    let offered: Map<String, Value> = [
        ("list", true),
        ("view", true),
        ("create", registration.insert.is_some()),
        ("import", registration.insert.is_some()),
        ("update", registration.update.is_some()),
        ("delete", registration.delete.is_some()),
    ]
    .into_iter()
    .filter(|(_, offered)| *offered)
    .map(|(verb, _)| (verb.to_owned(), json!(format!("{}_{verb}", info.singular))))
    .collect();
    let mut schemas = json!({ "view": (registration.view.name)() });
    if registration.input.is_some() {
        schemas["input"] = json!(input_name(registration));
        schemas["patch"] = json!(patch_name(registration));
    }
    json!({
        "name": info.name,
        "description": info.description,
        "x-resource": {
            "name": info.name,
            "label": info.label,
            "singular": info.singular_label(),
            "area": info.area.name(),
            "path": info.path(),
            "idField": info.id,
            "title": info.title,
            "listColumns": info.columns,
            "defaultSort": { "field": info.sort, "direction": "asc" },
            "sortable": (registration.sortable)(),
            "searchable": (registration.searchable)(),
            "operations": offered,
            "schemas": schemas,
        },
    })
}

pub(super) fn input_name(registration: &Registration) -> String {
    registration.input.map(|input| (input.name)()).unwrap_or_default()
}

pub(super) fn page_name(registration: &Registration) -> String {
    format!("{}Page", (registration.view.name)())
}

/// The schema of one page.
pub(super) fn page(registration: &Registration) -> Value {
    let whole =
        |description: &str| json!({ "type": "integer", "minimum": 0, "description": description });
    json!({
        "type": "object",
        "description": format!("One page of {}.", registration.info.name),
        "required": ["items", "total", "page", "limit", "totalPages"],
        "properties": {
            "items": { "type": "array", "items": reference(&(registration.view.name)()) },
            "total": whole("How many records match in all, exactly."),
            "page": whole("The number of this page, from 1."),
            "limit": whole("How many records a page has."),
            "totalPages": whole("How many pages there are."),
        },
    })
}

fn operation(
    registration: &Registration,
    verb: &str,
    action: &str,
    summary: String,
    rest: impl FnOnce(&mut Map<String, Value>),
) -> Value {
    let info = &registration.info;
    let mut operation = Map::new();
    operation.insert("tags".into(), json!([info.name]));
    operation.insert("summary".into(), json!(summary));
    operation.insert("operationId".into(), json!(format!("{}_{verb}", info.singular)));
    operation.insert("x-permission".into(), json!(format!("{}:{action}", info.name)));
    rest(&mut operation);
    Value::Object(operation)
}

fn list(registration: &Registration) -> Value {
    let info = &registration.info;
    operation(registration, "list", "read", format!("A page of {}", info.name), |operation| {
        let whole = |default: u32, max: u32| json!({ "type": "integer", "minimum": 1, "maximum": max, "default": default });
        let query = |name: &str, description: &str, schema: Value| json!({ "name": name, "in": "query", "description": description, "schema": schema });
        let fields = (registration.sortable)();
        let directions: Vec<String> = fields
            .iter()
            .flat_map(|field| [format!("{field}:asc"), format!("{field}:desc")])
            .collect();
        let mut parameters = vec![
            query("page", "Which page, from 1.", whole(1, 1_000_000_000)),
            query("limit", "How many records a page has.", whole(20, 100)),
            query(
                "sort",
                "A field and a direction. Ties are broken by the identifier.",
                json!({ "type": "string", "enum": directions, "default": format!("{}:asc", info.sort) }),
            ),
            query(
                "sortBy",
                "The field to sort by, instead of `sort`.",
                json!({ "type": "string", "enum": fields }),
            ),
            query(
                "sortDirection",
                "The direction that goes with `sortBy`.",
                json!({ "type": "string", "enum": ["asc", "desc"], "default": "asc" }),
            ),
        ];
        if (registration.searchable)() {
            parameters.push(query(
                "search",
                "One substring, in any case and script.",
                json!({ "type": "string", "maxLength": LONGEST_SEARCH }),
            ));
        }
        operation.insert("parameters".into(), json!(parameters));
        let page = reference(&page_name(registration));
        let (description, schema) = if info.plain_list {
            let all = json!({ "type": "array", "items": reference(&(registration.view.name)()) });
            (
                "Asked without any parameter: all records, as an array. Otherwise one page.",
                json!({ "oneOf": [all, page] }),
            )
        } else {
            ("One page", page)
        };
        let mut responses = json!({
            "200": { "description": description, "content": { "application/json": { "schema": schema } } }
        });
        refuse(&mut responses, &["400"]);
        operation.insert("responses".into(), responses);
    })
}

fn import(operation: &mut Map<String, Value>) {
    let choice = |name: &str, description: &str, values: [&str; 3]| {
        json!({ "name": name, "in": "query", "description": description,
                "schema": { "type": "string", "enum": values } })
    };
    operation.insert("parameters".into(), json!([
        { "name": "dryRun", "in": "query", "description": "Say what would happen, and write nothing.",
          "schema": { "type": "boolean", "default": false } },
        choice("existing", "What becomes of a row whose record exists already; \
                            `error` unless the mapping says otherwise.", ["error", "skip", "update"]),
        choice("repeated", "What becomes of a key that stands twice in the file; \
                            `error` unless the mapping says otherwise.", ["error", "first", "last"]),
    ]));
    operation.insert("requestBody".into(), json!({
        "required": true,
        "content": { "multipart/form-data": { "schema": {
            "type": "object",
            "required": ["file"],
            "properties": {
                "file": { "type": "string", "contentMediaType": "text/csv",
                          "description": "The table, CSV, at most 50 MiB." },
                "mapping": { "type": "string",
                             "description": "The name of a mapping, or a mapping as JSON. Without \
                                             one the header holds the payload's field names." },
            },
        } } },
    }));
    let mut responses = json!({
        "200": { "description": "What became of the rows",
                 "content": { "application/json": { "schema": reference("ImportReport") } } }
    });
    refuse(&mut responses, &["422"]);
    operation.insert("responses".into(), responses);
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn id() -> Value {
    json!({ "name": "id", "in": "path", "required": true, "description": "The record's identifier.",
            "schema": { "type": "string", "pattern": ID_PATTERN } })
}

fn if_match() -> Value {
    json!({ "name": "If-Match", "in": "header",
            "description": "The `ETag` of the record as it was read: refuse when it changed since.",
            "schema": { "type": "string" } })
}

fn body(kind: &str, schema: &Value) -> Value {
    json!({ "required": true, "content": { kind: { "schema": schema } } })
}

fn header(description: &str, schema: Value) -> Value {
    json!({ "description": description, "schema": schema })
}

fn record(status: &str, description: &str, schema: &Value, refusals: &[&str]) -> Value {
    let mut responses = json!({ status: {
        "description": description,
        "headers": { "ETag": header("The record's state, for `If-Match`", json!({ "type": "string" })) },
        "content": { "application/json": { "schema": schema } },
    } });
    refuse(&mut responses, refusals);
    responses
}

/// Adds refusals, each a problem document.
pub(super) fn refuse(responses: &mut Value, statuses: &[&str]) {
    for status in statuses {
        let description = match *status {
            "400" => "The request cannot be understood",
            "401" => "No token, or one that does not hold",
            "403" => "Not allowed",
            "404" => "There is no such record",
            "409" => {
                "It would contradict what is there: a duplicate, or something still refers to it"
            }
            "412" => "The record changed since it was read",
            "413" => "More than the server takes",
            "415" => "Not a type that is understood here",
            _ => "A field, or a row, does not hold",
        };
        responses[*status] = json!({
            "description": description,
            "content": { "application/problem+json": { "schema": reference("Problem") } },
        });
    }
}
