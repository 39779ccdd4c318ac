//! What a verification has found.

use std::fmt;

use crate::records::chain::SealRow;

/// A row that is not what it was when it was stored, or is there and should not be, or the reverse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The table: `changes`, `audit_events` or `audit_seals`.
    pub(crate) table: &'static str,
    pub(crate) number: i64,
    /// Names the row to people, where it is there.
    pub(crate) key: String,
    /// What is wrong.
    pub(crate) what: String,
}

/// The result of a verification.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    pub(crate) seals: u64,
    /// How many rows were compared with their seals, of both tables.
    pub(crate) sealed: u64,
    /// How many rows are younger than the last seal.
    pub(crate) not_sealed: u64,
    /// How many rows rules have deleted, by as many entries of the chain.
    pub(crate) trimmed: u64,
    pub(crate) trims: u64,
    pub(crate) head: Option<SealRow>,
    /// How many findings there are; only the first ones are passed on.
    pub(crate) findings: u64,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} number {}", self.table, self.number)?;
        if !self.key.is_empty() {
            write!(f, " ({})", self.key)?;
        }
        write!(f, ": {}", self.what)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} rows are as they were sealed, by {} seals", self.sealed, self.seals)?;
        if self.not_sealed > 0 {
            writeln!(f, "{} rows are not sealed yet", self.not_sealed)?;
        }
        if self.trims > 0 {
            writeln!(
                f,
                "{} rows were deleted by age, in {} steps: compare with `retention` and with the \
                 events `deletion-by-age`",
                self.trimmed, self.trims
            )?;
        }
        match &self.head {
            Some(head) => writeln!(f, "The last seal: {} of {}", head.noted(), head.at),
            None => writeln!(f, "There is no seal yet: a serving process makes the first"),
        }
    }
}
