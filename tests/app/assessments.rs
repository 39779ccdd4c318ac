//! Estimates that estimators save for units.

use actix_web::http::Method;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Double, Integer, Nullable, Text};
use futures_util::future::join_all;
use kernel::testing::TestApp;
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::assessing::{
    ASSESSMENTS, SUBMISSIONS, UNKNOWN_ID, estimators, history, item, place, submit, text,
};
use crate::consensus::{assert_close, consensus, reference_consensus};

#[actix_web::test]
async fn unauthenticated_requests_neither_read_nor_save() {
    let app = TestApp::of(&PRODUCT).await;
    let anonymous = app.anonymous();
    assert_eq!(anonymous.get(&format!("{ASSESSMENTS}?projectId={UNKNOWN_ID}")).await.status, 401);
    assert_eq!(anonymous.post(ASSESSMENTS, json!({})).await.status, 401);
    assert_eq!(anonymous.post(SUBMISSIONS, json!({})).await.status, 401);
}

#[actix_web::test]
async fn only_estimators_and_administrators_save() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Rise", 1).await;
    for role in ["user", "analytics"] {
        let client = app.sign_in(role).await;
        assert_eq!(place.save(&client, 0, 90_000).await.status, 403, "{role}");
        let own = client.get(&format!("{ASSESSMENTS}?projectId={}", place.project)).await;
        assert_eq!(own.status, 403, "{role}");
        let many = submit(&client, &place.project, vec![item(&place, 0, 90_000)]).await;
        assert_eq!(many.status, 403, "{role}");
    }
    assert_eq!(place.save(&admin, 0, 90_000).await.status, 201);
    assert_eq!(place.save(&app.sign_in("estimations").await, 0, 90_000).await.status, 201);
}

#[actix_web::test]
async fn estimate_is_created_replaced_and_read_by_its_owner() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Rise", 3).await;
    let [one, other] = &estimators(&app, 2).await[..] else { panic!() };
    let made = place.save(one, 1, 90_000).await.expect(201);
    assert_eq!(
        made,
        json!({
            "_id": made["_id"], "unit": { "_id": place.units[1], "unitNumber": "A-2" },
            "projectId": place.project, "unitId": place.units[1],
            "estimatedYearlyRentInAED": 90_000,
            "estimatedCapitalAppreciationPercentage": 0.0, "confidenceScore": 0.0,
            "createdAt": made["createdAt"], "updatedAt": made["createdAt"],
        })
    );
    let mut better = place.estimate(1, 95_500);
    better["estimatedCapitalAppreciationPercentage"] = json!(-3.5);
    better["confidenceScore"] = json!(80);
    let replaced = one.post(ASSESSMENTS, better.clone()).await.expect(200);
    assert_eq!((&replaced["_id"], &replaced["createdAt"]), (&made["_id"], &made["createdAt"]));
    assert!(text(&replaced["updatedAt"]) > text(&made["updatedAt"]));
    assert_eq!(replaced["estimatedCapitalAppreciationPercentage"], json!(-3.5));
    // Saving the same values again is no change.
    assert_eq!(one.post(ASSESSMENTS, better).await.expect(200), replaced);

    place.save(one, 0, 70_000).await.expect(201);
    place.save(other, 2, 60_000).await.expect(201);
    let own = place.own(one).await;
    let numbers: Vec<_> =
        own.as_array().unwrap().iter().map(|one| &one["unit"]["unitNumber"]).collect();
    assert_eq!(numbers, ["A-1", "A-2"]);
    assert_eq!(own[1], replaced);
    assert_eq!(place.own(other).await.as_array().unwrap().len(), 1);
    assert_eq!(place.own(&admin).await, json!([]));

    let history = history(&admin, &made["_id"]).await;
    let versions: Vec<_> = history["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|version| {
            let rent = |side: &str| version[side]["estimatedYearlyRentInAED"].clone();
            (text(&version["action"]), rent("before"), rent("after"))
        })
        .collect();
    assert_eq!(
        versions,
        [
            ("update".into(), json!(90_000), json!(95_500)),
            ("create".into(), Value::Null, json!(90_000)),
        ]
    );
    assert_eq!(
        history["items"][0]["changed"],
        json!([
            "estimatedYearlyRentInAED",
            "estimatedCapitalAppreciationPercentage",
            "confidenceScore"
        ])
    );
}

