//! The cached columns of a table.

use std::collections::HashMap;
use std::sync::Arc;

use super::column::{Column, Key, Keys};
use super::load;
use super::need::ColumnExpr;
use super::texts::{NONE, number};
use crate::base::error::{Error, Result};

/// So many changed rows, or unused texts, are few in a table of any size.
pub(super) const FEW: usize = 1000;

/// Columns of a table in one snapshot. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct TableColumns {
    pub(crate) rows: usize,
    /// The primary keys; `None` for a table whose primary key is not one column.
    pub(crate) keys: Option<Arc<Keys>>,
    /// What the primary key is wanted as.
    pub(super) key: Option<ColumnExpr>,
    pub(super) columns: HashMap<ColumnExpr, Column>,
}

impl TableColumns {
    /// Returns a column that was loaded.
    pub(crate) fn column(&self, wanted: &ColumnExpr) -> Result<Column> {
        match (self.columns.get(wanted), &self.keys) {
            (Some(column), _) => Ok(column.clone()),
            (None, Some(keys)) if self.key.as_ref() == Some(wanted) => {
                Ok(Column::Keys(Arc::clone(keys)))
            }
            (None, _) => Err(Error::internal(format!("{} was not read", wanted.sql))),
        }
    }

    /// Returns about how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        let keys = self.keys.as_ref().map_or(0, |keys| keys.bytes());
        keys + self.columns.values().map(Column::bytes).sum::<usize>()
    }

    /// Replaces the stale rows by those that were found, and removes those that were not.
    /// Returns the numbers of the rows that now have other values.
    pub(super) fn apply(
        &mut self,
        wanted: &[ColumnExpr],
        stale: &[Key],
        found: &load::RowsByKey,
    ) -> Vec<u32> {
        let Some(keys) = &mut self.keys else { return Vec::new() };
        let mut touched = Vec::with_capacity(stale.len());
        for key in stale {
            let (row, cells) = (keys.row(key), found.get(key));
            match cells {
                Some(cells) => {
                    let row = if row == NONE {
                        Arc::make_mut(keys).push(key.clone());
                        self.rows += 1;
                        number(self.rows - 1)
                    } else {
                        row
                    };
                    touched.push(row);
                    for (wanted, cell) in wanted.iter().zip(cells) {
                        if let Some(column) = self.columns.get_mut(wanted) {
                            column.set(row, cell);
                        }
                    }
                }
                None if row != NONE => {
                    touched.extend([row, number(self.rows - 1)]);
                    Arc::make_mut(keys).swap_remove(row);
                    self.rows -= 1;
                    self.columns.values_mut().for_each(|column| column.swap_remove(row));
                }
                None => {}
            }
        }
        touched
    }

    /// Drops texts that no row has any more, when there are many. Returns whether there were.
    pub(super) fn drop_unused_texts(&mut self) -> bool {
        let drop = |any: bool, column: &mut Column| column.drop_unused_texts(FEW) || any;
        self.columns.values_mut().fold(false, drop)
    }
}
