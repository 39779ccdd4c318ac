//! The document is valid and complete, and made twice it is the same.

use std::collections::BTreeSet;

use kernel::Product;
use kernel::testing::generated;
use serde_json::Value;

use crate::contract::{Contract, Operation};
use crate::report::Report;
use crate::values::validator;

pub(crate) async fn check(product: &Product, mut report: Report) -> Report {
    let (first, again) = (generated(product).await, generated(product).await);
    let product_itself = ("product", "document");
    // As text, in which the order of fields counts too.
    let [one, other] = [&first.0, &again.0].map(Value::to_string);
    report.expect(
        one == other,
        product_itself,
        "the same document when it is made twice",
        "another one",
    );
    let same = first.1 == again.1;
    report.expect(same, ("product", "matrix"), "the same matrix when it is made twice", &again.1);
    let contract = Contract::of(product).await;
    let document = &contract.document;
    let is_version = document["openapi"].as_str().is_some_and(|version| version.starts_with("3.1"));
    report.expect(is_version, product_itself, "OpenAPI 3.1", &document["openapi"]);
    for reference in references(document) {
        let is_there = document.pointer(reference.trim_start_matches('#')).is_some();
        report.expect(
            is_there,
            product_itself,
            format!("{reference}, which is referred to"),
            "nothing",
        );
    }
    let tags = document["tags"].as_array().into_iter().flatten();
    let tags: BTreeSet<&str> = tags.filter_map(|tag| tag["name"].as_str()).collect();
    let mut ids = BTreeSet::new();
    for operation in &contract.operations {
        let subject = (&*operation.module, &*operation.id);
        report.expect(!operation.id.is_empty(), subject, "an operationId", &operation.path);
        report.expect(ids.insert(&operation.id), subject, "an operationId of its own", "it twice");
        let tag = operation.json["tags"][0].as_str().unwrap_or_default();
        report.expect(tags.contains(tag), subject, "a tag that the document lists", tag);
        complete(operation, &mut report);
    }
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        if let Err(error) = jsonschema::meta::validate(schema) {
            report.fail("product", name, "a valid schema", error);
        }
    }
    for resource in &contract.resources {
        for (of, schema) in &resource.schemas {
            titles(&resource.module, &format!("{}, {of}", resource.name), schema, &mut report);
        }
    }
    report
}

/// An operation says what it needs, what it takes and how it can fail.
fn complete(operation: &Operation, report: &mut Report) {
    let subject = (&*operation.module, &*operation.id);
    report.expect(!operation.rule.is_empty(), subject, "x-permission", "none");
    let summary = operation.json["summary"].as_str().unwrap_or_default();
    report.expect(!summary.is_empty(), subject, "a summary", "none");
    let declared: BTreeSet<&str> =
        operation.parameters("path").filter_map(|one| one["name"].as_str()).collect();
    let parts = operation.path.split('{').skip(1).filter_map(|part| part.split('}').next());
    let in_path: BTreeSet<&str> = parts.collect();
    report.expect(
        declared == in_path,
        subject,
        format!("the parameters {in_path:?}"),
        format!("{declared:?}"),
    );
    for place in ["path", "query", "header"] {
        for parameter in operation.parameters(place) {
            let name = &parameter["name"];
            let described = parameter["description"].as_str().is_some_and(|text| !text.is_empty());
            report.expect(described, subject, format!("a description of {name}"), "none");
            let default = parameter["schema"].get("default");
            if let (Some(default), Ok(validator)) = (default, validator(&parameter["schema"])) {
                let expected = format!("a default of {name} that its schema accepts");
                report.expect(validator.is_valid(default), subject, expected, default);
            }
        }
    }
    let responses = operation.json["responses"].as_object();
    let succeeds = |status: &String| status.starts_with('2') || status.starts_with('3');
    let success = responses.is_some_and(|all| all.keys().any(succeeds));
    report.expect(success, subject, "a response of success", "none");
    let mut wanted = vec!["503"];
    if !operation.is_public() {
        wanted.push("401");
    }
    if operation.rule.contains(':') {
        wanted.push("403");
    }
    if !operation.json["requestBody"].is_null() {
        wanted.extend(["400", "413"]);
    }
    for status in wanted {
        let is_there = responses.is_some_and(|all| all.contains_key(status));
        report.expect(is_there, subject, format!("a response {status}"), "none");
    }
    for (status, response) in
        responses.into_iter().flatten().filter(|(status, _)| status.as_str() >= "4")
    {
        let content = &response["content"]["application/problem+json"];
        let is_problem = content["schema"]["$ref"] == "#/components/schemas/Problem";
        report.expect(is_problem, subject, format!("{status} with a problem document"), response);
    }
}

fn references(value: &Value) -> BTreeSet<&str> {
    match value {
        Value::Object(all) => {
            let own = all.get("$ref").and_then(Value::as_str);
            all.values().flat_map(references).chain(own).collect()
        }
        Value::Array(all) => all.iter().flat_map(references).collect(),
        _ => BTreeSet::new(),
    }
}

/// Every field has a title, which screens show.
fn titles(module: &str, subject: &str, schema: &Value, report: &mut Report) {
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let titled = field["title"].as_str().is_some_and(|title| !title.is_empty());
        report.expect(titled, (module, subject), format!("a title of {name}"), "none");
        titles(module, subject, field, report);
        titles(module, subject, &field["items"], report);
    }
}
