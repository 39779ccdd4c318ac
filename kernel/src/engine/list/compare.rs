//! Translates a comparison into a condition on a column, by the column's kind. Missing values meet
//! negative conditions only.

use chrono::NaiveDate;

use super::expression::{Bound, FieldColumn, Node, Test};
use super::filter::{Number, Operand, Operator};
use super::kind::FieldKind;
use crate::base::time::Timestamp;
use crate::db::search::literal;

/// Builds the condition `column operator operand`.
pub(super) fn compare(column: &FieldColumn, operator: Operator, operand: &Operand) -> Node {
    let test = |test: Test| Node::Test(column.clone(), test);
    let is = |sign: &'static str, bound: Bound| test(Test::Is(sign, bound));
    let stated = match operand {
        Operand::Text(text) => text_stated(column, operator, text),
        Operand::Texts(texts) => {
            let not = operator == Operator::NotIn;
            test(Test::In { not, values: texts.clone() })
        }
        Operand::Number(number) => is(sign(operator), bound(*number)),
        Operand::Numbers(from, to) => Node::All(vec![is(">=", bound(*from)), is("<=", bound(*to))]),
        Operand::None if operator == Operator::IsMissing => test(Test::Missing),
        Operand::None => test(Test::Present),
        Operand::Truth(truth) => is(sign(operator), Bound::Truth(*truth)),
        Operand::Day(day) if column.kind() == FieldKind::Instant => {
            let (from, to) = (Timestamp::start_of(*day), Timestamp::start_of(next(*day)));
            let (from, to) = (Bound::Instant(from), Bound::Instant(to));
            match operator {
                Operator::Before => is("<", from),
                Operator::BeforeOrEqual => is("<", to),
                Operator::After => is(">=", to),
                Operator::AfterOrEqual => is(">=", from),
                Operator::NotEquals => Node::Any(vec![is("<", from), is(">=", to)]),
                _ => Node::All(vec![is(">=", from), is("<", to)]),
            }
        }
        Operand::Days(first, last) if column.kind() == FieldKind::Instant => Node::All(vec![
            is(">=", Bound::Instant(Timestamp::start_of(*first))),
            is("<", Bound::Instant(Timestamp::start_of(next(*last)))),
        ]),
        Operand::Day(day) => is(sign(operator), Bound::Day(*day)),
        Operand::Days(first, last) => {
            Node::All(vec![is(">=", Bound::Day(*first)), is("<=", Bound::Day(*last))])
        }
    };
    let negative =
        matches!(operator, Operator::NotEquals | Operator::NotContains | Operator::NotIn);
    if negative && column.is_nullable() {
        Node::Any(vec![stated, test(Test::Missing)])
    } else {
        stated
    }
}

fn text_stated(column: &FieldColumn, operator: Operator, text: &str) -> Node {
    let test = |test: Test| Node::Test(column.clone(), test);
    let like = |not: bool, pattern: String| {
        // A pattern is matched against the whole text, even where the order is by only its
        // beginning.
        let column = if column.kind() == FieldKind::LongText {
            column.clone().of_kind(FieldKind::Text)
        } else {
            column.clone()
        };
        Node::Test(column, Test::Like { not, pattern })
    };
    match operator {
        Operator::Contains => like(false, format!("%{}%", literal(text))),
        Operator::NotContains => like(true, format!("%{}%", literal(text))),
        Operator::EndsWith => like(false, format!("%{}", literal(text))),
        Operator::StartsWith if column.kind() == FieldKind::LongText => {
            like(false, format!("{}%", literal(text)))
        }
        // As a range, which an index of the column serves.
        Operator::StartsWith => {
            let mut range = vec![test(Test::Is(">=", Bound::Text(text.to_owned())))];
            range.extend(after_prefix(text).map(|end| test(Test::Is("<", Bound::Text(end)))));
            Node::All(range)
        }
        Operator::NotEquals if column.kind() == FieldKind::LongText => {
            test(Test::IsWhole("<>", text.to_owned()))
        }
        Operator::Equals if column.kind() == FieldKind::LongText => {
            let beginning = text.chars().take(200).collect();
            Node::All(vec![
                test(Test::Is("=", Bound::Text(beginning))),
                test(Test::IsWhole("=", text.to_owned())),
            ])
        }
        operator => test(Test::Is(sign(operator), Bound::Text(text.to_owned()))),
    }
}

fn sign(operator: Operator) -> &'static str {
    match operator {
        Operator::NotEquals => "<>",
        Operator::GreaterThan | Operator::After => ">",
        Operator::GreaterThanOrEqual | Operator::AfterOrEqual => ">=",
        Operator::LessThan | Operator::Before => "<",
        Operator::LessThanOrEqual | Operator::BeforeOrEqual => "<=",
        _ => "=",
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

/// Returns the first text, in byte order, after all texts that begin with `prefix`. `None` when
/// there is none.
fn after_prefix(prefix: &str) -> Option<String> {
    let mut letters: Vec<char> = prefix.chars().collect();
    while let Some(last) = letters.pop() {
        let next = (last as u32 + 1..=char::MAX as u32).find_map(char::from_u32);
        if let Some(next) = next {
            letters.push(next);
            return Some(letters.into_iter().collect());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_prefix_is_greater_than_every_text_with_the_prefix() {
        for (prefix, after) in [("ab", Some("ac")), ("a\u{10ffff}", Some("b")), ("", None)] {
            assert_eq!(after_prefix(prefix).as_deref(), after, "{prefix:?}");
        }
        let before_surrogates = after_prefix("\u{d7ff}").unwrap();
        assert_eq!(before_surrogates, "\u{e000}");
    }
}
