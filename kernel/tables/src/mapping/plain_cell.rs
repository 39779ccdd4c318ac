//! Reads the cell of a file without a mapping by the type of its field. Numbers and dates may be written
//! as people write them, where they can be read in one way only.

use chrono::{NaiveDate, NaiveDateTime, NaiveTime};
use serde_json::Value;

use super::date::day_and_time;
use super::number::NumberFormat;
use super::writing::{DateOrder, NumberSigns, Writing, WritingPart};
use crate::cell_text::{quote, western};
use crate::formula::unescaped;
use crate::local_time::LocalTime;
use crate::nature::Nature;

/// How the cells of a field are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// The text of the cell. The apostrophe that an export puts before `=`, `+`, `-`, `@`, tab and
    /// carriage return is removed.
    Text,
    /// A number.
    Number,
    /// A whole number. Whether a number is one is checked by the schema; it decides what a sign before
    /// three digits can mean.
    Integer,
    /// A date, without a time of day other than midnight.
    Date,
    /// A moment.
    Instant,
    /// `true` or `false`, in any case.
    Boolean,
    /// Items separated by `;`, or a JSON array.
    List,
    /// JSON.
    Json,
    /// The record's identifier, or the name of a record that it refers to: not a field, but not
    /// ignored either.
    Shown,
    /// Known but not writable (`createdAt`): the column is ignored.
    Ignored,
}

impl FieldKind {
    /// Reads a cell's value; an empty cell is missing.
    pub(super) fn read(self, cell: &str) -> Result<Option<Value>, String> {
        PlainCell::of(self).read(cell, None)
    }
}

/// How the cells of one column are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainCell {
    pub(super) kind: FieldKind,
    pub(super) dates: Option<DateOrder>,
    pub(super) numbers: Option<NumberSigns>,
    /// The time zone of a workbook's times.
    pub(super) zone: LocalTime,
}

/// The values that a text can have.
enum Readings<T> {
    None,
    One(T),
    /// What it is with a point before decimals, or the day first; and what it is otherwise.
    Two(T, T),
}

impl PlainCell {
    /// Reads cells as their fields alone say.
    pub(super) fn of(kind: FieldKind) -> Self {
        Self { kind, dates: None, numbers: None, zone: LocalTime::UTC }
    }

    /// Reads a cell's value; an empty cell is missing.
    pub(super) fn read(self, cell: &str, nature: Option<&Nature>) -> Result<Option<Value>, String> {
        let text = text::trim(cell);
        let missing = match self.kind {
            FieldKind::Text => cell.is_empty(),
            _ => text.is_empty(),
        };
        if missing {
            return Ok(None);
        }
        match self.kind {
            FieldKind::Text => Ok(Value::from(unescaped(as_shown(cell, nature)?))),
            FieldKind::Number | FieldKind::Integer => self.number(text, nature),
            FieldKind::Date => self.date(text).map(Value::from),
            FieldKind::Instant => Ok(Value::from(self.instant(text, nature))),
            FieldKind::Boolean if text.eq_ignore_ascii_case("true") => Ok(Value::Bool(true)),
            FieldKind::Boolean if text.eq_ignore_ascii_case("false") => Ok(Value::Bool(false)),
            FieldKind::Boolean => Err(format!("{} is neither true nor false", quote(text))),
            FieldKind::List if !text.starts_with('[') => {
                let text = as_shown(text, nature)?;
                let items = unescaped(text).split(';').map(text::trim);
                Ok(items.filter(|item| !item.is_empty()).map(Value::from).collect())
            }
            FieldKind::List | FieldKind::Json => {
                serde_json::from_str(text).map_err(|_| format!("{} is not JSON", quote(text)))
            }
            FieldKind::Shown | FieldKind::Ignored => return Ok(None),
        }
        .map(Some)
    }

