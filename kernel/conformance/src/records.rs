//! Records of a resource, made by its operation `create` from values of its schema. Where a rule of the module
//! refuses a value, the pointer of the problem says which, and the field's next value is tried.

use std::collections::{HashMap, HashSet};

use actix_web::http::Method;
use kernel::testing::{Answer, TestClient};
use serde_json::{Map, Value};

use crate::contract::{Clients, Contract, Resource, references};
use crate::report::Report;
use crate::values::{Values, is_image, is_required};

/// The number of requests after which a record is given up.
const ATTEMPTS: usize = 40;

/// A picture of one pixel.
const PIXEL: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0, 0,
    1, 0, 0, 0, 1, 8, 2, 0, 0, 0, 0x90, 0x77, 0x53, 0xde, 0, 0, 0, 12, b'I', b'D', b'A', b'T',
    0x78, 0xda, 0x63, 0xf8, 0xcf, 0xc0, 0, 0, 3, 1, 1, 0, 0xf7, 3, 0x41, 0x43, 0, 0, 0, 0, b'I',
    b'E', b'N', b'D', 0xae, 0x42, 0x60, 0x82,
];

/// Which fields a record is made with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fields {
    All,
    Required,
}

/// A record that was created.
pub(crate) struct Made {
    pub(crate) id: String,
    pub(crate) path: String,
    /// What was sent.
    pub(crate) body: Map<String, Value>,
    /// What came.
    pub(crate) record: Value,
    pub(crate) etag: String,
}

/// Makes records.
pub(crate) struct Records<'a> {
    pub(crate) contract: &'a Contract,
    pub(crate) clients: &'a Clients<'a>,
    pub(crate) values: Values,
    /// Resources of which no record can be made or found.
    missing: HashSet<String>,
}

impl<'a> Records<'a> {
    pub(crate) fn of(contract: &'a Contract, clients: &'a Clients<'a>) -> Self {
        Self { contract, clients, values: Values::default(), missing: HashSet::new() }
    }

    /// Returns the client for one of the standard operations of a resource.
    pub(crate) fn client(&self, resource: &Resource, kind: &str) -> Option<&'a TestClient<'a>> {
        self.clients.may(self.contract, resource.operation(kind)?)
    }

    /// Creates a record. `None`, with a notice or a failure, when no value that was tried is accepted.
    pub(crate) async fn create(
        &mut self,
        resource: &Resource,
        fields: Fields,
        report: &mut Report,
    ) -> Option<Made> {
        self.prepare(resource, "input", report).await;
        let client = self.client(resource, "create")?;
        let schema = resource.schemas.get("input").cloned().unwrap_or_default();
        let mut choices = Choices::of(&schema, fields, &mut self.values);
        choices.note_missing(resource, report);
        let operation = resource.operation("create").unwrap_or_default();
        for _ in 0..ATTEMPTS {
            let body = choices.body();
            let answer = client.post(&resource.path, Value::Object(body.clone())).await;
            if answer.status == 201 {
                let id = resource.id_in(&answer.body).to_owned();
                let known = self.values.records.entry(resource.name.clone()).or_default();
                known.insert(0, id.clone());
                let (path, etag) = (resource.record(&id), answer.header("etag").to_owned());
                return Some(Made { id, path, body, record: answer.body, etag });
            }
            if !choices.advance(&answer, resource, report) {
                report.fail(
                    &resource.module,
                    operation,
                    "201 for a value that the schema accepts (declare `examples` of the field that a rule refuses)",
                    format!("{} {} for {}", answer.status, answer.body, Value::Object(body)),
                );
                return None;
            }
        }
        report.fail(&resource.module, operation, "201", format!("{ATTEMPTS} refusals"));
        None
    }

