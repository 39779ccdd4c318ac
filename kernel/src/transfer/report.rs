//! The report of an import: what was done with the rows of the table.

use std::collections::{BTreeMap, HashSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::mapping::{CellError, Writing};
use crate::base::error::Error;
use crate::base::rejected_rows::MOST_ERRORS;

/// How many skipped rows are listed individually.
const MOST_SKIPPED: usize = 1_000;

/// The result of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ImportReport {
    /// Number of new records.
    pub created: u64,
    /// Number of changed records.
    pub updated: u64,
    /// Number of rows that changed nothing, or that the mapping excludes.
    pub skipped: u64,
    /// The first 1,000 skipped rows, each with the reason.
    pub skipped_rows: Vec<SkippedRow>,
    /// Number of records of other resources that were created as well, by resource.
    pub made: BTreeMap<String, u64>,
    /// Errors of the file, its mapping or its rows. When there are errors, nothing was written, and
    /// the counts are those of the valid rows; reading stops at 10,000 errors.
    pub errors: Vec<CellError>,
    /// The line at which reading stopped because of too many errors; absent when the whole file was
    /// read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped_at: Option<u64>,
    /// How the file is written, as it was said or guessed; absent with a mapping.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub writing: Option<Writing>,
    /// Number of rows skipped for each reason.
    #[serde(skip)]
    pub(crate) reasons: BTreeMap<String, u64>,
    /// Whether the header or the mapping does not fit, so that no row was read.
    #[serde(skip)]
    pub(crate) unfit: bool,
    /// Messages of errors that concern no column: an error of the mapping occurs in every row, and
    /// is reported once.
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
    /// Makes a report of errors of the header or the mapping.
    pub(crate) fn unfit(errors: Vec<CellError>) -> Self {
        Self { errors, unfit: true, ..Self::default() }
    }

    /// Converts the report into the rejection of the import.
    pub(crate) fn refusal(self) -> Error {
        if self.unfit { Error::Unfit(self.errors) } else { Error::Rows(self.errors) }
    }

    /// Counts a skipped row.
    pub(crate) fn skip(&mut self, line: u64, reason: impl Into<String>) {
        let reason = reason.into();
        self.skipped += 1;
        *self.reasons.entry(reason.clone()).or_default() += 1;
        if self.skipped_rows.len() < MOST_SKIPPED {
            self.skipped_rows.push(SkippedRow { line, reason });
        }
    }

    /// Adds the errors of a row. An error that concerns no column of the file is the same for every
    /// row, and is added once.
    pub(crate) fn refuse(&mut self, errors: Vec<CellError>) {
        for error in errors {
            if !error.column.is_empty() || self.of_no_column.insert(error.message.clone()) {
                self.errors.push(error);
            }
        }
    }

    /// Counts records of other resources that a row created.
    pub(crate) fn note_made(&mut self, resources: impl IntoIterator<Item = &'static str>) {
        for resource in resources {
            *self.made.entry(resource.to_owned()).or_default() += 1;
        }
    }

    /// Returns whether there are too many errors to read the rest of the file, and notes the line.
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
    fn the_first_thousand_skipped_rows_are_listed_and_all_are_counted() {
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
    fn error_of_no_column_is_reported_once() {
        let mut report = ImportReport::default();
        for line in 2..5 {
            report.refuse(vec![error(line, ""), error(line, "a")]);
        }
        let lines: Vec<u64> = report.errors.iter().map(|error| error.line).collect();
        assert_eq!(lines, [2, 2, 3, 4]);
    }
}
