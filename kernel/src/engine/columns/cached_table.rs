//! The columns of one table in memory: the commit that they are as of, and how they reach a later one.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use parking_lot::{Mutex, MutexGuard, RwLock, RwLockReadGuard};

use super::column::{Column, Key};
use super::load;
use super::need::{ColumnExpr, Need};
use super::order::{CachedOrder, SortColumn};
use super::table_columns::{FEW, TableColumns};
use super::turn::Turn;
use crate::base::error::Result;
use crate::db::Conn;
use crate::db::changed::{self, Changed, KeyColumn, Mark};

/// A table is loaded again, instead of updated, when changed rows times `MANY` reach its rows plus
/// [`FEW`].
const MANY: usize = 4;

/// A table, with at most some of its columns in memory.
#[derive(Debug, Default)]
pub(super) struct CachedTable {
    /// Only who has the turn reads changes and changes what the columns are as of.
    pub(super) turn: Turn,
    /// Never locked while the database is asked.
    state: RwLock<State>,
}

/// The state of a table.
#[derive(Debug, Default)]
pub(super) struct State {
    /// Another number for each numbering of the rows.
    version: u64,
    /// The primary key, once it was looked up, when it is one column.
    key: OnceLock<Option<KeyColumn>>,
    cached: Option<Cached>,
    orders: Mutex<HashMap<SortColumn, CachedOrder>>,
}

/// Columns in memory.
#[derive(Debug)]
struct Cached {
    columns_of: TableColumns,
    /// The snapshot that the columns have.
    as_of: Mark,
    /// Whether some columns have a later snapshot: they are read again with the others.
    is_mixed: bool,
    /// When each column, and the primary key, was last needed, in milliseconds.
    used: HashMap<ColumnExpr, AtomicU64>,
}

/// What a question found in memory, and what it has to load.
pub(super) struct Lookup {
    version: u64,
    pub(super) mark: Mark,
    pub(super) key: Option<KeyColumn>,
    pub(super) cached: Option<TableColumns>,
    pub(super) missing: Vec<ColumnExpr>,
}

impl Lookup {
    /// Returns whether something is to be loaded.
    pub(super) fn is_lacking(&self) -> bool {
        self.cached.is_none() || !self.missing.is_empty()
    }
}

impl CachedTable {
    pub(super) fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read()
    }

    /// Brings the columns to the snapshot of `mark`, which `conn` reads from. The caller has the turn.
    pub(super) fn refresh(&self, conn: &mut Conn, name: &'static str, mark: &Mark) -> Result<()> {
        self.update(conn, name, mark)?;
        if self.read().key.get().is_none() {
            let key = changed::key_of(conn, name)?;
            let _ = self.read().key.set(key);
        }
        Ok(())
    }

    fn update(&self, conn: &mut Conn, name: &'static str, mark: &Mark) -> Result<()> {
        let known = {
            let state = self.read();
            let known = state.cached.as_ref();
            known.map(|it| (it.as_of.clone(), state.key().cloned(), it.columns_of.clone()))
        };
        let Some((as_of, key, columns_of)) = known else { return Ok(()) };
        let wanted: Vec<ColumnExpr> = columns_of.columns.keys().cloned().collect();
        let rows = columns_of.rows;
        // Without another holder the columns are changed in place.
        drop(columns_of);
        let stale = match changed::since(conn, name, &as_of, mark)? {
            Changed::Rows(keys) if !keys.iter().any(String::is_empty) => {
                let keys: HashSet<Key> = keys.iter().map(|key| Key::of(key)).collect();
                Some(keys.into_iter().collect::<Vec<_>>())
            }
            // All rows may have changed.
            Changed::Rows(_) | Changed::Unknown => None,
        };
        // Everything is read before anything is changed: after an error memory is as it was.
        let found = match (&stale, &key) {
            (Some(stale), _) if stale.is_empty() => Some(HashMap::new()),
            (Some(stale), Some(key)) if stale.len() * MANY < rows + FEW => {
                Some(load::some(conn, name, key, &wanted, stale)?)
            }
            _ => None,
        };
        let mut state = self.state.write();
        match stale.zip(found) {
            Some((stale, found)) => state.apply(&wanted, &stale, &found, mark),
            None => state.clear(),
        }
        Ok(())
    }

    /// Returns what there is of a need. The columns have the snapshot of `mark`.
    pub(super) fn look_up(&self, need: &Need, mark: &Mark, now: u64) -> Lookup {
        let state = self.read();
        state.note_use(need, now);
        Lookup {
            version: state.version,
            mark: mark.clone(),
            key: state.key().cloned(),
            missing: state.missing(need),
            cached: state.cached.as_ref().map(|cached| cached.columns_of.clone()),
        }
    }

    /// Stores the columns that were loaded after `lookup`, as needed at a moment.
    pub(super) fn store(&self, lookup: &Lookup, loaded: &TableColumns, used: u64) -> Result<()> {
        let _turn = self.turn.take(|| false)?;
        let mut state = self.state.write();
        if state.version != lookup.version {
            return Ok(());
        }
        match (&mut state.cached, &loaded.keys) {
            (Some(cached), Some(_)) if lookup.cached.is_some() => cached.merge(lookup, loaded),
            _ => {
                // Other loads that began without a numbering of the rows have another one.
                state.clear();
                let _ = state.key.set(lookup.key.clone());
                state.cached = Some(Cached {
                    columns_of: loaded.clone(),
                    as_of: lookup.mark.clone(),
                    is_mixed: false,
                    used: HashMap::new(),
                });
            }
        }
        if let Some(cached) = &mut state.cached {
            let stored = loaded.columns.keys().chain(&loaded.key).cloned();
            for column in stored {
                cached.used.entry(column).or_insert_with(|| AtomicU64::new(used));
            }
        }
        Ok(())
    }

    /// Evicts a column, or with the primary key all that there is. Returns the bytes that it had.
    pub(super) fn evict(&self, column: &ColumnExpr) -> usize {
        let mut state = self.state.write();
        let before = state.bytes();
        let Some(cached) = &mut state.cached else { return 0 };
        cached.used.remove(column);
        cached.columns_of.columns.remove(column);
        if cached.used.is_empty() || cached.columns_of.key.as_ref() == Some(column) {
            state.clear();
        }
        state.orders().retain(|by, _| !by.is_of(column));
        before.saturating_sub(state.bytes())
    }
}

