//! The product as its document and matrix describe it: operations and resources.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::http::Method;
use kernel::Product;
use kernel::testing::{Answer, TestApp, TestClient, generated, modules};
use serde_json::{Map, Value, json};

/// The column of the matrix for requests without a token.
const ANONYMOUS: &str = "nobody";
/// The name for what no module of the product brings.
const KERNEL: &str = "kernel";
/// An identifier that no record has.
pub(crate) const NO_RECORD: &str = "000000000000000000000000";

/// An operation of the document.
#[derive(Clone)]
pub struct Operation {
    /// Its name.
    pub id: String,
    /// The permission that it needs, `resource:action`; or for whom it is.
    pub rule: String,
    /// The module that brings it.
    pub module: String,
    pub(crate) method: Method,
    /// The path of the document.
    pub(crate) path: String,
    pub(crate) json: Value,
    roles: BTreeSet<String>,
}

impl Operation {
    /// Requests it with identifiers that nothing has, and with a body that no schema accepts, so that nothing
    /// changes.
    pub async fn by(&self, client: &TestClient<'_>) -> Answer {
        let request = client.request(self.method.clone(), &self.url());
        let content = &self.json["requestBody"]["content"];
        match content.as_object().and_then(|kinds| kinds.keys().next()).map(String::as_str) {
            None => request.send().await,
            Some("multipart/form-data") => request.file("noSuchField\n1\n", &[]).send().await,
            Some(_) => request.json(&json!({ "noSuchField": 1 })).send().await,
        }
    }

    /// Returns its path with identifiers that nothing has.
    pub(crate) fn url(&self) -> String {
        self.parameters("path").fold(self.path.clone(), |path, one| {
            let value = match one["schema"]["pattern"].as_str() {
                Some(pattern) if pattern.contains("{64}") => "0".repeat(64),
                _ => NO_RECORD.to_owned(),
            };
            path.replace(&format!("{{{}}}", one["name"].as_str().unwrap_or_default()), &value)
        })
    }

    pub(crate) fn parameters<'a>(&'a self, place: &'a str) -> impl Iterator<Item = &'a Value> {
        let all = self.json["parameters"].as_array().into_iter().flatten();
        all.filter(move |one| one["in"] == place)
    }

    /// Returns whether the matrix permits it to `role`.
    pub fn is_for(&self, role: &str) -> bool {
        self.roles.contains(role)
    }

    /// Returns whether it needs no token.
    pub fn is_public(&self) -> bool {
        self.is_for(ANONYMOUS)
    }
}

/// Returns all operations of a product.
pub async fn operations(product: &Product) -> Vec<Operation> {
    Contract::of(product).await.operations
}

/// A resource of the document.
#[derive(Clone)]
pub(crate) struct Resource {
    pub(crate) name: String,
    pub(crate) module: String,
    pub(crate) path: String,
    /// The field with the identifier.
    pub(crate) id: String,
    /// The schemas of its types, `view`, `input` and `patch`, without references to other schemas.
    pub(crate) schemas: BTreeMap<String, Value>,
    pub(crate) json: Value,
}

impl Resource {
    /// Returns the name of an operation, such as `create`, if the resource has it.
    pub(crate) fn operation(&self, kind: &str) -> Option<&str> {
        self.json["operations"][kind].as_str()
    }

    /// Returns the path of a record.
    pub(crate) fn record(&self, id: &str) -> String {
        format!("{}/{id}", self.path)
    }

    /// Returns the identifier in a record.
    pub(crate) fn id_in<'a>(&self, record: &'a Value) -> &'a str {
        record[&self.id].as_str().unwrap_or_default()
    }

    /// Returns the fields of one of its types.
    pub(crate) fn fields(&self, of: &str) -> Map<String, Value> {
        let schema = self.schemas.get(of);
        schema.and_then(|one| one["properties"].as_object()).cloned().unwrap_or_default()
    }
}

/// The product as its document and matrix describe it.
pub(crate) struct Contract {
    pub(crate) document: Value,
    pub(crate) roles: Vec<String>,
    pub(crate) operations: Vec<Operation>,
    pub(crate) resources: Vec<Resource>,
}

