//! Compiles the steps of one specification, and checks them against each other. `value` runs them.

use std::collections::{HashMap, HashSet};
use std::ops::Bound;

use regex::{Regex, RegexBuilder};

use super::date::DateFormats;
use super::number::NumberFormat;
use super::plan::Range;
use super::spec::{self, Capture, CaptureSpec, Number, NumberSpec, Spec, Split};
use super::value::{self, Finish, Steps, Table};
use crate::cell_text::{comparable, quote};

/// The built-in words for yes and no, in addition to those of the mapping.
pub(super) const YES: [&str; 11] =
    ["yes", "y", "true", "t", "1", "x", "\u{2713}", "\u{2714}", "\u{221a}", "\u{2611}", "نعم"];
pub(super) const NO: [&str; 12] = [
    "no", "n", "false", "f", "0", "-", "\u{2013}", "\u{2717}", "\u{2718}", "\u{d7}", "\u{2610}",
    "لا",
];

/// The maximum length of a replacement in bytes: a pattern can match thousands of times in one
/// cell.
const LONGEST_REPLACEMENT: usize = 200;

/// The maximum memory of a compiled pattern in bytes: mappings come from users.
const LARGEST_PATTERN: usize = 1 << 18;

pub(super) fn compile(path: &str, spec: &Spec, missing: &[String]) -> Result<Steps, String> {
    let mut steps = Steps {
        missing: missing_words(missing, &spec.missing),
        collapse: spec.collapse,
        pick: spec.pick,
        case: spec.case,
        finish: finish(path, spec)?,
        ..Steps::default()
    };
    for replace in &spec.replace {
        if replace.with.len() > LONGEST_REPLACEMENT {
            return Err(format!("{path}.replace: with is longer than {LONGEST_REPLACEMENT} bytes"));
        }
        let find = pattern(&format!("{path}.replace.find"), &replace.find)?;
        steps.replace.push((find, replace.with.clone()));
    }
    if let Some(capture) = &spec.capture {
        let (text, otherwise) = match capture {
            Capture::Pattern(pattern) => (pattern, spec::Otherwise::default()),
            Capture::Full(CaptureSpec { pattern, otherwise }) => (pattern, otherwise.clone()),
        };
        let pattern = pattern(&format!("{path}.capture"), text)?;
        steps.capture = Some(value::Capture { pattern, otherwise });
    }
    if let Some(split) = &spec.split {
        let text = match split {
            Split::Separator(separator) => regex::escape(separator),
            Split::Pattern(split) => split.pattern.clone(),
        };
        if text.is_empty() {
            return Err(format!("{path}.split: the separator is empty"));
        }
        steps.split = Some(pattern(&format!("{path}.split"), &text)?);
    }
    if let Some(table) = &spec.table {
        let mut entries = HashMap::new();
        for (key, value) in table {
            if entries.insert(comparable(key), value.clone()).is_some() {
                return Err(format!("{path}.table: {} stands there twice", quote(key)));
            }
        }
        let otherwise = spec.otherwise.clone().unwrap_or_default();
        steps.table = Some(Table { entries, otherwise });
    }
    if steps.group_names().len() > 1 && more_than_capture(&steps) {
        let message = "a pattern with several groups ends the steps; go on where a group is used";
        return Err(format!("{path}.capture: {message}"));
    }
    Ok(steps)
}

fn more_than_capture(steps: &Steps) -> bool {
    let texts = steps.split.is_none() && steps.case.is_none() && steps.table.is_none();
    !(texts && matches!(steps.finish, Finish::Keep))
}

fn finish(path: &str, spec: &Spec) -> Result<Finish, String> {
    if let Some(dates) = &spec.date {
        let formats = dates.clone().into_vec();
        let formats = DateFormats::new(formats, spec.period.unwrap_or_default());
        return formats.map(Finish::Date).map_err(|error| format!("{path}.date: {error}"));
    }
    let is_number = spec.factor.is_some() || spec.round.is_some() || spec.sum.is_some();
    let format = match &spec.number {
        Some(Number::Format(format)) => format.clone(),
        Some(Number::Plain(true)) => NumberSpec::default(),
        None if is_number => NumberSpec::default(),
        Some(Number::Plain(false)) | None => return Ok(Finish::Keep),
    };
    let format = NumberFormat::new(format).map_err(|error| format!("{path}.number.{error}"))?;
    let factor = spec.factor.unwrap_or(1.0);
    if !factor.is_finite() {
        return Err(format!("{path}.factor: a number is expected"));
    }
    if spec.round.is_some_and(|places| places > 9) {
        return Err(format!("{path}.round: 0 to 9 decimal places are expected"));
    }
    Ok(Finish::Number { format, factor, round: spec.round })
}

