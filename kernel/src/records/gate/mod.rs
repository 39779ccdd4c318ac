//! The gate through which records leave the server: each as its reader sees it, by the rules of the reader's roles.
//!
//! A record that no rule lets the reader read is none. A field that is hidden is absent, one that is masked is null and
//! named in `masked`, and so is a reference to a record that the reader may not read.

mod lists;

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::change::Records;
use super::in_hand::Reading;
use super::registered::{RegisteredResource, identifier};
use crate::base::error::Result;
use crate::base::id::Id;
use crate::db::Conn;
use crate::engine::list::Filter;
use crate::engine::policy::{Access, FieldLevel, ResourceAccess, RoleAccess, Rows};
use crate::records::resource::{Disclosure, Reference};

/// The field with the names of those that are masked.
pub(crate) const MASKED: &str = "masked";

/// The gate, for one reader.
pub(crate) struct Gate<'a> {
    reading: Reading<'a>,
    access: &'a Access,
    /// The references of each resource that lead to what a rule narrows.
    narrowed: HashMap<&'static str, Narrowed<'a>>,
    /// Of records that others refer to.
    decided: HashMap<(&'static str, Id), Decided<'a>>,
}

/// References, each with the resource that it leads to.
type Narrowed<'a> = Arc<[(&'static Reference, &'a RegisteredResource)]>;

/// How much the reader sees of the fields of a record that are not seen whole.
type Levels<'a> = Vec<(&'a str, FieldLevel)>;

/// What was decided of a record; `None` when the reader may not read it.
type Decided<'a> = Option<Arc<[(&'a str, FieldLevel)]>>;

/// Returns the records that others refer to in a field, each once.
fn referred_by(views: &[Value], field: &str) -> Vec<Id> {
    let ids = views.iter().flat_map(|view| match view.get(field).map(identifier) {
        Some(Value::Array(ids)) => ids,
        Some(id) => vec![id],
        None => Vec::new(),
    });
    let mut ids: Vec<Id> = ids.filter_map(|id| id.as_str().and_then(Id::parse)).collect();
    ids.sort();
    ids.dedup();
    ids
}

impl<'a> Gate<'a> {
    pub(crate) fn new(conn: &'a mut Conn, records: &'a Records, access: &'a Access) -> Self {
        let reading = Reading::new(conn, records);
        Self { reading, access, narrowed: HashMap::new(), decided: HashMap::new() }
    }

    /// Returns a record as the reader sees it; `None` when the reader may not read it.
    pub(crate) fn shown(
        &mut self,
        entry: &'a RegisteredResource,
        view: Value,
    ) -> Result<Option<Value>> {
        let view = Arc::new(view);
        let Some(levels) = self.levels(entry, &view)? else { return Ok(None) };
        let mut shown = Arc::unwrap_or_clone(view);
        if let Value::Object(fields) = &mut shown {
            self.take_unseen(entry, &levels, fields, true)?;
        }
        Ok(Some(shown))
    }

    /// Returns records as the reader sees them, without those that the reader may not read.
    pub(crate) fn all_shown(
        &mut self,
        entry: &'a RegisteredResource,
        views: Vec<Value>,
    ) -> Result<Vec<Value>> {
        self.read_referred(entry, &views, true)?;
        let shown = views.into_iter().map(|view| self.shown(entry, view).transpose());
        shown.flatten().collect()
    }

    /// Returns parts of records, each with its identifier, as the reader sees them, without those of records that the
    /// reader may not read.
    pub(crate) fn all_parts_shown(
        &mut self,
        entry: &'a RegisteredResource,
        parts: Vec<Value>,
    ) -> Result<Vec<Value>> {
        let ids = parts.iter().filter_map(|part| identifier(part).as_str().and_then(Id::parse));
        self.reading.read_all(entry, &ids.collect::<Vec<_>>())?;
        let mut shown = Vec::with_capacity(parts.len());
        for mut part in parts {
            if self.narrow_referred(entry, &mut part)? {
                shown.push(part);
            }
        }
        Ok(shown)
    }

