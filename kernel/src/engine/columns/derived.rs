//! Keeps what was made of columns in memory, until one of these columns changes.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::column::{Column, Keys};
use super::texts::Texts;

/// Values, each made of some columns.
pub(crate) struct Derived<T>(Mutex<Vec<Made<T>>>);

/// A value, and what it was made of. It keeps the columns neither in memory nor from being changed in
/// place.
struct Made<T> {
    of: Vec<WeakColumn>,
    value: Arc<T>,
}

/// A column as it was. One that is changed gets another address while this one exists.
enum WeakColumn {
    Numbers(Weak<Vec<f64>>),
    Texts { codes: Weak<Vec<u32>>, texts: Weak<Texts> },
    Keys(Weak<Keys>),
}

impl WeakColumn {
    fn of(column: &Column) -> Self {
        match column {
            Column::Numbers(numbers) => Self::Numbers(Arc::downgrade(numbers)),
            Column::Texts { codes, texts } => {
                Self::Texts { codes: Arc::downgrade(codes), texts: Arc::downgrade(texts) }
            }
            Column::Keys(keys) => Self::Keys(Arc::downgrade(keys)),
        }
    }

    fn is(&self, column: &Column) -> bool {
        match (self, column) {
            (Self::Numbers(was), Column::Numbers(is)) => was.as_ptr() == Arc::as_ptr(is),
            (
                Self::Texts { codes, texts },
                Column::Texts { codes: codes_now, texts: texts_now },
            ) => {
                codes.as_ptr() == Arc::as_ptr(codes_now) && texts.as_ptr() == Arc::as_ptr(texts_now)
            }
            (Self::Keys(was), Column::Keys(is)) => was.as_ptr() == Arc::as_ptr(is),
            _ => false,
        }
    }

    fn exists(&self) -> bool {
        match self {
            Self::Numbers(numbers) => numbers.strong_count() > 0,
            Self::Texts { codes, texts } => codes.strong_count() > 0 && texts.strong_count() > 0,
            Self::Keys(keys) => keys.strong_count() > 0,
        }
    }
}

impl<T> Made<T> {
    fn exists(&self) -> bool {
        self.of.iter().all(WeakColumn::exists)
    }
}

impl<T> Derived<T> {
    /// Returns the value that was made of exactly these columns and `is` the wanted one of them.
    pub(super) fn known(&self, columns: &[&Column], is: impl Fn(&T) -> bool) -> Option<Arc<T>> {
        find(&self.lock(), columns, is)
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
        // Two questions may make it at the same time, rather than one wait for the other.
        let value = Arc::new(make());
        let mut all = self.lock();
        all.retain(Made::exists);
        if let Some(known) = find(&all, columns, is) {
            return known;
        }
        let of = columns.iter().map(|column| WeakColumn::of(column)).collect();
        all.push(Made { of, value: Arc::clone(&value) });
        value
    }

    /// Returns about how many bytes the values take of which columns are in memory.
    pub(super) fn bytes(&self, of: impl Fn(&T) -> usize) -> usize {
        self.lock().iter().filter(|made| made.exists()).map(|made| of(&made.value)).sum()
    }

    /// Forgets what was made of columns that have changed or are no longer in memory.
    pub(super) fn forget_unused(&self) {
        self.lock().retain(Made::exists);
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Made<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn find<T>(all: &[Made<T>], columns: &[&Column], is: impl Fn(&T) -> bool) -> Option<Arc<T>> {
    let found = all.iter().find(|made| {
        made.of.len() == columns.len()
            && made.of.iter().zip(columns).all(|(was, column)| was.is(column))
            && is(&made.value)
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
        f.debug_tuple("Derived").field(&self.lock().len()).finish()
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
        assert_eq!(derived.lock().len(), 1);
    }
}