#[actix_web::test]
async fn entry_method_of_an_estimate_is_stored_and_never_returned() {
    #[derive(Debug, PartialEq, QueryableByName)]
    struct Entered {
        #[diesel(sql_type = Nullable<Text>)]
        base_source: Option<String>,
        #[diesel(sql_type = Nullable<diesel::sql_types::BigInt>)]
        base_value: Option<i64>,
        #[diesel(sql_type = Nullable<Integer>)]
        taps: Option<i32>,
        #[diesel(sql_type = Nullable<diesel::sql_types::Bool>)]
        typed: Option<bool>,
        #[diesel(sql_type = Nullable<Double>)]
        seconds: Option<f64>,
    }
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Rise", 1).await;
    let entered = || -> Entered {
        sql_query("SELECT base_source, base_value, taps, typed, seconds FROM assessments")
            .get_result(&mut app.database().connect())
            .unwrap()
    };
    let mut estimate = place.estimate(0, 91_000);
    estimate["entry"] = json!({
        "baseSource": "unit", "baseValue": 90_000, "taps": 7, "typed": false, "seconds": 12.25,
    });
    let made = admin.post(ASSESSMENTS, estimate).await.expect(201);
    assert!(made.get("entry").is_none() && made.get("baseValue").is_none());
    assert_eq!(
        entered(),
        Entered {
            base_source: Some("unit".into()),
            base_value: Some(90_000),
            taps: Some(7),
            typed: Some(false),
            seconds: Some(12.25),
        }
    );
    // The entry method of a replaced estimate is unknown unless the request states it.
    place.save(&admin, 0, 92_000).await.expect(200);
    let nothing =
        Entered { base_source: None, base_value: None, taps: None, typed: None, seconds: None };
    assert_eq!(entered(), nothing);
    let mut wrong = place.estimate(0, 93_000);
    wrong["entry"] = json!({ "baseSource": "elsewhere", "taps": -1, "mood": 1 });
    let refused = admin.post(ASSESSMENTS, wrong).await;
    let pointers: Vec<&str> = refused.errors().iter().map(|(pointer, _)| *pointer).collect();
    assert_eq!(pointers, ["/entry/baseSource", "/entry/mood", "/entry/taps"]);
}

/// Invalid values of the fields of an estimate, each with the one message that is returned.
fn wrong_fields() -> Vec<(&'static str, Value, &'static str)> {
    const RENT: &str = "estimatedYearlyRentInAED";
    const APPRECIATION: &str = "estimatedCapitalAppreciationPercentage";
    const CONFIDENCE: &str = "confidenceScore";
    vec![
        (RENT, json!(0), "Yearly rent must be greater than 0"),
        (RENT, json!(-1), "Yearly rent must be greater than 0"),
        (RENT, json!(1), "Yearly rent seems too low (min 10K AED)"),
        (RENT, json!(9_999), "Yearly rent seems too low (min 10K AED)"),
        (RENT, json!(5_000_001), "Yearly rent seems too high (max 5M AED)"),
        (RENT, json!(1e300), "Yearly rent seems too high (max 5M AED)"),
        (RENT, json!(90_000.5), "Yearly rent must be a whole number"),
        (RENT, json!("90000"), "Yearly rent must be a whole number"),
        (RENT, Value::Null, "Yearly rent is required"),
        (APPRECIATION, json!(-50.1), "Appreciation cannot be less than -50%"),
        (APPRECIATION, json!(100.1), "Appreciation cannot be more than 100%"),
        (APPRECIATION, json!("0"), "Appreciation must be a number"),
        (CONFIDENCE, json!(-1), "Confidence score cannot be less than 0"),
        (CONFIDENCE, json!(101), "Confidence score cannot be more than 100"),
    ]
}

