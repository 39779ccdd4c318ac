//! Stores columns of a table in memory, one value for each row, and the primary keys of the rows.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Weak};

use data_encoding::HEXLOWER;

use super::bitmap::{Bitmap, FoundRows};
use super::need::Shape;
use super::texts::{NONE, Texts, number};
use crate::base::id::Id;
use crate::db::cells::Cell;
use crate::db::timestamps;

/// The primary key of a row: an identifier as the bytes of its 24 hexadecimal digits, or a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Key {
    Id([u8; 12]),
    Text(Arc<str>),
}

impl Key {
    pub(crate) fn of(text: &str) -> Self {
        Id::bytes_of(text).map_or_else(|| Self::Text(text.into()), Self::Id)
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Id(bytes) => HEXLOWER.encode_display(bytes).fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// The primary keys of a table's rows, each row with a number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Keys {
    rows: Vec<Key>,
    by_key: HashMap<Key, u32>,
}

impl Keys {
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns about how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        let a_row = size_of::<Key>();
        let texts = self.rows.iter().map(|key| match key {
            Key::Id(_) => 0,
            Key::Text(text) => text.len(),
        });
        // The entries of a map, each with a byte of its own.
        let map = self.by_key.capacity() * (a_row + size_of::<u64>() + 1);
        let texts = matches!(self.rows.first(), Some(Key::Text(_))).then(|| texts.sum::<usize>());
        self.rows.capacity() * a_row + map + texts.unwrap_or_default()
    }

    pub(super) fn push(&mut self, key: Key) {
        self.by_key.insert(key.clone(), number(self.rows.len()));
        self.rows.push(key);
    }

    /// Removes a row; the last one takes its number.
    pub(super) fn swap_remove(&mut self, row: u32) {
        let removed = self.rows.swap_remove(row as usize);
        self.by_key.remove(&removed);
        if let Some(moved) = self.rows.get(row as usize) {
            self.by_key.insert(moved.clone(), row);
        }
    }

    /// Returns the number of the row with this key, or [`NONE`].
    pub(crate) fn row(&self, key: &Key) -> u32 {
        self.by_key.get(key).copied().unwrap_or(NONE)
    }

    pub(crate) fn rows(&self) -> &[Key] {
        &self.rows
    }

    /// Returns the rows with one of these keys, or with `not` all others.
    pub(crate) fn having<'a>(&self, keys: impl Iterator<Item = &'a str>, not: bool) -> FoundRows {
        let having = keys.map(|key| self.row(&Key::of(key))).filter(|row| *row != NONE);
        if !not {
            return FoundRows::few(having.collect());
        }
        let mut others = Bitmap::filled(self.rows.len(), true);
        having.for_each(|row| others.remove(row));
        FoundRows::many(others)
    }
}

/// The values of one expression, by the number of the row. Cheap to clone, and copied on write: a
/// question continues with the column as it was while another question updates it.
#[derive(Clone, Debug)]
pub(crate) enum Column {
    /// Numbers, and moments as seconds since 1970; a missing value is `NaN`.
    Numbers(Arc<Vec<f64>>),
    /// Texts, each by its code.
    Texts { codes: Arc<Vec<u32>>, texts: Arc<Texts> },
    /// The primary key. The code of its text is the number of the row.
    Keys(Arc<Keys>),
}

/// The values of a column as it was. One that is changed gets others while this exists.
pub(super) type WeakColumn = Weak<dyn Send + Sync>;

impl Column {
    /// Makes a column of `rows` rows, all without a value.
    pub(super) fn empty(shape: Shape, rows: usize) -> Self {
        match shape {
            Shape::Number | Shape::Moment => Self::Numbers(Arc::new(vec![f64::NAN; rows])),
            Shape::Text => Self::Texts { codes: Arc::new(vec![NONE; rows]), texts: Arc::default() },
        }
    }

    /// Makes a column of texts, one for each row.
    #[cfg(test)]
    pub(super) fn of_texts(texts: &[&str]) -> Self {
        let mut column = Self::empty(Shape::Text, 0);
        for (row, text) in (0..).zip(texts) {
            column.set(row, &Cell::Text((*text).into()));
        }
        column
    }

