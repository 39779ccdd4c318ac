//! What the rules of a policy are checked against: the resources, their fields, and the attributes of users.

use std::collections::BTreeSet;

use serde_json::Value;

use super::change::Records;
use super::registered::RegisteredResource;
use crate::engine::list::{Filter, FilterType, Filterable, Wrong};
use crate::engine::policy::{Ruled, UserAttribute};

impl Records {
    /// Returns a resource with records that rules may narrow: those of the kernel's own records are seen by permission
    /// alone.
    fn ruled(&self, resource: &str) -> Option<&RegisteredResource> {
        self.get(resource).filter(|entry| entry.registration.has_history).map(|entry| &**entry)
    }
}

impl Ruled for Records {
    fn filter(&self, resource: &str, filter: &Value) -> Result<Filter, Wrong> {
        let Some(entry) = self.ruled(resource) else { return Ok(Filter::Any(Vec::new())) };
        // A rule may compare what the user that it is for may not read.
        Filter::of(filter, &self.filterable(entry, &|_, _| true))
    }

    fn fields(&self, resource: &str) -> Option<BTreeSet<String>> {
        self.ruled(resource).map(|entry| entry.ruled_fields.all.clone())
    }

    fn is_needed(&self, resource: &str, field: &str) -> bool {
        self.ruled(resource).is_some_and(|entry| entry.ruled_fields.needed.contains(field))
    }

    fn is_identifier(&self, resource: &str, field: &str) -> bool {
        self.ruled(resource).is_some_and(|entry| entry.info().id == field)
    }

    fn option(&self, resource: &str, field: &str) -> Option<Value> {
        let filterable = self.filterable(self.ruled(resource)?, &|_, _| true);
        match &filterable.definition(field)?.kind {
            FilterType::Choice(options) => options.first().map(|option| option.value.clone()),
            _ => None,
        }
    }

    fn attributes(&self) -> &[UserAttribute] {
        &self.attributes
    }
}

impl std::fmt::Debug for Records {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = self.all().iter().map(|entry| entry.info().name);
        f.debug_list().entries(names).finish()
    }
}