#[actix_web::test]
async fn invalid_estimate_has_one_message_per_field_and_is_not_saved() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Rise", 2).await;
    for (field, value, message) in wrong_fields() {
        let mut estimate = place.estimate(0, 90_000);
        estimate[field] = value.clone();
        let refused = admin.post(ASSESSMENTS, estimate.clone()).await;
        assert_eq!(refused.status, 422, "{field}: {value}");
        assert_eq!(refused.errors(), [(format!("/{field}").as_str(), message)], "{value}");
        assert_eq!(refused.body["detail"], message);
        let refused = submit(&admin, &place.project, vec![item(&place, 1, 90_000), estimate]).await;
        assert_eq!(refused.status, 422, "{field}: {value}");
        let pointer = format!("/assessments/1/{field}");
        assert_eq!(refused.errors(), [(pointer.as_str(), message)], "{value}");
    }
    let refused = admin.post(ASSESSMENTS, json!({ "mood": 1 })).await;
    assert_eq!(
        refused.errors(),
        [
            ("/confidenceScore", "Confidence score is required"),
            ("/estimatedCapitalAppreciationPercentage", "Appreciation is required"),
            ("/estimatedYearlyRentInAED", "Yearly rent is required"),
            ("/mood", "There is no such field"),
            ("/projectId", "Project ID is required"),
            ("/unitId", "Unit is required"),
        ]
    );
    for (body, errors) in [
        (
            json!({}),
            [
                ("/assessments", "At least one assessment is required"),
                ("/projectId", "Project ID is required"),
            ],
        ),
        (
            json!({ "assessments": [] }),
            [
                ("/assessments", "At least one assessment is required"),
                ("/projectId", "Project ID is required"),
            ],
        ),
    ] {
        let refused = admin.post(SUBMISSIONS, body).await;
        assert_eq!((refused.status.as_u16(), refused.errors()), (422, errors.to_vec()));
    }
    let many = submit(&admin, &place.project, vec![item(&place, 0, 90_000); 501]).await;
    assert_eq!(
        many.errors(),
        [("/assessments", "At most 500 assessments can be submitted at once")]
    );
    for query in ["", "?projectId=", "?projectId=nowhere", "?projectId=0000"] {
        let refused = admin.get(&format!("{ASSESSMENTS}{query}")).await;
        assert_eq!(refused.status, 400, "{query}");
        assert!(text(&refused.body["detail"]).contains("`projectId`"), "{query}");
    }
    assert_eq!(place.own(&admin).await, json!([]));
    assert_eq!(consensus(&app, &place.units[0]), None);
}

#[actix_web::test]
async fn bounds_are_inclusive() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Rise", 2).await;
    for (index, rent, appreciation, confidence) in
        [(0, json!(10_000), -50, 0), (1, json!(5_000_000.0), 100, 100)]
    {
        let mut estimate = place.estimate(index, 0);
        estimate["estimatedYearlyRentInAED"] = rent;
        estimate["estimatedCapitalAppreciationPercentage"] = json!(appreciation);
        estimate["confidenceScore"] = json!(confidence);
        admin.post(ASSESSMENTS, estimate).await.expect(201);
    }
}

#[actix_web::test]
async fn unknown_unit_or_project_is_reported_at_its_field() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let here = place(&admin, "Rise", 1).await;
    let there = place(&admin, "Crest", 1).await;
    let no_unit = ("/unitId", "There is no such unit");
    let no_project = ("/projectId", "There is no such project");
    let elsewhere = ("/unitId", "This unit belongs to another project");
    for (unit, project, errors) in [
        (UNKNOWN_ID, here.project.as_str(), vec![no_unit]),
        (here.units[0].as_str(), UNKNOWN_ID, vec![no_project]),
        (UNKNOWN_ID, UNKNOWN_ID, vec![no_project, no_unit]),
        (there.units[0].as_str(), here.project.as_str(), vec![elsewhere]),
    ] {
        let mut estimate = here.estimate(0, 90_000);
        estimate["unitId"] = json!(unit);
        estimate["projectId"] = json!(project);
        let refused = admin.post(ASSESSMENTS, estimate.clone()).await;
        assert_eq!((refused.status.as_u16(), refused.errors()), (422, errors.clone()));
        estimate.as_object_mut().unwrap().shift_remove("projectId");
        let refused = submit(&admin, project, vec![estimate]).await;
        let deep: Vec<(String, &str)> = errors
            .iter()
            .map(|(pointer, message)| match *pointer {
                "/unitId" => ("/assessments/0/unitId".into(), *message),
                pointer => (pointer.into(), *message),
            })
            .collect();
        let deep: Vec<(&str, &str)> = deep.iter().map(|(a, b)| (a.as_str(), *b)).collect();
        assert_eq!((refused.status.as_u16(), refused.errors()), (422, deep));
    }
    let mut wrong = here.estimate(0, 90_000);
    wrong["unitId"] = json!("A-1");
    assert_eq!(admin.post(ASSESSMENTS, wrong).await.errors()[0].0, "/unitId");
}

