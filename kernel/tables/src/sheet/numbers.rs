//! Converts the numbers of cells to text: plain numbers, and those that a format shows as a day or
//! a time.

use std::collections::HashMap;
use std::io::Read;

use chrono::{Days, NaiveDate, NaiveDateTime, NaiveTime};

use super::digits::DigitFormat;
use super::xml::{Piece, Xml, each_attribute};

/// The number of seconds of a day.
const DAY: i64 = 24 * 60 * 60;

/// What a number represents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Shape {
    #[default]
    Number,
    Date,
    Time,
    DateTime,
    /// Hours, minutes and seconds, of any length.
    Duration,
}

/// The date system: what day numbers are counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Epoch {
    /// 1 is 1 January 1900, and 60 is a 29 February 1900 that did not exist.
    Year1900,
    /// 0 is 1 January 1904.
    Year1904,
}

/// How a cell shows its number.
#[derive(Clone, Debug, Default)]
pub(super) struct Format {
    pub(super) shape: Shape,
    /// The places of digits, where the format says more than the number: `000`.
    pub(super) digits: Option<DigitFormat>,
}

impl Format {
    fn written(code: &str) -> Self {
        let shape = written(code);
        let is_number = shape == Shape::Number;
        Self { shape, digits: is_number.then(|| DigitFormat::of(code)).flatten() }
    }
}

/// The number formats of cells, by index.
#[derive(Default)]
pub(super) struct Formats(Vec<Format>);

impl Formats {
    /// Reads the part with the styles.
    pub(super) fn read(part: impl Read) -> Result<Self, String> {
        let mut xml = Xml::new(part);
        let mut own = HashMap::new();
        let mut formats = Vec::new();
        let mut of_cells = false;
        loop {
            match xml.next()? {
                Piece::Open(tag) => match tag.local_name().as_ref() {
                    "numFmt" => {
                        let (mut number, mut format) = (0, Format::default());
                        each_attribute(&tag, |name, value| match name {
                            "numFmtId" => number = value.trim().parse().unwrap_or_default(),
                            "formatCode" => format = Format::written(&value),
                            _ => {}
                        })?;
                        own.insert(number, format);
                    }
                    "cellXfs" => of_cells = true,
                    "xf" if of_cells => {
                        let mut number = 0;
                        each_attribute(&tag, |name, value| {
                            if name == "numFmtId" {
                                number = value.trim().parse().unwrap_or_default();
                            }
                        })?;
                        let built_in = || Format { shape: built_in(number), digits: None };
                        formats.push(own.get(&number).cloned().unwrap_or_else(built_in));
                    }
                    _ => {}
                },
                Piece::Close(tag) if tag.local_name().as_ref() == "cellXfs" => of_cells = false,
                Piece::End => return Ok(Self(formats)),
                Piece::Close(_) | Piece::Text(_) | Piece::Nothing => {}
            }
        }
    }

    pub(super) fn get(&self, number: usize) -> Option<&Format> {
        self.0.get(number)
    }
}

/// Returns the built-in format of a number, by ECMA-376 part 1, 18.8.30.
fn built_in(number: u32) -> Shape {
    match number {
        14..=17 | 27..=31 | 36 | 50..=54 | 57 | 58 => Shape::Date,
        18..=21 | 32..=35 | 45 | 47 | 55 | 56 => Shape::Time,
        22 => Shape::DateTime,
        46 => Shape::Duration,
        _ => Shape::Number,
    }
}

