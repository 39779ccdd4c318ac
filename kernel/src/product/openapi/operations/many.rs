//! The operations on several records at once.

use serde_json::{Value, json};

use super::{ID_PATTERN, Particulars, Subject, body, header, query, reference};
use crate::engine::list::LONGEST_SEARCH;
use crate::records::resource::Info;
use crate::records::{MOST_ROWS, MOST_SELECTED, WHERE};

const PROBLEMS: [&str; 3] = ["409", "422", "503"];

pub(super) fn update(of: &Subject<'_>) -> Particulars {
    let patch = of.patch();
    let all = selecting(&of.registration.info, Some(("update", patch.clone())));
    Particulars::answers("How many records changed", &reference("BulkUpdated"), &PROBLEMS)
        .takes(&json!({ "oneOf": [all, changes(&patch)] }))
        .with([dry_run()])
}

pub(super) fn delete(of: &Subject<'_>) -> Particulars {
    Particulars::answers("How many records were deleted", &reference("BulkDeleted"), &PROBLEMS)
        .takes(&selecting(&of.registration.info, None))
        .with([dry_run()])
}

/// Returns the schema of a body that says which records it is about, and what else the operation takes.
pub(in super::super) fn selecting(info: &Info, with: Option<(&str, Value)>) -> Value {
    let ids = info.ids_field();
    let mut schema = json!({
        "type": "object",
        "properties": {
            &ids: {
                "type": "array", "minItems": 1, "maxItems": MOST_SELECTED, "uniqueItems": true,
                "items": { "type": "string", "pattern": ID_PATTERN },
                "description": format!("The identifiers of the records. Either these, or `{WHERE}`."),
            },
            WHERE: reference("Where"),
        },
        "additionalProperties": false,
    });
    if let Some((name, what)) = with {
        schema["required"] = json!([name]);
        schema["properties"][name] = what;
    }
    schema
}

/// Returns the schema of a body with a patch for each record.
fn changes(update: &Value) -> Value {
    let change = json!({
        "type": "object",
        "required": ["_id", "update"],
        "properties": {
            "_id": { "type": "string", "pattern": ID_PATTERN, "description": "The identifier of the record." },
            "was": { "type": "object",
                     "description": "The values of fields as they were read. The request is refused \
                                     when one of them has changed since." },
            "update": update,
        },
        "additionalProperties": false,
    });
    json!({
        "type": "object",
        "required": ["changes"],
        "properties": { "changes": {
            "type": "array", "minItems": 1, "maxItems": MOST_ROWS, "items": change,
            "description": "A change of its own for each record.",
        } },
        "additionalProperties": false,
    })
}

/// Returns the schema of a search and a filter in a body.
pub(in super::super) fn selected_by() -> Value {
    json!({
        "type": "object",
        "description": format!(
            "All records that match, as the list shows them at the moment of the request, at most \
             {MOST_SELECTED}. An empty one is all records. It needs the permission to read, too."
        ),
        "properties": {
            "search": { "type": "string", "maxLength": LONGEST_SEARCH,
                        "description": "The parameter `search` of the list." },
            "filters": reference("FilterGroup"),
        },
        "additionalProperties": false,
    })
}

/// Returns the parameter that makes a request a dry run.
pub(in super::super) fn dry_run() -> Value {
    query(
        "dryRun",
        "Reports what would happen, and writes nothing.",
        json!({ "type": "boolean", "default": false }),
    )
}

pub(super) fn import(_: &Subject<'_>) -> Particulars {
    let choice = |name: &str, description: &str, values: &[&str]| {
        query(name, description, json!({ "type": "string", "enum": values }))
    };
    let plan = query(
        "plan",
        "Stores what would be written as a change set, to be looked at, corrected and applied; the answer is a 201 with it.",
        json!({ "type": "boolean", "default": false }),
    );
    let parameters = [
        dry_run(),
        plan,
        choice(
            "existing",
            "How a row is handled whose record exists already; \
                            `error` unless the mapping says otherwise.",
            &["error", "skip", "update"],
        ),
        choice(
            "repeated",
            "How a key that occurs twice in the file is handled; \
                            `error` unless the mapping says otherwise.",
            &["error", "first", "last"],
        ),
        choice(
            "empty",
            "What an empty cell does to a record that exists: `clear` without a mapping, `keep` \
                            with one, unless the mapping says otherwise.",
            &["keep", "clear"],
        ),
    ];
    let writing = |values: &[&str], what: &str| {
        let description = format!(
            "{what}, in a file without a mapping. Without it, it is guessed from the file; a cell \
             that can be read in two ways is an error."
        );
        json!({ "type": "string", "enum": values, "description": description })
    };
    let fields = json!({
        "type": "object",
        "required": ["file"],
        "properties": {
            "file": { "type": "string", "format": "binary",
                      "description": "The table, CSV or XLSX, at most 50 MiB. A row with an \
                                      identifier is that record, any other is known by its key." },
            "mapping": { "type": "string",
                         "description": "The name of a mapping, or a mapping as JSON or TOML. Without \
                                         one the header holds the payload's field names, or the \
                                         labels of screens." },
            "separator": writing(&["comma", "semicolon", "tab", "bar"], "What separates cells"),
            "encoding": { "type": "string",
                          "description": "The encoding of a text file, such as `windows-1256`. \
                                          Without it, it is guessed from the file." },
            "dateOrder": writing(&["dayMonthYear", "monthDayYear", "yearMonthDay"],
                                 "The order of day, month and year"),
            "numbers": writing(&["point", "comma"], "The sign before the decimals of numbers"),
        },
    });
    let report = reference("ImportReport");
    let mut imported = Particulars::answers("What was imported", &report, &["422", "503"]);
    imported.responses["201"] = json!({
        "description": "The change set, with `plan`",
        "headers": { "Location": header("Where it is", json!({ "type": "string" })) },
        "content": { "application/json": { "schema": reference("ChangeSet") } },
    });
    Particulars { body: Some(body("multipart/form-data", &fields)), ..imported.with(parameters) }
}
