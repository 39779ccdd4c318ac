//! The operations on several records at once.

use serde_json::{Value, json};

use super::{ID_PATTERN, Particulars, Subject, body, query, reference};
use crate::records::resource::Info;
use crate::records::{MOST_IN_BULK, MOST_ROWS};

const PROBLEMS: [&str; 3] = ["409", "422", "503"];

pub(super) fn update(of: &Subject<'_>) -> Particulars {
    Particulars::answers("How many records changed", &reference("BulkUpdated"), &PROBLEMS)
        .takes(&json!({ "oneOf": [naming(&of.registration.info, Some(&of.patch())), changes(&of.patch())] }))
}

pub(super) fn delete(of: &Subject<'_>) -> Particulars {
    Particulars::answers("How many records were deleted", &reference("BulkDeleted"), &PROBLEMS)
        .takes(&naming(&of.registration.info, None))
}

/// Returns the schema of a body with identifiers of records, and with a patch if one is given.
fn naming(info: &Info, update: Option<&Value>) -> Value {
    let ids = info.ids_field();
    let mut schema = json!({
        "type": "object",
        "required": [ids],
        "properties": { &ids: {
            "type": "array", "minItems": 1, "maxItems": MOST_IN_BULK, "uniqueItems": true,
            "items": { "type": "string", "pattern": ID_PATTERN },
            "description": "The identifiers of the records.",
        } },
        "additionalProperties": false,
    });
    if let Some(update) = update {
        schema["required"] = json!([ids, "update"]);
        schema["properties"]["update"] = update.clone();
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

pub(super) fn import(_: &Subject<'_>) -> Particulars {
    let choice = |name: &str, description: &str, values: &[&str]| {
        query(name, description, json!({ "type": "string", "enum": values }))
    };
    let parameters = [
        query(
            "dryRun",
            "Reports what would happen, and writes nothing.",
            json!({ "type": "boolean", "default": false }),
        ),
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
    let imported = Particulars::answers("What was imported", &report, &["422", "503"]);
    Particulars { body: Some(body("multipart/form-data", &fields)), ..imported.with(parameters) }
}
