//! The kind of a column: how its values are compared.

use diesel::sql_types::{BigInt, Bool, Date, Double, Integer, Nullable, Text, Timestamp};

use crate::db::list_indexes::ListIndex;
use crate::engine::columns::ColumnExpr;

/// How the values of a field compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// Case-insensitive, in every script.
    Text,
    /// Like text, but sorted by its beginning only: text that may be too long for an index.
    LongText,
    /// Byte by byte: identifiers, and columns made for sorting.
    Exact,
    /// By value, without fractions.
    Whole,
    /// By value.
    Number,
    /// By day.
    Date,
    /// By time.
    Instant,
    /// False before true.
    Boolean,
}

/// The SQL types that a field can have.
pub trait HasFieldKind {
    /// How its values compare.
    const KIND: FieldKind;
    /// Whether a value can be missing; missing values sort first.
    const NULLABLE: bool = false;
}

macro_rules! kinds {
    ($($sql:ty => $kind:ident),+) => { $(
        impl HasFieldKind for $sql { const KIND: FieldKind = FieldKind::$kind; }
        impl HasFieldKind for Nullable<$sql> {
            const KIND: FieldKind = FieldKind::$kind;
            const NULLABLE: bool = true;
        }
    )+ };
}
kinds!(Text => Text, Integer => Whole, BigInt => Whole, Double => Number, Date => Date,
       Timestamp => Instant, Bool => Boolean);

/// The properties of a field for the rest of the kernel.
#[derive(Clone, Debug)]
pub(crate) struct FieldFacts {
    pub(crate) name: &'static str,
    /// How a filter compares it.
    pub(crate) kind: FieldKind,
    pub(crate) searched: bool,
    /// Whether a record may have no value.
    pub(crate) is_optional: bool,
    /// The column that a filter compares, and its table.
    pub(crate) table: &'static str,
    pub(crate) column: &'static str,
    /// Whether it refers to a record, and is shown by that record's name.
    pub(crate) is_named: bool,
    /// The index by which a record is found by it, with its table.
    pub(crate) found_by: (String, ListIndex),
    /// The columns in memory that lists need for it: first those of its order and of searches, then the others.
    pub(crate) in_memory: [Vec<(&'static str, ColumnExpr)>; 2],
    /// The index of the order by it, with its table: for a reference that of the record referred to.
    pub(crate) ordered_by: (String, ListIndex),
}

impl FieldFacts {
    /// Returns whether searches look into its column, and not into one of another table.
    pub(crate) fn is_looked_into(&self) -> bool {
        self.searched && !self.is_named
    }
}
