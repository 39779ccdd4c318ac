//! The cached tables as they are now, for lists: checked for changes once for all requests that wait,
//! with the orders of their rows.

use std::collections::{HashMap, HashSet};
use std::sync::{MutexGuard, PoisonError};
use std::time::Instant;

use super::column::{Column, Keys};
use super::order::{OrderBy, SortedRows, ranks};
use super::{CachedTable, ColumnCache, NONE, Need, TableColumns, Wanted};
use crate::base::error::Result;
use crate::db::Conn;
use crate::db::engine::snapshot;
use crate::db::{changed, check_waited_for};
use crate::engine::columns::Key;

/// What rows are sorted by.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SortColumn {
    pub(crate) wanted: Wanted,
    /// The table of the column, and the column that refers to it, when it is another one.
    pub(crate) through: Option<(&'static str, Wanted)>,
}

/// The rows of a table in an order, and the state of the tables that they were sorted by.
#[derive(Clone, Debug)]
pub(super) struct CachedOrder {
    version: u64,
    /// How many changes of rows it includes.
    touched: usize,
    /// The version and changes of the other table, and the rank of each code that refers to it.
    joined: Option<(u64, usize, Vec<u32>)>,
    rows: SortedRows,
}

/// The tables of a list, as they are now.
pub(crate) struct CurrentTables<'a>(MutexGuard<'a, HashMap<&'static str, CachedTable>>);

/// Up to how many rows a request waits until the columns of a table are loaded.
const FEW: usize = 20_000;

impl ColumnCache {
    /// Returns the tables with all commits from before `requested_at`; `None` when the columns of one are
    /// still being loaded, or the first one's primary key is another column than its `identifier`.
    /// `conn` must not be in a transaction.
    pub(crate) fn current(
        &self,
        conn: &mut Conn,
        needs: &[Need],
        identifier: &Wanted,
        requested_at: Instant,
    ) -> Result<Option<CurrentTables<'_>>> {
        for is_loaded in [false, true] {
            let mut tables = self.lock();
            // Who has waited for the lock until nobody waits for the response does no more.
            check_waited_for()?;
            check(&mut tables, conn, needs, requested_at)?;
            let is_key = |need: &Need| {
                let key = tables.get(need.table).and_then(|table| table.key.as_deref());
                need.is_key(identifier, key)
            };
            if !needs.first().is_some_and(is_key) {
                return Ok(None);
            }
            let lacks = |need: &&Need| tables.get(need.table).is_none_or(|one| one.lacks(need));
            let lacking: Vec<Need> = needs.iter().filter(lacks).cloned().collect();
            if lacking.is_empty() {
                return Ok(Some(CurrentTables(tables)));
            }
            let is_loading =
                |need: &Need| tables.get(need.table).is_some_and(|one| one.loading > 0);
            let is_loading = lacking.iter().any(is_loading);
            drop(tables);
            if is_loaded || is_loading {
                break;
            }
            for need in &lacking {
                if !changed::has_at_most(conn, need.table, FEW)? {
                    self.lacking.lock().unwrap_or_else(PoisonError::into_inner).extend(lacking);
                    return Ok(None);
                }
            }
            snapshot(conn, |conn| self.open(conn, needs))?;
        }
        Ok(None)
    }

    /// Returns what lists have lacked since the last call.
    pub(crate) fn take_lacking(&self) -> Vec<Need> {
        let lacking =
            std::mem::take(&mut *self.lacking.lock().unwrap_or_else(PoisonError::into_inner));
        let mut needs: Vec<Need> = Vec::new();
        for Need { table, columns } in lacking {
            match needs.iter_mut().find(|need| need.table == table) {
                None => needs.push(Need { table, columns }),
                Some(need) => need.columns.extend(columns),
            }
        }
        for need in &mut needs {
            let mut known = HashSet::new();
            need.columns.retain(|wanted| known.insert(wanted.clone()));
        }
        needs
    }

    /// Loads columns.
    pub(crate) fn load(&self, conn: &mut Conn, needs: &[Need]) -> Result<()> {
        snapshot(conn, |conn| self.open(conn, needs)).map(drop)
    }
}

/// Brings the tables up to date, unless somebody did so after `requested_at`: whoever waits for the lock
/// meanwhile needs no check of their own.
fn check(
    tables: &mut HashMap<&'static str, CachedTable>,
    conn: &mut Conn,
    needs: &[Need],
    requested_at: Instant,
) -> Result<()> {
    let is_current = |need: &Need| {
        tables.get(need.table).is_some_and(|table| table.includes_all_before(requested_at))
    };
    if needs.iter().all(is_current) {
        return Ok(());
    }
    let checked = Instant::now();
    let mark = changed::mark(conn)?;
    for need in needs {
        let table = tables.entry(need.table).or_default();
        table.refresh(conn, need.table, &mark)?;
        // What is loaded from now on may be from before this check.
        table.checked = table.cached.is_some().then_some(checked);
    }
    Ok(())
}

