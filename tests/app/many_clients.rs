//! Fifty concurrent clients on the same records: nothing is lost, nothing is duplicated, and
//! nothing fails.

use actix_web::http::Method;
use futures_util::future::join_all;
use kernel::testing::{Answer, TestApp, TestClient};
use serde_json::{Value, json};

use crate::PRODUCT;

const COMPANIES: &str = "/api/backoffice/companies";
const DEVELOPERS: &str = "/api/backoffice/developers";
const PROJECTS: &str = "/api/backoffice/projects";
const UNITS: &str = "/api/backoffice/units";

/// Counts the answers with this status.
fn count(answers: &[Answer], status: u16) -> usize {
    answers.iter().filter(|answer| answer.status == status).count()
}

async fn project(admin: &TestClient<'_>) -> (Value, Value) {
    let developer = admin.post(DEVELOPERS, json!({ "name": "Emaar" })).await.expect(201);
    let developer = developer["_id"].clone();
    let body = json!({ "name": "Rise", "location": "Creek", "developer": { "_id": developer } });
    (admin.post(PROJECTS, body).await.expect(201)["_id"].clone(), developer)
}

fn unit(number: &str, (project, developer): &(Value, Value)) -> Value {
    json!({
        "unitNumber": number, "projectId": project, "developerId": developer,
        "totalAreaInSqFt": 900, "purchasePriceInAED": 1_000_000, "yearlyRentInAED": 80_000,
        "serviceChargesPerSqFt": 15.5,
    })
}

#[actix_web::test]
async fn one_of_fifty_concurrent_creations_of_a_unit_succeeds() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = project(&admin).await;
    // The same number in other cases and with blanks.
    let numbers = ["A-1", "a-1", " A-1 ", "a-1 "];
    let answers = join_all(
        (0..50).map(|client| admin.post(UNITS, unit(numbers[client % numbers.len()], &place))),
    )
    .await;
    assert_eq!((count(&answers, 201), count(&answers, 409)), (1, 49));
    let refused = answers.iter().find(|answer| answer.status == 409).unwrap();
    assert_eq!(
        refused.errors(),
        [("/unitNumber", "There is a unit with this number in the project already")]
    );
    assert_eq!(admin.get(UNITS).await.expect(200)["total"], 1);

    // A duplicate by a change, a bulk change or an import is a 409 or a rejected row.
    let other = admin.post(UNITS, unit("A-2", &place)).await;
    let path = other.header("location").to_owned();
    let id = other.expect(201)["_id"].clone();
    assert_eq!(admin.patch(&path, json!({ "unitNumber": "a-1" })).await.status, 409);
    let bulk = json!({ "unitIds": [id], "update": { "unitNumber": "A-1" } });
    assert_eq!(admin.patch(UNITS, bulk).await.status, 409);
    let table = format!(
        "unitNumber,projectId,developerId,totalAreaInSqFt,purchasePriceInAED,yearlyRentInAED,\
         serviceChargesPerSqFt\nA-1,{},{},1,1,1,1\n",
        place.0.as_str().unwrap(),
        place.1.as_str().unwrap()
    );
    let refused =
        admin.request(Method::POST, &format!("{UNITS}/import")).file(&table, &[]).send().await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.body["errors"][0]["column"], "unitNumber");
}

#[actix_web::test]
async fn fifty_concurrent_updates_overwrite_no_other_update() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = project(&admin).await;
    let created = admin.post(UNITS, unit("A-1", &place)).await;
    let path = created.header("location").to_owned();
    // Each client adds one to the rent that it has read, and retries when another client was first.
    let add = async || {
        let mut tries = 0;
        loop {
            tries += 1;
            let read = admin.get(&path).await;
            let etag = read.header("etag").to_owned();
            let rent = read.expect(200)["yearlyRentInAED"].as_i64().unwrap();
            let body = json!({ "yearlyRentInAED": rent + 1 });
            let request = admin.request(Method::PATCH, &path).header("if-match", &etag);
            let answer = request.json(&body).send().await;
            match answer.status.as_u16() {
                200 => return tries,
                412 => {}
                _ => panic!("{}", answer.body),
            }
        }
    };
    let tries = join_all((0..50).map(|_| add())).await;
    assert!(tries.iter().sum::<i32>() > 50, "no update was stale");
    assert_eq!(admin.get(&path).await.expect(200)["yearlyRentInAED"], 80_050);
    let history = admin.get(&format!("{path}/history?limit=100")).await.expect(200);
    assert_eq!(history["total"], 51);
    // Each version begins with the end of the previous one.
    let versions = history["items"].as_array().unwrap();
    for pair in versions.windows(2) {
        assert_eq!(pair[0]["before"]["yearlyRentInAED"], pair[1]["after"]["yearlyRentInAED"]);
    }
}

