//! Verbs: the operations on one record beside view, update and delete. A verb is a value. Its
//! route, its operation in the OpenAPI document, its authorization rule, `If-Match`, the
//! idempotency key, its revision, its button in the back-office and its form for several records
//! follow from it.

use std::collections::HashMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::change::WriteContext;
use super::registered::identifier;
use super::resource::{Info, Reference, Resource, Shape};
use super::{Records, RegisteredResource};
use crate::base::error::{Error, NeededPermission, Result};
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::schema::{Checker, Definitions, from_value};

/// The field with the body of a verb, in a request for several records.
pub(crate) const ARGUMENTS: &str = "arguments";

/// A verb of a resource: `POST {path}/{id}/{name}`, for several records `POST {path}/verbs/{name}`. Begin with
/// [`Verb::of`].
#[derive(Clone, Copy)]
pub struct Verb {
    /// The resource, as [`Verb::of`] takes it.
    pub info: Info,
    /// The last segment of its path, the action of its permission, and the action of its revision:
    /// `lock`.
    pub name: &'static str,
    /// The label of its button: `Lock Account`.
    pub label: &'static str,
    /// The description for the OpenAPI document.
    pub description: &'static str,
    /// The permission `resource:action`, where that is not the resource and the name of the verb.
    pub permission: Option<&'static str>,
    /// The name of its icon in the Lucide library.
    pub icon: &'static str,
    /// The title and the text of the confirmation, or of the text above its form. In both,
    /// `{title}` is replaced by the title of the record, and `{email}` by its field of that name.
    pub confirm: Option<(&'static str, &'static str)>,
    /// The verb of the resource that does the opposite, without a body: by it an undo reverses this one. `None`
    /// where an undo puts the fields back.
    pub undone_by: Option<&'static str>,
    /// Whether it loses something that cannot be recovered.
    pub danger: bool,
    /// Whether it is the primary action of a record.
    pub primary: bool,
    /// The fields of a record, each with the values for which the verb is offered: `[("locked",
    /// &["false"])]`.
    pub when: &'static [(&'static str, &'static [&'static str])],
    /// Whether it is refused for the caller's own account, and offered for the others only.
    pub of_others: bool,
    /// Whether it is offered for several records at once; `None` means yes, unless its body has a secret.
    pub many: Option<bool>,
    /// The notice after it succeeded.
    pub done: &'static str,
    /// Whether it responds 204 and not with the changed record.
    pub answers_nothing: bool,
    /// The function that performs it.
    pub perform: &'static dyn Perform,
}

impl Verb {
    /// Declares a verb of `R`.
    pub const fn of<R: Resource>(
        name: &'static str,
        label: &'static str,
        perform: &'static dyn Perform,
    ) -> Self {
        Self {
            info: R::INFO,
            name,
            label,
            description: "",
            permission: None,
            icon: "",
            confirm: None,
            undone_by: None,
            danger: false,
            primary: false,
            when: &[],
            of_others: false,
            many: None,
            done: "",
            answers_nothing: false,
            perform,
        }
    }
}

impl Verb {
    /// Returns whether there is a form for several records. A secret in the body is of one record, and preparation takes
    /// long for each.
    pub(crate) fn is_for_many(&self) -> Result<bool> {
        Ok(self.many != Some(false) && !self.perform.is_prepared() && self.secrets()?.is_empty())
    }

    /// Returns the permission that it needs.
    pub(crate) fn needs(&self) -> NeededPermission {
        match self.permission.and_then(|permission| permission.split_once(':')) {
            Some((resource, action)) => NeededPermission::new(resource, action),
            None => NeededPermission::new(self.info.name, self.name),
        }
    }

    /// Returns whether it is offered for a record in this state.
    pub(super) fn is_offered_for(&self, view: &Value) -> bool {
        self.when.iter().all(|(field, values)| match identifier(&view[field]) {
            Value::String(text) => values.contains(&text.as_str()),
            other => values.contains(&other.to_string().as_str()),
        })
    }

    /// Lists the write-only fields of its body.
    fn secrets(&self) -> Result<Vec<String>> {
        let Some(shape) = self.perform.body() else { return Ok(Vec::new()) };
        let mut definitions = Definitions::default();
        let name = (shape.define)(&mut definitions, self.info.name)?;
        let fields = definitions.get(&name).and_then(|schema| schema["properties"].as_object());
        let secrets =
            fields.into_iter().flatten().filter(|(_, property)| property["writeOnly"] == true);
        Ok(secrets.map(|(name, _)| name.clone()).collect())
    }
}

/// The verbs that do the opposite of another one.
#[derive(Default)]
pub(crate) struct Opposites(HashMap<(&'static str, &'static str), &'static Verb>);

impl Opposites {
    /// Finds the opposites that verbs declare.
    ///
    /// # Errors
    /// At the start, for one that there is not, or that takes a body.
    pub(crate) fn among(verbs: &[Arc<RegisteredVerb>]) -> Result<Self> {
        let declared = verbs.iter().filter_map(|one| Some((one.verb, one.verb.undone_by?)));
        let opposites = declared.map(|(verb, opposite)| {
            let resource = verb.info.name;
            let is_it = |other: &&Arc<RegisteredVerb>| {
                (other.verb.info.name, other.verb.name) == (resource, opposite)
                    && other.body.is_none()
                    && !other.verb.perform.is_prepared()
            };
            let found = verbs.iter().find(is_it).ok_or_else(|| {
                Error::startup(format!(
                    "The verb {} of {resource} is undone by {opposite}, which is no verb of {resource} without a body.",
                    verb.name
                ))
            })?;
            Ok(((resource, verb.name), found.verb))
        });
        opposites.collect::<Result<_>>().map(Self)
    }

    /// Returns the verb that does the opposite of another one.
    pub(crate) fn of(&self, resource: &str, verb: &str) -> Option<&'static Verb> {
        self.0.get(&(resource, verb)).copied()
    }
}

