//! Writes conditions and orders as SQL, for both databases: one expression type for every resource,
//! so that it is compiled once.

use std::marker::PhantomData;
use std::sync::Arc;

use chrono::NaiveDate;
use diesel::expression::{AppearsOnTable, Expression, ValidGrouping, is_aggregate};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Bool, Date, Double, Integer, Text, Timestamp as SqlTimestamp};
use diesel::sqlite::Sqlite;

use super::by_identifier::{AsGiven, ByIdentifier};
use super::expression::{Bound, ColumnSql, Cond, FieldColumn, Join, LookUp, Node, Order, Test};
use super::kind::FieldKind;
use crate::base::time::Timestamp;
use crate::db::{Conn, Db};

/// A selection from a resource's own table, joined only where its order needs it.
#[derive(Clone)]
pub(super) struct Select {
    pub(super) table: &'static str,
    pub(super) id: Arc<dyn ColumnSql>,
    pub(super) condition: Node,
    pub(super) selected: Selected,
}

#[derive(Clone)]
pub(super) enum Selected {
    /// The number of records.
    Count,
    /// The values of a column, at most that many, most frequent first, each with its number of
    /// records and the number of records of all values.
    Values(FieldColumn, i64),
    /// The identifiers, in order; all of them with `None`, otherwise limit and offset.
    Ids(Order, Option<(i64, i64)>),
}

/// The dialects differ in a few words only.
macro_rules! sql_for {
    ($backend:ty, $sqlite:literal) => {
        impl QueryFragment<$backend> for FieldColumn {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, $backend>) -> QueryResult<()> {
                let (before, after) = match self.kind {
                    FieldKind::Text => ("fold(", ")"),
                    FieldKind::LongText => ("substr(fold(", "), 1, 200)"),
                    _ => ("", ""),
                };
                out.push_sql(before);
                QueryFragment::<$backend>::walk_ast(&*self.sql, out.reborrow())?;
                out.push_sql(after);
                Ok(())
            }
        }

        impl QueryFragment<$backend> for LookUp {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, $backend>) -> QueryResult<()> {
                out.push_sql(&self.0);
                Ok(())
            }
        }

        impl QueryFragment<$backend> for Bound {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, $backend>) -> QueryResult<()> {
                match self {
                    Self::Text(text) => out.push_bind_param::<Text, String>(text),
                    Self::Whole(number) => out.push_bind_param::<BigInt, i64>(number),
                    Self::Real(number) => out.push_bind_param::<Double, f64>(number),
                    Self::Day(day) => out.push_bind_param::<Date, NaiveDate>(day),
                    Self::Instant(time) => out.push_bind_param::<SqlTimestamp, Timestamp>(time),
                    Self::Truth(truth) => out.push_bind_param::<Bool, bool>(truth),
                }
            }
        }

        impl QueryFragment<$backend> for Node {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, $backend>) -> QueryResult<()> {
                match self {
                    Self::All(parts) | Self::Any(parts) => {
                        let (nothing, between) = match self {
                            Self::All(_) => ("1 = 1", " AND "),
                            _ => ("1 = 0", " OR "),
                        };
                        out.push_sql("(");
                        for (index, part) in parts.iter().enumerate() {
                            if index > 0 {
                                out.push_sql(between);
                            }
                            QueryFragment::<$backend>::walk_ast(part, out.reborrow())?;
                        }
                        out.push_sql(if parts.is_empty() { nothing } else { "" });
                        out.push_sql(")");
                        Ok(())
                    }
                    Self::Search(searched) => {
                        QueryFragment::<$backend>::walk_ast(searched, out.reborrow())
                    }
                    Self::Not(node) => {
                        // What is unknown is not met.
                        out.push_sql("NOT COALESCE(");
                        QueryFragment::<$backend>::walk_ast(&**node, out.reborrow())?;
                        out.push_sql(", FALSE)");
                        Ok(())
                    }
                    Self::Cached(_, node) => {
                        QueryFragment::<$backend>::walk_ast(&**node, out.reborrow())
                    }
                    Self::Referred { refers, to, within, or_none } => {
                        out.push_sql("(");
                        if *or_none {
                            QueryFragment::<$backend>::walk_ast(&*refers.sql, out.reborrow())?;
                            out.push_sql(" IS NULL OR ");
                        }
                        QueryFragment::<$backend>::walk_ast(&*refers.sql, out.reborrow())?;
                        out.push_sql(" IN (SELECT ");
                        QueryFragment::<$backend>::walk_ast(&*to.sql, out.reborrow())?;
                        out.push_sql(&format!(" FROM {} WHERE ", to.table));
                        QueryFragment::<$backend>::walk_ast(&**within, out.reborrow())?;
                        out.push_sql("))");
                        Ok(())
                    }
                    Self::Test(column, test) => {
                        if let Test::In { not, values } = test
                            && values.is_empty()
                        {
                            out.push_sql(if *not { "1 = 1" } else { "1 = 0" });
                            return Ok(());
                        }
                        QueryFragment::<$backend>::walk_ast(column, out.reborrow())?;
                        match test {
                            Test::Is(comparison, bound) => {
                                out.push_sql(comparison.sql());
                                QueryFragment::<$backend>::walk_ast(bound, out.reborrow())?;
                            }
                            Test::Has { not, pattern, .. } => {
                                out.push_sql(if *not { " NOT LIKE " } else { " LIKE " });
                                out.push_bind_param::<Text, String>(pattern)?;
                                out.push_sql(" ESCAPE '\\'");
                            }
                            Test::In { not, values } => {
                                out.push_sql(if *not { " NOT IN (" } else { " IN (" });
                                for (index, value) in values.iter().enumerate() {
                                    if index > 0 {
                                        out.push_sql(", ");
                                    }
                                    out.push_bind_param::<Text, String>(value)?;
                                }
                                out.push_sql(")");
                            }
                            Test::Missing => out.push_sql(" IS NULL"),
                            Test::Present => out.push_sql(" IS NOT NULL"),
                        }
                        Ok(())
                    }
                }
            }
        }

        impl QueryFragment<$backend> for Select {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, $backend>) -> QueryResult<()> {
                if let Selected::Values(..) = &self.selected {
                    out.push_sql(
                        "SELECT CAST(value AS TEXT), count, CAST(SUM(count) OVER () AS BIGINT) FROM (",
                    );
                }
                out.push_sql("SELECT ");
                match &self.selected {
                    Selected::Count => out.push_sql("COUNT(*)"),
                    Selected::Values(column, _) => {
                        QueryFragment::<$backend>::walk_ast(column, out.reborrow())?;
                        out.push_sql(" AS value, COUNT(*) AS count");
                    }
                    Selected::Ids(..) => {
                        QueryFragment::<$backend>::walk_ast(&*self.id, out.reborrow())?;
                    }
                }
                out.push_sql(" FROM ");
                out.push_sql(self.table);
                if let Selected::Ids(Order { column, .. }, _) = &self.selected
                    && let Some(Join { refers, optional }) = &column.through
                {
                    let table = column.table;
                    let kind = if *optional { "LEFT" } else { "INNER" };
                    out.push_sql(&format!(" {kind} JOIN {table} ON {table}.id = "));
                    QueryFragment::<$backend>::walk_ast(&*refers.sql, out.reborrow())?;
                }
                // SQLite counts a whole table by its pages, but only without a condition.
                if !self.condition.is_always() {
                    // Otherwise a client could fill the memory with prepared statements.
                    out.unsafe_to_cache_prepared();
                    out.push_sql(" WHERE ");
                    QueryFragment::<$backend>::walk_ast(&self.condition, out.reborrow())?;
                }
                if let Selected::Values(column, most) = &self.selected {
                    out.push_sql(" GROUP BY ");
                    QueryFragment::<$backend>::walk_ast(column, out.reborrow())?;
                    out.push_sql(") AS counted ORDER BY count DESC, value NULLS FIRST LIMIT ");
                    out.push_bind_param::<BigInt, i64>(most)?;
                }
                if let Selected::Ids(order, page) = &self.selected {
                    out.push_sql(" ORDER BY ");
                    QueryFragment::<$backend>::walk_ast(order, out.reborrow())?;
                    if let Some((limit, offset)) = page {
                        out.push_sql(" LIMIT ");
                        out.push_bind_param::<BigInt, i64>(limit)?;
                        out.push_sql(" OFFSET ");
                        out.push_bind_param::<BigInt, i64>(offset)?;
                    }
                }
                Ok(())
            }
        }

        impl QueryFragment<$backend> for Cond {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, $backend>) -> QueryResult<()> {
                if !self.0.is_always() {
                    // Otherwise a client could fill the memory with prepared statements.
                    out.unsafe_to_cache_prepared();
                }
                QueryFragment::<$backend>::walk_ast(&self.0, out.reborrow())
            }
        }

        impl QueryFragment<$backend> for Order {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, $backend>) -> QueryResult<()> {
                QueryFragment::<$backend>::walk_ast(&self.column, out.reborrow())?;
                out.push_sql(if self.descending { " DESC" } else { " ASC" });
                // Missing values sort first on both databases, as in the indexes.
                if !$sqlite && self.column.may_be_missing() {
                    out.push_sql(if self.descending { " NULLS LAST" } else { " NULLS FIRST" });
                }
                out.push_sql(", ");
                QueryFragment::<$backend>::walk_ast(&*self.id, out.reborrow())?;
                out.push_sql(if self.descending { " DESC" } else { " ASC" });
                Ok(())
            }
        }
    };
}

