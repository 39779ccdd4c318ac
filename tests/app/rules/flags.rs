//! What is said of a record in words follows the rules of that record, too.

use kernel::testing::{TestApp, TestClient};
use serde_json::json;

use super::{filters, under};
use crate::assessing::{estimators, place};

const FLAGS: &str = "/api/analytics/flags";

const ANALYST: &str = "
g, valuer, user
p, valuer, flags, read
p, valuer, units, read
fields, valuer, units, mask, purchasePriceInAED
g, blind, user
p, blind, flags, read
p, blind, units, read
fields, blind, flags, hide, unit
fields, blind, units, hide, purchasePriceInAED
g, other, user
p, other, flags, read
p, other, units, read
";

/// Makes a unit whose price is far too high for its rent, so that it has flags.
pub(super) async fn flagged_unit(app: &TestApp, admin: &TestClient<'_>) {
    let place = place(admin, "Marina Gate", 1).await;
    let unit = format!("/api/backoffice/units/{}", place.units[0]);
    admin.patch(&unit, json!({ "purchasePriceInAED": 100_000_000 })).await.expect(200);
    for client in &estimators(app, 4).await {
        place.save(client, 0, 100_000).await.expect(201);
    }
    app.command("figures", "rebuild").await;
}

#[actix_web::test]
async fn sentence_with_a_masked_price_is_masked() {
    let folder = tempfile::tempdir().unwrap();
    let app = under(&folder, ANALYST).await;
    let admin = app.sign_in("admin").await;
    flagged_unit(&app, &admin).await;
    let (valuer, other) = (app.sign_in("valuer").await, app.sign_in("other").await);
    let list = format!("{FLAGS}?{}", filters("kind", "equals", json!("gross_yield")));
    let flags = other.get(&list).await.expect(200);
    assert!(flags["items"][0]["reason"].as_str().unwrap().contains("100,000,000"), "{flags}");
    let flags = valuer.get(&list).await.expect(200);
    let flag = &flags["items"][0];
    assert_eq!((&flag["reason"], &flag["masked"]), (&json!(null), &json!(["reason"])));
    let one = format!("{FLAGS}/{}", flag["_id"].as_str().unwrap());
    assert!(!valuer.get(&one).await.expect(200).to_string().contains("100,000,000"));
    let search = valuer.get(&format!("{FLAGS}?search=100,000,000")).await.expect(200);
    assert_eq!(search["total"], 0, "{search}");
    // Nor does it help not to see the unit at all.
    let blind = app.sign_in("blind").await.get(&list).await.expect(200);
    let flag = &blind["items"][0];
    assert_eq!((flag.get("unit"), &flag["reason"]), (None, &json!(null)));
}
