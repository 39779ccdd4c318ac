//! The chain of seals: what makes a later change of the history or of the audit events visible.
//!
//! A seal covers rows of one table by their numbers and hashes, and the hash of a seal covers the
//! hash of the one before it. A deletion by a rule, such as retention, is an entry of the chain too:
//! it lists the rows that were deleted, whose hashes remain in their seals.
//!
//! `queries` holds the SQL. What is sealed, and when, is decided by `sealing`.

mod queries;

use aws_lc_rs::digest::{Context, SHA256, SHA256_OUTPUT_LEN};
use data_encoding::HEXLOWER;

use crate::base::error::Result;
use crate::base::time::Timestamp;
use crate::db::{Conn, TextEnum};
pub(crate) use queries::{SealRow, after, head, numbered, sealed_up_to, try_lock};

/// A SHA-256 hash.
pub(crate) type Hash = [u8; SHA256_OUTPUT_LEN];

/// How many bytes a number takes in `covered`.
const NUMBER: usize = size_of::<i64>();

/// How many rows one entry of the chain deletes.
const DELETED_AT_ONCE: usize = 500;

/// What the first seal has in place of the hash before it.
pub(crate) const BEGINNING: Hash = [0; SHA256_OUTPUT_LEN];

crate::text_enum! {
    /// A table whose rows are sealed, as the database names it.
    #[derive(PartialOrd, Ord, Hash)]
    pub(crate) enum SealedTable {
        // The history of all records.
        History = ("changes", "History"),
        // The audit events.
        Events = ("audit_events", "Audit events"),
    }
}

crate::text_enum! {
    /// What an entry of the chain says of the rows that it covers.
    pub(crate) enum EntryKind {
        // They were stored.
        Sealed = ("sealed", "Sealed"),
        // They were deleted by a rule.
        Trimmed = ("trimmed", "Trimmed"),
    }
}

impl SealedTable {
    /// All sealed tables.
    pub(crate) const ALL: [Self; 2] = [Self::History, Self::Events];
}

/// Hashes the columns of a row. Each value has its length before it, and a missing one is not an
/// empty one, so that no two rows have the same encoding.
pub(crate) struct RowHash(Context);

impl RowHash {
    /// Begins with the name of the table and the version of its encoding.
    pub(crate) fn of(table: SealedTable) -> Self {
        let mut hash = Self(Context::new(&SHA256));
        hash.0.update(b"mizan 1 ");
        hash.text(table.word())
    }

    pub(crate) fn text(mut self, value: &str) -> Self {
        self.0.update(&(value.len() as u64 + 1).to_be_bytes());
        self.0.update(value.as_bytes());
        self
    }

    pub(crate) fn optional(mut self, value: Option<&str>) -> Self {
        match value {
            Some(value) => self.text(value),
            None => {
                self.0.update(&0_u64.to_be_bytes());
                self
            }
        }
    }

    pub(crate) fn number(self, value: i32) -> Self {
        self.text(&value.to_string())
    }

    pub(crate) fn time(self, value: Timestamp) -> Self {
        self.text(&value.to_string())
    }

    pub(crate) fn finish(self) -> Hash {
        finished(self.0)
    }
}

/// A row of a sealed table, as its seal holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Covered {
    pub(crate) number: i64,
    pub(crate) hash: Hash,
}

/// A row of a sealed table with what its seal is compared with.
pub(crate) struct NumberedRow {
    pub(crate) number: i64,
    /// The hash that is stored; none for a row from before there were hashes.
    pub(crate) stored: Option<Vec<u8>>,
    /// The hash of its columns.
    pub(crate) computed: Hash,
    /// Names it to people.
    pub(crate) key: String,
}

impl SealRow {
    /// Returns the hash of this entry, computed from its other columns.
    pub(crate) fn computed(&self) -> Hash {
        let mut hash = Context::new(&SHA256);
        hash.update(b"mizan seal 1 ");
        hash.update(&self.previous);
        for text in [&self.kind, &self.of_table, &self.at.to_string()] {
            hash.update(&(text.len() as u64).to_be_bytes());
            hash.update(text.as_bytes());
        }
        for number in [self.number, self.after_number, self.last_number] {
            hash.update(&number.to_be_bytes());
        }
        hash.update(&self.covered);
        finished(hash)
    }

    /// Returns the rows that a seal covers; `None` when the column is not a list of them.
    pub(crate) fn rows(&self) -> Option<Vec<Covered>> {
        let (entries, []) = self.covered.as_chunks::<{ NUMBER + SHA256_OUTPUT_LEN }>() else {
            return None;
        };
        let row = |entry: &[u8; NUMBER + SHA256_OUTPUT_LEN]| {
            let (number, hash) = entry.split_first_chunk()?;
            Some(Covered { number: i64::from_be_bytes(*number), hash: hash.try_into().ok()? })
        };
        entries.iter().map(row).collect()
    }