#[actix_web::test]
async fn submission_is_saved_completely_or_not_at_all() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let here = place(&admin, "Rise", 3).await;
    let there = place(&admin, "Crest", 1).await;
    let estimator = app.sign_in("estimations").await;
    here.save(&estimator, 2, 80_000).await.expect(201);

    let twice = vec![item(&here, 0, 90_000), item(&here, 1, 90_000), item(&here, 0, 95_000)];
    let refused = submit(&estimator, &here.project, twice).await;
    assert_eq!(refused.errors(), [("/assessments/2/unitId", "This unit is named twice")]);
    let strangers = vec![item(&here, 0, 90_000), item(&there, 0, 90_000)];
    let refused = submit(&estimator, &here.project, strangers).await;
    assert_eq!(
        refused.errors(),
        [("/assessments/1/unitId", "This unit belongs to another project")]
    );
    let refused = submit(&estimator, &here.project, vec![there.estimate(0, 90_000)]).await;
    let message = "All assessments of a submission must be of its project";
    assert_eq!(refused.errors(), [("/assessments/0/projectId", message)]);
    assert_eq!(here.own(&estimator).await.as_array().unwrap().len(), 1);

    // The answer has the order of the request, for created and replaced estimates alike.
    let estimates = vec![item(&here, 2, 85_000), here.estimate(0, 70_000), item(&here, 1, 75_000)];
    let saved = submit(&estimator, &here.project, estimates).await.expect(200);
    let rents: Vec<_> =
        saved.as_array().unwrap().iter().map(|one| &one["estimatedYearlyRentInAED"]).collect();
    assert_eq!(rents, [85_000, 70_000, 75_000]);
    assert_eq!(saved[0]["unit"]["unitNumber"], "A-3");
    assert_eq!(here.own(&estimator).await.as_array().unwrap().len(), 3);
    assert_eq!(history(&admin, &saved[0]["_id"]).await["total"], 2);
    assert_eq!(history(&admin, &saved[1]["_id"]).await["total"], 1);
    for (unit, rent) in here.units.iter().zip([70_000, 75_000, 85_000]) {
        assert_close(&consensus(&app, unit).unwrap(), &reference_consensus(&[rent]), unit);
    }
}

#[actix_web::test]
async fn repeated_save_with_an_idempotency_key_is_one_save() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Rise", 2).await;
    let estimator = app.sign_in("estimations").await;
    let send = async |path: &str, key: &str, body: Value| {
        let request = estimator.request(Method::POST, path).header("idempotency-key", key);
        request.json(&body).send().await
    };
    let first = send(ASSESSMENTS, "k1", place.estimate(0, 90_000)).await;
    place.save(&estimator, 0, 95_000).await.expect(200);
    // A retry after a lost answer gets the stored answer. The later estimate remains.
    let again = send(ASSESSMENTS, "k1", place.estimate(0, 90_000)).await;
    assert_eq!((again.status.as_u16(), &again.body), (201, &first.body));
    assert_eq!(place.own(&estimator).await[0]["estimatedYearlyRentInAED"], 95_000);
    assert_eq!(send(ASSESSMENTS, "k1", place.estimate(0, 96_000)).await.status, 422);

    let body = json!({ "projectId": place.project, "assessments": [item(&place, 1, 60_000)] });
    let answers = join_all((0..6).map(|_| send(SUBMISSIONS, "k2", body.clone()))).await;
    assert!(answers.iter().all(|answer| answer.status == 200 && answer.body == answers[0].body));
    assert_eq!(history(&admin, &answers[0].body[0]["_id"]).await["total"], 1);
}
