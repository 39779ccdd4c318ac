//! Joins of columns in memory: the rows of another table, by the code of a value. A join is made once,
//! and again when one of its columns has changed.

use std::sync::Arc;

use super::column::{Column, Key};
use super::derived::Derived;
use super::texts::{NONE, by_code, number};

/// The rows of another table, by the code of the joined value.
#[derive(Debug)]
pub(crate) enum Targets {
    /// At most one row.
    One(Vec<u32>),
    /// The rows from one start to the next.
    Many { starts: Vec<u32>, rows: Vec<u32> },
}

/// The joins between columns that are in memory.
pub(crate) type Joins = Derived<Targets>;

impl Joins {
    /// Returns the rows of `target` for each value of `by`; of several rows the first, unless `many`.
    pub(crate) fn of(&self, by: &Column, target: &Column, many: bool) -> Arc<Targets> {
        // No two rows have one primary key.
        let many = many && matches!(target, Column::Texts { .. });
        let is_many = |targets: &Targets| matches!(targets, Targets::Many { .. });
        self.get(&[by, target], |known| is_many(known) == many, || Targets::of(by, target, many))
    }
}

impl Targets {
    /// Returns about how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        let (starts, rows) = match self {
            Self::One(rows) => (0, rows.capacity()),
            Self::Many { starts, rows } => (starts.capacity(), rows.capacity()),
        };
        (starts + rows) * size_of::<u32>()
    }

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
        let (by_code, begin) = by_code(codes, texts.len());
        let of = |value: &u32| match begin.get(*value as usize..).and_then(|rest| rest.get(..2)) {
            Some([start, end]) => &by_code[*start as usize..*end as usize],
            _ => &[],
        };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::cells::Cell;

    #[test]
    fn join_leads_to_one_row_or_to_all_and_is_made_again_after_a_change() {
        let joins = Joins::default();
        let (by, mut target) =
            (Column::of_texts(&["a", "b", "c"]), Column::of_texts(&["b", "a", "b"]));
        let first = joins.of(&by, &target, true);
        assert_eq!((first.all(0), first.all(1), first.all(2)), (&[1][..], &[0, 2][..], &[][..]));
        assert!(Arc::ptr_eq(&first, &joins.of(&by.clone(), &target.clone(), true)));
        assert_eq!(joins.of(&by, &target, false).first(1), 0);
        target.set(0, &Cell::Text("c".into()));
        let second = joins.of(&by, &target, true);
        assert_eq!((second.all(1), second.all(2)), (&[2][..], &[0][..]));
    }
}
