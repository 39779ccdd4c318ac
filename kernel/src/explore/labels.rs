//! The labels and places of the values of a dimension, and their order by label.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use super::answer::{ExplorerKey, ExplorerPlace};
use super::members::{Members, NONE};
use crate::db::fold_text;
use crate::engine::columns::NONE as MISSING;

impl Members {
    /// Returns the values of these keys for the response. A value that no fact has is labelled by
    /// its key, unless it is a record.
    pub(super) fn explorer_keys(&self, keys: &[Option<String>]) -> Vec<ExplorerKey> {
        let mut numbers: HashMap<&str, Option<u32>> =
            keys.iter().flatten().map(|key| (key.as_str(), None)).collect();
        for (number, member) in (0..).zip(&self.all).skip(1) {
            if let Some(wanted) = numbers.get_mut(&*member.key) {
                *wanted = Some(number);
            }
        }
        let explorer_key = |key: &Option<String>| match key {
            None => self.explorer_key(NONE),
            Some(key) => match numbers.get(key.as_str()).copied().flatten() {
                Some(number) => self.explorer_key(number),
                None => {
                    let names = self.names.as_ref();
                    let label = names.and_then(|names| Some(names.label(names.row(key)?)));
                    let label = label.unwrap_or_else(|| key.clone());
                    ExplorerKey { key: Some(key.clone()), label, place: None }
                }
            },
        };
        keys.iter().map(explorer_key).collect()
    }

    /// Returns a value for the response: its key, unless it is missing, its label and its position
    /// on the map.
    pub(super) fn explorer_key(&self, number: u32) -> ExplorerKey {
        let (label, place) = self.label_and_place(number);
        ExplorerKey { key: self.key(number).map(str::to_owned), label, place }
    }

    /// Returns these values for the response.
    pub(super) fn into_explorer_keys(mut self, numbers: &[u32]) -> Vec<Arc<ExplorerKey>> {
        let explorer_key = |number: &u32| {
            let (label, place) = self.label_and_place(*number);
            let key = || std::mem::take(&mut self.all[*number as usize].key).into_owned();
            Arc::new(ExplorerKey { key: (*number != NONE).then(key), label, place })
        };
        numbers.iter().map(explorer_key).collect()
    }

    /// Looks up the records of these values, which are ranked and labelled.
    pub(super) fn find_records(&mut self, numbers: &[u32]) {
        self.record_rows = vec![MISSING; self.all.len()];
        for number in numbers {
            let row = self.record_row(*number);
            self.record_rows[*number as usize] = row.unwrap_or(MISSING);
        }
    }

    /// Returns the row of the record that a value is.
    fn record_row(&self, number: u32) -> Option<u32> {
        match self.record_rows.get(number as usize) {
            Some(row) if *row != MISSING => Some(*row),
            _ => self.names.as_ref()?.row(self.key(number)?),
        }
    }

    fn label_and_place(&self, number: u32) -> (String, Option<ExplorerPlace>) {
        match self.names.as_ref().zip(self.record_row(number)) {
            Some((names, row)) => names.label_and_place(row),
            None => (self.label(number).into_owned(), None),
        }
    }

    fn label(&self, number: u32) -> Cow<'_, str> {
        let member = &self.all[number as usize];
        match (&self.names, self.record_row(number), self.key(number)) {
            (Some(names), Some(row), _) => Cow::Owned(names.label(row)),
            // A record that is not there.
            (Some(_), None, Some(key)) => Cow::Borrowed(key),
            _ => Cow::Borrowed(&*member.label),
        }
    }

    /// Returns the rank of each of these values in the dimension's own order, by its number; a missing
    /// value is the last.
    pub(super) fn ranks(&self, numbers: &[u32]) -> Vec<u32> {
        self.ranks_of_records(numbers).unwrap_or_else(|| self.ranks_by_label(numbers))
    }

    /// Returns the ranks that the records of the table have; `None` when there are none, or when a value is
    /// not a record of it.
    fn ranks_of_records(&self, numbers: &[u32]) -> Option<Vec<u32>> {
        let names = self.names.as_ref()?;
        let of_table = names.ranks(numbers.len())?;
        let mut ranks = vec![u32::MAX; self.all.len()];
        for number in numbers.iter().filter(|number| **number != NONE) {
            ranks[*number as usize] = of_table[self.record_row(*number)? as usize];
        }
        Some(ranks)
    }

    fn ranks_by_label(&self, numbers: &[u32]) -> Vec<u32> {
        let labelled = |number: &u32| {
            let label = self.label(*number);
            (*number, fold_text(&label), label)
        };
        let mut sorted: Vec<_> = numbers.iter().map(labelled).collect();
        sorted.sort_unstable_by(|(one, folded, label), (other, other_folded, other_label)| {
            let [a, b] = [one, other].map(|number| &self.all[*number as usize]);
            let by_order = a.order.partial_cmp(&b.order).unwrap_or(Ordering::Equal);
            let by_label = || (folded, label).cmp(&(other_folded, other_label));
            by_order.then_with(by_label).then_with(|| a.key.cmp(&b.key))
        });
        let mut ranks = vec![u32::MAX; self.all.len()];
        for (rank, (number, ..)) in (0..).zip(sorted) {
            ranks[number as usize] = rank;
        }
        ranks
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::super::declare::{DimensionKind, Member};
    use super::*;

    #[test]
    fn missing_value_is_last_and_has_no_key() {
        let kind = DimensionKind::Numbers(|number| {
            let (key, label) = (number.to_string(), format!("{number}BR"));
            Some(Member { order: number, key: key.into(), label: label.into() })
        });
        let mut bedrooms = Members::new(Some(kind), NaiveDate::default());
        assert_eq!(bedrooms.of(&[f64::NAN], 0), [NONE]);
        assert_eq!(bedrooms.of(&[10.0], 0), [1]);
        assert_eq!(bedrooms.of(&[2.0], 0), [2]);
        let none = bedrooms.explorer_key(NONE);
        assert_eq!((none.key, none.label.as_str()), (None, "Not stated"));
        let mut all = [0, 1, 2];
        let ranks = bedrooms.ranks(&all);
        all.sort_by_key(|number| ranks[*number as usize]);
        assert_eq!(all, [2, 1, NONE]);
    }
}
