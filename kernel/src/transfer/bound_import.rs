//! The parameters of an import, and an import whose mapping has been bound to the header of its
//! table.

use std::sync::Arc;

use super::mapping::{Bound, Empty, Existing, Input, Mapping, Repeated, Writing};
use crate::records::actor::Actor;
use crate::records::idempotency::IdempotentRequest;
use crate::records::jobs::Progress;

/// Opens the table. Called again when it has to be read twice.
pub(crate) type Open = Arc<dyn Fn() -> std::io::Result<Box<dyn Input + Send>> + Send + Sync>;

/// One import.
pub(crate) struct Import {
    pub(crate) resource: String,
    pub(crate) open: Open,
    /// `None` when the header has the field names of the payload.
    pub(crate) mapping: Option<Mapping>,
    /// What the caller says of how a file without a mapping is written.
    pub(crate) writing: Writing,
    pub(crate) existing: Option<Existing>,
    pub(crate) repeated: Option<Repeated>,
    /// What an empty cell does to an existing record; overrides the mapping.
    pub(crate) empty: Option<Empty>,
    pub(crate) dry_run: bool,
    /// Whether its plan is stored as a change set.
    pub(crate) plans: bool,
    /// Whether that is a proposal, which another user applies.
    pub(crate) is_proposal: bool,
    /// The idempotency key of the request, if it has one.
    pub(crate) once: Option<IdempotentRequest>,
    pub(crate) by: Actor,
    pub(crate) progress: Progress,
}

/// An import whose mapping is bound to the header.
pub(super) struct BoundImport {
    pub(super) import: Import,
    pub(super) mapping: Mapping,
    pub(super) bound: Bound,
    pub(super) existing: Existing,
    pub(super) repeated: Repeated,
    pub(super) empty: Empty,
}