impl State {
    pub(super) fn key(&self) -> Option<&KeyColumn> {
        self.key.get()?.as_ref()
    }

    pub(super) fn columns_of(&self) -> Option<&TableColumns> {
        Some(&self.cached.as_ref()?.columns_of)
    }

    pub(super) fn orders(&self) -> MutexGuard<'_, HashMap<SortColumn, CachedOrder>> {
        self.orders.lock()
    }

    /// Returns whether what there is contains all commits from before a point in time, after which the database was
    /// at `head`.
    pub(super) fn is_fresh(&self, time: Instant, head: &Mark) -> bool {
        match &self.cached {
            None => self.key.get().is_some(),
            Some(Cached { is_mixed, as_of, .. }) => {
                !is_mixed && (as_of.is_after(time) || as_of.is_at(head))
            }
        }
    }

    /// Returns the columns of a need that are not in memory.
    pub(super) fn missing(&self, need: &Need) -> Vec<ColumnExpr> {
        let known = self.cached.as_ref().map(|cached| &cached.columns_of.columns);
        let is_missing = |one: &ColumnExpr| known.is_none_or(|known| !known.contains_key(one));
        need.without_key(self.key()).into_iter().filter(is_missing).collect()
    }

    /// Notes that a need was asked for.
    pub(super) fn note_use(&self, need: &Need, now: u64) {
        let Some(cached) = &self.cached else { return };
        for column in need.columns.iter().chain(&cached.columns_of.key) {
            if let Some(used) = cached.used.get(column) {
                used.store(now, Ordering::Relaxed);
            }
        }
    }

    /// Returns about how many bytes the columns take that were not needed at a moment or later.
    pub(super) fn bytes_unused(&self, since: u64) -> usize {
        let Some(Cached { columns_of, used, .. }) = &self.cached else { return 0 };
        let is_unused =
            |column| used.get(column).is_some_and(|used| used.load(Ordering::Relaxed) < since);
        if columns_of.key.as_ref().is_some_and(is_unused) {
            return self.bytes();
        }
        let columns = columns_of.columns.iter().filter(|(column, _)| is_unused(column));
        let orders = self.orders();
        let orders = orders.iter().filter(|(by, _)| is_unused(by.own()));
        columns.map(|(_, column)| column.bytes()).sum::<usize>()
            + orders.map(|(_, order)| order.bytes()).sum::<usize>()
    }

    /// Returns whether there is all of a need.
    pub(super) fn has(&self, need: &Need) -> bool {
        self.cached.is_some() && self.missing(need).is_empty()
    }

    /// Returns when each column was last needed, and whether it is the primary key, which all others need.
    pub(super) fn uses(&self) -> Vec<(u64, bool, ColumnExpr)> {
        let Some(Cached { columns_of, used, .. }) = &self.cached else { return Vec::new() };
        let is_key = |column| columns_of.key.as_ref() == Some(column);
        let uses = used
            .iter()
            .map(|(column, used)| (used.load(Ordering::Relaxed), is_key(column), column.clone()));
        uses.collect()
    }

    /// Returns about how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        let Some(cached) = &self.cached else { return 0 };
        cached.columns_of.bytes() + self.orders().values().map(CachedOrder::bytes).sum::<usize>()
    }

    /// Replaces rows that have changed, in all columns, which then have the snapshot of `mark`.
    fn apply(
        &mut self,
        wanted: &[ColumnExpr],
        stale: &[Key],
        found: &load::RowsByKey,
        mark: &Mark,
    ) {
        let Some(cached) = &mut self.cached else { return };
        let touched = cached.columns_of.apply(wanted, stale, found);
        (cached.as_of, cached.is_mixed) = (mark.clone(), false);
        let has_new_codes = cached.columns_of.drop_unused_texts();
        let most = cached.columns_of.rows + FEW;
        self.orders().retain(|_, order| !has_new_codes && order.touch(&touched) * MANY <= most);
    }

    /// Drops the columns, so that the next question loads them again.
    fn clear(&mut self) {
        *self = Self { version: self.version + 1, ..Self::default() };
    }
}

impl Cached {
    /// Adds columns that were loaded with an earlier numbering of the rows, and maybe an earlier snapshot: what has
    /// changed since the earlier of the two is read again.
    fn merge(&mut self, lookup: &Lookup, loaded: &TableColumns) {
        if !self.as_of.is_at(&lookup.mark) {
            self.is_mixed = true;
            if lookup.mark.is_before(&self.as_of) {
                self.as_of = lookup.mark.clone();
            }
        }
        let (Some(now), Some(then)) = (&self.columns_of.keys, &loaded.keys) else { return };
        let from: Option<Vec<u32>> =
            (!Arc::ptr_eq(now, then)).then(|| now.rows().iter().map(|key| then.row(key)).collect());
        for (wanted, column) in &loaded.columns {
            let column: Column = match &from {
                Some(from) => column.renumbered(from),
                None => column.clone(),
            };
            self.columns_of.columns.entry(wanted.clone()).or_insert(column);
        }
    }
}