    /// Returns the numbers of the rows that were trimmed; `None` when the column is not a list of
    /// them.
    pub(crate) fn trimmed(&self) -> Option<Vec<i64>> {
        let (entries, []) = self.covered.as_chunks::<NUMBER>() else { return None };
        Some(entries.iter().map(|entry| i64::from_be_bytes(*entry)).collect())
    }

    /// Returns number and hash as operators note them: `1207:9f86d0…`.
    pub(crate) fn noted(&self) -> String {
        format!("{}:{}", self.number, HEXLOWER.encode(&self.hash))
    }
}

fn finished(hash: Context) -> Hash {
    let mut bytes = BEGINNING;
    bytes.copy_from_slice(hash.finish().as_ref());
    bytes
}

/// Appends a seal of these rows, whose numbers are above `after_number` and at most `last_number`. The
/// caller has locked the chain.
pub(crate) fn seal(
    conn: &mut Conn,
    table: SealedTable,
    (after_number, last_number): (i64, i64),
    rows: &[Covered],
) -> Result<()> {
    let mut covered = Vec::with_capacity(rows.len() * (NUMBER + SHA256_OUTPUT_LEN));
    for row in rows {
        covered.extend(row.number.to_be_bytes());
        covered.extend(row.hash);
    }
    append(conn, EntryKind::Sealed, table, (after_number, last_number), covered)
}

/// Deletes rows by a rule, and records their numbers in the chain. It locks the chain until the transaction
/// ends, so it is for periodic jobs only.
pub(crate) fn delete(conn: &mut Conn, table: SealedTable, numbers: &[i64]) -> Result<()> {
    for some in numbers.chunks(DELETED_AT_ONCE) {
        let (Some(first), Some(last)) = (some.iter().min(), some.iter().max()) else { continue };
        queries::lock(conn)?;
        let covered = some.iter().flat_map(|number| number.to_be_bytes()).collect();
        append(conn, EntryKind::Trimmed, table, (*first - 1, *last), covered)?;
        queries::delete(conn, table, some)?;
    }
    Ok(())
}

fn append(
    conn: &mut Conn,
    kind: EntryKind,
    table: SealedTable,
    (after_number, last_number): (i64, i64),
    covered: Vec<u8>,
) -> Result<()> {
    let head = queries::head(conn)?;
    let mut row = SealRow {
        number: head.as_ref().map_or(0, |head| head.number) + 1,
        at: Timestamp::now(),
        kind: kind.word().to_owned(),
        of_table: table.word().to_owned(),
        after_number,
        last_number,
        covered,
        previous: head.map_or_else(|| BEGINNING.to_vec(), |head| head.hash),
        hash: Vec::new(),
    };
    row.hash = row.computed().to_vec();
    queries::insert(conn, &row)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(values: &[Option<&str>]) -> Hash {
        let begun = RowHash::of(SealedTable::History);
        values.iter().fold(begun, |hash, value| hash.optional(*value)).finish()
    }

    #[test]
    fn no_two_rows_have_the_same_encoding() {
        let rows: [&[Option<&str>]; 6] = [
            &[Some("ab"), Some("c")],
            &[Some("a"), Some("bc")],
            &[Some("abc"), Some("")],
            &[Some("abc"), None],
            &[None, Some("abc")],
            &[Some("abc")],
        ];
        for (at, one) in rows.iter().enumerate() {
            for other in &rows[at + 1..] {
                assert_ne!(hash(one), hash(other), "{one:?} {other:?}");
            }
        }
        let event = RowHash::of(SealedTable::Events).text("abc").finish();
        assert_ne!(hash(&[Some("abc")]), event);
    }

    #[test]
    fn every_column_of_a_seal_is_in_its_hash() {
        let row = || SealRow {
            number: 3,
            at: Timestamp::LAST,
            kind: "sealed".into(),
            of_table: "changes".into(),
            after_number: 10,
            last_number: 12,
            covered: vec![1; 40],
            previous: vec![2; 32],
            hash: Vec::new(),
        };
        let original = row().computed();
        let others = [
            SealRow { number: 4, ..row() },
            SealRow { at: Timestamp::now(), ..row() },
            SealRow { kind: "trimmed".into(), ..row() },
            SealRow { of_table: "audit_events".into(), ..row() },
            SealRow { after_number: 9, ..row() },
            SealRow { last_number: 13, ..row() },
            SealRow { covered: vec![1; 80], ..row() },
            SealRow { previous: vec![3; 32], ..row() },
        ];
        for other in others {
            assert_ne!(other.computed(), original);
        }
    }
}
