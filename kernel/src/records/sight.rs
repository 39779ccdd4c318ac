//! What a reader sees of the records of a resource in a list, by the rules of the reader's roles, and the filter of the
//! reader as it is to be understood: a reference to a record that the reader may not read is none.

use std::sync::Arc;

use super::change::Records;
use super::registered::RegisteredResource;
use crate::engine::list::{
    Condition, Definition, Filter, FilterType, Filterable, ReferredFilter, Sight, Target,
};
use crate::engine::policy::{Access, FieldLevel, READ};
use crate::records::resource::Disclosure;

impl Records {
    /// Returns what a reader sees of the records of a resource; `None` for everything.
    pub(crate) fn sight(&self, entry: &RegisteredResource, access: &Access) -> Option<Arc<Sight>> {
        if access.is_empty() {
            return None;
        }
        let key = format!("{} {}", access.key(), entry.info().name);
        self.sights.get(&key, || self.made_sight(entry, access, &key))
    }

    fn made_sight(
        &self,
        entry: &RegisteredResource,
        access: &Access,
        key: &str,
    ) -> Option<Arc<Sight>> {
        let own = access.of(entry.info().name);
        let references: Vec<(&'static str, Filter)> = entry
            .definitions
            .iter()
            .filter_map(|definition| {
                let key = format!("{key} {}", definition.key);
                Some((definition.key, self.readable(definition, access, Some(key.into()))?))
            })
            .collect();
        let disclosing = self.disclosing(entry, access);
        let nameless = self.nameless(entry, access);
        let is_whole = references.is_empty() && disclosing.is_empty() && nameless.is_empty();
        if own.is_none() && is_whole {
            return None;
        }
        let rows = own.and_then(|own| own.rows(READ).filter().cloned());
        let is_unseen =
            |field: &&str| own.is_some_and(|own| own.levels(field).0 < FieldLevel::ReadOnly);
        let unseen = own.into_iter().flat_map(|own| own.narrowed_fields()).filter(is_unseen);
        let unseen = unseen.chain(disclosing).chain(nameless).map(str::to_owned).collect();
        Some(Arc::new(Sight { key: key.into(), rows, unseen, references }))
    }

    /// Returns the fields from which a reader could read values of records referred to that the reader does not see, of some
    /// record at least.
    pub(crate) fn disclosing(
        &self,
        entry: &RegisteredResource,
        access: &Access,
    ) -> Vec<&'static str> {
        let is_unseen = |one: &&Disclosure| {
            let mut references = entry.info().references.iter();
            let to = references.find(|reference| reference.view == one.of).map(|to| to.to);
            let access = to.and_then(|to| access.of(to));
            access.is_some_and(|access| {
                access.rows(READ).filter().is_some()
                    || one.values.iter().any(|of| access.levels(of).0 < FieldLevel::ReadOnly)
            })
        };
        entry.info().discloses.iter().filter(is_unseen).map(|one| one.field).collect()
    }

    /// Returns the references to records of whose titles the reader does not see every part: of no use in orders and
    /// searches, which are by these titles.
    pub(crate) fn nameless(
        &self,
        entry: &RegisteredResource,
        access: &Access,
    ) -> Vec<&'static str> {
        let is_nameless = |definition: &&Definition| match &definition.kind {
            FilterType::Identifier { of: Some(of) } => {
                self.get(of).is_some_and(|to| hides_title(to, access))
            }
            _ => false,
        };
        entry.definitions.iter().filter(is_nameless).map(|one| one.key).collect()
    }

    /// Returns the filter that a record meets whose reference in a field leads to one that the reader may read, and under which
    /// `key` its rows are cached; `None` when the reader may read all.
    fn readable(
        &self,
        definition: &Definition,
        access: &Access,
        key: Option<Arc<str>>,
    ) -> Option<Filter> {
        let FilterType::Identifier { of: Some(of) } = &definition.kind else { return None };
        let rule = access.of(of)?.rows(READ).filter()?.clone();
        let to = Target(self.get(of)?.registration.read);
        let (field, within) = (definition.key, Box::new(rule));
        Some(Filter::Referred(ReferredFilter { field, to, within, or_none: false, key }))
    }

    /// Returns a filter of the reader as it is to be understood.
    pub(crate) fn as_seen(
        &self,
        entry: &RegisteredResource,
        filter: Filter,
        access: &Access,
    ) -> Filter {
        let all = |parts: Vec<Filter>| {
            parts.into_iter().map(|part| self.as_seen(entry, part, access)).collect()
        };
        let readable = |field: &str| {
            let sight = self.sight(entry, access);
            let mut known = sight.iter().flat_map(|sight| &sight.references);
            if let Some((_, readable)) = known.find(|(name, _)| *name == field) {
                return Some(readable.clone());
            }
            // Who made a record, for example.
            let filterable = self.filterable(entry, &|_, _| true);
            self.readable(filterable.definition(field)?, access, None)
        };
        match filter {
            Filter::All(parts) => Filter::All(all(parts)),
            Filter::Any(parts) => Filter::Any(all(parts)),
            Filter::Is(Condition { ref field, operator, .. }) => match readable(field) {
                Some(readable) => among_readable(filter, readable, operator.is_met_by_none()),
                None => filter,
            },
            Filter::Referred(ReferredFilter { field, to, within, or_none, key }) => {
                let readable = readable(field);
                let referred = self.referred_by(entry, field);
                let within = match referred {
                    Some(referred) => Box::new(self.as_seen(referred, *within, access)),
                    None => within,
                };
                let filter = Filter::Referred(ReferredFilter { field, to, within, or_none, key });
                match readable {
                    Some(readable) => among_readable(filter, readable, or_none),
                    None => filter,
                }
            }
            other @ (Filter::Computed(..) | Filter::Not(_)) => other,
        }
    }

    /// Returns the resource that a field refers to.
    fn referred_by(&self, entry: &RegisteredResource, field: &str) -> Option<&RegisteredResource> {
        let filterable = self.filterable(entry, &|_, _| true);
        let FilterType::Identifier { of: Some(of) } = &filterable.definition(field)?.kind else {
            return None;
        };
        self.get(of).map(|entry| &**entry)
    }
}

/// Returns whether a reader does not see every part of the titles of all records of a resource.
pub(super) fn hides_title(entry: &RegisteredResource, access: &Access) -> bool {
    let access = access.of(entry.info().name);
    access.is_some_and(|access| !entry.titles.fields().all(|field| access.sees(field)))
}

/// Restricts a condition on a reference to those that the reader may read: others count as none.
pub(crate) fn among_readable(filter: Filter, readable: Filter, is_met_by_none: bool) -> Filter {
    match is_met_by_none {
        true => Filter::Any(vec![filter, Filter::Not(Box::new(readable))]),
        false => Filter::All(vec![readable, filter]),
    }
}
