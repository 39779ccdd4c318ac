//! The cached tables as they are now, for lists: checked for changes once for all requests that wait,
//! with the orders of their rows.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, MutexGuard, PoisonError, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::time::timeout;

use super::column::{Column, Keys};
use super::order::{OrderBy, SortedRows, ranks};
use super::{CachedTable, ColumnCache, ColumnExpr, NONE, Need, TableColumns};
use crate::base::error::Result;
use crate::db::Conn;
use crate::db::changed::Mark;
use crate::db::engine::snapshot;
use crate::db::{changed, check_waited_for};
use crate::engine::columns::Key;

/// What rows are sorted by.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SortColumn {
    pub(crate) wanted: ColumnExpr,
    /// The table of the column, and the column that refers to it, when it is another one.
    pub(crate) through: Option<(&'static str, ColumnExpr)>,
}

/// The state of a table: its version, and how many changes of rows that includes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    version: u64,
    touched: usize,
}

/// The rows of a table in an order, and the state of the tables that they were sorted by.
#[derive(Clone, Debug)]
pub(super) struct CachedOrder {
    state: State,
    /// The state of the other table, and the rank of each code that refers to it.
    joined: Option<(State, Arc<[u32]>)>,
    rows: Arc<SortedRows>,
}

/// The tables of a list, as they are now.
pub(crate) struct CurrentTables<'a>(RwLockReadGuard<'a, HashMap<&'static str, CachedTable>>);

/// Up to how many rows a request loads the columns of a table itself.
const FEW: usize = 20_000;

/// What the cache has of the tables that a list needs.
pub(crate) enum Current<'a> {
    Tables(CurrentTables<'a>),
    /// Columns are being loaded, or will be soon.
    NotYet,
    /// The first table's primary key is another column than its identifier.
    Never,
}

/// A load of what was lacking, until it has ended in whichever way.
struct Loading<'a>(&'a ColumnCache);

impl Drop for Loading<'_> {
    fn drop(&mut self) {
        self.0.note_load();
    }
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
            let tables = self.checked(conn, needs, requested_at)?;
            needs.iter().filter_map(|need| tables.get(need.table)).for_each(CachedTable::use_now);
            let is_key = |need: &Need| {
                let key = tables.get(need.table).and_then(|table| table.key.as_ref());
                need.is_key(identifier, key)
            };
            if !needs.first().is_some_and(is_key) {
                return Ok(Current::Never);
            }
            let lacks = |need: &&Need| tables.get(need.table).is_none_or(|one| one.lacks(need));
            let lacking: Vec<Need> = needs.iter().filter(lacks).cloned().collect();
            if lacking.is_empty() {
                return Ok(Current::Tables(CurrentTables(tables)));
            }
            let is_loading =
                |need: &Need| tables.get(need.table).is_some_and(|one| one.loading > 0);
            let is_loading = lacking.iter().any(is_loading);
            drop(tables);
            if is_loading {
                break;
            }
            if is_loaded {
                // Changed or replaced meanwhile: the job sees to it.
                self.note_lacking(lacking);
                break;
            }
            for need in &lacking {
                if !changed::has_at_most(conn, need.table, FEW)? {
                    self.note_lacking(lacking);
                    return Ok(Current::NotYet);
                }
            }
            snapshot(conn, |conn| self.open(conn, needs))?;
        }
        Ok(Current::NotYet)
    }

    /// Notes what a list lacks, to be loaded once for all lists that wait for it.
    fn note_lacking(&self, needs: Vec<Need>) {
        let mut lacking = self.lacking();
        for Need { table, columns } in needs {
            lacking.entry(table).or_default().extend(columns);
        }
        drop(lacking);
        self.wanted.notify_one();
    }

    /// Returns whether columns are lacking that are not being loaded yet.
    pub(crate) fn is_lacking(&self) -> bool {
        !self.lacking().is_empty()
    }

    /// Waits until columns are lacking, or an index is due.
    pub(crate) async fn lacks(&self) {
        while !self.is_lacking() && !self.value_indexes.is_due() {
            // No index wakes it.
            let _ = timeout(Duration::from_secs(1), self.wanted.notified()).await;
        }
    }

    /// Returns what changes each time that columns have been loaded, for whatever question.
    pub(crate) fn loads(&self) -> watch::Receiver<u64> {
        self.loads.subscribe()
    }

    /// Wakes those that wait for a load.
    pub(super) fn note_load(&self) {
        self.loads.send_modify(|loads| *loads += 1);
    }

    /// Loads the columns that lists lacked since the last call, and makes the indexes that are due.
    pub(crate) fn load_lacking(&self, conn: &mut Conn) -> Result<()> {
        let columns = std::mem::take(&mut *self.lacking());
        let need = |(table, columns): (_, HashSet<_>)| Need {
            table,
            columns: columns.into_iter().collect(),
        };
        let needs: Vec<Need> = columns.into_iter().map(need).collect();
        if !needs.is_empty() {
            let _loading = Loading(self);
            snapshot(conn, |conn| self.open(conn, &needs))?;
        }
        self.value_indexes.make_due();
        Ok(())
    }

    fn lacking(&self) -> MutexGuard<'_, HashMap<&'static str, HashSet<ColumnExpr>>> {
        self.lacking.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Brings the needed tables up to date, where they are not.
    fn checked(
        &self,
        conn: &mut Conn,
        needs: &[Need],
        requested_at: Instant,
    ) -> Result<RwLockReadGuard<'_, HashMap<&'static str, CachedTable>>> {
        let position = self.position(conn, requested_at)?;
        let is_current = |tables: &HashMap<&'static str, CachedTable>| {
            needs.iter().all(|need| {
                let table = tables.get(need.table);
                table.is_some_and(|table| table.includes_all_before(requested_at, &position))
            })
        };
        let tables = self.read();
        if is_current(&tables) {
            return Ok(tables);
        }
        drop(tables);
        let mut tables = self.write();
        // Who has waited for the lock until nobody waits for the response does no more.
        check_waited_for()?;
        if !is_current(&tables) {
            let checked = Instant::now();
            let mark = changed::mark(conn)?;
            for need in needs {
                let table = tables.entry(need.table).or_default();
                table.refresh(conn, need.table, &mark)?;
                // What is loaded from now on may be from before this check.
                table.checked = table.cached.is_some().then_some(checked);
            }
        }
        Ok(RwLockWriteGuard::downgrade(tables))
    }

    /// Returns where the database was at some moment after `requested_at`: a request that waits while another one
    /// finds that out needs no query of its own.
    fn position(&self, conn: &mut Conn, requested_at: Instant) -> Result<Mark> {
        let mut position = self.position.lock().unwrap_or_else(PoisonError::into_inner);
        check_waited_for()?;
        if let Some((at, mark)) = &*position
            && *at >= requested_at
        {
            return Ok(mark.clone());
        }
        let at = Instant::now();
        let mark = changed::mark(conn)?;
        *position = Some((at, mark.clone()));
        Ok(mark)
    }
}

