//! The document as one reader sees it, by the rules of the reader's roles: fields that are hidden in every record are
//! absent, masked ones are marked and may be null, and so are references to records that the reader may not all read.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use aws_lc_rs::digest::{SHA256, digest};
use serde_json::{Map, Value, json};

use crate::base::error::{Error, Result};
use crate::engine::policy::{Access, FieldLevel};
use crate::engine::precompressed::{Given, Precompressed};
use crate::engine::schema::allow_null;
use crate::explore::Explorer;
use crate::records::{Records, RegisteredResource};

/// The keyword of a schema, other than a resource's own, which shows the fields of a resource: its name.
const SHOWS: &str = "x-shows";

/// What a reader sees of the fields of a resource, by their names in the view.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct SeenFields {
    /// Seen of no record.
    hidden: BTreeSet<String>,
    /// Null in every record.
    masked: BTreeSet<String>,
    /// Changed of no record.
    readonly: BTreeSet<String>,
    /// Absent from some records.
    optional: BTreeSet<String>,
    /// Null in some records.
    nullable: BTreeSet<String>,
    /// References to records that the reader may not all read.
    referring: BTreeSet<String>,
    /// What lists are not sorted by.
    unsorted: BTreeSet<String>,
}

/// What a reader sees of the fields of each resource that a rule narrows.
type SeenResources = BTreeMap<&'static str, SeenFields>;

/// The documents of readers, each by what it leaves out.
#[derive(Default)]
pub(super) struct ReaderDocuments(Mutex<BTreeMap<(SeenResources, String), Arc<Precompressed>>>);

impl ReaderDocuments {
    /// The maximum number of documents: readers differ by their roles, of which there are few.
    const CAPACITY: usize = 32;

    /// Returns the document, which as a whole is `json`, for a reader of this explorer; `whole` for one who sees all.
    pub(super) fn served_to(
        &self,
        explorer: &Explorer,
        (json, whole): (&Value, &Arc<Precompressed>),
    ) -> Result<Arc<Precompressed>> {
        let Explorer { records, access, catalog, .. } = explorer;
        let seen = seen_resources(records, access);
        let asks = catalog.described();
        let seen = (seen, asks.to_string());
        if access.is_empty() {
            return Ok(Arc::clone(whole));
        }
        let locked = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = locked().get(&seen) {
            return Ok(Arc::clone(known));
        }
        let mut json = seen_by(json, records, &seen.0);
        narrow_questions(&mut json, &asks, &catalog.parameters());
        let text = serde_json::to_vec(&json).map_err(Error::internal)?;
        let digest = digest(&SHA256, &text);
        let (kind, given) = ("application/json", Given::Plain(text.into()));
        let served = Precompressed::new(kind, "private, no-cache", digest.as_ref(), given);
        let served = Arc::new(served);
        let mut known = locked();
        if known.len() >= Self::CAPACITY {
            known.clear();
        }
        known.insert(seen, Arc::clone(&served));
        Ok(served)
    }
}

