//! The declarations of modules: values, listed in [`Module`](crate::product::module::Module).
//!
//! Expressions are SQL over columns of one table, each written `table.column`. The table is read
//! from the expression, and the joins to it follow from the references of resources and from
//! [`Join`]s. An expression must mean the same in SQLite and PostgreSQL; what the databases would
//! compute differently belongs into the functions of the measure.

use std::borrow::Cow;

use chrono::NaiveDate;

use crate::base::config::Setting;
use crate::db::TextEnum;

/// What a question is about: records with common filters and a common time.
#[derive(Clone, Copy, Debug)]
pub struct Dataset {
    /// The name in the API: a plural word.
    pub name: &'static str,
    /// The name to show.
    pub label: &'static str,
    /// Its table. A measure is possible here when each of its facts belongs to one row of this
    /// table.
    pub table: &'static str,
    /// The point in time that is compared with a period.
    pub time: &'static str,
    /// The resource whose filters apply, and whose records are listed behind a value.
    pub resource: &'static str,
    /// The column of the identifiers of these records.
    pub record: &'static str,
    /// The label of one of these records: expressions over its table, or over tables that can be
    /// joined, whose values are joined by a separator.
    pub called: &'static [&'static str],
    /// The measures that are shown of each record, besides those that a question asks for.
    pub behind: &'static [&'static str],
    /// What is listed within each record, if anything.
    pub each: Option<Each>,
}

impl Dataset {
    /// The defaults, for `Dataset { name: …, ..Dataset::DEFAULT }`.
    pub const DEFAULT: Self = Self {
        name: "",
        label: "",
        table: "",
        time: "",
        resource: "",
        record: "",
        called: &[],
        behind: &[],
        each: None,
    };
}

/// A measure that is listed within a record, by a dimension: each estimate of a unit, by estimator.
#[derive(Clone, Copy, Debug)]
pub struct Each {
    /// The heading of the list: a plural word.
    pub label: &'static str,
    /// The name of the measure.
    pub measure: &'static str,
    /// The name of the dimension.
    pub by: &'static str,
}

/// A join from a row of one table to rows of another, in addition to the references of resources.
#[derive(Clone, Copy, Debug)]
pub struct Join {
    /// The column of the first table.
    pub from: &'static str,
    /// The column of the other table that has the same value.
    pub to: &'static str,
    /// Whether several rows may have this value: a fact then belongs to several groups.
    pub many: bool,
}

/// A measure: a value computed from facts, which are rows of a table.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// The name in the API.
    pub name: &'static str,
    /// The name to show.
    pub label: &'static str,
    /// What it is, in a plain sentence.
    pub description: &'static str,
    /// The formula, which screens show on request. Empty for what the sentence says in full.
    pub formula: &'static str,
    /// Whether its sign is its meaning, as that of a difference: screens then show a plus, too.
    pub signed: bool,
    /// A currency such as `EUR`, whose amounts are shown without fractions; `%` (0.05 is 5 %), `×`, `points`, or any other
    /// text, such as `EUR per hour`; empty for a count.
    pub unit: &'static str,
    /// The table whose rows are the facts.
    pub facts: &'static str,
    /// Expressions for the numbers that are read of a fact.
    pub numbers: &'static [&'static str],
    /// Settings of the operator that it depends on: their values follow the numbers.
    pub settings: &'static [&'static Setting],
    /// Expressions for the texts that are read of a fact.
    pub texts: &'static [&'static str],
    /// How facts are aggregated.
    pub aggregate: Aggregate,
    /// Why there may be no value, in a sentence: what none of the facts has. Empty for a measure
    /// that always has a value, such as a count.
    pub none: &'static str,
    /// The numbers to read instead for the same measure of listed values, of the facts that have a
    /// value of the measure itself. Empty when there are no listed values.
    pub listed: &'static [&'static str],
}

impl Measure {
    /// The defaults, for `Measure { name: …, ..Measure::DEFAULT }`.
    pub const DEFAULT: Self = Self {
        name: "",
        label: "",
        description: "",
        formula: "",
        signed: false,
        unit: "",
        facts: "",
        numbers: &[],
        settings: &[],
        texts: &[],
        aggregate: Aggregate::Count,
        none: "",
        listed: &[],
    };
}

/// Computes a number from the numbers of a fact, in the order of [`Measure::numbers`]. A missing
/// number is `NaN`. When the result is not finite, because a number is missing or a denominator is
/// zero, the fact is left out.
pub type Number = fn(&[f64]) -> f64;