/// Parses a format such as `[$-409]d/m/yy h:mm;@`. Literal letters are in quotes or after a
/// backslash; the rest are placeholders.
fn written(format: &str) -> Shape {
    let (mut day, mut month, mut time) = (false, false, false);
    let mut letters = format.chars();
    while let Some(letter) = letters.next() {
        match letter.to_ascii_lowercase() {
            ';' => break,
            '"' => drop(letters.find(|c| *c == '"')),
            '\\' | '_' | '*' => drop(letters.next()),
            '[' => {
                let inside: String = letters.by_ref().take_while(|c| *c != ']').collect();
                let same = |unit: char| inside.chars().all(|c| c.eq_ignore_ascii_case(&unit));
                if !inside.is_empty() && (same('h') || same('m') || same('s')) {
                    return Shape::Duration;
                }
            }
            'd' | 'y' => day = true,
            'm' => month = true,
            'h' | 's' => time = true,
            _ => {}
        }
    }
    match (day, month, time) {
        (true, _, true) => Shape::DateTime,
        (false, _, true) => Shape::Time,
        (true, _, false) | (false, true, false) => Shape::Date,
        (false, false, false) => Shape::Number,
    }
}

/// Converts a number to text. The error is the end of a sentence about its cell.
pub(super) fn text(number: &str, shape: Shape, epoch: Epoch) -> Result<String, String> {
    let number = number.trim();
    let digits = number.bytes().all(|c| c.is_ascii_digit()) && !number.starts_with('0');
    if shape == Shape::Number && digits && number.len() < 16 {
        return Ok(number.to_owned());
    }
    let value = number.parse::<f64>().ok().filter(|value| value.is_finite());
    let value = value.ok_or_else(|| "holds a number that cannot be read".to_owned())?;
    let no_date = || "holds a number that is no date".to_owned();
    let seconds = (value * DAY as f64).round();
    if shape != Shape::Number && seconds.abs() > 1e15 {
        return Err(no_date());
    }
    let (days, clock) = ((seconds as i64).div_euclid(DAY), (seconds as i64).rem_euclid(DAY));
    let of_clock = || format!("{:02}:{:02}:{:02}", clock / 3600, clock / 60 % 60, clock % 60);
    match shape {
        Shape::Number if value == 0.0 => Ok("0".to_owned()),
        Shape::Number => Ok(value.to_string()),
        Shape::Duration => {
            let sign = if seconds < 0.0 { "-" } else { "" };
            let all = seconds.abs() as i64;
            Ok(format!("{sign}{:02}:{:02}:{:02}", all / 3600, all / 60 % 60, all % 60))
        }
        Shape::Time if days == 0 => Ok(of_clock()),
        // A format that shows only the day means the day, independently of the hour.
        Shape::Date => Ok(date(value.floor() as i64, epoch).ok_or_else(no_date)?.to_string()),
        Shape::Time | Shape::DateTime => {
            let date = date(days, epoch).ok_or_else(no_date)?;
            Ok(format!("{date}T{}", of_clock()))
        }
    }
}

/// Converts a number to its day, up to the year 9999.
fn date(days: i64, epoch: Epoch) -> Option<NaiveDate> {
    let (zero, days) = match (epoch, days) {
        (Epoch::Year1904, 0..) => (NaiveDate::from_ymd_opt(1904, 1, 1)?, days),
        (Epoch::Year1900, 1..=59) => (NaiveDate::from_ymd_opt(1899, 12, 31)?, days),
        (Epoch::Year1900, 61..) => (NaiveDate::from_ymd_opt(1899, 12, 30)?, days),
        _ => return None,
    };
    let last = NaiveDate::from_ymd_opt(9999, 12, 31)?;
    zero.checked_add_days(Days::new(u64::try_from(days).ok()?)).filter(|date| *date <= last)
}

