//! What became of the rows of a table, as it is told at the end of an import.

use std::collections::{BTreeMap, HashSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::mapping::CellError;
use crate::base::error::Error;
use crate::base::rejected_rows::MOST_ERRORS;

/// How many skipped rows are told one by one.
const MOST_SKIPPED: usize = 1_000;

/// The result of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ImportReport {
    /// Number of new records.
    pub created: u64,
    /// Number of changed records.
    pub updated: u64,
    /// Number of rows that changed nothing, or that the mapping leaves out.
    pub skipped: u64,
    /// The first 1,000 of the rows that were skipped, each with the reason.
    pub skipped_rows: Vec<SkippedRow>,
    /// Number of records of other resources that were created as well, by resource.
    pub made: BTreeMap<String, u64>,
    /// What is wrong with the file, its mapping or its rows. When there is anything, nothing was
    /// written, and the counts are of the rows that nothing is wrong with; reading stops at 10,000
    /// errors.
    pub errors: Vec<CellError>,
    /// The line at which reading stopped because so much was wrong; absent when the whole file was
    /// read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped_at: Option<u64>,
    /// How many rows were skipped for each reason.
    #[serde(skip)]
    pub(crate) reasons: BTreeMap<String, u64>,
    /// Whether the header or the mapping does not fit, so that no row was looked at.
    #[serde(skip)]
    pub(crate) unfit: bool,
    /// The errors told that no column has a part in: a mistake of the mapping is made at every
    /// row, and told once.
    #[serde(skip)]
    pub(crate) of_no_column: HashSet<String>,
}

/// A row that was skipped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SkippedRow {
    /// The physical line where the row starts, counted from 1.
    pub line: u64,
    /// Why it was skipped, as a sentence.
    pub reason: String,
}

impl ImportReport {
    /// Nothing but what is wrong with the header or the mapping.
    pub(crate) fn unfit(errors: Vec<CellError>) -> Self {
        Self { errors, unfit: true, ..Self::default() }
    }

    /// What the errors come to, when they are the end of it.
    pub(crate) fn refusal(self) -> Error {
        if self.unfit { Error::Unfit(self.errors) } else { Error::Rows(self.errors) }
    }

    /// Counts a row that is skipped.
    pub(crate) fn skip(&mut self, line: u64, reason: impl Into<String>) {
        let reason = reason.into();
        self.skipped += 1;
        *self.reasons.entry(reason.clone()).or_default() += 1;
        if self.skipped_rows.len() < MOST_SKIPPED {
            self.skipped_rows.push(SkippedRow { line, reason });
        }
    }

    /// Adds what is wrong with a row. What comes from no column of the file is the same for every
    /// row, and added once.
    pub(crate) fn refuse(&mut self, errors: Vec<CellError>) {
        for error in errors {
            if !error.column.is_empty() || self.of_no_column.insert(error.message.clone()) {
                self.errors.push(error);
            }
        }
    }

    /// Counts records of other resources that a row had made on the way.
    pub(crate) fn note_made(&mut self, resources: impl IntoIterator<Item = &'static str>) {
        for resource in resources {
            *self.made.entry(resource.to_owned()).or_default() += 1;
        }
    }

    /// Whether so much was wrong that the rest of the file is not read; notes where it was so.
    pub(crate) fn stops(&mut self) -> bool {
        let full = self.errors.len() >= MOST_ERRORS;
        if full {
            self.stopped_at = self.errors.iter().map(|error| error.line).max();
        }
        full
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(line: u64, column: &str) -> CellError {
        CellError { line, column: column.to_owned(), message: "no".to_owned() }
    }

    #[test]
    fn the_first_thousand_skipped_rows_are_told_and_all_are_counted() {
        let mut report = ImportReport::default();
        for line in 0..1_500 {
            report.skip(line, if line < 1_200 { "known" } else { "left out" });
        }
        assert_eq!((report.skipped, report.skipped_rows.len()), (1_500, 1_000));
        let reasons: Vec<(&str, u64)> =
            report.reasons.iter().map(|(reason, count)| (reason.as_str(), *count)).collect();
        assert_eq!(reasons, [("known", 1_200), ("left out", 300)]);
    }

    #[test]
    fn what_no_column_has_a_part_in_is_told_once() {
        let mut report = ImportReport::default();
        for line in 2..5 {
            report.refuse(vec![error(line, ""), error(line, "a")]);
        }
        let lines: Vec<u64> = report.errors.iter().map(|error| error.line).collect();
        assert_eq!(lines, [2, 2, 3, 4]);
    }
}
