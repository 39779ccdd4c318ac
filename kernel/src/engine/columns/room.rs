//! The memory limit of columns: which are evicted when there is not room for all, and which are not loaded at all.
//!
//! A column makes way only for others if no question has needed it for a minute. What finds no room is not loaded
//! again before there is: columns that are needed in turn would otherwise be loaded and evicted in a circle. Lists of
//! those are answered by the database; a question of the explorer reads them for itself.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::cache::ColumnCache;
use super::cached_table::CachedTable;
use super::joins::Targets;
use super::limit::{REST, millis};
use super::need::{ColumnExpr, Need};
use crate::base::error::Result;

/// A column in memory: when it was last needed, whether it is a primary key, its table and itself.
type Resident<'a> = (u64, bool, &'static str, &'a CachedTable, ColumnExpr);

impl ColumnCache {
    /// Limits the columns to so many bytes. Those that no question has needed for `rest` make way for others.
    pub(crate) fn limit(&self, bytes: usize, rest: Option<Duration>) {
        self.limit.bytes.store(bytes, Ordering::Relaxed);
        self.limit.rest.store(millis(rest.unwrap_or(REST)), Ordering::Relaxed);
        self.keep_within_limit();
    }

    /// Returns the most bytes that columns may take.
    pub(crate) fn most_bytes(&self) -> usize {
        self.limit.bytes.load(Ordering::Relaxed)
    }

    /// Returns how many columns were evicted or refused for lack of room.
    pub(crate) fn evicted(&self) -> u64 {
        self.limit.evicted.load(Ordering::Relaxed)
    }

    /// Returns about how many bytes the columns of each table take, and what was made of columns of several.
    pub(crate) fn bytes(&self) -> Vec<(&'static str, usize)> {
        let tables = self.tables().map(|(name, table)| (name, table.read().bytes()));
        let ranks = |ranks: &Vec<u32>| ranks.capacity() * size_of::<u32>();
        let derived = self.joins.bytes(Targets::bytes)
            + self.cached_rows.bytes()
            + self.value_indexes.bytes()
            + self.label_ranks.bytes(ranks)
            + self.value_ranks.bytes(ranks);
        tables.chain([("(derived)", derived)]).filter(|(_, bytes)| *bytes > 0).collect()
    }

    fn all_bytes(&self) -> usize {
        self.bytes().iter().map(|(_, bytes)| bytes).sum()
    }

    /// Returns the time in milliseconds.
    pub(super) fn now(&self) -> u64 {
        // Nothing was used at 0.
        millis(self.limit.begin.elapsed()) + 1
    }

    /// Returns how many bytes are left beside the columns that make way for no other.
    pub(super) fn room(&self) -> usize {
        let since = self.oldest_in_use();
        let unused: usize = self.tables().map(|(_, table)| table.read().bytes_unused(since)).sum();
        self.most_bytes().saturating_sub(self.all_bytes().saturating_sub(unused))
    }

    /// Returns whether there may be room for the columns of a need: it is not known of all how many bytes they take, or
    /// they fit.
    pub(super) fn fits(&self, need: &Need) -> Result<bool> {
        let wanted = {
            let state = self.table(need.table)?.read();
            let key = state.key().map(|key| ColumnExpr::key(need.table, key));
            let key = key.filter(|_| state.columns_of().is_none());
            state.missing(need).into_iter().chain(key).collect::<Vec<_>>()
        };
        let sizes: Vec<usize> = {
            let sizes = self.limit.sizes.lock();
            wanted
                .into_iter()
                .filter_map(|column| sizes.get(&(need.table, column)).copied())
                .collect()
        };
        Ok(sizes.is_empty()
            || sizes.iter().fold(0, |sum: usize, size| sum.saturating_add(*size)) <= self.room())
    }

    /// Notes how many bytes columns took, or would have taken, that are not in memory.
    pub(super) fn note_evicted(&self, table: &'static str, column: ColumnExpr, bytes: usize) {
        self.limit.evicted.fetch_add(1, Ordering::Relaxed);
        self.limit.sizes.lock().insert((table, column), bytes);
    }

    /// Evicts columns, those first that were not needed for longest, until the others are within the limit or were all
    /// needed at a moment or later. Returns whether they are within the limit.
    pub(super) fn make_room(&self, needed: u64) -> bool {
        let most = self.most_bytes();
        if self.all_bytes() <= most {
            return true;
        }
        let mut residents: Vec<Resident<'_>> = Vec::new();
        for (name, table) in self.tables() {
            let uses = table.read().uses();
            let of_table = |(used, is_key, column)| (used, is_key, name, table, column);
            residents.extend(uses.into_iter().map(of_table));
        }
        residents.sort_by_key(|(used, is_key, ..)| (*used, *is_key));
        for (_, _, name, table, column) in residents.into_iter().filter(|(used, ..)| *used < needed)
        {
            let bytes = table.evict(&column);
            self.note_evicted(name, column, bytes);
            if self.all_bytes() <= most {
                return true;
            }
        }
        false
    }

    /// Evicts what is above the limit since tables have grown, also what is in use.
    pub(crate) fn keep_within_limit(&self) {
        self.make_room(u64::MAX);
        self.joins.forget_unused();
        self.cached_rows.forget_unused();
        self.value_indexes.forget_unused();
        self.label_ranks.forget_unused();
        self.value_ranks.forget_unused();
    }

    /// Returns since when a column was needed that makes way for no other.
    pub(super) fn oldest_in_use(&self) -> u64 {
        self.now().saturating_sub(self.limit.rest.load(Ordering::Relaxed))
    }
}