    fn number(self, text: &str, nature: Option<&Nature>) -> Result<Value, String> {
        if matches!(nature, Some(Nature::Number | Nature::Shown(_))) {
            return NumberFormat::bare().read(text);
        }
        let read = |signs| NumberFormat::with(signs).read(text).ok();
        match self.numbers {
            Some(signs) => read(signs).ok_or_else(|| format!("{} is not a number", quote(text))),
            None => match self.numbers_of(text) {
                Readings::One(value) => Ok(value),
                Readings::None => Err(format!("{} is not a number", quote(text))),
                Readings::Two(point, comma) => Err(format!(
                    "{} is {point} with a decimal point and {comma} with a decimal comma: \
                     choose one for this file, or write the number without signs between its digits",
                    quote(text)
                )),
            },
        }
    }

    fn numbers_of(self, text: &str) -> Readings<Value> {
        // A program writes a decimal point and no groups. Whole numbers have no decimals, so that
        // there the same can be a group.
        let bare = NumberFormat::bare().read(text).ok();
        if let Some(bare) = bare
            && !(self.kind == FieldKind::Integer && text.contains('.'))
        {
            return Readings::One(bare);
        }
        let whole = |value: &Value| self.kind != FieldKind::Integer || !value.is_f64();
        let read = |signs| NumberFormat::with(signs).read(text).ok();
        let (point, comma) = (read(NumberSigns::Point), read(NumberSigns::Comma));
        match (point, comma) {
            (Some(point), Some(comma)) if point == comma => Readings::One(point),
            (Some(point), Some(comma)) => match (whole(&point), whole(&comma)) {
                (true, false) => Readings::One(point),
                (false, true) => Readings::One(comma),
                _ => Readings::Two(point, comma),
            },
            (Some(one), None) | (None, Some(one)) => Readings::One(one),
            (None, None) => Readings::None,
        }
    }

    fn date(self, cell: &str) -> Result<String, String> {
        let western = western(cell);
        let text = western.trim();
        let (day, time) = day_and_time(text);
        let found = match self.dates {
            Some(order) => in_order(day, order).map_or(Readings::None, Readings::One),
            None => dates_of(day),
        };
        match found {
            Readings::One(_) if time.is_some_and(|time| time != NaiveTime::MIN) => Err(format!(
                "{} has a time of day, and a date is expected",
                quote(&cell.replacen('T', " ", 1))
            )),
            Readings::One(date) => Ok(date.to_string()),
            Readings::Two(first, other) => Err(format!(
                "{} is {first} with the day first and {other} with the month first: choose one \
                 for this file, or write dates as 2026-12-31",
                quote(cell)
            )),
            // The schema says what is expected.
            Readings::None => Ok(cell.to_owned()),
        }
    }

    /// Reads a moment: of a workbook in its time zone, otherwise as it is written.
    fn instant(self, text: &str, nature: Option<&Nature>) -> String {
        let local = text.parse::<NaiveDateTime>().ok();
        let local =
            local.or_else(|| Some(text.parse::<NaiveDate>().ok()?.and_time(NaiveTime::MIN)));
        match local.filter(|_| nature == Some(&Nature::Moment)) {
            Some(local) => {
                let utc = (self.zone.to_utc)(local);
                format!("{}Z", utc.format("%Y-%m-%dT%H:%M:%S%.f"))
            }
            None => text.to_owned(),
        }
    }
}

/// Returns the text of a cell as a person sees it. A date is none.
pub(super) fn as_shown<'a>(cell: &'a str, nature: Option<&'a Nature>) -> Result<&'a str, String> {
    match nature {
        Some(Nature::Shown(shown)) => Ok(shown),
        Some(Nature::Moment) => Err(format!(
            "The spreadsheet made the date or time {cell} of this text. Format the column as text, and type it again"
        )),
        Some(Nature::Number) | None => Ok(cell),
    }
}

