//! Lists are filtered by every field that they offer, with every operator: compared with an evaluation of the
//! records where the field is a plain value, and with the opposite operator always. Also lists by identifiers,
//! and in every order.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Product;
use kernel::testing::{TestApp, TestClient};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use crate::contract::{Clients, Contract, NO_RECORD, Resource};
use crate::records::{Fields, Records};
use crate::report::Report;

/// The number of identifiers that a list must accept, as screens send them for a page.
const IDENTIFIERS: usize = 100;

/// Operators of which exactly one applies to a record; the second pair to those that have a value.
const OPPOSITES: [(&str, &str); 4] = [
    ("equals", "not_equals"),
    ("in", "not_in"),
    ("contains", "not_contains"),
    ("is_missing", "is_present"),
];
const ORDERS: [(&str, &str); 4] = [
    ("less_than", "greater_than_or_equal"),
    ("greater_than", "less_than_or_equal"),
    ("before", "after_or_equal"),
    ("after", "before_or_equal"),
];

pub(crate) async fn check(product: &Product, mut report: Report) -> Report {
    let contract = Contract::of(product).await;
    let app = TestApp::of(product).await;
    if !product.demo.is_empty() {
        app.seed_demo().await;
    }
    let clients = Clients::of(&app, &contract).await;
    let mut records = Records::of(&contract, &clients);
    for resource in contract.in_order() {
        if resource.operation("create").is_some() {
            for fields in [Fields::All, Fields::Required, Fields::All] {
                records.create(resource, fields, &mut report).await;
            }
        }
        let (list, definitions) =
            (records.client(resource, "list"), records.client(resource, "filters"));
        let (Some(client), Some(reader)) = (list, definitions) else {
            report.notice(
                &resource.module,
                format!("{}: its lists, which no role may filter", resource.name),
            );
            continue;
        };
        let path = format!("{}/filter-definitions", resource.path);
        let definitions = reader.get(&path).await.body;
        let order = format!("{}?limit=100&sort={}:desc", resource.path, resource.id);
        let page = client.get(&order).await.body;
        let all = page["items"].as_array().cloned().unwrap_or_default();
        if all.is_empty() {
            report.notice(
                &resource.module,
                format!("{}: filters, as it has no record", resource.name),
            );
            continue;
        }
        let mut list = List { resource, client, all, report: &mut report };
        list.by_identifiers().await;
        list.in_every_order().await;
        for definition in definitions.as_array().into_iter().flatten() {
            list.by_field(definition).await;
        }
    }
    report
}

/// Encodes a filter as a value of a query.
pub(crate) fn encoded(filter: &Value) -> String {
    utf8_percent_encode(&filter.to_string(), NON_ALPHANUMERIC).to_string()
}

struct List<'a> {
    resource: &'a Resource,
    client: &'a TestClient<'a>,
    /// The records that are compared.
    all: Vec<Value>,
    report: &'a mut Report,
}

