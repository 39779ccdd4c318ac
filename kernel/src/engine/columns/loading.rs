//! Loads columns: those of small tables for the request that needs them, all others in the job that loads what is lacking.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::timeout;

use super::cache::ColumnCache;
use super::cached_table::Lookup;
use super::lacking::Lacking;
use super::load::{self, Loaded};
use super::need::{ColumnExpr, Need};
use super::table_columns::TableColumns;
use crate::base::error::Result;
use crate::db::Conn;
use crate::db::statements::snapshot;

/// A load, until it has ended in whatever way.
struct Loading<'a>(&'a Lacking);

impl Drop for Loading<'_> {
    fn drop(&mut self) {
        self.0.loads.send_modify(|loads| *loads += 1);
    }
}

impl ColumnCache {
    /// Notes columns that requests wait for.
    pub(super) fn note_lacking(&self, needs: Vec<Need>) {
        let mut lacking = self.lacking.needs.lock();
        for Need { table, columns } in needs {
            Need::of_table(&mut lacking.awaited, table);
            columns.iter().for_each(|column| Need::add_to(&mut lacking.awaited, table, column));
        }
        drop(lacking);
        self.lacking.wanted.notify_one();
    }

    /// Has columns loaded that no request waits for, as far as there is room for them.
    pub(crate) fn note_declared(&self, needs: Vec<Need>) {
        self.lacking.needs.lock().declared.extend(needs);
        self.lacking.wanted.notify_one();
    }

    /// Returns whether columns are to be loaded.
    pub(crate) fn is_lacking(&self) -> bool {
        !self.lacking.needs.lock().is_empty()
    }

    /// Waits until columns are to be loaded, or an index is due.
    pub(crate) async fn lacks(&self) {
        while !self.is_lacking() && !self.value_indexes.is_due() {
            // No index wakes it.
            let _ = timeout(Duration::from_secs(1), self.lacking.wanted.notified()).await;
        }
    }

    /// Returns what changes each time that the job has loaded columns.
    pub(crate) fn loads(&self) -> watch::Receiver<u64> {
        self.lacking.loads.subscribe()
    }

    /// Loads the columns that are to be loaded, table by table, and makes the indexes that are due.
    ///
    /// # Errors
    /// That of a load that failed, which is logged and noted.
    pub(crate) fn load_lacking(&self, conn: &mut Conn) -> Result<()> {
        loop {
            // Not in the condition of the loop, which would lock them during the load.
            let next = self.lacking.needs.lock().next();
            let Some((need, is_awaited)) = next else { break };
            let _loading = Loading(&self.lacking);
            match snapshot(conn, |conn| self.keep(conn, &need, is_awaited)) {
                Ok(()) => self.lacking.needs.lock().note_loaded(&need),
                Err(error) => {
                    tracing::warn!(
                        table = need.table,
                        ?error,
                        "columns cannot be loaded into memory"
                    );
                    self.lacking.needs.lock().note_failed(need);
                    // The connection may be of no more use.
                    return Err(error);
                }
            }
        }
        self.value_indexes.make_due();
        Ok(())
    }

    /// Notes that nothing can be loaded at the moment, for lack of a connection: no request waits for it.
    pub(crate) fn cannot_load(&self) {
        let _loading = Loading(&self.lacking);
        let mut needs = self.lacking.needs.lock();
        for need in std::mem::take(&mut needs.awaited) {
            needs.note_failed(need);
        }
    }

    /// Returns whether it is worth a wait that the job loads the columns of a need: as far as is known there is room for
    /// them, the database yields them, and they last. Of a table whose primary key is not one column, all would be loaded
    /// again after each change.
    pub(super) fn is_loadable(&self, need: &Need) -> Result<bool> {
        let has_failed = self.lacking.needs.lock().has_failed(need);
        let lasts = self.table(need.table)?.read().key().is_some();
        Ok(!has_failed && lasts && self.fits(need)?)
    }

    /// Loads the missing columns of small tables.
    pub(super) fn load(&self, conn: &mut Conn, needs: &[Need]) -> Result<()> {
        for (need, lookup) in needs.iter().zip(self.look_up(conn, needs)?) {
            self.complete(conn, need, &lookup, self.now(), self.room())?;
        }
        Ok(())
    }

    /// Loads the missing columns of a table, for requests that wait or, where there is room, for later ones: one by one
    /// when there is not room for all of them.
    pub(super) fn keep(&self, conn: &mut Conn, need: &Need, is_awaited: bool) -> Result<()> {
        let used = if is_awaited { self.now() } else { 0 };
        for lookup in self.look_up(conn, std::slice::from_ref(need))? {
            let completed = self.complete(conn, need, &lookup, used, self.room())?;
            if completed.is_none() && need.columns.len() > 1 {
                for column in &need.columns {
                    let alone = Need { table: need.table, columns: vec![column.clone()] };
                    self.keep(conn, &alone, is_awaited)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the columns of a need; loads those that are missing, and keeps them if there is room. `None` when they take
    /// more than `most` bytes.
    pub(super) fn complete(
        &self,
        conn: &mut Conn,
        need: &Need,
        lookup: &Lookup,
        used: u64,
        most: usize,
    ) -> Result<Option<TableColumns>> {
        let Lookup { key, cached, missing, .. } = lookup;
        let cached = match cached {
            Some(cached) if missing.is_empty() => return Ok(Some(cached.clone())),
            // Without a key, rows have the same order only within one statement.
            Some(cached) if cached.keys.is_none() => None,
            cached => cached.as_ref(),
        };
        let all = need.without_key(key.as_ref());
        let wanted = if cached.is_some() { missing } else { &all };
        let known = cached.and_then(|cached| cached.keys.as_deref());
        let of_key = key.as_ref().map(|key| ColumnExpr::key(need.table, key));
        let fits = self.fits(need)?;
        let loaded = load::all(conn, need.table, key.as_ref(), wanted, known, most)?;
        let Some(Loaded { keys, rows, columns }) = loaded else {
            // Of several, each may find room by itself.
            let too_large = match wanted.as_slice() {
                [] => of_key,
                [column] => Some(column.clone()),
                _ => None,
            };
            if let Some(column) = too_large {
                self.note_evicted(need.table, column, most.saturating_add(1));
            }
            return Ok(None);
        };
        let keys = cached.and_then(|cached| cached.keys.clone()).or_else(|| keys.map(Arc::new));
        let mut columns_of = TableColumns { rows, keys, key: of_key, columns: HashMap::new() };
        columns_of.columns.extend(wanted.iter().cloned().zip(columns));
        if fits {
            self.store(need.table, lookup, &columns_of, used)?;
        }
        columns_of.columns.extend(cached.into_iter().flat_map(|cached| cached.columns.clone()));
        Ok(Some(columns_of))
    }

    /// Stores columns that were loaded after `lookup`, if there is room.
    fn store(
        &self,
        name: &'static str,
        lookup: &Lookup,
        loaded: &TableColumns,
        used: u64,
    ) -> Result<()> {
        let table = self.table(name)?;
        table.store(lookup, loaded, used)?;
        if self.make_room(used.min(self.oldest_in_use())) {
            return Ok(());
        }
        let key = loaded.key.as_ref().filter(|_| lookup.cached.is_none());
        for column in loaded.columns.keys().chain(key) {
            self.note_evicted(name, column.clone(), table.evict(column));
        }
        Ok(())
    }
}
