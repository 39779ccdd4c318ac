//! The operations on all records of a resource: list, filter definitions, breakdown and export.

use serde_json::{Value, json};

use super::{
    Described, Needs, answers, described, field_names, is_searchable, page_name, paging, query,
    reference, refuse,
};
use crate::engine::list::{LONGEST_SEARCH, MOST_WORDS, breakdown_keys, field_and_direction};
use crate::engine::schema::Definitions;
use crate::records::resource::Registration;

pub(super) fn operations(registration: &Registration, schemas: &Definitions) -> Vec<Described> {
    let info = &registration.info;
    let path = info.path();
    let mut operations = vec![
        described(
            registration,
            (path.clone(), "get"),
            ("list", "list"),
            Needs::Action("read"),
            format!("List {}", info.plural()),
            |operation| {
                let mut parameters = paging();
                parameters.extend(selection(registration));
                operation.insert("parameters".into(), json!(parameters));
                let page = reference(&page_name(registration));
                let mut responses = if info.plain_list {
                    let item = reference(&registration.view_name());
                    let all = json!({ "type": "array", "items": item });
                    answers(
                        "Without any parameter all records, as an array; otherwise one page.",
                        &json!({ "oneOf": [all, page] }),
                    )
                } else {
                    answers("One page", &page)
                };
                refuse(&mut responses, &["400"]);
                operation.insert("responses".into(), responses);
            },
        ),
        described(
            registration,
            (format!("{path}/filter-definitions"), "get"),
            ("filters", "filter_definitions"),
            Needs::Of("filter-definitions:read"),
            format!("List what {} can be filtered by", info.plural()),
            |operation| {
                let all = json!({ "type": "array", "items": reference("FilterDefinition") });
                operation.insert("responses".into(), answers("A definition for each field", &all));
            },
        ),
        described(
            registration,
            (format!("{path}/export"), "get"),
            ("export", "export"),
            Needs::Action("export"),
            format!("Export {} as a table", info.plural()),
            |operation| {
                let mut parameters = formats().to_vec();
                parameters.extend(selection(registration));
                operation.insert("parameters".into(), json!(parameters));
                let mut responses = json!({ "200": {
                    "description": "The table: a column for each field, under its JSON name",
                    "content": tables(),
                } });
                refuse(&mut responses, &["400", "503"]);
                operation.insert("responses".into(), responses);
            },
        ),
    ];
    let fields = breakdown_keys(&registration.read.fields(), &registration.view_name(), schemas);
    if !fields.is_empty() {
        operations.push(breakdown(registration, &fields));
    }
    operations
}

/// Returns the parameters that say how a table is sent.
fn formats() -> [Value; 2] {
    [
        query(
            "format",
            "The kind of file.",
            json!({ "type": "string", "enum": ["csv", "xlsx"], "default": "csv" }),
        ),
        query(
            "byteOrderMark",
            "Whether CSV begins with a byte order mark, by which spreadsheet programs recognize UTF-8. An \
             import reads it.",
            json!({ "type": "boolean", "default": false }),
        ),
    ]
}

/// Returns the content of a response that is a table.
fn tables() -> Value {
    let text = json!({ "schema": { "type": "string" } });
    json!({ "text/csv": text, XLSX: text })
}

/// Says that an operation sends a table as a file.
pub(in super::super) fn sends_table(operation: &mut Value) {
    let parameters = operation.as_object_mut().map(|keys| keys.entry("parameters"));
    if let Some(Value::Array(parameters)) = parameters.map(|entry| entry.or_insert(json!([]))) {
        parameters.extend(formats());
    }
    operation["responses"]["200"]["content"] = tables();
}

/// Describes the operation that counts records by the values of one of `fields`.
fn breakdown(registration: &Registration, fields: &[&str]) -> Described {
    let info = &registration.info;
    described(
        registration,
        (format!("{}/breakdown", info.path()), "get"),
        ("breakdown", "breakdown"),
        Needs::Action("read"),
        format!("How many {} there are of each value of a field", info.name),
        |operation| {
            let description = "Counts the records that the list would show. The values of most records come \
                               first, at most 50; `total` counts all that match. Without a search or a \
                               filter the field's index is read, which costs as much as it has rows: at \
                               1,000,000 records about 75 ms on SQLite.";
            operation.insert("description".into(), json!(description));
            let mut by = query(
                "by",
                "The field: a select, a boolean, or a reference.",
                json!({ "type": "string", "enum": fields }),
            );
            by["required"] = json!(true);
            let mut parameters = vec![by, filters()];
            parameters.extend(searching(registration));
            operation.insert("parameters".into(), json!(parameters));
            let mut responses = answers("The values and their counts", &reference("Breakdown"));
            refuse(&mut responses, &["400"]);
            operation.insert("responses".into(), responses);
        },
    )
}

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// Returns the parameters that select and order records.
pub(super) fn selection(registration: &Registration) -> Vec<Value> {
    let info = &registration.info;
    let fields = field_names(registration);
    let (field, direction) = field_and_direction(info.sort);
    let directions: Vec<String> =
        fields.iter().flat_map(|field| [format!("{field}:asc"), format!("{field}:desc")]).collect();
    let mut parameters = vec![
        query(
            "sort",
            "A field and a direction. Ties are broken by the identifier.",
            json!({ "type": "string", "enum": directions, "default": format!("{field}:{direction}") }),
        ),
        query(
            "sortBy",
            "The field to sort by, instead of `sort`.",
            json!({ "type": "string", "enum": fields }),
        ),
        query(
            "sortDirection",
            "The direction that goes with `sortBy`; `asc` by default.",
            json!({ "type": "string", "enum": ["asc", "desc"] }),
        ),
        filters(),
    ];
    parameters.extend(searching(registration));
    parameters
}

/// Returns the parameter with the filter.
fn filters() -> Value {
    query(
        "filters",
        "A filter group as JSON: `{\"operator\": \"AND\" | \"OR\", \"conditions\": […]}`, where a \
         condition is `{\"field\", \"operator\", \"value\", \"secondValue\"?}` or a group again; at most \
         4 deep, 50 conditions in all.",
        json!({ "type": "string", "contentMediaType": "application/json",
                "contentSchema": reference("FilterGroup") }),
    )
}

/// Returns the parameters of a search; none for a resource without searched fields.
fn searching(registration: &Registration) -> Vec<Value> {
    if !is_searchable(registration) {
        return Vec::new();
    }
    vec![query(
        "search",
        &format!(
            "At most {MOST_WORDS} words, split at white space, in any case and script. A record is \
             listed when each of them is a part of some searched field, of its own or of the name of \
             a record it refers to. Words between quotes are one: `\"sea view\"`."
        ),
        json!({ "type": "string", "maxLength": LONGEST_SEARCH }),
    )]
}
