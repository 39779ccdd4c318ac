//! Filters: the client's conditions on the records of a list, which nest.

use chrono::NaiveDate;

use super::computed::ComputedField;

/// A filter.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Filter {
    /// Records that meet every part.
    All(Vec<Filter>),
    /// Records that meet at least one part.
    Any(Vec<Filter>),
    Is(Condition),
    /// A comparison of a computed field.
    Computed(&'static ComputedField, Operator, Operand),
}

/// A comparison of one field.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Condition {
    pub(crate) field: String,
    pub(crate) operator: Operator,
    pub(crate) operand: Operand,
}

/// The value that a field is compared with.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Operand {
    Text(String),
    Texts(Vec<String>),
    Number(Number),
    Numbers(Number, Number),
    Day(NaiveDate),
    Days(NaiveDate, NaiveDate),
    Truth(bool),
    /// No value: whether there is one is what is compared.
    None,
}

/// A number as it was written: integers are exact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    Whole(i64),
    Real(f64),
}

macro_rules! operators {
    ($($operator:ident => $word:literal),+ $(,)?) => {
        /// How a field is compared.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Operator { $($operator),+ }

        impl Operator {
            /// Returns its name in a filter.
            pub(crate) fn word(self) -> &'static str {
                match self { $(Self::$operator => $word),+ }
            }

            pub(super) fn of(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$operator),)+ _ => None }
            }
        }
    };
}
operators! {
    Equals => "equals",
    NotEquals => "not_equals",
    Contains => "contains",
    NotContains => "not_contains",
    StartsWith => "starts_with",
    EndsWith => "ends_with",
    GreaterThan => "greater_than",
    GreaterThanOrEqual => "greater_than_or_equal",
    LessThan => "less_than",
    LessThanOrEqual => "less_than_or_equal",
    Before => "before",
    BeforeOrEqual => "before_or_equal",
    After => "after",
    AfterOrEqual => "after_or_equal",
    Between => "between",
    In => "in",
    NotIn => "not_in",
    IsMissing => "is_missing",
    IsPresent => "is_present",
}

/// A validation error of a filter, with a JSON pointer into it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    pub(crate) pointer: String,
    pub(crate) sentence: String,
}

/// Quotes a value of the client, shortened for a message and without control characters.
pub(super) fn quoted(text: &str) -> String {
    let shown = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    match text {
        "" => "nothing".into(),
        text => format!("`{}`", text.chars().take(60).map(shown).collect::<String>()),
    }
}
