//! Forms have the rules of the API, as far as that is said without a browser: their schemas are valid, refer to
//! resources that can be listed, begin with values that they accept, accept a record as it is read, and refuse
//! what the API refuses.

use actix_web::http::Method;
use kernel::Product;
use kernel::testing::TestApp;
use serde_json::{Map, Value};

use crate::constraints::violations;
use crate::contract::{Clients, Contract, Resource};
use crate::life::read_again;
use crate::records::{Fields, Records};
use crate::report::Report;
use crate::values::validator;

/// Constraints that only the server can check, by what it knows.
const OF_THE_SERVER: [&str; 2] = ["x-reference", "items: x-reference"];

pub(crate) async fn check(product: &Product, mut report: Report) -> Report {
    let contract = Contract::of(product).await;
    let app = TestApp::of(product).await;
    let clients = Clients::of(&app, &contract).await;
    let mut records = Records::of(&contract, &clients);
    report.notice("product", "forms in a browser, which needs Node");
    for resource in contract.in_order() {
        for of in ["input", "patch"] {
            let Some(schema) = resource.schemas.get(of) else { continue };
            let subject = (&*resource.module, &*resource.name);
            match jsonschema::meta::validate(schema) {
                Ok(()) => fields(&contract, resource, schema, "", &mut report),
                Err(error) => report.fail(subject.0, subject.1, "a valid form schema", error),
            }
        }
        let made = match resource.operation("create") {
            Some(_) => records.create(resource, Fields::All, &mut report).await,
            None => None,
        };
        let Some(made) = made else { continue };
        let input = resource.schemas.get("input").cloned().unwrap_or_default();
        let Ok(form) = validator(&input) else { continue };
        let body = Value::Object(made.body);
        let subject = (&*resource.module, resource.operation("create").unwrap_or_default());
        report.expect(
            form.is_valid(&body),
            subject,
            "a form that accepts what the API accepts",
            &body,
        );
        for violation in violations(&input, &body, "") {
            let is_known_here =
                !OF_THE_SERVER.iter().any(|one| violation.constraint.starts_with(one));
            if is_known_here {
                let (pointer, constraint) = (&violation.pointer, &violation.constraint);
                let expected =
                    format!("a form that refuses a violation of {constraint} at {pointer}");
                report.expect(!form.is_valid(&violation.body), subject, expected, &violation.body);
            }
        }
        // A form that is opened on a record and saved as it is changes nothing.
        let Some(client) = records.client(resource, "update") else { continue };
        let mut filled = Map::new();
        for (name, field) in resource.fields("patch") {
            if let Some((_, value)) = read_again(&name, &field, &made.record)
                && !value.is_null()
            {
                filled.insert(name, shaped(&field, value));
            }
        }
        let patch = resource.schemas.get("patch").cloned().unwrap_or_default();
        let filled = Value::Object(filled);
        let subject = (&*resource.module, resource.operation("update").unwrap_or_default());
        if let Ok(form) = validator(&patch) {
            let expected = "a form that accepts a record as it is read";
            report.expect(form.is_valid(&filled), subject, expected, &filled);
        }
        let answer = client.request(Method::PATCH, &made.path).json(&filled).send().await;
        let holds = answer.status == 200 && answer.header("etag") == made.etag;
        let expected = format!("200 and no change for {filled}");
        report.expect(holds, subject, expected, format!("{} {}", answer.status, answer.body));
    }
    report
}

/// What a form draws from each field is there.
fn fields(contract: &Contract, resource: &Resource, schema: &Value, at: &str, report: &mut Report) {
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let pointer = format!("{at}/{name}");
        let subject = (&*resource.module, &*resource.name);
        let examples = field["examples"].as_array().into_iter().flatten();
        if let Ok(validator) = validator(field) {
            for value in examples.chain(field.get("default")) {
                let expected =
                    format!("an example or default of {pointer} that its schema accepts");
                report.expect(validator.is_valid(value), subject, expected, value);
            }
        }
        for one in [field, &field["items"]] {
            let Some(other) = one["x-reference"]["resource"].as_str() else { continue };
            let listed =
                contract.resource(other).is_some_and(|one| one.operation("list").is_some());
            report.expect(listed, subject, format!("a list of {other} for {pointer}"), "none");
        }
        fields(contract, resource, field, &pointer, report);
        fields(contract, resource, &field["items"], &format!("{pointer}/0"), report);
    }
}

/// Returns what is read in the shape of the form, which has fewer fields.
fn shaped(field: &Value, value: Value) -> Value {
    let field = crate::values::alternative(field).unwrap_or(field);
    match value {
        Value::Array(all) => all.into_iter().map(|one| shaped(&field["items"], one)).collect(),
        Value::Object(all) if field["properties"].is_object() => all
            .into_iter()
            .filter(|(name, value)| field["properties"].get(name).is_some() && !value.is_null())
            .map(|(name, value)| (name.clone(), shaped(&field["properties"][&name], value)))
            .collect::<Map<_, _>>()
            .into(),
        other => other,
    }
}
