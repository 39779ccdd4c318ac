//! The parts of the document while it is put together: each operation completed by what its handler, its
//! permission and its method imply.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::operations;
use super::operations::DescribedOperation;
use super::verbs::{ACTS_ON_RECORD, VERB};
use crate::base::error::{Error, Result};
use crate::engine::policy::{AuthorizationRule, Operation};
use crate::engine::schema::Definitions;
use crate::explore::Catalog;
use crate::records::handler::Implied;
use crate::records::resource::Registration;

/// The extension with the permission that an operation needs: `resource:action`, `signed-in`,
/// `first-step` or `public`.
pub(super) const PERMISSION: &str = "x-permission";

/// The extension (`true`) of a module's own handler where the document describes the explorer.
const EXPLORER: &str = "x-explorer";

#[derive(Default)]
pub(super) struct Parts {
    catalog: Arc<Catalog>,
    pub(super) tags: Vec<Value>,
    pub(super) paths: Map<String, Value>,
    pub(super) operations: Vec<Operation>,
    /// The resources of the modules so far.
    pub(super) registered: Vec<Registration>,
    owners: BTreeMap<String, &'static str>,
}

impl Parts {
    /// No part yet of the document, which will describe this explorer.
    pub(super) fn of(catalog: &Arc<Catalog>) -> Self {
        Self { catalog: Arc::clone(catalog), ..Self::default() }
    }

    /// Adds an operation.
    pub(super) fn add(
        &mut self,
        module: &'static str,
        described: DescribedOperation,
        definitions: &mut Definitions,
    ) -> Result<()> {
        let DescribedOperation { path, method, description: mut operation, implied } = described;
        let call = format!("{} {path}", method.to_uppercase());
        let Some(id) = operation["operationId"].as_str().map(str::to_owned) else {
            return Err(Error::startup(format!("Module {module}: {call} has no operation id.")));
        };
        for name in [format!("operation named {id}"), format!("operation {call}")] {
            if let Some(other) = self.owners.insert(name.clone(), module) {
                return Err(Error::startup(format!(
                    "Modules {other} and {module} both have an {name}. Rename one of them."
                )));
            }
        }
        let rule = authorization_rule(&operation[PERMISSION]).ok_or_else(|| {
            Error::startup(format!(
                "Module {module}: operation {id} ({call}) needs the permission {}, which is none. One is \
                 `resource:action`, `signed-in`, `first-step` or `public`.",
                operation[PERMISSION]
            ))
        })?;
        operations::names_path(&mut operation, &path);
        let wrong =
            |what: String| Error::startup(format!("Module {module}: operation {id} {what}."));
        for implied in &implied {
            let place = (path.as_str(), method.as_str());
            self.imply(*implied, &mut operation, place, module, definitions, &wrong)?;
        }
        if operation.as_object_mut().and_then(|keys| keys.shift_remove(EXPLORER)).is_some() {
            operation[EXPLORER] = self.catalog.described();
        }
        if operation.get("requestBody").is_some() {
            operations::refuse(&mut operation["responses"], &["400", "413", "415"]);
        }
        if rule == AuthorizationRule::Public {
            operation["security"] = json!([]);
        } else {
            operation["security"] = json!([{ "bearer": [] }]);
            operations::refuse(&mut operation["responses"], &["401"]);
        }
        // A signed-in user without a permission is refused, and one whose session lacks the second
        // factor that a role requires.
        if matches!(rule, AuthorizationRule::Needs { .. } | AuthorizationRule::SignedIn) {
            operations::refuse(&mut operation["responses"], &["403"]);
        }
        for implied in &implied {
            if let Implied::Problem(status, description) = *implied {
                let responses = &mut operation["responses"];
                let is_new = responses.get(status).is_none();
                operations::refuse_too(responses, &[status]);
                if let Some(description) = description.filter(|_| is_new) {
                    responses[status]["description"] = json!(description);
                }
            }
        }
        // Every operation may fail because the database is overloaded or its disk is full.
        let late: &[&str] = if method == "get" { &["503"] } else { &["503", "507"] };
        operations::refuse_too(&mut operation["responses"], late);
        let at_path = self.paths.entry(&path).or_insert_with(|| json!({}));
        at_path[&method] = operation;
        let method = method.to_uppercase();
        self.operations.push(Operation { id, method, path, rule });
        Ok(())
    }

    /// Completes an operation by what an argument of its handler implies; `wrong` ends a sentence that begins with the
    /// operation.
    fn imply(
        &self,
        implied: Implied,
        operation: &mut Value,
        (path, method): (&str, &str),
        module: &str,
        definitions: &mut Definitions,
        wrong: &dyn Fn(String) -> Error,
    ) -> Result<()> {
        let registered = |what: &str, name: &str| {
            let found = self.registered.iter().find(|one| one.info.name == name);
            found.ok_or_else(|| wrong(format!("{what} {name}, which no module below brings")))
        };
        match implied {
            Implied::IdempotencyKey if method == "post" => {
                operations::has_idempotency_key(operation);
            }
            Implied::IdempotencyKey | Implied::Problem(..) | Implied::Reader => {}
            Implied::Table => operations::sends_table(operation),
            Implied::Job => operations::may_be_job(operation),
            Implied::IfMatch => operations::honours_if_match(operation),
            Implied::Record(name) => {
                registered("acts on a record of", name)?;
                if !path.contains("/{id}") {
                    let what = format!("acts on a record of {name}, and its path has no `{{id}}`");
                    return Err(wrong(what));
                }
                operations::acts_on_record(operation);
                // The extensions of a handler come in no fixed order: they are appended last, so that
                // the document is the same each time.
                let verb = operation.as_object_mut().and_then(|keys| keys.shift_remove(VERB));
                operation[ACTS_ON_RECORD] = json!(true);
                if let Some(verb) = verb {
                    operation[VERB] = verb;
                }
            }
            Implied::List(name) => {
                operations::lists(operation, registered("lists", name)?);
            }
            Implied::Question => {
                operations::with_parameters(operation, self.catalog.parameters());
            }
            Implied::Body(shape) => {
                let name = (shape.define)(definitions, module)?;
                operations::takes(operation, &name);
            }
        }
        Ok(())
    }
}

fn authorization_rule(word: &Value) -> Option<AuthorizationRule> {
    match word.as_str()? {
        "public" => Some(AuthorizationRule::Public),
        "signed-in" => Some(AuthorizationRule::SignedIn),
        "first-step" => Some(AuthorizationRule::FirstStep),
        word => word.split_once(':').map(|(resource, action)| AuthorizationRule::Needs {
            resource: resource.to_owned(),
            action: action.to_owned(),
        }),
    }
}
