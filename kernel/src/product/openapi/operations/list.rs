//! The operations on all records of a resource: list, filter definitions, export and breakdown.

use serde_json::{Value, json};

use super::{
    Particulars, Subject, add_parameters, field_names, is_searchable, page_name, paging, query,
    reference,
};
use crate::engine::list::{LONGEST_SEARCH, MOST_WORDS, field_and_direction};
use crate::records::resource::Registration;

pub(super) fn page(of: &Subject<'_>) -> Particulars {
    let page = reference(&page_name(of.registration));
    let particulars = if of.registration.info.plain_list {
        let all = json!({ "type": "array", "items": of.view() });
        Particulars::answers(
            "Without any parameter all records, as an array; otherwise one page.",
            &json!({ "oneOf": [all, page] }),
            &["400"],
        )
    } else {
        Particulars::answers("One page", &page, &["400"])
    };
    particulars.with(paging().into_iter().chain(selection(of.registration)))
}

pub(super) fn filter_definitions(_: &Subject<'_>) -> Particulars {
    let all = json!({ "type": "array", "items": reference("FilterDefinition") });
    Particulars::answers("A definition for each field", &all, &[])
}

pub(super) fn export(of: &Subject<'_>) -> Particulars {
    let table = json!({
        "description": "The table: a column for each field, under its JSON name",
        "content": tables(),
    });
    let parameters = formats().into_iter().chain(selection(of.registration));
    Particulars::responds("200", table, &["400", "503"]).with(parameters)
}

pub(super) fn breakdown(of: &Subject<'_>) -> Particulars {
    let mut by = query(
        "by",
        "The field: a select, a boolean, or a reference.",
        json!({ "type": "string", "enum": of.counted }),
    );
    by["required"] = json!(true);
    let parameters = [by, filters()].into_iter().chain(searching(of.registration));
    Particulars {
        description: "Counts the records that the list would show. The values of most records come \
                      first, at most 50; `total` counts all that match. Without a search or a \
                      filter the field's index is read, which costs as much as it has rows: at \
                      1,000,000 records about 75 ms on SQLite.",
        ..Particulars::answers("The values and their counts", &reference("Breakdown"), &["400"])
            .with(parameters)
    }
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
    add_parameters(operation, formats());
    operation["responses"]["200"]["content"] = tables();
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
         4 deep, 50 conditions in all. A field may be one of a record that is referred to, which the \
         caller may read: `project.developer.name`.",
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

pub(super) fn deleted(_: &Subject<'_>) -> Particulars {
    let page = reference("DeletedRecordPage");
    let newest = "One page of deleted records, the newest first";
    Particulars::answers(newest, &page, &["400"]).with(paging())
}

pub(super) fn duplicates(_: &Subject<'_>) -> Particulars {
    let page = reference("DuplicateGroupPage");
    let groups =
        Particulars::answers("One page of groups of likely duplicates", &page, &["400", "503"]);
    let description = "Groups records whose title or key differ in nothing but case, spaces, punctuation and forms of \
                       Arabic letters. Each record is read once.";
    Particulars { description, ..groups.with(paging()) }
}