fn seen_by(whole: &Value, records: &Records, seen: &SeenResources) -> Value {
    let mut json = whole.clone();
    for (name, fields) in seen {
        let Some(entry) = records.get(name) else { continue };
        let tags = json["tags"].as_array_mut().into_iter().flatten();
        let described = tags.map(|tag| &mut tag["x-resource"]).find(|one| one["name"] == **name);
        if let Some(described) = described {
            fields.leave_out_of(described);
        }
        let path = entry.info().path();
        let paths = json["paths"].as_object_mut().into_iter().flatten();
        let own = paths.filter(|(of, _)| {
            of.strip_prefix(&path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        });
        own.for_each(|(_, operations)| fields.leave_out_of_parameters(operations));
        let embedded = embedded(entry, seen, &json);
        let registration = &entry.registration;
        let schemas = &mut json["components"]["schemas"];
        if let Some(view) = schemas.get_mut(registration.view_name()) {
            for (field, narrowed) in embedded {
                view["properties"][field] = narrowed;
            }
            fields.narrow(view, |name| name, true);
        }
        // Views of other operations say whose fields they show.
        let others = schemas.as_object_mut().into_iter().flat_map(Map::values_mut);
        others
            .filter(|schema| schema[SHOWS] == **name)
            .for_each(|schema| fields.narrow(schema, |name| name, true));
        for body in [registration.input_name(), Some(registration.patch_name())] {
            if let Some(body) = body.and_then(|body| schemas.get_mut(body)) {
                fields.narrow(body, |name| entry.shown_as(name), false);
            }
        }
    }
    json
}

/// Narrows what the document says of questions to what a reader can ask.
fn narrow_questions(json: &mut Value, asks: &Value, parameters: &[Value]) {
    let paths = json["paths"].as_object_mut().into_iter().flatten();
    for operation in paths.filter_map(|(_, operations)| operations.get_mut("get")) {
        if let Some(explorer) = operation.get_mut("x-explorer") {
            explorer.clone_from(asks);
        }
        let Some(own) = operation.get_mut("parameters").and_then(Value::as_array_mut) else {
            continue;
        };
        let is_question = ["dataset", "measures"]
            .iter()
            .all(|name| own.iter().any(|parameter| parameter["name"] == *name));
        if !is_question {
            continue;
        }
        for parameter in own {
            if let Some(narrowed) = parameters.iter().find(|one| one["name"] == parameter["name"]) {
                parameter.clone_from(narrowed);
            }
        }
    }
}

fn seen_resources(records: &Records, access: &Access) -> SeenResources {
    let mut seen = SeenResources::new();
    for entry in records.all() {
        let name = entry.info().name;
        let mut fields = SeenFields::default();
        if let Some(own) = access.of(name) {
            for field in own.narrowed_fields() {
                let (least, most) = own.levels(field);
                let mut add = |to: fn(&mut SeenFields) -> &mut BTreeSet<String>, is_so: bool| {
                    is_so.then(|| to(&mut fields).insert(field.to_owned()));
                };
                let can = own.most(field);
                add(|fields| &mut fields.hidden, most == FieldLevel::Hidden);
                add(|fields| &mut fields.masked, most == FieldLevel::Masked);
                add(|fields| &mut fields.readonly, can == FieldLevel::ReadOnly);
                add(|fields| &mut fields.optional, least == FieldLevel::Hidden);
                add(|fields| &mut fields.nullable, least <= FieldLevel::Masked);
                add(|fields| &mut fields.unsorted, least <= FieldLevel::Masked);
            }
        }
        for field in records.disclosing(entry, access) {
            fields.nullable.insert(field.to_owned());
            fields.unsorted.insert(field.to_owned());
        }
        fields.unsorted.extend(records.nameless(entry, access).into_iter().map(str::to_owned));
        for (field, _) in
            records.sight(entry, access).iter().flat_map(|sight| sight.references.iter())
        {
            fields.referring.insert((*field).to_owned());
            fields.unsorted.insert((*field).to_owned());
        }
        if fields != SeenFields::default() {
            seen.insert(name, fields);
        }
    }
    // What embeds records of a narrowed resource shows less of them.
    for entry in records.all() {
        let names = |fields: &SeenFields| !fields.hidden.is_empty() || !fields.masked.is_empty();
        if entry.info().references.iter().any(|one| seen.get(one.to).is_some_and(names)) {
            seen.entry(entry.info().name).or_default();
        }
    }
    seen
}

/// Returns the references of a resource's view that show fields of records which the reader does not see.
fn embedded(
    entry: &RegisteredResource,
    seen: &SeenResources,
    document: &Value,
) -> Vec<(&'static str, Value)> {
    let schemas = &document["components"]["schemas"];
    let properties = &schemas[entry.registration.view_name()]["properties"];
    let references = entry.info().references.iter().filter_map(|reference| {
        let fields = seen.get(reference.to)?;
        let mut property = properties.get(reference.view)?.clone();
        let at = ["", "/items", "/anyOf/0"]
            .into_iter()
            .find(|at| property.pointer(at).is_some_and(|part| part.get("$ref").is_some()))?;
        let part = property.pointer_mut(at)?.as_object_mut()?;
        let name = part.get("$ref")?.as_str()?.rsplit('/').next()?;
        let mut shown = schemas.get(name)?.clone();
        let shows = |field: &String| shown["properties"].get(field).is_some();
        if !fields.hidden.iter().chain(&fields.masked).any(shows) {
            return None;
        }
        fields.narrow(&mut shown, |name| name, true);
        part.remove("$ref");
        for (key, value) in shown.as_object()? {
            part.entry(key).or_insert_with(|| value.clone());
        }
        Some((reference.view, property))
    });
    references.collect()
}

impl SeenFields {
    /// Narrows a schema, of which `shown_as` returns the field of the view that shows one of its own.
    fn narrow(&self, schema: &mut Value, shown_as: impl Fn(&str) -> &str, is_view: bool) {
        let is_absent = |name: &str| self.hidden.contains(shown_as(name));
        if let Some(properties) = schema["properties"].as_object_mut() {
            properties.retain(|name, _| !is_absent(name));
            for (name, property) in properties {
                self.mark(shown_as(name), property);
            }
        }
        if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
            required.retain(|name| {
                let name = name.as_str().unwrap_or_default();
                let may_be_absent = is_view && self.optional.contains(shown_as(name));
                !is_absent(name) && !may_be_absent
            });
        }
    }

    fn mark(&self, field: &str, property: &mut Value) {
        let Some(property) = property.as_object_mut() else { return };
        // A list goes without the records that the reader may not read.
        let is_list = property.get("type").is_some_and(|kind| kind == "array");
        if self.nullable.contains(field) || self.referring.contains(field) && !is_list {
            allow_null(property);
            if let Some(Value::Array(options)) = property.get_mut("enum")
                && !options.contains(&Value::Null)
            {
                options.push(Value::Null);
            }
        }
        if self.masked.contains(field) {
            property.insert("x-masked".into(), json!(true));
        }
        if self.readonly.contains(field) {
            property.insert("readOnly".into(), json!(true));
        }
    }

    /// Leaves fields out of what screens know of a resource.
    fn leave_out_of(&self, described: &mut Value) {
        let is_seen = |field: &Value| field.as_str().is_none_or(|one| !self.hidden.contains(one));
        let is_sorted =
            |field: &Value| field.as_str().is_none_or(|one| !self.unsorted.contains(one));
        let retain = |list: &mut Value, keeps: &dyn Fn(&Value) -> bool| {
            if let Some(list) = list.as_array_mut() {
                list.retain(keeps);
            }
        };
        if let Some(groups) = described.get_mut("groups").and_then(Value::as_array_mut) {
            groups.iter_mut().for_each(|group| retain(&mut group["fields"], &is_seen));
            groups.retain(|group| group["fields"].as_array().is_some_and(|all| !all.is_empty()));
        }
        if let Some(cards) = described.get_mut("cards") {
            retain(cards, &|card| is_sorted(&card["field"]));
        }
        if let Some(views) = described.get_mut("views") {
            let keeps = |view: &Value| {
                view["fields"].as_array().is_none_or(|all| all.iter().all(is_sorted))
            };
            retain(views, &keeps);
        }
        retain(&mut described["listColumns"], &is_seen);
        retain(&mut described["sortable"], &is_sorted);
        for template in ["titleTemplate", "hintTemplate"] {
            if let Some(Value::String(text)) = described.get_mut(template) {
                *text = self.without_hidden(text);
            }
        }
    }

    /// Returns a template without the parts between dots that name a hidden field.
    fn without_hidden(&self, template: &str) -> String {
        const DOT: &str = " · ";
        let names =
            |part: &str| self.hidden.iter().any(|field| part.contains(&format!("{{{field}}}")));
        let parts: Vec<&str> = template.split(DOT).filter(|part| !names(part)).collect();
        parts.join(DOT)
    }

    /// Leaves fields out of what lists are sorted and counted by.
    fn leave_out_of_parameters(&self, operations: &mut Value) {
        for operation in operations.as_object_mut().into_iter().flat_map(Map::values_mut) {
            let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
            for parameter in parameters.into_iter().flatten() {
                let is_sort = ["sort", "sortBy"].iter().any(|name| parameter["name"] == *name);
                let left_out = match parameter["name"] == "by" {
                    true => &self.nullable,
                    false if is_sort => &self.unsorted,
                    false => continue,
                };
                let schema = &mut parameter["schema"];
                let is_left = |value: &Value| {
                    let field = value.as_str().and_then(|text| text.split(':').next());
                    field.is_none_or(|one| !self.hidden.contains(one) && !left_out.contains(one))
                };
                if let Some(values) = schema.get_mut("enum").and_then(Value::as_array_mut) {
                    values.retain(is_left);
                }
                if schema.get("default").is_some_and(|value| !is_left(value)) {
                    schema.as_object_mut().map(|schema| schema.remove("default"));
                }
            }
        }
    }
}
