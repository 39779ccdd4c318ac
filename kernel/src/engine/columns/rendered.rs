//! Records as they are sent, as JSON text, until a row changes that they were made of.
//!
//! A text is read from the database after the state of its tables, and cached only if none of its rows
//! has changed since that state: it is never older than the columns.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use serde_json::value::RawValue;

use super::current::{CurrentTables, State};
use super::{CachedTable, ColumnCache, Key, NONE, Need, Wanted};
use crate::base::error::Result;
use crate::base::id::Id;
use crate::db::{Conn, changed};

/// How many bytes the texts of one table may take. When they are more, half of them are dropped.
const MAX_BYTES: usize = 128 * 1024 * 1024;

/// A kind of rendered records.
#[derive(Clone, Copy)]
pub(crate) struct RenderedKind {
    /// The resource.
    pub(crate) name: &'static str,
    /// Its table.
    pub(crate) table: &'static str,
    /// Its query: a text depends on all tables that this names, and on nothing else.
    pub(crate) statement: fn() -> String,
}

/// The tables of each kind; `None` when their texts are not cached.
pub(super) type Sources = Mutex<HashMap<&'static str, Option<Arc<[&'static str]>>>>;

/// A record as it is sent.
#[derive(Debug)]
pub(crate) struct RenderedText {
    pub(crate) json: Box<RawValue>,
    /// Its `ETag`, once it was asked for.
    pub(crate) etag: OnceLock<String>,
}

impl RenderedText {
    pub(crate) fn of(json: Box<RawValue>) -> Arc<Self> {
        Arc::new(Self { json, etag: OnceLock::new() })
    }
}

/// The cached texts of one kind, by the number of the row.
#[derive(Debug, Default)]
pub(super) struct RenderedTexts {
    /// The state of the table, and those of the others that the texts are made of.
    states: Vec<State>,
    texts: HashMap<u32, Arc<RenderedText>>,
    bytes: usize,
}

/// The texts that were found, in order, and the state that new ones are read after.
pub(crate) struct Rendered {
    pub(crate) texts: Vec<Option<Arc<RenderedText>>>,
    states: Vec<State>,
}

impl ColumnCache {
    /// Returns the tables that records of a kind are made of; `None` when changes of one of them are not
    /// recorded, or the primary key of its table is another column than the `identifier`.
    pub(crate) fn sources(
        &self,
        conn: &mut Conn,
        kind: RenderedKind,
        identifier: &Wanted,
    ) -> Result<Option<Arc<[&'static str]>>> {
        if let Some(known) = lock(&self.sources).get(kind.name) {
            return Ok(known.clone());
        }
        let statement = (kind.statement)();
        let words = statement.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let key = changed::key_of(conn, kind.table)?;
        let is_key = key.is_some_and(|key| Wanted::key(kind.table, &key) == *identifier);
        let tables = match is_key {
            true => changed::all_recorded(conn, &words.collect::<HashSet<_>>())?,
            false => None,
        };
        let tables = tables.map(|tables| tables.into_iter().map(|table| &*table.leak()).collect());
        Ok(lock(&self.sources).entry(kind.name).or_insert(tables).clone())
    }

    /// Returns the text of one record, as [`CurrentTables::rendered`] does for those of a page. `None` when its
    /// tables are not in memory, of which a note is taken, or there is no such row.
    pub(crate) fn rendered_one(
        &self,
        conn: &mut Conn,
        (kind, sources): (RenderedKind, &[&'static str]),
        (identifier, id): (&Wanted, &Id),
        requested_at: Instant,
    ) -> Result<Option<Rendered>> {
        let others = sources.iter().copied().filter(|source| *source != kind.table);
        let needs = std::iter::once(kind.table).chain(others);
        let needs: Vec<Need> = needs.map(|table| Need { table, columns: Vec::new() }).collect();
        let are_cached = {
            let tables = self.cached();
            needs.iter().all(|need| tables.columns(need.table).is_some())
        };
        if !are_cached {
            self.note_lacking(needs);
            return Ok(None);
        }
        let Some(tables) = self.current(conn, &needs, identifier, requested_at)? else {
            return Ok(None);
        };
        let row = tables.keys(kind.table).map_or(NONE, |keys| keys.row(&Key::of(id.as_str())));
        Ok(if row == NONE { None } else { tables.rendered(kind, sources, &[row]) })
    }

    /// Caches texts that were read after the state of `rendered`, unless their rows have changed since.
    pub(crate) fn cache_rendered<'a>(
        &self,
        kind: RenderedKind,
        sources: &[&'static str],
        rendered: &Rendered,
        read: impl Iterator<Item = (&'a Id, Arc<RenderedText>)>,
    ) {
        let tables = self.cached();
        let own = tables.table(kind.table).zip(tables.keys(kind.table));
        let (Some((own, keys)), Some(states)) = (own, states(&tables, kind, sources)) else {
            return;
        };
        let (Some(then), Some(now)) = (rendered.states.split_first(), states.split_first()) else {
            return;
        };
        let Some(changed) = own.touched_since(*then.0).filter(|_| then.1 == now.1) else { return };
        let mut cached = lock(&own.rendered);
        let cached = cached.entry(kind.name).or_default();
        cached.bring_to(own, &states);
        for (id, text) in read {
            let row = keys.row(&Key::of(id.as_str()));
            if row != NONE && !changed.contains(&row) {
                cached.insert(row, text);
            }
        }
    }
}

/// Returns the state of a table and those of the others that its texts are made of; `None` when one is not
/// cached.
fn states(
    tables: &CurrentTables<'_>,
    kind: RenderedKind,
    sources: &[&'static str],
) -> Option<Vec<State>> {
    let others = sources.iter().copied().filter(|source| *source != kind.table);
    std::iter::once(kind.table)
        .chain(others)
        .map(|table| tables.table(table).map(CachedTable::state))
        .collect()
}

impl CurrentTables<'_> {
    /// Returns the texts of rows; `sources` are the tables of the kind.
    pub(crate) fn rendered(
        &self,
        kind: RenderedKind,
        sources: &[&'static str],
        rows: &[u32],
    ) -> Option<Rendered> {
        let own = self.table(kind.table)?;
        let states = states(self, kind, sources)?;
        let mut cached = lock(&own.rendered);
        let cached = cached.entry(kind.name).or_default();
        cached.bring_to(own, &states);
        let texts = rows.iter().map(|row| cached.texts.get(row).cloned()).collect();
        Some(Rendered { texts, states })
    }
}

impl RenderedTexts {
    /// Drops the texts that are not those of these states.
    fn bring_to(&mut self, own: &CachedTable, states: &[State]) {
        if self.states == states {
            return;
        }
        let others_are_same = self.states.get(1..) == states.get(1..);
        let changed = self.states.first().and_then(|state| own.touched_since(*state));
        match changed.filter(|_| others_are_same) {
            Some(changed) => changed.iter().for_each(|row| self.remove(*row)),
            None => (self.texts, self.bytes) = Default::default(),
        }
        self.states = states.to_vec();
    }

    fn insert(&mut self, row: u32, text: Arc<RenderedText>) {
        self.remove(row);
        self.bytes += text.json.get().len();
        self.texts.insert(row, text);
        if self.bytes > MAX_BYTES {
            let mut seen = 0_usize;
            self.texts.retain(|_, _| {
                seen += 1;
                seen.is_multiple_of(2)
            });
            self.bytes = self.texts.values().map(|text| text.json.get().len()).sum();
        }
    }

    fn remove(&mut self, row: u32) {
        if let Some(text) = self.texts.remove(&row) {
            self.bytes -= text.json.get().len();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
