//! A registered resource: the registration of its module, the validators of its bodies, and the
//! mapping from the view of a record to its input.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::file_columns::FileColumn;
use super::keys;
use super::ruled_fields::RuledFields;
use crate::base::digest::digest;
use crate::base::error::{Error, Result};
use crate::base::id::Id;
use crate::base::validators::names_validator;
use crate::db::Conn;
use crate::db::record_keys::KeyType;
use crate::engine::list::{CREATED_BY, ComputedField, Definition, FieldFacts, FilterType};
use crate::engine::schema::{Checker, Definitions};
use crate::records::image_fields::ImageField;
use crate::records::resource::{Info, Registration, Titles};

/// A resource, with what is derived from it once at startup.
pub(crate) struct RegisteredResource {
    pub(crate) registration: Registration,
    /// `None` for a read-only resource.
    pub(crate) checks: Option<Checks>,
    /// The fields of the view that no input writes.
    pub(crate) read_only: Vec<String>,
    /// The fields by which lists can be filtered and sorted.
    pub(crate) fields: Vec<FieldFacts>,
    /// The filter definitions of these fields.
    pub(crate) definitions: Vec<Definition>,
    /// The definitions of the fields that other modules compute.
    pub(super) computed: Vec<Definition>,
    /// The definition of the user who made a record, where there is a history.
    pub(super) created_by: Option<Definition>,
    /// The fields with images.
    pub(crate) images: Vec<ImageField>,
    /// The columns of a table of its records.
    pub(crate) columns: Vec<FileColumn>,
    /// The titles of its records.
    pub(crate) titles: Arc<Titles>,
    /// The mapping of each field of the input to the view.
    origins: Vec<(String, FieldMapping)>,
    /// What rules may say of its fields.
    pub(super) ruled_fields: RuledFields,
    /// The types of the columns of its keys, by the JSON pointer of each field.
    key_types: HashMap<&'static str, KeyType>,
}

pub(crate) struct Checks {
    pub(crate) input: Checker,
    pub(crate) patch: Checker,
}

/// A record: its view, and the input that would create it.
#[derive(Clone)]
pub(crate) struct Record {
    pub(crate) view: Value,
    pub(crate) input: Value,
}

