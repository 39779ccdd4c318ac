//! Two worlds that differ only in what a broker may not see: whatever the broker tries to write is answered the same in
//! both.

use std::collections::HashMap;

use actix_web::http::Method;
use kernel::testing::{TestApp, TestClient};
use serde_json::{Value, json};

use super::twin_worlds::{MORE, change_unseen, units, without_moment};
use super::{BROKER, UNITS, World, under};

/// What the broker may write besides.
const WRITES: &str = r"
p, agent, projects, update
p, agent, projects, propose
p, agent, saved-filters, *
p, agent, saved-views, read
";

const PROJECTS: &str = "/api/backoffice/projects";
const SETS: &str = "/api/backoffice/change-sets";

/// Operations that are tried with bodies of their own only: streams, and what ends the session.
fn is_walked(path: &str) -> bool {
    path.starts_with("/api/backoffice/") || path.starts_with("/api/assessments")
}

/// The broker, and what the answers were.
struct Writer<'a> {
    broker: &'a TestClient<'a>,
    answers: Vec<(String, String)>,
    /// A name for each identifier, by its first appearance: those of two worlds are not the same.
    names: HashMap<String, String>,
}

impl Writer<'_> {
    /// Puts what is the same in both worlds in place of identifiers and times.
    fn plain(&mut self, value: &mut Value) {
        match value {
            Value::Object(fields) => fields.values_mut().for_each(|one| self.plain(one)),
            Value::Array(items) => items.iter_mut().for_each(|one| self.plain(one)),
            Value::String(text) => *text = self.plain_text(text),
            _ => {}
        }
    }

    fn plain_text(&mut self, text: &str) -> String {
        let is_time = text.len() > 19 && text.as_bytes()[10] == b'T' && text.ends_with('Z');
        if is_time {
            return "a time".to_owned();
        }
        let words = text.split_inclusive(|one: char| !one.is_ascii_alphanumeric());
        let named = words.map(|word| {
            let bare = word.trim_end_matches(|one: char| !one.is_ascii_alphanumeric());
            let is_id = bare.len() == 24 && bare.bytes().all(|one| one.is_ascii_hexdigit());
            match is_id {
                true => {
                    let next = format!("#{}", self.names.len());
                    word.replace(bare, self.names.entry(bare.to_owned()).or_insert(next))
                }
                false => word.to_owned(),
            }
        });
        named.collect()
    }

    async fn send(&mut self, label: &str, method: Method, path: &str, body: &Value) -> Value {
        let request = self.broker.request(method, path);
        let answer = match body {
            Value::Null => request.send().await,
            Value::String(table) => request.file(table, &[]).send().await,
            body => request.json(body).send().await,
        };
        let body = answer.body;
        let mut shown = body.clone();
        without_moment(&mut shown);
        self.plain(&mut shown);
        assert!(answer.status.as_u16() < 500, "{label}: {} {shown}", answer.status);
        let label = self.plain_text(label);
        self.answers.push((label, format!("{} {shown}", answer.status)));
        body
    }

    /// Tries an operation on each of these records.
    async fn each(
        &mut self,
        label: &str,
        method: &Method,
        path: &str,
        records: &Targets,
        body: &Value,
    ) {
        for (name, id) in records {
            let label = format!("{label} {name} {body}").replace(id, name);
            let path = path.replace("{id}", id);
            self.send(&label, method.clone(), &path, body).await;
        }
    }

    /// Plans a set, shows its rows, applies it and takes it back.
    async fn set(&mut self, label: &str, path: &str, body: &Value) {
        let set = self.send(label, Method::POST, path, body).await;
        let Some(id) = set["_id"].as_str() else { return };
        let set = format!("{SETS}/{id}");
        let steps = [
            ("rows", Method::GET, "/rows"),
            ("set", Method::GET, ""),
            ("leave out", Method::DELETE, "/rows/1"),
            ("apply", Method::POST, "/apply"),
            ("undo", Method::POST, "/undo"),
            ("discard", Method::DELETE, ""),
        ];
        for (step, method, part) in steps {
            let label = format!("{label}: {step}");
            self.send(&label, method, &format!("{set}{part}"), &Value::Null).await;
        }
    }
}

