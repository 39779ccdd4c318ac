//! Requests all operations of the document.

use std::collections::BTreeSet;

use actix_web::http::Method;
use chrono::Datelike;
use kernel::testing::{Answer, TestClient};
use serde_json::{Value, json};

use super::leaks::leak;
use crate::assessing::{UNKNOWN_ID, text};
use crate::encoded;

/// An operation of the document.
pub(super) struct Operation {
    pub(super) id: String,
    pub(super) method: Method,
    path: String,
    pub(super) permission: String,
    /// The query parameters.
    parameters: Vec<Value>,
    /// The schema of the body.
    body: Option<Value>,
}

/// The document, and the values for everything that it leaves open.
pub(super) struct Walk {
    pub(super) document: Value,
    /// Identifiers of records of every resource.
    pub(super) ids: Vec<String>,
    /// The unit that the caller has not estimated, and one that does not matter.
    pub(super) target: String,
    pub(super) free: String,
    pub(super) project: String,
    /// An image of that project.
    pub(super) image: String,
    pub(super) secrets: Vec<f64>,
}

impl Walk {
    pub(super) fn operations(&self) -> Vec<Operation> {
        let mut operations = Vec::new();
        for (path, item) in self.document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let parameters = operation["parameters"].as_array().into_iter().flatten();
                let content = &operation["requestBody"]["content"];
                operations.push(Operation {
                    id: text(&operation["operationId"]),
                    method: method.to_uppercase().parse().unwrap(),
                    path: path.clone(),
                    permission: text(&operation["x-permission"]),
                    parameters: parameters.filter(|one| one["in"] == "query").cloned().collect(),
                    body: content
                        .as_object()
                        .and_then(|kinds| kinds.values().next())
                        .map(|kind| kind["schema"].clone()),
                });
            }
        }
        operations
    }

    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str().and_then(|to| to.strip_prefix('#')) {
            Some(pointer) => self.resolved(self.document.pointer(pointer).unwrap()),
            None => ["oneOf", "anyOf"]
                .iter()
                .find_map(|any| schema[any].as_array())
                .and_then(|all| all.iter().find(|one| one["type"] != "null"))
                .map_or(schema, |one| self.resolved(one)),
        }
    }

    /// Returns the query values of this parameter.
    fn values(&self, operation: &Operation, parameter: &Value) -> Vec<String> {
        let name = text(&parameter["name"]);
        let schema = self.resolved(&parameter["schema"]);
        let schema =
            if schema["type"] == "array" { self.resolved(&schema["items"]) } else { schema };
        let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        if let Some(options) = schema["enum"].as_array() {
            return options.iter().map(plain).collect();
        }
        if schema["pattern"] == "^[0-9a-f]{24}$" {
            return self.ids.clone();
        }
        let is = |kind: &str| schema["type"] == kind || schema["format"] == kind;
        if is("boolean") {
            return vec!["true".into(), "false".into()];
        }
        if is("date") {
            let today = kernel::time::today();
            return vec![format!("{}-01-01", today.year()), today.to_string()];
        }
        if is("integer") || is("number") {
            return vec!["1".into(), "100".into()];
        }
        let known: &[&str] = match name.as_str() {
            "search" => &["rise", "A-1", "test"],
            // Fields that exist, and fields that estimators may not filter by.
            "filters" => &[
                r#"{"operator":"AND","conditions":[{"field":"name","operator":"contains","value":"i"}]}"#,
                r#"{"operator":"AND","conditions":[{"field":"yearlyRentInAED","operator":"greater_than","value":1}]}"#,
            ],
            "resources" => &["units", "users,projects"],
            "resource" => &["units", "estimations", "projects"],
            "sort" => &["name:asc", "row:desc", "yearlyRentInAED:desc"],
            "action" => &["create", "update", "delete", "unchanged"],
            "row" | "col" => &["available", "Marina Gate"],
            "state" | "code" | "iss" | "error" | "redirect" | "token" => &["nothing"],
            _ => panic!("{}: say in this test what `{name}` may be", operation.id),
        };
        known.iter().map(|known| (*known).to_owned()).collect()
    }

    /// Returns every path and query of an operation: each parameter with each of its values,
    /// together with the required ones.
    fn addresses(&self, operation: &Operation) -> Vec<String> {
        let mut queries = vec![Vec::new()];
        let assignment = |parameter: &Value, value: &str| {
            format!("{}={}", parameter["name"].as_str().unwrap(), encoded(value))
        };
        for parameter in &operation.parameters {
            let values = self.values(operation, parameter);
            if parameter["required"] == true {
                let needed = assignment(parameter, values.first().unwrap());
                queries.iter_mut().for_each(|query| query.push(needed.clone()));
            }
        }
        let needed = queries[0].clone();
        for parameter in &operation.parameters {
            let name = format!("{}=", parameter["name"].as_str().unwrap());
            for value in self.values(operation, parameter) {
                let mut query: Vec<String> = needed
                    .iter()
                    .filter(|assignment| !assignment.starts_with(&name))
                    .cloned()
                    .collect();
                query.push(assignment(parameter, &value));
                queries.push(query);
            }
        }
        let paths = self.paths(operation);
        let of = |path: &String| -> Vec<String> {
            queries.iter().map(|query| format!("{path}?{}", query.join("&"))).collect()
        };
        paths.iter().flat_map(of).collect()
    }

    fn paths(&self, operation: &Operation) -> Vec<String> {
        let inner = self.ids.first().map_or("", String::as_str);
        let path = operation.path.replace("{provider}", "nowhere").replace("{file}", &self.image);
        let path = path.replace("{name}", "consensusAgainstListed");
        let path = path.replace("{tokenId}", inner).replace("{identityId}", inner);
        let path = path.replace("{fileId}", inner).replace("{commentId}", inner);
        let path = path.replace("{deliveryId}", inner);
        let path = path.replace("{row}", "1").replace("{subscriptionId}", inner);
        let paths: Vec<String> = match path.contains("{id}") {
            true => self.ids.iter().map(|id| path.replace("{id}", id)).collect(),
            false => vec![path],
        };
        assert!(!paths[0].contains('{'), "{}: say in this test what to put there", operation.id);
        paths
    }

    /// Returns a body that matches the schema. An accepted one is about the unit that does not
    /// matter. The other is rejected: it is about the unit that the caller has not estimated, with
    /// numbers below their bounds.
    fn body(&self, name: &str, schema: &Value, accepted: bool) -> Value {
        let schema = self.resolved(schema);
        if let Some(options) = schema["enum"].as_array() {
            return options[0].clone();
        }
        let is = |kind: &str| {
            schema["type"] == kind
                || schema["type"].as_array().is_some_and(|all| all.iter().any(|one| one == kind))
        };
        if is("object") {
            let properties = schema["properties"].as_object().into_iter().flatten();
            let body = properties.map(|(name, of)| (name.clone(), self.body(name, of, accepted)));
            return Value::Object(body.collect());
        }
        if is("array") {
            return json!([self.body(name, &schema["items"], accepted)]);
        }
        if is("integer") || is("number") {
            let least = schema["minimum"].as_i64().unwrap_or(1);
            return json!(if accepted { least } else { least - 1 });
        }
        match name {
            _ if is("boolean") => json!(true),
            "unitId" if accepted => json!(self.free),
            "unitId" => json!(self.target),
            "projectId" => json!(self.project),
            _ if schema["pattern"] == "^[0-9a-f]{24}$" => json!(UNKNOWN_ID),
            _ if schema["format"] == "email" => json!("somebody@desk.test"),
            _ => json!("Somebody of the desk"),
        }
    }

    /// Returns every answer of an operation; only the first one when the operation is forbidden.
    async fn answers(&self, operation: &Operation, by: &TestClient<'_>) -> Vec<Answer> {
        let send = async |path: &str, body: Option<&Value>| {
            let request = by.request(operation.method.clone(), path);
            match body {
                Some(body) => request.json(body).send().await,
                None => request.send().await,
            }
        };
        let first = send(&self.paths(operation)[0], None).await;
        if first.status == 403 {
            return vec![first];
        }
        let mut answers = vec![first];
        let bodies: Vec<Option<Value>> = match &operation.body {
            None => vec![None],
            Some(schema) => [
                json!({}),
                json!({ "noSuchField": 1 }),
                self.body("", schema, false),
                self.body("", schema, true),
            ]
            .map(Some)
            .into(),
        };
        for address in self.addresses(operation) {
            for body in &bodies {
                answers.push(send(&address, body.as_ref()).await);
            }
        }
        answers
    }
}

/// The result of a walk.
#[derive(Default)]
pub(super) struct Walked {
    pub(super) operations: usize,
    /// The operations that succeeded.
    pub(super) answered: BTreeSet<String>,
    /// The operations that revealed a secret, with that secret.
    pub(super) leaks: Vec<(String, String)>,
}

impl Walk {
    pub(super) async fn by(
        &self,
        client: &TestClient<'_>,
        included: impl Fn(&Operation) -> bool,
    ) -> Walked {
        let mut walked = Walked::default();
        for operation in self.operations().iter().filter(|operation| included(operation)) {
            walked.operations += 1;
            for answer in self.answers(operation, client).await {
                assert!(answer.status.as_u16() < 500, "{}: {}", operation.id, answer.body);
                if answer.status.is_success() {
                    walked.answered.insert(operation.id.clone());
                }
                if let Some(secret) = leak(&answer, &self.target, &self.secrets) {
                    walked.leaks.push((operation.id.clone(), secret));
                }
            }
            // The walk must not sign its caller out, because the other answers would then reveal
            // nothing.
            client.get("/api/auth/me").await.expect(200);
        }
        walked
    }
}