    /// Sets the value of a row. The row after the last one is appended. A column that has the value
    /// already is not changed: what was made of it is kept, and it is not copied.
    pub(super) fn set(&mut self, row: u32, cell: &Cell) {
        let row = row as usize;
        match self {
            Self::Numbers(numbers) => {
                let number = moment_or_number(cell);
                if numbers.get(row).map(|known| known.to_bits()) != Some(number.to_bits()) {
                    set_or_push(Arc::make_mut(numbers), row, number);
                }
            }
            Self::Texts { codes, texts } => {
                let code = match cell.text() {
                    None => NONE,
                    Some(text) => match texts.code(text) {
                        NONE => Arc::make_mut(texts).add(text),
                        known => known,
                    },
                };
                if codes.get(row) != Some(&code) {
                    set_or_push(Arc::make_mut(codes), row, code);
                }
            }
            Self::Keys(_) => {}
        }
    }

    pub(super) fn swap_remove(&mut self, row: u32) {
        match self {
            Self::Numbers(numbers) => drop(Arc::make_mut(numbers).swap_remove(row as usize)),
            Self::Texts { codes, .. } => drop(Arc::make_mut(codes).swap_remove(row as usize)),
            Self::Keys(_) => {}
        }
    }

    /// Drops the texts that no row has any more, when that is at least the half of them and more than `few`. Returns
    /// whether it was, and the other texts have new codes.
    pub(super) fn drop_unused_texts(&mut self, few: usize) -> bool {
        let Self::Texts { codes, texts } = self else { return false };
        if texts.len() <= 2 * codes.len() + few {
            return false;
        }
        let mut used = Texts::default();
        let code = |code: &u32| texts.text(*code).map_or(NONE, |text| used.code_or_add(text));
        *codes = Arc::new(codes.iter().map(code).collect());
        *texts = Arc::new(used);
        true
    }

    /// Returns the same values for another numbering of the rows: `from` has the former number of
    /// each row, or [`NONE`].
    pub(super) fn renumbered(&self, from: &[u32]) -> Self {
        let was = |row: &u32| (*row != NONE).then_some(*row as usize);
        match self {
            Self::Numbers(numbers) => {
                let value = |row| was(row).map_or(f64::NAN, |row| numbers[row]);
                Self::Numbers(Arc::new(from.iter().map(value).collect()))
            }
            Self::Texts { codes, texts } => {
                let value = |row| was(row).map_or(NONE, |row| codes[row]);
                let codes = Arc::new(from.iter().map(value).collect());
                Self::Texts { codes, texts: Arc::clone(texts) }
            }
            Self::Keys(keys) => Self::Keys(Arc::clone(keys)),
        }
    }

    /// Returns its values, which a change replaces as long as something has them, weak as this is. A new text has a
    /// new code.
    pub(super) fn weak(&self) -> WeakColumn {
        match self {
            Self::Numbers(numbers) => Arc::downgrade(numbers) as _,
            Self::Texts { codes, .. } => Arc::downgrade(codes) as _,
            Self::Keys(keys) => Arc::downgrade(keys) as _,
        }
    }

    /// Returns about how many bytes it takes; those of the primary key count with their table.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Numbers(numbers) => numbers.capacity() * size_of::<f64>(),
            Self::Texts { codes, texts } => codes.capacity() * size_of::<u32>() + texts.bytes(),
            Self::Keys(_) => 0,
        }
    }

    pub(crate) fn number(&self, row: u32) -> f64 {
        match self {
            Self::Numbers(numbers) => numbers.get(row as usize).copied().unwrap_or(f64::NAN),
            Self::Texts { .. } | Self::Keys(_) => f64::NAN,
        }
    }

    /// Returns the code of the row's text, or [`NONE`].
    pub(crate) fn code(&self, row: u32) -> u32 {
        match self {
            Self::Texts { codes, .. } => codes.get(row as usize).copied().unwrap_or(NONE),
            Self::Keys(_) => row,
            Self::Numbers(_) => NONE,
        }
    }

    /// Counts rows by their values, as text.
    pub(crate) fn counted(&self, rows: impl Iterator<Item = u32>) -> Vec<(Option<String>, i64)> {
        if let Self::Numbers(numbers) = self {
            let mut counts = HashMap::<u64, i64>::new();
            rows.for_each(|row| *counts.entry(numbers[row as usize].to_bits()).or_default() += 1);
            let value = |bits| Some(f64::from_bits(bits)).filter(|number| !number.is_nan());
            let counts = counts.into_iter();
            return counts
                .map(|(bits, count)| (value(bits).map(|number| number.to_string()), count))
                .collect();
        }
        // One more for rows without a text.
        let different = match self {
            Self::Texts { texts, .. } => texts.len(),
            Self::Keys(keys) => keys.len(),
            Self::Numbers(_) => 0,
        };
        let mut counts = vec![0_i64; different + 1];
        rows.for_each(|row| counts[(self.code(row) as usize).min(different)] += 1);
        let value = |code| (code < different).then(|| self.text(number(code)).into_owned());
        let counted = counts.into_iter().enumerate().filter(|(_, count)| *count > 0);
        counted.map(|(code, count)| (value(code), count)).collect()
    }

    /// Returns the text with this code.
    pub(crate) fn text(&self, code: u32) -> Cow<'_, str> {
        match self {
            Self::Texts { texts, .. } => Cow::Borrowed(texts.text(code).unwrap_or_default()),
            Self::Keys(keys) => match keys.rows.get(code as usize) {
                Some(key) => Cow::Owned(key.to_string()),
                None => Cow::Borrowed(""),
            },
            Self::Numbers(_) => Cow::Borrowed(""),
        }
    }
}

