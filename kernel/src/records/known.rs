//! What a change knows of the records that it refers to.

use std::collections::HashSet;

use crate::base::id::Id;

/// What is known of the records that a state refers to.
pub(crate) enum Known<'a> {
    Nothing,
    /// Of a planned change: whether the plan creates a record, and those that were found in the database. No
    /// row is locked.
    Planned {
        creates: &'a dyn Fn(&Id) -> bool,
        found: &'a mut Found,
    },
    /// The records, by resource, that were found earlier in this transaction, which locks their rows.
    Found(&'a mut Found),
}

/// Records that were found, by resource.
pub(crate) type Found = HashSet<(&'static str, Id)>;
