//! Verifies the history, the audit events and their seals: recomputes every hash, in the order of
//! the chain, a few hundred rows at a time.
//!
//! It reads one snapshot, so that what is written meanwhile makes no difference.

use data_encoding::HEXLOWER;

use super::report::{Finding, Report};
use super::trimmed::Trimmed;
use crate::base::error::{Error, Result};
use crate::db::statements::snapshot;
use crate::db::{Conn, TextEnum};
use crate::records::chain::{self, BEGINNING, Covered, NumberedRow, SealRow, SealedTable};

/// How many seals and how many rows are read at a time: a history row holds a record twice.
const SEALS: i64 = 50;
const ROWS: i64 = 500;

/// What is known while the chain is followed.
struct Verification<'a> {
    report: Report,
    found: &'a mut dyn FnMut(&Finding) -> Result<()>,
    /// The rows that rules have deleted, by table.
    trimmed: [Trimmed; SealedTable::ALL.len()],
    /// The number up to which seals were seen, by table.
    sealed: [i64; SealedTable::ALL.len()],
}

/// Verifies everything, and calls `found` with each finding. `noted` is a number and a hash, as an
/// operator has noted them: that seal must still be in the chain.
///
/// # Errors
/// A startup error for a `noted` that is neither.
pub(crate) fn verify(
    conn: &mut Conn,
    noted: Option<&str>,
    found: &mut dyn FnMut(&Finding) -> Result<()>,
) -> Result<Report> {
    let noted = noted.map(read_noted).transpose()?;
    snapshot(conn, |conn| {
        let mut verification = Verification {
            report: Report::default(),
            found,
            trimmed: Default::default(),
            sealed: Default::default(),
        };
        verification.read_trims(conn)?;
        verification.follow_chain(conn)?;
        verification.check_rest(conn)?;
        if let Some((number, hash)) = noted {
            verification.check_noted(conn, number, &hash)?;
        }
        Ok(verification.report)
    })
}

/// Reads a number and a hash: `1207:9f86d0…`.
fn read_noted(text: &str) -> Result<(i64, Vec<u8>)> {
    let read = || {
        let (number, hash) = text.trim().split_once(':')?;
        let hash = HEXLOWER.decode(hash.to_lowercase().as_bytes()).ok()?;
        Some((number.parse().ok()?, hash))
    };
    read().filter(|(_, hash)| hash.len() == BEGINNING.len()).ok_or_else(|| {
        Error::startup(format!(
            "{text} is not what `mizan audit head` prints: a number, a colon and 64 hexadecimal \
             digits"
        ))
    })
}