/// How facts are aggregated into the value of a measure. Each variant also counts its `n`: the
/// number of facts that the value is computed from.
#[derive(Clone, Copy, Debug)]
pub enum Aggregate {
    /// The number of facts.
    Count,
    /// The number of distinct values of the first text.
    Distinct,
    /// `then` of the median of `of`. For an even number of values the median is the mean of the
    /// middle two.
    Median {
        /// The value of a fact.
        of: Number,
        /// Computes the value from the median.
        then: fn(f64) -> f64,
    },
    /// A sum over a sum. A fact for which `under` is not above zero is left out of both.
    Ratio {
        /// The summand of the numerator.
        over: Number,
        /// The summand of the denominator.
        under: Number,
    },
    /// The share of facts for which this is true; facts for which it is `None` are left out.
    Share(fn(&[f64]) -> Option<bool>),
    /// Any function of all facts at once: its value, if there is one, and its `n`.
    Whole(fn(&Facts) -> (Option<f64>, u64)),
}

impl Aggregate {
    /// The median.
    pub const fn median(of: Number) -> Self {
        Self::Median { of, then: |median| median }
    }
}

/// All facts of a group, for [`Aggregate::Whole`].
#[derive(Clone, Debug, Default)]
pub struct Facts {
    pub(super) width: (usize, usize),
    pub(super) numbers: Vec<f64>,
    pub(super) texts: Vec<u32>,
    pub(super) count: usize,
}

impl Facts {
    /// The number of facts.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are no facts.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Iterates over the facts: the numbers and the texts of each, a text as a code that equal
    /// texts share.
    pub fn each(&self) -> impl Iterator<Item = (&[f64], &[u32])> {
        let (numbers, texts) = self.width;
        (0..self.count).map(move |fact| {
            (&self.numbers[fact * numbers..][..numbers], &self.texts[fact * texts..][..texts])
        })
    }
}

/// What facts are grouped by.
#[derive(Clone, Copy, Debug)]
pub struct Dimension {
    /// The name in the API.
    pub name: &'static str,
    /// The name to show.
    pub label: &'static str,
    /// What it is, in a sentence.
    pub description: &'static str,
    /// The expression that facts are grouped by; empty for [`DimensionKind::Time`], which uses the dataset's
    /// time.
    pub key: &'static str,
    /// The kind of its values.
    pub kind: DimensionKind,
}

/// The kind of the values of a dimension. Facts with a missing value are a group of their own, the
/// last one.
#[derive(Clone, Copy, Debug)]
pub enum DimensionKind {
    /// Identifiers of records, ordered by their labels.
    Record {
        /// Their table.
        of: &'static str,
        /// The label of one: expressions over that table, or over tables that can be joined, whose
        /// values are joined by a separator.
        called: &'static [&'static str],
        /// The position of one on the map: latitude and longitude, expressions over that table.
        place: Option<[&'static str; 2]>,
    },
    /// Texts without conversion, in alphabetical order.
    Text,
    /// A list of texts, as [`TextList`](crate::db::TextList) stores it: a fact counts once in each
    /// of them.
    List,
    /// Texts that are mapped to values, given the current day in the product's time zone.
    Texts(fn(&str, NaiveDate) -> Option<Member>),
    /// Numbers that are mapped to values, such as bands.
    Numbers(fn(f64) -> Option<Member>),
    /// The dataset's time, cut into days, weeks or months.
    Time(Grain),
}

impl DimensionKind {
    /// Whether values are days.
    pub(super) fn is_day(&self) -> bool {
        matches!(self, Self::Time(Grain::Day))
    }
}

/// One value of a dimension.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Its sort order among the values.
    pub order: f64,
    /// The key in the API.
    pub key: Cow<'static, str>,
    /// The name to show.
    pub label: Cow<'static, str>,
}

impl Member {
    /// Makes a value with a fixed order.
    pub const fn fixed(order: u32, key: &'static str, label: &'static str) -> Self {
        Self { order: order as f64, key: Cow::Borrowed(key), label: Cow::Borrowed(label) }
    }

    /// Returns the variant of an enum that is stored as `text`: for [`DimensionKind::Texts`].
    pub fn choice<E: TextEnum>(text: &str, _: NaiveDate) -> Option<Self> {
        let at = E::VALUES.iter().position(|(known, _)| *known == text)?;
        let (key, label) = E::VALUES.get(at)?;
        Some(Self::fixed(u32::try_from(at).ok()?, key, label))
    }

    /// Returns the band that `number` is in. `bands` are their upper ends, keys and labels, in
    /// order; the last end is infinite. A number at an end is in the band above it.
    pub fn band(number: f64, bands: &[(f64, &'static str, &'static str)]) -> Option<Self> {
        let at = bands.iter().position(|(end, ..)| number < *end)?;
        let (_, key, label) = bands.get(at)?;
        Some(Self::fixed(u32::try_from(at).unwrap_or(u32::MAX), key, label))
    }
}

/// What time is cut into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    /// Days in the product's time zone.
    Day,
    /// Weeks that begin on Monday.
    Week,
    /// Months of the calendar.
    Month,
}
