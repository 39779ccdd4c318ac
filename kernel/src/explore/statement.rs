//! What is asked of the database: one statement for each table of facts, the same for both, and one
//! for what records are called.

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Text, Timestamp as SqlTimestamp, Untyped};
use diesel::sqlite::Sqlite;

use super::catalog::{Step, Ways};
use super::expression::{column, columns};
use crate::db::cells::Columns;
use crate::list::Node;
use crate::time::Timestamp;

/// Every fact that matters, with all that is read of it.
#[derive(Clone)]
pub(super) struct Statement {
    facts: &'static str,
    selected: Vec<(Shape, String)>,
    joined: Vec<Step>,
    time: &'static str,
    condition: Option<Node>,
    from: Option<Timestamp>,
    until: Option<Timestamp>,
}

/// What a column comes as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Number,
    Text,
    /// A point in time: on PostgreSQL seconds since 1970, on SQLite as it is stored.
    Moment,
}

impl Statement {
    pub(super) fn new(facts: &'static str) -> Self {
        Self {
            facts,
            selected: Vec::new(),
            joined: Vec::new(),
            time: "",
            condition: None,
            from: None,
            until: None,
        }
    }

    /// Has an expression read as well; answers where it stands in a row. Its tables are joined, which
    /// must be reachable.
    pub(super) fn select(&mut self, ways: &Ways, shape: Shape, expression: &'static str) -> usize {
        let sql = match column(expression) {
            Some(column) => {
                let nearest = ways.nearest(self.facts, column);
                self.join(ways, nearest.table);
                nearest.to_string()
            }
            None => {
                columns(expression).iter().for_each(|column| self.join(ways, column.table));
                format!("({expression})")
            }
        };
        let wanted = (shape, sql);
        self.selected.iter().position(|one| *one == wanted).unwrap_or_else(|| {
            self.selected.push(wanted);
            self.selected.len() - 1
        })
    }

    /// Asks only for facts whose record in `table` meets the condition.
    pub(super) fn filter(&mut self, ways: &Ways, table: &str, condition: Node) {
        self.join(ways, table);
        self.condition = Some(condition);
    }

    /// Asks only for facts from one point in time on, and before another one.
    pub(super) fn within(
        &mut self,
        ways: &Ways,
        time: &'static str,
        from: Option<Timestamp>,
        until: Option<Timestamp>,
    ) {
        if from.is_some() || until.is_some() {
            columns(time).iter().for_each(|column| self.join(ways, column.table));
        }
        (self.time, self.from, self.until) = (time, from, until);
    }

    fn join(&mut self, ways: &Ways, table: &str) {
        for step in ways.to_any(self.facts, table).unwrap_or_default() {
            if !self.joined.iter().any(|one| one.to.table == step.to.table) {
                self.joined.push(step);
            }
        }
    }
}

/// What records are called.
pub(super) struct Names {
    pub(super) table: &'static str,
    pub(super) called: &'static str,
    pub(super) place: Option<[&'static str; 2]>,
    /// Of which; without any, of all there are.
    pub(super) ids: Option<Vec<String>>,
}

/// Both dialects are the same but for how a point in time is told.
macro_rules! sql_for {
    ($backend:ty, $moment:literal) => {
        impl QueryFragment<$backend> for Statement {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, $backend>) -> QueryResult<()> {
                // There are as many of them as there are questions.
                out.unsafe_to_cache_prepared();
                out.push_sql("SELECT ");
                if self.selected.is_empty() {
                    out.push_sql("1.0");
                }
                for (index, (shape, sql)) in self.selected.iter().enumerate() {
                    out.push_sql(if index > 0 { ", " } else { "" });
                    out.push_sql(&match shape {
                        Shape::Number => format!("CAST({sql} AS DOUBLE PRECISION)"),
                        Shape::Text => format!("CAST({sql} AS TEXT)"),
                        Shape::Moment => $moment.replace('?', sql),
                    });
                }
                out.push_sql(&format!(" FROM {}", self.facts));
                for Step { from, to, .. } in &self.joined {
                    out.push_sql(&format!(" LEFT JOIN {} ON {to} = {from}", to.table));
                }
                let mut between = " WHERE ";
                if let Some(condition) = &self.condition {
                    out.push_sql(between);
                    QueryFragment::<$backend>::walk_ast(condition, out.reborrow())?;
                    between = " AND ";
                }
                for (sign, time) in [(">=", &self.from), ("<", &self.until)] {
                    if let Some(time) = time {
                        out.push_sql(&format!("{between}{} {sign} ", self.time));
                        out.push_bind_param::<SqlTimestamp, Timestamp>(time)?;
                        between = " AND ";
                    }
                }
                Ok(())
            }
        }

        impl QueryFragment<$backend> for Names {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, $backend>) -> QueryResult<()> {
                out.unsafe_to_cache_prepared();
                let Self { table, called, .. } = self;
                out.push_sql(&format!("SELECT {table}.id, CAST({called} AS TEXT)"));
                for number in self.place.iter().flatten() {
                    out.push_sql(&format!(", CAST({number} AS DOUBLE PRECISION)"));
                }
                out.push_sql(&format!(" FROM {table}"));
                let Some(ids) = &self.ids else { return Ok(()) };
                out.push_sql(&format!(" WHERE {table}.id IN ("));
                for (index, id) in ids.iter().enumerate() {
                    out.push_sql(if index > 0 { ", " } else { "" });
                    out.push_bind_param::<Text, String>(id)?;
                }
                out.push_sql(")");
                Ok(())
            }
        }
    };
}
sql_for!(Pg, "CAST(EXTRACT(EPOCH FROM ?) AS DOUBLE PRECISION)");
sql_for!(Sqlite, "?");

macro_rules! query {
    ($name:ident) => {
        impl Query for $name {
            type SqlType = Untyped;
        }
        impl RunQueryDsl<PgConnection> for $name {}
        impl RunQueryDsl<SqliteConnection> for $name {}
        impl QueryId for $name {
            type QueryId = ();
            const HAS_STATIC_QUERY_ID: bool = false;
        }
        impl Columns for $name {}
    };
}
query!(Statement);
query!(Names);