impl List<'_> {
    fn expect(&mut self, holds: bool, expected: &str, found: impl std::fmt::Display) {
        let operation = self.resource.operation("list").unwrap_or(&self.resource.name);
        self.report.expect(holds, (&self.resource.module, operation), expected, found);
    }

    fn id<'v>(&self, record: &'v Value) -> &'v str {
        self.resource.id_in(record)
    }

    async fn page(&self, conditions: &[&Value]) -> Value {
        let filter = json!({ "operator": "AND", "conditions": conditions });
        let id = &self.resource.id;
        let query = format!("limit=100&sort={id}:desc&filters={}", encoded(&filter));
        self.client.get(&format!("{}?{query}", self.resource.path)).await.body
    }

    fn these(&self) -> Value {
        let ids: Vec<&str> = self.all.iter().map(|one| self.id(one)).collect();
        json!({ "field": self.resource.id, "operator": "in", "value": ids })
    }

    /// An identifier that is unknown is left out.
    async fn by_identifiers(&mut self) {
        if self.all.len() == IDENTIFIERS {
            self.all.pop();
        }
        let mut these = self.these();
        let known = these["value"].as_array().map_or(0, Vec::len);
        for unknown in known..IDENTIFIERS {
            let id = json!(format!("{:0>24}", IDENTIFIERS - unknown - 1));
            these["value"].as_array_mut().into_iter().for_each(|ids| ids.push(id.clone()));
        }
        let page = self.page(&[&these]).await;
        let holds = page["items"] == json!(self.all) && page["total"] == self.all.len();
        self.expect(holds, "the records of a hundred identifiers", page);
    }

    async fn in_every_order(&mut self) {
        let fields = self.resource.json["sortable"].as_array().cloned().unwrap_or_default();
        let these = json!({ "operator": "AND", "conditions": [self.these()] });
        for field in fields.iter().filter_map(Value::as_str) {
            for direction in ["asc", "desc"] {
                let query =
                    format!("limit=100&sort={field}:{direction}&filters={}", encoded(&these));
                let page = self.client.get(&format!("{}?{query}", self.resource.path)).await.body;
                let holds = page["items"].as_array().map(Vec::len) == Some(self.all.len());
                self.expect(holds, &format!("all records sorted by {field}:{direction}"), page);
            }
        }
    }

    async fn by_field(&mut self, definition: &Value) {
        let key = definition["key"].as_str().unwrap_or_default().to_owned();
        let operators = definition["operators"].as_array().into_iter().flatten();
        let operators: BTreeSet<&str> = operators.filter_map(Value::as_str).collect();
        let Some(value) = self.value(definition) else {
            let text = format!("{}: filter by {key}: no record has a value", self.resource.name);
            self.report.notice(&self.resource.module, text);
            return;
        };
        let these = self.these();
        // What is computed from other tables is in no record.
        let is_shown = self.resource.fields("view").contains_key(&key);
        let in_memory = !is_shown || definition["hasIndex"] == true;
        self.expect(in_memory, &format!("a column in memory for {key}"), definition);
        let mut found = BTreeMap::new();
        for operator in &operators {
            let mut condition = json!({ "field": key, "operator": operator, "value": value });
            match *operator {
                "in" | "not_in" => condition["value"] = json!([value]),
                "between" => condition["secondValue"] = value.clone(),
                "is_missing" | "is_present" => condition["value"] = Value::Null,
                _ => {}
            }
            let page = self.page(&[&these, &condition]).await;
            let Some(items) = page["items"].as_array() else {
                self.expect(false, &format!("a list filtered by {condition}"), page);
                continue;
            };
            let ids: BTreeSet<String> = items.iter().map(|one| self.id(one).to_owned()).collect();
            let expected: Option<BTreeSet<String>> = self
                .all
                .iter()
                .filter_map(|record| match meets(&record[&key], operator, &value) {
                    Some(true) => Some(Some(self.id(record).to_owned())),
                    Some(false) => None,
                    None => Some(None),
                })
                .collect();
            if let Some(expected) = expected.filter(|_| is_shown) {
                let text = format!("{expected:?} filtered by {condition}");
                self.expect(ids == expected, &text, format!("{ids:?}"));
            }
            found.insert(*operator, ids);
        }
        let all: BTreeSet<String> = self.all.iter().map(|one| self.id(one).to_owned()).collect();
        let present = found.get("is_present").unwrap_or(&all).clone();
        let pairs = OPPOSITES.map(|pair| (pair, &all)).into_iter();
        for ((one, other), whole) in pairs.chain(ORDERS.map(|pair| (pair, &present))) {
            let (Some(some), Some(rest)) = (found.get(one), found.get(other)) else { continue };
            let is_whole = some.is_disjoint(rest) && some.union(rest).eq(whole.iter());
            let text = format!("each record by either `{one}` or `{other}` of {key} {value}");
            self.expect(is_whole, &text, format!("{some:?} and {rest:?} of {whole:?}"));
        }
    }

    /// Returns a value to filter by: that of a record, if one has it.
    fn value(&self, definition: &Value) -> Option<Value> {
        let key = definition["key"].as_str()?;
        let values = self.all.iter().map(|record| &record[key]).filter(|one| !one.is_null());
        let of_record = values.map(|one| match one {
            Value::Array(all) => all.first().cloned().unwrap_or_default(),
            one => one.clone(),
        });
        let of_record = of_record.map(|one| if one.is_object() { one["_id"].clone() } else { one });
        let known: Vec<Value> = of_record.filter(|one| !one.is_null()).collect();
        let some = known.get(known.len() / 2).cloned();
        Some(match definition["type"].as_str()? {
            "date" => {
                let day = some.as_ref().and_then(Value::as_str).and_then(|text| text.get(..10));
                json!(day.unwrap_or("2026-01-05"))
            }
            "number" => some.unwrap_or(json!(1)),
            "boolean" => some.unwrap_or(json!(true)),
            "text" => some.unwrap_or(json!("Conformance")),
            _ => {
                let option = definition["options"][0]["value"].clone();
                let option = if option.is_null() { json!(NO_RECORD) } else { option };
                some.unwrap_or(option)
            }
        })
    }
}

/// Returns whether a plain value of a record meets a condition. `None` where that is not known here: of times,
/// whose days depend on the time zone, of lists and of what the record does not show.
fn meets(value: &Value, operator: &str, wanted: &Value) -> Option<bool> {
    let value = if value.is_object() { &value["_id"] } else { value };
    if value.is_array()
        || value.as_str().is_some_and(|text| text.contains('T') && text.ends_with('Z'))
    {
        return None;
    }
    if value.is_null() {
        return Some(matches!(operator, "not_equals" | "not_contains" | "not_in" | "is_missing"));
    }
    let order = match (value, wanted) {
        (Value::Number(one), Value::Number(other)) => {
            one.as_f64()?.partial_cmp(&other.as_f64()?)?
        }
        (Value::String(one), Value::String(other)) => one.to_lowercase().cmp(&other.to_lowercase()),
        (Value::Bool(one), Value::Bool(other)) => one.cmp(other),
        _ => return None,
    };
    let texts = value.as_str().zip(wanted.as_str());
    let texts = texts.map(|(one, other)| (one.to_lowercase(), other.to_lowercase()));
    Some(match operator {
        "equals" | "in" | "between" => order.is_eq(),
        "not_equals" | "not_in" => order.is_ne(),
        "less_than" | "before" => order.is_lt(),
        "less_than_or_equal" | "before_or_equal" => order.is_le(),
        "greater_than" | "after" => order.is_gt(),
        "greater_than_or_equal" | "after_or_equal" => order.is_ge(),
        "is_missing" => false,
        "is_present" => true,
        "contains" => texts.is_some_and(|(one, other)| one.contains(&other)),
        "not_contains" => texts.is_some_and(|(one, other)| !one.contains(&other)),
        "starts_with" => texts.is_some_and(|(one, other)| one.starts_with(&other)),
        "ends_with" => texts.is_some_and(|(one, other)| one.ends_with(&other)),
        _ => return None,
    })
}