/// The mapping of a field of the input to the view.
enum FieldMapping {
    /// The field of the same name.
    Same,
    /// The identifier of the record in this field, or of each record in a list.
    IdOf(&'static str),
    /// A group with the identifier of the record in this field.
    GroupOf(&'static str),
    /// No field: it is write-only.
    Nowhere,
}

impl RegisteredResource {
    /// Registers a resource. `title_of` returns the title of a resource by its name.
    pub(super) fn new(
        registration: Registration,
        schemas: &Definitions,
        title_of: impl Fn(&str) -> Option<&'static str>,
        computed: &[&'static ComputedField],
        accounts: Option<&str>,
    ) -> Result<Self> {
        let titles = Titles::of_resource(&registration.info, title_of).map_err(|wrong| {
            Error::startup(format!("Resource {}: its title {wrong}.", registration.info.name))
        })?;
        let titles = Arc::new(titles);
        let view = registration.view_name();
        let input = registration.input_name();
        let checks = match &input {
            None => None,
            Some(input) => Some(Checks {
                input: Checker::named(schemas, input)?,
                patch: Checker::named(schemas, &registration.patch_name())?,
            }),
        };
        let shown: Vec<&String> = schemas.fields(&view).map(|(name, _)| name).collect();
        let writable = |name: &str| checks.as_ref().is_some_and(|one| one.input.has_field(name));
        let read_only =
            shown.iter().filter(|name| !writable(name)).map(|name| (*name).clone()).collect();
        let fields = registration.read.fields();
        let definitions = Definition::all(&fields, registration.info.name, &view, schemas)?;
        if let Some(taken) = computed.iter().find(|one| shown.iter().any(|name| *name == one.name))
        {
            return Err(Error::startup(format!(
                "Resource {}: the computed field `{}` is a field of {view} already.",
                registration.info.name, taken.name
            )));
        }
        let computed = computed.iter().copied().map(Definition::of_computed).collect();
        let has_it = shown.iter().any(|name| *name == CREATED_BY);
        let created_by = created_by(&registration, accounts).filter(|_| !has_it);
        let mut origins = Vec::new();
        for (name, property) in input.iter().flat_map(|input| schemas.fields(input)) {
            let origin = origin(&registration.info, name, property, &shown).ok_or_else(|| {
                Error::startup(format!(
                    "Resource {} writes `{name}` and does not read it: show it in {view}, declare \
                     it as a reference, or mark it `writeOnly`.",
                    registration.info.name
                ))
            })?;
            origins.push((name.clone(), origin));
        }
        let shown_as = |name: &str| {
            let origin = origins.iter().find(|(of, _)| of == name).map(|(_, origin)| origin);
            match origin {
                Some(FieldMapping::IdOf(shown) | FieldMapping::GroupOf(shown)) => {
                    (*shown).to_owned()
                }
                _ => name.to_owned(),
            }
        };
        let ruled_fields = RuledFields::of(schemas, &view, input.as_deref(), shown_as);
        let images = ImageField::all(registration.info.name, &view, schemas)?;
        let columns = FileColumn::all(&registration.info, &titles, &view, schemas);
        let written = input.as_deref().unwrap_or(&view);
        keys::check(&registration.info, written, schemas)?;
        let key_types = keys::types(&registration.info, &fields, written, schemas);
        Ok(Self {
            registration,
            checks,
            read_only,
            fields,
            definitions,
            computed,
            created_by,
            images,
            columns,
            titles,
            origins,
            ruled_fields,
            key_types,
        })
    }

    pub(crate) fn info(&self) -> &Info {
        &self.registration.info
    }

    /// Returns the fields that other modules compute.
    pub(crate) fn computed_fields(&self) -> impl Iterator<Item = &'static ComputedField> {
        self.computed.iter().filter_map(|definition| definition.computed)
    }

    /// Returns the title of a record, or the word for one record of the resource when every field
    /// of the title is empty.
    pub(crate) fn title(&self, view: &Value) -> String {
        self.titles.of(view).unwrap_or_else(|| self.info().word())
    }

    /// Returns the type of the column of a key field.
    pub(crate) fn key_type(&self, pointer: &str) -> KeyType {
        self.key_types.get(pointer).copied().unwrap_or(KeyType::Text)
    }

    fn checks(&self) -> Result<&Checks> {
        self.checks.as_ref().ok_or_else(|| Error::MethodNotAllowed(String::new()))
    }

    /// Normalizes and validates a new input.
    pub(crate) fn check(&self, body: Value) -> Result<Value> {
        self.checks()?.input.check(body)
    }

    /// Lists the write-only fields.
    pub(crate) fn secrets(&self) -> Vec<String> {
        let written = self.origins.iter().filter(|(_, from)| matches!(from, FieldMapping::Nowhere));
        written.map(|(name, _)| name.clone()).collect()
    }

    /// Returns whether a patch may have this field.
    pub(super) fn is_changeable(&self, name: &str) -> bool {
        self.checks.as_ref().is_some_and(|checks| checks.patch.has_field(name))
    }

    /// Normalizes and validates a patch.
    pub(crate) fn check_patch(&self, patch: Value) -> Result<Value> {
        self.checks()?.patch.check(patch)
    }

    /// Runs the slow preparation of an input, which needs no database.
    pub(crate) fn prepare(&self, body: Value) -> Result<Value> {
        match self.registration.changes() {
            Some(write) => write.prepare(body),
            None => Ok(body),
        }
    }

    /// Reads the view of the record `id`.
    pub(crate) fn view(&self, conn: &mut Conn, id: &Id) -> Result<Value> {
        self.registration.read.find(conn, id)
    }

    /// Reads the record `id`.
    pub(crate) fn find(&self, conn: &mut Conn, id: &Id) -> Result<Record> {
        self.record(self.view(conn, id)?)
    }

    /// Makes a record from its view.
    pub(crate) fn record(&self, view: Value) -> Result<Record> {
        let input = self.registration.with_defaults(self.input_of(&view))?;
        Ok(Record { view, input })
    }

    /// Returns the field of the view that shows one of the input.
    pub(crate) fn shown_as<'n>(&self, name: &'n str) -> &'n str {
        let origin = self.origins.iter().find(|(of, _)| of == name).map(|(_, origin)| origin);
        match origin {
            Some(FieldMapping::IdOf(shown) | FieldMapping::GroupOf(shown)) => shown,
            _ => name,
        }
    }

    /// Derives the input from the view of a record.
    pub(crate) fn input_of(&self, view: &Value) -> Value {
        if self.checks.is_none() {
            return view.clone();
        }
        let mut input = Map::new();
        for (name, origin) in &self.origins {
            let value = match origin {
                FieldMapping::Same => view.get(name).cloned(),
                FieldMapping::IdOf(shown) => view.get(*shown).map(identifier),
                FieldMapping::GroupOf(shown) => view.get(*shown).map(|one| match one {
                    Value::Null => Value::Null,
                    one => serde_json::json!({ "_id": identifier(one) }),
                }),
                FieldMapping::Nowhere => None,
            };
            input.extend(value.map(|value| (name.clone(), value)));
        }
        Value::Object(input)
    }

