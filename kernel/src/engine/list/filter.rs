//! Filters: the client's conditions on the records of a list, which nest.

use std::sync::Arc;

use chrono::NaiveDate;

use super::computed::ComputedField;
use super::expression::{FieldColumn, Node};

/// The field with the user who made a record. No view has it.
pub(crate) const CREATED_BY: &str = "createdBy";

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
    /// A condition on the record that a field refers to.
    Referred(ReferredFilter),
    /// Records that do not meet it. No reader writes it.
    Not(Box<Filter>),
}

impl Filter {
    /// Returns whether it reads the record that a field refers to.
    pub(crate) fn reads_referred(&self, field: &str) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => {
                parts.iter().any(|part| part.reads_referred(field))
            }
            Self::Not(filter) => filter.reads_referred(field),
            Self::Referred(referred) => referred.field == field,
            Self::Is(_) | Self::Computed(..) => false,
        }
    }

    /// Returns whether a comparison is met by a record without a value.
    pub(super) fn is_met_by_none(&self) -> bool {
        match self {
            Self::All(parts) => parts.iter().all(Self::is_met_by_none),
            Self::Any(parts) => parts.iter().any(Self::is_met_by_none),
            Self::Is(Condition { operator, .. }) | Self::Computed(_, operator, _) => {
                operator.is_met_by_none()
            }
            Self::Referred(referred) => referred.or_none,
            Self::Not(filter) => !filter.is_met_by_none(),
        }
    }
}

/// A condition on the record that a field refers to. A record that refers to none meets it as one without a
/// value does: negative conditions only.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ReferredFilter {
    /// The field with the reference.
    pub(crate) field: &'static str,
    /// The table of what it refers to.
    pub(crate) to: Target,
    /// The condition on it: one comparison, maybe of what it refers to in turn.
    pub(crate) within: Box<Filter>,
    /// Whether a record meets it that refers to none.
    pub(crate) or_none: bool,
    /// Under which its rows are cached; `None` for a filter that few lists have.
    pub(crate) key: Option<Arc<str>>,
}

/// What a reference leads to.
#[derive(Clone, Copy)]
pub(crate) struct Target(pub(crate) &'static dyn Filtered);

/// Turns filters into conditions on a table.
pub(crate) trait Filtered: Sync {
    /// Returns the column of its identifier.
    fn identifier(&self) -> FieldColumn;
    /// Builds the condition of a filter. `None` when it names an unknown field.
    fn condition(&self, filter: &Filter) -> Option<Node>;
}

impl PartialEq for Target {
    fn eq(&self, other: &Self) -> bool {
        self.0.identifier().table == other.0.identifier().table
    }
}

impl std::fmt::Debug for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.identifier().table)
    }
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

impl Operator {
    /// Returns whether records without a value meet it.
    pub(crate) fn is_met_by_none(self) -> bool {
        matches!(self, Self::NotEquals | Self::NotContains | Self::NotIn | Self::IsMissing)
    }
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
