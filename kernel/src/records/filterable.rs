//! What the records of a resource can be filtered by, for one reader: its own fields, the user who made a record,
//! fields that other modules compute, and by `project.developer` the fields of what its records refer to.

use super::change::Records;
use super::registered::RegisteredResource;
use crate::base::error::Result;
use crate::engine::list::{Definition, Filterable, ListQuery, Parameters, Target};
use crate::engine::policy::{Policy, READ};
use crate::records::actor::Actor;

/// What the records of a resource can be filtered by, by who `may` do some actions with some resources.
#[derive(Clone, Copy)]
pub(crate) struct FilterableRecords<'a> {
    entry: &'a RegisteredResource,
    records: &'a Records,
    may: &'a dyn Fn(&str, &str) -> bool,
}

impl<'a> FilterableRecords<'a> {
    /// Returns all definitions of the resource's own lists.
    pub(crate) fn all(self) -> impl Iterator<Item = &'a Definition> {
        let Self { entry, may, .. } = self;
        let computed = entry.computed.iter().filter(move |definition| is_allowed(definition, may));
        entry.definitions.iter().chain(&entry.created_by).chain(computed)
    }
}

impl Filterable for FilterableRecords<'_> {
    fn definition(&self, key: &str) -> Option<&Definition> {
        self.all().find(|one| one.key == key)
    }

    fn referred(&self, resource: &str) -> Option<(Box<dyn Filterable + '_>, Target)> {
        let entry = self.records.get(resource).filter(|_| (self.may)(resource, READ))?;
        Some((Box::new(Self { entry, ..*self }), Target(entry.registration.read)))
    }
}

/// Returns whether the reader may filter by a field that another module computes.
fn is_allowed(definition: &Definition, may: &dyn Fn(&str, &str) -> bool) -> bool {
    definition.computed.is_none_or(|field| may(field.permission.0, field.permission.1))
}

impl Records {
    /// Returns what records can be filtered by, by who `may` do some actions with some resources.
    pub(crate) fn filterable<'a>(
        &'a self,
        entry: &'a RegisteredResource,
        may: &'a dyn Fn(&str, &str) -> bool,
    ) -> FilterableRecords<'a> {
        FilterableRecords { entry, records: self, may }
    }

    /// Parses the query of a list, of the fields that this user may filter by.
    pub(crate) fn query(
        &self,
        entry: &RegisteredResource,
        parameters: Parameters,
        by: &Actor,
        policy: &Policy,
    ) -> Result<ListQuery> {
        let may = |resource: &str, action: &str| by.may(policy, resource, action);
        ListQuery::read(parameters, entry.info().sort, &self.filterable(entry, &may))
    }
}
