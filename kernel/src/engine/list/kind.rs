//! What a column holds, and how it is compared.

use diesel::sql_types::{BigInt, Bool, Date, Double, Integer, Nullable, Text, Timestamp};

/// How the values of a field compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Without case, in every script.
    Text,
    /// Like text, by its beginning: what may be too long for an index.
    LongText,
    /// Byte by byte, as it stands: identifiers, and what was made to be sorted.
    Exact,
    /// By value, without fractions.
    Whole,
    /// By value.
    Number,
    /// By day.
    Date,
    /// By time.
    Instant,
    /// No before yes.
    Boolean,
}

/// The SQL types that a field can have.
pub trait HasKind {
    /// How its values compare.
    const KIND: Kind;
    /// Whether a value can be missing; missing ones sort first.
    const NULLABLE: bool = false;
}

macro_rules! kinds {
    ($($sql:ty => $kind:ident),+) => { $(
        impl HasKind for $sql { const KIND: Kind = Kind::$kind; }
        impl HasKind for Nullable<$sql> {
            const KIND: Kind = Kind::$kind;
            const NULLABLE: bool = true;
        }
    )+ };
}
kinds!(Text => Text, Integer => Whole, BigInt => Whole, Double => Number, Date => Date,
       Timestamp => Instant, Bool => Boolean);

/// What the rest of the kernel has to know of a field.
#[derive(Clone, Debug)]
pub(crate) struct FieldFacts {
    pub(crate) name: &'static str,
    /// How a filter compares it.
    pub(crate) kind: Kind,
    pub(crate) searched: bool,
    /// What a filter compares, as an index would have it.
    pub(crate) compared: Compared,
    /// Whether it refers to a record, and is shown by what that is called.
    pub(crate) is_named: bool,
    /// The same of what a search looks into; `None` when that is another table's.
    pub(crate) looked_into: Option<Compared>,
}

/// An expression over a table's columns, written plainly: without quotes, blanks or the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Compared {
    pub(crate) table: String,
    pub(crate) expression: String,
}

impl Compared {
    /// The column itself: `fold(name)` -> `name`.
    pub(crate) fn bare(&self) -> String {
        let bare = self.expression.rsplit('(').next().unwrap_or_default();
        bare.split([')', ',']).next().unwrap_or_default().to_owned()
    }
}
