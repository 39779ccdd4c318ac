//! What a reader does not see of tables.

use std::collections::{HashMap, HashSet};

use super::expression::Named;

/// What a reader does not see of tables.
#[derive(Clone, Debug, Default)]
pub(super) struct Unseen {
    /// Tables of which nothing is read.
    pub(super) tables: HashSet<&'static str>,
    /// The columns that are read, of tables where these are not all.
    pub(super) columns: HashMap<&'static str, HashSet<&'static str>>,
}

impl Unseen {
    pub(super) fn reads(&self, column: Named) -> bool {
        let of_table = self.columns.get(column.table);
        !self.tables.contains(column.table)
            && of_table.is_none_or(|columns| columns.contains(column.column))
    }
}