fn set_or_push<T>(values: &mut Vec<T>, row: usize, value: T) {
    match values.get_mut(row) {
        Some(place) => *place = value,
        None => values.push(value),
    }
}

/// Returns a number, or a moment in seconds since 1970. PostgreSQL returns moments as seconds,
/// SQLite as they are stored, `2026-11-24 08:30:00.25` in UTC.
fn moment_or_number(cell: &Cell) -> f64 {
    match cell {
        Cell::Number(number) => *number,
        Cell::Missing => f64::NAN,
        Cell::Text(text) => {
            let time = timestamps::of_columns(text.as_str());
            time.map_or(f64::NAN, |time| time.and_utc().timestamp_micros() as f64 / 1e6)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_written_as_it_was_read() {
        let id = "00ff10a9bc3d4e5f60718293";
        assert!(matches!(Key::of(id), Key::Id(_)));
        for text in [id, "", "00ff", "00FF10a9bc3d4e5f60718293", "00ff10a9bc3d4e5f6071829g"] {
            assert_eq!(Key::of(text).to_string(), text);
        }
    }

    #[test]
    fn moments_of_both_databases_are_seconds_since_1970() {
        let seconds = |text: &str| moment_or_number(&Cell::Text(text.into()));
        assert_eq!(seconds("1970-01-02 00:00:01"), 86_401.0);
        assert_eq!(seconds("2026-11-24 08:30:00.250"), 1_795_509_000.25);
        assert_eq!(seconds("1969-12-31 23:59:59"), -1.0);
        assert!(seconds("yesterday").is_nan());
    }

    #[test]
    fn texts_that_no_row_has_are_dropped_when_they_are_many() {
        let mut column = Column::of_texts(&["a", "b", "a"]);
        for round in 0..8 {
            column.set(1, &Cell::Text(format!("text {round}").as_str().into()));
            column.set(2, &Cell::Missing);
            let was_dropped = column.drop_unused_texts(3);
            let Column::Texts { texts, .. } = &column else { panic!() };
            assert_eq!(
                (was_dropped, texts.len()),
                (round == 7, if round < 7 { round + 3 } else { 2 })
            );
            let rows = [0, 1].map(|row| column.text(column.code(row)).into_owned());
            assert_eq!(rows, ["a".to_owned(), format!("text {round}")]);
            assert_eq!(column.code(2), NONE);
        }
    }

    #[test]
    fn the_last_row_takes_the_number_of_one_that_is_removed() {
        let keys: Vec<Key> = (0..3).map(|n| Key::of(&format!("{n:024x}"))).collect();
        let mut rows = Keys::default();
        let mut column = Column::empty(Shape::Text, 0);
        for (row, key) in (0..).zip(&keys) {
            rows.push(key.clone());
            column.set(row, &Cell::Text(format!("text {row}").as_str().into()));
        }
        rows.swap_remove(0);
        column.swap_remove(0);
        assert_eq!([rows.row(&keys[0]), rows.row(&keys[1]), rows.row(&keys[2])], [NONE, 1, 0]);
        assert_eq!(column.text(column.code(0)), "text 2");
        rows.swap_remove(1);
        assert_eq!([rows.row(&keys[1]), rows.row(&keys[2])], [NONE, 0]);
    }
}
