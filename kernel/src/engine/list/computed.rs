//! Fields that are computed from a record and a row of another table. Lists are filtered by them, and
//! no record shows one: who may not know the value must not have it as a filter either, because a filter
//! reveals what it compares.

use std::sync::Arc;

use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sqlite::Sqlite;

use crate::engine::columns::{self, ColumnExpr, Joins, Shape};

/// A number computed from a record: how far a value in another table is above or below one of its own,
/// value / base − 1. It is missing where the other table has no row, and where the base is zero.
///
/// Columns are written `table.column`. No index has it: in memory it costs a pass over the rows of the
/// table, from the database a look-up in the other table for each record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComputedField {
    /// The resource whose lists can be filtered by it.
    pub resource: &'static str,
    /// The `field` of a condition.
    pub name: &'static str,
    /// The name to show.
    pub label: &'static str,
    /// An example of a value.
    pub example: &'static str,
    /// The number in the other table.
    pub value: &'static str,
    /// The number in the resource's own table.
    pub base: &'static str,
    /// The column of the resource's own table, and the unique one of the other table that has the same
    /// value.
    pub join: (&'static str, &'static str),
    /// What a user must be permitted to filter by it: resource and action. Questions to the explorer
    /// need no more than their own permission. Where no operation needs this one, nobody may.
    pub permission: (&'static str, &'static str),
}

impl ComputedField {
    /// Returns the columns that it is computed from: the joined ones, value and base.
    pub(crate) fn columns(&self) -> [(&'static str, &'static str); 4] {
        let (from, to) = self.join;
        [from, to, self.value, self.base].map(|one| one.split_once('.').unwrap_or((one, "")))
    }

    /// Returns these columns as they are cached, each with its table.
    fn wanted(&self) -> [(&'static str, ColumnExpr); 4] {
        let (from, to) = self.join;
        let wanted = |shape, sql: &'static str| {
            let table = sql.split_once('.').map_or(sql, |(table, _)| table);
            (table, ColumnExpr { shape, sql: sql.to_owned() })
        };
        [
            wanted(Shape::Text, from),
            wanted(Shape::Text, to),
            wanted(Shape::Number, self.value),
            wanted(Shape::Number, self.base),
        ]
    }

    /// Calls `each` with every column that it is computed from, and its table.
    pub(super) fn each_column(&self, each: &mut impl FnMut(&'static str, &ColumnExpr)) {
        self.wanted().iter().for_each(|(table, wanted)| each(table, wanted));
    }

    /// Computes it for each row of the resource's table. `None` when a column is not in memory.
    pub(super) fn in_memory(
        &self,
        column: &impl Fn(&str, &ColumnExpr) -> Option<columns::Column>,
        joins: &Joins,
    ) -> Option<columns::Column> {
        let [from, to, value, base] = self.wanted().map(|(table, wanted)| column(table, &wanted));
        let (from, to, value) = (from?, to?, value?);
        let columns::Column::Numbers(bases) = base? else { return None };
        let rows = joins.of(&from, &to, false);
        let number = |(row, base): (u32, &f64)| match *base {
            0.0 => f64::NAN,
            base => value.number(rows.first(from.code(row))) / base - 1.0,
        };
        Some(columns::Column::Numbers(Arc::new((0..).zip(bases.iter()).map(number).collect())))
    }

    /// Returns the statement that computes it for one record of `table`.
    pub(crate) fn of_one(&self, table: &str) -> String {
        format!("SELECT CAST({} AS DOUBLE PRECISION) FROM {table} WHERE {table}.id = ?", self.sql())
    }

    fn sql(&self) -> String {
        let Self { value, base, join: (from, to), .. } = self;
        let [_, (table, _), ..] = self.columns();
        format!("(SELECT {value} / NULLIF({base}, 0) - 1 FROM {table} WHERE {to} = {from})")
    }
}

impl QueryId for ComputedField {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

macro_rules! sql_for {
    ($backend:ty) => {
        impl QueryFragment<$backend> for ComputedField {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, $backend>) -> QueryResult<()> {
                out.push_sql(&self.sql());
                Ok(())
            }
        }
    };
}
sql_for!(Pg);
sql_for!(Sqlite);