impl CachedTable {
    fn lacks(&self, need: &Need) -> bool {
        let Some(cached) = &self.cached else { return true };
        let columns = need.without_key(self.key.as_ref());
        columns.iter().any(|wanted| !cached.columns_of.columns.contains_key(wanted))
    }

    /// Returns whether the cached columns include all commits from before a point in time, after which the
    /// database was at `position`.
    fn includes_all_before(&self, time: Instant, position: &Mark) -> bool {
        let is_at = |mark: &Mark| {
            self.checked.is_some_and(|checked| checked >= time) || mark.is_at(position)
        };
        self.cached.as_ref().is_some_and(|cached| cached.pending.is_empty() && is_at(&cached.mark))
    }

    fn state(&self) -> State {
        State { version: self.version, touched: self.forgotten + self.touched.len() }
    }

    /// Returns the rows that changed since an earlier state; `None` when that is no longer known.
    fn touched_since(&self, state: State) -> Option<&[u32]> {
        let known = state.touched.checked_sub(self.forgotten)?;
        self.touched.get(known..).filter(|_| state.version == self.version)
    }
}

impl CurrentTables<'_> {
    fn table(&self, table: &str) -> Option<&CachedTable> {
        self.0.get(table)
    }

    /// Returns the columns of a table.
    pub(crate) fn columns(&self, table: &str) -> Option<&TableColumns> {
        Some(&self.table(table)?.cached.as_ref()?.columns_of)
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
        let own = self.table(table)?;
        let other = by.through.as_ref().map(|(table, _)| self.table(table).map(CachedTable::state));
        let mut orders = own.orders.lock().unwrap_or_else(PoisonError::into_inner);
        let known = orders
            .get(by)
            .filter(|known| known.joined.as_ref().map(|(state, _)| Some(*state)) == other);
        if let Some(known) = known
            && known.state == own.state()
        {
            return Some(Arc::clone(&known.rows));
        }
        let columns_of = &own.cached.as_ref()?.columns_of;
        let keys = columns_of.keys.as_deref()?;
        let column =
            columns_of.column(by.through.as_ref().map_or(&by.wanted, |(_, it)| it)).ok()?;
        let known = known.and_then(|known| Some((known, own.touched_since(known.state)?)));
        let known = known.filter(|(known, _)| {
            known.joined.as_ref().is_none_or(|(_, ranks)| ranks.len() == texts(&column))
        });
        let joined = match (&known, &by.through, other) {
            (Some((known, _)), ..) => known.joined.clone(),
            (None, None, _) => None,
            (None, Some((table, _)), Some(Some(state))) => {
                let ranks = joined_ranks(&column, self.columns(table)?, &by.wanted)?;
                Some((state, ranks.into()))
            }
            (None, Some(_), _) => return None,
        };
        let order = match (&joined, &column) {
            (None, column) => OrderBy::Own(column),
            (Some((_, ranks)), Column::Texts { codes, .. }) => {
                OrderBy::Joined { refers: codes, ranks }
            }
            (Some(_), _) => return None,
        };
        let rows = match known {
            None => SortedRows::of(&order, keys),
            Some((known, changed)) => known.rows.updated(&order, keys, changed),
        };
        let rows = Arc::new(rows?);
        let cached = CachedOrder { state: own.state(), joined, rows: Arc::clone(&rows) };
        orders.insert(by.clone(), cached);
        Some(rows)
    }
}

fn texts(column: &Column) -> usize {
    match column {
        Column::Texts { texts, .. } => texts.len(),
        _ => 0,
    }
}

/// Returns the rank of each code of `refers` by the texts of the other table; 0 for one without.
fn joined_ranks(refers: &Column, other: &TableColumns, wanted: &ColumnExpr) -> Option<Vec<u32>> {
    let (Column::Texts { texts, .. }, keys) = (refers, other.keys.as_deref()?) else { return None };
    let column = other.column(wanted).ok()?;
    let ranks = ranks(&column);
    let rank = |text: &str| match keys.row(&Key::of(text)) {
        NONE => 0,
        row => ranks.get(column.code(row) as usize).copied().unwrap_or(0),
    };
    Some(texts.all().map(rank).collect())
}
