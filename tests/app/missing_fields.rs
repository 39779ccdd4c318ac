//! Fields that are missing from a submission: an omitted field, null and an empty one are equal.

use kernel::testing::TestApp;
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::assessing::{ASSESSMENTS, SUBMISSIONS, place};

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
