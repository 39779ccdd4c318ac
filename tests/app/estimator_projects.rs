//! Projects as estimators see them: which ones are listed, with which progress, and units without
//! their listed rent.

use actix_web::http::Method;
use kernel::testing::{TestApp, TestClient};
use kernel::time::{today, week_of};
use serde_json::{Value, json};

use crate::PRODUCT;
use crate::assessing::{Place, UNKNOWN_ID, place, text};

const PROJECTS: &str = "/api/projects";
const FILTERS: [&str; 5] = ["all", "this-week", "not-started", "in-progress", "completed"];

/// Returns the names of the list in its order.
async fn names(by: &TestClient<'_>, query: &str) -> Vec<String> {
    let page = by.get(&format!("{PROJECTS}?{query}")).await.expect(200);
    let items = page["items"].as_array().unwrap();
    assert_eq!(page["total"], items.len(), "{query}");
    items.iter().map(|item| text(&item["name"])).collect()
}

/// Returns the progress of a project: units, own estimates, other estimators who completed it, and
/// whether it is selected this week.
async fn progress(by: &TestClient<'_>, project: &Place) -> (i64, i64, i64, bool) {
    let page = by.get(&format!("{PROJECTS}?limit=100")).await.expect(200);
    let items = page["items"].as_array().unwrap();
    let item = items.iter().find(|item| item["_id"] == project.project.as_str()).unwrap();
    let count = |name: &str| item[name].as_i64().unwrap();
    let week = item["isThisWeek"].as_bool().unwrap();
    (count("unitsCount"), count("completedUnitsCount"), count("agentsCompletedCount"), week)
}

#[actix_web::test]
async fn projects_to_assess_are_for_estimators_and_administrators() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Rise", 1).await;
    let units = format!("{PROJECTS}/{}/with-units", place.project);
    for path in [PROJECTS, units.as_str()] {
        assert_eq!(app.anonymous().get(path).await.status, 401);
        for role in ["user", "analytics"] {
            assert_eq!(app.sign_in(role).await.get(path).await.status, 403, "{role}");
        }
        app.sign_in("estimations").await.get(path).await.expect(200);
        admin.get(path).await.expect(200);
        // These operations support GET only.
        assert_eq!(admin.request(Method::DELETE, path).send().await.status, 405);
    }
}

#[actix_web::test]
async fn each_filter_selects_projects_by_the_callers_estimates() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (one, other) = (app.sign_in("estimations").await, app.sign_in("estimations").await);
    for filter in FILTERS {
        assert_eq!(names(&one, &format!("filter={filter}")).await, [""; 0], "{filter}");
    }
    let done = place(&admin, "Done", 2).await;
    let begun = place(&admin, "Begun", 3).await;
    let untouched = place(&admin, "Untouched", 2).await;
    let empty = place(&admin, "Empty", 0).await;
    for (place, index) in [(&done, 0), (&done, 1), (&begun, 1)] {
        place.save(&one, index, 80_000).await.expect(201);
    }
    for (place, index) in [(&done, 1), (&untouched, 0), (&untouched, 1)] {
        place.save(&other, index, 81_000).await.expect(201);
    }
    // Projects of another week are not in this week's filter.
    let monday = week_of(today());
    for (week, projects) in [
        (monday, [&begun.project, &empty.project]),
        (monday - chrono::TimeDelta::weeks(1), [&done.project, &untouched.project]),
    ] {
        let body = json!({ "name": "Look", "weekStart": week, "projectIds": projects });
        admin.post("/api/backoffice/projects/weekly-rotations", body).await.expect(201);
    }
    let all = ["Begun", "Done", "Empty", "Untouched"];
    assert_eq!(names(&one, "").await, all);
    for (filter, mine, theirs) in [
        ("all", &all[..], &all[..]),
        ("this-week", &["Begun", "Empty"][..], &["Begun", "Empty"][..]),
        ("not-started", &["Empty", "Untouched"][..], &["Begun", "Empty"][..]),
        ("in-progress", &["Begun"][..], &["Done"][..]),
        ("completed", &["Done"][..], &["Untouched"][..]),
    ] {
        assert_eq!(names(&one, &format!("filter={filter}")).await, mine, "{filter}");
        assert_eq!(names(&other, &format!("filter={filter}")).await, theirs, "{filter}");
    }
    // An administrator without estimates has not started.
    assert_eq!(names(&admin, "filter=not-started").await, all);

    assert_eq!(progress(&one, &done).await, (2, 2, 1, false));
    assert_eq!(progress(&other, &done).await, (2, 1, 1, false));
    assert_eq!(progress(&one, &begun).await, (3, 1, 0, true));
    assert_eq!(progress(&one, &untouched).await, (2, 0, 1, false));
    assert_eq!(progress(&one, &empty).await, (0, 0, 0, true));
    done.save(&other, 0, 82_000).await.expect(201);
    assert_eq!(progress(&other, &done).await, (2, 2, 2, false));
    // Replacing an estimate adds no unit to the progress.
    done.save(&other, 0, 83_000).await.expect(200);
    assert_eq!(progress(&other, &done).await, (2, 2, 2, false));

    // With another unit nobody has completed the project any more.
    admin.post("/api/backoffice/units", done.unit("A-3")).await.expect(201);
    assert_eq!(progress(&one, &done).await, (3, 2, 0, false));
    assert_eq!(names(&one, "filter=in-progress").await, ["Begun", "Done"]);
    assert_eq!(names(&one, "filter=completed").await, [""; 0]);
}