/// Checks keys that are only meaningful with another one.
pub(super) fn check_companions(path: &str, spec: &Spec) -> Result<(), String> {
    let number = spec.number.is_some() || spec.factor.is_some() || spec.round.is_some();
    let rules = [
        ("separator", spec.separator.is_some(), "join", spec.join.is_some()),
        ("distinct", spec.distinct, "join (lists are distinct by themselves)", spec.join.is_some()),
        ("yes", !spec.yes.is_empty(), "flags", spec.flags.is_some()),
        ("no", !spec.no.is_empty(), "flags", spec.flags.is_some()),
        ("by", spec.by.is_some(), "lookup", spec.lookup.is_some()),
        ("create", spec.create.is_some(), "lookup", spec.lookup.is_some()),
        ("pick", spec.pick.is_some(), "split", spec.split.is_some()),
        ("otherwise", spec.otherwise.is_some(), "table", spec.table.is_some()),
        ("period", spec.period.is_some(), "date", spec.date.is_some()),
    ];
    for (key, given, other, there) in rules {
        if given && !there {
            return Err(format!("{path}.{key}: it needs {other}"));
        }
    }
    if spec.lookup.is_some() {
        return Err(format!("{path}.lookup: only a field of a payload is looked up"));
    }
    if spec.pick == Some(0) {
        return Err(format!("{path}.pick: 1 is the first item, -1 the last"));
    }
    if number && spec.date.is_some() {
        return Err(format!("{path}: a value is a number or a date, not both"));
    }
    Ok(())
}

/// Compiles the format by which a condition reads its numbers.
pub(super) fn number_format(path: &str, number: Option<&Number>) -> Result<NumberFormat, String> {
    let spec = match number {
        Some(Number::Format(spec)) => spec.clone(),
        Some(Number::Plain(_)) | None => NumberSpec::default(),
    };
    NumberFormat::new(spec).map_err(|error| format!("{path}.number.{error}"))
}

/// Compiles the ranges that a condition compares a number with, one for each of its comparisons.
pub(super) fn bounds(path: &str, spec: &spec::ConditionSpec) -> Result<Vec<Range>, String> {
    let mut bounds = Vec::new();
    bounds.extend(spec.less_than.map(|number| (Bound::Unbounded, Bound::Excluded(number))));
    bounds.extend(spec.at_most.map(|number| (Bound::Unbounded, Bound::Included(number))));
    bounds.extend(spec.more_than.map(|number| (Bound::Excluded(number), Bound::Unbounded)));
    bounds.extend(spec.at_least.map(|number| (Bound::Included(number), Bound::Unbounded)));
    if let Some([from, to]) = spec.between {
        if from > to {
            return Err(format!("{path}.between: the smaller number stands first"));
        }
        bounds.push((Bound::Included(from), Bound::Included(to)));
    }
    Ok(bounds)
}

pub(super) fn missing_words(mapping: &[String], own: &[String]) -> HashSet<String> {
    mapping.iter().chain(own).map(|word| comparable(word)).collect()
}

pub(super) fn pattern(path: &str, text: &str) -> Result<Regex, String> {
    let pattern = RegexBuilder::new(text).size_limit(LARGEST_PATTERN).build();
    pattern.map_err(|error| {
        let error = error.to_string();
        // The library prints the pattern and an arrow first; the last line has the reason.
        let reason = error.lines().last().unwrap_or_default().trim_start_matches("error: ");
        format!("{path}: {} is not a regular expression: {reason}", quote(text))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_pattern_is_reported_with_its_reason() {
        let error = pattern("fields.name.capture", "(a").expect_err("not closed");
        assert_eq!(error, "fields.name.capture: '(a' is not a regular expression: unclosed group");
    }
}
