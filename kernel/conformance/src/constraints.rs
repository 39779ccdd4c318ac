//! Every constraint of a schema is checked by the server, and a violation is reported at its field.

use std::collections::BTreeMap;

use kernel::Product;
use kernel::testing::TestApp;
use serde_json::{Map, Value, json};

use crate::contract::{Clients, Contract, NO_RECORD, inlined};
use crate::records::{Fields, Records};
use crate::report::Report;
use crate::values::{alternative, is_image, is_required, kind, validator};

/// Formats that say how a value is shown, and refuse none.
const ANNOTATIONS: [&str; 4] = ["binary", "byte", "password", "textarea"];
/// Beyond this length a text or list is not made too long.
const LONGEST: u64 = 100_000;

pub(crate) async fn check(product: &Product, mut report: Report) -> Report {
    let contract = Contract::of(product).await;
    let app = TestApp::of(product).await;
    let clients = Clients::of(&app, &contract).await;
    missing_fields(&contract, &clients, &mut report).await;
    let mut records = Records::of(&contract, &clients);
    for resource in contract.in_order() {
        let Some(client) = records.client(resource, "create") else { continue };
        // A record shows that the body is accepted without the violation.
        let Some(made) = records.create(resource, Fields::All, &mut report).await else { continue };
        let schema = resource.schemas.get("input").cloned().unwrap_or_default();
        let body = Value::Object(made.body);
        for violation in violations(&schema, &body, "") {
            let Violation { pointer, constraint, body } = violation;
            let answer = client.post(&resource.path, body).await;
            let at = |(found, _): &(&str, &str)| {
                *found == pointer || found.starts_with(&format!("{pointer}/"))
            };
            let holds = answer.status == 422 && answer.errors().iter().any(at);
            let subject = (&*resource.module, resource.operation("create").unwrap_or_default());
            let expected = format!("422 at {pointer} for a violation of {constraint}");
            report.expect(holds, subject, expected, format!("{} {}", answer.status, answer.body));
        }
    }
    report
}

/// Each required field of every body has the message of its schema, when it is left out and when it is null.
async fn missing_fields(contract: &Contract, clients: &Clients<'_>, report: &mut Report) {
    for operation in &contract.operations {
        let schema = &operation.json["requestBody"]["content"]["application/json"]["schema"];
        let schema = inlined(&contract.document, schema, 0);
        let names = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let wanted: BTreeMap<String, &str> = names
            .filter_map(|name| {
                let message = schema["properties"][name]["x-messages"]["required"].as_str()?;
                Some((format!("/{name}"), message))
            })
            .collect();
        if wanted.is_empty() {
            continue;
        }
        let subject = (&*operation.module, &*operation.id);
        let client = clients.may(contract, &operation.id).or(clients.first());
        let Some(client) = client else { continue };
        let nulls = wanted.keys().map(|pointer| (pointer[1..].to_owned(), Value::Null));
        for body in [json!({}), Value::Object(nulls.collect::<Map<_, _>>())] {
            let request = client.request(operation.method.clone(), &operation.url());
            let answer = request.json(&body).send().await;
            let errors: BTreeMap<&str, &str> = answer.errors().into_iter().collect();
            for (pointer, message) in &wanted {
                let holds = answer.status == 422 && errors.get(&**pointer) == Some(message);
                let expected = format!("422 with \"{message}\" at {pointer} for {body}");
                report.expect(
                    holds,
                    subject,
                    expected,
                    format!("{} {}", answer.status, answer.body),
                );
            }
        }
    }
}

/// A body that violates one constraint.
pub(crate) struct Violation {
    pub(crate) pointer: String,
    pub(crate) constraint: String,
    pub(crate) body: Value,
}