    /// Returns the view of a record that is to have this input, as far as it follows from that and from the view that it has
    /// now: references by their identifiers.
    pub(crate) fn view_with(&self, now: &Value, input: &Value) -> Value {
        let mut view = now.as_object().cloned().unwrap_or_default();
        for (name, origin) in &self.origins {
            let value = input.get(name).cloned().unwrap_or_default();
            match origin {
                FieldMapping::Same => drop(view.insert(name.clone(), value)),
                FieldMapping::IdOf(shown) => drop(view.insert((*shown).to_owned(), value)),
                FieldMapping::GroupOf(shown) => {
                    drop(view.insert((*shown).to_owned(), identifier(&value)));
                }
                FieldMapping::Nowhere => {}
            }
        }
        Value::Object(view)
    }

    /// Returns the field of the input that writes a field of the view, or that has this name, where a new record or a patch may
    /// have it.
    pub(super) fn input_field(&self, name: &str, is_new: bool) -> Option<&str> {
        let checks = self.checks.as_ref()?;
        let checker = if is_new { &checks.input } else { &checks.patch };
        let names = || self.origins.iter().map(|(of, _)| of.as_str());
        let field = names().find(|of| *of == name).or_else(|| {
            let shows = |of: &&str| self.shown_as(of) == name;
            names().find(shows)
        });
        field.filter(|field| checker.has_field(field))
    }

    /// Turns the value of a field of the view into that of the field of the input which writes it.
    pub(super) fn input_value(&self, field: &str, shown: Value) -> Value {
        let origin = self.origins.iter().find(|(of, _)| of == field).map(|(_, origin)| origin);
        match (origin, shown) {
            (_, Value::Null) => Value::Null,
            (Some(FieldMapping::IdOf(_)), shown) => identifier(&shown),
            (Some(FieldMapping::GroupOf(_)), shown) => {
                serde_json::json!({ "_id": identifier(&shown) })
            }
            (_, shown) => shown,
        }
    }

    /// Turns a payload into a patch: removes the fields that can only be set at creation.
    pub(crate) fn patch_of(&self, mut payload: Value) -> Value {
        if let (Some(checks), Some(fields)) = (&self.checks, payload.as_object_mut()) {
            fields.retain(|name, _| checks.patch.has_field(name));
        }
        payload
    }
}

/// Makes the definition of the user who made a record; `accounts` is the resource of users.
fn created_by(registration: &Registration, accounts: Option<&str>) -> Option<Definition> {
    let of = accounts.filter(|_| registration.has_history)?.to_owned();
    let kind = FilterType::Identifier { of: Some(of) };
    Some(Definition::of_no_view((CREATED_BY, "Created by"), kind, true))
}

fn origin(info: &Info, name: &str, property: &Value, shown: &[&String]) -> Option<FieldMapping> {
    if property.get("writeOnly") == Some(&Value::Bool(true)) {
        return Some(FieldMapping::Nowhere);
    }
    for reference in info.references {
        let mut steps = reference.field.split('/').skip(1);
        if steps.next() == Some(name) {
            return Some(match steps.next() {
                None | Some("*") => FieldMapping::IdOf(reference.view),
                Some(_) => FieldMapping::GroupOf(reference.view),
            });
        }
    }
    shown.iter().any(|one| *one == name).then_some(FieldMapping::Same)
}

/// Returns the identifier of a record that is embedded in another one, or those of a list.
pub(super) fn identifier(shown: &Value) -> Value {
    match shown {
        Value::Array(items) => items.iter().map(identifier).collect(),
        Value::Object(record) => {
            record.get("_id").or(record.get("id")).cloned().unwrap_or_default()
        }
        other => other.clone(),
    }
}

impl Record {
    /// Returns an `ETag` of the input of the record. The view is not part of it: when another
    /// record that this one shows is renamed, `If-Match` of a client still holds.
    pub(crate) fn etag(&self) -> String {
        etag(&self.input)
    }
}

/// Computes an `ETag` of `state`, whatever the order of its fields is: that of a declaration may change.
pub(crate) fn etag(state: &Value) -> String {
    let mut sorted = state.clone();
    sorted.sort_all_objects();
    format!("\"{}\"", &digest(sorted.to_string())[..24])
}

/// Fails when `If-Match` differs from the current `ETag`.
pub(crate) fn check_match(wanted: Option<&str>, etag: impl FnOnce() -> String) -> Result<()> {
    let Some(wanted) = wanted.filter(|wanted| wanted.trim() != "*") else { return Ok(()) };
    match names_validator(wanted, &etag()) {
        true => Ok(()),
        false => Err(Error::Stale),
    }
}