sql_for!(Pg, false);
sql_for!(Sqlite, true);

macro_rules! expression {
    ($name:ident, $sql:ty) => {
        impl Expression for $name {
            type SqlType = $sql;
        }
        impl<Source> AppearsOnTable<Source> for $name {}
        impl<Source> SelectableExpression<Source> for $name {}
        impl ValidGrouping<()> for $name {
            type IsAggregate = is_aggregate::No;
        }
        impl QueryId for $name {
            type QueryId = ();
            const HAS_STATIC_QUERY_ID: bool = false;
        }
        impl QueryFragment<Db> for $name {
            fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
                Db::walk_variant_ast(self, out)
            }
        }
    };
}
expression!(Cond, Bool);
expression!(Order, Text);
expression!(ByIdentifier, Bool);
expression!(AsGiven, Integer);

/// A [`Select`] as a query of rows of this type in SQL.
pub(super) struct Typed<T>(Select, PhantomData<T>);

impl Select {
    pub(super) fn typed<T>(self) -> Typed<T> {
        Typed(self, PhantomData)
    }
}

impl<T> Query for Typed<T> {
    type SqlType = T;
}
impl<T> RunQueryDsl<Conn> for Typed<T> {}
impl<T> QueryId for Typed<T> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}
impl<T> QueryFragment<Db> for Typed<T> {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        Db::walk_variant_ast(&self.0, out)
    }
}
