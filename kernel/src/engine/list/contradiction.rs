//! Finds filters that no record can meet, such as two different values of one field.

use std::collections::HashMap;

use chrono::NaiveDate;

use super::filter::{Condition, Filter, Number, Operand, Operator, ReferredFilter};

/// What the conditions on one field leave possible.
#[derive(Clone, Debug, Default)]
struct Possible {
    /// Whether a value is needed, and whether it must be missing.
    present: bool,
    missing: bool,
    /// The texts that it may be; any with `None`.
    texts: Option<Vec<String>>,
    excluded: Vec<String>,
    truth: Option<bool>,
    excluded_truth: Option<bool>,
    numbers: Range<f64>,
    days: Range<NaiveDate>,
    is_empty: bool,
}

/// Values from one to another, each with whether it belongs to them.
#[derive(Clone, Debug)]
struct Range<T> {
    from: Option<(T, bool)>,
    to: Option<(T, bool)>,
}

impl<T> Default for Range<T> {
    fn default() -> Self {
        Self { from: None, to: None }
    }
}

impl<T: PartialOrd + Copy> Range<T> {
    fn narrow(&mut self, operator: Operator, bound: T) {
        use Operator::*;
        let (from, to) = match operator {
            Equals => (Some(true), Some(true)),
            GreaterThan | After => (Some(false), None),
            GreaterThanOrEqual | AfterOrEqual => (Some(true), None),
            LessThan | Before => (None, Some(false)),
            LessThanOrEqual | BeforeOrEqual => (None, Some(true)),
            _ => (None, None),
        };
        if let Some(included) = from
            && self.from.is_none_or(|(known, was)| bound > known || (bound == known && was))
        {
            self.from = Some((bound, included));
        }
        if let Some(included) = to
            && self.to.is_none_or(|(known, was)| bound < known || (bound == known && was))
        {
            self.to = Some((bound, included));
        }
    }

    fn is_empty(&self) -> bool {
        self.from.zip(self.to).is_some_and(|((from, begins), (to, ends))| {
            from > to || (from == to && !(begins && ends))
        })
    }
}

impl Possible {
    fn narrow(&mut self, operator: Operator, operand: &Operand) {
        self.present |= !operator.is_met_by_none();
        match operand {
            Operand::None => self.missing |= operator == Operator::IsMissing,
            Operand::Text(text) => match operator {
                Operator::Equals => self.narrow_to(std::slice::from_ref(text)),
                Operator::NotEquals => self.excluded.push(text.clone()),
                _ => {}
            },
            Operand::Texts(texts) if operator == Operator::In => self.narrow_to(texts),
            Operand::Texts(texts) => self.excluded.extend(texts.iter().cloned()),
            Operand::Truth(truth) if operator == Operator::Equals => {
                self.is_empty |= self.truth.is_some_and(|known| known != *truth);
                self.truth = Some(*truth);
            }
            Operand::Truth(truth) => {
                self.is_empty |=
                    self.excluded_truth.is_some_and(|known| known != *truth) && self.present;
                self.excluded_truth = Some(*truth);
            }
            Operand::Number(number) => self.numbers.narrow(operator, real(*number)),
            Operand::Numbers(from, to) => {
                self.numbers.narrow(Operator::GreaterThanOrEqual, real(*from));
                self.numbers.narrow(Operator::LessThanOrEqual, real(*to));
            }
            Operand::Day(day) => self.days.narrow(operator, *day),
            Operand::Days(from, to) => {
                self.days.narrow(Operator::AfterOrEqual, *from);
                self.days.narrow(Operator::BeforeOrEqual, *to);
            }
        }
    }

    fn narrow_to(&mut self, texts: &[String]) {
        let left = match self.texts.take() {
            None => texts.to_vec(),
            Some(known) => known.into_iter().filter(|one| texts.contains(one)).collect(),
        };
        self.texts = Some(left);
    }

    fn is_empty(&self) -> bool {
        let texts = self.texts.as_ref();
        self.is_empty
            || (self.present && self.missing)
            || texts.is_some_and(|texts| texts.iter().all(|one| self.excluded.contains(one)))
            || (self.truth.is_some() && self.truth == self.excluded_truth)
            || self.numbers.is_empty()
            || self.days.is_empty()
    }
}

fn real(number: Number) -> f64 {
    match number {
        Number::Whole(whole) => whole as f64,
        Number::Real(real) => real,
    }
}

impl Filter {
    /// Returns the field on which conditions exclude each other, so that no record can meet the filter. Not every such filter
    /// is found.
    pub(crate) fn contradiction(&self) -> Option<String> {
        match self {
            Self::Any(parts) => {
                let all: Option<Vec<String>> = parts.iter().map(Self::contradiction).collect();
                all.map(|all| all.into_iter().next().unwrap_or_default())
            }
            other => {
                let mut fields = HashMap::new();
                other.narrow("", &mut fields)
            }
        }
    }

    /// Notes what is possible under this filter as well; returns a field for which nothing is.
    fn narrow(&self, path: &str, fields: &mut HashMap<String, Possible>) -> Option<String> {
        match self {
            Self::All(parts) => parts.iter().find_map(|part| part.narrow(path, fields)),
            // Its alternatives are looked at by themselves.
            Self::Any(_) => self.contradiction(),
            Self::Computed(..) | Self::Not(_) => None,
            Self::Is(Condition { field, operator, operand }) => {
                let field = format!("{path}{field}");
                let possible = fields.entry(field.clone()).or_default();
                possible.narrow(*operator, operand);
                possible.is_empty().then_some(field)
            }
            Self::Referred(ReferredFilter { field, within, .. }) => {
                within.narrow(&format!("{path}{field}."), fields)
            }
        }
    }
}
