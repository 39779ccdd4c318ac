//! What is cached: expressions over the columns of one table.

use crate::db::changed::KeyColumn;

/// An expression over the columns of a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ColumnExpr {
    pub(crate) shape: Shape,
    pub(crate) sql: String,
}

impl ColumnExpr {
    /// The primary key of a table.
    pub(super) fn key(table: &str, key: &KeyColumn) -> Self {
        Self { shape: Shape::Text, sql: format!("{table}.{}", key.name) }
    }
}

/// The type of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Shape {
    Number,
    Text,
    /// A point in time.
    Moment,
}

/// The columns of a table that a question needs.
#[derive(Clone, Debug)]
pub(crate) struct Need {
    pub(crate) table: &'static str,
    pub(crate) columns: Vec<ColumnExpr>,
}

impl Need {
    /// Adds a column of a table to what is needed.
    pub(crate) fn add_to(needs: &mut Vec<Self>, table: &'static str, column: &ColumnExpr) {
        let need = Self::of_table(needs, table);
        if !need.columns.contains(column) {
            need.columns.push(column.clone());
        }
    }

    /// Returns what is needed of a table, at first nothing but its rows.
    pub(crate) fn of_table<'a>(needs: &'a mut Vec<Self>, table: &'static str) -> &'a mut Self {
        let at = needs.iter().position(|need| need.table == table).unwrap_or_else(|| {
            needs.push(Self { table, columns: Vec::new() });
            needs.len() - 1
        });
        &mut needs[at]
    }

    /// Returns the columns without the primary key, which is read in any case.
    pub(super) fn without_key(&self, key: Option<&KeyColumn>) -> Vec<ColumnExpr> {
        self.columns.iter().filter(|one| !self.is_key(one, key)).cloned().collect()
    }

    /// Returns whether a column is the primary key.
    pub(super) fn is_key(&self, wanted: &ColumnExpr, key: Option<&KeyColumn>) -> bool {
        key.is_some_and(|key| *wanted == ColumnExpr::key(self.table, key))
    }
}
