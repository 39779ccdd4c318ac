//! Caches columns of tables in memory, exactly as a snapshot has them. A list, or a question about a
//! million facts, is answered from arrays of numbers, and the database is only queried for changed
//! rows.
//!
//! A column is loaded when a question first needs it, and evicted when no question has needed its
//! table for a while. Each question takes its snapshot under the lock, so that no snapshot is older
//! than what is cached; [`changed`](crate::db::changed) returns the rows that differ in it, and
//! these are read again. An answer therefore contains every earlier commit, of any process. Loading
//! whole columns takes long and happens without the lock; rows that change meanwhile are read again
//! by the next question.

mod bitmap;
mod column;
mod current;
mod derived;
mod found_rows;
mod joins;
mod load;
mod need;
mod order;
mod row_set;
mod table_columns;
mod texts;
mod value_index;
mod value_test;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, watch};

pub(crate) use bitmap::Bitmap;
pub(crate) use column::{Column, Key, Keys, NONE};
pub(crate) use current::{Current, CurrentTables, SortColumn};
pub(crate) use derived::Derived;
pub(crate) use found_rows::FoundRows;
pub(crate) use joins::{Joins, Targets};
pub(crate) use need::{ColumnExpr, Need, Shape};
pub(crate) use order::EXACT;
pub(crate) use row_set::RowSet;
pub(crate) use table_columns::TableColumns;
pub(crate) use texts::Texts;
pub(crate) use value_index::ValueIndexes;
pub(crate) use value_test::{Comparison, ValueTest, is_among};

use crate::base::error::Result;
use crate::db::Conn;
use crate::db::changed::{self, Changed, KeyColumn, Mark};
use current::CachedOrder;
use load::Loaded;

/// No two tables have the same version, nor one table at two times.
fn next_version() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// How long a table stays cached that no question needs.
const UNUSED: Duration = Duration::from_secs(15 * 60);

/// A table is loaded again, instead of updated, when changed rows times `MANY` reach its rows plus
/// `FEW`.
const MANY: usize = 4;
const FEW: usize = 1000;

/// The cached columns, by table.
#[derive(Debug, Default)]
pub(crate) struct ColumnCache {
    tables: RwLock<HashMap<&'static str, CachedTable>>,
    /// Where the database was last found, and when the request for that began.
    position: Mutex<Option<(Instant, Mark)>>,
    pub(crate) joins: Joins,
    pub(crate) value_indexes: ValueIndexes,
    /// The rank of each row of a table by the label of its record.
    pub(crate) label_ranks: Arc<Derived<Vec<u32>>>,
    /// What lists of large tables lack, by table.
    lacking: Mutex<HashMap<&'static str, HashSet<ColumnExpr>>>,
    /// Wakes the job that loads what is lacking.
    wanted: Notify,
    /// How often that has loaded columns.
    loads: watch::Sender<u64>,
}

/// The cache entry of a table.
#[derive(Debug, Default)]
struct CachedTable {
    /// Another number whenever all columns are loaded again or the numbering of rows or texts changes.
    version: u64,
    /// The primary key.
    key: Option<KeyColumn>,
    /// `None` until a question has loaded something.
    cached: Option<Cached>,
    /// The number of questions that are loading columns, and the rows that changed since the first
    /// of them began.
    loading: usize,
    changed: Vec<Key>,
    used: Mutex<Option<Instant>>,
    /// When the last check for changes began of which the cached columns include the result.
    checked: Option<Instant>,
    /// The rows that changed since the numbering began, in the order of the changes; of these,
    /// those before `forgotten` are left out.
    touched: Vec<u32>,
    forgotten: usize,
    orders: Mutex<HashMap<SortColumn, CachedOrder>>,
}

/// Columns in the snapshot of `mark`.
#[derive(Clone, Debug)]
struct Cached {
    mark: Mark,
    columns_of: TableColumns,
    /// Rows of which some columns are from an older snapshot, to be read again by the next question.
    pending: HashSet<Key>,
}

/// What a question found in the cache, and what it has to load.
struct Lookup {
    version: u64,
    mark: Mark,
    /// The length of `CachedTable::changed` at that moment.
    changed: usize,
    key: Option<KeyColumn>,
    cached: Option<TableColumns>,
    missing: Vec<ColumnExpr>,
}

