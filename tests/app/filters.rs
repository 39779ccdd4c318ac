//! Filters: every operator of every type of field, compared with an evaluation of plain rows
//! without SQL. `refused` has the filters that are invalid.

mod refused;

use chrono::{DateTime, Days, FixedOffset, NaiveDate};
use kernel::seeded::SeededRandom;
use kernel::testing::{TestApp, TestClient};
use kernel::{Product, module::Module};
use serde_json::{Value, json};

use crate::{PRODUCT, encoded, inspections};

const PATH: &str = "/api/backoffice/inspections";

const MODULES: &[Module] = &[companies::MODULE, inspections::with_remarks::MODULE];
const WITH_INSPECTIONS: Product = Product { modules: MODULES, ..PRODUCT };

const WORDS: [&str; 12] = [
    "Roof",
    "roof garden",
    "50% done",
    "under_score",
    "back\\slash",
    "ÉTAGE",
    "étage",
    "برج",
    "ROOF",
    "Straße",
    "a",
    "Lobby & lift",
];
const DAYS: [&str; 5] = ["2024-02-29", "2025-12-31", "2026-01-01", "2026-06-15", "1900-01-01"];

fn row(random: &mut SeededRandom, number: usize) -> Value {
    let missing = random.below(4) == 0;
    json!({
        "subject": format!("{} {number}", random.pick(&WORDS)),
        "inspectedOn": if random.below(4) == 0 { Value::Null } else { json!(random.pick(&DAYS)) },
        "score": random.below(5),
        "passed": random.below(2) == 0,
        "weight": if random.below(4) == 0 { Value::Null } else { json!(random.below(6) as f64 / 2.0) },
        "grade": random.pick(&["good", "fair", "poor"]),
        "remarks": if missing { Value::Null } else { json!(random.pick(&WORDS)) },
    })
}

/// Returns a random condition that the API accepts.
fn condition(random: &mut SeededRandom, ids: &[String]) -> Value {
    const TEXT: [&str; 6] =
        ["equals", "not_equals", "contains", "not_contains", "starts_with", "ends_with"];
    const NUMBER: [&str; 7] = [
        "equals",
        "not_equals",
        "greater_than",
        "greater_than_or_equal",
        "less_than",
        "less_than_or_equal",
        "between",
    ];
    const DATE: [&str; 7] =
        ["equals", "not_equals", "before", "before_or_equal", "after", "after_or_equal", "between"];
    const SELECT: [&str; 4] = ["equals", "not_equals", "in", "not_in"];
    let many = |random: &mut SeededRandom, from: &[&str]| -> Value {
        (0..random.below(3)).map(|_| json!(random.pick(from))).collect()
    };
    let field = *random.pick(&[
        "subject",
        "remarks",
        "score",
        "weight",
        "inspectedOn",
        "createdAt",
        "passed",
        "grade",
        "_id",
    ]);
    let is_optional = matches!(field, "remarks" | "weight" | "inspectedOn");
    if is_optional && random.below(4) == 0 {
        let operator = random.pick(&["is_missing", "is_present"]);
        return json!({ "field": field, "operator": operator });
    }
    let (operator, value, second) = match field {
        "subject" | "remarks" => {
            let text =
                random.pick(&["roof", "ROOF 1", "%", "_", "\\", "É", "برج", "", "e 1", "Straße"]);
            (*random.pick(&TEXT), json!(text), Value::Null)
        }
        "score" | "weight" => {
            let number = |random: &mut SeededRandom| json!(random.below(9) as f64 / 2.0);
            let operator = *random.pick(&NUMBER);
            let second = if operator == "between" { number(random) } else { Value::Null };
            (operator, number(random), second)
        }
        "inspectedOn" | "createdAt" => {
            let today = chrono::Utc::now().with_timezone(&FixedOffset::east_opt(4 * 3600).unwrap());
            let today = today.date_naive().to_string();
            let mut days = DAYS.to_vec();
            days.push(&today);
            let operator = *random.pick(&DATE);
            let second =
                if operator == "between" { json!(random.pick(&days)) } else { Value::Null };
            (operator, json!(random.pick(&days)), second)
        }
        "passed" => {
            (*random.pick(&["equals", "not_equals"]), json!(random.below(2) == 0), Value::Null)
        }
        "grade" => match *random.pick(&SELECT) {
            operator @ ("in" | "not_in") => {
                (operator, many(random, &["good", "fair", "poor"]), Value::Null)
            }
            operator => (operator, json!(random.pick(&["good", "fair", "poor"])), Value::Null),
        },
        _ => match *random.pick(&SELECT) {
            operator @ ("in" | "not_in") => {
                let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
                (operator, many(random, &ids), Value::Null)
            }
            operator => (operator, json!(random.pick(ids)), Value::Null),
        },
    };
    let mut condition = json!({ "field": field, "operator": operator, "value": value });
    if !second.is_null() {
        condition["secondValue"] = second;
    }
    condition
}

