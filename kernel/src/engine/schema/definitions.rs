//! All named schemas of the product, completed: every property has a label and every rule its
//! message.

use std::collections::BTreeMap;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::messages;
use crate::base::error::{Error, Result};

/// Makes a generator of schemas for the document: named ones under its components.
pub(crate) fn generator() -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    settings.into_generator()
}

/// A named schema.
struct Named {
    /// The module that added it first.
    owner: String,
    /// The schema as derived from its type: another module may add an equal one.
    derived: Value,
    /// The schema as published: closed when it is part of a body, with its references marked.
    schema: Value,
}

impl Named {
    fn collides(&self, owner: &str, name: &str) -> Error {
        let other = &self.owner;
        Error::startup(format!(
            "Modules {other} and {owner} both have a schema named {name}. Rename one of the types."
        ))
    }
}

/// Named schemas and the module that added each.
#[derive(Default)]
pub(crate) struct Definitions {
    schemas: BTreeMap<String, Named>,
}

impl Definitions {
    /// Adds `T` and all schemas it refers to, on behalf of `owner`. Returns its name.
    pub(crate) fn add<T: JsonSchema>(&mut self, owner: &str) -> Result<String> {
        let mut generator = generator();
        generator.subschema_for::<T>();
        let name = T::schema_name().into_owned();
        for (key, schema) in generator.take_definitions(true) {
            self.insert(owner, &key, schema)?;
        }
        Ok(name)
    }

    /// Adds one schema.
    ///
    /// # Errors
    /// `Startup` when another schema has the same name and differs.
    pub(crate) fn insert(&mut self, owner: &str, name: &str, mut schema: Value) -> Result<()> {
        sort_properties(&mut schema);
        messages::complete(&mut schema);
        match self.schemas.get(name) {
            Some(present) if present.derived == schema => Ok(()),
            Some(present) => Err(present.collides(owner, name)),
            None => {
                let named = Named { owner: owner.to_owned(), derived: schema.clone(), schema };
                self.schemas.insert(name.to_owned(), named);
                Ok(())
            }
        }
    }

    /// Fails when another module already has a schema of this name: for schemas that belong to one
    /// resource alone.
    pub(crate) fn claim(&self, owner: &str, name: &str) -> Result<()> {
        match self.schemas.get(name) {
            Some(present) if present.owner != owner => Err(present.collides(owner, name)),
            _ => Ok(()),
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        self.schemas.get(name).map(|named| &named.schema)
    }

    /// Returns the fields of a schema, each with its own schema.
    pub(crate) fn fields(&self, name: &str) -> impl Iterator<Item = (&String, &Value)> {
        let fields = self.get(name).and_then(|schema| schema["properties"].as_object());
        fields.into_iter().flatten()
    }

    /// Returns the write-only fields of a schema, which no view contains.
    pub(crate) fn secrets(&self, name: &str) -> Vec<String> {
        let secrets = self.fields(name).filter(|(_, field)| field["writeOnly"] == true);
        secrets.map(|(name, _)| name.clone()).collect()
    }

    pub(crate) fn get_mut(&mut self, name: &str) -> Option<&mut Value> {
        self.schemas.get_mut(name).map(|named| &mut named.schema)
    }

    /// Returns the property of a schema at a JSON pointer: `/developer/_id` inside a group of fields,
    /// `/projectIds/*` for the items of a list.
    pub(crate) fn property(&self, schema: &str, pointer: &str) -> Option<&Value> {
        let mut here = self.get(schema)?;
        for step in pointer.strip_prefix('/')?.split('/') {
            let inside = self.resolved(here);
            here = match step {
                "*" => inside.get("items")?,
                name => inside.get("properties")?.get(name)?,
            };
        }
        Some(self.resolved(here))
    }

    /// Follows a reference to another schema, also that of a value that may be missing.
    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        let target = [schema, &schema["anyOf"][0]].into_iter().find_map(|one| one["$ref"].as_str());
        target.and_then(|target| self.get(target.rsplit('/').next()?)).unwrap_or(schema)
    }

    /// Closes a body and every object inside it: unknown fields are rejected.
    pub(crate) fn close(&mut self, name: &str) {
        let Some(Named { schema, .. }) = self.schemas.get_mut(name) else { return };
        let closed = schema.get("additionalProperties").is_some();
        if closed || schema.get("properties").is_none() {
            return;
        }
        schema["additionalProperties"] = Value::Bool(false);
        messages::complete(schema);
        let mut inner = Vec::new();
        references(schema, &mut inner);
        for name in inner {
            self.close(&name);
        }
    }

    /// Adds these roles as the values of every list of roles (`x-roles`), and rejects others.
    pub(crate) fn offer_roles(&mut self, roles: &[String]) {
        for Named { schema, .. } in self.schemas.values_mut() {
            offer_roles(schema, roles);
        }
    }

    /// Adds these types of events, each with its label, as the values of every list of them (`x-events`), and rejects others.
    pub(crate) fn offer_events(&mut self, events: &[(String, String)]) {
        for Named { schema, .. } in self.schemas.values_mut() {
            offer_events(schema, events);
        }
    }