impl CachedTable {
    fn lacks(&self, need: &Need) -> bool {
        let Some(cached) = &self.cached else { return true };
        let columns = need.without_key(self.key.as_deref());
        columns.iter().any(|wanted| !cached.columns_of.columns.contains_key(wanted))
    }

    /// Returns whether the cached columns include all commits from before a point in time.
    fn includes_all_before(&self, time: Instant) -> bool {
        self.checked.is_some_and(|checked| checked >= time)
            && self.cached.as_ref().is_some_and(|cached| cached.pending.is_empty())
    }

    fn touched(&self) -> usize {
        self.forgotten + self.touched.len()
    }
}

impl CurrentTables<'_> {
    /// Returns the columns of a table.
    pub(crate) fn columns(&self, table: &str) -> Option<&TableColumns> {
        Some(&self.0.get(table)?.cached.as_ref()?.columns_of)
    }

    /// Returns the primary keys of a table.
    pub(crate) fn keys(&self, table: &str) -> Option<&Keys> {
        self.columns(table)?.keys.as_deref()
    }

    /// Returns the rows of a table in the order of a column; `None` when they cannot be sorted in
    /// memory.
    pub(crate) fn sorted(&mut self, table: &str, by: &SortColumn) -> Option<&SortedRows> {
        let state = |one: &CachedTable| (one.version, one.touched());
        let other = by.through.as_ref().map(|(table, _)| self.0.get(table).map(state));
        let known = self.0.get_mut(table)?.orders.remove(by);
        let own = self.0.get(table)?;
        let columns_of = &own.cached.as_ref()?.columns_of;
        let keys = columns_of.keys.as_deref()?;
        let column =
            columns_of.column(by.through.as_ref().map_or(&by.wanted, |(_, it)| it)).ok()?;
        let now = |joined, rows| CachedOrder {
            version: own.version,
            touched: own.touched(),
            joined,
            rows,
        };
        let known = known.filter(|known| {
            let joined = known.joined.as_ref();
            known.version == own.version
                && known.touched >= own.forgotten
                && joined.map(|(version, touched, _)| Some((*version, *touched))) == other
                && joined.is_none_or(|(.., ranks)| ranks.len() == texts(&column))
        });
        let (joined, known) = match (known, &by.through, other) {
            (Some(CachedOrder { joined, touched, rows, .. }), ..) => {
                (joined, Some((touched, rows)))
            }
            (None, None, _) => (None, None),
            (None, Some((table, _)), Some(Some((version, touched)))) => {
                let ranks = joined_ranks(&column, self.columns(table)?, &by.wanted)?;
                (Some((version, touched, ranks)), None)
            }
            (None, Some(_), _) => return None,
        };
        let order = match &joined {
            None => OrderBy::Own(&column),
            Some((.., ranks)) => match &column {
                Column::Texts { codes, .. } => OrderBy::Joined { refers: codes, ranks },
                _ => return None,
            },
        };
        let rows = match known {
            None => SortedRows::of(&order, keys)?,
            Some((touched, mut rows)) => {
                let changed = &own.touched[touched - own.forgotten..];
                if !changed.is_empty() && !rows.update(&order, keys, changed) {
                    return None;
                }
                rows
            }
        };
        let cached = now(joined, rows);
        let orders = &mut self.0.get_mut(table)?.orders;
        Some(&orders.entry(by.clone()).or_insert(cached).rows)
    }
}

fn texts(column: &Column) -> usize {
    match column {
        Column::Texts { texts, .. } => texts.all().len(),
        _ => 0,
    }
}

/// Returns the rank of each code of `refers` by the texts of the other table; 0 for one without.
fn joined_ranks(refers: &Column, other: &TableColumns, wanted: &Wanted) -> Option<Vec<u32>> {
    let (Column::Texts { texts, .. }, keys) = (refers, other.keys.as_deref()?) else { return None };
    let column = other.column(wanted).ok()?;
    let ranks = ranks(&column);
    let rank = |text: &std::sync::Arc<str>| match keys.row(&Key::of(text)) {
        NONE => 0,
        row => ranks.get(column.code(row) as usize).copied().unwrap_or(0),
    };
    Some(texts.all().iter().map(rank).collect())
}
