//! A corpus of rules: whatever a rule says, the database, the columns in memory and a record in hand agree on each record.

use diesel::connection::SimpleConnection;
use kernel::seeded::SeededRandom;
use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use super::UNITS;
use crate::PRODUCT;

const TEXTS: [&str; 14] = [
    "Sea", "sea view", "PARK", "park", "École", "ecole", "أحمد", "احمد", "بحر", "A-1", "a", "%",
    "Marina", "100 %_x",
];

/// The days around which records were made: midnight in Dubai is 20:00 UTC of the day before.
const MOMENTS: [&str; 5] = [
    "2026-03-09 19:59:59",
    "2026-03-09 20:00:00",
    "2026-03-10 12:00:00",
    "2026-03-10 19:59:59",
    "2026-03-10 20:00:00",
];
const DAYS: [&str; 4] = ["2026-03-09", "2026-03-10", "2026-03-11", "2027-06-30"];
const NUMBERS: [f64; 9] = [0.0, 1.0, 2.0, 3.5, -0.1, 400.75, 900.0, 50_000.0, 1e15];

/// Fields of units that a rule can name, each with the definitions by which they are filtered.
struct Corpus {
    random: SeededRandom,
    fields: Vec<Value>,
    ids: Vec<String>,
}

impl Corpus {
    fn texts(&mut self, field: &Value) -> Value {
        let options: Vec<Value> =
            field["options"].as_array().unwrap().iter().map(|one| one["value"].clone()).collect();
        match field["type"].as_str().unwrap() {
            "boolean" => json!(self.random.below(2) == 0),
            "number" => json!(self.random.pick(&NUMBERS)),
            "date" => json!(self.random.pick(&DAYS)),
            "select" if options.is_empty() => json!(self.random.pick(&self.ids)),
            "select" => self.random.pick(&options).clone(),
            _ => json!(self.random.pick(&TEXTS)),
        }
    }

    fn condition(&mut self) -> Value {
        let field = self.random.pick(&self.fields).clone();
        let operators = field["operators"].as_array().unwrap();
        let operator = self.random.pick(operators).as_str().unwrap().to_owned();
        let mut condition = json!({ "field": field["key"], "operator": operator });
        match operator.as_str() {
            "is_missing" | "is_present" => {}
            "in" | "not_in" => {
                let length = *self.random.pick(&[0, 1, 10, 11, 1_000]);
                condition["value"] = (0..length).map(|_| self.texts(&field)).collect();
            }
            "between" => {
                condition["value"] = self.texts(&field);
                condition["secondValue"] = self.texts(&field);
            }
            _ => condition["value"] = self.texts(&field),
        }
        condition
    }

    fn group(&mut self, depth: usize) -> Value {
        let parts: Vec<Value> = (0..self.random.below(4))
            .map(|_| match depth > 0 && self.random.below(3) == 0 {
                true => self.group(depth - 1),
                false => self.condition(),
            })
            .collect();
        json!({ "operator": self.random.pick(&["AND", "OR"]), "conditions": parts })
    }
}

async fn definitions(admin: &TestClient<'_>, path: &str, prefix: &str) -> Vec<Value> {
    let path = format!("/api/backoffice/{path}/filter-definitions");
    let mut definitions = admin.get(&path).await.expect(200).as_array().unwrap().clone();
    for definition in &mut definitions {
        definition["key"] = format!("{prefix}{}", definition["key"].as_str().unwrap()).into();
    }
    definitions
}

/// Makes units of all kinds, and returns their identifiers and those of what they refer to.
async fn units(
    app: &TestApp,
    admin: &TestClient<'_>,
    random: &mut SeededRandom,
    count: usize,
) -> Vec<String> {
    let (projects, developer) = crate::lists_in_memory::projects(admin).await;
    let finished = json!({ "completionDate": "2027-06-30", "location": "أحمد" });
    admin.patch(&format!("/api/backoffice/projects/{}", projects[0]), finished).await.expect(200);
    let estimator = app.sign_in("estimations").await;
    let mut ids = vec![developer.clone()];
    for number in 0..count {
        let place = (projects[number % 3].as_str(), developer.as_str());
        let mut body = crate::lists_in_memory::unit(random, place, number);
        body["view"] = if number % 5 == 0 { Value::Null } else { json!(random.pick(&TEXTS)) };
        body["balconyAreaInSqFt"] = if number % 3 == 0 { json!(3.5) } else { Value::Null };
        body["yearlyRentInAED"] = json!(*random.pick(&[50_000, 900, 2]));
        let made = admin.post(UNITS, body).await.expect(201);
        let id = made["_id"].as_str().unwrap().to_owned();
        if number % 4 == 0 {
            let estimate = json!({
                "unitId": id, "projectId": place.0, "estimatedYearlyRentInAED": 50_000,
                "estimatedCapitalAppreciationPercentage": 0, "confidenceScore": 0,
            });
            estimator.post("/api/assessments", estimate).await.expect(201);
        }
        let moment = MOMENTS[number % MOMENTS.len()];
        let write = format!("UPDATE units SET created_at = '{moment}' WHERE id = '{id}'");
        app.database().connect().batch_execute(&write).unwrap();
        ids.push(id);
    }
    ids.extend(projects);
    ids
}

#[actix_web::test]
async fn every_reading_of_a_rule_is_the_same() {
    const RULES: usize = 500;
    const RECORDS: usize = 200;
    let app = TestApp::of(&PRODUCT).await;
    let admin = app.sign_in("admin").await;
    let mut random = SeededRandom::new(41, 0, 0);
    let ids = units(&app, &admin, &mut random, RECORDS).await;
    // What units have themselves tells them apart, and is named more often.
    let own = definitions(&admin, "units", "").await;
    let mut fields: Vec<Value> = std::iter::repeat_n(own, 4).flatten().collect();
    for (resource, prefix) in
        [("projects", "project."), ("developers", "project.developer."), ("users", "createdBy.")]
    {
        fields.extend(definitions(&admin, resource, prefix).await);
    }
    let mut corpus = Corpus { random, fields, ids };
    let (mut readings, mut from_memory, mut mixed) = (0, 0, 0);
    while readings < RULES {
        let rule = corpus.group(2);
        let Ok(read) = app.readings("units", &rule).await else { continue };
        if let Some(in_memory) = &read.in_memory {
            assert_eq!(*in_memory, read.in_database, "{rule}");
            from_memory += 1;
        } else {
            app.load_columns().await;
        }
        assert_eq!(read.in_hand, read.in_database, "{rule}");
        mixed += usize::from(!read.in_hand.is_empty() && read.in_hand.len() < RECORDS);
        readings += 1;
    }
    assert!(from_memory > RULES * 9 / 10, "{from_memory} from memory");
    assert!(mixed > RULES / 10, "{mixed} tell records apart");
}
