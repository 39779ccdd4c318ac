//! What readers' questions can contain, by what the readers may do. It is found out once for each: that takes longer than
//! most answers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::catalog::Catalog;
use crate::engine::policy::Access;

/// The catalogs of readers, each by the key of what they may do.
#[derive(Debug, Default)]
pub(crate) struct SeenCatalogs(Mutex<HashMap<String, Arc<Catalog>>>);

impl SeenCatalogs {
    /// The maximum number of entries. Readers differ by their roles and a few values.
    const CAPACITY: usize = 100;

    fn locked(&self) -> MutexGuard<'_, HashMap<String, Arc<Catalog>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn get(&self, key: &str) -> Option<Arc<Catalog>> {
        self.locked().get(key).cloned()
    }

    pub(super) fn insert(&self, access: &Access, catalog: Catalog) -> Arc<Catalog> {
        let catalog = Arc::new(catalog);
        let mut known = self.locked();
        if known.len() >= Self::CAPACITY {
            known.clear();
        }
        known.insert(access.key().to_owned(), Arc::clone(&catalog));
        catalog
    }
}