/// Records with a name for each.
type Targets = Vec<(&'static str, String)>;

/// Tries every operation that writes, with a body that fits none, and what a broker would try to learn more.
async fn write(writer: &mut Writer<'_>, world: &World<'_>, (shown, sold): (&[String], &[String])) {
    let units: Targets = vec![
        ("seen", shown[0].clone()),
        ("unseen", sold[0].clone()),
        ("deleted unseen", sold[1].clone()),
        ("none", "000000000000000000000000".to_owned()),
    ];
    let projects: Targets =
        vec![("seen", world.projects[0].clone()), ("unseen", world.projects[1].clone())];
    let described = writer.broker.get("/api/openapi.json").await.expect(200);
    for (path, operations) in described["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            if method == "get" || !is_walked(path) || method == "delete" && path.ends_with("{id}") {
                continue;
            }
            let label = operation["operationId"].as_str().unwrap();
            let method: Method = method.to_uppercase().parse().unwrap();
            let form = operation["requestBody"]["content"]["multipart/form-data"].is_object();
            let body = if form { json!("noSuchField\n1\n") } else { json!({ "noSuchField": 1 }) };
            let of = if path.starts_with(PROJECTS) { &projects } else { &units };
            let path = path.replace("{commentId}", "000000000000000000000000");
            let path = path.replace("{fileId}", "000000000000000000000000");
            let path = path.replace("{row}", "1");
            writer.each(label, &method, &path, of, &body).await;
        }
    }
    let unit = format!("{UNITS}/{{id}}");
    for body in [
        json!({ "bedrooms": 1 }),
        json!({ "bedrooms": 9 }),
        json!({ "status": "sold" }),
        // Other values than those in either world: the value itself may be sent back, as the exceptions say.
        json!({ "floor": 77 }),
        json!({ "view": "Garden" }),
        json!({ "serviceChargesPerSqFt": 99 }),
        json!({ "projectId": world.projects[1] }),
        json!({ "unitNumber": "N99" }),
    ] {
        writer.each("change", &Method::PATCH, &unit, &units, &body).await;
    }
    let one = world.unit(0, 50, json!({ "status": "available", "unitNumber": "N50" }));
    let elsewhere = world.unit(1, 51, json!({ "status": "available", "unitNumber": "N51" }));
    let taken = world.unit(0, 52, json!({ "status": "sold", "unitNumber": "N52" }));
    for (label, body) in [("create", one), ("create elsewhere", elsewhere), ("create sold", taken)]
    {
        writer.send(label, Method::POST, UNITS, &body).await;
    }
    writer
        .each(
            "restore",
            &Method::POST,
            &format!("{unit}/restore"),
            &units,
            &json!({ "version": 1 }),
        )
        .await;
    let comment = json!({ "text": "A word", "mentions": [] });
    writer.each("comment", &Method::POST, &format!("{unit}/comments"), &units, &comment).await;
    writer
        .each("file", &Method::POST, &format!("{unit}/files"), &units, &json!("%PDF-1.4\n"))
        .await;
    writer
        .each(
            "project",
            &Method::PATCH,
            &format!("{PROJECTS}/{{id}}"),
            &projects,
            &json!({ "name": "N" }),
        )
        .await;

    let all: Vec<&String> = units.iter().map(|(_, id)| id).collect();
    let filters = [
        json!({}),
        json!({ "operator": "AND", "conditions": [{ "field": "status", "operator": "equals", "value": "sold" }] }),
        json!({ "operator": "AND", "conditions": [{ "field": "view", "operator": "equals", "value": "hidden" }] }),
        json!({ "operator": "AND", "conditions": [{ "field": "floor", "operator": "greater_than", "value": 5 }] }),
        json!({ "operator": "AND", "conditions": [{ "field": "bedrooms", "operator": "equals", "value": 5 }] }),
    ];
    for (number, filter) in filters.iter().enumerate() {
        let label = format!("all that match {number}");
        let bulk = json!({ "where": filter, "update": { "bedrooms": 2 } });
        writer.send(&label, Method::PATCH, UNITS, &bulk).await;
        let set = json!({ "resource": "units", "where": filter, "update": { "bedrooms": 1 } });
        writer.set(&format!("{label}, planned"), SETS, &set).await;
        let deletion = json!({ "resource": "units", "where": filter, "delete": true });
        writer.set(&format!("{label}, planned to be deleted"), SETS, &deletion).await;
        let saved =
            json!({ "name": format!("Filter {number}"), "resource": "units", "filter": filter });
        writer
            .send(&format!("{label}, saved"), Method::POST, "/api/backoffice/saved-filters", &saved)
            .await;
    }
    for some in [&all[..1], &all[..2], &all[1..], &all[2..]] {
        let label = format!("the {} from {}", some.len(), units[all.len() - some.len()].0);
        writer
            .send(
                &label,
                Method::PATCH,
                UNITS,
                &json!({ "unitIds": some, "update": { "bedrooms": 2 } }),
            )
            .await;
        let set = json!({ "resource": "units", "ids": some, "update": { "bedrooms": 1 } });
        writer.set(&format!("{label}, planned"), SETS, &set).await;
        writer
            .send(
                &format!("{label}, deleted"),
                Method::POST,
                &format!("{UNITS}/delete"),
                &json!({ "unitIds": some }),
            )
            .await;
    }
    for (name, table) in [
        ("by identifier", format!("_id,bedrooms\n{},2\n{},2\n", shown[2], sold[0])),
        ("of a deleted record", format!("_id,bedrooms\n{},2\n", sold[1])),
        ("with what is hidden", format!("_id,serviceChargesPerSqFt\n{},99\n", shown[2])),
        ("with what is masked", format!("_id,view\n{},hidden\n", shown[2])),
        (
            "of a project that is not seen",
            format!("_id,project\n{},{}\n", shown[2], world.projects[1]),
        ),
    ] {
        for query in ["existing=update&dryRun=true", "existing=update", "dryRun=true"] {
            let label = format!("import {name}, {query}");
            writer
                .send(&label, Method::POST, &format!("{UNITS}/import?{query}"), &json!(table))
                .await;
        }
        writer
            .set(
                &format!("import {name}, planned"),
                &format!("{UNITS}/import?plan=true&existing=update"),
                &json!(table),
            )
            .await;
    }
    writer.each("delete", &Method::DELETE, &unit, &units[1..].to_vec(), &Value::Null).await;
    writer
        .send("delete what is seen", Method::DELETE, &format!("{UNITS}/{}", shown[3]), &Value::Null)
        .await;
}

