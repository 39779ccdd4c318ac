//! Selects what is read of the facts of a table: expressions, each over the columns of one table,
//! along the shortest joins; optionally limited to facts whose record meets a condition, and to a
//! period.

use super::expression::{Named, column, columns};
use super::join_paths::{JoinPaths, JoinStep};
use crate::base::time::Timestamp;
use crate::engine::columns::{ColumnExpr, Shape};
use crate::engine::list::Node;

/// The facts that a question needs, and what is read of each.
pub(super) struct Selection {
    pub(super) facts: &'static str,
    /// The expressions, each with its table.
    pub(super) selected: Vec<(&'static str, ColumnExpr)>,
    /// The joins, each from a table that is joined before it.
    pub(super) joined: Vec<JoinStep>,
    pub(super) scope: Scope,
}

/// The facts that a question is limited to.
#[derive(Default)]
pub(super) struct Scope {
    /// Those whose record in this table meets the condition.
    pub(super) condition: Option<(&'static str, Node)>,
    /// The rows of these tables that the reader may read; others are joined by nothing.
    pub(super) readable: Vec<(&'static str, Node)>,
    /// Those that belong to a row of each of these tables.
    pub(super) required: Vec<&'static str>,
    /// Those whose moment, the expression at this index, is at or after the first point in time and
    /// before the second.
    pub(super) period: Option<(usize, Option<Timestamp>, Option<Timestamp>)>,
}

/// Selects the column as text, to compare it with a column of another table.
pub(super) fn joined(column: Named) -> ColumnExpr {
    ColumnExpr { shape: Shape::Text, sql: column.to_string() }
}

impl Selection {
    pub(super) fn new(facts: &'static str) -> Self {
        Self { facts, selected: Vec::new(), joined: Vec::new(), scope: Scope::default() }
    }

    /// Selects an expression, and returns its index in a row. Its table is joined, and must be
    /// reachable.
    pub(super) fn select(
        &mut self,
        join_paths: &JoinPaths,
        shape: Shape,
        expression: &'static str,
    ) -> usize {
        let (table, sql) = match column(expression) {
            Some(column) => {
                let nearest = join_paths.nearest(self.facts, column);
                (nearest.table, nearest.to_string())
            }
            None => {
                let table = columns(expression).first().map_or(self.facts, |column| column.table);
                (table, format!("({expression})"))
            }
        };
        self.join(join_paths, table);
        let wanted = (table, ColumnExpr { shape, sql });
        self.selected.iter().position(|one| *one == wanted).unwrap_or_else(|| {
            self.selected.push(wanted);
            self.selected.len() - 1
        })
    }

    /// Limits the selection to facts whose record in `table` meets the condition.
    pub(super) fn filter(&mut self, join_paths: &JoinPaths, table: &'static str, condition: Node) {
        self.join(join_paths, table);
        self.scope.condition = Some((table, condition));
    }

    /// Limits the selection to facts that belong to a row of `table`, where the reader may not read all of these.
    pub(super) fn require(&mut self, join_paths: &JoinPaths, table: &'static str) {
        if join_paths.readable.contains_key(table) {
            self.join(join_paths, table);
            self.scope.required.push(table);
        }
    }

    /// Limits the selection to the rows that the reader may read, once all tables are joined.
    pub(super) fn seen(mut self, join_paths: &JoinPaths) -> Self {
        let tables =
            std::iter::once(self.facts).chain(self.joined.iter().map(|step| step.to.table));
        let of_table = |table| Some((table, join_paths.readable.get(table)?.clone()));
        self.scope.readable = tables.filter_map(of_table).collect();
        if join_paths.readable.contains_key(self.facts) {
            self.scope.required.push(self.facts);
        }
        self
    }

    /// Limits the selection to facts at or after `from` and before `until`.
    pub(super) fn within(
        &mut self,
        join_paths: &JoinPaths,
        time: &'static str,
        from: Option<Timestamp>,
        until: Option<Timestamp>,
    ) {
        if from.is_some() || until.is_some() {
            let at = self.select(join_paths, Shape::Moment, time);
            self.scope.period = Some((at, from, until));
        }
    }

    /// Joins a table, which must be reachable.
    pub(super) fn join(&mut self, join_paths: &JoinPaths, table: &str) {
        for step in join_paths.to_any(self.facts, table).unwrap_or_default() {
            if !self.joined.iter().any(|one| one.to.table == step.to.table) {
                self.joined.push(step);
            }
        }
    }
}