    /// Takes from an input, whole or in part, what the reader sees of no record, and the identifiers of records that the reader
    /// may not read.
    pub(crate) fn take_unseen_input(
        &mut self,
        entry: &'a RegisteredResource,
        input: &mut Value,
    ) -> Result<()> {
        if let (Some(access), Some(fields)) =
            (self.access.of(entry.info().name), input.as_object_mut())
        {
            let level = |name: &String| access.most(entry.shown_as(name));
            fields.retain(|name, _| level(name) > FieldLevel::Hidden);
            let masked = fields.iter_mut().filter(|(name, _)| level(name) == FieldLevel::Masked);
            masked.for_each(|(_, value)| *value = Value::Null);
        }
        for &(reference, to) in &*self.narrowed(entry) {
            let field = reference.field.strip_suffix("/*").unwrap_or(reference.field);
            match input.pointer_mut(field).filter(|_| !field.is_empty()) {
                Some(Value::Array(ids)) => {
                    ids.iter_mut().try_for_each(|id| self.take_unseen_id(to, id))?;
                    ids.retain(|id| !id.is_null());
                }
                Some(id) => self.take_unseen_id(to, id)?,
                None => {}
            }
        }
        Ok(())
    }

    /// Makes the identifier of a record that the reader may not read null.
    pub(crate) fn take_unseen_id(
        &mut self,
        entry: &'a RegisteredResource,
        id: &mut Value,
    ) -> Result<()> {
        if !self.narrow_referred(entry, id)? {
            *id = Value::Null;
        }
        Ok(())
    }

    /// Reads what these records refer to, as far as a rule narrows it and it is not decided yet, or as far as `are_judged` and
    /// a rule decides by it; each resource with one statement.
    fn read_referred(
        &mut self,
        entry: &RegisteredResource,
        views: &[Value],
        are_judged: bool,
    ) -> Result<()> {
        let records: &'a Records = self.reading.records;
        let narrowed = self.narrowed(entry);
        let readers = self.access.of(entry.info().name).into_iter().flat_map(|of| &of.roles);
        let filters: Vec<&Filter> =
            readers.filter_map(|role| role.reads().and_then(Rows::filter)).collect();
        for reference in entry.info().references {
            let is_narrowed = || narrowed.iter().any(|(one, _)| one.view == reference.view);
            let decides =
                || are_judged && filters.iter().any(|filter| filter.reads_referred(reference.view));
            let Some(to) = records.get(reference.to).filter(|_| is_narrowed() || decides()) else {
                continue;
            };
            let mut ids = referred_by(views, reference.view);
            if !decides() {
                ids.retain(|id| !self.decided.contains_key(&(to.info().name, id.clone())));
            }
            self.reading.read_all(to, &ids)?;
        }
        Ok(())
    }

