//! Decides whether a record in hand meets a filter: one that was just read, changed in a transaction, or read from the
//! history. It decides as the same filter does in SQL and over the columns in memory.

use chrono::NaiveDate;
use serde_json::Value;

use super::compare::comparison;
use super::computed::ComputedField;
use super::filter::{Condition, Filter, Number, Operand, Operator, ReferredFilter, Target};
use super::kind::FieldKind;
use crate::base::error::{Error, Result};
use crate::base::time::Timestamp;
use crate::db::fold_text;
use crate::engine::columns::Comparison;

/// A record in hand.
pub(crate) trait InHand {
    /// Returns the value of a field, as its view has it; of a reference the identifier. Null without a value.
    fn value(&mut self, field: &str) -> Result<Value>;
    /// Returns a computed number of the record.
    fn computed(&mut self, field: &'static ComputedField) -> Result<Option<f64>>;
    /// Returns the record that a field refers to, which is in this table; `None` when it refers to none.
    fn referred(&mut self, field: &str, to: Target) -> Result<Option<Box<dyn InHand + '_>>>;
    /// Returns how a field compares.
    fn kind(&self, field: &str) -> FieldKind;
}

impl Filter {
    /// Returns whether a record meets it.
    pub(crate) fn is_met_by(&self, record: &mut dyn InHand) -> Result<bool> {
        Ok(match self {
            Self::All(parts) => {
                for part in parts {
                    if !part.is_met_by(record)? {
                        return Ok(false);
                    }
                }
                true
            }
            Self::Any(parts) => {
                for part in parts {
                    if part.is_met_by(record)? {
                        return Ok(true);
                    }
                }
                false
            }
            Self::Is(Condition { field, operator, operand }) => {
                let value = record.value(field)?;
                is_met(record.kind(field), &value, *operator, operand)?
            }
            Self::Not(filter) => !filter.is_met_by(record)?,
            Self::Computed(field, operator, operand) => match record.computed(field)? {
                None => operator.is_met_by_none(),
                Some(_) if matches!(operand, Operand::None) => !operator.is_met_by_none(),
                Some(number) => is_number(number, None, *operator, operand),
            },
            Self::Referred(ReferredFilter { field, to, within, or_none, .. }) => {
                match record.referred(field, *to)? {
                    None => *or_none,
                    Some(mut referred) => within.is_met_by(&mut *referred)?,
                }
            }
        })
    }
}

fn is_met(kind: FieldKind, value: &Value, operator: Operator, operand: &Operand) -> Result<bool> {
    if value.is_null() || matches!(operand, Operand::None) {
        let is_met_by_none = operator.is_met_by_none();
        return Ok(is_met_by_none == value.is_null());
    }
    Ok(match (operand, value) {
        (Operand::Truth(truth), Value::Bool(value)) => comparison(operator).holds(value, truth),
        (Operand::Number(_) | Operand::Numbers(..), Value::Number(number)) => {
            let real = number.as_f64().unwrap_or(f64::NAN);
            is_number(real, number.as_i64(), operator, operand)
        }
        (Operand::Text(_) | Operand::Texts(_), Value::String(text)) => {
            let is_folded = matches!(kind, FieldKind::Text | FieldKind::LongText);
            is_text(&if is_folded { fold_text(text) } else { text.clone() }, operator, operand)
        }
        (Operand::Day(_) | Operand::Days(..), Value::String(text)) => match kind {
            FieldKind::Instant => {
                let time: Timestamp =
                    serde_json::from_value(value.clone()).map_err(Error::internal)?;
                is_moment(time, operator, operand)
            }
            _ => is_day(text.parse().map_err(Error::internal)?, operator, operand),
        },
        _ => return Err(Error::internal("a value of another type than its filter")),
    })
}

fn is_text(text: &str, operator: Operator, operand: &Operand) -> bool {
    let wanted = match operand {
        Operand::Texts(all) => {
            return all.iter().any(|one| one == text) == (operator == Operator::In);
        }
        Operand::Text(wanted) => wanted.as_str(),
        _ => return false,
    };
    match operator {
        Operator::Contains => text.contains(wanted),
        Operator::NotContains => !text.contains(wanted),
        Operator::StartsWith => text.starts_with(wanted),
        Operator::EndsWith => text.ends_with(wanted),
        operator => comparison(operator).holds(text, wanted),
    }
}

/// Compares a number, `whole` if it is an integer: two integers exactly.
fn is_number(real: f64, whole: Option<i64>, operator: Operator, operand: &Operand) -> bool {
    let holds = |comparison: Comparison, bound: &Number| match (whole, bound) {
        (Some(whole), Number::Whole(bound)) => comparison.holds(&whole, bound),
        (_, Number::Whole(bound)) => comparison.holds(&real, &(*bound as f64)),
        (_, Number::Real(bound)) => comparison.holds(&real, bound),
    };
    match operand {
        Operand::Number(bound) => holds(comparison(operator), bound),
        Operand::Numbers(first, last) => {
            holds(Comparison::AtLeast, first) && holds(Comparison::AtMost, last)
        }
        _ => false,
    }
}

fn is_day(day: NaiveDate, operator: Operator, operand: &Operand) -> bool {
    match operand {
        Operand::Day(wanted) => comparison(operator).holds(&day, wanted),
        Operand::Days(first, last) => day >= *first && day <= *last,
        _ => false,
    }
}

/// Compares a point in time with the whole of a day, or of several.
fn is_moment(time: Timestamp, operator: Operator, operand: &Operand) -> bool {
    let (first, last) = match operand {
        Operand::Day(day) => (*day, *day),
        Operand::Days(first, last) => (*first, *last),
        _ => return false,
    };
    let start = Timestamp::start_of(first);
    let end = Timestamp::start_of(last.succ_opt().unwrap_or(last));
    match operator {
        Operator::Before => time < start,
        Operator::BeforeOrEqual => time < end,
        Operator::After => time >= end,
        Operator::AfterOrEqual => time >= start,
        Operator::NotEquals => time < start || time >= end,
        _ => time >= start && time < end,
    }
}
