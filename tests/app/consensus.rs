//! The stored consensus of a unit matches its definition, also when many clients save concurrently
//! and when the unit changes its project meanwhile.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Double, Integer, Nullable, Text};
use futures_util::future::{Either, join_all, select};
use kernel::seeded::SeededRandom;
use kernel::testing::TestApp;
use serde_json::json;

use crate::PRODUCT;
use crate::assessing::{ASSESSMENTS, ESTIMATIONS, estimators, history, item, place, submit, text};
use crate::together::someone_waits_for;

#[derive(Debug, PartialEq, QueryableByName)]
pub(crate) struct Consensus {
    #[diesel(sql_type = Integer)]
    estimators: i32,
    #[diesel(sql_type = Double)]
    low: f64,
    #[diesel(sql_type = Double)]
    middle: f64,
    #[diesel(sql_type = Double)]
    high: f64,
    #[diesel(sql_type = Double)]
    rent: f64,
    #[diesel(sql_type = Nullable<Double>)]
    spread: Option<f64>,
    #[diesel(sql_type = Nullable<Double>)]
    half_width: Option<f64>,
    #[diesel(sql_type = Nullable<Double>)]
    confidence: Option<f64>,
}

/// The stored consensus of a unit.
pub(crate) fn consensus(app: &TestApp, unit: &str) -> Option<Consensus> {
    sql_query(
        "SELECT estimators, low, middle, high, rent, spread, half_width, confidence \
         FROM consensus WHERE unit_id = $1",
    )
    .bind::<Text, _>(unit)
    .get_result(&mut app.database().connect())
    .optional()
    .unwrap()
}

/// The consensus by its definition, computed from the rents without any code of the product.
pub(crate) fn reference_consensus(rents: &[i64]) -> Consensus {
    let ranked = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        values
    };
    let middle_of =
        |values: &[f64]| (values[(values.len() - 1) / 2] + values[values.len() / 2]) / 2.0;
    let logs = ranked(rents.iter().map(|rent| (*rent as f64).ln()).collect());
    let (k, half) = (logs.len(), logs.len() / 2);
    let middle = middle_of(&logs);
    let (low, high) = match (k, k % 2) {
        (1, _) => (logs[0], logs[0]),
        (_, 0) => (logs[half - 1], logs[half]),
        _ => (logs[half - 1], logs[half + 1]),
    };
    let away = ranked(logs.iter().map(|x| (x - middle).abs()).collect());
    let spread = (k >= 3).then(|| 1.4826 * middle_of(&away));
    Consensus {
        estimators: i32::try_from(k).unwrap(),
        low,
        middle,
        high,
        rent: middle.exp(),
        spread,
        half_width: spread.map(|spread| 1.96 * 1.2533 * spread / (k as f64).sqrt()),
        confidence: spread.map(|spread| 100.0 * (1.0 - spread)),
    }
}

pub(crate) fn assert_close(is: &Consensus, wanted: &Consensus, what: &str) {
    let near = |one: f64, other: f64| (one - other).abs() <= 1e-9 * other.abs().max(1.0);
    let alike = |one: Option<f64>, other: Option<f64>| match (one, other) {
        (Some(one), Some(other)) => near(one, other),
        (one, other) => one == other,
    };
    let same = is.estimators == wanted.estimators
        && near(is.low, wanted.low)
        && near(is.middle, wanted.middle)
        && near(is.high, wanted.high)
        && near(is.rent, wanted.rent)
        && alike(is.spread, wanted.spread)
        && alike(is.half_width, wanted.half_width)
        && alike(is.confidence, wanted.confidence);
    assert!(same, "{what}: {is:?} is not {wanted:?}");
}