    /// Makes what values of a type refer to: records of other resources, and images.
    pub(crate) async fn prepare(&mut self, resource: &Resource, of: &str, report: &mut Report) {
        self.upload(resource, of, report).await;
        let schema = resource.schemas.get(of).cloned().unwrap_or_default();
        for name in references(&schema) {
            let is_known = self.values.records.get(&name).is_some_and(|all| all.len() > 1);
            if is_known || name == resource.name || !self.missing.insert(name.clone()) {
                continue;
            }
            let contract = self.contract;
            let Some(other) = contract.resource(&name) else {
                let expected = format!("the resource {name}, which a field refers to");
                report.fail(&resource.module, &resource.name, expected, "none in the document");
                continue;
            };
            // Two, so that a change has another one to refer to.
            for _ in 0..2 {
                match other.operation("create") {
                    Some(_) => drop(Box::pin(self.create(other, Fields::Required, report)).await),
                    None => self.find(other).await,
                }
            }
            if self.values.records.get(&name).is_some_and(|all| !all.is_empty()) {
                self.missing.remove(&name);
            }
        }
    }

    /// Uploads an image, if values of a type need one.
    pub(crate) async fn upload(&mut self, resource: &Resource, of: &str, report: &mut Report) {
        if resource.schemas.get(of).is_some_and(has_image)
            && self.values.images.is_empty()
            && let Some(client) = self.client(resource, "imageUpload")
        {
            let path = format!("{}/images", resource.path);
            let answer = client.request(Method::POST, &path).file(PIXEL, &[]).send().await;
            let file = answer.body["file"].as_str().map(str::to_owned);
            let (subject, what) = ((&*resource.module, &*resource.name), "an uploaded image");
            report.expect(file.is_some(), subject, what, &answer.body);
            self.values.images.extend(file);
        }
    }

    /// Looks for records that no operation creates.
    async fn find(&mut self, resource: &Resource) {
        let Some(client) = self.client(resource, "list") else { return };
        let page = client.get(&format!("{}?limit=2", resource.path)).await;
        let items = page.body["items"].as_array().into_iter().flatten();
        let ids = items.map(|one| resource.id_in(one).to_owned()).collect();
        self.values.records.insert(resource.name.clone(), ids);
    }
}

fn has_image(schema: &Value) -> bool {
    match schema {
        Value::Object(all) => is_image(schema) || all.values().any(has_image),
        Value::Array(all) => all.iter().any(has_image),
        _ => false,
    }
}

/// The values that are left to try, by field.
struct Choices {
    fields: Map<String, Value>,
    required: Vec<String>,
    left: HashMap<String, Vec<Value>>,
}

impl Choices {
    fn of(schema: &Value, wanted: Fields, values: &mut Values) -> Self {
        let fields = schema["properties"].as_object().cloned().unwrap_or_default();
        let (mut left, mut required) = (HashMap::new(), Vec::new());
        for (name, field) in &fields {
            let is_required = is_required(schema, name);
            if is_required {
                required.push(name.clone());
            }
            if is_required || wanted == Fields::All {
                left.insert(name.clone(), values.candidates(field));
            }
        }
        Self { fields, required, left }
    }

    /// Notes the fields of which no value is known.
    fn note_missing(&mut self, resource: &Resource, report: &mut Report) {
        for name in self.fields.keys() {
            if self.left.get(name).is_some_and(Vec::is_empty) {
                let text =
                    format!("{}: field {name}: no value that it accepts is known", resource.name);
                report.notice(&resource.module, text);
                self.left.remove(name);
            }
        }
    }

    /// Returns the body of the next request, in the order of the schema.
    fn body(&self) -> Map<String, Value> {
        let value = |name: &String| self.left.get(name).and_then(|values| values.first()).cloned();
        self.fields.keys().filter_map(|name| Some((name.clone(), value(name)?))).collect()
    }

    /// Turns to the next value of the fields that were refused. Returns whether there is one.
    fn advance(&mut self, answer: &Answer, resource: &Resource, report: &mut Report) -> bool {
        let mut advanced = false;
        for (pointer, message) in answer.errors() {
            let name = pointer.trim_start_matches('/').split('/').next().unwrap_or_default();
            let Some(values) = self.left.get_mut(name).filter(|values| !values.is_empty()) else {
                continue;
            };
            values.remove(0);
            advanced = true;
            if values.is_empty() {
                if self.required.iter().any(|one| one == name) {
                    return false;
                }
                self.left.remove(name);
                let text = format!("{}: field {name}: {message}", resource.name);
                report.notice(&resource.module, text);
            }
        }
        advanced
    }
}