impl ColumnCache {
    /// Returns the needed columns in the snapshot of `conn`. This must be the first read of its
    /// transaction.
    pub(crate) fn open(&self, conn: &mut Conn, needs: &[Need]) -> Result<Vec<TableColumns>> {
        let mut lookup = Vec::with_capacity(needs.len());
        let mut loading = ActiveLoad { cache: self, tables: Vec::new() };
        {
            let mut tables = self.write();
            // The first statement takes the snapshot.
            let mark = changed::mark(conn)?;
            for need in needs {
                let table = tables.entry(need.table).or_default();
                table.use_now();
                table.refresh(conn, need.table, &mark)?;
            }
            for need in needs {
                let Some(table) = tables.get_mut(need.table) else { continue };
                let one = table.look_up(need, &mark);
                if !one.missing.is_empty() || one.cached.is_none() {
                    table.loading += 1;
                    loading.tables.push(need.table);
                }
                lookup.push(one);
            }
        }
        needs.iter().zip(lookup).map(|(need, lookup)| self.complete(conn, need, lookup)).collect()
    }

    /// Loads the missing columns of a table, and stores them for other questions.
    fn complete(&self, conn: &mut Conn, need: &Need, lookup: Lookup) -> Result<TableColumns> {
        let Lookup { key, cached, missing, .. } = &lookup;
        let cached = match cached {
            Some(cached) if missing.is_empty() => return Ok(cached.clone()),
            // Without a key, rows have the same order only within one statement.
            Some(cached) if cached.keys.is_none() => None,
            cached => cached.as_ref(),
        };
        let all = need.without_key(key.as_ref());
        let wanted = if cached.is_some() { missing } else { &all };
        let known = cached.and_then(|cached| cached.keys.as_deref());
        let Loaded { keys, rows, columns } =
            load::all(conn, need.table, key.as_ref(), wanted, known)?;
        let keys = cached.and_then(|cached| cached.keys.clone()).or_else(|| keys.map(Arc::new));
        let key = key.as_ref().map(|key| ColumnExpr::key(need.table, key));
        let mut columns_of = TableColumns { rows, keys, key, columns: HashMap::new() };
        columns_of.columns.extend(wanted.iter().cloned().zip(columns));
        if let Some(table) = self.write().get_mut(need.table) {
            table.store(&lookup, &columns_of);
        }
        columns_of.columns.extend(cached.into_iter().flat_map(|cached| cached.columns.clone()));
        Ok(columns_of)
    }

    /// Brings all tables up to date, so that the records of changes can be deleted after a while.
    pub(crate) fn keep_current(&self, conn: &mut Conn) -> Result<()> {
        let mut tables = self.write();
        let mark = changed::mark(conn)?;
        for (name, table) in tables.iter_mut() {
            table.refresh(conn, name, &mark)?;
        }
        Ok(())
    }

    /// Evicts tables that no question has needed for a while.
    pub(crate) fn evict_unused(&self) {
        self.write().retain(|_, table| table.loading > 0 || table.is_used());
        self.joins.forget_unused();
        self.value_indexes.forget_unused();
        self.label_ranks.forget_unused();
    }

    fn read(&self) -> RwLockReadGuard<'_, HashMap<&'static str, CachedTable>> {
        self.tables.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, HashMap<&'static str, CachedTable>> {
        self.tables.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts a question among those that load columns of these tables, until it is dropped.
struct ActiveLoad<'a> {
    cache: &'a ColumnCache,
    tables: Vec<&'static str>,
}

impl Drop for ActiveLoad<'_> {
    fn drop(&mut self) {
        let mut tables = self.cache.write();
        for name in &self.tables {
            if let Some(table) = tables.get_mut(name) {
                table.loading -= 1;
                if table.loading == 0 {
                    table.changed = Vec::new();
                }
            }
        }
        drop(tables);
        self.cache.note_load();
    }
}

impl CachedTable {
    /// Notes that a question needs it.
    fn use_now(&self) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    fn is_used(&self) -> bool {
        let used = *self.used.lock().unwrap_or_else(PoisonError::into_inner);
        used.is_some_and(|used| used.elapsed() < UNUSED)
    }

