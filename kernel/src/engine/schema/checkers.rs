//! Compiled checks of bodies, by the names of their schemas.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::RwLock;
use schemars::JsonSchema;

use super::{Checker, Definitions};
use crate::base::error::Result;

/// The checks that were needed so far.
#[derive(Default)]
pub(crate) struct Checkers(RwLock<HashMap<String, Arc<Checker>>>);

impl Checkers {
    /// The check of a `T`, whose schema `definitions` has.
    pub(crate) fn of<T: JsonSchema>(&self, definitions: &Definitions) -> Result<Arc<Checker>> {
        let name = T::schema_name();
        let known = self.0.read().get(&*name).cloned();
        if let Some(checker) = known {
            return Ok(checker);
        }
        let checker = Arc::new(Checker::named(definitions, &name)?);
        let mut all = self.0.write();
        Ok(Arc::clone(all.entry(name.into_owned()).or_insert(checker)))
    }
}
