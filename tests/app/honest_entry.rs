//! Honest entry: before an estimator has saved an estimate of a unit, no answer to this person
//! reveals the listed rent of the unit, the estimates of others, or their consensus.
//!
//! The test requests every operation of the document of the running product, with the parameters
//! and bodies that the document describes. A new operation is included without a change here.

mod leaks;
mod walk;

use std::collections::BTreeSet;

use actix_web::http::Method;
use kernel::testing::{TestApp, TestClient, generated};
use serde_json::{Value, json};

use self::walk::{Operation, Walk};
use crate::assessing::{Place, estimators, place, text};
use crate::{PRODUCT, images};

/// The listed rent of the unit, and the estimates of others. The first estimator saved another one
/// before.
const LISTED: i64 = 137_911;
const FORMER: i64 = 139_409;
const OTHERS: [i64; 4] = [141_707, 143_609, 146_513, 151_319];
const AREA: f64 = 871.0;
const PRICE: f64 = 1_613_000.0;

/// Returns the secret rents and the values that reveal them: logarithms, rents per square foot,
/// yields.
fn secrets() -> Vec<f64> {
    let mut rents: Vec<f64> = [LISTED, FORMER].iter().chain(&OTHERS).map(|n| *n as f64).collect();
    // The consensus of all estimates and without each one.
    let [one, two, three, four] = OTHERS.map(|n| n as f64);
    rents.push((two * three).sqrt());
    rents.push((one + two + three + four) / 4.0);
    rents.push((one * two * three * four).powf(0.25));
    let traces = |rent: &f64| {
        [
            *rent,
            rent.ln(),
            rent.log10(),
            rent / AREA,
            rent / PRICE,
            100.0 * rent / PRICE,
            PRICE / rent,
        ]
    };
    rents.iter().flat_map(traces).collect()
}

/// Creates a project of this week with a unit that others have estimated, a second unit, and one
/// that does not matter. Returns it with the caller, who has estimated the second unit.
async fn app_with_secrets<'a>(
    app: &'a TestApp,
    admin: &TestClient<'a>,
) -> (Place, Walk, TestClient<'a>) {
    let mut place = place(admin, "Rise", 0).await;
    for (number, rent) in [("A-1", LISTED), ("A-2", 77_003), ("A-3", 78_007)] {
        let mut unit = place.unit(number);
        unit["yearlyRentInAED"] = json!(rent);
        unit["totalAreaInSqFt"] = json!(AREA);
        unit["purchasePriceInAED"] = json!(PRICE as i64);
        let made = admin.post("/api/backoffice/units", unit).await.expect(201);
        place.units.push(text(&made["_id"]));
    }
    let monday = kernel::time::week_of(kernel::time::today());
    let rotation = json!({ "name": "Now", "weekStart": monday, "projectIds": [place.project] });
    let rotations = "/api/backoffice/projects/weekly-rotations";
    let rotation = admin.post(rotations, rotation).await.expect(201);
    let others = estimators(app, OTHERS.len()).await;
    let mut ids = vec![place.project.clone(), place.developer.clone(), text(&rotation["_id"])];
    ids.extend(place.units.iter().cloned());
    place.save(&others[0], 0, FORMER).await.expect(201);
    for (other, rent) in others.iter().zip(OTHERS) {
        let mut estimate = place.estimate(0, rent);
        estimate["entry"] = json!({ "baseSource": "unit", "baseValue": LISTED });
        let made = other.post("/api/assessments", estimate).await;
        assert!(made.status.is_success());
        ids.push(text(&made.body["_id"]));
        ids.push(text(&other.get("/api/auth/me").await.expect(200)["user"]["id"]));
    }
    let caller = app.sign_in("estimations").await;
    let own = place.save(&caller, 1, 91_009).await.expect(201);
    ids.push(text(&own["_id"]));
    let image = images::attached_image(admin, &place.project).await;
    let (document, _) = generated(&PRODUCT).await;
    let walk = Walk {
        document,
        ids,
        target: place.units[0].clone(),
        free: place.units[2].clone(),
        project: place.project.clone(),
        image,
        secrets: secrets(),
    };
    (place, walk, caller)
}

#[actix_web::test]
async fn no_operation_reveals_a_unit_before_its_estimate_is_saved() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (place, walk, caller) = app_with_secrets(&app, &admin).await;

    let walked = walk.by(&caller, |_| true).await;
    assert_eq!(walked.leaks, []);
    assert_eq!(walked.operations, walk.operations().len());
    // The requests were complete: each operation that an estimator may use succeeded, including the
    // writes. There is still no estimate of that unit.
    let own: Vec<&str> = ["assessments:read", "assessments:save"].into();
    for operation in walk.operations() {
        let answered = walked.answered.contains(&operation.id);
        assert!(answered || !own.contains(&operation.permission.as_str()), "{}", operation.id);
    }
    let estimates = place.own(&caller).await;
    let units: Vec<&Value> =
        estimates.as_array().unwrap().iter().map(|one| &one["unit"]["unitNumber"]).collect();
    assert_eq!(units, ["A-2", "A-3"]);

    // The base of the percentage buttons is the one permitted exception, and it has the rent.
    let path = format!("/api/projects/{}/with-units", place.project);
    let units = caller.get(&path).await.expect(200);
    assert_eq!(units["units"][0]["percentageBaseInAED"], LISTED);

    // The operations of estimators reveal nothing to administrators either. Their own operations
    // do.
    let both = |operation: &Operation| {
        let is_estimators = operation.id != "change_list";
        operation.method == Method::GET && is_estimators && walked.answered.contains(&operation.id)
    };
    assert_eq!(walk.by(&admin, both).await.leaks, []);
    let own = ["unit_view", "unit_export", "project_with_units", "estimate_history", "change_list"];
    let leaks = walk.by(&admin, |operation| own.contains(&operation.id.as_str())).await.leaks;
    let leaking: BTreeSet<&str> = leaks.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(leaking, BTreeSet::from(own));
}

#[actix_web::test]
async fn saved_estimate_is_returned_to_its_estimator_only() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (place, mut walk, caller) = app_with_secrets(&app, &admin).await;
    place.save(&caller, 0, 133_709).await.expect(201);
    walk.secrets = vec![133_709.0];
    let reads = |operation: &Operation| operation.method == Method::GET;
    let leaks = walk.by(&caller, reads).await.leaks;
    let leaking: BTreeSet<&str> = leaks.iter().map(|(id, _)| id.as_str()).collect();
    assert!(leaking.contains("assessment_list"), "{leaking:?}");
    // The standing is returned by the save only, and no read returns it.
    assert!(leaks.iter().all(|(_, what)| what.contains("133709")), "{leaks:?}");
    let stranger = app.sign_in("estimations").await;
    assert_eq!(walk.by(&stranger, reads).await.leaks, []);
}
