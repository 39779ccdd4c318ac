//! Filters: what a client says of the records wanted, nested as deep as people think.

use chrono::NaiveDate;

/// Which records are wanted.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Filter {
    /// Those that meet every part.
    All(Vec<Filter>),
    /// Those that meet one part at least.
    Any(Vec<Filter>),
    Is(Condition),
}

/// One field compared.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Condition {
    pub(crate) field: String,
    pub(crate) operator: Operator,
    pub(crate) operand: Operand,
}

/// What a field is compared with.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Operand {
    Text(String),
    Texts(Vec<String>),
    Number(Number),
    Numbers(Number, Number),
    Day(NaiveDate),
    Days(NaiveDate, NaiveDate),
    Truth(bool),
}

/// A number as it was written: whole ones are exact.
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
            /// As it is written in a filter.
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
}

/// What is wrong with a filter, and where, as a JSON pointer into it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    pub(crate) pointer: String,
    pub(crate) sentence: String,
}

/// What was written, short enough to be shown.
pub(super) fn quoted(text: &str) -> String {
    match text {
        "" => "nothing".into(),
        text => format!("`{}`", text.chars().take(60).collect::<String>()),
    }
}