    /// Returns the references of a resource that lead to what a rule narrows for the reader.
    fn narrowed(&mut self, entry: &RegisteredResource) -> Narrowed<'a> {
        let records: &'a Records = self.reading.records;
        let known = self.narrowed.entry(entry.info().name).or_insert_with(|| {
            let narrowed = entry.info().references.iter().filter_map(|reference| {
                let to = records.get(reference.to)?;
                records.narrows(self.access, to).then_some((reference, &**to))
            });
            narrowed.collect()
        });
        Arc::clone(known)
    }

    /// Returns how much the reader sees of the fields of a record, of those that no role gives whole; `None` when the
    /// reader may not read it.
    fn levels(
        &mut self,
        entry: &'a RegisteredResource,
        view: &Arc<Value>,
    ) -> Result<Option<Levels<'a>>> {
        let Some(access) = self.access.of(entry.info().name) else { return Ok(Some(Vec::new())) };
        let roles = self.giving(entry, access, view)?;
        if let [role] = *roles {
            return Ok(Some(role.levels().collect()));
        }
        let fields = access.narrowed_fields().into_iter();
        let most = |field| roles.iter().map(|role| role.level(field)).max();
        let levels = fields.filter_map(|field| Some((field, most(field)?))).collect();
        Ok((!roles.is_empty()).then_some(levels))
    }

    /// Takes from a record that the reader may read what the reader does not see of it.
    fn take_unseen(
        &mut self,
        entry: &'a RegisteredResource,
        levels: &[(&str, FieldLevel)],
        shown: &mut Map<String, Value>,
        is_whole: bool,
    ) -> Result<()> {
        let mut masked: Vec<Value> = Vec::new();
        let disclosing = self.disclosing(entry, shown)?;
        for (field, level) in levels {
            match level {
                FieldLevel::Hidden => drop(shown.remove(*field)),
                FieldLevel::Masked => {
                    if let Some(value) = shown.get_mut(*field) {
                        *value = Value::Null;
                        masked.push((*field).into());
                    }
                }
                _ => {}
            }
        }
        for &(reference, to) in &*self.narrowed(entry) {
            match shown.get_mut(reference.view) {
                Some(Value::Array(items)) => {
                    let mut seen = Vec::with_capacity(items.len());
                    for mut item in std::mem::take(items) {
                        if self.narrow_referred(to, &mut item)? {
                            seen.push(item);
                        }
                    }
                    *items = seen;
                }
                None | Some(Value::Null) => {}
                Some(one) => {
                    if !self.narrow_referred(to, one)? {
                        *one = Value::Null;
                        masked.push(reference.view.into());
                    }
                }
            }
        }
        for field in disclosing {
            if let Some(value) = shown.get_mut(field).filter(|value| !value.is_null()) {
                *value = Value::Null;
                masked.push(field.into());
            }
        }
        if is_whole && !masked.is_empty() {
            shown.insert(MASKED.to_owned(), Value::Array(masked));
        }
        Ok(())
    }

    /// Narrows a record that is embedded in another one. Returns whether the reader may read it at all.
    fn narrow_referred(
        &mut self,
        entry: &'a RegisteredResource,
        shown: &mut Value,
    ) -> Result<bool> {
        let Some(id) = identifier(shown).as_str().and_then(Id::parse) else { return Ok(true) };
        let key = (entry.info().name, id);
        let levels = match self.decided.get(&key) {
            Some(known) => known.clone(),
            // Nothing narrows it but what it refers to.
            None if self.access.of(key.0).is_none() => Some(Arc::default()),
            None => {
                let view = self.reading.view(entry, &key.1)?;
                // What is not there any more tells nothing but its identifier.
                let levels = match view {
                    Some(view) => self.levels(entry, &view)?.map(Arc::from),
                    None => Some(Arc::default()),
                };
                self.decided.insert(key, levels.clone());
                levels
            }
        };
        let Some(levels) = levels else { return Ok(false) };
        if let Value::Object(fields) = shown {
            self.take_unseen(entry, &levels, fields, false)?;
        }
        Ok(true)
    }

    /// Returns the fields of a record from which values could be read that the reader does not see of what it refers to.
    fn disclosing(
        &mut self,
        entry: &'a RegisteredResource,
        shown: &Map<String, Value>,
    ) -> Result<Vec<&'static str>> {
        let mut fields = Vec::new();
        for Disclosure { field, of, values } in entry.info().discloses {
            let narrowed = self.narrowed(entry);
            let to = narrowed.iter().find(|(reference, _)| reference.view == *of);
            let (Some((_, to)), Some(referred)) = (to, shown.get(*of)) else { continue };
            let Some(id) = identifier(referred).as_str().and_then(Id::parse) else { continue };
            self.narrow_referred(to, &mut Value::String(id.to_string()))?;
            if self.misses(to, id, values) {
                fields.push(*field);
            }
        }
        Ok(fields)
    }

    /// Returns whether the reader does not see some of these fields of a record that was decided.
    fn misses(&self, entry: &RegisteredResource, id: Id, fields: &[&str]) -> bool {
        let is_unseen = |(field, level): &(&str, FieldLevel)| {
            *level < FieldLevel::ReadOnly && fields.contains(field)
        };
        match self.decided.get(&(entry.info().name, id)) {
            None => false,
            Some(None) => true,
            Some(Some(levels)) => levels.iter().any(is_unseen),
        }
    }

    /// Returns the roles that let the reader read a record.
    fn giving<'r>(
        &mut self,
        entry: &'a RegisteredResource,
        access: &'r ResourceAccess,
        view: &Arc<Value>,
    ) -> Result<Vec<&'r RoleAccess>> {
        let mut giving = Vec::new();
        for role in &access.roles {
            let Some(rows) = role.reads() else { continue };
            if self.reading.meets_rows(entry, view, rows)? {
                giving.push(role);
            }
        }
        Ok(giving)
    }
}
