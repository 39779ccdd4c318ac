//! The tables of a list as they are now, locked while it is answered, with the orders of their rows.

use std::sync::Arc;
use std::time::Instant;

use parking_lot::RwLockReadGuard;

use super::cache::{ColumnCache, in_order};
use super::cached_table::State;
use super::column::{Column, Keys};
use super::need::{ColumnExpr, Need};
use super::order::{CachedOrder, Referred, SortColumn, SortedRows, ranks};
use super::table_columns::TableColumns;
use crate::base::error::Result;
use crate::db::Conn;
use crate::db::statements::snapshot;

/// The tables of a list, as they are now.
pub(crate) struct CurrentTables<'a> {
    cache: &'a ColumnCache,
    tables: Vec<(&'static str, RwLockReadGuard<'a, State>)>,
}

/// What is in memory of the tables that a list needs.
pub(crate) enum Current<'a> {
    Tables(CurrentTables<'a>),
    /// Columns are being loaded, or will be soon.
    NotYet,
    /// The first table's primary key is another column than its identifier, or columns cannot be loaded or kept.
    Never,
}

impl ColumnCache {
    /// Returns the tables with all commits from before `requested_at`, the one of the list first. `conn` must not be
    /// in a transaction.
    pub(crate) fn current(
        &self,
        conn: &mut Conn,
        needs: &[Need],
        identifier: &ColumnExpr,
        requested_at: Instant,
    ) -> Result<Current<'_>> {
        for is_loaded in [false, true] {
            let tables = self.fresh(conn, needs, requested_at)?;
            let is_key = |need: &Need| {
                let key = tables.state(need.table).and_then(State::key);
                need.is_key(identifier, key)
            };
            if !needs.first().is_some_and(is_key) {
                return Ok(Current::Never);
            }
            let lacks =
                |need: &&Need| tables.state(need.table).is_none_or(|state| !state.has(need));
            let lacking: Vec<Need> = needs.iter().filter(lacks).cloned().collect();
            if lacking.is_empty() {
                return Ok(Current::Tables(tables));
            }
            drop(tables);
            let mut is_large = false;
            for need in &lacking {
                if !self.is_loadable(need)? {
                    return Ok(Current::Never);
                }
                is_large |= self.is_large(conn, need)?;
            }
            // What has changed or was replaced meanwhile is left to the job, too.
            if is_large || is_loaded {
                self.note_lacking(lacking);
                break;
            }
            snapshot(conn, |conn| self.load(conn, &lacking))?;
        }
        Ok(Current::NotYet)
    }

    /// Brings the needed tables up to date, where they are not.
    fn fresh(
        &self,
        conn: &mut Conn,
        needs: &[Need],
        requested_at: Instant,
    ) -> Result<CurrentTables<'_>> {
        let head = self.head(conn, requested_at)?;
        let names = in_order(needs);
        let is_fresh = |state: &State| state.is_fresh(requested_at, &head);
        loop {
            let mut tables = CurrentTables { cache: self, tables: Vec::with_capacity(names.len()) };
            for name in &names {
                tables.tables.push((name, self.table(name)?.read()));
            }
            if tables.tables.iter().all(|(_, state)| is_fresh(state)) {
                let now = self.now();
                for need in needs {
                    tables
                        .state(need.table)
                        .into_iter()
                        .for_each(|state| state.note_use(need, now));
                }
                return Ok(tables);
            }
            drop(tables);
            self.refresh(conn, &names, is_fresh)?;
        }
    }
}

impl CurrentTables<'_> {
    fn state(&self, table: &str) -> Option<&State> {
        self.tables.iter().find(|(name, _)| *name == table).map(|(_, state)| &**state)
    }

    /// Returns the columns of a table.
    pub(crate) fn columns(&self, table: &str) -> Option<&TableColumns> {
        self.state(table)?.columns_of()
    }

    /// Returns a column of a table.
    pub(crate) fn column(&self, table: &str, wanted: &ColumnExpr) -> Option<Column> {
        self.columns(table)?.column(wanted).ok()
    }

    /// Returns the primary keys of a table.
    pub(crate) fn keys(&self, table: &str) -> Option<&Keys> {
        self.columns(table)?.keys.as_deref()
    }

    /// Returns the rows of a table in the order of a column; `None` when they cannot be sorted in
    /// memory.
    pub(crate) fn sorted(&self, table: &str, by: &SortColumn) -> Option<Arc<SortedRows>> {
        let column = self.column(table, by.own())?;
        let referred = match &by.through {
            None => None,
            Some((other, _)) => Some(self.referred(&column, other, &by.wanted)?),
        };
        let mut orders = self.state(table)?.orders();
        let known = orders.get(by).and_then(|known| known.current(referred.as_ref()));
        if known.is_some() {
            return known;
        }
        let referred = referred.as_ref().map(|(other, referred)| (other, referred.clone()));
        let order = CachedOrder::sorted(orders.remove(by), &column, referred, self.keys(table)?)?;
        Some(Arc::clone(&orders.entry(by.clone()).insert_entry(order).into_mut().rows))
    }

    /// Returns the ranks of a column of another table, and the rows that `refers` leads to.
    fn referred(
        &self,
        refers: &Column,
        other: &str,
        wanted: &ColumnExpr,
    ) -> Option<(Column, Referred)> {
        let columns_of = self.columns(other)?;
        let (column, keys) = (columns_of.column(wanted).ok()?, columns_of.keys.clone()?);
        let ranks = self.cache.value_ranks.get(&[&column], |_| true, || ranks(&column));
        let targets = self.cache.joins.of(refers, &Column::Keys(keys), false);
        Some((column, Referred { ranks, targets }))
    }
}