/// A verb as the kernel registered it.
pub(crate) struct RegisteredVerb {
    pub(crate) verb: &'static Verb,
    pub(crate) resource: Arc<RegisteredResource>,
    /// The validator of its body, if it takes one, and the write-only fields of the body.
    pub(crate) body: Option<(Checker, Vec<String>)>,
    /// What the fields of its body refer to.
    references: Vec<Reference>,
    /// Whether one request performs it on several records.
    pub(crate) is_for_many: bool,
}

impl RegisteredVerb {
    /// Registers a verb; `definitions` has the schema of its body.
    pub(crate) fn new(
        verb: &'static Verb,
        records: &Records,
        definitions: &Definitions,
    ) -> Result<Self> {
        let (body, references) = match verb.perform.body() {
            None => (None, Vec::new()),
            Some(Shape { name, .. }) => {
                let name = name();
                let body = Some((Checker::named(definitions, &name)?, verb.secrets()?));
                (body, references(records, definitions, &name))
            }
        };
        let resource = records.get(verb.info.name).map(Arc::clone);
        let resource = resource
            .ok_or_else(|| Error::internal(format!("{} is not registered", verb.info.name)))?;
        Ok(Self { verb, resource, body, references, is_for_many: verb.is_for_many()? })
    }

    /// Checks that the identifiers in its body name records that the user may read.
    ///
    /// # Errors
    /// 422 at each that does not.
    pub(crate) fn check_arguments(
        &self,
        writing: &mut WriteContext<'_>,
        arguments: &Value,
    ) -> Result<()> {
        let WriteContext { conn, records, by, .. } = writing;
        records.check_arguments(conn, &self.references, arguments, by)
    }
}

/// Returns the references that the fields of a body declare (`x-reference`).
fn references(records: &Records, definitions: &Definitions, body: &str) -> Vec<Reference> {
    fn resource(schema: &Value) -> Option<&str> {
        schema.pointer("/x-reference/resource")?.as_str()
    }
    let declared = definitions.fields(body).filter_map(|(name, field)| {
        let items = field.get("items");
        let to = resource(field).or_else(|| items.and_then(resource))?;
        let to = records.get(to)?.info().name;
        let rest = if items.is_some() { "/*" } else { "" };
        // References are declared by constants, and so is this one but for its pointer.
        Some(Reference::one(String::leak(format!("/{name}{rest}")), "", "", to))
    });
    declared.collect()
}

/// Changes the record, whose row is locked; returns whether it did.
pub type Performed = Box<dyn FnOnce(&mut WriteContext<'_>, &Id) -> Result<bool> + Send>;

/// Reads what the change needs, and does slow work, before the transaction that writes begins.
pub type Preparing = Box<dyn FnOnce(&mut Conn, &Id) -> Result<Performed> + Send>;

/// A verb with its body, before it is performed.
pub enum Ready {
    /// Performed in the transaction that writes.
    Now(Performed),
    /// Performed after its preparation.
    Prepared(Preparing),
}

/// The function of a verb: [`Do`], [`With`] or [`Prepared`].
pub trait Perform: Sync {
    /// Returns the type of its body, if it takes one.
    fn body(&self) -> Option<Shape>;
    /// Returns whether it is prepared before it is performed.
    fn is_prepared(&self) -> bool {
        false
    }
    /// Takes a body that is valid under its schema.
    fn ready(&self, body: Value) -> Result<Ready>;
}

/// Performs a verb without a body.
pub struct Do(pub fn(&mut WriteContext<'_>, &Id) -> Result<bool>);

/// Performs a verb with a body.
pub struct With<B>(pub fn(&mut WriteContext<'_>, &Id, B) -> Result<bool>);

/// Performs a verb with a body that the first function prepares before the transaction that writes
/// begins.
pub struct Prepared<B>(
    pub fn(&mut Conn, &Id, B) -> Result<B>,
    pub fn(&mut WriteContext<'_>, &Id, B) -> Result<bool>,
);

impl Perform for Do {
    fn body(&self) -> Option<Shape> {
        None
    }

    fn ready(&self, _: Value) -> Result<Ready> {
        Ok(Ready::Now(Box::new(self.0)))
    }
}

impl<B: JsonSchema + DeserializeOwned + Send + 'static> Perform for With<B> {
    fn body(&self) -> Option<Shape> {
        Some(Shape::of::<B>())
    }

    fn ready(&self, body: Value) -> Result<Ready> {
        let (perform, body) = (self.0, from_value::<B>(body)?);
        Ok(Ready::Now(Box::new(move |writing, id| perform(writing, id, body))))
    }
}

impl<B: JsonSchema + DeserializeOwned + Send + 'static> Perform for Prepared<B> {
    fn body(&self) -> Option<Shape> {
        Some(Shape::of::<B>())
    }

    fn is_prepared(&self) -> bool {
        true
    }

    fn ready(&self, body: Value) -> Result<Ready> {
        let (prepare, perform, body) = (self.0, self.1, from_value::<B>(body)?);
        Ok(Ready::Prepared(Box::new(move |conn, id| {
            let body = prepare(conn, id, body)?;
            Ok(Box::new(move |writing: &mut WriteContext<'_>, id: &Id| perform(writing, id, body)))
        })))
    }
}