fn group(random: &mut SeededRandom, ids: &[String], depth: usize) -> Value {
    let parts: Vec<Value> = (0..1 + random.below(3))
        .map(|_| {
            if depth < 4 && random.below(3) == 0 {
                group(random, ids, depth + 1)
            } else {
                condition(random, ids)
            }
        })
        .collect();
    json!({ "operator": random.pick(&["AND", "OR"]), "conditions": parts })
}

/// Returns whether a record matches a filter: the contract in plain Rust.
fn meets(record: &Value, filter: &Value) -> bool {
    if let Some(parts) = filter["conditions"].as_array() {
        return match filter["operator"].as_str().unwrap() {
            "AND" => parts.iter().all(|part| meets(record, part)),
            _ => parts.iter().any(|part| meets(record, part)),
        };
    }
    let operator = filter["operator"].as_str().unwrap();
    let field = filter["field"].as_str().unwrap();
    let value = &record[field];
    if let "is_missing" | "is_present" = operator {
        return value.is_null() == (operator == "is_missing");
    }
    if value.is_null() {
        return matches!(operator, "not_equals" | "not_contains" | "not_in");
    }
    let wanted = &filter["value"];
    if let Some(list) = wanted.as_array() {
        return list.contains(value) == (operator == "in");
    }
    if let Some(number) = value.as_f64() {
        let (wanted, second) = (wanted.as_f64().unwrap(), filter["secondValue"].as_f64());
        return compared(operator, number, wanted, second.unwrap_or_default());
    }
    if let Some(truth) = value.as_bool() {
        return (truth == wanted.as_bool().unwrap()) == (operator == "equals");
    }
    let text = value.as_str().unwrap();
    if matches!(field, "inspectedOn" | "createdAt") {
        let day = |text: &str| -> NaiveDate {
            match DateTime::parse_from_rfc3339(text) {
                Ok(time) => {
                    time.with_timezone(&FixedOffset::east_opt(4 * 3600).unwrap()).date_naive()
                }
                Err(_) => text.parse().unwrap(),
            }
        };
        let second = filter["secondValue"].as_str().map(day);
        let wanted = day(wanted.as_str().unwrap());
        return compared(operator, day(text), wanted, second.unwrap_or(wanted));
    }
    let (text, wanted) = (text.to_lowercase(), wanted.as_str().unwrap().to_lowercase());
    match operator {
        "equals" => text == wanted,
        "not_equals" => text != wanted,
        "contains" => text.contains(&wanted),
        "not_contains" => !text.contains(&wanted),
        "starts_with" => text.starts_with(&wanted),
        _ => text.ends_with(&wanted),
    }
}

fn compared<T: PartialOrd>(operator: &str, value: T, wanted: T, second: T) -> bool {
    match operator {
        "equals" => value == wanted,
        "not_equals" => value != wanted,
        "greater_than" | "after" => value > wanted,
        "greater_than_or_equal" | "after_or_equal" => value >= wanted,
        "less_than" | "before" => value < wanted,
        "less_than_or_equal" | "before_or_equal" => value <= wanted,
        _ => value >= wanted && value <= second,
    }
}

async fn found(client: &TestClient<'_>, filter: &Value, rest: &str) -> Value {
    let query = format!("{PATH}?limit=100&filters={}{rest}", encoded(&filter.to_string()));
    let answer = client.get(&query).await;
    assert_eq!(answer.status, 200, "{filter}: {}", answer.body);
    answer.body
}

#[actix_web::test]
async fn random_filters_match_a_plain_evaluation() {
    let app = TestApp::of(&WITH_INSPECTIONS).await;
    let admin = app.sign_in("admin").await;
    let mut random = SeededRandom::new(7, 0, 0);
    for number in 0..60 {
        admin.post(PATH, row(&mut random, number)).await.expect(201);
    }
    let all = admin.get(&format!("{PATH}?limit=100")).await.expect(200)["items"].clone();
    let all = all.as_array().unwrap();
    let ids: Vec<String> =
        all.iter().map(|record| record["_id"].as_str().unwrap().to_owned()).collect();
    let (mut none, mut some) = (0, 0);
    for _ in 0..400 {
        let filter = group(&mut random, &ids, 1);
        let page = found(&admin, &filter, "").await;
        let wanted: Vec<&Value> = all.iter().filter(|record| meets(record, &filter)).collect();
        let got: Vec<&Value> = page["items"].as_array().unwrap().iter().collect();
        assert_eq!(got, wanted, "{filter}");
        assert_eq!(page["total"], wanted.len(), "{filter}");
        if wanted.is_empty() || wanted.len() == all.len() { none += 1 } else { some += 1 }
    }
    assert!(some > 100, "{some} of {} filters tell records apart", some + none);
}

