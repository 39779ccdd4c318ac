//! The life of a record: created, read, listed, changed, restored, deleted and brought back, each change with
//! its version.

use actix_web::http::Method;
use kernel::Product;
use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use crate::contract::{Clients, Contract, Resource};
use crate::records::{Fields, Made, Records};
use crate::report::Report;

pub(crate) async fn check(product: &Product, mut report: Report) -> Report {
    let contract = Contract::of(product).await;
    let app = TestApp::of(product).await;
    let clients = Clients::of(&app, &contract).await;
    let mut records = Records::of(&contract, &clients);
    for resource in contract.in_order() {
        if resource.operation("create").is_none() {
            let text = format!("{}: its records, which no operation creates", resource.name);
            report.notice(&resource.module, text);
            continue;
        }
        if records.client(resource, "create").is_none() {
            let text = "a role that may create records";
            report.fail(&resource.module, &resource.name, text, "none");
            continue;
        }
        for fields in [Fields::All, Fields::Required] {
            let Some(made) = records.create(resource, fields, &mut report).await else { continue };
            let mut life = Life { resource, records: &mut records, report: &mut report, made };
            life.written().await;
            life.changed().await;
            life.restored().await;
            life.deleted().await;
        }
    }
    report
}

struct Life<'a, 'r> {
    resource: &'a Resource,
    records: &'a mut Records<'r>,
    report: &'a mut Report,
    made: Made,
}

impl<'r> Life<'_, 'r> {
    fn client(&self, kind: &str) -> Option<&'r TestClient<'r>> {
        self.records.client(self.resource, kind)
    }

    fn expect(
        &mut self,
        kind: &str,
        holds: bool,
        expected: &str,
        found: impl std::fmt::Display,
    ) -> bool {
        let resource = self.resource;
        let subject = (&*resource.module, resource.operation(kind).unwrap_or(&resource.name));
        self.report.expect(holds, subject, expected, found)
    }

    /// What was sent is read again, alone and in the list.
    async fn written(&mut self) {
        let expected = "an ETag of the new record";
        self.expect("create", !self.made.etag.is_empty(), expected, "none");
        for (name, sent) in self.made.body.clone() {
            let field = self.resource.fields("input")[&name].clone();
            let Some((shown, read)) = read_again(&name, &field, &self.made.record) else {
                continue;
            };
            let expected = format!("{sent} in {shown}, as it was written");
            self.expect("create", is_same(&sent, &read), &expected, read);
        }
        if let Some(client) = self.client("view") {
            let answer = client.get(&self.made.path).await;
            let same = answer.body == self.made.record && answer.header("etag") == self.made.etag;
            let expected = format!("the record as it was created, {}", self.made.record);
            self.expect("view", answer.status == 200 && same, &expected, &answer.body);
        }
        if let Some(client) = self.client("list") {
            let page = client.get(&listed(self.resource, &self.made.id)).await;
            let found = page.body["items"].as_array().is_some_and(|all| {
                all.len() == 1 && all[0] == self.made.record && page.body["total"] == 1
            });
            self.expect("list", found, "the new record, found by its identifier", &page.body);
        }
    }

    /// Each field that may be changed is changed; a change of an earlier state is refused.
    async fn changed(&mut self) {
        let Some(client) = self.client("update") else { return };
        let (module, resource) = (self.resource.module.clone(), self.resource);
        self.records.prepare(resource, "patch", self.report).await;
        let first = self.made.etag.clone();
        for (name, field) in resource.fields("patch") {
            let now = read_again(&name, &field, &self.made.record);
            let now = now.map(|(_, value)| value).unwrap_or_default();
            let mut values = self.records.values.candidates(&field);
            values.retain(|value| !is_same(value, &now));
            let mut refusal = None;
            let mut accepted = false;
            for value in values {
                let request = client.request(Method::PATCH, &self.made.path);
                let request = request.header("if-match", &self.made.etag);
                let answer = request.json(&json!({ name.clone(): value })).send().await;
                if answer.status != 200 {
                    let is_rule = matches!(answer.status.as_u16(), 409 | 422);
                    self.expect("update", is_rule, "200, or 422 by a rule", &answer.body);
                    refusal = Some(answer.body);
                    continue;
                }
                let etag = answer.header("etag").to_owned();
                // What is never shown is in no ETag and no version.
                let is_shown = field["writeOnly"] != true;
                let other = etag != self.made.etag && !etag.is_empty();
                self.expect("update", other || !is_shown, "another ETag after a change", &etag);
                let mut names = vec![name.clone()];
                if let Some((shown, read)) = read_again(&name, &field, &answer.body) {
                    names.push(shown.clone());
                    let expected = format!("{value} in {shown}, as it was changed");
                    self.expect("update", is_same(&value, &read), &expected, read);
                }
                (self.made.etag, self.made.record, accepted) = (etag, answer.body, true);
                if is_shown {
                    self.version("update", &names).await;
                }
                break;
            }
            if !accepted {
                let why = refusal.map_or("there is no other value".into(), |body| body.to_string());
                self.report.notice(&module, format!("{}: change of {name}: {why}", resource.name));
            }
        }
        if first == self.made.etag {
            return;
        }
        let request = client.request(Method::PATCH, &self.made.path).header("if-match", &first);
        let stale = request.json(&json!({})).send().await;
        self.expect(
            "update",
            stale.status == 412,
            "412 with the ETag of an earlier state",
            stale.status,
        );
        let now = client.get(&self.made.path).await.body;
        self.expect("update", now == self.made.record, "no change by what is refused", now);
    }

    /// The latest version is of this action, and names the field that was changed by one of its names.
    async fn version(&mut self, action: &str, names: &[String]) {
        let Some(client) = self.client("history") else { return };
        let page = client.get(&format!("{}/history?limit=1", self.made.path)).await;
        let latest = &page.body["items"][0];
        let changed = latest["changed"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let is_named =
            names.is_empty() || changed.into_iter().any(|one| names.iter().any(|name| name == one));
        let who = !latest["actor"]["id"].is_null();
        let holds = latest["action"] == action && is_named && who;
        let expected =
            format!("a version by `{action}` with its author and the changed fields {names:?}");
        self.expect("history", holds, &expected, &page.body);
    }

    /// The first version is restored.
    async fn restored(&mut self) {
        let Some(client) = self.client("restore") else { return };
        let before = self.made.record.clone();
        let path = format!("{}/restore", self.made.path);
        let answer = client.post(&path, json!({ "version": 1 })).await;
        if !self.expect("restore", answer.status == 200, "200", &answer.body) {
            return;
        }
        for (name, sent) in self.made.body.clone() {
            let field = self.resource.fields("input")[&name].clone();
            if let Some((shown, read)) = read_again(&name, &field, &answer.body) {
                let expected = format!("{sent} in {shown}, as in the first version");
                self.expect("restore", is_same(&sent, &read), &expected, read);
            }
        }
        self.made.etag = answer.header("etag").to_owned();
        self.made.record = answer.body;
        if self.made.record != before {
            self.version("restore", &[]).await;
        }
    }

    /// A deleted record is found no more, and is brought back by its history.
    async fn deleted(&mut self) {
        let Some(client) = self.client("delete") else { return };
        let stale = client.request(Method::DELETE, &self.made.path).header("if-match", "\"x\"");
        let stale = stale.send().await.status;
        self.expect("delete", stale == 412, "412 with another ETag", stale);
        let answer = client.delete(&self.made.path).await;
        if !self.expect("delete", answer.status == 204, "204", &answer.body) {
            return;
        }
        let known = self.records.values.records.get_mut(&self.resource.name);
        known.into_iter().for_each(|all| all.retain(|id| *id != self.made.id));
        if let Some(client) = self.client("view") {
            let answer = client.get(&self.made.path).await;
            self.expect("view", answer.status == 404, "404 after the deletion", &answer.body);
        }
        self.version("delete", &[]).await;
        let Some(client) = self.client("restore") else { return };
        let path = format!("{}/restore", self.made.path);
        let answer = client.post(&path, json!({ "version": 1 })).await;
        let is_back = answer.status == 200 && self.resource.id_in(&answer.body) == self.made.id;
        self.expect("restore", is_back, "the deleted record under its identifier", &answer.body);
    }
}

