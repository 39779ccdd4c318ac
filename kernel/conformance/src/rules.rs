//! Every role reads the records and fields that the rules of the policy allow it, and no others: what its own list, view,
//! export and document show is compared with what the explanation of its permission says, record by record.

use std::collections::BTreeSet;

use actix_web::http::Method;
use kernel::Product;
use kernel::testing::{TestApp, TestClient};
use serde_json::{Map, Value, json};

use crate::contract::{Clients, Contract, Resource};
use crate::records::{Fields, Records};
use crate::report::Report;

/// How many records are compared one by one.
const RECORDS: usize = 20;

pub(crate) async fn check(product: &Product, mut report: Report) -> Report {
    let contract = Contract::of(product).await;
    let app = TestApp::of(product).await;
    let clients = Clients::of(&app, &contract).await;
    let mut records = Records::of(&contract, &clients);
    let mut ruled = Vec::new();
    for (role, client) in clients.iter() {
        let me = client.get("/api/auth/me").await.body;
        let user = me["user"]["id"].as_str().unwrap_or_default().to_owned();
        for permission in me["permissions"].as_array().into_iter().flatten() {
            let rows = permission["rows"].as_object();
            let says_rows = permission["actions"].as_array().into_iter().flatten().all(|action| {
                let rows = rows.and_then(|rows| rows.get(action.as_str().unwrap_or_default()));
                rows.is_some_and(|rows| ["all", "some"].iter().any(|one| rows == one))
            });
            let expected =
                format!("of {role}, for each action, whether it has all or some records");
            report.expect(says_rows, ("product", "me"), expected, permission);
            if let Some(resource) = permission["resource"].as_str() {
                let (client, user) = (client, user.clone());
                let permission = permission.clone();
                ruled.push(Ruled { role, client, user, name: resource.to_owned(), permission });
            }
        }
    }
    for resource in contract.in_order() {
        let narrowed: Vec<_> =
            ruled.iter().filter(|one| one.name == resource.name && one.is_narrowed()).collect();
        if narrowed.is_empty() {
            continue;
        }
        if resource.operation("create").is_some() {
            for fields in [Fields::All, Fields::Required, Fields::All] {
                records.create(resource, fields, &mut report).await;
            }
        }
        for one in narrowed {
            one.check(resource, &mut records, &mut report).await;
        }
    }
    report
}

/// What a role may do with a resource.
struct Ruled<'a> {
    role: &'a str,
    client: &'a TestClient<'a>,
    user: String,
    name: String,
    /// As the role's own account is told.
    permission: Value,
}