    /// Brings the cached columns to the snapshot of `mark`, which `conn` reads from.
    fn refresh(&mut self, conn: &mut Conn, name: &'static str, mark: &Mark) -> Result<()> {
        let Some(cached) = &mut self.cached else {
            self.key = changed::key_of(conn, name)?;
            return Ok(());
        };
        let key = self.key.as_ref();
        let stale = match changed::since(conn, name, &cached.mark, mark)? {
            Changed::Unknown => None,
            Changed::Rows(keys) => cached.stale(keys),
        };
        let current = match (stale, key) {
            (Some(stale), Some(key)) if stale.len() * MANY < cached.columns_of.rows + FEW => {
                let wanted: Vec<ColumnExpr> = cached.columns_of.columns.keys().cloned().collect();
                // Everything is read before anything is changed: after an error the cache is
                // unchanged.
                let found = load::some(conn, name, key, &wanted, &stale)?;
                let touched = cached.columns_of.apply(&wanted, &stale, &found);
                self.touched.extend(touched);
                if cached.columns_of.drop_unused_texts() {
                    self.version = next_version();
                }
                if self.touched.len() * MANY > cached.columns_of.rows + FEW {
                    self.forgotten += self.touched.len();
                    self.touched = Vec::new();
                }
                cached.pending.clear();
                if self.loading > 0 {
                    self.changed.extend(stale);
                }
                true
            }
            (Some(stale), None) => stale.is_empty(),
            _ => false,
        };
        if current {
            cached.mark = mark.clone();
        } else {
            self.invalidate();
        }
        Ok(())
    }

    /// Drops the columns, so that the next question loads them again.
    fn invalidate(&mut self) {
        self.version = next_version();
        self.cached = None;
        self.checked = None;
        self.changed = Vec::new();
        self.orders = Mutex::default();
    }

    fn look_up(&self, need: &Need, mark: &Mark) -> Lookup {
        let cached = self.cached.as_ref().map(|cached| cached.columns_of.clone());
        let wanted = need.without_key(self.key.as_ref());
        let has =
            |wanted: &ColumnExpr| cached.as_ref().is_some_and(|it| it.columns.contains_key(wanted));
        Lookup {
            version: self.version,
            mark: mark.clone(),
            changed: self.changed.len(),
            key: self.key.clone(),
            missing: wanted.into_iter().filter(|wanted| !has(wanted)).collect(),
            cached,
        }
    }

    /// Stores the columns that a question has loaded after `lookup`.
    fn store(&mut self, lookup: &Lookup, read: &TableColumns) {
        if self.version != lookup.version {
            return;
        }
        match (&mut self.cached, &read.keys) {
            (Some(cached), Some(keys)) if lookup.cached.is_some() => {
                let now = cached.columns_of.keys.as_ref().filter(|now| !Arc::ptr_eq(now, keys));
                let from: Option<Vec<u32>> =
                    now.map(|now| now.rows().iter().map(|key| keys.row(key)).collect());
                for (wanted, column) in &read.columns {
                    let column = match &from {
                        Some(from) => column.renumbered(from),
                        None => column.clone(),
                    };
                    cached.columns_of.columns.entry(wanted.clone()).or_insert(column);
                }
                cached.pending.extend(self.changed.iter().skip(lookup.changed).cloned());
            }
            (cached, _) => {
                // Other loads that began without a numbering of rows have another numbering.
                self.version = next_version();
                self.checked = None;
                *cached = Some(Cached {
                    mark: lookup.mark.clone(),
                    columns_of: read.clone(),
                    pending: HashSet::new(),
                });
            }
        }
    }
}

impl Cached {
    /// The rows to be read again; `None` when all of them may have changed.
    fn stale(&self, changed: Vec<String>) -> Option<Vec<Key>> {
        let mut stale = self.pending.clone();
        for key in changed {
            if key.is_empty() {
                return self.columns_of.keys.is_none().then(|| vec![Key::of("")]);
            }
            stale.insert(Key::of(&key));
        }
        Some(stale.into_iter().collect())
    }
}
