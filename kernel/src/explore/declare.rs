//! What modules declare of their figures: values, listed in [`Module`](crate::product::module::Module).
//!
//! Expressions are SQL over columns of one table, each written `table.column`. Which table that is is
//! read from it, and how to get there follows from the references of resources and from [`Join`]s. An
//! expression is whatever both databases understand alike; what they would compute differently is
//! left to the functions beside it.

use std::borrow::Cow;

use chrono::NaiveDate;

use crate::base::config::Setting;

/// What questions are asked about: records that are filtered alike and have a time in common.
#[derive(Clone, Copy, Debug)]
pub struct Dataset {
    /// As it is asked for: a plural word.
    pub name: &'static str,
    /// The name to show.
    pub label: &'static str,
    /// Its table. A measure is possible here when each of its facts belongs to one row of it.
    pub table: &'static str,
    /// The point in time that a period is compared with.
    pub time: &'static str,
    /// The resource whose filters are understood, and whose records are shown behind a figure.
    pub resource: &'static str,
    /// The column of its identifiers.
    pub record: &'static str,
    /// What one of these records is called: expressions over its table, or tables that a way leads to,
    /// of which the values stand side by side.
    pub called: &'static [&'static str],
}

/// A way to get from a row of one table to rows of another, beside the references of resources.
#[derive(Clone, Copy, Debug)]
pub struct Join {
    /// The column that one comes from.
    pub from: &'static str,
    /// The column that holds the same value.
    pub to: &'static str,
    /// Whether several rows may hold it: a fact then belongs to several groups.
    pub many: bool,
}

/// A figure: what is computed from facts, which are rows of a table.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// As it is asked for.
    pub name: &'static str,
    /// The name to show.
    pub label: &'static str,
    /// What it is, with its formula, in a sentence or two.
    pub description: &'static str,
    /// `AED`, `AED per sq ft`, `%` (0.05 is 5 %), `×`, `points`; empty for a count.
    pub unit: &'static str,
    /// The table whose rows are the facts.
    pub facts: &'static str,
    /// The numbers that are read of a fact.
    pub numbers: &'static [&'static str],
    /// What an operator may set of it: these follow the numbers.
    pub settings: &'static [&'static Setting],
    /// The texts that are read of a fact.
    pub texts: &'static [&'static str],
    /// The figure itself.
    pub aggregate: Aggregate,
    /// Why there may be no figure, in a sentence: what none of the facts has. Empty for what is
    /// always there, such as a count.
    pub none: &'static str,
    /// The numbers to read instead for the same figure as it is listed, of the facts that have the
    /// figure itself; empty when it is not.
    pub listed: &'static [&'static str],
}

impl Measure {
    /// What most measures say, for `Measure { name: …, ..Measure::DEFAULT }`.
    pub const DEFAULT: Self = Self {
        name: "",
        label: "",
        description: "",
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

/// Computes a number from the numbers of a fact, in the order of [`Measure::numbers`]. One that is
/// missing is `NaN`. What is not finite in the end, because a number was missing or a denominator
/// zero, leaves the fact out.
pub type Number = fn(&[f64]) -> f64;

/// How facts become a figure. Each tells its `n` as well: how many facts it is made of.
#[derive(Clone, Copy, Debug)]
pub enum Aggregate {
    /// How many facts there are.
    Count,
    /// How many different values the first text has.
    Distinct,
    /// `then` of the median of `of`. Of an even number of values it is the mean of the middle two.
    Median {
        /// The value of a fact.
        of: Number,
        /// The figure, by the median.
        then: fn(f64) -> f64,
    },
    /// A sum over a sum. A fact for which `under` is not above zero is left out of both.
    Ratio {
        /// What is summed up above the line.
        over: Number,
        /// What is summed up below it.
        under: Number,
    },
    /// The share of facts for which this is true; those for which nothing can be said are left out.
    Share(fn(&[f64]) -> Option<bool>),
    /// Whatever has to see all facts at once: the figure, when there is one, and its `n`.
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
    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Each fact: its numbers, and its texts, each known by a number that equal texts share.
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
    /// As it is asked for.
    pub name: &'static str,
    /// The name to show.
    pub label: &'static str,
    /// What it is, in a sentence.
    pub description: &'static str,
    /// What a fact is grouped by; empty for [`Kind::Time`], which is the dataset's own.
    pub key: &'static str,
    /// What the values mean.
    pub kind: Kind,
}

/// What the values of a dimension mean. One that is missing is a group of its own, the last.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Identifiers of records, ordered by what these are called.
    Record {
        /// Their table.
        of: &'static str,
        /// What one is called: expressions over that table, or tables that a way leads to, of which the
        /// values stand side by side.
        called: &'static [&'static str],
        /// Where one is on the map: latitude and longitude, expressions over that table.
        place: Option<[&'static str; 2]>,
    },
    /// Texts as they stand, in alphabetical order.
    Text,
    /// A list of texts, as [`TextList`](crate::db::TextList) stores it: a fact counts once in each.
    List,
    /// Texts that stand for something, told by the day on which it is asked, in Asia/Dubai.
    Texts(fn(&str, NaiveDate) -> Option<Member>),
    /// Numbers that stand for something, such as bands.
    Numbers(fn(f64) -> Option<Member>),
    /// The dataset's time, cut into days, weeks or months.
    Time(Grain),
}

impl Kind {
    /// Whether values are days.
    pub(super) fn is_day(&self) -> bool {
        matches!(self, Self::Time(Grain::Day))
    }
}

/// One value of a dimension.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Its place among the others.
    pub order: f64,
    /// What it is known by.
    pub key: Cow<'static, str>,
    /// The name to show.
    pub label: Cow<'static, str>,
}

impl Member {
    /// A value with an order of its own.
    pub const fn fixed(order: u32, key: &'static str, label: &'static str) -> Self {
        Self { order: order as f64, key: Cow::Borrowed(key), label: Cow::Borrowed(label) }
    }

    /// The band that `number` is in: `bands` are their upper ends and labels, in order, and the last
    /// one has no end. A number at an end is in the band above it.
    pub fn band(number: f64, bands: &[(f64, &'static str, &'static str)]) -> Option<Self> {
        let at = bands.iter().position(|(end, ..)| number < *end)?;
        let (_, key, label) = bands.get(at)?;
        Some(Self::fixed(u32::try_from(at).unwrap_or(u32::MAX), key, label))
    }
}

/// What time is cut into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    /// Days in Asia/Dubai.
    Day,
    /// Weeks that begin on Monday.
    Week,
    /// Months of the calendar.
    Month,
}
