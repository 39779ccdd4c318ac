//! Labels records and finds their positions on the map, from columns in memory like everything
//! else.

use std::sync::Arc;

use super::answer::ExplorerPlace;
use super::declare::Kind;
use super::join_paths::JoinPaths;
use super::scan::{Fact, Opened, Scan};
use super::selection::Selection;
use crate::base::error::Result;
use crate::db::Conn;
use crate::engine::columns::{Key, Keys, NONE, Shape};

/// The separator between the parts of a label.
const BETWEEN: &str = " · ";

/// The columns that labels of records are made of.
pub(super) struct NameColumns {
    pub(super) selection: Selection,
    parts: Vec<usize>,
    place: Option<[usize; 2]>,
}

/// The labels and positions of the records of a table.
pub(super) struct Names {
    scan: Scan,
    keys: Option<Arc<Keys>>,
    parts: Vec<usize>,
    place: Option<[usize; 2]>,
}

impl NameColumns {
    /// Selects the columns for the values of a dimension; `None` when these are not records.
    pub(super) fn of(join_paths: &JoinPaths, kind: Kind) -> Option<Self> {
        let Kind::Record { of, called, place } = kind else { return None };
        let mut selection = Selection::new(of);
        let parts =
            called.iter().map(|part| selection.select(join_paths, Shape::Text, part)).collect();
        let place =
            place.map(|both| both.map(|one| selection.select(join_paths, Shape::Number, one)));
        Some(Self { selection, parts, place })
    }

    /// Makes the labels from the opened columns.
    pub(super) fn open(self, conn: &mut Conn, opened: &Opened<'_>) -> Result<Names> {
        let Self { selection, parts, place } = self;
        let keys = opened.table(selection.facts)?.keys.clone();
        Ok(Names { scan: selection.scan(conn, opened)?, keys, parts, place })
    }
}

impl Names {
    /// Returns the label of the record with this key; `None` when there is no such record.
    pub(super) fn label(&self, key: &str) -> Option<String> {
        let rows = self.rows(key)?;
        let fact = self.scan.row(&rows);
        let mut label = String::new();
        for part in &self.parts {
            let code = fact.code(*part);
            if code != NONE {
                label.push_str(if label.is_empty() { "" } else { BETWEEN });
                label.push_str(&fact.text(*part, code));
            }
        }
        Some(label)
    }

    /// Returns the position of the record, when it is known.
    pub(super) fn place(&self, key: &str) -> Option<ExplorerPlace> {
        let place = self.place?;
        let rows = self.rows(key)?;
        let fact = self.scan.row(&rows);
        let [latitude, longitude] = place.map(|at| fact.number(at));
        let known = latitude.is_finite() && longitude.is_finite();
        known.then_some(ExplorerPlace { latitude, longitude })
    }

    fn rows(&self, key: &str) -> Option<Vec<u32>> {
        let row = self.keys.as_ref()?.row(&Key::of(key));
        (row != NONE).then(|| self.scan.joined(row))
    }
}
