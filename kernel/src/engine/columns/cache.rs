//! The columns of all tables in memory.
//!
//! # Freshness
//! There is one rule. The columns of a table are **as of** a snapshot of the database, which a [`Mark`] names; all of
//! them are as of the same, or they are not read.
//!
//! - A list reads a table if its mark was taken after the request arrived, or is that of the **head**, where the
//!   database was found at some moment after the request arrived. So it contains every commit from before the request,
//!   of any process.
//! - Otherwise the table is brought to a new mark, with all stale ones of the list in one snapshot: [`changed`] names the
//!   rows that differ, and these are read again. One request does that for all that wait, who find it done ([`Turn`]); no
//!   lock is held while the database is asked.
//! - A question of the explorer, which needs one snapshot of several tables, takes the turns of all of them, then its
//!   snapshot, so that none is ahead of it. It continues with the columns as they were: they are copied on write.
//! - Columns that were loaded meanwhile are as of the snapshot of their load. What has changed since is read again with
//!   all other columns of the row.
//! - What is made of columns (joins, indexes, ranks, labels) is of exactly these: [`Derived`] compares their addresses, which
//!   change with the values. The order of a table's rows notes the rows that were changed since it was made, and these
//!   alone are sorted anew.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;

use super::cached_rows::CachedRows;
use super::cached_table::{CachedTable, Lookup, State};
use super::derived::Derived;
use super::joins::Joins;
use super::lacking::Lacking;
use super::limit::Limit;
use super::load::LOADING;
use super::need::Need;
use super::table_columns::TableColumns;
use super::turn::Turn;
use super::value_index::ValueIndexes;
use crate::base::error::{Error, Result};
use crate::db::Conn;
use crate::db::changed::{self, Mark};
use crate::db::statements::snapshot;

/// Up to how many rows a request loads the columns of a table itself.
const FEW: usize = 20_000;

/// The columns in memory, by table.
#[derive(Debug, Default)]
pub(crate) struct ColumnCache {
    tables: BTreeMap<&'static str, CachedTable>,
    /// Where the database was last found, and the turn to look.
    head: Mutex<Option<Mark>>,
    looking: Turn,
    pub(crate) joins: Joins,
    pub(crate) cached_rows: CachedRows,
    pub(crate) value_indexes: ValueIndexes,
    /// The rank of each row of a table by the label of its record.
    pub(crate) label_ranks: Arc<Derived<Vec<u32>>>,
    /// The rank of each text of a column.
    pub(super) value_ranks: Derived<Vec<u32>>,
    pub(super) lacking: Lacking,
    pub(super) limit: Limit,
}

impl ColumnCache {
    /// Makes a cache of columns of these tables, which take at most so many bytes.
    pub(crate) fn of(tables: impl IntoIterator<Item = &'static str>, most_bytes: usize) -> Self {
        let tables = tables.into_iter().map(|name| (name, CachedTable::default())).collect();
        let cache = Self { tables, ..Self::default() };
        cache.limit(most_bytes, None);
        cache
    }

    pub(super) fn table(&self, name: &str) -> Result<&CachedTable> {
        self.tables.get(name).ok_or_else(|| Error::internal(format!("no table {name}")))
    }

    pub(super) fn tables(&self) -> impl Iterator<Item = (&'static str, &CachedTable)> {
        self.tables.iter().map(|(name, table)| (*name, table))
    }

    /// Returns where the database was at some moment after `requested_at`.
    pub(super) fn head(&self, conn: &mut Conn, requested_at: Instant) -> Result<Mark> {
        let known = || self.head.lock().clone().filter(|mark| mark.is_after(requested_at));
        let turn = self.looking.take(|| known().is_some())?;
        if let (None, Some(mark)) = (&turn, known()) {
            return Ok(mark);
        }
        let mark = changed::mark(conn)?;
        *self.head.lock() = Some(mark.clone());
        Ok(mark)
    }

    /// Brings tables, in the order of their names, up to date with one snapshot, without those that another request has
    /// brought there meanwhile. `conn` must not be in a transaction.
    pub(super) fn refresh(
        &self,
        conn: &mut Conn,
        names: &[&'static str],
        is_done: impl Fn(&State) -> bool,
    ) -> Result<()> {
        let mut stale = Vec::with_capacity(names.len());
        for name in names {
            let table = self.table(name)?;
            let turn = table.turn.take(|| is_done(&table.read()))?;
            stale.extend(turn.map(|turn| (*name, table, turn)));
        }
        if stale.is_empty() {
            return Ok(());
        }
        snapshot(conn, |conn| {
            let mark = changed::mark(conn)?;
            stale.iter().try_for_each(|(name, table, _)| table.refresh(conn, name, &mark))
        })
    }

    /// Brings all tables up to date, so that the records of changes can be deleted after a while.
    pub(crate) fn keep_current(&self, conn: &mut Conn) -> Result<()> {
        for (name, table) in self.tables() {
            if table.read().columns_of().is_some() {
                self.refresh(conn, &[name], |_| false)?;
            }
        }
        Ok(())
    }

    /// Returns the needed columns in the snapshot of `conn`. This must be the first read of its transaction.
    ///
    /// # Errors
    /// `Busy` with [`LOADING`] when columns of a large table are not in memory: a job loads them for all that wait.
    pub(crate) fn open(&self, conn: &mut Conn, needs: &[Need]) -> Result<Vec<TableColumns>> {
        let lookups = self.look_up(conn, needs)?;
        let mut lacking = Vec::new();
        for (need, lookup) in needs.iter().zip(&lookups) {
            if lookup.is_lacking() && self.is_loadable(need)? && self.is_large(conn, need)? {
                lacking.push(need.clone());
            }
        }
        if !lacking.is_empty() {
            self.note_lacking(lacking);
            return Err(Error::Busy(LOADING));
        }
        let mut opened = Vec::with_capacity(needs.len());
        for (need, lookup) in needs.iter().zip(lookups) {
            let now = self.now();
            opened.push(self.complete(conn, need, &lookup, now, usize::MAX)?);
        }
        opened.into_iter().collect::<Option<_>>().ok_or_else(|| Error::internal("no columns"))
    }

    /// Returns whether a table is so large that no request loads its columns.
    pub(super) fn is_large(&self, conn: &mut Conn, need: &Need) -> Result<bool> {
        Ok(!changed::has_at_most(conn, need.table, FEW)?)
    }

    /// Takes a snapshot, and returns what is in memory of each need as that has it.
    pub(super) fn look_up(&self, conn: &mut Conn, needs: &[Need]) -> Result<Vec<Lookup>> {
        let names = in_order(needs);
        let mut turns = Vec::with_capacity(names.len());
        for name in &names {
            turns.push(self.table(name)?.turn.take(|| false)?);
        }
        // The first statement takes the snapshot.
        let mark = changed::mark(conn)?;
        for name in names {
            self.table(name)?.refresh(conn, name, &mark)?;
        }
        let now = self.now();
        needs.iter().map(|need| Ok(self.table(need.table)?.look_up(need, &mark, now))).collect()
    }
}

/// Returns the tables of needs in the one order in which all take turns and locks, so that no two wait for each other: a
/// reader that waits behind a writer must not hold what another such reader waits for.
pub(super) fn in_order(needs: &[Need]) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = needs.iter().map(|need| need.table).collect();
    names.sort_unstable();
    names.dedup();
    names
}
