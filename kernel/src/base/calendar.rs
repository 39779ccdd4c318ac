//! The calendar of the product: its time zone, with the rules that the zone has at each point in time, and the first day of
//! its weeks.
//!
//! A process runs one product, so there is one calendar, which the plan of the product sets. The rules are embedded:
//! those of the machine may be old or missing.

use std::sync::OnceLock;

use chrono::{Datelike, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Weekday};
use jiff::tz::{TimeZone, TimeZoneDatabase};
use tables::LocalTime;

use super::error::{Error, Result};

/// The number of seconds of most days.
const DAY: i64 = 86_400;

/// A time zone and the first day of weeks.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Calendar {
    zone: TimeZone,
    first_day: Weekday,
}

/// A period in which a zone has one offset: seconds since 1970, the end excluded, and the offset in seconds east of UTC.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OffsetSpan {
    start: i64,
    end: i64,
    offset: i64,
}

static CALENDAR: OnceLock<Calendar> = OnceLock::new();

/// Weeks from Monday in UTC: what a process without a product has.
static UTC: Calendar = Calendar { zone: TimeZone::UTC, first_day: Weekday::Mon };

/// The time zone of workbooks: the product's.
pub(crate) const WORKBOOK_TIME: LocalTime =
    LocalTime { of_utc: |utc| calendar().local(utc), to_utc: |local| calendar().utc(local) };

/// Returns the calendar of the product.
pub(crate) fn calendar() -> &'static Calendar {
    CALENDAR.get().unwrap_or(&UTC)
}

/// Sets the calendar of the process.
///
/// # Errors
///
/// When it has another one already.
pub(crate) fn set_calendar(calendar: Calendar) -> Result<()> {
    let set = CALENDAR.get_or_init(|| calendar.clone());
    match *set == calendar {
        true => Ok(()),
        false => Err(Error::startup(
            "This process runs a product with another time zone or first day of the week.",
        )),
    }
}

impl Calendar {
    /// Makes a calendar from the name of a zone in the IANA database.
    ///
    /// # Errors
    ///
    /// When there is no such zone.
    pub(crate) fn of(zone: &str, first_day: Weekday) -> Result<Self> {
        let found = TimeZoneDatabase::bundled().get(zone).map_err(|_| {
            Error::startup(format!(
                "The product's time zone {zone:?} is not in the IANA database. Write a name such as \"Europe/Berlin\"."
            ))
        })?;
        Ok(Self { zone: found, first_day })
    }

    /// Returns the offset at a point in time, in seconds east of UTC.
    fn offset_at(&self, seconds: i64) -> i64 {
        self.zone.to_offset(instant(seconds)).seconds().into()
    }

    /// Returns the period with one offset that a point in time is in.
    pub(crate) fn span_at(&self, seconds: i64) -> OffsetSpan {
        let at = |transition: jiff::tz::TimeZoneTransition<'_>| transition.timestamp().as_second();
        let start = self.zone.preceding(instant(seconds.saturating_add(1))).next().map(at);
        let end = self.zone.following(instant(seconds)).next().map(at);
        OffsetSpan {
            start: start.unwrap_or(i64::MIN),
            end: end.unwrap_or(i64::MAX),
            offset: self.offset_at(seconds),
        }
    }

    /// Converts a time in UTC to the zone's.
    pub(crate) fn local(&self, utc: NaiveDateTime) -> NaiveDateTime {
        let offset = TimeDelta::seconds(self.offset_at(utc.and_utc().timestamp()));
        utc.checked_add_signed(offset).unwrap_or(utc)
    }

    /// Converts a time in the zone to UTC: one that a change of clocks repeats to its first occurrence, one that it skips
    /// to as long after the change as it is after the last time before.
    pub(crate) fn utc(&self, local: NaiveDateTime) -> NaiveDateTime {
        let seconds = local.and_utc().timestamp();
        let [before, after] = [-DAY, DAY].map(|away| self.offset_at(seconds.saturating_add(away)));
        let is_after =
            self.offset_at(seconds - before) != before && self.offset_at(seconds - after) == after;
        let offset = if is_after { after } else { before };
        local.checked_sub_signed(TimeDelta::seconds(offset)).unwrap_or(local)
    }

    /// Returns the first point in time of a day, in UTC: not midnight where a change of clocks skips that.
    pub(crate) fn start_of(&self, day: NaiveDate) -> NaiveDateTime {
        let midnight = day.and_time(NaiveTime::MIN);
        let found = self.utc(midnight);
        if self.local(found) == midnight {
            return found;
        }
        let start = self.span_at(found.and_utc().timestamp()).start;
        chrono::DateTime::from_timestamp(start, 0).map_or(found, |start| start.naive_utc())
    }

