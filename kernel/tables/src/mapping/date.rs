//! Parses written days into `yyyy-mm-dd`. A time of day and a time zone that a format names are ignored: the
//! date of a register is the day that it names. Midnight, which programs add to a day, needs no format.

use chrono::format::{Item, Parsed, StrftimeItems, parse};
use chrono::{Datelike, Days, Months, NaiveDate, NaiveTime};

use super::spec::Period;
use crate::cell_text::{quote, western};

/// The word for serial day numbers of spreadsheets.
const EXCEL: &str = "excel";

/// The formats of a column, tried in their order.
#[derive(Clone, Debug)]
pub(super) struct DateFormats {
    formats: Vec<String>,
    period: Period,
}

impl DateFormats {
    pub(super) fn new(formats: Vec<String>, period: Period) -> Result<Self, String> {
        for format in &formats {
            if format != EXCEL && StrftimeItems::new(format).any(|item| matches!(item, Item::Error))
            {
                return Err(format!(
                    "{} is not a date format; an example is \"%d/%m/%Y\"",
                    quote(format)
                ));
            }
        }
        if formats.is_empty() {
            return Err("at least one date format is expected".to_owned());
        }
        Ok(Self { formats, period })
    }

    pub(super) fn read(&self, written: &str) -> Result<String, String> {
        let text = western(written);
        let text = text.trim();
        let date = self.date(text).or_else(|| {
            let (day, time) = day_and_time(text);
            self.date(day).filter(|_| time == Some(NaiveTime::MIN))
        });
        date.map(|date| date.format("%Y-%m-%d").to_string()).ok_or_else(|| {
            format!("{} is not a date written as {}", quote(written), self.formats.join(" or "))
        })
    }

    /// Reads a text by the first format that fits.
    fn date(&self, text: &str) -> Option<NaiveDate> {
        let day = |format: &String| match format.as_str() {
            EXCEL => serial(text),
            format => self.day(text, format),
        };
        // A two-digit year parsed by %Y would be in antiquity: it is a mismatch, and the next format
        // may fit.
        let mut dates = self.formats.iter().filter_map(day);
        dates.find(|date| (1000..=9999).contains(&date.year()))
    }

    fn day(&self, text: &str, format: &str) -> Option<NaiveDate> {
        let mut parsed = Parsed::new();
        parse(&mut parsed, text, StrftimeItems::new(format)).ok()?;
        let has_day =
            parsed.day().is_some() || parsed.ordinal().is_some() || parsed.weekday().is_some();
        if has_day {
            return parsed.to_naive_date().ok();
        }
        let quarter = parsed.quarter().map(i64::from);
        let months = match (parsed.month(), quarter) {
            (Some(_), _) => 1,
            (None, Some(_)) => 3,
            (None, None) => 12,
        };
        if parsed.month().is_none() {
            parsed.set_month(quarter.map_or(1, |quarter| quarter * 3 - 2)).ok()?;
        }
        parsed.set_day(1).ok()?;
        let first = parsed.to_naive_date().ok()?;
        match self.period {
            Period::First => Some(first),
            Period::Last => first.checked_add_months(Months::new(months))?.pred_opt(),
        }
    }
}

/// Splits a text into a day and the time of day behind it, if there is one.
pub(super) fn day_and_time(text: &str) -> (&str, Option<NaiveTime>) {
    let parts = text.split_once(['T', ' ']);
    let parts = parts.and_then(|(day, time)| Some((day, clock(time.trim())?)));
    parts.map_or((text, None), |(day, time)| (day, Some(time)))
}

fn clock(text: &str) -> Option<NaiveTime> {
    let text = text.trim_end_matches('Z');
    let formats = ["%H:%M:%S%.f", "%H:%M", "%I:%M:%S %p", "%I:%M %p"];
    formats.into_iter().find_map(|format| NaiveTime::parse_from_str(text, format).ok())
}

/// Reads day numbers of the 1900 date system, from March 1900: before that, Excel counts a 29
/// February 1900 that did not exist.
fn serial(text: &str) -> Option<NaiveDate> {
    let days = text.parse::<f64>().ok().filter(|days| (61.0..=2_958_465.99).contains(days))?;
    NaiveDate::from_ymd_opt(1899, 12, 30)?.checked_add_days(Days::new(days as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(formats: &[&str], period: Period, text: &str) -> Result<String, String> {
        let formats = formats.iter().map(|format| (*format).to_owned()).collect();
        DateFormats::new(formats, period)?.read(text)
    }

    fn date(formats: &[&str], text: &str) -> String {
        read(formats, Period::First, text).expect("a date")
    }

    #[test]
    fn formats_are_tried_in_their_order() {
        assert_eq!(date(&["%d/%m/%Y", "%Y-%m-%d"], "2025-02-01"), "2025-02-01");
        assert_eq!(date(&["%d/%m/%Y", "%m/%d/%Y"], "02/03/2025"), "2025-03-02");
    }

    #[test]
    fn time_of_day_is_dropped() {
        assert_eq!(date(&["%d/%m/%Y %H:%M"], "1/2/2025 23:59"), "2025-02-01");
    }

    #[test]
    fn midnight_needs_no_format_and_another_time_is_quoted() {
        for midnight in ["2026-03-01 00:00:00", "2026-03-01T00:00:00", "2026-03-01T00:00:00.000Z"] {
            assert_eq!(date(&["%d/%m/%Y", "%Y-%m-%d"], midnight), "2026-03-01");
        }
        assert_eq!(date(&["%d %b %Y"], "1 Mar 2026"), "2026-03-01");
        let error = read(&["%Y-%m-%d"], Period::First, "2026-03-01 14:30:00");
        let message = "'2026-03-01 14:30:00' is not a date written as %Y-%m-%d";
        assert_eq!(error, Err(message.to_owned()));
    }

    #[test]
    fn arabic_digits_are_read() {
        assert_eq!(date(&["%d/%m/%Y"], "٠١/٠٢/٢٠٢٥"), "2025-02-01");
    }

    #[test]
    fn excel_serial_is_a_day() {
        assert_eq!(date(&["excel"], "45658"), "2025-01-01");
        assert_eq!(date(&["%Y-%m-%d", "excel"], "45658.75"), "2025-01-01");
    }

    #[test]
    fn a_month_or_quarter_stands_for_its_first_or_last_day() {
        assert_eq!(date(&["%b %Y"], "Feb 2028"), "2028-02-01");
        assert_eq!(read(&["%b %Y"], Period::Last, "Feb 2028").as_deref(), Ok("2028-02-29"));
        assert_eq!(read(&["Q%q %Y"], Period::Last, "Q4 2027").as_deref(), Ok("2027-12-31"));
        assert_eq!(read(&["%Y"], Period::Last, "2027").as_deref(), Ok("2027-12-31"));
    }

    #[test]
    fn two_digit_year_is_not_read_as_antiquity() {
        assert!(read(&["%d/%m/%Y"], Period::First, "01/02/25").is_err());
        assert_eq!(date(&["%d/%m/%y"], "01/02/25"), "2025-02-01");
    }

    #[test]
    fn a_day_that_is_not_in_the_calendar_is_refused_with_the_formats() {
        let error = read(&["%Y-%m-%d", "%d/%m/%Y"], Period::First, "2025-02-30");
        assert_eq!(
            error,
            Err("'2025-02-30' is not a date written as %Y-%m-%d or %d/%m/%Y".to_owned())
        );
    }

    #[test]
    fn unknown_format_is_reported() {
        assert!(read(&["%d/%Q"], Period::First, "x").is_err_and(|error| error.contains("%d/%Q")));
    }
}
