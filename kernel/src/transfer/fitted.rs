//! An import as it is asked for, and with its mapping fitted to the header of its table.

use std::sync::Arc;

use super::mapping::{Bound, Empty, Existing, Input, Mapping, Repeated};
use crate::records::actor::Actor;
use crate::records::idempotency::IdempotentRequest;

/// Told how many steps have been written, and of how many.
pub(crate) type OnStep = Arc<dyn Fn(u64, u64) + Send + Sync>;

/// Opens the table; more than once when it has to be read twice.
pub(crate) type Open = Arc<dyn Fn() -> std::io::Result<Box<dyn Input + Send>> + Send + Sync>;

/// One import.
pub(crate) struct Import {
    pub(crate) resource: String,
    pub(crate) open: Open,
    /// `None`: the header holds the payload's field names.
    pub(crate) mapping: Option<Mapping>,
    pub(crate) existing: Option<Existing>,
    pub(crate) repeated: Option<Repeated>,
    /// What an empty cell does to a record that exists, whatever the mapping says.
    pub(crate) empty: Option<Empty>,
    pub(crate) dry_run: bool,
    /// The key that the call came with, if it may come again.
    pub(crate) once: Option<IdempotentRequest>,
    pub(crate) by: Actor,
    /// Told how far writing has come.
    pub(crate) on_step: Option<OnStep>,
}

/// An import whose mapping and header fit each other.
pub(super) struct Fitted {
    pub(super) import: Import,
    pub(super) mapping: Mapping,
    pub(super) bound: Bound,
    pub(super) existing: Existing,
    pub(super) repeated: Repeated,
    pub(super) empty: Empty,
}