    /// Returns the first day of the week of `day`.
    pub(crate) fn week_of(&self, day: NaiveDate) -> NaiveDate {
        day - TimeDelta::days(day.weekday().days_since(self.first_day).into())
    }
}

impl OffsetSpan {
    /// Returns the day since 1970 in the zone, if the span includes this point in time.
    pub(crate) fn day_of(self, seconds: i64) -> Option<i64> {
        let includes = self.start <= seconds && seconds < self.end;
        includes.then(|| seconds.saturating_add(self.offset).div_euclid(DAY))
    }
}

/// Converts seconds since 1970; those beyond the years that rules are computed for to the nearest.
fn instant(seconds: i64) -> jiff::Timestamp {
    let (least, most) = (jiff::Timestamp::MIN, jiff::Timestamp::MAX);
    let within = seconds.clamp(least.as_second(), most.as_second());
    jiff::Timestamp::from_second(within).unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calendar(zone: &str) -> Calendar {
        Calendar::of(zone, Weekday::Mon).unwrap()
    }

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn a_day_begins_when_its_zone_says_also_where_clocks_change_at_midnight() {
        for (zone, date, start, hours) in [
            ("Asia/Dubai", "2026-11-23", "2026-11-22T20:00:00", 24),
            ("Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00", 23),
            ("Europe/Berlin", "2026-03-30", "2026-03-29T22:00:00", 24),
            ("Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00", 25),
            ("Europe/Berlin", "2060-07-01", "2060-06-30T22:00:00", 24),
            // Midnight is skipped.
            ("Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00", 23),
            ("America/Asuncion", "2023-10-01", "2023-10-01T04:00:00", 23),
            // The skipped hour begins on the day before.
            ("America/Toronto", "1919-03-31", "1919-03-31T04:30:00", 24),
            // Midnight comes twice.
            ("America/Havana", "2024-11-03", "2024-11-03T04:00:00", 25),
            // The day is skipped.
            ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00", 0),
        ] {
            let (calendar, date) = (calendar(zone), day(date));
            let found = calendar.start_of(date);
            assert_eq!(found.format("%FT%T").to_string(), start, "{zone} {date}");
            let next = calendar.start_of(date.succ_opt().unwrap());
            if zone != "America/Toronto" {
                assert_eq!((next - found).num_hours(), hours, "{zone} {date}");
            }
            if hours > 0 {
                assert_eq!(calendar.local(found).date(), date, "{zone} {date}");
            }
            assert!(calendar.local(found - TimeDelta::seconds(1)).date() < date, "{zone} {date}");
        }
    }

    #[test]
    fn times_survive_the_way_through_local_ones_except_in_a_repeated_hour() {
        let berlin = calendar("Europe/Berlin");
        let at = |text: &str| text.parse::<NaiveDateTime>().unwrap();
        for (utc, local) in [
            ("2026-03-29T00:59:59", "2026-03-29T01:59:59"),
            ("2026-03-29T01:00:00", "2026-03-29T03:00:00"),
            ("2026-10-25T00:30:00", "2026-10-25T02:30:00"),
            ("2026-10-25T02:00:00", "2026-10-25T03:00:00"),
        ] {
            assert_eq!(berlin.local(at(utc)), at(local));
            assert_eq!(berlin.utc(at(local)), at(utc));
        }
        // The second of two equal hours, and an hour that is skipped.
        assert_eq!(berlin.local(at("2026-10-25T01:30:00")), at("2026-10-25T02:30:00"));
        assert_eq!(berlin.utc(at("2026-03-29T02:30:00")), at("2026-03-29T01:30:00"));
    }

    #[test]
    fn weeks_begin_on_the_products_day() {
        let sunday = Calendar::of("UTC", Weekday::Sun).unwrap();
        let saturday = Calendar::of("UTC", Weekday::Sat).unwrap();
        for (any, from_monday, from_sunday, from_saturday) in [
            ("2026-11-16", "2026-11-16", "2026-11-15", "2026-11-14"),
            ("2026-11-22", "2026-11-16", "2026-11-22", "2026-11-21"),
            ("2027-01-01", "2026-12-28", "2026-12-27", "2026-12-26"),
        ] {
            assert_eq!(calendar("UTC").week_of(day(any)), day(from_monday));
            assert_eq!(sunday.week_of(day(any)), day(from_sunday));
            assert_eq!(saturday.week_of(day(any)), day(from_saturday));
        }
    }

    #[test]
    fn an_unknown_zone_is_named() {
        let error = Calendar::of("Europe/Atlantis", Weekday::Mon).unwrap_err();
        assert!(error.to_string().contains("\"Europe/Atlantis\""), "{error}");
    }
}
