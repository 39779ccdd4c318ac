//! What the records of a resource can be filtered by, for one reader: its own fields, the user who made a record,
//! fields that other modules compute, and by `project.developer` the fields of what its records refer to.

use super::change::Records;
use super::registered::RegisteredResource;
use crate::base::error::Result;
use crate::engine::list::{Definition, FieldFacts, Filterable, ListQuery, Parameters, Target};
use crate::engine::policy::{Access, FieldLevel, Policy, READ};
use crate::records::actor::Actor;

/// What the records of a resource can be filtered by, by who `may` do some actions with some resources.
#[derive(Clone, Copy)]
pub(crate) struct FilterableRecords<'a> {
    entry: &'a RegisteredResource,
    records: &'a Records,
    may: &'a dyn Fn(&str, &str) -> bool,
    /// What the rules of the reader's roles leave; `None` when none narrows it.
    access: Option<&'a Access>,
}

impl<'a> FilterableRecords<'a> {
    /// Restricts it to what a reader sees.
    pub(crate) fn seen_by(self, access: &'a Access) -> Self {
        Self { access: Some(access), ..self }
    }

    /// Returns all definitions of the resource's own lists.
    pub(crate) fn all(self) -> impl Iterator<Item = &'a Definition> {
        let Self { entry, records, may, access } = self;
        let own = access.and_then(|access| access.of(entry.info().name));
        let is_seen = move |definition: &&Definition| {
            own.is_none_or(|own| own.levels(definition.key).0 >= FieldLevel::ReadOnly)
        };
        let computed = entry.computed.iter().filter(move |definition| {
            is_allowed(definition, may)
                && access.is_none_or(|access| records.sees_computed(entry, definition, access))
        });
        entry.definitions.iter().filter(is_seen).chain(&entry.created_by).chain(computed)
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
    /// Returns whether a reader sees what a field is computed from: its base, and all records of the module that computes the
    /// other value.
    fn sees_computed(
        &self,
        entry: &RegisteredResource,
        definition: &Definition,
        access: &Access,
    ) -> bool {
        let Some(field) = definition.computed else { return true };
        let [.., (_, base)] = field.columns();
        let own = access.of(entry.info().name);
        let is_base = |facts: &&FieldFacts| facts.column == base;
        let base = entry.fields.iter().find(is_base).map(|facts| facts.name);
        let sees_base = own.is_none_or(|own| match base {
            Some(base) => own.sees(base),
            None => own.narrowed_fields().is_empty(),
        });
        let computed_by = self.computed_by.get(field.name).into_iter().flatten();
        let mut computed_by = computed_by.filter_map(|resource| access.of(resource));
        sees_base && !computed_by.any(|access| access.narrows_reading())
    }

    /// Returns what records can be filtered by, by who `may` do some actions with some resources.
    pub(crate) fn filterable<'a>(
        &'a self,
        entry: &'a RegisteredResource,
        may: &'a dyn Fn(&str, &str) -> bool,
    ) -> FilterableRecords<'a> {
        FilterableRecords { entry, records: self, may, access: None }
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
        let filterable = self.filterable(entry, &may).seen_by(&by.access);
        let query = ListQuery::read(parameters, entry.info().sort, &filterable)?;
        Ok(self.seen_query(entry, query, &by.access))
    }

    /// Returns a query of the reader as it is to be understood.
    pub(crate) fn seen_query(
        &self,
        entry: &RegisteredResource,
        mut query: ListQuery,
        access: &Access,
    ) -> ListQuery {
        query.filter = query.filter.map(|filter| self.as_seen(entry, filter, access));
        query.seen_as(self.sight(entry, access))
    }
}