#[actix_web::test]
async fn estimate_counts_for_the_current_project_of_its_unit() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let (here, there) = (place(&admin, "Here", 2).await, place(&admin, "There", 0).await);
    let estimator = app.sign_in("estimations").await;
    here.save(&estimator, 0, 80_000).await.expect(201);
    let unit = format!("/api/backoffice/units/{}", here.units[0]);
    admin.patch(&unit, json!({ "projectId": there.project })).await.expect(200);
    assert_eq!(progress(&estimator, &here).await, (1, 0, 0, false));
    assert_eq!(progress(&estimator, &there).await, (1, 1, 1, false));
    assert_eq!(names(&estimator, "filter=completed").await, ["There"]);
    assert_eq!(names(&estimator, "filter=not-started").await, ["Here"]);
}

#[actix_web::test]
async fn the_list_is_searched_sorted_filtered_and_paged_as_that_of_the_back_office() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let mut places = Vec::new();
    for name in ["Alpha Rise", "beta", "Gamma Rise"] {
        places.push(place(&admin, name, 1).await);
    }
    let estimator = app.sign_in("estimations").await;
    places[1].save(&estimator, 0, 80_000).await.expect(201);
    places[2].save(&estimator, 0, 80_000).await.expect(201);
    assert_eq!(names(&estimator, "search=RISE").await, ["Alpha Rise", "Gamma Rise"]);
    assert_eq!(names(&estimator, "search=rise&filter=completed").await, ["Gamma Rise"]);
    assert_eq!(names(&estimator, "filter=completed&sort=name:desc").await, ["Gamma Rise", "beta"]);
    assert_eq!(
        names(&estimator, "filter=completed&sortBy=name&sortDirection=desc").await,
        ["Gamma Rise", "beta"]
    );
    let filters = "%7B%22operator%22:%22AND%22,%22conditions%22:%5B%7B%22field%22:%22name%22,\
                   %22operator%22:%22starts_with%22,%22value%22:%22b%22%7D%5D%7D";
    assert_eq!(names(&estimator, &format!("filters={filters}")).await, ["beta"]);
    assert_eq!(names(&estimator, &format!("filters={filters}&filter=not-started")).await, [""; 0]);
    let page = estimator.get(&format!("{PROJECTS}?filter=completed&limit=1&page=2")).await;
    let page = page.expect(200);
    assert_eq!(
        (&page["total"], &page["totalPages"], &page["page"]),
        (&json!(2), &json!(2), &json!(2))
    );
    assert_eq!(page["items"][0]["name"], "Gamma Rise");
    // The answer has every field of a project that the back-office has.
    let mut item = page["items"][0].clone();
    for own in ["agentsCompletedCount", "completedUnitsCount", "unitsCount", "isThisWeek"] {
        assert!(item.as_object_mut().unwrap().shift_remove(own).is_some(), "{own}");
    }
    let project = format!("/api/backoffice/projects/{}", places[2].project);
    assert_eq!(item, admin.get(&project).await.expect(200));
}