#[actix_web::test]
async fn every_field_accepts_all_operators_of_its_type() {
    let app = TestApp::of(&WITH_INSPECTIONS).await;
    let admin = app.sign_in("admin").await;
    admin.post(PATH, row(&mut SeededRandom::new(1, 0, 0), 1)).await.expect(201);
    let definitions = admin.get(&format!("{PATH}/filter-definitions")).await.expect(200);
    let definitions = definitions.as_array().unwrap();
    let keys: Vec<&str> = definitions.iter().map(|one| one["key"].as_str().unwrap()).collect();
    assert_eq!(
        keys,
        [
            "_id",
            "subject",
            "company",
            "inspectedOn",
            "score",
            "passed",
            "wear",
            "urgency",
            "followUp",
            "mark",
            "grade",
            "weight",
            "remarks",
            "createdAt",
            "updatedAt"
        ]
    );
    for definition in definitions {
        for operator in definition["operators"].as_array().unwrap() {
            let one = match definition["type"].as_str().unwrap() {
                "text" => json!("x"),
                "number" => json!(1),
                "date" => json!("2026-11-20"),
                "boolean" => json!(true),
                _ if definition["key"] == "grade" => json!("good"),
                _ if definition["key"] == "urgency" => json!("high"),
                _ => json!("0123456789abcdef01234567"),
            };
            let mut condition =
                json!({ "field": definition["key"], "operator": operator, "value": one });
            match operator.as_str().unwrap() {
                "in" | "not_in" => condition["value"] = json!([one]),
                "between" => condition["secondValue"] = one,
                "is_missing" | "is_present" => condition["value"] = Value::Null,
                _ => {}
            }
            found(&admin, &json!({ "operator": "AND", "conditions": [condition] }), "").await;
        }
    }
    let grade = definitions.iter().find(|one| one["key"] == "grade").unwrap();
    assert_eq!(grade["type"], "select");
    assert_eq!(grade["options"][0], json!({ "value": "good", "label": "As new" }));
}

#[actix_web::test]
async fn search_finds_words_in_any_script_and_combines_with_a_filter() {
    let app = TestApp::of(&WITH_INSPECTIONS).await;
    let admin = app.sign_in("admin").await;
    let mut random = SeededRandom::new(3, 0, 0);
    for number in 0..40 {
        admin.post(PATH, row(&mut random, number)).await.expect(201);
    }
    let all = admin.get(&format!("{PATH}?limit=100")).await.expect(200)["items"].clone();
    let all = all.as_array().unwrap();
    let passed = json!({ "operator": "AND", "conditions": [
        { "field": "passed", "operator": "equals", "value": true }
    ] });
    for term in ["roof", "OF G", "%", "_s", "\\", "étage 1", "برج", "رج", "ص", "ss", "aße", "1"]
    {
        let contains = |record: &Value| {
            let subject = record["subject"].as_str().unwrap().to_lowercase();
            term.to_lowercase().split_whitespace().all(|word| subject.contains(word))
        };
        let search = format!("&search={}", encoded(term));
        let none = json!({ "operator": "AND", "conditions": [] });
        let page = found(&admin, &none, &search).await;
        let wanted: Vec<&Value> = all.iter().filter(|record| contains(record)).collect();
        assert_eq!(page["items"].as_array().unwrap().iter().collect::<Vec<_>>(), wanted, "{term}");
        let page = found(&admin, &passed, &search).await;
        let wanted = wanted.into_iter().filter(|record| record["passed"] == true).count();
        assert_eq!(page["total"], wanted, "{term}");
    }
    // A changed record is found by its new name, and a deleted one is not found.
    let id = all[0]["_id"].as_str().unwrap();
    admin.patch(&format!("{PATH}/{id}"), json!({ "subject": "Zeppelin mast" })).await.expect(200);
    let zeppelins = format!("{PATH}?search=zeppelin");
    assert_eq!(admin.get(&zeppelins).await.expect(200)["total"], 1);
    admin.delete(&format!("{PATH}/{id}")).await.expect(204);
    assert_eq!(admin.get(&zeppelins).await.expect(200)["total"], 0);
}

#[actix_web::test]
async fn a_day_in_dubai_begins_four_hours_before_the_day_of_utc() {
    let app = TestApp::of(&WITH_INSPECTIONS).await;
    let admin = app.sign_in("admin").await;
    admin.post(PATH, row(&mut SeededRandom::new(1, 0, 0), 1)).await.expect(201);
    let zone = FixedOffset::east_opt(4 * 3600).unwrap();
    let today = chrono::Utc::now().with_timezone(&zone).date_naive();
    let total = async |operator: &str, day: NaiveDate| {
        let filter = json!({ "operator": "AND", "conditions": [
            { "field": "createdAt", "operator": operator, "value": day.to_string() }
        ] });
        found(&admin, &filter, "").await["total"].as_i64().unwrap()
    };
    assert_eq!(total("equals", today).await, 1);
    assert_eq!(total("before", today).await, 0);
    assert_eq!(total("after", today).await, 0);
    assert_eq!(total("before_or_equal", today).await, 1);
    assert_eq!(total("after", today - Days::new(1)).await, 1);
}