    /// Adds the attributes of users to every object of them (`x-attributes`), and leaves it out when there are none.
    pub(crate) fn offer_attributes(&mut self, attributes: Option<&Map<String, Value>>) {
        for Named { schema, .. } in self.schemas.values_mut() {
            let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut)
            else {
                continue;
            };
            let objects = properties.iter_mut().filter_map(|(name, property)| {
                let object = property.as_object_mut()?;
                object.shift_remove("x-attributes")?;
                if let Some(attributes) = attributes {
                    object.insert("properties".into(), Value::Object(attributes.clone()));
                    object.insert("additionalProperties".into(), false.into());
                }
                Some(name.clone())
            });
            let objects: Vec<String> = objects.collect();
            if objects.is_empty() {
                continue;
            }
            if attributes.is_none() {
                properties.retain(|name, _| !objects.contains(name));
            }
            messages::complete(schema);
        }
    }

    /// Returns all schemas by name.
    pub(crate) fn to_map(&self) -> Map<String, Value> {
        self.schemas.iter().map(|(name, named)| (name.clone(), named.schema.clone())).collect()
    }

    /// Returns the schema of this name and all schemas it refers to, by name.
    pub(crate) fn reached_from(&self, name: &str) -> Map<String, Value> {
        let mut reached = Map::new();
        let mut names = vec![name.to_owned()];
        while let Some(name) = names.pop() {
            if let Some(schema) = self.get(&name).filter(|_| !reached.contains_key(&name)) {
                references(schema, &mut names);
                reached.insert(name, schema.clone());
            }
        }
        reached
    }

    /// Derives the patch of an input: every property optional and without default, those that can
    /// be set only at creation left out, and `null` where a value may be removed.
    pub(crate) fn add_patch(&mut self, owner: &str, input: &str, patch: &str) -> Result<()> {
        let Some(input_schema) = self.get(input) else {
            return Err(Error::internal(format!("there is no schema {input}")));
        };
        let required = messages::strings(input_schema.get("required"));
        let mut properties = Map::new();
        let of_input = input_schema.get("properties").and_then(Value::as_object);
        for (name, property) in of_input.into_iter().flatten() {
            if property.get("x-create-only") == Some(&Value::Bool(true)) {
                continue;
            }
            let mut property = property.clone();
            let removable = !required.contains(name) && property.get("default").is_none();
            if let Some(object) = property.as_object_mut() {
                object.remove("default");
                if removable {
                    allow_null(object);
                }
            }
            properties.insert(name.clone(), property);
        }
        let title = input_schema.get("title").cloned().unwrap_or(Value::Null);
        let mut schema = json!({
            "type": "object",
            "description": "The fields to change. What is left out stays as it is; \
                            null removes a value that may be missing.",
            "properties": properties,
            "additionalProperties": false,
        });
        if !title.is_null() {
            schema["title"] = title;
        }
        self.claim(owner, patch)?;
        self.insert(owner, patch, schema)
    }
}

/// Moves the properties that `x-order` names to the front, in its order: forms and records show
/// them from top to bottom, and a type that shares fields with another cannot always declare them
/// so.
fn sort_properties(schema: &mut Value) {
    let Some(object) = schema.as_object_mut() else { return };
    let Some(order) = object.remove("x-order") else { return };
    let Some(properties) = object.get_mut("properties").and_then(Value::as_object_mut) else {
        return;
    };
    let order = messages::strings(Some(&order));
    let mut sorted = Map::new();
    let rest = properties.keys().filter(|name| !order.contains(name));
    for name in order.iter().chain(rest) {
        if let Some(property) = properties.get(name) {
            sorted.insert(name.clone(), property.clone());
        }
    }
    *properties = sorted;
}

fn offer_roles(schema: &mut Value, roles: &[String]) {
    match schema {
        Value::Object(fields) => {
            if fields.shift_remove("x-roles").is_some()
                && let Some(items) = fields.get_mut("items").and_then(Value::as_object_mut)
            {
                let labels: Map<String, Value> =
                    roles.iter().map(|role| (role.clone(), messages::label(role).into())).collect();
                let unknown = format!("There is no such role. Choose from {}", roles.join(", "));
                items.insert("enum".into(), json!(roles));
                items.insert("x-labels".into(), labels.into());
                items.entry("x-messages").or_insert_with(|| json!({}))["enum"] = unknown.into();
            }
            fields.values_mut().for_each(|field| offer_roles(field, roles));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| offer_roles(item, roles)),
        _ => {}
    }
}

fn offer_events(schema: &mut Value, events: &[(String, String)]) {
    match schema {
        Value::Object(fields) => {
            if fields.shift_remove("x-events").is_some()
                && let Some(items) = fields.get_mut("items").and_then(Value::as_object_mut)
            {
                let words: Vec<&str> = events.iter().map(|(event, _)| event.as_str()).collect();
                let labels: Map<String, Value> = events
                    .iter()
                    .map(|(event, label)| (event.clone(), label.clone().into()))
                    .collect();
                items.insert("enum".into(), json!(words));
                items.insert("x-labels".into(), labels.into());
                items.entry("x-messages").or_insert_with(|| json!({}))["enum"] =
                    "There is no such event. Write one such as units.updated, units.* or *".into();
            }
            fields.values_mut().for_each(|field| offer_events(field, events));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| offer_events(item, events)),
        _ => {}
    }
}

/// Collects the names of the schemas that `schema` refers to.
fn references(schema: &Value, names: &mut Vec<String>) {
    match schema {
        Value::Object(fields) => {
            if let Some(name) = fields.get("$ref").and_then(Value::as_str) {
                names.extend(name.rsplit('/').next().map(str::to_owned));
            }
            fields.values().for_each(|field| references(field, names));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, names)),
        _ => {}
    }
}

/// Lets a property be null.
pub(crate) fn allow_null(property: &mut Map<String, Value>) {
    match property.get_mut("type") {
        Some(Value::Array(types)) if types.iter().any(|kind| kind == "null") => {}
        Some(Value::Array(types)) => types.push(json!("null")),
        Some(kind) => *kind = json!([kind.clone(), "null"]),
        None => {
            if let Some(reference) = property.remove("$ref") {
                property.insert("anyOf".into(), json!([{ "$ref": reference }, { "type": "null" }]));
            }
        }
    }
}
