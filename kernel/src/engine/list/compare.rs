//! Translates a comparison into a condition on a column, by the column's kind. Missing values meet
//! negative conditions only.

use chrono::NaiveDate;

use super::expression::{Bound, FieldColumn, Node, Part, Test};
use super::filter::{Number, Operand, Operator};
use super::kind::FieldKind;
use crate::base::time::Timestamp;
use crate::engine::columns::Comparison;

/// Builds the condition `column operator operand`.
pub(super) fn compare(column: &FieldColumn, operator: Operator, operand: &Operand) -> Node {
    let column = &column.whole();
    let test = |test: Test| Node::Test(column.clone(), test);
    let is = |comparison: Comparison, bound: Bound| test(Test::Is(comparison, bound));
    let from = |bound: Bound| is(Comparison::AtLeast, bound);
    let stated = match operand {
        Operand::Text(text) => test(text_stated(operator, text)),
        Operand::Texts(texts) => {
            let not = operator == Operator::NotIn;
            test(Test::In { not, values: texts.clone() })
        }
        Operand::Number(number) => is(comparison(operator), bound(*number)),
        Operand::Numbers(first, last) => {
            Node::All(vec![from(bound(*first)), is(Comparison::AtMost, bound(*last))])
        }
        Operand::None if operator == Operator::IsMissing => test(Test::Missing),
        Operand::None => test(Test::Present),
        Operand::Truth(truth) => is(comparison(operator), Bound::Truth(*truth)),
        Operand::Day(day) if column.kind == FieldKind::Instant => {
            let [start, end] =
                [*day, next(*day)].map(|day| Bound::Instant(Timestamp::start_of(day)));
            let before = |bound: Bound| is(Comparison::Less, bound);
            match operator {
                Operator::Before => before(start),
                Operator::BeforeOrEqual => before(end),
                Operator::After => from(end),
                Operator::AfterOrEqual => from(start),
                Operator::NotEquals => Node::Any(vec![before(start), from(end)]),
                _ => Node::All(vec![from(start), before(end)]),
            }
        }
        Operand::Days(first, last) if column.kind == FieldKind::Instant => {
            let [start, end] =
                [*first, next(*last)].map(|day| Bound::Instant(Timestamp::start_of(day)));
            Node::All(vec![from(start), is(Comparison::Less, end)])
        }
        Operand::Day(day) => is(comparison(operator), Bound::Day(*day)),
        Operand::Days(first, last) => {
            Node::All(vec![from(Bound::Day(*first)), is(Comparison::AtMost, Bound::Day(*last))])
        }
    };
    let negative = operator.is_met_by_none() && operator != Operator::IsMissing;
    if negative && column.nullable { Node::Any(vec![stated, test(Test::Missing)]) } else { stated }
}

fn text_stated(operator: Operator, text: &str) -> Test {
    match operator {
        Operator::Contains => Test::has(Part::Any, text, false),
        Operator::NotContains => Test::has(Part::Any, text, true),
        Operator::StartsWith => Test::has(Part::Beginning, text, false),
        Operator::EndsWith => Test::has(Part::End, text, false),
        operator => Test::Is(comparison(operator), Bound::Text(text.to_owned())),
    }
}

fn comparison(operator: Operator) -> Comparison {
    match operator {
        Operator::NotEquals => Comparison::Unequal,
        Operator::GreaterThan | Operator::After => Comparison::Greater,
        Operator::GreaterThanOrEqual | Operator::AfterOrEqual => Comparison::AtLeast,
        Operator::LessThan | Operator::Before => Comparison::Less,
        Operator::LessThanOrEqual | Operator::BeforeOrEqual => Comparison::AtMost,
        _ => Comparison::Equal,
    }
}

fn bound(number: Number) -> Bound {
    match number {
        Number::Whole(whole) => Bound::Whole(whole),
        Number::Real(real) => Bound::Real(real),
    }
}

fn next(day: NaiveDate) -> NaiveDate {
    day.succ_opt().unwrap_or(day)
}
