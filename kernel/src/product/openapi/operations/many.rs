//! The operations on several records at once.

use serde_json::{Map, Value, json};

use super::{Described, ID_PATTERN, Needs, answers, body, described, query, reference, refuse};
use crate::records::MOST_IN_BULK;
use crate::records::resource::{Info, Registration};

pub(super) fn operations(registration: &Registration) -> Vec<Described> {
    let info = &registration.info;
    let path = info.path();
    let mut operations = Vec::new();
    if registration.creates().is_some() {
        operations.push(described(
            registration,
            (format!("{path}/import"), "post"),
            ("import", "import"),
            Needs::Action("create"),
            format!("Import {} from a table", info.plural()),
            import,
        ));
    }
    if registration.changes().is_some() {
        let update = reference(&registration.patch_name());
        operations.push(described(
            registration,
            (path.clone(), "patch"),
            ("bulkUpdate", "bulk_update"),
            Needs::Action("update"),
            format!("Change several {}, all or none", info.plural()),
            |operation| {
                let named = naming(info, Some(&update));
                operation.insert("requestBody".into(), body("application/json", &named));
                let mut responses = answers("How many records changed", &reference("BulkUpdated"));
                refuse(&mut responses, &["409", "422", "503"]);
                operation.insert("responses".into(), responses);
            },
        ));
    }
    if registration.deletes {
        operations.push(described(
            registration,
            (format!("{path}/delete"), "post"),
            ("bulkDelete", "bulk_delete"),
            Needs::Action("delete"),
            format!("Delete several {}, all or none", info.plural()),
            |operation| {
                let named = naming(info, None);
                operation.insert("requestBody".into(), body("application/json", &named));
                let mut responses =
                    answers("How many records were deleted", &reference("BulkDeleted"));
                refuse(&mut responses, &["409", "422", "503"]);
                operation.insert("responses".into(), responses);
            },
        ));
    }
    operations
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

fn import(operation: &mut Map<String, Value>) {
    let choice = |name: &str, description: &str, values: &[&str]| {
        query(name, description, json!({ "type": "string", "enum": values }))
    };
    operation.insert(
        "parameters".into(),
        json!([
            query(
                "dryRun",
                "Reports what would happen, and writes nothing.",
                json!({ "type": "boolean", "default": false })
            ),
            choice(
                "existing",
                "How a row is handled whose record exists already; \
                            `error` unless the mapping says otherwise.",
                &["error", "skip", "update"]
            ),
            choice(
                "repeated",
                "How a key that occurs twice in the file is handled; \
                            `error` unless the mapping says otherwise.",
                &["error", "first", "last"]
            ),
            choice(
                "empty",
                "What an empty cell does to a record that exists: `clear` without a mapping, `keep` \
                            with one, unless the mapping says otherwise.",
                &["keep", "clear"]
            ),
        ]),
    );
    let writing = |values: &[&str], what: &str| {
        let description = format!(
            "{what}, in a file without a mapping. Without it, it is guessed from the file; a cell \
             that can be read in two ways is an error."
        );
        json!({ "type": "string", "enum": values, "description": description })
    };
    operation.insert("requestBody".into(), json!({
        "required": true,
        "content": { "multipart/form-data": { "schema": {
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
        } } },
    }));
    let mut responses = answers("What was imported", &reference("ImportReport"));
    refuse(&mut responses, &["422", "503"]);
    operation.insert("responses".into(), responses);
}