/// Returns the list of one record.
fn listed(resource: &Resource, id: &str) -> String {
    let condition = json!({ "field": resource.id, "operator": "equals", "value": id });
    let filter = json!({ "operator": "AND", "conditions": [condition] });
    format!("{}?filters={}", resource.path, crate::filters::encoded(&filter))
}

/// Returns where a field that is written is read, and what is read there in the form in which it is written.
/// `None` for what is never read.
pub(crate) fn read_again(name: &str, field: &Value, record: &Value) -> Option<(String, Value)> {
    if field["writeOnly"] == true {
        return None;
    }
    let items = &field["items"];
    let reference = [field, items].into_iter().find_map(|one| one["x-reference"]["view"].as_str());
    let shown = reference.unwrap_or(name);
    let read = &record[shown];
    let id = |one: &Value| match one.is_object() {
        true => one["_id"].clone(),
        false => one.clone(),
    };
    let read = match (reference.is_some(), read) {
        (true, Value::Array(all)) => all.iter().map(id).collect(),
        (true, one) => id(one),
        (false, one) => one.clone(),
    };
    Some((shown.to_owned(), read))
}

/// Returns whether what was written is what is read, which may say more.
pub(crate) fn is_same(written: &Value, read: &Value) -> bool {
    match (written, read) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.iter().all(|(name, value)| is_same(value, other.get(name).unwrap_or(&Value::Null)))
        }
        (Value::String(one), Value::String(other)) => one == other || is_same_time(one, other),
        _ => written == read,
    }
}

fn is_same_time(one: &str, other: &str) -> bool {
    let read = |text| chrono::DateTime::parse_from_rfc3339(text).ok();
    read(one).is_some_and(|one| read(other) == Some(one))
}