impl Contract {
    pub(crate) async fn of(product: &Product) -> Self {
        let (document, matrix) = generated(product).await;
        let mut owners = BTreeMap::new();
        for (module, resources) in modules(product) {
            let names = resources.into_iter().chain([module]);
            owners.extend(names.map(|name| (name.to_owned(), module.to_owned())));
        }
        let owner = |name: &Value| {
            let known = name.as_str().and_then(|name| owners.get(name));
            known.cloned().unwrap_or_else(|| KERNEL.to_owned())
        };
        let mut rows = matrix.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let head = rows.next().unwrap_or_default();
        let rows: BTreeMap<&str, Vec<&str>> =
            rows.filter_map(|row| Some((*row.first()?, row))).collect();
        let permitted = |id: &str| {
            let row = rows.get(id).map(Vec::as_slice).unwrap_or_default();
            let roles = head.iter().zip(row).skip(1).filter(|(_, cell)| **cell == "x");
            roles.map(|(role, _)| (*role).to_owned()).collect()
        };
        let mut operations = Vec::new();
        for (path, item) in document["paths"].as_object().into_iter().flatten() {
            for (method, operation) in item.as_object().into_iter().flatten() {
                let id = operation["operationId"].as_str().unwrap_or_default();
                operations.push(Operation {
                    id: id.to_owned(),
                    rule: operation["x-permission"].as_str().unwrap_or_default().to_owned(),
                    module: owner(&operation["tags"][0]),
                    method: method.to_uppercase().parse().unwrap_or_default(),
                    path: path.clone(),
                    json: operation.clone(),
                    roles: permitted(id),
                });
            }
        }
        let tags = document["tags"].as_array().into_iter().flatten();
        let resources = tags.filter(|tag| tag["x-resource"].is_object()).map(|tag| {
            let json = &tag["x-resource"];
            let text = |name: &str| json[name].as_str().unwrap_or_default().to_owned();
            let schemas = json["schemas"].as_object().into_iter().flatten();
            let schemas = schemas.map(|(kind, name)| {
                let name = name.as_str().unwrap_or_default();
                (kind.clone(), inlined(&document, &document["components"]["schemas"][name], 0))
            });
            Resource {
                name: text("name"),
                module: owner(&json["name"]),
                path: text("path"),
                id: text("idField"),
                schemas: schemas.collect(),
                json: json.clone(),
            }
        });
        let resources = resources.collect();
        let roles = head.iter().skip(1).filter(|role| **role != ANONYMOUS);
        let roles = roles.map(|role| (*role).to_owned()).collect();
        Self { roles, operations, resources, document }
    }

    pub(crate) fn operation(&self, id: &str) -> Option<&Operation> {
        self.operations.iter().find(|one| one.id == id)
    }

    pub(crate) fn resource(&self, name: &str) -> Option<&Resource> {
        self.resources.iter().find(|one| one.name == name)
    }

    /// Returns the resources, each after those that its input refers to.
    pub(crate) fn in_order(&self) -> Vec<&Resource> {
        let mut ordered: Vec<&Resource> = Vec::new();
        let mut rest: Vec<&Resource> = self.resources.iter().collect();
        while !rest.is_empty() {
            let waits = |one: &&Resource| {
                let needed = references(one.schemas.get("input").unwrap_or(&Value::Null));
                needed
                    .iter()
                    .any(|name| *name != one.name && rest.iter().any(|other| other.name == *name))
            };
            let (later, now): (Vec<_>, Vec<_>) = rest.iter().copied().partition(waits);
            // Those of a circle come as they are.
            let (now, later) = if now.is_empty() { (later, now) } else { (now, later) };
            ordered.extend(now);
            rest = later;
        }
        ordered
    }
}

/// Returns the names of the resources that a schema refers to.
pub(crate) fn references(schema: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    match schema {
        Value::Object(all) => {
            let named = schema["x-reference"]["resource"].as_str();
            found.extend(named.map(str::to_owned));
            all.values().for_each(|one| found.extend(references(one)));
        }
        Value::Array(all) => all.iter().for_each(|one| found.extend(references(one))),
        _ => {}
    }
    found
}

/// Returns a schema with the schemas that it refers to in place of the references. One that refers to itself
/// ends at some depth.
pub(crate) fn inlined(document: &Value, schema: &Value, depth: usize) -> Value {
    const DEPTH: usize = 12;
    match schema {
        Value::Object(all) => {
            let mut made = Map::new();
            if let Some(reference) = schema["$ref"].as_str().filter(|_| depth < DEPTH) {
                let target = document.pointer(reference.trim_start_matches('#'));
                let target = inlined(document, target.unwrap_or(&Value::Null), depth + 1);
                made.extend(target.as_object().cloned().unwrap_or_default());
            }
            let own = all.iter().filter(|(name, _)| *name != "$ref");
            made.extend(own.map(|(name, one)| (name.clone(), inlined(document, one, depth + 1))));
            Value::Object(made)
        }
        Value::Array(all) => all.iter().map(|one| inlined(document, one, depth + 1)).collect(),
        other => other.clone(),
    }
}

/// A client of each role.
pub(crate) struct Clients<'a> {
    all: Vec<(String, TestClient<'a>)>,
}

impl<'a> Clients<'a> {
    /// Signs in an account of each role, those with most permissions first.
    pub(crate) async fn of(app: &'a TestApp, contract: &Contract) -> Self {
        let mut roles = contract.roles.clone();
        let permitted =
            |role: &String| contract.operations.iter().filter(|one| one.is_for(role)).count();
        roles.sort_by_key(|role| std::cmp::Reverse(permitted(role)));
        let mut all = Vec::new();
        for role in roles {
            let client = app.sign_in(&role).await;
            all.push((role, client));
        }
        Self { all }
    }

    /// Returns the client with most permissions.
    pub(crate) fn first(&self) -> Option<&TestClient<'a>> {
        self.all.first().map(|(_, client)| client)
    }

    /// Returns a client that may request this operation.
    pub(crate) fn may(&self, contract: &Contract, operation: &str) -> Option<&TestClient<'a>> {
        let operation = contract.operation(operation)?;
        let mut all = self.all.iter();
        all.find(|(role, _)| operation.is_for(role)).map(|(_, client)| client)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &(String, TestClient<'a>)> {
        self.all.iter()
    }
}
