//! Keeps what was made of columns in memory, until one of these columns changes.

use std::fmt;
use std::sync::Arc;

use parking_lot::Mutex;

use super::column::{Column, WeakColumn};

/// Values, each made of some columns.
pub(crate) struct Derived<T>(Mutex<Vec<Made<T>>>);

/// A value, and what it was made of. It keeps the columns neither in memory nor from being changed in
/// place.
struct Made<T> {
    of: Vec<WeakColumn>,
    value: Arc<T>,
}

impl<T> Made<T> {
    fn exists(&self) -> bool {
        self.of.iter().all(|column| column.strong_count() > 0)
    }
}

impl<T> Derived<T> {
    /// Returns the value that was made of exactly these columns and `is` the wanted one of them.
    pub(super) fn known(&self, columns: &[&Column], is: impl Fn(&T) -> bool) -> Option<Arc<T>> {
        find(&self.0.lock(), &weak(columns), is)
    }

    /// Returns the value that was made of exactly these columns and `is` the wanted one of them, or
    /// `make`s it.
    pub(crate) fn get(
        &self,
        columns: &[&Column],
        is: impl Fn(&T) -> bool,
        make: impl FnOnce() -> T,
    ) -> Arc<T> {
        if let Some(known) = self.known(columns, &is) {
            return known;
        }
        let of = weak(columns);
        // Two questions may make it at the same time, rather than one wait for the other.
        let value = Arc::new(make());
        let mut all = self.0.lock();
        all.retain(Made::exists);
        if let Some(known) = find(&all, &of, is) {
            return known;
        }
        all.push(Made { of, value: Arc::clone(&value) });
        value
    }

    /// Returns about how many bytes the values take of which columns are in memory.
    pub(super) fn bytes(&self, of: impl Fn(&T) -> usize) -> usize {
        self.0.lock().iter().filter(|made| made.exists()).map(|made| of(&made.value)).sum()
    }

    /// Forgets what was made of columns that have changed or are no longer in memory.
    pub(super) fn forget_unused(&self) {
        self.0.lock().retain(Made::exists);
    }
}

fn weak(columns: &[&Column]) -> Vec<WeakColumn> {
    columns.iter().map(|column| column.weak()).collect()
}

fn find<T>(all: &[Made<T>], of: &[WeakColumn], is: impl Fn(&T) -> bool) -> Option<Arc<T>> {
    let is_same = |(one, other): (&WeakColumn, &WeakColumn)| one.ptr_eq(other);
    let found = all.iter().find(|made| {
        made.of.len() == of.len() && made.of.iter().zip(of).all(is_same) && is(&made.value)
    });
    found.map(|made| Arc::clone(&made.value))
}

impl<T> Default for Derived<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> fmt::Debug for Derived<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Derived").field(&self.0.lock().len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::cells::Cell;

    /// Returns the text of the first row, and whether it was made now.
    fn first(derived: &Derived<String>, column: &Column) -> (String, bool) {
        let mut is_made = false;
        let make = || {
            is_made = true;
            column.text(column.code(0)).into_owned()
        };
        (derived.get(&[column], |_| true, make).as_str().to_owned(), is_made)
    }

    #[test]
    fn a_value_is_made_once_and_again_after_a_change_of_a_column() {
        let derived = Derived::default();
        let mut column = Column::of_texts(&["a", "b"]);
        assert_eq!(first(&derived, &column), ("a".into(), true));
        assert_eq!(first(&derived, &column.clone()), ("a".into(), false));

        // Read again after a change of another column of its row.
        column.set(0, &Cell::Text("a".into()));
        assert_eq!(first(&derived, &column), ("a".into(), false));

        // In place: nobody else has the column.
        column.set(0, &Cell::Text("c".into()));
        assert_eq!(first(&derived, &column), ("c".into(), true));

        // A question still has the column, which is copied.
        let shared = column.clone();
        column.set(0, &Cell::Text("b".into()));
        assert_eq!(first(&derived, &column), ("b".into(), true));
        assert_eq!(first(&derived, &shared), ("c".into(), false));
    }

    #[test]
    fn what_was_made_of_unloaded_columns_is_forgotten() {
        let derived = Derived::default();
        for _ in 0..5 {
            first(&derived, &Column::of_texts(&["a"]));
        }
        assert_eq!(derived.0.lock().len(), 1);
    }
}
