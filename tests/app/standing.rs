//! The standing of a saved estimate relative to the others of its unit. The save returns it from
//! three others on, and so coarsely that it does not reveal a rent.

use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::assessing::{ASSESSMENTS, ESTIMATIONS, Place, estimators, item, place, submit, text};

/// The lowest and the highest valid rent.
const RENTS: (i64, i64) = (10_000, 5_000_000);

/// Saves an estimate; returns its standing.
async fn standing(place: &Place, by: &TestClient<'_>, unit: usize, rent: i64) -> Option<String> {
    let saved = place.save(by, unit, rent).await;
    assert!(saved.status.is_success(), "{:#}", saved.body);
    saved.body.get("standing").map(text)
}

/// Saves an estimate of a unit by each of these people.
async fn save_all(place: &Place, people: &[TestClient<'_>], unit: usize, rents: &[i64]) {
    for (person, rent) in people.iter().zip(rents) {
        place.save(person, unit, *rent).await.expect(201);
    }
}

#[actix_web::test]
async fn rejected_save_has_no_standing() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Rise", 1).await;
    save_all(&place, &estimators(&app, 4).await, 0, &[100_000; 4]).await;
    let refused = place.save(&app.anonymous(), 0, 90_000).await;
    assert_eq!((refused.status.as_u16(), refused.body.get("standing")), (401, None));
    for role in ["user", "analytics"] {
        let refused = place.save(&app.sign_in(role).await, 0, 90_000).await;
        assert_eq!((refused.status.as_u16(), refused.body.get("standing")), (403, None), "{role}");
    }
}

#[actix_web::test]
async fn save_returns_the_standing_from_three_other_estimates_on() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Rise", 1).await;
    let people = estimators(&app, 5).await;
    let me = &people[4];
    for person in &people[..3] {
        // The own estimate is none of the others.
        assert_eq!(standing(&place, me, 0, 90_000).await, None);
        place.save(person, 0, 100_000).await.expect(201);
    }
    // A save without a change returns it too.
    assert_eq!(standing(&place, me, 0, 90_000).await.as_deref(), Some("same"));
    for (rent, wanted) in [
        (10_000, "muchLower"),
        (50_000, "muchLower"),
        (51_000, "lower"),
        (75_000, "lower"),
        (76_000, "same"),
        (113_000, "same"),
        (114_000, "higher"),
        (170_000, "higher"),
        (171_000, "muchHigher"),
        (5_000_000, "muchHigher"),
    ] {
        assert_eq!(standing(&place, me, 0, rent).await.as_deref(), Some(wanted), "{rent}");
    }
    // The last estimates of the others count.
    for person in &people[..3] {
        place.save(person, 0, 300_000).await.expect(200);
    }
    assert_eq!(standing(&place, me, 0, 100_000).await.as_deref(), Some("muchLower"));
    let fourth = standing(&place, &people[3], 0, 300_000).await;
    assert_eq!(fourth.as_deref(), Some("same"));
}

#[actix_web::test]
async fn submission_returns_the_standing_of_each_estimate() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Rise", 3).await;
    let people = estimators(&app, 4).await;
    save_all(&place, &people[..3], 0, &[100_000; 3]).await;
    save_all(&place, &people[..2], 1, &[100_000; 2]).await;
    save_all(&place, &people[..3], 2, &[200_000; 3]).await;
    let estimates = (0..3).map(|unit| item(&place, unit, 100_000)).collect();
    let saved = submit(&people[3], &place.project, estimates).await.expect(200);
    let positions: Vec<_> =
        saved.as_array().unwrap().iter().map(|one| one.get("standing")).collect();
    assert_eq!(positions, [Some(&json!("same")), None, Some(&json!("muchLower"))]);
}

#[actix_web::test]
async fn no_other_operation_returns_the_standing() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Rise", 1).await;
    let people = estimators(&app, 5).await;
    save_all(&place, &people[..4], 0, &[100_000; 4]).await;
    // A rejected save returns no standing, and its unit still has no estimate.
    let refused = place.save(&people[4], 0, 9_999).await;
    assert_eq!((refused.status.as_u16(), refused.body.get("standing")), (422, None));
    assert_eq!(place.own(&people[4]).await, json!([]));
    let saved = place.save(&people[4], 0, 100_000).await.expect(201);
    assert_eq!(saved["standing"], "same");
    let mut without: Value = saved.clone();
    without.as_object_mut().unwrap().shift_remove("standing");
    assert_eq!(place.own(&people[4]).await, json!([without]));
    for path in [ESTIMATIONS.to_owned(), format!("{ESTIMATIONS}/{}", text(&saved["_id"]))] {
        let answer = admin.get(&path).await.expect(200);
        assert!(!answer.to_string().contains("standing"), "{answer:#}");
    }
    let project = people[4].get(&format!("/api/projects/{}/with-units", place.project)).await;
    assert!(!project.expect(200).to_string().contains("standing"));
}

#[actix_web::test]
async fn repeated_request_with_an_idempotency_key_returns_the_same_standing() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Rise", 1).await;
    let people = estimators(&app, 4).await;
    save_all(&place, &people[..3], 0, &[100_000; 3]).await;
    let save = async || {
        let request = people[3].request(actix_web::http::Method::POST, ASSESSMENTS);
        request.header("idempotency-key", "first").json(&place.estimate(0, 100_000)).send().await
    };
    let first = save().await.expect(201);
    assert_eq!(first["standing"], "same");
    for person in &people[..3] {
        place.save(person, 0, 1_000_000).await.expect(200);
    }
    assert_eq!(save().await.expect(201), first);
}

/// Searches by bisection for the lowest rent that is not below `from`, as an estimator would who
/// wants to know the other estimates. Returns it with all standings on the way.
async fn bisect(
    place: &Place,
    by: &TestClient<'_>,
    unit: usize,
    from: &str,
) -> (i64, Vec<(i64, String)>) {
    let places = ["muchLower", "lower", "same", "higher", "muchHigher"];
    let place_of = |standing: &str| places.iter().position(|one| *one == standing).unwrap();
    let (mut below, mut above) = (RENTS.0 - 1, RENTS.1);
    let mut returned = Vec::new();
    while above - below > 1 {
        let rent = i64::midpoint(below, above);
        let standing = standing(place, by, unit, rent).await.unwrap();
        if place_of(&standing) < place_of(from) {
            below = rent
        } else {
            above = rent
        }
        returned.push((rent, standing));
    }
    (above, returned)
}

#[actix_web::test]
async fn repeated_saves_reveal_the_step_of_the_others_and_nothing_finer() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Rise", 4).await;
    let people = estimators(&app, 5).await;
    // The others' estimates of these units: all within one step, but far apart for an estimator.
    let others = [
        [80_000, 76_000, 79_000, 3_000_000],
        [76_000, 76_100, 77_000, 78_000],
        [112_000, 111_000, 113_500, 113_900],
        [95_000, 60_000, 96_000, 120_000],
    ];
    for (unit, rents) in others.iter().enumerate() {
        save_all(&place, &people[..4], unit, rents).await;
    }
    let me = &people[4];
    for (from, wanted) in [("lower", 50_625), ("same", 75_938), ("higher", 113_907)] {
        let first = bisect(&place, me, 0, from).await;
        assert_eq!(first.0, wanted, "{from}");
        for unit in 1..4 {
            // No answer differs between these units.
            assert_eq!(bisect(&place, me, unit, from).await, first, "{from} of {unit}");
        }
    }
}