#[actix_web::test]
async fn unknown_list_parameters_are_named() {
    let app = TestApp::of(&PRODUCT).await;
    let estimator = app.sign_in("estimations").await;
    for query in ["filter=", "filter=mine", "filter=ALL", "filter=all,completed"] {
        let refused = estimator.get(&format!("{PROJECTS}?{query}")).await;
        assert_eq!(refused.status, 400, "{query}");
        let detail = text(&refused.body["detail"]);
        assert!(FILTERS.iter().all(|word| detail.contains(&format!("`{word}`"))), "{detail}");
    }
    for query in ["sort=yearlyRentInAED:asc", "sort=name:up", "page=0", "limit=1000", "filters=x"] {
        assert_eq!(estimator.get(&format!("{PROJECTS}?{query}")).await.status, 400, "{query}");
    }
}

#[actix_web::test]
async fn units_are_in_natural_order_with_a_percentage_base_and_no_rent() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = place(&admin, "Rise", 0).await;
    for (number, changes) in [
        ("B-1", json!({ "yearlyRentInAED": 0, "totalAreaInSqFt": 812.345 })),
        ("A-10", json!({ "yearlyRentInAED": 0, "totalAreaInSqFt": 0 })),
        ("a-9", json!({ "view": "Creek", "floor": 9, "amenities": ["Maid's room"] })),
        ("A-2", json!({ "balconyAreaInSqFt": 80 })),
    ] {
        let mut unit = place.unit(number);
        for (name, value) in changes.as_object().unwrap() {
            unit[name] = value.clone();
        }
        let made = admin.post("/api/backoffice/units", unit).await;
        assert_eq!(made.status, 201, "{:#}", made.body);
    }
    let estimator = app.sign_in("estimations").await;
    let path = format!("{PROJECTS}/{}/with-units", place.project);
    let found = estimator.get(&path).await.expect(200);
    let units = found["units"].as_array().unwrap();
    let listed: Vec<(String, &Value)> = units
        .iter()
        .map(|unit| (text(&unit["unitNumber"]), &unit["percentageBaseInAED"]))
        .collect();
    assert_eq!(
        listed,
        [
            ("A-2".into(), &json!(90_000)),
            ("a-9".into(), &json!(90_000)),
            ("A-10".into(), &json!(100_000)),
            ("B-1".into(), &json!(81_235)),
        ]
    );
    let names: Vec<&String> = units[1].as_object().unwrap().keys().collect();
    assert_eq!(
        names,
        [
            "_id",
            "unitNumber",
            "project",
            "developer",
            "bedrooms",
            "floor",
            "totalAreaInSqFt",
            "balconyAreaInSqFt",
            "view",
            "purchasePriceInAED",
            "serviceChargesPerSqFt",
            "amenities",
            "status",
            "percentageBaseInAED",
        ]
    );
    assert_eq!(units[1]["project"], json!({ "_id": place.project, "name": "Rise" }));
    assert_eq!((&units[1]["floor"], &units[1]["view"]), (&json!(9), &json!("Creek")));

    let mut project = found.clone();
    project.as_object_mut().unwrap().shift_remove("units");
    let back_office = format!("/api/backoffice/projects/{}", place.project);
    assert_eq!(project, admin.get(&back_office).await.expect(200));

    let missing = estimator.get(&format!("{PROJECTS}/{UNKNOWN_ID}/with-units")).await;
    assert_eq!(missing.status, 404);
    let none = estimator.get(&format!("{PROJECTS}/nowhere/with-units")).await;
    assert_eq!(none.status, 404);
}
