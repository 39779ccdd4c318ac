//! What is exported is imported again without a change, as CSV and as a workbook; into an empty database it
//! brings the same records.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::http::Method;
use kernel::Product;
use kernel::testing::{TestApp, TestClient};
use serde_json::Value;

use crate::contract::{Clients, Contract, Resource};
use crate::records::{Fields, Records};
use crate::report::Report;

pub(crate) async fn check(product: &Product, mut report: Report) -> Report {
    let contract = Contract::of(product).await;
    let (app, empty) = (TestApp::of(product).await, TestApp::of(product).await);
    let (clients, clients_there) =
        (Clients::of(&app, &contract).await, Clients::of(&empty, &contract).await);
    let mut records = Records::of(&contract, &clients);
    let mut there = Records::of(&contract, &clients_there);
    // Resources of which the other database lacks records.
    let mut lacking = BTreeSet::new();
    for resource in contract.in_order() {
        let client = |clients: &Clients<'_>, kind: &str| {
            let operation = resource.operation(kind)?;
            clients.may(&contract, operation).map(|client| client.token().to_owned())
        };
        if resource.operation("create").is_some() {
            for fields in [Fields::All, Fields::Required, Fields::All] {
                records.create(resource, fields, &mut report).await;
            }
        }
        let Some(exporting) = client(&clients, "export") else {
            report.notice(
                &resource.module,
                format!("{}: tables, as it has no export", resource.name),
            );
            continue;
        };
        let exporting = app.bearer(exporting);
        let csv = export(&exporting, resource, "csv").await;
        let table = Table::read(&csv);
        has_every_field(resource, &table, &mut report);
        let Some(importing) = client(&clients, "import") else {
            lacking.insert(resource.name.clone());
            report.notice(&resource.module, format!("{}: import, which it has not", resource.name));
            continue;
        };
        let importing = app.bearer(importing);
        for format in ["csv", "xlsx"] {
            let file = export(&exporting, resource, format).await;
            let answer = import(&importing, resource, "?existing=update", &file).await;
            let holds = answer.0 == 200
                && answer.1["created"] == 0
                && answer.1["updated"] == 0
                && answer.1["skipped"] == table.rows.len();
            let expected = format!("no change by the import of its own export as {format}");
            expect(resource, &mut report, holds, &expected, &answer.1);
        }
        if let Some(why) = left_out(&contract, resource, &lacking) {
            lacking.insert(resource.name.clone());
            let text = format!("{}: import into an empty database: {why}", resource.name);
            report.notice(&resource.module, text);
            continue;
        }
        let of_empty = |kind: &str| client(&clients_there, kind).map(|token| empty.bearer(token));
        let (Some(importing), Some(exporting)) = (of_empty("import"), of_empty("export")) else {
            continue;
        };
        // A table names images, and brings none.
        there.upload(resource, "input", &mut report).await;
        let moved = table.without_identifiers(resource);
        let answer = import(&importing, resource, "", moved.text().as_bytes()).await;
        let holds = answer.0 == 200 && answer.1["created"] == table.rows.len();
        let expected = "the same records by the import into an empty database";
        if !expect(resource, &mut report, holds, expected, &answer.1) {
            lacking.insert(resource.name.clone());
            continue;
        }
        let found = Table::read(&export(&exporting, resource, "csv").await);
        let found = found.without_identifiers(resource);
        let (wanted, found) = (moved.records(), found.records());
        let missing: Vec<_> = wanted.iter().filter(|one| !found.contains(one)).collect();
        let other: Vec<_> = found.iter().filter(|one| !wanted.contains(one)).collect();
        let differ = format!("{other:?} in place of {missing:?}");
        expect(resource, &mut report, missing.is_empty() && other.is_empty(), expected, differ);
    }
    report
}

fn expect(
    resource: &Resource,
    report: &mut Report,
    holds: bool,
    expected: &str,
    found: impl std::fmt::Display,
) -> bool {
    let operation = resource.operation("import").unwrap_or(&resource.name);
    report.expect(holds, (&resource.module, operation), expected, found)
}

async fn export(client: &TestClient<'_>, resource: &Resource, format: &str) -> Vec<u8> {
    client.get(&format!("{}/export?format={format}", resource.path)).await.bytes
}

async fn import(
    client: &TestClient<'_>,
    resource: &Resource,
    query: &str,
    file: &[u8],
) -> (u16, Value) {
    let path = format!("{}/import{query}", resource.path);
    let answer = client.request(Method::POST, &path).file(file, &[]).send().await;
    (answer.status.as_u16(), answer.body)
}

