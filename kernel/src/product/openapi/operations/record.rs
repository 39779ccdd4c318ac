//! The operations on one record.

use serde_json::json;

use super::{
    Described, Needs, answers, body, described, header, id, if_match, input_name, paging, record,
    reference, refuse,
};
use crate::records::resource::Registration;

pub(super) fn operations(registration: &Registration) -> Vec<Described> {
    let info = &registration.info;
    let path = info.path();
    let one = format!("{path}/{{id}}");
    let one_word = info.word_with_article();
    let view = reference(&registration.view_name());
    let mut operations = vec![described(
        registration,
        (one.clone(), "get"),
        ("view", "view"),
        Needs::Action("read"),
        format!("Get {one_word}"),
        |operation| {
            operation.insert("parameters".into(), json!([id()]));
            operation.insert("responses".into(), record("200", "The record", &view, &["404"]));
        },
    )];
    if registration.has_history {
        operations.push(described(
            registration,
            (format!("{one}/history"), "get"),
            ("history", "history"),
            Needs::Action("history"),
            format!("Get the history of {one_word}"),
            |operation| {
                let mut parameters = vec![id()];
                parameters.extend(paging());
                operation.insert("parameters".into(), json!(parameters));
                let page = reference("RevisionPage");
                let mut responses = answers("One page of versions, the newest first", &page);
                refuse(&mut responses, &["400", "404"]);
                operation.insert("responses".into(), responses);
            },
        ));
    }
    if registration.creates().is_some() {
        let input = reference(&input_name(registration));
        operations.push(described(
            registration,
            (path, "post"),
            ("create", "create"),
            Needs::Action("create"),
            format!("Create {one_word}"),
            |operation| {
                operation.insert("requestBody".into(), body("application/json", &input));
                let refusals = ["409", "422"];
                let mut responses = record("201", "The new record", &view, &refusals);
                responses["201"]["headers"]["Location"] =
                    header("Where the record is", json!({ "type": "string" }));
                operation.insert("responses".into(), responses);
            },
        ));
    }
    if registration.changes().is_some() {
        let refusals = ["404", "409", "412", "422"];
        let patch = reference(&registration.patch_name());
        operations.push(described(
            registration,
            (one.clone(), "patch"),
            ("update", "update"),
            Needs::Action("update"),
            format!("Change {one_word}"),
            |operation| {
                operation.insert("parameters".into(), json!([id(), if_match()]));
                operation.insert("requestBody".into(), body("application/json", &patch));
                let responses = record("200", "The changed record", &view, &refusals);
                operation.insert("responses".into(), responses);
            },
        ));
        operations.push(described(
            registration,
            (format!("{one}/restore"), "post"),
            ("restore", "restore"),
            Needs::Action("restore"),
            format!("Restore an earlier version of {one_word}"),
            |operation| {
                operation.insert("parameters".into(), json!([id(), if_match()]));
                let which = reference("Restore");
                operation.insert("requestBody".into(), body("application/json", &which));
                let responses = record("200", "The changed record", &view, &refusals);
                operation.insert("responses".into(), responses);
            },
        ));
    }
    if registration.deletes {
        operations.push(described(
            registration,
            (one, "delete"),
            ("delete", "delete"),
            Needs::Action("delete"),
            format!("Delete {one_word}"),
            |operation| {
                operation.insert("parameters".into(), json!([id(), if_match()]));
                let mut responses = json!({ "204": { "description": "Deleted" } });
                refuse(&mut responses, &["404", "409", "412"]);
                operation.insert("responses".into(), responses);
            },
        ));
    }
    operations
}
