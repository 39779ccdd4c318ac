//! Tests of the values of a column. A missing value passes none but `IsMissing`.

use super::bitmap::{Bitmap, FoundRows};
use super::column::Column;
use super::texts::{NONE, is_among};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Comparison {
    #[cfg(test)]
    pub(super) const ALL: [Self; 6] =
        [Self::Equal, Self::Unequal, Self::Less, Self::AtMost, Self::Greater, Self::AtLeast];

    /// Returns its operator in SQL.
    pub(crate) fn sql(self) -> &'static str {
        match self {
            Self::Equal => " = ",
            Self::Unequal => " <> ",
            Self::Less => " < ",
            Self::AtMost => " <= ",
            Self::Greater => " > ",
            Self::AtLeast => " >= ",
        }
    }

    pub(crate) fn holds<T: PartialOrd + ?Sized>(self, one: &T, other: &T) -> bool {
        match self {
            Self::Equal => one == other,
            Self::Unequal => one != other,
            Self::Less => one < other,
            Self::AtMost => one <= other,
            Self::Greater => one > other,
            Self::AtLeast => one >= other,
        }
    }
}

/// A test of the values of one column.
#[derive(Clone, Debug)]
pub(crate) enum ValueTest {
    IsMissing,
    IsPresent,
    Number(Comparison, f64),
    /// The text with this code; with [`NONE`] no text.
    Code(u32),
    /// Any other text.
    CodeNot(u32),
    /// The texts with these codes, ascending.
    Codes(Vec<u32>),
}

impl ValueTest {
    /// Finds the rows that pass, of a column of numbers that is not in the cache.
    pub(crate) fn rows(&self, column: &Column) -> FoundRows {
        let Column::Numbers(numbers) = column else { return FoundRows::few(Vec::new()) };
        FoundRows::many(self.passing(column, &Bitmap::filled(numbers.len(), true)))
    }

    /// Returns which of these rows pass.
    pub(super) fn passing(&self, column: &Column, among: &Bitmap) -> Bitmap {
        match (column, self) {
            (Column::Numbers(numbers), Self::IsMissing) => among.passing(numbers, f64::is_nan),
            (Column::Numbers(numbers), Self::IsPresent) => {
                among.passing(numbers, |number| !number.is_nan())
            }
            (Column::Numbers(numbers), Self::Number(comparison, bound)) => {
                let bound = *bound;
                match comparison {
                    Comparison::Equal => among.passing(numbers, |number| number == bound),
                    Comparison::Unequal => {
                        among.passing(numbers, |number| !number.is_nan() && number != bound)
                    }
                    Comparison::Less => among.passing(numbers, |number| number < bound),
                    Comparison::AtMost => among.passing(numbers, |number| number <= bound),
                    Comparison::Greater => among.passing(numbers, |number| number > bound),
                    Comparison::AtLeast => among.passing(numbers, |number| number >= bound),
                }
            }
            (Column::Texts { codes, .. }, Self::IsMissing) => {
                among.passing(codes, |code| code == NONE)
            }
            (Column::Texts { codes, .. }, Self::IsPresent) => {
                among.passing(codes, |code| code != NONE)
            }
            (Column::Texts { codes, .. }, Self::Code(wanted)) if *wanted != NONE => {
                among.passing(codes, |code| code == *wanted)
            }
            (Column::Texts { codes, .. }, Self::CodeNot(unwanted)) => {
                among.passing(codes, |code| code != *unwanted && code != NONE)
            }
            (Column::Texts { codes, texts }, Self::Codes(passing)) => {
                let is_passing = is_among(passing, texts.len());
                among.passing(codes, |code| is_passing.get(code as usize).copied().unwrap_or(false))
            }
            _ => Bitmap::filled(among.len(), false),
        }
    }

    /// Returns whether a row passes.
    pub(super) fn passes(&self, column: &Column, row: u32) -> bool {
        match column {
            Column::Numbers(_) => {
                let number = column.number(row);
                match self {
                    Self::IsMissing => number.is_nan(),
                    Self::IsPresent => !number.is_nan(),
                    Self::Number(comparison, bound) => {
                        !number.is_nan() && comparison.holds(&number, bound)
                    }
                    _ => false,
                }
            }
            Column::Texts { .. } => {
                let code = column.code(row);
                match self {
                    Self::IsMissing => code == NONE,
                    Self::IsPresent => code != NONE,
                    Self::Code(wanted) => code != NONE && code == *wanted,
                    Self::CodeNot(unwanted) => code != NONE && code != *unwanted,
                    Self::Codes(passing) => passing.binary_search(&code).is_ok(),
                    Self::Number(..) => false,
                }
            }
            Column::Keys(_) => false,
        }
    }
}