/// Parses a day or a time in ISO 8601, as some programs store it.
pub(super) fn iso(written: &str, shape: Shape) -> Result<String, String> {
    let written = written.trim();
    let no_date = || "holds a date that cannot be read".to_owned();
    if let Ok(date) = written.parse::<NaiveDate>() {
        return Ok(date.to_string());
    }
    if let Ok(time) = written.parse::<NaiveTime>() {
        return Ok(time.format("%H:%M:%S").to_string());
    }
    let moment: NaiveDateTime = written.trim_end_matches('Z').parse().map_err(|_| no_date())?;
    Ok(match shape {
        Shape::Date => moment.date().to_string(),
        _ => moment.format("%Y-%m-%dT%H:%M:%S").to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(number: &str, shape: Shape) -> String {
        text(number, shape, Epoch::Year1900).unwrap_or_else(|error| error)
    }

    #[test]
    fn plain_numbers_are_as_short_as_they_can_be() {
        for (number, text) in [
            ("1250", "1250"),
            ("1250.0", "1250"),
            ("-0", "0"),
            ("007", "7"),
            ("0.1", "0.1"),
            ("0.30000000000000004", "0.30000000000000004"),
            ("1.5E-3", "0.0015"),
            ("1E+21", "1000000000000000000000"),
            ("12345678901234567890", "12345678901234567000"),
        ] {
            assert_eq!(shown(number, Shape::Number), text, "{number}");
        }
        for number in ["NaN", "inf", "1e999", "0x10", "1,2"] {
            assert_eq!(shown(number, Shape::Number), "holds a number that cannot be read");
        }
    }

    #[test]
    fn days_and_times_are_written_in_both_systems() {
        assert_eq!(shown("1", Shape::Date), "1900-01-01");
        assert_eq!(shown("59", Shape::Date), "1900-02-28");
        assert_eq!(shown("60", Shape::Date), "holds a number that is no date");
        assert_eq!(shown("61", Shape::Date), "1900-03-01");
        assert_eq!(shown("45292.9999999", Shape::Date), "2024-01-01");
        assert_eq!(shown("45292", Shape::DateTime), "2024-01-01T00:00:00");
        assert_eq!(shown("45292.75", Shape::DateTime), "2024-01-01T18:00:00");
        assert_eq!(shown("45292.9999999999", Shape::DateTime), "2024-01-02T00:00:00");
        assert_eq!(shown("0.5", Shape::Time), "12:00:00");
        assert_eq!(shown("45292.5", Shape::Time), "2024-01-01T12:00:00");
        assert_eq!(shown("1.5208333333", Shape::Duration), "36:30:00");
        assert_eq!(shown("2958465", Shape::Date), "9999-12-31");
        assert_eq!(shown("2958466", Shape::Date), "holds a number that is no date");
        assert_eq!(shown("-1", Shape::Date), "holds a number that is no date");
        assert_eq!(shown("1e300", Shape::DateTime), "holds a number that is no date");
        assert_eq!(text("0", Shape::Date, Epoch::Year1904).expect("a day"), "1904-01-01");
        assert_eq!(text("43830", Shape::Date, Epoch::Year1904).expect("a day"), "2024-01-01");
    }

    #[test]
    fn formats_are_distinguished() {
        for (format, shape) in [
            ("General", Shape::Number),
            ("#,##0.00 \"days\"", Shape::Number),
            ("[Red]0.00;[Blue]d", Shape::Number),
            ("#,##0\\ [$AED-401]", Shape::Number),
            ("0.00E+00", Shape::Number),
            ("_d0*m", Shape::Number),
            ("dd/mm/yyyy", Shape::Date),
            ("[$-409]mmm-yy;@", Shape::Date),
            ("mmmm", Shape::Date),
            ("h:mm AM/PM", Shape::Time),
            ("mm:ss.0", Shape::Time),
            ("YYYY-MM-DD HH:MM", Shape::DateTime),
            ("[h]:mm:ss", Shape::Duration),
            ("[Red][mm]:ss", Shape::Duration),
        ] {
            assert_eq!(written(format), shape, "{format}");
        }
    }

    #[test]
    fn written_out_days_are_read() {
        assert_eq!(iso("2024-01-15", Shape::Number).expect("a day"), "2024-01-15");
        assert_eq!(iso("2024-01-15T00:00:00", Shape::Date).expect("a day"), "2024-01-15");
        assert_eq!(
            iso("2024-01-15T10:30:00.250Z", Shape::DateTime).expect("a time"),
            "2024-01-15T10:30:00"
        );
        assert_eq!(iso("10:30:00", Shape::Time).expect("a time"), "10:30:00");
        assert!(iso("soon", Shape::Date).is_err());
    }
}
