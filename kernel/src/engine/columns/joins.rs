//! Joins of columns in memory: the rows of another table, by the code of a value. A join is made once,
//! and again when one of its columns has changed.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::column::{Column, Key, Keys, NONE, Texts, number};

/// The rows of another table, by the code of the joined value.
#[derive(Debug)]
pub(crate) enum Targets {
    /// At most one row.
    One(Vec<u32>),
    /// The rows from one start to the next.
    Many { starts: Vec<u32>, rows: Vec<u32> },
}

/// The joins between columns that are in memory.
#[derive(Debug, Default)]
pub(crate) struct Joins(Mutex<Vec<Join>>);

/// A join, which keeps its columns neither in memory nor from being changed in place.
#[derive(Debug)]
struct Join {
    by: WeakColumn,
    target: WeakColumn,
    many: bool,
    targets: Arc<Targets>,
}

/// A column as it was. One that is changed gets another address while this one exists.
#[derive(Debug)]
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

impl Joins {
    /// Returns the rows of `target` for each value of `by`; of several rows the first, unless `many`.
    pub(crate) fn of(&self, by: &Column, target: &Column, many: bool) -> Arc<Targets> {
        let same = |join: &&Join| join.many == many && join.by.is(by) && join.target.is(target);
        if let Some(known) = self.lock().iter().find(same) {
            return Arc::clone(&known.targets);
        }
        // Two questions may make it at the same time, rather than one wait for the other.
        let targets = Arc::new(Targets::of(by, target, many));
        let (by, target) = (WeakColumn::of(by), WeakColumn::of(target));
        self.forget_unused();
        self.lock().push(Join { by, target, many, targets: Arc::clone(&targets) });
        targets
    }

    /// Forgets the joins of columns that have changed or are no longer in memory.
    pub(super) fn forget_unused(&self) {
        self.lock().retain(|join| join.by.exists() && join.target.exists());
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Join>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Targets {
    /// Returns the row of a value, of several the first, or [`NONE`].
    pub(crate) fn first(&self, value: u32) -> u32 {
        match self {
            Self::One(targets) => targets.get(value as usize).copied().unwrap_or(NONE),
            Self::Many { .. } => self.all(value).first().copied().unwrap_or(NONE),
        }
    }

    /// Returns the rows of a value, of a join to many.
    pub(crate) fn all(&self, value: u32) -> &[u32] {
        let Self::Many { starts, rows } = self else { return &[] };
        let at = value as usize;
        let bounds = starts.get(at).zip(starts.get(at.saturating_add(1)));
        bounds.map_or(&[], |(start, end)| &rows[*start as usize..*end as usize])
    }

    /// Finds the rows of each value of `by` in `target`.
    fn of(by: &Column, target: &Column, many: bool) -> Self {
        let find: Box<dyn Fn(&Key) -> u32> = match target {
            Column::Keys(keys) => {
                let keys = Arc::clone(keys);
                Box::new(move |key| keys.row(key))
            }
            Column::Texts { texts, .. } => {
                let texts = Arc::clone(texts);
                Box::new(move |key| texts.code(&key.to_string()))
            }
            Column::Numbers(_) => Box::new(|_| NONE),
        };
        let values: Vec<u32> = match by {
            Column::Keys(keys) => keys.rows().iter().map(find).collect(),
            Column::Texts { texts, .. } => texts.all().map(|text| find(&Key::of(text))).collect(),
            Column::Numbers(_) => Vec::new(),
        };
        let Column::Texts { codes, texts } = target else { return Self::One(values) };
        // A value of the other table may be in several of its rows.
        let by_row = rows_of(codes, texts.len());
        let of = |value: &u32| by_row.get(*value as usize).map_or(&[][..], Vec::as_slice);
        if !many {
            return Self::One(
                values.iter().map(|value| of(value).first().copied().unwrap_or(NONE)).collect(),
            );
        }
        let (mut starts, mut rows) = (vec![0], Vec::new());
        for value in &values {
            rows.extend_from_slice(of(value));
            starts.push(number(rows.len()));
        }
        Self::Many { starts, rows }
    }
}

/// Returns the rows of each text, by its code.
fn rows_of(codes: &[u32], texts: usize) -> Vec<Vec<u32>> {
    let mut rows = vec![Vec::new(); texts];
    for (row, code) in (0..).zip(codes) {
        if let Some(rows) = rows.get_mut(*code as usize) {
            rows.push(row);
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::cells::Cell;
    use crate::engine::columns::Shape;

    fn column(texts: &[&str]) -> Column {
        let mut column = Column::empty(Shape::Text, 0);
        for (row, text) in (0..).zip(texts) {
            column.set(row, &Cell::Text((*text).into()));
        }
        column
    }

    #[test]
    fn join_is_made_once_and_again_after_a_change_of_a_column() {
        let joins = Joins::default();
        let (by, mut target) = (column(&["a", "b", "c"]), column(&["b", "a", "b"]));
        let first = joins.of(&by, &target, true);
        assert_eq!((first.all(0), first.all(1), first.all(2)), (&[1][..], &[0, 2][..], &[][..]));
        assert!(Arc::ptr_eq(&first, &joins.of(&by.clone(), &target.clone(), true)));
        assert_eq!(joins.of(&by, &target, false).first(1), 0);

        // In place: nobody else has the column.
        target.set(0, &Cell::Text("c".into()));
        let second = joins.of(&by, &target, true);
        assert_eq!((second.all(1), second.all(2)), (&[2][..], &[0][..]));

        // A question still has the column, which is copied.
        let shared = target.clone();
        target.set(0, &Cell::Text("a".into()));
        assert_eq!(joins.of(&by, &target, true).all(0), [0, 1]);
        assert_eq!(joins.of(&by, &shared, true).all(0), [1]);
    }

    #[test]
    fn joins_of_unloaded_columns_are_forgotten() {
        let joins = Joins::default();
        for _ in 0..5 {
            joins.of(&column(&["a"]), &column(&["a"]), false);
        }
        assert_eq!(joins.lock().len(), 1);
    }
}