impl Writing {
    /// Infers the order of dates and the signs in numbers from cells that can be read in one way only, and
    /// notes what other cells ask.
    pub(super) fn infer(&mut self, kind: FieldKind, cell: &str, nature: Option<&Nature>) {
        let text = text::trim(cell);
        if text.is_empty() || nature.is_some() {
            return;
        }
        match kind {
            FieldKind::Number | FieldKind::Integer if self.numbers.is_none() => {
                let read = |signs| NumberFormat::with(signs).read(text).is_ok();
                self.numbers = match (read(NumberSigns::Point), read(NumberSigns::Comma)) {
                    (true, false) => Some(NumberSigns::Point),
                    (false, true) => Some(NumberSigns::Comma),
                    _ => None,
                };
                if matches!(PlainCell::of(kind).numbers_of(text), Readings::Two(..)) {
                    self.ask(WritingPart::Numbers);
                }
            }
            FieldKind::Date if self.date_order.is_none() => {
                let western = western(text);
                let day = western.split(['T', ' ']).next().unwrap_or_default();
                let read = |order| in_order(day, order).is_some();
                let both = [DateOrder::DayMonthYear, DateOrder::MonthDayYear].map(read);
                self.date_order = match both {
                    [true, false] => Some(DateOrder::DayMonthYear),
                    [false, true] => Some(DateOrder::MonthDayYear),
                    _ => None,
                };
                if matches!(dates_of(day), Readings::Two(..)) {
                    self.ask(WritingPart::DateOrder);
                }
            }
            _ => {}
        }
    }
}

fn dates_of(text: &str) -> Readings<NaiveDate> {
    if let Some(day) = in_order(text, DateOrder::YearMonthDay) {
        return Readings::One(day);
    }
    let read = |order| in_order(text, order);
    match (read(DateOrder::DayMonthYear), read(DateOrder::MonthDayYear)) {
        (Some(day), Some(month)) if day != month => Readings::Two(day, month),
        (Some(day), _) | (None, Some(day)) => Readings::One(day),
        (None, None) => Readings::None,
    }
}

/// Reads a date of three numbers in this order. One that begins with the year is in no other.
fn in_order(text: &str, order: DateOrder) -> Option<NaiveDate> {
    let sign = text.chars().find(|letter| matches!(letter, '-' | '/' | '.'))?;
    let parts: Vec<&str> = text.split(sign).collect();
    let [first, second, third] = parts.as_slice() else { return None };
    let number = |part: &str, widths: std::ops::RangeInclusive<usize>| -> Option<u32> {
        let is_number = part.bytes().all(|digit| digit.is_ascii_digit());
        (is_number && widths.contains(&part.len())).then(|| part.parse().ok()).flatten()
    };
    let (year, month, day) = match (first.len(), order) {
        (4, _) => (first, second, third),
        (_, DateOrder::DayMonthYear) => (third, second, first),
        (_, DateOrder::MonthDayYear) => (third, first, second),
        (_, DateOrder::YearMonthDay) => return None,
    };
    let year = i32::try_from(number(year, 4..=4)?).ok()?;
    NaiveDate::from_ymd_opt(year, number(month, 1..=2)?, number(day, 1..=2)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(kind: FieldKind, cell: &str) -> Option<Value> {
        kind.read(cell).expect("a value")
    }

    #[test]
    fn cells_become_their_fields_types() {
        assert_eq!(read(FieldKind::Number, "3"), Some(json!(3)));
        assert_eq!(read(FieldKind::Number, " 12.5 "), Some(json!(12.5)));
        assert_eq!(read(FieldKind::Boolean, "TRUE"), Some(json!(true)));
        assert_eq!(read(FieldKind::Text, "0012"), Some(json!("0012")));
    }

    #[test]
    fn list_is_split_at_semicolons_or_read_as_exported() {
        let both = json!(["Pool", "Gym; sauna"]);
        assert_eq!(read(FieldKind::List, "Pool; Gym;"), Some(json!(["Pool", "Gym"])));
        assert_eq!(read(FieldKind::List, &both.to_string()), Some(both));
        assert_eq!(read(FieldKind::List, "'-5; =x"), Some(json!(["-5", "=x"])));
    }

    #[test]
    fn text_is_not_changed_except_for_the_apostrophe_of_exports() {
        assert_eq!(read(FieldKind::Text, " two  lines\n"), Some(json!(" two  lines\n")));
        assert_eq!(read(FieldKind::Text, "'=SUM(A1)"), Some(json!("=SUM(A1)")));
        assert_eq!(read(FieldKind::Text, "'quoted'"), Some(json!("'quoted'")));
    }

    #[test]
    fn empty_cell_is_missing() {
        assert_eq!(read(FieldKind::Text, ""), None);
        assert_eq!(read(FieldKind::Number, " "), None);
    }
}
