//! Fixtures of tests about estimates: a project with units, created by an administrator.

use kernel::testing::{Answer, TestApp, TestClient};
use serde_json::{Value, json};

pub(crate) const ASSESSMENTS: &str = "/api/assessments";
pub(crate) const SUBMISSIONS: &str = "/api/assessments/submissions";
pub(crate) const ESTIMATIONS: &str = "/api/backoffice/estimations";

/// An identifier that no record has.
pub(crate) const UNKNOWN_ID: &str = "000000000000000000000000";

/// A project and the identifiers of its units.
pub(crate) struct Place {
    pub(crate) developer: String,
    pub(crate) project: String,
    pub(crate) units: Vec<String>,
}

/// Creates a project with that many units. The first is `A-1`.
pub(crate) async fn place(admin: &TestClient<'_>, name: &str, units: usize) -> Place {
    let developer = json!({ "name": format!("{name} Homes") });
    let developer = admin.post("/api/backoffice/developers", developer).await.expect(201);
    let developer = text(&developer["_id"]);
    let project = json!({ "name": name, "location": "Arjan", "developer": { "_id": developer } });
    let project = admin.post("/api/backoffice/projects", project).await.expect(201);
    let mut place = Place { developer, project: text(&project["_id"]), units: Vec::new() };
    for number in 1..=units {
        let body = place.unit(&format!("A-{number}"));
        let unit = admin.post("/api/backoffice/units", body).await.expect(201);
        place.units.push(text(&unit["_id"]));
    }
    place
}

impl Place {
    /// Returns the body that creates a unit.
    pub(crate) fn unit(&self, number: &str) -> Value {
        json!({
            "unitNumber": number, "projectId": self.project, "developerId": self.developer,
            "bedrooms": 1, "totalAreaInSqFt": 900, "purchasePriceInAED": 1_500_000,
            "yearlyRentInAED": 90_000, "serviceChargesPerSqFt": 14.5,
        })
    }

    /// Returns an estimate of the unit at `index`.
    pub(crate) fn estimate(&self, index: usize, rent: i64) -> Value {
        json!({
            "unitId": self.units[index], "projectId": self.project,
            "estimatedYearlyRentInAED": rent,
            "estimatedCapitalAppreciationPercentage": 0, "confidenceScore": 0,
        })
    }

    /// Saves an estimate.
    pub(crate) async fn save(&self, by: &TestClient<'_>, index: usize, rent: i64) -> Answer {
        by.post(ASSESSMENTS, self.estimate(index, rent)).await
    }

    /// Returns the estimates of the client itself.
    pub(crate) async fn own(&self, by: &TestClient<'_>) -> Value {
        by.get(&format!("{ASSESSMENTS}?projectId={}", self.project)).await.expect(200)
    }
}

/// Signs in that many estimators.
pub(crate) async fn estimators(app: &TestApp, count: usize) -> Vec<TestClient<'_>> {
    let mut estimators = Vec::new();
    for _ in 0..count {
        estimators.push(app.sign_in("estimations").await);
    }
    estimators
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// Saves several estimates in one request.
pub(crate) async fn submit(by: &TestClient<'_>, project: &str, estimates: Vec<Value>) -> Answer {
    by.post(SUBMISSIONS, json!({ "projectId": project, "assessments": estimates })).await
}

/// Returns an estimate of the unit at `index` without the fields that a submission need not repeat.
pub(crate) fn item(place: &Place, index: usize, rent: i64) -> Value {
    let mut estimate = place.estimate(index, rent);
    estimate.as_object_mut().unwrap().shift_remove("projectId");
    estimate
}

/// Returns the history of an estimate.
pub(crate) async fn history(admin: &TestClient<'_>, id: &Value) -> Value {
    admin.get(&format!("{ESTIMATIONS}/{}/history", text(id))).await.expect(200)
}
