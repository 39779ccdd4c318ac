//! Readers with several roles: each record has what the roles that give it show, in lists as by itself.

use std::collections::BTreeSet;

use kernel::seeded::SeededRandom;
use serde_json::{Value, json};

use super::{UNITS, World, under};
use crate::encoded;

const PAIRS: usize = 12;
const UNITS_MADE: usize = 45;

const FIELDS: [&str; 4] = ["serviceChargesPerSqFt", "floor", "view", "totalAreaInSqFt"];

/// What one role sees: units that meet a rule, without the fields that it hides and masks.
struct Role {
    rule: Value,
    hidden: BTreeSet<&'static str>,
    masked: BTreeSet<&'static str>,
    projects: &'static str,
}

impl Role {
    fn random(random: &mut SeededRandom) -> Self {
        let (mut hidden, mut masked) = (BTreeSet::new(), BTreeSet::new());
        for field in FIELDS {
            match random.below(3) {
                0 => hidden.insert(field),
                1 => masked.insert(field),
                _ => false,
            };
        }
        let number = random.below(4);
        let condition = |field: &str, operator: &str, value: Value| json!({ "field": field, "operator": operator, "value": value });
        let rules = [
            condition("bedrooms", "less_than", json!(2)),
            condition("bedrooms", "greater_than_or_equal", json!(number)),
            condition("status", "equals", json!("available")),
            condition("status", "not_equals", json!("sold")),
            condition("project.name", "starts_with", json!("Marina")),
            condition("floor", "greater_than", json!(number)),
        ];
        let [one, other] = [random.pick(&rules).clone(), random.pick(&rules).clone()];
        let rule = match random.below(3) {
            0 => json!({ "operator": "OR", "conditions": [one, other] }),
            _ => one,
        };
        Self { rule, hidden, masked, projects: *random.pick(&["Marina", "Palm", "École"]) }
    }

    fn lines(&self, name: &str) -> String {
        let Self { rule, hidden, masked, projects } = self;
        let mut lines = format!(
            r#"
p, {name}, units, read
p, {name}, projects, read
where, {name}, units, read, {rule}
where, {name}, projects, read, {{"field": "name", "operator": "starts_with", "value": "{projects}"}}
"#
        );
        for (level, fields) in [("hide", hidden), ("mask", masked)] {
            let fields: Vec<&str> = fields.iter().copied().collect();
            if !fields.is_empty() {
                lines += &format!("fields, {name}, units, {level}, {}\n", fields.join(" "));
            }
        }
        lines
    }
}

/// Returns a unit as the roles that give it show it.
fn shown(unit: &Value, giving: &[&Role], roles: &[Role]) -> Value {
    let (mut shown, mut masked) = (unit.clone(), BTreeSet::new());
    let fields = shown.as_object_mut().unwrap();
    for field in FIELDS {
        if giving.iter().all(|role| role.hidden.contains(field)) {
            fields.remove(field);
        } else if giving
            .iter()
            .all(|role| role.hidden.contains(field) || role.masked.contains(field))
        {
            fields[field] = Value::Null;
            masked.insert(field);
        }
    }
    let project = unit["project"]["name"].as_str().unwrap();
    if !roles.iter().any(|role| project.starts_with(role.projects)) {
        fields["project"] = Value::Null;
        masked.insert("project");
    }
    if !masked.is_empty() {
        fields.insert("masked".to_owned(), json!(masked));
    }
    shown
}

/// Sorts the names of masked fields, whose order says nothing.
fn in_order(mut unit: Value) -> Value {
    if let Some(masked) = unit.get_mut("masked").and_then(Value::as_array_mut) {
        masked.sort_by_key(ToString::to_string);
    }
    unit
}

#[actix_web::test]
async fn record_has_what_any_role_shows_that_gives_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = SeededRandom::new(12, 0, 0);
    let pairs: Vec<[Role; 2]> =
        (0..PAIRS).map(|_| [Role::random(&mut random), Role::random(&mut random)]).collect();
    let mut lines = String::from("g, agent, user\n");
    for (number, [left, right]) in pairs.iter().enumerate() {
        lines += &format!("g, both{number}, user\np, both{number}, backoffice, enter\n");
        for (role, side) in [(left, "left"), (right, "right")] {
            lines += &format!("g, both{number}, {side}{number}\n");
            lines += &role.lines(&format!("{side}{number}"));
        }
    }
    let app = under(&folder, &lines).await;
    let world = World::of(&app).await;
    for number in 0..UNITS_MADE {
        let place = (world.projects[number % 3].as_str(), world.developer.as_str());
        let unit = crate::lists_in_memory::unit(&mut random, place, number);
        world.admin.post(UNITS, unit).await.expect(201);
    }
    let (mut of_both, mut partly) = (0, 0);
    for (number, roles) in pairs.iter().enumerate() {
        let all = world.admin.get(&format!("{UNITS}?limit=100")).await.expect(200);
        let mut given: [BTreeSet<String>; 2] = Default::default();
        for (role, given) in roles.iter().zip(&mut given) {
            let mut filter = role.rule.clone();
            if filter.get("conditions").is_none() {
                filter = json!({ "operator": "AND", "conditions": [filter] });
            }
            let path = format!("{UNITS}?limit=100&filters={}", encoded(&filter.to_string()));
            let listed = world.admin.get(&path).await.expect(200);
            let ids = listed["items"].as_array().unwrap().iter();
            given.extend(ids.map(|unit| unit["_id"].as_str().unwrap().to_owned()));
        }
        let mut expected = Vec::new();
        let reader = app.sign_in(&format!("both{number}")).await;
        for unit in all["items"].as_array().unwrap() {
            let id = unit["_id"].as_str().unwrap();
            let giving: Vec<&Role> = roles
                .iter()
                .zip(&given)
                .filter_map(|(role, given)| given.contains(id).then_some(role))
                .collect();
            let alone = reader.get(&format!("{UNITS}/{id}")).await;
            if giving.is_empty() {
                assert_eq!(alone.status, 404, "{number}: {id}");
                continue;
            }
            of_both += usize::from(giving.len() == 2);
            partly += usize::from(giving.len() == 1);
            let shown = shown(unit, &giving, roles);
            assert_eq!(in_order(alone.expect(200)), shown, "{number}");
            expected.push(shown);
        }
        let listed = reader.get(&format!("{UNITS}?limit=100")).await.expect(200);
        assert_eq!(listed["total"], expected.len(), "{number}");
        let listed: Vec<Value> =
            listed["items"].as_array().unwrap().iter().cloned().map(in_order).collect();
        assert_eq!(listed, expected, "{number}");
    }
    assert!(of_both > UNITS_MADE && partly > UNITS_MADE, "{of_both} of both, {partly} of one");
}
