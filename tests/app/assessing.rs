//! What tests about estimates begin with: a project with units, made by an administrator.

use kernel::testing::{Answer, TestApp, TestClient};
use serde_json::{Value, json};

pub(crate) const ASSESSMENTS: &str = "/api/assessments";
pub(crate) const SUBMISSIONS: &str = "/api/assessments/submissions";
pub(crate) const ESTIMATIONS: &str = "/api/backoffice/estimations";

/// What names no record.
pub(crate) const UNKNOWN_ID: &str = "000000000000000000000000";

/// A project and its units' identifiers.
pub(crate) struct Place {
    pub(crate) developer: String,
    pub(crate) project: String,
    pub(crate) units: Vec<String>,
}

/// A project with as many units, `A-1` first.
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
    /// A unit as it is created.
    pub(crate) fn unit(&self, number: &str) -> Value {
        json!({
            "unitNumber": number, "projectId": self.project, "developerId": self.developer,
            "bedrooms": 1, "totalAreaInSqFt": 900, "purchasePriceInAED": 1_500_000,
            "yearlyRentInAED": 90_000, "serviceChargesPerSqFt": 14.5,
        })
    }

    /// A figure of its unit at `index`.
    pub(crate) fn estimate(&self, index: usize, rent: i64) -> Value {
        json!({
            "unitId": self.units[index], "projectId": self.project,
            "estimatedYearlyRentInAED": rent,
            "estimatedCapitalAppreciationPercentage": 0, "confidenceScore": 0,
        })
    }

    /// Saves a figure.
    pub(crate) async fn save(&self, by: &TestClient<'_>, index: usize, rent: i64) -> Answer {
        by.post(ASSESSMENTS, self.estimate(index, rent)).await
    }

    /// The caller's own figures.
    pub(crate) async fn own(&self, by: &TestClient<'_>) -> Value {
        by.get(&format!("{ASSESSMENTS}?projectId={}", self.project)).await.expect(200)
    }
}

/// As many people who estimate.
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

/// Saves many figures at once.
pub(crate) async fn submit(by: &TestClient<'_>, project: &str, estimates: Vec<Value>) -> Answer {
    by.post(SUBMISSIONS, json!({ "projectId": project, "assessments": estimates })).await
}

/// A figure of its unit at `index`, without what a submission need not repeat.
pub(crate) fn item(place: &Place, index: usize, rent: i64) -> Value {
    let mut estimate = place.estimate(index, rent);
    estimate.as_object_mut().unwrap().shift_remove("projectId");
    estimate
}

/// The history of an estimation.
pub(crate) async fn history(admin: &TestClient<'_>, id: &Value) -> Value {
    admin.get(&format!("{ESTIMATIONS}/{}/history", text(id))).await.expect(200)
}
