//! Required fields that are missing, for every operation of the document with a JSON body. An
//! omitted field and null are equal, and each field has the message of its schema.

use std::collections::BTreeMap;

use actix_web::http::Method;
use kernel::testing::{TestApp, generated};
use serde_json::{Map, Value, json};

use crate::PRODUCT;
use crate::assessing::{ASSESSMENTS, SUBMISSIONS, place};

const NO_RECORD: &str = "000000000000000000000000";

/// Returns the required fields of a body's schema, each with its message.
fn required(document: &Value, schema: &Value) -> BTreeMap<String, String> {
    let schema = match schema["$ref"].as_str() {
        Some(reference) => document.pointer(reference.trim_start_matches('#')).unwrap(),
        None => schema,
    };
    let names = schema["required"].as_array().into_iter().flatten();
    names
        .filter_map(|name| {
            let name = name.as_str()?;
            let message = schema["properties"][name]["x-messages"]["required"].as_str()?;
            Some((format!("/{name}"), message.to_owned()))
        })
        .collect()
}

#[actix_web::test]
async fn missing_field_has_the_message_of_its_schema() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (document, _) = generated(&PRODUCT).await;
    let mut walked = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            let wanted = required(&document, schema);
            if wanted.is_empty() {
                continue;
            }
            walked += 1;
            let path = path.replace("{id}", NO_RECORD);
            let method: Method = method.to_uppercase().parse().unwrap();
            let nulls: Map<String, Value> =
                wanted.keys().map(|pointer| (pointer[1..].to_owned(), Value::Null)).collect();
            for body in [json!({}), Value::Object(nulls)] {
                let refused = admin.request(method.clone(), &path).json(&body).send().await;
                let what = format!("{method} {path} {body}: {}", refused.body);
                assert_eq!(refused.status, 422, "{what}");
                let reported: BTreeMap<String, String> = refused
                    .errors()
                    .into_iter()
                    .map(|(pointer, message)| (pointer.to_owned(), message.to_owned()))
                    .collect();
                for (pointer, message) in &wanted {
                    assert_eq!(reported.get(pointer), Some(message), "{pointer} of {what}");
                }
            }
        }
    }
    assert!(walked > 15, "only {walked} bodies were asked");
}

#[actix_web::test]
async fn submission_without_a_project_or_an_estimate_has_its_own_message() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Rise", 1).await;
    const PROJECT: (&str, &str) = ("/projectId", "Project ID is required");
    const NONE: (&str, &str) = ("/assessments", "At least one assessment is required");
    let one = json!([{
        "unitId": place.units[0], "estimatedYearlyRentInAED": 90_000,
        "estimatedCapitalAppreciationPercentage": 0, "confidenceScore": 0,
    }]);
    for (body, errors) in [
        (json!({ "assessments": one }), vec![PROJECT]),
        (json!({ "projectId": null, "assessments": one }), vec![PROJECT]),
        (json!({ "projectId": "", "assessments": one }), vec![PROJECT]),
        (json!({ "projectId": place.project }), vec![NONE]),
        (json!({ "projectId": place.project, "assessments": null }), vec![NONE]),
        (json!({ "projectId": place.project, "assessments": [] }), vec![NONE]),
        (json!({}), vec![NONE, PROJECT]),
        (json!({ "projectId": null, "assessments": null }), vec![NONE, PROJECT]),
        (json!({ "projectId": "", "assessments": [] }), vec![NONE, PROJECT]),
        // A value of the wrong type has its own message.
        (
            json!({ "projectId": 7, "assessments": "x" }),
            vec![
                ("/assessments", "Assessments must be a list"),
                ("/projectId", "Project ID must be a text"),
            ],
        ),
        (
            json!({ "projectId": "nowhere", "assessments": one }),
            vec![("/projectId", "Choose one of the records there are")],
        ),
    ] {
        let refused = admin.post(SUBMISSIONS, body.clone()).await;
        assert_eq!((refused.status.as_u16(), refused.errors()), (422, errors), "{body}");
    }
    for project in [None, Some(Value::Null), Some(json!(""))] {
        let mut estimate = place.estimate(0, 90_000);
        match &project {
            None => drop(estimate.as_object_mut().unwrap().remove("projectId")),
            Some(value) => estimate["projectId"] = value.clone(),
        }
        let refused = admin.post(ASSESSMENTS, estimate).await;
        assert_eq!(
            (refused.status.as_u16(), refused.errors()),
            (422, vec![PROJECT]),
            "{project:?}"
        );
    }
}