impl Ruled<'_> {
    fn fields(&self, kind: &str) -> impl Iterator<Item = &str> {
        self.permission[kind].as_array().into_iter().flatten().filter_map(Value::as_str)
    }

    fn is_narrowed(&self) -> bool {
        let some = json!("some");
        let by_rows = self.permission["rows"]
            .as_object()
            .is_some_and(|rows| rows.values().any(|rows| *rows == some));
        by_rows
            || ["hidden", "masked", "readonly"]
                .iter()
                .any(|kind| self.fields(kind).next().is_some())
    }

    async fn check(&self, resource: &Resource, records: &mut Records<'_>, report: &mut Report) {
        let Some(lister) = records.client(resource, "list") else { return };
        let page = lister.get(&format!("{}?limit={RECORDS}", resource.path)).await;
        let all: Vec<String> = page.body["items"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|one| resource.id_in(one).to_owned())
            .collect();
        let own = self.client.get(&format!("{}?limit=100", resource.path)).await;
        if own.status != 200 {
            let text = format!("{}: rules of {}, which lists none", resource.name, self.role);
            return report.notice(&resource.module, text);
        }
        let own = own.body["items"].as_array().cloned().unwrap_or_default();
        let listed: BTreeSet<&str> = own.iter().map(|one| resource.id_in(one)).collect();
        self.rows(resource, records, (&all, &listed), report).await;
        for record in &own {
            self.record(resource, record, report);
        }
        self.what_is_hidden_is_unknown(resource, report).await;
        if let Some(record) = own.first() {
            self.what_is_fixed_is_not_changed(resource, record, records, report).await;
        }
    }

    /// The list and the view have the records that the explanation allows.
    async fn rows(
        &self,
        resource: &Resource,
        records: &Records<'_>,
        (all, listed): (&[String], &BTreeSet<&str>),
        report: &mut Report,
    ) {
        let Some(explainer) = records.clients.may(records.contract, "policy_explain") else {
            let text = format!("{}: rules, which no role may explain", resource.name);
            return report.notice(&resource.module, text);
        };
        let operation = resource.operation("list").unwrap_or_default();
        let view = resource.operation("view").and_then(|id| records.contract.operation(id));
        let subject = (&*resource.module, operation);
        for id in all {
            let path = format!(
                "/api/backoffice/policy/explain?user={}&operation={operation}&record={id}",
                self.user
            );
            let explained = explainer.get(&path).await;
            let Some(allowed) = explained.body["allowed"].as_bool() else {
                report.fail(subject.0, subject.1, "an explanation", explained.body);
                continue;
            };
            let (role, what) = (self.role, if allowed { "a record" } else { "no record" });
            let expected = format!("{what} in the list of {role}, as its permission is explained");
            report.expect(listed.contains(&**id) == allowed, subject, expected, id);
            if view.is_some_and(|view| view.is_for(role)) {
                let status = self.client.get(&resource.record(id)).await.status;
                let expected = if allowed { 200 } else { 404 };
                report.expect(
                    status == expected,
                    subject,
                    format!("{expected} for {role}"),
                    status,
                );
            }
        }
    }

    /// A record shows nothing of what is hidden, and masks what is masked.
    fn record(&self, resource: &Resource, record: &Value, report: &mut Report) {
        let subject = (&*resource.module, &*resource.name);
        for field in self.fields("hidden") {
            let expected = format!("a record without {field} for {}", self.role);
            report.expect(record.get(field).is_none(), subject, expected, record);
        }
        for field in self.fields("masked") {
            let named =
                record["masked"].as_array().is_some_and(|all| all.iter().any(|one| one == field));
            let expected = format!("a record that masks {field} for {}", self.role);
            report.expect(named && record[field].is_null(), subject, expected, record);
        }
    }

    /// No order, filter, export or document knows a hidden field.
    async fn what_is_hidden_is_unknown(&self, resource: &Resource, report: &mut Report) {
        let subject = (&*resource.module, &*resource.name);
        let document = self.client.get("/api/openapi.json").await.body;
        let view = resource.json["schemas"]["view"].as_str().unwrap_or_default();
        let described = &document["components"]["schemas"][view]["properties"];
        for field in self.fields("hidden") {
            let expected = format!("a document without {field} for {}", self.role);
            report.expect(described.get(field).is_none(), subject, expected, described);
            let filter = json!({ "operator": "AND", "conditions": [
                { "field": field, "operator": "is_missing", "value": null }
            ] });
            let filter = crate::filters::encoded(&filter);
            for query in [format!("sort={field}"), format!("filters={filter}")] {
                let status = self.client.get(&format!("{}?{query}", resource.path)).await.status;
                let expected = format!("400 for {} and {field}", self.role);
                report.expect(status == 400, subject, expected, status);
            }
        }
        if !resource.operation("export").is_some_and(|_| self.may("export")) {
            return;
        }
        let table = self.client.get(&format!("{}/export?format=csv", resource.path)).await;
        let table = String::from_utf8_lossy(&table.bytes).into_owned();
        let header = table.lines().next().unwrap_or_default();
        for field in self.fields("hidden") {
            let named = header.trim_start_matches('\u{feff}').split(',').any(|one| one == field);
            let expected = format!("a table without {field} for {}", self.role);
            report.expect(!named, subject, expected, header);
        }
    }

    fn may(&self, action: &str) -> bool {
        let actions = self.permission["actions"].as_array();
        actions.is_some_and(|actions| actions.iter().any(|one| one == action))
    }

    /// A change of a field that the role may only read is refused, and changes nothing.
    async fn what_is_fixed_is_not_changed(
        &self,
        resource: &Resource,
        record: &Value,
        records: &mut Records<'_>,
        report: &mut Report,
    ) {
        if !self.may("update") || resource.operation("update").is_none() {
            return;
        }
        let subject = (&*resource.module, resource.operation("update").unwrap_or_default());
        let path = resource.record(resource.id_in(record));
        let fields: Map<String, Value> = resource.fields("patch");
        for field in self.fields("readonly").map(str::to_owned).collect::<Vec<_>>() {
            let Some(schema) = fields.get(&field) else { continue };
            let read = &record[&field];
            let differs = |value: &Value| value != read && *value != read["_id"];
            let Some(other) = records.values.candidates(schema).into_iter().find(differs) else {
                continue;
            };
            let body = json!({ field.clone(): other });
            let answer = self.client.request(Method::PATCH, &path).json(&body).send().await;
            let expected = format!("403 at /{field} for {} and {body}", self.role);
            report.expect(answer.status == 403, subject, expected, &answer.body);
        }
        let again = self.client.get(&path).await;
        let expected = format!("the record as it was for {}", self.role);
        report.expect(again.status != 200 || again.body == *record, subject, expected, again.body);
    }
}