#[actix_web::test]
async fn concurrent_saves_of_an_estimate_are_both_in_the_history() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Rise", 1).await;
    let estimator = app.sign_in("estimations").await;
    for round in 0..5 {
        let rents = [80_000 + round, 90_000 + round];
        let answers = join_all(rents.map(|rent| place.save(&estimator, 0, rent))).await;
        let made = answers.iter().filter(|answer| answer.status == 201).count();
        assert_eq!(made, usize::from(round == 0));
        assert!(answers.iter().all(|answer| answer.status.is_success()));
        let own = place.own(&estimator).await;
        assert_eq!(own.as_array().unwrap().len(), 1);
        let rent = own[0]["estimatedYearlyRentInAED"].as_i64().unwrap();
        assert_close(
            &consensus(&app, &place.units[0]).unwrap(),
            &reference_consensus(&[rent]),
            "one",
        );
        let history = history(&admin, &own[0]["_id"]).await;
        assert_eq!(history["total"], 2 * (round + 1));
        assert_eq!(history["items"][0]["after"]["estimatedYearlyRentInAED"], rent);
        assert_eq!(history["items"][0]["before"], history["items"][1]["after"]);
    }
}

#[actix_web::test]
async fn consensus_includes_all_concurrently_saved_estimates() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Rise", 4).await;
    let people = estimators(&app, 6).await;
    // Seeded random numbers, the same in every run.
    let mut random = SeededRandom::new(7, 0, 0);
    let mut current = vec![vec![None::<i64>; people.len()]; place.units.len()];
    for round in 0..12 {
        // Each estimator saves one estimate, or several in an order of their own.
        let mut plans = Vec::new();
        for person in 0..people.len() {
            let many = random.below(3) == 0;
            let first = random.below(4);
            let units: Vec<usize> =
                if many { (0..4).map(|step| (first + step) % 4).collect() } else { vec![first] };
            let rents: Vec<i64> = units
                .iter()
                .map(|_| 60_000 + 500 * i64::try_from(random.below(120)).unwrap())
                .collect();
            plans.push((person, units, rents));
        }
        let saves = plans.iter().map(|(person, units, rents)| {
            let (place, by) = (&place, &people[*person]);
            async move {
                if let ([unit], [rent]) = (units.as_slice(), rents.as_slice()) {
                    return place.save(by, *unit, *rent).await;
                }
                let estimates =
                    units.iter().zip(rents).map(|(unit, rent)| item(place, *unit, *rent));
                submit(by, &place.project, estimates.collect()).await
            }
        });
        for answer in join_all(saves).await {
            assert!(answer.status.is_success(), "{:#}", answer.body);
        }
        for (person, units, rents) in plans {
            for (unit, rent) in units.into_iter().zip(rents) {
                current[unit][person] = Some(rent);
            }
        }
        for (unit, estimates) in place.units.iter().zip(&current) {
            let rents: Vec<i64> = estimates.iter().copied().flatten().collect();
            match consensus(&app, unit) {
                None => assert!(rents.is_empty()),
                Some(stored) => {
                    assert_close(&stored, &reference_consensus(&rents), &format!("round {round}"));
                }
            }
        }
    }
    assert!(current.iter().all(|estimates| estimates.iter().flatten().count() == people.len()));
}

#[actix_web::test]
async fn a_save_that_waits_for_the_first_one_of_a_unit_has_locked_none_of_the_others() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Rise", 2).await;
    let mut other = app.database().connect();
    if other.is_sqlite() {
        // One writer: a save waits for all before it.
        return;
    }
    place.save(&admin, 1, 90_000).await.expect(201);
    let [first, second] = &place.units[..] else { panic!() };
    let insert = format!(
        "BEGIN; INSERT INTO consensus (unit_id, estimators, low, middle, high, rent, updated_at) \
         VALUES ('{first}', 0, 0, 0, 0, 0, now())"
    );
    other.batch_execute(&insert).unwrap();
    let estimates = vec![item(&place, 0, 80_000), item(&place, 1, 80_000)];
    let save = Box::pin(submit(&admin, &place.project, estimates));
    let waits = Box::pin(someone_waits_for(&mut other));
    let Either::Right(((), save)) = select(save, waits).await else {
        panic!("it did not wait");
    };
    let lock = format!("SELECT 1 FROM consensus WHERE unit_id = '{second}' FOR NO KEY UPDATE");
    other.batch_execute(&format!("{lock}; COMMIT")).unwrap();
    save.await.expect(200);
}