#[actix_web::test]
async fn fifty_clients_create_change_and_delete_without_a_failure() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let place = project(&admin).await;
    let created = join_all(
        (0..50).map(|client| admin.post(COMPANIES, json!({ "name": format!("C {client}") }))),
    )
    .await;
    assert_eq!(count(&created, 201), 50);
    let paths: Vec<String> =
        created.iter().map(|answer| answer.header("location").to_owned()).collect();
    // The first twenty-five are deleted during changes of all, and while the developer gets
    // references.
    let changes =
        join_all(paths.iter().map(|path| admin.patch(path, json!({ "phone": "+971 4 555 0100" }))));
    let deletions = join_all(paths[..25].iter().map(|path| admin.delete(path)));
    let units =
        join_all((0..50).map(|number| admin.post(UNITS, unit(&number.to_string(), &place))));
    let mut others = futures_util::future::join3(changes, deletions, units).await;
    assert_eq!(count(&others.1, 204), 25);
    assert_eq!(count(&others.2, 201), 50);
    assert!(others.0.drain(..).all(|answer| matches!(answer.status.as_u16(), 200 | 404)));
    assert_eq!(admin.get(COMPANIES).await.expect(200)["total"], 25);
    let developer = format!("{DEVELOPERS}/{}", place.1.as_str().unwrap());
    let refused = admin.delete(&developer).await;
    assert_eq!(
        refused.body["detail"],
        "Emaar cannot be deleted: it is still referred to by 1 project and 50 units"
    );
}

#[actix_web::test]
async fn concurrent_imports_bulk_changes_and_restores_lose_nothing() {
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let names: Vec<String> = (0..30).map(|number| format!("C {number}")).collect();
    let mut ids = Vec::new();
    for name in &names {
        let created = admin.post(COMPANIES, json!({ "name": name })).await.expect(201);
        ids.push(created["_id"].as_str().unwrap().to_owned());
    }
    let deleted = ids.pop().unwrap();
    admin.delete(&format!("{COMPANIES}/{deleted}")).await.expect(204);
    // The same rows in the opposite order, because two imports must not deadlock.
    let mut table = String::from("name,phone\n");
    names[..29].iter().rev().for_each(|name| table.push_str(&format!("{name},1\n")));
    let imports = join_all((0..5).map(|_| {
        let request = admin.request(Method::POST, &format!("{COMPANIES}/import?existing=update"));
        request.file(&table, &[]).send()
    }));
    let bulk = |address: &'static str| {
        let body = json!({ "companyIds": ids, "update": { "address": address } });
        admin.patch(COMPANIES, body)
    };
    let bulks = join_all(["a", "b", "c", "d", "e"].map(bulk));
    let restore = format!("{COMPANIES}/{deleted}/restore");
    let restores = join_all((0..5).map(|_| admin.post(&restore, json!({ "version": 1 }))));
    let keyed = join_all((0..10).map(|_| {
        let request = admin.request(Method::POST, COMPANIES).header("idempotency-key", "one");
        request.json(&json!({ "name": "Once" })).send()
    }));
    let (imports, bulks, restores, keyed) =
        futures_util::future::join4(imports, bulks, restores, keyed).await;
    assert_eq!((count(&imports, 200), count(&bulks, 200), count(&keyed, 201)), (5, 5, 10));
    assert!(restores.iter().all(|answer| matches!(answer.status.as_u16(), 200 | 409)));
    assert!(count(&restores, 200) >= 1);
    let page = admin.get(&format!("{COMPANIES}?limit=100")).await.expect(200);
    assert_eq!(page["total"], 31);
    let count_with = |field: &str| {
        page["items"].as_array().unwrap().iter().filter(|one| !one[field].is_null()).count()
    };
    assert_eq!((count_with("phone"), count_with("address")), (29, 29));
}
