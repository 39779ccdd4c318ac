//! Labels records and finds their positions on the map, from columns in memory like everything
//! else.

use std::sync::Arc;

use super::answer::ExplorerPlace;
use super::declare::DimensionKind;
use super::join_paths::JoinPaths;
use super::scan::{Fact, Opened, Scan};
use super::selection::Selection;
use crate::base::error::Result;
use crate::db::fold_text;
use crate::engine::columns::{Column, Derived, Key, Keys, NONE, Shape};

/// The separator between the parts of a label.
const BETWEEN: &str = " · ";

/// The length of most labels, in bytes.
const USUAL_LENGTH: usize = 48;

/// With at least this part of a table's records all of them are ranked, for later questions too; with fewer,
/// only these are sorted.
const PART: usize = 2;

/// The columns that labels of records are made of.
pub(super) struct NameColumns {
    pub(super) selection: Selection,
    parts: Vec<usize>,
    place: Option<[usize; 2]>,
}

/// The labels and positions of the records of a table.
pub(super) struct Names {
    scan: Scan,
    keys: Arc<Keys>,
    parts: Vec<usize>,
    place: Option<[usize; 2]>,
    ranks: Arc<Derived<Vec<u32>>>,
}

impl NameColumns {
    /// Selects the columns for the values of a dimension; `None` when these are not records.
    pub(super) fn of(join_paths: &JoinPaths, kind: DimensionKind) -> Option<Self> {
        let DimensionKind::Record { of, called, place } = kind else { return None };
        let mut selection = Selection::new(of);
        // A label goes without what the reader does not see.
        let is_seen = |part: &&&'static str| join_paths.reads_from(of, part);
        let called = called.iter().filter(is_seen);
        let parts = called.map(|part| selection.select(join_paths, Shape::Text, part)).collect();
        let place = place.filter(|both| both.iter().all(|one| join_paths.reads_from(of, one)));
        let place =
            place.map(|both| both.map(|one| selection.select(join_paths, Shape::Number, one)));
        Some(Self { selection: selection.seen(join_paths), parts, place })
    }

    /// Makes the labels from the opened columns.
    pub(super) fn open(self, opened: &Opened<'_>) -> Result<Names> {
        let Self { selection, parts, place } = self;
        let keys = opened.table(selection.facts)?.keys.clone().unwrap_or_default();
        let ranks = Arc::clone(&opened.cache.label_ranks);
        Ok(Names { scan: selection.scan(opened)?, keys, parts, place, ranks })
    }
}

impl Names {
    /// Returns the row of the record with this key; `None` when there is no such record.
    pub(super) fn row(&self, key: &str) -> Option<u32> {
        let row = self.keys.row(&Key::of(key));
        (row != NONE && self.scan.shows(row)).then_some(row)
    }

    /// Returns the label of the record in this row.
    pub(super) fn label(&self, row: u32) -> String {
        self.label_of(&self.scan.joined(row))
    }

    /// Returns the label of the record in this row, and its position when it is known.
    pub(super) fn label_and_place(&self, row: u32) -> (String, Option<ExplorerPlace>) {
        let rows = self.scan.joined(row);
        (self.label_of(&rows), self.place_of(&rows))
    }

    /// Returns the rank of each row of the table by label; `None` where it is not worth sorting all of
    /// them for this number of records.
    pub(super) fn ranks(&self, records: usize) -> Option<Arc<Vec<u32>>> {
        // What a reader does not see is in no rank that others share.
        if records < self.keys.rows().len() / PART || self.scan.is_narrowed() {
            return None;
        }
        let keys = Column::Keys(Arc::clone(&self.keys));
        let columns: Vec<&Column> =
            std::iter::once(&keys).chain(self.scan.columns(&self.parts)).collect();
        Some(self.ranks.get(&columns, |_| true, || self.ranked()))
    }

    fn ranked(&self) -> Vec<u32> {
        let keys = self.keys.rows();
        let label = |row| {
            let label = self.label(row);
            (fold_text(&label), label, row)
        };
        let rows = 0..u32::try_from(keys.len()).unwrap_or(NONE);
        let mut labels: Vec<(String, String, u32)> = rows.map(label).collect();
        labels.sort_unstable_by(|(folded, label, row), (other_folded, other, other_row)| {
            let by_label = folded.cmp(other_folded).then_with(|| label.cmp(other));
            by_label.then_with(|| match [row, other_row].map(|row| &keys[*row as usize]) {
                [Key::Id(one), Key::Id(other)] => one.cmp(other),
                [one, other] => one.to_string().cmp(&other.to_string()),
            })
        });
        let mut ranks = vec![0; keys.len()];
        for (rank, (_, _, row)) in (0..).zip(labels) {
            ranks[row as usize] = rank;
        }
        ranks
    }

    fn label_of(&self, rows: &[u32]) -> String {
        let fact = self.scan.row(rows);
        let mut label = String::with_capacity(USUAL_LENGTH);
        for part in &self.parts {
            let code = fact.code(*part);
            if code != NONE {
                label.push_str(if label.is_empty() { "" } else { BETWEEN });
                label.push_str(&fact.text(*part, code));
            }
        }
        label
    }

    fn place_of(&self, rows: &[u32]) -> Option<ExplorerPlace> {
        let place = self.place?;
        let fact = self.scan.row(rows);
        let [latitude, longitude] = place.map(|at| fact.number(at));
        let known = latitude.is_finite() && longitude.is_finite();
        known.then_some(ExplorerPlace { latitude, longitude })
    }
}