/// An export has a column for every field that is read.
fn has_every_field(resource: &Resource, table: &Table, report: &mut Report) {
    let shown = resource.fields("view");
    let written = resource.fields("input");
    let written = written.into_iter().filter(|(_, field)| field["writeOnly"] != true);
    for (name, field) in shown.into_iter().chain(written) {
        let is_there = table
            .header
            .iter()
            .any(|column| column == &name || column.starts_with(&format!("{name}.")));
        let subject = (&*resource.module, resource.operation("export").unwrap_or_default());
        let expected = format!("a column {name}, for {}", field["title"]);
        report.expect(is_there, subject, expected, format!("{:?}", table.header));
    }
}

/// Returns why a table does not bring its records into an empty database, if it does not.
fn left_out(
    contract: &Contract,
    resource: &Resource,
    lacking: &BTreeSet<String>,
) -> Option<String> {
    let fields = resource.fields("input");
    if let Some((name, _)) = fields.iter().find(|(_, field)| field["writeOnly"] == true) {
        return Some(format!("{name} is in no export"));
    }
    let input = resource.schemas.get("input")?;
    let needed = crate::contract::references(input);
    if let Some(other) = needed.iter().find(|name| lacking.contains(*name)) {
        return Some(format!("it refers to {other}, which are not there"));
    }
    // A name finds the record of a resource with a key of one field.
    let keys = |name: &&String| {
        let other = contract.resource(name)?;
        other.json["key"].as_array().map(Vec::len)
    };
    let other = needed.iter().find(|name| keys(name) != Some(1))?;
    Some(format!("it refers to {other}, which a table knows by their identifiers alone"))
}

/// A table as text.
struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Reads CSV.
    fn read(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
        let (mut quoted, mut letters) = (false, text.chars().peekable());
        while let Some(letter) = letters.next() {
            match letter {
                '"' if quoted && letters.peek() == Some(&'"') => cell.extend(letters.next()),
                '"' => quoted = !quoted,
                ',' if !quoted => row.push(std::mem::take(&mut cell)),
                '\r' if !quoted => {}
                '\n' if !quoted => {
                    row.push(std::mem::take(&mut cell));
                    rows.push(std::mem::take(&mut row));
                }
                letter => cell.push(letter),
            }
        }
        let mut rows = rows.into_iter();
        Self { header: rows.next().unwrap_or_default(), rows: rows.collect() }
    }

    fn text(&self) -> String {
        let cell = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
        let line = |row: &Vec<String>| row.iter().map(cell).collect::<Vec<_>>().join(",") + "\n";
        std::iter::once(&self.header).chain(&self.rows).map(line).collect()
    }

    /// Returns what does not depend on the database: no identifier where there is a name beside it, and no field
    /// that is only read.
    fn without_identifiers(&self, resource: &Resource) -> Self {
        let fields = resource.fields("input");
        let is_there = |name: &str| self.header.iter().any(|column| column == name);
        let is_written = |column: &String| {
            let name = column.split('.').next().unwrap_or_default();
            let of_reference = |field: &Value| {
                let views = [field, &field["items"]];
                let mut views =
                    views.into_iter().filter_map(|one| one["x-reference"]["view"].as_str());
                views.find(|view| is_there(view)).map(str::to_owned)
            };
            match fields.get(name) {
                Some(field) => {
                    let is_identifier = column.ends_with("._id")
                        && self
                            .header
                            .iter()
                            .any(|other| *other == format!("{name}.name") || other == name);
                    !is_identifier && of_reference(field).is_none_or(|view| view == name)
                }
                None => fields.values().any(|field| of_reference(field).as_deref() == Some(name)),
            }
        };
        let shown: Vec<usize> =
            (0..self.header.len()).filter(|at| is_written(&self.header[*at])).collect();
        let pick =
            |row: &Vec<String>| shown.iter().filter_map(|at| row.get(*at).cloned()).collect();
        Self { header: pick(&self.header), rows: self.rows.iter().map(pick).collect() }
    }

    /// Returns the rows, each by its columns, in an order of their own.
    fn records(&self) -> Vec<BTreeMap<&str, &str>> {
        let mut all: Vec<BTreeMap<&str, &str>> = Vec::new();
        for row in &self.rows {
            all.push(
                self.header
                    .iter()
                    .map(String::as_str)
                    .zip(row.iter().map(String::as_str))
                    .collect(),
            );
        }
        all.sort();
        all
    }
}