/// Returns bodies that each violate one constraint of `schema`, at a field of `body`.
pub(crate) fn violations(schema: &Value, body: &Value, pointer: &str) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut add = |pointer: String, constraint: String, value: Option<Value>| {
        let mut body = body.clone();
        let (parent, name) = pointer.rsplit_once('/').unwrap_or(("", ""));
        let Some(group) = body.pointer_mut(parent).and_then(Value::as_object_mut) else { return };
        match value {
            Some(value) => drop(group.insert(name.to_owned(), value)),
            None => drop(group.remove(name)),
        }
        found.push(Violation { pointer, constraint, body });
    };
    let group = resolved(schema);
    if group["additionalProperties"] == false {
        add(format!("{pointer}/noSuchField"), "additionalProperties".into(), Some(json!(1)));
    }
    let fields = group["properties"].as_object().cloned().unwrap_or_default();
    for (name, field) in &fields {
        let at = format!("{pointer}/{name}");
        if is_required(group, name) {
            add(at.clone(), "required".into(), None);
        }
        for (constraint, value) in of_field(field) {
            add(at.clone(), constraint, Some(value));
        }
    }
    for (name, field) in &fields {
        let at = format!("{pointer}/{name}");
        let is_there = body.pointer(&at).is_some_and(Value::is_object);
        if is_there && kind(resolved(field)) == "object" && !is_image(resolved(field)) {
            found.extend(violations(field, body, &at));
        }
    }
    found
}

fn resolved(schema: &Value) -> &Value {
    alternative(schema).unwrap_or(schema)
}

/// Returns values that violate one constraint each.
fn of_field(field: &Value) -> Vec<(String, Value)> {
    let field = resolved(field);
    let kind = kind(field);
    let mut found = Vec::new();
    let mut add = |constraint: &str, value: Value| found.push((constraint.to_owned(), value));
    add("type", if kind == "string" { json!(7) } else { json!("no such value") });
    let count = |keyword: &str| field[keyword].as_u64();
    if let Some(least) = count("minLength").filter(|least| *least > 0) {
        add("minLength", json!("a".repeat(least as usize - 1)));
    }
    if let Some(most) = count("maxLength").filter(|most| *most < LONGEST) {
        add("maxLength", json!("a".repeat(most as usize + 1)));
    }
    for (keyword, beyond) in
        [("minimum", -1.0), ("maximum", 1.0), ("exclusiveMinimum", 0.0), ("exclusiveMaximum", 0.0)]
    {
        let Some(bound) = field[keyword].as_f64() else { continue };
        let value = bound + beyond;
        let value = if value.fract() == 0.0 { json!(value as i64) } else { json!(value) };
        add(keyword, value);
    }
    if field["enum"].is_array() && kind == "string" {
        add("enum", json!("no such value"));
    }
    if let Some(resource) = field["x-reference"]["resource"].as_str().filter(|_| kind == "string") {
        add(&format!("x-reference to {resource}"), json!(NO_RECORD));
    }
    if let Some(pattern) = field["pattern"].as_str()
        && let Ok(validator) = validator(&json!({ "pattern": pattern }))
    {
        let wrong = ["no such value", "~", "\u{7f}~", "0"].map(|text| json!(text));
        let wrong = wrong.into_iter().find(|text| !validator.is_valid(text));
        wrong.into_iter().for_each(|wrong| add(&format!("pattern {pattern}"), wrong));
    }
    if let Some(format) = field["format"].as_str()
        && kind == "string"
        && !ANNOTATIONS.contains(&format)
    {
        add(&format!("format {format}"), json!("no such value"));
    }
    if kind == "array" {
        lists(field, &mut found);
    }
    found
}

fn lists(field: &Value, found: &mut Vec<(String, Value)>) {
    let mut values = crate::values::Values::default();
    let item = values.candidates(&field["items"]).into_iter().next();
    let mut add = |constraint: &str, value: Value| found.push((constraint.to_owned(), value));
    if let Some(most) = field["maxItems"].as_u64().filter(|most| *most < LONGEST)
        && let Some(item) = &item
    {
        add("maxItems", json!(vec![item; most as usize + 1]));
    }
    if let Some(least) = field["minItems"].as_u64().filter(|least| *least > 0) {
        let fewer: Vec<&Value> = item.iter().cycle().take(least as usize - 1).collect();
        add("minItems", json!(fewer));
    }
    if let Some(item) = item.filter(|_| field["uniqueItems"] == true) {
        add("uniqueItems", json!([item, item]));
    }
    if !is_image(&field["items"]) {
        let of_items = of_field(&field["items"]);
        let items =
            of_items.into_iter().map(|(name, wrong)| (format!("items: {name}"), json!([wrong])));
        found.extend(items);
    }
}