impl Verification<'_> {
    fn find(&mut self, table: &'static str, number: i64, key: &str, what: &str) -> Result<()> {
        self.report.findings += 1;
        (self.found)(&Finding { table, number, key: key.to_owned(), what: what.to_owned() })
    }

    fn find_seal(&mut self, seal: &SealRow, what: &str) -> Result<()> {
        self.find(SEALS_TABLE, seal.number, &format!("of {}", seal.of_table), what)
    }

    /// Reads which rows were deleted by rules: of any row, its deletion stands later in the chain
    /// than its seal.
    fn read_trims(&mut self, conn: &mut Conn) -> Result<()> {
        each_seal(conn, |_, seal| {
            if let (Some(at), "trimmed", Some(numbers)) =
                (position(&seal), seal.kind.as_str(), seal.trimmed())
            {
                self.report.trims += 1;
                self.report.trimmed += numbers.len() as u64;
                numbers.into_iter().for_each(|number| self.trimmed[at].insert(number));
            }
            Ok(())
        })
    }

    fn follow_chain(&mut self, conn: &mut Conn) -> Result<()> {
        let mut last: Option<SealRow> = None;
        each_seal(conn, |conn, seal| {
            self.report.seals += 1;
            let (number, hash) = match &last {
                Some(last) => (last.number, last.hash.as_slice()),
                None => (0, BEGINNING.as_slice()),
            };
            if seal.number != number + 1 {
                let what = format!("removed, up to number {}", seal.number - 1);
                self.find(SEALS_TABLE, number + 1, "", &what)?;
            } else if seal.previous != hash {
                self.find_seal(&seal, "does not follow the one before it")?;
            }
            if seal.hash != seal.computed() {
                self.find_seal(&seal, "changed")?;
            }
            match (position(&seal), seal.kind.as_str()) {
                (Some(at), "sealed") => self.compare(conn, at, &seal)?,
                (Some(_), "trimmed") if seal.trimmed().is_some() => {}
                _ => self.find_seal(&seal, "is no seal")?,
            }
            last = Some(seal);
            Ok(())
        })?;
        self.report.head = last;
        Ok(())
    }

    /// Compares the rows that a seal covers with what they are now.
    fn compare(&mut self, conn: &mut Conn, at: usize, seal: &SealRow) -> Result<()> {
        let table = SealedTable::ALL[at];
        let Some(covered) = seal.rows() else { return self.find_seal(seal, "is no seal") };
        if seal.after_number > self.sealed[at] {
            // The seal between them is missing or changed, which is a finding of its own.
            self.check_unsealed(conn, at, (self.sealed[at], seal.after_number))?;
        } else if seal.after_number < self.sealed[at] {
            self.find_seal(seal, "covers numbers that an earlier one covers")?;
        }
        let mut covered = covered.into_iter().peekable();
        let until = seal.last_number;
        each_row(conn, table, (seal.after_number, until), |row| {
            while let Some(missing) = covered.next_if(|one| one.number < row.number) {
                self.check_removed(at, missing)?;
            }
            match covered.next_if(|one| one.number == row.number) {
                Some(sealed) if sealed.hash == row.computed => {
                    self.report.sealed += 1;
                    self.check_stored(table, &row)
                }
                Some(_) => self.find(table.word(), row.number, &row.key, "changed"),
                None => self.find(table.word(), row.number, &row.key, "put in"),
            }
        })?;
        covered.try_for_each(|missing| self.check_removed(at, missing))?;
        self.sealed[at] = self.sealed[at].max(until);
        Ok(())
    }

    /// Checks that a row that was sealed and is not there was deleted by a rule.
    fn check_removed(&mut self, at: usize, missing: Covered) -> Result<()> {
        match self.trimmed[at].contains(missing.number) {
            true => Ok(()),
            false => self.find(SealedTable::ALL[at].word(), missing.number, "", "removed"),
        }
    }

    /// Checks the rows that are younger than the last seal.
    fn check_rest(&mut self, conn: &mut Conn) -> Result<()> {
        for (at, table) in SealedTable::ALL.into_iter().enumerate() {
            let after = self.sealed[at];
            each_row(conn, table, (after, i64::MAX), |row| {
                self.report.not_sealed += 1;
                self.check_stored(table, &row)
            })?;
            // No number is below 1.
            self.check_unsealed(conn, at, (i64::MIN, 0))?;
        }
        Ok(())
    }

    /// Reports rows with numbers that no seal covers, though later ones are sealed.
    fn check_unsealed(&mut self, conn: &mut Conn, at: usize, range: (i64, i64)) -> Result<()> {
        let table = SealedTable::ALL[at];
        each_row(conn, table, range, |row| {
            self.find(table.word(), row.number, &row.key, "in no seal")
        })
    }

    fn check_stored(&mut self, table: SealedTable, row: &NumberedRow) -> Result<()> {
        match &row.stored {
            // A row from before there were hashes; its seal has one.
            None => Ok(()),
            Some(stored) if *stored == row.computed => Ok(()),
            Some(_) => self.find(table.word(), row.number, &row.key, "changed"),
        }
    }

    fn check_noted(&mut self, conn: &mut Conn, number: i64, hash: &[u8]) -> Result<()> {
        match chain::numbered(conn, number)? {
            Some(seal) if seal.hash == hash => Ok(()),
            Some(seal) => self.find_seal(&seal, "is not the one that was noted"),
            None => self.find(SEALS_TABLE, number, "", "was noted, and is not in the chain"),
        }
    }
}

const SEALS_TABLE: &str = "audit_seals";

/// Returns which table a seal is of.
fn position(seal: &SealRow) -> Option<usize> {
    SealedTable::ALL.iter().position(|table| table.word() == seal.of_table)
}

/// Calls `each` with every entry of the chain, in order.
fn each_seal(
    conn: &mut Conn,
    mut each: impl FnMut(&mut Conn, SealRow) -> Result<()>,
) -> Result<()> {
    let mut last = i64::MIN;
    loop {
        let seals = chain::after(conn, last, SEALS)?;
        let Some(seal) = seals.last() else { return Ok(()) };
        last = seal.number;
        seals.into_iter().try_for_each(|seal| each(conn, seal))?;
    }
}

/// Calls `each` with every row of a table whose number is above the first and at most the second
/// one, in order.
fn each_row(
    conn: &mut Conn,
    table: SealedTable,
    (mut after, until): (i64, i64),
    mut each: impl FnMut(NumberedRow) -> Result<()>,
) -> Result<()> {
    loop {
        let rows = super::rows(conn, table, (after, until), ROWS)?;
        let Some(row) = rows.last() else { return Ok(()) };
        after = row.number;
        rows.into_iter().try_for_each(&mut each)?;
    }
}