#[actix_web::test]
async fn estimates_follow_a_unit_to_another_project() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let here = place(&admin, "Rise", 2).await;
    let there = place(&admin, "Crest", 0).await;
    let estimator = app.sign_in("estimations").await;
    let made = here.save(&estimator, 0, 90_000).await.expect(201);
    here.save(&estimator, 1, 91_000).await.expect(201);
    let unit = format!("/api/backoffice/units/{}", here.units[0]);
    admin.patch(&unit, json!({ "projectId": there.project })).await.expect(200);

    let moved = there.own(&estimator).await;
    assert_eq!((&moved[0]["_id"], &moved[0]["projectId"]), (&made["_id"], &json!(there.project)));
    assert_eq!(here.own(&estimator).await.as_array().unwrap().len(), 1);
    let listed = admin.get(&format!("{ESTIMATIONS}/{}", text(&made["_id"]))).await.expect(200);
    assert_eq!(listed["project"]["name"], "Crest");
    // It cannot be saved under its former project any more.
    let refused = here.save(&estimator, 0, 92_000).await;
    assert_eq!(refused.errors(), [("/unitId", "This unit belongs to another project")]);
    let mut estimate = here.estimate(0, 92_000);
    estimate["projectId"] = json!(there.project);
    estimator.post(ASSESSMENTS, estimate).await.expect(200);
    let stored = consensus(&app, &here.units[0]).unwrap();
    assert_close(&stored, &reference_consensus(&[92_000]), "moved");
}

#[actix_web::test]
async fn unit_changes_its_project_while_estimates_are_saved() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let here = place(&admin, "Rise", 1).await;
    let there = place(&admin, "Crest", 0).await;
    let people = estimators(&app, 4).await;
    let unit = format!("/api/backoffice/units/{}", here.units[0]);
    for (round, to) in [&there.project, &here.project, &there.project].into_iter().enumerate() {
        let rent = 90_000 + i64::try_from(round).unwrap();
        let saves = join_all(people.iter().map(|person| here.save(person, 0, rent)));
        let body = json!({ "projectId": to });
        let (moved, saves) = futures_util::future::join(admin.patch(&unit, body), saves).await;
        assert_eq!(moved.status, 200, "{:#}", moved.body);
        for save in saves {
            assert!(matches!(save.status.as_u16(), 200 | 201 | 422), "{:#}", save.body);
        }
    }
    let listed = admin.get(ESTIMATIONS).await.expect(200);
    let items = listed["items"].as_array().unwrap();
    assert!(items.iter().all(|one| one["project"]["name"] == "Crest"), "{listed:#}");
    let rents: Vec<i64> =
        items.iter().map(|one| one["estimatedYearlyRentInAED"].as_i64().unwrap()).collect();
    if let Some(stored) = consensus(&app, &here.units[0]) {
        assert_close(&stored, &reference_consensus(&rents), "moved");
    }
}

#[actix_web::test]
async fn unit_with_estimates_cannot_be_deleted() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Rise", 2).await;
    for person in estimators(&app, 2).await {
        place.save(&person, 0, 90_000).await.expect(201);
    }
    let refused = admin.delete(&format!("/api/backoffice/units/{}", place.units[0])).await;
    assert_eq!(
        refused.body["detail"],
        "A-1 · Rise cannot be deleted: it is still referred to by 2 estimates"
    );
    refused.expect(409);
    admin.delete(&format!("/api/backoffice/units/{}", place.units[1])).await.expect(204);
}