async fn answers(unseen_differs: bool) -> Vec<(String, String)> {
    let folder = tempfile::tempdir().unwrap();
    let app: TestApp = under(&folder, &format!("{BROKER}{MORE}{WRITES}")).await;
    let world = World::of(&app).await;
    let (shown, sold) = units(&world).await;
    if unseen_differs {
        change_unseen(&app, &world, &sold, &shown).await;
    }
    let mut writer = Writer { broker: &world.broker, answers: Vec::new(), names: HashMap::new() };
    write(&mut writer, &world, (&shown, &sold)).await;
    writer.answers
}

#[actix_web::test]
async fn what_may_not_be_seen_is_in_no_answer_to_a_write() {
    let (one, other) = (answers(false).await, answers(true).await);
    let leaks: Vec<String> = one
        .iter()
        .zip(&other)
        .filter(|(one, other)| one != other)
        .map(|((label, one), (_, other))| format!("{label}\n  {one}\n  {other}"))
        .collect();
    assert!(
        leaks.is_empty(),
        "{} leaks:\n{}",
        leaks.len(),
        leaks[..leaks.len().min(12)].join("\n")
    );
    assert_eq!(one.len(), other.len());
    // Enough of them were done, and not only refused.
    let done = one.iter().filter(|(_, answer)| answer.starts_with('2')).count();
    assert!(one.len() > 500 && done > 20, "{} requests, {done} done", one.len());
}
